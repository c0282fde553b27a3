/// A mock in use: the engine with its state, faults and problems, for several threads at once.
package final class MockHost: @unchecked Sendable {
    /// The response to a request, with its faults and problems.
    package struct Answer: Sendable {
        package var response: MockResponse
        package var delivery: Delivery
        /// nil if the description has no such operation.
        package var operation: MockDescription.Operation?
        package var problems: [MockProblem]
        /// Remarks on parts of the request that are allowed, but may be mistakes.
        package var notes: [String] = []

        package init(
            response: MockResponse, delivery: Delivery = Delivery(), operation: MockDescription.Operation? = nil,
            problems: [MockProblem] = []
        ) {
            (self.response, self.delivery) = (response, delivery)
            (self.operation, self.problems) = (operation, problems)
        }
    }

    /// The number of problems that are kept: the first ones.
    package static let mostProblems = 1000

    private let lock = MockLock()
    // Guarded by `lock`.
    private var engine: MockEngine
    private var state = MockState()
    private var injection: FaultInjection
    private var problemList: [MockProblem] = []
    private var fixed: [String: MockResponse] = [:]
    private var changes = 0

    package init(_ engine: MockEngine, faults: [MockFault] = []) {
        self.engine = engine
        injection = FaultInjection(faults, seed: engine.options.seed)
    }

    /// The response to a request, and how it is sent. Mistakes in the request are kept.
    ///
    /// - Parameter recorded: The response that a real server gave, which faults can still meet.
    package func answer(_ request: MockRequest, recorded: MockResponse? = nil) -> Answer {
        lock.withLock {
            var answer: Answer
            var call: MockEngine.Call?
            let currentFaults: [MockFault]
            switch engine.judge(request) {
            case .none(let response, let problem):
                currentFaults = injection.next(for: nil)
                answer = Answer(response: recorded ?? response, problems: [problem])
            case .operation(let current):
                call = current
                let isRefused = !current.problems.isEmpty && engine.options.validation == .refuse
                let fixedResponse =
                    isRefused || fixed.isEmpty
                    ? nil : current.operation.requests.lazy.compactMap { self.fixed[$0] }.first
                currentFaults = injection.next(for: current.operation)
                let before = state.changes
                // A recorded response is from another server, whose state isn't known here. A server that responds
                // with an error has changed nothing, so a retry makes the change once.
                let failure = currentFaults.lazy.compactMap(\.kind.status).first.map { engine.error($0, to: current) }
                let response = recorded ?? fixedResponse ?? failure ?? engine.respond(to: current, &state)
                if state.changes != before { changes += 1 }
                answer = Answer(response: response, operation: current.operation, problems: current.problems)
                answer.notes = current.notes + response.notes
            }
            answer.problems += answer.response.problems
            keep(answer.problems)
            answer.delivery = injection.apply(currentFaults, to: &answer.response, of: call, engine)
            return answer
        }
    }

    /// Judges a request and the response that the real server gave.
    package func judge(_ request: MockRequest, answeredWith response: RecordedResponse) -> (
        operation: MockDescription.Operation?, problems: [MockProblem]
    ) {
        let engine = lock.withLock { self.engine }
        let drift = engine.drift(in: RecordedExchange(request, url: request.target, response))
        let problems = drift.request + drift.response
        lock.withLock { keep(problems) }
        return (drift.operation, problems)
    }

    /// Judges a request whose response comes from elsewhere. Its credential isn't attached yet, so a missing one isn't
    /// a mistake.
    package func note(_ request: MockRequest) {
        lock.withLock {
            switch engine.judge(request) {
            case .none(_, let problem): keep([problem])
            case .operation(let call): keep(call.problems.filter { $0.place != .security })
            }
        }
    }

    private func keep(_ problems: [MockProblem]) {
        guard !problems.isEmpty else { return }
        problemList += problems.prefix(max(0, Self.mostProblems - problemList.count))
    }

    package var problems: [MockProblem] { lock.withLock { problemList } }

    package var faults: [MockFault] {
        get { lock.withLock { injection.faults } }
        set { lock.withLock { injection = FaultInjection(newValue, seed: engine.options.seed) } }
    }

    package var description: MockDescription { lock.withLock { engine.description } }

    /// The response to every request of a generated type, by its name.
    package func fix(_ request: String, _ response: MockResponse) throws(MockError) {
        let isThere = lock.withLock {
            guard engine.description.operations.contains(where: { $0.requests.contains(request) }) else { return false }
            fixed[request] = response
            return true
        }
        guard isThere else {
            throw MockError(
                "the mock's description has no request \(request); was it written for this API, and is it fresh?")
        }
    }

    /// Forgets problems and everything that was created; turns of faults are counted anew.
    package func reset() {
        lock.withLock {
            problemList = []
            state = MockState()
            injection = FaultInjection(injection.faults, seed: engine.options.seed)
        }
    }

    /// Replaces the description. Created values stay.
    package func replace(_ description: MockDescription) {
        let options = lock.withLock { engine.options }
        let newEngine = MockEngine(description, options: options)
        lock.withLock {
            engine = newEngine
            state.cache = BodyCache()
        }
    }

    // MARK: - Collections

    /// How often the contents of collections have changed.
    package var numberOfChanges: Int { lock.withLock { changes } }

    package var collections: JSONValue { lock.withLock { state }.json }

    /// Restores contents that `collections` returned. Throws a `MockError` for any other value.
    package func fill(_ collections: JSONValue) throws(MockError) {
        guard let fields = collections.object else {
            throw MockError("expected an object with a list for each collection")
        }
        var stores = MockStores()
        for (path, items) in fields.pairs {
            guard let items = items.array else { throw MockError("expected a list of what is in '\(path.prefix(60))'") }
            let collection = lock.withLock { engine.collections.collection(ofStore: path) }
            guard let collection else { throw MockError("the description has no collection '\(path.prefix(60))'") }
            for (index, item) in items.enumerated() {
                guard let key = collection.idKey else {
                    stores.put(item, String(stores.nextNumber(in: path)), in: path)
                    continue
                }
                guard let id = item[key].flatMap(CollectionAnswer.text) else {
                    throw MockError("'\(path.prefix(60))', element \(index): there is no '\(key)', which names it")
                }
                stores.put(item, id, in: path)
            }
        }
        lock.withLock { state.stores = stores }
    }
}
