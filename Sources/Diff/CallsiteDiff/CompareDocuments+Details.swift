import CallsiteCore

// Parts of documents besides limits: constants that generated code doesn't set, null where Swift has no value for it,
// enum values in another order, statuses with the same kind of response, parameters that no request has, callbacks,
// parts of `allOf`, and the URLs of tokens.

extension DocumentWalk {
    // MARK: - Schemas

    mutating func compareConstants(_ a: Node, _ b: Node, isSent: Bool, _ place: Place, _ oldKey: Node?, _ newKey: Node?)
    {
        guard let one = old.follower.resolved(a), let other = new.follower.resolved(b) else { return }
        // An enum of one value is a constant.
        func constant(_ schema: Node) -> Node? {
            schema["const"] ?? schema["enum"]?.elements.flatMap { $0.count == 1 ? $0[0] : nil }
        }
        let (was, now) = (constant(one), constant(other))
        guard let text = was?.text ?? now?.text, was.map({ value in now.map { !isSame(value, $0) } ?? true }) ?? true
        else { return }
        add(
            isSent ? "field-const-changed" : "response-const-changed", place,
            "\(place.label) is \(now.map { "now the constant \($0.text ?? "…")" as DiagnosticText } ?? "no constant any more")\(was == nil ? "" : ", was \(was?.text ?? text)")",
            isSent && (isServerOld ? was : now) != nil ? .breaks : .none, oldKey ?? one, newKey ?? other,
            key: "constant")
    }

    /// Cases are named by their values.
    mutating func compareOrder(_ a: Node, _ b: Node, _ place: Place) {
        guard let values = a["enum"]?.elements?.map({ $0.text ?? "" }),
            let others = b["enum"]?.elements?.map({ $0.text ?? "" }),
            values != others, values.count == others.count, Set(values) == Set(others)
        else { return }
        add(
            "enum-values-reordered", place, "\(place.label): the values are in another order", .none, a, b, key: "order"
        )
    }

    /// Where Swift has no value for null: parameters, bodies and headers.
    mutating func compareNull(_ a: Node, _ b: Node, _ prefix: String, isSent: Bool, _ place: Place) {
        let (was, now) = (takesNull(a, &old), takesNull(b, &new))
        guard was != now else { return }
        add(
            prefix + (now ? "-became-nullable" : "-became-not-nullable"), place,
            "\(place.label) \(now ? "may be" : "is never") null now", .none, a, b, key: "null")
    }

    private func takesNull(_ schema: Node, _ document: inout Document) -> Bool {
        guard let schema = document.follower.resolved(schema) else { return false }
        if schema["nullable"]?.text == "true" || schema["x-nullable"]?.text == "true" { return true }
        if schema["type"]?.text == "null" || schema["type"]?.elements?.contains(where: { $0.text == "null" }) == true {
            return true
        }
        return ["oneOf", "anyOf"].contains { key in
            schema.value(forKey: key)?.elements?.contains { document.follower.resolved($0)?["type"]?.text == "null" }
                == true
        }
    }

    /// A parameter that no request has, such as one of a path that doesn't name it.
    mutating func compareUnused(_ a: Node, _ b: Node, _ place: Place) {
        guard let one = old.follower.resolved(a), let other = new.follower.resolved(b) else { return }
        func values(_ schema: Node) -> [String]? {
            (schema["enum"] ?? schema["x-extensible-enum"])?.elements?.map { $0.text ?? "" }
        }
        func report(_ id: String, _ message: DiagnosticText) {
            add(id, place, "\(message), which no request sends", .none, one, other, key: "unused")
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
                    one["x-extensible-enum"] == nil ? "parameter-enum-value-removed" : "extensible-enum-value-removed",
                    "\(place.label) loses \(DiagnosticText.list(removed, "and"))")
            }
        case (nil, nil):
            let (was, now) = (one["type"]?.text ?? "", other["type"]?.text ?? "")
            if was != now { report("parameter-type-changed", "\(place.label) is of type '\(now)' now, was '\(was)'") }
        }
    }

    // MARK: - Callbacks and parts

    /// Callbacks that came or went; their payloads are compared as models.
    mutating func compareCallbacks(_ a: Node, _ b: Node, _ place: Place) {
        let (olds, news) = (a["callbacks"]?.pairs ?? [], b["callbacks"]?.pairs ?? [])
        let (was, now) = (Set(olds.compactMap(\.key.text)), Set(news.compactMap(\.key.text)))
        for (key, _) in news {
            guard let name = key.text, !was.contains(name) else { continue }
            add(
                "callback-changed", place, "\(place.label) may call back: '\(name)' is new", .none, a, key,
                key: "callback \(name)")
        }
        for (key, _) in olds {
            guard let name = key.text, !now.contains(name) else { continue }
            add(
                "callback-changed", place, "\(place.label) never calls back '\(name)' any more", .none, key, b,
                key: "callback \(name)")
        }
    }

    /// Parts of `allOf` that came or went. Their fields are compared in the types that have them; restrictions that
    /// only a server checks are reported here.
    mutating func compareParts(_ a: Node, _ b: Node, _ pairs: [(Node, Node)], isSent: Bool, _ place: Place) {
        guard let olds = a["allOf"]?.elements, let news = b["allOf"]?.elements else { return }
        let (paired, pairedNow) = (Set(pairs.map(\.0.id)), Set(pairs.map(\.1.id)))
        var removed = olds.filter { !paired.contains($0.id) }.map {
            (node: $0, schema: old.follower.resolved($0) ?? $0)
        }
        var added = news.filter { !pairedNow.contains($0.id) }.map {
            (node: $0, schema: new.follower.resolved($0) ?? $0)
        }
        guard !removed.isEmpty || !added.isEmpty else { return }
        // A part that only gained or lost a name is the same part, so it isn't reported. After 50,000 steps, which
        // takes hundreds of parts, the rest is reported without this check.
        var steps = 50_000
        added.removeAll { part in
            guard let index = removed.firstIndex(where: { steps > 0 && isSame($0.schema, part.schema, &steps) }),
                steps > 0
            else {
                return false
            }
            removed.remove(at: index)
            return true
        }
        for (parts, isAdded) in [(added, true), (removed, false)] {
            for part in parts {
                let name =
                    part.node["$ref"]?.text?.split(separator: "/").last.map { "'\($0)'" as DiagnosticText }
                    ?? "a part without a name"
                // Fields are compared by themselves.
                let restricts = KeywordMeaning.names.contains { part.schema.value(forKey: $0) != nil }
                add(
                    (isSent ? "body" : "response") + (isAdded ? "-part-added" : "-part-removed"), place,
                    "\(place.label) is made of \(name) \(isAdded ? "too" : "no more")\(restricts ? ", which restricts what is valid" : "")",
                    isSent && restricts && isAdded != isServerOld ? .breaks : .none, isAdded ? a : part.node,
                    isAdded ? part.node : b,
                    key: "part \(name)")
            }
        }
    }

    // MARK: - Responses

    /// Released apps read every status of success.
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
                schema, newSchema, "header", isSent: false,
                Place(subject: place.subject, label: "\(place.label): the header '\(name)'"))
        }
    }

    // MARK: - Authentication

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
            var found: [String: String] = [:]
            let flows =
                scheme["flows"]?.pairs?.map { (flow: $0.key.text ?? "", node: $0.value) } ?? [(flow: "", node: scheme)]
            for (flow, node) in flows {
                for key in ["tokenUrl", "authorizationUrl", "refreshUrl", "openIdConnectUrl"] {
                    if let text = node.value(forKey: key)?.text { found[flow + " " + key] = text }
                }
            }
            return found
        }
        let known = Self.values(news)
        for (key, scheme) in olds.pairs ?? [] {
            guard let name = key.text, let now = known[name], !isSame(scheme, now) else { continue }
            guard names.contains(name) else {
                add(
                    "scheme-unused-changed", place, "the scheme '\(name)', which nothing asks for, is another one",
                    .none, key, now,
                    key: name)
                continue
            }
            let (was, others) = (addresses(scheme), addresses(now))
            let moved = was.filter { key, address in others[key].map { $0 != address } ?? false }
                .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            guard let first = moved.first else { continue }
            add(
                "oauth-url-changed", place,
                "the scheme '\(name)' gets tokens at '\(path: others[first.key] ?? "")' now, was '\(path: first.value)'; apps already released ask there",
                .breaks, key, now, key: name)
        }
    }
}
