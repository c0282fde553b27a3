import Testing

@testable import CallsiteCore

@Suite struct NamingTests {
    /// Names in small letters go a shorter way; with another separator, the long one. Both lead to the same name.
    @Test(arguments: [
        "user_id", "html_url", "id", "url", "a", "a_b", "a1_2b_3", "user__name", "name_", "oauth2_token", "sha256_sum",
        "x_y_z_url_ids", "ipv4_cidr", "github_app", "md5", "u2f_key_9", String(repeating: "long_", count: 19),
        String(repeating: "long_", count: 30),
    ])
    func snakeCase(_ text: String) {
        for kind in [SwiftNames.Kind.property, .enumCase, .type] {
            #expect(SwiftNames.name(for: text, kind) == SwiftNames.name(for: text.replacing("_", with: "-"), kind))
        }
    }

    @Test(arguments: [
        ("user_id", "userID"), ("html_url", "htmlURL"), ("id", "id"), ("url", "url"), ("ids", "ids"),
        ("user_ids", "userIDs"), ("full_name", "fullName"), ("fullName", "fullName"), ("FullName", "fullName"),
        ("X-GitHub-Api-Version", "xGitHubAPIVersion"), ("HTMLParser", "htmlParser"), ("userIDs", "userIDs"),
        ("per-page", "perPage"), ("a.b.c", "aBC"), ("@type", "type"), ("$ref", "ref"), ("2fa", "_2fa"), ("+1", "plus1"),
        ("-1", "minus1"), ("1", "_1"), ("", "empty"), (" ", "space"), ("#", "number"), ("*", "all"), ("名前", "名前"),
        ("é_tude", "éTude"), ("🙂", "slightlySmilingFace"), ("_", "underscore"), ("sha256_sum", "sha256Sum"),
        ("OAuth2Token", "oAuth2Token"), ("expand[]", "expand"), ("filter[name]", "filterName"), ("a&b=c", "aAndBC"),
        ("DateCreated<", "dateCreatedBefore"), ("DateCreated>=", "dateCreatedOnOrAfter"),
        ("Price>", "priceGreaterThan"), ("price<=", "priceAtMost"), ("status!=", "statusNot"), ("1.5", "_1_5"),
        ("v1.0", "v1_0"), ("a_1_2", "a1_2"), ("R&D", "rAndD"), ("cpu%", "cpuPercent"), ("a%20b", "a20b"),
        ("C++", "cPlusPlus"), ("vnd.api+json", "vndAPIJSON"), ("错误", "错误"), ("24h", "_24h"), ("3ds", "_3ds"),
    ])
    func properties(_ text: String, _ name: String) {
        #expect(SwiftNames.name(for: text, .property) == name)
    }

    @Test(arguments: [
        ("GitHub", "GitHub"), ("issue", "Issue"), ("html_page", "HTMLPage"), ("APIKey", "APIKey"),
        ("user-id", "UserID"), ("a b", "AB"), ("", "Empty"), ("400Error", "Error400"), ("401_not_found", "NotFound401"),
        ("2FactorAuth", "TwoFactorAuth"), ("3ds", "Value3ds"), ("24h", "Value24h"), ("0", "Value0"), ("错误", "Value错误"),
        ("Page<User>", "PageUser"), ("éclair", "Éclair"), ("𝐀b", "Value𝐀b"),
    ])
    func types(_ text: String, _ name: String) {
        #expect(SwiftNames.name(for: text, .type) == name)
    }

    @Test(arguments: [
        ("1", "value1"), ("-1", "minus1"), ("+1", "plus1"), ("1.0", "value1_0"), ("2022-11-28", "_2022_11_28"),
        ("-created", "minusCreated"),
        ("+name", "plusName"), ("Etc/GMT+1", "etcGmtPlus1"), ("Etc/GMT-1", "etcGmtMinus1"), ("us-east-1", "usEast1"),
        ("!=", "notEqual"), (">=", "atLeast"), ("!open", "notOpen"), ("USD->EUR", "usdToEur"), ("状态", "状态"),
        ("GPT-4.1", "gpt4_1"), ("", "empty"),
    ])
    func enumCases(_ text: String, _ name: String) {
        #expect(SwiftNames.name(for: text, .enumCase) == name)
    }

    @Test func oneHolderKeepsTheName() {
        let raws = ["foo_bar", "fooBar", "foo-bar", "FooBar", "foo.bar", "other"]
        let resolved = ResolvedNames(raws.map { WantedName($0, .property) })
        #expect(
            resolved.names == ["fooBarSnake", "fooBar", "fooBarKebab", "fooBarCapitalized", "fooBarDotted", "other"])
        #expect(resolved.clashes.map(\.loser) == [0, 2, 3, 4])
        #expect(resolved.clashes.allSatisfy { $0.holder == 1 && $0.name == "fooBar" })
    }

    @Test(arguments: [
        ("id", "@id", "atID"), ("id", "_id", "underscoreID"), ("type", "$type", "dollarType"),
        ("expand", "expand[]", "expandList"), ("red", "RED", "redUppercase"), ("red", "Red", "redCapitalized"),
        ("id", "id_", "idUnderscore"), ("name", "name*", "nameAll"), ("foo", "/foo", "slashFoo"),
        ("amount", "Amount (€)", "amountEuro"), ("amount", "amount ±", "amountPlusMinus"),
    ])
    func whatYieldsIsReadable(_ keeps: String, _ yields: String, _ name: String) {
        for raws in [[keeps, yields], [yields, keeps]] {
            let resolved = ResolvedNames(raws.map { WantedName($0, .property) })
            let names = Dictionary(uniqueKeysWithValues: zip(raws, resolved.names))
            #expect(names == [keeps: keeps, yields: name])
        }
    }

    /// Pinned, then exact, then by rank, then by bytes.
    @Test func whoKeepsAName() {
        func keeper(_ wanted: [WantedName]) -> String? {
            let resolved = ResolvedNames(wanted)
            return zip(wanted, resolved.names).first { $0.1 == "fooBar" }?.0.raw
        }
        #expect(keeper([.init("fooBar", .property), .init("foo_bar", pinned: "fooBar", .property)]) == "foo_bar")
        #expect(keeper([.init("foo_bar", .property, rank: 0), .init("fooBar", .property, rank: 9)]) == "fooBar")
        #expect(keeper([.init("foo_bar", .property, rank: 1), .init("foo-bar", .property, rank: 0)]) == "foo-bar")
        #expect(keeper([.init("foo_bar", .property), .init("foo-bar", .property)]) == "foo-bar")
        #expect(ResolvedNames([.init("fooBar", .property)], usedNames: ["fooBar"]).names != ["fooBar"])
    }

    /// A type and a member of one scope are never called the same, whatever the text.
    @Test func typesAndMembersDiffer() {
        let texts = [
            "400Error", "3ds", "0", "错误", "状态", "24h", "_x", "ǅ", "ß", "ﬁ", "İ", "𝐀", "ª", "aß", "😀", "", " ", "-", "é",
            "e\u{301}", "Ω", "ა",
        ]
        let types = Set(texts.map { SwiftNames.name(for: $0, .type) })
        for kind in [SwiftNames.Kind.property, .enumCase] {
            #expect(types.intersection(texts.map { SwiftNames.name(for: $0, kind) }) == [])
        }
        #expect(types.allSatisfy { SwiftNames.isCapital($0.unicodeScalars.first!) })
    }

    @Test(
        arguments: [
            ("labels", "label"), ("order_items", "order_item"), ("Categories", "Category"), ("addresses", "address"),
            ("statuses", "status"),
            ("boxes", "box"), ("people", "person"), ("childIDs", "childID"), ("responses", "response"),
            ("databases", "database"), ("topics", "topic"), ("LineItems", "LineItem"), ("photos", "photo"),
            ("indices", "index"), ("matches", "match"), ("urls", "url"), ("metrics", "metric"), ("flows", "flow"),
            ("URLs", "URL"), ("radiuses", "radius"), ("houses", "house"), ("causes", "cause"), ("uses", "use"),
            ("censuses", "census"), ("zombies", "zombie"), ("ties", "tie"), ("feet", "foot"), ("criteria", "criterion"),
            ("children", "child"), ("status", nil), ("address", nil), ("data", nil), ("series", nil), ("HTTPS", nil),
            ("dns", nil), ("analysis", nil), ("news", nil), ("bus", nil), ("item", nil), ("", nil), ("analytics", nil),
            ("process", nil), ("leafs1", nil), ("settings", nil), ("bases", nil),
        ] as [(String, String?)])
    func singular(_ plural: String, _ one: String?) {
        #expect(Plurals.singular(plural) == one)
    }

    @Test(arguments: [
        ("GitHub v3 REST API", "GitHub"), ("PokéAPI", "PokeAPI"),
        ("Spotify Web API with fixes and improvements from sonallux", "Spotify"), ("OSF APIv2 Documentation", "OSF"),
        ("1Password Connect", "OnePasswordConnect"), ("Docker Engine API", "DockerEngine"),
        ("Swagger Petstore - OpenAPI 3.0", "Petstore"),
        ("GitHub's official OpenAPI spec + Octokit extension", "GitHubOctokit"), ("API for Rates", "Rates"),
        ("Bank of Ireland API", "BankOfIreland"), ("Café Müller", "CafeMuller"), ("eBay Browse", "EBayBrowse"),
        ("CS:GO Inventory API", "CSGOInventory"), ("Shop: orders and returns", "Shop"),
        ("NationalInstituteOfElectronicsAndInformationTechnology", "NationalInstituteOfElectronics"),
        ("(beta) Shop", "BetaShop"), ("Dungeons and Dragons", "DungeonsAndDragons"),
    ])
    func apiNames(_ title: String, _ name: String) {
        #expect(APINames.name(title: title, fileName: "openapi.yaml", host: nil) == name)
    }

    @Test func apiNamesOfTitlesThatSayNothing() {
        #expect(APINames.name(title: "API Reference", fileName: "plaid.yml", host: nil) == "Plaid")
        #expect(APINames.name(title: "All APIs", fileName: "openapi.json", host: "https://api.acme.co.uk/v1") == "Acme")
        #expect(
            APINames.name(title: "REST API v2", fileName: "swagger-v2.json", host: "http://127.0.0.1:80") == "RESTAPI")
        #expect(APINames.name(title: "", fileName: "", host: nil) == "API")
        #expect(APINames.name(title: "天气", fileName: "openapi.yaml", host: "{scheme}://x") == "API")
    }

    @Test func theOrderNeverMatters() {
        let raws = ["a-b", "a_b", "a b", "A_B", "", " ", "1", "-1", "+1", "#", "null", "none", "b", "a.b", "🙂", "🙃"]
        func names(_ raws: [String]) -> [String: String] {
            Dictionary(
                uniqueKeysWithValues: zip(
                    raws, ResolvedNames(raws.map { WantedName($0, .enumCase) }, reserved: ["none"]).names))
        }
        let names1 = names(raws)
        #expect(names1 == names(raws.reversed()))
        #expect(Set(names1.values).count == raws.count)
        // A value more renames none but those that want its name.
        #expect(names(raws + ["zz"]).filter { $0.key != "zz" } == names1)
    }

    @Test func pinnedAndReservedNames() {
        let wanted = [
            WantedName("a", pinned: "chosen", .property), WantedName("is_absent", .property),
            WantedName("self", .property),
        ]
        #expect(
            ResolvedNames(wanted, reserved: ReservedNames.properties).names == ["chosen", "isAbsentValue", "selfValue"])
    }

    @Test func longNamesLoseWords() {
        let raw = "get repositories by owner by repository actions self hosted runners by runner id labels by name"
        #expect(
            SwiftNames.name(for: raw, .type, limit: 63) == "GetRepositoriesByOwnerByRepositoryActionsSelfHosted")
        for count in [5, 50, 500] {
            let name = SwiftNames.name(for: String(repeating: "long_word", count: count), .type)
            #expect(name.unicodeScalars.count <= SwiftNames.limit)
        }
        // A word is cut only where it is longer than any in a language.
        let word = String(repeating: "x", count: 100)
        #expect(SwiftNames.name(for: word + " and more", .property) == word)
        let bytes = SwiftNames.name(for: String(repeating: "x", count: 500), .property)
        #expect(bytes.count <= SwiftNames.limit)
        #expect(bytes != SwiftNames.name(for: String(repeating: "x", count: 501), .property))
        // Two that begin alike differ by their ends.
        let names = ResolvedNames([WantedName(raw, .property), WantedName(raw + " and color", .property)]).names
        #expect(names[1] == "getRepositoriesByOwnerByRepositoryActionsSelfHostedColor")
    }

    @Test func fileNames() {
        #expect(FileNames.fileName("GitHub+Models") == "GitHub+Models.swift")
        #expect(FileNames.fileName("../../etc/passwd").hasPrefix("etcpasswd_"))
        #expect(FileNames.fileName(String(repeating: "a", count: 500)).utf8.count <= 200)
        let distinct = FileNames.distinct(["Foo", "foo", "FOO", "Bar"])
        #expect(Set(distinct.map { $0.lowercased() }).count == 4)
        #expect(distinct[3] == "Bar")
    }

    @Test(arguments: [
        ("Strng", "String"), ("usr", "User"), ("base_url", "baseURL"), ("respones", "response"), ("x", nil),
        ("whatever", nil),
    ])
    func spelling(_ word: String, _ suggestion: String?) {
        #expect(
            Spelling.suggestion(for: word, among: ["String", "User", "baseURL", "response", "paths"]) == suggestion)
    }
}
