import CallsiteStore
import Foundation
import Testing

@Suite("Deep links") struct DeepLinkTests {
    private static let origins = DeepLink.Origins(
        schemes: ["app", "Stories"], hosts: ["example.com", "www.Example.com"])

    @Test(arguments: [
        ("app://stories/12345", ["stories", "12345"]),
        ("APP://stories/12345", ["stories", "12345"]),
        ("stories://stories/12345", ["stories", "12345"]),
        ("app:///stories/12345", ["stories", "12345"]),
        ("app:stories/12345", ["stories", "12345"]),
        ("app:/stories/12345", ["stories", "12345"]),
        ("app://stories//12345/", ["stories", "12345"]),
        ("app://stories/12345?x=1#top", ["stories", "12345"]),
        ("app://stories/12345#a/b?c", ["stories", "12345"]),
        ("https://example.com/stories/12345", ["stories", "12345"]),
        ("https://EXAMPLE.com/stories/12345", ["stories", "12345"]),
        ("https://www.example.com/stories/12345", ["stories", "12345"]),
        ("app://stories/a%20b%2Fc", ["stories", "a b/c"]),
        ("app://stories/caf%C3%A9", ["stories", "café"]),
        ("app://stories/a+b", ["stories", "a+b"]),
        ("app://", []),
        ("https://example.com", []),
    ])
    func segments(_ text: String, _ segments: [String]) {
        #expect(DeepLink(text, from: Self.origins)?.segments == segments)
    }

    @Test(arguments: [
        "", "app", "://stories", "other://stories/1", "http://example.com/stories/1", "https://example.org/stories/1",
        "https://example.com.evil.org/stories/1", "https://evil.org/example.com/stories/1",
        "https://user@example.com/stories/1",
        "https://example.com@evil.org/stories/1", "https://example.com:8443/stories/1",
        "https://example.com:443/stories/1", "https:///stories/1",
        "https:stories/1",
        "https://example.com\\@evil.org/stories/1", "app://user@stories/1", "app://user:password@stories/1",
        "app://stories:80/1",
        "app://[::1]/1", "app://stories/../admin", "app://stories/%2e%2E/admin", "app://../admin", "app://stories/./1",
        "app://stories/%2e",
        "app://stories/%", "app://stories/%1", "app://stories/%zz", "app://stories/%E9", "app://stories/%C0%AF",
        "app://stories/%00",
        "app://stories/%0D%0AHost:%20evil", "app://stories/1?x=%0A", "app://stories/1?%ff=1", "app://stories/\u{7F}",
        "javascript:alert(1)",
        "app://stories/%\u{FF11}\u{FF11}",
    ])
    func noLinks(_ text: String) { #expect(DeepLink(text, from: Self.origins) == nil, "\(text)") }

    @Test(arguments: [
        "/redirect?to=a:stories/1", "//evil.example/?u=x:stories/1", ":stories/1", "stories/1?at=10:30",
        "//user@evil.example/a:b/c",
        "1a:stories/1",
        "a b:stories/1", "view-source:stories/1",
    ])
    func noSchemeNoLink(_ text: String) { #expect(DeepLink(text) == nil, "\(text)") }

    @Test func aValueIsNeverADotSegment() {
        for text in ["app:///@..", "app:///@%2e%2E", "app:///@."] {
            #expect(DeepLink(text)?.match([.value(prefix: "@")]) == nil, "\(text)")
        }
    }

    @Test func anEmptyItemIsNone() throws {
        var sort = "newest"
        var page: Int? = 3
        let link = try #require(DeepLink("app://stories?sort=&page="))
        #expect(link.read("sort", into: &sort) && link.read("page", into: &page) && sort == "newest" && page == 3)
        #expect(link.value("sort", as: String.self) == nil)
        #expect(try !#require(DeepLink("app://stories?page=x")).read("page", into: &page) && page == 3)
    }

    @Test func withoutSchemesAnyButThoseOfTheWeb() {
        #expect(DeepLink("anything://stories/1")?.segments == ["stories", "1"])
        for text in [
            "http://stories/1", "https://stories/1", "file:///stories/1", "javascript:stories/1", "data:stories/1",
            "mailto:stories/1",
        ] {
            #expect(DeepLink(text) == nil, "\(text)")
        }
    }

    @Test func urls() throws {
        #expect(DeepLink(try #require(URL(string: "app://stories/12345")))?.segments == ["stories", "12345"])
        #expect(
            DeepLink(try #require(URL(string: "https://example.com/a%20b")), from: Self.origins)?.segments == ["a b"])
        #expect(DeepLink(try #require(URL(string: "stories/1", relativeTo: URL(string: "app://host/")))) != nil)
    }

    @Test func queries() throws {
        let link = try #require(DeepLink("app://search?q=a+b%2Bc&empty=&flag&q=second&=x", from: Self.origins))
        #expect(link.query.map(\.name) == ["q", "empty", "flag", "q", ""])
        #expect(link.item("q") == "a b+c")
        #expect(link.item("empty") == "")
        #expect(link.item("flag") == "")
        #expect(link.item("other") == nil)
    }

    @Test func patterns() throws {
        func match(_ text: String, _ pattern: [DeepLink.Segment]) -> [String]? {
            DeepLink(text, from: Self.origins)?.match(pattern)
        }
        let story: [DeepLink.Segment] = [.literal("stories"), .value()]
        #expect(match("app://stories/1", story) == ["1"])
        #expect(match("app://Stories/1", story) == ["1"], "a host's case means nothing")
        #expect(match("https://example.com/stories/1", story) == ["1"])
        #expect(match("https://example.com/Stories/1", story) == nil)
        #expect(match("app:///Stories/1", story) == nil)
        #expect(match("app://stories", story) == nil)
        #expect(match("app://stories/1/2", story) == nil)
        #expect(match("app://story/1", story) == nil)
        let user: [DeepLink.Segment] = [.value(prefix: "@", suffix: ".html")]
        #expect(match("https://example.com/@ann.html", user) == ["ann"])
        #expect(match("https://example.com/@.html", user) == nil)
        #expect(match("https://example.com/ann.html", user) == nil)
        #expect(match("https://example.com/@", [.value(prefix: "@", suffix: "@")]) == nil)
        #expect(match("app://", []) == [])
        #expect(match("app://ITEMX", [.value(prefix: "Item")]) == ["X"])
        #expect(match("app:///ITEMX", [.value(prefix: "Item")]) == nil)
    }

    @Test func values() {
        #expect(DeepLink.value("12345", as: Int.self) == 12345)
        #expect(DeepLink.value("-3", as: Int64.self) == -3)
        for text in ["x", "", "1x", "0x10", " 1", "9223372036854775808", "1.5"] {
            #expect(DeepLink.value(text, as: Int.self) == nil, "\(text)")
        }
        #expect(DeepLink.value("12345", as: String.self) == "12345")
        #expect(DeepLink.value("true", as: Bool.self) == true)
        #expect(DeepLink.value("yes", as: Bool.self) == nil)
        #expect(DeepLink.value("1.5", as: Double.self) == 1.5)
        #expect(DeepLink.value("1e999", as: Double.self) == nil)
        #expect(DeepLink.value("2026-01-02T03:04:05Z", as: Date.self) != nil)
        #expect(DeepLink.value("E621E1F8-C36C-495A-93FC-0C247A3E6E5F", as: UUID.self) != nil)
    }

    /// Any text at all is a link or none, and a link has no segment that could lead elsewhere.
    @Test func anyText() {
        var random: UInt64 = 42
        let parts = [
            "app:", "https:", "//", "/", "example.com", "..", ".", "%2e", "%", "%2F", "@", ":", "?", "#", "&", "=", "é",
            "\u{301}", "\\",
            "a", "\u{0}", "%00", "[", "]",
        ]
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<8 {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += parts[Int(random >> 33) % parts.count]
            }
            guard let link = DeepLink(text, from: Self.origins) else { continue }
            #expect(
                !link.segments.contains("..") && !link.segments.contains(".") && !link.segments.contains(""), "\(text)")
            #expect(!link.segments.joined().utf8.contains { $0 < 0x20 }, "\(text)")
        }
    }
}
