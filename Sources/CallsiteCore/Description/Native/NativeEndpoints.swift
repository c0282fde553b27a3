// Endpoints of the native format, and what only they hold: parameters, bodies, responses, errors by status.

/// What all files of the description declare and an endpoint may name.
struct NativeScope {
    var parameterSets: [String: [ParameterParts]] = [:]
    var strategies: [String: Description.Pagination] = [:]
}

func readEndpoint(
    _ name: Description.Name, _ node: Node, in scope: NativeScope, _ diagnostics: inout Diagnostics
) -> Description.Endpoint? {
    if name.text.hasPrefix("/") {
        let keys = (node.pairs ?? []).compactMap { $0.key.text?.uppercased() }
        diagnostics.report(.endpointNamedByPath(name.text, method: keys.first { EndpointKey.methods.contains($0) }, at: name.place))
        return nil
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
    let errors = readErrors(error: reader[.error], errors: reader.entries(.errors, of: "'errors'", &diagnostics), &diagnostics)
    let success = reader[.success].map { readSuccess($0, &diagnostics) } ?? .unsaid
    let headers = readHeaders(reader.entries(.headers, of: "'headers'", &diagnostics), &diagnostics)
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
        name: name, swiftName: swiftName, documentation: documentation, deprecation: deprecation, tag: tag, method: method, path: path,
        baseURL: baseURL, parameters: parameters, body: body, response: response, errors: errors, success: success,
        headers: headers,
        authentication: authentication, timeout: timeout,
        isIdempotent: isIdempotent, idempotencyKey: idempotencyKey, pagination: pagination, links: links)
}

private func readMethod(_ reader: MappingReader<EndpointKey>, _ diagnostics: inout Diagnostics) -> String {
    guard let method = reader.text(.method, &diagnostics) else { return "GET" }
    guard EndpointKey.methods.contains(method.text) || EndpointKey.rareMethods.contains(method.text) else {
        // `GET /orders`, `POST:`
        let word = String(method.text.uppercased().prefix { $0 != " " && $0 != ":" && $0 != "/" })
        diagnostics.report(
            EndpointKey.methods.contains(word)
                ? .foreignWord(method.text, for: "method", help: "write 'method: \(word)'", at: method.place)
                : .unknownWord(method.text, for: "method", known: EndpointKey.methods, at: method.place))
        // What it was meant as, so that a body causes no second message.
        return EndpointKey.methods.contains(word)
            ? word : Spelling.suggestion(for: method.text, among: EndpointKey.methods) ?? (reader.has(.body) ? "POST" : "GET")
    }
    return method.text
}

/// What the endpoint declares, in its order, then what the sets add. Unless it declares all that is in the path: that comes first then, in
/// the path's order.
private func readParameters(
    _ reader: MappingReader<EndpointKey>, path: PathTemplate?, in scope: NativeScope, _ diagnostics: inout Diagnostics
) -> [Description.Parameter] {
    let stray = reader[.parameters].map { strayKeys(among: $0, of: reader, &diagnostics) } ?? []
    let declared = reader[.parameters].map { readParameterList($0, without: stray, &diagnostics) } ?? []
    var added: [ParameterParts] = []
    var names = Set(declared.map(\.field.wireName))
    for use in reader.texts(.use, &diagnostics) {
        guard let set = scope.parameterSets[use.text] else {
            diagnostics.report(.unknownParameterSet(use.text, known: scope.parameterSets.keys.sortedByBytes(), at: use.place))
            continue
        }
        // An endpoint's own parameter wins over the set's.
        for parameter in set where names.insert(parameter.field.wireName).inserted { added.append(parameter) }
    }
    guard let path else { return [] }
    let placeholders = path.placeholders
    checkPlaceholders(placeholders, declared, &diagnostics)
    let inTemplate = Set(placeholders)
    func parameter(_ parts: ParameterParts) -> Description.Parameter {
        let name = parts.field.wireName
        let location = parts.location?.value ?? (inTemplate.contains(name) ? .path : .query)
        let parameter = Description.Parameter(
            location: location, field: parts.field, style: parts.style, explode: parts.explode, part: parts.part?.text)
        if let part = parts.part, location != .header { diagnostics.report(.partWithoutHeader(at: part.place)) }
        if location == .path {
            if !inTemplate.contains(name) {
                diagnostics.report(
                    .notInPath(name, placeholders: placeholders, path: path.text, at: parts.location?.place ?? parts.field.place))
            }
            if parts.field.isOptional || parts.field.isNullable { diagnostics.report(.optionalPathParameter(name, at: parts.field.place)) }
        }
        checkStyle(parameter, &diagnostics)
        return parameter
    }
    // Where the endpoint says what it is, one value may well stand in two places.
    if let node = reader[.path], path.parts.count(where: { $0.isPlaceholder }) > placeholders.count,
        let repeated = path.firstRepeated(but: Set(declared.map(\.field.wireName)))
    {
        let place = node.place.advanced(
            by: path.offset(ofRepeated: repeated) + (node.isPlain ? 0 : 1), length: repeated.unicodeScalars.count + 2)
        diagnostics.report(
            .badPath(
                "'{\(repeated)}' comes twice", help: "give each its own name, or declare '\(repeated)' if both are one value", at: place))
    }
    let own = declared.map(parameter)
    let shared = added.map(parameter)
    let place = reader[.path]?.place ?? reader.place
    var known: [String: Description.Parameter] = [:]
    for parameter in shared + own where parameter.location == .path { known[parameter.field.wireName] = parameter }
    let ordered = Set(own.filter { $0.location == .path }.map(\.field.wireName))
    guard inTemplate.isSubset(of: ordered) else {
        let inPath = placeholders.map { name in
            known[name]
                ?? .init(location: .path, field: .init(wireName: name, type: .init(kind: .scalar(.string), place: place), place: place))
        }
        return inPath + (own + shared).filter { $0.location != .path }
    }
    return own.filter { $0.location != .path || inTemplate.contains($0.field.wireName) } + shared.filter { $0.location != .path }
}

/// The entries of `parameters:` or of a parameter set.
func readParameterList(_ node: Node, without stray: Set<String> = [], _ diagnostics: inout Diagnostics) -> [ParameterParts] {
    guard let pairs = node.pairs else {
        diagnostics.report(.notAMapping("'parameters'", node))
        return []
    }
    struct Identity: Hashable {
        var name: String
        var location: Description.Parameter.Location?
    }
    var result: [ParameterParts] = []
    var first: [Identity: SourceLocation] = [:]
    for pair in withoutCutEnums(pairs, in: node, &diagnostics, name: \.text) {
        guard !stray.contains(pair.key.text ?? "") else { continue }
        let read =
            pair.isCut
            ? cutField(pair.key).map { ParameterParts(field: $0) } : readField(pair.key, pair.value, isParameter: true, &diagnostics)
        guard let parts = read else { continue }
        let identity = Identity(name: parts.field.wireName, location: parts.location?.value)
        if let earlier = first[identity] {
            diagnostics.report(.duplicateField(parts.field.wireName, at: parts.field.place, first: earlier))
        } else {
            first[identity] = parts.field.place
            result.append(parts)
        }
    }
    return result
}

/// Which styles go with which location: OpenAPI 3.1, section 4.8.12.2.
private func checkStyle(_ parameter: Description.Parameter, _ diagnostics: inout Diagnostics) {
    guard let style = parameter.style else { return }
    let allowed: [Description.ParameterStyle] =
        switch parameter.location {
        case .path: [.simple, .label, .matrix, .spaceDelimited, .pipeDelimited, .tabDelimited, .json]
        case .query: [.form, .spaceDelimited, .pipeDelimited, .tabDelimited, .deepObject, .json]
        case .header: [.simple, .spaceDelimited, .pipeDelimited, .tabDelimited, .json]
        case .cookie: [.form, .json]
        }
    if style == .json, parameter.explode != nil { diagnostics.report(.explodedJSON(at: parameter.field.place)) }
    if !allowed.contains(style) {
        diagnostics.report(.styleInPlace(style, parameter.location, allowed: allowed.map(\.rawValue), at: parameter.field.place))
    }
}

// MARK: - What endpoints and the whole API have in common

func readIdempotencyKey(_ text: Description.Name?, _ diagnostics: inout Diagnostics) -> Description.IdempotencyKey {
    guard let text else { return .unsaid }
    if text.text == "none" { return .none }
    guard text.text.isHeaderName else {
        diagnostics.report(.badHeaderName(text.text, at: text.place))
        return .unsaid
    }
    return .header(text.text)
}

/// `error:` and `errors:`.
func readErrors(
    error: Node?, errors: [(key: Description.Name, value: Node)], _ diagnostics: inout Diagnostics
) -> [Description.ErrorBody] {
    var result: [Description.ErrorBody] = []
    for (key, value) in errors {
        guard let status = Description.StatusPattern(key.text) else {
            diagnostics.report(.badStatus(key.text, at: key.place))
            continue
        }
        guard let type = readType(value, rules: [], &diagnostics) else { continue }
        result.append(.init(status: status, type: type.type, place: key.place))
    }
    if let error, let type = readType(error, rules: [], &diagnostics) {
        if let other = result.first(where: { $0.status == .any }) {
            diagnostics.report(.errorAndDefault(at: error.place, other: other.place))
        }
        result.append(.init(status: .any, type: type.type, place: error.place))
    }
    return result
}

extension Description.StatusPattern {
    init?(_ text: String) {
        if text == "default" {
            self = .any
        } else if let status = Int(text), (100...599).contains(status), text.utf8.count == 3 {
            self = .exactly(status)
        } else if text.utf8.count == 3, text.hasSuffix("XX"), let digit = text.first?.wholeNumberValue, (1...5).contains(digit) {
            self = .family(digit)
        } else {
            return nil
        }
    }
}

func readHeaders(_ entries: [(key: Description.Name, value: Node)], _ diagnostics: inout Diagnostics) -> [Description.Header] {
    var result: [Description.Header] = []
    var first: [String: SourceLocation] = [:]
    for (key, value) in entries {
        guard key.text.isHeaderName else {
            diagnostics.report(.badHeaderName(key.text, at: key.place))
            continue
        }
        guard let text = value.text else {
            diagnostics.report(.wrongValue(of: key.text, found: value.kindDescription, expected: "text", at: value.place))
            continue
        }
        if isTypeOfHeader(value) {
            diagnostics.report(.typeOfHeader(key.text, text, at: value.place))
            continue
        }
        if let variable = text.variableOfShells {
            diagnostics.report(.variableInHeader(variable, at: value.place))
            continue
        }
        if text.unicodeScalars.contains(where: { ($0.value < 0x20 && $0 != "\t") || $0.value == 0x7F }) {
            diagnostics.report(.badHeaderValue(key.text, at: value.place))
            continue
        }
        if let earlier = first.updateValue(key.place, forKey: key.text.lowercased()) {
            diagnostics.report(.duplicateField(key.text, at: key.place, first: earlier))
            continue
        }
        if key.text.isHeaderOfCredentials { diagnostics.report(.credentialInHeader(key.text, at: value.place)) }
        result.append(.init(name: key.text, value: text, place: key.place))
    }
    return result
}

extension String {
    /// A header that holds a credential wherever it is used.
    fileprivate var isHeaderOfCredentials: Bool {
        ["authorization", "proxy-authorization", "cookie", "x-api-key", "api-key", "x-auth-token", "x-access-token"].contains(lowercased())
    }
}

extension Diagnostic {
    fileprivate static func credentialInHeader(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "credential-in-header", "the value of '\(name)' becomes part of the code, for everybody who has it to read",
            help: name.lowercased().hasSuffix("authorization")
                ? "write 'authentication: bearer', and give the session the credential"
                : "write 'authentication: {header: \(name)}', and give the session the credential",
            at: place)
    }
}

extension String {
    /// A token of RFC 9110, section 5.6.2.
    var isHeaderName: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}

/// A word, a mapping, or a list of them, of which the caller has one.
func readAuthentication(_ node: Node, _ diagnostics: inout Diagnostics) -> Description.Authentication? {
    if let elements = node.elements {
        let alternatives = elements.compactMap { readAuthentication($0, &diagnostics) }
        guard alternatives.count == elements.count else { return nil }
        if alternatives.isEmpty {
            diagnostics.report(
                .wrongValue(of: "authentication", found: node.kindDescription, expected: "at least one way, or 'none'", at: node.place))
        }
        return alternatives.count < 2 ? alternatives.first : .oneOf(alternatives)
    }
    if let text = node.text {
        switch text {
        case "none": return Description.Authentication.none
        case "bearer": return .bearer
        case "basic": return .basic
        default:
            diagnostics.report(
                AuthenticationKey.foreign(text.split(separator: " ").first.map(String.init) ?? text).map {
                    .foreignWord(String(text.prefix { $0 != " " }), for: "authentication", help: $0.help, at: node.place)
                }
                    ?? .unknownWord(text, for: "authentication", known: AuthenticationKey.forms, at: node.place))
            return nil
        }
    }
    guard let reader = MappingReader<AuthenticationKey>(node, &diagnostics) else { return nil }
    let given = AuthenticationKey.allCases.filter { reader[$0] != nil }
    guard given.count == 1, let key = given.first else {
        if given.count > 1 {
            diagnostics.report(.oneContent(given.map(\.rawValue), at: node.place))
        } else if node.pairs?.isEmpty != false {
            diagnostics.report(.wrongValue(of: "authentication", found: "empty", expected: .list(AuthenticationKey.forms), at: node.place))
        }
        return nil
    }
    if key == .all {
        let nodes = reader[.all].map { $0.elements ?? [$0] } ?? []
        let parts = nodes.compactMap { readAuthentication($0, &diagnostics) }
        if nodes.isEmpty {
            diagnostics.report(
                .wrongValue(of: "all", found: "an empty list", expected: "the ways that are used together", at: node.place))
        }
        // `{all: [none, bearer]}`: nothing can't be sent beside something.
        for (node, part) in zip(nodes, parts) where parts.count == nodes.count && part == .none {
            diagnostics.report(
                .wrongValue(
                    of: "all", found: "'none'", expected: "ways that are used together; for any of several write a list: '[none, bearer]'",
                    at: node.place))
            return nil
        }
        return parts.count < nodes.count ? nil : parts.count < 2 ? parts.first : .all(parts)
    }
    guard let name = reader.text(key, &diagnostics) else { return nil }
    guard key == .query || name.text.isHeaderName else {
        diagnostics.report(.badHeaderName(name.text, at: name.place))
        return nil
    }
    switch key {
    case .header: return .header(name.text)
    case .query: return .query(name.text)
    case .cookie: return .cookie(name.text)
    case .all: return nil
    }
}

private func readTimeout(_ reader: MappingReader<EndpointKey>, _ diagnostics: inout Diagnostics) -> Double? {
    guard let node = reader[.timeout] else { return nil }
    switch node.value {
    case .integer(let digits)?, .float(let digits)?:
        if let seconds = Double(digits), seconds > 0, seconds <= 86_400 { return seconds }
    default: break
    }
    diagnostics.report(
        .wrongValue(
            of: "timeout", found: node.kindDescription, expected: "a number of seconds, more than 0 and at most 86400", at: node.place))
    return nil
}

private func readPaginationUse(
    _ reader: MappingReader<EndpointKey>, in scope: NativeScope, _ diagnostics: inout Diagnostics
) -> Description.PaginationUse {
    guard let node = reader[.pagination] else { return .unsaid }
    func named(_ name: Description.Name) -> Description.Pagination? {
        if scope.strategies[name.text] == nil {
            diagnostics.report(.unknownStrategy(name.text, known: scope.strategies.keys.sortedByBytes(), at: name.place))
        }
        return scope.strategies[name.text]
    }
    if let text = node.text {
        if text == "none" { return .none(node.place) }
        guard let strategy = named(.init(text: text, place: node.place)) else { return .unsaid }
        return laidOver(strategy, empty: node, &diagnostics)
    }
    guard let own = MappingReader<StrategyKey>(node, &diagnostics) else { return .unsaid }
    var base: Description.Pagination?
    if let name = own.text(.use, &diagnostics) {
        base = named(name)
        if base == nil { return .unsaid }
    }
    return readStrategy(own, name: nil, over: base, place: node.place, requiresAll: true, &diagnostics).map { .strategy($0) } ?? .unsaid
}

/// A strategy used as it is: its keys must be all there now.
private func laidOver(
    _ strategy: Description.Pagination, empty node: Node, _ diagnostics: inout Diagnostics
) -> Description.PaginationUse {
    var strategy = strategy
    checkRequiredKeys(strategy, &diagnostics)
    strategy.place = node.place
    return .strategy(strategy)
}

/// A name that an author chose for a property or a case.
func checkPropertyName(_ name: Description.Name, _ diagnostics: inout Diagnostics) {
    let scalars = name.text.unicodeScalars
    // Many scripts have no case, and some capitals have no small letter.
    func isBeginning(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isLowercase || scalar == "_" { return true }
        return scalar.properties.isXIDStart && scalar.properties.lowercaseMapping == String(scalar)
    }
    let isLegal =
        scalars.first.map(isBeginning) == true && scalars.allSatisfy(\.isIdentifierPart)
        && scalars.contains { $0 != "_" }
    if !isLegal { diagnostics.report(.badSwiftName(name.text, at: name.place)) }
}

/// Names of endpoints, models and APIs become names of Swift types.
func checkTypeName(_ name: Description.Name, of what: DiagnosticText, _ diagnostics: inout Diagnostics) {
    guard !isTypeName(name.text) else { return }
    var words = name.text.split { !$0.unicodeScalars.allSatisfy(\.isIdentifierPart) || $0 == "_" }
    // `struct Order`, `Order extends Base`, `Order: Base`
    let declaring = ["struct", "class", "interface", "type", "enum", "model", "record", "message", "public", "final", "export", "abstract"]
    if name.text.contains(" ") {
        while words.count > 1, declaring.contains(words[0].lowercased()) { words.removeFirst() }
    }
    let isColon = name.text.contains(":")
    if let base = isColon
        ? words.dropFirst().first
        : words.firstIndex(where: { ["extends", "implements", "inherits"].contains($0) }).flatMap({ words[$0...].dropFirst().first }),
        what == "a model"
    {
        diagnostics.report(.modelWithBase(name.text, String(words[0]), String(base), at: name.place))
        return
    }
    let proposal = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let isProposal =
        !proposal.isEmpty && proposal != name.text && proposal.unicodeScalars.first!.properties.isUppercase && proposal.count <= 100
    diagnostics.report(.badTypeName(name.text, of: what, proposal: isProposal ? proposal : nil, at: name.place))
}

/// A capital, then letters and digits; `_` before what has no capital: `_3DModel`.
package func isTypeName(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.first == "_" ? scalars.dropFirst().first : scalars.first, scalars.count <= 100 else { return false }
    let isBeginning =
        first.properties.isUppercase
        || (!first.properties.isLowercase && (first.properties.isXIDStart || (scalars.first == "_" && ("0"..."9").contains(first))))
    return isBeginning && scalars.allSatisfy(\.isIdentifierPart)
}

extension Diagnostic {
    static func endpointNamedByPath(_ path: String, method: String?, at place: SourceLocation) -> Self {
        let name = SwiftNames.name(for: ResourceNames.name(method: method ?? "GET", path: path), .type)
        let key: DiagnosticText = method.flatMap { $0 == "GET" ? nil : "method: \($0), " } ?? ""
        return .error(
            "bad-type-name", "an endpoint needs a name, not its path '\(path: path)'",
            help: "write '\(name): {\(key)path: \(path: path)}', an entry for each method", at: place)
    }
    static func modelWithBase(_ text: String, _ name: String, _ base: String, at place: SourceLocation) -> Self {
        .error(
            "bad-type-name", "a model can't inherit, and this is '\(text)'",
            help: "write '\(name):', and the fields of '\(base)' with its own", at: place)
    }
    static func badSwiftName(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "bad-swift-name", "'\(name)' can't name a property or a case",
            help: "a name begins with a small letter and holds letters and digits", at: place)
    }
    static func badPath(_ message: DiagnosticText, help: DiagnosticText?, at place: SourceLocation) -> Self {
        .error("bad-path", message, help: help, at: place)
    }
    static func partWithoutHeader(at place: SourceLocation) -> Self {
        .error("part-without-header", "'part' is for headers of a multipart body's parts", help: "add 'in: header'", at: place)
    }
    static func bodyWithoutMethod(at place: SourceLocation) -> Self {
        .error(
            "body-without-method", "an endpoint without 'method' is a GET, and this one has a body",
            help: "write 'method: POST', or 'method: GET' if that is meant", at: place)
    }
    static func headWithResponse(at place: SourceLocation) -> Self {
        .error(
            "head-with-response", "the response to HEAD has no body", help: "leave 'response' out, or write 'Void' and declare its headers",
            at: place)
    }
    static func unknownParameterSet(_ name: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-parameter-set", "no parameter set is named '\(name)'",
            help: Spelling.help(for: name, among: known) ?? "declare it under 'parameterSets:'", at: place)
    }
    static func notInPath(_ name: String, placeholders: [String], path: String, at place: SourceLocation) -> Self {
        .error(
            "not-in-path", "'\(path)' has no placeholder {\(name)}",
            help: Spelling.suggestion(for: name, among: placeholders).map { "did you mean '\($0)'?" }
                ?? "write '{\(name)}' where it belongs",
            at: place)
    }
    static func optionalPathParameter(_ name: String, at place: SourceLocation) -> Self {
        .error("optional-path-parameter", "a path parameter can't be left out: '\(name)'", help: "remove the '?'", at: place)
    }
    static func styleInPlace(
        _ style: Description.ParameterStyle, _ location: Description.Parameter.Location, allowed: [String], at place: SourceLocation
    ) -> Self {
        .error(
            "style-in-place", "the style '\(style.rawValue)' is not for a \(location.rawValue) parameter",
            help: "expected \(DiagnosticText.list(allowed))", at: place)
    }
    static func explodedJSON(at place: SourceLocation) -> Self {
        .error("style-in-place", "JSON is one text: there is nothing to explode", help: "remove 'explode'", at: place)
    }
    static func ambiguousMapping(_ key: String, of what: DiagnosticText, at place: SourceLocation) -> Self {
        .error(
            "ambiguous-mapping", "this can be read as a \(what)'s long form and as a model with a field called '\(key)'",
            help: key == "fields" || what == "model"
                ? "write 'fields: {\(key): …}' for the field"
                : "write 'fields: {\(key): …}' for the field, or name the type alone for the \(what)",
            at: place)
    }
    static func oneContent(_ keys: [String], at place: SourceLocation) -> Self {
        .error("one-content", "\(DiagnosticText.list(keys, "and")) exclude each other", help: "give one of them", at: place)
    }
    static func listsWithoutForm(at place: SourceLocation) -> Self {
        .error("lists-without-form", "'lists' says how a form writes lists", help: "add 'encoding: form', or remove it", at: place)
    }
    static func onlyForEvents(_ key: String, at place: SourceLocation) -> Self {
        .error(
            "only-for-events", "'\(key)' is for a stream of server-sent events", help: "write 'type: stream of T' with 'encoding: sse'",
            at: place)
    }
    static func streamEncoding(_ encoding: Description.ResponseEncoding, isStream: Bool, at place: SourceLocation) -> Self {
        .error(
            "stream-encoding", isStream ? "a stream can't be '\(encoding.rawValue)'" : "'\(encoding.rawValue)' is the encoding of a stream",
            help: isStream ? "expected 'sse' or 'ndjson'" : "write 'type: stream of T'", at: place)
    }
    static func keyBesideCases(_ key: String, at place: SourceLocation) -> Self {
        .error("key-beside-cases", "'\(key)' and 'cases' exclude each other", help: "say it of a case: '200: {type: …}'", at: place)
    }
    static func streamBesideCases(at place: SourceLocation) -> Self {
        .error(
            "key-beside-cases", "one of several responses can't be a stream", help: "declare an endpoint of its own for the stream",
            at: place)
    }
    static func badSuccess(_ text: String, at place: SourceLocation) -> Self {
        .error(
            "bad-status", "'\(text)' isn't a success status", help: "write '200', '2XX' or 'default'; others go under 'errors:'", at: place
        )
    }
    static func badStatus(_ text: String, at place: SourceLocation) -> Self {
        let upper = text.uppercased()
        return .error(
            "bad-status", "'\(text)' isn't a status",
            help: Description.StatusPattern(upper) != nil ? "write '\(upper)'" : "write '404', '4XX' or 'default'", at: place)
    }
    static func errorAndDefault(at place: SourceLocation, other: SourceLocation) -> Self {
        .error(
            "error-and-default", "'error' and 'default' say the same", help: "keep one", at: place,
            notes: [.init("'default' is here", at: other)])
    }
    static func badHeaderName(_ name: String, at place: SourceLocation) -> Self {
        .error("header-name", "'\(name)' can't be the name of a header or cookie", help: "letters, digits and '-'", at: place)
    }
    static func badHeaderValue(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "header-value", "the value of '\(name)' contains a line break or another control character", help: "a header is one line",
            at: place)
    }
    static func unknownStrategy(_ name: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-strategy", "no pagination strategy is named '\(name)'",
            help: Description.Pagination.Style(rawValue: name) != nil || name == "true"
                ? "write '{style: \(name == "true" ? "page" : name), parameter: …}'"
                : Spelling.help(for: name, among: known + ["none"]) ?? "declare it under the top-level 'pagination:'", at: place)
    }
    static func badTypeName(_ name: String, of what: DiagnosticText, proposal: String?, at place: SourceLocation) -> Self {
        .error(
            "bad-type-name", "'\(name)' can't name \(what): a Swift type begins with a capital and holds letters and digits, 100 at most",
            help: proposal.map { "write '\($0)'" }, at: place)
    }
}
