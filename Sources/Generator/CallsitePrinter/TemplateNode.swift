import CallsiteCore

/// A part of a template, as `TemplateParser` reads it, before any view is applied.
indirect enum TemplateNode: Sendable {
    /// Bytes to print. `startsLine`: whether they begin a line of the template other than the first.
    case literal([UInt8], startsLine: Bool)
    /// A line of the template, other than the first, begins here with a tag.
    case lineStart
    /// `{{name}}`
    case variable(TemplateName)
    /// `{{#name}}…{{/name}}`, or `{{^name}}…{{/name}}` if it is inverted.
    case section(TemplateName, isInverted: Bool, [TemplateNode])
    /// `{{> name}}`; `indentation` is the white space before the tag if it has the line to itself.
    case partial(TemplateName, indentation: [UInt8]?)
}

/// A name in a tag, and where its tag starts.
struct TemplateName: Hashable, Sendable {
    /// The name as written, such as `owner.name` or `.`.
    let text: String
    /// The offset of the tag's first byte in the template.
    let offset: Int

    var isCurrentItem: Bool { text == "." }

    /// The names between the dots.
    var path: [String] { text.utf8.split(separator: UInt8(ascii: ".")).map { String(decoding: $0, as: UTF8.self) } }

    /// A letter or `_`, then letters, digits and `_`; ASCII only.
    static func isWord(_ text: some Collection<UInt8>) -> Bool {
        guard let first = text.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else { return false }
        return text.allSatisfy(isWordByte)
    }

    /// Words with dots between them, or the dot alone.
    static func isPath(_ text: some Collection<UInt8>) -> Bool {
        if text.count == 1, text.first == UInt8(ascii: ".") { return true }
        return text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { isWord($0) }
    }

    /// Letters, digits, `_` and `-`: the characters of a template's file name.
    static func isFileName(_ text: some Collection<UInt8>) -> Bool {
        !text.isEmpty && text.allSatisfy { isWordByte($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// A template's bytes and the number of its file, from which places are computed.
struct TemplateFile: Sendable {
    let id: FileID
    let bytes: [UInt8]

    func location(_ name: TemplateName) -> SourceLocation { location(name.offset) }

    /// The place of a byte: counted only when there is something to report.
    func location(_ offset: Int) -> SourceLocation {
        var line = 1
        var column = 1
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return SourceLocation(file: id, line: line, column: column)
    }
}
