// Values in paths, queries, headers and forms, in the styles of the runtime's `ParameterStyle`, whose table says what
// each gives.

import CallsiteCore
import CallsiteText

/// A parameter's value, as it is written in one place of a request.
struct WireText {
    var name: String
    var value: JSONValue
    var style: Description.ParameterStyle
    var explode: Bool

    var pathText: String {
        switch style {
        case .label: return "." + joined(explode ? "." : ",", "=", Self.encoded)
        case .matrix:
            let label = ";" + Self.encoded(name)
            switch value {
            case .array(let elements) where explode:
                return elements.map { label + "=" + Self.encoded(Self.text($0)) }.joined()
            case .object(let members) where explode:
                return members.pairs.map { ";\(Self.encoded($0.key))=\(Self.encoded(Self.text($0.value)))" }.joined()
            default: return label + "=" + joined(",", ",", Self.encoded)
            }
        default: return joined(delimiter, "=", Self.encoded)
        }
    }

    var queryItems: [String] {
        func items(_ pairs: [(name: String, value: String)]) -> [String] {
            pairs.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }
        }
        switch value {
        case .null: return []
        case .array(let elements) where elements.isEmpty: return []
        case .object(let members) where members.isEmpty: return []
        case .array, .object:
            if style == .deepObject { return items(Self.pairs(name, value, lists: .bracketed)) }
            guard explode else { break }
            if case .object(let members) = value {
                return items(members.pairs.flatMap { Self.pairs($0.key, $0.value, lists: .repeated) })
            }
            return items(Self.pairs(name, value, lists: .repeated))
        // A whole query has no name.
        case .bool, .number, .string: if name.isEmpty { return [Self.encoded(Self.text(value))] }
        }
        return [Self.encoded(name) + "=" + joined(delimiter, ",", Self.encoded)]
    }

    var headerText: String {
        switch style {
        case .spaceDelimited: joined(" ", "=") { $0 }
        case .pipeDelimited: joined("|", "=") { $0 }
        default: joined(",", "=") { $0 }
        }
    }

    private var delimiter: String {
        switch style {
        case .spaceDelimited: "%20"
        case .pipeDelimited: "%7C"
        case .tabDelimited: "%09"
        default: ","
        }
    }

    /// - Parameter assignment: Between the key and the value of an exploded object.
    func joined(_ delimiter: String, _ assignment: String, _ encode: (String) -> String) -> String {
        switch value {
        case .array(let elements): elements.map { encode(Self.text($0)) }.joined(separator: delimiter)
        case .object(let members):
            members.pairs.map { encode($0.key) + (explode ? assignment : delimiter) + encode(Self.text($0.value)) }
                .joined(separator: delimiter)
        case .null, .bool, .number, .string: encode(Self.text(value))
        }
    }

    private static func text(_ value: JSONValue) -> String {
        if let text = value.scalar { return text }
        return value == .null ? "" : value.compact
    }

    /// The pairs of a form, as the runtime's `formPairs` gives them: `a[b]`, and lists as `lists` says.
    static func pairs(
        _ name: String, _ value: JSONValue, lists: Description.FormLists
    ) -> [(name: String, value: String)] {
        switch value {
        case .object(let members): return members.pairs.flatMap { pairs("\(name)[\($0.key)]", $0.value, lists: lists) }
        case .array(let elements):
            return elements.enumerated().flatMap { position, element in
                switch (lists, element) {
                case (_, .array), (_, .object), (.indexed, _): pairs("\(name)[\(position)]", element, lists: lists)
                case (.bracketed, _): pairs(name + "[]", element, lists: lists)
                case (.repeated, _): pairs(name, element, lists: lists)
                }
            }
        case .null, .bool, .number, .string: return [(name, text(value))]
        }
    }

    // MARK: - Percent-encoding

    static func encoded(_ text: String) -> String { PercentEncoding.encoded(text) }

    /// The text of a path template: whatever may stand in a path stays, also what is encoded already.
    static func encodedLiteral(_ text: String) -> String {
        PercentEncoding.encoded(text) { PercentEncoding.isUnreserved($0) || "!$&'()*+,;=:@/%?".utf8.contains($0) }
    }

    /// `application/x-www-form-urlencoded`.
    static func formEncoded(_ text: String) -> String {
        PercentEncoding.encoded(text) {
            PercentEncoding.isUnreserved($0) && $0 != UInt8(ascii: "~") || $0 == UInt8(ascii: "*")
                || $0 == UInt8(ascii: " ")
        }
        .replacing(" ", with: "+")
    }
}
