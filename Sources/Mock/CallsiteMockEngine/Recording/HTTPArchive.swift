/// HTTP archives (HAR 1.2), as browsers and proxies save them. Each program leaves out other things: bodies, cookies,
/// credentials. A part that wasn't recorded isn't taken for an empty one.
enum HTTPArchive {
    /// Takes the entries one by one, and keeps only the parts that a recording has.
    struct Entries {
        private(set) var file = RecordedFile()
        private(set) var count = 0
        var pointer: String { "/log/entries/\(count)" }

        mutating func add(_ entry: JSONValue) {
            do throws(MockError) {
                file.exchanges.append(try exchange(RecordedFields(json: entry), pointer))
            } catch {
                file.unreadable.append((pointer, error.description))
            }
            count += 1
        }

        /// The entries. `reason` is why the entries after them can't be read; nil: there are no more.
        func contents(cutOff reason: MockError?) -> RecordedFile {
            var file = file
            if let reason { file.unreadable.append((pointer, "the file is cut off here: \(reason)")) }
            // Chromium leaves out the credentials of all requests, unless the user asks for them. An archive without
            // any is taken for such an export.
            let hasCredentials = file.exchanges.contains { exchange in
                exchange.request.header("authorization") != nil || exchange.request.header("cookie") != nil
            }
            for index in file.exchanges.indices where !hasCredentials {
                file.exchanges[index].recorded.hasCredentials = false
            }
            return file
        }
    }

    private static func exchange(_ fields: RecordedFields, _ pointer: String) throws(MockError) -> RecordedExchange {
        let url = try fields.text("request", "url")
        var request = MockRequest(method: try fields.text("request", "method"), target: Recordings.target(url))
        let requestHeaders = try headers(fields, "request")
        request.headers = try withCookies(requestHeaders ?? [], fields)
        if request.headers.isEmpty { request.headers = typeOfContent(fields, "request", "postData") }
        request.body = try sentBody(fields, request.header("content-type") ?? "")
        // Browsers write 0, or less, as the status of a request that they gave up or refused to send.
        let status = try fields.status("response", "status")
        var response: RecordedResponse?
        if status > 0 {
            var headers = try headers(fields, "response") ?? []
            if headers.isEmpty { headers = typeOfContent(fields, "response", "content") }
            let length = headers.first { MockText.isSame($0.name, "content-length") }?.value
            response = RecordedResponse(status: status, headers: headers, body: try receivedBody(fields, length))
        }
        var exchange = RecordedExchange(request, url: url, response, at: pointer)
        exchange.recorded.hasHeaders = requestHeaders != nil
        let size = max(
            fields.value("request", "bodySize")?.int ?? 0, request.header("content-length").flatMap { Int($0) } ?? 0)
        exchange.recorded.hasBody = request.body != nil || size <= 0 && request.header("transfer-encoding") == nil
        return exchange
    }

    /// The headers of a message; nil: they weren't recorded.
    private static func headers(
        _ fields: RecordedFields, _ message: String
    ) throws(MockError) -> [(name: String, value: String)]? {
        guard let list = try fields.list(message, "headers") else { return nil }
        var headers: [(name: String, value: String)] = []
        for (index, header) in list.enumerated() {
            let value = header["value"] ?? .null
            guard let name = header["name"]?.string, value.string != nil || value.isNull else {
                throw MockError("expected a name and a value as '\(message).headers', element \(index)")
            }
            headers.append((name, value.string ?? ""))
        }
        return headers
    }

    /// The header `Content-Type`, from the content's media type.
    private static func typeOfContent(
        _ fields: RecordedFields, _ message: String, _ content: String
    ) -> [(name: String, value: String)] {
        guard let type = fields.value(message, content, "mimeType")?.string, !type.isEmpty else { return [] }
        return [("Content-Type", type)]
    }

    /// Adds the header `Cookie`, since some programs write cookies in their own list only.
    private static func withCookies(
        _ headers: [(name: String, value: String)], _ fields: RecordedFields
    ) throws(MockError) -> [(name: String, value: String)] {
        guard !headers.contains(where: { MockText.isSame($0.name, "cookie") }) else { return headers }
        let cookies = (try fields.list("request", "cookies") ?? []).compactMap { cookie in
            cookie["name"]?.string.map { $0 + "=" + (cookie["value"]?.string ?? "") }
        }
        return cookies.isEmpty ? headers : headers + [("Cookie", cookies.joined(separator: "; "))]
    }

    // MARK: - Bodies

    /// The body of the request; nil: there is none, or it wasn't recorded.
    private static func sentBody(_ fields: RecordedFields, _ type: String) throws(MockError) -> [UInt8]? {
        let encoding =
            fields.value("request", "postData", "encoding") ?? fields.value("request", "postData", "_encoding")
        if let bytes = try bytes(fields, "request", "postData", encoding), !bytes.isEmpty { return bytes }
        guard let items = try fields.list("request", "postData", "params"), !items.isEmpty,
            MediaType(type)?.isForm == true
        else { return nil }
        let pairs = items.compactMap { item in
            item["name"]?.string.map {
                PercentEncoding.encoded($0) + "=" + PercentEncoding.encoded(item["value"]?.string ?? "")
            }
        }
        return Array(pairs.joined(separator: "&").utf8)
    }

    /// The body of the response; nil: it wasn't recorded.
    private static func receivedBody(_ fields: RecordedFields, _ length: String?) throws(MockError) -> [UInt8]? {
        let encoding = fields.value("response", "content", "encoding")
        let bytes = try bytes(fields, "response", "content", encoding)
        if let bytes, !bytes.isEmpty { return bytes }
        // Some programs leave out the text of an empty body, and others the text of every body.
        switch fields.value("response", "content", "size")?.int {
        case 0?: return []
        case let size? where size > 0: return nil
        default: return bytes ?? (length == "0" ? [] : nil)
        }
    }

    /// The bytes of `text`; nil: the body has no such member.
    private static func bytes(
        _ fields: RecordedFields, _ message: String, _ content: String, _ encoding: JSONValue?
    ) throws(MockError) -> [UInt8]? {
        try fields.checkObject(message, content)
        guard fields.value(message, content, "text") != nil else { return nil }
        let text = try fields.text(message, content, "text")
        guard encoding?.string == "base64" else { return Array(text.utf8) }
        guard let bytes = Base64.decoded(text) else {
            throw MockError("'\(message).\(content).text' isn't in base64")
        }
        return bytes
    }
}
