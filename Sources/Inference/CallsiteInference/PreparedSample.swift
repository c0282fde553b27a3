import CallsiteMockEngine
import CallsiteSamples
import CallsiteText

/// A sample, with what its place among the others depends on.
struct PreparedSample {
    let sample: RequestSample
    /// The paths to the fields of a success's body, three levels deep, without the positions in lists.
    let outline: Set<String>
    /// The saved request that it belongs to; nil: it is none.
    let requestName: String?

    init(_ sample: RequestSample) {
        self.sample = sample
        requestName = sample.name.map { [sample.file, sample.tag ?? "", $0].joined(separator: "\n") }
        var outline: Set<String> = []
        if let response = sample.response, 200..<300 ~= response.status, case .json(let value) = MessageBody(response) {
            Self.add(value, "", 0, &outline)
        }
        self.outline = outline
    }

    private static func add(_ value: JSONValue, _ path: String, _ level: Int, _ outline: inout Set<String>) {
        guard outline.count < 100 else { return }
        switch value {
        case .array(let elements): for element in elements.prefix(3) { add(element, path + "[]", level, &outline) }
        case .object(let fields):
            guard level < 3 else { return }
            for (key, field) in fields.pairs.prefix(50) {
                outline.insert(path + "." + key)
                add(field, path + "." + key, level + 1, &outline)
            }
        case .null, .bool, .number, .string: if path.isEmpty { outline.insert("\(level)") }
        }
    }
}

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
        } else if type == nil || type?.isJSON == true, let value = try? JSONValue(parsing: bytes) {
            self = .json(value)
        } else if type == nil || type?.type == "text" || type?.isXML == true || type?.isJSON == true {
            // Many servers call their JSON text.
            if let first = bytes.first(where: { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }),
                first == 0x7B || first == 0x5B,
                let value = try? JSONValue(parsing: bytes)
            {
                self = .json(value)
            } else {
                self = type == nil && String(validating: bytes, as: UTF8.self) == nil ? .binary(type: nil) : .text
            }
        } else {
            self = .binary(type: type?.essence)
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
