import CallsitePrinter
import Foundation
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

/// One interface: an option means the same in every command.
@Suite struct InterfaceTests {
    /// Options with one name, of which each has the form that the others have.
    @Test func anOptionMeansTheSameEverywhere() {
        var forms: [String: Set<String>] = [:]
        for command in Command.all {
            for option in command.options {
                forms[option.name, default: []].insert(
                    option.short.map { "\($0)" } ?? "" + (option.usage.contains(" ") ? " with a value" : ""))
            }
        }
        #expect(forms.count > 40)
        for (name, all) in forms { #expect(all.count == 1, "\(name): \(all)") }
        // Output as data is '--format json', and problems are '--diagnostics json'.
        for option in Set(Command.all.flatMap(\.options)) {
            guard case .value(_, let choices, _) = option.kind, choices.contains("json") else { continue }
            #expect(["--format", "--diagnostics"].contains(option.name))
        }
    }

    /// A command that reads descriptions has the options for it.
    @Test func commandsOfDescriptionsReadThemAlike() {
        let commands = Command.all.filter { $0.operands.placeholder.contains("SPEC") }
        #expect(commands.count >= 8)
        for command in commands {
            let names = Set(command.options.map(\.name))
            for name in ["--config", "--allow-outside", "--diagnostics", "--all-warnings"] {
                #expect(names.contains(name), "\(command.name) \(name)")
            }
            #expect(command.operands.count.lowerBound < 2, "\(command.name): callsite.yaml may name the description")
        }
    }

    /// Every command colors its messages when asked to, and what works on files or judges them can be quiet.
    @Test func commandsColorAndKeepQuiet() throws {
        let folder = try folder(["pets.yaml"])
        for command in Command.all {
            #expect(command.allOptions.contains(.color), "\(command.name)")
            let onlyPrints = ["try", "explain", "schema", "completions", "help"].contains(command.name)
            #expect(command.options.contains(.quiet) != onlyPrints, "\(command.name)")
        }
        try folder.write("callsite: 2\n", to: "broken.yaml")
        let escape = "\u{1B}["
        #expect(folder.run("validate", "broken.yaml", "--color", "always").errors.contains(escape))
        #expect(!folder.run("validate", "broken.yaml").errors.contains(escape))
        for choice in ["never", "auto"] {
            let variables = choice == "auto" ? ["NO_COLOR": "1"] : [:]
            let result = folder.run(
                "validate", "broken.yaml", "--color", choice, isTerminal: true, variables: variables)
            #expect(!result.errors.contains(escape) && result.status == 1)
        }
        #expect(folder.run("validate", "--color", "sometimes").status == 64)
        #expect(folder.run("drift", "pets.yaml").errors.contains("missing FOLDER: 'pets.yaml' is a description"))

        try folder.write("callsite: 1\napi: A\nbaseURL: none\nendpoints: {}\n", to: "other.yaml")
        try folder.write("[]", to: "Recorded/a.har")
        let lines: [([String], Int32)] = [
            (["validate"], 0), (["inspect"], 0), (["diff", "pets.yaml", "other.yaml"], 2), (["init", "new.yaml"], 0),
            (["generate"], 0), (["generate", "--check"], 0), (["generate", "--dry-run", "--force"], 0),
            (["templates", "eject", "Templates"], 0), (["fmt", "--check", "pets.yaml"], 0),
        ]
        for (line, status) in lines {
            let result = folder.run(line + ["--quiet"])
            #expect(result.status == status && result.output.isEmpty, "\(line): \(result)")
        }
    }

    /// `-` is standard input wherever a description is read once, and standard output where one file is written.
    @Test func aDashIsAStream() throws {
        let folder = try folder(["pets.yaml"])
        let text = try #require(folder.read("pets.yaml"))
        try folder.write("[]", to: "Recorded/a.har")
        try folder.write("let pet = 1\n", to: "App.swift")
        for command in Command.all where command.operands.placeholder.contains("SPEC") {
            var line = [command.name, "-"]
            switch command.name {
            case "generate": line += ["--output", "Out"]
            case "diff": line.append("pets.yaml")
            case "drift": line.append("Recorded")
            case "usage": line += ["--callers", "App.swift"]
            default: break
            }
            let result = folder.run(line, input: text)
            // The page says how to generate from the same description, which a stream can't be.
            if command.name == "try" {
                #expect(result.status == 64 && result.errors.contains("standard input"), "\(result)")
            } else {
                #expect(!result.errors.contains("'-'") && result.status != 64, "\(line): \(result)")
            }
        }
        #expect(folder.run("diff", "pets.yaml", "-", input: text).output == "no change.\n")
        #expect(folder.run("diff", "-", "-", input: text).status == 64)
        for line in [
            ["init", "-"], ["inspect", "--html", "-"], ["diff", "pets.yaml", "pets.yaml", "--changelog", "-"],
        ] {
            let result = folder.run(line)
            #expect(result.status == 0 && !result.output.isEmpty, "\(line): \(result)")
        }
        for line in [["generate", "pets.yaml", "-o", "Out", "--depfile", "-"], ["mock", "pets.yaml", "--state", "-"]] {
            #expect(folder.run(line).status == 64)
        }
        #expect(!folder.names().contains("-"))
    }

    // MARK: - Descriptions of callsite.yaml

    private func folder(_ sources: [String]) throws -> TestFolder {
        let folder = try TestFolder()
        for source in sources { try folder.writeSpecification(source) }
        let entries = sources.map { "  - {source: \($0), output: Out}\n" }.joined()
        try folder.write("callsite: 1\ndescriptions:\n\(entries)", to: "callsite.yaml")
        return folder
    }

    @Test func theOneThatIsListedIsMeant() throws {
        let folder = try folder(["Specs/pets.yaml"])
        #expect(folder.run("validate").output == "Specs/pets.yaml: valid\n")
        #expect(folder.run("inspect").output.contains("ListPetsRequest"))
        #expect(folder.run("import").errors.contains("Specs/pets.yaml"))
        try folder.write("[]", to: "Recorded/a.har")
        #expect(folder.run("drift", "Recorded").errors.contains("Recorded/a.har"))
        try folder.git(["init", "-q", "-b", "main"], in: "")
        try folder.commit("one", in: "")
        #expect(folder.run("diff", "--against", "HEAD").output == "no change.\n")
        // From a folder below the package.
        try folder.write("", to: "Package.swift")
        try folder.makeFolder("Sources")
        #expect(folder.run("validate", from: "Sources").output == "../Specs/pets.yaml: valid\n")
    }

    @Test func ofSeveralOneMustBeNamed() throws {
        let folder = try folder(["a.yaml", "b.yaml"])
        #expect(folder.run("validate").output == "a.yaml: valid\nb.yaml: valid\n")
        for command in ["inspect", "mock", "try", "import"] {
            let refused = folder.run(command)
            #expect(
                refused.status == 64 && refused.output.isEmpty
                    && refused.errors.contains("callsite.yaml lists 2: name 'a.yaml' or 'b.yaml'"), "\(refused)")
        }
        try folder.git(["init", "-q", "-b", "main"], in: "")
        try folder.commit("one", in: "")
        #expect(folder.run("diff", "--against", "HEAD").output == "a.yaml: no change.\n\nb.yaml: no change.\n")
        #expect(folder.run("diff", "--against", "HEAD:a.yaml").errors.contains("the old name of one description"))
        #expect(folder.run("diff", "--matrix").status == 64)
        #expect(folder.run("diff").status == 64)
    }

    /// The lists of both versions count: one that came or went is a change, and a renamed one is compared.
    @Test func theListOfTheRevisionCountsToo() throws {
        let folder = try folder(["a.yaml", "b.yaml", "c.yaml"])
        func description(_ name: String, _ fields: String = "{id: Int}") -> String {
            "callsite: 1\napi: \(name)\nbaseURL: https://a.example\n"
                + "endpoints: {PutA: {method: PUT, path: /a, body: A}}\nmodels: {A: \(fields)}\n"
        }
        for (file, name) in [("a", "A1"), ("b", "B1"), ("c", "C1")] {
            try folder.write(description(name), to: "\(file).yaml")
        }
        try folder.git(["init", "-q", "-b", "main"], in: "")
        try folder.commit("one", in: "")
        for file in ["b.yaml", "c.yaml"] { try folder.delete(file) }
        try folder.write(description("C1", "{id: Int, note: String}"), to: "renamed.yaml")
        try folder.write(description("D1"), to: "d.yaml")
        let entries = ["a", "renamed", "d"].map { "  - {source: \($0).yaml, output: Out}\n" }.joined()
        try folder.write("callsite: 1\ndescriptions:\n\(entries)", to: "callsite.yaml")
        let result = folder.run("diff", "--all", "--against", "HEAD")
        #expect(result.status == 2, "\(result)")
        for line in [
            "a.yaml: no change.", "A now requires 'note'", "D1 is new with its endpoint",
            "B1 is gone with its endpoint",
        ] {
            #expect(result.output.contains(line), "\(line): \(result)")
        }
        #expect(!result.output.contains("C1 is gone"))
        let marks = folder.run("diff", "--against", "HEAD", "--format", "github")
        #expect(marks.output.contains("file=b.yaml,line=2,"), "\(marks)")
    }

    @Test func withoutAConfigurationThereIsNone() throws {
        let folder = try TestFolder()
        for command in ["validate", "inspect", "mock", "try", "import"] {
            let refused = folder.run(command)
            #expect(refused.status == 64 && refused.errors.contains("missing SPEC, and no callsite.yaml"), "\(refused)")
        }
        try folder.write("callsite: 1\ndescriptions: 3\n", to: "callsite.yaml")
        let broken = folder.run("validate")
        #expect(broken.status == 1 && broken.errors.contains("callsite.yaml:2:15: error"), "\(broken)")
    }

    /// Output for programs says which form it has.
    @Test func dataHasAVersion() throws {
        let folder = try folder(["pets.yaml"])
        try folder.write("callsite: 1\napi: Pets\n", to: "broken.yaml")
        let lines = [
            folder.run("inspect", "--format", "json").output,
            folder.run("inspect", "--names", "--format", "json").output,
            folder.run("diff", "pets.yaml", "pets.yaml", "--format", "json").output,
            folder.run("diff", "--matrix", "pets.yaml", "pets.yaml", "--format", "json").output,
            folder.run("validate", "broken.yaml", "--diagnostics", "json").errors,
        ]
        for text in lines {
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
            #expect(object["version"] as? Int == 1, "\(text)")
        }
    }
}
