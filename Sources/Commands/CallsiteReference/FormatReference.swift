// In: the tables of keys by which descriptions and `callsite.yaml` are read. Out: what people and editors read of them:
// `callsite help format`, the guides *The format* and *callsite.yaml: all keys*, JSON Schemas, a description to start
// from. It knows no description, and nothing that generates knows it, so the build plugin's tool does without.

import CallsiteCore

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
        section("Endpoints", "Under 'endpoints:', by name.", EndpointKey.self),
        section("Parameters and fields", "In the long form, in place of a type.", FieldKey.self),
        section("Models", "In the long form, in place of the fields.", ModelKey.self),
        section("Inline types", "In a list, a dictionary or a union, in place of the name of a type.", ShapeKey.self),
        section("Bodies", "Under 'body:' of an endpoint, in place of a type or of fields.", BodyKey.self),
        section("Encodings of fields", "Under 'encodings:' of a body, by the name of the field.", EncodingKey.self),
        section("Responses", "Under 'response:' of an endpoint, in place of a type.", ResponseKey.self),
        section(
            "Pagination", "In a strategy under 'pagination:', or under 'pagination:' of an endpoint.", StrategyKey.self),
        section("Sources of values", "In a strategy: where a value is in the response.", SourceKey.self),
        section(
            "Authentication",
            "In place of none, bearer or basic. In a list, one element is enough; with none in the list, no credential is needed.",
            AuthenticationKey.self),
        section("OAuth 2", "Under 'oauth2:', by the name of the flow.", OAuth2Key.self),
        section("Deep links", "Under 'deepLinks:'.", DeepLinksKey.self),
    ]

    /// The types that need no declaration, and how each is sent.
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
        case .int:
            "An integer of 64 bits, or of 32 on an Apple Watch before Series 9 and in WebAssembly: a larger number is an error there."
        case .int32: "An integer of 32 bits."
        case .int64: "An integer of 64 bits, on every platform."
        case .uint64: "An integer of 64 bits that isn't negative."
        case .double: "A floating-point number of double precision."
        case .float: "A floating-point number of single precision."
        case .decimal: "A decimal number without rounding, with at most 18 digits."
        case .date: "A date and time in RFC 3339 format: 2026-01-31T12:00:00Z."
        case .day: "A calendar date: 2026-01-31."
        case .timestamp: "Seconds since 1970."
        case .timestampMilliseconds: "Milliseconds since 1970."
        case .url: "A URL (RFC 3986). Characters that it doesn't allow are percent-encoded."
        case .uuid: "A UUID."
        case .data: "Bytes: base64 in JSON, unencoded as a body."
        case .json: "Any JSON."
        case .void: "Nothing: no body."
        }
    }
}

/// The guide *The format*.
package func formatGuide() -> String {
    var text = """
        # The format: all keys

        Look up every key of a description in Callsite's own format, with its meaning and an example.

        ## Overview

        <doc:DescribingAnAPI> introduces the format. This page is its reference: `callsite help format` prints the same, and `callsite schema`
        prints a JSON Schema for editors. An asterisk marks a required key.

        ## Types

        `[T]` is a list, `[String: T]` a dictionary, `T?` may be left out, `T or null` may be null, `a | b` is an enum, and `T = value` has a
        default. `{fields: {a: Int}}` is an object in place. In Swift a `Day` is a `CalendarDate`: `CalendarDate(year: 2026, month: 1, day: 31)`.

        A generic model is declared with its parameters, `Page<Element>: {items: [Element], total: Int}`, and used as in Swift: `Page<User>`.

        | type | means |
        | --- | --- |

        """
    for (name, meaning) in FormatReference.scalars { text += "| `\(name)` | \(guideCell(meaning)) |\n" }
    for section in FormatReference.sections { text += guideTable(section) }
    return text
}

/// A section of a reference as a table in Markdown.
func guideTable(_ section: FormatReference.Section) -> String {
    var text =
        "\n## \(section.title)\n\n\(guideText(section.introduction))\n\n| key | means | example |\n| --- | --- | --- |\n"
    for key in section.keys {
        let example = key.example.replacing("|", with: "\\|")
        text += "| `\(key.name)`\(key.isRequired ? "\\*" : "") | \(guideCell(key.summary)) | `\(example)` |\n"
    }
    return text
}

/// `guideText` for a cell of a table.
package func guideCell(_ text: String) -> String { guideText(text).replacing("|", with: "\\|") }

/// A message's or a table's sentence in Markdown: code in single quotes or braces stands in backticks, and no other
/// character of it means anything to Markdown.
package func guideText(_ text: String) -> String {
    var result = ""
    var isQuoted = false
    /// How many braces are open.
    var depth = 0
    var last: Character = " "
    for (character, next) in zip(text, text.dropFirst() + " ") {
        let isCode = isQuoted || depth > 0
        if character == "'", !isCode && " (".contains(last) || isQuoted && " ).,;:?".contains(next) {
            isQuoted.toggle()
            result += "`"
        } else if character == "{", !isQuoted {
            depth += 1
            result += depth == 1 ? "`{" : "{"
        } else if character == "}", !isQuoted, depth > 0 {
            depth -= 1
            result += depth == 0 ? "}`" : "}"
        } else {
            if !isCode, "<*_[]\\`".contains(character) { result += "\\" }
            result.append(character)
        }
        last = character
    }
    return result
}
