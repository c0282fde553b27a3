import CallsiteMockEngine

/// Creates, gets, lists, changes and deletes one thing of each collection that a mock has recognised, and says what
/// went otherwise.
package struct CollectionScript {
    package private(set) var collections = 0
    package private(set) var steps = 0
    package private(set) var failures: [String] = []
    /// Styles of pages that were walked.
    package private(set) var styles: Set<String> = []

    package init() {}

    package mutating func run(_ description: MockDescription, _ name: String) {
        var options = MockEngine.Options()
        options.isStateful = true
        let engine = MockEngine(description, options: options)
        for number in engine.collectionNumbers {
            collections += 1
            run(engine, number, name)
        }
    }

    private mutating func run(_ engine: MockEngine, _ number: Int, _ name: String) {
        let host = MockHost(engine)
        let operations = engine.operations(ofCollection: number)
        func fail(_ step: String, _ why: String) { failures.append("\(name) \(step): \(why)") }
        func send(
            _ operation: MockDescription.Operation, id: String?, seed: UInt64 = 0, _ query: [String] = []
        ) -> MockHost.Answer {
            var request = engine.exampleRequest(operation, id: id, seed: seed)
            if !query.isEmpty {
                request.target += (request.target.contains("?") ? "&" : "?") + query.joined(separator: "&")
            }
            let answer = host.answer(request)
            for mistake in engine.mistakes(in: answer.response, to: request) {
                fail(operation.title, "\(answer.response.status) isn't what is described: \(mistake)")
            }
            return answer
        }
        func isRight(_ answer: MockHost.Answer, _ operation: MockDescription.Operation) -> Bool {
            // A client may send values that a response can't hold.
            let problems = answer.problems.filter { $0.place != .response }
            guard 200..<300 ~= answer.response.status, problems.isEmpty else {
                let why = problems.first.map { "\($0.place) \($0)" } ?? ""
                fail(operation.title, "\(answer.response.status) \(why)")
                return false
            }
            return true
        }
        var ids: [String] = []
        if let create = operations.create {
            for seed in 0..<5 {
                steps += 1
                // Where the client chooses the name, each has another.
                let answer = send(create, id: nil, seed: UInt64(seed))
                guard isRight(answer, create) else { return }
            }
        }
        ids = engine.ids(in: host.collections)
        guard let first = ids.first else { return }
        if operations.create != nil, ids.count != 5 { fail("create", "5 were created, \(ids.count) are there") }
        for operation in [operations.get, operations.replace, operations.merge].compactMap(\.self) {
            steps += 1
            _ = isRight(send(operation, id: first), operation)
        }
        if let list = operations.list {
            steps += 1
            styles.insert(list.paging["style"]?.string ?? "none")
            _ = isRight(send(list, id: nil), list)
        }
        if let delete = operations.delete {
            steps += 1
            guard isRight(send(delete, id: first), delete) else { return }
            if let get = operations.get, send(get, id: first).response.status != 404 {
                fail(get.title, "it is there after it was deleted")
            }
        }
    }
}

extension MockEngine {
    /// The mistakes in the mock's own response to a request, by the document's schemas. Two things aren't the mock's
    /// mistakes: examples of the document that contradict it, and errors that the document doesn't describe.
    package func mistakes(in response: MockResponse, to request: MockRequest) -> [MockProblem] {
        guard case .operation(let judged) = judge(request),
            !response.headers.contains(where: { $0.value == "application/problem+json" }),
            !judged.operation.responses.contains(where: { described in
                described.content.contains { $0.example != nil || !$0.examples.isEmpty }
            })
        else { return [] }
        let recorded = RecordedResponse(status: response.status, headers: response.headers, body: response.body)
        return judge(recorded, to: judged).filter { $0.keyword != nil }
    }
}
