// Paths, operations and parameters.

extension OpenAPIReader {
    struct FoundOperation {
        var method: String
        var path: String
        var node: Node
        var item: Node
        var place: SourceLocation
        /// The operation's name, which no other operation has.
        var name: String
        /// The `operationId`, or a name made from method and path. Other operations may have the same.
        var id: String
        var methodAndPath: String { method + " " + path }
        /// The name by method and path.
        var resourceName: String {
            ResourceNames.name(method: method, path: OpenAPIReader.withoutPatterns(path))
        }
    }

    package static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    // MARK: - Finding operations

    /// The operations that the selection keeps, each with a name of its own.
    func findOperations() {
        var operations: [FoundOperation] = []
        // `x-ms-paths` is Microsoft's way to give a path several operations, which differ by the query.
        for (path, node, place) in pairs(root["paths"]) + pairs(root["x-ms-paths"]) where !path.hasPrefix("x-") {
            let items = pathItems(node)
            for operation in methods(of: items) where operation.method.isHeaderName {
                let isBehindReference = !operation.isAdditional && operation.item.document.file != .main
                add(&operations, operation, path, at: isBehindReference ? place : operation.place)
            }
            for item in items where !item.isMapping {
                diagnostics.report(.notAnOperation("a path", item.kindDescription, at: place))
            }
        }
        // If the document names security for some operations, the others need none (OpenAPI 3.1, 4.8.10.1).
        if description.authentication == nil, root["security"] == nil,
            operations.contains(where: { $0.node["security"] != nil })
        {
            description.authentication = Description.Authentication.none
        }
        // Operations get their names before the selection, which uses the names that 'inspect' lists.
        let repeated = qualifyRepeatedNames(&operations)
        if !options.selection.isEmpty { operations = selected(operations) }
        if options.naming.operations == nil { suggestResources(operations) }
        let kept = options.selection.isEmpty ? nil : Set(operations.map(\.place))
        // An operation that `callsite.yaml` renames isn't reported.
        let reported = repeated.filter { operation, _ in
            kept?.contains(operation.place) ?? true && options.renames[operation.methodAndPath] == nil
                && options.renames[operation.name] == nil
        }
        if !reported.isEmpty { diagnostics.report(.repeatedOperation(reported)) }
        selection.operations = operations
    }

    /// Suggests better names if most ids were made from method and path, which makes them hard to read.
    private func suggestResources(_ operations: [FoundOperation]) {
        var count = 0
        var first: FoundOperation?
        for operation in operations {
            guard let id = operation.node["operationId"]?.text, !id.contains("/"), !id.contains(" "),
                ResourceNames.isPathInOneWord(id, method: operation.method, path: operation.path)
            else { continue }
            count += 1
            let size = operation.path.utf8.count
            // The longest path shows best what is gained.
            if first.map({ size > $0.path.utf8.count }) ?? true { first = operation }
        }
        guard count >= 5, count * 2 > operations.count, let first else { return }
        let better = SwiftNames.name(for: first.resourceName, .type)
        diagnostics.report(.operationsOfPaths(count, first.name, better, at: first.place))
    }

    /// A path item, and the target of its reference. Operations beside the reference go before those of the target.
    func pathItems(_ node: Node) -> [Node] {
        guard node["$ref"] != nil else { return [node] }
        return [node] + [resolved(node)].compactMap(\.self)
    }

    typealias Method = (method: String, value: Node, item: Node, place: SourceLocation, isAdditional: Bool)

    /// The methods of path items, in upper or lower case. The first of equal methods counts.
    func methods(of items: [Node]) -> [Method] {
        var seen: Set<String> = []
        return items.flatMap { item in
            let own: [Method] = pairs(item).filter { Self.methods.contains($0.key.lowercased()) }
                .map { ($0.key.uppercased(), $0.value, item, $0.place, false) }
            let additional: [Method] = pairs(item["additionalOperations"])
                .map { ($0.key, $0.value, item, $0.place, true) }
            return (own + additional).filter { seen.insert($0.method).inserted }
        }
    }

    private func add(
        _ operations: inout [FoundOperation], _ operation: Method, _ path: String, at place: SourceLocation
    ) {
        guard let node = resolved(operation.value) else { return }
        guard node.isMapping else {
            return diagnostics.report(.notAnOperation("an operation", node.kindDescription, at: place))
        }
        let id = node["operationId"]?.text ?? ""
        let name = id.isEmpty ? derivedName(operation.method, path) : id
        operations.append(
            FoundOperation(
                method: operation.method, path: path, node: node, item: operation.item,
                place: node["operationId"]?.place ?? place, name: name, id: name))
    }

    /// `GET /users/{id}/items` is `get users by id items`.
    private func derivedName(_ method: String, _ path: String) -> String {
        var words = [method.lowercased()]
        for segment in Self.withoutPatterns(path).prefix(while: { $0 != "#" }).split(separator: "/") {
            if segment.hasPrefix("{"), segment.hasSuffix("}") { words.append("by") }
            words.append(String(segment.filter { $0 != "{" && $0 != "}" }))
        }
        // `GET /getUser` is `getUser`.
        if words.count > 1, words[1].lowercased().hasPrefix(words[0]) {
            let first = Words.split(words[1])
            if first.count > 1, first[0].lowercased() == words[0] { words.removeFirst() }
        }
        return words.joined(separator: " ")
    }

    /// If operations have the same name, such as an `operationId`, the first by path and method keeps it. The names of
    /// the others get method and path added.
    private func qualifyRepeatedNames(_ operations: inout [FoundOperation]) -> [RepeatedName] {
        var holders: [String: [Int]] = [:]
        for (index, operation) in operations.enumerated() { holders[operation.name, default: []].append(index) }
        guard holders.count < operations.count else { return [] }
        var names = Set(holders.keys)
        var repeated: [RepeatedName] = []
        for (name, group) in holders where group.count > 1 {
            let order = group.sorted { a, b in
                (operations[a].path + " " + operations[a].method).precedes(
                    operations[b].path + " " + operations[b].method)
            }
            for index in order.dropFirst() {
                let own = derivedName(operations[index].method, operations[index].path)
                // A derived name has method and path already. Such paths differ only by a sign that names can't have.
                var text =
                    name == own ? own + (operations[index].path.hasSuffix("/") ? " slash" : " again") : name + " " + own
                if !names.insert(text).inserted {
                    text += " " + operations[index].path
                    names.insert(text)
                }
                operations[index].name = text
                repeated.append((operations[index], keeper: operations[order[0]].place))
            }
        }
        return repeated.sorted { $0.operation.place.precedes($1.operation.place) }
    }

    /// An operation, and the place of the operation that keeps its name.
    typealias RepeatedName = (operation: FoundOperation, keeper: SourceLocation)

    // MARK: - Reading an operation

    func readOperation(_ operation: FoundOperation) {
        let node = operation.node
        guard let path = pathTemplate(of: operation) else { return }
        inlineDepth = 0
        var parameters = self.parameters(of: operation, path: path)
        let security = node["security"].flatMap { authentication($0) }
        let configured = authenticationRules.matching(
            path: path.text, method: operation.method, operation: operation.name, tags: texts(node["tags"])
        ).first?.value
        dropIgnored(
            &parameters,
            authentication: configured ?? security ?? options.authentication.whole ?? description.authentication)
        var endpoint = Description.Endpoint(
            name: .init(text: operation.name, place: operation.place), documentation: endpointDocumentation(node),
            deprecation: deprecation(node), tag: texts(node["tags"]).first, tags: texts(node["tags"]),
            method: operation.method, path: path, parameters: parameters,
            response: .init(type: .init(kind: .scalar(.void), place: operation.place), place: operation.place))
        endpoint.authentication = security
        endpoint.baseURL = ownServer(node["servers"] ?? operation.item["servers"])
        readAnswers(of: operation, into: &endpoint)
        readPagination(of: operation, into: &endpoint)
        let others = readBodies(of: operation, into: &endpoint)
        description.endpoints.append(endpoint)
        description.endpoints += others
        description.endpoints += responseTwins(of: operation, endpoint)
        readCallbacks(node["callbacks"])
    }

    private func endpointDocumentation(_ node: Node) -> String? {
        let summary = node["summary"]?.text ?? ""
        let text = node["description"]?.text ?? ""
        let parts = [summary == text ? "" : summary, text].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
    }

    private func pathTemplate(of operation: FoundOperation) -> PathTemplate? {
        do {
            return try PathTemplate(
                parsing: urlPath(operation.path, operation.node, operation.item), allowsRepetitions: true)
        } catch {
            diagnostics.report(.unusablePath(operation.path, error.message, at: operation.place))
            return nil
        }
    }

    // MARK: - Webhooks and callbacks

    /// The payloads of webhooks become models.
    func readWebhooks() {
        for (name, node, _) in pairs(root["webhooks"]) + pairs(root["x-webhooks"]) { readIncoming(name, node) }
    }

    func readCallbacks(_ node: Node?) {
        for (name, callback, _) in pairs(node) {
            guard let callback = resolved(callback) else { continue }
            for (expression, item, _) in pairs(callback) { readIncoming(name, item, at: expression) }
        }
    }

    private func readIncoming(_ name: String, _ node: Node, at expression: String = "") {
        guard let item = resolved(node) else { return }
        for (method, operation, _) in pairs(item) where Self.methods.contains(method) {
            guard let body = operation["requestBody"].flatMap({ resolved($0) }) else { continue }
            for (mediaType, content, _) in pairs(body["content"]) where Self.isJSON(mediaType) {
                guard let schema = content["schema"] else { continue }
                if let reference = schema["$ref"] {
                    if let target = target(of: reference) { _ = model(for: target, reference: reference) }
                } else if models.name(of: schema) == nil {
                    // The model gets a name of its own, so that the receiver can read the payload.
                    _ = models.enter(unnamed: schema, path: [expression, method, name + " webhook"])
                }
                break
            }
        }
    }
}

extension Diagnostic {
    static func repeatedOperation(_ repeated: [OpenAPIReader.RepeatedName]) -> Self {
        let shown = repeated.prefix(3).map { operation, _ -> DiagnosticText in
            "'\(operation.id)' is the 'operationId' of '\(operation.methodAndPath)' too, which is named '\(operation.name)'"
        }
        let others: DiagnosticText = repeated.count > 3 ? "; \(repeated.count - 3) more operations share theirs" : ""
        return .warning(
            "repeated-operation", shown.joined(separator: "; ") + others,
            help: repeated.lazy.compactMap { operation, _ in
                .rename(operation.methodAndPath, to: SwiftNames.name(for: operation.resourceName, .type))
            }.first.map { "\($0 as DiagnosticText) in callsite.yaml gives it a better name" }
                ?? "'renames:' in callsite.yaml gives them better names",
            at: repeated[0].operation.place, notes: [.init("the first is here", at: repeated[0].keeper)])
    }
    static func operationsOfPaths(_ count: Int, _ id: String, _ better: String, at place: SourceLocation) -> Self {
        .warning(
            "operation-ids-of-paths", "\(count) operationIds are nothing but method and path, as '\(id)' is",
            help:
                "write 'naming: {operations: byResource}' in callsite.yaml, which calls it '\(better)', or 'byID', which keeps the ids",
            at: place)
    }
    static func notAnOperation(_ what: DiagnosticText, _ found: DiagnosticText, at place: SourceLocation) -> Self {
        .warning("not-an-operation", "\(what) is a mapping, and this is \(found)", help: "it is left out", at: place)
    }
    static func unusablePath(_ path: String, _ why: DiagnosticText, at place: SourceLocation) -> Self {
        .warning(
            "unusable-path", "'\(path)' can't be the path of a URL: \(why)", help: "the operation is left out",
            at: place)
    }
}
