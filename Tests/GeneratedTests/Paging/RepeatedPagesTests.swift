import CallsitePagination
import CallsiteRuntime
import CallsiteStore
import CallsiteToolkit
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
            for try await item in session.elements(
                of: ListByCursorRequest(), prefetch: prefetch, allowsRepeatedPages: true)
            {
                found.append(item.id)
            }
            #expect(found == all)
        }
        var state = session.paginationState(of: ListByCursorRequest(), allowsRepeatedPages: true)
        while case .send(let ticket)? = state.handle(.loadNextPage).first {
            _ = state.handle(await session.perform(ticket))
        }
        #expect(state.elements.map(\.id) == all && state.error == nil)
        let triggers = AsyncStream<PaginationTrigger> { input in
            for _ in 0..<5 { input.yield(.loadNextPage) }
            input.finish()
        }
        var last: PaginationState<ListByCursorRequest>?
        for await state in session.states(of: ListByCursorRequest(), on: triggers, allowsRepeatedPages: true) {
            last = state
        }
        #expect(last?.error == nil)
    }

    @MainActor @Test func theClientAllowsThemToo() async throws {
        let client = PaginationClient(ListByCursorRequest(), session: session, allowsRepeatedPages: true)
        while client.hasNextPage { await client.loadNextPage() }
        #expect(client.elements.map(\.id) == [1, 2, 3, 3, 3, 3, 1, 2, 4] && client.error == nil)
    }

    /// Whatever is allowed, a request that got its response isn't sent again.
    @Test func aCursorThatLeadsBackIsACycleAllTheSame() async throws {
        let circle = Session(
            transport: StubTransport { request in
                .json(
                    #"{"items":[{"id":1,"name":null}],"next_cursor":"\#(request.url.query == "cursor=a" ? "b" : "a")"}"#
                )
            })
        var found = 0
        let failure = await #expect(throws: PaginationFailure.self) {
            for try await _ in circle.elements(of: ListByCursorRequest(), allowsRepeatedPages: true) { found += 1 }
        }
        #expect(failure == .paginationCycle && found == 3)
    }

    /// Whoever responds, and with what: every way to a list ends it when the same page comes again.
    @MainActor @Test(arguments: Responder.allCases) func theSamePageEndsTheList(_ responder: Responder) async throws {
        let session = try responder.session()
        for prefetch in [0, 2] {
            var found: [Int] = []
            let failure = await #expect(throws: PaginationFailure.self) {
                for try await item in session.elements(of: ListNumberedFlagRequest(), prefetch: prefetch) {
                    found.append(item.id)
                    if found.count > 100 { break }
                }
            }
            #expect(failure == .paginationCycle && found == [1, 2])
        }
        let client = PaginationClient(ListNumberedFlagRequest(), session: session)
        for _ in 0..<5 { await client.loadNextPage() }
        #expect(client.elements.count == 2 && client.error as? PaginationFailure == .paginationCycle)
        let triggers = AsyncStream<PaginationTrigger> { input in
            for _ in 0..<5 { input.yield(.loadNextPage) }
            input.finish()
        }
        // Triggers that come while a page loads have no effect: the stream only has to end.
        for await _ in session.states(of: ListNumberedFlagRequest(), on: triggers) {}
        // A copy of the response as it is allowed to be.
        var count = 0
        for try await _ in session.elements(of: ListNumberedFlagRequest(), allowsRepeatedPages: true) {
            count += 1
            if count == 9 { break }
        }
        #expect(count == 9)
    }

    enum Responder: CaseIterable {
        case stubbedValue, stubbedJSON, transport, transportWithValue, middleware, notModified

        func session() throws -> Session {
            let json = HTTPResponse.json(#"{"items":[{"id":1,"name":null},{"id":2,"name":null}],"has_more":true}"#)
            let items = try json.decode(Flagged.self)
            let stubs = Stubs()
            var session = Session(transport: StubTransport { _ in json })
            switch self {
            case .stubbedValue:
                stubs.respond(to: ListNumberedFlagRequest.self) { _ in items }
                return stubs.session
            case .stubbedJSON:
                stubs.respond(to: ListNumberedFlagRequest.self) { _, _ in json }
                return stubs.session
            case .transport: return session
            case .transportWithValue: return Session(transport: StubTransport { _ in .value(items) })
            case .middleware: session.middleware = [Responding { .value(items) }]
            case .notModified:
                // Each page's URL is another one, so it is asked for a second time before 304 is the response.
                session = Session(
                    transport: StubTransport { request in
                        if request.headers["If-None-Match"] != nil { return HTTPResponse(status: 304) }
                        var response = json
                        response.headers["ETag"] = "\"a\""
                        return response
                    })
                session.middleware = [ConditionalRequests()]
            }
            return session
        }
    }

    private struct Responding: Middleware {
        let response: @Sendable () -> HTTPResponse

        func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
            response()
        }
    }

    /// A decode-only model as a value.
    private func page<Page: WireDecodable>(of ids: [Int], total: Int? = nil) throws -> Page {
        let items = ids.map { "{\"id\":\($0),\"name\":null}" }.joined(separator: ",")
        return try HTTPResponse.json("{\"items\":[\(items)],\"total\":\(total.map { "\($0)" } ?? "null")}").decode()
    }

    /// A constant page of one element, with a total that it never reaches.
    @Test func oneElementIsNotCountedUpToTheTotal() async throws {
        let stubs = Stubs()
        stubs.respond(to: ListNumberedSparseRequest.self) { _ in try page(of: [1], total: 9) }
        var found = 0
        let failure = await #expect(throws: PaginationFailure.self) {
            for try await _ in stubs.session.elements(of: ListNumberedSparseRequest()) { found += 1 }
        }
        #expect(failure == .paginationCycle && found == 1 && stubs.requests.count == 2)
    }

    /// Where nothing says whether the first page is 0 or 1, page 1 of typed stubs is recognized as the first one, as in
    /// a body.
    @Test func typedPagesThatCountFromOneComeOnce() async throws {
        let stubs = Stubs()
        stubs.respond(to: ListNumberedUnsaidRequest.self) { request in
            let pages = [[1, 2], [3], []]
            return try page(of: pages[min(request.page ?? 1, 3) - 1])
        }
        var found: [Int] = []
        for try await item in stubs.session.elements(of: ListNumberedUnsaidRequest()) { found.append(item.id) }
        #expect(found == [1, 2, 3])
    }

    /// A type of one's own needn't be `Hashable` to be compared, and its dictionaries have no order; strings may be the
    /// same by chance.
    @Test func ownTypesAndScalarsAreComparedToo() async throws {
        let stubs = Stubs()
        stubs.respond(to: ListOpaqueRequest.self) { (request: ListOpaqueRequest) in
            [Opaque(name: "a"), Opaque(name: request.page < 3 ? "\(request.page)" : "c")]
        }
        stubs.respond(to: ListWordsRequest.self) { request in [["a"], ["b"], ["a"], ["c"], ["c"]][min(request.page, 4)]
        }
        var names: [String] = []
        var failure = await #expect(throws: PaginationFailure.self) {
            for try await element in stubs.session.elements(of: ListOpaqueRequest()) { names.append(element.name) }
        }
        #expect(failure == .paginationCycle && names == ["a", "0", "a", "1", "a", "2", "a", "c"])
        names = []
        failure = await #expect(throws: PaginationFailure.self) {
            for try await element in stubs.session.elements(of: ListWordsRequest()) { names.append(element) }
        }
        #expect(failure == .paginationCycle && names == ["a", "b", "a", "c"])
    }

    @Test func goingBackwardsIsOnePageAndAnError() async throws {
        let session = Session(
            transport: StubTransport { request in
                .json(
                    #"{"items":[{"id":7,"name":null},{"id":8,"name":null}],"has_more":\#(request.url.query == "ending_before=9")}"#
                )
            })
        var found: [Int] = []
        let failure = await #expect(throws: PaginationFailure.self) {
            for try await item in session.elements(of: ListAfterOrBeforeRequest(endingBefore: 9)) {
                found.append(item.id)
            }
        }
        #expect(failure == .backwards && found == [7, 8])
        // A list that is complete is no error.
        found = []
        for try await item in session.elements(of: ListAfterOrBeforeRequest(endingBefore: 3)) { found.append(item.id) }
        for try await item in session.elements(of: ListAfterOrBeforeRequest()) { found.append(item.id) }
        #expect(found == [7, 8, 7, 8])
    }
}

/// Neither `Hashable` nor encodable, and not a value either.
private final class Opaque: WireDecodable {
    let name: String
    let marks: [String: Mark]

    struct Mark { let text: String? }

    init(name: String) {
        self.name = name
        marks = Dictionary(uniqueKeysWithValues: (0..<9).map { ("\($0)", Mark(text: name)) })
    }

    convenience init(from value: borrowing WireValue) throws { self.init(name: try value.decode()) }
}

private struct ListOpaqueRequest: PaginationRequestType {
    typealias Element = Opaque
    typealias Response = [Opaque]
    static var api: API { API(baseURL: "https://lists.example") }
    static var endpoint: Endpoint { .get("/opaque") }
    var page = 0

    func write(to request: inout RequestWriter) { request.query["page"] = page }
    func next(after page: TypedPage<Self>) -> PageContinuation { .page(self.page, first: 0, after: page) }
    func request(at cursor: PageCursor) throws -> any RequestType<[Opaque]> { Self(page: try cursor.decode()) }
}

private struct ListWordsRequest: PaginationRequestType {
    typealias Element = String
    typealias Response = [String]
    static var api: API { API(baseURL: "https://lists.example") }
    static var endpoint: Endpoint { .get("/words") }
    var page = 0

    func write(to request: inout RequestWriter) { request.query["page"] = page }
    func next(after page: TypedPage<Self>) -> PageContinuation { .page(self.page, first: 0, after: page) }
    func request(at cursor: PageCursor) throws -> any RequestType<[String]> { Self(page: try cursor.decode()) }
}
