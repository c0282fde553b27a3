/// A request as it arrived, complete with its body.
package struct ServedRequest: Sendable {
    package var method: String
    /// Path and query as they were sent, percent-encoded. The absolute form (`http://localhost/a`) is reduced to them;
    /// `*` stays.
    package var target: String
    /// In the order they were sent, with names as they were sent.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// Whether a body was announced: a `Content-Length` above 0, or chunks, of which there may be none.
    package var hasBody: Bool
    /// The client's address and port: `127.0.0.1:53124`.
    package var peer: String

    package init(
        method: String, target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        hasBody: Bool? = nil, peer: String = ""
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.hasBody = hasBody ?? !body.isEmpty
        self.peer = peer
    }

    /// The value of the first header with that name, whatever its case; nil where there is none.
    package subscript(header name: String) -> String? { headers.first { isSameName($0.name, name) }?.value }

    /// The values of all headers with that name.
    package func values(of name: String) -> [String] {
        headers.compactMap { isSameName($0.name, name) ? $0.value : nil }
    }
}

/// Whether two names differ at most in the case of ASCII letters.
func isSameName(_ one: String, _ other: String) -> Bool {
    guard one.utf8.count == other.utf8.count else { return false }
    return zip(one.utf8, other.utf8).allSatisfy { lowercased($0) == lowercased($1) }
}

func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
