/// Looks for comments in the gaps between the tokens of a YAML text (YAML 1.2.2, 6.6).
struct CommentScanner {
    enum Gap {
        case blankLine
        /// `isBehindContent`: something stands before it on its line.
        case comment(Comment, isBehindContent: Bool)
    }

    private let text: [Unicode.Scalar]
    private(set) var position = 0
    /// Line breaks since the last thing that is no blank. The text begins on a new line.
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

    /// Scalars before a place on its line.
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
        // The text of a block ends with its last line.
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
                // An indicator. Behind a dash on a new line a comment stands above what follows.
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

    /// An anchor and a tag, where they end, and where what they belong to begins.
    struct Properties {
        let text: String
        let end: Int
        let content: Int
    }

    /// The properties at a place, if there are any.
    func properties(from start: Int) -> Properties {
        var texts: [String] = []
        var at = start
        var end = start
        while at < text.count, text[at] == "&" || text[at] == "!" {
            let begin = at
            while at < text.count, !Self.isBlank(text[at]), !Self.isBreak(text[at]),
                !(text[begin] == "&" && ",[]{}".unicodeScalars.contains(text[at]))
            {
                at += 1
            }
            texts.append(Self.trimmed(text[begin..<at]))
            end = at
            var isInComment = false
            while at < text.count, isInComment || Self.isBlank(text[at]) || Self.isBreak(text[at]) || text[at] == "#" {
                if text[at] == "#" { isInComment = true }
                if Self.isBreak(text[at]) { isInComment = false }
                at += 1
            }
        }
        return Properties(text: texts.joined(separator: " "), end: end, content: texts.isEmpty ? start : at)
    }

    /// The comment behind the `|` or `>` of a block.
    func commentInHeader(from start: Int) -> Comment? {
        let line = text[start...].prefix { !Self.isBreak($0) }
        guard let hash = line.firstIndex(of: "#") else { return nil }
        return Comment(text: Self.trimmed(line[hash...]), column: column(of: hash))
    }
}
