import Foundation

/// Sends requests over the network: no cookies, no cache, no stored credentials, nothing on disk.
///
/// It uses libcurl on Linux and `URLSession` on Apple systems; `description` says which. Redirects, timeouts, and the
/// rules for sending nothing twice are the same everywhere.
///
/// libcurl (7.68 or newer) is the system's `libcurl.so.4`, unless one is linked into the program. It is loaded when the
/// first request is sent. `FoundationNetworking` isn't used on Linux: it needs the same libcurl, reads less of HTTP,
/// and ends the process on some responses (Swift 6.3).
public final class NetworkTransport: Transport, CustomStringConvertible {
    /// The transport of every session that names none; its connections are shared.
    public static let shared = NetworkTransport()

    private let idleTimeout: Double
    private let redirectLimit: Int
    private let watch: ExchangeWatch
    private let carrier: Carrier

    private enum Carrier: Sendable {
        #if os(Linux)
            /// Streams have connections of their own: those that stay open would be missing elsewhere.
            case curl(Curl, requests: CurlLoop, streams: CurlLoop)
        #endif
        #if !canImport(Glibc)
            case urlSession(URLSessionCarrier)
        #endif
        /// There is none, for this reason.
        case none(String)
    }

    /// - Parameters:
    ///   - idleTimeout: How long nothing may arrive or leave, in seconds. A request's own `timeout` covers the whole
    ///     attempt.
    ///   - connectionsPerHost: How many connections to one host there may be at once. Streams don't count.
    ///   - redirectLimit: How many redirects are followed; 0 follows none.
    public convenience init(idleTimeout: Double = 60, connectionsPerHost: Int = 6, redirectLimit: Int = 10) {
        self.init(
            idleTimeout: idleTimeout, connectionsPerHost: connectionsPerHost, redirectLimit: redirectLimit,
            longestIdle: 1)
    }

    /// The same by another clock.
    ///
    /// - Parameter longestIdle: How many seconds a connection may have been idle that carries what must not be sent
    ///   twice. Servers close those that are idle for longer.
    init(
        idleTimeout: Double, connectionsPerHost: Int = 6, redirectLimit: Int = 10, longestIdle: Int = 1,
        clock: TransportClock = .system
    ) {
        self.idleTimeout = idleTimeout
        self.redirectLimit = redirectLimit
        watch = ExchangeWatch(clock)
        carrier = Self.carrier(connectionsPerHost, longestIdle)
    }

    private static func carrier(_ connectionsPerHost: Int, _ longestIdle: Int) -> Carrier {
        var reason = ""
        #if os(Linux)
            switch Curl.loaded {
            case .success(let curl):
                func loop(_ connectionsPerHost: Int?) -> CurlLoop {
                    CurlLoop(curl, connectionsPerHost: connectionsPerHost, longestIdle: longestIdle)
                }
                return .curl(curl, requests: loop(connectionsPerHost), streams: loop(nil))
            case .failure(let error): reason = (error as? Curl.Absence)?.reason ?? "\(error)"
            }
        #endif
        #if !canImport(Glibc)
            return .urlSession(
                URLSessionCarrier(connectionsPerHost: connectionsPerHost, longestIdle: Double(longestIdle)))
        #else
            return .none(
                "there is no libcurl, which sends requests on Linux (\(reason)); install it: libcurl4 on Debian and Ubuntu, libcurl elsewhere"
            )
        #endif
    }

    /// The library that sends the requests; for libcurl with its version and those of the libraries that it uses.
    public var description: String {
        switch carrier {
        #if os(Linux)
            case .curl(let curl, _, _): "\(curl.description), over HTTP/1.1"
        #endif
        #if !canImport(Glibc)
            case .urlSession: "URLSession"
        #endif
        case .none(let reason): "nothing: \(reason)"
        }
    }

    /// Sends a request and follows its redirects.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let deadline = request.timeout.map { watch.clock.now() + $0 }
        var request = request
        var redirects = 0
        /// The response that leads to `request`.
        var leading: HTTPResponse?
        while true {
            let response: HTTPResponse
            do {
                response = try await exchange(request, deadline)
            } catch let refused as UnreadableURL {
                if let leading { return leading }
                throw refused.failure
            }
            guard redirectLimit > 0, let next = try redirect(request, response) else { return response }
            redirects += 1
            guard redirects <= redirectLimit else {
                throw TransportFailure(.tooManyRedirects, "more than \(redirectLimit) redirects")
            }
            (request, leading) = (next, response)
        }
    }

    /// One request and its response, redirects not followed.
    private func exchange(_ request: HTTPRequest, _ deadline: DispatchTime?) async throws -> HTTPResponse {
        try Task.checkCancellation()
        try request.headers.check()
        guard isToken(request.method.name) else {
            throw EncodingFailure("\(quoted(request.method.name)) isn't an HTTP method")
        }
        guard let origin = Origin(request.url) else {
            throw EncodingFailure("\(request.description): only http and https are sent")
        }
        try request.body?.check()
        let buffer = request.streamsAnswer ? BodyBuffer() : nil
        let exchange = Exchange(
            request: request, idleTimeout: idleTimeout, deadline: deadline, watch: watch, buffer: buffer,
            isFollowed: { [redirectLimit] in redirectLimit > 0 && (try? redirect(request, $0)) != nil })
        switch carrier {
        #if os(Linux)
            case .curl(_, let requests, let streams):
                let loop = buffer == nil ? requests : streams
                return try await run(exchange) { loop.start(CurlTransfer(request, origin, exchange)) }
        #endif
        #if !canImport(Glibc)
            case .urlSession(let carrier):
                return try await carrier.send(request, exchange) { try await run(exchange, $0) }
        #endif
        case .none(let reason): throw TransportFailure(.other, reason)
        }
    }

    private func run(_ exchange: Exchange, _ begin: @escaping @Sendable () -> @Sendable () -> Void) async throws
        -> HTTPResponse
    {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { exchange.start($0, begin) }
        } onCancel: {
            exchange.fail(CancellationError())
        }
    }
}

/// A transport by its library and its version, without those of the libraries that it uses: the first word.
package func shortName(of transport: any CustomStringConvertible) -> String {
    transport.description.prefix { $0 != " " && $0 != "," }.trimmingCharacters(in: .whitespaces)
}

/// A URL that the library which sends requests takes for none. A server that redirects there is no reason to say that
/// nothing was sent.
struct UnreadableURL: Error {
    let failure: EncodingFailure
}

/// The name that `NetworkTransport` had before.
public typealias URLSessionTransport = NetworkTransport
