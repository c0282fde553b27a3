import CallsiteCore
import CallsiteReference
import CallsiteShell

/// The output of `callsite --help` and `callsite COMMAND --help`, made from the commands' declarations.
enum HelpText {
    /// The greatest length of a line, in characters.
    static let width = 79

    /// The program's purpose and its commands.
    static var overview: String {
        let rows = Command.all.map { (($0.name + " " + $0.operands.usage).trimmingTrailingSpace, $0.summary) }
        return """
            Usage: callsite COMMAND [OPTION]...

            Generate Swift clients for HTTP APIs from OpenAPI or Callsite's own YAML.

            Commands:
            \(table(rows))

            Options:
            \(table(optionRows([.help, .version])))

            'callsite help COMMAND' shows the options of a command, 'callsite help format' the
            keys of a description, and 'callsite help configuration' those of callsite.yaml.

            """
    }

    static let configurationTopic = "configuration"
    static let formatTopic = "format"
    /// The topics of help that aren't commands.
    static let topics = [formatTopic, configurationTopic]

    static func page(on topic: String) -> String? {
        topic == formatTopic ? format : topic == configurationTopic ? configuration : nil
    }

    /// The keys of descriptions, each with an example, from the tables by which they are read.
    private static var format: String {
        var paragraphs = [
            """
            The keys of a description in Callsite's own format, each with an example.

            'callsite init' writes a description to start from. 'callsite schema' prints a
            JSON Schema for editors.
            """,
            "Types: [T] is a list, [String: T] a dictionary, T? may be absent, T or null may\nbe null, a | b is an enum, T = value has a default.\n"
                + table(FormatReference.scalars.map { ($0.name, $0.meaning) }),
        ]
        for section in FormatReference.sections {
            var paragraph = section.title + ": " + section.introduction
            for key in section.keys {
                let lines = wrapped(key.summary + (key.isRequired ? " (required)" : ""), width: width - 4)
                paragraph += "\n  \(key.name)\n    \(lines.joined(separator: "\n    "))\n      \(key.example)"
            }
            paragraphs.append(paragraph)
        }
        return paragraphs.joined(separator: "\n\n") + "\n"
    }

    /// The keys of `callsite.yaml`, from the tables by which it is read.
    private static var configuration: String {
        let reference = configurationReference()
        return """
            callsite.yaml lists a package's descriptions and says how to generate each.

            Callsite reads it from the current folder, or from the nearest parent with a
            Package.swift. An option overrides a key, and a key of one description
            overrides the same key for all.

            Keys for all descriptions:
            \(table(reference.all.map { ($0.key, $0.summary) }))

            Keys of each description:
            \(table(reference.one.map { ($0.key, $0.summary) }))

            Example:
              callsite: 1
              access: internal
              descriptions:
                - {source: Specs/github.yaml, output: Sources/App/GitHub}
                - {source: Sources/App/cats.callsite.yaml, target: App, namespace: Cats}

            """
    }

    /// How to use one command.
    static func text(for command: Command) -> String {
        let usage = ["callsite", command.name, "[OPTION]...", command.operands.usage].filter { !$0.isEmpty }
        var paragraphs = ["Usage: " + usage.joined(separator: " "), command.summary]
        paragraphs += command.discussion.map { wrapped($0, width: width).joined(separator: "\n") }
        paragraphs.append("Options:\n" + table(optionRows(command.helpOptions)))
        if !command.pluginOptions.isEmpty {
            let names = command.pluginOptions.map(\.name).joined(separator: ", ")
            let text = "Build plugins also pass \(names). The guide 'The command line' explains them."
            paragraphs.append(wrapped(text, width: width).joined(separator: "\n"))
        }
        paragraphs.append(
            "Exit status:\n"
                + table(command.statuses.map { (aligned($0.rawValue), command.meanings[$0] ?? $0.meaning) }))
        if !command.examples.isEmpty {
            paragraphs.append("Examples:\n" + command.examples.map { "  " + $0 }.joined(separator: "\n"))
        }
        return paragraphs.joined(separator: "\n\n") + "\n"
    }

    private static func optionRows(_ options: [CommandOption]) -> [(String, String)] {
        options.map { option in
            ((option.short.map { "-\($0), " } ?? "    ") + option.usage, option.help)
        }
    }

    private static func aligned(_ status: Int32) -> String { status < 10 ? " \(status)" : "\(status)" }

    /// Two columns, the second one wrapped.
    private static func table(_ rows: [(String, String)]) -> String {
        let indent = (rows.map(\.0.count).max() ?? 0) + 4
        return rows.map { left, right in
            let lines = wrapped(right, width: width - indent)
            let margin = "\n" + String(repeating: " ", count: indent)
            return "  " + left + String(repeating: " ", count: indent - 2 - left.count)
                + lines.joined(separator: margin)
        }.joined(separator: "\n")
    }

    /// Breaks `text` at blanks into lines of at most `width` characters. Quoted words stay on one line.
    static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in words(of: text) {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? word : " " + word
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// The words of a string; words in one pair of quotes count as one.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var isInQuotes = false
        for word in text.split(separator: " ") {
            if isInQuotes { words[words.count - 1] += " " + word } else { words.append(String(word)) }
            // A lone apostrophe, as in "don't", opens nothing: quotes stand at the start of a word.
            if word.hasPrefix("'") { isInQuotes = true }
            if word.dropFirst().contains(where: { $0 == "'" }) { isInQuotes = false }
        }
        return words
    }
}

extension String {
    /// The string without blanks at its end.
    var trimmingTrailingSpace: String {
        var result = Substring(self)
        while result.last == " " { result = result.dropLast() }
        return String(result)
    }
}
