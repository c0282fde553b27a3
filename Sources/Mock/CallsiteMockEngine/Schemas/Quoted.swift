/// Words and values for messages.
package enum Quoted {
    private static let limit = 60

    /// Shortens a string to 60 characters.
    static func cut(_ text: String) -> String {
        text.utf8.count <= limit ? text : text.count <= limit ? text : text.prefix(limit - 1) + "…"
    }

    /// The kind of a recorded value, for messages that mustn't show the value: it may be a secret.
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

    /// "a", "a or b", "a, b or c"; at most ten words are listed.
    static func choice(_ words: [String]) -> String {
        let listedWords = words.prefix(10)
        if words.count > 10 { return listedWords.joined(separator: ", ") + " or one of \(words.count - 10) more" }
        guard listedWords.count > 1, let last = listedWords.last else { return listedWords.first ?? "nothing" }
        return listedWords.dropLast().joined(separator: ", ") + " or " + last
    }

    static func count(_ count: Int, _ singular: String, _ plural: String) -> String {
        count == 1 ? "1 \(singular)" : "\(count) \(plural)"
    }
}
