import CallsiteCore
import CallsiteSwift

// The bodies of requests: their presence, their encoding, and the type of a body that isn't written as fields.

extension Comparer {
    mutating func compareBodies(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        // The app may send no body, and the server requires one.
        let (app, server) = sides(a.body, b.body)
        let isMissed = server?.isRequired == true && app.map { !$0.isRequired && $0.isOptional } ?? true
        let missed: AppVerdict = isMissed ? .breaks : .none
        switch (a.body, b.body) {
        case (nil, nil): break
        case (nil, let body?):
            let isOptional = body.isOptional && !body.isRequired
            addBody(
                isOptional ? "body-added-optional" : "body-added-required", a, b,
                "\(b.title) \(isOptional ? "takes" : "now requires") a body", takeAll(body, a.swiftName, isNew: true),
                missed)
        case (let body?, nil):
            addBody(
                "body-removed", a, b, "\(b.title) takes no body any more", takeAll(body, a.swiftName, isNew: false),
                missed)
        case (let body?, let other?):
            if body.encodingText != other.encodingText {
                addBody(
                    "body-type-changed", a, b,
                    "\(b.title): the body is sent as \(other.encodingText) now, was \(body.encodingText)", [], .breaks)
            }
            switch (body.content, other.content) {
            case (.fields(let fields), .fields(let others)):
                compareFields(fields, others, endpointOwner(.body, a, b, .body))
                // Otherwise the fields that became required are reported.
                if isMissed, body.isOptional, other.isOptional { addPresence(a, b, isOptional: !other.isRequired) }
            case (.whole(let shape, let wasOptional), .whole(let now, let isOptional)):
                compareWhole(a, b, (shape, wasOptional), (now, isOptional))
            default: compareMoved(a, b, body, other)
            }
        }
    }

    private mutating func addBody(
        _ id: String, _ a: Contract.Endpoint, _ b: Contract.Endpoint, _ message: DiagnosticText,
        _ declared: [MemberChange?], _ app: AppVerdict
    ) {
        let all = MemberChange(together: declared.compactMap(\.self))
        add(id, a, b, message, all, app, at: (a.body?.place, b.body?.place), key: "body")
    }

    private mutating func addPresence(
        _ a: Contract.Endpoint, _ b: Contract.Endpoint, isOptional: Bool, _ declared: [MemberChange?] = [],
        _ app: AppVerdict = .breaks
    ) {
        addBody(
            isOptional ? "body-became-optional" : "body-became-required", a, b,
            isOptional ? "\(b.title): the body may be left out now" : "\(b.title) now requires its body", declared, app)
    }

    /// Takes the changes of the request's members that make up the body.
    private mutating func takeAll(_ body: Contract.Body, _ request: String, isNew: Bool) -> [MemberChange?] {
        switch body.content {
        case .fields(let fields): fields.map { declarations.take(request, $0.swiftName, isNew: isNew) }
        case .whole: [declarations.take(request, body.swiftName, isNew: isNew)]
        }
    }

    /// Compares two bodies that are a single value each.
    private mutating func compareWhole(
        _ a: Contract.Endpoint, _ b: Contract.Endpoint, _ before: (shape: API.Shape, isOptional: Bool),
        _ after: (shape: API.Shape, isOptional: Bool)
    ) {
        let (shape, now) = (before.shape, after.shape)
        let change = matching.typeChange(shape, now)
        let (tookNull, takesNull) = (isNullable(old, shape), isNullable(new, now))
        let isOther = change != .none || before.isOptional != after.isOptional || tookNull != takesNull
        let declared = isOther ? declarations.take(a.swiftName, a.body?.swiftName ?? "") : nil
        if change != .none {
            let gone = takeReplaced(shape, now)
            let verdict = sent(shape, now)
            // A type that kept its name but changed its kind is reported under its name.
            let isReported = old.text(shape) == new.text(now) && declared == nil && gone == nil && verdict == .none
            let id =
                switch change {
                case _ where isHalf(shape, now): "model-split"
                case .replaced where isOnlyMoved(shape, now): "component-inlined"
                case .becameUnion: "body-became-union"
                case .schemaAdded: "body-schema-added"
                case .schemaRemoved: "body-schema-removed"
                default: "body-kind-changed"
                }
            if !isReported {
                addBody(
                    id, a, b, "\(b.title): the body is now \(new.text(now)), was \(old.text(shape))", [declared, gone],
                    verdict)
            }
        }
        if tookNull != takesNull, change == .none {
            addBody(
                takesNull ? "body-became-nullable" : "body-became-not-nullable", a, b,
                "\(b.title): the body \(takesNull ? "may be" : "is never") null now",
                before.isOptional == after.isOptional ? [declared] : [],
                isMissing(tookNull, takesNull) ? .breaks : .none)
        }
        if before.isOptional != after.isOptional {
            addPresence(
                a, b, isOptional: after.isOptional, change == .none ? [declared] : [],
                isMissing(before.isOptional, after.isOptional) ? .breaks : .none)
        }
    }

    /// Compares bodies whose fields moved from arguments into a model, or the other way round.
    private mutating func compareMoved(
        _ a: Contract.Endpoint, _ b: Contract.Endpoint, _ body: Contract.Body, _ other: Contract.Body
    ) {
        let declared = takeAll(body, a.swiftName, isNew: false) + takeAll(other, a.swiftName, isNew: true)
        guard let fields = old.fields(of: body), let others = new.fields(of: other) else {
            let (wasAny, isAny) = (isAnything(old, body), isAnything(new, other))
            addBody(
                isAny ? "body-schema-removed" : wasAny ? "body-schema-added" : "body-kind-changed", a, b,
                isAny ? "\(b.title): the body is any JSON now" : "\(b.title): the body is of another kind", declared,
                sides(wasAny, isAny).server ? .none : .breaks)
            return
        }
        let isWhole = if case .whole = other.content { true } else { false }
        addBody(
            "component-inlined", a, b,
            isWhole
                ? "\(b.title): the body's fields are in a model now"
                : "\(b.title): the body's fields are arguments of their own now", declared, .none)
        var owner = endpointOwner(.body, a, b, .body)
        owner.isDeclaredElsewhere = true
        compareFields(fields, others, owner)
    }

    private func isAnything(_ contract: Contract, _ body: Contract.Body) -> Bool {
        guard case .whole(let shape, _) = body.content else { return false }
        return Side(contract: contract, shape: shape).plain == .scalar(.json)
    }

    func isNullable(_ contract: Contract, _ shape: API.Shape) -> Bool {
        if case .optional = contract.api.resolvingAliases(shape) { true } else { false }
    }
}

extension Contract.Body {
    /// Whether the body has no required field, or may be left out.
    fileprivate var isOptional: Bool {
        switch content {
        case .fields(let fields): fields.allSatisfy(\.presence.mayBeAbsent)
        case .whole(_, let isOptional): isOptional
        }
    }
}
