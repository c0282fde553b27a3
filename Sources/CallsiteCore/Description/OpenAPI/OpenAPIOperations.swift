// Paths, operations and parameters.

extension OpenAPIReader {
    struct FoundOperation {
        var method: String
        var path: String
        var node: Node
        var item: Node
        var place: SourceLocation
        /// What it is called by, which no other operation is.
        var name: String
        /// Its `operationId`, or what was made of its method and path: others may have the same.
        var id: String
    }

    package static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    // MARK: - Finding them

    /// The operations that the selection keeps, each with a name of its own.
    mutating func findOperations() {
        var found: [FoundOperation] = []
        for (path, node, place) in pairs(root["paths"]) where !path.hasPrefix("x-") {
            var seen: Set<String> = []
            for item in pathItems(node) {
                guard item.isMapping else {
                    diagnostics.report(.notAnOperation("a path", item.kindDescription, at: place))
                    continue
                }
                for (key, value, keyPlace) in pairs(item) where Self.methods.contains(key.lowercased()) {
                    guard seen.insert(key.uppercased()).inserted else { continue }
                    add(&found, key.uppercased(), path, value, item, item.document.file == .main ? keyPlace : place)
                }
                for (method, value, keyPlace) in pairs(item["additionalOperations"])
                where method.isHeaderName && seen.insert(method).inserted {
                    add(&found, method, path, value, item, keyPlace)
                }
            }
        }
        // What names security for some operations means that the others need none (OpenAPI 3.1, 4.8.10.1).
        if description.authentication == nil, root["security"] == nil, found.contains(where: { $0.node["security"] != nil }) {
            description.authentication = Description.Authentication.none
        }
        // All are named before some are chosen: they are chosen by the names that 'inspect' lists.
        let repeated = qualifyRepeatedNames(&found)
        if !options.selection.isEmpty { found = selected(found) }
        if options.naming.operations == nil { suggestResources(found) }
        let kept = options.selection.isEmpty ? nil : Set(found.map(\.place))
        // One that `callsite.yaml` names needs no other name.
        let told = repeated.filter {
            kept?.contains($0.place) ?? true && options.renames[$0.operation] == nil && options.renames[$0.text] == nil
        }
        if !told.isEmpty { diagnostics.report(.repeatedOperation(told)) }
        operations = found
    }

    /// Ids that a tool made of method and path are hard to read, and Callsite can do better.
    private mutating func suggestResources(_ found: [FoundOperation]) {
        var count = 0
        var first: FoundOperation?
        for operation in found {
            guard let id = operation.node["operationId"]?.text, !id.contains("/"), !id.contains(" "),
                ResourceNames.isPathInOneWord(id, method: operation.method, path: operation.path)
            else { continue }
            count += 1
            let size = operation.path.utf8.count
            // The longest says best what is gained.
            if first.map({ size > $0.path.utf8.count }) ?? true { first = operation }
        }
        guard count >= 5, count * 2 > found.count, let first else { return }
        let better = SwiftNames.name(for: ResourceNames.name(method: first.method, path: first.path), .type)
        diagnostics.report(.operationsOfPaths(count, first.name, better, at: first.place))
    }

    /// A path item, and the one that it refers to: operations may stand beside the reference, and go before those behind it.
    private mutating func pathItems(_ node: Node) -> [Node] {
        guard node["$ref"] != nil else { return [node] }
        return [node] + [resolved(node)].compactMap(\.self)
    }

    private mutating func add(
        _ found: inout [FoundOperation], _ method: String, _ path: String, _ value: Node, _ item: Node, _ place: SourceLocation
    ) {
        guard let node = resolved(value) else { return }
        guard node.isMapping else { return diagnostics.report(.notAnOperation("an operation", node.kindDescription, at: place)) }
        let id = node["operationId"]?.text ?? ""
        let operation = FoundOperation(
            method: method, path: path, node: node, item: item, place: node["operationId"]?.place ?? place,
            name: id.isEmpty ? derivedName(method, path) : id, id: id.isEmpty ? derivedName(method, path) : id)
        found.append(operation)
    }

    /// `GET /users/{id}/items` is `get users by id items`.
    private func derivedName(_ method: String, _ path: String) -> String {
        var words = [method.lowercased()]
        for segment in path.prefix(while: { $0 != "#" }).split(separator: "/") {
            if segment.hasPrefix("{"), segment.hasSuffix("}") { words.append("by") }
            words.append(String(segment.filter { $0 != "{" && $0 != "}" }))
        }
        return words.joined(separator: " ")
    }

    /// Of operations with the same `operationId` one keeps it, the one whose path and method come first by their bytes; the others take
    /// method and path behind it.
    private func qualifyRepeatedNames(_ found: inout [FoundOperation]) -> [RepeatedName] {
        var holders: [String: [Int]] = [:]
        for (index, operation) in found.enumerated() { holders[operation.name, default: []].append(index) }
        guard holders.count < found.count else { return [] }
        var taken = Set(holders.keys)
        var repeated: [RepeatedName] = []
        for (name, group) in holders where group.count > 1 {
            let order = group.sorted { a, b in
                (found[a].path + " " + found[a].method).precedes(found[b].path + " " + found[b].method)
            }
            for index in order.dropFirst() {
                let own = derivedName(found[index].method, found[index].path)
                // One that was derived is as long as it gets: what differs is a sign that isn't part of a name.
                var text = name == own ? own + (found[index].path.hasSuffix("/") ? " slash" : " again") : name + " " + own
                if !taken.insert(text).inserted {
                    text += " " + found[index].path
                    taken.insert(text)
                }
                found[index].name = text
                repeated.append(
                    .init(
                        name: name, operation: found[index].method + " " + found[index].path,
                        resource: ResourceNames.name(method: found[index].method, path: found[index].path), text: text,
                        place: found[index].place, keeper: found[order[0]].place))
            }
        }
        return repeated.sorted { $0.place.precedes($1.place) }
    }

    struct RepeatedName {
        var name: String
        /// Method and path.
        var operation: String
        /// A name made of these.
        var resource: String
        var text: String
        var place: SourceLocation
        var keeper: SourceLocation
    }

    // MARK: - Reading one

    mutating func readOperation(_ operation: FoundOperation) {
        let node = operation.node
        guard var path = pathTemplate(operation.path, at: operation.place) else { return }
        inlineDepth = 0
        var parameters = self.parameters(of: operation, path: &path)
        let security = node["security"].flatMap { authentication($0) }
        let configured = authenticationRules.matching(
            path: path.text, method: operation.method, operation: operation.name, tags: texts(node["tags"])
        ).first?.value
        dropIgnored(&parameters, authentication: configured ?? security ?? options.authentication.whole ?? description.authentication)
        var endpoint = Description.Endpoint(
            name: .init(text: operation.name, place: operation.place), documentation: endpointDocumentation(node),
            deprecation: deprecation(node), tag: texts(node["tags"]).first, tags: texts(node["tags"]), method: operation.method, path: path,
            parameters: parameters.map(\.parameter),
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
        let parts = summary == text ? [summary] : [summary, text]
        let joined = parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
        return joined.isEmpty ? nil : joined
    }

    /// A path that can stand in a URL: what can't is percent-encoded, a fragment is no part of it.
    private mutating func pathTemplate(_ text: String, at place: SourceLocation) -> PathTemplate? {
        var clean = ""
        let scalars = Array(text.unicodeScalars)
        var at = 0
        while at < scalars.count, scalars[at] != "#" {
            let scalar = scalars[at]
            // `{?from,to}`: RFC 6570's way of listing the parameters of the query, which OpenAPI lists elsewhere.
            if let end = Self.queryExpressionEnd(scalars, at) {
                at = end + 1
                continue
            }
            if scalar == "{", let end = scalars[at...].firstIndex(of: "}"), end > at + 1,
                scalars[at + 1..<end].allSatisfy({ $0 != "{" && $0 != "/" && $0.value > 0x20 })
            {
                clean.unicodeScalars.append(contentsOf: scalars[at...end])
                at = end + 1
                continue
            }
            let isEncoded =
                scalar == "%" && at + 2 < scalars.count && scalars[at + 1].properties.isASCIIHexDigit
                && scalars[at + 2].properties.isASCIIHexDigit
            if isEncoded || (scalar.isASCII && scalar.value > 0x20 && !"\"<>\\^`|\u{7F}%{}".unicodeScalars.contains(scalar)) {
                clean.unicodeScalars.append(scalar)
            } else {
                for byte in String(scalar).utf8 { clean += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }
            }
            at += 1
        }
        if !clean.hasPrefix("/") { clean = "/" + clean }
        do {
            return try PathTemplate(parsing: clean, allowsRepetitions: true)
        } catch {
            diagnostics.report(.unusablePath(text, error.message, at: place))
            return nil
        }
    }

    /// Where `{?…}` or `{&…}` ends that begins at a position; nil: none does.
    static func queryExpressionEnd(_ scalars: [Unicode.Scalar], _ at: Int) -> Int? {
        guard scalars[at] == "{", at + 1 < scalars.count, scalars[at + 1] == "?" || scalars[at + 1] == "&" else { return nil }
        return scalars[at...].firstIndex(of: "}")
    }

    // MARK: - Parameters

    struct ReadParameter {
        var parameter: Description.Parameter
        var node: Node
    }

    /// The operation's own, then those of its path that it doesn't replace. Bodies of Swagger 2.0 are not among them.
    private mutating func parameters(of operation: FoundOperation, path: inout PathTemplate) -> [ReadParameter] {
        var result: [ReadParameter] = []
        let nodes = parameterNodes(of: operation)
        if let whole = nodes.first(where: { $0["in"]?.text == "querystring" }) {
            for node in nodes where !node.isSame(as: whole) && ["query", "querystring"].contains(node["in"]?.text) {
                diagnostics.report(.besideWholeQuery(node["name"]?.text ?? "", whole["name"]?.text ?? "", at: node.place))
            }
        }
        for node in nodes {
            guard let location = node["in"]?.text, version != .swagger2 || (location != "body" && location != "formData") else { continue }
            if let fields = spread(node) {
                result += fields
                continue
            }
            guard let parameter = parameter(node, location, path) else { continue }
            result.append(.init(parameter: parameter, node: node))
        }
        // Of a reference that leads nowhere that has been told.
        let lists = [operation.node["parameters"], operation.item["parameters"]]
        let isUnknown = lists.contains { ($0?.elements ?? []).contains { $0["$ref"] != nil && resolved($0, isTold: true) == nil } }
        for name in path.placeholders
        where !result.contains(where: { $0.parameter.location == .path && $0.parameter.field.wireName == name }) {
            if !isUnknown { diagnostics.report(.undeclaredPathParameter(name, at: operation.place)) }
            let field = Description.Field(
                wireName: name, type: .init(kind: .scalar(.string), place: operation.place), place: operation.place)
            result.insert(.init(parameter: .init(location: .path, field: field), node: operation.node), at: 0)
        }
        return result
    }

    mutating func parameterNodes(of operation: FoundOperation) -> [Node] {
        var result: [Node] = []
        var seen: Set<String> = []
        for list in [operation.node["parameters"], operation.item["parameters"]] {
            for element in list?.elements ?? [] {
                guard let node = resolved(element) else { continue }
                guard let name = node["name"]?.text, let location = node["in"]?.text else {
                    diagnostics.report(.incompleteParameter(node, at: element.place))
                    continue
                }
                if seen.insert(location + " " + name).inserted { result.append(node) }
            }
        }
        return result
    }

    private mutating func parameter(_ node: Node, _ location: String, _ path: PathTemplate) -> Description.Parameter? {
        let name = node["name"]?.text ?? ""
        let place = node["name"]?.place ?? node.place
        var style = node["style"]?.text.flatMap { Description.ParameterStyle(rawValue: $0) }
        var explode: Bool? = node["explode"].map { flag($0) }
        let known: Description.Parameter.Location
        switch location {
        case "path":
            known = .path
            // `{+path}` and `{path*}` name the same parameter.
            guard path.placeholders.contains(name) else {
                // `:id` and `{id` are told at the path.
                let isTold = path.text.contains("/:\(name)") || path.text.contains("%7B\(name)")
                if !isTold { diagnostics.report(.notInPath(name, placeholders: path.placeholders, at: place)) }
                return nil
            }
        case "query": known = .query
        case "querystring":
            // The whole query is one value: an object's fields are its items, JSON is the query itself, without a name (3.2, 4.12.1).
            known = .query
            (style, explode) = (.form, true)
        case "header": known = .header
        case "cookie": known = .cookie
        default:
            diagnostics.report(.unknownParameterPlace(location, at: node["in"]?.place ?? place))
            return nil
        }
        var schemas = node["schema"].map { [$0] } ?? []
        if version == .swagger2 {
            schemas = [node]
            collectionFormat(node["collectionFormat"], &style, &explode)
        } else if schemas.isEmpty, let content = pairs(node["content"]).first {
            schemas = resolved(content.value)?["schema"].map { [$0] } ?? []
            if Self.isJSON(content.key) {
                style = .json
            } else if ![.form, .text, .any].contains(Self.kind(ofMedia: content.key)), let schema = schemas.first,
                ![.scalar("string"), .any].contains(kind(of: schema))
            {
                // Only the caller can write it.
                diagnostics.report(.parameterOfOtherMedia(name, content.key, at: content.place))
                schemas = []
            }
        }
        if location == "querystring", style != .json, !schemas.isEmpty, kind(of: schemas[0]) == .array {
            diagnostics.report(.listAsQuery(name, at: place))
            return nil
        }
        var type =
            schemas.isEmpty ? ReadType(type: .init(kind: .scalar(.string), place: place)) : type(of: schemas, at: place, in: .parameter)
        // JSON or text in place of the query's items has no name.
        var isWholeQuery = location == "querystring" && style == .json
        if location == "querystring", case .scalar = type.type.kind { isWholeQuery = true }
        if known == .path, case .optional(let inner) = type.type.kind { type.type = inner }
        var field = Description.Field(
            wireName: isWholeQuery ? "" : name,
            swiftName: isWholeQuery ? .init(text: SwiftNames.name(for: name, .property), place: place) : nil,
            type: type.type, isOptional: !(flag(node["required"]) || known == .path), place: place)
        // One value that is always sent needs no caller to write it.
        if !field.isOptional, case .inline(.enumeration(let cases, let values)) = field.type.kind, cases.count == 1 {
            field.type.kind = .scalar(values == .texts ? .string : values == .integers ? .int : .double)
        }
        annotate(&field, by: schemas)
        (field.isReadOnly, field.isWriteOnly, field.isNullable) = (false, false, false)
        if let text = node["description"]?.text, !text.isEmpty { field.documentation = text }
        if flag(node["deprecated"]) { field.deprecation = .init(message: nil) }
        if let value = node["default"] ?? schemas.first?["default"], let text = value.text, !value.isNull {
            let told = "Default: `\(text)`."
            field.documentation = field.documentation.map { $0 + "\n\n" + told } ?? told
        }
        let literal = node["default"] ?? schemas.first?["default"]
        field.absentValue = literal.map { self.literal($0) }
        field.minimum = (node["minimum"] ?? schemas.first?["minimum"])?.text.flatMap { Int($0) }
        field.example = (node["example"].map { self.literal($0) }) ?? field.example
        if flag(node["allowReserved"]) { diagnostics.report(.allowReserved(name, at: place)) }
        // A scalar looks alike in all styles but those that put its name or a dot before it.
        if let schema = schemas.first, case .scalar = kind(of: schema) {
            explode = nil
            if style != .label, style != .matrix, style != .json { style = nil }
        }
        // What `explode` would be anyway, and where it means nothing.
        if explode == (style ?? defaultStyle(known) == .form) || style == .deepObject || style == .json { explode = nil }
        return .init(location: known, field: field, style: style == defaultStyle(known) ? nil : style, explode: explode)
    }

    /// A querystring whose fields are written in ways of their own is a parameter for each of them; nil: one parameter holds them all.
    private mutating func spread(_ node: Node) -> [ReadParameter]? {
        guard node["in"]?.text == "querystring", let (type, value, _) = pairs(node["content"]).first, Self.kind(ofMedia: type) == .form,
            let media = resolved(value), let encoding = media["encoding"], encoding.isMapping, encoding.isFilled,
            let schema = media["schema"], let parts = objectParts(of: schema), !parts.properties.isEmpty
        else { return nil }
        let fields = formFields(parts, in: .parameter)
        let names = Set(fields.map(\.wireName))
        for (name, _, place) in pairs(encoding) where !names.contains(name) {
            diagnostics.report(.encodingOfNothing(name, of: "the query", at: place))
        }
        return fields.map { field in
            var field = field
            if !flag(node["required"]) { field.isOptional = true }
            (field.isReadOnly, field.isWriteOnly, field.isNullable) = (false, false, false)
            var parameter = Description.Parameter(location: .query, field: field)
            guard let own = encoding.value(forKey: field.wireName) else { return .init(parameter: parameter, node: node) }
            let isScalar = if case .scalar(let scalar) = field.type.kind { scalar != .json } else { false }
            if own["style"] != nil || own["explode"] != nil {
                let style = own["style"]?.text.flatMap { Description.ParameterStyle(rawValue: $0) } ?? .form
                let explode = own["explode"].map { flag($0) } ?? (style == .form)
                if !isScalar {
                    parameter.style = style == .form ? nil : style
                    if style != .deepObject, explode != (style == .form) { parameter.explode = explode }
                }
            } else if let type = own["contentType"]?.text, Self.isJSON(type), !isScalar {
                parameter.style = .json
            }
            return .init(parameter: parameter, node: node)
        }
    }

    private func defaultStyle(_ location: Description.Parameter.Location) -> Description.ParameterStyle {
        location == .query || location == .cookie ? .form : .simple
    }

    /// Swagger 2.0's way of saying how lists are written.
    func collectionFormat(_ node: Node?, _ style: inout Description.ParameterStyle?, _ explode: inout Bool?) {
        switch node?.text {
        case "multi": explode = true
        case "ssv": (style, explode) = (.spaceDelimited, false)
        case "pipes": (style, explode) = (.pipeDelimited, false)
        case "tsv": (style, explode) = (.tabDelimited, false)
        default: explode = false
        }
    }

    /// `Accept` and `Content-Type` follow from what is sent and read (OpenAPI 3.1, 4.8.12.1); `Authorization` where a security scheme
    /// sets it.
    private mutating func dropIgnored(_ parameters: inout [ReadParameter], authentication: Description.Authentication?) {
        parameters.removeAll { read in
            guard read.parameter.location == .header else { return false }
            switch read.parameter.field.wireName.lowercased() {
            case "accept", "content-type": return version != .swagger2 || !read.parameter.field.isOptional
            default: return false
            }
        }
        let setsHeader = authentication.map(Self.usesAuthorization) ?? false
        for read in parameters where read.parameter.location == .header && read.parameter.field.wireName.lowercased() == "authorization" {
            diagnostics.report(.authorizationParameter(isKept: !setsHeader, at: read.parameter.field.place))
        }
        if setsHeader {
            parameters.removeAll { $0.parameter.location == .header && $0.parameter.field.wireName.lowercased() == "authorization" }
        }
    }

    private static func usesAuthorization(_ authentication: Description.Authentication) -> Bool {
        switch authentication {
        case .bearer, .basic: true
        case .header(let name): name.lowercased() == "authorization"
        case .all(let parts), .oneOf(let parts): parts.contains(where: usesAuthorization)
        case .none, .query, .cookie: false
        }
    }

    // MARK: - What comes the other way

    /// The payloads of webhooks become models.
    mutating func readWebhooks() {
        for (name, node, _) in pairs(root["webhooks"]) + pairs(root["x-webhooks"]) { readIncoming(name, node) }
    }

    mutating func readCallbacks(_ node: Node?) {
        for (name, callback, _) in pairs(node) {
            guard let callback = resolved(callback) else { continue }
            for (expression, item, _) in pairs(callback) { readIncoming(name, item, at: expression) }
        }
    }

    private mutating func readIncoming(_ name: String, _ node: Node, at expression: String = "") {
        guard let item = resolved(node) else { return }
        for (method, operation, _) in pairs(item) where Self.methods.contains(method) {
            guard let body = operation["requestBody"].flatMap({ resolved($0) }) else { continue }
            for (mediaType, content, _) in pairs(body["content"]) where Self.isJSON(mediaType) {
                guard let schema = content["schema"] else { continue }
                if let reference = schema["$ref"] {
                    if let target = target(of: reference) { _ = model(for: target, reference: reference) }
                } else if models[NodeID(schema)] == nil {
                    // Called by its own name, so that what a server sends can be read by whoever receives it.
                    let key = "\u{0}\(NodeID(schema).file)#\(NodeID(schema).index)"
                    models[NodeID(schema)] = key
                    pending.append(.init(name: key, title: nil, node: schema, path: [expression, method, name + " webhook"]))
                    described.insert(NodeID(schema))
                }
                break
            }
        }
    }
}

extension Diagnostic {
    static func besideWholeQuery(_ name: String, _ whole: String, at place: SourceLocation) -> Self {
        .warning(
            "query-beside-querystring", "'\(name)' is in the query, all of which '\(whole)' is",
            help: "both are sent; make it a field of '\(whole)', or that a parameter 'in: query'", at: place)
    }
    static func repeatedOperation(_ repeated: [OpenAPIReader.RepeatedName]) -> Self {
        let told = repeated.prefix(3).map {
            "'\($0.name)' is the 'operationId' of '\($0.operation)' too, which is named '\($0.text)'" as DiagnosticText
        }
        let others: DiagnosticText = repeated.count > 3 ? "; \(repeated.count - 3) more operations share theirs" : ""
        return .warning(
            "repeated-operation", told.joined(separator: "; ") + others,
            help: repeated.lazy.compactMap { .rename($0.operation, to: SwiftNames.name(for: $0.resource, .type)) }.first.map {
                "\($0 as DiagnosticText) in callsite.yaml gives it a better name"
            } ?? "'renames:' in callsite.yaml gives them better names",
            at: repeated[0].place, notes: [.init("the first is here", at: repeated[0].keeper)])
    }
    static func operationsOfPaths(_ count: Int, _ id: String, _ better: String, at place: SourceLocation) -> Self {
        .warning(
            "operation-ids-of-paths", "\(count) operationIds are nothing but method and path, as '\(id)' is",
            help: "'naming: {operations: byResource}' in callsite.yaml calls it '\(better)'; 'byID' keeps the ids", at: place)
    }
    static func notAnOperation(_ what: DiagnosticText, _ found: DiagnosticText, at place: SourceLocation) -> Self {
        .warning("not-an-operation", "\(what) is a mapping, and this is \(found)", help: "it is left out", at: place)
    }
    static func unusablePath(_ path: String, _ why: DiagnosticText, at place: SourceLocation) -> Self {
        .warning("unusable-path", "'\(path)' can't be the path of a URL: \(why)", help: "the operation is left out", at: place)
    }
    static func undeclaredPathParameter(_ name: String, at place: SourceLocation) -> Self {
        .warning("undeclared-path-parameter", "the path's {\(name)} is not described", help: "it is a String", at: place)
    }
    static func notInPath(_ name: String, placeholders: [String], at place: SourceLocation) -> Self {
        .warning(
            "not-in-the-path", "the path has no {\(name)}",
            help: Spelling.suggestion(for: name, among: placeholders).map { "the parameter is left out; did you mean '\($0)'?" }
                ?? "the parameter is left out", at: place)
    }
    static func incompleteParameter(_ node: Node, at place: SourceLocation) -> Self {
        let missing = ["name", "in"].filter { node.value(forKey: $0)?.text == nil }
        return .warning(
            "incomplete-parameter",
            node.isMapping
                ? "this parameter has no \(DiagnosticText.list(missing, "and no"))"
                : "a parameter is a mapping, and this is \(node.kindDescription)",
            help: "it is left out; write '{name: page, in: query, schema: {type: string}}'", at: place)
    }
    static func listAsQuery(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "list-as-query", "'\(name)' is the whole query, and the elements of a list have no names there",
            help: "the parameter is left out", at: place)
    }
    static func parameterOfOtherMedia(_ name: String, _ type: String, at place: SourceLocation) -> Self {
        .warning(
            "media-type-not-written", "Callsite can't write '\(name)' as '\(type)'", help: "pass the parameter as a string", at: place)
    }
    static func unknownParameterPlace(_ text: String, at place: SourceLocation) -> Self {
        var help: DiagnosticText = "it is left out; expected 'query', 'path', 'header' or 'cookie'"
        if text == "body" || text == "formData" {
            help = "it is left out; in OpenAPI 3 a body is the operation's 'requestBody'"
        } else if let near = Spelling.suggestion(for: text, among: ["query", "path", "header", "cookie"]) {
            help = "it is left out; did you mean '\(near)'?"
        }
        return .warning("unknown-parameter-place", "a parameter can't be in '\(text)'", help: help, at: place).oncePerCause
    }
    static func allowReserved(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "reserved-characters-encoded", "'\(name)' allows reserved characters", help: "they are percent-encoded, which means the same",
            at: place)
    }
    static func authorizationParameter(isKept: Bool, at place: SourceLocation) -> Self {
        .warning(
            "authorization-parameter", "credentials aren't parameters",
            help: isKept
                ? "describe a security scheme; the parameter is kept" : "the security scheme sets the header; the parameter is left out",
            at: place
        ).oncePerCause
    }
}
