import CallsiteCore
import CallsiteShell

/// `callsite help`, and what `--help` stands for.
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
        let group = Command.all.filter { $0.words.first == first }
        let error: UsageError =
            group.isEmpty
            ? .unknownTopic(first)
            : group[0].words.count == 1
                ? .extraOperand(invocation.operands[1], of: .help)
                : .unknownSubcommand(
                    invocation.operands[1], of: first, candidates: group.flatMap { $0.words.dropFirst() })
        shell.report(error)
        return .usage
    }
    shell.console.print(commands.map(HelpText.text).joined(separator: "\n"))
    return .done
}
