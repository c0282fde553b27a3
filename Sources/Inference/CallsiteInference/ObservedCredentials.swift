import CallsiteCore
import CallsiteMockEngine
import CallsiteSamples

/// How requests were authenticated.
struct ObservedCredentials {
    /// How often each was seen. `.none` stands for requests that certainly had none.
    private(set) var counts: [Description.Authentication: Int] = [:]

    /// Requests whose headers are known, but for `Authorization` and `Cookie`, which browsers leave out.
    private var withoutKey = 0

    mutating func add(_ sample: RequestSample) {
        if let stated = sample.authentication {
            counts[stated, default: 0] += 1
            return
        }
        if let seen = Self.credential(sample) {
            counts[seen, default: 0] += 1
        } else if sample.hasCredentials, sample.headers != nil {
            counts[Description.Authentication.none, default: 0] += 1
        } else if sample.headers != nil {
            withoutKey += 1
        }
    }

    mutating func add(_ others: ObservedCredentials) {
        counts.merge(others.counts, uniquingKeysWith: +)
        withoutKey += others.withoutKey
    }

    private static func credential(_ sample: RequestSample) -> Description.Authentication? {
        let names = names(in: sample)
        var parts: [Description.Authentication] = names.headers.map { name in
            guard name.lowercased() == "authorization" else { return .header(name) }
            let value = sample.headers?.first { $0.name == name }?.value
            switch value?.prefix(while: { $0 != " " }).lowercased() {
            case "basic": return .basic
            case "bearer", nil: return .bearer
            // `Token abc`, `ApiKey abc`, or the key alone: the whole value is what the caller has.
            default: return .header("Authorization")
            }
        }
        parts += names.query.map { .query($0) }
        return parts.count > 1 ? .all(parts) : parts.first
    }

    /// The headers and query items of a request that are credentials together: `PLAID-CLIENT-ID` and `PLAID-SECRET`,
    /// `key` and `token`. Items of the query count where no header does.
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

    /// Whether a header says whose key another one of the same owner is: `X-Algolia-Application-Id` beside
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

    /// Tokens against forged requests prove nothing about who asks.
    private static func isForgeryToken(_ name: String) -> Bool { name.contains("csrf") || name.contains("xsrf") }

    /// The credential of the API: the one that was seen most, if half of all requests had it; nil: it is said by
    /// endpoint.
    var ofAPI: Description.Authentication? {
        guard let usual else { return nil }
        var all = counts.values.reduce(0, +)
        if case .header(let name) = usual, name.lowercased() != "authorization" { all += withoutKey }
        return (counts[usual] ?? 0) * 2 >= all ? usual : nil
    }

    /// The credential that was seen most; nil: none was.
    var usual: Description.Authentication? {
        counts.filter { $0.key != .none }.max { ($0.value, "\($1.key)") < ($1.value, "\($0.key)") }?.key
    }

    /// Requests that certainly had no credential, and no request had one.
    var isOpen: Bool { counts.keys.allSatisfy { $0 == .none } && !counts.isEmpty }
}
