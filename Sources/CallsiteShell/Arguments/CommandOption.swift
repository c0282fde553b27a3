/// An option of a command: the one declaration from which parsing, help and usage errors come.
struct CommandOption: Hashable, Sendable {
    /// Whether the option takes a value.
    enum Kind: Hashable, Sendable {
        case flag
        /// - `placeholder` stands for the value in the help.
        /// - `choices` are the only values there are, if it is not empty.
        case value(placeholder: String, choices: [String] = [])
    }

    /// The name after `--`.
    let long: String
    /// The name after `-`.
    var short: Character?
    let kind: Kind
    /// Whether the command can't do without.
    var isRequired = false
    /// One or two phrases for the help, without a capital and a full stop.
    let help: String

    /// `--output`
    var name: String { "--" + long }

    /// `--output DIR`
    var usage: String {
        switch kind {
        case .flag: name
        case .value(let placeholder, _): name + " " + placeholder
        }
    }
}

extension CommandOption {
    static let output = CommandOption(
        long: "output", short: "o", kind: .value(placeholder: "DIR"), help: "the folder to write to; created if it doesn't exist")
    static let config = CommandOption(
        long: "config", kind: .value(placeholder: "FILE"),
        help: "the configuration file (default: callsite.yaml in this folder, or in the nearest parent with a Package.swift)")
    static let embedRuntime = CommandOption(
        long: "embed-runtime", kind: .flag,
        help: "also write the runtime, so that the code needs no dependency: internal, once per module")
    static let fixtures = CommandOption(
        long: "fixtures", kind: .value(placeholder: "DIR"),
        help: "write fixtures (functions that make models for tests) into this folder of a test target; models get initialisers")
    static let module = CommandOption(
        long: "module", kind: .value(placeholder: "NAME"),
        help: "the module that fixtures import (default: the folder below Sources in the output path)")
    static let target = CommandOption(
        long: "target", kind: .value(placeholder: "NAME"), help: "only the descriptions that callsite.yaml lists for this target")
    static let shards = CommandOption(
        long: "shards", kind: .value(placeholder: "COUNT"),
        help: "for build plugins: always write the same files, COUNT for requests and COUNT for models")
    static let testFolder = CommandOption(
        long: "test-folder", kind: .value(placeholder: "DIR"),
        help: "for build plugins: the folder of a test target, which gets the fixtures that callsite.yaml puts there")
    static let plan = CommandOption(
        long: "plan", kind: .value(placeholder: "FILE"), help: "for build plugins: a file that lists what the build watches")
    static let check = CommandOption(
        long: "check", kind: .flag, help: "write nothing; list files that are out of date, and exit with status 2 if there are any")
    static let dryRun = CommandOption(long: "dry-run", kind: .flag, help: "write nothing; list what would be written")
    static let force = CommandOption(
        long: "force", kind: .flag, help: "overwrite generated files that were edited, and delete edited ones that are no longer generated")
    static let strict = CommandOption(long: "strict", kind: .flag, help: "treat warnings as errors")
    static let access = CommandOption(
        long: "access", kind: .value(placeholder: "LEVEL", choices: ["internal", "package", "public"]),
        help: "the access level of the generated code: internal (default), package or public")
    static let nonexhaustive = CommandOption(
        long: "nonexhaustive", kind: .flag,
        help: "mark public enums '@nonexhaustive': switches in other packages need '@unknown default' (Swift 6.2.3)")
    static let namespace = CommandOption(
        long: "namespace", kind: .value(placeholder: "NAME"), help: "put everything in an enum of this name")
    static let apiName = CommandOption(
        long: "name", kind: .value(placeholder: "NAME"),
        help: "the API's name, used for its protocol and files (default: the name in the description)")
    static let include = CommandOption(
        long: "include", kind: .value(placeholder: "CHOICE"),
        help: "only these operations of an OpenAPI document: paths, operationIds or 'tag:NAME', separated by commas; '*' matches anything")
    static let importOutput = CommandOption(
        long: "output", short: "o", kind: .value(placeholder: "FILE"), help: "the file to write, instead of standard output")
    static let names = CommandOption(
        long: "names", kind: .flag, help: "print every name on the wire with its Swift name, and why")
    static let paging = CommandOption(
        long: "paging", kind: .flag, help: "print pagination as rules for callsite.yaml, with reasons")
    static let allWarnings = CommandOption(long: "all-warnings", kind: .flag, help: "print every warning, not only the first of each kind")
    static let templates = CommandOption(
        long: "templates", kind: .value(placeholder: "DIR"),
        help: "use the templates in this folder, and the built-in ones for the rest")
    static let allowOutside = CommandOption(
        long: "allow-outside", kind: .flag, help: "let a description include files outside its own folder")
    static let diagnostics = CommandOption(
        long: "diagnostics", kind: .value(placeholder: "FORMAT", choices: DiagnosticFormat.allCases.map(\.rawValue)),
        help: "how to print problems: text (default), json (one object per line), or github (workflow annotations)")
    static let watch = CommandOption(
        long: "watch", kind: .flag,
        help: "generate again when a description, an included file, callsite.yaml or a template changes")
    static let timings = CommandOption(long: "timings", kind: .flag, help: "show how long reading, generating and writing took")
    static let quiet = CommandOption(long: "quiet", short: "q", kind: .flag, help: "print errors and warnings only")
    static let wide = CommandOption(
        long: "wide", kind: .flag, help: "print all columns in full instead of fitting the terminal")
    static let verbose = CommandOption(long: "verbose", kind: .flag, help: "list each written file, however many there are")
    static let against = CommandOption(
        long: "against", kind: .value(placeholder: "REV"), help: "compare with SPEC in this git revision")
    static let server = CommandOption(
        long: "server", kind: .value(placeholder: "SIDE", choices: ["new", "old"]),
        help: "the server that apps meet: new (default) judges released apps; old judges a new app before the server is updated")
    static let diffFormat = CommandOption(
        long: "format", kind: .value(placeholder: "FORMAT", choices: DiffFormat.allCases.map(\.rawValue)),
        help: "how to print changes: text (default), json, github (workflow annotations), markdown, or sarif")
    static let failOn = CommandOption(
        long: "fail-on", kind: .value(placeholder: "LEVELS"),
        help: "exit with status 2 for these changes, separated by commas: app (default), source, silent, degraded, any, none")
    static let accept = CommandOption(
        long: "accept", kind: .value(placeholder: "FILE"), help: "a list of accepted changes, each with a reason")
    static let changelog = CommandOption(
        long: "changelog", kind: .value(placeholder: "FILE"), help: "write the changes as Markdown, for the people who call the API")
    static let bump = CommandOption(long: "bump", kind: .flag, help: "print only the next version: major, minor, patch or none")
    static let allChanges = CommandOption(
        long: "all", kind: .flag, help: "print every change, including harmless ones (default: the first few of each kind)")
    static let json = CommandOption(long: "json", kind: .flag, help: "print JSON instead of a table")
    static let html = CommandOption(
        long: "html", kind: .value(placeholder: "FILE"),
        help: "write one web page about the API into FILE, with search and links between types; '-' is standard output")
    static let help = CommandOption(long: "help", short: "h", kind: .flag, help: "show this help")
    static let version = CommandOption(long: "version", kind: .flag, help: "show the version")
}
