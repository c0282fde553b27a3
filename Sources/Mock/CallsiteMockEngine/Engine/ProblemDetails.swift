/// A response of the mock itself, as `application/problem+json` (RFC 9457): the mistakes, and where they are.
enum ProblemDetails {
    static func response(
        _ status: Int, _ title: String, detail: String, problems: [MockProblem] = [],
        headers: [(name: String, value: String)] = []
    ) -> MockResponse {
        var fields: JSONObject = [
            "type": .string("about:blank"), "title": .string(title), "status": .int(status), "detail": .string(detail),
        ]
        if !problems.isEmpty { fields["errors"] = .array(problems.map(json)) }
        let body = JSONValue.object(fields).bytes
        return MockResponse(
            status: status, headers: headers + [("Content-Type", "application/problem+json")], body: body)
    }

    /// `{"in": "body", "pointer": "/items/0/quantity", "detail": "…", "keyword": "type"}`
    private static func json(_ problem: MockProblem) -> JSONValue {
        var fields: JSONObject = [
            "in": .string("\(problem.place)"), "pointer": .string(problem.pointer), "detail": .string(problem.message),
        ]
        fields["keyword"] = problem.keyword.map { .string($0) }
        return .object(fields)
    }
}

extension MockResponse {
    /// The response if the real server can't be reached (RFC 9110, section 15.6.3).
    package static func badGateway(_ detail: String) -> MockResponse {
        ProblemDetails.response(502, "Bad Gateway", detail: detail)
    }
}
