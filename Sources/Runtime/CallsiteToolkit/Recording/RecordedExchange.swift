import CallsiteRuntime
import Foundation

/// The parts of a request by which its recording is looked up.
struct RecordedRequest {
    let method: String
    /// The URL without its secrets.
    let url: String
    let body: JSONValue?
    /// The beginning of the names of its files.
    let name: String

    init(_ request: HTTPRequest, _ redaction: Redaction) throws {
        method = request.method.name
        url = redaction.url(request.url)
        let type = request.headers["Content-Type"] ?? ""
        // A multipart body's boundary differs in each process.
        let bytes = withStableBoundary(Array(try request.body?.bytes() ?? Data()), type: type)
        body = redaction.body(Data(bytes), request.headers).json
        name = RecordingName.make(method: method, url: url, path: request.url.path, body: body?.description ?? "")
    }
}

/// A file of a recorder.
struct RecordedExchange: DecodableModel {
    let response: HTTPResponse

    init(from fields: inout FieldReader) throws {
        let recorded: RecordedResponse = try fields["response"]
        response = recorded.response
    }

    static func json(_ request: RecordedRequest, _ http: HTTPResponse, _ redaction: Redaction) -> JSONValue {
        var requestFields: [String: JSONValue] = ["method": .string(request.method), "url": .string(request.url)]
        requestFields["body"] = request.body
        var headers = redaction.headers(http.headers)
        for name in headersLeftOutOfRecordings { headers[name] = nil }
        var responseFields: [String: JSONValue] = [
            "status": JSONValue(integerLiteral: Int64(http.status)),
            "headers": .array(headers.fields.map { .string("\($0.name): \($0.value)") }),
        ]
        responseFields["body"] = redaction.body(http.body, http.headers).json
        return ["request": .object(requestFields), "response": .object(responseFields)]
    }
}

private struct RecordedResponse: DecodableModel {
    let response: HTTPResponse

    init(from fields: inout FieldReader) throws {
        let lines: [String] = try fields["headers", default: []]
        let headers = lines.map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return HTTPHeaders.Field(
                String(parts[0]), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
        }
        let body: JSONValue? = try fields["body"]
        response = HTTPResponse(
            status: try fields["status"], headers: HTTPHeaders(headers), body: body.map(Redaction.Body.data) ?? Data())
    }
}

extension Redaction.Body {
    /// The body's form in a file: `{"json": …}`, `{"text": …}` or `{"base64": …}`.
    var json: JSONValue? {
        switch self {
        case .none: nil
        case .json(let value): ["json": value]
        case .text(let text): ["text": .string(text)]
        case .bytes(let data): ["base64": .string(data.base64EncodedString())]
        }
    }

    static func data(_ json: JSONValue) -> Data {
        if let value = json["json"] { return Data(value.description.utf8) }
        if let text = json["text"]?.string { return Data(text.utf8) }
        return Data(base64Encoded: json["base64"]?.string ?? "") ?? Data()
    }
}
