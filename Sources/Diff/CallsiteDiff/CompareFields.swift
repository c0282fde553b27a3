import CallsiteCore
import CallsiteSwift

// Compares fields of models and bodies, parameters and headers: those on both sides, and those on one side only.

/// The owner of some fields: a request, a body, a model or the headers of a response.
struct FieldOwner {
    enum Kind { case parameters, body, model, headers }
    var kind: Kind
    var part: ComparedPart
    /// The subject of a sentence: `POST /orders`, `Order`.
    var label: String
    /// The owner's key in `renames:`, by the new description.
    var key: String
    /// The old declaration's path.
    var path: String
    var use: Use
    /// Whether another change reports the changes of the owner's declarations.
    var isDeclaredElsewhere = false

    /// For changes besides those of fields: the endpoints of all of the subject's users are counted later.
    var uncountedPart: ComparedPart { ComparedPart(subject: part.subject, old: part.old, new: part.new) }
    /// Whether no endpoint that both sides have uses the owner.
    var isUnused: Bool { use.isEmpty }
    /// An owner without any use counts as one of a response.
    var effectiveUse: Use { isUnused ? .response : use }
}

extension Comparer {
    mutating func compareFields(_ olds: [Contract.Field], _ news: [Contract.Field], _ owner: FieldOwner) {
        let matched = matching.fields(olds, news)
        for (a, b) in matched.pairs { compareField(a, b, owner) }
        for (a, b) in matched.renamed { reportRename(a, b, owner) }
        for field in matched.removed { reportLone(field, owner, isAdded: false) }
        for field in matched.added { reportLone(field, owner, isAdded: true) }
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
        _ declared: MemberChange?, app: AppVerdict, _ a: Contract.Field?, _ b: Contract.Field?
    ) {
        guard let original = a ?? b, let current = b ?? a else { return }
        report(
            id, owner.part.at(a?.place, b?.place), message, help: help, declared, app: owner.isUnused ? .none : app,
            code: [.init(type: owner.path, member: original.swiftName, isNew: a == nil)], item: current.wireName,
            key: owner.path + "." + original.location.rawValue + " " + original.wireName)
    }

    // MARK: - On one side only

    /// The effect on values that the app sends. A server ignores a parameter that it doesn't know.
    private func sent(_ a: Contract.Field?, _ b: Contract.Field?, _ owner: FieldOwner) -> AppVerdict {
        let isParameter = owner.kind == .parameters || owner.use == .parameter
        let (app, server) = sides(a, b)
        let isIgnored = isParameter && server == nil && app?.isReadOnly == false
        return max(sent(a, b), isIgnored ? .degraded : .none)
    }

    private mutating func reportLone(_ field: Contract.Field, _ owner: FieldOwner, isAdded: Bool) {
        var declared = owner.isDeclaredElsewhere ? nil : declarations.take(owner.path, field.swiftName, isNew: isAdded)
        if !isAdded {
            // Without its last header, the type of the headers is removed too.
            if declared == nil, owner.kind == .headers { declared = declarations.take(owner.path, "") }
            // A property of the same name belongs to another field.
            declared?.after = nil
            _ = takeInPlace(field.shape)
        }
        let (a, b) = isAdded ? (nil, field) : (field, nil)
        let names = ids(owner)
        let isNeeded = field.presence.isNeeded
        let need = isNeeded ? "-required" : "-optional"
        let sentID =
            !isAdded
            ? names.sent + "-removed"
            : field.location == .path ? "path-parameter-added" : names.sent + "-added" + need
        let receivedID = names.received + (isAdded ? "-added" : "-removed" + need)
        let (id, verdict) = worst(
            owner.effectiveUse, sent: (sentID, sent(a, b, owner)), received: (receivedID, received(a, b)))
        let breaksApps = verdict == .breaks && !owner.isUnused
        var message: DiagnosticText
        if !isAdded {
            message = "\(owner.label) loses '\(field.wireName)'"
            if id == receivedID, breaksApps { message += "; apps already released need it" }
        } else if id == sentID, isNeeded, !field.isReadOnly {
            message = "\(owner.label) now requires '\(field.wireName)'"
            if breaksApps { message += "; apps already released don't send it" }
        } else {
            message = "\(owner.label) gains '\(field.wireName)'"
        }
        add(id, owner, message, declared, app: verdict, a, b)
    }

    private mutating func reportRename(_ a: Contract.Field, _ b: Contract.Field, _ owner: FieldOwner) {
        var declared = MemberChange(verdict: .none)
        if !owner.isDeclaredElsewhere {
            let removal = declarations.take(owner.path, a.swiftName)
            let addition = a.swiftName == b.swiftName ? nil : declarations.take(owner.path, b.swiftName, isNew: true)
            declared = MemberChange(
                verdict: max(removal?.verdict ?? .none, addition?.verdict ?? .none), before: removal?.before,
                after: addition?.after ?? removal?.after)
        }
        let names = ids(owner)
        var sentVerdict = max(sent(a, nil), sent(nil, b))
        if !sides(a, b).app.isReadOnly { sentVerdict = max(sentVerdict, .degraded) }
        if a.location == .path { sentVerdict = .none }
        let sentID = a.location == .path ? "path-parameter-renamed" : names.sent + "-renamed"
        let (id, verdict) = worst(
            owner.effectiveUse, sent: (sentID, sentVerdict),
            received: (names.received + "-renamed", max(received(a, nil), received(nil, b))))
        let rename =
            declared.verdict == .breaks
            ? DiagnosticText.rename(b.renamesKey ?? owner.key + "." + b.wireName, to: a.swiftName) : nil
        add(
            id, owner, "\(owner.label): '\(a.wireName)' is now called '\(b.wireName)'",
            help: rename.map { "keep its Swift name with \($0) in callsite.yaml" }, declared, app: verdict, a, b)
    }

    // MARK: - On both sides

    struct Cause {
        var sentID: String
        var receivedID: String
        var sent = AppVerdict.none
        var received = AppVerdict.none
        var message: DiagnosticText
        /// Whether the cause may explain a change of the declaration.
        var isDeclared = true
    }

    private mutating func compareField(_ a: Contract.Field, _ b: Contract.Field, _ owner: FieldOwner) {
        var causes: [Cause] = []
        let names = ids(owner)
        var subject: DiagnosticText { "\(owner.label): '\(b.wireName)'" }
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
                "\(subject) moved from the \(a.location.rawValue) to the \(b.location.rawValue)", isDeclared: false)
        }
        if let change = typeCause(a, b, owner, names) { causes.append(change) }
        causes += presenceCauses(a, b, owner, names)
        causes += valueCauses(a, b, owner, names)
        if a.swiftName != b.swiftName {
            cause(
                "field-swift-name-changed", "field-swift-name-changed", .none, .none,
                "\(subject) has another name in Swift")
        }
        if a.deprecation == nil, b.deprecation != nil {
            cause(
                owner.kind == .parameters ? "parameter-deprecated" : "field-deprecated", "response-deprecated", .none,
                .none,
                "\(subject) is deprecated", isDeclared: false)
        }
        if a.documentation != b.documentation {
            let id = owner.kind == .parameters ? "parameter-description-changed" : "field-description-changed"
            cause(id, id, .none, .none, "\(subject) is described in other words", isDeclared: false)
        }
        guard !causes.isEmpty else { return }
        var declared =
            owner.isDeclaredElsewhere || !causes.contains(where: \.isDeclared)
            ? nil : declarations.take(owner.path, a.swiftName)
        if a.swiftName != b.swiftName, declared != nil { _ = declarations.take(owner.path, b.swiftName, isNew: true) }
        if a.isReadOnly != b.isReadOnly || a.isWriteOnly != b.isWriteOnly, !owner.isDeclaredElsewhere {
            declared.worsen(declarations.take(owner.path, b.swiftName, isNew: true))
        }
        let typeChange = matching.typeChange(a.shape, b.shape)
        if typeChange == .enumKind { declared.worsen(takeEnum(a.shape)) }
        if typeChange != .none { declared.worsen(takeReplaced(a.shape, b.shape)) }
        for cause in causes {
            let (id, verdict) = worst(
                owner.effectiveUse, sent: (cause.sentID, cause.sent), received: (cause.receivedID, cause.received))
            var own = cause.isDeclared ? declared : nil
            // The code compiles, and an absent field means another value.
            if id == "response-default-changed" {
                own = MemberChange(
                    verdict: max(own?.verdict ?? .none, .silent), before: own?.before, after: own?.after)
            }
            add(id, owner, cause.message, own, app: verdict, a, b)
            // The declaration's change is reported once.
            if cause.isDeclared { declared = nil }
        }
    }

    /// Takes all changes of an enum whose values are of another kind, and returns the worst.
    private mutating func takeEnum(_ shape: API.Shape) -> MemberChange? {
        guard let id = old.innermostType(shape) else { return nil }
        let path = old[id].swiftName
        defer { declarations.takeAll(path) }
        return declarations.left(of: path).map(\.change).worst
    }

    /// Takes the change of a value's old type, if the value has another type now.
    mutating func takeReplaced(_ a: API.Shape, _ b: API.Shape) -> MemberChange? {
        isOnlyMoved(a, b) ? noteMove(a, b) : takeInPlace(a)
    }

    /// Takes the removal of an inline type along with its field: the removal isn't a change of its own.
    mutating func takeInPlace(_ shape: API.Shape) -> MemberChange? {
        guard let id = old.innermostType(shape), old[id].owner != .api else { return nil }
        let path = old[id].swiftName
        let change = declarations.take(path, "") ?? declarations.take(path, "(kind)")
        if change != nil { declarations.takeAll(path) }
        return change
    }

    /// Notes that an inline type is a named type now, or the other way round: no type counts as removed or new.
    mutating func noteMove(_ a: API.Shape, _ b: API.Shape) -> MemberChange? {
        let removal = takeInPlace(a)
        switch (old.api.resolvingAliases(a), new.api.resolvingAliases(b)) {
        case (.list(let one), .list(let other)), (.dictionary(let one), .dictionary(let other)),
            (.optional(let one), .optional(let other)):
            return noteMove(one, other) ?? removal
        case (.named(let id, _), .named(let now, _)):
            if matching.types[id] == nil, old[id].owner == .api {
                movedFrom.insert(id)
                let change = declarations.take(old[id].swiftName, "")
                declarations.takeAll(old[id].swiftName)
                return change ?? removal
            }
            if new[now].owner == .api, !matching.matchedNewTypes.contains(now) { movedTo.insert(now) }
        default: break
        }
        return removal
    }
}
