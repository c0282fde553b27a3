/// A mock in use: the engine with its state, its faults and what it has found, for several threads at once.
package final class MockHost: @unchecked Sendable {
    /// The response to a request, with its faults and problems.
    package struct Answer: Sendable {
        package var response: MockResponse
        package var delivery: Delivery
        /// nil: the description has no such operation.
        package var operation: MockDescription.Operation?
        package var problems: [MockProblem]
        /// Remarks on a request that is no mistake, and may be one.
        package var notes: [String] = []

        package init(
            response: MockResponse, delivery: Delivery = Delivery(), operation: MockDescription.Operation? = nil,
            problems: [MockProblem] = []
        ) {
            (self.response, self.delivery) = (response, delivery)
            (self.operation, self.problems) = (operation, problems)
        }
    }

    /// How many problems are kept: the first ones.
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
            let met: [MockFault]
            switch engine.judge(request) {
            case .none(let response, let problem):
                met = injection.next(for: nil)
                answer = Answer(response: recorded ?? response, problems: [problem])
            case .operation(let current):
                call = current
                let isRefused = !current.problems.isEmpty && engine.options.validation == .refuse
                let own =
                    isRefused || fixed.isEmpty
                    ? nil : current.operation.requests.lazy.compactMap { self.fixed[$0] }.first
                met = injection.next(for: current.operation)
                let before = state.changes
                // A recorded response is from another server, whose state isn't known here. A server that responds
                // with an error has done nothing, so that a retry does it once.
                let failure = met.lazy.compactMap(\.kind.status).first.map { engine.error($0, to: current) }
                let response = recorded ?? own ?? failure ?? engine.respond(to: current, &state)
                if state.changes != before { changes += 1 }
                answer = Answer(response: response, operation: current.operation, problems: current.problems)
                answer.notes = current.notes + response.notes
            }
            answer.problems += answer.response.problems
            keep(answer.problems)
            answer.delivery = injection.apply(met, to: &answer.response, of: call, engine)
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

    /// Another description takes the place of this one; what was created stays.
    package func replace(_ description: MockDescription) {
        let options = lock.withLock { engine.options }
        let renewed = MockEngine(description, options: options)
        lock.withLock {
            engine = renewed
            state.cache = BodyCache()
        }
    }

    // MARK: - What is created

    /// How often what is in collections has changed.
    package var numberOfChanges: Int { lock.withLock { changes } }

    package var collections: JSONValue { lock.withLock { state }.json }

    /// Puts into collections what `collections` gave. Throws a `MockError` for what isn't that.
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
