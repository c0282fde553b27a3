import CallsiteCore
import Foundation
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell
import CallsitePrinter
import CallsiteInspect

/// OpenAPI documents on the command line and in `callsite.yaml`.
@Suite struct OpenAPITests {
    private static let document = """
        openapi: 3.0.3
        info: {title: Shop API, version: "1"}
        servers: [{url: "https://shop.example"}]
        security: []
        paths:
          /users:
            get:
              operationId: listUsers
              tags: [users]
              parameters: [{name: cursor, in: query, schema: {type: string}}]
              responses: {"200": {description: ok, content: {application/json: {schema: {type: object, properties: {items: {type: array, items: {$ref: "#/components/schemas/User"}}, next_cursor: {type: string}}}}}}}
          /users/{id}:
            get:
              operationId: getUser
              tags: [users]
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}}
          /orders:
            get:
              operationId: listOrders
              tags: [orders]
              parameters: [{name: page, in: query, schema: {type: integer}}]
              responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Order"}}}}}}
        components:
          schemas:
            User: {type: object, required: [id], properties: {id: {type: integer}, home: {type: string, format: uri}}}
            Order: {type: object, properties: {id: {type: integer}}}

        """

    private func folder(_ configuration: String? = nil) throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write(Self.document, to: "openapi.yaml")
        if let configuration { try folder.write(configuration, to: "callsite.yaml") }
        return folder
    }

    @Test func needsNoConfiguration() throws {
        let folder = try folder()
        let result = folder.run("generate", "openapi.yaml", "--output", "Out")
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        #expect(
            folder.read("Out/Shop+Users.swift")?.contains(
                "struct ListUsersRequest: ShopRequestType, PaginationRequestType {") == true)
        #expect(folder.read("Out/Shop+Models.swift")?.contains("var home: URL? { _home?.value }") == true)
        #expect(folder.run("generate", "openapi.yaml", "--output", "Out", "--check").status == 0)
    }

    @Test(arguments: [
        ("getUser", ["GetUserRequest", "User"]), ("tag:orders", ["ListOrdersRequest", "Order"]),
        ("/users*", ["GetUserRequest", "ListUsersRequest", "User"]),
        ("GET /users", ["ListUsersRequest", "User"]),
        ("list*", ["ListOrdersRequest", "ListUsersRequest", "Order", "User"]),
    ])
    func partOfADocument(_ choice: String, _ names: [String]) throws {
        let folder = try folder()
        #expect(
            folder.run("generate", "openapi.yaml", "--output", "Out", "--include", choice, "--name", "Part").status == 0
        )
        let text = folder.names(in: "Out").filter { $0.hasSuffix(".swift") }.compactMap { folder.read("Out/" + $0) }
            .joined()
        let declared = text.matches(of: /\nnonisolated (?:struct|enum) (\w+)/).map { String($0.1) }
        #expect(declared.sorted() == names)
        #expect(text.contains("protocol PartRequestType"))
    }

    @Test func whatTheConfigurationSays() throws {
        let folder = try folder(
            """
            callsite: 1
            descriptions:
              - source: openapi.yaml
                output: Out
                name: Store
                include: {tags: [users, orders]}
                exclude: {operations: [getUser]}
                formats: {uri: String}
                pagination:
                  strategies: {mine: {style: cursor, parameter: cursor, next: next_cursor, elements: items}}
                  apply:
                    - {paths: ["/*"], use: mine}
                    - {operations: [listOrders], use: none}
            """)
        let result = folder.run("generate")
        #expect(result.status == 0, "\(result.errors)")
        #expect(folder.read("Out/Store+Models.swift")?.contains("let home: String?") == true)
        #expect(folder.read("Out/Store+Users.swift")?.contains("GetUserRequest") == false)
        #expect(folder.read("Out/Store+Orders.swift")?.contains("PaginationRequestType") == false)
        let inspected = folder.run("inspect", "openapi.yaml")
        #expect(
            inspected.output.contains("(declared mine)") && inspected.output.contains("listOrders")
                && !inspected.output.contains("getUser")
        )
    }

    @Test func detectionCanBeSwitchedOff() throws {
        let folder = try folder(
            "callsite: 1\ndescriptions: [{source: openapi.yaml, output: Out, pagination: {detect: off}}]\n")
        #expect(folder.run("generate").status == 0)
        #expect(folder.read("Out/Shop+Users.swift")?.contains("PaginationRequestType") == false)
    }

    @Test func fieldsThatServersLeaveOut() throws {
        let folder = try folder(
            "callsite: 1\ndescriptions: [{source: openapi.yaml, output: Out, optional: [User.*]}]\n")
        let result = folder.run("generate")
        // `home` is optional already, and `*` means those that aren't.
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        #expect(folder.read("Out/Shop+Models.swift")?.contains("let id: Int?") == true)
        try folder.write(
            "callsite: 1\ndescriptions:\n  - source: openapi.yaml\n    output: Out\n    optional: [User.ids, Usr.id, User, User.home]\n",
            to: "callsite.yaml")
        let failed = folder.run("generate")
        #expect(failed.status == 1)
        for message in [
            "callsite.yaml:5:16: error: callsite.yaml makes 'User.ids' optional, but there is no such field; did you mean 'User.id'?",
            "callsite.yaml:5:26: error: callsite.yaml makes 'Usr.id' optional, but there is no such field; did you mean 'User.id'?",
            "callsite.yaml:5:34: error: callsite.yaml makes 'User' optional, but there is no such field; write 'User.*' for all of its fields",
            "callsite.yaml:5:40: warning: callsite.yaml makes 'User.home' optional, and it may be missing already",
        ] {
            #expect(failed.errors.contains(message), "\(failed.errors)")
        }
    }

    @Test func whatSuccessIs() throws {
        func run(_ success: String) throws -> (TestFolder, RunResult) {
            let folder = try folder(
                "callsite: 1\ndescriptions:\n  - source: openapi.yaml\n    output: Out\n    success: \(success)\n")
            return (folder, folder.run("generate"))
        }
        let (written, result) = try run(
            "{default: {id: 1}, apply: [{operations: [listOrders], use: none}, {paths: [GET /users], use: {next_cursor: [a, null]}}]}"
        )
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        #expect(written.read("Out/Shop+Users.swift")?.contains(#".succeeding(where: "id", is: 1)"#) == true)
        #expect(
            written.read("Out/Shop+Users.swift")?.contains(#".succeeding(where: "next_cursor", is: "a", nil)"#) == true)
        #expect(written.read("Out/Shop+Orders.swift")?.contains("succeeding") == false)
        let (_, partial) = try run("{id: 1}")
        #expect(
            partial.status == 0
                && partial.errors.contains(
                    "callsite.yaml:5:15: warning: 'success' isn't checked for 'listUsers', 'listOrders', whose responses don't have 'id'"
                ),
            "\(partial.errors)")
        for (success, message) in [
            (
                "{idd: 1}",
                "callsite.yaml:5:15: error: 'success' needs 'idd', but no response has that; did you mean 'id'?"
            ),
            ("{id: one}", "callsite.yaml:5:15: error: 'id' has type Int, and can't be 'one'"),
            (
                "{default: {id: 1}, apply: [{operations: [getUsr], use: none}]}",
                "callsite.yaml:5:55: error: 'apply': no operation is called 'getUsr'; did you mean 'getUser'?"
            ),
            (
                "{apply: [{operations: [getUser], use: {name: x}}]}",
                "callsite.yaml:5:53: error: the response has nothing at 'name'"
            ),
            (
                "{apply: [{paths: [/*], use: {name: x}}]}",
                "callsite.yaml:5:23: error: 'success': the response has nothing at 'name'"
            ),
            ("{getUser: {id: 1}}", "for one operation write 'success: {apply: [{operations: [getUser], use: {…}}]}'"),
            (
                "{tags: [x], use: none}",
                "callsite.yaml:5:14: error: 'success' is a rule; expected a value, or rules under 'apply:'"
            ),
            ("true", "callsite.yaml:5:14: error: 'success' is 'true'"),
        ] {
            let (_, failed) = try run(success)
            #expect(failed.status == 1 && failed.errors.contains(message), "\(success): \(failed.errors)")
        }
    }

    @Test func serversThatLeaveOutEmptyLists() throws {
        let folder = try folder("callsite: 1\ndescriptions: [{source: openapi.yaml, output: Out}]\n")
        #expect(folder.run("generate").status == 0)
        #expect(folder.read("Out/Shop+Users.swift")?.contains("[Element]? { response.items }") == true)
        try folder.write(
            "callsite: 1\ndescriptions: [{source: openapi.yaml, output: Out, pagination: {omitsEmptyList: true}}]\n",
            to: "callsite.yaml")
        #expect(folder.run("generate").status == 0)
        #expect(folder.read("Out/Shop+Users.swift")?.contains("[Element]? { response.items ?? [] }") == true)
    }

    @Test(arguments: [
        (
            "{apply: [{operations: [listUser], use: none}]}",
            "'apply': no operation is called 'listUser'; did you mean 'listUsers'?"
        ),
        (
            "{apply: [{operations: [listUsers], use: {style: page, parameter: seite}}]}",
            "the request has no parameter 'seite'"
        ),
        ("{apply: [{operations: [listUsers], pagination: {style: page, parameter: page}}]}", "write 'use'"),
        (
            "{default: {style: page, parameter: seite}}",
            "the strategy behind 'default' of 'pagination' fits no operation"
        ),
        ("{apply: [{operations: [listUsers], use: theirs}]}", "'use' can't be 'theirs'"),
        ("{apply: [{use: none}]}", "the rule names no operations"),
        ("{apply: [{operation: [listUsers], use: none}]}", "unknown key 'operation' in a rule of 'apply'"),
        ("{apply: [{operations: [listUsers]}]}", "missing"),
        ("{apply: [{operations: [listUsers], use: }]}", "missing"),
        ("{apply: {operations: [listUsers], use: none}}", "'apply'"),
        ("{omitsEmptyLists: true}", "did you mean 'omitsEmptyList'?"),
        ("{detect: maybe}", "'detect' can't be 'maybe'"),
    ])
    func mistakesInTheConfiguration(_ pagination: String, _ message: String) throws {
        let folder = try folder(
            "callsite: 1\ndescriptions: [{source: openapi.yaml, output: Out, pagination: \(pagination)}]\n")
        let result = folder.run("generate")
        #expect(result.status == 1)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(!folder.names().contains("Out"))
    }

    /// The output of `inspect --paging` can be pasted into `callsite.yaml` as it is, and changes nothing.
    @Test func findingsCanBePasted() throws {
        let folder = try folder()
        let rules = folder.run("inspect", "openapi.yaml", "--paging").output
        #expect(rules.hasPrefix("# R4: 1, R6: 1\npagination:\n  apply:\n"), "\(rules)")
        let indented = rules.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        let before = folder.run("inspect", "openapi.yaml").output
        try folder.write(
            "callsite: 1\ndescriptions:\n  - source: openapi.yaml\n    output: Out\n" + indented + "\n",
            to: "callsite.yaml")
        let after = folder.run("inspect", "openapi.yaml")
        #expect(after.status == 0, "\(after.errors)")
        #expect(
            after.output.replacing(#/ +/#, with: " ")
                == before.replacing(#/ +/#, with: " ").replacing("(detected R4)", with: "(declared)").replacing(
                    "(detected R6)", with: "(declared)"))
    }

    @Test func severalFiles() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            openapi: 3.0.3
            info: {title: Shop, version: "1"}
            servers: [{url: "https://shop.example"}]
            security: []
            paths: {/a: {$ref: "paths/a.yaml"}}

            """, to: "api/openapi.yaml")
        let answer = #"{type: object, properties: {b: {$ref: "../models/b.json"}, lost: {$ref: "lost.yaml"}}}"#
        try folder.write(
            #"get: {operationId: a, responses: {"200": {description: ok, content: {application/json: {schema: \#(answer)}}}}}"#,
            to: "api/paths/a.yaml")
        try folder.write(#"{"type": "object", "properties": {"id": {"type": "integer"}}}"#, to: "api/models/b.json")
        let result = folder.run("generate", "api/openapi.yaml", "--output", "Out")
        #expect(result.status == 0)
        #expect(
            result.errors.hasPrefix(
                "api/paths/a.yaml:1:169: warning: 'lost.yaml' can't be resolved; there is no file 'api/paths/lost.yaml'; the value is any JSON"
            ),
            "\(result.errors)")
        #expect(folder.read("Out/Shop+Models.swift")?.contains("struct B: ") == true)
        // Nothing is read from elsewhere, whatever a document asks for.
        try folder.write("type: string", to: "secret.yaml")
        try folder.write(#"{"properties": {"id": {"$ref": "../../secret.yaml"}}}"#, to: "api/models/b.json")
        let refused = folder.run("generate", "api/openapi.yaml", "--output", "Other")
        #expect(
            refused.status == 1 && refused.errors.contains("'secret.yaml' is outside the folder of 'api/openapi.yaml'"),
            "\(refused.errors)"
        )
        #expect(!folder.names().contains("Other"))
    }

    @Test func manyWarningsAreFew() throws {
        let folder = try TestFolder()
        let schemas = (0..<40).map { "    A\($0): {type: array}" }.joined(separator: "\n")
        try folder.write(
            "openapi: 3.0.3\ninfo: {title: Shop, version: '1'}\nservers: [{url: 'https://a.example'}]\npaths: {}\ncomponents:\n  schemas:\n\(schemas)\n",
            to: "openapi.yaml")
        let few = folder.run("generate", "openapi.yaml", "-o", "Out")
        #expect(few.status == 0)
        #expect(few.errors.split(separator: "\n").count == 4)
        #expect(
            few.errors.hasSuffix(
                "37 more warnings not shown (array-without-items 37); '--all-warnings' prints all, 'callsite explain ID' says what one means\n"
            ))
        #expect(
            folder.run("generate", "openapi.yaml", "-o", "Out", "--all-warnings").errors.split(separator: "\n").count
                == 40)
        #expect(
            folder.run("generate", "openapi.yaml", "-o", "Out", "--diagnostics", "json").errors.split(separator: "\n")
                .count == 40)
        let strict = folder.run("generate", "openapi.yaml", "-o", "Strict", "--strict")
        #expect(strict.status == 1 && strict.errors.hasSuffix("40 errors; nothing was written\n"))
    }

    @Test func importNeverOverwrites() throws {
        let folder = try folder()
        let result = folder.run("import", "openapi.yaml", "--include", "tag:orders", "--output", "orders.yaml")
        #expect(result.status == 0 && result.output == "wrote orders.yaml\n", "\(result.errors)")
        #expect(folder.run("validate", "orders.yaml", "--strict").output == "orders.yaml: valid\n")
        #expect(folder.run("import", "openapi.yaml", "--output", "orders.yaml").status == 74)
        let options = ["import", "openapi.yaml", "--include", "tag:orders"]
        #expect(folder.run(options).output == folder.read("orders.yaml"))
        // A document on standard output is no remark.
        #expect(folder.run(options + ["--quiet"]).output == folder.read("orders.yaml"))
    }
}
