import CallsiteMockEngine
import CallsiteText

/// The body of a message, by its media type and its bytes.
enum MessageBody {
    case none, unknown
    case json(JSONValue)
    /// The data of server-sent events, or the lines of NDJSON.
    case stream([JSONValue], isEvents: Bool)
    case text
    case binary(type: String?)

    init(_ response: RecordedResponse) {
        guard ![204, 205, 304].contains(response.status) else {
            self = .none
            return
        }
        guard let bytes = response.body else {
            self = .unknown
            return
        }
        self.init(bytes, response.header("content-type"))
    }

    init(_ bytes: [UInt8], _ contentType: String?) {
        guard !bytes.isEmpty else {
            self = .none
            return
        }
        let type = contentType.flatMap { MediaType($0) }
        if type?.isEvents == true || type?.isLines == true {
            self = Self.stream(bytes, isEvents: type?.isEvents == true)
            return
        }
        let isJSON = type?.isJSON ?? true
        guard isJSON || type?.type == "text" || type?.isXML == true else {
            self = .binary(type: type?.essence)
            return
        }
        // Many servers send JSON as `text/plain`.
        let first = bytes.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
        if isJSON || first == 0x7B || first == 0x5B, let value = try? JSONValue(parsing: bytes) {
            self = .json(value)
        } else {
            self = type == nil && String(utf8: bytes) == nil ? .binary(type: nil) : .text
        }
    }

    private static func stream(_ bytes: [UInt8], isEvents: Bool) -> Self {
        let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D || $0 == 0x1E })
        let values = lines.compactMap { line -> JSONValue? in
            guard isEvents else { return try? JSONValue(parsing: line) }
            let text = String(decoding: line, as: UTF8.self)
            guard text.hasPrefix("data:") else { return nil }
            return try? JSONValue(parsing: Array(text.dropFirst(5).utf8))
        }
        return .stream(values, isEvents: isEvents)
    }
}
