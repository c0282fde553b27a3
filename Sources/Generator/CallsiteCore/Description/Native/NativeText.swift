/// YAML as a person would write a description: blocks, and braces where they fit a line.
package indirect enum NativeText: Hashable, Sendable {
    /// A type, a number or a word of the format, written as it is.
    case plain(String)
    /// The same in quotes.
    case quoted(String)
    /// Any text: in quotes where YAML would take it for something else.
    case text(String)
    case list([NativeText])
    case mapping([Entry])

    package struct Entry: Hashable, Sendable {
        package var key: String
        package var value: NativeText
        /// A number that must not become a string.
        var isKeyPlain = false
        /// The name by which other places of the document mean the same value (`.plain("*name")`).
        package var anchor: String?
        /// Stands behind the key, or behind a value of one line: `# seen once`.
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
        /// Stands before the value.
        fileprivate var mark: String { anchor.map { "&" + $0 + " " } ?? "" }
        fileprivate var remark: String { comment.map { "  # " + $0 } ?? "" }
        /// A blank in a name is no slip where it is in quotes.
        fileprivate var writtenKey: String {
            isKeyPlain ? key : key.contains(" ") ? NativeText.escaped(key) : NativeText.quoted(key)
        }
    }

    package var isMapping: Bool { if case .mapping = self { true } else { false } }

    /// The text of a document.
    package var document: String {
        guard case .mapping(let entries) = self else { return "" }
        var output = ""
        NativeText.write(entries, indent: 0, to: &output)
        return output
    }

    private static func write(_ entries: [Entry], indent: Int, to output: inout String) {
        let margin = String(repeating: " ", count: indent)
        for entry in entries {
            output += margin + entry.writtenKey + ":" + (entry.anchor == nil ? "" : " " + entry.mark.dropLast())
            // Models and endpoints have a line each, however few they are.
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

    /// An element of a list: `- ` and what follows, a mapping with its first key on the same line.
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

    /// On one line, if it fits. Strings of several lines and mappings of any size have lines of their own.
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
            // Other readers of YAML don't know a question mark in braces.
            guard entries.count <= 4, entries.allSatisfy({ $0.comment == nil && $0.key.utf8.last != 0x3F }) else {
                return nil
            }
            let texts = entries.compactMap { entry in
                entry.value.inline(room: room).map { entry.writtenKey + ": " + entry.mark + $0 }
            }
            guard texts.count == entries.count else { return nil }
            let line = "{" + texts.joined(separator: ", ") + "}"
            return line.utf8.count <= min(room, 90) ? line : nil
        }
    }

    /// On one line, however long that is.
    package var flow: String {
        switch self {
        case .plain(let text): text
        case .quoted(let text): NativeText.escaped(text)
        case .text(let text): NativeText.quoted(text)
        case .list(let elements): "[" + elements.map(\.flow).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{" + entries.map { $0.writtenKey + ": " + $0.mark + $0.value.flow }.joined(separator: ", ") + "}"
        }
    }

    /// Lines that a block holds as they are.
    private static func isBlock(_ text: String) -> Bool {
        guard text.utf8.contains(0x0A), text.utf8.first != 0x20, text.utf8.first != 0x0A, text.utf8.last != 0x0A else {
            return false
        }
        return !text.contains(" \n") && text.unicodeScalars.allSatisfy { $0 == "\n" || !needsEscape($0) }
    }

    /// As it is where that is plain text wherever it stands, else in double quotes.
    static func quoted(_ text: String) -> String {
        // `state?` is how the format says that a field is optional.
        let isPlain = text.utf8.dropLast(text.utf8.last == 0x3F || text.utf8.last == 0x2E ? 1 : 0).allSatisfy {
            $0.isLetter || $0.isDigit || "_./ -".utf8.contains($0)
        }
        guard isPlain, let first = text.utf8.first, first.isLetter || first == 0x2F, text.utf8.last != 0x20,
            case .string = YAMLScalar(plain: text), !["yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
        else { return escaped(text) }
        return text
    }

    /// In double quotes, with YAML's escapes (chapter 5.7).
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
    /// A value as written.
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
