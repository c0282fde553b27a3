import CallsiteCore

/// Every verdict about apps compares the app's description with the server's. By default an old app meets a new
/// server; for a new app and an old server the two sides are exchanged.
protocol TwoSided {
    /// Whether a new app meets a server of the old description.
    var isServerOld: Bool { get }
}

extension TwoSided {
    func sides<Value>(_ old: Value, _ new: Value) -> (app: Value, server: Value) {
        isServerOld ? (new, old) : (old, new)
    }

    /// Whether the app may use something that the server doesn't have.
    func isMissing(_ old: Bool, _ new: Bool) -> Bool {
        let (app, server) = sides(old, new)
        return app && !server
    }

    /// Whether the server has something that the app doesn't know.
    func isUnknown(_ old: Bool, _ new: Bool) -> Bool {
        let (app, server) = sides(old, new)
        return server && !app
    }
}

extension Comparer {
    /// The verdict about a field of a request, which the app sends and the server reads.
    func sent(_ a: Contract.Field?, _ b: Contract.Field?) -> AppVerdict {
        let (app, server) = sides(a, b)
        return FieldRules.sent(app: app, server: server)
    }

    func received(_ a: Contract.Field?, _ b: Contract.Field?) -> AppVerdict {
        let (app, server) = sides(a, b)
        return FieldRules.received(app: app, server: server)
    }

    private func rules(consumerIsOld: Bool) -> WireRules {
        let types = matching.types
        return WireRules(
            isSameType: { consumer, producer in
                consumerIsOld ? types[consumer] == producer : types[producer] == consumer
            }, steps: steps)
    }

    func sent(_ a: API.Shape, _ b: API.Shape) -> AppVerdict { verdict(a, b, isSent: true) }

    func received(_ a: API.Shape, _ b: API.Shape) -> AppVerdict { verdict(a, b, isSent: false) }

    private func verdict(_ a: API.Shape, _ b: API.Shape, isSent: Bool) -> AppVerdict {
        let question = WireRules.Steps.Question(old: a, new: b, isSent: isSent)
        if let cached = steps.verdicts[question] { return cached }
        let (one, other) = (Side(contract: old, shape: a), Side(contract: new, shape: b))
        let (app, server) = sides(one, other)
        let (reader, writer) = isSent ? (server, app) : (app, server)
        let result = rules(consumerIsOld: isSent == isServerOld).verdict(reader, reading: writer, isServer: isSent)
        steps.verdicts[question] = result
        return result
    }

    /// Whether a union takes the values of an alternative that only the other side has.
    ///
    /// - Parameter isNew: The alternative is the new side's, and the union the old side's.
    func takes(_ union: API.TypeID, _ alternative: API.Shape, isNew: Bool, isSent: Bool) -> Bool {
        let (reader, writer) = isNew ? (old, new) : (new, old)
        return rules(consumerIsOld: isNew).verdict(
            Side(contract: reader, shape: .named(union, [])), reading: Side(contract: writer, shape: alternative),
            isServer: isSent, isChoice: true) == .none
    }

    /// The id and the verdict of the worse direction, sending or receiving. A change in the body of a failure is never
    /// worse than degraded.
    func worst(_ use: Use, sent: (id: String, verdict: AppVerdict), received: (id: String, verdict: AppVerdict)) -> (
        String, AppVerdict
    ) {
        var received = received
        if use.isReceived, use.isDisjoint(with: [.response, .header]) {
            received.verdict = min(received.verdict, .degraded)
        }
        if use.isSent, use.isReceived { return received.verdict > sent.verdict ? received : sent }
        return use.isReceived ? received : sent
    }
}
