import Foundation
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

@Suite struct ArgumentTests {
    @Test(
        arguments: [
            // No command, or none that exists.
            (["generat"], "unknown command 'generat'; did you mean 'generate'?", "callsite --help"),
            (["zzz"], "unknown command 'zzz'", "callsite --help"),
            ([""], "unknown command ''", "callsite --help"),
            (["templates"], "missing command after 'templates'; expected 'eject'", "callsite help templates"),
            (
                ["templates", "ejct"], "unknown command 'templates ejct'; did you mean 'eject'?",
                "callsite help templates"
            ),
            (["--quiet", "generate"], "option '--quiet' comes after the command", "callsite --help"),
            (["-q"], "option '-q' comes after the command", "callsite --help"),
            (["--nonsense"], "unknown option '--nonsense'", "callsite --help"),
            // Options.
            (
                ["generate", "a", "--ouput", "b"], "unknown option '--ouput'; did you mean '--output'?",
                "callsite generate --help"
            ),
            (
                ["generate", "a", "--out=b"], "unknown option '--out'; did you mean '--output'?",
                "callsite generate --help"
            ),
            (["generate", "a", "-ob", "-qx"], "unknown option '-x'", "callsite generate --help"),
            (["generate", "a", "-é"], "unknown option '-é'", "callsite generate --help"),
            (
                ["validate", "a", "--output", "b"], "unknown option '--output'; 'generate' and 'import' have it",
                "callsite validate --help"
            ),
            (["generate", "a"], "missing option '--output DIR'", "callsite generate --help"),
            (["generate", "a", "--output"], "option '--output DIR' needs a value", "callsite generate --help"),
            (["generate", "a", "--output="], "option '--output DIR' needs a value", "callsite generate --help"),
            (["generate", "a", "-o"], "option '--output DIR' needs a value", "callsite generate --help"),
            (
                ["generate", "a", "--output", "--check"], "option '--output DIR' needs a value",
                "callsite generate --help"
            ),
            (["generate", "a", "-ob", "--check=no"], "option '--check' takes no value", "callsite generate --help"),
            (
                ["generate", "a", "-ob", "--access", "pubic"],
                "invalid value 'pubic' for '--access'; did you mean 'public'?", "callsite generate --help"
            ),
            (
                ["generate", "a", "-ob", "--access=open"],
                "invalid value 'open' for '--access'; expected 'internal', 'package' or 'public'",
                "callsite generate --help"
            ),
            (
                ["generate", "a", "-ob", "--check", "--dry-run"], "'--check' and '--dry-run' can't be used together",
                "callsite generate --help"
            ),
            (
                ["generate", "a", "-ob", "--namespace", "A {}"],
                "invalid value 'A {}' for '--namespace'; expected a capital, and then letters and digits, as in 'MyAPI'",
                "callsite generate --help"
            ),
            (
                ["generate", "a", "-ob", "--namespace=1A"],
                "invalid value '1A' for '--namespace'; expected a capital, and then letters and digits, as in 'MyAPI'",
                "callsite generate --help"
            ),
            // Operands.
            (
                ["generate", "-ob"],
                "missing SPEC, and there is no callsite.yaml in this folder or in that of the package",
                "callsite generate --help"
            ),
            (["generate", "a"], "missing option '--output DIR'", "callsite generate --help"),
            (["generate", "-", "-ob", "--watch"], "standard input ('-') can't be watched", "callsite generate --help"),
            (
                ["generate", "a", "-ob", "--watch", "--check"], "'--watch' and '--check' can't be used together",
                "callsite generate --help"
            ),
            (
                ["generate", "a", "-ob", "--shards=0"],
                "invalid value '0' for '--shards'; expected a number from 1 to 99", "callsite generate --help"
            ),
            (["completions", "bahs"], "unknown shell 'bahs'; did you mean 'bash'?", "callsite completions --help"),
            (["inspect", "a", "b"], "unexpected argument 'b'; 'inspect' takes one SPEC", "callsite inspect --help"),
            (
                ["schema", "a"], "there is no schema of 'a'; expected 'description' or 'configuration'",
                "callsite schema --help"
            ),
            (
                ["generate", "a", "-o", "-"],
                "invalid value '-' for '--output'; files are written into a folder: write '--output Generated'",
                "callsite generate --help"
            ),
            (["validate", "-", "a", "-"], "standard input ('-') can be read only once", "callsite validate --help"),
            (
                ["validate", "--", "--strict", "-", "-"], "standard input ('-') can be read only once",
                "callsite validate --help"
            ),
            (["help", "generat"], "no help on 'generat'; did you mean 'generate'?", "callsite --help"),
            (["help", "templates", "x"], "unknown command 'templates x'; expected 'eject'", "callsite help templates"),
            (
                ["schema", "description", "a\u{1B}[2J\n"],
                "unexpected argument 'a\\u{1B}[2J\\u{A}'; 'schema' takes one WHAT", "callsite schema --help"
            ),
        ] as [([String], String, String)])
    func wrongUsage(arguments: [String], message: String, help: String) throws {
        let folder = try TestFolder()
        let result = folder.run(arguments)
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.errors == "callsite: error: \(message)\nTry '\(help)' for more information.\n")
        #expect(folder.names() == [])
    }

    @Test(arguments: [
        (["generate", "a.yaml", "--output", "DIR"], ["a.yaml"]),
        (["generate", "--output=DIR", "a.yaml"], ["a.yaml"]),
        (["generate", "-o", "DIR", "a.yaml", "b.yaml"], ["a.yaml", "b.yaml"]),
        (["generate", "a.yaml", "-oDIR", "b.yaml"], ["a.yaml", "b.yaml"]),
        (["generate", "-qoDIR", "a.yaml"], ["a.yaml"]),
        (["generate", "-qo", "DIR", "a.yaml"], ["a.yaml"]),
        (["generate", "-oDIR", "--", "--check"], ["--check"]),
        (["generate", "-oDIR", "-"], ["-"]),
    ])
    func gnuConventions(arguments: [String], operands: [String]) throws {
        let invocation = try parseArguments(arguments, of: .callsite).get()
        #expect(invocation.command.name == "generate")
        #expect(invocation.operands == operands)
        #expect(invocation[.output] == "DIR")
        #expect(!invocation.has(.check))
    }

    /// The small tool understands the options that the build plugin passes, and generates the same code.
    @Test func theBuildToolGeneratesAndNothingElse() throws {
        let source = try Guide.plugins()
        let options = Set(source.matches(of: /"(--[a-z][a-z-]+)"/).map { String($0.1) })
        let generate = try #require(Program.build.commands.first)
        #expect(Program.build.commands.count == 1 && options.count > 5)
        #expect(options.subtracting(generate.options.map(\.name)).sorted() == [])

        let description =
            "callsite: 1\napi: Pets\nbaseURL: https://a.example\nendpoints: {GetPet: {path: /pet, response: String}}\n"
        let plan = { (folder: TestFolder) in
            [
                "generate", "--quiet", "--shards", "1", "--target", "App", "--output", folder.path("Out"), "--",
                "pets.yaml",
            ]
        }
        let (one, other) = (try TestFolder(), try TestFolder())
        for folder in [one, other] { try folder.write(description, to: "pets.yaml") }
        let whole = one.run(plan(one))
        let small = other.run(plan(other), of: .build)
        #expect(whole.status == 0 && small.status == 0 && small.errors == whole.errors && small.output == "")
        #expect(one.names(in: "Out").count == 3 && one.names(in: "Out") == other.names(in: "Out"))
        for name in one.names(in: "Out") { #expect(one.read("Out/" + name) == other.read("Out/" + name)) }

        for arguments in [
            ["generate", "pets.yaml", "-oOut"], ["generate", "pets.yaml", "--embed-runtime"],
            ["validate", "pets.yaml"],
        ] {
            #expect(other.run(arguments, of: .build).status == 64, "\(arguments)")
        }
        #expect(other.run(["--version"], of: .build).output == "callsite 0.1.0\n")
        #expect(other.run([], of: .build).output.contains("CallsiteBuild"))
    }

    @Test func valuesMayLookLikeAnything() throws {
        let values = ["a=b", "é f", "'"]
        for value in values {
            let separate = try parseArguments(["generate", "a", "--output", value], of: .callsite).get()
            let attached = try parseArguments(["generate", "a", "--output=\(value)"], of: .callsite).get()
            #expect(separate[.output] == value && attached[.output] == value)
        }
        #expect(try parseArguments(["generate", "a", "--output=--check"], of: .callsite).get()[.output] == "--check")
    }

    @Test func bareCommandPrintsHelp() throws {
        let folder = try TestFolder()
        let result = folder.run([])
        #expect(result.status == 0 && result.errors == "")
        #expect(result.output == folder.run(["help"]).output)
    }

    @Test func includesAddUp() throws {
        let invocation = try parseArguments(
            ["generate", "a", "-ob", "--include", "tag:x", "--include=y,/z"], of: .callsite
        ).get()
        let filter = includedOperations(invocation)
        #expect(
            filter.tags.map(\.text) == ["x"] && filter.operations.map(\.text) == ["y"]
                && filter.paths.map(\.text) == ["/z"])
    }

    @Test(arguments: [
        ["--version"], ["generate", "--version"], ["templates", "eject", "--version"],
        ["schema", "x", "--version", "--nonsense"],
    ])
    func version(arguments: [String]) throws {
        let result = try TestFolder().run(arguments)
        #expect(result.status == 0)
        #expect(result.output == "callsite 0.1.0\n")
        #expect(result.errors == "")
    }

    @Test(arguments: Command.all.map(\.name))
    func everyCommandHasHelp(name: String) throws {
        let folder = try TestFolder()
        let words = name.split(separator: " ").map(String.init)
        let help = folder.run(["help"] + words)
        #expect(help.status == 0)
        #expect(help.errors == "")
        #expect(help.output.hasPrefix("Usage: callsite \(name) [OPTION]..."))
        #expect(help.output.contains("\nExamples:\n  callsite \(name)"))
        if name != "help" {
            #expect(folder.run(words + ["--help"]).output == help.output)
            #expect(folder.run(words + ["-h", "--nonsense"]).output == help.output)
        }
        for line in help.output.split(separator: "\n") {
            #expect(line.count <= HelpText.width)
            #expect(!line.hasSuffix(" "))
        }
    }

    @Test func commandsAndOptionsAreDeclaredOnce() {
        #expect(Set(Command.all.map(\.name)).count == Command.all.count)
        for command in Command.all {
            let names = command.allOptions.map(\.long) + command.allOptions.compactMap { $0.short.map(String.init) }
            #expect(Set(names).count == names.count)
            // The examples are command lines that are understood.
            for example in command.examples {
                let words = example.split(separator: " ").map(String.init).prefix { $0 != ">" }
                #expect(words.first == "callsite")
                #expect(throws: Never.self) { try parseArguments(Array(words.dropFirst()), of: .callsite).get() }
            }
        }
    }

    @Test func overviewOfTheCommands() throws {
        let folder = try TestFolder()
        let expected = """
            Usage: callsite COMMAND [OPTION]...

            Generate Swift clients for HTTP APIs from OpenAPI or Callsite's own YAML.

            Commands:
              generate [SPEC...]   Generate Swift from API descriptions.
              try [SPEC]           Show a description at work: a page, a mock, and a call.
              validate [SPEC...]   Report the mistakes in descriptions; write nothing.
              inspect [SPEC]       List the endpoints of a description.
              usage [SPEC...]      Report which generated code is used.
              diff [SPEC...]       Report what a new description breaks.
              mock [SPEC]          Respond to requests as the API would, on this machine.
              drift [SPEC] FOLDER  Report where recordings differ from the description.
              fmt [SPEC...]        Format descriptions in Callsite's own YAML.
              import [FILE...]     Convert OpenAPI or recorded requests to Callsite's YAML.
              init [FILE]          Write a commented description to start from.
              explain [ID]         Explain a message, with an example and the fix.
              schema [WHAT]        Print the JSON Schema of descriptions, for editors.
              templates eject DIR  Copy the built-in templates to a folder, to edit them.
              completions SHELL    Print a completion script for a shell.
              help [COMMAND]       Show the help of a command.

            Options:
              -h, --help     show this help
                  --version  show the version

            'callsite help COMMAND' shows the options of a command, 'callsite help format' the
            keys of a description, and 'callsite help configuration' those of callsite.yaml.

            """
        for arguments in [["--help"], ["-h"], ["help"], []] {
            #expect(folder.run(arguments).output == expected)
        }
    }

    @Test func helpOfGenerate() throws {
        #expect(
            try TestFolder().run("generate", "--help").output == """
                Usage: callsite generate [OPTION]... [SPEC...]

                Generate Swift from API descriptions.

                SPEC is a description in OpenAPI 3, Swagger 2.0 or Callsite's own YAML; '-' is
                standard input. Without SPEC, Callsite generates every description that
                callsite.yaml lists, each into its own output folder. An option overrides the
                key of callsite.yaml.

                If any description has an error, nothing is written. Files that are up to date
                are not touched. Callsite never overwrites or deletes a file that it did not
                write.

                Of several descriptions, those of which nothing has changed aren't generated
                again; '--force', '--check' and '--all-warnings' generate all.

                DIR/.callsite-manifest.json lists the written files; commit it with them. It
                tells Callsite which files to delete when they are no longer generated, and
                which were edited: edited files are reported and kept.

                Options:
                  -o, --output DIR          the folder to write to; created if it doesn't exist
                      --config FILE         the configuration file (default: callsite.yaml in
                                            this folder, or in the nearest parent with a
                                            Package.swift)
                      --check               write nothing; list files that are out of date, and
                                            exit with status 2 if there are any
                      --explain             with --check: also print what regenerating would
                                            change for callers, as 'callsite diff' does; needs
                                            git
                      --dry-run             write nothing; list what would be written
                      --force               overwrite generated files that were edited, and
                                            delete edited ones that are no longer generated
                      --strict              treat warnings as errors
                      --access LEVEL        the access level of the generated code: internal
                                            (default), package or public
                      --nonexhaustive       mark public enums '@nonexhaustive': switches in
                                            other packages need '@unknown default' (Swift
                                            6.2.3)
                      --namespace NAME      put everything in an enum of this name
                      --name NAME           the API's name, used for its protocol and files
                                            (default: the name in the description)
                      --include CHOICE      only these operations: paths, names (operationIds)
                                            or 'tag:NAME', and other models as 'model:NAME',
                                            separated by commas; '*' matches anything
                      --overlay FILE        change the OpenAPI document as this overlay says;
                                            several are applied in their order
                      --templates DIR       use the templates in this folder, and the built-in
                                            ones for the rest
                      --allow-outside       let a description include files outside its own
                                            folder
                      --since OLD           keep code compiling that was written for this older
                                            description: add deprecated names and initializers
                      --embed-runtime       also write the runtime, so that the code needs no
                                            dependency: internal, once per module
                      --modules             write several modules, a folder each: one for each
                                            tag, and one for what several tags use; needs
                                            --access
                      --fixtures DIR        write fixtures (functions that make models for
                                            tests) into this folder of a test target; models
                                            get initialisers
                      --module NAME         the module that fixtures import (default: the
                                            folder below Sources in the output path)
                      --mock FILE           also write FILE, from which CallsiteMock is made in
                                            tests and previews: JSON, for a test target;
                                            without --output, write FILE alone
                      --depfile FILE        also write FILE, a Make rule that lists the written
                                            files and all files that were read: for Make, Ninja
                                            and CMake
                      --watch               generate again when a description, an included
                                            file, callsite.yaml or a template changes
                      --diagnostics FORMAT  how to print problems: text (default), json (one
                                            object per line), or github (workflow annotations)
                      --all-warnings        print every warning, not only the first of each
                                            kind
                      --jobs COUNT          generate from so many descriptions at the same time
                                            (default: the number of cores)
                      --timings             show how long reading, generating and writing took
                      --target NAME         only the descriptions that callsite.yaml lists for
                                            this target
                      --verbose             list each written file, however many there are
                  -q, --quiet               print errors and warnings only
                      --color WHEN          color messages: auto (default, on a terminal
                                            without NO_COLOR), always, or never
                  -h, --help                show this help
                      --version             show the version

                Build plugins also pass --shards, --test-folder, --plan, --runtime, --linked.
                The guide 'The command line' explains them.

                Exit status:
                   0  success
                   1  the input has errors; nothing was written
                   2  '--check' found output that is out of date
                  64  the command line is wrong
                  74  a file could not be read or written

                Examples:
                  callsite generate Specs/github.yaml --output Sources/App/GitHub
                  callsite generate Specs/github.yaml --output Sources/App/GitHub --check
                  callsite generate --check --explain
                  callsite generate shop.yaml -o Sources/App/Shop --since shop.old.yaml

                """)
    }

    @Test(
        arguments: [
            ("", []), ("a", ["a"]), ("aaa bbb ccc", ["aaa bbb", "ccc"]), ("aaaaaaaaaa b", ["aaaaaaaaaa", "b"]),
            ("x 'a b c d e'", ["x", "'a b c d e'"]), ("it's a b c", ["it's a", "b c"]),
            ("'a' b 'c d'.", ["'a' b", "'c d'."]),
        ] as [(String, [String])])
    func wrapping(text: String, lines: [String]) {
        #expect(HelpText.wrapped(text, width: 7) == lines)
    }
}
