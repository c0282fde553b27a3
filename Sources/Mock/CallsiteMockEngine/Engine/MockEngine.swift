// In: the state of the mock and a request. Out: the next state, a response, and the mistakes in the request. The engine
// waits for nothing, has no clock and draws no random number: seeds are values that go in. The code that sends the
// response adds delays and faults.

/// A mock of an API, made from the API's description.
package struct MockEngine: Sendable {
    package struct Options: Hashable, Sendable {
        package enum Validation: String, CaseIterable, Sendable {
            /// Requests aren't judged.
            case off
            /// Mistakes are reported, and the response is as if there were none.
            case report
            /// The response to a request with mistakes is an error.
            case refuse
        }
        package var validation = Validation.refuse
        /// Whether responses are made from schemas even if there are examples.
        package var isDynamic = false
        /// The values that are made depend on the seed and the operation.
        package var seed: UInt64 = 0
        /// Whether lists and their items are remembered.
        package var isStateful = false
        package enum WrongExamples: Sendable {
            /// The example is sent as it is in the description.
            case send
            /// A value is made in its place.
            case replace
            /// The response is an error that lists the mistakes.
            case refuse
        }
        /// The handling of an example that its own schema doesn't allow.
        package var wrongExamples = WrongExamples.send
        /// The most mistakes in a value that are listed: a client needs a few, and `drift` all of them.
        package var mostMistakes = 100

        package init() {}
    }

    package let description: MockDescription
    package var options: Options
    private let router: MockRouter
    /// Made when an operation is first requested, so that a mock of a thousand operations starts at once.
    private let rules: [Lazy<OperationRules>]
    let responder: MockResponder
    package let collections: MockCollections

    package init(_ description: MockDescription, options: Options = Options()) {
        self.description = description
        self.options = options
        router = MockRouter(description)
        rules = description.operations.map { operation in
            Lazy { OperationRules(operation, in: description.document) }
        }
        responder = MockResponder(description: description)
        collections = MockCollections(description)
    }

    /// A request with its operation, its values and its mistakes.
    package struct Call: Sendable {
        package let operation: MockDescription.Operation
        package let request: MockRequest
        package let pathValues: [String: String]
        /// The values of parameters, by place and name: `query limit`.
        package let values: [String: JSONValue]
        /// The body as a JSON value; nil: it can't be one.
        package let body: JSONValue?
        let bodySchema: CompiledSchema?
        package let problems: [MockProblem]
        /// Remarks on parts that are allowed, but may be mistakes.
        package let notes: [String]
        let challenges: [String]
        let hasOtherMediaType: Bool
    }

    package enum Match: Sendable {
        case operation(Call)
        /// The description has no such operation: the response that says so.
        case none(MockResponse, MockProblem)
    }

    /// Finds the operation of a request, and judges the request by it.
    package func judge(_ request: MockRequest) -> Match {
        let (path, query) = request.parts
        // HEAD works where GET does (RFC 9110, section 9.3.2).
        var route = router.find(request.method, path, query: query)
        if request.method == "HEAD", case .otherMethods(let methods) = route, methods.contains("GET") {
            route = router.find("GET", path, query: query)
        }
        switch route {
        case .nothing:
            let problem = MockProblem(
                operation: nil, .request, "", "no path of the description is '\(MockText.cut(path))'")
            return .none(
                ProblemDetails.response(404, "Not Found", detail: problem.message, problems: [problem]), problem)
        case .otherMethods(let methods):
            let list = methods.joined(separator: ", ")
            let problem = MockProblem(
                operation: nil, .request, "",
                "'\(MockText.cut(path))' has no \(MockText.cut(request.method)); it has \(list)")
            let response = ProblemDetails.response(
                405, "Method Not Allowed", detail: problem.message, problems: [problem], headers: [("Allow", list)])
            return .none(response, problem)
        case .operations(let indices, let pathValues):
            var best = judge(request, indices[0], pathValues)
            for index in indices.dropFirst() where !best.problems.isEmpty {
                let call = judge(request, index, pathValues)
                if call.problems.count < best.problems.count { best = call }
            }
            return .operation(best)
        }
    }

    private func judge(_ request: MockRequest, _ index: Int, _ pathValues: [String: String]) -> Call {
        let operation = description.operations[index]
        var judge = RequestJudge(
            description, operation, rules[index].value, request, pathValues, mostMistakes: options.mostMistakes)
        if options.validation != .off || options.isStateful { judge.judge() }
        return Call(
            operation: operation, request: request, pathValues: pathValues, values: judge.values, body: judge.body,
            bodySchema: judge.bodySchema, problems: options.validation == .off ? [] : judge.problems,
            notes: options.validation == .off ? [] : judge.notes, challenges: judge.challenges,
            hasOtherMediaType: judge.hasOtherMediaType)
    }

    /// The response to a judged request: a refusal, the preferred status, an item or list of the state, or a success.
    package func respond(to call: Call, _ state: inout MockState) -> MockResponse {
        let preferences = Preferences(call.request)
        state.responses &+= 1
        var choice = MockResponder.Choice(
            isDynamic: preferences.isDynamic ?? options.isDynamic, example: preferences.example,
            seed: options.seed &+ (preferences.isDynamic ?? options.isDynamic ? state.responses : 0),
            wrongExamples: options.wrongExamples)
        if !call.problems.isEmpty, options.validation == .refuse { return refuse(call, choice, &state) }
        if let code = preferences.code {
            guard let response = responder.response(call.operation, status: code) else {
                return ProblemDetails.response(
                    404, "Not Found", detail: "the description has no response \(code) for \(call.operation.title)")
            }
            return responder.make(response, status: code, call, choice, &state.cache)
        }
        if options.isStateful, preferences.example == nil, let reply = collections.respond(to: call, &state, self) {
            // The response to a POST may be a list itself: a search, whose pages begin where the body says.
            guard call.operation.method != "GET", let shape = collections.paged[call.operation.index],
                let (response, _) = responder.success(call.operation)
            else { return reply }
            return page(reply, shape, call, response)
        }
        guard let (response, status) = responder.success(call.operation) else {
            return MockResponse(status: call.operation.method == "DELETE" ? 204 : 200)
        }
        choice.example = preferences.example
        let reply = responder.make(response, status: status, call, choice, &state.cache)
        return collections.paged[call.operation.index].map { page(reply, $0, call, response) } ?? reply
    }

    /// Cuts the requested page out of a list. An example has all elements of its list.
    private func page(
        _ reply: MockResponse, _ shape: ListShape, _ call: Call, _ response: MockDescription.Response
    ) -> MockResponse {
        guard 200..<300 ~= reply.status, let value = try? JSONValue(parsing: reply.body),
            let elements = value.at(shape.elements)?.array
        else { return reply }
        var reply = reply
        let page = ListPage(elements, shape, call)
        reply.body = page.applied(to: value, shape, response.content.json?.schema).bytes
        page.apply(to: &reply, shape)
        return reply
    }

    /// An error's response: the description's own, or the mock's.
    private func refuse(_ call: Call, _ choice: MockResponder.Choice, _ state: inout MockState) -> MockResponse {
        let isUnauthorized = call.problems.contains { $0.place == .security }
        let relevant = isUnauthorized ? call.problems.filter { $0.place == .security } : call.problems
        let (status, title) =
            isUnauthorized
            ? (401, "Unauthorized")
            : call.hasOtherMediaType ? (415, "Unsupported Media Type") : (422, "Unprocessable Content")
        let headers =
            isUnauthorized && !call.challenges.isEmpty
            ? [(name: "WWW-Authenticate", value: call.challenges.joined(separator: ","))] : []
        for candidate in status == 422 ? [422, 400] : [status] {
            guard let response = responder.error(call.operation, candidate, orAny: candidate == status) else {
                continue
            }
            var choice = choice
            // A client that asks for exactly this error may choose its example.
            if Preferences(call.request).code != candidate { choice.example = nil }
            choice.isLenient = true
            var reply = responder.make(response, status: candidate, call, choice, &state.cache)
            if choice.example == nil { reply = responder.giving(Self.reason(relevant) ?? title, in: reply, response) }
            reply.headers += headers.filter { header in
                !reply.headers.contains { MockText.isSame($0.name, header.name) }
            }
            return reply
        }
        return ProblemDetails.response(
            status, title, detail: Self.reason(relevant) ?? title, problems: relevant, headers: headers)
    }

    private static func reason(_ problems: [MockProblem]) -> String? {
        problems.first.map { problem in
            let others = problems.count - 1
            return "\(problem.place): \(problem)"
                + (others > 0 ? "; and \(Quoted.count(others, "other mistake", "other mistakes"))" : "")
        }
    }
}

/// The memory of a mock.
package struct MockState: Sendable {
    /// The number of responses so far. Values that are made dynamically differ for each.
    package var responses: UInt64 = 0
    /// How often something was created, changed or deleted.
    package var changes: UInt64 = 0
    /// The bodies that are made once and kept.
    var cache = BodyCache()
    /// The contents of each collection.
    package var stores = MockStores()

    package init() {}
}
