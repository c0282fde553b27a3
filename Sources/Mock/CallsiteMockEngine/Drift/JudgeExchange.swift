/// The parts of a recorded request and its response that the description doesn't allow or doesn't know.
package struct Drift: Sendable {
    /// The request as it is judged; nil: the description has no such operation.
    package let call: MockEngine.Call?
    package let request: [MockProblem]
    package let response: [MockProblem]
    /// Whether the operation needs a credential, and the recording can't show whether one was sent.
    package let isCredentialUnknown: Bool
    /// Whether there may be more problems than are listed.
    package let isCut: Bool

    package var operation: MockDescription.Operation? { call?.operation }
}

extension MockEngine {
    /// An engine that lists all mistakes of a recording, up to a number that bounds the work.
    package init(ofRecordings description: MockDescription) {
        var options = Options()
        options.mostMistakes = 10_000
        self.init(description, options: options)
    }

    package func drift(in exchange: RecordedExchange) -> Drift {
        let call: Call
        switch judge(exchange.request) {
        case .none(_, let problem):
            return Drift(call: nil, request: [problem], response: [], isCredentialUnknown: false, isCut: false)
        case .operation(let match): call = typed(match, exchange)
        }
        let recorded = exchange.recorded
        let isUnknown = !showsCredentials(of: call.operation, recorded)
        let problems = call.problems.filter { problem in
            switch problem.place {
            // A server that refuses a request without a credential does what the description says.
            case .security: !isUnknown && exchange.response?.status != 401 && exchange.response?.status != 403
            case .header: recorded.hasHeaders
            case .cookie: recorded.hasHeaders && recorded.hasCredentials
            case .body: recorded.hasBody
            case .path, .query, .request, .response: true
            }
        }
        let fields = undescribedFields(of: call)
        let response = exchange.response.map { mistakes(in: $0, to: call, recorded) } ?? []
        return Drift(
            call: call,
            request: problems.filter { !Self.isAboutASecret($0, call.body) } + undescribedParameters(of: call)
                + undescribedHeaders(of: call) + fields,
            response: response,
            isCredentialUnknown: isUnknown && call.problems.contains { $0.place == .security },
            isCut: [call.problems.count, fields.count, response.count].contains { $0 >= options.mostMistakes })
    }

    private func mistakes(
        in response: RecordedResponse, to call: Call, _ recorded: RecordedExchange.Recorded
    ) -> [MockProblem] {
        let problems = judge(response, to: call).filter { !Self.isLeftOut($0, recorded) }
        guard problems.contains(where: { $0.pointer.hasPrefix("body/") }) else {
            return problems.filter { !Self.isAboutASecret($0, nil) }
        }
        let body = response.body.flatMap { try? JSONValue(parsing: $0) }
        return problems.filter { !Self.isAboutASecret($0, body, below: "body") }
    }

    /// Whether the value was a secret, which the recording left out.
    private static func isAboutASecret(_ problem: MockProblem, _ body: JSONValue?, below place: String = "") -> Bool {
        if problem.message.hasSuffix(", found \"\(Secrets.mark)\"") { return true }
        guard problem.place == .body || place == "body", problem.pointer.hasPrefix(place + "/") else { return false }
        return body?.value(at: String(problem.pointer.dropFirst(place.count)))?.string == Secrets.mark
    }

    /// Whether a header of the response is missing only because the recording program leaves it out.
    private static func isLeftOut(_ problem: MockProblem, _ recorded: RecordedExchange.Recorded) -> Bool {
        guard problem.keyword == "required", problem.pointer.hasPrefix("header ") else { return false }
        let name = problem.pointer.dropFirst("header ".count).lowercased()
        return recorded.hasHeaders
            ? name == "set-cookie" && !recorded.hasCredentials : headersLeftOutOfRecordings.contains(name)
    }

    /// Gives a body without a recorded media type the described type that it looks like.
    private func typed(_ call: Call, _ exchange: RecordedExchange) -> Call {
        guard !exchange.recorded.hasHeaders, let body = exchange.request.body, !body.isEmpty else { return call }
        let described = call.operation.body?.content.map(\.type) ?? []
        let isJSON = exchange.request.header("content-type") != nil
        guard let type = Self.likelyType(body, isJSON: isJSON, among: described) else { return call }
        var request = exchange.request
        request.headers = [("Content-Type", type)]
        guard case .operation(let typedCall) = judge(request) else { return call }
        return typedCall
    }

    private static func likelyType(_ body: [UInt8], isJSON: Bool, among described: [String]) -> String? {
        let types = described.map { (text: $0, type: MediaType($0)) }
        func first(_ isMatch: (MediaType) -> Bool) -> String? {
            types.first { $0.type.map(isMatch) ?? false }?.text
        }
        let start = body.first { $0 > 0x20 }
        if isJSON {
            // A number may be text as well.
            let isStructure = start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
            return first(\.isJSON) ?? (isStructure ? nil : first { $0.type == "text" })
        }
        let parts = types.first { $0.type?.isMultipart == true }?.type?.essence
        if body.starts(with: "--".utf8), parts != nil || types.isEmpty {
            let line = body.dropFirst(2).prefix { $0 != 0x0D && $0 != 0x0A }
            return (parts ?? "multipart/form-data") + "; boundary=" + String(decoding: line, as: UTF8.self)
        }
        if start == UInt8(ascii: "<") { return first(\.isXML) ?? first { $0.type == "text" } ?? "application/xml" }
        return first { !$0.isJSON && !$0.isXML && !$0.isMultipart }
            ?? (body.contains(UInt8(ascii: "=")) ? "application/x-www-form-urlencoded" : "text/plain")
    }

    /// Whether a recording shows each credential that the operation takes, if it was sent.
    private func showsCredentials(
        of operation: MockDescription.Operation, _ recorded: RecordedExchange.Recorded
    ) -> Bool {
        operation.security.joined().allSatisfy { name in
            switch description.securitySchemes[name]?.kind {
            case .key("query", _), .elsewhere, nil: true
            case .key("header", let header) where !MockText.isSame(header, "authorization"): recorded.hasHeaders
            case .http, .token, .key: recorded.hasHeaders && recorded.hasCredentials
            }
        }
    }
}
