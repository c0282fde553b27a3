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
