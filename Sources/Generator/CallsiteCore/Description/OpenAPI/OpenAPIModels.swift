// Chooses the schemas that become models, and their names. A component of the main file keeps its name. A schema
// elsewhere is named after the last names of its pointer, or after its file. If several want one name, one of them
// keeps it, and the others get names with more of their path.

/// The schemas that become models, and their names. A model is read from here, never from within another one.
struct ModelQueue {
    struct Entry {
        var name: String
        var node: Node
        /// The names that lead to its schema. The last one names the model; those before it distinguish models that
        /// want the same name.
        var path: [String]
    }

    /// The main file's schemas, in their order.
    private(set) var components: [(name: String, node: Node)] = []
    /// All models that have been read or will be.
    private(set) var entries: [Entry] = []
    /// Types in place whose owner can't hold them.
    private(set) var hoisted: [Description.Model] = []
    private var names: [Node.ID: String] = [:]
    /// The schemas in other files, by the component that is nothing but a reference to them.
    private var standIns: [Node.ID: Node] = [:]
    private var next = 0
    private var entered: Set<Node.ID> = []
    private var replacements: Set<String> = []

    func name(of node: Node) -> String? { names[node.id] }

    func standIn(for node: Node) -> Node? { standIns[node.id] }

    mutating func add(component name: String, _ node: Node) {
        guard names[node.id] == nil else { return }
        names[node.id] = name
        components.append((name, node))
    }

    /// Replaces a component that is nothing but a reference by the schema that it refers to.
    mutating func replaceComponent(at position: Int, by target: Node) {
        guard names[target.id] == nil else { return }
        let (name, node) = components[position]
        names[target.id] = name
        components[position].node = target
        standIns[node.id] = target
    }

    mutating func enter(_ node: Node, path: [String] = []) {
        guard let name = names[node.id], entered.insert(node.id).inserted else { return }
        entries.append(.init(name: name, node: node, path: path))
    }

    /// Gives a schema that is no component of the main file a name of its own, and enters it.
    mutating func enter(unnamed node: Node, path: [String]) -> String {
        let name = "\u{0}\(node.id.file)#\(node.id.index)"
        names[node.id] = name
        enter(node, path: path)
        return name
    }

    mutating func popNext() -> Entry? {
        guard next < entries.count else { return nil }
        defer { next += 1 }
        return entries[next]
    }

    mutating func hoist(_ model: Description.Model) { hoisted.append(model) }

    /// Adds the model that takes the place of a format, once for each format.
    mutating func replace(_ format: String, by model: Description.Model) {
        if replacements.insert(format).inserted { hoisted.append(model) }
    }
}

extension OpenAPIReader {
    var schemasNode: Node? { version == .swagger2 ? root["definitions"] : root["components"]?["schemas"] }

    /// Every component has its name before any is read, since they refer to each other.
    func registerSchemas() {
        // Not legal, but every bundler reads it: `schemas: {$ref: schemas/_index.yaml}`.
        for (name, node, _) in pairs(schemasNode.flatMap { resolved($0) }) { models.add(component: name, node) }
        // A component that is nothing but a reference into another file stands for the schema there.
        for (position, (_, node)) in models.components.enumerated() {
            guard let reference = node["$ref"], reference.text?.hasPrefix("#") == false,
                let target = target(of: reference)
            else { continue }
            models.replaceComponent(at: position, by: behindIndex(target))
        }
        inheritance = Inheritance(models.components) { target(of: $0) }
    }

    /// The schema behind a name in an index of schemas: `Pet: {$ref: ./Pet.yaml}` in another file than the document's
    /// is the schema `Pet`.
    private func behindIndex(_ node: Node) -> Node {
        var node = node
        var seen: Set<Node.ID> = []
        while models.name(of: node) == nil, node.document.file != .main, node.pairs?.count == 1,
            let reference = node["$ref"],
            reference.isScalar, seen.insert(node.id).inserted, let next = target(of: reference)
        {
            node = next
        }
        return node
    }

    /// The model for the schema that a `$ref` names.
    func model(for target: Node, reference: Node) -> String {
        let target = models.standIn(for: target) ?? behindIndex(target)
        guard let name = models.name(of: target) else {
            return models.enter(unnamed: target, path: namePath(of: reference, to: target))
        }
        models.enter(target)
        return name
    }

    /// `resources/apps/models/app.yml#/Thing` is `resources apps models app Thing`, without the words that every
    /// pointer has.
    private func namePath(of reference: Node, to target: Node) -> [String] {
        let text = reference.text ?? ""
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let noise: Set<String> = [
            "components", "schemas", "definitions", "properties", "items", "schema", "content", "paths", "responses",
            "parameters", "application/json", "$defs", "get", "models",
        ]
        // `#itemType` is the name of an anchor.
        let isPointer = parts.count > 1 && parts[1].hasPrefix("/")
        let pointer = isPointer ? Self.tokens(parts[1]) : parts.dropFirst().filter { !$0.isEmpty }
        let tokens = pointer.filter { !noise.contains($0) }
        // Distinguishes schemas for which everything else is the same.
        let rest = pointer.filter { noise.contains($0) }.joined(separator: " ")
        // A name in a file says more than the file does.
        let file = target.document.file == .main ? [] : folders(of: target)
        let path = [rest] + (tokens.isEmpty ? file : file + [tokens.joined(separator: " ")])
        return path.count == 1 ? path + [""] : path
    }

    /// The folders of a node's file, relative to the main file's, and its name without the ending. The file that refers
    /// to the node doesn't matter.
    private func folders(of node: Node) -> [String] {
        func parts(_ index: Int) -> [String] { nodes.sources.files[index].path.split(separator: "/").map(String.init) }
        let main = parts(0).dropLast()
        var file = parts(node.document.file.index)
        var shared = 0
        while shared < main.count, shared < file.count - 1, main[shared] == file[shared] { shared += 1 }
        file = file.dropFirst(shared).filter { $0 != "." && $0 != ".." }
        if let last = file.popLast() {
            let ending = [".yaml", ".yml", ".json"].first { last.hasSuffix($0) } ?? ""
            let stem = String(last.dropLast(ending.count))
            // `pets/schema.yaml` is about pets.
            if file.isEmpty || !["schema", "index", "model", "definition"].contains(stem.lowercased()) {
                file.append(stem)
            }
        }
        return file
    }

    // MARK: - Reading them

    /// Reads all components, or only those in the queue; and with them every schema that they refer to.
    func readModels(all: Bool) {
        if all { for (_, node) in models.components { models.enter(node) } }
        var results: [(model: Description.Model, path: [String])] = []
        while let entry = models.popNext() { results.append((readModel(entry), entry.path)) }
        // Components in the order of the document, then the others as they were met.
        let order = Dictionary(
            models.components.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { $1 })
        func position(_ result: (model: Description.Model, path: [String])) -> Int? {
            result.path.isEmpty ? order[result.model.name.text] : nil
        }
        let inMain = results.filter { position($0) != nil }.map(\.model)
            .sorted { order[$0.name.text, default: 0] < order[$1.name.text, default: 0] }
        let others = results.filter { position($0) == nil }
        description.models = inMain + named(others, besides: inMain.map(\.name.text)) + models.hoisted
    }

    /// If schemas have the same name, one keeps it: a component, else the schema that is spelled as the name is, else
    /// the first by the bytes of its path. The others are qualified by the nearest folder that distinguishes them from
    /// it, then by more of their path.
    private func named(
        _ others: [(model: Description.Model, path: [String])], besides components: [String]
    ) -> [Description.Model] {
        var result = others.map(\.model)
        var usedNames = Set(components.map { SwiftNames.name(for: $0, .type) })
        var holders: [String: [Int]] = [:]
        for (index, other) in others.enumerated() where other.model.title == nil {
            let name = other.path.last ?? ""
            result[index].title = name.isEmpty ? "Schema" : name
            result[index].origin = .included
            holders[SwiftNames.name(for: result[index].title ?? "", .type), default: []].append(index)
        }
        func precedes(_ a: Int, _ b: Int) -> Bool {
            others[a].path.joined(separator: "/").precedes(others[b].path.joined(separator: "/"))
        }
        var losers: [(index: Int, keeper: Int?)] = []
        for (name, group) in holders {
            let exact = group.filter { result[$0].title == name }
            let keeper = usedNames.contains(name) ? nil : (exact.isEmpty ? group : exact).min(by: precedes)
            for index in group where index != keeper { losers.append((index, keeper)) }
        }
        usedNames.formUnion(holders.keys)
        for (index, keeper) in losers.sorted(by: { precedes($0.index, $1.index) }) {
            let path = others[index].path
            let keeperPath = keeper.map { others[$0].path } ?? []
            let folders = path.dropFirst().dropLast().reversed()
            var candidates: [String] = []
            // The nearest folder that the other isn't in, then the nearest two, and so on.
            if let folder = folders.first(where: { !keeperPath.contains($0) }) {
                candidates.append(folder + " " + (path.last ?? ""))
            }
            for length in 2..<max(3, path.count) { candidates.append(path.suffix(length).joined(separator: " ")) }
            candidates.append(path.joined(separator: " "))
            let free = candidates.first { usedNames.insert(SwiftNames.name(for: $0, .type)).inserted }
            result[index].title = free ?? candidates.last
        }
        // A schema that `callsite.yaml` renames isn't reported.
        losers.removeAll { options.renames[result[$0.index].title ?? ""] != nil }
        if !losers.isEmpty {
            let sorted = losers.sorted { result[$0.index].name.place.precedes(result[$1.index].name.place) }
            diagnostics.report(
                .sameSchemaName(
                    sorted.map { result[$0.index].title ?? "" },
                    SwiftNames.name(for: others[sorted[0].index].path.last ?? "", .type),
                    at: result[sorted[0].index].name.place, first: sorted[0].keeper.map { result[$0].name.place }))
        }
        return result
    }

    private func readModel(_ entry: ModelQueue.Entry) -> Description.Model {
        let node = entry.node
        var model = Description.Model(
            name: .init(text: entry.name, place: node.place), title: entry.path.isEmpty ? entry.name : nil,
            shape: .object([]))
        model.documentation = documentation(node)
        model.deprecation = node.isMapping ? deprecation(node) : nil
        inlineDepth = 0
        if let union = inheritanceUnion(node, name: entry.name) {
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

    /// An alias can't hold a type in place, so such a type becomes a model of its own.
    private func hoisted(
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
            models.hoist(
                .init(
                    name: .init(text: name, place: type.place), title: (model.title ?? model.name.text) + suffix,
                    origin: .derived,
                    shape: shape))
            type.kind = .reference(name, [])
        }
        return type
    }

    /// The description of a schema, or else its title.
    func documentation(_ node: Node) -> String? {
        guard node.isMapping else { return nil }
        let text = node["description"]?.text
        return text?.isEmpty == false ? text : node["title"]?.text
    }
}

extension Diagnostic {
    /// - Parameter keys: The schemas' names in `renames:`.
    static func sameSchemaName(
        _ keys: [String], _ wanted: String, at place: SourceLocation, first: SourceLocation?
    ) -> Self {
        let names = keys.map { SwiftNames.name(for: $0, .type) }
        let others: DiagnosticText =
            names.count > 1
            ? "; \(names.count - 1) more schemas have the names of others: \(names.dropFirst().prefix(4).map { "\($0)" as DiagnosticText }.joined(separator: ", "))"
            : ""
        return .warning(
            "same-schema-name", "another schema is named '\(wanted)', so this one is '\(names[0])'" + others,
            help: zip(keys, names).lazy.compactMap { DiagnosticText.rename($0, to: $1) }.first.map {
                "\($0) in callsite.yaml keeps that, or chooses another"
            } ?? "'renames:' in callsite.yaml chooses other names", at: place,
            notes: first.map { [.init("the name is kept here", at: $0)] } ?? [])
    }
}
