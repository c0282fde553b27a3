import CallsiteCore
import CallsiteShell

/// `callsite help`. `--help` stands for this command.
func performHelp(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    guard let first = invocation.operands.first else {
        shell.console.print(HelpText.overview)
        return .done
    }
    if invocation.operands.count == 1, let page = HelpText.page(on: first) {
        shell.console.print(page)
        return .done
    }
    let commands = Command.all.filter { $0.words.starts(with: invocation.operands) }
    guard !commands.isEmpty else {
        shell.report(unknownCommand(invocation.operands))
        return .usage
    }
    shell.console.print(commands.map(HelpText.text).joined(separator: "\n"))
    return .done
}

/// The mistake in words that no command begins with: `help nothing`, `help generate twice`, `help mock nothing`.
private func unknownCommand(_ words: [String]) -> UsageError {
    let group = Command.all.filter { $0.words.first == words[0] }
    guard let command = group.first else { return .unknownTopic(words[0]) }
    if command.words.count == 1 { return .extraOperand(words[1], of: .help) }
    return .unknownSubcommand(words[1], of: words[0], candidates: group.flatMap { $0.words.dropFirst() })
}
