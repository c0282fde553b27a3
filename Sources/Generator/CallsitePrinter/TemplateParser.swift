import CallsiteCore

/// Reads a template's text into nodes. Nothing is known of views here: names are looked up when the template is
/// compiled.
///
/// The dialect is Mustache with less: names, sections, inverted sections, partials, comments and set delimiters, and
/// tags that have a line to themselves leave no line behind. Nothing is escaped, so `{{{name}}}` and `{{&name}}` are
/// refused; there are no lambdas, no parents and no dynamic names. A section does not see the names around it.
struct TemplateParser {
    /// Sections that stand in each other; more is refused, so that no template can exhaust the stack.
    static let depthLimit = 64

    /// A section whose end has not been seen, and the nodes it interrupts.
    private struct OpenSection {
        let name: TemplateName
        let isInverted: Bool
        var around: [TemplateNode]
    }

    private let file: TemplateFile
    private var opening: [UInt8] = Array("{{".utf8)
    private var closing: [UInt8] = Array("}}".utf8)
    private var position = 0
    private var nodes: [TemplateNode] = []
    private var open: [OpenSection] = []
    private var failed = false

    private init(file: TemplateFile) { self.file = file }

    /// The template's nodes, or `nil` if there was an error.
    static func parse(_ file: TemplateFile, _ diagnostics: inout Diagnostics) -> [TemplateNode]? {
        var parser = TemplateParser(file: file)
        parser.parse(&diagnostics)
        return parser.failed ? nil : parser.nodes
    }

    private mutating func parse(_ diagnostics: inout Diagnostics) {
        while let start = find(opening, from: position) {
            guard let tag = readTag(at: start, &diagnostics) else { return }
            let isOnItsLine = tag.kind != .variable && hasLineToItself(tag)
            let end = isOnItsLine ? lineBegin(of: start) : start
            appendLiteral(upTo: end)
            if !isOnItsLine, start > 0, file.bytes[start - 1] == UInt8(ascii: "\n") { nodes.append(.lineStart) }
            position = isOnItsLine ? nextLine(after: tag.end) : tag.end
            take(tag, indentation: isOnItsLine ? Array(file.bytes[end..<start]) : nil, &diagnostics)
        }
        appendLiteral(upTo: file.bytes.count)
        for section in open {
            report(.unclosedSection(section.name, file), &diagnostics)
        }
    }

    private mutating func appendLiteral(upTo end: Int) {
        guard position < end else { return }
        let startsLine = position > 0 && file.bytes[position - 1] == UInt8(ascii: "\n")
        nodes.append(.literal(Array(file.bytes[position..<end]), startsLine: startsLine))
    }

    private mutating func report(_ diagnostic: Diagnostic, _ diagnostics: inout Diagnostics) {
        failed = true
        diagnostics.report(diagnostic)
    }

    // MARK: Tags

    private struct Tag {
        enum Kind { case variable, section, inverted, close, partial, comment, delimiters }
        var kind: Kind
        /// From the first byte of the opening delimiter to after the last of the closing one.
        var start: Int
        var end: Int
        /// The text between the delimiters, without the sigil and blanks.
        var text: ArraySlice<UInt8>
    }

    /// The tag that starts here; `nil`, and an error, if it does not end.
    private mutating func readTag(at start: Int, _ diagnostics: inout Diagnostics) -> Tag? {
        let inner = start + opening.count
        let sigil = inner < file.bytes.count ? file.bytes[inner] : 0
        let isDelimiters = sigil == UInt8(ascii: "=")
        let terminator = isDelimiters ? [UInt8(ascii: "=")] + closing : closing
        guard let end = find(terminator, from: isDelimiters ? inner + 1 : inner) else {
            report(.unclosedTag(start, String(decoding: terminator, as: UTF8.self), file), &diagnostics)
            return nil
        }
        let kind: Tag.Kind? =
            switch sigil {
            case UInt8(ascii: "#"): .section
            case UInt8(ascii: "^"): .inverted
            case UInt8(ascii: "/"): .close
            case UInt8(ascii: ">"): .partial
            case UInt8(ascii: "!"): .comment
            case UInt8(ascii: "="): .delimiters
            default: nil
            }
        let text = trimmed(file.bytes[(kind == nil ? inner : inner + 1)..<end])
        return Tag(kind: kind ?? .variable, start: start, end: end + terminator.count, text: text)
    }

    private mutating func take(_ tag: Tag, indentation: [UInt8]?, _ diagnostics: inout Diagnostics) {
        let name = TemplateName(text: String(decoding: tag.text, as: UTF8.self), offset: tag.start)
        switch tag.kind {
        case .comment: return
        case .delimiters: setDelimiters(tag, &diagnostics)
        case .close: close(name, &diagnostics)
        case .partial:
            guard TemplateName.isFileName(tag.text) else { return report(.malformedPartial(name, file), &diagnostics) }
            nodes.append(.partial(name, indentation: indentation))
        case .variable:
            guard TemplateName.isPath(tag.text) else { return report(.malformedName(name, file), &diagnostics) }
            nodes.append(.variable(name))
        case .section, .inverted:
            // A section with a bad name is opened all the same, so that its end is not reported too.
            if !TemplateName.isPath(tag.text) { report(.malformedName(name, file), &diagnostics) }
            guard open.count < Self.depthLimit else {
                report(.sectionsTooDeep(name, file), &diagnostics)
                // The rest of the file isn't read: errors in it would follow from this one.
                open = []
                position = file.bytes.count
                return
            }
            open.append(OpenSection(name: name, isInverted: tag.kind == .inverted, around: nodes))
            nodes = []
        }
    }

    private mutating func close(_ name: TemplateName, _ diagnostics: inout Diagnostics) {
        guard var section = open.popLast() else { return report(.closedWithoutOpening(name, file), &diagnostics) }
        if section.name.text != name.text { report(.closedOutOfTurn(name, section.name, file), &diagnostics) }
        let body = nodes
        // Swapped, so that the append does not copy what came before.
        nodes = []
        swap(&nodes, &section.around)
        nodes.append(.section(section.name, isInverted: section.isInverted, body))
    }

    private mutating func setDelimiters(_ tag: Tag, _ diagnostics: inout Diagnostics) {
        let parts = tag.text.split(whereSeparator: Self.isBlankOrNewline)
        guard parts.count == 2, !parts.contains(where: { $0.contains(UInt8(ascii: "=")) }) else {
            return report(.malformedDelimiters(tag.start, file), &diagnostics)
        }
        opening = Array(parts[0])
        closing = Array(parts[1])
    }

    // MARK: Text

    private func find(_ needle: [UInt8], from start: Int) -> Int? {
        var index = start
        let last = file.bytes.count - needle.count
        while index <= last {
            if file.bytes[index] == needle[0], file.bytes[index..<index + needle.count].elementsEqual(needle) {
                return index
            }
            index += 1
        }
        return nil
    }

    private func lineBegin(of offset: Int) -> Int {
        var begin = offset
        while begin > 0, file.bytes[begin - 1] != UInt8(ascii: "\n") { begin -= 1 }
        return begin
    }

    private func nextLine(after offset: Int) -> Int {
        var next = offset
        while next < file.bytes.count {
            next += 1
            if file.bytes[next - 1] == UInt8(ascii: "\n") { break }
        }
        return next
    }

    /// Whether there are only blanks before the tag on its first line and after it on its last.
    private func hasLineToItself(_ tag: Tag) -> Bool {
        guard file.bytes[lineBegin(of: tag.start)..<tag.start].allSatisfy(Self.isBlank) else { return false }
        var rest = file.bytes[tag.end..<nextLine(after: tag.end)]
        if rest.last == UInt8(ascii: "\n") { rest.removeLast() }
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        return rest.allSatisfy(Self.isBlank)
    }

    private func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while let first = text.first, Self.isBlankOrNewline(first) { text.removeFirst() }
        while let last = text.last, Self.isBlankOrNewline(last) { text.removeLast() }
        return text
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func isBlankOrNewline(_ byte: UInt8) -> Bool {
        isBlank(byte) || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
}
