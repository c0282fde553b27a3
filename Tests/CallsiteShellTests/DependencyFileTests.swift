import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

@Suite("Dependency files")
struct DependencyFileTests {
    @Test(
        "Paths are escaped as GNU Make and Ninja read them",
        arguments: [
            ("Specs/shop.yaml", "Specs/shop.yaml"), ("My Specs/shop.yaml", #"My\ Specs/shop.yaml"#),
            ("a#b", ##"a\#b"##), ("a$b", "a$$b"),
            ("c:/a.yaml", #"c\:/a.yaml"#), (#"a\b"#, #"a\b"#), (#"a\ b"#, nil), (##"a\\#b"##, nil), (#"a\"#, nil),
            ("a:", nil),
            ("a\nb", nil),
            ("a\tb", nil), ("100%", nil), ("", nil), ("Größe.yaml", "Größe.yaml"),
        ] as [(String, String?)])
    func escaping(path: String, expected: String?) {
        #expect(DependencyFile.escaped(path) == expected)
    }

    @Test("A rule has a line for each path, sorted and once; an empty rule follows for each file that was read")
    func text() throws {
        let file = DependencyFile(
            targets: ["Out/B.swift", "Out/A.swift"], prerequisites: ["b.yaml", "a b.yaml", "b.yaml"])
        #expect(file.text == "Out/A.swift \\\n  Out/B.swift: \\\n  a\\ b.yaml \\\n  b.yaml\na\\ b.yaml:\nb.yaml:\n")
        #expect(DependencyFile.isOurs(Array(try #require(file.text).utf8)))
    }

    @Test(
        "Files that Callsite did not write aren't taken for its own",
        arguments: [
            "", "\n", "main.o: main.c \\\n  main.h\n", "all: A.swift\n\tswiftc A.swift\n",
            "A.swift: a.yaml\n\tcallsite\n", "notes", "A.swift: \\\n  a.yaml\nall: a.yaml\n",
        ])
    func foreign(text: String) {
        #expect(!DependencyFile.isOurs(Array(text.utf8)))
    }

    @Test("It names what was written and all that was read, as the user spelled it")
    func generated() throws {
        let folder = try TestFolder()
        try folder.write(
            "callsite: 1\napi: Shop\nbaseURL: https://a.example\ninclude: [parts/money.yaml]\nendpoints: {A: {path: /a, response: Money}}\n",
            to: "my specs/shop.yaml")
        try folder.write("models: {Money: {amount: Int}}\n", to: "my specs/parts/money.yaml")
        try folder.write(
            "callsite: 1\ndescriptions: [{source: my specs/shop.yaml, output: Out}]\n", to: "callsite.yaml")
        let result = folder.run("generate", "--depfile", "Made/shop.d", "--quiet")
        #expect(result.status == 0 && result.output == "" && result.errors == "", "\(result)")
        let expected =
            "Out/.callsite-manifest.json \\\n  Out/Shop+Models.swift \\\n  Out/Shop+Requests.swift \\\n  Out/Shop.swift: \\\n  callsite.yaml \\\n"
            + "  my\\ specs/parts/money.yaml \\\n  my\\ specs/shop.yaml\n"
            + "callsite.yaml:\nmy\\ specs/parts/money.yaml:\nmy\\ specs/shop.yaml:\n"
        #expect(folder.read("Made/shop.d") == expected)
        // One that is as it should be isn't touched: Ninja reads its time.
        try folder.age("Made/shop.d")
        #expect(folder.run("generate", "--depfile", "Made/shop.d").status == 0)
        #expect(try folder.isAged("Made/shop.d"))

        // A build declares fixed files.
        let shards = folder.run("generate", "my specs/shop.yaml", "-oS", "--shards", "2", "--depfile", "S.d")
        #expect(shards.status == 0, "\(shards)")
        let targets = try #require(folder.read("S.d")?.split(separator: ":").first)
        #expect(
            targets.split(separator: " \\\n  ").map { String($0) }
                == ["API", "Models00", "Models01", "Requests00", "Requests01"].map { "S/Callsite+\($0).swift" })
    }

    @Test("A build's fixtures are one file, which comes after the code")
    func fixtures() throws {
        let folder = try TestFolder()
        try folder.writeSpecification("pets.yaml")
        let options = ["generate", "pets.yaml", "-oS", "--shards", "1", "--fixtures", "A", "--depfile", "S.d"]
        #expect(folder.run(options).status == 64, "Nothing says which module the fixtures import.")
        let result = folder.run(options + ["--module", "Pets"])
        #expect(result.status == 0 && folder.names(in: "A") == ["Callsite+Fixtures.swift"], "\(result)")
        #expect(folder.read("A/Callsite+Fixtures.swift")?.contains("import Pets") == true)
        #expect(folder.read("S.d")?.hasPrefix("S/Callsite+API.swift \\\n") == true)
        #expect(folder.read("S.d")?.contains("  A/Callsite+Fixtures.swift: \\\n") == true)
    }

    @Test("A file of templates and their folder, and CallsiteMock's file, are in it")
    func templates() throws {
        let folder = try TestFolder()
        try folder.writeSpecification("pets.yaml")
        #expect(folder.run("templates", "eject", "Look").status == 0)
        for name in folder.names(in: "Look") where name != "structure.mustache" { try folder.delete("Look/\(name)") }
        let result = folder.run(
            "generate", "pets.yaml", "-oOut", "--templates", "Look/", "--mock", "Tests/pets.json", "--depfile", "pets.d"
        )
        #expect(result.status == 0, "\(result)")
        let text = try #require(folder.read("pets.d"))
        #expect(
            text.contains("  Tests/pets.json: \\\n  Look \\\n  Look/structure.mustache \\\n  pets.yaml\n"), "\(text)")
    }

    @Test("It is written only after everything else was")
    func afterwards() throws {
        let folder = try TestFolder()
        try folder.write("callsite: 1\napi: Shop\nendpoints: {A: {path: /a}\n", to: "broken.yaml")
        #expect(folder.run("generate", "broken.yaml", "-oOut", "--depfile", "shop.d").status == 1)
        #expect(folder.read("shop.d") == nil)

        try folder.writeSpecification("pets.yaml")
        try folder.write("main.o: main.c\n", to: "main.d")
        let foreign = folder.run("generate", "pets.yaml", "-oOut", "--depfile", "main.d")
        #expect(foreign.status == 74 && folder.read("main.d") == "main.o: main.c\n", "\(foreign)")
        try folder.writeSpecification("100%.yaml")
        let unnamed = folder.run("generate", "100%.yaml", "-oOut2", "--depfile", "percent.d")
        #expect(
            unnamed.status == 74 && unnamed.errors.contains("a dependency file can't name '100%.yaml'"), "\(unnamed)")
        #expect(folder.names(in: "Out2") == [] && folder.read("percent.d") == nil)
        // Names that the run itself takes.
        let own = ["Out3/Pets.swift", "Out3/pets.SWIFT", "Out3/.callsite-manifest.json", "Out3", ".", "made.d/"]
        for name in own {
            let refused = folder.run("generate", "pets.yaml", "-oOut3", "--depfile", name)
            #expect(refused.status == 74 && folder.names(in: "Out3") == [], "\(name): \(refused)")
        }
        let both = folder.run("generate", "pets.yaml", "-oOut3", "--depfile", "same.json", "--mock", "./same.json")
        #expect(both.status == 74 && folder.names(in: "Out3") == [] && folder.read("same.json") == nil, "\(both)")
        for option in ["--check", "--dry-run"] {
            #expect(folder.run("generate", "pets.yaml", "-oOut", "--depfile", "pets.d", option).status == 64)
        }
    }
}
