import CallsiteCommands
import CallsiteShell

/// A page of the manual for `callsite` and one for each of its commands, in mdoc(7).
///
/// - Parameter date: `December 1, 2026`
package func manPages(date: String) -> [(name: String, text: String)] {
    let commands = Command.all
    func head(_ title: String, _ summary: String) -> String {
        let purpose = summary.prefix(1).lowercased() + summary.dropFirst().prefix { $0 != "." && $0 != ";" }
        return
            ".Dd \(date)\n.Dt \(title.uppercased()) 1\n.Os Callsite\n.Sh NAME\n.Nm \(title)\n.Nd \(manText(purpose))\n"
    }
    let pages = commands.map { command -> (name: String, text: String) in
        let title = "callsite-" + command.name.replacing(" ", with: "-")
        var text = head(title, command.summary)
        text += ".Sh SYNOPSIS\n.Nm callsite \(command.name)\n.Op Ar options\n"
        if !command.operands.usage.isEmpty { text += ".Ar \(manText(command.operands.usage))\n" }
        text += ".Sh DESCRIPTION\n\(manText(command.summary))\n"
        for paragraph in command.discussion { text += ".Pp\n\(manText(paragraph))\n" }
        text += ".Bl -tag -width Ds\n"
        for option in command.helpOptions {
            let short = option.short.map { "Fl \($0) , " } ?? ""
            let words = option.usage.split(separator: " ", maxSplits: 1)
            let value = words.count > 1 ? " Ar \(manText(String(words[1])))" : ""
            text += ".It \(short)Fl -\(option.long)\(value)\n\(manText(option.help))\n"
        }
        text += ".El\n.Sh EXIT STATUS\n.Bl -tag -width Ds\n"
        for status in command.statuses {
            text += ".It \(status.rawValue)\n\(manText(command.meanings[status] ?? status.meaning))\n"
        }
        text += ".El\n"
        if !command.examples.isEmpty {
            text += ".Sh EXAMPLES\n.Bd -literal\n\(command.examples.map(manText).joined(separator: "\n"))\n.Ed\n"
        }
        return (title + ".1", text + ".Sh SEE ALSO\n.Xr callsite 1\n")
    }
    var overview = head("callsite", "Generate Swift clients for HTTP APIs.")
    overview += ".Sh SYNOPSIS\n.Nm\n.Ar command\n.Op Ar options\n.Sh DESCRIPTION\n.Bl -tag -width Ds\n"
    for command in commands {
        overview += ".It Nm callsite \(command.name)\n\(manText(command.summary))\n"
    }
    overview += ".El\n.Sh SEE ALSO\n"
    let others = pages.map { ".Xr \($0.name.dropLast(2)) 1" }.sorted()
    overview += others.joined(separator: " ,\n") + "\n"
    return [("callsite.1", overview)] + pages
}

/// Text in which nothing is a request or an escape of roff, and each sentence has a line.
private func manText(_ text: some StringProtocol) -> String {
    String(text).replacing("\\", with: "\\e").replacing(/([.!?]) (?=[A-Z'])/) { "\($0.output.1)\n" }
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }.joined(separator: "\n")
}
