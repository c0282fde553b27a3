import CallsiteCore

/// An error in a command line, with a hint where to read about the right one.
package struct UsageError: Error, Hashable, Sendable {
    /// One lower-case phrase.
    let message: DiagnosticText
    /// The second line, which points to the help.
    let hint: DiagnosticText

    package init(_ message: DiagnosticText, try help: DiagnosticText) {
        self.message = message
        hint = "Try '\(help)' for more information."
    }

    package init(_ message: DiagnosticText, for command: Command?) {
        self.init(message, try: command.map { "callsite \($0.name) --help" } ?? "callsite --help")
    }

    static func unknownCommand(_ word: String, of program: Program) -> UsageError {
        UsageError(
            "unknown command '\(word)'"
                + (UsageError.meantCommand(word, of: program).map { "; did you mean '\($0)'?" } ?? ""), for: nil)
    }

    /// The command that a word probably means: the word is another tool's, is shortened or misspelt, or is a
    /// description without a command.
    private static func meantCommand(_ word: String, of program: Program) -> String? {
        switch word.lowercased() {
        case "build", "codegen", "run", "make", "compile", "update": return "generate"
        case "check", "lint", "verify", "test", "analyze": return "validate"
        case "new", "create", "start", "scaffold": return "init"
        case "convert", "migrate": return "import"
        case "list", "ls", "show", "describe", "operations", "endpoints": return "inspect"
        case "version", "-version": return "--version"
        case "usage", "man", "?", "/?", "/help", "/h": return "--help"
        default: break
        }
        if word.contains("."), word.contains(where: \.isLetter) || word.contains("/") {
            return "callsite generate \(word)"
        }
        return Spelling.word(for: word, among: Set(program.commands.compactMap(\.words.first)).sorted())
    }

    static func missingSubcommand(of word: String, candidates: [String]) -> UsageError {
        UsageError(
            "missing command after '\(word)'; expected \(DiagnosticText.list(candidates))", try: "callsite help \(word)"
        )
    }

    package static func unknownSubcommand(_ subcommand: String, of word: String, candidates: [String]) -> UsageError {
        let help = Spelling.help(for: subcommand, among: candidates).map { "; " + $0 } ?? ""
        return UsageError("unknown command '\(word) \(subcommand)'\(help)", try: "callsite help \(word)")
    }

    static func optionBeforeCommand(_ option: String, of program: Program) -> UsageError {
        let name = String(option.prefix { $0 != "=" })
        if name == "--help" || name == "--version" { return UsageError("option '\(name)' takes no value", for: nil) }
        if program.commands.contains(where: { $0.options.contains { $0.isCalled(name) } }) {
            return UsageError("option '\(name)' comes after the command", for: nil)
        }
        let suggestion: String? =
            switch option.lowercased() {
            case "-v", "-version", "--v": "--version"
            case "-?", "-help", "--usage", "--h": "--help"
            default: Spelling.suggestion(for: option, among: ["--help", "--version"])
            }
        return UsageError("unknown option '\(option)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? ""), for: nil)
    }

    static func unknownOption(_ option: String, of invocation: Invocation) -> UsageError {
        UsageError(
            "unknown option '\(option)'" + (UsageError.meantOption(option, of: invocation).map { "; " + $0 } ?? ""),
            for: invocation.command
        )
    }

    /// A suggestion in place of an option that a command doesn't have.
    private static func meantOption(_ option: String, of invocation: Invocation) -> DiagnosticText? {
        let command = invocation.command
        let names = command.allOptions.map(\.name)
        let word = String(option.drop { $0 == "-" }.prefix { $0 != "=" })
        func has(_ option: CommandOption) -> Bool { command.options.contains(option) }
        func meant(_ text: String) -> DiagnosticText { "did you mean '\(text)'?" }
        switch word.lowercased() {
        case "exclude", "ignore", "skip", "renames", "rename", "formats", "types", "pagination", "reading",
            "conformances", "naming":
            if has(.include) { return "it is said in callsite.yaml: 'callsite help configuration'" }
        case "only", "operation", "operations", "tag", "tags", "path", "paths", "filter":
            if has(.include) { return meant(word.hasPrefix("tag") ? "--include tag:NAME" : "--include") }
        case "werror", "warnings-as-errors", "error-on-warnings", "fail-on-warnings":
            if has(.strict) { return meant("--strict") }
        case "overwrite", "clean", "yes", "y", "f": if has(.force) { return meant("--force") }
        case "format", "output-format", "reporter": if has(.diagnostics) { return meant("--diagnostics json") }
        case "silent", "s": if has(.quiet) { return meant("--quiet") }
        case "verbose", "v", "debug":
            if has(.verbose) || has(.allWarnings) { return meant(has(.verbose) ? "--verbose" : "--all-warnings") }
        case "outdir", "out-dir", "output-dir", "destination", "dest", "dir", "target-dir", "d":
            if has(.output) { return meant("--output") }
        case "spec", "input", "file", "source", "i", "url":
            if !command.operands.placeholder.isEmpty {
                return "\(command.operands.placeholder) is written without an option"
            }
        case "n": if has(.dryRun) { return meant("--dry-run") }
        case "c": if has(.config) { return meant("--config") }
        case "w": if has(.watch) { return meant("--watch") }
        case "j", "json": if names.contains("--format") { return meant("--format json") }
        case "log": if names.contains("--format") { return meant("--format") }
        default: break
        }
        // `--no-strict`
        if word.hasPrefix("no-"), names.contains("--" + word.dropFirst(3)) {
            return "leave out '--\(word.dropFirst(3))'"
        }
        // `--public`
        for choice in command.allOptions {
            if case .value(_, let choices, _) = choice.kind, choices.contains(word) {
                return meant("\(choice.name) \(word)")
            }
        }
        // A shortened option differs more from its full name than a misspelt one, so beginnings are tried first.
        guard word.count > 1 else { return elsewhere(option, invocation) }
        let completions = names.filter { $0.hasPrefix("--" + word) }
        if completions.count == 1 { return meant(completions[0]) }
        return elsewhere("--" + word, invocation) ?? Spelling.suggestion(for: "--" + word, among: names).map(meant)
    }

    /// Names the other commands that have the option.
    private static func elsewhere(_ name: String, _ invocation: Invocation) -> DiagnosticText? {
        let commands = invocation.program.commands.filter { other in
            other.name != invocation.command.name && other.options.contains { $0.isCalled(name) }
        }
        guard !commands.isEmpty else { return nil }
        return "\(DiagnosticText.list(commands.map(\.name), "and")) \(commands.count == 1 ? "has" : "have") it"
    }

    /// `—output`, as word processors write it.
    static func dash(_ argument: String, _ command: Command) -> UsageError {
        let word = String(argument.unicodeScalars.drop { $0.value > 0x2000 || $0 == "-" })
        let name =
            command.allOptions.first { $0.long == word || $0.long == word.prefix { $0 != "=" } }?.name
            ?? (word.count == 1 ? "-" : "--") + word
        return UsageError("'\(argument)' begins with a dash that is no '-'; write '\(name)'", for: command)
    }

    static func missingValue(of option: CommandOption, _ command: Command) -> UsageError {
        UsageError("option '\(option.usage)' needs a value", for: command)
    }

    static func unexpectedValue(of option: CommandOption, _ command: Command) -> UsageError {
        UsageError("option '\(option.name)' takes no value", for: command)
    }

    static func invalidValue(
        _ value: String, of option: CommandOption, expected: DiagnosticText, _ command: Command
    ) -> UsageError {
        UsageError("invalid value '\(value)' for '\(option.name)'; \(expected)", for: command)
    }

    static func missingOption(_ option: CommandOption, _ command: Command) -> UsageError {
        UsageError("missing option '\(option.usage)'", for: command)
    }

    static func missingOperand(of command: Command) -> UsageError {
        UsageError("missing \(command.operands.placeholder)", for: command)
    }

    /// There is neither a description nor a configuration that lists one.
    static func nothingToGenerate(_ command: Command) -> UsageError {
        UsageError("missing SPEC, and there is no callsite.yaml in this folder or in that of the package", for: command)
    }

    static func missingOutput(for specification: String, _ command: Command) -> UsageError {
        UsageError(
            "missing option '\(CommandOption.output.usage)'; callsite.yaml names no output for '\(specification)'",
            for: command)
    }

    package static func extraOperand(_ operand: String, of command: Command) -> UsageError {
        let count: DiagnosticText =
            command.operands.count.upperBound == 0 ? "no argument" : "one \(command.operands.placeholder)"
        return UsageError("unexpected argument '\(operand)'; '\(command.name)' takes \(count)", for: command)
    }

    static func operandTwice(_ operand: String, _ command: Command) -> UsageError {
        UsageError("'\(operand)' is given twice", for: command)
    }

    static func missingOutput(meant folder: String, _ command: Command) -> UsageError {
        UsageError("missing option '\(CommandOption.output.usage)'; did you mean '--output \(folder)'?", for: command)
    }

    static func targetWithoutConfiguration(_ command: Command) -> UsageError {
        UsageError("'--target' chooses among the descriptions of a callsite.yaml, and there is none", for: command)
    }

    static func targetOfOperand(_ source: String, _ command: Command) -> UsageError {
        UsageError("'--target' chooses among the descriptions of callsite.yaml; leave out '\(source)'", for: command)
    }

    package static func noEffect(_ option: CommandOption, without other: CommandOption, _ command: Command)
        -> UsageError
    {
        UsageError("'\(option.name)' has no effect without '\(other.name)'", for: command)
    }

    static func conflict(_ first: CommandOption, _ second: CommandOption, _ command: Command) -> UsageError {
        UsageError("'\(first.name)' and '\(second.name)' can't be used together", for: command)
    }

    static func shortWithEquals(_ option: CommandOption, _ value: String, _ command: Command) -> UsageError {
        let short = option.short.map { "-\($0)" } ?? option.name
        return UsageError(
            "'\(short)' takes its value without '='; write '\(short) \(value.isEmpty ? "…" : value)' or '\(option.name)=\(value.isEmpty ? "…" : value)'",
            for: command)
    }

    static func optionTwice(_ option: CommandOption, _ command: Command) -> UsageError {
        UsageError("option '\(option.usage)' is given twice", for: command)
    }

    static func inputUsedTwice(_ command: Command) -> UsageError {
        UsageError("standard input ('-') can be read only once", for: command)
    }

    static func missingModule(for output: String, _ command: Command) -> UsageError {
        UsageError(
            "missing option '\(CommandOption.module.usage)': '\(output)' is in no folder of Sources that could tell it",
            for: command)
    }
}
