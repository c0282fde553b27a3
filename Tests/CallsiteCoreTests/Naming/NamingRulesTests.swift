import Testing

@testable import CallsiteCore
@testable import CallsiteInspect

/// `naming:` and `renames:` of a configuration.
@Suite struct NamingRulesTests {
    @Test(arguments: [
        ("GET", "/v1/customers", "ListCustomers"), ("GET", "/v1/customers/{id}", "GetCustomer"),
        ("POST", "/v1/customers", "CreateCustomer"),
        ("PUT", "/v1/customers/{id}", "ReplaceCustomer"), ("PATCH", "/customers/{id}", "UpdateCustomer"),
        ("POST", "/customers/{id}", "UpdateCustomer"), ("DELETE", "/customers/{id}", "DeleteCustomer"),
        ("POST", "/v1/charges/{charge}/capture", "CaptureCharge"),
        ("POST", "/accounts/{account}/persons/{person}", "UpdateAccountPerson"),
        ("GET", "/accounts/{account}/persons", "ListAccountPersons"), ("GET", "/users/{id}/avatar", "GetUserAvatar"),
        ("PUT", "/users/{id}/avatar", "ReplaceUserAvatar"), ("POST", "/customers/search", "SearchCustomers"),
        ("GET", "/customers/search", "SearchCustomers"), ("GET", "/repos/{owner}/{repo}/issues", "ListRepoIssues"),
        ("GET", "/account", "GetAccount"), ("POST", "/items/{id}:cancel", "CancelItem"), ("GET", "/", "GetRoot"),
        ("DELETE", "/customers", "DeleteCustomers"), ("HEAD", "/files/{id}", "CheckFile"),
        ("GET", "/billing/meters", "ListBillingMeters"),
        ("POST", "/payment_intents/{id}/verify_microdeposits", "VerifyPaymentIntentMicrodeposits"),
        ("GET", "/api/v2/tags/{id}.json", "GetTag"),
        // A procedure names itself.
        ("POST", "/getAuthenticationResult", "GetAuthenticationResult"), ("POST", "/closeAccount", "CloseAccount"),
        ("GET", "/users/getProfile", "GetProfile"),
        ("POST", "/accountHolderTransactionList", "AccountHolderTransactionList"),
        ("POST", "/accounts/{id}/setLimit", "SetAccountLimit"),
        // A noun may begin with a verb.
        ("POST", "/test-runs", "CreateTestRun"), ("GET", "/open-orders", "ListOpenOrders"),
    ])
    func byResource(_ method: String, _ path: String, _ name: String) {
        #expect(SwiftNames.name(for: ResourceNames.name(method: method, path: path), .type) == name)
    }

    /// The noun for a response that several operations have.
    @Test(arguments: [
        ("GET", "/v1/users/{id}", "user"), ("PUT", "/orgs/{org}/members/{id}", "member"), ("POST", "/users", "user"),
        ("GET", "/users", "users"), ("GET", "/account", "account"), ("GET", "/open-orders/{id}", "open order"),
        ("POST", "/users/{id}/block", nil), ("GET", "/getBadge", nil), ("GET", "/{id}", nil), ("GET", "/", nil),
        ("GET", "/v2", nil), ("GET", "/teams/{id}/{other}", nil),
    ])
    func nouns(_ method: String, _ path: String, _ noun: String?) {
        #expect(ResourceNames.noun(method: method, path: path) == noun)
    }

    @Test(arguments: [
        ("PostAccountsAccountPersonsPerson", "POST", "/v1/accounts/{account}/persons/{person}", true),
        ("getUsers", "GET", "/users", true), ("get_v1_users", "GET", "/v1/users", true),
        ("listUsers", "GET", "/users", false), ("get", "GET", "/", false),
    ])
    func idsThatAreThePath(_ id: String, _ method: String, _ path: String, _ isPath: Bool) {
        #expect(ResourceNames.isPathInOneWord(id, method: method, path: path) == isPath)
    }

    @Test(arguments: [
        ("users", "users_list", "list"), ("User", "usersList", "List"), ("users", "users", "users"),
        ("users", "getUsers", "getUsers"), ("order items", "orderItems.find", "find"),
    ])
    func withoutTag(_ tag: String, _ text: String, _ rest: String) {
        #expect(NamingRules.without(tag: tag, text) == rest)
    }

    @Test(arguments: [
        ("Acme", "AcmeUser", "User"), ("Acme", "Acmeuser", "Acmeuser"), ("Acme", "Acme", "Acme"),
        ("acme.", "acme.user", "user"), ("Acme", "Acme2", "Acme2"), ("", "A", "A"),
    ])
    func withoutPrefix(_ prefix: String, _ text: String, _ rest: String) {
        #expect(NamingRules.without(prefix: prefix, text) == rest)
    }

    @Test(
        arguments: [
            ("*Controller_*", "$2 $1", "UsersController_find", "find Users"), ("*Dto", "$1", "UserDto", "User"),
            ("Get*", "Fetch$1", "GetUser", "FetchUser"),
            ("*Dto", "$1", "User", nil), ("Foo", "Bar", "Foo", "Bar"), ("*", "$1$2", "A", "A"),
        ] as [(String, String, String, String?)])
    func patterns(_ pattern: String, _ replacement: String, _ text: String, _ result: String?) {
        #expect(NamingRules.Pattern(pattern: pattern, replacement: replacement).applied(to: text) == result)
    }

    private static let document = """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        servers: [{url: 'https://a.example'}]
        paths:
          /users/{id}:
            get:
              operationId: social.getUser
              tags: [social]
              parameters: [{name: id, in: path, required: true, schema: {type: string}}, {name: id, in: query, schema: {type: string, enum: [a, b]}}]
              responses: {"200": {description: ok, headers: {X-Total: {schema: {type: integer}}}, content: {application/json: {schema: {$ref: '#/components/schemas/acme.User'}}}}}
          /users:
            post: {operationId: social.getUsers, requestBody: {content: {application/json: {schema: {type: object, properties: {a.b: {type: string}}}}}}, responses: {"204": {description: ok}}}
        components:
          schemas:
            acme.User:
              type: object
              properties:
                labels: {type: array, items: {type: object, properties: {kind: {type: string, enum: [x, y]}}}}
                either: {oneOf: [{type: object, title: One, required: [a], properties: {a: {type: string}}}, {type: object, title: Two, required: [b], properties: {b: {type: string}}}]}
        """

    private func names(_ options: Options) -> (names: [String: String], text: String) {
        let sources = SourceSet(main: .init(path: "a.yaml", bytes: Array(NamingRulesTests.document.utf8)))
        let result = inspectNames(sources, options: options)
        let names = Dictionary(
            result.names.map { ($0.kind + " " + $0.key, $0.swiftName) }, uniquingKeysWith: { first, _ in first })
        return (names, DiagnosticRenderer(paths: sources.paths).text(result.diagnostics))
    }

    /// Each part of a document has a name in `renames:`, and it is the one that `inspect --names` prints.
    @Test(
        arguments: [
            ("social.getUser", "FetchUser", "request social.getUser", "FetchUserRequest"),
            ("POST /users", "AddUser", "request social.getUsers", "AddUserRequest"),
            (
                "social.getUser.query.id", "kindOfID", "parameter social.getUser.query.id",
                "SocialGetUserRequest.kindOfID"
            ),
            ("social.getUser.id", "Kind", "type social.getUser.id", "SocialGetUserRequest.Kind"),
            ("social.getUsers.a.b", "both", "field social.getUsers.a.b", "SocialGetUsersRequest.both"),
            ("social.getUser.X-Total", "count", "header social.getUser.X-Total", "SocialGetUserRequest.count"),
            ("acme.User", "Person", "type acme.User", "Person"),
            ("acme.User.labels", "tags", "property acme.User.labels", "AcmeUser.tags"),
            ("acme.User.labels", "Tag", "type acme.User.labels", "AcmeUser.Tag"),
            ("acme.User.labels.kind", "sort", "property acme.User.labels.kind", "AcmeUser.Label.sort"),
            ("acme.User.labels.kind", "Sort", "type acme.User.labels.kind", "AcmeUser.Label.Sort"),
            ("acme.User.labels.kind.x", "ex", "case acme.User.labels.kind.x", "AcmeUser.Label.Kind.ex"),
            ("acme.User.either.One", "first", "case acme.User.either.One", "AcmeUser.Either.first"),
        ] as [(String, String, String, String?)])
    func renames(_ key: String, _ new: String, _ listed: String, _ swiftName: String?) {
        var options = Options()
        options.renames = [key: new]
        let result = names(options)
        #expect(!result.text.contains("error:"), "\(result.text)")
        if let swiftName {
            #expect(result.names[listed] == swiftName)
        } else {
            #expect(result.names.values.contains { $0.hasSuffix("." + new) })
        }
    }

    @Test func renamesThatLeadNowhere() {
        for (key, new) in [
            ("acme.User.lables", "tags"), ("acme.User.either", "small"), ("nothing", "A"), ("acme.User", "small"),
            ("", "B"), (".", "x"),
        ] {
            var options = Options()
            options.renames = [key: new]
            let isProperty = key == "acme.User.either"
            #expect(names(options).text.contains("error:") == !isProperty, "\(key)")
        }
    }

    @Test func rules() {
        var options = Options()
        options.naming.operations = .byResource
        options.naming.dropPrefixes = ["acme."]
        let byResource = names(options).names
        #expect(byResource["request social.getUser"] == "GetUserRequest")
        #expect(byResource["request social.getUsers"] == "CreateUserRequest")
        #expect(byResource["type acme.User"] == "User")
        options.naming.operations = .byID
        options.naming.dropsTag = true
        let byID = names(options).names
        #expect(byID["request social.getUser"] == "GetUserRequest")
        #expect(byID["request social.getUsers"] == "SocialGetUsersRequest")
    }
}
