import CallsiteCommands
import CallsiteMockEngine
import Testing

/// The lines of `callsite mock`'s log.
@Suite struct MockLogTests {
    private func lines(_ answer: MockHost.Answer, isJSON: Bool = false) -> String {
        let log = MockLog(isJSON: isJSON, isColored: false)
        log.add(MockRequest(method: "GET", target: "/orders?limit=2"), answer, .milliseconds(3))
        return log.take().joined()
    }

    private func page(_ range: Range<Int>, of total: Int) -> MockHost.Answer {
        var response = MockResponse(status: 200)
        response.page = (range, total)
        return .init(response: response)
    }

    @Test func aPageSaysWhichItemsItHas() {
        #expect(lines(page(0..<2, of: 5)) == "GET /orders?limit=2  200  3 ms  items 1–2 of 5\n")
        #expect(lines(page(4..<5, of: 5)) == "GET /orders?limit=2  200  3 ms  item 5 of 5\n")
        #expect(lines(page(5..<5, of: 5)) == "GET /orders?limit=2  200  3 ms  none of 5 items\n")
        #expect(lines(page(0..<0, of: 1)) == "GET /orders?limit=2  200  3 ms  none of 1 item\n")
        #expect(lines(page(2..<4, of: 5), isJSON: true).contains(#""page":{"count":2,"from":2,"total":5}"#))
    }

    @Test func faultsAreNamed() {
        var answer = MockHost.Answer(response: MockResponse(status: 503))
        answer.delivery.faults = ["503", "cut-body"]
        answer.delivery.delay = .milliseconds(300)
        #expect(lines(answer) == "GET /orders?limit=2  503  303 ms  fault 503, cut-body\n")
        #expect(lines(answer, isJSON: true).contains(#""faults":["503","cut-body"]"#))
        answer.delivery.drops = true
        #expect(lines(answer).hasPrefix("GET /orders?limit=2  dropped  303 ms"))
    }

    @Test func problemsHaveTheirPlace() {
        let first = MockProblem(operation: nil, .query, "limit", #"expected an integer, found "ten""#)
        let second = MockProblem(operation: nil, .body, "/items/0", "this is one\u{1B}[31m line\nonly")
        let one = lines(.init(response: MockResponse(status: 422), problems: [first]))
        #expect(one == "GET /orders?limit=2  422  3 ms  query limit: expected an integer, found \"ten\"\n")
        let two = lines(.init(response: MockResponse(status: 422), problems: [first, second]))
        #expect(two.split(separator: "\n").count == 3 && !two.contains("\u{1B}"))
    }
}
