import Testing

@testable import CallsiteShell

@Suite struct ArgumentTests {
    @Test(
        arguments: [
            // No command, or none that exists.
            (["generat"], "unknown command 'generat'; did you mean 'generate'?", "callsite --help"),
            (["zzz"], "unknown command 'zzz'", "callsite --help"),
            ([""], "unknown command ''", "callsite --help"),
            (["templates"], "missing command after 'templates'; expected 'eject'", "callsite help templates"),
            (["templates", "ejct"], "unknown command 'templates ejct'; did you mean 'eject'?", "callsite help templates"),
            (["--quiet", "generate"], "option '--quiet' comes after the command", "callsite --help"),
            (["-q"], "option '-q' comes after the command", "callsite --help"),
            (["--nonsense"], "unknown option '--nonsense'", "callsite --help"),
            // Options.
            (["generate", "a", "--ouput", "b"], "unknown option '--ouput'; did you mean '--output'?", "callsite generate --help"),
            (["generate", "a", "--out=b"], "unknown option '--out'; did you mean '--output'?", "callsite generate --help"),
            (["generate", "a", "-ob", "-qx"], "unknown option '-x'", "callsite generate --help"),
            (["generate", "a", "-é"], "unknown option '-é'", "callsite generate --help"),
            (["validate", "a", "--output", "b"], "unknown option '--output'; 'generate' and 'import' have it", "callsite validate --help"),
            (["generate", "a"], "missing option '--output DIR'", "callsite generate --help"),
            (["generate", "a", "--output"], "option '--output DIR' needs a value", "callsite generate --help"),
            (["generate", "a", "--output="], "option '--output DIR' needs a value", "callsite generate --help"),
            (["generate", "a", "-o"], "option '--output DIR' needs a value", "callsite generate --help"),
            (["generate", "a", "--output", "--check"], "option '--output DIR' needs a value", "callsite generate --help"),
            (["generate", "a", "-ob", "--check=no"], "option '--check' takes no value", "callsite generate --help"),
            (
                ["generate", "a", "-ob", "--access", "pubic"], "invalid value 'pubic' for '--access'; did you mean 'public'?",
                "callsite generate --help"
            ),
            (
                ["generate", "a", "-ob", "--access=open"],
                "invalid value 'open' for '--access'; expected 'internal', 'package' or 'public'", "callsite generate --help"
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
                ["generate", "-ob"], "missing SPEC, and there is no callsite.yaml in this folder or in that of the package",
                "callsite generate --help"
            ),
            (["generate", "a"], "missing option '--output DIR'", "callsite generate --help"),
            (["generate", "-", "-ob", "--watch"], "standard input ('-') can't be watched", "callsite generate --help"),
            (["generate", "a", "-ob", "--watch", "--check"], "'--watch' and '--check' can't be used together", "callsite generate --help"),
            (
                ["generate", "a", "-ob", "--shards=0"], "invalid value '0' for '--shards'; expected a number from 1 to 99",
                "callsite generate --help"
            ),
            (["completions", "bahs"], "unknown shell 'bahs'; did you mean 'bash'?", "callsite completions --help"),
            (["inspect", "a", "b"], "unexpected argument 'b'; 'inspect' takes one SPEC", "callsite inspect --help"),
            (["schema", "a"], "there is no schema of 'a'; expected 'description' or 'configuration'", "callsite schema --help"),
            (["validate", "-", "a", "-"], "standard input ('-') can be read only once", "callsite validate --help"),
            (["validate", "--", "--strict", "-", "-"], "standard input ('-') can be read only once", "callsite validate --help"),
            (["help", "generat"], "no help on 'generat'; did you mean 'generate'?", "callsite --help"),
            (["help", "templates", "x"], "unknown command 'templates x'; expected 'eject'", "callsite help templates"),
            (
                ["schema", "description", "a\u{1B}[2J\n"], "unexpected argument 'a\\u{1B}[2J\\u{A}'; 'schema' takes one WHAT",
                "callsite schema --help"
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
        let invocation = try parseArguments(arguments).get()
        #expect(invocation.command.name == "generate")
        #expect(invocation.operands == operands)
        #expect(invocation[.output] == "DIR")
        #expect(!invocation.has(.check))
    }

    @Test func valuesMayLookLikeAnything() throws {
        let values = ["a=b", "-", "é f", "'"]
        for value in values {
            let separate = try parseArguments(["generate", "a", "--output", value]).get()
            let attached = try parseArguments(["generate", "a", "--output=\(value)"]).get()
            #expect(separate[.output] == value && attached[.output] == value)
        }
        #expect(try parseArguments(["generate", "a", "--output=--check"]).get()[.output] == "--check")
    }

    @Test func bareCommandPrintsHelp() throws {
        let folder = try TestFolder()
        let result = folder.run([])
        #expect(result.status == 0 && result.errors == "")
        #expect(result.output == folder.run(["help"]).output)
    }

    @Test func includesAddUp() throws {
        let invocation = try parseArguments(["generate", "a", "-ob", "--include", "tag:x", "--include=y,/z"]).get()
        let filter = includedOperations(invocation)
        #expect(filter.tags.map(\.text) == ["x"] && filter.operations.map(\.text) == ["y"] && filter.paths.map(\.text) == ["/z"])
    }

    @Test(arguments: [
        ["--version"], ["generate", "--version"], ["templates", "eject", "--version"], ["schema", "x", "--version", "--nonsense"],
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
                #expect(throws: Never.self) { try parseArguments(Array(words.dropFirst())).get() }
            }
        }
    }

    @Test func overviewOfTheCommands() throws {
        let folder = try TestFolder()
        let expected = """
            Usage: callsite COMMAND [OPTION]...

            Write the Swift of an HTTP API's client from a description of the API.

            Commands:
              generate [SPEC...]   Write the Swift for descriptions of APIs.
              validate SPEC...     Report what is wrong with descriptions; write nothing.
              inspect SPEC         List the endpoints of a description.
              diff OLD NEW         Report what a new description breaks.
              import SPEC          Write an OpenAPI document in Callsite's own format.
              init [FILE]          Write a commented description to start from.
              explain [ID]         Explain a message, with an example and its mending.
              schema [WHAT]        Print the JSON Schema of descriptions, for editors.
              templates eject DIR  Write the built-in templates, to be changed.
              completions SHELL    Print completions for a shell.
              help [COMMAND]       Show the help of a command.

            Options:
              -h, --help     show this help
                  --version  show the version

            Try 'callsite help COMMAND' for the options of a command, 'callsite help format'
            for the keys of a description, and 'callsite help configuration' for those of
            callsite.yaml.

            """
        for arguments in [["--help"], ["-h"], ["help"], []] {
            #expect(folder.run(arguments).output == expected)
        }
    }

    @Test func helpOfGenerate() throws {
        #expect(
            try TestFolder().run("generate", "--help").output == """
                Usage: callsite generate [OPTION]... [SPEC...]

                Write the Swift for descriptions of APIs.

                SPEC is a description in Callsite's YAML, or in OpenAPI 3 or Swagger 2.0, YAML
                or JSON; '-' is standard input. Each is generated by itself. Without SPEC those
                of the configuration are generated, each into its output. Options win over the
                configuration.

                If any description has an error, nothing is written. A file that is up to date
                is not touched, and a file that Callsite did not write is never overwritten or
                deleted.

                DIR/.callsite-manifest.json lists what was written, to be committed with the
                rest: by it a file that is generated no more is deleted, and one that somebody
                edited is told and kept.

                Options:
                  -o, --output DIR          the folder to write into, made if it is missing
                      --config FILE         the configuration; otherwise the callsite.yaml in
                                            this folder, or in the nearest above with a
                                            Package.swift
                      --check               write nothing; show what is not up to date, and
                                            exit with status 2 if anything is
                      --dry-run             write nothing; show what would be written
                      --force               overwrite generated files that somebody edited, and
                                            delete those that are generated no more
                      --strict              treat warnings as errors
                      --access LEVEL        the access level of the code: internal (default),
                                            package or public
                      --nonexhaustive       public enums may get more cases later: switches in
                                            other packages need '@unknown default' (Swift 6.2.3)
                      --namespace NAME      put everything into an enum of this name
                      --name NAME           the API's name, which its protocol and files are
                                            called after; otherwise as the description says
                      --include CHOICE      only these operations of an OpenAPI document:
                                            paths, operationIds and 'tag:NAME', with commas
                                            between them; '*' is any text
                      --templates DIR       use the templates in this folder; those it lacks
                                            are the built-in ones
                      --allow-outside       let a description include files from outside its
                                            own folder
                      --embed-runtime       write the runtime beside the code, which then needs
                                            no dependency: internal, once in a module
                      --fixtures DIR        write functions that make models for tests into
                                            this folder, a test target's; models get
                                            initialisers
                      --module NAME         the module that fixtures import; otherwise the
                                            folder below Sources in the output's path
                      --watch               generate again whenever a description, an included
                                            file, the configuration or a template is saved
                      --diagnostics FORMAT  how problems are printed: text (default), json (an
                                            object on a line each), or github (annotations of a
                                            workflow)
                      --all-warnings        print every warning, not the first of each kind
                                            only
                      --timings             show how long reading, generating and writing took
                      --target NAME         only the configuration's descriptions for this
                                            target
                      --shards COUNT        for build plugins: always the same files, of which
                                            COUNT hold requests and COUNT models
                      --test-folder DIR     for build plugins: the folder of a test target, which
                                            gets the fixtures that the configuration has there
                      --plan FILE           for build plugins: a file that says what the build
                                            watches
                      --verbose             name each file that is written, however many there
                                            are
                  -q, --quiet               print errors and warnings only
                  -h, --help                show this help
                      --version             show the version

                Exit status:
                   0  done
                   1  the input has errors; nothing was written
                   2  '--check' found that the output is not up to date
                  64  wrong usage
                  74  a file could not be read or written

                Examples:
                  callsite generate Specs/github.yaml --output Sources/App/GitHub
                  callsite generate Specs/github.yaml --output Sources/App/GitHub --check
                  callsite generate --check

                """)
    }

    @Test(
        arguments: [
            ("", []), ("a", ["a"]), ("aaa bbb ccc", ["aaa bbb", "ccc"]), ("aaaaaaaaaa b", ["aaaaaaaaaa", "b"]),
            ("x 'a b c d e'", ["x", "'a b c d e'"]), ("it's a b c", ["it's a", "b c"]), ("'a' b 'c d'.", ["'a' b", "'c d'."]),
        ] as [(String, [String])])
    func wrapping(text: String, lines: [String]) {
        #expect(HelpText.wrapped(text, width: 7) == lines)
    }
}
