import CallsitePagination
import CallsiteRuntime
import Foundation
import GeneratedPaging
import Testing

/// Lists whose first page or first element has the number 0 or 1, and the description doesn't say which; and what else
/// a request or a response may be beside a number and a list.
@Suite struct PagingBasesTests {
    private static let pages = [[1, 2], [3, 4], [5]]

    /// The page that a server means which counts from `base`; without a number the first.
    private func index(_ number: String?, from base: Int) -> Int { number.flatMap { Int($0) }.map { $0 - base } ?? 0 }

    @Test(arguments: [0, 1]) func theResponseSaysItsOwnNumber(_ base: Int) async throws {
        let script = Script(Self.pages)
        try await expect(Outcome(script.pages), of: ListNumberedOpenRequest()) { asked in
            // A number is written as a whole one, and the first request has none.
            #expect(asked.query["page"].map { Int($0) != nil } ?? true, "\(asked.query)")
            let at = index(asked.query["page"], from: base)
            return answer([
                "items": script.items(at), "meta": ["page": .init(integerLiteral: Int64(at + base)), "page_count": 3],
            ])
        }
    }

    @Test func aNumberThatIsNeitherIsNone() async throws {
        let script = Script(Self.pages)
        try await expect(Outcome(script.pages), of: ListNumberedOpenRequest()) { asked in
            let at = index(asked.query["page"], from: 0)
            return answer(["items": script.items(at), "meta": ["page": 7, "page_count": 3]])
        }
    }

    @Test func fromZeroNothingIsSkipped() async throws {
        let script = Script(Self.pages)
        try await expect(Outcome(script.pages + [[]]), of: ListNumberedUnsaidRequest()) { asked in
            answer(["items": script.items(index(asked.query["page"], from: 0))])
        }
    }

    /// Page 1 is the first again: its elements come once, whatever stands beside them.
    @Test func fromOneNothingComesTwice() async throws {
        let script = Script(Self.pages)
        let outcome = Outcome([[1, 2], [], [3, 4], [5], []])
        try await expect(outcome, of: ListNumberedUnsaidRequest()) { asked in
            let page = asked.query["page"]
            return answer([
                "took": .init(integerLiteral: Int64(page ?? "") ?? 0), "items": script.items(index(page, from: 1)),
            ])
        }
    }

    @Test(arguments: [0, 1]) func aTotalEndsTheList(_ base: Int) async throws {
        let script = Script(Self.pages)
        let outcome = Outcome(base == 0 ? script.pages : [[1, 2], [], [3, 4], [5]])
        try await expect(outcome, of: ListNumberedUnsaidRequest(perPage: 2)) { asked in
            answer(["items": script.items(index(asked.query["page"], from: base)), "total": 5])
        }
        try await expect(Outcome([[1]]), of: ListNumberedUnsaidRequest()) { asked in
            #expect(asked.query["page"] == nil)
            return answer(["items": Script([[1]]).items(0), "total": 1])
        }
    }

    @Test(arguments: [0, 1]) func theCallerMayBeginAnywhere(_ base: Int) async throws {
        let script = Script(Self.pages)
        try await expect(Outcome([[3, 4], [5], []]), of: ListNumberedUnsaidRequest(page: base + 1)) { asked in
            answer(["items": script.items(index(asked.query["page"], from: base))])
        }
        try await expect(
            Outcome([[3, 4], [5]] + (base == 0 ? [[]] : [])), of: ListNumberedOpenRequest(page: Double(base + 1))
        ) { asked in
            let at = index(asked.query["page"], from: base)
            return answer([
                "items": script.items(at), "meta": ["page": .init(integerLiteral: Int64(at + base)), "page_count": 3],
            ])
        }
    }

    /// The base that was found is part of the cursor, which is kept from one process to the next.
    @Test(arguments: [0, 1]) func theListGoesOnFromAStoredCursor(_ base: Int) throws {
        var cursor: PageCursor?
        var found: [[Int]] = []
        while found.count < 10 {
            var state = PaginationState(ListNumberedUnsaidRequest(), from: cursor)
            guard case .send(let ticket)? = state.handle(.loadNextPage).first else { break }
            let query = try ticket.request.httpRequest().url.query
            let at = index(query.map { String($0.dropFirst("page=".count)) }, from: base)
            let response = answer(["items": Script(Self.pages).items(at)])
            _ = state.handle(.pageArrived(ticket, try ListNumberedUnsaidRequest.response(from: response), response))
            found.append(try #require(state.lastPage).elements.map(\.id))
            guard let next = state.nextCursor else { break }
            cursor = try JSONDecoder().decode(PageCursor.self, from: JSONEncoder().encode(next))
        }
        #expect(found == (base == 0 ? [[1, 2], [3, 4], [5], []] : [[1, 2], [], [3, 4], [5], []]))
    }

    @Test(arguments: [0, 1]) func offsetsToo(_ base: Int) async throws {
        try await expect(Outcome(Self.pages), of: ListCountedOpenRequest(rows: 2)) { asked in
            #expect(asked.query["start"].map { Int($0) != nil } ?? true, "\(asked.query)")
            let start = index(asked.query["start"], from: base)
            return answer([
                "items": Script(Self.pages).items(start / 2), "start": .init(integerLiteral: Int64(start + base)),
                "total": 5,
            ])
        }
    }

    /// Where the response doesn't say it either, no element is skipped. From 1 one of them comes again, and is left out.
    @Test(arguments: [(0, [[1, 2], [3, 4], [5], []]), (1, [[1, 2], [3], [4, 5]])])
    func offsetsOfWhichNothingIsSaid(_ base: Int, _ pages: [[Int]]) async throws {
        try await expect(Outcome(pages), of: ListCountedOpenRequest(rows: 2)) { asked in
            let start = index(asked.query["start"], from: base)
            let elements = Array((1...5).dropFirst(start).prefix(2))
            return answer(["items": Script([elements]).items(0), "total": 5])
        }
    }

    @Test func anOffsetInAPartOfTheBodyThatMayBeMissing() async throws {
        let script = Script(Self.pages)
        for options in [nil, SearchOptions(count: 2)] {
            try await expect(Outcome(script.pages), of: SearchCountedRequest(q: "x", options: options)) { asked in
                let options = asked.body?["options"]
                let start = options?["offset"]?.int ?? 0
                guard asked.body?["q"] == "x" else { return answer("lost", status: 400) }
                return answer(["items": script.items(start / 2), "total": 5])
            }
        }
        let second = try SearchCountedRequest(q: "x", options: .init(count: 2)).request(
            at: JSONDecoder().decode(PageCursor.self, from: Data(#"{"values":[4],"preceding":0}"#.utf8)))
        let sent = try #require(try second.httpRequest().body?.data)
        #expect(String(decoding: sent, as: UTF8.self) == #"{"q":"x","options":{"count":2,"offset":4}}"#)
    }

    /// By the count, the offset that is asked for last is one too many or the last element's.
    @Test(arguments: [0, 1]) func behindTheLastElement404IsTheEnd(_ base: Int) async throws {
        let pages = base == 0 ? Self.pages : [[1, 2], [3], [4, 5]]
        try await expect(Outcome(pages), of: ListCountedOpenRequest(rows: 2)) { asked in
            let start = index(asked.query["start"], from: base)
            let elements = Array((1...5).dropFirst(start).prefix(2))
            guard !elements.isEmpty else { return answer("behind the end", status: 404) }
            return answer(["items": Script([elements]).items(0), "total": 5])
        }
    }

    @Test func aNumberInsideAParameter() async throws {
        let script = Script(Self.pages)
        for page in [nil, PageOfNumber(size: 2)] {
            try await expect(Outcome(script.pages), of: ListNumberedGroupedRequest(page: page)) { asked in
                guard asked.query["page[size]"] == page.map({ _ in "2" }) else { return answer("lost", status: 400) }
                return answer(["items": script.items(index(asked.query["page[number]"], from: 1)), "total": 5])
            }
        }
    }

    @Test func aFlagSaysThatThePageIsTheLast() async throws {
        let script = Script(Self.pages)
        try await expect(Outcome(script.pages), of: ListByIteratorRequest()) { asked in
            let at = asked.query["iterator"].flatMap { Int($0) } ?? 0
            return answer(["data": script.items(at), "iterator": .string("\(at + 1)"), "done": .bool(at == 2)])
        }
    }

    @Test func aWholeListOrAPage() async throws {
        let script = Script(Self.pages)
        try await expect(Outcome(script.pages), of: ListOrPageRequest()) { asked in
            let at = GeneratedTests.index(asked.query["cursor"])
            return answer(["items": script.items(at), "next_cursor": JSONValue(script.token(after: at))])
        }
        try await expect(Outcome([[1, 2]]), of: ListOrPageRequest()) { _ in answer(script.items(0)) }
    }

    @Test func pagesOfWhichNothingIsKnown() async throws {
        let script = Script(Self.pages)
        let session = Session(
            baseURL: try PagingHost.shared.base { asked in
                switch asked.query["at"] {
                case nil: answer(script.items(0), ["Link": "<?at=1>; rel=next"])
                case "1": answer(["a": 1], ["Link": "<?at=2>; rel=next"])
                default: answer([])
                }
            })
        var found: [JSONValue] = []
        for try await element in session.elements(of: ListUntypedRequest()) { found.append(element) }
        #expect(found == [["id": 1], ["id": 2], ["a": 1]])
    }
}
