import CallsiteCore
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

    /// Only an OpenAPI document is chosen from; a description of one's own says what it says.
    @Test func ownDescriptions() throws {
        let folder = try folder()
        try folder.writeSpecification()
        let result = folder.run("generate", "pets.yaml", "-oPets", "--include", "ListPets")
        #expect(
            result.status == 1 && result.errors.hasPrefix("callsite: error: '--include' is for OpenAPI documents"),
            "\(result.errors)")
        for setting in ["include: {tags: [a]}", "exclude: {paths: [/a]}", "formats: {uuid: String}"] {
            try folder.write(
                "callsite: 1\ndescriptions: [{source: pets.yaml, output: Pets, \(setting)}]\n", to: "callsite.yaml")
            let result = folder.run("generate")
            #expect(result.status == 1 && result.errors.contains("[only-for-openapi]"), "\(result.errors)")
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
