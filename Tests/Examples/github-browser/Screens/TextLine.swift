/// No link and no token is longer, in bytes.
private let limit = 4_096

extension String {
    /// Types a key into a line of text. Line breaks of a paste become blanks.
    mutating func edit(_ key: Key) {
        switch key {
        case .character(let character): if utf8.count < limit { append(character) }
        case .paste(let text): append(ScreenText.clean(String(text.prefix(max(0, limit - utf8.count)))))
        case .backspace, .delete: if !isEmpty { removeLast() }
        case .clear: self = ""
        case .deleteWord:
            while last?.isWhitespace == true { removeLast() }
            while last?.isWhitespace == false { removeLast() }
        default: break
        }
    }

    /// The end of the line, as much as fits into that many columns: the cursor stands behind it.
    func ending(in columns: Int) -> String {
        var width = 0
        var end: [Character] = []
        for character in ScreenText.clean(String(suffix(4 * max(0, columns) + 8))).reversed() {
            width += ScreenText.width(character)
            guard width <= columns else { break }
            end.append(character)
        }
        return String(end.reversed())
    }
}
