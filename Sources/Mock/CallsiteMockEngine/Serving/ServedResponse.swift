/// A response for the server to send, with the faults that a test asked for.
///
/// `Content-Length`, `Transfer-Encoding` and `Connection` are the server's own: it leaves out those among `headers`
/// (`Connection: close` is honored). It adds `Date`. A response to `HEAD`, a 204 and a 304 have no body on the wire,
/// whatever `body` holds.
package struct ServedResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Sent in chunks as they become due; to a client of HTTP/1.0 as they are, until the connection closes.
        case chunks([Chunk])
    }

    package struct Chunk: Sendable {
        package var bytes: [UInt8]
        /// How long to wait after what came before, in seconds.
        package var delay: Double

        package init(_ bytes: [UInt8], delay: Double = 0) {
            self.bytes = bytes
            self.delay = delay
        }
    }

    /// A response that isn't HTTP. The connection closes behind it.
    package enum Malformation: Sendable {
        /// `HTTP/1.1 OK`.
        case statusLine
        /// A header line without a colon.
        case header
        /// A chunked body whose first size is no number.
        case chunkSize
        /// These bytes in place of the response.
        case bytes([UInt8])
    }

    /// 200 to 999. The server sends 500 in place of any other.
    package var status: Int
    package var headers: [(String, String)]
    package var body: Body

    /// How long to wait before the first byte, in seconds, from when the handler responded.
    package var delay: Double = 0
    /// How fast the body is sent; nil for as fast as it goes.
    package var bytesPerSecond: Double?
    /// Closes the connection after this number of bytes of the body, or at its end. The full `Content-Length` is
    /// announced.
    package var cutAfter: Int?
    /// Closes the connection without sending a byte.
    package var dropsConnection = false
    package var malformation: Malformation?

    package init(status: Int, headers: [(String, String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
