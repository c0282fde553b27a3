import CallsitePagination
import CallsiteRuntime
import Foundation
import Testing

/// Servers that would make a list endless, or repeat its elements. Whatever they do: at most as many requests as pages
/// that differ, and two more; and no element twice without an error.
@Suite(.timeLimit(.minutes(10))) struct EndlessListTests {
    enum Style: CaseIterable {
        case page, offset, cursor, link, key
    }

    enum Habit: CaseIterable {
        /// The first page, whatever is asked for.
        case ignoresTheCursor
        /// Page 2 again and again.
        case staysAtTheSecond
        /// Pages 1, 2, 1, 2, …
        case alternates
        /// The same elements in another order each time.
        case shuffles
        /// Elements vanish at the front, or come there, while the list is read.
        case shrinks, grows
        /// A page is empty.
        case skipsOne
        /// 204 or 404 behind the last page.
        case endsWith204, endsWith404
        /// The elements before the last one, in ascending order.
        case goesBackwards
        case none
    }

    /// A part that changes in each response, beside the elements or in them.
    enum Noise: CaseIterable {
        case none, links, warnings, signedURLs, fetchTimes, counters
    }

    struct Element: DecodableModel {
        let id: Int
        let name: String
        init(from fields: inout FieldReader) throws { (id, name) = (try fields["id"], try fields["name"]) }
    }

    struct List: DecodableModel {
        let items: [Element]
        let next: String?
        let hasMore: Bool?

        init(from fields: inout FieldReader) throws {
            (items, next, hasMore) = (try fields["items"], try fields["next"], try fields["hasMore"])
        }
    }

    struct ListRequest: PaginationRequestType {
        typealias Response = List
        static var api: API { API(baseURL: "https://lists.example") }
        static var endpoint: Endpoint { .get("/items") }
        let style: Style
        var at: JSONValue = nil

        static func elements(in response: List) -> [Element]? { response.items }

        func write(to request: inout RequestWriter) { request.query["at"] = at }

        func next(after page: TypedPage<Self>) -> PageContinuation {
            switch style {
            case .page: .page(at.int, after: page, hasNext: page.value.hasMore)
            case .offset: .offset(at.int, after: page, hasNext: page.value.hasMore)
            case .cursor: .cursor(page.value.next, hasNext: page.value.hasMore)
            case .link: .link(page.value.next, hasNext: page.value.hasMore)
            case .key: .key(page.elements.last?.id, after: page, hasNext: page.value.hasMore)
            }
        }

        func request(at cursor: PageCursor) throws -> any RequestType<List> {
            Self(style: style, at: try cursor.decode())
        }
    }

    /// A list of `count` elements in pages of `size`.
    final class Server: @unchecked Sendable {
        private let style: Style
        private let habit: Habit
        private let noise: Noise
        private let size: Int
        private let hasFlag: Bool
        private let lock = NSLock()
        // Guarded by `lock`.
        private var ids: [Int]
        private(set) var requests = 0
        private(set) var pages: Set<[Int]> = []

        init(_ style: Style, _ habit: Habit, _ noise: Noise, size: Int, hasFlag: Bool) {
            (self.style, self.habit, self.noise, self.size, self.hasFlag) = (style, habit, noise, size, hasFlag)
            ids = Array(100..<100 + size * 4 + 1)
        }

        func respond(_ request: HTTPRequest) -> HTTPResponse {
            lock.withLock {
                requests += 1
                precondition(requests < 500, "the list has no end")
                let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems
                let at = query?.first { $0.name == "at" }?.value.flatMap { Int($0) }
                if requests > 1, requests < 20, habit == .grows { ids.insert(100 - requests, at: 0) }
                if requests > 1, habit == .shrinks { ids = Array(ids.dropFirst()) }
                var start =
                    switch style {
                    case .page: ((at ?? 1) - 1) * size
                    case .offset, .cursor, .link: at ?? 0
                    case .key: at.map { key in ids.firstIndex { $0 > key } ?? ids.count } ?? 0
                    }
                switch habit {
                case .ignoresTheCursor: start = 0
                case .staysAtTheSecond: start = requests == 1 ? 0 : size
                case .alternates: start = requests % 2 == 1 ? 0 : size
                case .shuffles: start = 0
                case .goesBackwards:
                    start = max(0, (at.flatMap { key in ids.firstIndex(of: key) } ?? ids.count) - size)
                default: break
                }
                var page = Array(ids.dropFirst(start).prefix(size))
                if habit == .shuffles {
                    page = Array(page[(requests % page.count)...] + page[..<(requests % page.count)])
                }
                if habit == .skipsOne, requests == 3 { page = [] }
                if page.isEmpty, habit == .endsWith204 { return HTTPResponse(status: 204) }
                if page.isEmpty, habit == .endsWith404 { return .json("{}", status: 404) }
                pages.insert(page)
                return .json(body(page, start))
            }
        }

        private func body(_ page: [Int], _ start: Int) -> String {
            let isLast =
                start + size >= ids.count
                && ![.ignoresTheCursor, .staysAtTheSecond, .alternates, .shuffles].contains(habit)
            let items = page.map { id in
                switch noise {
                case .signedURLs:
                    #"{"id":\#(id),"name":"n\#(id)","url":"https://cdn.example/\#(id)?X-Amz-Signature=\#(requests)"}"#
                case .fetchTimes: #"{"id":\#(id),"name":"n\#(id)","fetched_at":\#(requests)}"#
                default: #"{"id":\#(id),"name":"n\#(id)","tags":["a"]}"#
                }
            }
            let beside =
                switch noise {
                case .links: #","links":[{"rel":"self","href":"/items?r=\#(requests)"}]"#
                case .warnings: #","warnings":[\#(page.map { _ in "\"\(requests)\"" }.joined(separator: ","))]"#
                case .counters: #","count":\#(requests),"facets":{"a":[\#(requests)]}"#
                default: ""
                }
            var end = ""
            let isFollowed = habit == .endsWith204 || habit == .endsWith404 ? !page.isEmpty : !isLast
            if style == .cursor || style == .link, isFollowed {
                let next = start + max(1, page.isEmpty ? size : page.count)
                end += style == .cursor ? #","next":"\#(next)""# : #","next":"/items?at=\#(next)""#
            }
            if hasFlag { end += #","hasMore":\#(isFollowed)"# }
            return #"{"items":[\#(items.joined(separator: ","))]\#(beside)\#(end)}"#
        }
    }

    @Test(arguments: Style.allCases, Habit.allCases)
    func aListEndsAndRepeatsNothing(_ style: Style, _ habit: Habit) async throws {
        for noise in Noise.allCases {
            for (size, hasFlag) in [(3, true), (3, false), (1, true), (1, false), (10, true), (10, false)] {
                let server = Server(style, habit, noise, size: size, hasFlag: hasFlag)
                let session = Session(transport: StubTransport { server.respond($0) })
                let place = "\(style) \(habit) \(noise) \(size) \(hasFlag)"
                var ids: [Int] = []
                var failure: (any Error)?
                do {
                    for try await element in session.elements(of: ListRequest(style: style)) { ids.append(element.id) }
                } catch {
                    failure = error
                }
                #expect(server.requests <= server.pages.count + 2, "\(place)")
                // With a field that changes by itself, an element that has moved is another one.
                let mayMove = (habit == .grows || habit == .shrinks) && noise == .fetchTimes
                #expect(Set(ids).count == ids.count || failure != nil || mayMove, "\(place): \(ids)")
                switch habit {
                case .none, .endsWith204:
                    #expect(failure == nil && ids.count == size * 4 + 1, "\(place) \(String(describing: failure))")
                case .endsWith404:
                    // The last page is shorter than the others, unless each has one element.
                    let isProven = (style == .page || style == .offset) && !hasFlag && size > 1
                    #expect(ids.count == size * 4 + 1, "\(place) \(ids.count)")
                    #expect(isProven ? failure == nil : failure == nil || failure is RejectedList, "\(place)")
                case .ignoresTheCursor, .staysAtTheSecond, .alternates, .shuffles:
                    #expect(failure as? PaginationFailure == .paginationCycle, "\(place) \(ids)")
                default: break
                }
            }
        }
    }
}

/// Lists of well-behaved servers in which ids come again: none loses an element.
@Suite(.timeLimit(.minutes(10))) struct RepeatedIDsTests {
    struct Pages: PaginationRequestType {
        typealias Element = JSONValue
        typealias Failure = RejectedList
        struct Response: DecodableModel {
            let items: [JSONValue]
            let more: [JSONValue]?
            let next: String?

            init(from fields: inout FieldReader) throws {
                (items, more, next) = (try fields["items"], try fields["more"], try fields["next"])
            }
        }
        static var api: API { API(baseURL: "https://lists.example") }
        static var endpoint: Endpoint { .get("/items") }
        var at: String?

        static func elements(in response: Response) -> [JSONValue]? { response.items + (response.more ?? []) }
        func write(to request: inout RequestWriter) { request.query["at"] = at }
        func next(after page: TypedPage<Self>) -> PageContinuation { .cursor(page.value.next) }
        func request(at cursor: PageCursor) throws -> any RequestType<Response> { Self(at: try cursor.decode()) }
    }

    static let lists: [[String]] = [
        // JSON:API: an id is one of its type.
        [#"[{"type":"post","id":1},{"type":"post","id":2}]"#, #"[{"type":"like","id":1},{"type":"like","id":2}]"#],
        // Two versions of the same things.
        [#"[{"id":1,"v":1},{"id":2,"v":1}]"#, #"[{"id":1,"v":2},{"id":2,"v":2}]"#],
        [#"[{"id":1,"v":1}]"#, #"[{"id":1,"v":2}]"#],
        [#"[{"id":1,"done":false},{"id":2,"done":false}]"#, #"[{"id":1,"done":true},{"id":2,"done":true}]"#],
        // Entries that refer to something: the id isn't their own.
        [
            #"[{"at":1,"item":{"id":1}},{"at":1,"item":{"id":2}}]"#,
            #"[{"at":1,"item":{"id":1}},{"at":1,"item":{"id":3}}]"#,
        ],
        [
            #"[{"role":"a","node":{"id":1}},{"role":"a","node":{"id":2}}]"#,
            #"[{"role":"b","node":{"id":1}},{"role":"b","node":{"id":2}}]"#,
        ],
        [
            #"[{"key":"env","value":1},{"key":"team","value":1}]"#,
            #"[{"key":"env","value":2},{"key":"team","value":2}]"#,
        ],
        [#"[{"sha":"a","line":1},{"sha":"b","line":2}]"#, #"[{"sha":"b","line":3},{"sha":"a","line":4}]"#],
        // One id several times on a page.
        [
            #"[{"id":7,"v":1},{"id":7,"v":2}]"#, #"[{"id":7,"v":3},{"id":7,"v":4}]"#,
            #"[{"id":7,"v":5},{"id":7,"v":6}]"#,
        ],
        // Two lists in one, beside a third one of their length.
        [
            #"[{"id":1}],"more":[{"id":2}],"facets":[{"id":"f"},{"id":"g"}]"#,
            #"[{"id":3}],"more":[{"id":4}],"facets":[{"id":"f"},{"id":"g"}]"#,
        ],
    ]

    @Test(arguments: lists.indices) func nothingIsLost(_ number: Int) async throws {
        let pages = Self.lists[number]
        let session = Session(
            transport: StubTransport { request in
                let at = request.url.query.flatMap { Int($0.dropFirst("at=".count)) } ?? 0
                let next = at + 1 < pages.count ? #","next":"\#(at + 1)""# : ""
                return .json(#"{"items":\#(pages[at])\#(next)}"#)
            })
        var count = 0
        for try await _ in session.elements(of: Pages()) { count += 1 }
        #expect(count == pages.count * 2 / (number == 2 ? 2 : 1))
    }
}

extension EndlessListTests.ListRequest {
    typealias Failure = RejectedList
}

struct RejectedList: RequestFailure {
    let http: HTTPResponse

    init(_ http: HTTPResponse) { self.http = http }
}
