import CallsiteCore
import CallsiteText

// JSON that other programs read. Keys are sorted, so that the same value always gives the same output.

extension JSONValue {
    /// The value over several lines, with a line break at its end.
    package var document: String { text(.lines, sortsKeys: true, quote: QuotedText.json) + "\n" }

    /// The value on a line of its own.
    package var line: String { text(.line, sortsKeys: true, quote: QuotedText.json) + "\n" }
}

extension JSONObject {
    /// The version of objects that are printed on a line each. It changes if programs that read them must change.
    private static let lineVersion = 1

    /// The object on a line of its own, with the version of its format. Within a version, keys are only added.
    package var line: String {
        var members = self
        members["version"] = .int(Self.lineVersion)
        return JSONValue.object(members).line
    }
}
