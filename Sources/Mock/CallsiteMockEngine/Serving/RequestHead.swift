/// The head of a request while its lines come in, each checked as RFC 9112 asks. An ambiguous head is refused, so that
/// no proxy in front and this server can disagree about where a request ends.
struct RequestHead {
    enum Framing: Hashable {
        case none
        case length(Int)
        case chunked
    }

    private(set) var method = ""
    private(set) var target = ""
    private(set) var headers: [(name: String, value: String)] = []
    private(set) var isHTTP10 = false
    private var authority: String?

    /// Reads `GET /path HTTP/1.1`.
    init(requestLine line: ArraySlice<UInt8>) throws(Refusal) {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            throw Refusal(400, "a request begins with a method, a target and HTTP/1.1, with one space between them")
        }
        guard !parts[0].isEmpty, parts[0].allSatisfy(isTokenByte) else {
            throw Refusal(400, "the method is not a token")
        }
        method = String(decoding: parts[0], as: UTF8.self)
        try readVersion(parts[2])
        guard parts[1].allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Refusal(400, "the target has characters that must be percent-encoded")
        }
        try readTarget(String(decoding: parts[1], as: UTF8.self))
    }

    private mutating func readVersion(_ version: ArraySlice<UInt8>) throws(Refusal) {
        let bytes = Array(version)
        guard bytes.count == 8, bytes.starts(with: "HTTP/".utf8), bytes[5] &- 0x30 < 10, bytes[6] == 0x2E,
            bytes[7] &- 0x30 < 10
        else { throw Refusal(400, "a request's first line ends in HTTP/1.1") }
        guard bytes[5] == 0x31 else { throw Refusal(505, "this server speaks HTTP/1.1 and HTTP/1.0") }
        isHTTP10 = bytes[7] == 0x30
    }

    private mutating func readTarget(_ text: String) throws(Refusal) {
        guard method != "CONNECT" else { throw Refusal(501, "this server is no proxy") }
        guard !text.utf8.contains(0x23) else { throw Refusal(400, "a target has no fragment") }
        if text.utf8.first == 0x2F || text == "*" && method == "OPTIONS" {
            target = text
            return
        }
        let scheme = text.utf8.prefix(8).map(lowercased)
        guard scheme.starts(with: "http://".utf8) || scheme == Array("https://".utf8) else {
            throw Refusal(400, "a target begins with a slash")
        }
        let rest = text.utf8.dropFirst(scheme.starts(with: "http://".utf8) ? 7 : 8)
        let end = rest.firstIndex { $0 == 0x2F || $0 == 0x3F } ?? rest.endIndex
        authority = String(decoding: rest[..<end], as: UTF8.self)
        let path = String(decoding: rest[end...], as: UTF8.self)
        target = path.utf8.first == 0x2F ? path : "/" + path
    }

    /// Reads `Name: value`.
    mutating func read(headerLine line: ArraySlice<UInt8>) throws(Refusal) {
        headers.append(try Self.field(line))
    }

    /// The values of all headers with a name.
    private func values(_ name: String) -> [String] {
        headers.filter { MockText.isSame($0.name, name) }.map(\.value)
    }

    /// The comma-separated parts of all values of a header; some may be empty.
    private func parts(_ name: String) -> [String] {
        values(name).flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(MockText.trimmed) }
    }

    /// Parses the line of a header or a trailer.
    static func field(_ line: ArraySlice<UInt8>) throws(Refusal) -> (name: String, value: String) {
        guard line.first != 0x20, line.first != 0x09 else {
            throw Refusal(400, "a header that continues on a next line is not accepted")
        }
        guard let colon = line.firstIndex(of: 0x3A) else { throw Refusal(400, "a header line has no colon") }
        guard colon > line.startIndex, line[..<colon].allSatisfy(isTokenByte) else {
            throw Refusal(400, "a header's name is not a token")
        }
        var value = line[(colon + 1)...]
        while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
        while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw Refusal(400, "a header's value has control characters")
        }
        return (String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    /// How the body ends. Call it when all headers have been read.
    func framing(limits: ServingLimits, hostCheck: HostCheck) throws(Refusal) -> Framing {
        try checkHost(hostCheck)
        let codings = parts("transfer-encoding")
        let lengths = parts("content-length")
        guard !codings.isEmpty else { return try length(lengths, limits) }
        guard lengths.isEmpty else { throw Refusal(400, "Content-Length and Transfer-Encoding exclude each other") }
        guard !isHTTP10 else { throw Refusal(400, "HTTP/1.0 has no Transfer-Encoding") }
        guard codings.dropLast().allSatisfy({ !MockText.isSame($0, "chunked") }), codings.allSatisfy({ !$0.isEmpty })
        else { throw Refusal(400, "'chunked' must be the last transfer coding, and only once") }
        guard codings.count == 1, MockText.isSame(codings[0], "chunked") else {
            throw Refusal(501, "the only transfer coding that this server knows is 'chunked'")
        }
        return .chunked
    }

    private func length(_ lengths: [String], _ limits: ServingLimits) throws(Refusal) -> Framing {
        guard let text = lengths.first else { return .none }
        guard lengths.allSatisfy({ $0 == text }) else { throw Refusal(400, "there are two different Content-Length") }
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else {
            throw Refusal(400, "Content-Length is not a number")
        }
        guard let length = Int(text), length <= limits.bodyBytes else { throw tooLarge(limits) }
        return length == 0 ? .none : .length(length)
    }

    private func checkHost(_ hostCheck: HostCheck) throws(Refusal) {
        let hosts = values("host")
        guard hosts.count <= 1 else { throw Refusal(400, "there are two Host headers") }
        guard isHTTP10 || hosts.count == 1 else { throw Refusal(400, "HTTP/1.1 requires a Host header") }
        if let host = hosts.first { try hostCheck.check(host) }
        if let authority { try hostCheck.check(authority) }
        try hostCheck.check(origins: values("origin"), sites: values("sec-fetch-site"), host: hosts.first)
    }

    /// Whether the client waits for `100 Continue` before it sends the body.
    func expectsContinue() throws(Refusal) -> Bool {
        let expectations = values("expect")
        guard !expectations.isEmpty else { return false }
        guard expectations.allSatisfy({ MockText.isSame($0, "100-continue") }) else {
            throw Refusal(417, "the only expectation that this server knows is '100-continue'")
        }
        return !isHTTP10
    }

    /// Whether the client wants to send another request on the connection.
    var keepsAlive: Bool {
        let connection = values("connection").flatMap(list)
        if connection.contains(where: { MockText.isSame($0, "close") }) { return false }
        return !isHTTP10 || connection.contains { MockText.isSame($0, "keep-alive") }
    }
}

func tooLarge(_ limits: ServingLimits) -> Refusal { Refusal(413, "a body may have \(limits.bodyBytes) bytes") }

/// The comma-separated parts of a value.
func list(_ value: String) -> [String] { value.split(separator: ",").map(MockText.trimmed) }

/// Whether a method or a header's name may contain the byte.
func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
}
