import CallsiteCore
import CallsiteText

// The data of a page, written as JSON that can't end the element that contains it.
//
// Strings come from descriptions, which are hostile data. Two layers keep strings from becoming markup or code. Here
// `<`, `>` and `&` are always escaped, so HTML's parser sees no tag, comment or character reference. And the page's
// script puts strings into text nodes only.
extension JSONValue {
    /// An object without the members that are nil. Keys are the page's own, and plain letters.
    static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(JSONObject(members.compactMap { key, value in value.map { (key: key, value: $0) } }))
    }

    /// nil for an empty string.
    static func string(unlessEmpty text: String) -> JSONValue? { text.isEmpty ? nil : .string(text) }
    /// nil for an empty list.
    static func array(unlessEmpty values: [JSONValue]) -> JSONValue? { values.isEmpty ? nil : .array(values) }
    /// nil for `false`.
    static func flag(_ value: Bool) -> JSONValue? { value ? .bool(true) : nil }

    /// The value on one line. Control characters and invisible ones, such as those that reverse the direction of
    /// writing, are shown like `\u{202E}`. Line breaks and tabs are escaped as in any JSON.
    var pageText: String { text(.line) { JSONString.quoted($0, escape: JSONValue.pageEscape) } }

    private static func pageEscape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\n", "\t": JSONString.shortEscape(scalar)
        case "<", ">", "&": JSONString.escape(scalar)
        // The page shows the backslash; JSON wants two.
        case _ where VisibleText.isControl(scalar) || VisibleText.isInvisible(scalar):
            "\\" + VisibleText.escape(scalar)
        default: nil
        }
    }
}
