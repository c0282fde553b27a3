import CallsiteCore

// Parts of documents besides limits: constants that generated code doesn't set, null where Swift has no value for it,
// enum values in another order, statuses with the same kind of response, parameters that no request has, callbacks,
// parts of `allOf`, and the URLs of tokens.

extension DocumentWalk {
    // MARK: - Schemas

    mutating func compareConstants(
        _ a: [Node], _ b: [Node], isSent: Bool, _ place: Place, _ oldKey: Node? = nil, _ newKey: Node? = nil
    ) {
        let (was, now) = (old.parts(of: a).constant, new.parts(of: b).constant)
        guard let text = was?.text ?? now?.text, was.map({ value in now.map { !isSame(value, $0) } ?? true }) ?? true
        else { return }
        add(
            isSent ? "field-const-changed" : "response-const-changed", place,
            "\(place.label) is \(now.map { "now the constant \($0.text ?? "…")" as DiagnosticText } ?? "no constant any more")\(was == nil ? "" : ", was \(was?.text ?? text)")",
            isSent && sides(was, now).server != nil ? .breaks : .none, oldKey ?? a[0], newKey ?? b[0],
            key: "constant")
    }

    /// Cases are named by their values.
    mutating func compareOrder(_ a: SchemaParts, _ b: SchemaParts, _ place: Place) {
        func listed(_ schema: SchemaParts) -> [String]? {
            schema.first("enum")?.elements?.filter { !$0.isNull }.map { $0.text ?? "" }
        }
        guard let values = listed(a), let others = listed(b), values != others, values.count == others.count,
            Set(values) == Set(others)
        else { return }
        add(
            "enum-values-reordered", place, "\(place.label): the values are in another order", .none, a.nodes[0],
            b.nodes[0], key: "order"
        )
    }

    /// Compares whether null is allowed where Swift has no value for it: in parameters, bodies and headers.
    mutating func compareNull(_ a: Node, _ b: Node, _ prefix: String, _ place: Place) {
        let (was, now) = (takesNull(a, old), takesNull(b, new))
        guard was != now else { return }
        add(
            prefix + (now ? "-became-nullable" : "-became-not-nullable"), place,
            "\(place.label) \(now ? "may be" : "is never") null now", .none, a, b, key: "null")
    }

    private func takesNull(_ schema: Node, _ document: Document) -> Bool {
        let parts = document.parts(of: [schema])
        if parts.types?.contains("null") == true || parts.nodes.contains(where: SchemaParts.isNullable) { return true }
        return (parts.all("oneOf") + parts.all("anyOf")).contains { alternatives in
            alternatives.elements?.contains { document.follower.resolved($0).map(document.isNull) == true } == true
        }
    }

    /// Compares a parameter that no request sends, such as a path parameter without a placeholder in the path.
    mutating func compareUnused(_ a: Node, _ b: Node, _ place: Place) {
        let (one, other) = (old.parts(of: [a]), new.parts(of: [b]))
        func values(_ schema: SchemaParts) -> [String]? {
            (schema.first("enum") ?? schema.first("x-extensible-enum"))?.elements?.map { $0.text ?? "" }
        }
        func report(_ id: String, _ message: DiagnosticText) {
            add(
                id, place, "\(message), which no request sends", .none, one.nodes.first ?? a, other.nodes.first ?? b,
                key: "unused")
        }
        switch (values(one), values(other)) {
        case (nil, let now?):
            report("parameter-became-enum", "\(place.label) is one of \(DiagnosticText.list(now)) now")
        case (_?, nil): report("parameter-enum-opened", "\(place.label) is no enum any more")
        case (let was?, let now?):
            let (known, kept) = (Set(was), Set(now))
            let (added, removed) = (now.filter { !known.contains($0) }, was.filter { !kept.contains($0) })
            if !added.isEmpty {
                report("parameter-enum-value-added", "\(place.label) gains \(DiagnosticText.list(added, "and"))")
            }
            if !removed.isEmpty {
                report(
                    one.first("x-extensible-enum") == nil
                        ? "parameter-enum-value-removed" : "extensible-enum-value-removed",
                    "\(place.label) loses \(DiagnosticText.list(removed, "and"))")
            }
        case (nil, nil):
            let (was, now) = (one.first("type")?.text ?? "", other.first("type")?.text ?? "")
            if was != now { report("parameter-type-changed", "\(place.label) is of type '\(now)' now, was '\(was)'") }
        }
    }

    // MARK: - Callbacks and parts

    /// Reports callbacks that were added or removed; their payloads are compared as models.
    mutating func compareCallbacks(_ a: Node, _ b: Node, _ place: Place) {
        let (olds, news) = (a["callbacks"]?.pairs ?? [], b["callbacks"]?.pairs ?? [])
        let (was, now) = (Set(olds.compactMap(\.key.text)), Set(news.compactMap(\.key.text)))
        for (callbacks, others, isNew) in [(news, was, true), (olds, now, false)] {
            for (key, _) in callbacks {
                guard let name = key.text, !others.contains(name) else { continue }
                add(
                    "callback-changed", place,
                    isNew
                        ? "\(place.label) may call back: '\(name)' is new"
                        : "\(place.label) never calls back '\(name)' any more",
                    .none, isNew ? a : key, isNew ? key : b, key: "callback \(name)")
            }
        }
    }

    /// Reports parts of `allOf` that were added or removed. Their fields are compared in the types that have them, and
    /// their limits as limits of the whole schema.
    mutating func compareParts(_ a: Node, _ b: Node, isSent: Bool, _ place: Place) {
        guard let olds = a["allOf"]?.elements, let news = b["allOf"]?.elements else { return }
        let pairs = alternatives(olds, news)
        let (paired, pairedNow) = (Set(pairs.map(\.0.id)), Set(pairs.map(\.1.id)))
        var removed = olds.filter { !paired.contains($0.id) }.map { ($0, schema: old.follower.resolved($0) ?? $0) }
        var added = news.filter { !pairedNow.contains($0.id) }.map { ($0, schema: new.follower.resolved($0) ?? $0) }
        guard !removed.isEmpty || !added.isEmpty else { return }
        // A part that only gained or lost a name is the same part, so it isn't reported. After 50,000 steps, which
        // takes hundreds of parts, the rest is reported without this check.
        var steps = 50_000
        added.removeAll { part in
            guard let index = removed.firstIndex(where: { steps > 0 && isSame($0.schema, part.schema, &steps) }),
                steps > 0
            else { return false }
            removed.remove(at: index)
            return true
        }
        for (parts, isAdded) in [(added, true), (removed, false)] {
            for (node, schema) in parts {
                let name =
                    node["$ref"]?.text?.split(separator: "/").last.map { "'\($0)'" as DiagnosticText }
                    ?? "a part without a name"
                // Fields are compared by themselves.
                let restricts = KeywordMeaning.names.contains { schema.value(forKey: $0) != nil }
                add(
                    (isSent ? "body" : "response") + (isAdded ? "-part-added" : "-part-removed"), place,
                    "\(place.label) is made of \(name) \(isAdded ? "too" : "no more")\(restricts ? ", which restricts what is valid" : "")",
                    .none, isAdded ? a : node, isAdded ? node : b, key: "part \(name)")
            }
        }
    }

    // MARK: - Responses

    /// Compares success statuses with the same kind of response. Released apps read all of them alike.
    mutating func compareStatuses(
        _ a: Contract.Endpoint, _ b: Contract.Endpoint, _ olds: Node?, _ news: Node?, _ place: Place
    ) {
        guard a.response.cases.isEmpty, b.response.cases.isEmpty, a.response.statuses == b.response.statuses, let olds,
            let news
        else {
            return
        }
        let known = Set((olds.pairs ?? []).compactMap(\.key.text))
        let statuses = (news.pairs ?? []).compactMap(\.key.text).filter { $0.hasPrefix("2") }
        let added = statuses.filter { !known.contains($0) }
        let removed = known.subtracting(statuses).filter { $0.hasPrefix("2") }.sortedByBytes()
        if !removed.isEmpty, !statuses.isEmpty {
            return add(
                added.isEmpty ? "success-status-removed" : "success-status-replaced", place,
                added.isEmpty
                    ? "\(place.label) never answers with \(DiagnosticText.list(removed, "and")) any more"
                    : "\(place.label): the status of success is \(DiagnosticText.list(added, "and")) now, was \(DiagnosticText.list(removed, "and")), which is read alike",
                .none, olds, news, key: "statuses")
        }
        guard !added.isEmpty, added.count < statuses.count else { return }
        add(
            "success-status-added-same", place,
            "\(place.label) may answer with \(DiagnosticText.list(added, "and")) too, which is read alike",
            .none, olds, news, key: "statuses alike")
    }

    mutating func compareHeaders(_ a: Node, _ b: Node, _ place: Place) {
        guard let one = old.follower.resolved(a)?["headers"], let other = new.follower.resolved(b)?["headers"] else {
            return
        }
        let headers = Self.values(other)
        for (key, header) in one.pairs ?? [] {
            guard let name = key.text, let now = headers[name], let schema = old.follower.resolved(header)?["schema"],
                let newSchema = new.follower.resolved(now)?["schema"]
            else { continue }
            compareNull(
                schema, newSchema, "header",
                Place(subject: place.subject, label: "\(place.label): the header '\(name)'"))
        }
    }

    // MARK: - Authentication

    /// Compares the scopes that a scheme lists. The scopes that an operation needs are compared elsewhere.
    private mutating func compareScopes(_ name: String, _ a: Node, _ b: Node, _ place: Place, _ key: Node) {
        func scopes(_ scheme: Node) -> Set<String> {
            let flows = scheme["flows"]?.pairs?.map(\.value) ?? [scheme]
            return Set(flows.flatMap { $0["scopes"]?.pairs ?? [] }.compactMap(\.key.text))
        }
        let (was, now) = (scopes(a), scopes(b))
        guard was != now else { return }
        let (added, removed) = (now.subtracting(was).sortedByBytes(), was.subtracting(now).sortedByBytes())
        var words: [DiagnosticText] = []
        if !added.isEmpty { words.append("gains \(DiagnosticText.list(added, "and"))") }
        if !removed.isEmpty { words.append("loses \(DiagnosticText.list(removed, "and"))") }
        add(
            "scheme-scopes-changed", place,
            "the scopes of the scheme '\(name)' changed: it \(words.joined(separator: " and "))", .none, key, b,
            key: "scopes \(name)")
    }

    /// Security schemes that nothing uses, and the token URLs of those in use.
    mutating func compareSchemes(_ a: Node, _ b: Node, _ place: Place) {
        func schemes(_ root: Node) -> Node? { root["components"]?["securitySchemes"] ?? root["securityDefinitions"] }
        let names = old.usedSchemes.union(new.usedSchemes)
        for (root, other, isGone) in [(a, b, true), (b, a, false)] {
            let known = Self.values(schemes(other))
            for (key, _) in schemes(root)?.pairs ?? [] {
                guard let name = key.text, !names.contains(name), known[name] == nil else { continue }
                add(
                    "scheme-unused-changed", place,
                    "the scheme '\(name)', which nothing asks for, is \(isGone ? "gone" : "new")", .none,
                    isGone ? key : other, isGone ? other : key, key: name)
            }
        }
        guard let olds = schemes(a), let news = schemes(b) else { return }
        func addresses(_ scheme: Node) -> [String: String] {
            var urls: [String: String] = [:]
            let flows =
                scheme["flows"]?.pairs?.map { (flow: $0.key.text ?? "", node: $0.value) } ?? [(flow: "", node: scheme)]
            for (flow, node) in flows {
                for key in ["tokenUrl", "authorizationUrl", "refreshUrl", "openIdConnectUrl"] {
                    if let text = node.value(forKey: key)?.text { urls[flow + " " + key] = text }
                }
            }
            return urls
        }
        let known = Self.values(news)
        for (key, scheme) in olds.pairs ?? [] {
            guard let name = key.text, let now = known[name], !isSame(scheme, now) else { continue }
            compareScopes(name, scheme, now, place, key)
            guard names.contains(name) else {
                add(
                    "scheme-unused-changed", place, "the scheme '\(name)', which nothing asks for, is another one",
                    .none, key, now,
                    key: name)
                continue
            }
            let (was, others) = (addresses(scheme), addresses(now))
            let moved = was.filter { key, address in others[key].map { $0 != address } ?? false }
                .sorted { $0.key.precedes($1.key) }
            guard let first = moved.first else { continue }
            let url = DiagnosticText.different(others[first.key] ?? "", first.value)
            add(
                "oauth-url-changed", place,
                "the scheme '\(name)' gets tokens at '\(url.now)' now, was '\(url.was)'; apps already released ask there",
                .breaks, key, now, key: name)
        }
    }
}
