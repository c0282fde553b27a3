import CallsiteCore
import CallsiteReference
import Foundation
import SwiftCompiler
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

/// `callsite.yaml`: which descriptions there are, where each goes, and what wins over what.
@Suite struct ConfigurationTests {
    private func folder(_ configuration: String, at path: String = "callsite.yaml") throws -> TestFolder {
        let folder = try TestFolder()
        try folder.writeSpecification("Specs/pets.yaml")
        try folder.writeSpecification("Specs/stores.yaml", api: "Stores")
        try folder.write(configuration, to: path)
        return folder
    }

    @Test func generatesWhatItLists() throws {
        let folder = try folder(
            """
            callsite: 1
            access: public
            descriptions:
              - {source: Specs/pets.yaml, output: Out/Pets}
              - {source: Specs/stores.yaml, output: Out/Stores, access: internal, namespace: Stores}
              - {source: Specs/pets.yaml, target: App}
            """)
        let result = folder.run("generate")
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(folder.read("Out/Pets/Pets+Models.swift")?.contains("public nonisolated struct Pet") == true)
        let stores = folder.read("Out/Stores/Stores+Models.swift")
        #expect(stores?.contains("\nnonisolated extension Stores {\n") == true && stores?.contains("public") == false)
        #expect(folder.run("generate", "--check").status == 0)
        // The command line wins; one description takes its own entry.
        #expect(folder.run("generate", "--access=package", "--check").status == 2)
        #expect(folder.run("generate", "Specs/stores.yaml", "--config", "callsite.yaml", "--check").status == 0)
        #expect(folder.run("generate", "Specs/pets.yaml", "--config", "callsite.yaml", "-o", "Other").status == 0)
        #expect(folder.read("Other/Pets+Models.swift")?.contains("public nonisolated struct Pet") == true)
    }

    @Test func renamesAndConformances() throws {
        let folder = try folder(
            """
            callsite: 1
            descriptions:
              - source: Specs/pets.yaml
                output: Out
                renames: {Pet: Animal, ListPets: FindAnimals, Pet.name: title}
                conformances: {all: [Hashable], Pet: Identifiable}
            """)
        let result = folder.run("generate")
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        let models = try #require(folder.read("Out/Pets+Models.swift"))
        #expect(models.contains("nonisolated struct Animal: DecodableModel, Hashable, Identifiable {"))
        #expect(models.contains("let title: String") && models.contains(#"title = try fields["name"]"#))
        #expect(folder.read("Out/Pets+Requests.swift")?.contains("struct FindAnimalsRequest: PetsRequestType") == true)
        // The conformance of a generic model, and of the types nested in it, depends on the type arguments.
        try folder.writeSpecification(
            "generic.yaml", api: "Generic", extra: "  Page<Item>: {items: [Item], next: {fields: {item: Item}}}")
        try folder.write(
            "callsite: 1\ndescriptions: [{source: generic.yaml, output: Generic, namespace: G, conformances: {all: Hashable}}]\n",
            to: "callsite.yaml")
        #expect(folder.run("generate").status == 0)
        #expect(
            folder.read("Generic/G+Models.swift")?.hasSuffix(
                """

                nonisolated extension G.Page: Equatable where Item: Equatable {}

                nonisolated extension G.Page: Hashable where Item: Hashable {}

                nonisolated extension G.Page.Next: Equatable where Item: Equatable {}

                nonisolated extension G.Page.Next: Hashable where Item: Hashable {}

                """) == true)
        // A name that doesn't exist is reported as a slip, and a bad name is reported at its place.
        try folder.write(
            """
            callsite: 1
            descriptions:
              - source: Specs/pets.yaml
                output: Out
                renames: {Pett: Animal, Pet.nam: title, Pet: animal}
                conformances: {Pets: Hashable, Pet: "Hash able"}
            """, to: "callsite.yaml")
        let wrong = folder.run("generate")
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("callsite.yaml:5:50: error: 'animal' can't name a type"))
        #expect(wrong.errors.contains("callsite.yaml:6:41: error: 'Hash able' can't name a protocol"))
        try folder.write(
            """
            callsite: 1
            descriptions:
              - {source: Specs/pets.yaml, output: Out, renames: {Pett: Animal, Pet.nam: title}, conformances: {Pets: Hashable}}
            """, to: "callsite.yaml")
        let unknown = folder.run("generate")
        #expect(unknown.status == 1)
        for message in [
            "callsite.yaml renames 'Pett', which isn't here; did you mean 'Pet'? [unknown-rename]",
            "callsite.yaml renames 'Pet.nam', which isn't here; did you mean 'Pet.name'? [unknown-rename]",
            "callsite.yaml adds protocols to 'Pets', but there is no such model; did you mean 'Pet'? [unknown-conformance]",
        ] { #expect(unknown.errors.contains(message), "\(unknown.errors)") }
    }

    /// `naming:` makes names by rules, `renames:` wins over them, and `inspect --names` tells both.
    @Test func namingRules() throws {
        let folder = try folder(
            """
            callsite: 1
            descriptions:
              - source: openapi.yaml
                output: Out
                naming: {operations: byResource, dropPrefix: Acme, patterns: {"*Dto": $1}}
                renames: {"POST /v1/pets/{id}": ChangePet, AcmePet.kind.big: large}
            """)
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Pets, version: "1"}
            servers: [{url: "https://api.example.com"}]
            security: []
            paths:
              /v1/pets: {get: {operationId: pets.list, responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/AcmePet"}}}}}}}
              /v1/pets/{id}:
                parameters: [{name: id, in: path, required: true, schema: {type: string}}]
                get: {operationId: pets.get, responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/OwnerDto"}}}}}}
                post: {operationId: pets.post, responses: {"204": {description: ok}}}
            components:
              schemas:
                AcmePet: {type: object, properties: {kind: {type: string, enum: [big, small]}}}
                OwnerDto: {type: object, properties: {name: {type: string}}}
            """, to: "openapi.yaml")
        let result = folder.run("inspect", "openapi.yaml", "--names")
        #expect(result.status == 0, "\(result.errors)")
        let rows = result.output.split(separator: "\n").map { String($0).replacing(#/ {2,}/#, with: "|") }
        for row in [
            "KIND|NAME|SWIFT|WHY", "request|pets.list|ListPetsRequest|made by 'naming:' from 'list pets'",
            "request|pets.post|ChangePetRequest|chosen by the description or 'renames:'",
            "parameter|pets.get.id|GetPetRequest.id|as it is", "type|AcmePet|Pet|made by 'naming:' from 'Pet'",
            "case|AcmePet.kind.big|Pet.Kind.large|chosen by the description or 'renames:'",
            "type|OwnerDto|Owner|made by 'naming:' from 'Owner'",
        ] { #expect(rows.contains(row), "\(result.output)") }
        #expect(folder.run("inspect", "openapi.yaml", "--names", "--format", "json").output.contains(#""swift":"#))
        #expect(folder.run("generate").status == 0)
        #expect(folder.read("Out/Pets+Requests.swift")?.contains("struct ChangePetRequest") == true)
        try folder.write(
            "callsite: 1\ndescriptions: [{source: openapi.yaml, naming: {operations: byPath, dropTags: true, patterns: {a: []}}}]\n",
            to: "callsite.yaml")
        let wrong = folder.run("generate")
        for message in ["byResource", "dropTag", "a name such as '$1'"] {
            #expect(wrong.errors.contains(message), "\(wrong.errors)")
        }
    }

    /// An OpenAPI document can't say which deep links lead to its operations, so the configuration does.
    @Test func deepLinksOfAnOpenAPIDocument() throws {
        let configuration = """
            callsite: 1
            descriptions:
              - source: openapi.yaml
                output: Out
                links: {getPet: ["pets/{petId}", "p{petId}.html"]}
                deepLinks: {schemes: [pets], hosts: [pets.example.com]}
            """
        let folder = try folder(configuration)
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Pets, version: "1"}
            servers: [{url: "https://api.example.com"}]
            security: []
            paths:
              /pets/{petId}:
                get:
                  operationId: getPet
                  parameters: [{name: petId, in: path, required: true, schema: {type: integer}}]
                  responses: {"200": {description: ok, content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}}
              /twice/{id}:
                get:
                  operationId: getTwice
                  parameters:
                    - {name: id, in: path, required: true, schema: {type: integer}}
                    - {name: id, in: query, required: true, schema: {type: string}}
                  responses: {"204": {description: done}}
            """, to: "openapi.yaml")
        #expect(folder.run("generate").status == 0)
        let links = folder.read("Out/Pets.swift") ?? ""
        #expect(
            links.contains(#"from origins: DeepLink.Origins = .init(schemes: ["pets"], hosts: ["pets.example.com"])"#))
        #expect(links.contains(#"let values = link.match([.literal("pets"), .value()]),"#))
        #expect(folder.read("Out/Pets+Requests.swift")?.contains("struct PetProvider: RequestContentProviding") == true)
        // Two parameters that share a name are two; a mistake is reported as the configuration's.
        try folder.write(
            configuration.replacingOccurrences(of: "{getPet:", with: "{getTwice: [\"twice/{id}\"], getPet:"),
            to: "callsite.yaml")
        let twice = folder.run("generate")
        #expect(twice.status == 1)
        #expect(
            twice.errors.contains(
                "error: in callsite.yaml, 'twice/{id}': the link doesn't say what the required 'id' is"),
            "\(twice.errors)")
        try folder.write(
            configuration.replacingOccurrences(of: "{getPet:", with: "{getTwice: [\"twice/{id}?id={id}\"], getPet:"),
            to: "callsite.yaml")
        let both = folder.run("generate")
        #expect(both.status == 1 && both.errors.contains("comes twice"), "\(both.errors)")
        // A misspelled name is reported, and so is an invalid pattern.
        try folder.write(configuration.replacingOccurrences(of: "getPet:", with: "getPte:"), to: "callsite.yaml")
        let unknown = folder.run("generate")
        #expect(unknown.status == 1)
        #expect(
            unknown.errors.contains(
                "callsite.yaml adds deep links to 'getPte', but there is no such endpoint; did you mean 'getPet'? [unknown-linked-endpoint]"
            ))
        try folder.write(
            configuration.replacingOccurrences(of: "pets/{petId}", with: "pets/{pet").replacingOccurrences(
                of: "[pets]", with: "[https]"),
            to: "callsite.yaml")
        let wrong = folder.run("generate")
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("callsite.yaml:5:") && wrong.errors.contains("this '{' is not closed [bad-path]"))
        #expect(wrong.errors.contains("callsite.yaml:6:") && wrong.errors.contains("[bad-link-origin]"))
    }

    @Test func holdsForDescriptionsThatAreNamed() throws {
        let folder = try folder(
            "callsite: 1\naccess: package\ndescriptions: [{source: Specs/pets.yaml, output: Out}]\n")
        #expect(folder.run("generate", "Specs/pets.yaml").status == 0)
        #expect(folder.read("Out/Pets+Models.swift")?.contains("package nonisolated struct Pet") == true)
        // A setting for all descriptions applies to a description that `callsite.yaml` doesn't list.
        let missing = folder.run("generate", "Specs/stores.yaml")
        #expect(missing.status == 64)
        #expect(
            missing.errors.contains(
                "missing option '--output DIR'; callsite.yaml names no output for 'Specs/stores.yaml'"))
        #expect(folder.run("generate", "Specs/stores.yaml", "-oStores").status == 0)
        #expect(folder.read("Stores/Stores+Models.swift")?.contains("package nonisolated struct Pet") == true)
    }

    @Test func foldersThatMayBeIncludedFrom() throws {
        let folder = try folder(
            "callsite: 1\ndescriptions: [{source: Specs/pets.yaml, output: Out, allowOutside: [Shared]}]\n")
        try folder.writeSpecification("Specs/pets.yaml", extra: "include: [../Shared/toys.yaml]")
        try folder.write("callsite: 1\nmodels: {Toy: {name: String}}\n", to: "Shared/toys.yaml")
        #expect(folder.run("generate").status == 0)
        #expect(folder.read("Out/Pets+Models.swift")?.contains("struct Toy") == true)
        // Not through a link that leads on, and not from anywhere else.
        try folder.write("callsite: 1\nmodels: {Toy: {name: String}}\n", to: "Elsewhere/toys.yaml")
        try folder.delete("Shared/toys.yaml")
        try folder.link("Shared/toys.yaml", to: "../Elsewhere/toys.yaml")
        let refused = folder.run("generate")
        #expect(refused.status == 1 && refused.errors.contains("[include-outside]"))
        try folder.write("callsite: 1\nallowOutside: 3\n", to: "callsite.yaml")
        #expect(folder.run("generate").errors.contains("expected true, false or a list of folders [wrong-value]"))
    }

    @Test func theHelpListsEveryKey() throws {
        let help = try TestFolder().run("help", "configuration").output
        let reference = configurationReference()
        for (key, summary) in reference.all + reference.one {
            #expect(help.contains("  \(key) ") && help.contains(summary.prefix(20)))
        }
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 79 })
    }

    @Test func aPersonWhoWaitsIsToldWhatFor() throws {
        let folder = try TestFolder()
        try folder.writeSpecification(
            "pets.yaml", extra: String(repeating: "# padding that makes it long\n", count: 30_000))
        let waiting = folder.run(["generate", "pets.yaml", "-oOut"], isTerminal: true, variables: ["NO_COLOR": "1"])
        #expect(waiting.errors == "generating from pets.yaml, 0.8 MB\n")
        #expect(folder.run("generate", "pets.yaml", "-oOut").errors == "")
    }

    @Test func everyMistakeIsToldAtItsPlace() throws {
        let folder = try folder(
            """
            callsite: 2
            acess: public
            strict: maybe
            descriptions:
              - {output: Out}
              - {source: a.yaml, access: open, namespace: a b}
              - [x]
            """)
        let result = folder.run("generate")
        #expect(result.status == 1)
        for line in [
            "callsite.yaml:1:11: error: this is version 2 of a configuration; write 'callsite: 1', which this Callsite reads [unknown-version]",
            "callsite.yaml:2:1: error: unknown key 'acess' in a configuration; did you mean 'access'? [unknown-key]",
            "callsite.yaml:3:9: error: 'strict' is 'maybe'; expected true or false [wrong-value]",
            "callsite.yaml:5:5: error: a configured description needs 'source'; write 'source: openapi.yaml', the description's file [missing-key]",
            "callsite.yaml:6:30: error: 'access' can't be 'open'",
            "callsite.yaml:6:47: error: ",
            "callsite.yaml:7:5: error: a configured description is a mapping, and this is a list",
        ] { #expect(result.errors.contains(line), "\(line)\n\(result.errors)") }
        #expect(folder.names() == ["Specs", "callsite.yaml"])
        #expect(folder.run("generate", "--config", "nothing.yaml").status == 74)
    }

    @Test func descriptionsOfATargetShareAFixedListOfFiles() throws {
        let folder = try folder(
            """
            callsite: 1
            descriptions:
              - {source: Specs/pets.yaml, target: App, namespace: Pets}
              - {source: Specs/stores.yaml, namespace: Stores}
              - {source: Specs/stores.yaml, output: Elsewhere}
            """)
        let options = ["generate", "--shards=2", "--config=callsite.yaml", "--output=Out", "--quiet"]
        #expect(folder.run(options + ["--target=App"]).status == 0)
        let names = [
            "Callsite+API.swift", "Callsite+Models00.swift", "Callsite+Models01.swift", "Callsite+Requests00.swift",
            "Callsite+Requests01.swift",
        ]
        #expect(folder.names(in: "Out") == names)
        #expect(folder.read("Out/.callsite-manifest.json") == nil)
        let api = try #require(folder.read("Out/Callsite+API.swift"))
        #expect(api.contains("from pets.yaml") && api.contains("from stores.yaml"))
        // Nothing is rewritten.
        for name in names { try folder.age("Out/\(name)") }
        #expect(folder.run(options + ["--target=App"]).status == 0)
        for name in names { #expect(try folder.isAged("Out/\(name)")) }
        // Another target has what is for none in particular; without any, what was found in the target counts.
        #expect(folder.run(options + ["--target=Other"]).status == 0)
        #expect(folder.read("Out/Callsite+API.swift")?.contains("from pets.yaml") == false)
        #expect(folder.names(in: "Out") == names)
        try folder.write("callsite: 1\naccess: public\n", to: "callsite.yaml")
        #expect(folder.run(options + ["--target=App", "Specs/pets.yaml"]).status == 0)
        #expect(folder.read("Out/Callsite+API.swift")?.contains("public nonisolated protocol PetsRequestType") == true)
        // One file has one access level for its imports.
        try folder.write(
            "callsite: 1\ndescriptions: [{source: Specs/pets.yaml, access: public}, {source: Specs/stores.yaml, namespace: S}]\n",
            to: "callsite.yaml")
        let clash = folder.run(options + ["--target=App"])
        #expect(clash.status == 1 && clash.errors.contains("descriptions of one target have one access"))
    }

    /// SwiftPM plans a build once: a file that it doesn't watch is reported.
    @Test func aPlanThatIsStaleIsAnError() throws {
        let folder = try folder("callsite: 1\ndescriptions: [{source: Specs/pets.yaml, target: App}]\n")
        func plan(watching names: String..., absent: String? = nil) throws {
            let lines =
                names.map { "watched \(folder.path)/\($0)\n" }
                + (absent.map { ["absent \(folder.path)/\($0)\n"] } ?? [])
            try folder.write(lines.joined(), to: "plan.txt")
        }
        let options = ["generate", "--shards=1", "--target=App", "--output=Out", "--quiet", "--plan=plan.txt"]
        let configured = options + ["--config=callsite.yaml"]
        try plan(watching: "callsite.yaml", "Specs/pets.yaml")
        #expect(folder.run(configured).status == 0)
        // A description more.
        try folder.write(
            "callsite: 1\ndescriptions: [{source: Specs/pets.yaml, target: App}, {source: Specs/stores.yaml, target: App, namespace: S}]\n",
            to: "callsite.yaml")
        let old = try #require(folder.read("Out/Callsite+API.swift"))
        let stale = folder.run(configured)
        #expect(
            stale.status == 1
                && stale.errors.contains("Specs/stores.yaml', which callsite.yaml names; the build was planned before"))
        #expect(stale.errors.contains("[stale-plan]") && folder.read("Out/Callsite+API.swift") == old)
        try plan(watching: "callsite.yaml", "Specs/pets.yaml", "Specs/stores.yaml")
        #expect(folder.run(configured).status == 0)
        // A configuration where there was none.
        try plan(watching: "Specs/pets.yaml", absent: "callsite.yaml")
        let new = folder.run(options + ["Specs/pets.yaml"])
        #expect(
            new.status == 1 && new.errors.contains("knows nothing of") && new.errors.contains("[stale-plan]"),
            "\(new.errors)")
        try folder.delete("callsite.yaml")
        #expect(folder.run(options + ["Specs/pets.yaml"]).status == 0)
        // A description includes a file that the plan doesn't watch.
        try folder.write("callsite: 1\nmodels: {Size: {width: Int}}\n", to: "Specs/sizes.yaml")
        try folder.write(
            "callsite: 1\napi: Boxes\nbaseURL: https://a.example\ninclude: [sizes.yaml]\nendpoints: {GetBox: {path: /box, response: Size}}\n",
            to: "Specs/boxes.yaml")
        try plan(watching: "Specs/boxes.yaml")
        let included = folder.run(options + ["Specs/boxes.yaml"])
        #expect(
            included.status == 0 && included.errors.contains("Specs/sizes.yaml'")
                && included.errors.contains("[unwatched-file]"))
    }

    /// A plugin gives the version of its package. The tool may be the binary of another release.
    @Test(arguments: [
        ("0.1.7", nil), ("0.1.0", nil),
        ("0.2.0", "use Callsite 0.2.0, the version of the package 'callsite'"),
        ("0.0.9", "update the package 'callsite' (swift package update callsite), or use Callsite 0.0.9"),
        ("1.1.0", "use Callsite 1.1.0, the version of the package 'callsite'"),
    ])
    func theToolFitsTheRuntime(_ runtime: String, _ help: String?) throws {
        let folder = try folder("callsite: 1\n")
        let result = folder.run("generate", "Specs/pets.yaml", "-oOut", "--runtime", runtime)
        #expect((result.status, folder.read("Out/Pets.swift") != nil) == (help == nil ? 0 : 1, help == nil))
        guard let help else { return }
        #expect(
            result.errors.hasPrefix(
                "callsite: error: this is Callsite 0.1.0, whose code doesn't compile with the package's runtime, \(runtime); \(help) [other-runtime]\n"
            ), "\(result.errors)")
    }

    /// A target for which `callsite.yaml` lists descriptions gets no others.
    @Test func theListOfATargetIsComplete() throws {
        let folder = try folder(
            """
            callsite: 1
            descriptions:
              - {source: Specs/pets.yaml, target: App, namespace: Pets}
              - {source: Specs/other.yaml, target: Other}
            """)
        try folder.write("not read", to: "Specs/other.yaml")
        func run(_ target: String, _ sources: String...) -> RunResult {
            let options = ["generate", "--shards=1", "--config=callsite.yaml", "--output=Out", "--quiet"]
            return folder.run(options + ["--target=\(target)", "--"] + sources)
        }
        let result = run("App", "Specs/pets.yaml", "Specs/other.yaml", "Specs/stores.yaml")
        #expect(
            result.errors
                == "callsite.yaml:3:39: warning: 'Specs/stores.yaml' isn't generated: other descriptions are listed for the target 'App'; list it too, or leave it out of the target: 'exclude:' in Package.swift [unlisted-description]\n"
        )
        #expect(result.status == 0)
        let api = folder.read("Out/Callsite+API.swift") ?? ""
        #expect(api.contains("pets.yaml") && !api.contains("stores.yaml"))
        // A target for which nothing is listed has its own.
        let third = run("Third", "Specs/pets.yaml", "Specs/stores.yaml")
        #expect(third.status == 0 && third.errors == "", "\(third.errors)")
        #expect(folder.read("Out/Callsite+API.swift")?.contains("stores.yaml") == true)
        // One that a listed description includes is part of that.
        try folder.write("callsite: 1\nmodels: {Size: {width: Int}}\n", to: "Specs/sizes.callsite.yaml")
        try folder.write(
            "callsite: 1\napi: Boxes\nbaseURL: https://a.example\nauthentication: none\ninclude: [sizes.callsite.yaml]\nendpoints: {GetBox: {path: /box, response: Size}}\n",
            to: "Specs/pets.yaml")
        let included = run("App", "Specs/sizes.callsite.yaml")
        #expect(included.status == 0 && included.errors == "", "\(included.errors)")
    }

    // MARK: Without a dependency

    /// A folder has the modules of the runtime that its descriptions need, whichever of them is generated.
    @Test func onlyNeededModulesAreEmbedded() async throws {
        let folder = try TestFolder()
        let head = "callsite: 1\nbaseURL: https://x.example\n"
        try folder.write(
            head + "api: Plain\nendpoints: {GetThing: {path: /thing, response: Thing}}\nmodels: {Thing: {id: Int}}\n",
            to: "plain.yaml")
        try folder.write(
            head
                + "api: Lists\nendpoints: {ListDays: {path: /days, parameters: {page: Int = 1}, response: [Event], pagination: {style: page, parameter: page}}}\n"
                + "models: {Event: {on: Stamp}, Stamp: {dateFormat: yyyyMMddHHmmss}}\n", to: "lists.yaml")
        func modules() -> Set<String> {
            Set(folder.names(in: "Out").filter { $0.hasPrefix("Callsite") }.map { String($0.prefix { $0 != "+" }) })
        }
        func generate(_ name: String, _ options: String...) -> RunResult {
            folder.run(["generate", name, "-oOut", "--embed-runtime"] + options)
        }
        #expect(generate("plain.yaml").status == 0)
        #expect(modules() == ["CallsiteHTTP", "CallsiteCurl", "CallsiteRuntime"])
        let both: Set = [
            "CallsiteHTTP", "CallsiteCurl", "CallsiteRuntime", "CallsitePagination", "CallsiteToolkit",
        ]
        let lists = generate("lists.yaml", "--namespace=Lists")
        #expect(lists.status == 0, "\(lists.errors)")
        #expect(modules() == both)
        // The other description still needs them.
        #expect(generate("plain.yaml").status == 0)
        #expect(modules() == both)
        #expect(generate("plain.yaml", "--check").status == 0)
        let checked = try await SwiftCompiler.run(
            ["-typecheck", "-warnings-as-errors", "-module-name", "App", "-swift-version", "6"]
                + folder.names(in: "Out").filter { $0.hasSuffix(".swift") }.map { folder.path("Out/\($0)") })
        #expect(checked.status == 0, "\(checked.text)")
        // Without the description that needed them they go.
        try folder.delete("lists.yaml")
        #expect(generate("plain.yaml", "--force").status == 0)
        #expect(modules() == ["CallsiteHTTP", "CallsiteCurl", "CallsiteRuntime"])
    }

    /// One runtime for a module: of this run, and of earlier ones.
    @Test func aModuleHasOneRuntime() throws {
        let folder = try folder("callsite: 1\n")
        func run(_ name: String, _ output: String, _ options: String...) -> (status: Int32, errors: String) {
            let result = folder.run(
                ["generate", "Specs/\(name).yaml", "-o", output, "--namespace=\(name.capitalized)"] + options)
            return (result.status, result.errors)
        }
        #expect(run("pets", "Sources/App/Pets", "--embed-runtime").status == 0)
        #expect(folder.names(in: "Sources/App/Pets").contains("CallsiteRuntime+Session.swift"))
        let twice = run("stores", "Sources/App/Stores", "--embed-runtime")
        #expect(
            twice.errors.hasPrefix(
                "callsite: error: the runtime would be twice in the module 'App': in 'Sources/App/Pets' and in 'Sources/App/Stores'; give both one output, where they share it [runtime-twice]\n"
            ), "\(twice.errors)")
        // The code would import a runtime beside that of its module, in the same folder or in another.
        for output in ["Sources/App/Stores", "Sources/App/Pets", "Sources/App"] {
            let other = run("stores", output)
            #expect(
                other.status == 1
                    && other.errors.hasPrefix(
                        "callsite: error: the module 'App' has the runtime in 'Sources/App/Pets', and the code of 'Specs/stores.yaml' would import it from the package as well; embed it for both, with one output, or for none [runtime-twice]\n"
                    ), "\(other.errors)")
        }
        #expect(folder.names(in: "Sources/App") == ["Pets"])
        // Two runs share it, and a module of the same name in another package has its own.
        #expect(run("stores", "Sources/App/Pets", "--embed-runtime").status == 0)
        #expect(run("stores", "Other/Sources/App/Stores", "--embed-runtime").status == 0)
        try folder.write(
            "callsite: 1\ndescriptions: [{source: Specs/pets.yaml, output: Sources/App/Pets, namespace: Pets}, {source: Specs/stores.yaml, output: Third/Sources/App/Pets, namespace: Pets}]\n",
            to: "callsite.yaml")
        let alone = folder.run("generate")
        #expect(alone.status == 1 && alone.errors.contains("[runtime-twice]"), "\(alone.errors)")
        try folder.write(
            "callsite: 1\nembedRuntime: true\n" + (folder.read("callsite.yaml") ?? "").dropFirst(12),
            to: "callsite.yaml")
        let both = folder.run("generate")
        #expect(both.status == 0, "\(both.errors)")
        // The other way round: code that imports the runtime was there before. Fixtures don't count.
        let late = try self.folder("callsite: 1\n")
        #expect(
            late.run(
                "generate", "Specs/pets.yaml", "-oSources/App/Pets", "--fixtures=Sources/App/Fixtures", "--module=App"
            ).status == 0)
        let embedding = late.run("generate", "Specs/stores.yaml", "-oSources/App/Stores", "--embed-runtime")
        #expect(
            embedding.status == 1 && embedding.errors.contains("the code of 'Specs/pets.yaml' would import it"),
            "\(embedding.errors)")
        try late.delete("Sources/App/Pets")
        #expect(late.run("generate", "Specs/stores.yaml", "-oSources/App/Stores", "--embed-runtime").status == 0)
    }

    @Test func theRuntimeCanBeEmbedded() async throws {
        let folder = try TestFolder()
        // Names of the runtime's own types are taken now.
        try folder.writeSpecification("pets.yaml", extra: "  Origin: {id: Int}\n  Tape: {id: Int}")
        try folder.writeSpecification("stores.yaml", api: "Stores")
        let result = folder.run("generate", "pets.yaml", "-oOut", "--embed-runtime")
        #expect(result.status == 0)
        #expect(folder.read("Out/Pets+Models.swift")?.contains("struct PetsOrigin") == true)
        #expect(folder.run("generate", "stores.yaml", "-oOut", "--embed-runtime", "--namespace=Stores").status == 0)
        let names = folder.names(in: "Out")
        #expect(
            names.contains("CallsiteRuntime+Session.swift") && names.contains("Pets.swift")
                && names.contains("Stores.swift"))
        #expect(folder.run("generate", "pets.yaml", "-oOut", "--embed-runtime", "--check").status == 0)
        // It compiles by itself, in the language modes and with warnings as errors, also in an app whose module belongs
        // to the main actor, and none of it belongs to that.
        try folder.write(
            "nonisolated func read(_ data: Data) throws -> JSONValue { try decodeJSON(JSONValue.self, from: data) }\nimport Foundation\n",
            to: "Out/Own.swift")
        for mode in [["5"], ["6"], ["6", "-default-isolation", "MainActor"]] {
            let checked = try await SwiftCompiler.run(
                ["-typecheck", "-warnings-as-errors", "-module-name", "App", "-swift-version"] + mode
                    + (names + ["Own.swift"]).map { folder.path("Out/\($0)") })
            #expect(checked.status == 0, "Swift \(mode): \(checked.text)")
        }
        let open = folder.run("generate", "pets.yaml", "-oOpen", "--embed-runtime", "--access=public")
        #expect(open.status == 1 && open.errors.contains("embed it into internal code only"))
        // It stays as long as one description of the folder wants it, and goes when all of them do without.
        let alone = folder.run("generate", "pets.yaml", "-oOut")
        #expect(alone.status == 1 && alone.errors.contains("[runtime-twice]"))
        #expect(folder.names(in: "Out").contains("CallsiteRuntime+Session.swift"))
        try folder.write(
            "callsite: 1\ndescriptions: [{source: pets.yaml, output: Out}, {source: stores.yaml, output: Out, namespace: Stores}]\n",
            to: "callsite.yaml")
        let plain = folder.run("generate")
        #expect(plain.status == 0 && plain.output.contains("deleted Out/CallsiteRuntime+Session.swift\n"))
        #expect(!folder.names(in: "Out").contains { $0.hasPrefix("CallsiteRuntime+") })
    }

    /// Every path of a configuration is seen from its folder, wherever one works.
    @Test func pathsAreSeenFromTheConfigurationsFolder() throws {
        let folder = try TestFolder()
        try folder.writeSpecification("App/pets.yaml")
        try folder.writeSpecification("App/old.yaml")
        try folder.makeFolder("App/Templates")
        let settings = [
            "source": "pets.yaml", "output": "Sources/App/Out", "fixtures": "Tests/AppTests",
            "mock": "Mocks/pets.mock.json",
            "templates": "Templates", "since": "old.yaml",
        ]
        try folder.write(
            "callsite: 1\ndescriptions:\n  - {\(settings.map { "\($0): \($1)" }.sorted().joined(separator: ", "))}\n",
            to: "App/callsite.yaml")
        let result = folder.run("generate", "--config", "App/callsite.yaml")
        #expect(result.status == 0, "\(result)")
        #expect(folder.names() == ["App"])
        #expect(folder.names(in: "App/Mocks") == ["pets.mock.json"])
        #expect(folder.names(in: "App/Tests/AppTests") == ["Pets+Fixtures.swift"])
        #expect(folder.run("generate", "--check", from: "App").status == 0)
    }

    // MARK: Fixtures

    @Test func modelsCanBeMadeForTests() async throws {
        let folder = try TestFolder()
        try folder.writeSpecification(
            "pets.yaml",
            extra: """
                  Toy: {operator: {type: String, example: "a \\"b\\""}, kind: small | large, at: Timestamp, price: {type: Decimal, example: 1.50}, wrong: {type: Int, example: many}}
                  Page<Item>: {items: [Item], first: Item, links: {fields: {next: URL, other: Item?}}}
                  Box: {toys: Page<Toy>, shape: Shape, toy: Toy, seen: Day = 2024-02-29}
                  Shape: {union: [String, Toy]}
                """)
        #expect(
            folder.run("generate", "pets.yaml", "-oSources/My-App/API", "--fixtures", "Tests/MyAppTests/").status == 0)
        #expect(folder.names(in: "Tests/MyAppTests") == ["Pets+Fixtures.swift"])
        let text = try #require(folder.read("Tests/MyAppTests/Pets+Fixtures.swift"))
        #expect(text.contains("@testable import My_App\n"))
        #expect(
            text.contains(
                """
                nonisolated extension Toy {
                    static func fixture(
                        `operator`: String = "a \\"b\\"",
                        kind: Kind = .small,
                """.replacing("kind: Kind", with: "kind: Toy.Kind")))
        #expect(
            text.contains("wrong: Int = 1\n") && text.contains("toys: Page<Toy>,\n")
                && text.contains("toy: Toy = .fixture(),\n"))
        #expect(
            text.contains("links: Page<Item>.Links = .fixture()") && text.contains("shape: Shape = .string(\"shape\")"))
        #expect(
            folder.run("generate", "pets.yaml", "-oSources/My-App/API", "--fixtures", "Tests/MyAppTests", "--check")
                .status == 0)
        // Without a folder of Sources the module is unknown.
        let unknown = folder.run("generate", "pets.yaml", "-oOut", "--fixtures", "Tests")
        #expect(unknown.status == 64 && unknown.errors.contains("missing option '--module NAME'"))
        #expect(
            folder.run(
                "generate", "pets.yaml", "-oOut", "--fixtures", "Fixtures", "--module", "App", "--access=public",
                "--namespace=P"
            )
            .status == 0)
        #expect(
            folder.read("Fixtures/P+Fixtures.swift")?.contains("import App\n\nnonisolated extension P.Pet {") == true
        )
        // They compile, and with them the models.
        guard let modules = SwiftCompiler.modules else { return }
        for (sources, fixtures, name, testing) in [
            ("Sources/My-App/API", "Tests/MyAppTests", "My_App", ["-enable-testing"]), ("Out", "Fixtures", "App", []),
        ] {
            let files = folder.names(in: sources).map { folder.path("\(sources)/\($0)") }
            let module = folder.path("\(name).swiftmodule")
            let built = try await SwiftCompiler.run(
                [
                    "-emit-module", "-swift-version", "6", "-module-name", name, "-I", modules, "-emit-module-path",
                    module,
                ] + testing + files)
            #expect(built.status == 0, "\(built.text)")
            let checked = try await SwiftCompiler.run(
                [
                    "-typecheck", "-warnings-as-errors", "-swift-version", "6", "-D", "DEBUG", "-I", modules, "-I",
                    folder.path,
                ]
                    + folder.names(in: fixtures).map { folder.path("\(fixtures)/\($0)") })
            #expect(checked.status == 0, "\(checked.text)")
        }
    }

    // MARK: Watching

    @Test func generatesAgainWhenAFileIsSaved() throws {
        let folder = try TestFolder()
        try folder.writeSpecification("pets.yaml", extra: "include: [more.yaml]")
        try folder.write("callsite: 1\nmodels: {Toy: {name: String}}\n", to: "more.yaml")
        var looks = 0
        let good = folder.read("pets.yaml") ?? ""
        let result = folder.run(
            ["generate", "pets.yaml", "-oOut", "--watch"],
            wait: { _ in
                looks += 1
                switch looks {
                case 3: try? folder.write("callsite: 1\nmodels: {Toy: {name: String, price: Int}}\n", to: "more.yaml")
                // An error is reported, and nothing is lost.
                case 10: try? folder.write(good + "\nnonsense: 1\n", to: "pets.yaml")
                // An editor that puts another file into the place of the old one.
                case 20: try? folder.delete("pets.yaml")
                case 21: try? folder.write(good.replacing("name: String", with: "title: String"), to: "pets.yaml")
                default: break
                }
                return looks < 40
            })
        #expect(result.status == 0)
        #expect(folder.read("Out/Pets+Models.swift")?.contains("let price: Int") == true)
        #expect(folder.read("Out/Pets+Models.swift")?.contains("let title: String") == true)
        #expect(result.errors.contains("watching 2 files; stop with Control-C\n"))
        #expect(result.errors.contains("unknown key 'nonsense'"))
        #expect(!result.errors.contains("can't read"))
        #expect(result.output.components(separatedBy: "wrote Out/Pets+Models.swift\n").count == 4)
    }

    // MARK: For programs

    @Test func problemsAsJSONAndAsAnnotations() throws {
        let folder = try TestFolder()
        try folder.writeSpecification("a,b:%.yaml", extra: "headrs: {}\ninclude: [gone.yaml]")
        let json = folder.run("generate", "a,b:%.yaml", "-oOut", "--diagnostics=json")
        #expect(json.status == 1 && json.output == "")
        #expect(
            json.errors == """
                {"column":1,"file":"a,b:%.yaml","help":"did you mean 'headers'?","id":"unknown-key","line":13,"message":"unknown key 'headrs' in a description","severity":"error","version":1}
                {"column":11,"file":"a,b:%.yaml","id":"include-not-found","line":14,"message":"no such file 'gone.yaml'","severity":"error","version":1}

                """)
        let unreadable = folder.run("validate", "nothing.yaml", "--diagnostics=json")
        #expect(
            unreadable.errors
                == #"{"message":"can't read 'nothing.yaml': No such file or directory","severity":"error","version":1}"#
                + "\n")
        let github = folder.run("validate", "a,b:%.yaml", "--diagnostics", "github")
        #expect(
            github.errors.hasPrefix(
                "::error file=a%2Cb%3A%25.yaml,line=13,col=1,title=unknown-key::unknown key 'headrs'"))
    }

    @Test func timings() throws {
        let folder = try TestFolder()
        try folder.writeSpecification()
        #expect(
            folder.run("generate", "pets.yaml", "-oOut", "--timings").errors
                == "read 0.0 ms, generated 0.0 ms, wrote 0.0 ms\n")
    }

    /// `callsite help format` has every key, and `callsite schema configuration` all of callsite.yaml.
    @Test func referencesOfKeys() throws {
        let folder = try TestFolder()
        let help = folder.run("help", "format").output
        for key in FormatReference.sections.flatMap(\.keys) {
            #expect(help.contains("\n  \(key.name)\n") && help.contains("\n      \(key.example)\n"), "\(key.name)")
        }
        let schema = folder.run("schema", "configuration").output
        let parsed = try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any]
        let properties = try #require(parsed?["properties"] as? [String: Any])
        let reference = configurationReference()
        #expect(Set(properties.keys) == Set(reference.all.map(\.key)))
        for key in reference.one.map(\.key) { #expect(schema.contains("\"\(key)\": {")) }
        for definition in ["strategy", "source", "deepLinks"] { #expect(schema.contains("#/$defs/\(definition)")) }
        #expect(
            (parsed?["$defs"] as? [String: Any])?.keys.sorted() == [
                "authentication", "conditions", "deepLinks", "source", "strategy",
            ])
        #expect(folder.run("schema", "description").output == folder.run("schema").output)
        #expect(folder.run("init").output.contains("wrote callsite.schema.json\n"))
    }
}
