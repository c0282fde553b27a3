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
            return host.answer(request)
        }
        func isRight(_ answer: MockHost.Answer, _ operation: MockDescription.Operation) -> Bool {
            guard 200..<300 ~= answer.response.status, answer.problems.isEmpty else {
                let why = answer.problems.first.map { "\($0.place) \($0)" } ?? ""
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
