import CallsiteCore
import CallsiteShell

// The errors in command lines of this module's commands.

extension UsageError {
    /// A topic of `callsite help`.
    static func unknownTopic(_ word: String) -> UsageError {
        let topics = Set(Command.all.compactMap(\.words.first)).sorted() + HelpText.topics
        let suggestion: String? =
            switch word {
            case "callsite.yaml", "config", "settings": HelpText.configurationTopic
            case "yaml", "keys", "description", "descriptions", "syntax", "types", "reference": HelpText.formatTopic
            default: Spelling.word(for: word, among: topics)
            }
        let help: DiagnosticText =
            suggestion.map { "did you mean '\($0)'?" } ?? "expected \(DiagnosticText.list(topics))"
        return UsageError("no help on '\(word)'; \(help)", for: nil)
    }

    static func pathWithoutDescription(_ command: Command) -> UsageError {
        UsageError("'--against REV:path' is the old name of one description: name its new one", for: command)
    }

    static func matrixOfNothing(_ command: Command) -> UsageError {
        UsageError("'--matrix' needs one description in a git repository, or several versions of one", for: command)
    }

    static func tagsOfFiles(_ command: Command) -> UsageError {
        UsageError("'--tags' chooses versions of one description, and there are several", for: command)
    }

    /// A value of an option that `--matrix` can't use.
    static func notWithMatrix(_ option: CommandOption, _ value: String, _ others: [String], _ command: Command)
        -> UsageError
    {
        UsageError(
            "'--matrix' can't use '\(option.name) \(value)'; expected \(DiagnosticText.list(others))", for: command)
    }

    static func unknownLevel(_ word: String, _ command: Command) -> UsageError {
        let levels = FailOn.allCases.map(\.rawValue)
        let help = Spelling.help(for: word, among: levels) ?? ""
        return UsageError("unknown level '\(word)' of '--fail-on'; \(help)", for: command)
    }

    static func unknownDiagnostic(_ id: String, _ command: Command) -> UsageError {
        let guess =
            Spelling.suggestion(for: id, among: Explanation.all.map(\.id) + ChangeExplanation.all.map(\.id)).map {
                "; did you mean '\($0)'?"
            } ?? ""
        return UsageError("no message has the id '\(id)'\(guess)", for: command)
    }

    static func unknownSchema(_ name: String, _ command: Command) -> UsageError {
        let subject: String? =
            switch name {
            case "config", "callsite.yaml", "settings": "configuration"
            case "native", "format", "spec": "description"
            default: nil
            }
        let help = subject.map { "did you mean '\($0)'?" } ?? expectation(for: name, among: SchemaSubject.self)
        return UsageError("there is no schema of '\(name)'; \(help)", for: command)
    }

    static func unknownShell(_ name: String, _ command: Command) -> UsageError {
        UsageError("unknown shell '\(name)'; \(expectation(for: name, among: CompletionShell.self))", for: command)
    }

    private static func expectation<Choice: CaseIterable & RawRepresentable<String>>(
        for word: String, among _: Choice.Type
    ) -> DiagnosticText {
        let choices = Choice.allCases.map(\.rawValue)
        return Spelling.help(for: word, among: choices) ?? "expected \(DiagnosticText.list(choices))"
    }
}
