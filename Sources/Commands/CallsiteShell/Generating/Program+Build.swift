extension Program {
    /// The program that the build plugin runs. Its options are those of `generate` that a build has a use for.
    package static let build: Program = {
        let generate = Command.generate(embedding: .none)
        return Program(
            commands: [
                Command(
                    name: generate.name, summary: generate.summary, operands: generate.operands,
                    options: [.output, .config, .target, .shards, .testFolder, .plan, .runtime, .linked, .quiet],
                    statuses: generate.statuses, examples: [],
                    check: { invocation throws(UsageError) in
                        guard invocation.has(.shards) else { throw .missingOption(.shards, invocation.command) }
                        try generate.check(invocation)
                    },
                    perform: generate.perform)
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
    }()
}
