#if os(Linux)
    import CallsiteHTTP
    import Foundation

    /// Sends requests over the network with libcurl: no cookies, no cache, no stored credentials, nothing on disk.
    ///
    /// libcurl (7.68 or newer) is the system's `libcurl.so.4`, unless one is linked into the program. It is loaded when
    /// the first request is sent. `FoundationNetworking` isn't used on Linux: it needs the same libcurl, reads less of
    /// HTTP, and ends the process on some responses (Swift 6.3).
    public final class NetworkTransport: Transport, CustomStringConvertible {
        /// The transport of every session that names none; its connections are shared.
        public static let shared = NetworkTransport()

        private let idleTimeout: Double
        private let redirectLimit: Int
        private let settings: ConnectionSettings
        private let watch: ExchangeWatch
        private let carrier: Result<Carrier, any Error>

        private struct Carrier: Sendable {
            let curl: Curl
            let requests: CurlLoop
            /// Streams have connections of their own, so that open streams don't take those of requests.
            let streams: CurlLoop
        }

        /// - Parameters:
        ///   - idleTimeout: How long nothing may arrive or leave, in seconds. A request's own `timeout` covers the whole
        ///     attempt.
        ///   - connectionsPerHost: How many connections to one host there may be at once. Streams don't count.
        ///   - redirectLimit: How many redirects are followed; 0 follows none.
        ///   - settings: Certificates, a proxy, an interface. A setting that can't be kept fails every request.
        public convenience init(
            idleTimeout: Double = 60, connectionsPerHost: Int = 6, redirectLimit: Int = 10,
            settings: ConnectionSettings = ConnectionSettings()
        ) {
            self.init(
                idleTimeout: idleTimeout, connectionsPerHost: connectionsPerHost, redirectLimit: redirectLimit,
                settings: settings, longestIdle: 1)
        }

        /// Makes a transport with another clock.
        ///
        /// - Parameter longestIdle: How many seconds a connection may have been idle to carry a request that must not
        /// be
        ///   sent twice. Servers close connections that are idle for longer.
        init(
            idleTimeout: Double, connectionsPerHost: Int = 6, redirectLimit: Int = 10,
            settings: ConnectionSettings = ConnectionSettings(), longestIdle: Int = 1, clock: TransportClock = .system
        ) {
            self.idleTimeout = idleTimeout
            self.redirectLimit = redirectLimit
            self.settings = settings
            watch = ExchangeWatch(clock)
            carrier = Result {
                let curl = try Curl.loaded.get()
                try settings.check(curl)
                func loop(_ connectionsPerHost: Int?) -> CurlLoop {
                    CurlLoop(curl, connectionsPerHost: connectionsPerHost, longestIdle: longestIdle)
                }
                return Carrier(curl: curl, requests: loop(connectionsPerHost), streams: loop(nil))
            }
        }

        /// The library that sends the requests, with its version and those of the libraries that it uses.
        public var description: String {
            switch carrier {
            case .success(let carrier): "\(carrier.curl.description), over HTTP/1.1"
            case .failure(let error): "nothing: \(error)"
            }
        }

        /// Sends a request and follows its redirects.
        public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            let deadline = request.timeout.map { watch.clock.now() + $0 }
            let origin = Origin(request.url)
            return try await sendFollowingRedirects(request, limit: redirectLimit) {
                try await exchange($0, deadline, sendsCertificate: Origin($0.url) == origin)
            }
        }

        /// One request and its response, redirects not followed.
        private func exchange(
            _ request: HTTPRequest, _ deadline: DispatchTime?, sendsCertificate: Bool
        ) async throws -> HTTPResponse {
            let carrier = try self.carrier.mapError(TransportFailure.wrapping).get()
            guard let origin = Origin(request.url) else { throw TransportFailure(.other, "the URL has no origin") }
            guard origin.scheme == "https" || settings.pinnedKeys.isEmpty else {
                throw TransportFailure(.notSecure, "\(request.description): keys are pinned, and http has none")
            }
            let options = settings.options(sendsCertificate: sendsCertificate)
            let buffer = request.streamsResponse ? BodyBuffer() : nil
            let exchange = Exchange(
                request: request, idleTimeout: idleTimeout, deadline: deadline, watch: watch, buffer: buffer,
                isFollowed: { [redirectLimit] in redirectLimit > 0 && (try? redirect(request, $0)) != nil })
            let loop = buffer == nil ? carrier.requests : carrier.streams
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    exchange.start(continuation) { loop.start(CurlTransfer(request, origin, exchange, options)) }
                }
            } onCancel: {
                exchange.fail(CancellationError())
            }
        }
    }
#endif
