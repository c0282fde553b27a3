import CallsiteInference
import CallsiteSamples
import Testing

/// Requests in, a description out.
struct InferenceTests {
    private static let base = "https://api.shop.example/v2"

    @Test func requestsThatDifferInIdentifiersAreOneEndpoint() throws {
        let text = try inferred([
            sample("\(Self.base)/users/17/posts", "[]"),
            sample("\(Self.base)/users/18/posts", #"[{"id": 1, "title": "a"}]"#),
            sample("\(Self.base)/users/me", #"{"id": 1}"#),
        ])
        #expect(text.contains("baseURL: \"https://api.shop.example/v2\""))
        #expect(text.contains("path: \"/users/{user_id}/posts\""))
        #expect(text.contains("path: /users/me"))
        #expect(text.contains("parameters: {user_id: Int}"))
    }

    @Test func aListInPages() throws {
        let text = try inferred([
            sample("\(Self.base)/users?page=1", #"{"items":[{"id":1,"name":"Ada","email":null}],"total":3}"#),
            sample("\(Self.base)/users?page=2", #"{"items":[{"id":2,"name":"Bo"}],"total":3}"#),
        ])
        #expect(
            text == """
                callsite: 1
                api: Shop
                baseURL: "https://api.shop.example/v2"
                endpoints:
                  ListUsers:
                    path: /users
                    parameters: {page: Int = 1}
                    response: UserPage
                    pagination:
                      style: page
                      parameter: page
                      first: 1
                      total: total
                      elements: items
                models:
                  User:
                    id: Int
                    name: String
                    email?: JSON
                  UserPage: {items: [User], total: Int}

                """)
    }

    @Test func oneRequestIsSeenOnce() throws {
        let text = try inferred([
            sample("\(Self.base)/orders/4711?expand=lines", headers: [("Authorization", "Bearer abc")])
        ])
        #expect(text.contains("GetOrder:  # seen once"))
        #expect(text.contains("expand?: String"))
        #expect(text.contains("response: JSON  # no response was given"))
        #expect(text.contains("authentication: bearer"))
    }

    @Test func anActionWithAnError() throws {
        let text = try inferred([
            sample("\(Self.base)/orders/:id/cancel", #"{"state":"cancelled"}"#, method: "POST"),
            sample("\(Self.base)/orders/:id/cancel", #"{"code":"shipped","message":"…"}"#, method: "POST", status: 409),
            sample("\(Self.base)/orders", "[]"),
        ])
        #expect(text.contains("path: \"/orders/{id}/cancel\""))
        #expect(text.contains("response: {fields: {state: String}}  # seen once"))
        #expect(text.contains("ShopError: {code: String, message: String}"))
    }

    /// Words lead to one endpoint where there are many, with responses of one shape; resources don't.
    @Test func manyWordsAreValues() throws {
        let logins = ["ada", "bo", "cy", "dee", "eve", "flo"]
        let text = try inferred(
            logins.map { sample("\(Self.base)/users/\($0)", #"{"login": "\#($0)", "followers": 3}"#) }
                + [sample("\(Self.base)/users/search", #"{"hits": []}"#)])
        #expect(text.contains("path: \"/users/{user}\""))
        #expect(text.contains("path: /users/search"))
        let resources = try inferred(
            logins.map { sample("\(Self.base)/\($0)", #"[{"\#($0)": 3, "id_of_\#($0)": 1, "c": 1}]"#) })
        for login in logins { #expect(resources.contains("path: /\(login)")) }
    }

    @Test func aMapHasDataAsKeys() throws {
        let text = try inferred([
            sample(
                "\(Self.base)/rates",
                #"{"rates": {"2026-01-01": 1.5, "2026-01-02": 2}, "users": {"17": {"a": 1}, "18": {"a": 2}}}"#)
        ])
        #expect(text.contains("rates: [String: Double]"))
        #expect(text.contains("[String: User]") || text.contains("users: [{String"))
    }

    /// Each body has one key, or the keys have letters mostly: where they meet in a model, they are ids.
    @Test func idsOfSeveralBodiesAreTheKeysOfAMap() throws {
        let labels = [#"{}"#, #"{"cus_30nm6MH2": "a"}"#, #"{"usr_4Tgqkxiz": "b"}"#]
        let text = try inferred(
            labels.map {
                sample("\(Self.base)/jobs", method: "POST", body: #"{"labels": \#($0), "one": {"cus_5YlDxNrE": 1}}"#)
            })
        #expect(text.contains("labels: [String: String]") && text.contains("one: [String: Int]"))
    }

    /// Each body has a few of many fields, so that no two are alike. Resources, which are plurals, stay what they are.
    @Test func wordsWithFieldsOfEachOtherAreValues() throws {
        func responses(_ words: [String]) throws -> String {
            try inferred(
                words.enumerated().flatMap { index, word in
                    (0..<2).map { number in
                        let fields = (0..<4).map { step in "\"f\((index * 3 + number * 5 + step * step) % 11)\": 1" }
                        return sample("\(Self.base)/spaces/\(word)", "{" + fields.joined(separator: ",") + "}")
                    }
                })
        }
        let names = try responses(["ada-l", "grace", "turing", "knuth", "hopper", "kay", "linus"])
        #expect(names.contains("path: \"/spaces/{space}\""))
        let resources = try responses(["pods", "nodes", "services", "events", "jobs", "roles", "secrets"])
        #expect(resources.contains("path: /spaces/pods"))
    }

    /// `POST /plugins/*/push` has no body that shows what is alike, and names no procedure.
    @Test func wordsBeforeAnActionAreValues() throws {
        let names = ["vieux", "sshfs", "weave", "flocker", "convoy", "rexray"]
        let text = try inferred(names.map { sample("\(Self.base)/plugins/\($0)/push", "", method: "POST") })
        #expect(text.contains("path: \"/plugins/{plugin}/push\""))
        let procedures = try inferred(names.map { sample("\(Self.base)/plugins/\($0)", "", method: "POST") })
        for name in names { #expect(procedures.contains("path: /plugins/\(name)")) }
    }

    /// Which fields an error has depends on the mistake.
    @Test func anAPIHasOneError() throws {
        let errors = [
            #"{"errors": [{"code": "a", "message": "b"}]}"#,
            #"{"errors": [{"code": "a", "message": "b", "meta": {"at": 1}}]}"#,
            #"{"errors": [{"code": "a", "message": "b"}], "trace": "x", "meta": {}}"#,
        ]
        let text = try inferred(
            errors.enumerated().map { sample("\(Self.base)/things\($0)", $1, method: "POST", status: 422) })
        #expect(text.split(separator: "\n").count { $0.contains("422: ShopError") } == 3)
    }

    @Test func aChoiceIsNoCredential() throws {
        let text = try inferred([sample("\(Self.base)/envelopes?close_existing_signature=true", "[]")])
        #expect(!text.contains("authentication") && text.contains("close_existing_signature"))
    }

    /// An API may want several credentials at once, some of which are no secrets. A signature is no credential.
    @Test(arguments: [
        (["DD-API-KEY", "DD-APPLICATION-KEY"], "", "{all: [{header: DD-API-KEY}, {header: DD-APPLICATION-KEY}]}"),
        (
            ["X-Algolia-Application-Id", "X-Algolia-API-Key", "X-Algolia-Agent"], "",
            "{all: [{header: X-Algolia-Application-Id}, {header: X-Algolia-API-Key}]}"
        ),
        (["X-Auth-Email", "X-Auth-Key"], "", "{all: [{header: X-Auth-Email}, {header: X-Auth-Key}]}"),
        (["X-Api-Key", "X-CSRF-Token", "X-Request-Id"], "", "{header: X-Api-Key}"),
        ([], "?key=k0&token=t0", "{all: [{query: key}, {query: token}]}"),
        ([], "?api_key=k0&api_sig=s0", "{query: api_key}"),
    ])
    func credentialsGoTogether(_ headers: [String], _ query: String, _ expected: String) throws {
        let samples = ["users", "teams"].map { path in
            sample(Self.base + "/" + path + query, "[]", headers: headers.map { ($0, "v-0") })
        }
        #expect(try inferred(samples).contains("\nauthentication: \(expected)\n"))
    }

    /// A version is the API's, also where one endpoint does without.
    @Test func aHeaderOfNearlyAllEndpointsIsTheAPIs() throws {
        let resources = ["users", "teams", "orders", "pods", "nodes", "roles", "jobs", "events", "books", "pages"]
        let samples = resources.enumerated().map { number, resource in
            sample(
                "\(Self.base)/\(resource)", "[]",
                headers: number == 3 ? [] : [("Shop-Version", "2020-09-14"), ("X-Number", "a\(number % 2)")])
        }
        let text = try inferred(samples)
        #expect(text.contains("\nheaders: {Shop-Version: \"2020-09-14\"}\n"))
        #expect(
            text.split(separator: "\n").count { $0.contains("X-Number") } == 9 && !text.contains("{Shop-Version: {"))
    }

    @Test(arguments: [
        ("GitHub API v3", "GitHub"), ("My API", "Shop"), ("Postman Collection", "Shop"), (nil, "Shop"),
    ])
    func theNameIsTheTitlesOrTheHosts(_ title: String?, _ name: String) throws {
        #expect(try inferred([sample("\(Self.base)/users", "[]")], title: title).contains("api: \(name)\n"))
    }

    /// An example that is repeated isn't all that there is, unless it says which kind of object this is.
    @Test func whatWasAlwaysTheSameIsAnExample() throws {
        let body = #"{"object": "user", "branch": "master", "homepage": "https://example.com/ada"}"#
        let text = try inferred((0..<12).map { sample("\(Self.base)/users/\($0)", body) })
        #expect(text.contains("constant: user") && text.contains("branch: String") && text.contains("homepage: URL"))
    }

    @Test func aVersionInAPathIsNoValue() throws {
        let text = try inferred([
            sample("\(Self.base)/data/2.5/weather", "{}"), sample("\(Self.base)/geo/1.0/direct", "[]"),
            sample("\(Self.base)/jobs/v1beta1/list", "[]"),
        ])
        #expect(text.contains("path: /data/2.5/weather") && text.contains("path: /geo/1.0/direct"))
        #expect(text.contains("path: /jobs/v1beta1/list"))
    }

    @Test func whatChoosesAPartOfAListIsOptional() throws {
        let text = try inferred((1...3).map { sample("\(Self.base)/users?limit=\($0)&q=a\($0)", "[]") })
        #expect(text.contains("limit?: Int") && text.contains("q: String"))
    }

    /// A credential that two of many requests have is of their endpoint.
    @Test func theCredentialOfFewRequestsIsOfTheirEndpoint() throws {
        let text = try inferred(
            (0..<6).map { number in
                sample(
                    "\(Self.base)/\(["a", "b", "c"][number % 3])", "{}",
                    headers: number % 3 == 0 ? [("X-Registry-Auth", "x")] : [])
            })
        #expect(text.contains("\nauthentication: none\n"))
        #expect(text.contains("response: [String: JSON], authentication: {header: X-Registry-Auth}"))
    }

    @Test func aDiscriminatorMakesAUnion() throws {
        let text = try inferred([
            sample(
                "\(Self.base)/events",
                #"[{"type":"mail","to":"a","subject":"b"},{"type":"mail","to":"a","subject":"b"},{"type":"push","device":1},{"type":"push","device":2}]"#
            )
        ])
        #expect(text.contains("union: type"))
        #expect(text.contains("mail:"))
    }

    @Test func anEnumNeedsManyValues() throws {
        let states = (0..<12).map {
            #"{"id": \#($0), "state": "\#($0 % 2 == 0 ? "open" : "closed")", "name": "\#($0 % 2 == 0 ? "ada" : "bo")"}"#
        }
        let text = try inferred([sample("\(Self.base)/issues", "[" + states.joined(separator: ",") + "]")])
        #expect(text.contains("state: closed | open") || text.contains("enum: [closed, open]"))
        #expect(text.contains("name: String"))
    }

    @Test func whatBrowsersAskForIsLeftOut() throws {
        let text = try inferred([
            sample("\(Self.base)/users", "[]", place: "/log/entries/0"),
            sample("https://track.example/collect", "{}", place: "/log/entries/1"),
            sample(
                "\(Self.base)/users/1", #"{"id": 1}"#,
                headers: [("Origin", "x"), ("Sec-Fetch-Mode", "cors"), ("X-Request-ID", "1")], place: "/log/entries/2"),
        ])
        #expect(!text.contains("collect"))
        #expect(!text.contains("Sec-"))
        #expect(!text.contains("in: header"))
    }
}
