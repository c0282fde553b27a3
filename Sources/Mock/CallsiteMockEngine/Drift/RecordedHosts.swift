/// The hosts whose requests are the API's: those of the description's servers. Where the recordings have none of them,
/// the host that they have most is taken: a test server, or the API on this machine.
package struct RecordedHosts: Sendable {
    /// As in `api.example.com` and `127.0.0.1:4010`, without the ports that the schemes have by themselves.
    package let hosts: Set<String>
    /// They are those of the description's servers.
    package let areDescribed: Bool

    package init(_ description: MockDescription, _ exchanges: some Sequence<RecordedExchange>) {
        let servers = description.servers + description.operations.flatMap(\.servers)
        let described = Set(servers.compactMap { Self.host(of: $0) })
        var counts: [String: Int] = [:]
        var most: (host: String, count: Int)?
        for exchange in exchanges where !exchange.isPreflight {
            guard let host = Self.host(of: exchange.url), !host.hasSuffix(":") else { continue }
            counts[host, default: 0] += 1
        }
        // The name decides where two were seen equally often.
        for (host, count) in counts.sorted(by: { $0.key < $1.key }) where count > most?.count ?? 0 {
            most = (host, count)
        }
        areDescribed = most == nil || described.contains { counts[$0] != nil }
        hosts = areDescribed ? described : Set([most?.host].compactMap(\.self))
    }

    /// A recording that has a path only is the API's.
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
    /// A browser asks whether a page may send its request (Fetch standard, "CORS-preflight request").
    package var isPreflight: Bool {
        request.method.uppercased() == "OPTIONS" && request.header("origin") != nil
            && request.header("access-control-request-method") != nil
    }
}
