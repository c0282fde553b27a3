/// An element of an XML document (XML 1.0), without comments and processing instructions.
struct XMLElement {
    /// Without the prefix of its namespace.
    var name: String
    var attributes: [(name: String, value: String)] = []
    var children: [XMLElement] = []
    var text = ""
}

/// Reads XML. A document type is refused, since its entities can grow without end and name files.
struct XMLReader {
    private static let depthLimit = 256
    private let bytes: [UInt8]
    private var position = 0

    /// The root element.
    ///
    /// - Throws: A `MockError` with the mistake and its line.
    static func read(_ bytes: [UInt8]) throws(MockError) -> XMLElement {
        guard String(utf8: bytes) != nil else { throw MockError("it isn't UTF-8") }
        var reader = XMLReader(bytes: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
        return try reader.document()
    }

    private mutating func document() throws(MockError) -> XMLElement {
        var open: [XMLElement] = []
        while true {
            let text = takeText()
            if open.isEmpty {
                guard text.allSatisfy({ $0 <= 0x20 }) else { throw problem("text stands outside the root element") }
            } else {
                open[open.count - 1].text += try plain(text)
            }
            guard position < bytes.count else {
                throw problem(open.last.map { "<\($0.name)> isn't closed" } ?? "there is no element")
            }
            if takes("<!--") {
                guard skip(past: "-->") else { throw problem("a comment isn't closed") }
            } else if takes("<![CDATA[") {
                let start = position
                guard !open.isEmpty, skip(past: "]]>") else { throw problem("a CDATA section isn't closed") }
                open[open.count - 1].text += String(decoding: bytes[start..<(position - 3)], as: UTF8.self)
            } else if takes("<?") {
                guard skip(past: "?>") else { throw problem("a processing instruction isn't closed") }
            } else if takes("<!") {
                throw problem("a document type isn't accepted")
            } else if takes("</") {
                let name = takeName()
                skipSpace()
                guard let last = open.popLast(), last.name == name, takes(">") else {
                    throw problem("</\(name)> closes nothing")
                }
                guard !open.isEmpty else { return try ended(last) }
                open[open.count - 1].children.append(last)
            } else {
                position += 1
                let (element, isClosed) = try startTag()
                if !isClosed {
                    open.append(element)
                    guard open.count < Self.depthLimit else {
                        throw problem("elements are more than \(Self.depthLimit) levels deep")
                    }
                } else if open.isEmpty {
                    return try ended(element)
                } else {
                    open[open.count - 1].children.append(element)
                }
            }
        }
    }

    private mutating func ended(_ root: XMLElement) throws(MockError) -> XMLElement {
        while true {
            skipSpace()
            if takes("<!--"), skip(past: "-->") { continue }
            if takes("<?"), skip(past: "?>") { continue }
            guard position == bytes.count else { throw problem("something stands behind the root element") }
            return root
        }
    }

    /// Reads a tag behind its `<`. `isClosed`: the element ends with the tag, `<a/>`.
    private mutating func startTag() throws(MockError) -> (XMLElement, isClosed: Bool) {
        var element = XMLElement(name: takeName())
        guard !element.name.isEmpty else { throw problem("'<' begins no element") }
        while true {
            skipSpace()
            if takes("/>") { return (element, true) }
            if takes(">") { return (element, false) }
            let start = position
            let name = takeName()
            let isNamespace = bytes[start..<position].starts(with: "xmlns".utf8)
            skipSpace()
            guard !name.isEmpty, takes("=") else { throw problem("<\(element.name)> isn't closed") }
            skipSpace()
            guard position < bytes.count, bytes[position] == 0x22 || bytes[position] == 0x27,
                let end = bytes[(position + 1)...].firstIndex(of: bytes[position])
            else { throw problem("the value of '\(name)' isn't in quotes") }
            let value = bytes[(position + 1)..<end]
            position = end + 1
            if !isNamespace { element.attributes.append((name, try plain(value))) }
        }
    }

    // MARK: - Parts

    private func problem(_ text: String) -> MockError {
        MockError("line \(bytes[..<min(position, bytes.count)].count { $0 == 0x0A } + 1): \(text)")
    }

    private mutating func takes(_ text: StaticString) -> Bool {
        let token = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard bytes[position...].starts(with: token) else { return false }
        position += token.count
        return true
    }

    private mutating func skip(past text: StaticString) -> Bool {
        while position < bytes.count {
            if takes(text) { return true }
            position += 1
        }
        return false
    }

    private mutating func skipSpace() { while position < bytes.count, bytes[position] <= 0x20 { position += 1 } }

    private mutating func takeText() -> ArraySlice<UInt8> {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        defer { position = end }
        return bytes[position..<end]
    }

    /// A name without its prefix.
    private mutating func takeName() -> String {
        let end = bytes[position...].firstIndex { $0 <= 0x20 || "<>/=\"'&?!".utf8.contains($0) } ?? bytes.count
        defer { position = end }
        return String(decoding: bytes[position..<end].split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
    }

    /// Replaces character references: the five names of XML, and numbers.
    private func plain(_ text: ArraySlice<UInt8>) throws(MockError) -> String {
        guard text.contains(UInt8(ascii: "&")) else { return String(decoding: text, as: UTF8.self) }
        var result = ""
        var rest = text
        while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += String(decoding: rest[..<mark], as: UTF8.self)
            guard let end = rest[mark...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let scalar = Self.scalar(String(decoding: rest[(mark + 1)..<end], as: UTF8.self))
            else { throw problem("'&' begins no known character reference") }
            result.unicodeScalars.append(scalar)
            rest = rest[(end + 1)...]
        }
        return result + String(decoding: rest, as: UTF8.self)
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        // `UInt32` would accept a sign.
        case _ where name.contains("+") || name.contains("-"): nil
        case _ where name.hasPrefix("#x"): UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
        default: nil
        }
    }
}
