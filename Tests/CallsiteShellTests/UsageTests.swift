import CallsiteCallers
import CallsiteCommands
import CallsiteCore
import CallsiteText
import Testing

/// `callsite usage`: which generated code is used, and `include:` for it alone.
@Suite struct UsageTests {
    private static let document = """
        openapi: 3.0.3
        info: {title: Shop API, version: "1"}
        servers: [{url: "https://shop.example"}]
        paths:
          /users/{id}:
            get:
              operationId: getUser
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}}
          /orders:
            get:
              operationId: listOrders
              responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Order"}}}}}}
            post:
              operationId: createOrder
              requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}
              responses: {"204": {description: ok}}
          /teams:
            get:
              responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Team"}}}}}
        components:
          schemas:
            User: {type: object, required: [id, plan], properties: {id: {type: integer}, plan: {$ref: "#/components/schemas/Plan"}}}
            Plan: {type: string, enum: [free, paid]}
            Order: {type: object, required: [id], properties: {id: {type: integer}, note: {type: string}}}
            Team: {type: object, required: [name], properties: {name: {type: string}}}

        """
    private static let caller = """
        func load(_ session: Session) async throws {
            let user = try await session.response(to: GetUserRequest(id: 1)).value
            if user.plan == .paid { print(user.id) }
        }

        """

    private func folder(_ configuration: String, _ caller: String = UsageTests.caller) throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write(Self.document, to: "openapi.yaml")
        try folder.write(configuration, to: "callsite.yaml")
        try folder.write(caller, to: "Sources/App.swift")
        return folder
    }

    private static let configuration = "callsite: 1\ndescriptions:\n  - source: openapi.yaml  # ours\n    output: Out\n"

    @Test func eachDeclarationHasOneUse() throws {
        let folder = try folder(Self.configuration)
        let result = folder.run("usage", "--callers", "Sources")
        let rows = result.output.split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: true)
        }
        #expect(result.output.hasPrefix("openapi.yaml: 1 of 4 operations used; "), "\(result.errors)")
        func row(_ name: String) -> [Substring] { rows.first { $0.count > 2 && $0.contains(Substring(name)) } ?? [] }
        #expect(row("GetUserRequest").last == "Sources/App.swift:2:47")
        #expect(row("ListOrdersRequest").last == "never" && row("Order").last == "never")
        #expect(row("User").suffix(2) == ["by", "GetUserRequest"] && row("Plan").suffix(2) == ["by", "User"])
        #expect(row("Plan.free").suffix(2) == ["never", "named"] && row("Plan.paid").isEmpty && row("User.id").isEmpty)
    }

    @Test func programsReadJSON() throws {
        let folder = try folder(Self.configuration)
        let result = folder.run("usage", "--callers", "Sources", "--format", "json")
        let json = try JSONValue(parsing: Array(result.output.utf8))
        let operations = json["apis"]?.array?.first?["operations"]?.array ?? []
        #expect(operations.map { $0["use"]?.string } == ["named", "unused", "unused", "unused"])
        #expect(operations.first?["place"]?["line"]?.int == 2)
        #expect((json["apis"]?.array?.first?["unusedLines"]?.int ?? 0) > 20)
        #expect(folder.run("usage", "--callers", "Sources", "--fail-on", "unused").status == 2)
    }

    /// Each form of an entry, with its comments and its order.
    @Test(arguments: [
        (
            "  - source: openapi.yaml  # ours\n    output: Out\n    # the end\n",
            "  - source: openapi.yaml  # ours\n    include:\n      operations:\n        - getUser\n    output: Out\n    # the end\n"
        ),
        (
            "  - {source: openapi.yaml, output: Out}  # a\n",
            "  - {source: openapi.yaml, output: Out, include: {operations: [getUser]}}  # a\n"
        ),
        (
            "  - {output: Out, include: {paths: [/orders]}, source: openapi.yaml}\n",
            "  - {output: Out, include: {operations: [getUser]}, source: openapi.yaml}\n"
        ),
        (
            "  - source: openapi.yaml\n    include:\n      # why\n      operations:\n        - listOrders  # gone\n        - getUser  # stays\n    output: Out\n",
            "  - source: openapi.yaml\n    include:\n      # why\n      operations:\n        - getUser  # stays\n    output: Out\n"
        ),
        (
            "  - source: openapi.yaml\n    include: {paths: [/orders]}\n    output: Out\n",
            "  - source: openapi.yaml\n    include:\n      operations:\n        - getUser\n    output: Out\n"
        ),
        (
            "  - source: openapi.yaml\r\n    output: Out\r\n",
            "  - source: openapi.yaml\r\n    include:\r\n      operations:\r\n        - getUser\r\n    output: Out\r\n"
        ),
        (
            "  - {\"source\": \"openapi.yaml\", \"output\": \"Out\"}\n",
            "  - {\"source\": \"openapi.yaml\", \"output\": \"Out\", \"include\": {\"operations\": [\"getUser\"]}}\n"
        ),
    ])
    func includeIsWrittenInPlace(_ entry: String, _ expected: String) throws {
        let lineBreak = entry.contains("\r\n") ? "\r\n" : "\n"
        let start = ["callsite: 1  # of this package", "access: public", "descriptions:", ""].joined(
            separator: lineBreak)
        let folder = try folder(start + entry)
        #expect(folder.run("usage", "--callers", "Sources", "--check").status == 2)
        let result = folder.run("usage", "--callers", "Sources", "--write")
        #expect(result.status == 0 && result.output == "callsite.yaml: include 1 of 4 operations\n", "\(result.errors)")
        #expect(folder.read("callsite.yaml") == start + expected)
        #expect(folder.run("usage", "--callers", "Sources", "--write").output == "callsite.yaml: unchanged\n")
        #expect(folder.run("usage", "--callers", "Sources", "--check").status == 0)
        #expect(folder.run("generate").status == 0)
        #expect(folder.run("usage", "--callers", "Sources").output.hasPrefix("openapi.yaml: 1 of 4 operations used"))
    }

    /// A model that is named, and that no used operation has, brings the operation that has it, and is included by its name
    /// where none has it.
    @Test func aNamedModelIsIncluded() throws {
        let folder = try folder(Self.configuration, "let team: Team? = nil\nlet create = CreateOrderRequest.self\n")
        #expect(folder.run("usage", "--callers", "Sources", "--write").status == 0)
        #expect(folder.read("callsite.yaml")?.contains("        - createOrder\n        - \"get teams\"\n") == true)
        #expect(folder.run("generate").status == 0)
        #expect(folder.read("Out/Shop+Models.swift")?.contains("struct Team") == true)

        try folder.write(
            Self.document + "    Event: {type: object, properties: {kind: {type: string}}}\n", to: "openapi.yaml")
        try folder.write("let event: Event? = nil\nlet create = CreateOrderRequest.self\n", to: "Sources/App.swift")
        let result = folder.run("usage", "--callers", "Sources", "--write")
        #expect(result.output == "callsite.yaml: include 1 of 4 operations, and 1 model\n", "\(result.errors)")
        #expect(
            folder.read("callsite.yaml")?.contains(
                "      operations:\n        - createOrder\n      models:\n        - Event\n") == true)
        #expect(folder.run("usage", "--callers", "Sources", "--write").output == "callsite.yaml: unchanged\n")
        #expect(folder.run("usage", "--callers", "Sources", "--check").status == 0)
        #expect(folder.run("generate").status == 0)
        #expect(folder.read("Out/Shop+Models.swift")?.contains("struct Event") == true)
    }

    /// A model that is only read has no initializer, and a property that isn't sent has another type.
    @Test func directionsAreKept() throws {
        let folder = try folder(
            Self.configuration, "let get = ListOrdersRequest.self\nlet order = Order(id: 1)\nlet note = order.note\n")
        #expect(folder.run("usage", "--callers", "Sources", "--write").status == 0)
        #expect(folder.read("callsite.yaml")?.contains("- createOrder\n        - listOrders\n") == true)
        let nullable = Self.document.replacingOccurrences(
            of: "note: {type: string}", with: "note: {type: string, nullable: true}")
        try folder.write(nullable, to: "openapi.yaml")
        try folder.write(
            "let get = ListOrdersRequest.self\nfunc f(_ order: Order) { print(order.note) }\n", to: "Sources/App.swift")
        let result = folder.run("usage", "--callers", "Sources", "--write")
        #expect(
            result.errors.contains(
                "Sources/App.swift: warning: line 2: without the other operations 'Order.note' is 'String?', and was 'Patch<String>'"
            ),
            "\(result.errors)")
    }

    /// Without one schema another may have its name.
    @Test func aNameStandsForTheSameType() throws {
        func schema(_ name: String, _ field: String) -> String {
            "    \(name): {type: object, required: [name], properties: {name: {type: string}, \(field): {type: string}}}\n"
        }
        func operation(_ id: String, _ model: String) -> String {
            """
              /\(id):
                get:
                  operationId: \(id)
                  responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/\(model)"}}}}}

            """
        }
        let folder = try folder(
            Self.configuration, "func f(_ b: UserModel, _ u: User) { print(GetBRequest.self, u.age) }\n")
        try folder.write(
            "openapi: 3.0.3\ninfo: {title: Shop API, version: \"1\"}\nservers: [{url: \"https://shop.example\"}]\npaths:\n"
                + operation("getA", "User") + operation("getB", "user") + "components:\n  schemas:\n"
                + schema("User", "age") + schema("user", "mail"), to: "openapi.yaml")
        #expect(folder.run("usage", "--callers", "Sources", "--write").status == 0)
        #expect(folder.read("callsite.yaml")?.contains("- getA\n        - getB\n") == true)
        #expect(folder.read("callsite.yaml")?.contains("aliases") == false)
        #expect(folder.run("generate").status == 0)
    }

    /// A configuration that says it already is left as it is, with its comments. One that can't be edited stays whole.
    @Test func nothingIsWrittenInVain() throws {
        let configuration =
            "callsite: 1\ndescriptions:\n  - source: openapi.yaml\n    output: Out\n    include:\n      operations:  # all\n        # the first\n        - getUser\n"
        let folder = try folder(configuration)
        #expect(folder.run("usage", "--callers", "Sources", "--write").output == "callsite.yaml: unchanged\n")
        #expect(folder.read("callsite.yaml") == configuration)
        // The second entry isn't used.
        let two = Self.configuration + "  - source: other.yaml\n    output: Other\n"
        try folder.write(
            Self.document.replacingOccurrences(of: "Shop API", with: "Zoo").replacingOccurrences(
                of: "etUser", with: "etAnimal"
            )
            .replacingOccurrences(of: "Order", with: "Cage").replacingOccurrences(of: "User", with: "Animal")
            .replacingOccurrences(of: "Team", with: "Herd").replacingOccurrences(of: "Plan", with: "Kind"),
            to: "other.yaml")
        try folder.write(two, to: "callsite.yaml")
        #expect(folder.run("usage", "--callers", "Sources", "--write").status == 1)
        #expect(folder.read("callsite.yaml") == two)
    }

    /// A type in place of two operations is declared outside of both, and nested in one that is alone. Code that names it
    /// outside goes on to.
    @Test(arguments: ["  - source: openapi.yaml\n    output: Out\n", "  - {source: openapi.yaml, output: Out}\n"])
    func aSharedTypeKeepsItsName(_ entry: String) throws {
        let label = "{type: object, required: [color], properties: {color: {type: string}}}"
        func operation(_ id: String) -> String {
            """
                get:
                  operationId: \(id)
                  responses:
                    "200":
                      description: ok
                      content:
                        application/json:
                          schema: {type: object, properties: {label: \(label), \(id): {type: string}}}

            """
        }
        let caller = """
            func load(_ session: Session) async throws {
                let label: ShopLabel? = try await session.send(GetIssueRequest()).label
                print(label?.color ?? "")
            }

            """
        let folder = try folder("callsite: 1\ndescriptions:\n" + entry, caller)
        try folder.write(
            """
            openapi: 3.0.3
            info: {title: Shop API, version: "1"}
            servers: [{url: "https://shop.example"}]
            paths:
              /issue:
            \(operation("getIssue"))  /pull:
            \(operation("getPull"))
            """, to: "openapi.yaml")
        #expect(folder.run("usage", "--callers", "Sources", "--write").status == 0)
        #expect(folder.read("callsite.yaml")?.contains("ShopLabel: GetIssueRequest.Response.Label") == true)
        #expect(folder.run("usage", "--callers", "Sources", "--write").output == "callsite.yaml: unchanged\n")
        #expect(folder.run("usage", "--callers", "Sources", "--check").status == 0)
        #expect(folder.run("generate").status == 0)
        let files = folder.names(in: "Out").filter { $0.hasSuffix(".swift") }
        let code = files.compactMap { folder.read("Out/" + $0) }.joined()
        #expect(code.contains("\ntypealias ShopLabel = GetIssueRequest.Response.Label\n") && !code.contains("Pull"))
        // With both operations it is what has that name anyway.
        let both = folder.read("callsite.yaml")?.replacingOccurrences(of: "getIssue", with: "getIssue, getPull")
            .replacingOccurrences(of: "- getIssue, getPull", with: "- getIssue\n        - getPull")
        try folder.write(try #require(both), to: "callsite.yaml")
        #expect(folder.run("generate").status == 0)
        #expect(folder.read("Out/Shop+Models.swift")?.contains("struct ShopLabel") == true)
        for (wrong, id) in [("GetIssueRequest.Lable", "alias-not-found"), ("GetIssueRequest", "alias-taken")] {
            let name = id == "alias-taken" ? "GetPullRequest" : "ShopLabel"
            try folder.write(
                "callsite: 1\ndescriptions: [{source: openapi.yaml, output: Out, include: {paths: [/issue, /pull], aliases: {\(name): \(wrong)}}}]\n",
                to: "callsite.yaml")
            #expect(folder.run("generate").errors.contains("[\(id)]"))
        }
    }

    /// Requests that are made generically are named where they are made: a link makes all of its own.
    @Test func aDeepLinkUsesItsRequests() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            callsite: 1
            api: Shop
            baseURL: "https://shop.example"
            deepLinks: {schemes: [shop]}
            endpoints:
              GetUser: {path: "/users/{id}", parameters: {id: Int}, links: ["users/{id}"]}
              ListOrders: {path: /orders}
            """, to: "shop.yaml")
        try folder.write("func open(_ url: URL) { _ = ShopLink(url) }\n", to: "App.swift")
        let result = folder.run("usage", "shop.yaml", "--callers", "App.swift")
        #expect(result.output.hasPrefix("shop.yaml: 1 of 2 operations used"), "\(result.errors)")
        #expect(result.output.contains("by ShopLink"))
    }

    @Test func mistakesAreNamed() throws {
        let folder = try folder(Self.configuration, "let a = 1\n")
        #expect(folder.run("usage").errors.contains("missing '--callers'"))
        let none = folder.run("usage", "--callers", "Sources", "--write")
        #expect(none.status == 1 && none.errors.contains("no operation is used"))
        #expect(folder.read("callsite.yaml") == Self.configuration)
        try folder.write(Self.caller, to: "Sources/App.swift")
        try folder.write("callsite: 1\ndescriptions: []\n", to: "callsite.yaml")
        let unlisted = folder.run("usage", "openapi.yaml", "--callers", "Sources", "--write")
        #expect(unlisted.status == 1 && unlisted.errors.contains("no callsite.yaml lists this description"))
    }
}
