import CallsiteCore
import CallsiteReference
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell
import CallsitePrinter
import CallsiteInspect

/// Whole runs, through the real core.
@Suite struct GenerateTests {
    @Test func generatesChecksAndKeeps() throws {
        let folder = try TestFolder()
        try folder.writeSpecification("Specs/pets.yaml")
        let first = folder.run("generate", "Specs/pets.yaml", "--output", "Out/")
        #expect(first.status == 0)
        #expect(first.errors == "")
        let names = folder.names(in: "Out")
        #expect(!names.isEmpty)
        #expect(first.output.split(separator: "\n").dropLast().sorted() == names.map { "wrote Out/\($0)" })
        for name in names {
            #expect(
                folder.read("Out/\(name)")?.hasPrefix(
                    GeneratedHeader.prefix + "\(CallsiteVersion.current) from pets.yaml.") == true)
            try folder.age("Out/\(name)")
        }
        #expect(folder.run("generate", "Specs/pets.yaml", "--output", "Out", "--check").status == 0)
        #expect(folder.run("generate", folder.path("Specs/pets.yaml"), "-qo", folder.path("Out")).output == "")
        for name in names { #expect(try folder.isAged("Out/\(name)")) }
        // Another access level gives other files.
        let check = folder.run("generate", "Specs/pets.yaml", "-oOut", "--access=public", "--check")
        #expect(check.status == 2)
        #expect(check.errors.contains(": error: not up to date\n--- Out/"))
        #expect(folder.run("generate", "Specs/pets.yaml", "-oOut", "--access=public").status == 0)
        #expect(folder.run("generate", "Specs/pets.yaml", "-oOut", "--access=public", "--check").status == 0)
    }

    @Test func publicEnumsThatGrow() throws {
        let folder = try TestFolder()
        try folder.write(
            "callsite: 1\napi: Pets\nbaseURL: https://a.example\nendpoints: {A: {path: /a, response: Kind}}\nmodels: {Kind: cat | dog}\n",
            to: "pets.yaml")
        func code() -> String { folder.names(in: "Out").compactMap { folder.read("Out/\($0)") }.joined() }
        let attribute = "#if compiler(>=6.2.3)\n@nonexhaustive\n#endif\npublic nonisolated enum Kind"
        #expect(folder.run("generate", "pets.yaml", "-oOut", "--access=public").status == 0)
        #expect(!code().contains("nonexhaustive"))
        #expect(folder.run("generate", "pets.yaml", "-oOut", "--access=public", "--nonexhaustive").status == 0)
        #expect(code().contains(attribute))
        for access in ["internal", "package"] {
            let refused = folder.run("generate", "pets.yaml", "-oOut", "--access", access, "--nonexhaustive")
            #expect(
                refused.status == 1 && refused.errors.contains("--nonexhaustive has no effect without --access public"))
        }
        func configured(_ lines: String) throws -> RunResult {
            try folder.write(
                "callsite: 1\n\(lines)\ndescriptions: [{source: pets.yaml, output: Out}]\n", to: "callsite.yaml")
            return folder.run("generate")
        }
        #expect(try configured("access: public\nnonexhaustive: true").status == 0 && code().contains(attribute))
        #expect(
            try configured("access: public\nnonexhaustive: warn").status == 0 && code().contains("@nonexhaustive(warn)")
        )
        #expect(
            try configured("access: public\nnonexhaustive: false").status == 0 && !code().contains("@nonexhaustive"))
        let wrong = try configured("access: public\nnonexhaustive: maybe")
        #expect(
            wrong.errors.contains(
                "callsite.yaml:3:16: error: 'nonexhaustive' is 'maybe'; expected true, false or warn"),
            "\(wrong.errors)")
        try folder.write(
            "callsite: 1\ndescriptions:\n  - {source: pets.yaml, output: Out, nonexhaustive: true}\n",
            to: "callsite.yaml")
        let without = folder.run("generate")
        #expect(
            without.status == 1
                && without.errors.contains(
                    "callsite.yaml:3:53: error: 'nonexhaustive' has no effect without 'access: public'"),
            "\(without.errors)")
    }

    @Test func generatesFromStandardInput() throws {
        let folder = try TestFolder()
        try folder.writeSpecification()
        let result = folder.run("generate", "-", "-oOut", input: folder.read("pets.yaml") ?? "")
        #expect(result.status == 0)
        #expect(folder.names(in: "Out").allSatisfy { folder.read("Out/\($0)")?.contains(" from <stdin>.") == true })
    }

    @Test(arguments: [
        "pets and more.yaml", "pét's \"best\".yaml", "日本.yaml", "a\nb.yaml", "-pets.yaml", "a\u{202E}b.yaml",
        "x*/ y.yaml",
    ])
    func oddFileNames(name: String) throws {
        let folder = try TestFolder()
        try folder.writeSpecification("Specs \(name)/\(name)")
        let path = "Specs \(name)/\(name)"
        let result = folder.run("generate", "-oOut \(name)", "--", path)
        #expect(result.status == 0)
        #expect(result.errors == "")
        for file in folder.names(in: "Out \(name)") {
            let lines = try #require(folder.read("Out \(name)/\(file)")).split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(lines[0].hasPrefix(GeneratedHeader.prefix))
            // No part of the name has left the comment.
            #expect(lines.count < 2 || !lines[1].hasPrefix("b.yaml"))
        }
        #expect(folder.run("generate", "-oOut \(name)", "--check", "--", path).status == 0)
        #expect(!result.output.contains("a\nb"))
    }

    @Test func errorsAreReportedWithTheirPlaceAndNothingIsWritten() throws {
        let folder = try TestFolder()
        try folder.writeSpecification("good.yaml", api: "Good")
        try folder.writeSpecification("bad.yaml", api: "Bad", extra: "nonsense: 1")
        let result = folder.run("generate", "good.yaml", "bad.yaml", "-oOut")
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("bad.yaml:13:1: error: unknown key 'nonsense'"))
        #expect(result.errors.hasSuffix("\n1 error; nothing was written\n"))
        #expect(folder.names() == ["bad.yaml", "good.yaml"])
        let both = folder.run("generate", "gone.yaml", "bad.yaml", "-oOut")
        #expect(both.status == 74)
        #expect(
            both.errors.hasPrefix(
                "callsite: error: can't read 'gone.yaml': No such file or directory\nbad.yaml:13:1: error: "))
        #expect(both.errors.hasSuffix("\n1 error; nothing was written\n"))
        #expect(folder.run("generate", "gone.yaml", "-oOut").errors.hasSuffix("directory\nnothing was written\n"))
    }

    @Test func severalDescriptions() throws {
        let folder = try TestFolder()
        try folder.writeSpecification("a/pets.yaml", api: "Pets")
        let stores =
            "callsite: 1\napi: Stores\nbaseURL: https://example.com\nendpoints: {ListStores: {path: /stores}}\n"
        try folder.write(stores, to: "b/stores.yaml")
        #expect(folder.run("generate", "a/pets.yaml", "b/stores.yaml", "-oOut").status == 0)
        let names = folder.names(in: "Out")
        #expect(folder.run("generate", "b/stores.yaml", "a/pets.yaml", "-oOut", "--check").status == 0)
        #expect(folder.names(in: "Out") == names)
        // Generating one of them does not take the other's files for its own.
        let single = folder.run("generate", "a/pets.yaml", "-oOut")
        #expect(single.status == 0)
        #expect(single.errors == "")
    }

    /// Whatever comes first, files and messages are in the order of the descriptions.
    @Test func severalAtTheSameTime() throws {
        let folder = try TestFolder()
        var sources: [String] = []
        for number in 0..<40 {
            // Some take much longer than others, some refer to another file, and some have mistakes.
            let models = (0..<(number % 7 == 0 ? 200 : 2)).map { "  M\(number)x\($0): {id: Int}\n" }.joined()
            let wrong = number % 10 == 3 ? "  Wrong: {id: Nothing}\n" : ""
            try folder.write(
                "callsite: 1\napi: A\(number)\nbaseURL: https://a.example\nmodels:\n\(models)\(wrong)",
                to: "api\(number).yaml")
            sources.append("api\(number).yaml")
        }
        func run(_ jobs: String...) -> RunResult {
            folder.run(["generate", "--output", "Out"] + jobs + sources)
        }
        let one = run("--jobs", "1")
        #expect(
            one.status == 1 && one.errors.split(separator: "\n").filter { $0.contains(": error: ") }.count == 4,
            "\(one.errors)")
        for jobs in ["2", "7", "99"] { #expect(run("--jobs", jobs).errors == one.errors) }
        #expect(run().errors == one.errors)
        sources.removeAll { $0.hasSuffix("3.yaml") }
        let written = run("--jobs", "1")
        #expect(written.status == 0 && folder.names(in: "Out").count >= sources.count)
        let texts = folder.names(in: "Out").map { folder.read("Out/\($0)") }
        for jobs in ["2", "7"] {
            #expect(run("--jobs", jobs, "--check").status == 0)
            #expect(folder.names(in: "Out").map { folder.read("Out/\($0)") } == texts)
        }
        #expect(run("--jobs", "0").status == 64)
    }

    @Test func descriptionsThatDeclareTheSameType() throws {
        let folder = try TestFolder()
        try folder.writeSpecification("a/pets.yaml", api: "Pets")
        try folder.writeSpecification("b/stores.yaml", api: "Stores")
        let result = folder.run("generate", "a/pets.yaml", "b/stores.yaml", "-oOut")
        #expect(result.status == 1)
        #expect(result.errors.contains("'a/pets.yaml' and 'b/stores.yaml' both declare '"))
        #expect(
            result.errors.contains(
                "give one of them a namespace: '--namespace', or 'namespace:' in callsite.yaml [output-clash]"))
        #expect(result.errors.hasSuffix("1 error; nothing was written\n"))
        #expect(folder.names() == ["a", "b"])
    }

    /// On the file systems of macOS and Windows they are one folder.
    @Test func outputFoldersThatDifferInCapitals() throws {
        let folder = try TestFolder()
        try folder.writeSpecification("pets.yaml", api: "Pets")
        try folder.writeSpecification("stores.yaml", api: "Stores")
        for (first, second) in [("Out", "out"), ("A/Out", "a/Out"), ("./Out", "OUT/")] {
            try folder.write(
                "callsite: 1\ndescriptions:\n  - {source: pets.yaml, output: \(first)}\n"
                    + "  - {source: stores.yaml, output: \(second), namespace: S}\n", to: "callsite.yaml")
            let result = folder.run("generate")
            #expect(result.status == 1 && result.errors.contains("[output-clash]"), "\(first), \(second): \(result)")
            #expect(result.errors.contains("callsite.yaml:4:"), "\(result)")
            #expect(folder.names() == ["callsite.yaml", "pets.yaml", "stores.yaml"])
        }
        try folder.makeFolder("Real")
        try folder.link("Link", to: "Real")
        try folder.write(
            "callsite: 1\ndescriptions:\n  - {source: pets.yaml, output: Real/Out}\n"
                + "  - {source: stores.yaml, output: Link/Out, namespace: S}\n", to: "callsite.yaml")
        #expect(folder.run("generate").errors.contains("[output-clash]"))
        #expect(folder.names(in: "Real") == [])
        try folder.write(
            "callsite: 1\ndescriptions:\n  - {source: pets.yaml, output: Out}\n"
                + "  - {source: stores.yaml, output: ./Out/, namespace: S}\n", to: "callsite.yaml")
        #expect(folder.run("generate").status == 0)
    }

    @Test func descriptionsThatWantTheSameFile() throws {
        let folder = try TestFolder()
        try folder.writeSpecification("a/pets.yaml")
        try folder.writeSpecification("b/pets.yaml")
        let result = folder.run("generate", "a/pets.yaml", "b/pets.yaml", "-oOut")
        #expect(result.status == 1)
        #expect(result.errors.contains("callsite: error: 'a/pets.yaml' and 'b/pets.yaml' both generate '"))
        #expect(result.errors.hasSuffix("; nothing was written\n"))
        #expect(folder.names() == ["a", "b"])
    }

    @Test func namesThatDifferOnlyInCaseAreTheSameFile() {
        func generated(_ source: String, _ names: [String]) -> GeneratedFiles {
            GeneratedFiles(source: source, files: names.map { Output.File(name: $0, contents: []) })
        }
        #expect(clashes(in: [generated("a", ["A.swift"]), generated("b", ["B.swift"])], sharesFiles: false).isEmpty)
        let found = clashes(
            in: [generated("a", ["GitHub.swift"]), generated("b", ["x", "Github.swift"])], sharesFiles: false)
        #expect(found.map(\.diagnostic.message.description) == ["'a' and 'b' both generate 'Github.swift'"])
    }

    @Test func filesWithoutTheFirstLineAreRefused() {
        let good = Output.File(name: "A.swift", contents: Array("// Generated by Callsite 0.1.0 from a.yaml.\n".utf8))
        let bad = Output.File(name: "B.swift", contents: Array("let x = 1\n".utf8))
        #expect(headerProblem(in: [good]) == nil)
        #expect(
            headerProblem(in: [good, bad])
                == "the templates begin 'B.swift' without '// Generated by Callsite …', so that it could not be updated later"
        )
    }

    @Test func includesAndRefusals() throws {
        let folder = try TestFolder()
        try folder.writeSpecification("Specs/pets.yaml", extra: "include: [deep/owners.yaml]")
        try folder.write("models:\n  Owner:\n    id: Int64\ninclude: [../more.yaml]\n", to: "Specs/deep/owners.yaml")
        try folder.write("models:\n  Toy:\n    id: Int64\n", to: "more.yaml")
        try folder.write("models:\n  Toy:\n    id: Int64\n", to: "Specs/more.yaml")
        #expect(folder.run("generate", "Specs/pets.yaml", "-oOut", "--strict").errors == "")
        try folder.delete("Specs/more.yaml")
        try folder.link("Specs/more.yaml", to: "../more.yaml")
        let outside = folder.run("generate", "Specs/pets.yaml", "-oNew")
        #expect(outside.status == 1)
        #expect(
            outside.errors == """
                Specs/deep/owners.yaml:4:11: error: 'Specs/more.yaml' is outside the folder of 'Specs/pets.yaml'; \
                '--allow-outside' allows it [include-outside]
                1 error; nothing was written

                """)
        #expect(folder.names() == ["Out", "Specs", "more.yaml"])
        #expect(folder.run("generate", "Specs/pets.yaml", "-oOut", "--allow-outside").status == 0)
    }

    @Test func templatesFolderThatCannotBeRead() throws {
        let folder = try TestFolder()
        try folder.writeSpecification()
        let result = folder.run("generate", "pets.yaml", "-oOut", "--templates", "Gone")
        #expect(result.status == 74)
        #expect(result.errors == "callsite: error: can't read 'Gone': No such file or directory\n")
    }

    @Test func ejectedTemplatesGiveTheSame() throws {
        let folder = try TestFolder()
        try folder.writeSpecification()
        #expect(folder.run("generate", "pets.yaml", "-oOut").status == 0)
        #expect(folder.run("templates", "eject", "My templates").status == 0)
        let names = folder.names(in: "My templates")
        #expect(names.contains("README.md"))
        #expect(names.filter { $0.hasSuffix(".mustache") }.count == TemplateSet.builtIn.files.count)
        let check = folder.run("generate", "pets.yaml", "-oOut", "--templates", "My templates/", "--check")
        #expect(check.status == 0)
        #expect(check.errors == "")
        let again = folder.run("templates", "eject", "My templates")
        #expect(again.status == 74)
        #expect(
            again.errors.contains(
                "README.md: error: exists already, and can't be overwritten; move it away, or choose another folder\n"))
        #expect(folder.names(in: "My templates") == names)
    }

    @Test func validates() throws {
        let folder = try TestFolder()
        try folder.writeSpecification("good.yaml")
        try folder.writeSpecification("bad.yaml", extra: "nonsense: 1")
        let good = folder.run("validate", "good.yaml", "-", input: folder.read("good.yaml") ?? "")
        #expect(good.status == 0)
        #expect(good.output == "good.yaml: valid\n<stdin>: valid\n")
        #expect(folder.run("validate", "good.yaml", "--quiet").output == "")
        let bad = folder.run("validate", "bad.yaml", "good.yaml")
        #expect(bad.status == 1)
        #expect(bad.output == "good.yaml: valid\n")
        #expect(bad.errors.hasPrefix("bad.yaml:13:1: error: "))
        #expect(bad.errors.hasSuffix("\n1 error\n"))
        #expect(folder.names() == ["bad.yaml", "good.yaml"])
    }

    /// Where there are many files, their number is printed; `--verbose` names them.
    @Test func manyFilesAreCounted() throws {
        let folder = try TestFolder()
        let endpoints = (1...9).map { "  E\($0): {path: /e\($0), tag: area\($0)}\n" }.joined()
        try folder.write(
            "callsite: 1\napi: Many\nbaseURL: https://api.example.com\nendpoints:\n" + endpoints, to: "many.yaml")
        #expect(folder.run("generate", "many.yaml", "-oOut").output == "wrote 10 files to Out\n")
        let named = folder.run("generate", "many.yaml", "-oOther", "--verbose").output.split(separator: "\n")
        #expect(
            named.count == 11 && named.last == "10 files written"
                && named.dropLast().allSatisfy { $0.hasPrefix("wrote Other/Many") })
        #expect(folder.run("generate", "many.yaml", "-oOut", "-q", "--verbose").status == 64)
    }

    /// The findings of `--check`, for programs: each file with its problem.
    @Test func checkForPrograms() throws {
        let folder = try TestFolder()
        try folder.writeSpecification()
        _ = folder.run("generate", "pets.yaml", "-oOut")
        try folder.delete("Out/Pets+Models.swift")
        try folder.write((folder.read("Out/Pets.swift") ?? "") + "// more\n", to: "Out/Pets.swift")
        let result = folder.run("generate", "pets.yaml", "-oOut", "--check", "--diagnostics", "json")
        #expect(result.status == 2 && result.output == "")
        #expect(
            result.errors.split(separator: "\n").sorted() == [
                #"{"file":"Out/Pets+Models.swift","message":"missing","severity":"error","state":"missing","version":1}"#,
                #"{"file":"Out/Pets.swift","message":"not up to date: edited since Callsite wrote it","severity":"error","state":"stale","version":1}"#,
            ], "\(result.errors)")
    }

    /// On a terminal the table fits, by the names that one types; `--wide` prints all of it.
    @Test func inspectFitsTheTerminal() throws {
        let folder = try TestFolder()
        let long = String(repeating: "Long", count: 12)
        try folder.write(
            """
            callsite: 1
            api: Pets
            baseURL: https://api.example.com
            endpoints:
              List\(long)Pets: {path: /\(long.lowercased())/pets, response: [\(long)Pet]}
              GetPet: {path: "/pets/{id}", response: \(long)Pet}
            models:
              \(long)Pet: {id: Int}
            """, to: "pets.yaml")
        func table(_ arguments: String...) -> [Substring] {
            var output = ""
            let environment = Environment(
                workingDirectory: folder.path, outputWidth: 80, readInput: { _ in .success([]) },
                write: { stream, bytes in
                    if stream == .output { output += String(decoding: bytes, as: UTF8.self) }
                    return 0
                })
            #expect(CallsiteCommands.run(["inspect", "pets.yaml"] + arguments, in: environment) == 0)
            return output.split(separator: "\n")
        }
        let fitted = table()
        #expect(fitted.count == 3 && fitted.allSatisfy { $0.count <= 80 }, "\(fitted)")
        #expect(fitted[0].hasPrefix("REQUEST") && fitted[2].contains("GetPetRequest  "))
        #expect(fitted[1].contains("…") && fitted[1].contains("Request  "))
        #expect(table("--wide")[1].contains("List\(long)PetsRequest"))
        #expect(table("--names").allSatisfy { $0.count <= 80 })
    }

    /// As callers write them, in every form, whether the option or callsite.yaml says the namespace.
    @Test(arguments: [true, false]) func inspectShowsTheNamespace(isOption: Bool) throws {
        let folder = try TestFolder()
        try folder.writeSpecification()
        if !isOption {
            try folder.write(
                "callsite: 1\ndescriptions:\n  - {source: pets.yaml, namespace: Shop}\n", to: "callsite.yaml")
        }
        func inspect(_ arguments: String...) -> String {
            let result = folder.run(["inspect", "pets.yaml"] + arguments + (isOption ? ["--namespace", "Shop"] : []))
            #expect(result.status == 0 && result.errors == "", "\(result.errors)")
            return result.output
        }
        #expect(inspect().contains("ListPets  Shop.ListPetsRequest  GET     /pets  [Shop.Pet]"))
        let json = inspect("--format", "json")
        #expect(
            json.contains(#""request": "Shop.ListPetsRequest""#) && json.contains(#""swiftResponse": "[Shop.Pet]""#))
        #expect(inspect("--html", "-").contains("Shop.ListPetsRequest"))
        let names = inspect("--names").split(separator: "\n").dropFirst().map { $0.split(separator: " ")[2] }
        #expect(!names.isEmpty && names.allSatisfy { $0.hasPrefix("Shop.") }, "\(names)")
    }

    @Test func inspects() throws {
        let folder = try TestFolder()
        try folder.writeSpecification()
        let table = folder.run("inspect", "pets.yaml")
        #expect(table.status == 0)
        let lines = table.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("NAME      REQUEST          METHOD  PATH   RESPONSE") == true)
        #expect(lines.last?.hasPrefix("ListPets  ListPetsRequest  GET     /pets  [Pet]") == true)
        let json = folder.run("inspect", "--format", "json", "pets.yaml").output
        #expect(json.hasPrefix("{\n  \"api\": \"Pets\",\n  \"endpoints\": [\n    {\n      \"column\": "))
        #expect(json.hasSuffix("  ],\n  \"version\": 1\n}\n") && json.contains(#""request": "ListPetsRequest""#))
        #expect(
            folder.run("inspect", "--names", "--format", "json", "pets.yaml").output.hasSuffix(
                "\n  \"version\": 1\n}\n"))
        #expect(
            json.contains(
                "      \"file\": \"pets.yaml\",\n      \"line\": 5,\n      \"method\": \"GET\",\n      \"name\": \"ListPets\",\n"
            )
        )
        try folder.writeSpecification(extra: "nonsense: 1")
        let bad = folder.run("inspect", "pets.yaml", isTerminal: true, variables: ["NO_COLOR": "1"])
        #expect(bad.status == 1)
        #expect(bad.output == "")
        #expect(bad.errors.contains("\nnonsense: 1\n^~~~~~~~\n"))
    }

    @Test func inspectWritesAPage() throws {
        let folder = try TestFolder()
        try folder.writeSpecification()
        let first = folder.run("inspect", "pets.yaml", "--html", "docs/pets.html")
        #expect(first.status == 0 && first.output == "wrote docs/pets.html\n", "\(first.errors)")
        let page = try #require(folder.read("docs/pets.html"))
        #expect(page.hasPrefix(PageHTML.prefix) && page.contains("ListPetsRequest"))
        #expect(folder.run("inspect", "pets.yaml", "--html", "-").output == page)
        // A description with errors writes nothing, and an older page stays.
        try folder.writeSpecification(extra: "nonsense: 1")
        let bad = folder.run("inspect", "pets.yaml", "--html", "docs/pets.html")
        #expect(bad.status == 1 && bad.errors.hasSuffix("nothing was written\n"), "\(bad.errors)")
        #expect(folder.read("docs/pets.html") == page)
        for other in ["--format=json", "--names", "--paging", "--wide"] {
            #expect(folder.run("inspect", "pets.yaml", "--html", "-", other).status == 64)
        }
    }

    /// At its line, as on a terminal, without credentials.
    @Test func aPageHasTheWarnings() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "servers": [{"url": "https://me:secret@api.example.com"}],
            "paths": {"/a": {"get": {"operationId": "a", "nonsense": "https://me:secret@example.com", "responses": {"204": {"description": ""}}}}}}
            """, to: "a.json")
        let result = folder.run("inspect", "a.json", "--html", "-")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("\"id\":\"no-security\"") && result.output.contains("\"at\":\"a.json:"))
        #expect(result.output.contains("\"marker\":\"") && !result.output.contains("secret"))
    }

    @Test func writesAStartingDescription() throws {
        let folder = try TestFolder()
        let result = folder.run("init")
        #expect(result.status == 0)
        #expect(
            result.output
                == "wrote api.yaml\nwrote callsite.schema.json\nwrote callsite.yaml\nwrote callsite.configuration.schema.json\n"
        )
        #expect(folder.read("api.yaml") == NativeFormat.starter(for: "api.yaml"))
        #expect(folder.read("api.yaml")?.hasSuffix(NativeFormat.starter + "\n") == true)
        #expect(folder.run("validate", "api.yaml", "--strict").status == 0)
        // One line makes models comparable, and what has an 'id' is identifiable anyway.
        let generated = folder.run("generate")
        #expect(generated.status == 0, "\(generated.errors)")
        let models = folder.read("Generated/Example+Models.swift") ?? ""
        #expect(models.contains("struct Item: DecodableModel, Hashable, Identifiable {"))
        let again = folder.run("init")
        #expect(again.status == 74)
        #expect(
            again.errors
                == "api.yaml: error: exists already, and can't be overwritten; move it away, or choose another name\nnothing was written\n"
        )
        let other = folder.run("init", "Specs/my api.yaml")
        #expect(other.output == "wrote Specs/my api.yaml\nwrote Specs/callsite.schema.json\n")
        // There is no schema beside standard output.
        #expect(folder.run("init", "-").output.hasPrefix("# An API for Callsite."))
        try folder.link("link.yaml", to: "gone.yaml")
        #expect(folder.run("init", "link.yaml").status == 74)
        #expect(
            folder.names() == [
                "Generated", "Specs", "api.yaml", "callsite.configuration.schema.json", "callsite.schema.json",
                "callsite.yaml", "link.yaml",
            ])
        let plugins = try TestFolder()
        #expect(plugins.run("init", "a b.callsite.yaml").output.contains("wrote callsite.yaml\n"))
        #expect(plugins.read("a b.callsite.yaml")?.contains("callsite generate") == false)
        #expect(plugins.run("generate", "a b.callsite.yaml", "--output", "Out").status == 0)
        #expect(plugins.read("Out/Example+Models.swift")?.contains("DecodableModel, Hashable") == true)
    }

    /// Editors read the schema that the first line of a file names: each file that is written is there.
    @Test(arguments: ["api.yaml", "Sources/App/shop.callsite.yaml"])
    func aStartersFirstLineNamesAFileThatIsThere(_ path: String) throws {
        let folder = try TestFolder()
        #expect(folder.run("init", path).status == 0)
        for name in [path, "callsite.yaml"] {
            let line = folder.read(name)?.split(separator: "\n").first ?? ""
            let schema = try #require(line.split(separator: "=").last.map(String.init))
            #expect(line.hasPrefix("# yaml-language-server: $schema="))
            let text = try #require(folder.read(Path.join(Path.folder(of: name), schema)), "\(schema)")
            let known = [NativeFormat.jsonSchema(), NativeFormat.configurationSchema()]
            #expect(text == known[name == path ? 0 : 1] && NativeFormat.isSchema(Array(text.utf8)))
        }
        // A schema of another version of Callsite is replaced, and a file of anybody else's stays.
        let schema = Path.join(Path.folder(of: path), "callsite.schema.json")
        try folder.write((folder.read(schema) ?? "") + "\n", to: schema)
        let another = Path.join(Path.folder(of: path), "other.yaml")
        #expect(folder.run("init", another).status == 0)
        #expect(folder.read(schema) == NativeFormat.jsonSchema())
        try folder.write("{}", to: schema)
        let third = folder.run("init", Path.join(Path.folder(of: path), "third.yaml"))
        #expect(third.status == 74 && third.errors.contains("callsite.schema.json: error: not written by Callsite"))
        #expect(folder.read(schema) == "{}" && folder.names(in: Path.folder(of: path)).contains("third.yaml") == false)
    }

    @Test func printsTheSchema() throws {
        let result = try TestFolder().run("schema")
        #expect(result.status == 0)
        #expect(result.output == NativeFormat.jsonSchema())
        #expect(result.output.hasPrefix("{") && result.output.hasSuffix("}\n"))
    }

    @Test(arguments: ["Folder/", "Folder", "."])
    func startingDescriptionNeedsAFileName(path: String) throws {
        let folder = try TestFolder()
        try folder.makeFolder("Folder")
        #expect(folder.run("init", path).status == 74)
        #expect(folder.names(in: "Folder") == [])
    }
}
