/// Looks for comments in the gaps between the tokens of a YAML text (YAML 1.2.2, 6.6).
struct CommentScanner {
    enum Gap {
        case blankLine
        /// `isBehindContent`: content stands before the comment on its line.
        case comment(Comment, isBehindContent: Bool)
    }

    private let text: [Unicode.Scalar]
    private(set) var position = 0
    /// Line breaks since the last character that isn't blank. The start of the file counts as a line break.
    private var breaks = 1
    /// Whether the line has only what the last token left on it: then a comment belongs to that token.
    private var isBehindToken = false

    init(_ text: [Unicode.Scalar]) { self.text = text }

    static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r" || scalar == "\u{85}" || scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    static func trimmed(_ text: ArraySlice<Unicode.Scalar>) -> String {
        var text = text
        while let last = text.last, isBlank(last) || last == "\u{FEFF}" { text.removeLast() }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text)
        return String(view)
    }

    /// The number of scalars before a place on its line.
    func column(of place: Int) -> Int {
        let start = text[..<place].lastIndex(where: Self.isBreak).map { $0 + 1 } ?? 0
        return place - start
    }

    /// Passes over a token.
    mutating func advance(to place: Int) {
        guard place > position else {
            // An absent value stands behind its dash or colon.
            if place == position, place > 0, !Self.isBlank(text[place - 1]), !isAtLineStart { isBehindToken = true }
            return
        }
        position = place
        // A block scalar ends with a line break.
        isBehindToken = !isAtLineStart
        breaks = isBehindToken ? 0 : 1
    }

    private var isAtLineStart: Bool { position == 0 || Self.isBreak(text[position - 1]) }

    /// Whether the line above the one that begins here is blank.
    var isBehindBlankLine: Bool {
        guard position > 0, isAtLineStart else { return false }
        let line = text[..<(position - 1)].reversed().prefix { !Self.isBreak($0) || $0 == "\r" }
        return line.allSatisfy { Self.isBlank($0) || $0 == "\r" }
    }

    /// The next comment or blank line before `end`; nil: there is none, and the gap is passed.
    mutating func next(upTo end: Int) -> Gap? {
        while position < end {
            let scalar = text[position]
            if Self.isBreak(scalar) {
                position += scalar == "\r" && position + 1 < end && text[position + 1] == "\n" ? 2 : 1
                breaks += 1
                isBehindToken = false
                if breaks == 2 { return .blankLine }
                continue
            }
            if scalar == "#", isCommentStart {
                let start = position
                while position < text.count, !Self.isBreak(text[position]) { position += 1 }
                let comment = Comment(text: Self.trimmed(text[start..<position]), column: column(of: start))
                breaks = 0
                defer { isBehindToken = false }
                return .comment(comment, isBehindContent: isBehindToken)
            }
            if !Self.isBlank(scalar), scalar != "\u{FEFF}" {
                // An indicator, such as the dash of a list. A comment behind that dash belongs to the element after it.
                breaks = 0
            }
            position += 1
        }
        return nil
    }

    private var isCommentStart: Bool {
        guard position > 0 else { return true }
        let before = text[position - 1]
        return Self.isBlank(before) || Self.isBreak(before) || before == "\u{FEFF}"
            || ",[]{}".unicodeScalars.contains(before)
    }

    /// An anchor and a tag, the place where they end, and the place where their node begins.
    struct Properties {
        let text: String
        let end: Int
        let content: Int
    }

    /// The properties at a place, if there are any.
    func properties(from start: Int) -> Properties {
        var texts: [String] = []
        var index = start
        var end = start
        while index < text.count, text[index] == "&" || text[index] == "!" {
            let begin = index
            while index < text.count, !Self.isBlank(text[index]), !Self.isBreak(text[index]),
                !(text[begin] == "&" && ",[]{}".unicodeScalars.contains(text[index]))
            {
                index += 1
            }
            texts.append(Self.trimmed(text[begin..<index]))
            end = index
            var isInComment = false
            while index < text.count,
                isInComment || Self.isBlank(text[index]) || Self.isBreak(text[index]) || text[index] == "#"
            {
                if text[index] == "#" { isInComment = true }
                if Self.isBreak(text[index]) { isInComment = false }
                index += 1
            }
        }
        return Properties(text: texts.joined(separator: " "), end: end, content: texts.isEmpty ? start : index)
    }

    /// The comment behind the `|` or `>` of a block.
    func commentInHeader(from start: Int) -> Comment? {
        let line = text[start...].prefix { !Self.isBreak($0) }
        guard let hash = line.firstIndex(of: "#") else { return nil }
        return Comment(text: Self.trimmed(line[hash...]), column: column(of: hash))
    }
}
