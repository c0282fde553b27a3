import CallsiteCore
import CallsiteSwift

// Changes that concern all endpoints: the name and the server of the API, authentication, failures, constant headers.

extension Comparer {
    private mutating func add(
        _ id: String, _ message: DiagnosticText, key: String, help: DiagnosticText? = nil,
        _ declared: MemberChange? = nil, app: AppVerdict = .none
    ) {
        var part = apiPart
        part.endpoints = new.endpoints.count
        report(id, part, message, help: help, declared, app: app, key: key)
    }

    mutating func compareAPI() {
        let path = old.declaration.map { old.declarations[$0].path } ?? ""
        if old.name != new.name {
            let declared = declarations.take(path, "")
            if let failure = old.declaration.flatMap({ old.declarations[$0].nested.first }) {
                _ = declarations.take(old.declarations[failure].path, "")
            }
            // The API's value and its OAuth 2 flows change with the protocol.
            for prefix in ["API.", "OAuth2Flow."] { _ = takeMembers(path, prefix) }
            add(
                "api-title-changed", "the API is called \(new.name) now, was \(old.name)",
                key: "name",
                help: "keep the name with '--name \(old.name)', or 'name: \(old.name)' in callsite.yaml", declared)
        }
        if old.documentation != new.documentation {
            add("description-changed", "the API is described in other words", key: "description")
        }
        if old.baseURL.template != new.baseURL.template {
            let isPrefix = matching.endpoints.contains { isMovedPrefix(old.endpoints[$0.old], new.endpoints[$0.new]) }
            let url = DiagnosticText.different(new.baseURL.template, old.baseURL.template)
            add(
                "default-server-changed",
                isPrefix
                    ? "the server is \(url.now) now, was \(url.was), and the paths have the difference; an app with a base URL of its own asks for other URLs"
                    : "the server is \(url.now) now, was \(url.was); apps already released go on asking the old one",
                key: "server")
        }
        compareVariables(path)
        let authentications = (old.authentication, new.authentication)
        if Self.unordered(authentications.0) != Self.unordered(authentications.1) {
            // Operations with their own authentication are compared separately.
            let users = matching.endpoints.count {
                old.endpoints[$0.old].authentication == nil && new.endpoints[$0.new].authentication == nil
            }
            var part = apiPart
            part.endpoints = users
            reportAuthentication(authentications.0, authentications.1, part, "the API", "API")
        }
        let declaredFailure = declarations.take(path, "(alias Failure)")
        compareFailures(
            ComparedFailures(
                old.errors, new.errors, path: old.name + "Failure", newPath: new.name + "Failure", title: "the API",
                apiPart,
                // Operations with their own errors are compared separately.
                isUsed: matching.endpoints.contains {
                    let (a, b) = (old.endpoints[$0.old], new.endpoints[$0.new])
                    let stated = [a.statedErrors, b.statedErrors, old.statedErrors, new.statedErrors]
                    return a.errors == nil && b.errors == nil && !stated.allSatisfy(\.isEmpty)
                }),
            declaredFailure)
        let flows = Set(new.flows)
        let removed = old.flows.filter { !flows.contains($0) }
        var declared = removed.isEmpty ? nil : takeMembers(path, "OAuth2Flow.")
        for flow in removed {
            add("oauth-flow-removed", "the OAuth 2 flow '\(flow)' is gone", key: "flow \(flow)", declared)
            declared = nil
        }
        for change in constantHeaders(old.headers, new.headers) {
            add(
                "constant-header-changed", "requests are sent with\(change.words) now", key: "header \(change.name)",
                app: change.app)
        }
    }

    /// Takes the members with this prefix, and returns the change of the last one.
    private mutating func takeMembers(_ path: String, _ prefix: String) -> MemberChange? {
        var last: MemberChange?
        for member in declarations.left(of: path) where member.key.member.hasPrefix(prefix) {
            last = declarations.take(path, member.key.member) ?? last
        }
        return last
    }

    private mutating func compareVariables(_ path: String) {
        let matched = matching.fields(old.variables, new.variables)
        var names = matched.removed.map(\.wireName) + matched.added.map(\.wireName)
        names += matched.pairs.filter {
            $0.defaultText != $1.defaultText || matching.typeChange($0.shape, $1.shape) != .none
        }.map(
            \.0.wireName)
        guard !names.isEmpty else { return }
        let labels =
            (matched.removed + matched.pairs.map(\.0)).map { ($0.swiftName, false) }
            + matched.added.map { ($0.swiftName, true) }
        let worst = labels.compactMap { declarations.take(path, $0, isNew: $1) }.worst
        add(
            "server-variable-changed", "the base URL's variables changed: \(DiagnosticText.list(names, "and"))",
            key: "variables",
            // The API's value became a function, or the other way round.
            takeMembers(path, "API.") ?? worst)
    }

    // MARK: - Authentication

    mutating func compareAuthentication(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        let (was, now) = (a.authentication ?? old.authentication, b.authentication ?? new.authentication)
        // Authentication of the whole API is reported once.
        guard Self.unordered(was) != Self.unordered(now), a.authentication != nil || b.authentication != nil else {
            return
        }
        let part = ComparedPart(subject: .endpoint(b.title), old: a.place, new: b.place, endpoints: 1)
        reportAuthentication(was, now, part, "\(b.title)", a.title)
    }

    private mutating func reportAuthentication(
        _ a: Description.Authentication?, _ b: Description.Authentication?, _ part: ComparedPart,
        _ title: DiagnosticText, _ key: String
    ) {
        let (oldWays, newWays) = (Self.ways(a), Self.ways(b))
        var id = "security-type-changed"
        var message: DiagnosticText = "\(title) takes \(Self.text(b)) now, was \(Self.text(a))"
        // Each way that an app may use must have all parts of some way that the server accepts.
        let (sent, accepted) = sides(oldWays, newWays)
        let isAccepted =
            accepted.isEmpty
            || (!sent.isEmpty
                && sent.allSatisfy { way in
                    accepted.contains { Set(Self.parts($0)).isSubset(of: Self.parts(way)) }
                })
        if oldWays.isEmpty, !newWays.isEmpty {
            (id, message) = ("security-first-added", "\(title) asks for \(Self.text(b)) now")
        } else if !oldWays.isEmpty, newWays.isEmpty {
            (id, message) = ("security-all-removed", "\(title) asks for no credential any more")
        } else if Set(oldWays).isSubset(of: newWays) {
            id = "security-alternative-added"
        } else if Set(newWays).isSubset(of: oldWays) {
            id = "security-alternative-removed"
        } else if oldWays.count == 1, newWays.count == 1,
            Set(Self.parts(oldWays[0])).isStrictSubset(of: Self.parts(newWays[0]))
        {
            (id, message) = ("security-joined", "\(title) asks for \(Self.text(b)) now, was \(Self.text(a)) alone")
        } else if oldWays.count == 1, newWays.count == 1, Self.isKey(oldWays[0]), Self.isKey(newWays[0]) {
            id = "security-key-moved"
        }
        report(
            id, part, message, app: isAccepted || part.endpoints == 0 ? .none : .breaks, key: key + " authentication")
    }

    /// The alternatives of which a caller uses one; empty: no credential is required.
    private static func ways(_ authentication: Description.Authentication?) -> [Description.Authentication] {
        switch authentication {
        case nil, .some(.none): []
        case .oneOf(let ways)?: ways.contains(.none) ? [] : ways
        case let way?: [way]
        }
    }

    /// The alternatives as sets: neither their order nor the order of their parts matters to a server.
    private static func unordered(_ authentication: Description.Authentication?) -> Set<Set<Description.Authentication>>
    {
        Set(ways(authentication).map { Set(parts($0)) })
    }

    private static func parts(_ way: Description.Authentication) -> [Description.Authentication] {
        if case .all(let parts) = way { parts } else { [way] }
    }

    private static func isKey(_ way: Description.Authentication) -> Bool {
        switch way {
        case .header, .query, .cookie: true
        case .none, .bearer, .basic, .all, .oneOf: false
        }
    }

    private static func text(_ authentication: Description.Authentication?) -> DiagnosticText {
        switch authentication {
        case nil, .some(.none): "no credential"
        case .bearer?: "a bearer token"
        case .basic?: "a user and a password"
        case .header(let name)?: "the header '\(name)'"
        case .query(let name)?: "the query item '\(name)'"
        case .cookie(let name)?: "the cookie '\(name)'"
        case .all(let parts)?: parts.map { text($0) }.joined(separator: " and ")
        case .oneOf(let parts)?: parts.map { text($0) }.joined(separator: ", or ")
        }
    }
}
