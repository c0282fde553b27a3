/// A response of the mock itself, as `application/problem+json` (RFC 9457): the mistakes, and where they are.
enum ProblemDetails {
    static func response(
        _ status: Int, _ title: String, detail: String, problems: [MockProblem] = [],
        headers: [(name: String, value: String)] = []
    ) -> MockResponse {
        var fields = JSONObject()
        fields["type"] = .string("about:blank")
        fields["title"] = .string(title)
        fields["status"] = .int(status)
        fields["detail"] = .string(detail)
        if !problems.isEmpty { fields["errors"] = .array(problems.map(json)) }
        let body = JSONValue.object(fields).bytes
        return MockResponse(
            status: status, headers: headers + [("Content-Type", "application/problem+json")], body: body)
    }

    /// `{"in": "body", "pointer": "/items/0/quantity", "detail": "…", "keyword": "type"}`
    private static func json(_ problem: MockProblem) -> JSONValue {
        var fields = JSONObject()
        fields["in"] = .string("\(problem.place)")
        fields["pointer"] = .string(problem.pointer)
        fields["detail"] = .string(problem.message)
        if let keyword = problem.keyword { fields["keyword"] = .string(keyword) }
        return .object(fields)
    }
}

extension MockResponse {
    /// The real server couldn't be asked (RFC 9110, section 15.6.3).
    package static func badGateway(_ detail: String) -> MockResponse {
        ProblemDetails.response(502, "Bad Gateway", detail: detail)
    }
}
