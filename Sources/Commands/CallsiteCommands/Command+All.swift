import CallsiteMockDescription
import CallsiteShell

extension Command {
    /// Every command, in the order of the help.
    package static let all: [Command] = [
        generate, tryOut, validate, inspect, usage, diff, mock, drift, format, importDocument, initialize, explain,
        schema,
        ejectTemplates, completions, help,
    ]

    static let validate = Command(
        name: "validate",
        summary: "Report the mistakes in descriptions; write nothing.",
        operands: Operands(placeholder: "SPEC", count: 0...(.max)),
        options: [.config, .strict, .overlay, .allowOutside, .diagnostics, .allWarnings, .quiet],
        discussion: [
            "SPEC is a description in YAML or JSON; '-' is standard input. Without SPEC, those that callsite.yaml lists are validated."
        ],
        statuses: [.done, .invalidInput, .usage, .fileError],
        examples: ["callsite validate Specs/github.yaml --strict"],
        perform: withDescriptions(.any, performValidate)
    )

    static let inspect = Command(
        name: "inspect",
        summary: "List the endpoints of a description.",
        operands: Operands(placeholder: "SPEC", count: 0...1),
        options: [
            .config, .dataFormat, .html, .paging, .names, .wide, .include, .namespace, .overlay, .allowOutside,
            .diagnostics,
            .allWarnings, .quiet,
        ],
        discussion: [
            "Prints the request, method, path, response and pagination of each endpoint, by their Swift names. On a terminal the table fits "
                + "the width; with '--wide', or in a file or pipe, it is complete and includes the names in the description. SPEC is a "
                + "description in YAML or JSON; '-' is standard input; without it, the one that callsite.yaml lists. callsite.yaml applies as it does "
                + "to 'generate'.",
            "Callsite detects pagination that the description doesn't declare. '--paging' prints each detected list as a rule for "
                + "'pagination:' in callsite.yaml, with the reason, and why other endpoints don't count as paginated.",
            "'--html' writes one self-contained page: each operation with its Swift call, the same request for curl, JSON "
                + "of request and response, parameters, errors, pagination and credential, each type, and the warnings at their lines. A link "
                + "to an operation or a type ('api.html#operation/NAME', '#type/NAME') works in each later page too. It needs no network. A page "
                + "that Callsite wrote is replaced; any other file is never overwritten.",
        ],
        statuses: [.done, .invalidInput, .usage, .fileError],
        examples: [
            "callsite inspect Specs/github.yaml", "callsite inspect Specs/github.yaml --format json",
            "callsite inspect openapi.yaml --paging",
            "callsite inspect openapi.yaml --names",
            "callsite inspect openapi.yaml --html api.html",
        ],
        conflicts: [[.paging, .names, .dataFormat], [.html, .dataFormat, .names, .paging, .wide]],
        perform: withDescriptions(.one, performInspect)
    )

    static let usage = Command(
        name: "usage",
        summary: "Report which generated code is used.",
        operands: Operands(placeholder: "SPEC", count: 0...Int.max),
        options: [
            .callers, .dataFormat, .wide, .failOnUnused, .writeInclude, .checkInclude, .config, .overlay, .allowOutside,
            .diagnostics, .allWarnings, .quiet,
        ],
        discussion: [
            "Looks for the names of the generated code in the Swift files that '--callers' names, and prints each operation and model with the "
                + "place of one use or what needs it, its lines, and the properties and cases that are never named. Names aren't resolved: a "
                + "name that something else has too counts as used, and so does everything that a used declaration names, such as the "
                + "requests of a deep link.",
            "'--write' puts the operations that are used into 'include:' of callsite.yaml, so that the next 'callsite generate' writes these "
                + "alone. Models that no used operation has are included by their names, and names that would change get an alias.",
        ],
        statuses: [.done, .invalidInput, .stale, .usage, .fileError],
        meanings: [
            .stale: "an operation is never used, with '--fail-on'; 'include:' isn't what the code uses, with '--check'"
        ],
        examples: [
            "callsite usage openapi.yaml --callers Sources", "callsite usage --callers Sources --write",
            "callsite usage --callers Sources --check",
        ],
        conflicts: [
            [.writeInclude, .checkInclude, .dataFormat], [.writeInclude, .failOnUnused],
            [.checkInclude, .failOnUnused],
        ],
        perform: withDescriptions(.any, performUsage)
    )

    static let diff = Command(
        name: "diff",
        summary: "Report what a new description breaks.",
        operands: Operands(placeholder: "SPEC", count: 0...Int.max),
        options: [
            .against, .matrix, .tags, .callers, .server, .diffFormat, .allChanges, .failOn, .accept, .bump, .changelog,
            .config,
            .include, .apiName, .namespace, .overlay, .allowOutside, .diagnostics, .allWarnings, .quiet,
        ],
        discussion: [
            "SPEC is an old and a new description, in any format, or folders of them. Each change gets two verdicts: what it does to Swift that calls the "
                + "regenerated code, and what it does to an app that is out already and meets the new server. With '--against REV' there is only the new one, or nothing: then "
                + "those that callsite.yaml lists are compared.",
            "'--matrix' takes one description, whose versions are the tags of its git repository, or several, the oldest first. It prints which "
                + "versions of the app work with which versions of the server, and the first reason where one doesn't.",
            "Where Callsite can't decide, a change breaks. 'callsite explain ID' shows what an id means, with a pair of descriptions.",
        ],
        statuses: [.done, .invalidInput, .stale, .usage, .fileError],
        meanings: [
            .done: "no change is of a level of '--fail-on'",
            .invalidInput: "a description has errors; nothing was compared",
            .stale: "a change is of a level of '--fail-on'",
        ],
        examples: [
            "callsite diff openapi.old.yaml openapi.yaml",
            "callsite diff --against origin/main Specs/shop.yaml --fail-on app,source",
            "callsite diff old.yaml new.yaml --callers Sources --callers Tests",
            "callsite diff old.yaml new.yaml --format json",
            "callsite diff --matrix Specs/shop.yaml --tags 'v*'",
        ],
        conflicts: [[.matrix, .against, .server, .callers, .bump, .changelog]],
        check: { invocation throws(UsageError) in
            if invocation.has(.matrix) { return try MatrixWriter.check(invocation) }
            guard !invocation.has(.tags) else {
                throw UsageError("'--tags' chooses the versions of '--matrix'", for: invocation.command)
            }
            guard invocation.has(.against) ? invocation.operands.count < 2 : invocation.operands.count == 2 else {
                throw UsageError(
                    invocation.has(.against)
                        ? "with '--against' there is one description, the new one"
                        : "'diff' compares two descriptions, the old one first; or one, with '--against REV'",
                    for: invocation.command)
            }
        },
        perform: performDiff
    )

    static let importDocument = Command(
        name: "import",
        summary: "Convert OpenAPI or recorded requests to Callsite's YAML.",
        operands: Operands(placeholder: "FILE", count: 0...(.max)),
        options: [
            .importOutput, .config, .include, .apiName, .strict, .overlay, .allowOutside, .diagnostics, .allWarnings,
            .quiet, .explainInference, .servers, .allRequests,
        ],
        discussion: [
            "Prints the chosen operations, the models that they use, and their pagination as Callsite's YAML. It generates the same "
                + "code; each difference is a warning. An existing file is never overwritten. Without FILE, the document that callsite.yaml lists is converted.",
            "FILE can also be requests with their responses: HTTP archives (HAR) of browsers and proxies, Postman collections (2.0 and 2.1) with their environments, "
                + "text with curl commands, and files or folders that CallsiteToolkit's Recorder or 'callsite mock --record' wrote. Several make one description. "
                + "Endpoints, parameters, models, errors, pagination and authentication are inferred; '# seen once' stands where one request is all there is. "
                + "No secret and no example of the files is written.",
        ],
        statuses: [.done, .invalidInput, .usage, .fileError],
        examples: [
            "callsite import openapi.yaml > api.yaml",
            "callsite import openapi.yaml --include 'tag:repos,/users/*' -o api.yaml",
            "callsite import session.har -o api.yaml --explain",
            "callsite import collection.json environment.json -o api.yaml",
        ],
        perform: withDescriptions(.one, performImport)
    )

    static let initialize = Command(
        name: "init",
        summary: "Write a commented description to start from.",
        operands: Operands(placeholder: "FILE", count: 0...1),
        options: [.quiet],
        discussion: [
            "FILE is 'api.yaml' by default; '-' is standard output. An existing file is never overwritten. The first line names the JSON "
                + "Schema for editors, which is written beside FILE as '\(SchemaSubject.description.fileName)'.",
            "If the current folder has no 'callsite.yaml', that is written too, with a schema of its own: with it, 'callsite generate' needs no arguments. The build plugin generates a FILE that is called 'NAME.callsite.yaml'.",
        ],
        statuses: [.done, .usage, .fileError],
        examples: ["callsite init Specs/github.yaml"],
        perform: performInit
    )

    static let schema = Command(
        name: "schema",
        summary: "Print the JSON Schema of descriptions, for editors.",
        operands: Operands(placeholder: "WHAT", count: 0...1),
        discussion: [
            "WHAT is 'description' by default, or 'configuration' for callsite.yaml. Editors read the schema that the first line of a file names: "
                + "'# yaml-language-server: $schema=callsite.schema.json'. 'callsite init' writes both; after an update of Callsite, write the schema again."
        ],
        statuses: [.done, .usage, .fileError],
        examples: [
            "callsite schema > callsite.schema.json",
            "callsite schema configuration > callsite.configuration.schema.json",
        ],
        perform: performSchema
    )

    static let ejectTemplates = Command(
        name: "templates eject",
        summary: "Copy the built-in templates to a folder, to edit them.",
        operands: Operands(placeholder: "DIR", count: 1...1),
        options: [.quiet],
        discussion: [
            "DIR is created if it doesn't exist. An existing file is never overwritten. Delete the templates that you don't change: "
                + "'callsite generate --templates DIR' uses the built-in ones instead."
        ],
        statuses: [.done, .usage, .fileError],
        examples: ["callsite templates eject Templates"],
        perform: performEject
    )

    static let explain = Command(
        name: "explain",
        summary: "Explain a message, with an example and the fix.",
        operands: Operands(placeholder: "ID", count: 0...1),
        discussion: ["ID is in brackets at the end of each message. Without it, all ids are listed."],
        statuses: [.done, .usage, .fileError],
        examples: ["callsite explain unknown-type"],
        perform: performExplain
    )

    static let completions = Command(
        name: "completions",
        summary: "Print a completion script for a shell.",
        operands: Operands(placeholder: "SHELL", count: 1...1),
        discussion: ["SHELL is bash, zsh or fish."],
        statuses: [.done, .usage, .fileError],
        examples: [
            "callsite completions bash > /etc/bash_completion.d/callsite",
            "callsite completions zsh > ~/.zfunc/_callsite",
            "callsite completions fish > ~/.config/fish/completions/callsite.fish",
        ],
        perform: performCompletions
    )

    static let help = Command(
        name: "help",
        summary: "Show the help of a command.",
        operands: Operands(placeholder: "COMMAND", count: 0...2),
        discussion: [
            "COMMAND is a command, 'format' for the keys of a description, or 'configuration' for the keys of callsite.yaml."
        ],
        examples: ["callsite help generate", "callsite help format"],
        perform: performHelp
    )
}
