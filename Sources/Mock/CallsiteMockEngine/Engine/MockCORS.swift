/// Cross-origin requests of pages in a browser (Fetch standard, "CORS protocol"): only where the user asked for them,
/// since otherwise any page could drive the mock.
package enum MockCORS {
    /// The response to a browser's preflight request; nil: the request isn't one.
    package static func preflight(_ request: MockRequest) -> MockResponse? {
        guard request.method == "OPTIONS", let origin = request.header("origin"),
            let method = request.header("access-control-request-method")
        else { return nil }
        var response = MockResponse(status: 204)
        response.headers =
            headers(origin) + [
                ("Access-Control-Allow-Methods", method),
                ("Access-Control-Allow-Headers", request.header("access-control-request-headers") ?? "*"),
            ]
        return response
    }

    /// The additional headers of a response to a page of another origin.
    package static func headers(_ origin: String) -> [(name: String, value: String)] {
        [
            ("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"),
            ("Access-Control-Expose-Headers", "*"), ("Vary", "Origin"),
        ]
    }
}
