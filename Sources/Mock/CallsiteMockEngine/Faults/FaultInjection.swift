/// How a response is sent, apart from its contents.
package struct Delivery: Hashable, Sendable {
    package var delay = Duration.zero
    /// Whether the connection ends without a response.
    package var drops = false
    /// The connection ends after this number of bytes of the body.
    package var cutAfter: Int?
    package var bytesPerSecond: Int?
    /// The faults that were applied, without the delay, in the words of the command line.
    package var faults: [String] = []

    package init() {}
}

/// Chooses the faults that meet a request, and applies them to its response. `turns` counts the requests that each
/// fault has met, by the fault's position.
package struct FaultInjection: Sendable {
    package var faults: [MockFault]
    private var turns: [Int] = []
    private var dice: Dice

    package init(_ faults: [MockFault] = [], seed: UInt64) {
        self.faults = faults
        dice = Dice(seed)
    }

    /// The faults of the next request, in their order.
    package mutating func next(for operation: MockDescription.Operation?) -> [MockFault] {
        if turns.count < faults.count { turns += Array(repeating: 0, count: faults.count - turns.count) }
        return faults.indices.compactMap { index in
            let fault = faults[index]
            guard fault.meets(operation) else { return nil }
            if fault.share < 1, unit() >= fault.share { return nil }
            turns[index] += 1
            return turns[index] % fault.turn == 0 ? fault : nil
        }
    }

    /// A random number from 0 up to 1.
    private mutating func unit() -> Double { Double(dice.next() >> 11) / 0x1p53 }

    /// Applies faults to a response.
    package mutating func apply(
        _ met: [MockFault], to response: inout MockResponse, of call: MockEngine.Call?, _ engine: MockEngine
    ) -> Delivery {
        var delivery = Delivery()
        var cutsBody = false
        for fault in met {
            // No part of an empty body can be wrong; a HEAD request gets none.
            if fault.kind.isOfBody, response.body.isEmpty || call?.request.method == "HEAD" { continue }
            switch fault.kind {
            case .latency(let shortest, let longest):
                // A delay isn't listed, since the request's time shows it.
                delivery.delay += shortest + (longest - shortest) * unit()
                continue
            case .drop: delivery.drops = true
            // The place of the cut is known only when the body is final.
            case .cutBody: cutsBody = true
            case .slowBody(let rate): delivery.bytesPerSecond = rate
            case .malformedBody: response.truncateBody()
            case .wrongType:
                let isChanged = response.changeType { response in
                    call.map { engine.problems(response, to: $0) } ?? []
                } isPlain: {
                    engine.asksForOneType($0)
                }
                guard isChanged else { continue }
            case .status(let status, let retryAfter):
                response = engine.error(status, to: call)
                if let retryAfter { response.set("Retry-After", String(retryAfter)) }
            case .wrongContentType:
                response.set("Content-Type", "text/html; charset=utf-8")
                response.body = Array("<!DOCTYPE html><html><body><h1>Sign in to the network</h1></body></html>".utf8)
                response.pieces = []
            case .repeatedPage, .emptyPage, .linkElsewhere:
                // Only a page can mislead a client.
                guard let call, 200..<300 ~= response.status, call.operation.paging["style"] != nil else {
                    continue
                }
                response.misleadPaging(fault.kind, call)
            }
            delivery.faults.append(fault.kind.word)
        }
        if cutsBody { delivery.cutAfter = response.body.count / 2 }
        return delivery
    }
}

extension MockEngine {
    /// The mistakes in a response.
    fileprivate func problems(_ response: MockResponse, to call: Call) -> Set<MockProblem> {
        Set(
            judge(RecordedResponse(status: response.status, headers: response.headers, body: response.body), to: call)
        )
    }

    /// Whether the mistake is a value that isn't of its only allowed type, not counting null.
    fileprivate func asksForOneType(_ problem: MockProblem) -> Bool {
        guard problem.keyword == "type", let rule = problem.rule else { return false }
        guard let types = description.document.value(at: rule)?.array else { return true }
        return types.count { $0.string != "null" } < 2
    }

    /// The description's own response for a status, or a problem document.
    func error(_ status: Int, to call: Call?) -> MockResponse {
        guard let call, let response = responder.error(call.operation, status, orAny: true) else {
            return ProblemDetails.response(status, "Fault", detail: "a fault of the mock")
        }
        var choice = MockResponder.Choice(isDynamic: false, example: nil, seed: options.seed)
        choice.isLenient = true
        var cache = BodyCache()
        return responder.make(response, status: status, call, choice, &cache)
    }
}

extension MockResponse {
    fileprivate var json: JSONValue? {
        get { try? JSONValue(parsing: body) }
        set {
            guard let newValue else { return }
            body = newValue.bytes
            pieces = []
        }
    }

    /// Gives a value another type: the first value that the description gives a single type, or the first of all if
    /// there is none. Values of alternatives or of several types come after those, and strings from a list of allowed
    /// ones after them: clients keep an unknown alternative, and an unknown string of such a list.
    /// - Parameters:
    ///   - problems: The mistakes in a response.
    ///   - isPlain: Whether a mistake is a value that isn't of its only allowed type.
    /// - Returns: Whether there is JSON.
    fileprivate mutating func changeType(
        _ problems: (MockResponse) -> Set<MockProblem>, isPlain: (MockProblem) -> Bool
    ) -> Bool {
        guard let whole = json else { return false }
        // Only the first element of a list is changed: the others needn't be judged each time.
        let value = Self.withFirstElements(whole)
        var changed = self
        changed.json = value
        let earlierProblems = problems(changed)
        var best: (kind: ChangedValue, change: (JSONValue) -> JSONValue)?
        for (number, way) in Self.ways(value).prefix(200).enumerated() {
            // Each change is judged with the whole response, which takes time if the response is long.
            if best?.kind == .ofAlternatives, number >= 40 { break }
            let change = { Self.changed($0, way[...], Self.ofAnotherType) }
            changed.json = change(value)
            let newProblems = problems(changed).subtracting(earlierProblems)
            var kind = ChangedValue.ofAnyType
            if !newProblems.isEmpty {
                changed.json = Self.changed(value, way[...], Self.anotherString)
                let isListed = !problems(changed).isSubset(of: earlierProblems)
                kind = isListed ? .ofSomeStrings : newProblems.allSatisfy(isPlain) ? .typed : .ofAlternatives
            }
            if best.map({ kind < $0.kind }) ?? true { best = (kind, change) }
            if kind == .typed { break }
        }
        json = best?.change(whole) ?? .array([whole])
        return true
    }

    private static func withFirstElements(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.prefix(1).map(withFirstElements))
        case .object(var fields):
            for (name, inner) in fields.pairs { fields[name] = withFirstElements(inner) }
            return .object(fields)
        default: return value
        }
    }

    /// JSON that ends too early.
    fileprivate mutating func truncateBody() {
        body = Array(body.prefix(max(1, body.count - 1 - body.count / 4)))
        pieces = []
    }

    /// The kinds of value that a wrong type replaces. A client notices an earlier kind more surely.
    private enum ChangedValue: Comparable {
        case typed, ofAlternatives, ofSomeStrings, ofAnyType
    }

    private enum Step {
        case field(String)
        case element
    }

    /// The paths to the values inside a value, in its order. In a list, only the first element counts.
    private static func ways(_ value: JSONValue, depth: Int = 0) -> [[Step]] {
        switch value {
        case .null: return depth == 0 ? [[]] : []
        case .object(let fields) where !fields.isEmpty && depth < 32:
            return fields.pairs.prefix(200).flatMap { field in
                ways(field.value, depth: depth + 1).map { [.field(field.key)] + $0 }
            }
        case .array(let elements) where !elements.isEmpty && depth < 32:
            return elements.first.map { ways($0, depth: depth + 1).map { [.element] + $0 } } ?? []
        default: return [[]]
        }
    }

    private static func changed(
        _ value: JSONValue, _ way: ArraySlice<Step>, _ change: (JSONValue) -> JSONValue
    ) -> JSONValue {
        switch (way.first, value) {
        case (.field(let key)?, .object(var fields)):
            if let inner = fields[key] { fields[key] = changed(inner, way.dropFirst(), change) }
            return .object(fields)
        case (.element?, .array(let elements)):
            return .array(elements.prefix(1).map { changed($0, way.dropFirst(), change) } + elements.dropFirst())
        default: return change(value)
        }
    }

    private static func ofAnotherType(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string: .bool(true)
        case .object: .array([value])
        default: .object(JSONObject())
        }
    }

    private static func anotherString(_ value: JSONValue) -> JSONValue {
        value.string.map { .string($0 + "?") } ?? value
    }

    fileprivate mutating func misleadPaging(_ kind: MockFault.Kind, _ call: MockEngine.Call) {
        let paging = call.operation.paging
        guard let style = paging["style"]?.string else { return }
        let own = "http://" + (call.request.header("host") ?? "localhost") + call.request.target
        let target = kind == .linkElsewhere ? "https://elsewhere.example/" : own
        if kind == .emptyPage {
            page = nil
            let path = paging["elements"]?.string.map { $0.split(separator: ".").map(String.init) } ?? []
            json = path.isEmpty ? .array([]) : (json ?? .object(JSONObject())).setting(path[...], JSONValue.array([]))
        }
        if style == "link" {
            set("Link", "<\(target)>; rel=\"next\"")
            return
        }
        let parameters = paging["parameter"]?.names ?? []
        func put(_ path: String, _ value: JSONValue?) {
            json = json?.setting(path.split(separator: ".").map(String.init)[...], value)
        }
        let places = paging["next"].map { $0.array ?? [$0] } ?? []
        for (index, place) in places.enumerated() {
            guard let next = place.string else { continue }
            let parameter = index < parameters.count ? parameters[index] : nil
            let first = ListPosition.forms(0, for: parameter, of: call.operation).first
            // A number can't lead to another server.
            if style != "nextURL", kind == .linkElsewhere, first?.string == nil { continue }
            let again: JSONValue? =
                style == "nextURL" || kind == .linkElsewhere
                ? .string(target) : parameter.flatMap { call.values["query " + $0] } ?? first
            put(next, again)
        }
        if let more = paging["hasNext"]?.string { put(more, .bool(true)) }
        if let last = paging["isLast"]?.string { put(last, .bool(false)) }
    }
}
