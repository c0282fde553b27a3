import Foundation

/// The parts of a `multipart/form-data` body (RFC 7578), in order.
///
///     request.part["title"] = title
///     request.part["photo"] = photo          // a FileContent
///
/// Scalars are texts, objects JSON, a list is a part for each element, all of one name (RFC 7578, 4.3); nil and null send nothing.
public struct MultipartBody: Sendable {
    private(set) var segments: [HTTPBody.Segment] = []
    private(set) var failure: EncodingFailure?
    /// Whether any part was offered, be it an absent one.
    private(set) var isTouched = false

    /// New for each process and too long to be guessed, so that no content can end its part. The same for all requests of the
    /// process, so that equal requests have equal bytes.
    static let boundary = "callsite-" + UUID().uuidString.lowercased()

    public subscript<T: WireEncodable>(name: String) -> T {
        @available(*, unavailable, message: "parts are only written here")
        get { fatalError("unavailable") }
        set {
            isTouched = true
            guard !newValue.isAbsent else { return }
            // A setter can't throw: the first failure is kept for whoever renders the request.
            do { try add(name, JSONValue(encoding: newValue)) } catch { failure = failure ?? EncodingFailure("\(name): \(error)") }
        }
    }

    public subscript(name: String) -> FileContent? {
        @available(*, unavailable, message: "parts are only written here")
        get { fatalError("unavailable") }
        set {
            isTouched = true
            newValue.map { add(name, $0) }
        }
    }

    public subscript(name: String) -> [FileContent]? {
        @available(*, unavailable, message: "parts are only written here")
        get { fatalError("unavailable") }
        set {
            isTouched = true
            for file in newValue ?? [] { add(name, file) }
        }
    }

    /// Parts whose names are known at run time only.
    mutating func addFields(of value: some WireEncodable) throws {
        isTouched = true
        guard case .object(let fields) = try JSONValue(encoding: value) else { throw EncodingFailure("a multipart body must be an object") }
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { try add(name, value) }
    }

    private mutating func add(_ name: String, _ value: JSONValue) throws {
        switch value {
        case .null: return
        case .bool(let flag): text(name, flag ? "true" : "false")
        case .number(let number): text(name, number.digits)
        case .string(let string): text(name, string)
        case .array(let elements): for element in elements { try add(name, element) }
        case .object: part(name, nil, "application/json", .data(try encodeJSON(value)))
        }
    }

    private mutating func text(_ name: String, _ text: String) { part(name, nil, nil, .data(Data(text.utf8))) }

    private mutating func add(_ name: String, _ file: FileContent) {
        let type = file.type ?? "application/octet-stream"
        guard type.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            failure = failure ?? EncodingFailure("\(name): \(quoted(type)) is no media type")
            return
        }
        part(name, file.name ?? "file", type, file.bytes)
    }

    private mutating func part(_ name: String, _ fileName: String?, _ type: String?, _ content: HTTPBody.Segment) {
        var head = (segments.isEmpty ? "" : "\r\n") + "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\""
        if let fileName { head += "; filename=\"\(Self.escaped(fileName))\"" }
        if let type { head += "\r\nContent-Type: \(type)" }
        segments += [.data(Data((head + "\r\n\r\n").utf8)), content]
    }

    /// As browsers do it (WHATWG, multipart/form-data encoding algorithm), which RFC 7578, 4.2, leaves room for: UTF-8 as it is, and
    /// only what would end the quotes or the line is encoded.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "%22"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// The body. Without a part it is the closing line alone.
    func finished() throws -> HTTPBody {
        if let failure { throw failure }
        let end = Data("\(segments.isEmpty ? "" : "\r\n")--\(Self.boundary)--\r\n".utf8)
        // Neighbours in memory become one segment: a form without files is plain data.
        var joined: [HTTPBody.Segment] = []
        var pending = Data()
        for segment in segments {
            switch segment {
            case .data(let data): pending.append(data)
            case .file:
                joined += [.data(pending), segment]
                pending = Data()
            }
        }
        return HTTPBody(joined + [.data(pending + end)])
    }
}
