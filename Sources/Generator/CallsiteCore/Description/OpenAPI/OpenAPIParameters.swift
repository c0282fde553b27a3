// The parameters of an operation, with style, default and optionality.

extension OpenAPIReader {
    /// The parameters of an operation, then those of its path that the operation doesn't replace. The parameters of
    /// Swagger 2.0 that are bodies are left out.
    func parameters(of operation: FoundOperation, path: PathTemplate) -> [Description.Parameter] {
        var result: [Description.Parameter] = []
        let nodes = parameterNodes(of: operation)
        if let whole = nodes.first(where: { $0["in"]?.text == "querystring" }) {
            for node in nodes where !node.isSame(as: whole) && ["query", "querystring"].contains(node["in"]?.text) {
                diagnostics.report(
                    .besideWholeQuery(node["name"]?.text ?? "", whole["name"]?.text ?? "", at: node.place))
            }
        }
        let placeholders = Set(path.placeholders)
        for node in nodes {
            guard let location = node["in"]?.text,
                version != .swagger2 || (location != "body" && location != "formData")
            else { continue }
            if let fields = spread(node) {
                result += fields
                continue
            }
            if let parameter = parameter(node, location, path, placeholders) { result.append(parameter) }
        }
        // A broken reference has already been reported.
        let isUnknown = listedParameters(operation.node, operation.item).contains { node in
            node["$ref"] != nil && quietly { resolved(node) } == nil
        }
        let described = Set(result.lazy.filter { $0.location == .path }.map(\.field.wireName))
        var undescribed: [Description.Parameter] = []
        for name in path.placeholders where !described.contains(name) {
            if !isUnknown { diagnostics.report(.undeclaredPathParameter(name, at: operation.place)) }
            let field = Description.Field(
                wireName: name, type: .init(kind: .scalar(.string), place: operation.place), place: operation.place)
            undescribed.append(.init(location: .path, field: field))
        }
        return undescribed.reversed() + result
    }

    func parameterNodes(of operation: FoundOperation) -> [Node] {
        var result: [Node] = []
        var seen: Set<String> = []
        for element in listedParameters(operation.node, operation.item) {
            guard let node = resolved(element) else { continue }
            guard let name = node["name"]?.text, let location = node["in"]?.text else {
                diagnostics.report(.incompleteParameter(node, at: element.place))
                continue
            }
            if seen.insert(location + " " + name).inserted { result.append(node) }
        }
        return result
    }

    /// The parameters that an operation and its path list. They may be references.
    func listedParameters(_ operation: Node, _ item: Node) -> [Node] {
        (operation["parameters"]?.elements ?? []) + (item["parameters"]?.elements ?? [])
    }

    /// - Parameter placeholders: The names in the path's braces.
    func parameter(
        _ node: Node, _ location: String, _ path: PathTemplate, _ placeholders: Set<String>
    ) -> Description.Parameter? {
        var name = node["name"]?.text ?? ""
        let place = node["name"]?.place ?? node.place
        var style = node["style"]?.text.flatMap { Description.ParameterStyle(rawValue: $0) }
        var explode: Bool? = node["explode"].map { flag($0) }
        // The whole query is one value: an object's fields are its items, JSON is the query itself, without a name
        // (3.2, 4.12.1).
        let isQueryString = location == "querystring"
        if isQueryString { (style, explode) = (.form, true) }
        guard let position = isQueryString ? .query : Description.Parameter.Location(rawValue: location) else {
            diagnostics.report(.unknownParameterPlace(location, at: node["in"]?.place ?? place))
            return nil
        }
        if position == .path {
            name = Self.pathName(name)
            guard placeholders.contains(name) else {
                reportNotInPath(name, path, at: place)
                return nil
            }
        }
        let schema = schema(of: node, called: name, &style, &explode)
        if isQueryString, style != .json, let schema, kind(of: schema) == .array {
            diagnostics.report(.listAsQuery(name, at: place))
            return nil
        }
        var type = schema.map { self.type(of: [$0], at: place, in: .parameter) } ?? .init(.scalar(.string), at: place)
        // JSON or text in place of the query's items has no name.
        let isScalar = if case .scalar = type.type.kind { true } else { false }
        let isWholeQuery = isQueryString && (style == .json || isScalar)
        if position == .path, case .optional(let inner) = type.type.kind { type.type = inner }
        var field = Description.Field(
            wireName: isWholeQuery ? "" : name,
            swiftName: isWholeQuery ? .init(text: SwiftNames.name(for: name, .property), place: place) : nil,
            type: type.type, isOptional: !(flag(node["required"]) || position == .path), place: place)
        // No caller needs to pass the only value of a required parameter.
        if !field.isOptional, case .inline(.enumeration(let cases, let values)) = field.type.kind, cases.count == 1 {
            field.type.kind = .scalar(values == .texts ? .string : values == .integers ? .int : .double)
        }
        complete(&field, by: node, schema)
        // A scalar is written alike in all styles except those that put its name or a dot before it.
        if let schema, case .scalar = kind(of: schema) {
            explode = nil
            if style != .label, style != .matrix, style != .json { style = nil }
        }
        var parameter = Description.Parameter(location: position, field: field, style: style, explode: explode)
        if version == .swagger2, position == .path || position == .query {
            parameter.elements = elementStyles(of: node)
        }
        return parameter
    }

    private func reportNotInPath(_ name: String, _ path: PathTemplate, at place: SourceLocation) {
        // `:id` and `{id` are reported at the path.
        let isReported =
            (path.text.contains("/:") || path.text.contains("%7B"))
            && (path.text.contains("/:\(name)") || path.text.contains("%7B\(name)"))
        guard !isReported else { return }
        let candidates = diagnostics.wantsNoMoreSuggestions ? [] : path.placeholders
        diagnostics.report(.notInPath(name, placeholders: candidates, at: place))
    }

    /// The schema of a parameter's values. Swagger's lists and JSON say the style too.
    private func schema(
        of node: Node, called name: String, _ style: inout Description.ParameterStyle?, _ explode: inout Bool?
    ) -> Node? {
        if version == .swagger2 {
            let collection = Description.ParameterStyle.ofCollection(node["collectionFormat"]?.text)
            (style, explode) = (collection.style ?? style, collection.explodes)
            return node
        }
        if let schema = node["schema"] { return schema }
        guard let content = pairs(node["content"]).first else { return nil }
        let schema = resolved(content.value)?["schema"]
        if Self.isJSON(content.key) {
            style = .json
        } else if ![.form, .text, .any].contains(Self.kind(ofMedia: content.key)), let schema,
            ![.scalar("string"), .any].contains(kind(of: schema))
        {
            // Only the caller can write it.
            diagnostics.report(.parameterOfOtherMedia(name, content.key, at: content.place))
            return nil
        }
        return schema
    }

    /// Adds the facts that a parameter and its schemas state besides the type.
    private func complete(_ field: inout Description.Field, by node: Node, _ schema: Node?) {
        annotate(&field, by: schema.map { [$0] } ?? [])
        (field.isReadOnly, field.isWriteOnly, field.isNullable) = (false, false, false)
        if let text = node["description"]?.text, !text.isEmpty { field.documentation = text }
        if flag(node["deprecated"]) { field.deprecation = .init(message: nil) }
        let value = node["default"] ?? schema?["default"]
        if let value, let text = value.text, !value.isNull {
            field.documentation = Self.paragraphs(field.documentation, "Default: `\(text)`.")
        }
        field.absentValue = value.map(readLiteral)
        field.minimum = (node["minimum"] ?? schema?["minimum"])?.text.flatMap { Int($0) }
        field.example = node["example"].map(readLiteral) ?? example(ofParameter: node) ?? field.example
    }

    /// Swagger 2.0: each list in a list has a `collectionFormat`, `csv` by default (Items Object).
    private func elementStyles(of list: Node) -> [Description.ParameterStyle] {
        var styles: [Description.ParameterStyle] = []
        var list = list
        while let items = list["items"], items["type"]?.text == "array", styles.count < 8 {
            styles.append(Description.ParameterStyle.ofCollection(items["collectionFormat"]?.text).style ?? .form)
            list = items
        }
        return styles
    }

    /// One parameter for each field of a querystring, if `encoding` says how single fields are written; nil: one
    /// parameter holds all fields.
    private func spread(_ node: Node) -> [Description.Parameter]? {
        guard node["in"]?.text == "querystring", let (type, value, _) = pairs(node["content"]).first,
            Self.kind(ofMedia: type) == .form,
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
            guard let own = encoding.value(forKey: field.wireName) else { return parameter }
            let isScalar = if case .scalar(let scalar) = field.type.kind { scalar != .json } else { false }
            if own["style"] != nil || own["explode"] != nil {
                if !isScalar {
                    parameter.style = own["style"]?.text.flatMap { Description.ParameterStyle(rawValue: $0) }
                    parameter.explode = own["explode"].map { flag($0) }
                }
            } else if let type = own["contentType"]?.text, Self.isJSON(type), !isScalar {
                parameter.style = .json
            }
            return parameter
        }
    }

    /// Drops `Accept` and `Content-Type`, which follow from the bodies of request and response (OpenAPI 3.1, 4.8.12.1),
    /// and `Authorization` if a security scheme sets it.
    func dropIgnored(_ parameters: inout [Description.Parameter], authentication: Description.Authentication?) {
        let setsHeader = authentication.map(Self.usesAuthorization) ?? false
        parameters.removeAll { parameter in
            guard parameter.location == .header else { return false }
            switch parameter.field.wireName.lowercased() {
            case "accept", "content-type": return version != .swagger2 || !parameter.field.isOptional
            case "authorization":
                diagnostics.report(.authorizationParameter(isKept: !setsHeader, at: parameter.field.place))
                return setsHeader
            default: return false
            }
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
}

extension Diagnostic {
    static func besideWholeQuery(_ name: String, _ whole: String, at place: SourceLocation) -> Self {
        .warning(
            "query-beside-querystring", "'\(name)' is in the query, all of which '\(whole)' is",
            help: "both are sent; make it a field of '\(whole)', or that a parameter 'in: query'", at: place)
    }
    static func undeclaredPathParameter(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "undeclared-path-parameter", "the path's {\(name)} is not described", help: "it is a String", at: place)
    }
    static func notInPath(_ name: String, placeholders: [String], at place: SourceLocation) -> Self {
        .warning(
            "not-in-the-path", "the path has no {\(name)}",
            help: Spelling.help(
                "the parameter is left out", meant: Spelling.suggestion(for: name, among: placeholders)), at: place)
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
            "media-type-not-written", "Callsite can't write '\(name)' as '\(type)'",
            help: "pass the parameter as a string", at: place)
    }
    static func unknownParameterPlace(_ text: String, at place: SourceLocation) -> Self {
        var help: DiagnosticText = "it is left out; expected 'query', 'path', 'header' or 'cookie'"
        if text == "body" || text == "formData" {
            help = "it is left out; in OpenAPI 3 a body is the operation's 'requestBody'"
        } else if let near = Spelling.suggestion(for: text, among: ["query", "path", "header", "cookie"]) {
            help = "it is left out; did you mean '\(near)'?"
        }
        return .warning(
            "unknown-parameter-place", "a parameter can't be in '\(text)'", help: help, at: place, isPerCause: true)
    }
    static func authorizationParameter(isKept: Bool, at place: SourceLocation) -> Self {
        .warning(
            "authorization-parameter", "credentials aren't parameters",
            help: isKept
                ? "describe a security scheme; the parameter is kept"
                : "the security scheme sets the header; the parameter is left out",
            at: place, isPerCause: true)
    }
}
