// Code with its tokens, which are found when the page is made: the page's script only gives each its color.

import CallsiteCore
import CallsiteText

/// Code of a page, in pieces of one kind each.
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
        // A blank has no color.
        let isSame = pieces.last?.kind == kind || text.allSatisfy { $0 == " " || $0 == "\n" }
        if isSame, !pieces.isEmpty {
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

    /// The calls that a page shows: names, literals and comments, without interpolation.
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

    /// Behind a literal with any number of `#` around it.
    private static func endOfString(_ text: Substring) -> Substring.Index {
        let signs = text.prefix { $0 == "#" }
        var at = signs.endIndex
        guard at < text.endIndex, text[at] == "\"" else { return text.index(after: text.startIndex) }
        at = text.index(after: at)
        while at < text.endIndex {
            if text[at] == "\"", text[text.index(after: at)...].hasPrefix(signs) {
                return text.index(at, offsetBy: signs.count + 1)
            }
            if text[at] == "\\", signs.isEmpty { at = text.index(after: at) }
            if at < text.endIndex { at = text.index(after: at) }
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
