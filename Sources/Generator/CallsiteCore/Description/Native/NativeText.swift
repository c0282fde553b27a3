/// YAML as a person would write it: in blocks, with braces for mappings that fit on a line.
package indirect enum NativeText: Hashable, Sendable {
    /// A type, a number or a word of the format, written as it is.
    case plain(String)
    /// The same in quotes.
    case quoted(String)
    /// Any string, in quotes where YAML would read it as another type.
    case text(String)
    case list([NativeText])
    case mapping([Entry])

    package struct Entry: Hashable, Sendable {
        package var key: String
        package var value: NativeText
        /// Whether the key is a number, which quotes would turn into a string.
        var isKeyPlain = false
        /// The name by which other places of the document refer to the value: `.plain("*name")`.
        package var anchor: String?
        /// Written after the key, or after a value on the key's line: `# seen once`.
        package var comment: String?
        package init(_ key: String, _ value: NativeText) {
            self.key = key
            self.value = value
        }
        package init(plainKey key: String, _ value: NativeText) {
            self.key = key
            self.value = value
            isKeyPlain = true
        }
        /// The anchor as written before the value: `&name `.
        fileprivate var mark: String { anchor.map { "&" + $0 + " " } ?? "" }
        fileprivate var remark: String { comment.map { "  # " + $0 } ?? "" }
        /// The key in YAML. Quotes show that a space in a name is intended.
        fileprivate var yamlKey: String {
            isKeyPlain ? key : key.contains(" ") ? NativeText.escaped(key) : NativeText.quoted(key)
        }
    }

    package var isMapping: Bool { if case .mapping = self { true } else { false } }

    /// The source of a whole document.
    package var document: String {
        guard case .mapping(let entries) = self else { return "" }
        var output = ""
        NativeText.write(entries, indent: 0, to: &output)
        return output
    }

    private static func write(_ entries: [Entry], indent: Int, to output: inout String) {
        let margin = String(repeating: " ", count: indent)
        for entry in entries {
            output += margin + entry.yamlKey + ":" + (entry.anchor == nil ? "" : " " + entry.mark.dropLast())
            // Each model and each endpoint starts a line, even if all of them would fit on one.
            if indent == 0, case .mapping(let inner) = entry.value, inner.contains(where: \.value.isMapping) {
                output += entry.remark + "\n"
                write(inner, indent: 2, to: &output)
                continue
            }
            if let inline = entry.value.inline(room: 118 - indent - entry.key.utf8.count - entry.remark.utf8.count) {
                output += " " + inline + entry.remark + "\n"
                continue
            }
            switch entry.value {
            case .mapping(let inner):
                output += entry.remark + "\n"
                write(inner, indent: indent + 2, to: &output)
            case .list(let elements):
                output += entry.remark + "\n"
                for element in elements { write(element, indent: indent + 2, to: &output) }
            case .text(let text):
                output += " |-\n"
                for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                    output += line.isEmpty ? "\n" : margin + "  " + line + "\n"
                }
            case .plain(let text), .quoted(let text): output += " " + text + "\n"
            }
        }
    }

    /// Writes an element of a list after `- `. The first key of a mapping stands on the same line.
    private static func write(_ element: NativeText, indent: Int, to output: inout String) {
        let margin = String(repeating: " ", count: indent)
        if let inline = element.inline(room: 116 - indent) {
            output += margin + "- " + inline + "\n"
            return
        }
        var inner = ""
        switch element {
        case .mapping(let entries): write(entries, indent: indent + 2, to: &inner)
        case .list(let elements): for element in elements { write(element, indent: indent + 2, to: &inner) }
        case .plain(let text), .quoted(let text): inner = margin + "  " + text + "\n"
        case .text(let text): inner = margin + "  " + NativeText.escaped(text) + "\n"
        }
        output += margin + "- " + inner.dropFirst(indent + 2)
    }

    /// The value on one line; nil if it doesn't fit. Block strings and mappings of more than four entries never do.
    private func inline(room: Int) -> String? {
        switch self {
        case .plain(let text): return text
        case .quoted(let text): return NativeText.escaped(text)
        case .text(let text):
            guard NativeText.isBlock(text) else { return NativeText.quoted(text) }
            return nil
        case .list(let elements):
            let texts = elements.compactMap { $0.inline(room: room) }
            guard texts.count == elements.count else { return nil }
            let line = "[" + texts.joined(separator: ", ") + "]"
            return line.utf8.count <= room ? line : nil
        case .mapping(let entries):
            guard !entries.isEmpty else { return "{}" }
            // Some YAML parsers reject a key that ends with a question mark in braces.
            guard entries.count <= 4, entries.allSatisfy({ $0.comment == nil && $0.key.utf8.last != 0x3F }) else {
                return nil
            }
            let texts = entries.compactMap { entry in
                entry.value.inline(room: room).map { entry.yamlKey + ": " + entry.mark + $0 }
            }
            guard texts.count == entries.count else { return nil }
            let line = "{" + texts.joined(separator: ", ") + "}"
            return line.utf8.count <= min(room, 90) ? line : nil
        }
    }

    /// The value on a single line of any length.
    package var flow: String {
        switch self {
        case .plain(let text): text
        case .quoted(let text): NativeText.escaped(text)
        case .text(let text): NativeText.quoted(text)
        case .list(let elements): "[" + elements.map(\.flow).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{" + entries.map { $0.yamlKey + ": " + $0.mark + $0.value.flow }.joined(separator: ", ") + "}"
        }
    }

    /// Whether a string has several lines that a block can hold unchanged.
    private static func isBlock(_ text: String) -> Bool {
        guard text.utf8.contains(0x0A), text.utf8.first != 0x20, text.utf8.first != 0x0A, text.utf8.last != 0x0A else {
            return false
        }
        return !text.contains(" \n") && text.unicodeScalars.allSatisfy { $0 == "\n" || !needsEscape($0) }
    }

    /// The string itself if YAML reads it as a string everywhere, otherwise the string in double quotes.
    static func quoted(_ text: String) -> String {
        // In the format, `state?` is an optional field.
        let isPlain = text.utf8.dropLast(text.utf8.last == 0x3F || text.utf8.last == 0x2E ? 1 : 0).allSatisfy {
            $0.isLetter || $0.isDigit || "_./ -".utf8.contains($0)
        }
        guard isPlain, let first = text.utf8.first, first.isLetter || first == 0x2F, text.utf8.last != 0x20,
            case .string = YAMLScalar(plain: text), !["yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
        else { return escaped(text) }
        return text
    }

    /// The string in double quotes, with YAML's escapes (chapter 5.7).
    package static func escaped(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _ where needsEscape(scalar): result += VisibleText.yamlEscape(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        VisibleText.isControl(scalar) || VisibleText.isInvisible(scalar) || 0xFFFE...0xFFFF ~= scalar.value
    }
}

extension NativeText {
    /// The literal as a description writes it.
    package init(_ literal: Description.Literal) {
        switch literal.kind {
        case .null: self = .plain("null")
        case .bool(let value): self = .plain(value ? "true" : "false")
        case .integer(let digits), .float(let digits): self = .plain(digits)
        case .string(let text): self = .text(text)
        case .list(let elements): self = .list(elements.map { NativeText($0) })
        case .object(let members): self = .mapping(members.map { Entry($0.key, NativeText($0.value)) })
        }
    }
}
