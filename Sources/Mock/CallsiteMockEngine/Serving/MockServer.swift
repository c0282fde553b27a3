/// A server that runs until it is stopped or released.
///
///     let server = try serve { request, respond in
///         respond(ServedResponse(status: 200, headers: [("Content-Type", "text/plain")], body: .bytes(Array("hello".utf8))))
///     }
///     print(server.url)
///     await server.stop()
package final class MockServer: Sendable {
    package let port: Int
    private let host: String
    private let loop: ServingLoop

    fileprivate init(port: Int, host: String, loop: ServingLoop) {
        self.port = port
        self.host = host
        self.loop = loop
    }

    deinit { loop.post(.stop(nil)) }

    /// `http://127.0.0.1:4010`.
    package var url: String {
        host.utf8.contains(0x3A) && host.utf8.first != 0x5B ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
    }

    /// Accepts no more connections, gives pending responses a moment, closes every connection, and returns when the
    /// port is free.
    package func stop() async {
        await withCheckedContinuation { continuation in
            loop.post(.stop { continuation.resume() })
        }
    }

    /// Makes the server read its clock again, for a test that has set it.
    package func wake() { loop.post(.wake) }
}

/// Starts a server for HTTP/1.1 on a thread of its own.
///
/// - Parameters:
///   - host: An address of this machine, or `localhost` for both 127.0.0.1 and ::1.
///   - port: 0 for a free one.
///   - handler: Called on the server's thread, in the order of the requests of a connection. It must not block: it
///     calls `respond` at once, or later from any thread. The first call counts. If a handler releases `respond`
///     without a call, the response is a 500.
///   - log: Called on the server's thread.
package func serve(
    host: String = "127.0.0.1", port: Int = 0, limits: ServingLimits = ServingLimits(),
    handler: @escaping @Sendable (MockRequest, _ respond: @escaping @Sendable (ServedResponse) -> Void) -> Void,
    log: @escaping @Sendable (ServingEvent) -> Void = { _ in }, clock: ServingClock = .monotonic
) throws(MockError) -> MockServer {
    let (sockets, port) = try listen(host: host, port: port)
    guard
        let loop = ServingLoop(
            listeners: sockets, limits: limits,
            hostCheck: HostCheck(bound: host, allowed: limits.allowedHosts, allowsPages: limits.allowsPages),
            handler: handler, log: log,
            clock: clock),
        startThread({ loop.run() })
    else {
        for socket in sockets { socket.close() }
        throw MockError("can't start a server: the system has no descriptor or no thread left")
    }
    return MockServer(port: port, host: host, loop: loop)
}
