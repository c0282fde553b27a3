import CallsiteText

/// Strings in the quotes of other languages.
package enum QuotedText {
    /// A string of JSON (RFC 8259, section 7). Control characters must be escaped; a character that can't be seen would show
    /// another string than there is to whoever looks at it.
    package static func json(_ text: String) -> String {
        JSONString.quoted(text) { scalar in
            guard VisibleText.isControl(scalar) || VisibleText.isInvisible(scalar) else { return nil }
            return JSONString.shortEscape(scalar) ?? JSONString.escape(scalar)
        }
    }

    /// A word of a shell in single quotes, in which nothing has a meaning but the quote itself (POSIX, Shell Command
    /// Language, 2.2.2).
    package static func shell(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
