import CallsitePagination
import CallsiteRuntime
import CallsiteStore
import Foundation
import GeneratedPaging
import LoopbackServer
import Observation
import Testing
import Waiting

/// The shells round the reducer: sequences, the client, streams of state.
@Suite(.timeLimit(.minutes(10))) struct SessionPagingTests {
    /// Pages t0, t1, … of two elements each, without end unless `count` says so.
    private static func body(_ at: Int, count: Int = .max) -> HTTPResponse {
        let next: JSONValue = at + 1 < count ? .string("t\(at + 1)") : nil
        return answer(["items": Script([[at * 2, at * 2 + 1]]).items(0), "next_cursor": next])
    }

    private func stub(
        _ count: Int = .max, _ before: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) -> Session {
        Session(
            transport: StubTransport { request in
                let at = index(request.url.query.map { String($0.dropFirst("cursor=".count)) })
                try await before(at)
                return Self.body(at, count: count)
            })
    }

    // MARK: Sequences

    @Test func breakingOutStopsLoading() async throws {
        let asked = Watched(0)
        let session = stub { _ in asked.update { $0 += 1 } }
        var found: [Int] = []
        for try await element in session.elements(of: ListByCursorRequest()) {
            found.append(element.id)
            if found.count == 5 { break }
        }
        #expect(found == [0, 1, 2, 3, 4])
        #expect(asked.value == 3)
    }

    @Test(arguments: [0, 2]) func afterAnErrorThereIsNothingForEver(_ prefetch: Int) async throws {
        let hasFailed = Watched(false)
        var session = stub { at in
            if at == 1, hasFailed.update({ exchange(&$0, true) }) == false {
                throw TransportFailure(.connectionLost, "lost")
            }
        }
        session.retries = .none
        var elements = session.elements(of: ListByCursorRequest(), prefetch: prefetch).makeAsyncIterator()
        #expect(try await elements.next()?.id == 0)
        #expect(try await elements.next()?.id == 1)
        await #expect(throws: TransportFailure.self) { try await elements.next() }
        for _ in 0..<3 { #expect(try await elements.next() == nil) }
        // To go on is a value.
        var pages = session.pages(of: ListByCursorRequest(), prefetch: prefetch).makeAsyncIterator()
        let cursor = try #require(try await pages.next()?.nextCursor)
        var rest = session.elements(of: ListByCursorRequest(), from: cursor).makeAsyncIterator()
        #expect(try await rest.next()?.id == 2)
    }

    @Test func theEndIsNilForEver() async throws {
        for prefetch in [0, 1, 5] {
            var pages = stub(2).pages(of: ListByCursorRequest(), prefetch: prefetch).makeAsyncIterator()
            #expect(try await pages.next()?.hasNextPage == true)
            #expect(try await pages.next()?.hasNextPage == false)
            for _ in 0..<3 { #expect(try await pages.next() == nil) }
        }
    }

    @Test func eachIteratorBeginsAtTheBeginning() async throws {
        let pages = stub(3).pages(of: ListByCursorRequest())
        for _ in 0..<2 {
            var count = 0
            for try await _ in pages { count += 1 }
            #expect(count == 3)
        }
    }

    @Test func prefetchIsBounded() async throws {
        for depth in [1, 3] {
            let asked = Watched<[Int]>([])
            let begun = Watched(0)
            let session = stub { at in
                // Never further ahead than that.
                let begun = begun.value
                #expect(at < begun + depth)
                asked.update { $0.append(at) }
            }
            var pages = session.pages(of: ListByCursorRequest(), prefetch: depth).makeAsyncIterator()
            for taken in 1...4 {
                begun.update { $0 = taken }
                #expect(try await pages.next()?.elements.first?.id == (taken - 1) * 2)
                // The pages that may be loaded ahead are loaded, and no more.
                await asked.wait { $0.count >= taken + depth }
                #expect(asked.value == Array(0..<(taken + depth)))
            }
        }
    }

    @Test func droppingThePrefetchedStopsLoading() async throws {
        let pending = Pending()
        let session = stub { at in if at > 0 { try await pending.forEver() } }
        do {
            var pages = session.pages(of: ListByCursorRequest(), prefetch: 4).makeAsyncIterator()
            _ = try await pages.next()
            await pending.started.wait { $0 > 0 }
        }
        await pending.cancelled.wait { $0 > 0 }
        #expect(pending.started.value == 1 && pending.cancelled.value == 1)
    }

    // MARK: Cancelling

    @Test(arguments: [0, 2]) func cancellingWhileAPageLoadsThrowsAtOnce(_ prefetch: Int) async throws {
        let server = try LoopbackServer { request in
            request.number == 0 ? .json("\(String(decoding: Self.body(0).body, as: UTF8.self))") : .silence
        }
        let session = Session(
            baseURL: server.baseURL, transport: NetworkTransport(idleTimeout: LoopbackServer.patience))
        let found = Watched<[Int]>([])
        let task = Task {
            for try await element in session.elements(of: ListByCursorRequest(), prefetch: prefetch) {
                found.update { $0.append(element.id) }
            }
        }
        await server.requests(count: 2)
        // With pages loaded ahead the request may come before the elements of the page before.
        await found.wait { $0.count == 2 }
        task.cancel()
        // The server would take for ever.
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(found.value == [0, 1])
    }

    @Test func cancellingAmidAPageStopsThere() async throws {
        let session = stub()
        let count = Watched(0)
        let task = Task {
            for try await _ in session.elements(of: ListByCursorRequest()) {
                if count.update({
                    $0 += 1; return $0
                }) == 3 {
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(count.value == 3)
    }

    @Test func aCancelledTaskGetsNothing() async throws {
        let session = stub()
        let task = Task { () async throws -> Void in
            withUnsafeCurrentTask { $0?.cancel() }
            var pages = session.pages(of: ListByCursorRequest(), prefetch: 1).makeAsyncIterator()
            await #expect(throws: CancellationError.self) { try await pages.next() }
            #expect(try await pages.next() == nil)
        }
        try await task.value
    }

    // MARK: Credentials

    @Test func credentialsFollowLinksOfTheOriginOnly() async throws {
        let elsewhere = try LoopbackServer { _ in .json("[]") }
        let number = Watched(0)
        let loopback = try Loopback(credential: .bearer("s3cret")) { request in
            let (id, next) = number.update { number in
                number += 1
                return (number, number == 1 ? "/link?at=1" : elsewhere.url("/link?at=2").absoluteString)
            }
            return .json(#"[{"id":\#(id)}]"#, headers: [("Link", "<\(next)>; rel=\"next\"")])
        }
        var pages = loopback.session.pages(of: ListByLinkRequest()).makeAsyncIterator()
        _ = try await pages.next()
        _ = try await pages.next()
        await #expect(throws: PaginationFailure.foreignLink("http://127.0.0.1:\(elsewhere.port)")) {
            try await pages.next()
        }
        #expect(loopback.server.requests.map { $0[header: "Authorization"] } == ["Bearer s3cret", "Bearer s3cret"])
        #expect(elsewhere.requests.isEmpty)
    }

    @Test func aLinkOfAPageThatWasRedirectedElsewhereIsRefused() async throws {
        let elsewhere = try LoopbackServer { _ in .json(#"[{"id":1}]"#, headers: [("Link", "</link?at=1>; rel=next")]) }
        let loopback = try Loopback { _ in .redirect(to: elsewhere.url("/link").absoluteString) }
        var pages = loopback.session.pages(of: ListByLinkRequest()).makeAsyncIterator()
        #expect(try await pages.next()?.elements.count == 1)
        await #expect(throws: PaginationFailure.foreignLink("http://127.0.0.1:\(elsewhere.port)")) {
            try await pages.next()
        }
        #expect(elsewhere.requests.count == 1)
    }

    // MARK: Size

    @Test func aHundredThousandElementsInAPage() async throws {
        let session = Session(
            transport: StubTransport { request in
                let isFirst = request.url.query == nil
                let items = (isFirst ? 0..<100_000 : 100_000..<200_000).map { #"{"id":\#($0)}"# }.joined(separator: ",")
                return .json(#"{"items":[\#(items)],"next_cursor":\#(isFirst ? #""b""# : "null")}"#)
            })
        var (count, sum) = (0, 0)
        for try await element in session.elements(of: ListByCursorRequest()) {
            count += 1
            sum &+= element.id
        }
        #expect(count == 200_000 && sum == 199_999 * 100_000)
    }

    // MARK: Client

    @Test @MainActor func aClientLoadsPageByPage() async throws {
        let client = PaginationClient(ListByCursorRequest(), session: stub(2))
        #expect(client.elements.isEmpty && client.hasNextPage && !client.isLoading && client.error == nil)
        await client.refresh()
        #expect(client.elements.map(\.id) == [0, 1] && client.hasNextPage && client.nextCursor != nil)
        await client.loadNextPage()
        #expect(client.elements.map(\.id) == [0, 1, 2, 3] && !client.hasNextPage && client.nextCursor == nil)
        await client.loadNextPage()
        #expect(client.elements.count == 4)
        await client.refresh()
        #expect(client.elements.map(\.id) == [0, 1])
    }

    @Test @MainActor func loadNextPageTwiceAtOnceLoadsOnePage() async throws {
        let asked = Watched(0)
        let others = Watched(0)
        let client = PaginationClient(
            ListByCursorRequest(),
            session: stub { _ in
                asked.update { $0 += 1 }
                // The page arrives when the others have asked for one too.
                await others.wait { $0 == 2 }
            })
        @MainActor @Sendable func load() async {
            await client.loadNextPage()
            others.update { $0 += 1 }
        }
        async let first: Void = load()
        async let second: Void = load()
        async let third: Void = load()
        _ = await (first, second, third)
        #expect(client.elements.map(\.id) == [0, 1] && asked.value == 1)
    }

    @Test @MainActor func aRefreshWhileAPageLoadsCancelsIt() async throws {
        let asked = Watched<[Int]>([])
        let pending = Pending()
        let session = stub { at in
            asked.update { $0.append(at) }
            if at == 1 { try await pending.forEver() }
        }
        let client = PaginationClient(ListByCursorRequest(), session: session)
        await client.refresh()
        let loading = Task { await client.loadNextPage() }
        await pending.started.wait { $0 == 1 }
        #expect(client.isLoading)
        await client.refresh()
        await loading.value
        #expect(pending.cancelled.value == 1 && asked.value == [0, 1, 0])
        #expect(client.elements.map(\.id) == [0, 1] && client.error == nil && !client.isLoading)
    }

    @Test @MainActor func cancellingWhoWaitsCancelsThePage() async throws {
        let pending = Pending()
        let session = stub { _ in try await pending.forEver() }
        let client = PaginationClient(ListByCursorRequest(), session: session)
        let loading = Task { await client.refresh() }
        await pending.started.wait { $0 == 1 }
        loading.cancel()
        await loading.value
        #expect(client.error is CancellationError && client.hasNextPage && !client.isLoading && client.elements.isEmpty)
    }

    @Test @MainActor func aFailedPageCanBeLoadedAgain() async throws {
        let fails = Watched(true)
        let client = PaginationClient(
            ListByCursorRequest(),
            session: stub(2) { at in
                if at == 1, fails.value { throw TransportFailure(.cannotConnect, "offline") }
            })
        await client.refresh()
        await client.loadNextPage()
        #expect(client.error is TransportFailure && client.elements.count == 2 && client.hasNextPage)
        fails.update { $0 = false }
        await client.loadNextPage()
        #expect(client.error == nil && client.elements.count == 4 && !client.hasNextPage)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test @MainActor func aClientCanBeObserved() async throws {
        let client = PaginationClient(ListByCursorRequest(), session: stub())
        let any = Watched(0)
        let elements = Watched(0)
        withObservationTracking {
            _ = client.isLoading
        } onChange: {
            any.update { $0 += 1 }
        }
        withObservationTracking {
            _ = client.elements
        } onChange: {
            elements.update { $0 += 1 }
        }
        await client.refresh()
        #expect(any.value == 1 && elements.value == 1)
        // A value that stays the same isn't observed: no page arrives at the end of a list.
        let ended = PaginationClient(ListByCursorRequest(), session: stub(1))
        await ended.refresh()
        withObservationTracking {
            _ = ended.elements
        } onChange: {
            elements.update { $0 += 1 }
        }
        await ended.loadNextPage()
        #expect(elements.value == 1)
        let observable: any Observable = client
        #expect(observable is PaginationClient<ListByCursorRequest>)
    }

    // MARK: Streams

    @Test func triggersInStatesOut() async throws {
        let (triggers, input) = AsyncStream<PaginationTrigger>.makeStream()
        var seen: [[Int]] = []
        var loads = 0
        for await state in stub(3).states(of: ListByCursorRequest(), on: triggers) {
            if state.isLoading { continue }
            seen.append(state.elements.map(\.id))
            loads += 1
            switch loads {
            case 1: input.yield(.refresh)
            case 2, 3: input.yield(.loadNextPage)
            default: input.finish()
            }
        }
        #expect(seen == [[], [0, 1], [0, 1, 2, 3], [0, 1, 2, 3, 4, 5]])
    }

    @Test func statesEndWithTheTriggersWhenNothingLoads() async throws {
        let asked = Watched(0)
        let triggers = AsyncStream<PaginationTrigger> {
            let number = asked.update { number in
                number += 1
                return number
            }
            return number <= 3 ? .loadNextPage : nil
        }
        var last: [Int] = []
        // The page arrives when all triggers have been read.
        let session = stub { _ in await asked.wait { $0 > 3 } }
        for await state in session.states(of: ListByCursorRequest(), on: triggers) { last = state.elements.map(\.id) }
        // The second and third came while the first loaded.
        #expect(last == [0, 1])
    }

    @Test func nobodyReadingStatesCancelsWhatLoads() async throws {
        let pending = Pending()
        let session = stub { _ in try await pending.forEver() }
        let (triggers, input) = AsyncStream<PaginationTrigger>.makeStream()
        input.yield(.refresh)
        for await state in session.states(of: ListByCursorRequest(), on: triggers) where state.isLoading {
            await pending.started.wait { $0 == 1 }
            break
        }
        await pending.cancelled.wait { $0 == 1 }
    }

    @Test func aSessionThatCannotSendSaysSoOnTheFirstPage() async throws {
        let session = Session(baseURL: "ftp://example.com", transport: StubTransport([:]))
        var pages = session.pages(of: ListByCursorRequest()).makeAsyncIterator()
        await #expect(throws: EncodingFailure.self) { try await pages.next() }
        #expect(try await pages.next() == nil)
    }
}

/// For responses that never come.
private struct Pending: Sendable {
    let started = Watched(0)
    let cancelled = Watched(0)

    func forEver() async throws {
        started.update { $0 += 1 }
        do { try await waitForCancellation() } catch {
            cancelled.update { $0 += 1 }
            throw error
        }
    }
}

/// Puts a value in another's place.
private func exchange<Value>(_ value: inout Value, _ new: Value) -> Value {
    defer { value = new }
    return value
}
