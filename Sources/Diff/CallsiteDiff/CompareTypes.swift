import CallsiteCore
import CallsiteSwift

// Compares models, enums and unions: each pair once, with the uses of all endpoints that reach it.

extension Comparer {
    mutating func compareTypes() {
        for pair in pairs.order { compareType(pair) }
        reportRemovedTypes()
        for index in matching.addedTypes { reportAddedType(index) }
        for (index, other) in matching.types.sorted(by: { $0.key.index < $1.key.index }) { compareNames(index, other) }
    }

    private mutating func compareType(_ pair: TypePair) {
        let (a, b) = (old[pair.old], new[pair.new])
        let owner = owner(of: pair, a, b)
        if a.documentation != b.documentation, a.owner == .api, !owner.isDeclaredElsewhere {
            report(
                "description-changed", owner.uncountedPart, "\(owner.label) is described in other words",
                key: owner.path + " description")
        }
        switch (a.content, b.content) {
        case (.object(let fields), .object(let others)):
            compareFields(fields + missing(old, a, fields), others + missing(new, b, others), owner)
            compareRest(a, b, owner)
        case (.enumeration(let cases), .enumeration(let others)):
            if a.enumValues == b.enumValues { compareEnum(cases, others, owner, isText: a.enumValues == .texts) }
        case (.union(let union), .union(let other)): compareUnion(union, other, owner, pair)
        default: break
        }
    }

    /// The fields that only the counterpart has: read-only fields of a sent type, or write-only fields of a read one.
    private func missing(
        _ contract: Contract, _ type: Contract.NamedType, _ fields: [Contract.Field]
    ) -> [Contract.Field] {
        guard let other = type.counterpart, case .object(let others) = contract[other].content else { return [] }
        let names = Set(fields.map(\.wireName))
        return others.filter { !names.contains($0.wireName) && ($0.isReadOnly || $0.isWriteOnly) }
    }

    // MARK: - Owners

    private mutating func owner(of pair: TypePair, _ a: Contract.NamedType, _ b: Contract.NamedType) -> FieldOwner {
        let use = pairs.uses[pair] ?? []
        // A type that is compared only because it stands in another's place has both names in its label.
        let isSelf = a.owner != .api || matching.types[pair.old] == pair.new
        func name(_ contract: Contract, _ type: Contract.NamedType) -> String {
            type.isRead ? type.swiftName : type.counterpart.map { contract[$0].swiftName } ?? type.swiftName
        }
        let (was, now) = (name(old, a), name(new, b))
        let label = isSelf || was == now ? now : "\(now) in place of \(was)"
        var owner = FieldOwner(
            kind: .model, part: ComparedPart(subject: subject(of: a), old: a.place, new: b.place), label: label,
            key: b.renamesKey, path: a.swiftName, use: use)
        owner.isDeclaredElsewhere = !isSelf
        // The subject has other users than this pair.
        if !isSelf, let users = pairs.endpoints(of: [pair]) {
            (owner.part.endpoints, owner.part.someEndpoints) = (users.count, users.first)
        }
        return owner
    }

    private func subject(of type: Contract.NamedType) -> Change.Subject {
        var type = type
        while true {
            switch type.owner {
            case .api: return .model(type.name)
            case .type(let outer): type = old[outer]
            case .endpoint(let index): return .endpoint(old.endpoints[index].title)
            }
        }
    }

    // MARK: - Objects

    private mutating func compareRest(_ a: Contract.NamedType, _ b: Contract.NamedType, _ owner: FieldOwner) {
        func report(_ id: String, _ message: DiagnosticText, _ app: AppVerdict) {
            let name = ["otherFields", "furtherFields", "fieldsOfOtherNames"].first {
                declarations.changes[.init(path: owner.path, member: $0)] != nil
            }
            let declared =
                declarations.take(owner.path, "otherFields") ?? declarations.take(
                    owner.path, "otherFields", isNew: true)
                ?? name.flatMap { declarations.take(owner.path, $0) }
            self.report(
                id, owner.uncountedPart, message, declared, app: owner.isUnused ? .none : app, key: owner.path + ".*")
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
        _ cases: [Contract.Case<API.EnumCase>], _ others: [Contract.Case<API.EnumCase>], _ owner: FieldOwner,
        isText: Bool
    ) {
        let known = cases.byFirst(\.wireValue)
        let now = others.byFirst(\.wireValue)
        let added = others.filter { known[$0.wireValue] == nil }
        let removed = cases.filter { now[$0.wireValue] == nil }
        let names = Set(others.map(\.swiftName))
        // The new case of an old value whose case name now means another value.
        var gained: MemberChange?
        for value in cases {
            guard let other = now[value.wireValue], other.swiftName != value.swiftName else { continue }
            let declared = declarations.take(owner.path, value.swiftName)
            let newCase = declarations.take(owner.path, other.swiftName, isNew: true)
            // If the old name means another value now, code that uses it silently changes its meaning.
            let isReused = names.contains(value.swiftName)
            if declared == nil { gained = gained ?? newCase }
            report(
                added.isEmpty ? "enum-varnames-changed" : "enum-names-meet",
                owner.uncountedPart.at(value.place, other.place),
                "\(owner.label): the case of '\(value.wireValue)' is .\(other.swiftName) now, was .\(value.swiftName)",
                help: DiagnosticText.rename(owner.key + "." + value.wireValue, to: value.swiftName).map {
                    "keep it with \($0) in callsite.yaml"
                },
                MemberChange(
                    verdict: declared?.verdict ?? (isReused ? .silent : .none), before: "case \(value.swiftName)",
                    after: "case \(other.swiftName)"),
                key: owner.path + "." + value.wireValue)
        }
        if !added.isEmpty { reportCases(added, owner, isAdded: true, gained, isText: isText) }
        if !removed.isEmpty { reportCases(removed, owner, isAdded: false, nil, isText: isText) }
    }

    /// Reports the cases of an enum that only one side has.
    ///
    /// - Parameter gained: The change of a new case that stands for an old value.
    private mutating func reportCases(
        _ cases: [Contract.Case<API.EnumCase>], _ owner: FieldOwner, isAdded: Bool, _ gained: MemberChange?,
        isText: Bool
    ) {
        var declared: [MemberChange] = []
        if !owner.isDeclaredElsewhere {
            declared = cases.compactMap { declarations.take(owner.path, $0.swiftName, isNew: isAdded) }
        }
        if let gained { declared.append(gained) }
        // A value matters if one side sends it and the other doesn't know it.
        let suffix = isAdded ? "-enum-value-added" : "-enum-value-removed"
        let (id, verdict) = worst(
            owner.effectiveUse,
            sent: (
                (owner.use == .parameter ? "parameter" : "field") + suffix,
                isMissing(!isAdded, isAdded) ? .breaks : .none
            ),
            received: ("response" + suffix, isUnknown(!isAdded, isAdded) ? .degraded : .none))
        let values = cases.map(\.wireValue)
        var message: DiagnosticText =
            "\(owner.label) \(isAdded ? "gains" : "loses") \(DiagnosticText.list(values, "and"))"
        // Nothing that is unused reaches an app.
        if !owner.isUnused, verdict == .degraded, isAdded {
            let quote: DiagnosticText = isText ? "\"" : ""
            message += "; apps already released see .unrecognized(\(quote)\(values[0])\(quote))"
        }
        if !owner.isUnused, verdict == .breaks, !isAdded { message += "; apps that send it are refused" }
        report(
            id, isAdded ? owner.uncountedPart.at(nil, cases[0].place) : owner.uncountedPart.at(cases[0].place, nil),
            message, MemberChange(together: declared), app: owner.isUnused ? .none : verdict,
            code: cases.map { .init(type: owner.path, member: $0.swiftName, isNew: isAdded) },
            values: isAdded ? values : [], key: owner.path + "." + values.joined(separator: ","))
    }

    // MARK: - Names of models

    private mutating func compareNames(_ index: API.TypeID, _ other: API.TypeID) {
        let (a, b) = (old[index], new[other])
        guard a.swiftName != b.swiftName || a.name != b.name else { return }
        let declared = a.swiftName == b.swiftName ? nil : declarations.take(a.swiftName, "")
        let isNameKept = a.name == b.name
        let isReused = a.swiftName != b.swiftName && new.paths[a.swiftName] != nil
        let rename = declared == nil ? nil : DiagnosticText.rename(b.name, to: a.swiftName)
        report(
            isNameKept ? "component-name-meets" : isReused ? "component-name-reused" : "component-renamed",
            ComparedPart(subject: .model(a.name), old: a.place, new: b.place),
            a.swiftName == b.swiftName
                ? "the schema '\(a.name)' is called '\(b.name)' now"
                : "\(a.swiftName) is called \(b.swiftName) now\(isReused ? ", and \(a.swiftName) is another model" : "")",
            help: rename.map { "keep the name with \($0) in callsite.yaml" }, declared, key: a.name)
    }

    /// Reports removed models. Those that only removed endpoints used are reported as one change.
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
            worst = max(worst, declarations.take(old[index].swiftName, "")?.verdict ?? .none)
            declarations.takeAll(old[index].swiftName)
        }
        let names = gone.map { old[$0].swiftName }
        report(
            "component-unused-removed", apiPart.at(old[gone[0]].place, nil),
            "\(gone.count) types are gone that only endpoints used which are gone too: \(DiagnosticText.list(names, "and"))",
            MemberChange(verdict: worst), key: names.joined(separator: ","))
    }

    private mutating func reportRemovedType(_ index: API.TypeID) {
        let type = old[index]
        let before = declarations.take(type.swiftName, "")
        declarations.takeAll(type.swiftName)
        // A model may have had a type of its own in requests.
        let isSent = type.counterpart != nil && !type.isRead
        report(
            isSent ? "model-joined" : "component-unused-removed",
            ComparedPart(subject: .model(type.name), old: type.place, new: new.place),
            isSent
                ? "\(type.swiftName) is gone: what is sent and what is read have one type"
                : "\(type.swiftName) is gone",
            before.map { MemberChange(verdict: $0.verdict, before: $0.before) }, key: type.name)
    }

    private mutating func reportAddedType(_ index: API.TypeID) {
        let type = new[index]
        guard !movedTo.contains(index) else { return }
        let isSplit = type.counterpart != nil && !type.isRead
        report(
            isSplit ? "model-split" : "component-added",
            ComparedPart(subject: .model(type.name), old: old.place, new: type.place),
            isSplit
                ? "\(type.swiftName) is new: what is sent of '\(type.name)' differs from what is read now"
                : "\(type.swiftName) is new",
            key: type.name)
    }
}
