/// A request to a real server and its response, as they are written: what CallsiteToolkit's `Recorder` writes and
/// reads, under the names by which it finds them.
package struct Recording: Sendable {
    /// The start of its files' names; a hyphen, the number of the response and `.json` follow.
    package let name: String
    /// Pretty-printed JSON.
    package let contents: [UInt8]

    /// - Parameter url: The URL that was requested from the real server.
    package init(_ request: MockRequest, url: String, _ response: RecordedResponse, _ secrets: Secrets = Secrets()) {
        let url = secrets.url(url)
        let type = request.header("content-type") ?? ""
        let body = Self.body(withStableBoundary(request.body ?? [], type: type), type, secrets)
        let path = PercentEncoding.decoded(MockRouter.path(ofURL: url).prefix { $0 != "?" && $0 != "#" })
        name = RecordingName.make(
            method: request.method, url: url, path: path, body: body?.text(.line, sortsKeys: true) ?? "")

        var requestFields: JSONObject = ["method": .string(request.method), "url": .string(url)]
        requestFields["body"] = body
        let headers = response.headers.filter { !headersLeftOutOfRecordings.contains($0.name.lowercased()) }
        var responseFields: JSONObject = [
            "status": .int(response.status),
            "headers": .array(
                headers.map { .string("\($0.name): \(secrets.value(ofHeader: $0.name, $0.value))") }),
        ]
        responseFields["body"] = Self.body(response.body ?? [], response.header("content-type") ?? "", secrets)
        let both: JSONObject = ["request": .object(requestFields), "response": .object(responseFields)]
        contents = Array((JSONValue.object(both).text(.lines) + "\n").utf8)
    }

    /// `{"json": …}`, `{"text": …}` or `{"base64": …}`; nil: the body is empty.
    private static func body(_ bytes: [UInt8], _ type: String, _ secrets: Secrets) -> JSONValue? {
        guard !bytes.isEmpty else { return nil }
        let bytes = secrets.body(bytes, type: type)
        if let value = try? JSONValue(parsing: bytes) { return .object(["json": value]) }
        if !bytes.contains(0), let text = String(utf8: bytes) { return .object(["text": .string(text)]) }
        return .object(["base64": .string(Base64.encoded(bytes))])
    }
}
