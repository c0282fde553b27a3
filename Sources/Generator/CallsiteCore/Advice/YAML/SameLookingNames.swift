// Unicode has several spellings of one character: é is one scalar, or e and an accent. On the wire, two such names
// differ; as Swift strings, and to a reader of the code, they are the same. Documents that mean two names are
// practically unknown; documents in which an editor has changed one of them aren't. Both are reported here, for names
// of every kind, since the later stages take the two names for one.

extension NodeSet {
    /// Reports names and values that look the same as others and are written in other characters.
    func reportSameLookingNames(_ diagnostics: inout Diagnostics) {
        var firsts: [String: Node] = [:]
        var reported: Set<String> = []
        for document in documents.compactMap(\.self) {
            for index in document.scalarsBeyondASCII where document.isName(index) {
                let node = Node(document: document, index: index)
                let text = node.text ?? ""
                // In Callsite's own format, each such word is reported as the kind of name that it is.
                if format != .native, node.isPlain, text.isWordInTypographicQuotes {
                    diagnostics.report(.typographicQuotes(at: node.place))
                }
                guard let first = firsts[text] else {
                    firsts[text] = node
                    continue
                }
                guard let other = first.text, !other.utf8.elementsEqual(text.utf8), reported.insert(text).inserted
                else { continue }
                diagnostics.report(
                    .sameLookingName(text, other, isOwn: format == .native, at: node.place, first: first.place))
            }
        }
    }
}

extension YAMLDocument {
    /// A longer string isn't meant as a name.
    private static let nameLimit = 200
    /// The values of these keys are for people.
    private static let prose: [[UInt8]] = ["description", "summary", "title", "example"].map { Array($0.utf8) }

    /// The nodes of scalars that hold anything but ASCII, in order. All strings lie in one buffer, which is searched
    /// eight bytes at a time, since most documents hold hardly any such scalar.
    fileprivate var scalarsBeyondASCII: [Int] {
        var result: [Int] = []
        text.withUnsafeBytes { bytes in
            var node = 0
            var offset = 0
            while offset < bytes.count {
                if offset + 8 <= bytes.count {
                    if bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 {
                        offset += 8
                        continue
                    }
                }
                guard bytes[offset] >= 0x80 else {
                    offset += 1
                    continue
                }
                while node < nodes.count,
                    nodes[node].kind != .scalar || Int(nodes[node].start + nodes[node].end) <= offset
                { node += 1 }
                guard node < nodes.count else { return }
                if Int(nodes[node].start) <= offset {
                    result.append(node)
                    offset = Int(nodes[node].start + nodes[node].end)
                } else {
                    offset += 1
                }
            }
        }
        return result
    }

    fileprivate func isName(_ index: Int) -> Bool {
        guard nodes[index].end <= Self.nameLimit else { return false }
        guard index > 0, nodes[index - 1].kind == .scalar else { return true }
        let key = nodes[index - 1]
        return !Self.prose.contains { $0.elementsEqual(text[Int(key.start)..<Int(key.start + key.end)]) }
    }
}

extension String {
    fileprivate var isWordInTypographicQuotes: Bool {
        guard let first = unicodeScalars.first, let last = unicodeScalars.last, unicodeScalars.count > 2 else {
            return false
        }
        return "\u{201C}\u{201D}\u{201E}\u{2018}\u{201A}\u{AB}".unicodeScalars.contains(first)
            && "\u{201D}\u{201C}\u{2019}\u{2018}\u{BB}".unicodeScalars.contains(last) && !contains(" ")
    }
}

extension Diagnostic {
    static func typographicQuotes(at place: SourceLocation) -> Self {
        .warning(
            "typographic-quotes", "YAML and JSON don't treat these as quotes: they become part of the string",
            help: "write '\"' on both sides", at: place, isPerCause: true)
    }
    static func sameLookingName(
        _ name: String, _ other: String, isOwn: Bool, at place: SourceLocation, first: SourceLocation
    ) -> Self {
        let differing = zip(name.unicodeScalars, other.unicodeScalars).first { $0 != $1 }
        func code(_ scalar: Unicode.Scalar?) -> String { scalar.map { VisibleText.codePoint($0.value) } ?? "" }
        let message: DiagnosticText =
            "'\(name)' looks the same as another name that has other characters: \(code(differing?.0)) here, \(code(differing?.1)) there"
        let notes = [Note("the other is here", at: first)]
        return isOwn
            ? .error("same-looking-name", message, help: "write both in the same characters", at: place, notes: notes)
            : .warning("same-looking-name", message, help: "both are taken for one name", at: place, notes: notes)
    }
}
