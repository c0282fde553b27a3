/// Refuses requests for other hosts than this server's. A page in a browser can reach a port of this machine under a
/// name of its own (DNS rebinding), and that name is in `Host`.
struct HostCheck {
    private let allowed: Set<String>
    private let allowsPages: Bool

    init(bound: String, allowed: [String], allowsPages: Bool = false) {
        self.allowsPages = allowsPages
        self.allowed = Set((allowed + [bound]).map { $0.lowercased() }.map { Self.hostName(of: $0) ?? $0 })
    }

    func check(_ authority: String) throws(Refusal) {
        guard let host = Self.hostName(of: authority) else {
            throw Refusal(400, "'\(authority.prefix(80))' is not a host")
        }
        guard host == "localhost" || host == "::1" || Self.isLoopback(host) || allowed.contains(host) else {
            throw Refusal(
                421,
                "this server answers for localhost only, not for '\(host.prefix(80))': otherwise any web page could reach it under a name of "
                    + "its own. Use http://localhost or http://127.0.0.1, or allow the host when you start the server.")
        }
    }

    /// Refuses a request that a browser sends for a page of another origin, as `Origin` or `Sec-Fetch-Site` (Fetch
    /// Metadata) shows. Programs that aren't browsers send neither.
    func check(origins: [String], sites: [String], host: String?) throws(Refusal) {
        guard !allowsPages else { return }
        let isForeign =
            origins.contains { $0 != host.map { "http://" + $0 } }
            || sites.contains { $0 == "cross-site" || $0 == "same-site" }
        guard !isForeign else {
            throw Refusal(
                403,
                "this request comes from a page of another origin in a browser, which this server doesn't answer unless it is told to: "
                    + "start it with '--cors'.")
        }
    }

    /// `[::1]:80` → `::1`, `Example.com:80` → `example.com`; nil if it isn't a host.
    static func hostName(of authority: String) -> String? {
        let bytes = Array(authority.utf8)
        var host = bytes[...]
        var rest: ArraySlice<UInt8> = []
        if bytes.first == 0x5B {
            guard let end = bytes.firstIndex(of: 0x5D) else { return nil }
            host = bytes[1..<end]
            rest = bytes[(end + 1)...]
            guard host.allSatisfy({ isHexDigit($0) || $0 == 0x3A || $0 == 0x2E }) else { return nil }
        } else {
            if bytes.count(where: { $0 == 0x3A }) == 1, let colon = bytes.firstIndex(of: 0x3A) {
                host = bytes[..<colon]
                rest = bytes[colon...]
            }
            // An IPv6 address in an option may have colons without brackets; in a header it is in brackets.
            guard host.allSatisfy({ isHostByte($0) || $0 == 0x3A }) else { return nil }
        }
        guard rest.isEmpty || rest.first == 0x3A && rest.count <= 6 && rest.dropFirst().allSatisfy({ $0 &- 0x30 < 10 })
        else { return nil }
        return String(decoding: host.map(lowercased), as: UTF8.self)
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || lowercased(byte) &- 0x61 < 26 || byte == 0x2D || byte == 0x2E || byte == 0x5F
            || byte == 0x25
    }

    /// Whether the host is an address of 127.0.0.0/8, written as four decimal numbers.
    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "127" else { return false }
        return parts.allSatisfy { part in
            (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { $0 &- 0x30 < 10 } && (Int(part) ?? 256) < 256
        }
    }
}

func isHexDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || lowercased(byte) &- 0x61 < 6 }
