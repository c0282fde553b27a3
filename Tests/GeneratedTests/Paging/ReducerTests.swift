import CallsitePagination
import CallsiteRuntime
import Foundation
import GeneratedPaging
import Testing

/// The reducer as a value: events in, commands out. No session, no server.
@Suite struct ReducerTests {
    typealias State = PaginationState<ListByCursorRequest>

    static func page(_ ids: [Int], next: String?) -> CursorPage {
        let body: JSONValue = [
            "items": .array(ids.map { ["id": .init(integerLiteral: Int64($0))] }), "next_cursor": JSONValue(next),
        ]
        do { return try body.decode() } catch { fatalError("\(error)") }
    }

    private func arrived(_ ticket: State.Ticket, _ ids: [Int], next: String?) -> State.Event {
        .pageArrived(ticket, Self.page(ids, next: next), HTTPResponse())
    }

    private func ticket(_ commands: [State.Command], _ place: SourceLocation = #_sourceLocation) throws -> State.Ticket
    {
        guard commands.count == 1, case .send(let ticket) = commands[0] else {
            Issue.record("\(commands) is not one request", sourceLocation: place)
            throw CancellationError()
        }
        return ticket
    }

    struct Offline: Error {}

    @Test func nothingIsLoadedUnasked() {
        let state = State(ListByCursorRequest())
        #expect(
            !state.isLoading && state.hasNextPage && state.elements.isEmpty && state.error == nil
                && state.lastPage == nil)
    }

    @Test func aSecondLoadNextPageDoesNothing() throws {
        var state = State(ListByCursorRequest())
        let first = try ticket(state.handle(.loadNextPage))
        #expect(state.isLoading && state.handle(.loadNextPage).isEmpty)
        #expect(state.handle(arrived(first, [1], next: "b")).isEmpty)
        #expect(!state.isLoading && state.hasNextPage && state.elements.map(\.id) == [1])
        let second = try ticket(state.handle(.loadNextPage))
        #expect(second.number > first.number)
        #expect(try second.request.httpRequest().url.query == "cursor=b")
    }

    @Test func refreshCancelsWhatLoadsAndIgnoresItsAnswer() throws {
        var state = State(ListByCursorRequest())
        _ = state.handle(arrived(try ticket(state.handle(.loadNextPage)), [1], next: "b"))
        let old = try ticket(state.handle(.loadNextPage))
        let commands = state.handle(.refresh)
        #expect(commands.count == 2 && commands.first == .cancel(old))
        let new = try ticket(Array(commands.dropFirst()))
        #expect(try new.request.httpRequest().url.query == nil)
        // The elements that were loaded stay until the first page is there, and a late response changes nothing.
        for event in [arrived(old, [2], next: "c"), .pageFailed(old, Offline()), .pageFailed(old, CancellationError())]
        {
            #expect(state.handle(event).isEmpty)
            #expect(state.elements.map(\.id) == [1] && state.isLoading && state.error == nil)
        }
        _ = state.handle(arrived(new, [7], next: nil))
        #expect(state.elements.map(\.id) == [7] && !state.hasNextPage && !state.isLoading)
        #expect(state.handle(arrived(new, [8], next: "d")).isEmpty && state.elements.map(\.id) == [7])
    }

    @Test func aRefreshBeginsAtTheFirstPageEvenAtTheEnd() throws {
        var state = State(ListByCursorRequest())
        _ = state.handle(arrived(try ticket(state.handle(.loadNextPage)), [1], next: nil))
        #expect(state.handle(.loadNextPage).isEmpty && !state.hasNextPage)
        // The same request again, which is no circle: the list begins anew.
        _ = state.handle(arrived(try ticket(state.handle(.refresh)), [1, 2], next: nil))
        #expect(state.elements.map(\.id) == [1, 2] && state.error == nil)
    }

    @Test func afterAFailureTheSamePageIsTriedAgain() throws {
        var state = State(ListByCursorRequest())
        _ = state.handle(arrived(try ticket(state.handle(.loadNextPage)), [1], next: "b"))
        for _ in 0..<3 {
            let next = try ticket(state.handle(.loadNextPage))
            #expect(try next.request.httpRequest().url.query == "cursor=b" && state.error == nil)
            #expect(state.handle(.pageFailed(next, Offline())).isEmpty)
            #expect(state.elements.map(\.id) == [1] && state.hasNextPage && !state.isLoading && state.error is Offline)
        }
        _ = state.handle(arrived(try ticket(state.handle(.loadNextPage)), [2], next: ""))
        #expect(state.elements.map(\.id) == [1, 2] && !state.hasNextPage && state.error == nil)
    }

    @Test func aFailedRefreshKeepsTheOldListAndLoadsTheFirstPageNext() throws {
        var state = State(ListByCursorRequest())
        _ = state.handle(arrived(try ticket(state.handle(.loadNextPage)), [1], next: nil))
        _ = state.handle(.pageFailed(try ticket(state.handle(.refresh)), Offline()))
        #expect(state.elements.map(\.id) == [1] && state.hasNextPage && state.error is Offline)
        let again = try ticket(state.handle(.loadNextPage))
        #expect(try again.request.httpRequest().url.query == nil)
        _ = state.handle(arrived(again, [9], next: nil))
        #expect(state.elements.map(\.id) == [9])
    }

    @Test func aCancelledPageIsNoEnd() throws {
        var state = State(ListByCursorRequest())
        _ = state.handle(.pageFailed(try ticket(state.handle(.loadNextPage)), CancellationError()))
        #expect(state.hasNextPage && state.error is CancellationError)
    }

    @Test func aRequestThatCannotBeWrittenIsAnErrorAtOnce() {
        var state = PaginationState(ListByCursorPathRequest(cursor: ".."))
        #expect(state.handle(.loadNextPage).isEmpty)
        #expect(state.error is EncodingFailure && !state.hasNextPage && !state.isLoading)
        var elsewhere = PaginationState(ListByCursorRequest(), from: nil, baseURL: URL(string: "file:///etc"))
        #expect(elsewhere.handle(.loadNextPage).isEmpty && elsewhere.error is EncodingFailure)
    }

    @Test func theListGoesOnFromAStoredCursor() throws {
        var state = State(ListByCursorRequest(q: "x"))
        _ = state.handle(arrived(try ticket(state.handle(.loadNextPage)), [1], next: "b&c"))
        let stored = try JSONEncoder().encode(try #require(state.nextCursor))
        #expect(stored.count < 100)
        let cursor = try JSONDecoder().decode(PageCursor.self, from: stored)
        var other = State(ListByCursorRequest(q: "x"), from: cursor)
        let next = try ticket(other.handle(.loadNextPage))
        #expect(try next.request.httpRequest().url.query == "cursor=b%26c&q=x")
        _ = other.handle(arrived(next, [2], next: nil))
        #expect(other.elements.map(\.id) == [2] && other.lastPage?.cursor == cursor && other.nextCursor == nil)
        // A refresh begins at the beginning all the same.
        #expect(try ticket(other.handle(.refresh)).request.httpRequest().url.query == "q=x")
    }

    @Test func aStoredLinkElsewhereIsRefused() throws {
        for (link, failure) in [
            ("https://evil.example.com/x", PaginationFailure.foreignLink("https://evil.example.com:443")),
            ("http://api.example.com/x", .foreignLink("http://api.example.com:80")), ("x:", .invalidLink),
            ("", .invalidLink),
        ] {
            let stored = try JSONEncoder().encode(["link": JSONValue(link), "values": [], "preceding": 0])
            let cursor = try JSONDecoder().decode(PageCursor.self, from: stored)
            var state = PaginationState(ListByURLRequest(), from: cursor)
            #expect(state.handle(.loadNextPage).isEmpty)
            #expect(state.error as? PaginationFailure == failure, "\(link)")
        }
        for broken in [#"{"values":[],"preceding":0}"#, #"{"values":[[1]],"preceding":-1}"#] {
            let cursor = try JSONDecoder().decode(PageCursor.self, from: Data(broken.utf8))
            var state = State(ListByCursorRequest(), from: cursor)
            #expect(state.handle(.loadNextPage).isEmpty && state.error is PaginationFailure)
        }
    }

    @Test func numbersAtTheEdgeStopNothing() throws {
        for number in [Int.max, Int.min, -1, 0] {
            for total in [Int.max, Int.min, 0] {
                var state = PaginationState(ListNumberedTotalRequest(page: number, perPage: number))
                let http = HTTPResponse(headers: ["X-Total": "\(total)"])
                for ids in [[1], []] {
                    guard case .send(let ticket)? = state.handle(.loadNextPage).first else { break }
                    _ = state.handle(.pageArrived(ticket, try Script([ids]).items(0).decode(), http))
                }
                var counted = PaginationState(ListCountedTotalRequest(offset: number, limit: number))
                for ids in [[1], []] {
                    guard case .send(let ticket)? = counted.handle(.loadNextPage).first else { break }
                    let body: JSONValue = [
                        "data": ["items": Script([ids]).items(0), "total": .init(integerLiteral: Int64(total))]
                    ]
                    _ = counted.handle(.pageArrived(ticket, try body.decode(), HTTPResponse()))
                }
            }
        }
    }

    // MARK: A page as a value

    @Test func aPageKnowsTheRequestForTheNext() async throws {
        let request = SearchByCursorRequest(q: "x")
        let session = Session(
            transport: StubTransport { request in
                let isFirst = request.body?.data.map { !String(decoding: $0, as: UTF8.self).contains("cursor") } ?? true
                return .json(isFirst ? #"{"items":[{"id":1}],"next_cursor":"b"}"# : #"{"items":[{"id":2}]}"#)
            })
        // `send` does the same as it would without pagination.
        let value: CursorPage = try await session.send(request)
        #expect(value.nextCursor == "b")
        let answer = try await session.response(to: request)
        let page = request.page(of: answer.value, answer.http)
        #expect(page.elements.map(\.id) == [1] && page.hasNextPage)
        let next = try #require(try page.nextRequest())
        #expect(
            try next.httpRequest().body?.data.map { String(decoding: $0, as: UTF8.self) } == #"{"q":"x","cursor":"b"}"#)
        let last = try await session.send(next)
        #expect(last.items.map(\.id) == [2])
        #expect(try request.page(of: last, HTTPResponse()).nextRequest() == nil)
    }

    @Test func aRequestWithAnAdditionPagesToo() async throws {
        try await expect(
            Outcome([[1], [2]]),
            of: ListByCursorRequest().adding(header: "X-Trace", value: "1").adding(query: "extra", value: "2")
        ) {
            asked in
            #expect(asked.headers["X-Trace"] == "1" && asked.query["extra"] == "2")
            return asked.query["cursor"] == nil
                ? answer(["items": [["id": 1]], "next_cursor": "b"]) : answer(["items": [["id": 2]]])
        }
        // A link is taken whole; the header goes along.
        try await expect(
            Outcome([[1], [2]]),
            of: ListByURLRequest().adding(header: "X-Trace", value: "1").adding(query: "extra", value: "2")
        ) {
            asked in
            #expect(asked.headers["X-Trace"] == "1")
            guard asked.query["at"] == nil else { return answer(["results": [["id": 2]]]) }
            #expect(asked.query["extra"] == "2")
            return answer(["results": [["id": 1]], "next": "?at=2"])
        }
        try await expect(Outcome([[1], [2]]), of: StartListRequest(folder: "f").adding(header: "X-Trace", value: "1")) {
            asked in
            #expect(asked.headers["X-Trace"] == "1")
            return asked.path == "/cursor/start"
                ? answer(["items": [["id": 1]], "next_cursor": "b"]) : answer(["items": [["id": 2]]])
        }
    }
}

// MARK: - Any course of events

/// SplitMix64: the same numbers on every machine.
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

@Suite struct RandomCourseTests {
    /// Thousands of random events and responses, in any order and as late as can be. The state is right at every step.
    @Test(arguments: 0..<20) func anyCourseOfEvents(_ seed: Int) throws {
        for course in 0..<30 {
            let seed = UInt64(seed * 1000 + course)
            try run(ListByCursorRequest(), seed) { script, asked in
                let at = index(asked.query["cursor"])
                return answer(["items": script.items(at), "next_cursor": JSONValue(script.token(after: at))])
            }
            try run(ListNumberedFlagRequest(), seed) { script, asked in
                let at = (Int(asked.query["page"] ?? "") ?? 0) - 1
                return answer(["items": script.items(at), "has_more": .bool(at + 1 < script.pages.count)])
            }
            try run(ListByRangeRequest(), seed) { script, asked in
                let at = index(asked.headers["Range"])
                let next = script.token(after: at)
                return answer(script.items(at), next.map { ["Next-Range": $0] } ?? [:], status: next == nil ? 200 : 206)
            }
            try run(ListByLinkRequest(), seed) { script, asked in
                let at = index(asked.query["at"])
                return answer(
                    script.items(at), script.token(after: at).map { ["Link": "</link?at=\($0)>; rel=next"] } ?? [:])
            }
        }
    }

    private func run<R: PaginationRequestType>(
        _ request: R, _ seed: UInt64, _ server: (Script, Asked) -> HTTPResponse
    ) throws where R.Element == Item {
        var numbers = SeededNumbers(state: seed)
        var next = 0
        let script = Script(
            (0..<Int.random(in: 1...6, using: &numbers)).map { _ in
                (0..<Int.random(in: 0...3, using: &numbers)).map { _ in
                    next += 1
                    return next
                }
            })
        let all = script.pages.flatMap { $0 }
        var state = PaginationState(request)
        var open: [PaginationState<R>.Ticket] = []
        var live: PaginationState<R>.Ticket?
        var answered: Set<String> = []

        func perform(_ commands: [PaginationState<R>.Command]) throws {
            for command in commands {
                switch command {
                case .send(let ticket):
                    #expect(live == nil, "two loads at once")
                    let http = try ticket.request.httpRequest()
                    #expect(!answered.contains("\(http.url) \(http.headers)"), "sent again")
                    live = ticket
                    open.append(ticket)
                case .cancel(let ticket):
                    #expect(live == ticket, "cancelled what doesn't load")
                    live = nil
                }
            }
        }
        for _ in 0..<40 {
            switch Int.random(in: 0..<10, using: &numbers) {
            case 0:
                let wasLoading = live
                let commands = state.handle(.refresh)
                #expect(commands.contains { if case .cancel = $0 { true } else { false } } == (wasLoading != nil))
                answered = []
                try perform(commands)
            case 1..<5:
                let (wasLoading, couldLoad) = (live, state.hasNextPage)
                let commands = state.handle(.loadNextPage)
                #expect(commands.isEmpty == (wasLoading != nil || !couldLoad))
                try perform(commands)
            default:
                // Any ticket that was ever given out, the newest most often; the response to a cancelled one may come
                // all the same.
                guard !open.isEmpty else { continue }
                let isNewest = Bool.random(using: &numbers)
                let ticket = open.remove(
                    at: isNewest ? open.count - 1 : Int.random(in: 0..<open.count, using: &numbers))
                let (before, error) = (state.elements.map(\.id), "\(state.error as Any)")
                if Int.random(in: 0..<4, using: &numbers) == 0 {
                    #expect(state.handle(.pageFailed(ticket, ReducerTests.Offline())).isEmpty)
                    #expect(state.elements.map(\.id) == before)
                } else {
                    let http = try ticket.request.httpRequest()
                    let url = http.url.absoluteString
                    let asked = Asked(
                        method: "GET", base: "", target: String(url.dropFirst("https://api.example.com".count)),
                        headers: http.headers,
                        body: nil)
                    let response = server(script, asked)
                    #expect(state.handle(.pageArrived(ticket, try R.response(from: response), response)).isEmpty)
                    if ticket == live { answered.insert("\(http.url) \(http.headers)") }
                }
                if ticket == live {
                    live = nil
                } else {
                    #expect(
                        state.elements.map(\.id) == before && "\(state.error as Any)" == error, "a late answer counted")
                }
            }
            #expect(state.isLoading == (live != nil))
            // No element twice, none lost, in order; and only a complete list looks complete.
            #expect(Array(all.prefix(state.elements.count)) == state.elements.map(\.id))
            if !state.hasNextPage { #expect(state.error == nil && state.elements.count == all.count) }
        }
        // It always ends: every page once, and no more.
        if let live { _ = state.handle(.pageFailed(live, CancellationError())) }
        live = nil
        for _ in 0..<20 {
            guard case .send(let ticket)? = state.handle(.loadNextPage).first else { break }
            let http = try ticket.request.httpRequest()
            let target = String(http.url.absoluteString.dropFirst("https://api.example.com".count))
            let response = server(
                script, Asked(method: "GET", base: "", target: target, headers: http.headers, body: nil))
            _ = state.handle(.pageArrived(ticket, try R.response(from: response), response))
        }
        #expect(!state.hasNextPage && state.error == nil && state.elements.map(\.id) == all)
    }

    /// A server that responds with any token and any page: the list ends, no request is sent twice, and it is complete
    /// only where the server said so.
    @Test(arguments: 0..<20) func anyServer(_ seed: Int) throws {
        for course in 0..<100 {
            var numbers = SeededNumbers(state: UInt64(seed * 1000 + course))
            let tokens = Int.random(in: 1...8, using: &numbers)
            var state = PaginationState(ListByCursorFlagRequest(), emptyPageLimit: 3)
            var sent: Set<String> = []
            var mayStay = false
            var steps = 0
            while case .send(let ticket)? = state.handle(.loadNextPage).first {
                steps += 1
                // A token may stay as it is beside elements, and those differ then.
                #expect(sent.insert(try ticket.request.httpRequest().url.absoluteString).inserted || mayStay)
                guard steps <= tokens + 2 else { break }
                let choices: [JSONValue] = [
                    nil, "", "t1", .string("t\(Int.random(in: 0..<tokens, using: &numbers))"), .string("t\(steps)"),
                ]
                let flags: [JSONValue] = [nil, nil, nil, true, false]
                let (token, flag) = (
                    choices.randomElement(using: &numbers) ?? nil, flags.randomElement(using: &numbers) ?? nil
                )
                let ids = (0..<Int.random(in: 0...2, using: &numbers)).map {
                    JSONValue.object(["id": .init(integerLiteral: Int64(steps * 10 + $0))])
                }
                let body: JSONValue = ["items": .array(ids), "next_cursor": token, "has_more": flag]
                let request = try ticket.request.httpRequest().url.query?.dropFirst("cursor=".count).description
                _ = state.handle(.pageArrived(ticket, try body.decode(), answer(body)))
                mayStay = !ids.isEmpty && token.string == request
                if !state.hasNextPage, state.error == nil {
                    #expect(
                        flag == false
                            || (flag != true
                                && (token == "" || token == nil || (ids.isEmpty && token.string == request)))
                    )
                }
            }
            #expect(!state.hasNextPage || steps > tokens)
        }
    }
}
