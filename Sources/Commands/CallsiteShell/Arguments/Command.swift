/// A program: the commands that its command line may begin with.
package struct Program: Sendable {
    /// In the order of the help.
    package let commands: [Command]
    /// The command that `--help` stands for, on any command too.
    package let help: Command
    /// The command that `--version` stands for.
    package let version: Command

    package init(commands: [Command], help: Command, version: Command) {
        self.commands = commands
        self.help = help
        self.version = version
    }
}

/// A command: the one declaration from which parsing, help and usage errors come.
package struct Command: Sendable {
    /// The operands of a command.
    package struct Operands: Hashable, Sendable {
        /// Stands for an operand in the help.
        package let placeholder: String
        package let count: ClosedRange<Int>

        package init(placeholder: String, count: ClosedRange<Int>) {
            self.placeholder = placeholder
            self.count = count
        }

        package static let none = Operands(placeholder: "", count: 0...0)

        /// `SPEC...`, `[FILE]`, or nothing.
        package var usage: String {
            guard count.upperBound > 0 else { return "" }
            let repeated = placeholder + (count.upperBound == .max ? "..." : "")
            return count.lowerBound == 0 ? "[\(repeated)]" : repeated
        }
    }

    /// One word, or two: `templates eject`.
    package let name: String
    /// The command's purpose, as a sentence, for the list of commands and its own help.
    package let summary: String
    package let operands: Operands
    /// Its own options, without `--color`, `--help` and `--version`, which every command has.
    package let options: [CommandOption]
    /// Further paragraphs for its own help.
    package let discussion: [String]
    /// The statuses it can end with.
    package let statuses: [ExitStatus]
    /// The meanings of statuses that differ from those for all commands.
    package let meanings: [ExitStatus: String]
    /// Complete command lines.
    package let examples: [String]
    /// Options that can't be used together: the first with each of the others.
    package let conflicts: [[CommandOption]]
    /// Checks the options and operands as a whole for further mistakes.
    package let check: @Sendable (Invocation) throws(UsageError) -> Void
    /// Runs the command. It throws the status of what it has reported.
    package let perform: @Sendable (Invocation, Shell) throws(ExitStatus) -> ExitStatus

    package init(
        name: String, summary: String, operands: Operands = .none, options: [CommandOption] = [],
        discussion: [String] = [], statuses: [ExitStatus] = [.done, .usage], meanings: [ExitStatus: String] = [:],
        examples: [String], conflicts: [[CommandOption]] = [],
        check: @escaping @Sendable (Invocation) throws(UsageError) -> Void = { _ in },
        perform: @escaping @Sendable (Invocation, Shell) throws(ExitStatus) -> ExitStatus
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.options = options
        self.discussion = discussion
        self.statuses = statuses
        self.meanings = meanings
        self.examples = examples
        self.conflicts = conflicts
        self.check = check
        self.perform = perform
    }

    /// Every option it accepts.
    package var allOptions: [CommandOption] { options + [.color, .help, .version] }
    /// The options that people use.
    package var helpOptions: [CommandOption] { allOptions.filter { !CommandOption.ofPlugins.contains($0) } }
    /// The options that a build plugin passes.
    package var pluginOptions: [CommandOption] { options.filter(CommandOption.ofPlugins.contains) }
    /// `templates` and `eject` of `templates eject`.
    package var words: [String] { name.split(separator: " ").map(String.init) }
}

/// A parsed command line: a command with its options and operands.
package struct Invocation: Sendable {
    package let command: Command
    /// The program that the command line belongs to.
    package let program: Program
    /// In the order they were given.
    package var operands: [String] = []
    /// Flags have the value `""`.
    private var values: [CommandOption: String] = [:]

    package init(_ command: Command, of program: Program) {
        self.command = command
        self.program = program
    }

    /// The value of an option; `nil` if it was not given.
    package subscript(option: CommandOption) -> String? {
        get { values[option] }
        set { values[option] = newValue }
    }

    /// Whether a flag was given.
    package func has(_ option: CommandOption) -> Bool { values[option] != nil }
}
