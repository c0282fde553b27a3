// Values in paths, queries, headers and forms, in the styles of the runtime's `ParameterStyle`, whose table says what
// each gives.

import CallsiteCore

/// A parameter's value, as it is written in one place of a request.
struct WireText {
    var name: String
    var value: SampleValue
    var style: Description.ParameterStyle
    var explode: Bool

    var pathText: String {
        switch style {
        case .label: return "." + joined(explode ? "." : ",", "=", Self.encoded)
        case .matrix:
            let label = ";" + Self.encoded(name)
            switch value {
            case .list(let elements) where explode:
                return elements.map { label + "=" + Self.encoded(Self.text($0)) }.joined()
            case .object(let members) where explode:
                return members.map { ";\(Self.encoded($0.key))=\(Self.encoded(Self.text($0.value)))" }.joined()
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
        case .list(let elements) where elements.isEmpty: return []
        case .object(let members) where members.isEmpty: return []
        case .list, .object:
            if style == .deepObject { return items(Self.pairs(name, value, lists: .bracketed)) }
            guard explode else { break }
            if case .object(let members) = value {
                return items(members.flatMap { Self.pairs($0.key, $0.value, lists: .repeated) })
            }
            return items(Self.pairs(name, value, lists: .repeated))
        // A whole query has no name.
        case .bool, .number, .text: if name.isEmpty { return [Self.encoded(Self.text(value))] }
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
        case .list(let elements): elements.map { encode(Self.text($0)) }.joined(separator: delimiter)
        case .object(let members):
            members.map { encode($0.key) + (explode ? assignment : delimiter) + encode(Self.text($0.value)) }
                .joined(separator: delimiter)
        case .null, .bool, .number, .text: encode(Self.text(value))
        }
    }

    private static func text(_ value: SampleValue) -> String {
        if let text = value.scalar { return text }
        return value == .null ? "" : value.compact
    }

    /// The pairs of a form, as the runtime's `formPairs` gives them: `a[b]`, and lists as `lists` says.
    static func pairs(
        _ name: String, _ value: SampleValue, lists: Description.FormLists
    ) -> [(name: String, value: String)] {
        switch value {
        case .object(let members): return members.flatMap { pairs("\(name)[\($0.key)]", $0.value, lists: lists) }
        case .list(let elements):
            return elements.enumerated().flatMap { position, element in
                switch (lists, element) {
                case (_, .list), (_, .object), (.indexed, _): pairs("\(name)[\(position)]", element, lists: lists)
                case (.bracketed, _): pairs(name + "[]", element, lists: lists)
                case (.repeated, _): pairs(name, element, lists: lists)
                }
            }
        case .null, .bool, .number, .text: return [(name, text(value))]
        }
    }

    // MARK: - Percent-encoding

    /// RFC 3986, section 2.3.
    static func encoded(_ text: String) -> String { encoded(text) { isUnreserved($0) } }

    /// The text of a path template: whatever may stand in a path stays, also what is encoded already.
    static func encodedLiteral(_ text: String) -> String {
        encoded(text) { isUnreserved($0) || "!$&'()*+,;=:@/%?".utf8.contains($0) }
    }

    /// `application/x-www-form-urlencoded`.
    static func formEncoded(_ text: String) -> String {
        encoded(text) {
            isUnreserved($0) && $0 != UInt8(ascii: "~") || $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: " ")
        }
        .replacing(" ", with: "+")
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    private static func encoded(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in text.utf8 {
            if isKept(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
