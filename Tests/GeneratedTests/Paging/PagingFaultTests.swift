import CallsiteRuntime
import Foundation
import GeneratedPaging
import Testing
import Waiting

/// Servers that are wrong in one way: what they have and don't give is never lost without an error.
@Suite(.timeLimit(.minutes(10))) struct PagingFaultTests {
    private static let pages = Script([[1, 2], [3, 4], [5]])
    private static let refusal = answer(["ok": false, "error": "ratelimited"])

    // MARK: Lists that aren't there

    @Test func aPageWithoutAListIsNoEnd() async throws {
        let outcome = Outcome([[1, 2], []], .missingList)
        try await expect(outcome, of: ListSparseRequest()) { asked in
            asked.query["cursor"] == nil ? answer(["items": Self.pages.items(0), "next_cursor": "t1"]) : Self.refusal
        }
        try await expect(outcome, of: ListSparseByURLRequest()) { asked in
            asked.query["at"] == nil ? answer(["results": Self.pages.items(0), "next": "?at=1"]) : Self.refusal
        }
        try await expect(outcome, of: ListSparseByLinkRequest()) { asked in
            asked.query["at"] == nil
                ? answer(["items": Self.pages.items(0)], ["Link": "<?at=1>; rel=next"]) : Self.refusal
        }
        try await expect(outcome, of: ListSparseAfterLastRequest()) { asked in
            asked.query["after"] == nil ? answer(["items": Self.pages.items(0)]) : Self.refusal
        }
        try await expect(outcome, of: ListNumberedSparseRequest()) { asked in
            asked.query["page"] == "1" ? answer(["items": Self.pages.items(0), "total": 5]) : Self.refusal
        }
        try await expect(outcome, of: ListCountedTotalRequest()) { asked in
            asked.query["offset"] == nil
                ? answer(["data": ["items": Self.pages.items(0), "total": 5]]) : answer(["data": ["error": "x"]])
        }
        // The first page too.
        try await expect(Outcome([[]], .missingList), of: ListSparseRequest()) { _ in Self.refusal }
    }

    @Test func aPageWithoutAListThatSaysSoIsTheEnd() async throws {
        try await expect(Outcome([[]]), of: ListSparseRequest()) { _ in answer(["next_cursor": ""]) }
        try await expect(Outcome([[]]), of: ListNumberedSparseRequest()) { _ in answer(["total": 0]) }
        // Where there is more, the page's elements would be lost.
        try await expect(Outcome([[]], .missingList), of: ListSparseRequest()) { asked in
            asked.query["cursor"] == nil ? answer(["next_cursor": "t1"]) : answer(["items": Self.pages.items(0)])
        }
        // So they would where a total isn't reached.
        try await expect(Outcome([[1, 2], [3, 4], []], .missingList), of: ListNumberedSparseRequest(perPage: 2)) {
            asked in
            let at = (Int(asked.query["page"] ?? "") ?? 0) - 1
            return at == 2 ? answer(["total": 5]) : answer(["items": Self.pages.items(at), "total": 5])
        }
        // A null is a list that isn't there.
        try await expect(Outcome([[]], .missingList), of: ListSparseRequest()) { _ in
            answer(["items": nil, "next_cursor": nil])
        }
    }

    @Test func aDescriptionCanSayThatEmptyListsAreLeftOut() async throws {
        try await expect(Outcome([[], [1, 2], []]), of: ListOmittingRequest()) { asked in
            switch asked.query["cursor"] {
            case nil: answer(["next_cursor": "t1"])
            case "t1": answer(["items": Self.pages.items(0), "next_cursor": "t2"])
            default: answer([:])
            }
        }
    }

    @Test func aUnionThatIsNotRecognizedIsNoEnd() async throws {
        try await expect(Outcome([[1, 2], []], .missingList), of: ListOrPageRequest()) { asked in
            asked.query["cursor"] == nil
                ? answer(["items": Self.pages.items(0), "next_cursor": "t1"]) : answer(["rows": [["id": 3]]])
        }
    }

    // MARK: Pages that come again

    @Test func aServerThatIgnoresWhatItIsAskedForIsAnError() async throws {
        let outcome = Outcome([[1, 2], []], .paginationCycle)
        // The members beside the elements differ.
        let count = Watched(0)
        @Sendable func members(_ others: [String: JSONValue] = [:]) -> JSONValue {
            let number = count.update {
                $0 += 1
                return $0
            }
            var all: [String: JSONValue] = ["items": Self.pages.items(0), "took": .init(integerLiteral: Int64(number))]
            for (name, value) in others { all[name] = value }
            return .object(all)
        }
        try await expect(outcome, of: ListNumberedRequest()) { _ in answer(Self.pages.items(0)) }
        try await expect(outcome, of: ListNumberedFlagRequest()) { _ in answer(members(["has_more": true])) }
        try await expect(outcome, of: ListNumberedSparseRequest()) { _ in answer(members(["total": 5])) }
        try await expect(outcome, of: ListNumberedPagesRequest()) { _ in answer(members(["meta": ["page_count": 3]])) }
        try await expect(outcome, of: ListCountedRequest()) { _ in answer(members()) }
        try await expect(outcome, of: ListCountedTotalRequest()) { _ in answer(["data": members(["total": 5])]) }
        try await expect(outcome, of: ListCountedFlagRequest()) { _ in answer(members(["has_more": true])) }
        try await expect(outcome, of: ListAfterLastFlagRequest()) { _ in answer(members(["has_more": true])) }
        // New links and new tokens for the same page.
        try await expect(outcome, of: ListByLinkRequest()) { asked in
            answer(Self.pages.items(0), ["Link": "<?page=\((Int(asked.query["page"] ?? "1") ?? 1) + 1)>; rel=next"])
        }
        try await expect(outcome, of: ListByCursorRequest()) { asked in
            answer(members(["next_cursor": .string("\(asked.query["cursor"] ?? "")x")]))
        }
        // Whether the first page is 0 or 1 isn't known, and can't be found out.
        try await expect(Outcome([[1, 2], [], []], .paginationCycle), of: ListNumberedUnsaidRequest()) { _ in
            answer(members())
        }
    }

    @Test func aServerThatBeginsAgainIsAnError() async throws {
        try await expect(Outcome(Self.pages.pages + [[]], .paginationCycle), of: ListNumberedRequest()) { asked in
            answer(Self.pages.items(((Int(asked.query["page"] ?? "") ?? 0) - 1) % 3))
        }
        // So is one that gives its last page for all behind it.
        try await expect(Outcome(Self.pages.pages + [[]], .paginationCycle), of: ListNumberedRequest()) { asked in
            answer(Self.pages.items(min((Int(asked.query["page"] ?? "") ?? 0) - 1, 2)))
        }
    }
}
