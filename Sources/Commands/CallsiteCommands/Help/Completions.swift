import CallsiteCore
import CallsiteShell

/// The shells that `callsite completions` knows.
package enum CompletionShell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// Made from the commands' declarations, as the help is.
    package var script: String {
        switch self {
        case .bash: bashCompletions()
        case .zsh: "#compdef callsite\nautoload -U +X bashcompinit && bashcompinit\n" + bashCompletions()
        case .fish: fishCompletions()
        }
    }
}

/// `callsite completions`
func performCompletions(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    guard let kind = CompletionShell(rawValue: invocation.operands[0]) else {
        shell.report(.unknownShell(invocation.operands[0], invocation.command))
        return .usage
    }
    shell.console.print(kind.script)
    return .done
}

/// The words that a command's operands may be; empty: they are files.
private func operandWords(of command: Command) -> [String] {
    switch command.name {
    case "help": Set(Command.all.map { $0.words[0] }).sorted() + HelpText.topics
    case "explain": (Explanation.all.map(\.id) + ChangeExplanation.all.map(\.id)).sorted()
    case "completions": CompletionShell.allCases.map(\.rawValue)
    case "schema": SchemaSubject.allCases.map(\.rawValue)
    case "templates eject": ["eject"]
    default: []
    }
}

/// Whether an option's value is a folder.
private func isFolder(_ option: CommandOption) -> Bool {
    if case .value(let placeholder, _, _) = option.kind { placeholder == "DIR" } else { false }
}

/// Words for what may come next: commands, a command's options, the values of an option, a command's own words, else
/// files.
private func bashCompletions() -> String {
    var cases = ""
    for command in Command.all {
        let options = command.allOptions.map(\.name).joined(separator: " ")
        let words = operandWords(of: command)
        let own = words.isEmpty ? "" : " words=\"\(words.joined(separator: " "))\""
        cases += "        \(command.words[0])) options=\"\(options)\"\(own) ;;\n"
    }
    var values = ""
    for option in Set(Command.all.flatMap(\.options)).sorted(by: { $0.name < $1.name }) {
        if case .value(_, let choices, _) = option.kind, !choices.isEmpty {
            values +=
                "        \(option.name)) COMPREPLY=($(compgen -W \"\(choices.joined(separator: " "))\" -- \"$word\")); return ;;\n"
        } else if isFolder(option), !values.contains("        \(option.name))") {
            values += "        \(option.name)) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n"
        }
    }
    let commands = Command.all.map { $0.words[0] }.joined(separator: " ")
    return """
        _callsite() {
            local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" options="" words=""
            if [ "$COMP_CWORD" -eq 1 ]; then
                COMPREPLY=($(compgen -W "\(commands) --help --version" -- "$word"))
                return
            fi
            case "$previous" in
        \(values)    esac
            case "${COMP_WORDS[1]}" in
        \(cases)    esac
            case "$word" in
                -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
                *)
                    if [ -n "$words" ]; then
                        if [ "$COMP_CWORD" -eq 2 ]; then COMPREPLY=($(compgen -W "$words" -- "$word")); fi
                    else
                        COMPREPLY=($(compgen -f -- "$word"))
                    fi ;;
            esac
        }
        complete -o filenames -F _callsite callsite

        """
}

private func fishCompletions() -> String {
    // In single quotes only the backslash and the quote mean anything.
    func quoted(_ text: String) -> String { "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'" }
    var text = ""
    for command in Command.all {
        text +=
            "complete -c callsite -n __fish_use_subcommand -f -a \(command.words[0]) -d \(quoted(command.summary))\n"
        let words = operandWords(of: command)
        if !words.isEmpty {
            text +=
                "complete -c callsite -n '__fish_seen_subcommand_from \(command.words[0])' -f -a \(quoted(words.joined(separator: " ")))\n"
        }
        for option in command.allOptions {
            text += "complete -c callsite -n '__fish_seen_subcommand_from \(command.words[0])' -l \(option.long)"
            if let short = option.short { text += " -s \(short)" }
            if case .value(_, let choices, _) = option.kind {
                text +=
                    !choices.isEmpty
                    ? " -x -a \(quoted(choices.joined(separator: " ")))"
                    : isFolder(option) ? " -x -a '(__fish_complete_directories)'" : " -r"
            }
            text += " -d \(quoted(option.help))\n"
        }
    }
    return text
}
