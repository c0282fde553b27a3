/// A command: the one declaration from which parsing, help and usage errors come.
struct Command: Sendable {
    /// What a command is applied to.
    struct Operands: Hashable, Sendable {
        /// Stands for an operand in the help.
        let placeholder: String
        let count: ClosedRange<Int>

        static let none = Operands(placeholder: "", count: 0...0)

        /// `SPEC...`, `[FILE]`, or nothing.
        var usage: String {
            guard count.upperBound > 0 else { return "" }
            let repeated = placeholder + (count.upperBound == .max ? "..." : "")
            return count.lowerBound == 0 ? "[\(repeated)]" : repeated
        }
    }

    /// One word, or two: `templates eject`.
    let name: String
    /// What it does, as a sentence, for the list of commands and its own help.
    let summary: String
    var operands = Operands.none
    /// Its own options, without `--help` and `--version`, which every command has.
    var options: [CommandOption] = []
    /// Further paragraphs for its own help.
    var discussion: [String] = []
    /// The statuses it can end with.
    var statuses: [ExitStatus] = [.done, .usage]
    /// What a status means where that isn't what it means for all.
    var meanings: [ExitStatus: String] = [:]
    /// Complete command lines.
    let examples: [String]
    /// Does it.
    let perform: @Sendable (Invocation, Shell) -> ExitStatus

    /// Every option it understands.
    var allOptions: [CommandOption] { options + [.help, .version] }
    /// `templates` and `eject` of `templates eject`.
    var words: [String] { name.split(separator: " ").map(String.init) }
}

/// A command line that was understood: a command with its options and operands.
struct Invocation: Sendable {
    let command: Command
    /// In the order they were given.
    var operands: [String] = []
    /// Flags have the value `""`.
    private var values: [CommandOption: String] = [:]

    init(_ command: Command) { self.command = command }

    /// The value of an option; `nil` if it was not given.
    subscript(option: CommandOption) -> String? {
        get { values[option] }
        set { values[option] = newValue }
    }

    /// Whether a flag was given.
    func has(_ option: CommandOption) -> Bool { values[option] != nil }
}
