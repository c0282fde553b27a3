// Code as tokens. Callsite splits the code when it writes the page; the script of the page only colors the tokens.

import CallsiteCore
import CallsiteText

/// Code of a page, in pieces that each have one kind.
struct PageCode: Hashable, Sendable {
    /// The letter is the class of the piece in the page's style.
    enum Kind: Character, Sendable {
        case plain = "."
        case keyword = "k"
        case type = "t"
        case string = "s"
        case number = "n"
        /// The key of an object.
        case key = "p"
        case comment = "c"
    }

    private(set) var pieces: [Piece] = []

    struct Piece: Hashable, Sendable {
        var kind: Kind
        var text: String
    }

    mutating func add(_ text: some StringProtocol, _ kind: Kind = .plain) {
        guard !text.isEmpty else { return }
        // A blank has no color, so it joins the piece before it.
        let joinsLast = pieces.last?.kind == kind || text.allSatisfy { $0 == " " || $0 == "\n" }
        if joinsLast, !pieces.isEmpty {
            pieces[pieces.count - 1].text += text
        } else {
            pieces.append(Piece(kind: kind, text: String(text)))
        }
    }

    var text: String { pieces.map(\.text).joined() }

    /// A string for each piece, with the letter of its kind in front.
    var value: JSONValue { .array(pieces.map { .string(String($0.kind.rawValue) + $0.text) }) }
}

// MARK: - Swift

extension PageCode {
    private static let keywords: Set<String> = [
        "let", "var", "try", "await", "for", "in", "if", "case", "true", "false", "nil", "func", "return", "import",
    ]

    /// Splits the Swift calls that a page shows. Interpolations in strings aren't split.
    init(swift text: String) {
        var rest = text[...]
        while let first = rest.first {
            if first == "\"" || first == "#" {
                let end = Self.endOfString(rest)
                add(rest[..<end], .string)
                rest = rest[end...]
            } else if first.isLetter || first == "_" || first == "`" {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
                rest = rest[word.endIndex...]
                if Self.keywords.contains(String(word)) {
                    // A label may have a keyword's name.
                    add(word, rest.first == ":" ? .plain : .keyword)
                } else {
                    add(word, first.isUppercase ? .type : .plain)
                }
            } else if first.isASCII, first.isNumber {
                let number = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
                add(number, .number)
                rest = rest[number.endIndex...]
            } else if rest.hasPrefix("//") {
                let comment = rest.prefix { $0 != "\n" }
                add(comment, .comment)
                rest = rest[comment.endIndex...]
            } else {
                add(String(first))
                rest.removeFirst()
            }
        }
    }

    /// The index behind a string literal, with any number of `#` around it.
    private static func endOfString(_ text: Substring) -> Substring.Index {
        let signs = text.prefix { $0 == "#" }
        var index = signs.endIndex
        guard index < text.endIndex, text[index] == "\"" else { return text.index(after: text.startIndex) }
        index = text.index(after: index)
        while index < text.endIndex {
            if text[index] == "\"", text[text.index(after: index)...].hasPrefix(signs) {
                return text.index(index, offsetBy: signs.count + 1)
            }
            if text[index] == "\\", signs.isEmpty { index = text.index(after: index) }
            if index < text.endIndex { index = text.index(after: index) }
        }
        return text.endIndex
    }
}

// MARK: - JSON

extension PageCode {
    init(_ value: JSONValue) { add(value, indent: "\n") }

    private mutating func add(_ value: JSONValue, indent: String) {
        let inside = indent + "  "
        switch value {
        case .null: add("null", .keyword)
        case .bool(let value): add(value ? "true" : "false", .keyword)
        case .number(let number): add(number.digits, .number)
        case .string(let text): add(QuotedText.json(text), .string)
        case .array(let values):
            guard !values.isEmpty else { return add("[]") }
            for (position, value) in values.enumerated() {
                add((position == 0 ? "[" : ",") + inside)
                add(value, indent: inside)
            }
            add(indent + "]")
        case .object(let members):
            guard !members.isEmpty else { return add("{}") }
            for (position, member) in members.pairs.enumerated() {
                add((position == 0 ? "{" : ",") + inside)
                add(QuotedText.json(member.key), .key)
                add(": ")
                add(member.value, indent: inside)
            }
            add(indent + "}")
        }
    }
}
