import CallsiteCore

/// A string, cut into lines at single blanks. A YAML reader puts one blank between lines, so the string stays the same.
///
/// - Parameters:
///   - first: the room that the first line has less.
///   - next: the room that the other lines have less.
func filledLines(_ text: String, first: Int, next: Int, width: Int) -> [String] {
    guard first + text.unicodeScalars.count > width else { return [text] }
    var lines: [String] = []
    var line = ""
    var room = width - first
    for part in unbreakableParts(of: text) {
        let length = part.unicodeScalars.count
        if line.isEmpty {
            line = part
        } else if line.unicodeScalars.count + 1 + length <= room {
            line += " " + part
        } else {
            lines.append(line)
            line = part
            room = width - next
        }
    }
    return lines + [line]
}

/// The parts between which a line may end: words, with whatever would look like another thing at the beginning of a line.
private func unbreakableParts(of text: String) -> [String] {
    var parts: [String] = []
    var part: String?
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
        // Several blanks in a row, and those at the ends, are part of the text.
        let isFree = word.first.map { !"-?:,[]{}#&*!|>'\"%@`".contains($0) && !$0.isWhitespace } ?? false
        let endsFreely = part.map { !$0.isEmpty && $0.last?.isWhitespace == false && $0.last != "\\" } ?? false
        if part == nil {
            part = String(word)
        } else if isFree, endsFreely {
            parts.append(part ?? "")
            part = String(word)
        } else {
            part? += " " + word
        }
    }
    return parts + [part ?? ""]
}

extension Comment {
    /// With a blank behind its `#`.
    var spaced: String {
        let rest = text.drop { $0 == "#" }
        guard let first = rest.first, first != " ", !text.hasPrefix("#!") else { return text }
        return text.prefix(text.count - rest.count) + " " + rest
    }

    /// In as many lines as it needs. A comment for a tool stays whole.
    func lines(width: Int) -> [String] {
        let text = spaced
        let marks = text.prefix { $0 == "#" }
        let rest = text.dropFirst(marks.count)
        let margin = marks + rest.prefix { $0 == " " }
        let content = rest.drop { $0 == " " }
        let isForTools = Self.tools.contains { content.hasPrefix($0) }
        guard !isForTools, text.unicodeScalars.count > width else { return [text] }
        let room = margin.unicodeScalars.count
        return filledLines(String(content), first: room, next: room, width: width).map { margin + $0 }
    }

    /// Comments that editors and linters read begin so.
    private static let tools = ["yaml-language-server:", "yamllint ", "$schema:", "vim:", "-*-", "!"]
}

/// The lines of `|` or `>` (YAML 1.2.2, 8.1); nil: a block can't hold them, or its end couldn't be seen.
struct BlockText {
    let header: String
    let lines: [String]

    init?(_ content: CommentedNode.Content, width: Int) {
        let text: String
        var isFolded = false
        switch content {
        case .folded(let folded): (text, isFolded) = (folded, true)
        case .literal(let literal): text = literal
        default: return nil
        }
        var body = text
        while body.unicodeScalars.last == "\n" { body.unicodeScalars.removeLast() }
        guard !body.isEmpty, text.unicodeScalars.allSatisfy(Self.isPrintable) else { return nil }
        let ends = text.unicodeScalars.count - body.unicodeScalars.count
        var lines = body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // Lines that begin with blanks aren't filled.
        if lines.contains(where: { $0.first?.isWhitespace == true || $0.last?.isWhitespace == true }) {
            isFolded = false
        }
        let needsIndentation = lines.first { !$0.isEmpty }?.first?.isWhitespace == true
        if isFolded {
            lines = lines.enumerated().flatMap { index, line in
                (index == 0 ? [] : [""]) + (line.isEmpty ? [] : filledLines(line, first: 0, next: 0, width: width))
            }
        }
        if ends > 1 { lines += Array(repeating: "", count: ends - 1) }
        header =
            (isFolded ? ">" : "|") + (needsIndentation ? "2" : "") + (ends == 0 ? "-" : ends == 1 ? "" : "+")
        self.lines = lines
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\t" || !(VisibleText.isControl(scalar) || VisibleText.isInvisible(scalar))
    }
}
