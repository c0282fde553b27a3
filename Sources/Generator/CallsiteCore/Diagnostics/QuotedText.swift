import CallsiteText

/// Strings in the quotes of other languages.
package enum QuotedText {
    /// A string of JSON (RFC 8259, section 7). Control characters must be escaped. Invisible characters are escaped as
    /// well, so that the string shows all that it holds.
    package static func json(_ text: String) -> String {
        JSONString.quoted(text) { scalar in
            guard VisibleText.isControl(scalar) || VisibleText.isInvisible(scalar) else { return nil }
            return JSONString.shortEscape(scalar) ?? JSONString.escape(scalar)
        }
    }

    /// A shell's word in single quotes, between which only the quote itself has a meaning (POSIX, Shell Command
    /// Language, 2.2.2).
    package static func shell(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
