import Foundation

extension RequestType {
    /// The request as it would be sent, without its credential: a pure function of the value.
    ///
    /// - Parameter base: The base URL; nil: the API's own.
    /// - Throws: An `EncodingFailure` that names the parameter.
    public func httpRequest(base: URL? = nil) throws -> HTTPRequest { try httpRequest(baseText: base?.absoluteString) }

    package func httpRequest(baseText: String?, sessionHeaders: HTTPHeaders = [:]) throws -> HTTPRequest {
        let endpoint = Self.endpoint
        var writer = RequestWriter(body: endpoint.body)
        write(to: &writer)
        for failure in [
            writer.path.failure, writer.query.failure, writer.header.failure, writer.cookie.failure,
            writer.form.failure,
        ] {
            if let failure { throw failure }
        }
        guard isToken(endpoint.method.name) else {
            throw EncodingFailure("\(quoted(endpoint.method.name)) isn't an HTTP method")
        }

        let url = try url(baseText, writer)
        let cookies = try writer.cookie.items.compactMap { try $0.cookieText() }
        let parameters = try writer.header.items.compactMap { item in
            try item.headerText().map { HTTPHeaders.Field(item.name, $0) }
        }
        let timeout = writer.timeout ?? endpoint.timeout
        let (body, bodyType, isChosen) = try writer.finishedBody(endpoint.body)

        // From the weakest to the strongest.
        let accept =
            endpoint.stream?.accept ?? endpoint.accepted?.accept
            ?? (Response.self is any WireDecodable.Type ? "application/json" : "*/*")
        var headers: HTTPHeaders = ["Accept": accept]
        if let contentType = bodyType { headers["Content-Type"] = contentType }
        headers.merge(Self.api.headers)
        headers.merge(sessionHeaders)
        headers.merge(endpoint.headers)
        // The caller knows a file's type better than the endpoint.
        if isChosen, let bodyType { headers["Content-Type"] = bodyType }
        for parameter in parameters { headers[parameter.name] = parameter.value }
        if body == nil { headers["Content-Type"] = parameters.last { $0.has("Content-Type") }?.value }
        if !cookies.isEmpty { headers.addCookies(cookies) }
        try headers.check()
        var request = HTTPRequest(method: endpoint.method, url: url, headers: headers, timeout: timeout)
        request.body = body
        request.streamsResponse = endpoint.stream != nil
        return request
    }

    private func url(_ baseText: String?, _ writer: borrowing RequestWriter) throws -> URL {
        var base = try baseText ?? Self.endpoint.server ?? Self.api.renderedBaseURL()
        while base.hasSuffix("/") { base.removeLast() }
        guard let baseURL = URL(string: base), Origin(baseURL) != nil, baseURL.query == nil, baseURL.fragment == nil
        else {
            throw EncodingFailure("\(quoted(base)) isn't a base URL: it needs http or https, a host, and no query")
        }
        // libcurl would send it, and URLSession wouldn't.
        guard baseURL.user == nil, baseURL.password == nil else {
            throw EncodingFailure(
                "the base URL names a user: give the session a credential, 'credential: .basic(user: …, password: …)'")
        }
        if let url = writer.url { return try url(baseURL) }
        let rendered = try renderPath(Self.endpoint.path, writer.path.items)
        let items = try (rendered.query.map { [$0] } ?? []) + writer.query.items.flatMap { try $0.queryItems() }
        let text = base + rendered.path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
        guard let url = URL(string: text) else { throw EncodingFailure("\(quoted(text)) isn't a URL") }
        return url
    }
}

extension RequestWriter {
    /// The body, its media type, and whether the caller chose that. Fields that are all absent make no body, unless it
    /// was opened.
    consuming func finishedBody(_ encoding: Endpoint.Body?) throws -> (HTTPBody?, type: String?, isChosen: Bool) {
        let isWhole = whole != nil || bytes != nil
        let isInPlace = body.isTouched || !form.items.isEmpty || parts?.isTouched == true
        guard isWhole || isInPlace else { return (nil, nil, false) }
        guard let encoding else { throw EncodingFailure("the endpoint says that there is no body") }
        guard !isWhole || !isInPlace else { throw EncodingFailure("the body is set both as a whole and by its fields") }
        if let bytes {
            guard case .binary = encoding else {
                throw EncodingFailure("a file is the body of an endpoint with a binary body only")
            }
            if let type = bytes.type, !isMediaType(type) {
                throw EncodingFailure("\(quoted(type)) isn't a media type")
            }
            return (bytes.body, bytes.type ?? encoding.contentType, bytes.type != nil)
        }
        if case .parts(let partsEncoding) = encoding {
            guard !body.isTouched, form.items.isEmpty else {
                throw EncodingFailure("a multipart body is made of parts: request.part")
            }
            var parts = parts ?? partsEncoding.make()
            if let whole { try parts.addFields(of: whole) }
            return (try parts.finished(), parts.contentType, false)
        }
        guard parts?.isTouched != true else { throw EncodingFailure("only a multipart body has parts") }
        if let whole { return (HTTPBody(try Self.bytes(of: whole, encoding)), encoding.contentType, false) }
        let items = form.items
        body.closeObject()
        switch encoding {
        case .json:
            guard items.isEmpty else { throw EncodingFailure("only a form has fields in styles") }
            return (HTTPBody(try body.finished()), encoding.contentType, false)
        case .form(let lists):
            let data = try formBody(try body.finishedTree(), lists: lists, items: items)
            return (HTTPBody(data), encoding.contentType, false)
        case .text, .binary, .lines, .parts: throw EncodingFailure("a body of text, bytes or lines has no fields")
        }
    }

    private static func bytes(of value: any WireEncodable, _ encoding: Endpoint.Body) throws -> Data {
        switch encoding {
        case .json, .parts: return try encodeJSON(value)
        case .form(let lists): return try formBody(WireTree(value), lists: lists)
        case .text:
            guard let text = try WireTree(value).text else { throw EncodingFailure("a body of text must be a scalar") }
            return Data(text.utf8)
        case .lines:
            guard let elements = value as? [any WireEncodable] else {
                throw EncodingFailure("a body of lines must be a list")
            }
            // JSON has its line breaks escaped.
            return try elements.reduce(into: Data()) { $0 += try encodeJSON($1) + [0x0A] }
        case .binary:
            guard let data = value as? Data else { throw EncodingFailure("a body of bytes must be a Data") }
            return data
        }
    }
}

extension HTTPHeaders {
    /// Adds cookies to those that are there: a request has one `Cookie` line (RFC 6265, 5.4).
    mutating func addCookies(_ cookies: [String]) {
        self["Cookie"] = ([self["Cookie"]].compactMap { $0 } + cookies).joined(separator: "; ")
    }
}
