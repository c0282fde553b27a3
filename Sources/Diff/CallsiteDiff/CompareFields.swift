import CallsiteCore
import CallsiteSwift

// Fields of models and bodies, parameters, headers: by pairs, and what is only on one side.

/// The owner of some fields: a request, a body, a model or the headers of a response.
struct FieldOwner {
    enum Kind { case parameters, body, model, headers }
    var kind: Kind
    var subject: Change.Subject
    /// The subject of a sentence: `POST /orders`, `Order`.
    var label: String
    /// Its key in `renames:`, by the new description.
    var key: String
    /// The old declaration's path.
    var path: String
    var use: Use
    var oldPlace: SourceLocation
    var newPlace: SourceLocation
    /// The endpoints that it concerns, and the names of some.
    var endpoints = 0
    var someEndpoints: [String] = []
    /// Another change reports the changes of its declarations.
    var isDeclaredElsewhere = false

    /// No endpoint that both sides have uses it.
    var isUnused: Bool { use.isEmpty }
    /// An owner without any use counts as one of a response.
    var effectiveUse: Use { isUnused ? .response : use }
}

extension Comparer {
    mutating func compareFields(_ olds: [Contract.Field], _ news: [Contract.Field], _ owner: FieldOwner) {
        let matched = matching.fields(olds, news)
        for (a, b) in matched.pairs { compareField(a, b, owner) }
        for (a, b) in matched.renamed { reportRename(a, b, owner) }
        for field in matched.removed { reportRemoved(field, owner) }
        for field in matched.added { reportAdded(field, owner) }
    }

    private func ids(_ owner: FieldOwner) -> (sent: String, received: String) {
        switch owner.kind {
        case .parameters: ("parameter", "response-field")
        case .body: ("field", "response-field")
        case .model: (owner.use == .parameter ? "parameter" : "field", "response-field")
        case .headers: ("header", "header")
        }
    }

    private mutating func add(
        _ id: String, _ owner: FieldOwner, _ message: DiagnosticText, help: DiagnosticText? = nil,
        source: SourceVerdict, app: AppVerdict, _ a: Contract.Field?, _ b: Contract.Field?, before: String? = nil,
        after: String? = nil
    ) {
        var change =
            Change(
                id: id, subject: owner.subject, message: message, help: help, source: source,
                app: owner.isUnused ? .none : app, newPlace: b?.place ?? owner.newPlace,
                oldPlace: a?.place ?? owner.oldPlace, before: before, after: after, endpoints: owner.endpoints,
                someEndpoints: owner.someEndpoints,
                code: [.init(type: owner.path, member: (a ?? b)?.swiftName, isNew: a == nil)],
                key: owner.path + "." + ((a ?? b).map { $0.location.rawValue + " " + $0.wireName } ?? ""))
        // `Order: 'note' became optional` stands beside `Order: 'total' became optional`.
        let name = "'\((b ?? a)?.wireName ?? "")'" as DiagnosticText
        if let (start, end) = message.parts(around: name) {
            change.item = .init(before: start, name: (b ?? a)?.wireName ?? "", after: end)
        }
        report(change)
    }

    // MARK: - On one side only

    /// A server that doesn't know a parameter doesn't do what the app asks for.
    private func sent(_ a: Contract.Field?, _ b: Contract.Field?, _ owner: FieldOwner) -> AppVerdict {
        let isParameter = owner.kind == .parameters || owner.use == .parameter
        let (app, server) = sides(a, b)
        let isIgnored = isParameter && server == nil && app?.isReadOnly == false
        return max(sent(a, b), isIgnored ? .degraded : .none)
    }

    private mutating func reportAdded(_ field: Contract.Field, _ owner: FieldOwner) {
        let declared = owner.isDeclaredElsewhere ? nil : declarations.take(owner.path, field.swiftName, isNew: true)
        let isNeeded = field.presence.isNeeded
        let names = ids(owner)
        let sentID =
            field.location == .path
            ? "path-parameter-added" : names.sent + (isNeeded ? "-added-required" : "-added-optional")
        let receivedID = owner.kind == .headers ? "header-added" : names.received + "-added"
        let (id, verdict) = worst(
            owner.effectiveUse, sent: (sentID, sent(nil, field, owner)), received: (receivedID, received(nil, field)))
        var message: DiagnosticText
        if id == sentID, isNeeded, !field.isReadOnly {
            message = "\(owner.label) now requires '\(field.wireName)'"
            if verdict == .breaks, !owner.isUnused { message += "; apps already released don't send it" }
        } else {
            message = "\(owner.label) gains '\(field.wireName)'"
        }
        add(id, owner, message, source: declared?.verdict ?? .none, app: verdict, nil, field, after: declared?.after)
    }

    private mutating func reportRemoved(_ field: Contract.Field, _ owner: FieldOwner) {
        var declared = owner.isDeclaredElsewhere ? nil : declarations.take(owner.path, field.swiftName)
        // The last header takes their type with it.
        if declared == nil, owner.kind == .headers { declared = declarations.take(owner.path, "") }
        _ = takeInPlace(field.shape)
        let names = ids(owner)
        let wasNeeded = field.presence.isNeeded
        let receivedID =
            owner.kind == .headers
            ? (wasNeeded ? "header-removed-required" : "header-removed-optional")
            : (wasNeeded ? "response-field-removed-required" : "response-field-removed-optional")
        let (id, verdict) = worst(
            owner.effectiveUse, sent: (names.sent + "-removed", sent(field, nil, owner)),
            received: (receivedID, received(field, nil)))
        var message: DiagnosticText = "\(owner.label) loses '\(field.wireName)'"
        if id == receivedID, verdict == .breaks, !owner.isUnused { message += "; apps already released need it" }
        add(id, owner, message, source: declared?.verdict ?? .none, app: verdict, field, nil, before: declared?.before)
    }

    private mutating func reportRename(_ a: Contract.Field, _ b: Contract.Field, _ owner: FieldOwner) {
        var source = SourceVerdict.none
        var before: String?
        var after: String?
        if !owner.isDeclaredElsewhere {
            let gone = declarations.take(owner.path, a.swiftName)
            let come = a.swiftName == b.swiftName ? nil : declarations.take(owner.path, b.swiftName, isNew: true)
            source = max(gone?.verdict ?? .none, come?.verdict ?? .none)
            before = gone?.before
            after = come?.after ?? gone?.after
        }
        let names = ids(owner)
        var sentVerdict = max(sent(a, nil), sent(nil, b))
        if !sides(a, b).app.isReadOnly { sentVerdict = max(sentVerdict, .degraded) }
        if a.location == .path { sentVerdict = .none }
        let sentID = a.location == .path ? "path-parameter-renamed" : names.sent + "-renamed"
        let receivedID = owner.kind == .headers ? "header-renamed" : "response-field-renamed"
        let (id, verdict) = worst(
            owner.effectiveUse, sent: (sentID, sentVerdict),
            received: (receivedID, max(received(a, nil), received(nil, b))))
        add(
            id, owner, "\(owner.label): '\(a.wireName)' is now called '\(b.wireName)'",
            help: source == .breaks
                ? DiagnosticText.rename(b.renamesKey ?? owner.key + "." + b.wireName, to: a.swiftName).map {
                    "keep its Swift name with \($0) in callsite.yaml"
                }
                : nil, source: source,
            app: verdict,
            a, b, before: before, after: after)
    }

    // MARK: - On both sides

    struct Cause {
        var sentID: String
        var receivedID: String
        var sent = AppVerdict.none
        var received = AppVerdict.none
        var message: DiagnosticText
        /// It may explain a change of the declaration.
        var isDeclared = true
    }

    private mutating func compareField(_ a: Contract.Field, _ b: Contract.Field, _ owner: FieldOwner) {
        var causes: [Cause] = []
        let names = ids(owner)
        var what: DiagnosticText { "\(owner.label): '\(b.wireName)'" }
        func cause(
            _ sent: String, _ received: String, _ s: AppVerdict, _ r: AppVerdict, _ message: DiagnosticText,
            isDeclared: Bool = true
        ) {
            causes.append(
                .init(
                    sentID: sent, receivedID: received, sent: s, received: r, message: message, isDeclared: isDeclared))
        }
        if a.location != b.location {
            let isNeeded = sides(a, b).server.presence == .required
            cause(
                "parameter-moved", "parameter-moved", isNeeded ? .breaks : .degraded, .none,
                "\(what) moved from the \(a.location.rawValue) to the \(b.location.rawValue)", isDeclared: false)
        }
        if let change = typeCause(a, b, owner, names) { causes.append(change) }
        causes += presenceCauses(a, b, owner, names)
        causes += valueCauses(a, b, owner, names)
        if a.swiftName != b.swiftName {
            cause(
                "field-swift-name-changed", "field-swift-name-changed", .none, .none,
                "\(what) has another name in Swift")
        }
        if a.deprecation == nil, b.deprecation != nil {
            cause(
                owner.kind == .parameters ? "parameter-deprecated" : "field-deprecated", "response-deprecated", .none,
                .none,
                "\(what) is deprecated", isDeclared: false)
        }
        if a.documentation != b.documentation {
            let id = owner.kind == .parameters ? "parameter-description-changed" : "field-description-changed"
            cause(id, id, .none, .none, "\(what) is described in other words", isDeclared: false)
        }
        guard !causes.isEmpty else { return }
        var declared =
            owner.isDeclaredElsewhere || !causes.contains(where: \.isDeclared)
            ? nil : declarations.take(owner.path, a.swiftName)
        if a.swiftName != b.swiftName, declared != nil { _ = declarations.take(owner.path, b.swiftName, isNew: true) }
        if a.isReadOnly != b.isReadOnly || a.isWriteOnly != b.isWriteOnly, !owner.isDeclaredElsewhere,
            let come = declarations.take(owner.path, b.swiftName, isNew: true),
            (declared?.verdict ?? .none) < come.verdict
        {
            declared = come
        }
        if matching.typeChange(a.shape, b.shape) == .enumKind, let cases = takeEnum(a.shape),
            (declared?.verdict ?? .none) < cases.verdict
        {
            declared = cases
        }
        if matching.typeChange(a.shape, b.shape) != .none {
            let gone = isOnlyMoved(a.shape, b.shape) ? noteMove(a.shape, b.shape) : takeInPlace(a.shape)
            if let gone, (declared?.verdict ?? .none) < gone.verdict { declared = gone }
        }
        for cause in causes {
            let (id, verdict) = worst(
                owner.effectiveUse, sent: (cause.sentID, cause.sent), received: (cause.receivedID, cause.received))
            let own = cause.isDeclared ? declared : nil
            // The code compiles, and an absent field means another value.
            let least = id == "response-default-changed" ? SourceVerdict.silent : .none
            add(
                id, owner, cause.message, source: max(own?.verdict ?? .none, least), app: verdict, a, b,
                before: own?.before, after: own?.after)
            // The declaration's change is reported once.
            if cause.isDeclared { declared = nil }
        }
    }

    /// Takes all changes of an enum whose values are of another kind, and returns the worst.
    private mutating func takeEnum(_ shape: API.Shape) -> MemberChange? {
        switch old.api.resolvingAliases(shape) {
        case .list(let inner), .dictionary(let inner), .optional(let inner): return takeEnum(inner)
        case .named(let id, _):
            let path = old[id].swiftName
            let worst = declarations.left(of: path).map(\.change).max { $0.verdict < $1.verdict }
            declarations.takeAll(path)
            return worst
        default: return nil
        }
    }

    /// Takes a type in place that goes with the field that held it: that isn't a change of its own.
    mutating func takeInPlace(_ shape: API.Shape) -> MemberChange? {
        switch old.api.resolvingAliases(shape) {
        case .list(let inner), .dictionary(let inner), .optional(let inner): return takeInPlace(inner)
        case .named(let id, _) where old[id].owner != .api:
            let path = old[id].swiftName
            let change = declarations.take(path, "") ?? declarations.take(path, "(kind)")
            if change != nil { declarations.takeAll(path) }
            return change
        default: return nil
        }
    }

    /// A type in place that has a name of its own now, or the other way round: neither is gone or new.
    mutating func noteMove(_ a: API.Shape, _ b: API.Shape) -> MemberChange? {
        let gone = takeInPlace(a)
        switch (old.api.resolvingAliases(a), new.api.resolvingAliases(b)) {
        case (.list(let one), .list(let other)), (.dictionary(let one), .dictionary(let other)),
            (.optional(let one), .optional(let other)):
            return noteMove(one, other) ?? gone
        case (.named(let id, _), .named(let now, _)):
            if matching.types[id] == nil, old[id].owner == .api {
                movedFrom.insert(id)
                let change = declarations.take(old[id].swiftName, "")
                declarations.takeAll(old[id].swiftName)
                return change ?? gone
            }
            if new[now].owner == .api, !matching.matchedNewTypes.contains(now) { movedTo.insert(now) }
        default: break
        }
        return gone
    }
}
