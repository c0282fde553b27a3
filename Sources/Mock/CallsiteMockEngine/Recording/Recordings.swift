/// A request and its response, from a file.
package struct RecordedExchange: Sendable {
    package var request: MockRequest
    package var response: RecordedResponse
    /// Where in its file it is, as a JSON pointer; empty: it is the file.
    package var pointer: String
}

package enum Recordings {
    /// The requests of a file with their responses. CallsiteToolkit's `Recorder` wrote the file, or it is an HTTP
    /// archive (HAR 1.2), as browsers and proxies save.
    ///
    /// - Throws: A `MockError` for any other file.
    package static func read(_ bytes: [UInt8]) throws(MockError) -> [RecordedExchange] {
        let json = try JSONValue(parsing: bytes)
        if let entries = json["log"]?["entries"]?.array {
            return entries.enumerated().compactMap { index, entry in archived(entry, "/log/entries/\(index)") }
        }
        guard let request = json["request"], let response = json["response"], let method = request["method"]?.string,
            let url = request["url"]?.string, let status = response["status"]?.int
        else {
            throw MockError("it is neither a recording of CallsiteToolkit nor an HTTP archive ('log' with 'entries')")
        }
        let headers = (response["headers"]?.array ?? []).compactMap(\.string).map(header)
        let body = request["body"].flatMap(recorded)
        var asked = MockRequest(method: method, target: target(url), body: body)
        // Headers of requests aren't recorded; the type of a body is as it was kept.
        if let kept = request["body"] {
            asked.headers.append(
                ("Content-Type", kept["json"] != nil ? "application/json" : "application/x-www-form-urlencoded"))
        }
        return [
            RecordedExchange(
                request: asked,
                response: RecordedResponse(status: status, headers: headers, body: response["body"].flatMap(recorded)),
                pointer: "")
        ]
    }

    private static func header(_ line: String) -> (name: String, value: String) {
        let name = line.prefix { $0 != ":" }
        return (String(name), MockText.trimmed(line.dropFirst(name.count + 1)))
    }

    /// `{"json": …}`, `{"text": …}` or `{"base64": …}`
    private static func recorded(_ body: JSONValue) -> [UInt8]? {
        if let value = body["json"] { return value.bytes }
        if let text = body["text"]?.string { return Array(text.utf8) }
        return body["base64"]?.string.flatMap { Base64.decoded($0) }
    }

    private static func archived(_ entry: JSONValue, _ pointer: String) -> RecordedExchange? {
        guard let request = entry["request"], let response = entry["response"], let method = request["method"]?.string,
            let url = request["url"]?.string, let status = response["status"]?.int, status >= 100
        else { return nil }
        func headers(_ message: JSONValue) -> [(name: String, value: String)] {
            (message["headers"]?.array ?? []).compactMap { header in
                header["name"]?.string.map { ($0, header["value"]?.string ?? "") }
            }
        }
        let content = response["content"]
        let body = content?["text"]?.string.flatMap {
            content?["encoding"]?.string == "base64" ? Base64.decoded($0) : Array($0.utf8)
        }
        let sent = request["postData"]?["text"]?.string.map { Array($0.utf8) }
        return RecordedExchange(
            request: MockRequest(method: method, target: target(url), headers: headers(request), body: sent),
            response: RecordedResponse(status: status, headers: headers(response), body: body), pointer: pointer)
    }

    private static func target(_ url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return url }
        let rest = url[scheme.upperBound...]
        guard let start = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
        return rest[start] == "/" ? String(rest[start...]) : "/" + rest[start...]
    }
}
