import CallsiteMockEngine
import CallsiteText

/// The variables of a collection and its environments: `{{base}}` has the value of `base`.
struct PostmanVariables {
    private var values: [String: String] = [:]
    /// Values with their own variables resolved; nil: it has none.
    private var resolved: [String: String?] = [:]
    /// Values of variables that are secret by their type or their name: these variables have no value.
    private(set) var secrets: Set<String> = []
    /// A value may name others.
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
        var (run, at) = (0, 0)
        while at + 1 < bytes.count {
            guard bytes[at] == 0x7B, bytes[at + 1] == 0x7B, let end = Self.endOfName(bytes, at + 2) else {
                at += 1
                continue
            }
            result.append(String(decoding: bytes[run..<at], as: UTF8.self))
            let name = MockText.trimmed(String(decoding: bytes[(at + 2)..<end], as: UTF8.self))
            result.append(variable: name, value: value(name, depth: depth))
            (at, run) = (end + 2, end + 2)
        }
        result.append(String(decoding: bytes[run...], as: UTF8.self))
        return result
    }

    /// The place of the braces that close a name; nil: none follows, as a name has at most 200 bytes.
    private static func endOfName(_ bytes: [UInt8], _ start: Int) -> Int? {
        var at = start
        while at < min(bytes.count, start + 200), bytes[at] != 0x7B, bytes[at] != 0x0A {
            if bytes[at] == 0x7D { return at > start && at + 1 < bytes.count && bytes[at + 1] == 0x7D ? at : nil }
            at += 1
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
