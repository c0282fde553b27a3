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
        long: "output", short: "o", kind: .value(placeholder: "DIR"), help: "the folder to write into, made if it is missing")
    static let config = CommandOption(
        long: "config", kind: .value(placeholder: "FILE"),
        help: "the configuration; otherwise the callsite.yaml in this folder, or in the nearest above with a Package.swift")
    static let embedRuntime = CommandOption(
        long: "embed-runtime", kind: .flag,
        help: "write the runtime beside the code, which then needs no dependency: internal, once in a module")
    static let fixtures = CommandOption(
        long: "fixtures", kind: .value(placeholder: "DIR"),
        help: "write functions that make models for tests into this folder, a test target's; models get initialisers")
    static let module = CommandOption(
        long: "module", kind: .value(placeholder: "NAME"),
        help: "the module that fixtures import; otherwise the folder below Sources in the output's path")
    static let target = CommandOption(
        long: "target", kind: .value(placeholder: "NAME"), help: "only the configuration's descriptions for this target")
    static let shards = CommandOption(
        long: "shards", kind: .value(placeholder: "COUNT"),
        help: "for build plugins: always the same files, of which COUNT hold requests and COUNT models")
    static let plan = CommandOption(
        long: "plan", kind: .value(placeholder: "FILE"), help: "for build plugins: a file that says what the build watches")
    static let check = CommandOption(
        long: "check", kind: .flag, help: "write nothing; show what is not up to date, and exit with status 2 if anything is")
    static let dryRun = CommandOption(long: "dry-run", kind: .flag, help: "write nothing; show what would be written")
    static let force = CommandOption(
        long: "force", kind: .flag, help: "overwrite generated files that somebody edited, and delete those that are generated no more")
    static let strict = CommandOption(long: "strict", kind: .flag, help: "treat warnings as errors")
    static let access = CommandOption(
        long: "access", kind: .value(placeholder: "LEVEL", choices: ["internal", "package", "public"]),
        help: "the access level of the code: internal (default), package or public")
    static let nonexhaustive = CommandOption(
        long: "nonexhaustive", kind: .flag,
        help: "public enums may get more cases later: switches in other packages need '@unknown default' (Swift 6.2.3)")
    static let namespace = CommandOption(
        long: "namespace", kind: .value(placeholder: "NAME"), help: "put everything into an enum of this name")
    static let apiName = CommandOption(
        long: "name", kind: .value(placeholder: "NAME"),
        help: "the API's name, which its protocol and files are called after; otherwise as the description says")
    static let include = CommandOption(
        long: "include", kind: .value(placeholder: "CHOICE"),
        help: "only these operations of an OpenAPI document: paths, operationIds and 'tag:NAME', with commas between them; '*' is any text")
    static let importOutput = CommandOption(
        long: "output", short: "o", kind: .value(placeholder: "FILE"), help: "the file to write, instead of standard output")
    static let names = CommandOption(
        long: "names", kind: .flag, help: "print what everything is called on the wire and in Swift, and why")
    static let paging = CommandOption(
        long: "paging", kind: .flag, help: "print how the endpoints page, as rules for a configuration, and why some don't")
    static let allWarnings = CommandOption(long: "all-warnings", kind: .flag, help: "print every warning, not the first of each kind only")
    static let templates = CommandOption(
        long: "templates", kind: .value(placeholder: "DIR"),
        help: "use the templates in this folder; those it lacks are the built-in ones")
    static let allowOutside = CommandOption(
        long: "allow-outside", kind: .flag, help: "let a description include files from outside its own folder")
    static let diagnostics = CommandOption(
        long: "diagnostics", kind: .value(placeholder: "FORMAT", choices: DiagnosticFormat.allCases.map(\.rawValue)),
        help: "how problems are printed: text (default), json (an object on a line each), or github (annotations of a workflow)")
    static let watch = CommandOption(
        long: "watch", kind: .flag,
        help: "generate again whenever a description, an included file, the configuration or a template is saved")
    static let timings = CommandOption(long: "timings", kind: .flag, help: "show how long reading, generating and writing took")
    static let quiet = CommandOption(long: "quiet", short: "q", kind: .flag, help: "print errors and warnings only")
    static let wide = CommandOption(
        long: "wide", kind: .flag, help: "print all columns in full, however wide; otherwise the table fits the terminal")
    static let verbose = CommandOption(long: "verbose", kind: .flag, help: "name each file that is written, however many there are")
    static let json = CommandOption(long: "json", kind: .flag, help: "print JSON instead of a table")
    static let help = CommandOption(long: "help", short: "h", kind: .flag, help: "show this help")
    static let version = CommandOption(long: "version", kind: .flag, help: "show the version")
}
