/// An option of a command: the one declaration from which parsing, help and usage errors come.
package struct CommandOption: Hashable, Sendable {
    /// Whether the option takes a value.
    package enum Kind: Hashable, Sendable {
        case flag
        /// - `placeholder` stands for the value in the help.
        /// - `choices` are the only allowed values, unless the list is empty.
        /// - `rule` is the form that a value must have.
        case value(placeholder: String, choices: [String] = [], rule: ValueRule = .any)
    }

    /// The form that the value of an option must have.
    package enum ValueRule: Hashable, Sendable {
        case any
        /// The name of a module.
        case moduleName
        case typeName
        /// The name of a type that no type of Swift or Callsite has.
        case freeTypeName
        /// Paths, operations and tags; the values of a repeated option are joined.
        case selection
        /// Files and folders; the values of a repeated option are joined, with a zero byte between.
        case paths
        /// The path of a folder to write to.
        case outputFolder
        /// The path of a file to write.
        case outputFile
        /// The path of a description to write.
        case newDescription
        /// From 1 to 99.
        case count
        /// Three numbers.
        case version
    }

    /// The name after `--`.
    package let long: String
    /// The name after `-`.
    package let short: Character?
    package let kind: Kind
    /// One or two phrases for the help, without a capital and a full stop.
    package let help: String

    package init(long: String, short: Character? = nil, kind: Kind, help: String) {
        self.long = long
        self.short = short
        self.kind = kind
        self.help = help
    }

    /// The form that a value must have; nil for a flag.
    var rule: ValueRule? { if case .value(_, _, let rule) = kind { rule } else { nil } }

    /// `--output`
    package var name: String { "--" + long }

    /// Whether a word of the command line is the option's name: `--output` or `-o`.
    func isCalled(_ word: String) -> Bool { word == name || word == short.map { "-\($0)" } }

    /// `--output DIR`
    package var usage: String {
        switch kind {
        case .flag: name
        case .value(let placeholder, _, _): name + " " + placeholder
        }
    }
}

// The options of several commands, and of 'generate'.

extension CommandOption {
    package static let output = CommandOption(
        long: "output", short: "o", kind: .value(placeholder: "DIR", rule: .outputFolder),
        help: "the folder to write to; created if it doesn't exist")
    package static let config = CommandOption(
        long: "config", kind: .value(placeholder: "FILE"),
        help:
            "the configuration file (default: callsite.yaml in this folder, or in the nearest parent with a Package.swift)"
    )
    package static let embedRuntime = CommandOption(
        long: "embed-runtime", kind: .flag,
        help: "also write the runtime, so that the code needs no dependency: internal, once per module")
    package static let modules = CommandOption(
        long: "modules", kind: .flag,
        help:
            "write several modules, a folder each: one for each tag, and one for what several tags use; needs --access")
    package static let fixtures = CommandOption(
        long: "fixtures", kind: .value(placeholder: "DIR", rule: .outputFolder),
        help:
            "write fixtures (functions that make models for tests) into this folder of a test target; models get initialisers"
    )
    package static let module = CommandOption(
        long: "module", kind: .value(placeholder: "NAME", rule: .moduleName),
        help: "the module that fixtures import (default: the folder below Sources in the output path)")
    package static let target = CommandOption(
        long: "target", kind: .value(placeholder: "NAME"),
        help: "only the descriptions that callsite.yaml lists for this target")
    /// The options that only a build plugin passes. The help doesn't list them.
    package static let ofPlugins: Set<CommandOption> = [.shards, .testFolder, .plan, .runtime, .linked]

    package static let shards = CommandOption(
        long: "shards", kind: .value(placeholder: "COUNT", rule: .count),
        help: "always write the same files, COUNT for requests and COUNT for models")
    package static let jobs = CommandOption(
        long: "jobs", kind: .value(placeholder: "COUNT", rule: .count),
        help: "generate from so many descriptions at the same time (default: the number of cores)")
    package static let testFolder = CommandOption(
        long: "test-folder", kind: .value(placeholder: "DIR"),
        help: "the folder of a test target, which gets the fixtures that callsite.yaml puts there")
    package static let plan = CommandOption(
        long: "plan", kind: .value(placeholder: "FILE"),
        help: "a file that lists what the build watches")
    package static let runtime = CommandOption(
        long: "runtime", kind: .value(placeholder: "VERSION", rule: .version),
        help: "the version of the runtime that the generated code is compiled with")
    package static let linked = CommandOption(
        long: "linked", kind: .value(placeholder: "MODULES"),
        help: "the runtime's modules that the target can import, with commas between them, or 'none'")
    package static let check = CommandOption(
        long: "check", kind: .flag,
        help: "write nothing; list files that are out of date, and exit with status 2 if there are any")
    package static let explain = CommandOption(
        long: "explain", kind: .flag,
        help: "with --check: also print what regenerating would change for callers, as 'callsite diff' does; needs git")
    package static let dryRun = CommandOption(
        long: "dry-run", kind: .flag, help: "write nothing; list what would be written")
    package static let force = CommandOption(
        long: "force", kind: .flag,
        help: "overwrite generated files that were edited, and delete edited ones that are no longer generated")
    package static let strict = CommandOption(long: "strict", kind: .flag, help: "treat warnings as errors")
    package static let access = CommandOption(
        long: "access", kind: .value(placeholder: "LEVEL", choices: ["internal", "package", "public"]),
        help: "the access level of the generated code: internal (default), package or public")
    package static let nonexhaustive = CommandOption(
        long: "nonexhaustive", kind: .flag,
        help: "mark public enums '@nonexhaustive': switches in other packages need '@unknown default' (Swift 6.2.3)")
    package static let namespace = CommandOption(
        long: "namespace", kind: .value(placeholder: "NAME", rule: .freeTypeName),
        help: "put everything in an enum of this name")
    package static let apiName = CommandOption(
        long: "name", kind: .value(placeholder: "NAME", rule: .typeName),
        help: "the API's name, used for its protocol and files (default: the name in the description)")
    package static let include = CommandOption(
        long: "include", kind: .value(placeholder: "CHOICE", rule: .selection),
        help:
            "only these operations: paths, names (operationIds) or 'tag:NAME', and other models as 'model:NAME', separated by commas; '*' matches anything"
    )
    package static let allWarnings = CommandOption(
        long: "all-warnings", kind: .flag, help: "print every warning, not only the first of each kind")
    package static let templates = CommandOption(
        long: "templates", kind: .value(placeholder: "DIR"),
        help: "use the templates in this folder, and the built-in ones for the rest")
    package static let allowOutside = CommandOption(
        long: "allow-outside", kind: .flag, help: "let a description include files outside its own folder")
    package static let overlay = CommandOption(
        long: "overlay", kind: .value(placeholder: "FILE", rule: .paths),
        help:
            "change the OpenAPI document as this overlay says; several are applied in their order"
    )
    package static let diagnostics = CommandOption(
        long: "diagnostics", kind: .value(placeholder: "FORMAT", choices: DiagnosticFormat.allCases.map(\.rawValue)),
        help: "how to print problems: text (default), json (one object per line), or github (workflow annotations)")
    package static let since = CommandOption(
        long: "since", kind: .value(placeholder: "OLD"),
        help: "keep code compiling that was written for this older description: add deprecated names and initializers")
    package static let mock = CommandOption(
        long: "mock", kind: .value(placeholder: "FILE", rule: .outputFile),
        help:
            "also write FILE, from which CallsiteMock is made in tests and previews: JSON, for a test target; without --output, write FILE alone"
    )
    package static let depfile = CommandOption(
        long: "depfile", kind: .value(placeholder: "FILE", rule: .outputFile),
        help:
            "also write FILE, a Make rule that lists the written files and all files that were read: for Make, Ninja and CMake"
    )
    package static let watch = CommandOption(
        long: "watch", kind: .flag,
        help: "generate again when a description, an included file, callsite.yaml or a template changes")
    package static let timings = CommandOption(
        long: "timings", kind: .flag, help: "show how long reading, generating and writing took")
    package static let quiet = CommandOption(
        long: "quiet", short: "q", kind: .flag, help: "print errors and warnings only")
    package static let verbose = CommandOption(
        long: "verbose", kind: .flag, help: "list each written file, however many there are")
    package static let color = CommandOption(
        long: "color", kind: .value(placeholder: "WHEN", choices: Environment.ColorChoice.allCases.map(\.rawValue)),
        help: "color messages: auto (default, on a terminal without NO_COLOR), always, or never")
    package static let help = CommandOption(long: "help", short: "h", kind: .flag, help: "show this help")
    package static let version = CommandOption(long: "version", kind: .flag, help: "show the version")
}
