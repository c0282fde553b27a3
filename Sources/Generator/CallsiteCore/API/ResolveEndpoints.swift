// Resolves the endpoints: their parameters, bodies and responses get types, and mistakes in them are reported.

extension Resolver {
    func resolveEndpoints(_ diagnostics: inout Diagnostics) {
        for endpoint in description.endpoints {
            let index = api.endpoints.count
            // Reserve the place first: types that are declared in it name their owner by its index.
            api.endpoints.append(
                .init(
                    name: endpoint.name.text, swiftName: endpoint.swiftName?.text,
                    documentation: endpoint.documentation, deprecation: endpoint.deprecation, tag: endpoint.tag,
                    tags: endpoint.tags, method: endpoint.method, path: endpoint.path, baseURL: endpoint.baseURL,
                    parameters: [],
                    response: .init(
                        shape: .scalar(.void), isOptional: false, statuses: [], encoding: .json, headers: []),
                    headers: endpoint.headers, authentication: endpoint.authentication, timeout: endpoint.timeout,
                    isIdempotent: endpoint.isIdempotent, idempotencyKey: idempotencyKey(of: endpoint),
                    links: endpoint.links, place: endpoint.place))
            let scope = Scope(owner: .endpoint(index), inlineName: "")
            api.endpoints[index].parameters = endpoint.parameters.compactMap { parameter($0, in: scope, &diagnostics) }
            if let body = endpoint.body {
                api.endpoints[index].body = self.body(body, in: scope, &diagnostics)
                api.endpoints[index].body?.example = body.example
                checkFieldNames(of: index, body, &diagnostics)
                if endpoint.method == "GET" { diagnostics.report(.bodyOfGet(at: body.place)) }
            }
            let response = response(endpoint.response, in: scope, &diagnostics)
            if let response { api.endpoints[index].response = response }
            if !endpoint.errors.isEmpty { resolveErrors(of: index, endpoint.errors, in: scope, &diagnostics) }
        }
    }

    private func resolveErrors(
        of index: Int, _ bodies: [Description.ErrorBody], in scope: Scope, _ diagnostics: inout Diagnostics
    ) {
        let own = errors(bodies, in: scope, &diagnostics)
        let unstated = Set(bodies.filter { $0.origin == .implied }.map(\.status))
        api.endpoints[index].statedErrors = own.filter { !unstated.contains($0.status) }
        let inherited = commonErrors.filter { common in !own.contains { $0.status == common.status } }
        let errors = (own + inherited).sorted { $0.status < $1.status }.withoutRepetitions()
        let isAPIs = errors.elementsEqual(api.errors) { $0.status == $1.status && $0.shape == $1.shape }
        if !isAPIs { api.endpoints[index].errors = errors }
    }

    /// Checks that encodings and headers of single body fields name fields that the body has.
    private func checkFieldNames(of index: Int, _ written: Description.Body, _ diagnostics: inout Diagnostics) {
        guard let body = api.endpoints[index].body else { return }
        let names = body.fields.map(\.wireName)
        let known = Set(names)
        for name in written.encodings.keys.sortedByBytes() where !known.contains(name) {
            diagnostics.report(.unknownPart(name, candidates: names, at: written.place))
        }
        for parameter in api.endpoints[index].parameters {
            guard let part = parameter.part, !known.contains(part) || body.encoding != .multipart else { continue }
            diagnostics.report(
                .unknownPart(part, candidates: body.encoding == .multipart ? names : [], at: parameter.property.place))
        }
    }

    /// The endpoint's own key, or the API's for POST and PATCH, which aren't idempotent.
    private func idempotencyKey(of endpoint: Description.Endpoint) -> String? {
        switch (endpoint.idempotencyKey, description.idempotencyKey) {
        case (.header(let name), _): name
        case (.unsaid, .header(let name)) where endpoint.method == "POST" || endpoint.method == "PATCH": name
        default: nil
        }
    }

    private func parameter(
        _ parameter: Description.Parameter, in scope: Scope, _ diagnostics: inout Diagnostics
    ) -> API.Parameter? {
        let name = parameter.field.wireName
        if parameter.location == .header || parameter.location == .cookie, !name.isHeaderName {
            diagnostics.report(.badHeaderName(name, at: parameter.field.place))
            return nil
        }
        if parameter.location == .header,
            ["content-length", "host", "connection", "transfer-encoding"].contains(name.lowercased())
        {
            diagnostics.report(.transportHeader(name, at: parameter.field.place))
            return nil
        }
        let position: API.NamedType.Position =
            switch parameter.location {
            case .path: .path
            case .query: .query
            case .header: .header
            case .cookie: .cookie
            }
        let scope = scope.with { $0.position = position }
        guard var property = property(parameter.field, in: scope, &diagnostics) else { return nil }
        property.dropNull()
        if parameter.location == .path, case .optional = property.shape {
            diagnostics.report(.optionalPathParameter(name, at: parameter.field.place))
        }
        let style = parameter.style == parameter.location.defaultStyle ? nil : parameter.style
        let explodes = (style ?? parameter.location.defaultStyle).explodesByDefault
        // `explode` means nothing for these styles.
        let isFixed = style == .deepObject || style == .json
        return .init(
            location: parameter.location, property: property, style: style,
            explode: isFixed || parameter.explode == explodes ? nil : parameter.explode, elements: parameter.elements,
            part: parameter.part)
    }

    private func body(_ body: Description.Body, in scope: Scope, _ diagnostics: inout Diagnostics) -> API.Body? {
        var scope = scope
        scope.position = .body
        switch body.content {
        case .fields(let fields):
            let encoding = body.encoding ?? .json
            let properties = fields.compactMap { field -> API.Property? in
                var property = property(field, in: scope, &diagnostics)
                if encoding == .multipart || body.encodings[field.wireName]?.style != nil { property?.dropNull() }
                return property
            }
            if encoding == .text || encoding == .binary || encoding == .lines {
                diagnostics.report(.bodyEncoding("fields", encoding, at: body.place))
            }
            return .init(
                content: .fields(properties), isOptional: body.isOptional, encoding: encoding, lists: body.lists,
                encodings: body.encodings, place: body.place)
        case .type(let type, let isOptional):
            scope.inlineName = "body"
            guard let shape = shape(of: type, in: scope, &diagnostics) else { return nil }
            let resolved = api.resolvingAliases(shape)
            let encoding = body.encoding ?? (resolved == .scalar(.data) ? .binary : .json)
            let fits: Bool =
                switch encoding {
                case .json: true
                case .text: resolved.isText || api.enumCases(resolved) != nil
                case .binary: resolved == .scalar(.data)
                case .lines: resolved.isList
                case .form, .multipart: api.properties(of: shape) != nil || resolved.isDictionary
                }
            if !fits { diagnostics.report(.bodyEncoding(type.writtenName, encoding, at: type.place)) }
            if encoding == .multipart, let properties = api.properties(of: shape) {
                return .init(
                    content: .fields(properties), isOptional: body.isOptional, encoding: encoding, model: shape,
                    place: body.place)
            }
            return .init(
                content: .whole(shape, isOptional: isOptional), encoding: encoding, lists: body.lists, place: body.place
            )
        }
    }

    private func response(
        _ response: Description.Response, in scope: Scope, _ diagnostics: inout Diagnostics
    ) -> API.Response? {
        var inner = scope
        // Only a model in place that is the whole response is called `Response`, not a model inside it.
        switch response.type.kind {
        case .list: inner.inlineName = "item"
        case .dictionary: inner.inlineName = "value"
        // `Response` is `Content?` then, so the model inside needs another name.
        case .optional: inner.inlineName = "content"
        default:
            inner.inlineName = response.isOptional ? "content" : "response"
            if !response.isOptional, !response.isStream { inner.position = .response }
        }
        if !response.cases.isEmpty { return severalResponses(response, in: scope, &diagnostics) }
        if response.isStream { inner.inlineName = "item" }
        guard let shape = shape(of: response.type, in: inner, allowsVoid: true, &diagnostics) else { return nil }
        let resolved = api.resolvingAliases(shape)
        let isFile = response.encoding == nil && resolved == .scalar(.data) && !response.isStream
        let encoding = isFile ? .binary : API.Response.Encoding(response.encoding)
        if encoding == .text && resolved != .scalar(.string) || encoding == .binary && resolved != .scalar(.data) {
            diagnostics.report(
                .responseEncoding(response.type.writtenName, response.encoding ?? .json, at: response.place))
        }
        if response.isStream, resolved == .scalar(.void) { diagnostics.report(.misplacedVoid(at: response.type.place)) }
        let canStream = response.statuses.isEmpty || response.statuses.contains { [200, 204].contains($0) }
        if response.isStream, response.encoding != .ndjson, !canStream {
            diagnostics.report(.streamStatus(response.statuses, at: response.place))
        }
        let headerScope = scope.with { $0.position = .responseHeader }
        let headers = response.headers.compactMap { field -> API.Property? in
            guard field.wireName.isHeaderName else {
                diagnostics.report(.badHeaderName(field.wireName, at: field.place))
                return nil
            }
            return property(field, in: headerScope, &diagnostics)
        }
        return .init(
            shape: shape, isOptional: response.isOptional && shape != .scalar(.void), statuses: response.statuses,
            encoding: response.isStream ? .json : encoding,
            stream: response.isStream
                ? .init(
                    isEvents: response.encoding != .ndjson, end: response.streamEnd, reconnects: response.reconnects,
                    element: response.element ?? .data)
                : nil,
            headers: headers, declaresLink: response.declaresLink, example: response.example)
    }

    /// Resolves statuses of success with bodies of different types.
    private func severalResponses(
        _ response: Description.Response, in scope: Scope, _ diagnostics: inout Diagnostics
    ) -> API.Response {
        var result = API.Response(
            shape: .scalar(.void), isOptional: false, statuses: response.statuses, encoding: .json, headers: [])
        for answer in response.cases.sorted(by: { $0.status < $1.status }) {
            let scope = scope.with { $0.inlineName = "response " + answer.status.description }
            guard let shape = shape(of: answer.type, in: scope, allowsVoid: true, &diagnostics) else { continue }
            result.cases.append(
                .init(
                    status: answer.status, shape: shape, encoding: .init(answer.encoding), example: answer.example))
        }
        let headerScope = scope.with { $0.position = .responseHeader }
        result.headers = response.headers.compactMap { property($0, in: headerScope, &diagnostics) }
        return result
    }
}

extension API.Response.Encoding {
    fileprivate init(_ written: Description.ResponseEncoding?) {
        self = written == .text ? .text : written == .binary ? .binary : .json
    }
}

extension API.Shape {
    /// A scalar whose JSON is a string or a number.
    var isText: Bool {
        switch self {
        case .scalar(.json), .scalar(.void), .scalar(.data): false
        case .scalar: true
        default: false
        }
    }
    var isList: Bool { if case .list = self { true } else { false } }
    var isDictionary: Bool { if case .dictionary = self { true } else { false } }
}

extension Description.TypeExpression {
    /// The type for messages.
    var writtenName: String {
        switch kind {
        case .scalar(let scalar): scalar.rawValue
        case .reference(let name, let arguments):
            arguments.isEmpty ? name : "\(name)<\(arguments.map(\.writtenName).joined(separator: ", "))>"
        case .list(let element): "[\(element.writtenName)]"
        case .dictionary(let value): "[String: \(value.writtenName)]"
        case .optional(let wrapped): "\(wrapped.writtenName)?"
        case .inline(.enumeration): "an enum"
        case .inline: "a model"
        }
    }
}

extension Diagnostic {
    static func unknownPart(_ part: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-part", "the body has no field '\(part)'",
            help: Spelling.suggestion(for: part, among: candidates).map { "did you mean '\($0)'?" }
                ?? (candidates.isEmpty
                    ? "the endpoint has no body with such fields"
                    : "its fields are \(DiagnosticText.list(candidates, "and"))"),
            at: place)
    }
    static func bodyOfGet(at place: SourceLocation) -> Self {
        .warning(
            "body-of-get", "URLSession refuses to send a GET request with a body",
            help: "it is sent on Linux; on Apple systems 'send' throws", at: place)
    }
    static func streamStatus(_ statuses: [Int], at place: SourceLocation) -> Self {
        .warning(
            "stream-status",
            "events are read with the status 200 only (WHATWG HTML, 9.2.3), and this response has \(DiagnosticText.list(statuses.map { "\($0)" }, "or"))",
            help: "every response throws; declare 200, or a response that isn't text/event-stream", at: place)
    }
    static func transportHeader(_ name: String, at place: SourceLocation) -> Self {
        .error("transport-header", "'\(name)' is the transport's to set", help: "remove it", at: place)
    }
    static func bodyEncoding(_ type: String, _ encoding: Description.BodyEncoding, at place: SourceLocation) -> Self {
        let right: DiagnosticText =
            switch encoding {
            case .text: "text is for 'String' and other scalars"
            case .binary: "binary is for 'Data'"
            case .lines: "lines is for a list"
            case .form, .multipart: "\(encoding.rawValue) is for a model or a dictionary"
            case .json: "json is for any type"
            }
        return .error(
            "body-encoding",
            type == "fields"
                ? "a body of fields can't be sent as \(encoding.rawValue)"
                : "a body of '\(type)' can't be sent as \(encoding.rawValue)",
            help: right, at: place)
    }
    static func responseEncoding(
        _ type: String, _ encoding: Description.ResponseEncoding, at place: SourceLocation
    ) -> Self {
        .error(
            "response-encoding", "'\(type)' can't be read as \(encoding.rawValue)",
            help: encoding == .text ? "text is for 'String'" : "binary is for 'Data'", at: place)
    }
}

extension API.Property {
    /// A parameter, a part and a field that is encoded as a parameter have no null of their own: `nil` is left out.
    fileprivate mutating func dropNull() { if presence != .required { presence = .optional } }
}
