import Foundation

/// How a parameter's lists and objects are encoded (OpenAPI 3, "Style Values", by RFC 6570).
///
/// | style | explode | list | object |
/// | --- | --- | --- | --- |
/// | simple | no | `a,b` | `k,v,l,w` |
/// | simple | yes | `a,b` | `k=v,l=w` |
/// | label | no | `.a,b` | `.k,v,l,w` |
/// | label | yes | `.a.b` | `.k=v.l=w` |
/// | matrix | no | `;name=a,b` | `;name=k,v,l,w` |
/// | matrix | yes | `;name=a;name=b` | `;k=v;l=w` |
/// | form | no | `name=a,b` | `name=k,v,l,w` |
/// | form | yes | `name=a&name=b` | `k=v&l=w` |
/// | spaceDelimited | no | `name=a%20b` | `name=k%20v%20l%20w` |
/// | pipeDelimited | no | `name=a%7Cb` | `name=k%7Cv%7Cl%7Cw` |
/// | tabDelimited | no | `name=a%09b` | `name=k%09v%09l%09w` |
/// | deepObject | | `name[]=a&name[]=b` | `name[k]=v&name[l]=w` |
///
/// When exploded, the delimited styles are written as `form`. A comma inside a value is percent-encoded and one between
/// values isn't, so the server can tell them apart. A space, `|` or tab is encoded in both places. A value that
/// contains the delimiter of its style is therefore an error, unless the parameter is exploded.
///
/// `deepObject` nests: `name[k][m]=v`. A list of objects has positions: `name[0][k]=v`. `tabDelimited` is Swagger 2.0's
/// `tsv`.
///
/// An exploded object in a query may hold lists, which repeat their name: `k=a&k=b`. Deeper values are written as by
/// `deepObject`. OpenAPI leaves both undefined.
public enum ParameterStyle: Hashable, Sendable {
    case simple, label, matrix, form, spaceDelimited, pipeDelimited, tabDelimited, deepObject

    /// The separator of elements in a delimited style, with its name for messages.
    fileprivate var separator: (scalar: Unicode.Scalar, name: String)? {
        switch self {
        case .spaceDelimited: (" ", "a space")
        case .pipeDelimited: ("|", "a vertical bar")
        case .tabDelimited: ("\t", "a tab")
        case .simple, .label, .matrix, .form, .deepObject: nil
        }
    }

    fileprivate var encodedDelimiter: String { separator.map { percentEncoded(String($0.scalar)) } ?? "," }
}

extension RequestWriter.Parameters.Item {
    /// The encoded string for the path; nil for null, which counts as no value.
    func pathText() throws -> String? {
        guard case .null = value else {
            switch style {
            case .simple: return try joined(",", "=")
            case .label: return try "." + joined(explode ? "." : ",", "=")
            case .matrix: return try matrixText()
            // Swagger 2.0 has the delimited styles everywhere, also in paths.
            case .spaceDelimited, .pipeDelimited, .tabDelimited:
                try checkDelimiters()
                return try joined(style.encodedDelimiter, "=")
            default: throw EncodingFailure("\(name): the style \(style) is none for a path")
            }
        }
        return nil
    }

    private func matrixText() throws -> String {
        let label = ";" + percentEncoded(name)
        switch value {
        case .list(let elements) where explode: return try elements.map { try label + assigned(text($0)) }.joined()
        case .object(let fields) where explode:
            return try fields.map { try ";" + percentEncoded($0.key) + assigned(text($0.value)) }.joined()
        default: return try label + assigned(joined(",", ","))
        }
    }

    /// RFC 6570, 3.2.7: an empty value has no equals sign.
    private func assigned(_ text: String) -> String { text.isEmpty ? "" : "=" + text }

    /// The encoded items `name=value` for the query.
    ///
    /// Without a name the value is the whole query (OpenAPI 3.2, `in: querystring`).
    package func queryItems() throws -> [String] {
        switch (style, value) {
        case (_, .null): return []
        case (_, .scalar(let text)) where name.isEmpty: return [percentEncoded(text)]
        case (_, .scalar(let text)) where style != .deepObject:
            return [percentEncoded(name) + "=" + percentEncoded(text)]
        case (.deepObject, _): return encodedPairs(name, value, lists: .bracketed)
        case (.simple, _), (.label, _), (.matrix, _):
            throw EncodingFailure("\(name): the style \(style) is none for a query")
        case (_, .list(let elements)) where elements.isEmpty: return []
        case (_, .object(let fields)) where fields.isEmpty: return []
        case (_, .list(let elements)) where explode && (elements.allSatisfy(\.isScalar) || !self.elements.isEmpty):
            return try elements.map { try percentEncoded(name) + "=" + text($0) }
        case (_, .list) where explode: return encodedPairs(name, value)
        case (_, .object(let fields)) where explode: return fields.flatMap { encodedPairs($0.key, $0.value) }
        default:
            try checkDelimiters()
            return [try percentEncoded(name) + "=" + joined(style.encodedDelimiter, ",")]
        }
    }

    /// Throws if a value contains the delimiter of its style. A server couldn't tell them apart, since both are
    /// encoded.
    private func checkDelimiters() throws {
        guard let separator = style.separator else { return }
        let values: [WireTree]
        switch value {
        case .list(let elements): values = elements
        case .object(let fields): values = fields.flatMap { [.scalar($0.key), $0.value] }
        default: return
        }
        for case .scalar(let text) in values where text.unicodeScalars.contains(separator.scalar) {
            throw EncodingFailure(
                "\(name): an element contains \(separator.name), which separates the elements in the style \(style)")
        }
    }

    /// The pairs of a form: a list inside an object repeats its name, and deeper values are named as by `deepObject`.
    private func encodedPairs(
        _ name: String, _ value: WireTree, lists: Endpoint.FormLists = .repeated
    ) -> [String] {
        formPairs(name, value, lists: lists, keepsNull: false).map { percentEncoded($0) + "=" + percentEncoded($1) }
    }

    /// The value of a header, not encoded; nil sends no header.
    package func headerText() throws -> String? {
        switch value {
        case .null: return nil
        case .list(let elements) where elements.isEmpty: return nil
        case .object(let fields) where fields.isEmpty: return nil
        default: return try joined(String(style.separator?.scalar ?? ","), "=", encode: { $0 })
        }
    }

    /// One or several `name=value` of cookies; nil sends no cookie. Characters that a cookie may contain stay, since
    /// most servers don't decode cookies. The rest is percent-encoded.
    ///
    /// An exploded list or object becomes one cookie for each element (OpenAPI 3.2, "Style Values", `cookie`), since
    /// `&` doesn't separate cookies as it separates the items of `form`. Otherwise commas separate the elements.
    func cookieText() throws -> String? {
        switch value {
        case .null: return nil
        case .list(let elements) where elements.isEmpty: return nil
        case .object(let fields) where fields.isEmpty: return nil
        case .list(let elements) where explode:
            return try elements.map { try cookieName(name) + "=" + text($0, cookieEncoded) }.joined(separator: "; ")
        case .object(let fields) where explode:
            return try fields.map { try cookieName($0.key) + "=" + text($0.value, cookieEncoded) }.joined(
                separator: "; ")
        default: return try cookieName(name) + "=" + joined(",", ",", encode: cookieEncoded)
        }
    }

    /// The scalars with a delimiter between them. An object's keys are written as well: as `k=v` when exploded.
    private func joined(_ delimiter: String, _ assignment: String, encode: (String) -> String = percentEncoded) throws
        -> String
    {
        switch value {
        case .null: return ""
        case .scalar(let text): return encode(text)
        case .list(let elements): return try elements.map { try text($0, encode) }.joined(separator: delimiter)
        case .object(let fields):
            let assignment = explode ? assignment : delimiter
            return try fields.map { try encode($0.key) + assignment + text($0.value, encode) }.joined(
                separator: delimiter)
        }
    }

    private func text(
        _ element: WireTree, _ encode: (String) -> String = percentEncoded, depth: Int = 0
    ) throws -> String {
        switch element {
        case .list(let inner) where depth < elements.count:
            return try inner.map { try text($0, encode, depth: depth + 1) }.joined(
                separator: elements[depth].encodedDelimiter)
        case .null: return ""
        case .scalar(let text): return encode(text)
        case .list, .object:
            throw EncodingFailure(
                "\(name): lists and objects inside a list or an object need the style deepObject, or JSON")
        }
    }
}

/// A cookie's value: RFC 6265's cookie-octets stay, everything else is percent-encoded.
private func cookieEncoded(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
        if isCookieOctet(scalar) { out.unicodeScalars.append(scalar) } else { out += percentEncoded(String(scalar)) }
    }
    return out
}

/// A cookie's name, encoded like a value. `=` is encoded too, since the name ends at the first one.
private func cookieName(_ text: String) -> String {
    text.split(separator: "=", omittingEmptySubsequences: false).map { cookieEncoded(String($0)) }.joined(
        separator: "%3D")
}

/// Whether a cookie's value may contain a character (RFC 6265, section 4.1.1).
func isCookieOctet(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0x20 && scalar.value < 0x7F && !"\",;\\".unicodeScalars.contains(scalar)
}
