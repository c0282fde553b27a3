import CallsiteReference

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

/// The guide *callsite.yaml: all keys*.
package func configurationGuide() -> String {
    var text = """
        # callsite.yaml: all keys

        Look up every key of callsite.yaml, with its meaning and an example.

        ## Overview

        <doc:Configuring> introduces the file. This page is its reference: `callsite help configuration` prints the keys, and
        `callsite schema configuration` prints a JSON Schema for editors. An asterisk marks a required key.

        """
    for section in ConfigurationReference.sections { text += guideTable(section) }
    return text
}

/// A section of a reference as a table in Markdown.
private func guideTable(_ section: FormatReference.Section) -> String {
    var text =
        "\n## \(section.title)\n\n\(guideText(section.introduction))\n\n| key | means | example |\n| --- | --- | --- |\n"
    for key in section.keys {
        let example = key.example.replacing("|", with: "\\|")
        text += "| `\(key.name)`\(key.isRequired ? "\\*" : "") | \(guideCell(key.summary)) | `\(example)` |\n"
    }
    return text
}

/// `guideText` for a cell of a table.
func guideCell(_ text: String) -> String { guideText(text).replacing("|", with: "\\|") }

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
