import CallsiteCore
import CallsiteMockEngine
import CallsiteSamples

/// How requests were authenticated.
struct ObservedCredentials {
    /// How often each credential was seen. `.none` stands for requests that certainly had no credential.
    private(set) var counts: [Description.Authentication: Int] = [:]

    /// Requests without a key among their headers. Browsers leave out `Authorization` and `Cookie`.
    private var requestsWithoutKey = 0

    mutating func add(_ sample: RequestSample) {
        if let authentication = sample.authentication {
            counts[authentication, default: 0] += 1
            return
        }
        if let credential = Self.credential(sample) {
            counts[credential, default: 0] += 1
        } else if sample.hasCredentials, sample.headers != nil {
            counts[Description.Authentication.none, default: 0] += 1
        } else if sample.headers != nil {
            requestsWithoutKey += 1
        }
    }

    mutating func add(_ others: ObservedCredentials) {
        counts.merge(others.counts, uniquingKeysWith: +)
        requestsWithoutKey += others.requestsWithoutKey
    }

    private static func credential(_ sample: RequestSample) -> Description.Authentication? {
        let names = names(in: sample)
        var parts: [Description.Authentication] = names.headers.map { name in
            guard name.lowercased() == "authorization" else { return .header(name) }
            let value = sample.headers?.first { $0.name == name }?.value
            switch value?.prefix(while: { $0 != " " }).lowercased() {
            case "basic": return .basic
            case "bearer", nil: return .bearer
            // `Token abc`, `ApiKey abc`, or the key alone: the whole value is the credential.
            default: return .header("Authorization")
            }
        }
        parts += names.query.map { .query($0) }
        return parts.count > 1 ? .all(parts) : parts.first
    }

    /// The headers and query items of a request that are credentials together: `PLAID-CLIENT-ID` and `PLAID-SECRET`,
    /// `key` and `token`. Items of the query count only if no header
    /// is a credential.
    static func names(in sample: RequestSample) -> (headers: [String], query: [String]) {
        let names = (sample.headers ?? []).map(\.name)
        let keys = names.filter { name in
            let lower = name.lowercased()
            return PersonalData.secrets.isSecret(header: name)
                && !["cookie", "set-cookie", "proxy-authorization"].contains(lower)
                && !lower.hasPrefix("sec-") && !isForgeryToken(lower)
        }
        guard keys.isEmpty else {
            let owners = Set(keys.compactMap { headerWords($0).first })
            var seen: Set<String> = []
            let all = names.filter { keys.contains($0) || isCompanion($0, of: owners) }
            return (all.filter { seen.insert($0.lowercased()).inserted }, [])
        }
        var query: [String] = []
        for item in sample.url.query where isSecret(item) && !query.contains(item.name) {
            // A signature differs from request to request, so it is a parameter beside a key.
            if query.isEmpty || isKey(query[0]) && isKey(item.name) { query.append(item.name) }
        }
        return ([], query)
    }

    private static func headerWords(_ name: String) -> [String] {
        Words.split(name).map { $0.lowercased() }.filter { $0 != "x" }
    }

    /// Whether a header names the owner of a key that another header holds: `X-Algolia-Application-Id` beside
    /// `X-Algolia-API-Key`, `X-Auth-Email` beside `X-Auth-Key`.
    private static func isCompanion(_ name: String, of owners: Set<String>) -> Bool {
        let words = headerWords(name)
        guard let owner = words.first, owners.contains(owner), words.count > 1 else { return false }
        if words.last == "email" || words == ["client", "id"] { return true }
        return words.last == "id" && ["client", "application", "app", "key"].contains(words[words.count - 2])
    }

    private static func isKey(_ name: String) -> Bool {
        ["key", "token"].contains { name.lowercased().hasSuffix($0) }
    }

    /// Whether an item of a query is a credential. `close_existing_signature=true` is a choice.
    static func isSecret(_ item: RequestSample.Item) -> Bool {
        PersonalData.secrets.isSecret(field: item.name) && !["true", "false", "0", "1", ""].contains(item.value)
    }

    /// A token against forged requests doesn't authenticate the client.
    private static func isForgeryToken(_ name: String) -> Bool { name.contains("csrf") || name.contains("xsrf") }

    /// The credential of the API: the most frequent one, if half of all requests had it; nil: each endpoint says its
    /// own.
    var ofAPI: Description.Authentication? {
        guard let usual else { return nil }
        var all = counts.values.reduce(0, +)
        if case .header(let name) = usual, name.lowercased() != "authorization" { all += requestsWithoutKey }
        return (counts[usual] ?? 0) * 2 >= all ? usual : nil
    }

    /// The most frequent credential; nil: there was none.
    var usual: Description.Authentication? {
        counts.filter { $0.key != .none }.max { ($0.value, "\($1.key)") < ($1.value, "\($0.key)") }?.key
    }

    /// Whether some requests certainly had no credential, and no request had one.
    var isOpen: Bool { counts.keys.allSatisfy { $0 == .none } && !counts.isEmpty }
}
