import CallsiteCore

extension Program {
    /// The program that the build plugin runs. It has the options of `generate` that a build needs.
    package static let build = Program(
        commands: [
            Command(
                name: "generate", summary: "Generate Swift from API descriptions.",
                operands: .init(placeholder: "SPEC", count: 0...(.max)),
                options: [.output, .config, .target, .shards, .testFolder, .plan, .runtime, .linked, .quiet],
                statuses: [.done, .invalidInput, .usage, .fileError], examples: [],
                check: { invocation throws(UsageError) in
                    guard invocation.has(.shards) else { throw .missingOption(.shards, invocation.command) }
                    try invocation.checkOperands()
                },
                perform: performBuild)
        ],
        help: Command(
            name: "help", summary: "Say what this program is.",
            operands: .init(placeholder: "COMMAND", count: 0...2), examples: [],
            perform: { _, shell in
                shell.console.print(
                    "Generates for the build plugin CallsiteBuild, and nothing else: 'callsite --help' lists all commands.\n"
                )
                return .done
            }),
        version: .version)
}

extension Command {
    /// The command that `--version` stands for, on any command.
    package static let version = Command(
        name: "version",
        summary: "Show the version.",
        examples: [],
        perform: { _, shell in
            shell.console.print("callsite \(CallsiteVersion.current)\n")
            return .done
        }
    )
}

extension Invocation {
    /// Throws an error if a description is named twice.
    package func checkOperands() throws(UsageError) {
        var names: Set<String> = []
        for operand in operands where operand != "-" && !names.insert(operand).inserted {
            throw .operandTwice(operand, command)
        }
    }
}
