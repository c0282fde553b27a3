import CallsiteInference
import CallsiteMockEngine
import CallsiteText

/// Leaves secrets and personal data out of recordings. Everything that `drift` prints or writes of recordings goes
/// through this type.
package struct RecordedText: Sendable {
    private let secrets: Secrets

    /// - Parameter secretNames: The names of secrets in the description, in addition to the known ones.
    package init(secretNames: Set<String> = []) { secrets = Secrets(Array(secretNames)) }

    // MARK: - Values

    /// The most digits of a number that can't be a phone number, or the number of a person or an account.
    private static let mostDigits = 6

    /// Whether a value may stand in a file that others read. A string is a word without personal data, and a number a
    /// code of few digits.
    ///
    /// - Parameter names: The names of the fields that the value is in, the outermost first.
    package func isPublic(_ value: JSONValue, in names: [String]) -> Bool {
        guard !isPrivate(names) else { return false }
        switch value {
        case .null, .bool: return true
        case .number(let number): return number.digits.utf8.count { 0x30...0x39 ~= $0 } <= Self.mostDigits
        case .string(let text): return text.utf8.count <= 100 && text != Secrets.mark && isPublic(text)
        case .array, .object: return false
        }
    }

    /// Whether the values of fields are secrets, or belong to people.
    private func isPrivate(_ names: [String]) -> Bool {
        if names.contains(where: secrets.isSecret(field:)) { return true }
        // `phone: {value: …}`
        guard let name = names.last(where: { !Self.containers.contains($0.lowercased()) }) ?? names.last else {
            return false
        }
        return secrets.isSecret(header: name) || !ShapeSchema.mayBeEnum(name)
    }

    /// Names that don't describe their values: the name of the enclosing field does.
    private static let containers: Set<String> = ["value", "values", "raw", "data", "items", "content", "#text"]

    /// Whether a parameter is a secret by its name.
    func isSecret(_ name: String, isHeader: Bool) -> Bool {
        secrets.isSecret(field: name) || isHeader && secrets.isSecret(header: name)
    }

    // MARK: - Text

    /// Whether a string has nothing to redact.
    package func isPublic(_ text: String) -> Bool { redacted(text) == text }

    /// The string without secrets, e-mail addresses, phone numbers, tokens and long numbers.
    package func redacted(_ text: String) -> String {
        Self.withoutLongNumbers(withoutHiddenWords(PersonalData.redacted(secrets.url(text))))
    }

    /// Whether the name of a recorded field, parameter or header may be shown.
    package func isPublic(name: String) -> Bool {
        guard !name.isEmpty else { return true }
        // `1987-03-12`
        let isNumber = name.utf8.contains { 0x30...0x39 ~= $0 } && !name.contains(where: \.isLetter)
        return !isNumber && ShapeSchema.isName(name) && isPublic(name)
    }

    /// A JSON pointer, or a name with one behind it. Each token is redacted by itself: indices beside each other are
    /// no phone number.
    private func redacted(pointer: String) -> String {
        pointer.split(separator: "/", omittingEmptySubsequences: false).map { token in
            isPublic(Self.unescaped(token)) ? String(token) : Secrets.mark
        }.joined(separator: "/")
    }

    private static func unescaped(_ token: Substring) -> String { JSONPointer.tokens("/" + token)?.first ?? "" }

    /// The string without words whose form is hidden: `ida%40example.com`, and the beginning of a token that was cut.
    private func withoutHiddenWords(_ text: String) -> String {
        guard text.utf8.contains(0x25) || text.contains("…") else { return text }
        let separators = Set(" \t\n\"'/?&=#,;()<>".utf8)
        let bytes = PersonalData.marking(text, between: separators.contains) { word in
            var plain = String(decoding: word, as: UTF8.self)
            if plain.hasSuffix("…") { plain.removeLast() }
            // Some clients encode twice.
            for _ in 0..<3 {
                guard PersonalData.isNeutral(plain), Self.withoutLongNumbers(plain) == plain else { return true }
                plain = PercentEncoding.decoded(plain)
            }
            return false
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func withoutLongNumbers(_ text: String) -> String {
        guard text.utf8.count(where: { 0x30...0x39 ~= $0 }) > mostDigits else { return text }
        let bytes = PersonalData.marking(
            text, between: { !(0x30...0x39 ~= $0) }, where: { $0.count > mostDigits })
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Messages

    package func redacted(_ problem: MockProblem) -> MockProblem {
        MockProblem(
            operation: problem.operation, problem.place, redacted(pointer: problem.pointer),
            redacted(message: problem.message, problem.keyword, in: problem.fields), keyword: problem.keyword,
            rule: problem.rule, missing: problem.missing)
    }

    /// A message about a value. The description's own words, which stand before the value, stay.
    ///
    /// - Parameters:
    ///   - keyword: The keyword of the schema that the value violates.
    ///   - names: The names of the fields that the value is in.
    package func redacted(message: String, _ keyword: String? = nil, in names: [String] = []) -> String {
        if message.hasPrefix("expected "), let separator = message.firstRange(of: ", found ") {
            let shown = String(message[separator.upperBound...])
            let isCount = keyword.map(Self.counting.contains) ?? false
            let isShown = isCount && !names.contains(where: secrets.isSecret(field:))
            return message[..<separator.upperBound] + (isShown ? shown : redacted(shown: shown, in: names))
        }
        if keyword != "propertyNames" {
            for words in [" is what '", " matches none of "] {
                guard let range = message.ranges(of: words).last else { continue }
                return redacted(shown: String(message[..<range.lowerBound]), in: names) + message[range.lowerBound...]
            }
        }
        // `not valid JSON: 1:1: expected a value, found "sk_live_4e"`: a string that may be the beginning of a secret.
        if let separator = message.firstRange(of: ", found \""),
            message[separator.upperBound...].contains(where: Self.isWordPart)
        {
            return redacted(String(message[..<separator.upperBound])) + Secrets.mark + "\""
        }
        return redacted(message)
    }

    private static func isWordPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    /// Keywords whose messages have a number of characters, elements or properties.
    private static let counting: Set<String> = [
        "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "contains", "minContains",
        "maxContains",
    ]

    /// A value as messages show it: `"two"`, `5`, `an array`.
    private func redacted(shown text: String, in names: [String]) -> String {
        if text.utf8.first == 0x22 {
            // The form of a value that was cut isn't known.
            let value = String(text.dropFirst().dropLast())
            return !value.hasSuffix("…") && isPublic(.string(value), in: names) ? text : "\"\(Secrets.mark)\""
        }
        if let number = JSONValue.Number(text) {
            return isPublic(.number(number), in: names) ? text : Secrets.mark
        }
        return redacted(text)
    }
}

extension MockProblem {
    /// The names of the fields that the value is in, the outermost first.
    var fields: [String] {
        var pointer = pointer[...]
        for start in ["header ", "body"] where place == .response && pointer.hasPrefix(start) {
            pointer = pointer.dropFirst(start.count)
        }
        return pointer.split(separator: "/").flatMap { JSONPointer.tokens("/" + $0) ?? [] }.filter { Int($0) == nil }
    }
}
