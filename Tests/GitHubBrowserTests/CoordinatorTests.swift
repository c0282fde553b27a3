import CallsiteRuntime
import CallsiteStore
import Foundation
import Testing
import Waiting

@testable import github_browser

/// The coordinators with a window that is never drawn to a terminal, over recorded responses.
@Suite(.timeLimit(.minutes(10))) @MainActor struct CoordinatorTests {
    private let screen = Watched(Screen())
    private let hasQuit = Watched(false)
    private let window = Window(size: Size(rows: 24, columns: 80))
    private let root: AppCoordinator

    init() {
        let (screen, hasQuit) = (screen, hasQuit)
        window.draw = { drawn in screen.update { $0 = drawn } }
        root = AppCoordinator(Surroundings(window: window, transport: OfflineTransport(source: .recordings))) {
            hasQuit.update { $0 = true }
        }
        root.start()
    }

    private func title() -> String {
        (screen.value.lines.first ?? []).first.map { $0.text.trimmingCharacters(in: .whitespaces) } ?? ""
    }

    /// Waits until a string is on the screen. False only if the task is cancelled before.
    private func shows(_ text: String) async -> Bool {
        let isShown: @Sendable (Screen) -> Bool = { screen in
            screen.lines.contains { $0.map(\.text).joined().contains(text) }
        }
        return isShown(await screen.wait(until: isShown))
    }

    private func type(_ text: String) { for character in text { window.press(.character(character)) } }

    @Test func fromTheSearchToAnIssueAndBack() async {
        type("kettlewire")
        window.press(.enter)
        #expect(await shows("lanternmoss/kettlewire"))
        window.press(.enter)
        #expect(await shows("Stars"))
        #expect(root.children.first?.children.count == 1)
        window.press(.character("i"))
        #expect(await shows("kettlewire: issues"))
        #expect(await shows("▸ #"))
        window.press(.enter)
        #expect(await shows("Comments"))
        for _ in 0..<3 { window.press(.escape) }
        #expect(title() == "GitHub repositories")
        #expect(root.children.first?.children.isEmpty == true, "a repository whose screens are closed is released")
        window.press(.character("q"))
        #expect(hasQuit.value)
    }

    /// The picture of the program is drawn from this; `UPDATE_GOLDEN=1 swift test --filter Coordinator` records it
    /// anew, and fails.
    @Test func thePictureShowsWhatTheProgramDraws() async throws {
        let size = Size(rows: 16, columns: 80)
        window.resize(size)
        type("kettlewire")
        window.press(.enter)
        #expect(await shows("lanternmoss/kettlewire"))
        window.press(.enter)
        #expect(await shows("Stars"))
        window.press(.character("i"))
        #expect(await shows("▸ #"))
        let drawn = String(decoding: screen.value.bytes(for: size, colour: true), as: UTF8.self)
        let text =
            drawn.replacingOccurrences(of: "\r", with: "").replacingOccurrences(of: "\u{1B}", with: "\u{241B}") + "\n"
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("Tests/Development/Pictures/Data/github-browser.txt")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record(
                "the recording was rewritten: run 'swift run callsite-dev pictures', and then without UPDATE_GOLDEN")
            return
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test(arguments: [
        ("https://github.com/lanternmoss/kettlewire", "Stars"),
        ("github://LanternMoss/kettlewire/issues/1", "Comments"),
        ("https://www.github.com/lanternmoss", "Followers"),
        ("github://lanternmoss/kettlewire/pull/1", "Comments"),
        ("https://github.com/search?q=kettlewire&type=repositories", "▸ ★"),
        ("github://lanternmoss/no-such-thing", "There is nothing here"),
    ])
    func aDeepLink(_ link: String, _ text: String) async throws {
        #expect(root.handDown(try #require(URL(string: link))))
        #expect(await shows(text))
    }

    @Test func help() async {
        window.press(.escape)
        window.press(.character("?"))
        #expect(await shows("sign in by a token"))
        // If help is opened once more, it is there already: one key closes it.
        window.press(.character("?"))
        window.press(.escape)
        #expect(title() == "GitHub repositories")
    }

    /// Keys that come at once belong to the screens that those before them have opened.
    @Test func keysTypedAhead() async {
        window.press(.escape)
        window.press(.character("t"))
        type("ghp_q/token")
        window.press(.enter)
        #expect(await shows("Search:"))
        for key in [Key.character("o")] + "github://lanternmoss/kettlewire".map(Key.character) + [.enter] {
            window.press(key)
        }
        #expect(await shows("Stars"))
        for _ in 0..<2 { window.press(.character("i")) }
        window.press(.escape)
        #expect(title().hasPrefix("lanternmoss/kettlewire"))
        #expect(!title().contains("issues"), "one list, though i was pressed twice")
    }

    @Test func aSearchIsShownWhereverItsLinkIsOpened() async throws {
        #expect(root.handDown(try #require(URL(string: "github://lanternmoss/kettlewire/issues"))))
        #expect(await shows("▸ #"))
        #expect(root.handDown(try #require(URL(string: "https://github.com/search?q=kettlewire"))))
        #expect(await shows("▸ ★") && title() == "GitHub repositories")
    }

    @Test(arguments: [
        "https://github.com", "http://github.com/a/b", "https://evil.example/a/b", "github://a/b/issues/x",
        "github://a/../b", "ftp://a/b",
        "https://github.com@evil.example/a/b",
    ])
    func noDeepLink(_ link: String) throws {
        #expect(!root.handDown(try #require(URL(string: link))))
        #expect(title() == "GitHub repositories")
    }

    @Test func aLinkIsTyped() async {
        window.press(.escape)
        window.press(.character("o"))
        #expect(await shows("Open a link"))
        type("https://evil.example/x")
        window.press(.enter)
        #expect(await shows("leads to nothing"))
        window.press(.clear)
        type("github://lanternmoss")
        window.press(.enter)
        #expect(await shows("Followers"))
        window.press(.escape)
        #expect(await shows("Press / to search"))
    }

    @Test func signingIn() async {
        window.press(.escape)
        window.press(.character("t"))
        #expect(await shows("access token"))
        type("wrong")
        window.press(.enter)
        #expect(await shows("doesn't accept the token"))
        window.press(.clear)
        type("ghp_good")
        window.press(.enter)
        #expect(await shows("Search:"))
        #expect(title() == "GitHub repositories")
    }
}
