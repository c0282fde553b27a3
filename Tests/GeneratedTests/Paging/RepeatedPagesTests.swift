import CallsiteRuntime
import CallsiteStore
import Foundation
import GeneratedPaging
import Testing

/// Lists whose pages are equal, and lists that are asked for backwards.
@Suite(.timeLimit(.minutes(10))) struct RepeatedPagesTests {
    /// Five pages, of which the second and the third, and the fourth and the first are equal.
    private let session = Session(
        transport: StubTransport { request in
            let at = request.url.query.flatMap { Int($0.dropFirst("cursor=t".count)) } ?? 0
            let ids = [[1, 2], [3, 3], [3, 3], [1, 2], [4]][at]
            let items = ids.map { "{\"id\":\($0),\"name\":null}" }.joined(separator: ",")
            return .json("{\"items\":[\(items)],\"next_cursor\":\(at < 4 ? "\"t\(at + 1)\"" : "null")}")
        })

    @Test func equalPagesAreACycleUnlessAllowed() async throws {
        var found: [Int] = []
        let failure = await #expect(throws: PaginationFailure.self) {
            for try await item in session.elements(of: ListByCursorRequest()) { found.append(item.id) }
        }
        #expect(failure == .paginationCycle && found == [1, 2, 3, 3])
        #expect(failure?.description.contains("allowsRepeatedPages") == true)

        let all = [1, 2, 3, 3, 3, 3, 1, 2, 4]
        for prefetch in [0, 2] {
            found = []
            for try await item in session.elements(of: ListByCursorRequest(), prefetch: prefetch, allowsRepeatedPages: true) {
                found.append(item.id)
            }
            #expect(found == all)
        }
        var state = session.paginationState(of: ListByCursorRequest(), allowsRepeatedPages: true)
        while case .send(let ticket)? = state.handle(.loadNextPage).first { _ = state.handle(await session.perform(ticket)) }
        #expect(state.elements.map(\.id) == all && state.error == nil)
        let triggers = AsyncStream<PaginationTrigger> { input in
            for _ in 0..<5 { input.yield(.loadNextPage) }
            input.finish()
        }
        var last: PaginationState<ListByCursorRequest>?
        for await state in session.states(of: ListByCursorRequest(), on: triggers, allowsRepeatedPages: true) { last = state }
        #expect(last?.error == nil)
    }

    @MainActor @Test func theClientAllowsThemToo() async throws {
        let client = PaginationClient(ListByCursorRequest(), session: session, allowsRepeatedPages: true)
        while client.hasNextPage { await client.loadNextPage() }
        #expect(client.elements.map(\.id) == [1, 2, 3, 3, 3, 3, 1, 2, 4] && client.error == nil)
    }

    /// Whatever is allowed, a request that was answered isn't sent again.
    @Test func aCursorThatLeadsBackIsACycleAllTheSame() async throws {
        let circle = Session(
            transport: StubTransport { request in
                .json(#"{"items":[{"id":1,"name":null}],"next_cursor":"\#(request.url.query == "cursor=a" ? "b" : "a")"}"#)
            })
        var found = 0
        let failure = await #expect(throws: PaginationFailure.self) {
            for try await _ in circle.elements(of: ListByCursorRequest(), allowsRepeatedPages: true) { found += 1 }
        }
        #expect(failure == .paginationCycle && found == 3)
    }

    @Test func goingBackwardsIsOnePageAndAnError() async throws {
        let session = Session(
            transport: StubTransport { request in
                .json(#"{"items":[{"id":7,"name":null},{"id":8,"name":null}],"has_more":\#(request.url.query == "ending_before=9")}"#)
            })
        var found: [Int] = []
        let failure = await #expect(throws: PaginationFailure.self) {
            for try await item in session.elements(of: ListAfterOrBeforeRequest(endingBefore: 9)) { found.append(item.id) }
        }
        #expect(failure == .backwards && found == [7, 8])
        // What is complete is no error.
        found = []
        for try await item in session.elements(of: ListAfterOrBeforeRequest(endingBefore: 3)) { found.append(item.id) }
        for try await item in session.elements(of: ListAfterOrBeforeRequest()) { found.append(item.id) }
        #expect(found == [7, 8, 7, 8])
    }
}
