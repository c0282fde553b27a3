// Which schemas become models, and what they are called. A component of the main file keeps its name; what is referred to anywhere else
// is called by the last names of its pointer, or by its file, and where two are called the same both are called by more of their path.

extension OpenAPIReader {
    var schemasNode: Node? { version == .swagger2 ? root["definitions"] : root["components"]?["schemas"] }

    /// Every component has its name before any is read, since they refer to each other.
    mutating func registerSchemas() {
        for (name, node, _) in pairs(schemasNode) where models[NodeID(node)] == nil {
            models[NodeID(node)] = name
            components.append((name, node))
        }
        // One that is nothing but a reference into another file stands for what is there.
        for (position, (name, node)) in components.enumerated() {
            guard let reference = node["$ref"], reference.text?.hasPrefix("#") == false, let target = target(of: reference),
                models[NodeID(target)] == nil
            else { continue }
            models[NodeID(target)] = name
            components[position].node = target
        }
        for (name, node) in components {
            for part in node["allOf"]?.elements ?? [] {
                guard let reference = part["$ref"], reference.text?.hasPrefix("#") == true, let base = target(of: reference) else {
                    continue
                }
                extensions[NodeID(base), default: []].append((name, node))
            }
        }
    }

    /// The model for the schema that a `$ref` names.
    mutating func model(for target: Node, reference: Node) -> String {
        let id = NodeID(target)
        if let known = models[id] {
            enqueue(known, target, path: nil)
            return known
        }
        let name = "\u{0}\(id.file)#\(id.index)"
        models[id] = name
        enqueue(name, target, path: namePath(of: reference))
        return name
    }

    private mutating func enqueue(_ name: String, _ node: Node, path: [String]?) {
        guard !described.contains(NodeID(node)) else { return }
        described.insert(NodeID(node))
        pending.append(.init(name: name, title: nil, node: node, path: path ?? []))
    }

    /// `resources/apps/models/app.yml#/Thing` is `resources apps models app Thing`, without the words that every pointer has.
    private func namePath(of reference: Node) -> [String] {
        let text = reference.text ?? ""
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let noise: Set<String> = [
            "components", "schemas", "definitions", "properties", "items", "schema", "content", "paths", "responses", "parameters",
            "application/json", "$defs", "get", "models",
        ]
        let pointer = parts.count > 1 ? Self.tokens(parts[1]) : []
        let tokens = pointer.filter { !noise.contains($0) }
        // For where everything else is the same.
        let rest = pointer.filter { noise.contains($0) }.joined(separator: " ")
        var file: [String] = []
        if !parts[0].isEmpty {
            file = Self.percentDecoded(parts[0]).split(separator: "/").map(String.init).filter { $0 != "." && $0 != ".." }
        } else if reference.document.file != .main {
            file = nodes.sources.files[reference.document.file.index].path.split(separator: "/").map(String.init)
        }
        if let last = file.popLast() {
            let ending = [".yaml", ".yml", ".json"].first { last.hasSuffix($0) } ?? ""
            file.append(String(last.dropLast(ending.count)))
        }
        // A name in a file says more than the file does.
        if parts[0].isEmpty, reference.document.file == .main { return [rest, tokens.joined(separator: " ")] }
        return [rest] + (tokens.isEmpty ? file : file + [tokens.joined(separator: " ")])
    }

    // MARK: - Reading them

    /// All components, or those that something kept refers to; and with them whatever they refer to.
    mutating func readModels(all: Bool) {
        if all {
            for (name, node) in components { enqueue(name, node, path: nil) }
        }
        var read: [(model: Description.Model, path: [String])] = []
        var next = 0
        while next < pending.count {
            let model = pending[next]
            next += 1
            if let result = readModel(model) { read.append((result, model.path)) }
        }
        // Components in the order of the document, then the others as they were met.
        var order: [String: Int] = [:]
        for (position, component) in components.enumerated() { order[component.name] = position }
        let inMain = read.filter { $0.path.isEmpty && order[$0.model.name.text] != nil }
            .sorted { order[$0.model.name.text, default: 0] < order[$1.model.name.text, default: 0] }
        let others = read.filter { !($0.path.isEmpty && order[$0.model.name.text] != nil) }
        defer { description.models += hoistedModels }
        description.models = inMain.map(\.model) + named(others, besides: inMain.map(\.model.name.text))
    }

    /// By as much of their paths as tells them apart.
    private mutating func named(
        _ others: [(model: Description.Model, path: [String])], besides components: [String]
    ) -> [Description.Model] {
        func swiftName(_ path: [String], _ length: Int) -> String {
            SwiftNames.name(for: path.suffix(length).joined(separator: " "), .type)
        }
        var lengths = [Int](repeating: 1, count: others.count)
        let taken = Set(components.map { SwiftNames.name(for: $0, .type) })
        var clashes: [String: [Int]] = [:]
        for round in 0..<8 {
            var holders: [String: [Int]] = [:]
            for (index, other) in others.enumerated() where other.model.title == nil {
                holders[swiftName(other.path, lengths[index]), default: []].append(index)
            }
            var hasChanged = false
            for (name, group) in holders where group.count > 1 || taken.contains(name) {
                if round == 0, group.count > 1 { clashes[name] = group }
                for index in group where lengths[index] < others[index].path.count {
                    lengths[index] += 1
                    hasChanged = true
                }
            }
            if !hasChanged { break }
        }
        var result = others.map(\.model)
        for index in result.indices where result[index].title == nil {
            let title = others[index].path.suffix(lengths[index]).joined(separator: " ")
            result[index].title = title.isEmpty ? "Schema" : title
        }
        for (_, group) in clashes.sorted(by: { $0.value[0] < $1.value[0] }) {
            let names = group.map { SwiftNames.name(for: result[$0].title ?? "", .type) }
            diagnostics.report(.sameSchemaName(names, at: result[group[1]].name.place, first: result[group[0]].name.place))
        }
        return result
    }

    private mutating func readModel(_ pending: PendingModel) -> Description.Model? {
        let node = pending.node
        var model = Description.Model(
            name: .init(text: pending.name, place: node.place), title: pending.title ?? (pending.path.isEmpty ? pending.name : nil),
            shape: .object([]))
        model.documentation = documentation(node)
        model.deprecation = node.isMapping ? deprecation(node) : nil
        inlineDepth = 0
        if let union = inheritanceUnion(node, name: pending.name) {
            model.shape = union
            return model
        }
        let type = type(of: [node], at: node.place, in: .model).type
        if case .inline(let shape) = type.kind {
            model.shape = shape
        } else {
            model.shape = .alias(hoisted(type, from: model, as: ""))
        }
        return model
    }

    /// A name for another type has no inside where a type in place could be: that becomes a model of its own.
    private mutating func hoisted(
        _ type: Description.TypeExpression, from model: Description.Model, as suffix: String
    ) -> Description.TypeExpression {
        var type = type
        switch type.kind {
        case .scalar, .reference: break
        case .list(let element): type.kind = .list(hoisted(element, from: model, as: suffix + " element"))
        case .dictionary(let value): type.kind = .dictionary(hoisted(value, from: model, as: suffix + " value"))
        case .optional(let wrapped): type.kind = .optional(hoisted(wrapped, from: model, as: suffix))
        case .inline(let shape):
            let name = model.name.text + "\u{0}" + suffix
            hoistedModels.append(
                .init(name: .init(text: name, place: type.place), title: (model.title ?? model.name.text) + suffix, shape: shape))
            type.kind = .reference(name, [])
        }
        return type
    }

    /// Title and text of a schema.
    func documentation(_ node: Node) -> String? {
        guard node.isMapping else { return nil }
        let text = node["description"]?.text
        return text?.isEmpty == false ? text : node["title"]?.text
    }
}

extension Diagnostic {
    static func sameSchemaName(_ names: [String], at place: SourceLocation, first: SourceLocation) -> Self {
        .warning(
            "same-schema-name", "\(names.count) schemas are called the same, so their types are \(names.prefix(6).joined(separator: ", "))",
            help: "'renames:' in callsite.yaml chooses others", at: place, notes: [.init("the first is here", at: first)])
    }
}
