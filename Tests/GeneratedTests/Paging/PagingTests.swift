import CallsitePagination
import CallsiteRuntime
import Foundation
import GeneratedPaging
import Testing
import Waiting

/// Each style of pagination, by the reducer alone and over real HTTP, with servers that behave well and servers that
/// don't.
@Suite(.timeLimit(.minutes(10))) struct PagingTests {
    private func run(
        _ styles: [Style], _ script: Script, _ outcome: Outcome, ways: [Way] = Way.allCases,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for style in styles { try await style.expect(script, outcome, ways, sourceLocation) }
    }

    // MARK: Servers that behave

    @Test(arguments: [[[1, 2], [3, 4], [5]], [[1, 2], [3, 4]], [[1]], [[]]])
    func everyPageOnceAndInOrder(_ pages: [[Int]]) async throws {
        try await run(Style.told + Style.counted + Style.other, Script(pages), Outcome(pages))
        // These ask once more, to see that there is nothing.
        try await run(Style.untold, Script(pages), Outcome(pages == [[]] ? [[]] : pages + [[]]))
    }

    @Test func aShortPageIsTheEndWhereTheDescriptionSaysSo() async throws {
        let script = Script([[1, 2], [3, 4], [5]])
        try await expect(Outcome(script.pages), of: ListNumberedShortRequest(perPage: 2)) { asked in
            answer(["items": script.items((Int(asked.query["page"] ?? "") ?? 0) - 1)])
        }
        try await expect(Outcome(script.pages), of: ListCountedShortRequest(limit: 2)) { asked in
            answer(["items": script.items((Int(asked.query["offset"] ?? "0") ?? 0) / 2)])
        }
        // Without a size there is no way to tell that a page is short.
        try await expect(Outcome(script.pages + [[]]), of: ListNumberedShortRequest()) { asked in
            #expect(asked.query["per_page"] == nil)
            return answer(["items": script.items((Int(asked.query["page"] ?? "") ?? 0) - 1)])
        }
    }

    @Test func aShortPageIsNotTheEndOtherwise() async throws {
        let pages = [[1, 2], [3], [4, 5], [6]]
        try await run(Style.told + Style.counted.dropLast(), Script(pages), Outcome(pages))
        // The offset moves by what came, not by what was asked for.
        try await expect(Outcome(pages), of: ListCountedTotalRequest(limit: 100)) { asked in
            let starts = [0: 0, 2: 1, 3: 2, 5: 3]
            let at = starts[Int(asked.query["offset"] ?? "0") ?? 0] ?? 9
            return answer(["data": ["items": Script(pages).items(at), "total": 6]])
        }
    }

    // MARK: Empty pages

    @Test(arguments: [[[1, 2], [], [3, 4]], [[], [1, 2]], [[], [], [1, 2], [], [], [3, 4]]])
    func emptyPagesArePassedOver(_ pages: [[Int]]) async throws {
        try await run(Style.told + Style.counted, Script(pages), Outcome(pages))
    }

    @Test func anEmptyLastPageIsNoMoreThanThat() async throws {
        try await run(Style.told, Script([[1, 2], []]), Outcome([[1, 2], []]))
    }

    @Test func endlessEmptyPagesAreAnError() async throws {
        let script = Script([[1]] + Array(repeating: [], count: 90)) { .page($0 + 1) }
        let outcome = Outcome([[1]] + Array(repeating: [], count: 50), .emptyPages(50))
        try await run(Style.told, script, outcome, ways: [.reducer, .pages, .client])
        try await expect(outcome, of: ListNumberedFlagRequest(), ways: [.reducer, .pages]) { asked in
            answer(["items": script.items((Int(asked.query["page"] ?? "") ?? 0) - 1), "has_more": true])
        }
    }

    // MARK: Tokens that come back

    @Test func theTokenJustSentBesideTheSameElementsIsAnError() async throws {
        try await run(
            Style.told, Script([[1, 2], [3, 4]]) { _ in .page(1) }, Outcome([[1, 2], [3, 4], []], .paginationCycle))
    }

    @Test func theTokenJustSentBesideAnEmptyPageIsTheEnd() async throws {
        try await run(Style.told, Script([[1, 2], []]) { _ in .page(1) }, Outcome([[1, 2], []]))
    }

    /// Elasticsearch's scroll ids: the server keeps the place, and the cursor stays as it is.
    @Test func aTokenThatStaysGoesOnToAnEmptyPage() async throws {
        let pages = Script([[1, 2], [3, 4], [5], []])
        let place = Watched(0)
        @Sendable func at(_ isFirst: Bool) -> Int {
            place.update {
                $0 = isFirst ? 0 : $0 + 1
                return $0
            }
        }
        try await expect(Outcome(pages.pages), of: ListByCursorRequest()) { asked in
            answer(["items": pages.items(at(asked.query["cursor"] == nil)), "next_cursor": "scroll"])
        }
        try await expect(Outcome(pages.pages), of: ListByURLRequest()) { asked in
            answer(["results": pages.items(at(asked.query["scroll"] == nil)), "next": "?scroll=1"])
        }
    }

    @Test func theTokenOfAnEarlierPageIsAnError() async throws {
        let script = Script([[1], [2], [3]]) { $0 == 2 ? .page(1) : .page($0 + 1) }
        try await run(Style.told, script, Outcome([[1], [2], [3]], .paginationCycle))
        let long = Script((0..<40).map { [$0] }) { $0 == 39 ? .page(1) : .page($0 + 1) }
        try await run(Style.told, long, Outcome(long.pages, .paginationCycle), ways: [.reducer, .prefetch])
    }

    @Test func aTokenThatTheServerIgnoresIsAnError() async throws {
        try await expect(Outcome([[1], []], .paginationCycle), of: ListByCursorRequest()) { _ in
            answer(["items": [["id": 1]], "next_cursor": "t"])
        }
    }

    // MARK: Flags

    @Test func aFlagWinsOverTheToken() async throws {
        try await expect(Outcome([[1]]), of: ListByCursorFlagRequest()) { _ in
            answer(["items": [["id": 1]], "next_cursor": "t1", "has_more": false])
        }
        try await expect(Outcome([[1]], .missingCursor), of: ListByCursorFlagRequest()) { _ in
            answer(["items": [["id": 1]], "has_more": true])
        }
        // With a promise the same token means no end.
        for ids in [[1], []] {
            try await expect(Outcome([ids, []], .paginationCycle), of: ListByCursorFlagRequest()) { _ in
                answer(["items": Script([ids]).items(0), "next_cursor": "t1", "has_more": true])
            }
        }
    }

    // MARK: Totals

    @Test func totalsMayShrinkAndLie() async throws {
        let pages = Script([[1, 2], [3, 4], [5]])
        // The last that was heard counts.
        try await expect(Outcome([[1, 2], [3, 4]]), of: ListNumberedTotalRequest()) { asked in
            let page = Int(asked.query["page"] ?? "") ?? 0
            return answer(pages.items(page - 1), ["X-Total": page == 1 ? "6" : "4"])
        }
        // Too small: what came shows that it is wrong.
        for total in ["3", "1", "0", "-7"] {
            try await expect(Outcome(pages.pages + [[]]), of: ListNumberedTotalRequest()) { asked in
                let page = Int(asked.query["page"] ?? "") ?? 0
                return answer(pages.items(page - 1), ["X-Total": page == 1 && total == "3" ? "6" : total])
            }
            try await expect(Outcome(pages.pages + [[]]), of: ListCountedTotalRequest()) { asked in
                let at = ((Int(asked.query["offset"] ?? "0") ?? 0) + 1) / 2
                return answer([
                    "data": [
                        "items": pages.items(at),
                        "total": .init(integerLiteral: at == 0 && total == "3" ? 6 : Int64(total) ?? 0),
                    ]
                ])
            }
        }
        for count in [0, -1, 1] {
            try await expect(Outcome(pages.pages + [[]]), of: ListNumberedPagesRequest()) { asked in
                let at = Int(asked.query["page"] ?? "0") ?? 0
                return answer([
                    "items": pages.items(at),
                    "meta": ["page_count": .init(integerLiteral: Int64(at == 0 && count == 1 ? 3 : count))],
                ])
            }
        }
        // Too large, with a size: the end is where the last page would be.
        try await expect(Outcome([[1, 2], [3, 4], [5], []]), of: ListNumberedTotalRequest(perPage: 2)) { asked in
            answer(pages.items((Int(asked.query["page"] ?? "") ?? 0) - 1), ["X-Total": "8"])
        }
        // Too large by far: an error, not a list that looks complete.
        try await expect(
            Outcome(pages.pages + Array(repeating: [], count: 50), .emptyPages(50)), of: ListNumberedTotalRequest(),
            ways: [.reducer, .pages]
        ) { asked in
            answer(pages.items((Int(asked.query["page"] ?? "") ?? 0) - 1), ["X-Total": "9223372036854775807"])
        }
        // None, or rubbish: an empty page is the end.
        for total in ["", "many", "1e400", "99999999999999999999"] {
            try await expect(Outcome(pages.pages + [[]]), of: ListNumberedTotalRequest(), ways: [.reducer, .pages]) {
                asked in
                answer(pages.items((Int(asked.query["page"] ?? "") ?? 0) - 1), ["X-Total": total])
            }
        }
        // It is the same with offsets: the skipped pages are as long as the longest.
        try await expect(
            Outcome([[1, 2]] + Array(repeating: [], count: 50), .emptyPages(50)), of: ListCountedTotalRequest(),
            ways: [.reducer, .pages]
        ) { asked in
            answer([
                "data": ["items": Script([[1, 2]]).items((Int(asked.query["offset"] ?? "0") ?? 0) / 2), "total": 1000]
            ])
        }
        try await expect(Outcome([[1, 2], [], [3]]), of: ListCountedTotalRequest()) { asked in
            answer([
                "data": [
                    "items": Script([[1, 2], [], [3]]).items((Int(asked.query["offset"] ?? "0") ?? 0) / 2), "total": 5,
                ]
            ])
        }
        // If there was no page with elements, the next offset is unknown.
        try await expect(Outcome([[]], .missingCursor), of: ListCountedTotalRequest()) { _ in
            answer(["data": ["items": [], "total": 5]])
        }
        // A server that gives fewer than were asked for.
        try await expect(Outcome([[1, 2], [], [3, 4]]), of: ListCountedTotalRequest(limit: 100)) { asked in
            answer([
                "data": [
                    "items": Script([[1, 2], [], [3, 4]]).items((Int(asked.query["offset"] ?? "0") ?? 0) / 2),
                    "total": 6,
                ]
            ])
        }
        try await expect(Outcome([[1, 2], [], [3, 4], []]), of: ListNumberedTotalRequest(perPage: 100)) { asked in
            answer(Script([[1, 2], [], [3, 4]]).items((Int(asked.query["page"] ?? "") ?? 0) - 1), ["X-Total": "6"])
        }
    }

    @Test func aListMayBeginInTheMiddle() async throws {
        let pages = (0..<5).map { [$0 * 2, $0 * 2 + 1] }
        try await expect(Outcome(Array(pages[2...])), of: ListNumberedTotalRequest(page: 3)) { asked in
            answer(Script(pages).items((Int(asked.query["page"] ?? "") ?? 0) - 1), ["X-Total": "10"])
        }
        try await expect(Outcome([[]]), of: ListNumberedTotalRequest(page: 30)) { _ in answer([], ["X-Total": "10"]) }
        try await expect(Outcome(Array(pages[2...])), of: ListCountedTotalRequest(offset: 4)) { asked in
            let at = (Int(asked.query["offset"] ?? "0") ?? 0) / 2
            return answer(["data": ["items": Script(pages).items(at), "total": 10]])
        }
        try await expect(Outcome(Array(pages[2...])), of: ListNumberedPagesRequest(page: "2")) { asked in
            answer(["items": Script(pages).items(Int(asked.query["page"] ?? "") ?? 9), "meta": ["page_count": 5]])
        }
    }

    // MARK: Keys

    @Test func aKeyThatComesBackIsAnError() async throws {
        let same: PagingServer = { _ in answer([["id": 1], ["id": 2]]) }
        try await expect(Outcome([[1, 2], []], .paginationCycle), of: ListAfterLastRequest(), server: same)
        // Backwards, and other elements beside the key.
        let backwards: PagingServer = { asked in
            switch asked.query["after"] {
            case nil: answer([["id": 1], ["id": 3]])
            case "3": answer([["id": 2]])
            default: answer([["id": 1], ["id": 2], ["id": 3]])
            }
        }
        try await expect(
            Outcome([[1, 3], [2], []], .paginationCycle), of: ListAfterLastRequest(), server: backwards)
    }

    @Test func aPromiseWithoutAKeyIsAnError() async throws {
        try await expect(Outcome([[]], .missingCursor), of: ListAfterLastFlagRequest()) { _ in
            answer(["items": [], "has_more": true])
        }
    }

    // MARK: Links

    static let foreignLinks: [(String, PaginationFailure)] = [
        ("https://evil.example.com/x", .foreignLink("https://evil.example.com:443")),
        ("//evil.example.com/x", .foreignLink("http://evil.example.com:80")),
        ("///evil.example.com/x", .invalidLink),
        (#"\\evil.example.com/x"#, .invalidLink),
        (#"/\evil.example.com/x"#, .invalidLink),
        ("javascript:alert(1)", .invalidLink),
        ("file:///etc/passwd", .invalidLink),
        ("http:///etc/passwd", .invalidLink),
        ("http://", .invalidLink),
        ("HTTP://EVIL.example.com/", .foreignLink("http://evil.example.com:80")),
        ("/x\r\nX-Evil: 1", .invalidLink),
        ("/x\u{0}", .invalidLink),
    ]

    @Test(arguments: foreignLinks) func linksElsewhereAreRefused(_ link: String, _ failure: PaginationFailure)
        async throws
    {
        // The reducer's API is on https, so it calls relative links by that name.
        let secure = PaginationFailure.foreignLink("https://evil.example.com:443")
        let byReducer = link.hasPrefix("//e") ? secure : failure
        for (way, failure) in [
            ([Way.reducer], byReducer), ([.pages, .elements, .client, .states, .prefetch], failure),
        ] {
            try await expect(Outcome([[1]], failure), of: ListByURLRequest(), what: link, ways: way) { _ in
                answer(["results": [["id": 1]], "next": .string(link)])
            }
            guard !link.contains("\0"), !link.contains("\n") else { continue }
            try await expect(Outcome([[1]], failure), of: ListByLinkRequest(), what: link, ways: way) { _ in
                answer([["id": 1]], ["Link": "<\(link)>; rel=next"])
            }
            guard link.hasPrefix("/") || link.hasPrefix("http") else { continue }
            try await expect(Outcome([[1]], failure), of: ListByBareNextRequest(), what: link, ways: way) { _ in
                answer(["items": [["id": 1]], "next": .string(link)])
            }
        }
    }

    @Test func linksNamingAUserOrAnotherPortAreRefused() async throws {
        for (prefix, failure): (String, @Sendable (String) -> PaginationFailure) in [
            ("user:secret@", { .foreignLink("\($0) with a user") }), ("@", { .foreignLink("\($0) with a user") }),
        ] {
            let session = Session(
                baseURL: try PagingHost.shared.base { asked in
                    answer(
                        [["id": 1]],
                        ["Link": "<\(asked.base.replacingOccurrences(of: "://", with: "://\(prefix)"))>; rel=next"])
                })
            var pages = session.pages(of: ListByLinkRequest()).makeAsyncIterator()
            let page = try #require(try await pages.next())
            let origin = try #require(page.http.url).absoluteString.split(separator: "/").prefix(2).joined(
                separator: "//")
            await #expect(throws: failure(origin)) { try await pages.next() }
        }
        try await expect(Outcome([[1]], .foreignLink("http://127.0.0.1:1")), of: ListByLinkRequest(), ways: [.pages]) {
            _ in
            answer([["id": 1]], ["Link": "<http://127.0.0.1:1/x>; rel=next"])
        }
    }

    /// Encoded characters stay, characters that must be encoded are, and a link takes the place of all parameters.
    @Test func linksKeepTheirEncoding() async throws {
        for (link, query) in [
            ("?at=a%2Fb%20c&q=%E2%9C%93", "a/b c"), ("?at=a b|c{d}", "a b|c{d}"), ("?at=é", "é"),
            ("?at=x#fragment", "x"), ("?at=1:2/3?", "1:2/3?"), ("?at=100%&b=%20", "100%"), ("?at=%2", "%2"),
            ("?at=a%zz b%20c", "a%zz b c"),
        ] {
            try await expect(
                Outcome([[1], [2]]), of: ListByURLRequest(q: "gone"), what: link, ways: [.reducer, .pages]
            ) { asked in
                guard let at = asked.query["at"] else {
                    return answer(["results": [["id": 1]], "next": .string(link)])
                }
                #expect(at == query && asked.query["q"] != "gone")
                return answer(["results": [["id": 2]]])
            }
        }
    }

    @Test func aCursorWithALineBreakNeverReachesTheHeaders() async throws {
        let session = Session(
            transport: StubTransport { _ in .json("[{\"id\":1}]", headers: ["X-Next-Cursor": "a\r\nX-Evil: 1"]) })
        var pages = session.pages(of: ListByCursorHeaderRequest()).makeAsyncIterator()
        #expect(try await pages.next()?.elements.count == 1)
        await #expect(throws: EncodingFailure.self) { try await pages.next() }
        #expect(try await pages.next() == nil)
    }

    @Test func aCursorStaysInItsPlaceInThePath() async throws {
        try await expect(Outcome([[1], [2]]), of: ListByCursorPathRequest(cursor: "t0"), ways: [.reducer, .pages]) {
            asked in
            if asked.path == "/cursor/path/t0" {
                return answer(["items": [["id": 1]], "next_cursor": "../admin?x=1#"])
            }
            #expect(asked.path == "/cursor/path/..%2Fadmin%3Fx%3D1%23")
            return answer(["items": [["id": 2]]])
        }
        let session = Session(transport: StubTransport { _ in .json(#"{"items":[],"next_cursor":".."}"#) })
        var pages = session.pages(of: ListByCursorPathRequest(cursor: "t0")).makeAsyncIterator()
        _ = try await pages.next()
        await #expect(throws: EncodingFailure.self) { try await pages.next() }
    }
}

extension TypedPage: Equatable where R.Element == Item {
    public static func == (left: Self, right: Self) -> Bool { left.elements.map(\.id) == right.elements.map(\.id) }
}
