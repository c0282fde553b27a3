import CallsiteCore
import CallsiteSwift

// Reports endpoints that were added or removed, and compares the requests of the others.

extension Comparer {
    mutating func compareAll() {
        compareAPI()
        for index in matching.removedEndpoints { reportRemovedEndpoint(index) }
        for index in matching.addedEndpoints { reportAddedEndpoint(index) }
        for pair in matching.endpoints { compareEndpoint(old.endpoints[pair.old], new.endpoints[pair.new]) }
        compareTypes()
        countEndpoints()
    }

    private mutating func reportRemovedEndpoint(_ index: Int) {
        let endpoint = old.endpoints[index]
        let before = declarations.take(endpoint.swiftName, "")
        declarations.takeAll(endpoint.swiftName)
        let part = ComparedPart(
            subject: .endpoint(endpoint.title), old: endpoint.place, new: new.place, endpoints: 1,
            someEndpoints: [endpoint.title])
        report(
            "endpoint-removed", part,
            "\(endpoint.title) is gone\(endpoint.deprecation == nil ? "" : ", which was deprecated")\(isServerOld ? "" : "; apps already released get 404")",
            MemberChange(verdict: before?.verdict ?? .breaks, before: before?.before),
            app: isMissing(true, false) ? .breaks : .none, key: endpoint.title)
    }

    private mutating func reportAddedEndpoint(_ index: Int) {
        let endpoint = new.endpoints[index]
        let part = ComparedPart(
            subject: .endpoint(endpoint.title), old: old.place, new: endpoint.place, endpoints: 1,
            someEndpoints: [endpoint.title])
        report(
            "endpoint-added", part, "\(endpoint.title) is new",
            MemberChange(verdict: .none, after: endpoint.declaration.map { new.declarations[$0].signature }),
            app: isMissing(false, true) ? .breaks : .none, key: endpoint.title)
    }

    private mutating func compareEndpoint(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        let title = b.title
        func add(
            _ id: String, _ message: DiagnosticText, help: DiagnosticText? = nil, _ declared: MemberChange? = nil,
            _ app: AppVerdict = .none
        ) {
            self.add(id, a, b, message, help: help, declared, app, key: a.name)
        }
        if a.method != b.method {
            add("method-changed", "\(a.swiftName): the method is \(b.method) now, was \(a.method)", nil, .breaks)
        }
        if Matching.withoutNames(a.path) != Matching.withoutNames(b.path), !isMovedPrefix(a, b) {
            let path = DiagnosticText.different(b.path, a.path)
            add("endpoint-moved", "\(a.swiftName): the path is '\(path.now)' now, was '\(path.was)'", nil, .breaks)
        }
        if a.swiftName != b.swiftName {
            let isReused = new.paths[a.swiftName] != nil
            add(
                a.name == b.name ? "operation-names-meet" : isReused ? "operation-name-reused" : "operation-id-changed",
                "\(a.swiftName) is called \(b.swiftName) now\(isReused ? ", and \(a.swiftName) is another request" : "")",
                help: DiagnosticText.rename(b.name, to: core(a.swiftName)).map {
                    "keep the name with \($0) in callsite.yaml"
                },
                declarations.take(a.swiftName, "")
            )
        }
        if a.deprecation == nil, b.deprecation != nil {
            add("endpoint-deprecated", "\(title) is deprecated", declarations.take(a.swiftName, "(deprecated)"))
        } else if a.deprecation != nil, b.deprecation == nil {
            add("endpoint-reactivated", "\(title) is no longer deprecated")
        }
        if a.tag != b.tag {
            add("tag-changed", "\(title): the tag is '\(b.tag ?? "none")' now, was '\(a.tag ?? "none")'")
        }
        if a.documentation != b.documentation { add("description-changed", "\(title) is described in other words") }
        if (a.baseURL ?? old.baseURL.template) != (b.baseURL ?? new.baseURL.template),
            a.baseURL != nil || b.baseURL != nil
        {
            let url = DiagnosticText.different(
                b.baseURL ?? new.baseURL.template, a.baseURL ?? old.baseURL.template)
            add("operation-server-changed", "\(title): the server is \(url.now) now, was \(url.was)")
        }
        let links = Set(b.links.map(\.template.text))
        if let link = a.links.map(\.template.text).first(where: { !links.contains($0) }) {
            add("deep-link-changed", "\(title): links like '\(path: link)' lead here no more")
        }
        compareAuthentication(a, b)
        compareConstantHeaders(a, b)
        compareParameters(a, b)
        compareBodies(a, b)
        compareResponses(a, b)
        compareFailures(a, b)
        comparePaging(a, b)
    }

    /// Reports a change of an endpoint.
    mutating func add(
        _ id: String, _ a: Contract.Endpoint, _ b: Contract.Endpoint, _ message: DiagnosticText,
        help: DiagnosticText? = nil, _ declared: MemberChange? = nil, _ app: AppVerdict = .none,
        at places: (old: SourceLocation?, new: SourceLocation?) = (nil, nil), key: String
    ) {
        report(
            id, part(a, b).at(places.old, places.new), message, help: help, declared, app: app,
            key: a.title + " " + key)
    }

    /// Whether a prefix went from the server's URL to the path, or back: the URL as a whole is the same.
    func isMovedPrefix(_ a: Contract.Endpoint, _ b: Contract.Endpoint) -> Bool {
        a.path != b.path && Matching.url(old, a) == Matching.url(new, b)
    }

    /// A name without the suffix `Request`.
    private func core(_ name: String) -> String { name.hasSuffix("Request") ? String(name.dropLast(7)) : name }

    func endpointOwner(
        _ kind: FieldOwner.Kind, _ a: Contract.Endpoint, _ b: Contract.Endpoint, _ use: Use
    ) -> FieldOwner {
        FieldOwner(
            kind: kind, part: part(a, b), label: b.title, key: b.name,
            path: kind == .headers ? a.swiftName + ".ResponseHeaders" : a.swiftName, use: use)
    }

    // MARK: - Requests

    private mutating func compareParameters(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        compareFields(a.parameters, b.parameters, endpointOwner(.parameters, a, b, .parameter))
    }

    private mutating func compareConstantHeaders(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        // These two follow from the body and the response, and are reported with those.
        for change in constantHeaders(a.headers, b.headers) where !["content-type", "accept"].contains(change.key) {
            add(
                "constant-header-changed", a, b, "\(b.title) is sent with\(change.words) now", nil, change.app,
                key: change.name)
        }
        if a.idempotencyKey?.lowercased() != b.idempotencyKey?.lowercased() {
            add(
                "constant-header-changed", a, b,
                "\(b.title) is sent with\(b.idempotencyKey.map { " a key in '\($0)'" } ?? "out an idempotency key") now",
                nil,
                sides(a.idempotencyKey, b.idempotencyKey).server == nil ? .none : .degraded, key: "idempotency key")
        }
    }

    /// The constant headers that differ, by their lowercased names. A server expects the headers of its description.
    func constantHeaders(
        _ olds: [Description.Header], _ news: [Description.Header]
    ) -> [(key: String, name: String, words: DiagnosticText, app: AppVerdict)] {
        func values(_ headers: [Description.Header]) -> [String: String] {
            Dictionary(firstOf: headers.map { ($0.name.lowercased(), $0.value) })
        }
        let (was, now) = (values(olds), values(news))
        let gone = olds.filter { now[$0.name.lowercased()] == nil }
        return (news + gone).compactMap { header in
            let key = header.name.lowercased()
            guard was[key] != now[key] else { return nil }
            return (
                key, header.name, now[key].map { " '\(header.name): \($0)'" } ?? "out '\(header.name)'",
                sides(was[key], now[key]).server == nil ? .none : .breaks
            )
        }
    }

    // MARK: - Affected endpoints

    /// For each change of a model that isn't harmless, sets the endpoints that lead to the model.
    mutating func countEndpoints() {
        var counts: [Change.Subject: (Int, [String])] = [:]
        for index in changes.indices where changes[index].endpoints == 0 {
            guard case .model = changes[index].subject, changes[index].weight > .harmless else { continue }
            let subject = changes[index].subject
            if counts[subject] == nil, case .model(let name) = subject {
                counts[subject] = pairs.endpoints(of: topPairs[name] ?? []) ?? (0, [])
            }
            (changes[index].endpoints, changes[index].someEndpoints) = counts[subject] ?? (0, [])
        }
    }
}
