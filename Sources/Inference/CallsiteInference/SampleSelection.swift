import CallsiteMockEngine
import CallsiteSamples

/// Selects the samples of the API, since browsers and proxies record everything else too.
struct SampleSelection {
    /// The samples by origin, the API's own first. Samples without an origin are the API's.
    private(set) var origins: [(origin: String?, samples: [Int])] = []
    /// The reasons why other samples were left out, with their counts.
    private(set) var leftOut: [(reason: String, count: Int)] = []

    /// - Parameters:
    ///   - servers: The beginnings of the selected URLs. If there are none, archives give the server with most JSON,
    ///     and other files give all servers.
    ///   - takesAll: Whether pages, scripts, images and preflights are selected too.
    init(_ prepared: [PreparedSample], servers: [String], takesAll: Bool) {
        var counts: [String: Int] = [:]
        var order: [String] = []
        func leaveOut(_ reason: String) {
            if counts[reason] == nil { order.append(reason) }
            counts[reason, default: 0] += 1
        }
        var candidates: [Int] = []
        for (index, sample) in prepared.map(\.sample).enumerated() {
            if sample.url.path.count > 64 {
                leaveOut("paths of more than 64 segments")
            } else if !takesAll, sample.isPreflight {
                leaveOut("CORS preflights")
            } else if !takesAll, sample.isOfPage {
                leaveOut("pages, scripts, images and fonts")
            } else {
                candidates.append(index)
            }
        }
        let main = Self.mainOrigin(candidates.lazy.map { prepared[$0] })
        var byOrigin: [String?: [Int]] = [:]
        var originOrder: [String?] = []
        for index in candidates {
            let sample = prepared[index].sample
            let origin = sample.url.origin ?? main
            if !servers.isEmpty, !servers.contains(where: { sample.url.begins(with: $0) }) {
                leaveOut("other servers than \(servers.joined(separator: ", "))")
                continue
            }
            if servers.isEmpty, sample.isRecorded, origin != main {
                leaveOut("other servers than \(main ?? "")")
                continue
            }
            if byOrigin[origin] == nil { originOrder.append(origin) }
            byOrigin[origin, default: []].append(index)
        }
        let first = originOrder.contains(main) ? main : originOrder.first ?? nil
        let sorted = originOrder.filter { $0 == first } + originOrder.filter { $0 != first }
        origins = sorted.map { ($0, byOrigin[$0] ?? []) }
        leftOut = order.map { ($0, counts[$0] ?? 0) }
    }

    /// The origin with most JSON responses, or else with most requests.
    private static func mainOrigin(_ samples: some Sequence<PreparedSample>) -> String? {
        var counts: [String: (json: Int, all: Int)] = [:]
        for prepared in samples {
            guard let origin = prepared.sample.url.origin else { continue }
            counts[origin, default: (0, 0)].all += 1
            if prepared.hasJSON { counts[origin, default: (0, 0)].json += 1 }
        }
        return counts.sorted { ($1.value.json, $1.value.all, $0.key) < ($0.value.json, $0.value.all, $1.key) }.first?
            .key
    }
}

extension RequestSample {
    /// Whether a program recorded everything that went over the wire.
    fileprivate var isRecorded: Bool { place.hasPrefix("/log/") }

    fileprivate var isPreflight: Bool {
        method == "OPTIONS" && headers?.contains { $0.name.lowercased() == "access-control-request-method" } == true
            || method == "CONNECT"
    }

    /// Whether the response is a web page or a part of one.
    fileprivate var isOfPage: Bool {
        guard isRecorded, method == "GET", let type = response?.header("content-type").flatMap({ MediaType($0) }) else {
            return false
        }
        if ["image", "font", "audio", "video"].contains(type.type) { return true }
        return [
            "html", "css", "javascript", "x-javascript", "ecmascript", "wasm", "x-font-woff", "font-woff",
            "manifest+json", "xhtml+xml",
        ]
        .contains(type.subtype)
    }
}

extension URLParts {
    /// Whether the URL is below another one.
    fileprivate func begins(with server: String) -> Bool {
        var server = server
        while server.hasSuffix("/") { server.removeLast() }
        let url =
            (origin ?? "")
            + path.map { segment in
                if case .literal(let text) = segment { "/" + text } else { "/{}" }
            }.joined()
        if url == server || url.hasPrefix(server + "/") { return true }
        // A host alone: `api.example.com`.
        guard !server.contains("://"), let origin, let scheme = origin.firstRange(of: "://") else { return false }
        return origin[scheme.upperBound...] == server.lowercased()
    }
}
