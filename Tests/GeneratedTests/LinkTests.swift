import CallsiteRuntime
import CallsiteStore
import Foundation
import GeneratedAPIs
import GeneratedGitHub
import Testing

/// The code generated for `links:` finds the meaning of a link, or nothing.
@Suite struct LinkTests {
    private func story(_ text: String) -> Int? {
        guard let url = URL(string: text), case .story(let provider)? = Stories.StoriesLink(url) else { return nil }
        return provider.request.id
    }

    @Test(arguments: [
        "app://stories/12345", "APP://Stories/12345/", "app:///stories/12345?utm=x#top",
        "https://example.com/stories/12345",
        "https://example.com//stories//12345", "app://stories/%31%32345",
    ])
    func aStory(_ text: String) { #expect(story(text) == 12345) }

    @Test(arguments: [
        "app://stories/x", "app://stories", "app://stories/1/2", "app://stories/12345x", "app://user@stories/12345",
        "http://example.com/stories/12345",
        "https://evil.example/stories/12345", "other://stories/12345", "app://stories/../users/1",
        "app://stories/%2e%2e",
        "app://stories/9223372036854775808", "app://stories/1%0A2",
    ])
    func noStory(_ text: String) { #expect(story(text) == nil) }

    @Test func queryItemsAreTyped() throws {
        func sort(_ text: String) throws -> String? {
            guard case .listStories(let provider)? = Stories.StoriesLink(try #require(URL(string: text))) else {
                return nil
            }
            return provider.request.sort.rawValue
        }
        #expect(try sort("app://stories") == "newest")
        #expect(try sort("app://stories?sort=popular") == "popular")
        #expect(
            try sort("app://stories?sort=brand-new") == "brand-new", "what the enum doesn't know goes to the server")
    }

    @Test func otherOrigins() throws {
        let url = try #require(URL(string: "mine://stories/7"))
        #expect(Stories.StoriesLink(url) == nil)
        guard case .story(let provider)? = Stories.StoriesLink(url, from: .init(schemes: ["mine"])) else {
            Issue.record("no link")
            return
        }
        #expect(provider.request.id == 7)
    }

    @Test func theWebsOwnAddresses() throws {
        func link(_ text: String) throws -> GitHubLink? { GitHubLink(try #require(URL(string: text))) }
        guard case .repository(let repository)? = try link("https://github.com/octo/hello"),
            case .issue(let issue)? = try link("github://octo/hello/issues/3"),
            case .pullRequest(let pull)? = try link("https://www.github.com/octo/hello/pull/4"),
            case .user(let user)? = try link("https://github.com/octo"),
            case .searchRepositories(let search)? = try link("https://github.com/search?q=a+b&type=repositories")
        else {
            Issue.record("a link isn't known")
            return
        }
        #expect((repository.request.owner, repository.request.repo) == ("octo", "hello"))
        #expect(issue.request.issueNumber == 3 && pull.request.pullNumber == 4)
        #expect(user.request.username == "octo" && search.request.q == "a b")
        #expect(try link("https://github.com/octo/hello/issues/x") == nil)
    }

    /// A value of a link goes to its own place of the path, whatever the value is.
    @Test func aHostileValueReachesNoOtherPath() async throws {
        let seen = Seen()
        let session = Session(
            transport: StubTransport { request in
                await seen.note(request.url.absoluteString)
                return HTTPResponse(status: 404)
            })
        for text in [
            "https://github.com/a%2F..%2F..%2Fuser/b", "https://github.com/a%3Fx=1/b%23", "https://github.com/a%5C/b;c",
        ] {
            guard case .repository(let provider)? = GitHubLink(try #require(URL(string: text))) else { continue }
            _ = try? await provider.fetchContent(with: session)
        }
        #expect(
            await seen.urls == [
                "https://api.github.com/repos/a%2F..%2F..%2Fuser/b", "https://api.github.com/repos/a%3Fx%3D1/b%23",
                "https://api.github.com/repos/a%5C/b%3Bc",
            ])
    }

    @Test func contentIsFetched() async throws {
        let session = Session(transport: StubTransport(["GET /users/octo": HTTPResponse(status: 404)]))
        guard case .user(let provider)? = GitHubLink(try #require(URL(string: "github://octo"))) else {
            Issue.record("no link")
            return
        }
        guard case .failure = try await provider.fetchPresentation(with: session) else {
            Issue.record("a 404 is no content")
            return
        }
    }
}

private actor Seen {
    private(set) var urls: [String] = []
    func note(_ url: String) { urls.append(url) }
}
