import CallsiteRuntime
import Foundation

/// By what a request is known again.
struct RecordedRequest {
    let method: String
    /// Without its secrets.
    let url: String
    let body: JSONValue?
    /// The names of its files begin so.
    let name: String

    init(_ request: HTTPRequest, _ redaction: Redaction) throws {
        method = request.method.name
        url = redaction.url(request.url)
        var data = try request.body?.bytes() ?? Data()
        // A multipart body's boundary is another in each process.
        let type = request.headers["Content-Type"] ?? ""
        if type.hasPrefix("multipart/"), let boundary = type.components(separatedBy: "boundary=").last, !boundary.isEmpty {
            data = data.replacing(Data(boundary.utf8), with: Data("boundary".utf8))
        }
        body = redaction.body(data, request.headers).json
        let path = request.url.path.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.suffix(6).joined(separator: "-")
        var hash = Hash()
        for text in [method, url, body?.description ?? ""] { hash.add(text) }
        name = "\(method.lowercased())-\(path.isEmpty ? "root" : String(path.prefix(60)))-\(hash.text)"
    }

    /// FNV-1a with 64 bits: the same in every process, as Swift's own isn't.
    private struct Hash {
        private var value: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ text: String) {
            for byte in text.utf8 + [0] { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }

        var text: String { String(repeating: "0", count: max(0, 16 - String(value, radix: 16).count)) + String(value, radix: 16) }
    }
}

/// A file of a recorder.
struct RecordedExchange: DecodableModel {
    let response: HTTPResponse

    init(from fields: inout FieldReader) throws {
        let answer: RecordedAnswer = try fields["response"]
        response = answer.response
    }

    static func json(_ request: RecordedRequest, _ http: HTTPResponse, _ redaction: Redaction) -> JSONValue {
        var asked: JSONObject = ["method": .string(request.method), "url": .string(request.url)]
        asked["body"] = request.body
        var headers = redaction.headers(http.headers)
        for name in ["Set-Cookie", "Content-Length", "Content-Encoding", "Transfer-Encoding"] { headers[name] = nil }
        var answer: JSONObject = [
            "status": JSONValue(integerLiteral: Int64(http.status)),
            "headers": .array(headers.fields.map { .string("\($0.name): \($0.value)") }),
        ]
        answer["body"] = redaction.body(http.body, http.headers).json
        return ["request": .object(asked), "response": .object(answer)]
    }
}

private struct RecordedAnswer: DecodableModel {
    let response: HTTPResponse

    init(from fields: inout FieldReader) throws {
        let lines: [String] = try fields["headers", default: []]
        let headers = lines.map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return HTTPHeaders.Field(String(parts[0]), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
        }
        let body: JSONValue? = try fields["body"]
        response = HTTPResponse(status: try fields["status"], headers: HTTPHeaders(headers), body: body.map(Redaction.Body.data) ?? Data())
    }
}

extension Redaction.Body {
    /// As it stands in a file: `{"json": …}`, `{"text": …}` or `{"base64": …}`.
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

extension Data {
    fileprivate func replacing(_ old: Data, with new: Data) -> Data {
        var result = Data()
        var rest = self[...]
        while let range = rest.range(of: old) {
            result += rest[..<range.lowerBound] + new
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}
