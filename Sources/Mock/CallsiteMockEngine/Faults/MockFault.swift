/// Something that goes wrong on purpose: `[.latency(.milliseconds(300)), .status(503, retryAfter: 2).every(5)]`.
public struct MockFault: Hashable, Sendable {
    /// The kind of fault.
    public enum Kind: Hashable, Sendable {
        /// The response is delayed by a time between the two.
        case latency(Duration, Duration)
        /// Another status, with the description's response for it, or a problem document; `Retry-After` in seconds.
        case status(Int, retryAfter: Int?)
        /// The connection ends without a response.
        case drop
        /// The connection ends amid the body.
        case cutBody
        /// The body arrives slowly.
        case slowBody(bytesPerSecond: Int)
        /// The body isn't what its media type says: JSON that ends too early.
        case malformedBody
        /// An HTML page in place of the response, as from a proxy.
        case wrongContentType
        /// One field has a value of another type.
        case wrongType
        /// A page of a list names itself as the next page.
        case repeatedPage
        /// A page without elements that says that there is more.
        case emptyPage
        /// The next page is at another server.
        case linkElsewhere
    }

    /// The requests that a fault meets.
    public enum Scope: Hashable, Sendable {
        case all
        /// The requests of a generated type, by its name: `GetStoryRequest`.
        case request(String)
        /// The requests of an operation: `GET /stories/{id}`, or its `operationId`.
        case operation(String)
    }

    public let kind: Kind
    public var scope = Scope.all
    /// The interval, in the requests that the fault meets: 1 is every request, 5 the fifth, the tenth …
    public var turn = 1
    /// The share of requests that the fault meets, from 0 to 1. The mock's seed decides which ones.
    public var share = 1.0

    public init(_ kind: Kind) { self.kind = kind }

    public static func latency(_ time: Duration) -> MockFault { MockFault(.latency(time, time)) }
    public static func latency(_ range: ClosedRange<Duration>) -> MockFault {
        MockFault(.latency(range.lowerBound, range.upperBound))
    }
    /// - Parameter status: 100 to 599.
    public static func status(_ status: Int, retryAfter: Int? = nil, every turn: Int = 1) -> MockFault {
        MockFault(.status(status, retryAfter: retryAfter)).every(turn)
    }
    public static var drop: MockFault { MockFault(.drop) }
    public static var cutBody: MockFault { MockFault(.cutBody) }
    public static func slowBody(bytesPerSecond: Int) -> MockFault {
        MockFault(.slowBody(bytesPerSecond: max(1, bytesPerSecond)))
    }
    public static var malformedBody: MockFault { MockFault(.malformedBody) }
    public static var wrongContentType: MockFault { MockFault(.wrongContentType) }
    public static var wrongType: MockFault { MockFault(.wrongType) }
    public static var repeatedPage: MockFault { MockFault(.repeatedPage) }
    public static var emptyPage: MockFault { MockFault(.emptyPage) }
    public static var linkElsewhere: MockFault { MockFault(.linkElsewhere) }

    /// For one operation only: `GET /stories/{id}`, or its `operationId`.
    public func of(operation: String) -> MockFault { scoped(.operation(operation)) }
    /// For every `turn`-th request only: 5 is the fifth, the tenth …
    public func every(_ turn: Int) -> MockFault {
        var fault = self
        fault.turn = max(1, turn)
        return fault
    }
    /// For a share of the requests, from 0 to 1, chosen by the mock's seed.
    public func share(_ share: Double) -> MockFault {
        var fault = self
        fault.share = share
        return fault
    }

    package func scoped(_ scope: Scope) -> MockFault {
        var fault = self
        fault.scope = scope
        return fault
    }

    package func meets(_ operation: MockDescription.Operation?) -> Bool {
        switch scope {
        case .all: true
        case .request(let name): operation?.requests.contains(name) == true
        case .operation(let name): operation.map { $0.title == name || $0.id == name } == true
        }
    }
}

extension MockFault.Kind {
    /// Whether the fault changes the body, or the way it is sent.
    var isOfBody: Bool {
        switch self {
        case .cutBody, .slowBody, .malformedBody, .wrongType: true
        default: false
        }
    }

    /// The status that the server responds with; nil: the server carries out the request.
    var status: Int? { if case .status(let status, _) = self { status } else { nil } }

    /// The word of the command line for it: `503`, `latency`, `cut-body`.
    package var word: String {
        switch self {
        case .latency: "latency"
        case .status(let status, _): String(status)
        case .drop: "drop"
        case .cutBody: "cut-body"
        case .slowBody: "slow"
        case .malformedBody: "malformed"
        case .wrongContentType: "html"
        case .wrongType: "wrong-type"
        case .repeatedPage: "repeated-page"
        case .emptyPage: "empty-page"
        case .linkElsewhere: "link-elsewhere"
        }
    }
}

extension MockFault {
    /// The words of the command line that begin a fault, for completions. Those with `=` take a value.
    package static let words = [
        "503", "429:retry-after=2", "latency=", "drop", "cut-body", "slow=", "malformed", "html", "wrong-type",
        "repeated-page", "empty-page", "link-elsewhere",
    ]

    /// From the words of the command line: `503`, `503:retry-after=2`, `latency=300ms`, `latency=100ms-2s`, `drop`,
    /// `cut-body`, `slow=1000`, `malformed`, `html`, `wrong-type`, `repeated-page`, `empty-page`, `link-elsewhere`,
    /// each with `:every=5`, `:share=0.1` and `:of=GetStoryRequest` behind it. nil: the words aren't a fault.
    package init?(_ text: String) {
        // The name of an operation may contain a colon; it comes last.
        var parts: [Substring] = []
        var rest = Substring(text)
        while let colon = rest.firstIndex(of: ":"), !rest.hasPrefix("of=") {
            parts.append(rest[..<colon])
            rest = rest[rest.index(after: colon)...]
        }
        parts.append(rest)
        var fault: MockFault
        let word = parts[0]
        let kindsOfOneWord: [Kind] = [
            .drop, .cutBody, .malformedBody, .wrongContentType, .wrongType, .repeatedPage, .emptyPage, .linkElsewhere,
        ]
        if let kind = kindsOfOneWord.first(where: { $0.word == word }) {
            fault = MockFault(kind)
        } else if let status = Int(word), 100..<600 ~= status {
            fault = .status(status)
        } else if word.hasPrefix("latency="), let range = MockDuration.range(word.dropFirst(8)) {
            fault = .latency(range)
        } else if word.hasPrefix("slow="), let rate = Int(word.dropFirst(5)), rate > 0 {
            fault = .slowBody(bytesPerSecond: rate)
        } else {
            return nil
        }
        for part in parts.dropFirst() {
            guard case (let name, let text?) = part.parted(at: "=") else { return nil }
            let value = String(text)
            switch name {
            case "every":
                guard let turn = Int(value), turn > 0 else { return nil }
                fault.turn = turn
            case "share":
                guard let share = Double(value), 0...1 ~= share else { return nil }
                fault.share = share
            case "of":
                fault.scope = value.contains(" ") || !value.hasSuffix("Request") ? .operation(value) : .request(value)
            case "retry-after":
                guard case .status(let status, _) = fault.kind, let seconds = Int(value), seconds >= 0 else {
                    return nil
                }
                fault =
                    .status(status, retryAfter: seconds, every: fault.turn).share(fault.share).scoped(fault.scope)
            default: return nil
            }
        }
        self = fault
    }
}

/// Times as people write them: `300ms`, `2s`, `1.5s`.
package enum MockDuration {
    package static func value(_ text: some StringProtocol) -> Duration? {
        let (digits, unit): (Double?, Double) =
            text.hasSuffix("ms")
            ? (Double(text.dropLast(2)), 0.001) : text.hasSuffix("s") ? (Double(text.dropLast()), 1) : (nil, 0)
        guard let digits, digits >= 0, digits * unit <= 3600 else { return nil }
        return .milliseconds(Int64(digits * unit * 1000))
    }

    /// `300ms`, or `100ms-2s`.
    package static func range(_ text: some StringProtocol) -> ClosedRange<Duration>? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let shortest = parts.first.flatMap({ value($0) }), parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return shortest...shortest }
        guard let longest = value(parts[1]), longest >= shortest else { return nil }
        return shortest...longest
    }
}
