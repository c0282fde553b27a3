// Values in paths, queries, headers, cookies and forms, in the styles of the runtime's `ParameterStyle`, whose table
// shows each style's result. `callsite-dev curl-oracle` compares these values with those that the runtime sends.

import CallsiteCore
import CallsiteText

/// A parameter's value, as it is written in one place of a request.
struct WireText {
    /// The reason why a value can't be written. The runtime doesn't send it either.
    struct Refusal: Error { var reason: String }

    var name: String
    var value: JSONValue
    var style: Description.ParameterStyle
    var explode: Bool
    /// The styles of the lists in a list, from the outside in.
    var elements: [Description.ParameterStyle] = []

    func pathText() throws(Refusal) -> String {
        switch style {
        case .label: return try "." + joined(explode ? "." : ",", "=", Self.encoded)
        case .matrix: return try matrixText()
        case .spaceDelimited, .pipeDelimited, .tabDelimited:
            try checkDelimiters()
            return try joined(Self.encodedDelimiter(of: style), "=", Self.encoded)
        case .form, .deepObject: throw Refusal(reason: "its style is none for a path")
        case .simple, .json: return try joined(",", "=", Self.encoded)
        }
    }

    private func matrixText() throws(Refusal) -> String {
        // An empty value has no equals sign (RFC 6570, 3.2.7).
        func assigned(_ text: String) -> String { text.isEmpty ? "" : "=" + text }
        let label = ";" + Self.encoded(name)
        var result = ""
        switch value {
        case .array(let values) where explode:
            for value in values { result += try label + assigned(text(value, Self.encoded)) }
        case .object(let members) where explode:
            for member in members.pairs {
                result += try ";" + Self.encoded(member.key) + assigned(text(member.value, Self.encoded))
            }
        default: result = try label + assigned(joined(",", ",", Self.encoded))
        }
        return result
    }

    func queryItems() throws(Refusal) -> [String] {
        func items(_ name: String, _ value: JSONValue, _ lists: Description.FormLists = .repeated) -> [String] {
            Self.pairs(name, value, lists: lists, keepsNull: false)
                .map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }
        }
        switch (style, value) {
        case (_, .null): return []
        // A value that is the whole query has no name.
        case (_, .bool), (_, .number), (_, .string): if name.isEmpty { return [Self.encoded(value.scalar ?? "")] }
        case (.deepObject, _): return items(name, value, .bracketed)
        case (.simple, _), (.label, _), (.matrix, _): throw Refusal(reason: "its style is none for a query")
        case (_, .array(let values)) where values.isEmpty: return []
        case (_, .object(let members)) where members.isEmpty: return []
        case (_, .array(let values)) where explode:
            guard !elements.isEmpty || values.allSatisfy({ $0.scalar != nil || $0 == .null }) else {
                return items(name, value)
            }
            var result: [String] = []
            for value in values { result.append(try Self.encoded(name) + "=" + text(value, Self.encoded)) }
            return result
        case (_, .object(let members)) where explode: return members.pairs.flatMap { items($0.key, $0.value) }
        default: try checkDelimiters()
        }
        return [try Self.encoded(name) + "=" + joined(Self.encodedDelimiter(of: style), ",", Self.encoded)]
    }

    /// The items of a query before they are encoded, for the parts of a multipart body.
    func pairs() throws(Refusal) -> [(name: String, value: String)] {
        try queryItems().map { item in
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (PercentEncoding.decoded(pair[0]), pair.count > 1 ? PercentEncoding.decoded(pair[1]) : "")
        }
    }

    /// nil: no header is sent.
    func headerText() throws(Refusal) -> String? {
        if isNothing { return nil }
        return try joined(Self.delimiter(of: style).map { String($0) } ?? ",", "=") { $0 }
    }

    /// Each element of an exploded value is a cookie.
    func cookies() throws(Refusal) -> [String] {
        if isNothing { return [] }
        var result: [String] = []
        switch value {
        case .array(let values) where explode:
            for value in values { result.append(try Self.cookieName(name) + "=" + text(value, Self.cookieEncoded)) }
        case .object(let members) where explode:
            for member in members.pairs {
                result.append(try Self.cookieName(member.key) + "=" + text(member.value, Self.cookieEncoded))
            }
        default: result.append(try Self.cookieName(name) + "=" + joined(",", ",", Self.cookieEncoded))
        }
        return result
    }

    private var isNothing: Bool { [.null, .array([]), .object([:])].contains(value) }

    /// nil: a comma.
    private static func delimiter(of style: Description.ParameterStyle) -> Unicode.Scalar? {
        switch style {
        case .spaceDelimited: " "
        case .pipeDelimited: "|"
        case .tabDelimited: "\t"
        default: nil
        }
    }

    private static func encodedDelimiter(of style: Description.ParameterStyle) -> String {
        delimiter(of: style).map { encoded(String($0)) } ?? ","
    }

    /// Refuses an element that contains the delimiter: both are encoded alike.
    private func checkDelimiters() throws(Refusal) {
        guard let delimiter = Self.delimiter(of: style) else { return }
        let texts: [String?] =
            switch value {
            case .array(let values): values.map(\.scalar)
            case .object(let members): members.pairs.flatMap { [$0.key, $0.value.scalar] }
            default: []
            }
        guard !texts.contains(where: { $0?.unicodeScalars.contains(delimiter) == true }) else {
            throw Refusal(reason: "an element holds the character between the elements")
        }
    }

    /// - Parameter assignment: Between the key and the value of an exploded object.
    private func joined(
        _ delimiter: String, _ assignment: String, _ encode: (String) -> String
    ) throws(Refusal) -> String {
        var texts: [String] = []
        switch value {
        case .array(let values): for value in values { texts.append(try text(value, encode)) }
        case .object(let members):
            for member in members.pairs {
                texts.append(
                    try encode(member.key) + (explode ? assignment : delimiter) + text(member.value, encode))
            }
        case .null, .bool, .number, .string: return value.scalar.map(encode) ?? ""
        }
        return texts.joined(separator: delimiter)
    }

    private func text(
        _ element: JSONValue, _ encode: (String) -> String, depth: Int = 0
    ) throws(Refusal) -> String {
        if let text = element.scalar { return encode(text) }
        if element == .null { return "" }
        guard case .array(let inner) = element, depth < elements.count else {
            throw Refusal(reason: "a list or an object in it has no form in its style")
        }
        var texts: [String] = []
        for value in inner { texts.append(try text(value, encode, depth: depth + 1)) }
        return texts.joined(separator: Self.encodedDelimiter(of: elements[depth]))
    }

    /// The pairs of a form, as the runtime's `formPairs` gives them: `a[b]`, and lists as `lists` says.
    static func pairs(
        _ name: String, _ value: JSONValue, lists: Description.FormLists, keepsNull: Bool
    ) -> [(name: String, value: String)] {
        switch value {
        case .object(let members):
            return members.pairs.flatMap { pairs("\(name)[\($0.key)]", $0.value, lists: lists, keepsNull: keepsNull) }
        case .array(let elements):
            return elements.enumerated().flatMap { position, element in
                switch (lists, element) {
                case (_, .array), (_, .object), (.indexed, _):
                    pairs("\(name)[\(position)]", element, lists: lists, keepsNull: keepsNull)
                case (.bracketed, _): pairs(name + "[]", element, lists: lists, keepsNull: keepsNull)
                case (.repeated, _): pairs(name, element, lists: lists, keepsNull: keepsNull)
                }
            }
        case .null: return keepsNull ? [(name, "")] : []
        case .bool, .number, .string: return [(name, value.scalar ?? "")]
        }
    }
}

// MARK: - Percent-encoding

extension WireText {
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

    /// The characters that a cookie may hold stay (RFC 6265, section 4.1.1): most servers don't decode cookies.
    private static func cookieEncoded(_ text: String) -> String {
        PercentEncoding.encoded(text) { $0 > 0x20 && $0 < 0x7F && !"\",;\\".utf8.contains($0) }
    }

    /// A cookie's name ends at the first equals sign.
    private static func cookieName(_ text: String) -> String { cookieEncoded(text).replacing("=", with: "%3D") }
}
