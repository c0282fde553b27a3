import CallsiteCore
import CallsiteSwift

// Endpoints: those that came and went, and what the rest send.

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
        let declared = declarations.take(endpoint.swiftName, "")
        declarations.takeAll(endpoint.swiftName)
        report(
            Change(
                id: "endpoint-removed", subject: .endpoint(endpoint.title),
                message:
                    "\(endpoint.title) is gone\(endpoint.deprecation == nil ? "" : ", which was deprecated")\(isServerOld ? "" : "; apps already released get 404")",
                source: declared?.verdict ?? .breaks, app: isMissing(true, false) ? .breaks : .none,
                newPlace: new.place,
                oldPlace: endpoint.place,
                before: declared?.before, endpoints: 1, someEndpoints: [endpoint.title], key: endpoint.title))
    }

    private mutating func reportAddedEndpoint(_ index: Int) {
        let endpoint = new.endpoints[index]
        report(
            Change(
                id: "endpoint-added", subject: .endpoint(endpoint.title), message: "\(endpoint.title) is new",
                app: isMissing(false, true) ? .breaks : .none, newPlace: endpoint.place, oldPlace: old.place,
                after: endpoint.declaration.map { new.declarations[$0].signature }, endpoints: 1,
                someEndpoints: [endpoint.title],
                key: endpoint.title))
    }

    private mutating func compareEndpoint(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        let title = b.title
        func add(
            _ id: String, _ message: DiagnosticText, help: DiagnosticText? = nil, _ source: MemberChange? = nil,
            _ app: AppVerdict = .none
        ) {
            report(
                Change(
                    id: id, subject: .endpoint(title), message: message, help: help, source: source?.verdict ?? .none,
                    app: app, newPlace: b.place, oldPlace: a.place, before: source?.before, after: source?.after,
                    endpoints: 1, someEndpoints: [title],
                    key: a.title + " " + a.name))
        }
        if a.method != b.method {
            add("method-changed", "\(a.swiftName): the method is \(b.method) now, was \(a.method)", nil, .breaks)
        }
        if Matching.withoutNames(a.path) != Matching.withoutNames(b.path), !isMovedPrefix(a, b) {
            let path = DiagnosticText.different(b.path, a.path)
            add("endpoint-moved", "\(a.swiftName): the path is '\(path.now)' now, was '\(path.was)'", nil, .breaks)
        }
        if a.swiftName != b.swiftName {
            let isReused = newPaths[a.swiftName] != nil
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
        if (a.baseURL ?? old.baseURL) != (b.baseURL ?? new.baseURL), a.baseURL != nil || b.baseURL != nil {
            let url = DiagnosticText.different(b.baseURL ?? new.baseURL, a.baseURL ?? old.baseURL)
            add("operation-server-changed", "\(title): the server is \(url.now) now, was \(url.was)")
        }
        if a.links != b.links {
            let lost = a.links.filter { !b.links.contains($0) }
            if let link = lost.first {
                add("deep-link-changed", "\(title): links like '\(path: link)' lead here no more")
            }
        }
        compareAuthentication(a, b)
        compareConstantHeaders(a, b)
        compareParameters(a, b)
        compareBodies(a, b)
        compareResponses(a, b)
        compareFailures(a, b)
        comparePaging(a, b)
    }

    /// Whether a prefix went from the server's URL to the path, or back: the URL as a whole is the same.
    func isMovedPrefix(_ a: Contract.Endpoint, _ b: Contract.Endpoint) -> Bool {
        a.path != b.path && Matching.url(old, a) == Matching.url(new, b)
    }

    /// Without `Request`.
    private func core(_ name: String) -> String { name.hasSuffix("Request") ? String(name.dropLast(7)) : name }

    func endpointOwner(
        _ kind: FieldOwner.Kind, _ a: Contract.Endpoint, _ b: Contract.Endpoint, _ use: Use
    ) -> FieldOwner {
        FieldOwner(
            kind: kind, subject: .endpoint(b.title), label: b.title, key: b.name,
            path: kind == .headers ? a.swiftName + ".ResponseHeaders" : a.swiftName,
            use: use, oldPlace: a.place, newPlace: b.place, endpoints: 1, someEndpoints: [b.title])
    }

    // MARK: - What is sent

    private mutating func compareParameters(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        compareFields(a.parameters, b.parameters, endpointOwner(.parameters, a, b, .parameter))
    }

    private mutating func compareConstantHeaders(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        // These two follow from the body and the response, and are reported with those.
        for change in constantHeaders(a.headers, b.headers) where !["content-type", "accept"].contains(change.key) {
            report(
                Change(
                    id: "constant-header-changed", subject: .endpoint(b.title),
                    message: "\(b.title) is sent with\(change.words) now", app: change.app, newPlace: b.place,
                    oldPlace: a.place, endpoints: 1, someEndpoints: [b.title], key: a.title + " " + change.name))
        }
    }

    /// The headers with one value that differ, by their names in lower case. A server wants those of its description.
    func constantHeaders(
        _ olds: [Contract.Header], _ news: [Contract.Header]
    ) -> [(key: String, name: String, words: DiagnosticText, app: AppVerdict)] {
        func values(_ headers: [Contract.Header]) -> [String: String] {
            Dictionary(headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
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

    private mutating func compareBodies(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        let owner = endpointOwner(.body, a, b, .body)
        func add(
            _ id: String, _ message: DiagnosticText, _ declared: [MemberChange?], _ app: AppVerdict,
            _ place: SourceLocation?, _ oldPlace: SourceLocation?
        ) {
            let changes = declared.compactMap(\.self)
            report(
                Change(
                    id: id, subject: owner.subject, message: message, source: changes.map(\.verdict).max() ?? .none,
                    app: app, newPlace: place ?? b.place, oldPlace: oldPlace ?? a.place,
                    before: changes.lazy.compactMap(\.before).first,
                    after: changes.lazy.compactMap(\.after).first, endpoints: 1, someEndpoints: [b.title],
                    key: a.title + " body"))
        }
        func takeAll(_ contract: Contract, _ body: Contract.Body, isNew: Bool) -> [MemberChange?] {
            switch body.content {
            case .fields(let fields): fields.map { declarations.take(owner.path, $0.swiftName, isNew: isNew) }
            case .whole: [declarations.take(owner.path, body.swiftName, isNew: isNew)]
            }
        }
        func isOptional(_ body: Contract.Body) -> Bool {
            switch body.content {
            case .fields(let fields): fields.allSatisfy { $0.presence != .required && $0.presence != .nullable }
            case .whole(_, let isOptional): isOptional
            }
        }
        // An app that may send no body meets a server that requires one.
        let (app, server) = sides(a.body, b.body)
        let isMissed = server?.isRequired == true && app.map { !$0.isRequired && isOptional($0) } ?? true
        switch (a.body, b.body) {
        case (nil, nil): break
        case (nil, let body?):
            let isOptional = isOptional(body) && !body.isRequired
            add(
                isOptional ? "body-added-optional" : "body-added-required",
                "\(b.title) \(isOptional ? "takes" : "now requires") a body",
                takeAll(new, body, isNew: true), isMissed ? .breaks : .none, body.place, nil)
        case (let body?, nil):
            add(
                "body-removed", "\(b.title) takes no body any more", takeAll(old, body, isNew: false),
                isMissed ? .breaks : .none, nil, body.place)
        case (let body?, let other?):
            if body.encoding != other.encoding {
                add(
                    "body-type-changed", "\(b.title): the body is sent as \(other.encoding) now, was \(body.encoding)",
                    [], .breaks,
                    other.place, body.place)
            }
            switch (body.content, other.content) {
            case (.fields(let fields), .fields(let others)):
                compareFields(fields, others, owner)
                // Otherwise fields that became required say it.
                if isMissed, isOptional(body), isOptional(other) {
                    add(
                        other.isRequired ? "body-became-required" : "body-became-optional",
                        other.isRequired
                            ? "\(b.title) now requires its body" : "\(b.title): the body may be left out now", [],
                        .breaks, other.place, body.place)
                }
            case (.whole(let shape, let wasOptional), .whole(let now, let isOptional)):
                let change = matching.typeChange(shape, now)
                let (tookNull, takesNull) = (isNullable(old, shape), isNullable(new, now))
                let isOther = change != .none || wasOptional != isOptional || tookNull != takesNull
                let declared = isOther ? declarations.take(owner.path, body.swiftName) : nil
                if change != .none {
                    let gone = isOnlyMoved(shape, now) ? noteMove(shape, now) : takeInPlace(shape)
                    let verdict = sent(shape, now)
                    // A type that kept its name but changed its kind is reported under its name.
                    let isTold = old.text(shape) == new.text(now) && declared == nil && gone == nil && verdict == .none
                    let id =
                        change == .becameUnion
                        ? "body-became-union"
                        : change == .schemaAdded
                            ? "body-schema-added"
                            : change == .schemaRemoved ? "body-schema-removed" : "body-kind-changed"
                    if !isTold {
                        add(
                            isHalf(shape, now)
                                ? "model-split"
                                : isOnlyMoved(shape, now) && change == .replaced ? "component-inlined" : id,
                            "\(b.title): the body is now \(new.text(now)), was \(old.text(shape))", [declared, gone],
                            verdict, other.place,
                            body.place)
                    }
                }
                if tookNull != takesNull, change == .none {
                    add(
                        takesNull ? "body-became-nullable" : "body-became-not-nullable",
                        "\(b.title): the body \(takesNull ? "may be" : "is never") null now",
                        wasOptional == isOptional ? [declared] : [],
                        isMissing(tookNull, takesNull) ? .breaks : .none, other.place, body.place)
                }
                if wasOptional != isOptional {
                    add(
                        isOptional ? "body-became-optional" : "body-became-required",
                        isOptional ? "\(b.title): the body may be left out now" : "\(b.title) now requires its body",
                        change == .none ? [declared] : [],
                        isMissing(wasOptional, isOptional) ? .breaks : .none, other.place, body.place)
                }
            default:
                // Its fields were arguments, and are in a model now; or the other way round.
                var fields = owner
                fields.isDeclaredElsewhere = true
                let declared = takeAll(old, body, isNew: false) + takeAll(new, other, isNew: true)
                guard let olds = old.fields(of: body), let news = new.fields(of: other) else {
                    let (wasAny, isAny) = (isAnything(old, body), isAnything(new, other))
                    add(
                        isAny ? "body-schema-removed" : wasAny ? "body-schema-added" : "body-kind-changed",
                        isAny ? "\(b.title): the body is any JSON now" : "\(b.title): the body is of another kind",
                        declared, sides(wasAny, isAny).server ? .none : .breaks, other.place, body.place)
                    return
                }
                let isWhole = if case .whole = other.content { true } else { false }
                add(
                    "component-inlined",
                    isWhole
                        ? "\(b.title): the body's fields are in a model now"
                        : "\(b.title): the body's fields are arguments of their own now",
                    declared, .none, other.place, body.place)
                compareFields(olds, news, fields)
            }
        }
    }

    private func isAnything(_ contract: Contract, _ body: Contract.Body) -> Bool {
        guard case .whole(let shape, _) = body.content else { return false }
        return Side(contract: contract, shape: shape).plain == .scalar(.json)
    }

    func isNullable(_ contract: Contract, _ shape: Contract.Shape) -> Bool {
        if case .optional = contract.resolvingAliases(shape) { true } else { false }
    }

    // MARK: - Affected endpoints

    /// For each change of a model that isn't harmless, sets the endpoints that lead to the model.
    mutating func countEndpoints() {
        var known: [Change.Subject: (Int, [String])] = [:]
        for index in changes.indices where changes[index].endpoints == 0 {
            guard case .model = changes[index].subject, changes[index].weight > .harmless else { continue }
            let subject = changes[index].subject
            if known[subject] == nil, case .model(let name) = subject {
                known[subject] = pairs.endpoints(of: topPairs[name] ?? []) ?? (0, [])
            }
            (changes[index].endpoints, changes[index].someEndpoints) = known[subject] ?? (0, [])
        }
    }
}
