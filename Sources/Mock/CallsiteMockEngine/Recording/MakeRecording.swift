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
        let sent = Self.body(withStableBoundary(request.body ?? [], type: type), type, secrets)
        let path = MockText.decoded(MockRouter.path(ofURL: url).prefix { $0 != "?" && $0 != "#" })
        name = RecordingName.make(method: request.method, url: url, path: path, body: sent?.sortedText ?? "")

        var asked = JSONObject()
        asked["method"] = .string(request.method)
        asked["url"] = .string(url)
        asked["body"] = sent
        var answer = JSONObject()
        answer["status"] = .int(response.status)
        answer["headers"] = .array(
            response.headers.filter { !headersLeftOutOfRecordings.contains($0.name.lowercased()) }.map {
                .string("\($0.name): \(secrets.value(ofHeader: $0.name, $0.value))")
            })
        answer["body"] = Self.body(response.body ?? [], response.header("content-type") ?? "", secrets)
        var both = JSONObject()
        both["request"] = .object(asked)
        both["response"] = .object(answer)
        contents = Array((JSONValue.object(both).prettyText + "\n").utf8)
    }

    /// `{"json": …}`, `{"text": …}` or `{"base64": …}`; nil: there is none.
    private static func body(_ bytes: [UInt8], _ type: String, _ secrets: Secrets) -> JSONValue? {
        guard !bytes.isEmpty else { return nil }
        let bytes = secrets.body(bytes, type: type)
        var body = JSONObject()
        if let value = try? JSONValue(parsing: bytes) {
            body["json"] = value
        } else if !bytes.contains(0), let text = String(utf8: bytes) {
            body["text"] = .string(text)
        } else {
            body["base64"] = .string(Base64.encoded(bytes))
        }
        return .object(body)
    }
}

extension JSONValue {
    /// The value on lines of its own, for people to read.
    package var prettyText: String { pretty(indent: "") }

    private func pretty(indent: String) -> String {
        let inner = indent + "  "
        switch self {
        case .array(let elements) where !elements.isEmpty:
            return "[\n" + elements.map { inner + $0.pretty(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let fields) where !fields.isEmpty:
            let lines = fields.pairs.map {
                "\(inner)\(JSONValue.string($0.key).text): \($0.value.pretty(indent: inner))"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        default: return text
        }
    }
}
