import CallsiteCore
import CallsiteDiff
import Foundation
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

/// A name that fits nothing is an error, and the earlier output stays as it is.
@Suite struct SelectionTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Shop, version: "1"}
        servers: [{url: "https://api.example.com"}]
        security: []
        paths:
          /issues: {post: {operationId: issues/create, tags: [issues], responses: {"204": {description: done}}}}
          /users/{id}:
            get:
              operationId: getUser
              tags: [users, people]
              parameters: [{name: id, in: path, required: true, schema: {type: string, format: uuid}}]
              responses: {"204": {description: done}}

        """

    private func folder() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write(Self.document, to: "openapi.yaml")
        #expect(folder.run("generate", "openapi.yaml", "-oOut", "-q").status == 0)
        #expect(folder.names(in: "Out").count == 3)
        return folder
    }

    private func expectNothingChanged(_ result: RunResult, _ message: String, in folder: TestFolder) {
        #expect(result.status == 1 && result.output == "")
        #expect(
            result.errors.hasPrefix(message + "\n") && result.errors.hasSuffix("nothing was written\n"),
            "\(result.errors)")
        #expect(folder.names(in: "Out").count == 3)
    }

    @Test(arguments: [
        ("issue/create", "no operation is called 'issue/create'; did you mean 'issues/create'?"),
        ("getUser,getUsr", "no operation is called 'getUsr'; did you mean 'getUser'?"),
        ("users", "no operation is called 'users'; did you mean 'tag:users'?"),
        ("tag:people,tag:peopel", "no operation has the tag 'peopel'; did you mean 'tag:people'?"),
        ("tag:getUser", "no operation has the tag 'getUser'; did you mean the operation 'getUser'?"),
        ("tag:nosuch", "no operation has the tag 'nosuch'; 'callsite inspect' lists the operations"),
        ("/isues", "no operation has the path '/isues'; did you mean '/issues'?"),
        ("GET /users/{ids}", "no operation has the path 'GET /users/{ids}'; did you mean 'GET /users/{id}'?"),
        ("get*,put*", "no operation is called 'put*'; 'callsite inspect' lists the operations"),
        ("/users/*, /orders/* ", "no operation has the path '/orders/*'; 'callsite inspect' lists the operations"),
    ])
    func onTheCommandLine(_ choice: String, _ message: String) throws {
        let folder = try folder()
        let line = "callsite: error: '--include': \(message) [matches-no-operation]"
        for command in [["generate", "-oOut"], ["import"], ["inspect"]] {
            let result = folder.run(command + ["openapi.yaml", "--include", choice])
            #expect(result.status == 1 && result.errors.hasPrefix(line + "\n"), "\(result.errors)")
        }
        expectNothingChanged(folder.run("generate", "-oOut", "openapi.yaml", "--include", choice), line, in: folder)
    }

    @Test func eachCommandRefusesAChoiceThatFitsNothing() throws {
        let folder = try folder()
        try folder.write(#"{"log": {"entries": []}}"#, to: "Recorded/a.har")
        let commands = Command.all.filter { $0.options.contains { $0.long == "include" } }
        #expect(commands.count >= 6)
        for command in commands {
            let more = ["generate": "-oOut", "drift": "Recorded", "diff": "openapi.yaml"][command.name]
            let line = [command.name, "openapi.yaml"] + [more].compactMap(\.self) + ["--include", "nosuch"]
            let result = folder.run(line)
            #expect(result.status == 1, "\(line)")
            #expect(result.errors.contains("'--include': no operation is called 'nosuch'"), "\(line): \(result.errors)")
        }
    }

    @Test(arguments: [
        (
            "include: {tags: [nosuch]}", 69,
            "'include': no operation has the tag 'nosuch'; 'callsite inspect' lists the operations"
        ),
        ("include: {tags: [users, isues]}", 76, "'include': no operation has the tag 'isues'; did you mean 'issues'?"),
        ("include: {paths: [/user/*]}", 70, "'include': no operation has the path '/user/*'; did you mean '/users/*'?"),
        (
            "exclude: {paths: ['GET /user/{id}']}", 70,
            "'exclude': no operation has the path 'GET /user/{id}'; did you mean 'GET /users/{id}'?"
        ),
        (
            "exclude: {operations: [getuser]}", 75,
            "'exclude': no operation is called 'getuser'; did you mean 'getUser'?"
        ),
    ])
    func inTheConfiguration(_ setting: String, _ column: Int, _ message: String) throws {
        let folder = try folder()
        try folder.write(
            "callsite: 1\ndescriptions: [{source: openapi.yaml, output: Out, \(setting)}]\n", to: "callsite.yaml")
        expectNothingChanged(
            folder.run("generate"), "callsite.yaml:2:\(column): error: \(message) [matches-no-operation]", in: folder)
        #expect(folder.run("validate", "openapi.yaml").errors.contains("callsite.yaml:2:\(column): error: "))
    }

    @Test func whatIsLeftOutTogether() throws {
        let folder = try folder()
        for setting in ["exclude: {paths: ['/*']}", "include: {tags: [users]}, exclude: {operations: [getUser]}"] {
            try folder.write(
                "callsite: 1\ndescriptions: [{source: openapi.yaml, output: Out, \(setting)}]\n", to: "callsite.yaml")
            let result = folder.run("generate")
            #expect(result.status == 1 && result.errors.contains("no operation is left"), "\(result.errors)")
            #expect(folder.names(in: "Out").count == 3)
        }
    }

    @Test func formats() throws {
        let folder = try folder()
        for type in ["String", "{type: Money, import: MoneyKit}"] {
            try folder.write(
                "callsite: 1\ndescriptions: [{source: openapi.yaml, output: Out, formats: {uuuid: \(type)}}]\n",
                to: "callsite.yaml")
            expectNothingChanged(
                folder.run("generate"),
                "callsite.yaml:2:62: error: 'formats' says what 'uuuid' is, and the document has no such format; did you mean 'uuid'? "
                    + "[unused-format]", in: folder)
        }
    }

    /// Formats are an OpenAPI document's; a description of one's own has types.
    @Test func ownDescriptionsHaveNoFormats() throws {
        let folder = try folder()
        try folder.writeSpecification()
        try folder.write(
            "callsite: 1\ndescriptions: [{source: pets.yaml, output: Pets, formats: {uuid: String}}]\n",
            to: "callsite.yaml")
        let result = folder.run("generate")
        #expect(result.status == 1 && result.errors.contains("[only-for-openapi]"), "\(result.errors)")
    }

    /// Each endpoint of each description of our own can be generated alone. It needs nothing that is left out, and has
    /// nothing that the whole doesn't have.
    @Test func eachEndpointCanStandAlone() throws {
        var count = 0
        let specs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Specs")
        func file(_ name: String) throws -> SourceSet.File {
            .init(path: name, bytes: Array(try Data(contentsOf: specs.appendingPathComponent(name))))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: specs.path).sorted()
        for path in names where path.hasSuffix(".yaml") && !path.hasSuffix(".openapi.yaml") {
            var sources = SourceSet(main: try file(path))
            for missing in readContract(sources, options: Options()).missing { sources.add(try file(missing.path)) }
            let all = try #require(readContract(sources, options: Options()).contract, "\(path)")
            let known = Set(all.declarations.map(\.path))
            for endpoint in all.endpoints {
                let filter = Selection.Filter(operations: [.init(endpoint.api.name)])
                let reading = readContract(sources, options: Options(selection: Selection(include: filter)))
                let errors = reading.diagnostics.all.filter { $0.severity == .error }
                #expect(errors.isEmpty, "\(path): \(endpoint.api.name): \(errors.first?.message ?? "")")
                let own = reading.contract?.declarations.map(\.path) ?? []
                #expect(!own.isEmpty && own.allSatisfy(known.contains), "\(path): \(endpoint.api.name)")
                count += 1
            }
        }
        #expect(count > 100)
    }

    /// A configuration may name what isn't selected, and nothing that the whole document lacks.
    @Test(arguments: [
        ("renames: {issues/create: NewIssue}", "renames: {issues/creat: NewIssue}", "unknown-rename"),
        ("renames: {Order.note: comment}", "renames: {Order.nots: comment}", "unknown-rename"),
        ("conformances: {Order: Identifiable}", "conformances: {Ordr: Identifiable}", "unknown-conformance"),
        ("types: {Order: MyOrder}", "types: {Ordr: MyOrder}", "unknown-replaced-model"),
        ("optional: [Order.note]", "optional: [Order.nots]", "unknown-optional-field"),
        ("success: {note: done}", "success: {nots: done}", "unknown-success"),
        ("links: {issues/create: [issues]}", "links: {issues/creat: [issues]}", "unknown-linked-endpoint"),
        (
            "authentication: {apply: [{tags: [issues], use: bearer}]}",
            "authentication: {apply: [{tags: [issue], use: bearer}]}", "unused-rule"
        ),
    ])
    func configurationsNameWhatIsLeftOut(_ right: String, _ wrong: String, _ id: String) throws {
        let folder = try folder()
        func response(_ model: String) -> String {
            "responses: {\"200\": {description: done, content: {application/json: {schema: {$ref: \"#/components/schemas/\(model)\"}}}}}"
        }
        let schemas = """
            components:
              schemas:
                Order: {type: object, required: [note], properties: {note: {type: string}}}
                User: {type: object, required: [name], properties: {name: {type: string}}}

            """
        let done = #"responses: {"204": {description: done}}"#
        try folder.write(
            Self.document.replacingOccurrences(
                of: "tags: [issues], " + done, with: "tags: [issues], " + response("Order")
            )
            .replacingOccurrences(of: done, with: response("User")) + schemas, to: "openapi.yaml")
        for (setting, isRight) in [(right, true), (wrong, false)] {
            try folder.write(
                "callsite: 1\ndescriptions: [{source: openapi.yaml, output: Out, include: {operations: [getUser]}, \(setting)}]\n",
                to: "callsite.yaml")
            let result = folder.run("generate")
            #expect(
                isRight ? result.status == 0 : result.status == 1 && result.errors.contains("[\(id)]"),
                "\(setting): \(result.errors)")
        }
    }

    @Test func targets() throws {
        let folder = try folder()
        func configure(_ target: String) throws {
            try folder.write(
                "callsite: 1\ndescriptions: [{source: openapi.yaml, output: Out, target: \(target)}]\n",
                to: "callsite.yaml")
        }
        try configure("App")
        // Nothing says which targets there are, so that only the configuration's can be meant.
        let other = folder.run("generate", "--target", "Ap")
        expectNothingChanged(
            other, "callsite: error: 'callsite.yaml' lists nothing for the target 'Ap'; did you mean 'App'?", in: folder
        )
        try folder.write(
            #"let package = Package(name: "P", targets: [.target(name: "App"), .testTarget(name: "AppTests")])"#,
            to: "Package.swift")
        #expect(folder.run("generate", "--check").status == 0)
        try configure("Apps")
        expectNothingChanged(
            folder.run("generate"),
            "callsite.yaml:2:60: error: the package has no target 'Apps'; did you mean 'App'? [unknown-target]",
            in: folder)
        // A target that isn't spelled out, but has a folder.
        try folder.makeFolder("Sources/Apps")
        #expect(folder.run("generate", "--check").status == 0)
        try folder.write("callsite: 1\ndescriptions: [{source: openapi.yaml}]\n", to: "callsite.yaml")
        expectNothingChanged(
            folder.run("generate", "--target", "Appp", "-oOut"),
            "callsite: error: the package has no target 'Appp'; did you mean 'App'? [unknown-target]", in: folder)
        // Descriptions of the build plugin alone: there is nothing to do, which is said.
        try folder.write("callsite: 1\ndescriptions: [{source: openapi.yaml, target: App}]\n", to: "callsite.yaml")
        let none = folder.run("generate")
        #expect(
            none.status == 1 && none.errors.contains("the descriptions are listed for the build plugin only"),
            "\(none.errors)")
        try folder.write("callsite: 1\n", to: "callsite.yaml")
        #expect(folder.run("generate").errors.contains("callsite.yaml:1:1: error: no descriptions are listed"))
    }
}
