extension String {
    /// Types a key into a line of text. Line breaks of a paste become blanks.
    mutating func edit(_ key: Key) {
        switch key {
        case .character(let character): append(character)
        case .paste(let text): append(ScreenText.clean(text))
        case .backspace, .delete: if !isEmpty { removeLast() }
        case .clear: self = ""
        default: break
        }
    }

    /// The end of the text, as much as fits so many columns: the cursor stands behind it.
    func ending(in columns: Int) -> String {
        var rest = Substring(ScreenText.clean(self))
        while !rest.isEmpty, ScreenText.width(String(rest)) > max(0, columns) { rest.removeFirst() }
        return String(rest)
    }
}
