/// Values in messages.
package enum Quoted {
    private static let most = 60

    /// Not longer than 60 characters.
    static func cut(_ text: String) -> String {
        text.utf8.count <= most ? text : text.count <= most ? text : text.prefix(most - 1) + "…"
    }

    /// The kind of a value in a recording, which itself may be a secret.
    package static func kind(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "a Bool"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }

    static func value(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): "\"\(cut(text))\""
        case .number(let number): cut(number.digits)
        case .bool(let flag): flag ? "true" : "false"
        case .null: "null"
        case .array(let elements): elements.isEmpty ? "an empty array" : "an array"
        case .object(let fields): fields.isEmpty ? "an empty object" : "an object"
        }
    }

    /// "a", "a or b", "a, b or c", of at most ten.
    static func choice(_ words: [String]) -> String {
        let shown = words.prefix(10)
        if words.count > 10 { return shown.joined(separator: ", ") + " or one of \(words.count - 10) more" }
        guard shown.count > 1, let last = shown.last else { return shown.first ?? "nothing" }
        return shown.dropLast().joined(separator: ", ") + " or " + last
    }

    static func count(_ count: Int, _ one: String, _ many: String) -> String {
        count == 1 ? "1 \(one)" : "\(count) \(many)"
    }
}
