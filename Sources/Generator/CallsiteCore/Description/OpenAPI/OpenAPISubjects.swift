// The subject of each warning: the schema, the operation or another component in which its place lies, and the property.

extension OpenAPIReader {
    /// Warnings say `in 'Pet.tags', …` unless they name the schema themselves: in a document of one line the place alone
    /// tells little.
    func nameSubjects() {
        guard !diagnostics.all.isEmpty else { return }
        let subjects = subjects()
        diagnostics.setSubjects { diagnostic in
            guard let subject = subjects.last(before: diagnostic.location) else { return nil }
            let quoted: DiagnosticText = "'\(path: subject.name)"
            let isNamed = [quoted + "'", quoted + ".", quoted + " "].contains {
                diagnostic.message.parts(around: $0) != nil
            }
            guard !isNamed else { return nil }
            let names = subject.node.map { propertyNames(in: $0, at: diagnostic.location) } ?? []
            return "\(path: ([subject.name] + names).joined(separator: "."))"
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
        for (name, item, place) in pairs(section) { subjects.add(name, item, at: place) }
    }

    private func addOperations(of item: Node, _ path: String, to subjects: inout Subjects) {
        for (key, value, place) in pairs(item) {
            let isOperation = value["responses"] != nil || value["operationId"] != nil
            let name = isOperation ? value["operationId"]?.text ?? key.uppercased() + " " + path : path
            subjects.add(name, value, at: place)
        }
    }

    /// The names of the properties that a place lies in, from the outside in.
    private func propertyNames(in node: Node, at place: SourceLocation) -> [String] {
        var names: [String] = []
        var node = node
        for _ in 0..<64 {
            if let (key, value, keyPlace) = pairs(node).last(where: { !place.precedes($0.place) }) {
                guard key == "properties", keyPlace != place else {
                    node = value
                    continue
                }
                guard let property = pairs(value).last(where: { !place.precedes($0.place) }) else { break }
                names.append(property.key)
                node = property.value
            } else if let element = node.elements?.last(where: { !place.precedes($0.place) }) {
                node = element
            } else {
                break
            }
        }
        return names
    }
}

/// The places where parts of a document begin.
private struct Subjects {
    struct Subject {
        var place: SourceLocation
        var name: String?
        var node: Node?
    }

    private var all: [Subject] = []

    mutating func add(_ name: String?, _ node: Node? = nil, at place: SourceLocation) {
        all.append(.init(place: place, name: name, node: node))
    }

    mutating func sort() { all.sort { $0.place.precedes($1.place) } }

    /// The part that a place lies in; nil: it has no name.
    func last(before place: SourceLocation) -> (name: String, node: Node?)? {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if place.precedes(all[middle].place) { high = middle } else { low = middle + 1 }
        }
        guard low > 0, all[low - 1].place.file == place.file else { return nil }
        return all[low - 1].name.map { ($0, all[low - 1].node) }
    }
}
