import CallsiteMockEngine
import CallsiteText

/// The differences of recorded requests from a description, each kind once.
package struct DriftSurvey {
    package enum Kind: Hashable {
        /// A keyword of a schema.
        case keyword(String)
        case undescribedField(String)
        case undescribedStatus(Int)
        case undescribedMediaType
        /// The response has a body; the description has none.
        case undescribedBody
        /// A parameter of a request: `query`, `header`.
        case undescribedParameter(name: String, location: String)
        /// A header of a response, a parameter or a body isn't there.
        case missingHeader, missingParameter, missingBody
        /// Nothing that a description could say otherwise.
        case other
    }

    package struct Key: Hashable {
        /// A JSON pointer into the mock's description: of a schema, or of another part.
        package let place: String
        package let kind: Kind
        /// The name of a missing field.
        package var name: String?
    }

    struct Difference {
        let key: Key
        /// The positions of the requests in which it is seen.
        private(set) var exchanges: [Int] = []
        private(set) var operations: [String] = []
        /// The values that aren't as described, as many as are needed; of a field that isn't, the objects that have it.
        private(set) var values: [JSONValue] = []
        let message: String

        private static let mostValues = 1000

        fileprivate init(_ key: Key, _ message: String) { (self.key, self.message) = (key, message) }

        /// Without those of requests that another correction is for; nil: there are no others.
        func without(_ covered: Set<Int>) -> Difference? {
            var rest = self
            rest.exchanges.removeAll(where: covered.contains)
            return rest.exchanges.isEmpty ? nil : rest
        }

        fileprivate mutating func add(_ exchange: Int, _ operation: String, _ value: JSONValue?) {
            if exchanges.last != exchange { exchanges.append(exchange) }
            if !operations.contains(operation) { operations.append(operation) }
            if let value, values.count < Self.mostValues { values.append(value) }
        }
    }

    /// A response, by what is described for it.
    struct StatusKey: Hashable, Comparable {
        let operation: Int
        let status: Int

        static func < (left: Self, right: Self) -> Bool {
            (left.operation, left.status) < (right.operation, right.status)
        }
    }

    struct StatusDifferences {
        /// The requests whose responses have this status, and how many of these have none of the differences.
        fileprivate(set) var exchanges: [Int] = []
        fileprivate(set) var good = 0
        fileprivate(set) var keys: Set<Key> = []
        /// The description has the status by itself.
        fileprivate(set) var isExact = true

        /// The responses are others than those that are described for a range of statuses, or for all others: not one is
        /// as described, and they differ in several ways.
        var isOfAnotherKind: Bool {
            guard !isExact, good == 0 else { return false }
            return keys.count > 2 || keys.contains { $0.kind == .undescribedMediaType }
        }
    }

    private(set) var differences: [Key: Difference] = [:]
    package private(set) var order: [Key] = []
    private(set) var statuses: [StatusKey: StatusDifferences] = [:]
    package private(set) var bodies: [(body: DescribedBody, direction: SchemaDirection)] = []
    private(set) var calls: [MockEngine.Call?] = []

    /// A request's own differences count where the server has accepted it.
    package init(_ engine: MockEngine, _ exchanges: [RecordedExchange]) {
        for (index, exchange) in exchanges.enumerated() {
            let drift = engine.drift(in: exchange)
            calls.append(drift.call)
            guard let call = drift.call else { continue }
            add(drift.response, of: exchange, index, call, engine)
            guard let response = exchange.response, 200..<300 ~= response.status else { continue }
            let body = engine.describedBody(of: call)
            if exchange.recorded.hasBody, let body { bodies.append((body, .request)) }
            for problem in drift.request {
                let value = problem.place == .body ? body?.value.value(at: Self.pointer(problem)) : nil
                add(problem, index, call, value, status: response.status, isRequest: true)
            }
        }
    }

    private mutating func add(
        _ problems: [MockProblem], of exchange: RecordedExchange, _ index: Int, _ call: MockEngine.Call,
        _ engine: MockEngine
    ) {
        guard let response = exchange.response else { return }
        let body = engine.described(response, to: call)
        if let body { bodies.append((body, .response)) }
        let key = StatusKey(operation: call.operation.index, status: response.status)
        statuses[key, default: .init()].exchanges.append(index)
        statuses[key]?.isExact = call.operation.responses.contains { $0.status == String(response.status) }
        if problems.isEmpty { statuses[key]?.good += 1 }
        for problem in problems {
            var value: JSONValue?
            if problem.pointer.hasPrefix("body") {
                value = body?.value.value(at: String(Self.pointer(problem).dropFirst(4)))
            }
            if problem.pointer.hasPrefix("header ") {
                let name = problem.pointer.dropFirst("header ".count).prefix { $0 != "/" }
                value = response.headers.first { $0.name.lowercased() == name.lowercased() }.map { .string($0.value) }
            }
            let difference = add(problem, index, call, value, status: response.status, isRequest: false)
            statuses[key]?.keys.insert(difference)
        }
    }

    /// Where the value is; of a field that isn't described, its object.
    private static func pointer(_ problem: MockProblem) -> String {
        guard
            problem.message == MockProblem.undescribedField
                || ["additionalProperties", "unevaluatedProperties"].contains(problem.keyword),
            let slash = problem.pointer.lastIndex(of: "/")
        else { return problem.pointer }
        return String(problem.pointer[..<slash])
    }

    @discardableResult
    private mutating func add(
        _ problem: MockProblem, _ index: Int, _ call: MockEngine.Call, _ value: JSONValue?, status: Int,
        isRequest: Bool
    ) -> Key {
        let rule = problem.rule ?? "/operations/\(call.operation.index)"
        let key: Key
        if let keyword = problem.keyword, !keyword.isEmpty {
            key = Self.key(problem, keyword, rule, isRequest: isRequest)
        } else {
            key = Self.key(problem, rule, status: status)
        }
        if differences[key] == nil {
            differences[key] = Difference(key, problem.message)
            order.append(key)
        }
        differences[key]?.add(index, call.operation.title, value)
        return key
    }

    private static func key(_ problem: MockProblem, _ keyword: String, _ rule: String, isRequest: Bool) -> Key {
        guard rule.hasSuffix("/" + JSONPointer.escaped(keyword)) else {
            // Parts of a message have no keyword in a schema.
            let kind: Kind =
                problem.place == .body ? .missingBody : isRequest ? .missingParameter : .missingHeader
            return Key(place: rule, kind: keyword == "required" ? kind : .other)
        }
        let place = String(rule.dropLast(JSONPointer.escaped(keyword).utf8.count + 1))
        switch keyword {
        case "required":
            // `the property "name" is missing`
            let name = problem.message.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().dropLast()
                .joined(separator: "\"")
            return Key(place: place, kind: .keyword(keyword), name: name)
        case "additionalProperties", "unevaluatedProperties", "properties":
            let name = JSONPointer.tokens("/" + (problem.pointer.split(separator: "/").last ?? ""))?.first
            return Key(place: place, kind: .keyword(keyword), name: name)
        default: return Key(place: place, kind: .keyword(keyword))
        }
    }

    private static func key(_ problem: MockProblem, _ rule: String, status: Int) -> Key {
        let kind: Kind
        switch (problem.place, problem.pointer, problem.message) {
        case (_, let pointer, MockProblem.undescribedField):
            let name = JSONPointer.tokens("/" + (pointer.split(separator: "/").last ?? ""))?.first ?? ""
            kind = .undescribedField(name)
        case (.query, let name, MockProblem.undescribedParameter):
            kind = .undescribedParameter(name: name, location: "query")
        case (.header, let name, MockProblem.undescribedHeader):
            kind = .undescribedParameter(name: name, location: "header")
        case (.response, "status", _): kind = .undescribedStatus(status)
        case (.response, "header Content-Type", let message) where message.hasPrefix("the media type is"):
            kind = .undescribedMediaType
        case (.response, "body", let message) where message.hasPrefix("there is a body"): kind = .undescribedBody
        default: kind = .other
        }
        return Key(place: rule, kind: kind)
    }

    /// The number of requests that differ.
    func count(_ key: Key) -> Int { differences[key]?.exchanges.count ?? 0 }
}
