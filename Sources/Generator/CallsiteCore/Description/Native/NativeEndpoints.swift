// Endpoints of the native format, with their parameters, bodies, responses and errors by status.

/// The declarations of all files that an endpoint may name.
struct NativeScope {
    var parameterSets: [String: [ParameterParts]] = [:]
    var strategies: [String: Description.Pagination] = [:]
}

func readEndpoint(
    _ name: Description.Name, _ node: Node, in scope: NativeScope, _ diagnostics: inout Diagnostics
) -> Description.Endpoint? {
    if name.text.hasPrefix("/") {
        let keys = (node.pairs ?? []).compactMap { $0.key.text?.uppercased() }
        return diagnostics.fail(
            .endpointNamedByPath(name.text, method: keys.first { EndpointKey.methods.contains($0) }, at: name.place))
    }
    checkTypeName(name, of: "an endpoint", &diagnostics)
    guard let reader = MappingReader<EndpointKey>(node, &diagnostics) else { return nil }
    var method = readMethod(reader, &diagnostics)
    let swiftName = reader.text(.name, &diagnostics)
    if let swiftName { checkTypeName(swiftName, of: "an endpoint", &diagnostics) }
    let baseURL = reader.text(.baseURL, &diagnostics).map { readBaseURL($0, [], &diagnostics).template }
    let path = readPath(reader, &diagnostics)
    let parameters = readParameters(reader, path: path, in: scope, &diagnostics)
    let body = reader[.body].flatMap { readBody($0, &diagnostics) }
    let response = readResponse(reader, &diagnostics)
    let errors = readErrors(error: reader[.error], errors: reader.entries(.errors, &diagnostics), &diagnostics)
    let success = reader[.success].map { readSuccess($0, &diagnostics) } ?? .unsaid
    let headers = readHeaders(reader.entries(.headers, &diagnostics), &diagnostics)
    let authentication = reader[.authentication].flatMap { readAuthentication($0, &diagnostics) }
    let timeout = readTimeout(reader, &diagnostics)
    let isIdempotent = reader.flag(.idempotent, &diagnostics)
    let idempotencyKey = readIdempotencyKey(reader.text(.idempotencyKey, &diagnostics), &diagnostics)
    let pagination = readPaginationUse(reader, in: scope, &diagnostics)
    let links = readLinks(reader[.links], &diagnostics)
    let documentation = reader.text(.description, &diagnostics)?.text
    let deprecation = readDeprecation(reader[.deprecated], &diagnostics)
    let tag = reader.text(.tag, &diagnostics)?.text
    guard let path, let response else { return nil }
    if let body, method == "GET", !reader.has(.method) {
        diagnostics.report(.bodyWithoutMethod(at: body.place))
        method = "POST"
    }
    if method == "HEAD", response.type.kind != .scalar(.void) {
        diagnostics.report(.headWithResponse(at: response.place))
    }
    return .init(
        name: name, swiftName: swiftName, documentation: documentation, deprecation: deprecation, tag: tag,
        method: method, path: path, baseURL: baseURL, parameters: parameters, body: body, response: response,
        errors: errors, success: success, headers: headers, authentication: authentication, timeout: timeout,
        isIdempotent: isIdempotent, idempotencyKey: idempotencyKey, pagination: pagination, links: links)
}

private func readMethod(_ reader: MappingReader<EndpointKey>, _ diagnostics: inout Diagnostics) -> String {
    guard let method = reader.text(.method, &diagnostics) else { return "GET" }
    if EndpointKey.methods.contains(method.text) || EndpointKey.rareMethods.contains(method.text) { return method.text }
    // The method that was probably meant is returned, so that a body causes no second message.
    // `GET /orders`, `POST:`
    let word = String(method.text.uppercased().prefix { $0 != " " && $0 != ":" && $0 != "/" })
    if EndpointKey.methods.contains(word) {
        diagnostics.report(.foreignWord(method.text, for: "method", help: "write 'method: \(word)'", at: method.place))
        return word
    }
    diagnostics.report(.unknownWord(method.text, for: "method", candidates: EndpointKey.methods, at: method.place))
    return Spelling.suggestion(for: method.text, among: EndpointKey.methods) ?? (reader.has(.body) ? "POST" : "GET")
}

// MARK: - Parts that endpoints and the whole API share

func readIdempotencyKey(_ text: Description.Name?, _ diagnostics: inout Diagnostics) -> Description.IdempotencyKey {
    guard let text else { return .unsaid }
    if text.text == "none" { return .none }
    guard text.text.isHeaderName else {
        diagnostics.report(.badHeaderName(text.text, at: text.place))
        return .unsaid
    }
    return .header(text.text)
}

private func readTimeout(_ reader: MappingReader<EndpointKey>, _ diagnostics: inout Diagnostics) -> Double? {
    guard let node = reader[.timeout] else { return nil }
    switch node.value {
    case .integer(let digits)?, .float(let digits)?:
        if let seconds = Double(digits), seconds > 0, seconds <= 86_400 { return seconds }
    default: break
    }
    return diagnostics.fail(
        .wrongValue(of: "timeout", node, expected: "a number of seconds, more than 0 and at most 86400"))
}

private func readPaginationUse(
    _ reader: MappingReader<EndpointKey>, in scope: NativeScope, _ diagnostics: inout Diagnostics
) -> Description.PaginationUse {
    guard let node = reader[.pagination] else { return .unsaid }
    func declaredStrategy(_ name: Description.Name) -> Description.Pagination? {
        if scope.strategies[name.text] == nil {
            diagnostics.report(
                .unknownStrategy(name.text, candidates: scope.strategies.keys.sortedByBytes(), at: name.place))
        }
        return scope.strategies[name.text]
    }
    if let text = node.text {
        if text == "none" { return .none(node.place) }
        guard var strategy = declaredStrategy(.init(text: text, place: node.place)) else { return .unsaid }
        // The endpoint adds no keys, so the strategy must have all required keys.
        checkRequiredKeys(strategy, &diagnostics)
        strategy.place = node.place
        return .strategy(strategy)
    }
    guard let own = MappingReader<StrategyKey>(node, &diagnostics) else { return .unsaid }
    var base: Description.Pagination?
    if let name = own.text(.use, &diagnostics) {
        base = declaredStrategy(name)
        if base == nil { return .unsaid }
    }
    return readStrategy(own, name: nil, over: base, place: node.place, requiresAll: true, &diagnostics).map {
        .strategy($0)
    } ?? .unsaid
}

extension Diagnostic {
    static func endpointNamedByPath(_ path: String, method: String?, at place: SourceLocation) -> Self {
        let name = SwiftNames.name(for: ResourceNames.name(method: method ?? "GET", path: path), .type)
        let key: DiagnosticText = method.flatMap { $0 == "GET" ? nil : "method: \($0), " } ?? ""
        return .error(
            "bad-type-name", "an endpoint needs a name, not its path '\(path: path)'",
            help: "write '\(name): {\(key)path: \(yaml: path)}', an entry for each method", at: place)
    }
    static func bodyWithoutMethod(at place: SourceLocation) -> Self {
        .error(
            "body-without-method", "an endpoint without 'method' is a GET, and this one has a body",
            help: "write 'method: POST', or 'method: GET' if that is meant", at: place)
    }
    static func headWithResponse(at place: SourceLocation) -> Self {
        .error(
            "head-with-response", "the response to HEAD has no body",
            help: "leave 'response' out, or write 'Void' and declare its headers", at: place)
    }
    static func ambiguousMapping(_ key: String, of what: DiagnosticText, at place: SourceLocation) -> Self {
        .error(
            "ambiguous-mapping",
            "this can be read as a \(what)'s long form and as a model with a field called '\(key)'",
            help: key == "fields" || what == "model"
                ? "write 'fields: {\(yaml: key): …}' for the field"
                : "write 'fields: {\(yaml: key): …}' for the field, or name the type alone for the \(what)",
            at: place)
    }
    static func listsWithoutForm(at place: SourceLocation) -> Self {
        .error(
            "lists-without-form", "'lists' says how a form writes lists", help: "add 'encoding: form', or remove it",
            at: place)
    }
    static func onlyForEvents(_ key: String, at place: SourceLocation) -> Self {
        .error(
            "only-for-events", "'\(key)' is for a stream of server-sent events",
            help: "write 'type: stream of T' with 'encoding: sse'", at: place)
    }
    static func streamEncoding(
        _ encoding: Description.ResponseEncoding, isStream: Bool, at place: SourceLocation
    ) -> Self {
        .error(
            "stream-encoding",
            isStream
                ? "a stream can't be '\(encoding.rawValue)'" : "'\(encoding.rawValue)' is the encoding of a stream",
            help: isStream ? "expected 'sse' or 'ndjson'" : "write 'type: stream of T'", at: place)
    }
    static func keyBesideCases(_ key: String, at place: SourceLocation) -> Self {
        .error(
            "key-beside-cases", "'\(key)' and 'cases' exclude each other", help: "say it of a case: '200: {type: …}'",
            at: place)
    }
    static func streamBesideCases(at place: SourceLocation) -> Self {
        .error(
            "key-beside-cases", "one of several responses can't be a stream",
            help: "declare an endpoint of its own for the stream", at: place)
    }
    static func badSuccess(_ text: String, at place: SourceLocation) -> Self {
        .error(
            "bad-status", "'\(text)' isn't a success status",
            help: "write '200', '2XX' or 'default'; others go under 'errors:'", at: place
        )
    }
    static func badHeaderName(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "header-name", "'\(name)' can't be the name of a header or cookie", help: "letters, digits and '-'",
            at: place)
    }
    static func unknownStrategy(_ name: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-strategy", "no pagination strategy is named '\(name)'",
            help: Description.Pagination.Style(rawValue: name) != nil || name == "true"
                ? "write '{style: \(name == "true" ? "page" : name), parameter: …}'"
                : Spelling.help(for: name, among: candidates + ["none"])
                    ?? "declare it under the top-level 'pagination:'",
            at: place)
    }
}
