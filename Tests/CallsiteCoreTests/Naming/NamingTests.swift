import Testing

@testable import CallsiteCore

@Suite struct NamingTests {
    /// Names in small letters go a shorter way; with another separator, the long one. Both lead to the same name.
    @Test(arguments: [
        "user_id", "html_url", "id", "url", "a", "a_b", "a1_2b_3", "user__name", "name_", "oauth2_token", "sha256_sum", "x_y_z_url_ids",
        "ipv4_cidr",
        "github_app", "md5", "u2f_key_9", String(repeating: "long_", count: 19), String(repeating: "long_", count: 30),
    ])
    func snakeCase(_ text: String) {
        for kind in [SwiftNames.Kind.property, .enumCase, .type] {
            #expect(SwiftNames.name(for: text, kind) == SwiftNames.name(for: text.replacing("_", with: "-"), kind))
        }
    }

    @Test(arguments: [
        ("user_id", "userID"), ("html_url", "htmlURL"), ("id", "id"), ("url", "url"), ("ids", "ids"), ("user_ids", "userIDs"),
        ("full_name", "fullName"), ("fullName", "fullName"), ("FullName", "fullName"), ("X-GitHub-Api-Version", "xGitHubAPIVersion"),
        ("HTMLParser", "htmlParser"), ("userIDs", "userIDs"), ("per-page", "perPage"), ("a.b.c", "aBC"), ("@type", "type"), ("$ref", "ref"),
        ("2fa", "_2fa"), ("+1", "plus1"), ("-1", "minus1"), ("1", "_1"), ("", "empty"), (" ", "space"), ("#", "number"), ("*", "star"),
        ("名前", "名前"), ("é_tude", "éTude"), ("🙂", "u1f642"), ("_", "underscore"), ("sha256_sum", "sha256Sum"),
        ("OAuth2Token", "oAuth2Token"),
        ("expand[]", "expand"), ("filter[name]", "filterName"), ("a&b=c", "aBC"),
    ])
    func properties(_ text: String, _ name: String) {
        #expect(SwiftNames.name(for: text, .property) == name)
    }

    @Test(arguments: [
        ("GitHub", "GitHub"), ("issue", "Issue"), ("html_page", "HTMLPage"), ("APIKey", "APIKey"), ("user-id", "UserID"), ("a b", "AB"),
        ("", "Empty"),
    ])
    func types(_ text: String, _ name: String) {
        #expect(SwiftNames.name(for: text, .type) == name)
    }

    @Test func namesThatMeetAreSpelledOut() {
        let raws = ["foo_bar", "fooBar", "foo-bar", "FooBar", "foo.bar", "other"]
        let resolved = ResolvedNames(raws.map { WantedName($0, .property) })
        #expect(resolved.names == ["fooUnderscoreBar", "fooBar", "fooHyphenBar", "capitalFooBar", "fooDotBar", "other"])
        #expect(resolved.clashes == [[0, 1, 2, 3, 4]])
    }

    @Test func theOrderNeverMatters() {
        let raws = ["a-b", "a_b", "a b", "A_B", "", " ", "1", "-1", "+1", "#", "null", "none", "b", "a.b", "🙂", "🙃"]
        func names(_ raws: [String]) -> [String: String] {
            Dictionary(uniqueKeysWithValues: zip(raws, ResolvedNames(raws.map { WantedName($0, .enumCase) }, reserved: ["none"]).names))
        }
        let names1 = names(raws)
        #expect(names1 == names(raws.reversed()))
        #expect(Set(names1.values).count == raws.count)
        // A value more renames none but those that want its name.
        #expect(names(raws + ["zz"]).filter { $0.key != "zz" } == names1)
    }

    @Test func pinnedAndReservedNames() {
        let wanted = [WantedName("a", pinned: "chosen", .property), WantedName("is_absent", .property), WantedName("self", .property)]
        #expect(ResolvedNames(wanted, reserved: ReservedNames.properties).names == ["chosen", "isAbsentValue", "selfValue"])
    }

    @Test func longNamesAreCut() {
        let name = SwiftNames.name(for: String(repeating: "long_", count: 100), .type)
        #expect(name.unicodeScalars.count <= 100)
        #expect(name != SwiftNames.name(for: String(repeating: "long_", count: 101), .type))
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
        ("Strng", "String"), ("usr", "User"), ("base_url", "baseURL"), ("respones", "response"), ("x", nil), ("whatever", nil),
    ])
    func spelling(_ word: String, _ suggestion: String?) {
        #expect(Spelling.suggestion(for: word, among: ["String", "User", "baseURL", "response", "paths"]) == suggestion)
    }
}
