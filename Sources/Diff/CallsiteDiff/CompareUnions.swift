import CallsiteCore
import CallsiteSwift

// Unions: how their alternatives are distinguished, and the alternatives themselves.

extension Comparer {
    private typealias Alternative = Contract.NamedType.Alternative

    mutating func compareUnion(
        _ a: Contract.NamedType.Union, _ b: Contract.NamedType.Union, _ owner: FieldOwner, _ pair: TypePair
    ) {
        let (matched, removed, added) = pairs.alternatives(a, b)
        compareDiscriminators(a, b, owner)
        /// The verdicts for an alternative that only one side has. Without tags, a reader of strings accepts a URL.
        func alone(_ alternative: Alternative, isNew: Bool) -> (sent: AppVerdict, received: AppVerdict) {
            let reader = isNew ? a : b
            func isAccepted(isSent: Bool) -> Bool {
                // Each alternative is compared with all others, so their number is limited.
                (added.count + removed.count) * reader.alternatives.count <= 1000 && reader.discriminator == nil
                    && takes(isNew ? pair.old : pair.new, alternative.shape, isNew: isNew, isSent: isSent)
            }
            return (
                isMissing(!isNew, isNew) && !isAccepted(isSent: true) ? .breaks : .none,
                isUnknown(!isNew, isNew) && !isAccepted(isSent: false) ? .degraded : .none
            )
        }
        for alternative in added.map({ b.alternatives[$0] }) {
            let verdicts = alone(alternative, isNew: true)
            let declared =
                owner.isDeclaredElsewhere ? nil : declarations.take(owner.path, alternative.swiftName, isNew: true)
            let isTag = a.discriminator != nil && alternative.tag != nil
            let isUnrecognized = owner.use.isReceived && verdicts.received != .none
            add(
                ("body-alternative-added", isTag ? "response-tag-added" : "response-alternative-added"), owner,
                "\(owner.label) may be '\(text(alternative))' too\(isUnrecognized ? "; apps already released see .unrecognized" : "")",
                verdicts, declared, nil, alternative, key: text(alternative))
        }
        for alternative in removed.map({ a.alternatives[$0] }) {
            let verdicts = alone(alternative, isNew: false)
            let removal = owner.isDeclaredElsewhere ? nil : takeInPlace(alternative.shape)
            let declared =
                owner.isDeclaredElsewhere ? nil : declarations.take(owner.path, alternative.swiftName) ?? removal
            add(
                ("body-alternative-removed", "response-alternative-removed"), owner,
                "\(owner.label) is never '\(text(alternative))' any more", verdicts, declared, alternative, nil,
                key: text(alternative))
        }
        // Without tags and marks, a value becomes the first alternative that it fits.
        let isOrdered = a.discriminator == nil && b.discriminator == nil
        let newOrder = matched.sorted { $0.0 < $1.0 }.filter { a.alternatives[$0.0].mark == nil }.map(\.1)
        if isOrdered, newOrder != newOrder.sorted() {
            add(
                ("alternatives-reordered", "alternatives-reordered"), owner,
                "\(owner.label): a value that fits several alternatives is the first of another order now",
                key: "order")
        }
        let haveTags = a.discriminator != nil && b.discriminator != nil
        for (index, other) in matched {
            compareMarks(a.alternatives[index], b.alternatives[other], owner, haveTags: haveTags)
            compareAlternative(a.alternatives[index], b.alternatives[other], owner)
        }
    }

    private func text(_ alternative: Alternative) -> String { alternative.tag ?? alternative.swiftName }

    private mutating func add(
        _ ids: (sent: String, received: String), _ owner: FieldOwner, _ message: DiagnosticText,
        _ verdicts: (sent: AppVerdict, received: AppVerdict) = (.none, .none), _ declared: MemberChange? = nil,
        _ a: Alternative? = nil, _ b: Alternative? = nil, key: String
    ) {
        let (id, verdict) = worst(
            owner.effectiveUse, sent: (ids.sent, verdicts.sent),
            received: (ids.received, verdicts.received))
        report(
            id, owner.uncountedPart.at(a?.place, b?.place), message, declared, app: owner.isUnused ? .none : verdict,
            key: owner.path + "." + key)
    }

    private mutating func compareDiscriminators(
        _ a: Contract.NamedType.Union, _ b: Contract.NamedType.Union, _ owner: FieldOwner
    ) {
        guard a.discriminator != b.discriminator else { return }
        let id =
            a.discriminator == nil
            ? "discriminator-added"
            : b.discriminator == nil ? "discriminator-removed" : "discriminator-property-changed"
        func text(_ union: Contract.NamedType.Union) -> DiagnosticText {
            union.discriminator.map { "'\($0)'" } ?? "what it holds"
        }
        let (ofApp, ofServer) = sides(a.discriminator, b.discriminator)
        add(
            (id, "response-" + id), owner, "\(owner.label) is told apart by \(text(b)) now, was by \(text(a))",
            // A server that recognises alternatives by their content accepts a tag as well.
            (ofServer == nil ? .none : .breaks, ofApp == nil ? .none : .degraded), key: "discriminator")
    }

    /// Compares the values by which an alternative is recognised.
    private mutating func compareMarks(_ one: Alternative, _ now: Alternative, _ owner: FieldOwner, haveTags: Bool) {
        if one.tag != now.tag, haveTags {
            add(
                ("discriminator-mapping-changed", "response-tag-changed"), owner,
                "\(owner.label): the tag of '\(now.swiftName)' is '\(now.tag ?? "")' now, was '\(one.tag ?? "")'",
                (.breaks, .degraded), nil, one, now, key: text(one))
        }
        if let (field, was) = one.mark, let (other, value) = now.mark, field != other || was != value {
            add(
                ("discriminator-mapping-changed", "response-tag-changed"), owner,
                "\(owner.label): '\(now.swiftName)' is known by '\(other)' being '\(value)' now, was by '\(field)' being '\(was)'",
                (.none, .degraded), nil, one, now, key: was)
        }
        if one.isDefault != now.isDefault {
            add(
                ("discriminator-mapping-changed", "response-default-mapping-set"), owner,
                "\(owner.label): '\(now.swiftName)' \(now.isDefault ? "stands for every other tag now" : "stands for other tags no more")",
                (.none, .none), nil, one, now, key: "default")
        }
    }

    /// Compares the case of an alternative in Swift, and its type.
    private mutating func compareAlternative(_ one: Alternative, _ now: Alternative, _ owner: FieldOwner) {
        if one.swiftName != now.swiftName {
            var declared = owner.isDeclaredElsewhere ? nil : declarations.take(owner.path, one.swiftName)
            _ = declarations.take(owner.path, now.swiftName, isNew: true)
            // A type in place has its case's name.
            if !owner.isDeclaredElsewhere { declared = declared ?? takeInPlace(one.shape) }
            if !owner.isDeclaredElsewhere { _ = takeInPlace(one.shape) }
            add(
                ("body-alternative-renamed", "response-alternative-renamed"), owner,
                "\(owner.label): the case .\(one.swiftName) is .\(now.swiftName) now", (.none, .none), declared, one,
                now, key: one.swiftName)
        } else if matching.typeChange(one.shape, now.shape) != .none {
            let declared = owner.isDeclaredElsewhere ? nil : declarations.take(owner.path, one.swiftName)
            let verdicts = (
                sent: sent(one.shape, now.shape), received: min(received(one.shape, now.shape), .degraded)
            )
            // A type that kept its name but changed its kind is reported under its name.
            let worst = max(
                owner.use.isSent ? verdicts.sent : .none,
                owner.use.isSent && !owner.use.isReceived ? .none : verdicts.received)
            if old.text(one.shape) == new.text(now.shape), declared == nil, worst == .none { return }
            add(
                ("body-alternative-changed", "response-alternative-changed"), owner,
                "\(owner.label): the case .\(one.swiftName) holds \(new.text(now.shape)) now, was \(old.text(one.shape))",
                verdicts, declared, one, now, key: one.swiftName)
        }
    }
}
