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
        let headers = sample.headers ?? []
        if let authorization = headers.first(where: { $0.name.lowercased() == "authorization" }) {
            let scheme = authorization.value?.prefix { $0 != " " }.lowercased()
            switch scheme {
            case "basic": return .basic
            case "bearer": return .bearer
            // `Token abc`, `ApiKey abc`, or the key alone: the whole value is what the caller has.
            default: return authorization.value == nil ? .bearer : .header("Authorization")
            }
        }
        let keys = headers.filter { header in
            let name = header.name.lowercased()
            return PersonalData.secrets.isSecret(header: name)
                && !["cookie", "set-cookie", "proxy-authorization"].contains(name)
                && !name.hasPrefix("sec-") && !isForgeryToken(name)
        }
        if let key = keys.first { return .header(key.name) }
        if let key = sample.url.query.first(where: isSecret) {
            return .query(key.name)
        }
        return nil
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
