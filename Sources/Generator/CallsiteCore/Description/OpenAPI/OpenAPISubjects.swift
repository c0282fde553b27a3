// The subject of each warning: the schema, the operation or another component that contains its place, and the
// property.

extension OpenAPIReader {
    /// Warnings begin with `in 'Pet.tags', …` unless they name the schema themselves: in a document of one line, the
    /// place alone helps little.
    func nameSubjects() {
        guard !diagnostics.all.isEmpty else { return }
        let subjects = subjects()
        var parts = NodeParts()
        diagnostics.setSubjects { diagnostic in
            guard let subject = subjects.last(before: diagnostic.location) else { return nil }
            let quoted: DiagnosticText = "'\(path: subject.name)"
            let isNamed = [quoted + "'", quoted + ".", quoted + " "].contains {
                diagnostic.message.parts(around: $0) != nil
            }
            guard !isNamed else { return nil }
            let names = subject.node.map { parts.propertyNames(in: $0, at: diagnostic.location) } ?? []
            return "\(path: ([subject.name] + names).joined(separator: "."))"
        }
    }

    private func subjects() -> Subjects {
        var subjects = Subjects()
        for document in nodes.documents {
            guard let root = document?.root else { continue }
            // An overlay: values of one action have nothing to do with the items of another.
            if root["overlay"] != nil {
                for action in root["actions"]?.elements ?? [] { subjects.add(nil, at: action.place) }
            }
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
}

/// The parts of nodes; cached, since many warnings may lie in one mapping.
private struct NodeParts {
    private struct Part {
        var place: SourceLocation
        var key: String?
        var value: Node
    }

    private var partsByNode: [Node.ID: [Part]] = [:]

    /// The names of the properties that a place lies in, from the outside in.
    mutating func propertyNames(in node: Node, at place: SourceLocation) -> [String] {
        var names: [String] = []
        var node = node
        var areProperties = false
        for _ in 0..<64 {
            guard let part = part(of: node, at: place) else { break }
            if areProperties, let key = part.key { names.append(key) }
            areProperties = !areProperties && part.key == "properties"
            node = part.value
        }
        return names
    }

    /// The last part that begins at the place or before it.
    private mutating func part(of node: Node, at place: SourceLocation) -> Part? {
        let id = node.id
        let parts = partsByNode[id] ?? Self.parts(of: node)
        partsByNode[id] = parts
        return parts.last(upTo: place, \.place)
    }

    private static func parts(of node: Node) -> [Part] {
        let parts =
            node.pairs?.map { Part(place: $0.key.place, key: $0.key.text, value: $0.value) }
            ?? node.elements?.map { Part(place: $0.place, key: nil, value: $0) } ?? []
        return parts.sorted { $0.place.precedes($1.place) }
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

    /// The part that a place lies in; nil if that has no name.
    func last(before place: SourceLocation) -> (name: String, node: Node?)? {
        guard let subject = all.last(upTo: place, \.place), subject.place.file == place.file else { return nil }
        return subject.name.map { ($0, subject.node) }
    }
}

extension Array {
    /// The last element that begins at a place or before it. The elements must be in the order of their places.
    fileprivate func last(upTo place: SourceLocation, _ start: (Element) -> SourceLocation) -> Element? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if place.precedes(start(self[middle])) { high = middle } else { low = middle + 1 }
        }
        return low > 0 ? self[low - 1] : nil
    }
}
