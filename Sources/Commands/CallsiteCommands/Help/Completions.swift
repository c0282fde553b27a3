import CallsiteCore
import CallsiteMockEngine
import CallsiteShell

/// The shells that `callsite completions` knows.
package enum CompletionShell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// Made from the commands' declarations, as the help is.
    package var script: String {
        switch self {
        case .bash: bashCompletions()
        case .zsh: zshCompletions()
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

/// The values that a shell offers for an option.
private enum ValueCompletion {
    case files, folders
    case words([String])
    /// Several words, separated by commas.
    case list([String])
    /// No suggestions: only the user knows the value.
    case nothing

    init?(_ option: CommandOption) {
        guard case .value(let placeholder, let choices, _) = option.kind else { return nil }
        switch placeholder {
        case _ where !choices.isEmpty: self = .words(choices)
        case "LEVELS": self = .list(FailOn.allCases.map(\.rawValue))
        case "FAULT": self = .words(MockFault.words)
        case "DIR", "FOLDER": self = .folders
        case "FILE", "PATH", "OLD": self = .files
        default: self = .nothing
        }
    }
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

// MARK: - bash

/// Suggests commands, a command's options, the values of an option, a command's own words, else files. The script works
/// in bash 3.2, the version of macOS.
private func bashCompletions() -> String {
    let cases = Command.all.map { command in
        let options = command.helpOptions.map(\.name).joined(separator: " ")
        let words = operandWords(of: command)
        return "        \(command.words[0])) options=\"\(options)\" words=\"\(words.joined(separator: " "))\" ;;\n"
    }.joined()
    var values = ""
    for command in Command.all {
        for option in command.helpOptions {
            guard let completion = ValueCompletion(option) else { continue }
            let names = [option.name] + (option.short.map { ["-\($0)"] } ?? [])
            let pattern = names.map { "\"\(command.words[0]) \($0)\"" }.joined(separator: "|")
            let offer =
                switch completion {
                case .files: "_callsite_offer -f \"$word\""
                case .folders: "_callsite_offer -d \"$word\""
                case .words(let words): "_callsite_offer -W \"\(words.joined(separator: " "))\" \"$word\""
                case .list(let words): "_callsite_list \"\(words.joined(separator: " "))\" \"$word\""
                // Not even files.
                case .nothing: ":"
                }
            values += "        \(pattern)) \(offer); return ;;\n"
        }
    }
    let commands = Command.all.map { $0.words[0] }.joined(separator: " ")
    return """
        # _callsite_offer KIND… WORD: a line of compgen is one word, with the blanks in it.
        _callsite_offer() {
            local line last="${!#}"
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "${@:1:$#-1}" -- "$last")
        }
        # _callsite_list WORDS WORD: the last of several words with commas between.
        _callsite_list() {
            local start=""
            case "$2" in *,*) start="${2%,*}," ;; esac
            _callsite_offer -P "$start" -W "$1" "${2##*,}"
        }
        _callsite() {
            local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" options="" words=""
            COMPREPLY=()
            # bash splits '--output=Sources' at the '='.
            if [ "$word" = "=" ]; then
                word=""
            elif [ "$previous" = "=" ] && [ "$COMP_CWORD" -gt 2 ]; then
                previous="${COMP_WORDS[COMP_CWORD-2]}"
            fi
            if [ "$COMP_CWORD" -eq 1 ]; then
                _callsite_offer -W "\(commands) --help --version" "$word"
                return
            fi
            case "${COMP_WORDS[1]} $previous" in
        \(values)    esac
            case "${COMP_WORDS[1]}" in
        \(cases)    esac
            case "$word" in
                -*) _callsite_offer -W "$options" "$word" ;;
                *)
                    if [ -z "$words" ]; then
                        _callsite_offer -f "$word"
                    elif [ "$COMP_CWORD" -eq 2 ]; then
                        _callsite_offer -W "$words" "$word"
                    fi ;;
            esac
        }
        complete -o filenames -F _callsite callsite

        """
}

// MARK: - zsh

private func zshCompletions() -> String {
    /// Escapes brackets and colons, which have a meaning in the words of `_arguments`.
    func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "[]:\\".contains(character) { result += "\\" }
            result.append(character)
        }
        return result
    }
    var cases = ""
    for command in Command.all {
        cases += "        \(command.words[0]))\n            _arguments -s -S \\\n"
        for option in command.helpOptions {
            let help = "[\(escaped(option.help))]"
            var value = ""
            if case .value(let placeholder, _, _) = option.kind, let completion = ValueCompletion(option) {
                let action =
                    switch completion {
                    case .files: "_files"
                    case .folders: "_files -/"
                    case .words(let words): "(\(words.map(escaped).joined(separator: " ")))"
                    case .list(let words): "_values -s , \(placeholder.lowercased()) \(words.joined(separator: " "))"
                    case .nothing: " "
                    }
                value = ":\(placeholder):\(action)"
            }
            let equals = value.isEmpty ? "" : "="
            cases += "                \(QuotedText.shell("*" + option.name + equals + help + value)) \\\n"
            if let short = option.short {
                cases += "                \(QuotedText.shell("*-\(short)" + help + value)) \\\n"
            }
        }
        let words = operandWords(of: command)
        cases +=
            "                "
            + (words.isEmpty
                ? QuotedText.shell("*:file:_files")
                : QuotedText.shell("1:word:(\(words.map(escaped).joined(separator: " ")))"))
            + "\n            ;;\n"
    }
    var seen: Set<String> = []
    let commands = Command.all.filter { seen.insert($0.words[0]).inserted }.map {
        "            \(QuotedText.shell(escaped($0.words[0]) + ":" + $0.summary))\n"
    }.joined()
    return """
        #compdef callsite
        _callsite() {
            if (( CURRENT == 2 )); then
                local -a commands=(
        \(commands)        )
                _describe command commands
                return
            fi
            local command=$words[2]
            shift words
            (( CURRENT-- ))
            case $command in
        \(cases)    esac
        }
        # As an autoloaded function this file is the completion itself; read by 'source' it declares it.
        if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
            _callsite "$@"
        else
            compdef _callsite callsite
        fi

        """
}

// MARK: - fish

private func fishCompletions() -> String {
    // In single quotes, only the backslash and the quote have a meaning.
    func quoted(_ text: String) -> String { "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'" }
    var text = ""
    for command in Command.all {
        let condition = "-n '__fish_seen_subcommand_from \(command.words[0])'"
        text +=
            "complete -c callsite -n __fish_use_subcommand -f -a \(command.words[0]) -d \(quoted(command.summary))\n"
        let words = operandWords(of: command)
        if !words.isEmpty {
            text += "complete -c callsite \(condition) -f -a \(quoted(words.joined(separator: " ")))\n"
        }
        for option in command.helpOptions {
            text += "complete -c callsite \(condition) -l \(option.long)"
            if let short = option.short { text += " -s \(short)" }
            switch ValueCompletion(option) {
            case nil: break
            case .files?: text += " -r -F"
            case .folders?: text += " -x -a '(__fish_complete_directories)'"
            case .words(let words)?: text += " -x -a \(quoted(words.joined(separator: " ")))"
            case .list(let words)?:
                text += " -x -a \(quoted("(__fish_append , \(words.joined(separator: " ")))"))"
            case .nothing?: text += " -x"
            }
            text += " -d \(quoted(option.help))\n"
        }
    }
    return text
}
