/// The rules for judging an operation's requests, made once for each operation.
struct OperationRules: Sendable {
    let outlines: [SchemaOutline]
    /// The fields of a form, for each media type of the body.
    let forms: [FormFields]

    init(_ operation: MockDescription.Operation, in document: JSONValue) {
        outlines = operation.parameters.map { SchemaOutline(at: $0.pointer, in: document) }
        forms = (operation.body?.content ?? []).map { FormFields($0, in: document) }
    }
}

/// Judges a request by its operation: credentials, parameters and body.
struct RequestJudge {
    let description: MockDescription
    let operation: MockDescription.Operation
    let rules: OperationRules
    let request: MockRequest
    /// The values of the path's parameters.
    let pathValues: [String: String]
    private let mostMistakes: Int
    private(set) var problems: [MockProblem] = []
    /// Whether the description has no body of the request's media type.
    private(set) var hasOtherMediaType = false
    /// The body as a JSON value; nil if it can't be read as one.
    private(set) var body: JSONValue?
    private(set) var bodySchema: CompiledSchema?
    /// Remarks on parts that are allowed, but may be mistakes.
    private(set) var notes: [String] = []
    /// The values of parameters, by place and name: `query limit`.
    private(set) var values: [String: JSONValue] = [:]

    init(
        _ description: MockDescription, _ operation: MockDescription.Operation, _ rules: OperationRules,
        _ request: MockRequest, _ pathValues: [String: String], mostMistakes: Int
    ) {
        (self.description, self.operation, self.rules, self.request) = (description, operation, rules, request)
        (self.pathValues, self.mostMistakes) = (pathValues, mostMistakes)
    }

    mutating func judge() {
        judgeCredentials()
        judgeParameters()
        judgeBody()
    }

    private mutating func add(
        _ place: MockProblem.Place, _ pointer: String, _ message: String, keyword: String? = nil, rule: String? = nil
    ) {
        problems.append(
            MockProblem(
                operation: operation.title, place, pointer, message, keyword: keyword,
                rule: rule ?? "/operations/\(operation.index)"))
    }

    private mutating func add(_ place: MockProblem.Place, _ pointer: String, _ mistake: SchemaMistake) {
        problems.append(MockProblem(operation: operation.title, place, pointer, mistake))
    }

    // MARK: - Credentials

    private mutating func judgeCredentials() {
        guard !operation.security.isEmpty, !operation.security.contains(where: { $0.allSatisfy(hasCredential) }) else {
            return
        }
        let alternatives = operation.security.map { $0.map(credentialName).joined(separator: " and ") }
        var names: Set<String> = []
        add(.security, "", "expected " + alternatives.filter { names.insert($0).inserted }.joined(separator: ", or "))
    }

    /// The challenges of `WWW-Authenticate` (RFC 9110, section 11.6.1).
    var challenges: [String] {
        var result: [String] = []
        for name in operation.security.joined() {
            let challenge: String? =
                switch description.securitySchemes[name]?.kind {
                case .http("basic"): "Basic realm=\"*\""
                case .http(let scheme): scheme.prefix(1).uppercased() + scheme.dropFirst()
                case .token: "OAuth2"
                default: nil
                }
            if let challenge, !result.contains(challenge) { result.append(challenge) }
        }
        return result
    }

    private func credentialName(_ name: String) -> String {
        switch description.securitySchemes[name]?.kind {
        case .http("basic"): "'Authorization: Basic …' with a user and a password in base64"
        case .http(let scheme): "'Authorization: \(scheme.prefix(1).uppercased() + scheme.dropFirst()) …'"
        case .token: "'Authorization: Bearer …'"
        case .key("query", let key): "a query parameter '\(key)'"
        case .key("cookie", let key): "a cookie '\(key)'"
        case .key(_, let key): "a header '\(key)'"
        case .elsewhere, nil: "a credential '\(name)'"
        }
    }

    private func hasCredential(_ name: String) -> Bool {
        // A scheme that the description lacks can't be checked, and neither can a certificate.
        guard let scheme = description.securitySchemes[name] else { return true }
        switch scheme.kind {
        case .http("basic"):
            guard let text = authorization("basic") else { return false }
            return Base64.decoded(text)?.contains(0x3A) == true
        case .http(let name): return authorization(name) != nil
        case .token: return authorization("bearer") != nil
        case .key("query", let key): return QueryItems(request.parts.query).items.contains { $0.name == key }
        case .key("cookie", let key): return cookies.contains { $0.name == key }
        case .key(_, let key): return request.header(key) != nil
        case .elsewhere: return true
        }
    }

    /// The part of `Authorization` after the scheme; nil if there is another scheme, or if nothing follows it.
    private func authorization(_ scheme: String) -> String? {
        guard let header = request.header("authorization") else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, MockText.isSame(String(parts[0]), scheme) else { return nil }
        let text = MockText.trimmed(parts[1])
        return text.isEmpty ? nil : text
    }

    // MARK: - Parameters

    private var cookies: [(name: String, value: String)] {
        (request.header("cookie") ?? "").split(separator: ";").map { pair in
            let (name, value) = MockText.trimmed(pair).parted(at: "=")
            return (String(name), String(value ?? ""))
        }
    }

    private mutating func judgeParameters() {
        let query = QueryItems(request.parts.query)
        for (parameter, outline) in zip(operation.parameters, rules.outlines) {
            let place: MockProblem.Place
            var value: JSONValue?
            switch parameter.location {
            case "path":
                place = .path
                value = pathValues[parameter.name].flatMap {
                    $0.isEmpty ? nil : readText($0, name: parameter.name, wire(parameter), outline)
                }
            case "header":
                place = .header
                // OpenAPI 3 ignores parameters of these names ("Parameter Object").
                if ["accept", "content-type", "authorization"].contains(parameter.name.lowercased()) { continue }
                value = request.header(parameter.name).map {
                    readText($0, name: parameter.name, wire(parameter), outline)
                }
            case "cookie":
                place = .cookie
                let items = cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
                value = QueryItems(Substring(items)).value(parameter.name, wire(parameter), outline)
            case "querystring":
                place = .query
                value = request.parts.query.map { readWholeQuery($0, parameter) }
            default:
                place = .query
                value = query.value(parameter.name, wire(parameter), outline)
            }
            if let type = parameter.mediaType, parameter.location != "querystring", let text = value?.string,
                MediaType(type)?.isJSON == true
            {
                guard let json = try? JSONValue(parsing: text) else {
                    add(place, parameter.name, "expected JSON, found \"\(MockText.cut(text))\"")
                    continue
                }
                value = json
            }
            // A client sends nothing for an empty list (RFC 6570, section 3.2.1).
            if value == nil, parameter.isRequired, parameter.location == "query", parameter.mediaType == nil,
                outline.isList
            {
                value = .array([])
                notes.append(
                    "query \(parameter.name): it is required and wasn't sent, which is how an empty list is sent")
            }
            guard let instance = value else {
                if parameter.isRequired {
                    add(place, parameter.name, "this is required", keyword: "required", rule: parameter.pointer)
                }
                continue
            }
            if parameter.allowsEmpty, instance == .string("") { continue }
            let typedValue = parameter.mediaType == nil ? parameter.schema.coerced(instance) : instance
            values[parameter.location + " " + parameter.name] = typedValue
            for mistake in parameter.schema.mistakes(in: typedValue, direction: .request, limit: mostMistakes) {
                add(place, parameter.name, mistake)
            }
        }
    }

    private func wire(_ parameter: MockDescription.Parameter) -> WireStyle {
        WireStyle(style: parameter.style, explode: parameter.explode)
    }

    private func readWholeQuery(_ query: Substring, _ parameter: MockDescription.Parameter) -> JSONValue {
        if parameter.mediaType.flatMap({ MediaType($0) })?.isJSON == true {
            let text = PercentEncoding.decoded(query, plusIsBlank: true)
            return (try? JSONValue(parsing: text)) ?? .string(text)
        }
        var fields = JSONObject()
        for (name, value) in QueryItems(query).items {
            fields[name] = .string(PercentEncoding.decoded(value, plusIsBlank: true))
        }
        return parameter.schema.coerced(.object(fields))
    }

    // MARK: - The body

    private mutating func judgeBody() {
        guard let declaration = operation.body else {
            if request.body?.isEmpty == false, let type = request.header("content-type") {
                hasOtherMediaType = true
                add(.request, "content-type", "expected no body, found one of '\(type.prefix(60))'")
            }
            return
        }
        // A client sends nothing for an empty form, an empty string and an empty file, and yet they are bodies.
        let type = request.header("content-type").flatMap { MediaType($0) }
        let isFile =
            type.map { type in
                !type.isJSON && !type.isXML && !type.isMultipart
                    && declaration.content.contains { MediaType($0.type)?.essence == type.essence }
            } ?? false
        let mayBeEmpty = isFile || type?.isForm == true || type?.type == "text" && type?.isXML == false
        guard let bytes = request.body ?? (mayBeEmpty ? [] : nil), !bytes.isEmpty || mayBeEmpty else {
            if declaration.isRequired { add(.body, "", "a body is required", keyword: "required") }
            return
        }
        guard let choice = mediaType(declaration) else {
            hasOtherMediaType = true
            let types = declaration.content.map { "'\($0.type)'" }.joined(separator: ", ")
            add(
                .request, "content-type",
                "expected \(types), found \(request.header("content-type").map { "'\($0.prefix(60))'" } ?? "no 'Content-Type'")"
            )
            return
        }
        guard let choice else { return }
        let media = declaration.content[choice.index]
        // A body with any media type and without a schema has no restrictions.
        if media.type.hasPrefix("*/"), media.schema == nil, media.itemSchema == nil { return }
        let form = rules.forms[choice.index]
        if choice.type.isForm || choice.type.isMultipart {
            for name in reservedFields(bytes, choice.type, form) {
                add(.body, "/" + name, "reserved characters must be percent-encoded")
            }
        }
        switch readBody(bytes, choice.type, form) {
        case .opaque: break
        case .unreadable(let reason): add(.body, "", reason)
        case .elements(let elements):
            guard let schema = media.itemSchema else { return }
            for (index, element) in elements.enumerated() {
                for mistake in schema.mistakes(in: element, direction: .request, limit: mostMistakes) {
                    add(.body, "/\(index)", mistake)
                }
            }
        case .value(let value, let files, let texts):
            body = value
            guard let schema = media.schema else { return }
            bodySchema = schema
            let typedValue = schema.coerced(value, texts)
            body = typedValue
            for mistake in schema.mistakes(in: typedValue, direction: .request, limit: mostMistakes) {
                // A schema can't judge the contents of a file.
                let isOfFile = files.contains { (mistake.instance + "/").hasPrefix("/" + $0 + "/") }
                if !isOfFile { add(.body, "", mistake) }
            }
        }
    }

    /// The index of the description's media type that fits the body, and the body's own media type. Outer nil: none
    /// fits; inner nil: the description has none, so any fits.
    private func mediaType(_ declaration: MockDescription.Body) -> (index: Int, type: MediaType)?? {
        guard !declaration.content.isEmpty else { return .some(nil) }
        guard let header = request.header("content-type") else {
            // A request without `Content-Type` means the only described media type, or the first if that is JSON.
            guard let type = MediaType(declaration.content[0].type) else { return .some(nil) }
            return declaration.content.count == 1 || type.isJSON ? .some((0, type)) : nil
        }
        guard let type = MediaType(header), let index = declaration.content.index(for: type) else { return nil }
        return .some((index, type))
    }
}
