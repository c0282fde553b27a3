import CallsiteMockEngine
import CallsiteRuntime
import CallsiteToolkit
import Foundation

/// The API on your machine: checks every request against the description and makes the response from it.
///
///     let mock = try Mock(contentsOf: storiesMock)              // what 'callsite generate --mock FILE' wrote
///     mock.respond(to: GetStoryRequest.self) { .fixture(id: $0.id) }
///     let story = try await mock.session.send(GetStoryRequest(id: 1))
///     #expect(mock.problems.isEmpty)
///
/// Responses are the description's examples, or values made from its schemas. ``respond(to:with:)`` replaces them for
/// one type of request. A mock may be used from several tasks at once.
public final class Mock: Sendable {
    /// How the mock treats a request that the description doesn't allow.
    public enum Validation: Hashable, Sendable {
        /// Requests aren't checked.
        case off
        /// The mistakes go to ``Mock/problems``, and the response is as if there were none.
        case report
        /// The response is an error: 401, 415 or 422, the description's own where it has one.
        case refuse
    }

    /// How many problems are kept: the first ones.
    public static let mostProblems = MockHost.mostProblems

    package let host: MockHost
    private let stubs = Stubs(passesOn: true)

    /// - Parameters:
    ///   - url: A file that `callsite generate --mock FILE` wrote.
    ///   - isStateful: Whether the mock remembers: GET finds what POST created, lists have pages, PATCH merges and
    ///     DELETE removes. Collections are empty at first.
    ///   - makesValidExamples: Whether values are made in place of examples that break their own schemas. Otherwise they
    ///     are sent as they are, and no client can read them.
    ///   - seed: The same seed gives the same values and faults.
    /// - Throws: A `MockError` if the file can't be read, or is no mock's description.
    public convenience init(
        contentsOf url: URL, isStateful: Bool = false, validation: Validation = .refuse,
        makesValidExamples: Bool = false, seed: UInt64 = 0
    ) throws {
        let data: Data
        do { data = try Data(contentsOf: url) } catch {
            throw MockError("\(url.path) can't be read: \(error.localizedDescription)")
        }
        try self.init(
            json: data, isStateful: isStateful, validation: validation, makesValidExamples: makesValidExamples,
            seed: seed)
    }

    /// - Parameter json: The contents of a file that `callsite generate --mock FILE` wrote.
    public convenience init(
        json: Data, isStateful: Bool = false, validation: Validation = .refuse, makesValidExamples: Bool = false,
        seed: UInt64 = 0
    ) throws {
        var options = MockEngine.Options()
        options.isStateful = isStateful
        options.validation =
            switch validation {
            case .off: .off
            case .report: .report
            case .refuse: .refuse
            }
        options.wrongExamples = makesValidExamples ? .replace : .send
        options.seed = seed
        self.init(MockHost(MockEngine(try MockDescription(json: json), options: options)))
    }

    package init(_ host: MockHost) { self.host = host }

    // MARK: - Faults

    /// The faults that the mock makes on purpose. Setting them starts their counts again.
    public var faults: [MockFault] {
        get { host.faults }
        set { host.faults = newValue }
    }

    // MARK: - Problems

    /// The problems of the requests so far, at most ``mostProblems``.
    public var problems: [MockProblem] { host.problems }

    /// Types of requests that have a response of their own, by ``respond(to:with:)``, and were never sent: by name,
    /// sorted.
    public var unusedResponses: [String] { stubs.unused }

    /// The requests of a type that were sent by ``session`` so far, in order.
    public func requests<R: RequestType>(_ type: R.Type) -> [R] { stubs.requests(type) }

    /// Forgets problems and everything that was created.
    public func reset() { host.reset() }

    // MARK: - Responses of your own

    /// Responds to requests of a type with a value. It isn't encoded, so it is for ``session`` only: a server has no
    /// use for it.
    public func respond<R: RequestType>(
        to type: R.Type, with response: @escaping @Sendable (R) async throws -> R.Response
    ) {
        stubs.respond(to: type, with: response)
    }

    /// Responds to requests of a type with JSON, in ``session`` and in a server.
    ///
    /// - Throws: A `MockError` if no operation of the description has this request.
    public func respond<R: RequestType>(to type: R.Type, status: Int = 200, json: String) throws {
        try host.fix(
            String(describing: type),
            MockResponse(status: status, headers: [("Content-Type", "application/json")], body: Array(json.utf8)))
    }

    // MARK: - Using it

    /// A session that sends its requests to this mock, without a port. If the description asks for credentials, the
    /// session has a meaningless one, so that such requests pass. If the description names no server, the session has a
    /// base URL.
    public var session: Session {
        let description = host.description
        let credential: (any CredentialProviding)? =
            description.operations.contains { !$0.security.isEmpty } ? Credential.key("mock") : nil
        let namesServer = description.servers.contains { $0.contains("://") }
        var session = Session(
            baseURL: namesServer ? nil : URL(string: "http://localhost"), transport: MockTransport(host: host),
            credential: credential)
        session.middleware = [MockOverrides(host: host, stubs: stubs)]
        session.retries = .none
        return session
    }
}

/// Prefers the responses for a type of request to the description's.
private struct MockOverrides: Middleware {
    let host: MockHost
    let stubs: Stubs

    func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
        if stubs.has(type(of: context.request)) { host.note(try MockRequest(request)) }
        return try await stubs.send(request, in: context, next: next)
    }
}

/// Sends a session's requests to a mock in the same process.
private struct MockTransport: Transport {
    let host: MockHost

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let answer = host.answer(try MockRequest(request))
        let (response, delivery) = (answer.response, answer.delivery)
        if delivery.delay > .zero { try await Task.sleep(for: delivery.delay) }
        if delivery.drops { throw TransportFailure(.connectionLost, "the mock drops the connection") }
        var headers = HTTPHeaders()
        for header in response.headers { headers.append(header.name, header.value) }
        var result = HTTPResponse(status: response.status, headers: headers, url: request.url)
        let body = request.method == .head ? [] : response.body
        if let cut = delivery.cutAfter, cut < body.count || body.isEmpty {
            guard request.streamsResponse else {
                throw TransportFailure(.connectionLost, "the mock ends the connection amid the body")
            }
            result.stream = Self.stream([Array(body.prefix(cut))], thenLost: true)
            return result
        }
        if let rate = delivery.bytesPerSecond, !body.isEmpty {
            try await Task.sleep(for: .seconds(Double(body.count) / Double(rate)))
        }
        if request.streamsResponse {
            result.stream = Self.stream(response.pieces.isEmpty ? [body] : response.pieces, thenLost: false)
        } else {
            result.body = Data(body)
        }
        return result
    }

    private static func stream(_ pieces: [[UInt8]], thenLost: Bool) -> HTTPByteStream {
        let rest = PiecesLeft(pieces)
        return HTTPByteStream {
            if let piece = rest.next() { return Data(piece) }
            if thenLost { throw TransportFailure(.connectionLost, "the mock ends the connection amid the body") }
            return nil
        }
    }
}

extension MockRequest {
    /// Throws an `EncodingFailure` for a file that can't be read.
    fileprivate init(_ request: HTTPRequest) throws {
        let text = request.url.absoluteString
        var target = Substring(text)
        if let scheme = text.range(of: "://") {
            target = text[scheme.upperBound...]
            let start = target.firstIndex { $0 == "/" || $0 == "?" } ?? target.endIndex
            target = target[start...]
        }
        self.init(
            method: request.method.name, target: target.hasPrefix("/") ? String(target) : "/" + target,
            headers: request.headers.fields.map { ($0.name, $0.value) },
            body: try request.body.map { Array(try $0.bytes()) })
    }
}

private final class PiecesLeft: @unchecked Sendable {
    private let lock = NSLock()
    private var pieces: ArraySlice<[UInt8]>

    init(_ pieces: [[UInt8]]) { self.pieces = pieces[...] }

    func next() -> [UInt8]? { lock.withLock { pieces.popFirst() } }
}
