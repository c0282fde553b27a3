/// Strings in the quotes of other languages.
package enum QuotedText {
    /// A string of JSON (RFC 8259, section 7). Control characters must be escaped; a character that can't be seen would show
    /// another string than there is to whoever looks at it.
    package static func json(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where VisibleText.isControl(scalar) || VisibleText.isInvisible(scalar):
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// A word of a shell in single quotes, in which nothing has a meaning but the quote itself (POSIX, Shell Command
    /// Language, 2.2.2).
    package static func shell(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
