import CallsitePagination
import CallsiteRuntime
import Foundation
import GeneratedPaging
import Testing

/// Servers of all styles that go wrong at any step, once or from there on. Whatever they do, a list ends within a
/// bounded number of requests, and either each element that the server has was delivered once, in order, or an error
/// says that they weren't.
@Suite struct RandomServerTests {
    /// The faults of a server. None says that the list is complete: a server that says so is believed.
    enum Fault: CaseIterable {
        /// No response.
        case fails
        /// 200, and an error message.
        case refuses
        /// The page before once more.
        case repeats
        /// The first page, whatever is asked for.
        case ignores
        /// Any page that came before.
        case returns
        /// A page without elements amid the list.
        case hides
        /// Fewer elements than it could give.
        case shortens
        /// The total, the flag, or the number of pages is left out.
        case omitsSigns
        /// A total that is too small for what came, or too large.
        case miscounts
        /// The cursor or the link that was just followed.
        case stays
        /// One that was followed earlier.
        case turnsBack
        /// A cursor or a link that leads elsewhere, or that can't be followed.
        case misleads
        /// The list isn't there, and is null.
        case nulls
    }

    /// How a style puts into requests and responses what a server means.
    struct Wire<R: PaginationRequestType> where R.Element == Item {
        var request: R
        /// The index of the first element that is asked for; nil: of the list. The second value is the server's.
        var position: (Asked, Server) -> Int?
        var response: (Page) -> HTTPResponse
        /// Whether a fault makes sense here.
        var takes: (Fault) -> Bool = { _ in true }
    }

    struct Server {
        var elements: [Int]
        /// The most elements of a page.
        var size: Int
        /// The number of the first page.
        var base: Int
    }

    struct Page {
        var elements: [Int]
        var position: Int
        /// Where the next page begins; nil: there is none.
        var next: Int?
        var server: Server
        var total: Int?
        var hasFlag = true
        var isForeign = false
        var isNull = false

        var items: JSONValue { isNull ? nil : Script([elements]).items(0) }
        var flag: JSONValue { hasFlag ? .bool(next != nil) : nil }
        var token: JSONValue { next.map { .string(isForeign ? "t?" : "t\($0)") } ?? nil }
        func link(_ prefix: String) -> String? {
            next.map { isForeign ? "https://evil.example.com/?at=t\($0)" : "\(prefix)?at=t\($0)" }
        }
        var count: JSONValue { total.map { .init(integerLiteral: Int64($0)) } ?? nil }
    }

    private static func token(_ text: String?) -> Int? { text.flatMap { Int($0.dropFirst()) ?? -1 } }

    // MARK: The styles

    private func everyStyle(_ run: (any RandomCourse) throws -> Void) throws {
        let isUntold: (Fault) -> Bool = {
            ![.hides, .omitsSigns, .miscounts, .stays, .turnsBack, .misleads].contains($0)
        }
        let isCounted: (Fault) -> Bool = { ![.stays, .turnsBack, .misleads].contains($0) }
        let isTold: (Fault) -> Bool = { ![.omitsSigns, .miscounts].contains($0) }
        func page(_ asked: Asked, _ server: Server) -> Int? {
            asked.query["page"].map { ((Int($0) ?? -1) - server.base) * server.size }
        }
        func offset(_ asked: Asked, _ server: Server) -> Int? { asked.query["offset"].map { Int($0) ?? -1 } }
        func after(_ asked: Asked, _ server: Server) -> Int? {
            asked.query["after"].map { key in (server.elements.firstIndex { "\($0)" == key } ?? -2) + 1 }
        }
        func at(_ asked: Asked, _ server: Server) -> Int? { Self.token(asked.query["at"]) }
        func cursor(_ asked: Asked, _ server: Server) -> Int? { Self.token(asked.query["cursor"]) }
        // page
        try run(
            Course(
                .init(request: ListNumberedRequest(), position: page, response: { answer($0.items) }, takes: isUntold),
                bases: [1]))
        try run(
            Course(
                .init(
                    request: ListNumberedFlagRequest(), position: page,
                    response: { answer(["items": $0.items, "has_more": $0.flag]) },
                    takes: { isCounted($0) && $0 != .omitsSigns }),
                bases: [1]))
        try run(
            Course(
                .init(
                    request: ListNumberedSparseRequest(), position: page,
                    response: { answer(["items": $0.items, "total": $0.count]) },
                    takes: isCounted), bases: [1]))
        // Where a server that counts from 0 gives page 0 for page 1, it is one that counts from 1.
        let isDistinct: (Fault) -> Bool = { isCounted($0) && ![.repeats, .ignores, .returns].contains($0) }
        for (base, takes) in [(0, isDistinct), (1, isCounted)] {
            try run(
                Course(
                    .init(
                        request: ListNumberedUnsaidRequest(), position: page,
                        response: { answer(["items": $0.items, "total": $0.count]) }, takes: takes), bases: [base]))
        }
        // offset
        try run(
            Course(
                .init(
                    request: ListCountedRequest(), position: offset, response: { answer(["items": $0.items]) },
                    takes: isUntold)))
        try run(
            Course(
                .init(
                    request: ListCountedTotalRequest(limit: 4), position: offset,
                    response: { answer(["data": ["items": $0.items, "total": $0.count]]) }, takes: isCounted)))
        try run(
            Course(
                .init(
                    request: ListCountedFlagRequest(), position: offset,
                    response: { answer(["items": $0.items, "has_more": $0.flag]) },
                    takes: { isCounted($0) && $0 != .omitsSigns })))
        // cursor
        try run(
            Course(
                .init(
                    request: ListSparseRequest(), position: cursor,
                    response: { answer(["items": $0.items, "next_cursor": $0.token]) },
                    takes: isTold)))
        try run(
            Course(
                .init(
                    request: ListByCursorFlagRequest(), position: cursor,
                    response: { answer(["items": $0.items, "next_cursor": $0.token, "has_more": $0.flag]) },
                    takes: { $0 != .miscounts })))
        // keyset
        try run(
            Course(
                .init(
                    request: ListSparseAfterLastRequest(), position: after, response: { answer(["items": $0.items]) },
                    takes: isUntold)))
        try run(
            Course(
                .init(
                    request: ListAfterLastFlagRequest(), position: after,
                    response: { answer(["items": $0.items, "has_more": $0.flag]) },
                    takes: { isCounted($0) && $0 != .omitsSigns && $0 != .miscounts })))
        // nextURL
        try run(
            Course(
                .init(
                    request: ListSparseByURLRequest(), position: at,
                    response: { answer(["results": $0.items, "next": JSONValue($0.link("/v1/url"))]) }, takes: isTold)))
        // link
        try run(
            Course(
                .init(
                    request: ListSparseByLinkRequest(), position: at,
                    response: { page in
                        answer(
                            ["items": page.items],
                            page.link("/v1/link/sparse").map { ["Link": "<\($0)>; rel=\"next\""] } ?? [:])
                    }, takes: isTold)))
        // range
        try run(
            Course(
                .init(
                    request: ListByRangeRequest(), position: { asked, _ in Self.token(asked.headers["Range"]) },
                    response: { page in
                        answer(
                            page.items, page.next.map { ["Next-Range": page.isForeign ? "t?" : "t\($0)"] } ?? [:],
                            status: page.next == nil ? 200 : 206)
                    }, takes: isTold)))
    }

    // MARK: The courses

    /// Each fault at each step of each style, once and from there on.
    @Test(arguments: Fault.allCases) func anyFaultAtAnyStep(_ fault: Fault) throws {
        try everyStyle { course in
            guard course.takes(fault) else { return }
            for size in 1...3 {
                for step in 0..<6 {
                    try course.run(size: size, count: 7, seed: UInt64(step)) { $0 == step ? fault : nil }
                    try course.run(size: size, count: 7, seed: UInt64(step)) { $0 >= step ? fault : nil }
                }
            }
        }
    }

    /// Any faults at any steps.
    @Test(arguments: 0..<8) func anyFaults(_ seed: Int) throws {
        try everyStyle { course in
            for number in 0..<60 {
                var numbers = SeededNumbers(state: UInt64(seed * 1000 + number))
                let faults = Fault.allCases.filter(course.takes)
                let rate = Int.random(in: 0...5, using: &numbers)
                let plan = (0..<200).map { _ in
                    Int.random(in: 0..<10, using: &numbers) < rate ? faults.randomElement(using: &numbers) : nil
                }
                try course.run(
                    size: Int.random(in: 1...4, using: &numbers), count: Int.random(in: 0...20, using: &numbers),
                    seed: numbers.next()
                ) { $0 < plan.count ? plan[$0] : nil }
            }
        }
    }
}

/// A style that can be put through faults.
protocol RandomCourse {
    func takes(_ fault: RandomServerTests.Fault) -> Bool
    /// - Parameters:
    ///   - size: The most elements of a page.
    ///   - count: How many elements there are.
    ///   - seed: The seed of the random choices.
    ///   - fault: The fault at a request, by the request's number; nil: there is none.
    func run(size: Int, count: Int, seed: UInt64, fault: (Int) -> RandomServerTests.Fault?) throws
}

private struct Course<R: PaginationRequestType>: RandomCourse where R.Element == Item {
    typealias Page = RandomServerTests.Page
    let wire: RandomServerTests.Wire<R>
    let bases: [Int]

    init(_ wire: RandomServerTests.Wire<R>, bases: [Int] = [0]) { (self.wire, self.bases) = (wire, bases) }

    func takes(_ fault: RandomServerTests.Fault) -> Bool { wire.takes(fault) }

    func run(size: Int, count: Int, seed: UInt64, fault: (Int) -> RandomServerTests.Fault?) throws {
        let base = try #require(URL(string: "https://api.example.com/v1"))
        let all = Array(1..<(count + 1))
        for first in bases {
            let server = RandomServerTests.Server(elements: all, size: size, base: first)
            var numbers = SeededNumbers(state: seed)
            var state = PaginationState(wire.request, baseURL: base, emptyPageLimit: 5)
            var earlier: [Page] = []
            var hidden: Set<Int> = []
            var course: [String] = []
            var failures = 0
            var step = 0
            while case .send(let ticket)? = state.handle(.loadNextPage).first {
                let http = try ticket.request.httpRequest(base: base)
                let target = String(http.url.absoluteString.dropFirst(base.absoluteString.count))
                let asked = Asked(
                    method: http.method.name, base: base.absoluteString, target: target, headers: http.headers,
                    body: http.body?.data)
                let fault = fault(step)
                step += 1
                course.append("\(target) \(asked.headers["Range"] ?? "") \(fault.map { "\($0)" } ?? "")")
                let position = wire.position(asked, server) ?? 0
                let response = response(at: position, server, fault, &earlier, &hidden, &numbers)
                do {
                    guard var response else { throw ReducerTests.Offline() }
                    response.url = http.url
                    guard response.status < 300 else { throw ReducerTests.Offline() }
                    _ = state.handle(.pageArrived(ticket, try R.response(from: response), response))
                    failures = 0
                } catch {
                    _ = state.handle(.pageFailed(ticket, error))
                    // The caller may try again, and doesn't for ever.
                    failures += 1
                    if failures == 3 { break }
                }
                // Each page once, each repeated page that is skipped, and as many empty pages as may be between two
                // others.
                try #require(step < 8 * (count + 6), "\(R.self) doesn't end: \(course)")
            }
            let found = state.elements.map(\.id)
            let what: Comment = "\(R.self) in pages of \(size) from \(first): \(found), \(course)"
            if let error = state.error {
                #expect(failures == 3 || error is PaginationFailure, what)
            } else {
                #expect(!state.hasNextPage, what)
                #expect(found == all.filter { !hidden.contains($0) || found.contains($0) }, what)
            }
        }
    }

    /// nil: there is none.
    private func response(
        at position: Int, _ server: RandomServerTests.Server, _ fault: RandomServerTests.Fault?,
        _ earlier: inout [Page], _ hidden: inout Set<Int>, _ numbers: inout SeededNumbers
    ) -> HTTPResponse? {
        guard position >= 0 else { return answer("no such page", status: 400) }
        let elements = Array(server.elements.dropFirst(position).prefix(server.size))
        let end = position + elements.count
        var page = Page(
            elements: elements, position: position, next: end < server.elements.count ? end : nil, server: server,
            total: server.elements.count)
        switch fault {
        case nil: break
        case .fails: return nil
        case .refuses: return answer(["ok": false, "error": "try again"])
        case .repeats: page.elements = earlier.last?.elements ?? page.elements
        case .returns: page.elements = earlier.randomElement(using: &numbers)?.elements ?? page.elements
        case .ignores: page.elements = earlier.first?.elements ?? page.elements
        // How far an offset moves over an empty page is known by the pages before.
        case .hides where page.next != nil && earlier.contains(where: { !$0.elements.isEmpty }): page.elements = []
        case .shortens where page.elements.count > 1 && !R.countsPages:
            page.elements.removeLast()
            page.next = position + page.elements.count
        case .hides, .shortens: break
        case .omitsSigns:
            page.total = nil
            page.hasFlag = false
        case .miscounts where !page.elements.isEmpty:
            page.total = [-1, 0, page.elements.count - 1, server.elements.count + 2, server.elements.count * 3, .max]
                .randomElement(
                    using: &numbers)
        case .miscounts: break
        case .stays: if page.next != nil { page.next = position }
        case .turnsBack: if page.next != nil { page.next = earlier.randomElement(using: &numbers)?.position ?? 0 }
        case .misleads: page.isForeign = true
        case .nulls: page.isNull = true
        }
        if page.elements.isEmpty { hidden.formUnion(elements) }
        earlier.append(page)
        return wire.response(page)
    }
}

extension PaginationRequestType {
    /// Whether requests count pages by number: elements that a short page leaves out would then be on no other page.
    fileprivate static var countsPages: Bool { "\(Self.self)".hasPrefix("ListNumbered") }
}
