import CallsitePagination
import CallsiteRuntime
import CallsiteStore
import Foundation
import GeneratedGitHub
import Testing

@testable import github_browser

private typealias List = ListScreen<SearchRepositoriesRequest>

private let list = List(
    title: "Test", search: { SearchRepositoriesRequest(q: $0, perPage: 10) }, request: nil, baseURL: nil, isRoot: true,
    row: { [.init($0.fullName, .bold), .init(" " + ($0.description ?? ""))] },
    destination: { .repository(owner: $0.owner.login, name: $0.name) })

extension Screen {
    fileprivate var text: [String] { lines.map { $0.map(\.text).joined() } }
}

/// A list whose commands are performed by recorded responses: what a store does, one step after the other.
private struct Browsing {
    var state = list.initial(Size(rows: 12, columns: 60))
    var pending: [List.Command] = []
    var gone: [Destination] = []
    let session = Session(transport: OfflineTransport(source: .recordings))

    mutating func send(_ message: List.Message) {
        for effect in list.update(&state, message) {
            switch effect {
            case .perform(.go(let destination)): gone.append(destination)
            case .perform(let command), .enqueue(_, let command): pending.append(command)
            case .replace(_, let command): pending = [command]
            case .cancel: pending = []
            }
        }
    }

    mutating func type(_ text: String) { for character in text { send(.key(.character(character))) } }

    mutating func settle() async {
        while let command = pending.popLast() {
            if case .load(let ticket) = command { send(.page(await session.perform(ticket))) }
        }
    }

    mutating func search(_ text: String) async {
        type(text)
        send(.key(.enter))
        await settle()
    }
}

private struct Lost: Error {}

/// The core of the program as pure functions: keys and responses in, lines out.
@Suite struct ListScreenTests {
    @Test func whatIsTypedIsSearchedFor() async {
        var browsing = Browsing()
        browsing.type("swft")
        browsing.send(.key(.backspace))
        browsing.send(.key(.backspace))
        browsing.send(.key(.paste("ift and more")))
        for _ in 0..<2 { browsing.send(.key(.deleteWord)) }
        browsing.send(.key(.backspace))
        #expect(list.screen(of: browsing.state).text[1] == "Search: swift")
        #expect(list.screen(of: browsing.state).cursor == .init(row: 1, column: 13))
        browsing.send(.key(.enter))
        #expect(browsing.pending.count == 1 && !browsing.state.isTyping)
        #expect(list.subscriptions(of: browsing.state) == [.ticks])
        #expect(list.screen(of: browsing.state).text.contains { $0.contains("Loading") })
        await browsing.settle()
        #expect(list.subscriptions(of: browsing.state).isEmpty)
        #expect(list.screen(of: browsing.state).text[2].hasPrefix("▸ "))
    }

    @Test func nothingTypedIsNoSearch() async {
        var browsing = Browsing()
        await browsing.search("  ")
        #expect(browsing.state.list == nil && browsing.pending.isEmpty)
    }

    @Test func theListPagesAsItIsScrolled() async {
        var browsing = Browsing()
        await browsing.search("swift")
        let first = browsing.state.list?.elements.count ?? 0
        #expect(first >= 10)
        for _ in 0..<100 {
            browsing.send(.key(.down))
            await browsing.settle()
        }
        let all = browsing.state.list?.elements ?? []
        #expect(all.count == 31 && Set(all.map(\.id)).count == 31 && browsing.state.selection == 30)
        #expect(list.screen(of: browsing.state).text.contains { $0.contains("The end: 31 in all.") })
        browsing.send(.key(.home))
        #expect(browsing.state.selection == 0 && browsing.state.top == 0)
        browsing.send(.key(.enter))
        #expect(browsing.gone == [.repository(owner: all[0].owner.login, name: all[0].name)])
    }

    @Test func aPageThatFailedIsAskedForAgain() async throws {
        var browsing = Browsing()
        browsing.type("swift")
        browsing.send(.key(.enter))
        guard case .load(let ticket)? = browsing.pending.popLast() else {
            Issue.record("nothing was asked for")
            return
        }
        browsing.send(.page(.pageFailed(ticket, TransportFailure(.connectionLost, "the connection was lost"))))
        let text = list.screen(of: browsing.state).text
        #expect(text.contains { $0.contains("the connection was lost") && $0.contains("Press r") })
        #expect(browsing.pending.isEmpty, "nothing is asked for by itself")
        browsing.send(.key(.down))
        #expect(browsing.pending.isEmpty)
        browsing.send(.key(.character("r")))
        await browsing.settle()
        #expect((browsing.state.list?.elements.count ?? 0) >= 10 && browsing.state.list?.error == nil)
    }

    /// A failure is in view wherever one is in the list, all of it, and what was loaded stays.
    @Test func aFailureIsInView() async throws {
        var browsing = Browsing()
        await browsing.search("swift")
        browsing.send(.resized(Size(rows: 12, columns: 24)))
        await browsing.settle()
        browsing.send(.key(.character("r")))
        guard case .load(let ticket)? = browsing.pending.popLast() else {
            Issue.record("nothing was asked for")
            return
        }
        browsing.send(
            .page(.pageFailed(ticket, TransportFailure(.timedOut, "the request timed out after a long while"))))
        let text = list.screen(of: browsing.state).text
        #expect(
            text.contains { $0.hasPrefix("▸") } && text.contains { $0.hasPrefix("Press r") }
                && text.contains { $0.contains("while") })
    }

    @Test func leavingTheSearchLineLeavesTheSearch() async {
        var browsing = Browsing()
        await browsing.search("http")
        browsing.send(.key(.character("/")))
        browsing.type("zzz")
        browsing.send(.key(.escape))
        #expect(list.screen(of: browsing.state).text[1] == "Search: http")
    }

    /// A paste of any length costs no more than what is shown of it.
    @Test func aLongPaste() {
        var browsing = Browsing()
        browsing.send(.key(.paste(String(repeating: "漢a", count: 50_000))))
        #expect(browsing.state.text.utf8.count <= 4_096 * 4)
        #expect(ScreenText.width(list.screen(of: browsing.state).text[1]) <= 60)
    }

    @Test func aNewSearchTakesThePlaceOfTheOld() async {
        var browsing = Browsing()
        await browsing.search("swift")
        browsing.send(.key(.character("/")))
        browsing.send(.key(.clear))
        await browsing.search("no such thing")
        #expect(list.screen(of: browsing.state).text.contains { $0.contains("Nothing was found") })
    }

    /// Whatever the size, and whatever there is to say: no line is wider, none too many, and the selection is in view.
    @Test(arguments: [(0, 0), (1, 1), (2, 5), (3, 3), (4, 20), (5, 10), (24, 80), (200, 300)])
    func anySize(_ rows: Int, _ columns: Int) async {
        let size = Size(rows: rows, columns: columns)
        func check(_ state: List.State) {
            let screen = list.screen(of: state)
            #expect(screen.lines.count <= max(rows, 1))
            let frame = String(decoding: screen.bytes(for: size, colour: false), as: UTF8.self)
            #expect(frame.components(separatedBy: "\r\n").count == max(rows, 1))
        }
        var browsing = Browsing()
        browsing.send(.resized(size))
        check(browsing.state)
        await browsing.search("swift")
        for _ in 0..<15 { browsing.send(.key(.down)) }
        await browsing.settle()
        check(browsing.state)
        if rows > 3, columns > 3 { #expect(list.screen(of: browsing.state).text.contains { $0.hasPrefix("▸") }) }
        for _ in 0..<40 {
            browsing.send(.key(.end))
            await browsing.settle()
        }
        check(browsing.state)
        browsing.send(.key(.character("r")))
        check(browsing.state)
        if case .load(let ticket)? = browsing.pending.popLast() {
            browsing.send(.page(.pageFailed(ticket, TransportFailure(.timedOut, "the request timed out"))))
        }
        check(browsing.state)
    }

    /// Any keys, sizes, responses and failures in any order: something can always be drawn.
    @Test(arguments: 0..<6) func anyCourse(_ seed: Int) async {
        var random = UInt64(seed) &* 7_919 &+ 17
        func next(_ bound: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % bound
        }
        let keys: [Key] =
            [
                .up, .down, .pageUp, .pageDown, .home, .end, .enter, .escape, .backspace, .clear, .deleteWord, .left,
                .right, .tab,
            ]
            + "/rswift http?".map(Key.character)
        var browsing = Browsing()
        for _ in 0..<300 {
            switch next(12) {
            case 0: browsing.send(.resized(Size(rows: next(12), columns: next(40))))
            case 1: await browsing.settle()
            case 2:
                if case .load(let ticket)? = browsing.pending.popLast() {
                    browsing.send(.page(.pageFailed(ticket, TransportFailure(.other, "any reason"))))
                }
            default: browsing.send(.key(keys[next(keys.count)]))
            }
            let screen = list.screen(of: browsing.state)
            _ = screen.bytes(for: browsing.state.size, colour: true)
            #expect(screen.lines.count <= max(1, browsing.state.size.rows))
        }
    }

    @Test func keysThatLeadElsewhere() async {
        var browsing = Browsing()
        browsing.send(.key(.escape))
        for key in "toq" { browsing.send(.key(.character(key))) }
        #expect(browsing.gone == [.signIn, .enterLink, .quit])
    }

    @MainActor @Test func replayedMessagesLeadToTheSameScreen() async {
        let journal = Journal<List.Message>()
        let session = Session(transport: OfflineTransport(source: .recordings))
        let initial = list.initial(Size(rows: 12, columns: 60))
        func store(_ middleware: [StoreMiddleware<List>]) -> Store<List> {
            Store(
                list, initial: initial, executor: ListExecutor(session: session, source: { "" }), middleware: middleware
            )
        }
        let screen = store([.journal(journal)])
        screen.send(.search("http"))
        await screen.settle()
        screen.send(.key(.down))
        let replayed = store([])
        replayed.replay(journal.messages, from: initial)
        #expect(list.screen(of: replayed.state) == list.screen(of: screen.state))
        #expect(replayed.state.selection == 1)
    }
}

@Suite struct ContentScreenTests {
    private typealias Content = ContentScreen<PresentedContent<RepositoryProvider, Document>>

    private let provider = RepositoryProvider(.init(owner: "lanternmoss", repo: "kettlewire")).asDocument

    @Test func contentIsFetchedAndShown() async throws {
        let session = Session(transport: OfflineTransport(source: .recordings))
        let screen = Content(provider: provider, title: "lanternmoss/kettlewire")
        var state = Content.State(size: Size(rows: 20, columns: 60))
        guard case .replace("content", .fetch(let ticket))? = screen.update(&state, .appeared).first else {
            Issue.record("nothing is fetched")
            return
        }
        #expect(screen.screen(of: state).text[1] == "Loading …")
        _ = screen.update(&state, .content(.failed(ticket, Lost())))
        #expect(screen.screen(of: state).text.contains { $0.contains("Press r") })
        guard case .replace(_, .fetch(let second))? = screen.update(&state, .key(.character("r"))).first else {
            Issue.record("r fetches again")
            return
        }
        _ = screen.update(&state, .content(await provider.perform(second, with: session)))
        let text = screen.screen(of: state).text
        #expect(text[0].hasPrefix("lanternmoss/kettlewire"))
        #expect(text.contains { $0.hasPrefix("Stars") && $0.contains("8421") })
        guard case .perform(.go(let destination))? = screen.update(&state, .key(.character("i"))).first else {
            Issue.record("i leads to the issues")
            return
        }
        #expect(destination == .issues(owner: "lanternmoss", name: "kettlewire"))
    }

    /// Whatever a server says is text: no frame holds an escape sequence or a control character of its.
    @Test func hostileTextIsShownAsText() async throws {
        let session = Session(transport: OfflineTransport(source: .recordings))
        let provider = RepositoryProvider(.init(owner: "ashenquartz", repo: "ansi-ash")).asDocument
        let repository = try await provider.fetchContent(with: session)
        #expect(repository.description?.contains("\u{1B}") == true)
        let screen = Content(provider: provider, title: "")
        var state = Content.State(size: Size(rows: 20, columns: 60))
        guard case .replace(_, .fetch(let ticket))? = screen.update(&state, .appeared).first else { return }
        _ = screen.update(&state, .content(.arrived(ticket, repository)))
        let frame = String(decoding: screen.screen(of: state).bytes(for: state.size, colour: true), as: UTF8.self)
        #expect(!frame.contains("\u{1B}[31mred"))
    }

    @Test(arguments: [(0, 0), (1, 1), (2, 2), (3, 1), (200, 300)])
    func anySize(_ rows: Int, _ columns: Int) async throws {
        let session = Session(transport: OfflineTransport(source: .recordings))
        let screen = Content(provider: provider, title: "x")
        var state = Content.State(size: Size(rows: rows, columns: columns))
        for event in ["appeared", "arrived", "failed"] {
            let effects = screen.update(&state, event == "failed" ? .key(.character("r")) : .appeared)
            if case .replace(_, .fetch(let ticket))? = effects.first {
                let answer: RemoteContent<Repository>.Event =
                    event == "failed" ? .failed(ticket, Lost()) : await provider.perform(ticket, with: session)
                _ = screen.update(&state, .content(answer))
            }
            for key in [Key.end, .pageUp, .home] {
                _ = screen.update(&state, .key(key))
                #expect(screen.screen(of: state).lines.count <= max(1, rows))
            }
        }
        let prompt = PromptScreen(title: "Sign in", question: "Token?", isSecret: true)
        var asked = PromptScreen.State(size: Size(rows: rows, columns: columns))
        _ = prompt.update(&asked, .key(.paste("ghp_x")))
        #expect(prompt.screen(of: asked).lines.count <= max(1, rows))
    }

    @Test func scrollingEndsWithTheText() {
        let screen = Content(provider: provider, title: "")
        var state = Content.State(size: Size(rows: 5, columns: 20))
        for key in [Key.down, .pageDown, .end, .up, .home] { _ = screen.update(&state, .key(key)) }
        #expect(state.top == 0)
    }
}

@Suite struct PromptScreenTests {
    @Test func aSecretIsNeverShown() {
        let screen = PromptScreen(title: "Sign in", question: "Token?", isSecret: true)
        var state = PromptScreen.State(size: Size(rows: 10, columns: 40))
        _ = screen.update(&state, .key(.paste("ghp_secret\n")))
        #expect(!screen.screen(of: state).text.contains { $0.contains("ghp") })
        #expect(screen.screen(of: state).text.contains { $0.contains("••••••••••") })
        guard case .replace(_, .submit("ghp_secret", let ticket))? = screen.update(&state, .key(.enter)).first else {
            Issue.record("nothing is submitted")
            return
        }
        #expect(screen.update(&state, .key(.enter)).isEmpty, "not twice at once")
        _ = screen.update(&state, .outcome(.failed(ticket, Problem(text: "No."))))
        #expect(screen.screen(of: state).text.contains("No."))
        #expect(screen.update(&state, .key(.enter)).count == 1, "it may be tried again")
    }
}

@Suite struct OfflineTransportTests {
    /// All that is recorded is what the description says.
    @Test func recordedAnswersDecode() async throws {
        let session = Session(transport: OfflineTransport(source: .recordings))
        var names: Set<String> = []
        for try await repository in session.elements(of: SearchRepositoriesRequest(q: "stars:>0", perPage: 50)) {
            #expect(names.insert(repository.fullName).inserted)
            var numbers: Set<Int> = []
            let issues = ListIssuesRequest(owner: repository.owner.login, repo: repository.name, perPage: 20)
            for try await issue in session.elements(of: issues) { #expect(numbers.insert(issue.number).inserted) }
            #expect(numbers.count == repository.openIssuesCount)
        }
        #expect(names.count == 121)
        #expect(try await session.send(GetUserRequest(username: "lanternmoss")).login == "lanternmoss")
    }

    @Test func withoutANetworkRecordedAnswers() async throws {
        let transport = OfflineTransport(StubTransport { _ in throw TransportFailure(.cannotConnect, "no network") })
        let session = Session(transport: transport)
        #expect(
            try await session.send(GetRepositoryRequest(owner: "lanternmoss", repo: "kettlewire")).stargazersCount
                == 8421)
        #expect(transport.source == .recordings)
    }

    @Test func aNetworkThatWasThereIsNotReplaced() async throws {
        let network = Flaky()
        let transport = OfflineTransport(StubTransport { _ in try await network.answer() })
        var session = Session(transport: transport)
        session.retries = .none
        await #expect(throws: GetRepositoryRequest.Failure.self) {
            try await session.send(GetRepositoryRequest(owner: "a", repo: "b"))
        }
        #expect(transport.source == .network)
        await #expect(throws: TransportFailure.self) {
            try await session.send(GetRepositoryRequest(owner: "a", repo: "b"))
        }
        #expect(transport.source == .network)
    }
}

/// Responds once, and is gone then.
private actor Flaky {
    private var hasAnswered = false

    func answer() throws -> HTTPResponse {
        guard !hasAnswered else { throw TransportFailure(.cannotConnect, "gone") }
        hasAnswered = true
        return HTTPResponse(status: 404)
    }
}

@Suite struct OptionsTests {
    @Test func arguments() throws {
        #expect(try Options(["swift", "http"]).words == ["swift", "http"])
        #expect(
            try Options(["--base-url", "http://127.0.0.1:1", "--offline", "--log=x"]).baseURL == "http://127.0.0.1:1")
        #expect(try Options(["--", "--offline"]).words == ["--offline"])
        #expect(throws: Problem.self) { try Options(["--nonsense"]) }
        #expect(throws: Problem.self) { try Options(["--log"]) }
        for text in ["garbage", "", "ftp://x", "localhost:8080"] {
            #expect(throws: Problem.self) { try Options(["--base-url", text]) }
        }
        // A string that looks like a link is never searched for.
        let links = [
            "https://evil.example/a/b", "https://user:secret@github.com/a/b", "http://github.com/a/b",
            "github.com/a/../b", "x://[",
        ]
        for text in links {
            #expect(throws: Problem.self, "\(text)") { try Options([text]) }
        }
        #expect(throws: Problem.self) { try Options(["--", "https://user:secret@github.com/a/b"]) }
        #expect(try Options(["github.com/a/b"]).words == ["github.com/a/b"])
    }
}
