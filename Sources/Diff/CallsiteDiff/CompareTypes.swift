import CallsiteCore
import CallsiteSwift

// Models, enums and unions, each pair once, with the uses of all endpoints that lead to it.

extension Comparer {
    mutating func compareTypes() {
        for pair in pairs.order { compareType(pair) }
        reportRemovedTypes()
        for index in matching.addedTypes { reportAddedType(index) }
        for (index, other) in matching.types.sorted(by: { $0.key < $1.key }) { compareNames(index, other) }
    }

    private mutating func compareType(_ pair: TypePair) {
        let (a, b) = (old.types[pair.old], new.types[pair.new])
        let owner = owner(of: pair, a, b)
        if a.documentation != b.documentation, a.owner == .api, !owner.isDeclaredElsewhere {
            report(
                Change(
                    id: "description-changed", subject: owner.subject,
                    message: "\(owner.label) is described in other words", newPlace: b.place, oldPlace: a.place,
                    key: owner.path + " description"))
        }
        switch (a.content, b.content) {
        case (.object(let fields), .object(let others)):
            compareFields(fields + missing(old, a, fields), others + missing(new, b, others), owner)
            compareRest(a, b, owner)
        case (.enumeration(let cases, let kind), .enumeration(let others, let otherKind)):
            if kind == otherKind { compareEnum(cases, others, owner, isText: kind == "texts") }
        case (.union(let union), .union(let other)): compareUnion(union, other, owner, pair)
        default: break
        }
    }

    /// The fields that only the other half of a schema has, which go the other way.
    private func missing(
        _ contract: Contract, _ type: Contract.NamedType, _ fields: [Contract.Field]
    ) -> [Contract.Field] {
        guard let other = type.counterpart, case .object(let others) = contract.types[other].content else { return [] }
        let names = Set(fields.map(\.wireName))
        return others.filter { !names.contains($0.wireName) && ($0.isReadOnly || $0.isWriteOnly) }
    }

    // MARK: - Owners

    private mutating func owner(of pair: TypePair, _ a: Contract.NamedType, _ b: Contract.NamedType) -> FieldOwner {
        let use = pairs.uses[pair] ?? []
        // A type that is compared only because it stands in another's place has both names in its label.
        let isSelf = a.owner != .api || matching.types[pair.old] == pair.new
        func name(_ contract: Contract, _ type: Contract.NamedType) -> String {
            type.isRead ? type.swiftName : type.counterpart.map { contract.types[$0].swiftName } ?? type.swiftName
        }
        let (was, now) = (name(old, a), name(new, b))
        let label = isSelf || was == now ? now : "\(now) in place of \(was)"
        var owner = FieldOwner(
            kind: .model, subject: subject(of: a), label: label, key: b.renamesKey, path: a.swiftName,
            use: use, oldPlace: a.place,
            newPlace: b.place)
        owner.isDeclaredElsewhere = !isSelf
        // The subject has other users than this pair.
        if !isSelf, let found = pairs.endpoints(of: [pair]) {
            (owner.endpoints, owner.someEndpoints) = (found.count, found.first)
        }
        return owner
    }

    private func subject(of type: Contract.NamedType) -> Change.Subject {
        var type = type
        while true {
            switch type.owner {
            case .api: return .model(type.name)
            case .type(let outer): type = old.types[outer]
            case .endpoint(let index): return .endpoint(old.endpoints[index].title)
            }
        }
    }

    // MARK: - Objects

    private mutating func compareRest(_ a: Contract.NamedType, _ b: Contract.NamedType, _ owner: FieldOwner) {
        func report(_ id: String, _ message: DiagnosticText, _ app: AppVerdict) {
            let name = ["otherFields", "furtherFields", "fieldsOfOtherNames"].first {
                declarations.found[.init(path: owner.path, member: $0)] != nil
            }
            let declared =
                declarations.take(owner.path, "otherFields") ?? declarations.take(
                    owner.path, "otherFields", isNew: true)
                ?? name.flatMap { declarations.take(owner.path, $0) }
            self.report(
                Change(
                    id: id, subject: owner.subject, message: message, source: declared?.verdict ?? .none,
                    app: owner.isUnused ? .none : app, newPlace: owner.newPlace, oldPlace: owner.oldPlace,
                    before: declared?.before, after: declared?.after,
                    key: owner.path + ".*"))
        }
        // In an OpenAPI document only `additionalProperties: false` refuses fields: `compareDocuments` sees it.
        let refused: AppVerdict =
            owner.use.isSent && !isOpenAPI && isMissing(a.rest != nil, b.rest != nil) ? .breaks : .none
        switch (a.rest, b.rest) {
        case (nil, nil): break
        case (nil, _?): report("fields-opened", "\(owner.label) may have fields of any other name now", refused)
        case (_?, nil): report("fields-closed", "\(owner.label) has no fields of other names any more", refused)
        case (let value?, let other?):
            guard matching.typeChange(value, other, isInside: true) != .none else { return }
            let (id, verdict) = worst(
                owner.use, sent: ("field-map-values-changed", sent(value, other)),
                received: ("response-map-values-changed", received(value, other)))
            report(
                id, "\(owner.label): fields of other names are now \(new.text(other)), were \(old.text(value))", verdict
            )
        }
    }

    // MARK: - Enums

    private mutating func compareEnum(
        _ cases: [Contract.NamedType.Case], _ others: [Contract.NamedType.Case], _ owner: FieldOwner, isText: Bool
    ) {
        let known = Dictionary(cases.map { ($0.wireValue, $0) }, uniquingKeysWith: { first, _ in first })
        let now = Dictionary(others.map { ($0.wireValue, $0) }, uniquingKeysWith: { first, _ in first })
        let added = others.filter { known[$0.wireValue] == nil }
        let removed = cases.filter { now[$0.wireValue] == nil }
        let prefix = owner.use == .parameter ? "parameter" : "field"
        // A value that one side sends and the other doesn't know.
        let (isUnknownToServer, isUnknownToApp) = sides(removed, added)
        let names = Set(others.map(\.swiftName))
        // A case that stands for another value now leaves one that is new.
        var gained: MemberChange?
        for value in cases {
            guard let other = now[value.wireValue], other.swiftName != value.swiftName else { continue }
            let declared = declarations.take(owner.path, value.swiftName)
            let come = declarations.take(owner.path, other.swiftName, isNew: true)
            // Its old name may be that of another value now: code that names it means that one.
            let isTaken = names.contains(value.swiftName)
            if declared == nil { gained = gained ?? come }
            report(
                Change(
                    id: added.isEmpty ? "enum-varnames-changed" : "enum-names-meet", subject: owner.subject,
                    message:
                        "\(owner.label): the case of '\(value.wireValue)' is .\(other.swiftName) now, was .\(value.swiftName)",
                    help: DiagnosticText.rename(owner.key + "." + value.wireValue, to: value.swiftName).map {
                        "keep it with \($0) in callsite.yaml"
                    },
                    source: declared?.verdict ?? (isTaken ? .silent : .none), newPlace: other.place,
                    oldPlace: value.place, before: "case \(value.swiftName)",
                    after: "case \(other.swiftName)", key: owner.path + "." + value.wireValue))
        }
        for (values, id) in [(added, "-enum-value-added"), (removed, "-enum-value-removed")] where !values.isEmpty {
            var source = SourceVerdict.none
            var declared: [MemberChange] = []
            for value in values {
                guard !owner.isDeclaredElsewhere,
                    let change = declarations.take(owner.path, value.swiftName, isNew: id.hasSuffix("added"))
                else { continue }
                source = max(source, change.verdict)
                declared.append(change)
            }
            let isAdded = id.hasSuffix("added")
            if isAdded, let change = gained {
                source = max(source, change.verdict)
                declared.append(change)
            }
            let sentVerdict: AppVerdict = values == isUnknownToServer ? .breaks : .none
            let receivedVerdict: AppVerdict = values == isUnknownToApp ? .degraded : .none
            let (found, verdict) = worst(
                owner.use.isEmpty ? .response : owner.use, sent: (prefix + id, sentVerdict),
                received: ("response" + id, receivedVerdict))
            let list = DiagnosticText.list(values.map(\.wireValue), "and")
            var message: DiagnosticText = "\(owner.label) \(isAdded ? "gains" : "loses") \(list)"
            // Nothing that is unused reaches an app.
            if !owner.isUnused, verdict == .degraded, isAdded {
                let quote: DiagnosticText = isText ? "\"" : ""
                message += "; apps already released see .unrecognized(\(quote)\(values[0].wireValue)\(quote))"
            }
            if verdict == .breaks, !owner.isUnused { message += isAdded ? "" : "; apps that send it are refused" }
            report(
                Change(
                    id: found, subject: owner.subject, message: message, source: source,
                    app: owner.isUnused ? .none : verdict, newPlace: isAdded ? values[0].place : owner.newPlace,
                    oldPlace: isAdded ? owner.oldPlace : values[0].place, before: declared.compactMap(\.before).first,
                    after: declared.compactMap(\.after).first,
                    code: values.map { .init(type: owner.path, member: $0.swiftName, isNew: isAdded) },
                    values: isAdded ? values.map(\.wireValue) : [],
                    key: owner.path + "." + values.map(\.wireValue).joined(separator: ",")))
        }
    }

    // MARK: - Unions

    private mutating func compareUnion(
        _ a: Contract.NamedType.Union, _ b: Contract.NamedType.Union, _ owner: FieldOwner, _ pair: TypePair
    ) {
        let (matched, removed, added) = pairs.alternatives(a, b)
        func text(_ alternative: Contract.NamedType.Alternative) -> String { alternative.tag ?? alternative.swiftName }
        func report(
            _ ids: (sent: String, received: String), _ message: DiagnosticText, _ s: AppVerdict, _ r: AppVerdict,
            _ declared: MemberChange?, _ oldPlace: SourceLocation?, _ newPlace: SourceLocation?, _ key: String
        ) {
            let (id, verdict) = worst(
                owner.use.isEmpty ? .response : owner.use, sent: (ids.sent, s), received: (ids.received, r))
            self.report(
                Change(
                    id: id, subject: owner.subject, message: message, source: declared?.verdict ?? .none,
                    app: owner.isUnused ? .none : verdict,
                    newPlace: newPlace ?? owner.newPlace, oldPlace: oldPlace ?? owner.oldPlace,
                    before: declared?.before,
                    after: declared?.after, key: owner.path + "." + key))
        }
        if a.discriminator != b.discriminator {
            let ids: (String, String) =
                a.discriminator == nil
                ? ("discriminator-added", "response-discriminator-added")
                : b.discriminator == nil
                    ? ("discriminator-removed", "response-discriminator-removed")
                    : ("discriminator-property-changed", "response-discriminator-property-changed")
            let (ofApp, ofServer) = sides(a.discriminator, b.discriminator)
            report(
                ids,
                "\(owner.label) is told apart by \(b.discriminator.map { "'\($0)'" as DiagnosticText } ?? "what it holds") now, was by \(a.discriminator.map { "'\($0)'" as DiagnosticText } ?? "what it holds")",
                // A server that recognises alternatives by their content accepts a tag as well.
                ofServer == nil ? .none : .breaks, ofApp == nil ? .none : .degraded, nil, nil, nil,
                "discriminator")
        }
        /// The verdicts for an alternative that only one side has. Without tags, a URL is a string to a reader of strings.
        func alone(_ shape: Contract.Shape, isNew: Bool) -> (sent: AppVerdict, received: AppVerdict) {
            let reader = isNew ? a : b
            func isTaken(isSent: Bool) -> Bool {
                // Each is looked for among all of the others.
                (added.count + removed.count) * reader.alternatives.count <= 1000 && reader.discriminator == nil
                    && takes(isNew ? pair.old : pair.new, shape, isNew: isNew, isSent: isSent)
            }
            return (
                isMissing(!isNew, isNew) && !isTaken(isSent: true) ? .breaks : .none,
                isUnknown(!isNew, isNew) && !isTaken(isSent: false) ? .degraded : .none
            )
        }
        for index in added {
            let alternative = b.alternatives[index]
            let verdicts = alone(alternative.shape, isNew: true)
            let declared =
                owner.isDeclaredElsewhere ? nil : declarations.take(owner.path, alternative.swiftName, isNew: true)
            report(
                a.discriminator != nil && alternative.tag != nil
                    ? ("body-alternative-added", "response-tag-added")
                    : ("body-alternative-added", "response-alternative-added"),
                "\(owner.label) may be '\(text(alternative))' too\(owner.use.isReceived && verdicts.received != .none ? "; apps already released see .unrecognized" : "")",
                verdicts.sent, verdicts.received, declared, nil,
                alternative.place,
                text(alternative))
        }
        for index in removed {
            let alternative = a.alternatives[index]
            let verdicts = alone(alternative.shape, isNew: false)
            let gone = owner.isDeclaredElsewhere ? nil : takeInPlace(alternative.shape)
            let declared =
                owner.isDeclaredElsewhere ? nil : declarations.take(owner.path, alternative.swiftName) ?? gone
            report(
                ("body-alternative-removed", "response-alternative-removed"),
                "\(owner.label) is never '\(text(alternative))' any more",
                verdicts.sent, verdicts.received, declared, alternative.place, nil,
                text(alternative))
        }
        // Without tags and marks, the first alternative that a value fits is the one.
        let isOrdered = a.discriminator == nil && b.discriminator == nil
        let kept = matched.sorted { $0.0 < $1.0 }.filter { a.alternatives[$0.0].mark == nil }.map(\.1)
        if isOrdered, kept != kept.sorted() {
            report(
                ("alternatives-reordered", "alternatives-reordered"),
                "\(owner.label): a value that fits several alternatives is the first of another order now", .none,
                .none, nil, nil, nil, "order")
        }
        for (index, other) in matched {
            let (one, now) = (a.alternatives[index], b.alternatives[other])
            if one.tag != now.tag, a.discriminator != nil, b.discriminator != nil {
                report(
                    ("discriminator-mapping-changed", "response-tag-changed"),
                    "\(owner.label): the tag of '\(now.swiftName)' is '\(now.tag ?? "")' now, was '\(one.tag ?? "")'",
                    .breaks, .degraded, nil,
                    one.place, now.place, one.tag ?? one.swiftName)
            }
            if let (field, was) = one.mark, let (other, value) = now.mark, field != other || was != value {
                report(
                    ("discriminator-mapping-changed", "response-tag-changed"),
                    "\(owner.label): '\(now.swiftName)' is known by '\(other)' being '\(value)' now, was by '\(field)' being '\(was)'",
                    .none,
                    .degraded, nil, one.place, now.place, was)
            }
            if one.isDefault != now.isDefault {
                report(
                    ("discriminator-mapping-changed", "response-default-mapping-set"),
                    "\(owner.label): '\(now.swiftName)' \(now.isDefault ? "stands for every other tag now" : "stands for other tags no more")",
                    .none, .none, nil, one.place, now.place, "default")
            }
            if one.swiftName != now.swiftName {
                var declared = owner.isDeclaredElsewhere ? nil : declarations.take(owner.path, one.swiftName)
                _ = declarations.take(owner.path, now.swiftName, isNew: true)
                // A type in place has its case's name.
                if !owner.isDeclaredElsewhere { declared = declared ?? takeInPlace(one.shape) }
                if !owner.isDeclaredElsewhere { _ = takeInPlace(one.shape) }
                report(
                    ("body-alternative-renamed", "response-alternative-renamed"),
                    "\(owner.label): the case .\(one.swiftName) is .\(now.swiftName) now", .none, .none, declared,
                    one.place, now.place,
                    one.swiftName)
            } else if matching.typeChange(one.shape, now.shape) != .none {
                let declared = owner.isDeclaredElsewhere ? nil : declarations.take(owner.path, one.swiftName)
                let (s, r) = (sent(one.shape, now.shape), min(received(one.shape, now.shape), .degraded))
                // A type that kept its name but changed its kind is reported under its name.
                let worst = max(owner.use.isSent ? s : .none, owner.use.isSent && !owner.use.isReceived ? .none : r)
                if old.text(one.shape) == new.text(now.shape), declared == nil, worst == .none { continue }
                report(
                    ("body-alternative-changed", "response-alternative-changed"),
                    "\(owner.label): the case .\(one.swiftName) holds \(new.text(now.shape)) now, was \(old.text(one.shape))",
                    s, r, declared, one.place, now.place,
                    one.swiftName)
            }
        }
    }

    // MARK: - Names of models

    private mutating func compareNames(_ index: Int, _ other: Int) {
        let (a, b) = (old.types[index], new.types[other])
        guard a.swiftName != b.swiftName || a.name != b.name else { return }
        let declared = a.swiftName == b.swiftName ? nil : declarations.take(a.swiftName, "")
        let isNameKept = a.name == b.name
        let isReused = a.swiftName != b.swiftName && newPaths[a.swiftName] != nil
        report(
            Change(
                id: isNameKept ? "component-name-meets" : isReused ? "component-name-reused" : "component-renamed",
                subject: .model(a.name),
                message: a.swiftName == b.swiftName
                    ? "the schema '\(a.name)' is called '\(b.name)' now"
                    : "\(a.swiftName) is called \(b.swiftName) now\(isReused ? ", and \(a.swiftName) is another model" : "")",
                help: declared == nil
                    ? nil
                    : DiagnosticText.rename(b.name, to: a.swiftName).map {
                        "keep the name with \($0) in callsite.yaml"
                    },
                source: declared?.verdict ?? .none, newPlace: b.place, oldPlace: a.place, before: declared?.before,
                after: declared?.after,
                key: a.name))
    }

    /// Models that went with the endpoints that used them are one change.
    private mutating func reportRemovedTypes() {
        let removed = matching.removedTypes.filter { !movedFrom.contains($0) }
        let usedStill = old.types(reachedFrom: matching.endpoints.map(\.old))
        let usedNoMore = old.types(reachedFrom: matching.removedEndpoints)
        let gone = removed.filter { usedNoMore.contains($0) && !usedStill.contains($0) }
        for index in removed where gone.count < 2 || !usedNoMore.contains(index) || usedStill.contains(index) {
            reportRemovedType(index)
        }
        guard gone.count > 1 else { return }
        var worst = SourceVerdict.none
        for index in gone {
            worst = max(worst, declarations.take(old.types[index].swiftName, "")?.verdict ?? .none)
            declarations.takeAll(old.types[index].swiftName)
        }
        let names = gone.map { old.types[$0].swiftName }
        report(
            Change(
                id: "component-unused-removed", subject: .api,
                message:
                    "\(gone.count) types are gone that only endpoints used which are gone too: \(DiagnosticText.list(names, "and"))",
                source: worst, newPlace: new.place, oldPlace: old.types[gone[0]].place,
                key: names.joined(separator: ",")))
    }

    private mutating func reportRemovedType(_ index: Int) {
        let type = old.types[index]
        let declared = declarations.take(type.swiftName, "")
        declarations.takeAll(type.swiftName)
        // The half that is sent goes with the requests that send it.
        let isSent = type.counterpart != nil && !type.isRead
        report(
            Change(
                id: isSent ? "model-joined" : "component-unused-removed", subject: .model(type.name),
                message: isSent
                    ? "\(type.swiftName) is gone: what is sent and what is read have one type"
                    : "\(type.swiftName) is gone",
                source: declared?.verdict ?? .none, newPlace: new.place, oldPlace: type.place, before: declared?.before,
                key: type.name))
    }

    private mutating func reportAddedType(_ index: Int) {
        let type = new.types[index]
        guard !movedTo.contains(index) else { return }
        let isSplit = type.counterpart != nil && !type.isRead
        report(
            Change(
                id: isSplit ? "model-split" : "component-added", subject: .model(type.name),
                message: isSplit
                    ? "\(type.swiftName) is new: what is sent of '\(type.name)' differs from what is read now"
                    : "\(type.swiftName) is new",
                newPlace: type.place, oldPlace: old.place, key: type.name))
    }
}
