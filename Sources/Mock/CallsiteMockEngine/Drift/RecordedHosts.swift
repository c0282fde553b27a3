/// The hosts of the API: those of the description's servers. If the recordings have no such host, their most frequent
/// one: a test server, or the API on this machine.
package struct RecordedHosts: Sendable {
    /// `api.example.com`, `127.0.0.1:4010`. The default ports of `http` and `https` are left out.
    package let hosts: Set<String>
    /// Whether `hosts` are those of the description's servers.
    package let areDescribed: Bool

    package init(_ description: MockDescription, _ exchanges: some Sequence<RecordedExchange>) {
        let servers = description.servers + description.operations.flatMap(\.servers)
        let describedHosts = Set(servers.compactMap { Self.host(of: $0) })
        var counts: [String: Int] = [:]
        var mostFrequent: (host: String, count: Int)?
        for exchange in exchanges where !exchange.isPreflight {
            guard let host = Self.host(of: exchange.url), !host.hasSuffix(":") else { continue }
            counts[host, default: 0] += 1
        }
        // Among hosts that are equally frequent, the name decides.
        for (host, count) in counts.sorted(by: { $0.key < $1.key }) where count > mostFrequent?.count ?? 0 {
            mostFrequent = (host, count)
        }
        areDescribed = mostFrequent == nil || describedHosts.contains { counts[$0] != nil }
        hosts = areDescribed ? describedHosts : Set([mostFrequent?.host].compactMap(\.self))
    }

    /// Whether a recording is of the API. A URL that is only a path is.
    package func contains(_ exchange: RecordedExchange) -> Bool {
        Self.host(of: exchange.url).map { hosts.contains($0) } ?? true
    }

    /// `api.example.com`; `data:` where a URL has no host; nil: it is a path.
    package static func host(of url: String) -> String? {
        let scheme = url.prefix { $0 != ":" && $0 != "/" && $0 != "?" }
        guard scheme.endIndex < url.endIndex, url[scheme.endIndex] == ":" else { return nil }
        let rest = url[scheme.endIndex...].dropFirst()
        guard rest.hasPrefix("//") else { return scheme.lowercased() + ":" }
        var host = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }.lowercased()
        if let sign = host.lastIndex(of: "@") { host = String(host[host.index(after: sign)...]) }
        switch scheme.lowercased() {
        case "http", "ws": if host.hasSuffix(":80") { host.removeLast(3) }
        case "https", "wss": if host.hasSuffix(":443") { host.removeLast(4) }
        // `chrome-extension://…`
        default: return scheme.lowercased() + ":"
        }
        return host
    }
}

extension RecordedExchange {
    /// Whether a browser asks if a page may send its request (Fetch standard, "CORS-preflight request").
    package var isPreflight: Bool {
        request.method.uppercased() == "OPTIONS" && request.header("origin") != nil
            && request.header("access-control-request-method") != nil
    }
}
