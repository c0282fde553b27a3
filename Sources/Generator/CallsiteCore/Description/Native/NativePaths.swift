// Paths of the native format, with advice for the path syntax of other tools, and for parameters that were meant for a
// path.

func readPath(_ reader: MappingReader<EndpointKey>, _ diagnostics: inout Diagnostics) -> PathTemplate? {
    guard let text = reader.text(.path, &diagnostics), let node = reader[.path] else {
        if reader.has(.path), reader[.path] == nil {
            diagnostics.report(.badPath("the path is missing", help: "'/' is the root", at: reader.place(of: .path)))
        }
        return nil
    }
    let template = readTemplate(text, node, requiresSlash: true, allowsRepetitions: true, &diagnostics)
    if let template { reportOddSegments(template.plainText, at: text.place, &diagnostics) }
    return template
}

/// Reports segments that are legal, but hardly ever meant: `//`, `*`.
func reportOddSegments(_ path: String, at place: SourceLocation, _ diagnostics: inout Diagnostics) {
    let path = path.prefix { $0 != "?" }
    if path.contains("//") {
        let short = path.split(separator: "/", omittingEmptySubsequences: true).joined(separator: "/")
        diagnostics.report(.emptySegment("/" + short + (path.hasSuffix("/") && !short.isEmpty ? "/" : ""), at: place))
    }
    for segment in path.split(separator: "/") where segment == "*" || segment == "**" {
        diagnostics.report(.starInPath(String(segment), at: place))
    }
}

func readTemplate(
    _ text: Description.Name, _ node: Node, requiresSlash: Bool, allowsRepetitions: Bool = false,
    _ diagnostics: inout Diagnostics
) -> PathTemplate? {
    func report(_ problem: PathTemplate.Problem) {
        let place = text.place.advanced(
            by: problem.range.lowerBound + (node.isPlain ? 0 : 1), length: problem.range.count)
        diagnostics.report(.badPath(problem.message, help: problem.help, at: place))
    }
    if requiresSlash, let problem = ForeignPath(text.text).problem {
        report(problem)
        return nil
    }
    do {
        return try PathTemplate(parsing: text.text, requiresSlash: requiresSlash, allowsRepetitions: allowsRepetitions)
    } catch {
        report(error)
        return nil
    }
}

/// The number of a path's placeholders that are compared with each parameter.
package let placeholderLimit = 50

/// Reports a required parameter whose name suggests that an undeclared placeholder is meant: `order_id` beside `{id}`.
///
/// Either alone is fine: a placeholder needn't be declared, and a parameter that isn't in the path is sent in the
/// query.
func checkPlaceholders(_ placeholders: [String], _ declared: [ParameterParts], _ diagnostics: inout Diagnostics) {
    let inPath = Set(placeholders)
    let pathNames = Set(declared.filter { ($0.location?.value ?? .path) == .path }.map(\.field.wireName))
    let openPlaceholders = placeholders.filter { !pathNames.contains($0) }.prefix(placeholderLimit)
    guard !openPlaceholders.isEmpty else { return }
    for parameter in declared where parameter.location == nil && !inPath.contains(parameter.field.wireName) {
        // Each parameter is compared with each placeholder.
        guard !diagnostics.wantsNoMoreSuggestions else { return }
        let field = parameter.field
        guard !field.isOptional, !field.isNullable, field.defaultValue == nil,
            let placeholder = openPlaceholders.first(where: { isSameName($0, field.wireName) })
        else { continue }
        diagnostics.report(.notThePlaceholder(field.wireName, placeholder, at: field.place))
    }
}

/// Whether a parameter may be meant for a placeholder that is called a bit differently.
package func isSameName(_ placeholder: String, _ name: String) -> Bool {
    let capitalized = placeholder.prefix(1).uppercased() + placeholder.dropFirst()
    return name.hasSuffix("_" + placeholder) || name.hasSuffix("-" + placeholder) || name.hasSuffix(capitalized)
        || placeholder.hasSuffix("_" + name) || placeholder.hasSuffix(name.prefix(1).uppercased() + name.dropFirst())
        || Spelling.suggestion(for: name, among: [placeholder]) != nil
}

/// Keys of an endpoint that stand among its parameters, one level too deep: `response: Order` would be a parameter of
/// the query.
func strayKeys(
    among parameters: Node, of endpoint: MappingReader<EndpointKey>, _ diagnostics: inout Diagnostics
) -> Set<String> {
    var result: Set<String> = []
    for (key, value) in parameters.pairs ?? [] {
        guard let text = key.text, let endpointKey = EndpointKey(rawValue: text), endpoint[endpointKey] == nil,
            isValue(value, of: endpointKey)
        else { continue }
        diagnostics.report(.strayAmongParameters(text, at: key.place))
        result.insert(text)
    }
    return result
}

/// Whether a value makes sense behind a key of an endpoint, but not as a parameter's type.
private func isValue(_ node: Node, of key: EndpointKey) -> Bool {
    let text = node.text ?? ""
    func isModel(_ node: Node) -> Bool {
        if let element = node.elements?.first, node.elements?.count == 1 { return isModel(element) }
        let name = (node.text ?? "").prefix { $0 != "?" && $0 != "<" && $0 != " " }
        return isTypeName(String(name)) && Scalar(rawValue: String(name)) == nil && !(node.text ?? "").contains("|")
    }
    /// It is a mapping, but not the long form of a parameter.
    let hasOtherKeys = node.pairs?.contains { FieldKey(rawValue: $0.key.text ?? "") == nil } == true
    switch key {
    case .response, .error: return isModel(node) || text == "Void"
    case .body: return isModel(node) || hasOtherKeys
    case .path, .links: return text.hasPrefix("/")
    case .method: return EndpointKey.methods.contains(text.uppercased())
    case .errors, .headers, .parameters, .pagination, .success: return hasOtherKeys
    case .use: return node.isSequence
    case .authentication: return AuthenticationKey.words.contains(text)
    case .description: return text.split(separator: " ").count > 3 && !text.contains("=") && !text.contains("|")
    case .name, .baseURL, .timeout, .idempotent, .idempotencyKey, .tag, .deprecated: return false
    }
}

/// `headers: {X-Trace: String?}`: a type where the value itself is sent.
func isTypeOfHeader(_ node: Node) -> Bool {
    guard let text = node.text else { return false }
    // No header has a type's name and a question mark for its value.
    guard node.isPlain || text.hasSuffix("?") else { return false }
    let name = text.hasSuffix("?") ? String(text.dropLast()) : text
    guard let scalar = Scalar(rawValue: name) else { return false }
    // `Accept: JSON` may well be meant.
    return name != text || ![.json, .data, .date, .day, .void, .timestamp].contains(scalar)
}

extension String {
    /// A variable that other tools replace by its value: `${TOKEN}`, `{{token}}` or `$(token)`.
    var variableOfShells: String? {
        for (open, close) in [("${", "}"), ("{{", "}}"), ("$(", ")")] {
            guard let start = firstRange(of: open), let end = self[start.upperBound...].firstRange(of: close),
                start.upperBound < end.lowerBound
            else { continue }
            return String(self[start.lowerBound..<end.upperBound])
        }
        return nil
    }
}

extension Diagnostic {
    static func variableInHeader(_ variable: String, at place: SourceLocation) -> Self {
        .error(
            "type-of-header", "nothing replaces '\(variable)': the value is sent as it is written",
            help:
                "credentials are the session's: write 'authentication: bearer'; for a parameter write '{type: String, in: header}' under "
                + "'parameters:'", at: place)
    }
    static func emptySegment(_ path: String, at place: SourceLocation) -> Self {
        .warning(
            "odd-path", "the path has an empty segment: '//'",
            help: "it is sent so; write '\(path: path)' if it isn't meant", at: place)
    }
    static func starInPath(_ star: String, at place: SourceLocation) -> Self {
        .warning(
            "odd-path", "'\(star)' in a path is literal, not a pattern", help: "write '{path}' for a parameter",
            at: place)
    }
    static func notThePlaceholder(_ name: String, _ placeholder: String, at place: SourceLocation) -> Self {
        .error(
            "not-the-placeholder", "'\(name)' is not in the path, which has {\(placeholder)}",
            help: "give both one name; if this is another parameter write '\(name): {type: …, in: query}'", at: place)
    }
    static func strayAmongParameters(_ key: String, at place: SourceLocation) -> Self {
        .error(
            "misplaced-key", "'\(key)' is among the parameters",
            help: "if the endpoint's key is meant, begin it in the column of 'parameters'", at: place)
    }
    static func typeOfHeader(_ name: String, _ type: String, at place: SourceLocation) -> Self {
        .error(
            "type-of-header", "the value of '\(name)' is sent as it is written, and '\(type)' is a type",
            help:
                "for a parameter write '\(name): {type: \(type), in: header}' under 'parameters:', for a header of the response "
                + "'headers:' under 'response:'; quote the value if it is meant",
            at: place)
    }
}
