// The parts of a multipart body, as the runtime's `MultipartBody` makes them.

import CallsiteCore
import CallsiteText

/// One part (RFC 7578).
struct SamplePart {
    enum Content {
        case text(String)
        /// The file that the command names.
        case file
    }

    var name: String
    var content: Content
    var type: String?
    var headers: [(name: String, value: String)] = []

    var isFile: Bool { if case .file = content { true } else { false } }

    /// Whether a curl option can express the part: curl ends a part's name at the first equals sign.
    var isFormOption: Bool { !name.isEmpty && !name.contains("=") }

    /// The name of the option, and its value.
    var option: (name: String, value: String) {
        let suffix =
            (type.map { ";type=" + $0 } ?? "")
            + headers.map { ";headers=" + Self.quoted($0.name + ": " + $0.value) }.joined()
        switch content {
        case .file: return ("form", name + "=@file" + suffix)
        case .text(let text) where suffix.isEmpty: return ("form-string", name + "=" + text)
        case .text(let text): return ("form", name + "=" + Self.quoted(text) + suffix)
        }
    }

    /// A value in the quotes that curl reads.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// A body of parts without files, and its boundary.
    static func body(of parts: [SamplePart]) -> (text: String, boundary: String) {
        func isUsed(_ boundary: String) -> Bool {
            parts.contains { if case .text(let text) = $0.content { text.contains(boundary) } else { false } }
        }
        var boundary = "callsite"
        while isUsed(boundary) { boundary += "-0" }
        var body = ""
        for part in parts {
            guard case .text(let text) = part.content else { continue }
            let name = part.name.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
            body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n"
            if let type = part.type { body += "Content-Type: \(type)\r\n" }
            for header in part.headers { body += "\(header.name): \(header.value)\r\n" }
            body += "\r\n\(text)\r\n"
        }
        return (body + "--\(boundary)--\r\n", boundary)
    }
}

/// Makes the parts of a request.
struct SampleParts {
    private let api: API
    private let body: API.Body
    /// The headers of parts, by the parts' names.
    private let headers: [String: [(name: String, value: String)]]
    private(set) var parts: [SamplePart] = []
    /// The media types chosen for files whose part allows several, by the names of the fields.
    private(set) var fileTypes: [String: String] = [:]
    /// The parts that aren't sent, and the reasons.
    private(set) var refusals: [(name: String, reason: String)] = []

    init(
        _ value: JSONValue, _ body: API.Body, of api: API, headers: [String: [(name: String, value: String)]]
    ) {
        (self.api, self.body, self.headers) = (api, body, headers)
        guard case .object(let members) = value else { return }
        guard case .fields(let fields) = body.content else {
            for member in members.pairs.sorted(by: { $0.key < $1.key }) { add(member.key, member.value) }
            return
        }
        for field in fields {
            guard let member = members[field.wireName] else { continue }
            add(field, member)
        }
    }

    private mutating func add(_ field: API.Property, _ value: JSONValue) {
        let name = field.wireName
        let encoding = body.encodings[name]
        if isFile(field.shape, isEachNamed: encoding?.style == .form) {
            return addFiles(name, value, type: encoding?.contentType.map { fileType(name, $0) })
        }
        if encoding?.style == .json {
            add(SamplePart(name: name, content: .text(value.compact)))
        } else if let style = encoding?.style {
            let wire = WireText(
                name: name, value: value, style: style, explode: encoding?.explode ?? (style == .form))
            do throws(WireText.Refusal) {
                for pair in try wire.pairs() { add(SamplePart(name: pair.name, content: .text(pair.value))) }
            } catch {
                refusals.append((name, error.reason))
            }
        } else if let type = encoding?.contentType {
            add(name, value, as: type)
        } else {
            add(name, value)
        }
    }

    private mutating func add(_ part: SamplePart) {
        var part = part
        part.headers = headers[part.name] ?? []
        parts.append(part)
    }

    private mutating func add(_ name: String, _ value: JSONValue) {
        switch value {
        case .null: break
        case .bool, .number, .string: add(SamplePart(name: name, content: .text(value.scalar ?? "")))
        case .array(let elements): for element in elements { add(name, element) }
        case .object: add(SamplePart(name: name, content: .text(value.compact), type: "application/json"))
        }
    }

    private mutating func add(_ name: String, _ value: JSONValue, as type: String) {
        let essence = type.prefix { $0 != ";" }.lowercased()
        switch value {
        case .null: break
        case .array(let elements): for element in elements { add(name, element, as: type) }
        case _ where essence.hasSuffix("/json") || essence.hasSuffix("+json"):
            add(SamplePart(name: name, content: .text(value.compact), type: type))
        case .bool, .number, .string: add(SamplePart(name: name, content: .text(value.scalar ?? ""), type: type))
        case .object: refusals.append((name, "an object has no form in its media type"))
        }
    }

    // MARK: - Files

    /// Whether generated code sends the field as files: bytes, a list of them or, where each member is a part, an
    /// object of either.
    private func isFile(_ shape: API.Shape, isEachNamed: Bool) -> Bool {
        switch api.resolvingAliases(shape.withoutOptional) {
        case .dictionary(let value) where isEachNamed: isFile(value, isEachNamed: false)
        case .scalar(.data): true
        case .list(let element): api.resolvingAliases(element) == .scalar(.data)
        default: false
        }
    }

    private mutating func addFiles(_ name: String, _ value: JSONValue, type: String?) {
        switch value {
        case .null: break
        case .array(let elements): for element in elements { addFiles(name, element, type: type) }
        case .object(let members):
            for member in members.pairs.sorted(by: { $0.key < $1.key }) {
                addFiles(member.key, member.value, type: type)
            }
        case .bool, .number, .string: add(SamplePart(name: name, content: .file, type: type))
        }
    }

    /// The media type of a file. If the part allows several, a type of the first range is chosen.
    private mutating func fileType(_ name: String, _ allowed: String) -> String {
        let ranges = allowed.split(separator: ",").map { $0.filter { $0 != " " } }
        guard ranges.count != 1 || allowed.contains("*"), let first = ranges.first else { return allowed }
        let mediaType =
            switch first {
            case "*/*": "application/octet-stream"
            case "image/*": "image/png"
            case "audio/*": "audio/mpeg"
            case "video/*": "video/mp4"
            case "text/*": "text/plain"
            default: first.replacing("*", with: "octet-stream")
            }
        fileTypes[name] = mediaType
        return mediaType
    }
}
