public import CallsiteRuntime
import Foundation

/// The parts of a `multipart/form-data` body (RFC 7578), in order.
///
///     request.part["title"] = title
///     request.part["photo"] = photo          // a FileContent
///
/// Scalars are sent as strings, objects as JSON, and a list as one part for each element, all with the same name (RFC
/// 7578, 4.3). nil and null send nothing.
public struct MultipartBody: Sendable, BodyParts {
    private(set) var segments: [HTTPBody.Segment] = []
    /// Header lines of parts that are still to come, by the parts' names.
    private var headers: [String: [(name: String, value: String)]] = [:]
    private(set) var failure: EncodingFailure?
    private var isOpen = false
    package var isTouched: Bool { isOpen || !segments.isEmpty || failure != nil }

    /// New for each body and too long to be guessed, so that no content can end its part, not even content from a
    /// server that has seen earlier bodies.
    private let boundary = "callsite-" + UUID().uuidString.lowercased()
    package var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// Makes a body, even if it gets no part.
    public mutating func open() { isOpen = true }

    public subscript<T: WireEncodable>(name: String) -> T {
        @available(*, unavailable, message: "parts are only written here")
        get { fatalError("unavailable") }
        set {
            write(name, newValue, as: nil)
        }
    }

    public subscript(name: String) -> FileContent? {
        @available(*, unavailable, message: "parts are only written here")
        get { fatalError("unavailable") }
        set { newValue.map { add(name, $0) } }
    }

    public subscript(name: String) -> [FileContent]? {
        @available(*, unavailable, message: "parts are only written here")
        get { fatalError("unavailable") }
        set {
            for file in newValue ?? [] { add(name, file) }
        }
    }

    /// A part with its own media type. JSON types contain the value's JSON, others a scalar as a string. A list is one
    /// part for each element.
    public subscript<T: WireEncodable>(name: String, type type: String) -> T {
        @available(*, unavailable, message: "parts are only written here")
        get { fatalError("unavailable") }
        set {
            write(name, newValue, as: type)
        }
    }

    /// A file, of this media type unless it has its own. If `type` lists several types, or is a range such as
    /// `image/*`, the file's own type must match.
    public subscript(name: String, type type: String) -> FileContent? {
        @available(*, unavailable, message: "parts are only written here")
        get { fatalError("unavailable") }
        set { self[name, type: type] = newValue.map { [$0] } }
    }

    /// Files, each sent like a single file.
    public subscript(name: String, type type: String) -> [FileContent]? {
        @available(*, unavailable, message: "parts are only written here")
        get { fatalError("unavailable") }
        set {
            let ranges = type.split(separator: ",").map { range in
                range.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
            }
            let isOne = ranges.count == 1 && !type.contains("*")
            for var file in newValue ?? [] {
                if isOne { file.type = file.type ?? type }
                let essence = (file.type ?? Self.bytes).prefix { $0 != ";" }.lowercased()
                let isAllowed = ranges.contains { range in
                    range == "*/*" || range == essence || range.hasSuffix("/*") && essence.hasPrefix(range.dropLast())
                }
                guard isOne || isAllowed else {
                    failure =
                        failure ?? EncodingFailure("\(name): a file of the type \(essence), and \(type) is wanted")
                    continue
                }
                add(name, file)
            }
        }
    }

    /// Parts whose values are encoded as in a query, without percent-encoding: `explode: false` joins a list with
    /// commas.
    public subscript<T: WireEncodable>(name: String, style style: ParameterStyle, explode explode: Bool? = nil) -> T {
        @available(*, unavailable, message: "parts are only written here")
        get { fatalError("unavailable") }
        set {
            var parameters = RequestWriter.Parameters(.form)
            parameters[name, style: style, explode: explode] = newValue
            failure = failure ?? parameters.failure
            do {
                for item in try parameters.items.flatMap({ try $0.queryItems() }) {
                    let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    let texts = pair.map { $0.removingPercentEncoding ?? String($0) }
                    text(texts[0], texts.count > 1 ? texts[1] : "")
                }
            } catch {
                failure = failure ?? EncodingFailure("\(name): \(error)")
            }
        }
    }

    /// Files as parts of their own, named by their keys, which only the caller knows.
    public subscript(name: String, style style: ParameterStyle, explode explode: Bool? = nil) -> [String: FileContent]?
    {
        @available(*, unavailable, message: "parts are only written here")
        get { fatalError("unavailable") }
        set {
            for (name, file) in (newValue ?? [:]).sorted(by: { $0.key < $1.key }) { add(name, file) }
        }
    }

    /// Files as parts of their own, several under each key.
    public subscript(name: String, style style: ParameterStyle, explode explode: Bool? = nil) -> [String:
        [FileContent]]?
    {
        @available(*, unavailable, message: "parts are only written here")
        get { fatalError("unavailable") }
        set {
            for (name, files) in (newValue ?? [:]).sorted(by: { $0.key < $1.key }) {
                for file in files { add(name, file) }
            }
        }
    }

    /// A header of the parts named `name`. Set it before them.
    public subscript<T: WireEncodable>(name: String, header header: String) -> T {
        @available(*, unavailable, message: "parts are only written here")
        get { fatalError("unavailable") }
        set {
            var parameters = RequestWriter.Parameters(.simple)
            parameters[header] = newValue
            failure = failure ?? parameters.failure
            do {
                for item in parameters.items {
                    guard let value = try item.headerText() else { continue }
                    var line = HTTPHeaders()
                    line.append(header, value)
                    try line.check()
                    headers[name, default: []].append((header, value))
                }
            } catch {
                failure = failure ?? EncodingFailure("\(name), \(header): \(error)")
            }
        }
    }

    /// Parts whose names are known at run time only.
    package mutating func addFields(of value: some WireEncodable) throws {
        isOpen = true
        guard case .object(let fields) = try JSONValue(encoding: value) else {
            throw EncodingFailure("a multipart body must be an object")
        }
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { try add(name, value) }
    }

    private mutating func write(_ name: String, _ value: some WireEncodable, as type: String?) {
        guard !value.isAbsent else { return }
        // A setter can't throw: the first failure is kept, and thrown when the request is rendered.
        do { try add(name, JSONValue(encoding: value), as: type) } catch {
            failure = failure ?? EncodingFailure("\(name): \(error)")
        }
    }

    private mutating func add(_ name: String, _ value: JSONValue, as type: String? = nil) throws {
        let essence = type?.prefix { $0 != ";" }.lowercased() ?? ""
        switch value {
        case .null: return
        case .array(let elements): for element in elements { try add(name, element, as: type) }
        case _ where essence.hasSuffix("/json") || essence.hasSuffix("+json"):
            part(name, nil, type, .data(try encodeJSON(value)))
        case .string(let string): text(name, string, type)
        case .number(let number): text(name, number.digits, type)
        case .bool(let flag): text(name, flag ? "true" : "false", type)
        case .object:
            if let type { throw EncodingFailure("an object can't be written as \(quoted(type))") }
            part(name, nil, "application/json", .data(try encodeJSON(value)))
        }
    }

    private static let bytes = "application/octet-stream"

    private mutating func text(_ name: String, _ text: String, _ type: String? = nil) {
        part(name, nil, type, .data(Data(text.utf8)))
    }

    private mutating func add(_ name: String, _ file: FileContent) {
        let type = file.type ?? Self.bytes
        guard isMediaType(type) else {
            failure = failure ?? EncodingFailure("\(name): \(quoted(type)) isn't a media type")
            return
        }
        part(name, file.name ?? "file", type, file.bytes)
    }

    private mutating func part(_ name: String, _ fileName: String?, _ type: String?, _ content: HTTPBody.Segment) {
        var head =
            (segments.isEmpty ? "" : "\r\n")
            + "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\""
        if let fileName { head += "; filename=\"\(Self.escaped(fileName))\"" }
        if let type { head += "\r\nContent-Type: \(type)" }
        for header in headers[name] ?? [] { head += "\r\n\(header.name): \(header.value)" }
        segments += [.data(Data((head + "\r\n\r\n").utf8)), content]
    }

    /// Escapes a name as browsers do (WHATWG, multipart/form-data encoding algorithm), which RFC 7578, 4.2, allows:
    /// UTF-8 stays as it is, and only quotation marks and line breaks are encoded.
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
    package func finished() throws -> HTTPBody {
        if let failure { throw failure }
        let end = Data("\(segments.isEmpty ? "" : "\r\n")--\(boundary)--\r\n".utf8)
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

extension RequestWriter {
    /// The parts of an inline multipart body.
    public var part: MultipartBody {
        get { parts as? MultipartBody ?? MultipartBody() }
        _modify {
            var part = part
            // Held by one variable only, so that parts are added in place.
            parts = nil
            yield &part
            parts = part
        }
    }
}

extension Endpoint.Body {
    /// `multipart/form-data` (RFC 7578).
    public static var multipart: Endpoint.Body {
        .parts(
            BodyPartsEncoding(contentType: "multipart/form-data") {
                MultipartBody()
            })
    }
}
