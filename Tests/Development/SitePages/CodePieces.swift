/// Code with colours: for the site's pages and for pictures.
public struct CodePiece: Hashable, Sendable {
    public enum Kind: String, Sendable {
        case plain, keyword, type, string, number, comment
        /// A key of YAML or JSON.
        case key
    }
    public enum Language: Sendable { case swift, yaml }

    public private(set) var kind: Kind
    public private(set) var text: String

    /// The pieces of each line. Together they are the code.
    public static func lines(of code: String, _ language: Language) -> [[CodePiece]] {
        let text = code.hasSuffix("\n") ? code.dropLast() : code[...]
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { pieces(of: $0, language) }
    }

    private static func pieces(of line: Substring, _ language: Language) -> [CodePiece] {
        var pieces: [CodePiece] = []
        var rest = line
        var previous: Character = " "
        while let first = rest.first {
            var (kind, length) = token(rest, first, after: previous, language)
            let text = rest.prefix(length)
            rest = rest.dropFirst(length)
            previous = text.last ?? " "
            let isBeforeValue = rest.first == ":" && (rest.count == 1 || rest.dropFirst().first == " ")
            if language == .yaml, isBeforeValue, first.isLetter || first.isNumber || "\"'$".contains(first) {
                kind = .key
            }
            if pieces.last?.kind == kind {
                pieces[pieces.count - 1].text += text
            } else {
                pieces.append(CodePiece(kind: kind, text: String(text)))
            }
        }
        return pieces
    }

    /// The kind and the length of what a line goes on with.
    private static func token(
        _ rest: Substring, _ first: Character, after previous: Character, _ language: Language
    ) -> (Kind, Int) {
        if language == .swift ? rest.hasPrefix("//") : first == "#" && previous == " " { return (.comment, rest.count) }
        if first == "\"" || first == "'" && language == .yaml {
            return (.string, stringLength(rest, quote: first))
        }
        let isInWord: (Character) -> Bool = {
            $0.isLetter || $0.isNumber || $0 == "_" || language == .yaml && ".$-".contains($0)
        }
        guard isInWord(first), first != "-" else { return (.plain, 1) }
        let word = rest.prefix(while: isInWord)
        if word.allSatisfy({ $0.isNumber || $0 == "." || $0 == "_" }) { return (.number, word.count) }
        if language == .swift && keywords.contains(String(word)) { return (.keyword, word.count) }
        return (first.isUppercase ? .type : .plain, word.count)
    }

    private static func stringLength(_ rest: Substring, quote: Character) -> Int {
        var (length, isEscaped) = (1, false)
        for character in rest.dropFirst() {
            length += 1
            if character == quote && !isEscaped { break }
            isEscaped = character == "\\" && !isEscaped
        }
        return length
    }

    private static let keywords: Set<String> = [
        "any", "as", "await", "case", "catch", "do", "else", "enum", "extension", "false", "for", "func", "guard", "if",
        "import", "in", "init", "inout", "let", "nil", "nonisolated", "private", "protocol", "public", "return", "self",
        "some", "static", "struct", "switch", "throw", "throws", "true", "try", "typealias", "var", "while",
    ]
}

/// Code as HTML.
func html(_ code: String, _ language: CodePiece.Language) -> String {
    CodePiece.lines(of: code, language).map { line in
        line.map { piece in
            piece.kind == .plain
                ? html(piece.text) : "<span class=\"\(piece.kind.rawValue)\">\(html(piece.text))</span>"
        }.joined()
    }.joined(separator: "\n")
}
