// The subject of each warning: the schema, the operation or another component in which its place lies.

extension OpenAPIReader {
    /// Warnings say `in 'Pet', …` unless they name it themselves: in a document of one line the place alone tells
    /// little.
    func nameSubjects() {
        guard diagnostics.all.contains(where: { !$0.isPerCause }) else { return }
        let subjects = subjects()
        diagnostics.changeMessages { diagnostic in
            guard !diagnostic.isPerCause, let name = subjects.last(before: diagnostic.location) else {
                return diagnostic.message
            }
            let quoted: DiagnosticText = "'\(path: name)"
            let isNamed = [quoted + "'", quoted + ".", quoted + " "].contains {
                diagnostic.message.parts(around: $0) != nil
            }
            return isNamed ? diagnostic.message : "in \(quoted)', \(diagnostic.message)"
        }
    }

    private func subjects() -> Subjects {
        var subjects = Subjects()
        for document in nodes.documents {
            guard let root = document?.root else { continue }
            for (key, value, place) in pairs(root) {
                subjects.add(nil, at: place)
                switch key {
                case "components":
                    for (_, section, place) in pairs(value) {
                        subjects.add(nil, at: place)
                        addItems(of: section, to: &subjects)
                    }
                case "definitions", "parameters", "responses": addItems(of: value, to: &subjects)
                case "paths", "webhooks":
                    for (path, item, place) in pairs(value) {
                        subjects.add(path, at: place)
                        addOperations(of: item, path, to: &subjects)
                    }
                default: break
                }
            }
        }
        subjects.sort()
        return subjects
    }

    private func addItems(of section: Node, to subjects: inout Subjects) {
        for (name, _, place) in pairs(section) { subjects.add(name, at: place) }
    }

    private func addOperations(of item: Node, _ path: String, to subjects: inout Subjects) {
        for (key, value, place) in pairs(item) {
            let isOperation = value["responses"] != nil || value["operationId"] != nil
            subjects.add(isOperation ? value["operationId"]?.text ?? key.uppercased() + " " + path : path, at: place)
        }
    }
}

/// The places where parts of a document begin.
private struct Subjects {
    private var all: [(place: SourceLocation, name: String?)] = []

    mutating func add(_ name: String?, at place: SourceLocation) { all.append((place, name)) }

    mutating func sort() { all.sort { $0.place.precedes($1.place) } }

    /// The part that a place lies in; nil: it has no name.
    func last(before place: SourceLocation) -> String? {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if place.precedes(all[middle].place) { high = middle } else { low = middle + 1 }
        }
        guard low > 0, all[low - 1].place.file == place.file else { return nil }
        return all[low - 1].name
    }
}
