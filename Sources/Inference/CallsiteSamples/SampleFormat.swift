import CallsiteText

/// The format of a file, by its content.
enum SampleFormat: Equatable {
    case archive, recording, collection, wrappedCollection, environment, curl
    /// Another program's, with advice.
    case foreign(String)
    /// `an OpenAPI document`.
    case description(String)
    case unknown

    init(_ bytes: [UInt8]) {
        if let text = Self.utf16(bytes) {
            // YAML may be UTF-16, and samples may not.
            if case .description(let kind) = SampleFormat(text) { self = .description(kind) } else { self = .unknown }
            return
        }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes[start...].first { $0 > 0x20 }
        if first == 0x7B, let format = Self.json(bytes, start) {
            self = format
        } else {
            self = Self.text(bytes[start...])
        }
    }

    /// Why a file of no known format can't be read.
    static func expected(_ bytes: [UInt8]) -> String {
        let expectation =
            "expected an OpenAPI document, a Postman collection, an HTTP archive (HAR), a recording, or curl commands"
        if utf16(bytes) != nil { return "it is UTF-16: save it as UTF-8" }
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return "\(expectation), found a ZIP archive: unpack it" }
        guard let first = bytes.first(where: { $0 > 0x20 }) else { return "\(expectation), found an empty file" }
        if bytes.prefix(4096).contains(0) { return "\(expectation), found binary data" }
        switch first {
        case 0x7B: return "\(expectation), found another JSON object"
        case 0x5B: return "\(expectation), found a JSON list"
        default: return "\(expectation), found none of them"
        }
    }

    /// The beginning of a UTF-16 file, converted to UTF-8; nil: the file has no byte order mark of UTF-16.
    static func utf16(_ bytes: [UInt8]) -> [UInt8]? {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
        let units = stride(from: 2, to: min(bytes.count - 1, 1 << 20), by: 2).map { place in
            isLittle
                ? UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
                : UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    // MARK: - JSON

    /// nil: it has no fields.
    private static func json(_ bytes: [UInt8], _ start: Int) -> SampleFormat? {
        var format: SampleFormat?
        var keys: Set<String> = []
        OutermostFields.each(of: bytes, from: start) { key, value in
            keys.insert(key)
            switch key {
            case "log" where isObject(bytes, value): format = .archive
            case "openapi", "swagger": format = .description("an OpenAPI document")
            case "asyncapi": format = .description("an AsyncAPI document")
            case "callsite": format = .description("a description in Callsite's format")
            case "info" where has(["_postman_id", "schema"], in: bytes, value): format = .collection
            case "collection" where has(["info", "item"], in: bytes, value): format = .wrappedCollection
            case "environment" where has(["values"], in: bytes, value): format = .environment
            case "_postman_variable_scope": format = .environment
            case "__export_format": format = insomnia
            case "clientName": format = .foreign(advice("a Thunder Client collection", "Export, Postman"))
            default: break
            }
            return format == nil
        }
        if let format { return format }
        if keys.isSuperset(of: ["request", "response"]) { return .recording }
        if keys.isSuperset(of: ["info", "item"]) { return .collection }
        if keys.isSuperset(of: ["values", "name"]) { return .environment }
        if keys.isSuperset(of: ["order", "requests"]) {
            return .foreign("it is a Postman collection of format 1: export it as Collection 2.1")
        }
        if keys.isSuperset(of: ["version", "name", "type"]) || keys.isSuperset(of: ["uid", "items", "version"]) {
            return bruno
        }
        return keys.isEmpty ? nil : .unknown
    }

    private static func isObject(_ bytes: [UInt8], _ position: Int) -> Bool {
        position < bytes.count && bytes[position] == 0x7B
    }

    /// Whether the object at a place has one of these fields.
    private static func has(_ names: Set<String>, in bytes: [UInt8], _ position: Int) -> Bool {
        var isFound = false
        guard isObject(bytes, position) else { return false }
        OutermostFields.each(of: bytes, from: position) { key, _ in
            isFound = names.contains(key)
            return !isFound
        }
        return isFound
    }

    private static func advice(_ format: String, _ export: String) -> String {
        "it is \(format), which isn't read: export it as a Postman collection or an HTTP archive (\(export))"
    }

    private static let insomnia = SampleFormat.foreign(
        "it is an Insomnia export, which isn't read: in Insomnia choose Export, then HAR")
    private static let bruno = SampleFormat.foreign(
        "it is of a Bruno collection, which isn't read: in Bruno choose Share, then Postman Collection")

    // MARK: - Text

    private static func text(_ bytes: ArraySlice<UInt8>) -> SampleFormat {
        guard !bytes.prefix(4096).contains(0) else { return .unknown }
        var isFenced = false
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: true) {
            let content = line.drop { $0 == 0x20 || $0 == 0x09 }
            if content.starts(with: "```".utf8) || content.starts(with: "~~~".utf8) { isFenced.toggle() }
            guard !isFenced, content.startIndex == line.startIndex else { continue }
            let plain = line.first == 0x22 || line.first == 0x27 ? line.dropFirst() : line
            if plain.starts(with: "openapi".utf8) || plain.starts(with: "swagger".utf8), isKey(plain) {
                return .description("an OpenAPI document")
            }
            if plain.starts(with: "callsite".utf8), isKey(plain) {
                return .description("a description in Callsite's format")
            }
            if line.starts(with: "type:".utf8),
                String(decoding: line.prefix(60), as: UTF8.self).contains("insomnia.rest")
            {
                return insomnia
            }
            if line.starts(with: "meta {".utf8) || line.starts(with: "opencollection:".utf8) { return bruno }
        }
        if CurlReader.hasCommand(Array(bytes)) { return .curl }
        // A description's key may stand in braces, or in an unknown form: the reader of descriptions says more.
        let start = String(decoding: bytes.prefix(1 << 20), as: UTF8.self)
        if ["openapi", "swagger", "callsite", "endpoints"].contains(where: { start.firstRange(of: $0) != nil }) {
            return .description("a description")
        }
        // The reader names the mistake in the command.
        return CurlReader.hasWord(Array(bytes)) ? .curl : .unknown
    }

    /// `openapi: 3.1.0`, `"openapi" : "3.1.0"`
    private static func isKey(_ line: ArraySlice<UInt8>) -> Bool {
        line.drop { (0x61...0x7A).contains($0) }.first { $0 != 0x22 && $0 != 0x27 && $0 != 0x20 } == 0x3A
    }
}

/// The fields of a JSON object, without a look at their values.
enum OutermostFields {
    /// - Parameter isWanted: Takes a key, and where its value begins. Returns whether to go on.
    static func each(of bytes: [UInt8], from start: Int, _ isWanted: (_ key: String, _ value: Int) -> Bool) {
        var position = start
        skipBlanks(bytes, &position)
        guard position < bytes.count, bytes[position] == 0x7B else { return }
        position += 1
        while true {
            skipBlanks(bytes, &position)
            guard position < bytes.count, bytes[position] == 0x22 else { return }
            let begin = position + 1
            skipString(bytes, &position)
            let key = String(decoding: bytes[begin..<max(begin, position - 1)].prefix(200), as: UTF8.self)
            skipBlanks(bytes, &position)
            guard position < bytes.count, bytes[position] == 0x3A else { return }
            position += 1
            skipBlanks(bytes, &position)
            guard isWanted(key, position) else { return }
            skipValue(bytes, &position)
            guard position < bytes.count, bytes[position] == 0x2C else { return }
            position += 1
        }
    }

    private static func skipBlanks(_ bytes: [UInt8], _ position: inout Int) {
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }

    private static func skipString(_ bytes: [UInt8], _ position: inout Int) {
        position += 1
        while position < bytes.count, bytes[position] != 0x22 { position += bytes[position] == 0x5C ? 2 : 1 }
        position = min(position + 1, bytes.count)
    }

    /// Skips to the comma or bracket behind the value.
    private static func skipValue(_ bytes: [UInt8], _ position: inout Int) {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case 0x22:
                skipString(bytes, &position)
                continue
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D:
                if depth == 0 { return }
                depth -= 1
            case 0x2C: if depth == 0 { return }
            default: break
            }
            position += 1
        }
    }
}
