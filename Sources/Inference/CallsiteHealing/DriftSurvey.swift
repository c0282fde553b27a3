import CallsiteInference
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
        /// A difference that no description could prevent.
        case other
    }

    package struct Key: Hashable {
        /// A JSON pointer into the mock's description: of a schema, or of another part.
        package let place: String
        package let kind: Kind
        /// The name of a missing field.
        package let name: String?
        /// All fields as one exact string: names differ if one scalar differs.
        private let identity: ExactString

        init(place: String, kind: Kind, name: String? = nil) {
            (self.place, self.kind, self.name) = (place, kind, name)
            identity = ExactString("\(place)\n\(kind)\n" + (name.map { "-" + $0 } ?? ""))
        }

        package static func == (left: Key, right: Key) -> Bool { left.identity == right.identity }
        package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
    }

    enum Side { case request, response }

    struct Difference {
        let key: Key
        /// The positions of the requests in which it is seen.
        private(set) var exchanges: [Int] = []
        private(set) var operations: [String] = []
        private var knownOperations: Set<String> = []
        /// The values that aren't as described, up to `valueLimit`; for an undescribed field, the objects that have it.
        private(set) var values: [JSONValue] = []
        /// Whether an enum may list these values in a file that others read.
        private(set) var areValuesPublic = true
        private(set) var sides: Set<Side> = []
        /// The parameter of requests that it is about.
        fileprivate(set) var parameter: (location: String, name: String)?
        let message: String

        private static let valueLimit = 1000
        /// The shape of the values that are known.
        var shape: ValueShape { ValueShape(of: values.filter { $0.string != Secrets.mark }) }

        fileprivate init(_ key: Key, _ message: String) { (self.key, self.message) = (key, message) }

        /// The difference without the requests that another correction covers; nil if no request is left.
        func without(_ covered: Set<Int>) -> Difference? {
            var rest = self
            rest.exchanges.removeAll(where: covered.contains)
            return rest.exchanges.isEmpty ? nil : rest
        }

        fileprivate mutating func add(
            _ exchange: Int, _ operation: String, _ value: JSONValue?, _ side: Side, isPublic: (JSONValue) -> Bool
        ) {
            if exchanges.last != exchange { exchanges.append(exchange) }
            if knownOperations.insert(operation).inserted { operations.append(operation) }
            sides.insert(side)
            guard let value, values.count < Self.valueLimit else { return }
            values.append(value)
            if key.kind == .keyword("enum"), areValuesPublic { areValuesPublic = isPublic(value) }
        }
    }

    /// The responses of one operation with one status.
    struct StatusKey: Hashable, Comparable {
        let operation: Int
        let status: Int

        static func < (left: Self, right: Self) -> Bool {
            (left.operation, left.status) < (right.operation, right.status)
        }
    }

    struct StatusDifferences {
        /// The requests whose responses have this status, and the number of those without a difference.
        fileprivate(set) var exchanges: [Int] = []
        fileprivate(set) var good = 0
        fileprivate(set) var keys: Set<Key> = []
        /// Whether the description has this very status.
        fileprivate(set) var isExact = true

        /// Whether the responses are of another kind than those described for a range of statuses, or for `default`:
        /// not one is as described, and they differ in several ways.
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
    private let recordedText: RecordedText

    /// A request's own differences count only if the server accepted it.
    package init(_ engine: MockEngine, _ exchanges: [RecordedExchange]) {
        recordedText = RecordedText(secretNames: engine.description.secretNames)
        for (index, exchange) in exchanges.enumerated() {
            let drift = engine.drift(in: exchange)
            calls.append(drift.call)
            guard let call = drift.call else { continue }
            add(drift.response, of: exchange, index, call, engine)
            guard let response = exchange.response, 200..<300 ~= response.status else { continue }
            let body = engine.describedBody(of: call)
            if exchange.recorded.hasBody, let body { bodies.append((body, .request)) }
            let undescribed = Self.undescribedValues(drift.request, exchange.request)
            for problem in drift.request {
                if let values = undescribed["\(problem.place) \(problem.pointer)"] {
                    for value in values { add(problem, index, call, value, status: response.status, .request) }
                    continue
                }
                let parameter = Self.parameter(problem, call)
                let value =
                    problem.place == .body ? body?.value.value(at: Self.pointer(problem)) : parameter?.value
                let key = add(problem, index, call, value, status: response.status, .request)
                differences[key]?.parameter = parameter.map { ($0.location, $0.name) }
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
            let difference = add(problem, index, call, value, status: response.status, .response)
            statuses[key]?.keys.insert(difference)
        }
    }

    /// The values of parameters that the description doesn't know, by place and name.
    private static func undescribedValues(_ problems: [MockProblem], _ request: MockRequest) -> [String: [JSONValue]] {
        let unknown = problems.filter {
            [MockProblem.undescribedParameter, MockProblem.undescribedHeader].contains($0.message)
        }
        guard !unknown.isEmpty else { return [:] }
        let unknownNames = Set(unknown.map { "\($0.place) \($0.pointer)" })
        var values: [String: [JSONValue]] = [:]
        for item in QueryItems(request.parts.query).items where unknownNames.contains("query " + item.name) {
            let text = PercentEncoding.decoded(item.value, plusIsBlank: true)
            values["query " + item.name, default: []].append(.string(text))
        }
        for header in request.headers where unknownNames.contains("header " + header.name) {
            values["header " + header.name, default: []].append(.string(header.value))
        }
        return values
    }

    /// The described parameter that a problem concerns, and the wrong value.
    private static func parameter(
        _ problem: MockProblem, _ call: MockEngine.Call
    ) -> (location: String, name: String, value: JSONValue?)? {
        let location = "\(problem.place)"
        let parameter = call.operation.parameters.first { parameter in
            guard parameter.location.hasPrefix(location), problem.pointer.hasPrefix(parameter.name) else {
                return false
            }
            return problem.rule?.hasPrefix(parameter.pointer) ?? false || problem.pointer == parameter.name
        }
        guard let parameter else { return nil }
        let whole = call.values[parameter.location + " " + parameter.name]
        return (
            location, parameter.name, whole?.value(at: String(problem.pointer.dropFirst(parameter.name.count)))
        )
    }

    /// The pointer to a problem's value; for an undescribed field, to the object that has it.
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
        _ side: Side
    ) -> Key {
        let rule = problem.rule ?? "/operations/\(call.operation.index)"
        let key: Key
        if let keyword = problem.keyword, !keyword.isEmpty {
            key = Self.key(problem, keyword, rule, side)
        } else {
            key = Self.key(problem, rule, status: status)
        }
        if differences[key] == nil {
            differences[key] = Difference(key, problem.message)
            order.append(key)
        }
        differences[key]?.add(index, call.operation.title, value, side) { [recordedText] value in
            recordedText.isPublic(value, in: problem.fields)
        }
        return key
    }

    private static func key(_ problem: MockProblem, _ keyword: String, _ rule: String, _ side: Side) -> Key {
        guard rule.hasSuffix("/" + JSONPointer.escaped(keyword)) else {
            // A missing body, parameter or header has no keyword in a schema.
            let kind: Kind =
                problem.place == .body ? .missingBody : side == .request ? .missingParameter : .missingHeader
            return Key(place: rule, kind: keyword == "required" ? kind : .other)
        }
        let place = String(rule.dropLast(JSONPointer.escaped(keyword).utf8.count + 1))
        switch keyword {
        case "required": return Key(place: place, kind: .keyword(keyword), name: problem.missing)
        case "additionalProperties", "unevaluatedProperties", "properties":
            return Key(place: place, kind: .keyword(keyword), name: lastToken(problem.pointer))
        default: return Key(place: place, kind: .keyword(keyword))
        }
    }

    private static func key(_ problem: MockProblem, _ rule: String, status: Int) -> Key {
        let kind: Kind
        switch (problem.place, problem.pointer, problem.message) {
        case (_, let pointer, MockProblem.undescribedField): kind = .undescribedField(lastToken(pointer) ?? "")
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

    /// The last name of a pointer, which may be the empty string.
    private static func lastToken(_ pointer: String) -> String? {
        pointer.lastIndex(of: "/").flatMap { JSONPointer.tokens(String(pointer[$0...]))?.first }
    }

    /// The number of requests that differ.
    func count(_ key: Key) -> Int { differences[key]?.exchanges.count ?? 0 }
}
