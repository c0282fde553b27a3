import CallsiteCore

/// Cuts a string into lines at single blanks. A YAML reader puts one blank between lines, so the string stays the same.
///
/// - Parameters:
///   - first: The number of columns that the first line can't use.
///   - next: The number of columns that each of the other lines can't use.
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

/// The parts between which a line may end: words. A word that YAML reads as something else at the beginning of a line,
/// such as `-` or `#`, stays with the word before it.
private func unbreakableParts(of text: String) -> [String] {
    var parts: [String] = []
    var part: String?
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
        // Two blanks in a row, or a blank at an end, give an empty word. No line is cut there, so the blanks stay.
        let mayBegin = word.first.map { !"-?:,[]{}#&*!|>'\"%@`".contains($0) && !$0.isWhitespace } ?? false
        let mayEnd = part.map { !$0.isEmpty && $0.last?.isWhitespace == false && $0.last != "\\" } ?? false
        if part == nil {
            part = String(word)
        } else if mayBegin, mayEnd {
            parts.append(part ?? "")
            part = String(word)
        } else {
            part? += " " + word
        }
    }
    return parts + [part ?? ""]
}

extension Comment {
    /// The comment with a blank behind its `#`.
    var spaced: String {
        let rest = text.drop { $0 == "#" }
        guard let first = rest.first, first != " ", !text.hasPrefix("#!") else { return text }
        return text.prefix(text.count - rest.count) + " " + rest
    }

    /// The comment in as many lines as it needs. A comment for a tool stays on one line.
    func lines(width: Int) -> [String] {
        let text = spaced
        let marks = text.prefix { $0 == "#" }
        let rest = text.dropFirst(marks.count)
        let margin = marks + rest.prefix { $0 == " " }
        let content = rest.drop { $0 == " " }
        let isForTools = Self.toolPrefixes.contains { content.hasPrefix($0) }
        guard !isForTools, text.unicodeScalars.count > width else { return [text] }
        let room = margin.unicodeScalars.count
        return filledLines(String(content), first: room, next: room, width: width).map { margin + $0 }
    }

    /// The beginnings of comments that editors and linters read.
    private static let toolPrefixes = ["yaml-language-server:", "yamllint ", "$schema:", "vim:", "-*-", "!"]
}

/// A string as a block with its header, `|` or `>` (YAML 1.2.2, 8.1). nil: the value isn't written as a block, has only
/// line breaks, or has characters that a block can't hold.
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
        let breaks = text.unicodeScalars.count - body.unicodeScalars.count
        var lines = body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // A string isn't filled if one of its lines begins or ends with a blank.
        if lines.contains(where: { $0.first?.isWhitespace == true || $0.last?.isWhitespace == true }) {
            isFolded = false
        }
        let needsIndentation = lines.first { !$0.isEmpty }?.first?.isWhitespace == true
        if isFolded {
            lines = lines.enumerated().flatMap { index, line in
                (index == 0 ? [] : [""]) + (line.isEmpty ? [] : filledLines(line, first: 0, next: 0, width: width))
            }
        }
        if breaks > 1 { lines += Array(repeating: "", count: breaks - 1) }
        header =
            (isFolded ? ">" : "|") + (needsIndentation ? "2" : "") + (breaks == 0 ? "-" : breaks == 1 ? "" : "+")
        self.lines = lines
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\t" || !(VisibleText.isControl(scalar) || VisibleText.isInvisible(scalar))
    }
}
