/// A response for the server to send, with the faults that a test asked for.
///
/// The server sets `Content-Length`, `Transfer-Encoding` and `Connection` itself, and ignores those in `headers`
/// (`Connection: close` is honored). It adds `Date`. A response to `HEAD`, a 204 and a 304 have no body on the wire,
/// whatever `body` holds.
package struct ServedResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Sent in chunks as they become due. An HTTP/1.0 client gets the bytes unframed, and then the connection
        /// closes.
        case chunks([Chunk])
    }

    package struct Chunk: Sendable {
        package var bytes: [UInt8]
        /// How long to wait after the previous chunk, in seconds.
        package var delay: Double

        package init(_ bytes: [UInt8], delay: Double = 0) {
            self.bytes = bytes
            self.delay = delay
        }
    }

    /// 200 to 999. The server sends 500 in place of any other.
    package var status: Int
    package var headers: [(String, String)]
    package var body: Body

    /// How long to wait before the first byte, in seconds, from when the handler responded.
    package var delay: Double = 0
    /// How fast the body is sent; nil for as fast as possible.
    package var bytesPerSecond: Double?
    /// Closes the connection after this number of bytes of the body, or at its end. The full `Content-Length` is
    /// announced.
    package var cutAfter: Int?
    /// Closes the connection without sending a byte.
    package var dropsConnection = false

    package init(status: Int, headers: [(String, String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension ServedResponse {
    /// A response with the faults of its delivery.
    package init(_ response: MockResponse, _ delivery: Delivery) {
        let body: Body =
            response.pieces.isEmpty
            ? .bytes(response.body) : .chunks(response.pieces.enumerated().map { Chunk($1, delay: $0 == 0 ? 0 : 0.2) })
        self.init(status: response.status, headers: response.headers.map { ($0.name, $0.value) }, body: body)
        let parts = delivery.delay.components
        delay = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
        bytesPerSecond = delivery.bytesPerSecond.map(Double.init)
        cutAfter = delivery.cutAfter
        dropsConnection = delivery.drops
    }
}
