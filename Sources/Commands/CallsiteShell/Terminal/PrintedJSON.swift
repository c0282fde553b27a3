import CallsiteCore
import CallsiteText

// Values to print, for other programs to read: with their keys in order, so that the same value always gives the same
// text.

extension JSONValue {
    /// The value over several lines, with a line break at its end.
    package var document: String { text(.lines, sortsKeys: true, quote: QuotedText.json) + "\n" }

    /// The value on a line of its own.
    package var line: String { text(.line, sortsKeys: true, quote: QuotedText.json) + "\n" }
}

extension JSONObject {
    /// The version of the objects that are printed one on a line. It changes when a program that reads them must.
    private static let lineVersion = 1

    /// The object on a line of its own, with the version of its form. Keys are only ever added to it.
    package var line: String {
        var members = self
        members["version"] = .int(Self.lineVersion)
        return JSONValue.object(members).line
    }
}
