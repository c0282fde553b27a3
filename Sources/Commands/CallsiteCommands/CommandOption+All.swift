import CallsiteShell

// The options that only commands of this module have.

extension CommandOption {
    static let importOutput = CommandOption(
        long: "output", short: "o", kind: .value(placeholder: "FILE", rule: .newDescription),
        help: "the file to write, instead of standard output")
    static let names = CommandOption(
        long: "names", kind: .flag, help: "print every name on the wire with its Swift name, and why")
    static let paging = CommandOption(
        long: "paging", kind: .flag, help: "print pagination as rules for callsite.yaml, with reasons")
    static let wide = CommandOption(
        long: "wide", kind: .flag, help: "print all columns in full instead of fitting the terminal")
    static let against = CommandOption(
        long: "against", kind: .value(placeholder: "REV"),
        help: "compare with SPEC in this git revision; 'REV:path' if it had another name there")
    static let matrix = CommandOption(
        long: "matrix", kind: .flag, help: "judge each version of the app against each version of the server")
    static let tags = CommandOption(
        long: "tags", kind: .value(placeholder: "PATTERN"),
        help: "with --matrix: the tags to compare, such as 'v2.*' (default: the newest 20)")
    static let callers = CommandOption(
        long: "callers", kind: .value(placeholder: "PATH", rule: .paths),
        help: "Swift files, or a folder of them: say where they use what each change touches; may be repeated")
    static let server = CommandOption(
        long: "server", kind: .value(placeholder: "SIDE", choices: ["new", "old"]),
        help:
            "the server that apps meet: new (default) judges released apps; old judges a new app before the server is updated"
    )
    static let diffFormat = CommandOption(
        long: "format", kind: .value(placeholder: "FORMAT", choices: DiffFormat.allCases.map(\.rawValue)),
        help: "how to print changes: text (default), json, github (workflow annotations), markdown, or sarif")
    static let failOn = CommandOption(
        long: "fail-on", kind: .value(placeholder: "LEVELS"),
        help:
            "exit with status 2 for these changes, separated by commas: app (default), source, silent, degraded, any, none"
    )
    static let accept = CommandOption(
        long: "accept", kind: .value(placeholder: "FILE"), help: "a list of accepted changes, each with a reason")
    static let changelog = CommandOption(
        long: "changelog", kind: .value(placeholder: "FILE"),
        help: "write the changes as Markdown, for the people who call the API; '-' prints them instead of the report")
    static let bump = CommandOption(
        long: "bump", kind: .flag, help: "print only the next version: major, minor, patch or none")
    static let allChanges = CommandOption(
        long: "all", kind: .flag,
        help: "print every change, including harmless ones (default: the first few of each kind)")
    static let dataFormat = CommandOption(
        long: "format", kind: .value(placeholder: "FORMAT", choices: ["text", "json"]),
        help: "how to print the result: text (default), or json")
    static let html = CommandOption(
        long: "html", kind: .value(placeholder: "FILE"),
        help: "write one web page about the API into FILE, with search and links between types; '-' is standard output")
}
