import CallsiteMockEngine
import CallsiteText

/// The values of a parameter or of a form's field, which are strings on the wire.
final class TextShape {
    /// How many requests have a value.
    private(set) var requests = 0
    /// Whether one request has several values.
    private(set) var isRepeated = false
    private(set) var values = 0
    private var integers = 0
    private var numbers = 0
    private var booleans = 0
    private(set) var strings = StringShape()
    private var minimum: Int?
    /// The only value; nil: there are none, or several.
    private(set) var constant: String?
    var documentation: String?
    /// Whether the file marks the parameter or field as optional.
    var isOptional = false
    var isFile = false

    /// Forgets all values if one of them is a secret.
    func forget(_ secrets: KnownSecrets) {
        strings.forget { secrets.isIn($0) }
        if let value = constant, secrets.isIn(value) { constant = nil }
    }

    /// Adds the values of one request; nil: a variable without a value.
    func add(_ texts: [String?]) {
        requests += 1
        if texts.count > 1 { isRepeated = true }
        for text in texts {
            guard let text else { continue }
            constant = values == 0 || constant == text ? text : nil
            values += 1
            if Self.isInteger(text) {
                integers += 1
                if let number = Int(text) { minimum = min(minimum ?? number, number) }
            } else if JSONScanner.isNumber(text), Self.isPlainNumber(text) {
                numbers += 1
            } else if text == "true" || text == "false" {
                booleans += 1
            }
            strings.add(text)
        }
    }

    /// Whether a string is an integer. `007` isn't, nor is a number beyond `Int64`.
    private static func isInteger(_ text: String) -> Bool {
        guard JSONScanner.isNumber(text), let value = Int64(text) else { return false }
        return String(value) == text
    }

    private static func isPlainNumber(_ text: String) -> Bool {
        text.utf8.count <= 18 && text.utf8.contains(0x2E) && !text.utf8.contains { $0 | 0x20 == 0x65 }
    }

    /// 0 or 1, if that is the smallest of several integers.
    var firstPage: Int? {
        integers == values && strings.count >= 2 && constant == nil ? minimum.flatMap { 0...1 ~= $0 ? $0 : nil } : nil
    }

    /// The schema that all values fit.
    ///
    /// - Parameter mayBeEnum: Whether a few values may be listed as an enum.
    func schema(name: String, mayBeEnum: Bool = true) -> JSONObject {
        let schema = element(name, mayBeEnum)
        return isRepeated ? ["type": "array", "items": .object(schema)] : schema
    }

    private func element(_ name: String, _ mayBeEnum: Bool) -> JSONObject {
        if isFile { return ["type": "string", "format": "binary"] }
        guard values > 0 else { return ["type": "string"] }
        if integers == values { return ["type": "integer"] }
        if integers + numbers == values { return ["type": "number"] }
        if booleans == values { return ["type": "boolean"] }
        return ShapeSchema.schema(of: strings, name, mayBeEnum: mayBeEnum)
    }
}
