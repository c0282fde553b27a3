// Every key of the native format with its meaning and an example, from the tables of keys by which it is read: what `callsite help format`
// prints, and the guide *The format*.

package struct FormatReference: Sendable {
    package struct Key: Sendable {
        package let name: String
        package let isRequired: Bool
        package let summary: String
        package let example: String
        /// A whole description that holds the example.
        package let document: String
    }

    package struct Section: Sendable {
        package let title: String
        package let introduction: String
        package let keys: [Key]
    }

    package static let sections: [Section] = [
        section("A description", "The keys of the file itself.", DocumentKey.self),
        section("Endpoints", "Under 'endpoints:', each by its name.", EndpointKey.self),
        section("Parameters and fields", "In the long form, in place of a type alone.", FieldKey.self),
        section("Models", "In the long form, in place of the fields alone.", ModelKey.self),
        section("Types in place", "In a list, a dictionary or a union, in place of a type's name.", ShapeKey.self),
        section("Bodies", "Of an endpoint's 'body:', in place of a type or of fields alone.", BodyKey.self),
        section("Encodings of fields", "Of a body's 'encodings:', by the field's name.", EncodingKey.self),
        section("Responses", "Of an endpoint's 'response:', in place of a type alone.", ResponseKey.self),
        section("Pagination", "Of a strategy under 'pagination:', or of an endpoint's own.", StrategyKey.self),
        section("Sources of values", "In a pagination: where a value of the response is.", SourceKey.self),
        section(
            "Authentication",
            "In place of none, bearer or basic; in a list any of its elements will do, and with none among them no credential is needed.",
            AuthenticationKey.self),
        section("OAuth 2", "Of a flow under 'oauth2:', by its name.", OAuth2Key.self),
        section("Deep links", "Of 'deepLinks:'.", DeepLinksKey.self),
    ]

    /// The types that need no declaration, with what each is on the wire.
    package static let scalars: [(name: String, meaning: String)] = Scalar.allCases.map { ($0.rawValue, $0.meaning) }

    private static func section<Key: DocumentedKey>(_ title: String, _ introduction: String, _: Key.Type) -> Section {
        Section(
            title: title, introduction: introduction,
            keys: Key.allCases.map { key in
                .init(
                    name: key.rawValue, isRequired: key.isRequired, summary: key.summary, example: key.sample,
                    document: key.frame.document(with: key.sample))
            })
    }
}

extension Scalar {
    fileprivate var meaning: String {
        switch self {
        case .string: "A string."
        case .bool: "true or false."
        case .int: "A whole number of 64 bits."
        case .int32: "A whole number of 32 bits."
        case .int64: "A whole number of 64 bits, on every platform."
        case .double: "A number of double precision."
        case .float: "A number of single precision."
        case .decimal: "A decimal number without rounding, of 18 digits at most."
        case .date: "A date and time, as RFC 3339 has it: 2026-01-31T12:00:00Z."
        case .day: "A calendar date: 2026-01-31."
        case .timestamp: "Seconds since 1970."
        case .timestampMilliseconds: "Milliseconds since 1970."
        case .url: "An absolute URL."
        case .uuid: "A UUID."
        case .data: "Bytes: base64 in JSON, as they are as a body."
        case .json: "Any JSON."
        case .void: "Nothing: no body."
        }
    }
}

/// The guide *The format*.
package func formatGuide() -> String {
    func cell(_ text: String) -> String { text.replacing("|", with: "\\|").replacing("<", with: "&lt;").replacing("*", with: "\\*") }
    var text = """
        # The format

        Every key of a description in Callsite's own format, with its meaning and an example.

        ## Overview

        <doc:DescribingAnAPI> introduces the format; this page is its reference. `callsite help format` prints the same, `callsite schema` a JSON
        Schema of it for editors. A required key is marked with an asterisk.

        ## Types

        `[T]` is a list, `[String: T]` a dictionary, `T?` may be left out, `T or null` may be null, `a | b` is an enum, and `T = value` has a
        default.

        | type | is |
        | --- | --- |

        """
    for (name, meaning) in FormatReference.scalars { text += "| `\(name)` | \(cell(meaning)) |\n" }
    for section in FormatReference.sections {
        text +=
            "\n## \(section.title)\n\n\(section.introduction.replacing("'", with: "`"))\n\n| key | says | example |\n| --- | --- | --- |\n"
        for key in section.keys {
            text +=
                "| `\(key.name)`\(key.isRequired ? "\\*" : "") | \(cell(key.summary)) | `\(key.example.replacing("|", with: "\\|"))` |\n"
        }
    }
    return text
}
