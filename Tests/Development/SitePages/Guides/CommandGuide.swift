import CallsiteCommands
import CallsiteShell

/// The guide *The command line*, made from the commands' declarations, as the help is: neither can say what the other
/// doesn't.
package func commandGuide() -> String {
    var text = """
        # The command line

        Every command of `callsite`, its options, and its exit statuses.

        ## Overview

        `callsite COMMAND --help` prints the same. Results go to standard output, everything else to standard error. Long options take a value
        as `--output DIR` or `--output=DIR`; `--` ends the options. Every command has `--color WHEN`: `auto` colors
        messages on a terminal, unless `NO_COLOR` is set, `always` and `never` decide. `-` stands for standard input where a description
        is read, and for standard output where one file is written.

        To have `callsite` as a command, run `swift build -c release --product callsite` in a clone of Callsite, and copy
        `.build/release/callsite` to a folder in your `PATH`.

        In a package that depends on Callsite, `swift run callsite …` runs a command. `swift package generate-api SPEC…` generates, for which
        SwiftPM asks for a permission to write. `swift package callsite inspect SPEC` runs any command without asking. On macOS a command that
        writes then needs `swift package --allow-writing-to-package-directory callsite …`; Linux has no such barrier. The exit status of both is 0 or
        1, because SwiftPM passes on no other.

        | command | does |
        | --- | --- |

        """
    for command in Command.all {
        let usage = command.operands.usage.isEmpty ? command.name : command.name + " " + command.operands.usage
        text += "| `\(usage)` | \(guideCell(command.summary)) |\n"
    }
    for command in Command.all {
        text += "\n## \(command.name)\n\n\(guideText(command.summary))\n"
        for paragraph in command.discussion { text += "\n\(guideText(paragraph))\n" }
        text += optionTable(command.options.filter { !CommandOption.ofPlugins.contains($0) })
        if !command.pluginOptions.isEmpty {
            text += "\nOnly build plugins pass these:\n" + optionTable(command.pluginOptions)
        }
        text += "\n```sh\n\(command.examples.joined(separator: "\n"))\n```\n"
    }
    text +=
        "\n## Exit statuses\n\nWhere two apply, the greater one is given.\n\n| status | command | means |\n| --- | --- | --- |\n"
    for status in ExitStatus.allCases {
        text += "| \(status.rawValue) | all | \(guideCell(status.meaning)) |\n"
        for command in Command.all {
            guard let meaning = command.meanings[status] else { continue }
            text += "| \(status.rawValue) | `\(command.name)` | \(guideCell(meaning)) |\n"
        }
    }
    return text
}

/// Nothing where there is no option.
private func optionTable(_ options: [CommandOption]) -> String {
    guard !options.isEmpty else { return "" }
    var text = "\n| option | does |\n| --- | --- |\n"
    for option in options {
        let short = option.short.map { "`-\($0)`, " } ?? ""
        text += "| \(short)`\(option.usage)` | \(guideCell(option.help)) |\n"
    }
    return text
}
