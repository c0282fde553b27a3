import CallsitePagination
import CallsiteRuntime
import CallsiteStore
import Foundation
import GeneratedPaging
import LoopbackServer
import Testing

/// A request as a server sees it, however it came.
struct Asked: Sendable {
    var method: String
    /// Where the API begins, for absolute links.
    var base: String
    /// Behind the base.
    var path: String
    var query: [String: String]
    var headers: HTTPHeaders
    var body: JSONValue?

    init(method: String, base: String, target: String, headers: HTTPHeaders, body: Data?) {
        self.method = method
        self.base = base
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        path = parts[0]
        query = [:]
        for item in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
            let pair = item.split(separator: "=", maxSplits: 1).map { $0.removingPercentEncoding ?? "?" }
            query[pair[0]] = pair.count > 1 ? pair[1] : ""
        }
        self.headers = headers
        self.body = body.flatMap { $0.isEmpty ? nil : try? decodeJSON(JSONValue.self, from: $0) }
    }
}

typealias PagingServer = @Sendable (Asked) -> HTTPResponse

/// One listening server for all tests; each list has a path of its own below it.
final class PagingHost: @unchecked Sendable {
    static let shared = PagingHost()
    private let lock = NSLock()
    private var servers: [Int: PagingServer] = [:]
    private var server: LoopbackServer?

    func base(for paging: @escaping PagingServer) throws -> URL {
        try lock.withLock {
            if server == nil { server = try LoopbackServer { [unowned self] in self.reply(to: $0) } }
            let number = servers.count
            servers[number] = paging
            return server.unsafelyUnwrapped.url("/\(number)")
        }
    }

    private func reply(to request: ReceivedRequest) -> Reply {
        let parts = request.target.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
        let (server, port) = lock.withLock { (servers[Int(parts[0]) ?? -1], self.server?.port ?? 0) }
        guard let server else { return .text("no such list", status: 404) }
        var headers = HTTPHeaders()
        for line in request.headerLines {
            let pair = line.split(separator: ":", maxSplits: 1)
            headers.append(String(pair[0]), pair.count > 1 ? pair[1].trimmingCharacters(in: .whitespaces) : "")
        }
        let asked = Asked(
            method: request.method, base: "http://127.0.0.1:\(port)/\(parts[0])",
            target: "/" + (parts.count > 1 ? parts[1] : ""),
            headers: headers, body: request.body)
        let answer = server(asked)
        return .response(
            status: answer.status, headers: answer.headers.fields.map { ($0.name, $0.value) }, body: answer.body)
    }
}

/// The outcome of a list.
struct Outcome: Hashable, CustomStringConvertible {
    var pages: [[Int]]
    /// The error's own text; nil: the list is complete.
    var error: String?

    init(_ pages: [[Int]], _ error: PaginationFailure? = nil) { self.init(pages, error: error) }
    init(_ pages: [[Int]], error: (any Error)?) { (self.pages, self.error) = (pages, error.map { "\($0)" }) }

    var description: String { "\(pages)\(error.map { ", then: " + $0 } ?? "")" }
}

/// The ways to load a list.
enum Way: CaseIterable, Sendable {
    /// The reducer alone; nothing is sent.
    case reducer
    /// The rest goes over HTTP on loopback.
    case pages, elements, prefetch, client, states

    /// Whether it tells the pages apart.
    var tellsPages: Bool { self == .reducer || self == .pages || self == .prefetch }
}

/// No list of these tests has more pages: more is one that doesn't end.
private let pageLimit = 500

func load<R: PaginationRequestType>(_ request: R, _ way: Way, _ server: @escaping PagingServer) async throws -> Outcome
where R.Element == Item {
    if way == .reducer { return try loadByReducer(request, server) }
    let transport = NetworkTransport(idleTimeout: LoopbackServer.patience)
    let session = Session(baseURL: try PagingHost.shared.base(for: server), transport: transport)
    var found: [[Int]] = []
    switch way {
    case .reducer: break
    case .pages, .prefetch:
        do {
            for try await page in session.pages(of: request, prefetch: way == .prefetch ? 3 : 0) {
                found.append(page.elements.map(\.id))
                if found.count > pageLimit { break }
            }
        } catch {
            return Outcome(found, error: error)
        }
    case .elements:
        var elements: [Int] = []
        do {
            for try await element in session.elements(of: request) { elements.append(element.id) }
        } catch {
            return Outcome([elements], error: error)
        }
        return Outcome([elements])
    case .client:
        let client = await PaginationClient(request, session: session)
        for _ in 0..<pageLimit {
            await client.loadNextPage()
            if await client.error != nil { break }
            guard await client.hasNextPage else { break }
        }
        return Outcome([await client.elements.map(\.id)], error: await client.error)
    case .states:
        let (triggers, input) = AsyncStream<PaginationTrigger>.makeStream()
        for await state in session.states(of: request, on: triggers) {
            if state.isLoading { continue }
            if state.error != nil || !state.hasNextPage {
                return Outcome([state.elements.map(\.id)], error: state.error)
            }
            input.yield(.loadNextPage)
        }
    }
    return Outcome(found)
}

/// Gives the reducer a response for each command, one at a time. The reducer's state must be right at every step.
private func loadByReducer<R: PaginationRequestType>(_ request: R, _ server: PagingServer) throws -> Outcome
where R.Element == Item {
    let base = try #require(URL(string: "https://api.example.com/v1"))
    var state = PaginationState(request, baseURL: base)
    var found: [[Int]] = []
    while found.count <= pageLimit {
        let commands = state.handle(.loadNextPage)
        guard case .send(let ticket)? = commands.first else {
            #expect(!state.hasNextPage && !state.isLoading)
            break
        }
        #expect(commands.count == 1 && state.isLoading && state.error == nil)
        #expect(state.handle(.loadNextPage).isEmpty)
        let http = try ticket.request.httpRequest(base: base)
        let text = http.url.absoluteString
        #expect(text.hasPrefix(base.absoluteString))
        let target = String(text.dropFirst(base.absoluteString.count))
        var answer = server(
            Asked(
                method: http.method.name, base: base.absoluteString, target: target, headers: http.headers,
                body: http.body?.data))
        answer.url = http.url
        guard answer.status < 400 else {
            #expect(state.handle(.pageFailed(ticket, R.Failure(answer))).isEmpty && !state.isLoading)
            guard state.error == nil else { break }
            continue
        }
        #expect(state.handle(.pageArrived(ticket, try R.response(from: answer), answer)).isEmpty)
        found.append(try #require(state.lastPage).elements.map(\.id))
        #expect(state.elements.map(\.id) == found.flatMap { $0 } && !state.isLoading)
    }
    return Outcome(found, error: state.error)
}

/// Loads a list in all ways, and compares each with what is expected.
func expect<R: PaginationRequestType>(
    _ expected: Outcome, of request: R, what: String = "", ways: [Way] = Way.allCases, server: @escaping PagingServer,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws where R.Element == Item {
    var flat = expected
    flat.pages = [expected.pages.flatMap { $0 }]
    for way in ways {
        let outcome = try await load(request, way, server)
        #expect(
            outcome == (way.tellsPages ? expected : flat), "\(R.self) \(what) by \(way)", sourceLocation: sourceLocation
        )
    }
}

// MARK: - Lists

/// Pages, and what each says that follows.
struct Script: Sendable {
    enum Next: Hashable, Sendable {
        case end
        /// The page of this index.
        case page(Int)
    }
    var pages: [[Int]]
    var next: @Sendable (Int) -> Next

    /// One after the other.
    init(_ pages: [[Int]]) {
        self.pages = pages
        next = { $0 + 1 < pages.count ? .page($0 + 1) : .end }
    }

    init(_ pages: [[Int]], next: @escaping @Sendable (Int) -> Next) { (self.pages, self.next) = (pages, next) }

    func items(_ index: Int) -> JSONValue {
        .array((pages.indices.contains(index) ? pages[index] : []).map { ["id": .init(integerLiteral: Int64($0))] })
    }

    /// The token of what follows; nil at the end.
    func token(after index: Int) -> String? { if case .page(let next) = next(index) { "t\(next)" } else { nil } }
}

/// The page that a token means; of no token the first.
func index(_ token: String?) -> Int { token.flatMap { Int($0.dropFirst()) } ?? 0 }

func answer(_ body: JSONValue, _ headers: HTTPHeaders = [:], status: Int = 200) -> HTTPResponse {
    .json("\(body)", status: status, headers: headers)
}

extension JSONValue {
    init(_ text: String?) { self = text.map { .string($0) } ?? .null }
}

/// A style of pagination: a request, and the server of that style.
struct Style: Sendable, CustomTestStringConvertible {
    let name: String
    let expect: @Sendable (Script, Outcome, [Way], SourceLocation) async throws -> Void
    var testDescription: String { name }

    init<R: PaginationRequestType>(_ request: R, _ server: @escaping @Sendable (Script, Asked) -> HTTPResponse)
    where R.Element == Item {
        name = "\(R.self)"
        expect = { script, outcome, ways, place in
            try await GeneratedTests.expect(
                outcome, of: request, what: "\(script.pages)", ways: ways, server: { server(script, $0) },
                sourceLocation: place)
        }
    }

    /// Where the server says what follows: a token or a link.
    static let told: [Style] = [
        Style(ListByCursorRequest(q: "a&b")) { script, asked in
            let at = index(asked.query["cursor"])
            guard asked.query["q"] == "a&b" else { return answer("lost", status: 400) }
            return answer(["items": script.items(at), "next_cursor": JSONValue(script.token(after: at))])
        },
        Style(ListByCursorFlagRequest()) { script, asked in
            let at = index(asked.query["cursor"])
            return answer(["items": script.items(at), "next_cursor": JSONValue(script.token(after: at) ?? "")])
        },
        Style(ListByCursorHeaderRequest()) { script, asked in
            let at = index(asked.headers["X-Cursor"])
            return answer(script.items(at), script.token(after: at).map { ["X-Next-Cursor": $0] } ?? [:])
        },
        Style(ListByCursorPathRequest(cursor: "t0")) { script, asked in
            let at = index(asked.path.split(separator: "/").last.map(String.init))
            return answer(["items": script.items(at), "next_cursor": JSONValue(script.token(after: at))])
        },
        Style(SearchByCursorRequest(q: "x")) { script, asked in
            let at = index(asked.body?["cursor"]?.string)
            guard asked.method == "POST", asked.body?["q"] == "x" else { return answer("lost", status: 400) }
            return answer(["items": script.items(at), "next_cursor": JSONValue(script.token(after: at))])
        },
        Style(SearchByQueryRequest(body: SearchQuery(text: "x", page: SearchPage(size: 2)))) { script, asked in
            let at = index(asked.body?["page"]?["cursor"]?.string)
            guard asked.body?["text"] == "x", asked.body?["page"]?["size"] == 2 else {
                return answer("lost", status: 400)
            }
            return answer(["items": script.items(at), "next_cursor": JSONValue(script.token(after: at))])
        },
        Style(ListByMarkersRequest()) { script, asked in
            let at = index(asked.query["key_marker"])
            guard at == 0 || asked.query["version_marker"] == "\(at * 10)" else { return answer("lost", status: 400) }
            let next = script.token(after: at)
            return answer([
                "items": script.items(at), "next_key_marker": JSONValue(next),
                "next_version_marker": next.map { .init(integerLiteral: Int64(index($0) * 10)) } ?? nil,
            ])
        },
        Style(ListByStructureRequest()) { script, asked in
            let at = asked.body?["start"]?["id"]?.int ?? 0
            guard at == 0 || asked.body?["start"]?["shard"] == "s" else { return answer("lost", status: 400) }
            let next = script.token(after: at).map { index($0) }
            return answer([
                "items": script.items(at),
                "last": next.map { ["id": .init(integerLiteral: Int64($0)), "shard": "s"] } ?? nil,
            ])
        },
        Style(ListByBareNextRequest()) { script, asked in
            let at = index(asked.query["cursor"])
            return answer(["items": script.items(at), "next": JSONValue(script.token(after: at))])
        },
        Style(ListByBareNextRequest()) { script, asked in
            let at = index(asked.query["at"])
            return answer([
                "items": script.items(at),
                "next": JSONValue(script.token(after: at).map { "\(asked.base)/cursor/next?at=\($0)" }),
            ])
        },
        Style(StartListRequest(folder: "f")) { script, asked in
            let at = index(asked.body?["cursor"]?.string)
            guard asked.path == (asked.body?["cursor"] == nil ? "/cursor/start" : "/cursor/continue") else {
                return answer("lost", status: 400)
            }
            return answer(["items": script.items(at), "next_cursor": JSONValue(script.token(after: at))])
        },
        Style(ListByURLRequest(q: "x")) { script, asked in
            let at = index(asked.query["at"])
            // The server's own link loses the parameter, as it may: it is taken whole.
            return answer([
                "results": script.items(at),
                "next": JSONValue(script.token(after: at).map { "\(asked.base)/url?at=\($0)" }),
            ])
        },
        Style(ListByURLRequest()) { script, asked in
            let at = index(asked.query["at"])
            return answer([
                "results": script.items(at), "next": JSONValue(script.token(after: at).map { "?at=\($0)" } ?? ""),
            ])
        },
        Style(ListByTypedURLRequest()) { script, asked in
            let at = index(asked.query["at"])
            let path = URL(string: asked.base)?.path ?? ""
            let next = script.token(after: at).map { "\(path)/url/typed?at=\($0)" } ?? ""
            return answer(["results": script.items(at), "links": ["prev": "", "next": .string(next)]])
        },
        Style(ListByLinkRequest(q: "x")) { script, asked in
            let at = index(asked.query["at"])
            let next =
                script.token(after: at).map { #"<\#(asked.base)/link?at=\#($0)>; title="a, b"; REL="nofollow Next", "# }
                ?? ""
            return answer(script.items(at), ["Link": next + #"<\#(asked.base)/link>; rel=first"#])
        },
        Style(ListByRangeRequest()) { script, asked in
            let at = index(asked.headers["Range"]?.split(separator: " ").last.map(String.init))
            let next = script.token(after: at)
            return answer(
                script.items(at), next.map { ["Next-Range": "id \($0)"] } ?? [:], status: next == nil ? 200 : 206)
        },
        Style(ListByOwnRangeRequest()) { script, asked in
            let at = index(asked.headers["Range"])
            let next = script.token(after: at)
            return answer(script.items(at), next.map { ["Next-Range": $0] } ?? [:], status: next == nil ? 200 : 206)
        },
    ]

    /// Where pages or elements are counted, and the server says how far they go. Full pages have two elements.
    static let counted: [Style] = [
        Style(ListNumberedFlagRequest()) { script, asked in
            let at = (Int(asked.query["page"] ?? "") ?? 0) - 1
            return answer(["items": script.items(at), "has_more": .bool(at + 1 < script.pages.count)])
        },
        Style(ListNumberedTotalRequest()) { script, asked in
            let at = (Int(asked.query["page"] ?? "") ?? 0) - 1
            return answer(script.items(at), ["X-Total": "\(script.pages.joined().count)"])
        },
        Style(ListNumberedPagesRequest()) { script, asked in
            let at = Int(asked.query["page"] ?? "0") ?? -1
            return answer([
                "items": script.items(at), "meta": ["page_count": .init(integerLiteral: Int64(script.pages.count))],
            ])
        },
        Style(ListNumberedLinkedRequest()) { script, asked in
            let at = (Int(asked.query["page"] ?? "") ?? 0) - 1
            return answer(
                script.items(at),
                at + 1 < script.pages.count ? ["Link": "<https://elsewhere.example.com>; rel=\"next\""] : [:])
        },
        Style(ListCountedFlagRequest(limit: 2)) { script, asked in
            let at = (Int(asked.query["offset"] ?? "0") ?? 0) / 2
            return answer(["items": script.items(at), "has_more": .bool(at + 1 < script.pages.count)])
        },
    ]

    /// Where nothing but an empty page, or a short one, is the end.
    static let untold: [Style] = [
        Style(ListNumberedRequest()) { script, asked in answer(script.items((Int(asked.query["page"] ?? "") ?? 0) - 1))
        },
        Style(ListCountedRequest()) { script, asked in
            let all = Array(script.pages.joined())
            let at = Int(asked.query["offset"] ?? "0") ?? 0
            return answer(["items": Script([Array(all.dropFirst(at).prefix(2))]).items(0)])
        },
        Style(ListAfterLastRequest()) { script, asked in
            let after = Int(asked.query["after"] ?? "0") ?? 0
            return answer(Script([Array(script.pages.joined().drop { $0 <= after }.prefix(2))]).items(0))
        },
    ]

    /// Where the last page may be known without asking for one more.
    static let other: [Style] = [
        Style(ListCountedTotalRequest()) { script, asked in
            let all = Array(script.pages.joined())
            let at = Int(asked.query["offset"] ?? "0") ?? 0
            let items = Script([Array(all.dropFirst(at).prefix(2))]).items(0)
            return answer(["data": ["items": items, "total": .init(integerLiteral: Int64(all.count))]])
        },
        Style(ListAfterLastFlagRequest()) { script, asked in
            let after = Int(asked.query["after"] ?? "0") ?? 0
            let rest = Array(script.pages.joined().drop { $0 <= after })
            return answer(["items": Script([Array(rest.prefix(2))]).items(0), "has_more": .bool(rest.count > 2)])
        },
    ]
}
