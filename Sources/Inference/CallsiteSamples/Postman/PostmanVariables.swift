import CallsiteMockEngine
import CallsiteText

/// The variables of a collection and its environments: `{{base}}` has the value of `base`.
struct PostmanVariables {
    private var values: [String: String] = [:]
    /// Values with their own variables resolved; nil: the variable has no value.
    private var resolved: [String: String?] = [:]
    /// Values of variables that are secret by their type or their name: these variables have no value.
    private(set) var secrets: Set<String> = []
    /// The depth of values that name other variables.
    private static let mostLevels = 32
    private static let mostBytes = 1 << 16

    /// Later values win over earlier ones. An empty value is none.
    mutating func add(_ list: JSONValue?) {
        resolved = [:]
        for entry in list?.array ?? [] where entry["enabled"]?.bool != false && entry["disabled"]?.bool != true {
            guard let name = entry["key"]?.string ?? entry["id"]?.string,
                let value = Self.text(entry["value"]), !value.isEmpty
            else { continue }
            if entry["type"]?.string == "secret" || SecretVariable.isSecret(name, value) {
                secrets.insert(value)
                values[name] = nil
            } else {
                values[name] = value
            }
        }
    }

    /// The value of a string, a number or a Bool.
    static func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): number.digits
        case .bool(let flag): flag ? "true" : "false"
        default: nil
        }
    }

    mutating func template(_ text: String) -> TemplateText {
        guard text.utf8.contains(0x7B) else { return TemplateText(text) }
        return template(text, depth: 0)
    }

    private mutating func template(_ text: String, depth: Int) -> TemplateText {
        var result = TemplateText()
        let bytes = Array(text.utf8)
        var (run, index) = (0, 0)
        while index + 1 < bytes.count {
            guard bytes[index] == 0x7B, bytes[index + 1] == 0x7B, let end = Self.endOfName(bytes, index + 2) else {
                index += 1
                continue
            }
            result.append(String(decoding: bytes[run..<index], as: UTF8.self))
            let name = MockText.trimmed(String(decoding: bytes[(index + 2)..<end], as: UTF8.self))
            result.append(variable: name, value: value(name, depth: depth))
            (index, run) = (end + 2, end + 2)
        }
        result.append(String(decoding: bytes[run...], as: UTF8.self))
        return result
    }

    /// The place of the braces that close a name; nil: none follows, as a name has at most 200 bytes.
    private static func endOfName(_ bytes: [UInt8], _ start: Int) -> Int? {
        var end = start
        while end < min(bytes.count, start + 200), bytes[end] != 0x7B, bytes[end] != 0x0A {
            if bytes[end] == 0x7D { return end > start && end + 1 < bytes.count && bytes[end + 1] == 0x7D ? end : nil }
            end += 1
        }
        return nil
    }

    private mutating func value(_ name: String, depth: Int) -> String? {
        if let known = resolved[name] { return known }
        guard let text = values[name], depth < Self.mostLevels else { return nil }
        guard text.utf8.contains(0x7B) else { return text }
        // A variable that names itself has no value.
        resolved[name] = .some(nil)
        let value = template(text, depth: depth + 1).value.flatMap { $0.utf8.count <= Self.mostBytes ? $0 : nil }
        resolved[name] = .some(value)
        return value
    }
}
