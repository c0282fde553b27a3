import CallsiteCore
import CallsiteShell

extension Command {
    /// `callsite generate`.
    static let generate = Command(
        name: "generate",
        summary: "Generate Swift from API descriptions.",
        operands: Operands(placeholder: "SPEC", count: 0...(.max)),
        options: [
            .output, .config, .check, .explain, .dryRun, .force, .strict, .access, .nonexhaustive, .namespace,
            .apiName, .include, .overlay, .templates, .allowOutside, .since, .embedRuntime, .modules, .fixtures,
            .module,
            .mock, .depfile, .watch, .diagnostics, .allWarnings, .jobs, .timings, .target, .shards, .testFolder,
            .plan, .runtime, .linked, .verbose, .quiet,
        ],
        discussion: [
            "SPEC is a description in OpenAPI 3, Swagger 2.0 or Callsite's own YAML; '-' is standard input. Without SPEC, Callsite "
                + "generates every description that callsite.yaml lists, each into its own output folder. An option overrides the key of callsite.yaml.",
            "If any description has an error, nothing is written. Files that are up to date are not touched. Callsite never overwrites or "
                + "deletes a file that it did not write.",
            "Of several descriptions, those of which nothing has changed aren't generated again; '--force', '--check' and '--all-warnings' "
                + "generate all.",
            "DIR/\(Manifest.fileName) lists the written files; commit it with them. It tells Callsite which files to delete when "
                + "they are no longer generated, and which were edited: edited files are reported and kept.",
        ],
        statuses: [.done, .invalidInput, .stale, .usage, .fileError],
        examples: [
            "callsite generate Specs/github.yaml --output Sources/App/GitHub",
            "callsite generate Specs/github.yaml --output Sources/App/GitHub --check",
            "callsite generate --check --explain",
            "callsite generate shop.yaml -o Sources/App/Shop --since shop.old.yaml",
        ],
        conflicts: [
            [.force, .check], [.check, .dryRun], [.quiet, .verbose], [.shards, .embedRuntime],
            [.watch, .check, .dryRun], [.depfile, .check, .dryRun],
            [.modules, .shards, .embedRuntime, .fixtures, .since],
        ],
        check: checkGenerate,
        perform: performGenerate
    )
}

private func checkGenerate(_ invocation: Invocation) throws(UsageError) {
    try invocation.checkOperands()
    if invocation.has(.testFolder), !invocation.has(.shards) {
        throw .noEffect(.testFolder, without: .shards, invocation.command)
    }
    if invocation.has(.explain), !invocation.has(.check) {
        throw .noEffect(.explain, without: .check, invocation.command)
    }
    for option in [CommandOption.since, .mock] where invocation.has(option) && invocation.operands.count != 1 {
        throw UsageError(
            "'\(option.name)' is for one SPEC; for others, write '\(option.long):' in callsite.yaml",
            for: invocation.command)
    }
    if invocation.has(.watch), invocation.operands.contains("-") {
        throw UsageError("standard input ('-') can't be watched", for: invocation.command)
    }
}
