import CallsiteCore

/// A command line that was not understood: what was found, and where to read what would be right.
struct UsageError: Error, Hashable, Sendable {
    /// One lower-case phrase.
    let message: DiagnosticText
    /// A second line.
    let hint: DiagnosticText

    private init(_ message: DiagnosticText, try help: DiagnosticText) {
        self.message = message
        hint = "Try '\(help)' for more information."
    }

    private init(_ message: DiagnosticText, for command: Command?) {
        self.init(message, try: command.map { "callsite \($0.name) --help" } ?? "callsite --help")
    }

    static let missingCommand = UsageError("missing command", for: nil)

    static func unknownCommand(_ word: String) -> UsageError {
        let known = Set(Command.all.compactMap(\.words.first)).sorted()
        return UsageError("unknown command '\(word)'" + suggestion(for: word, among: known), for: nil)
    }

    static func missingSubcommand(of word: String, known: [String]) -> UsageError {
        UsageError("missing command after '\(word)'; expected \(DiagnosticText.list(known))", try: "callsite help \(word)")
    }

    static func unknownSubcommand(_ subcommand: String, of word: String, known: [String]) -> UsageError {
        let help = Spelling.help(for: subcommand, among: known).map { "; " + $0 } ?? ""
        return UsageError("unknown command '\(word) \(subcommand)'\(help)", try: "callsite help \(word)")
    }

    static func optionBeforeCommand(_ option: String) -> UsageError {
        let isKnown = Command.all.contains { $0.options.contains { $0.name == option || $0.short.map { "-\($0)" } == option } }
        return UsageError(isKnown ? "option '\(option)' comes after the command" : "unknown option '\(option)'", for: nil)
    }

    static func unknownOption(_ option: String, of command: Command) -> UsageError {
        // An option cut short is further from its full name than a slip of the keyboard would be.
        let names = command.allOptions.map(\.name)
        let completions = names.filter { $0.hasPrefix(option) }
        let help =
            completions.count == 1
            ? "; did you mean '\(completions[0])'?" : option.hasPrefix("--") ? suggestion(for: option, among: names) : ""
        return UsageError("unknown option '\(option)'\(help)", for: command)
    }

    static func missingValue(of option: CommandOption, _ command: Command) -> UsageError {
        UsageError("option '\(option.usage)' needs a value", for: command)
    }

    static func unexpectedValue(of option: CommandOption, _ command: Command) -> UsageError {
        UsageError("option '\(option.name)' takes no value", for: command)
    }

    static func invalidValue(_ value: String, of option: CommandOption, expected: DiagnosticText, _ command: Command) -> UsageError {
        UsageError("invalid value '\(value)' for '\(option.name)'; \(expected)", for: command)
    }

    static func missingOption(_ option: CommandOption, _ command: Command) -> UsageError {
        UsageError("missing option '\(option.usage)'", for: command)
    }

    static func missingOperand(of command: Command) -> UsageError {
        UsageError("missing \(command.operands.placeholder)", for: command)
    }

    /// Neither a description nor a configuration that lists some.
    static func nothingToGenerate(_ command: Command) -> UsageError {
        UsageError("missing SPEC, and there is no callsite.yaml in this folder or in that of the package", for: command)
    }

    static func missingOutput(for specification: String, _ command: Command) -> UsageError {
        UsageError("missing option '\(CommandOption.output.usage)'; callsite.yaml names no output for '\(specification)'", for: command)
    }

    static func extraOperand(_ operand: String, of command: Command) -> UsageError {
        UsageError("unexpected argument '\(operand)'", for: command)
    }

    static func conflict(_ first: CommandOption, _ second: CommandOption, _ command: Command) -> UsageError {
        UsageError("'\(first.name)' and '\(second.name)' can't be used together", for: command)
    }

    static func inputUsedTwice(_ command: Command) -> UsageError {
        UsageError("standard input ('-') can be read only once", for: command)
    }

    static func missingModule(for output: String, _ command: Command) -> UsageError {
        UsageError(
            "missing option '\(CommandOption.module.usage)': '\(output)' is in no folder of Sources that could tell it", for: command)
    }

    static func watchedInput(_ command: Command) -> UsageError {
        UsageError("standard input ('-') can't be watched", for: command)
    }

    static func unknownDiagnostic(_ id: String, _ command: Command) -> UsageError {
        let guess = Spelling.suggestion(for: id, among: Explanation.all.map(\.id)).map { "; did you mean '\($0)'?" } ?? ""
        return UsageError("no message has the id '\(id)'\(guess)", for: command)
    }

    static func unknownShell(_ name: String, _ command: Command) -> UsageError {
        let known = CompletionShell.allCases.map(\.rawValue)
        return UsageError(
            "unknown shell '\(name)'; \(Spelling.help(for: name, among: known) ?? "expected \(DiagnosticText.list(known))")", for: command)
    }

    private static func suggestion(for word: String, among known: [String]) -> DiagnosticText {
        Spelling.suggestion(for: word, among: known).map { "; did you mean '\($0)'?" } ?? ""
    }
}
