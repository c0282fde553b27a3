import CallsiteCore
import CallsiteSwift

// The causes of a change in a field that both sides have: its type, whether it may be absent or null, its default,
// whether it is read-only or write-only, its style.

extension Comparer {
    func typeCause(
        _ a: Contract.Field, _ b: Contract.Field, _ owner: FieldOwner, _ names: (sent: String, received: String)
    ) -> Cause? {
        let change = matching.typeChange(a.shape, b.shape)
        guard change != .none else { return nil }
        var (before, after) = (old.text(a.shape), new.text(b.shape))
        // One name that stands for another type now.
        if before == after {
            (before, after) = (old.text(old.api.resolvingAliases(a.shape)), new.text(new.api.resolvingAliases(b.shape)))
        }
        let isInline = isOnlyMoved(a.shape, b.shape)
        let message: DiagnosticText =
            before == after
            ? "\(owner.label): '\(b.wireName)' is of another kind now"
            : change == .replaced && isInline
                ? "\(owner.label): the type of '\(b.wireName)' is now \(after), was \(before)"
                : "\(owner.label): '\(b.wireName)' is now \(phrase(after)), was \(phrase(before))"
        let isParameter = names.sent == "parameter"
        var (sentID, receivedID) = TypeChange.ids(
            change, isParameter: isParameter, isHeader: owner.kind == .headers, isInline: isInline)
        if change == .replaced, isHalf(a.shape, b.shape) { (sentID, receivedID) = ("model-split", "model-split") }
        // One value is left of the enum.
        if change == .enumOpened, b.constantText != nil {
            (sentID, receivedID) = TypeChange.ids(
                .other, isParameter: isParameter, isHeader: owner.kind == .headers, isInline: isInline)
        }
        return Cause(
            sentID: sentID, receivedID: receivedID,
            sent: a.isReadOnly || b.isReadOnly || (owner.kind == .parameters && isText(a.shape, b.shape))
                || isCase(a, b, isSent: true)
                ? .none : sent(a.shape, b.shape),
            received: a.isWriteOnly || b.isWriteOnly
                || (owner.kind == .headers && isText(a.shape, b.shape, isSent: false)) || isCase(a, b, isSent: false)
                ? .none : received(a.shape, b.shape), message: message)
    }

    /// Whether the only value that is written is a case of the reader's enum.
    ///
    /// - Parameter isOnly: It must be the enum's only case.
    private func isCase(_ a: Contract.Field, _ b: Contract.Field, isSent: Bool, isOnly: Bool = false) -> Bool {
        let (app, server) = sides(a, b)
        let (writer, reader) = isSent ? (app, server) : (server, app)
        let contract = isSent ? sides(old, new).server : sides(old, new).app
        guard let value = writer.constantText,
            case .named(let id, _) = Side(contract: contract, shape: reader.shape).plain,
            case .enumeration(let cases) = contract[id].content, !isOnly || cases.count == 1
        else { return false }
        return cases.contains { value == $0.wireValue || value == SwiftStringLiteral($0.wireValue).text }
    }

    /// Whether a reader that takes any string takes what is written: in a URL or a header a number is a string too.
    private func isText(_ a: API.Shape, _ b: API.Shape, isSent: Bool = true) -> Bool {
        let (one, other) = (Side(contract: old, shape: a), Side(contract: new, shape: b))
        let (app, server) = sides(one, other)
        let (reader, writer) = isSent ? (server, app) : (app, server)
        func isScalar(_ side: Side) -> Bool {
            switch side.plain {
            case .scalar(let scalar): return scalar != .json && scalar != .void && scalar != .data
            case .named(let id, _):
                switch side.type(id).content {
                case .enumeration: return true
                case .union(let union): return union.alternatives.allSatisfy { isScalar(side.with($0.shape)) }
                case .object, .alias, .own, .date: return false
                }
            case .list, .dictionary, .optional, .typeParameter: return false
            }
        }
        return reader.plain == .scalar(.string) && isScalar(writer)
    }

    /// Whether one type is the half of the other's schema that is only sent.
    func isHalf(_ a: API.Shape, _ b: API.Shape) -> Bool {
        switch (old.api.resolvingAliases(a), new.api.resolvingAliases(b)) {
        case (.list(let one), .list(let other)), (.dictionary(let one), .dictionary(let other)),
            (.optional(let one), .optional(let other)):
            return isHalf(one, other)
        case (.named(let id, _), .named(let now, _)):
            if let other = new[now].counterpart { return matching.types[id] == other }
            return old[id].counterpart.flatMap { matching.types[$0] } == now
        default: return false
        }
    }

    private func phrase(_ type: String) -> DiagnosticText { "\(type)" }

    /// A schema that was written in place and has a name now, or the other way round.
    func isOnlyMoved(_ a: API.Shape, _ b: API.Shape) -> Bool {
        var (one, other) = (old.api.resolvingAliases(a), new.api.resolvingAliases(b))
        while true {
            switch (one, other) {
            case (.optional(let inner), _): one = old.api.resolvingAliases(inner)
            case (_, .optional(let inner)): other = new.api.resolvingAliases(inner)
            case (.list(let x), .list(let y)), (.dictionary(let x), .dictionary(let y)):
                (one, other) = (old.api.resolvingAliases(x), new.api.resolvingAliases(y))
            case (.named(let id, _), .named(let now, _)):
                return old[id].owner != .api || new[now].owner != .api
            default: return false
            }
        }
    }

    func presenceCauses(
        _ a: Contract.Field, _ b: Contract.Field, _ owner: FieldOwner, _ names: (sent: String, received: String)
    ) -> [Cause] {
        guard a.presence != b.presence || (a.defaultText == nil) != (b.defaultText == nil) else { return [] }
        let what: DiagnosticText = "\(owner.label): '\(b.wireName)'"
        let (sentVerdict, receivedVerdict) = (sent(a, b), received(a, b))
        var causes: [Cause] = []
        // The default decides what an absent field means. Whether the property is optional follows from it.
        if owner.use.isReceived, !owner.use.isSent, (a.defaultText == nil) != (b.defaultText == nil), !a.isConstant,
            !b.isConstant
        {
            let gained = b.defaultText != nil
            return [
                .init(
                    sentID: "", receivedID: gained ? "response-default-added" : "response-default-removed",
                    received: receivedVerdict,
                    message: gained
                        ? "\(what) is \(b.defaultText ?? "") where it is missing" : "\(what) has no default any more")
            ]
        }
        func add(_ sent: String, _ received: String, _ message: DiagnosticText) {
            // The verdicts cover absence and null together; the first cause carries them.
            let isFirst = causes.isEmpty
            causes.append(
                .init(
                    sentID: names.sent + sent, receivedID: received, sent: isFirst ? sentVerdict : .none,
                    received: isFirst ? receivedVerdict : .none, message: message, isDeclared: isFirst))
        }
        if a.presence.mayBeAbsent != b.presence.mayBeAbsent {
            if b.presence.mayBeAbsent {
                add("-became-optional", names.received + "-became-optional", "\(what) became optional")
            } else {
                add("-became-required", names.received + "-became-required", "\(what) became required")
            }
        }
        if a.presence.mayBeNull != b.presence.mayBeNull {
            if b.presence.mayBeNull {
                add(
                    "-became-nullable",
                    a.presence.mayBeAbsent ? "response-optional-became-nullable" : names.received + "-became-nullable",
                    "\(what) may be null now")
            } else {
                add("-became-not-nullable", names.received + "-became-not-nullable", "\(what) is never null now")
            }
        }
        if causes.isEmpty {
            let gained = b.defaultText != nil
            add(
                "-default-changed", gained ? "response-default-added" : "response-default-removed",
                gained ? "\(what) has a default now" : "\(what) has no default any more")
        }
        return causes
    }

    func valueCauses(
        _ a: Contract.Field, _ b: Contract.Field, _ owner: FieldOwner, _ names: (sent: String, received: String)
    ) -> [Cause] {
        var causes: [Cause] = []
        // Computed only where it is used: most fields have no cause.
        var what: DiagnosticText { "\(owner.label): '\(b.wireName)'" }
        let (value, now) = (a.constantText, b.constantText)
        let (ofApp, ofServer) = sides(value, now)
        if a.isConstant != b.isConstant || value != now {
            causes.append(
                .init(
                    sentID: "field-const-changed", receivedID: "response-const-changed",
                    // A constant with the same value that became optional is no break here; `presenceCauses` has the
                    // verdict.
                    sent: ofServer != nil && (sides(a, b).server.isConstant || ofApp != ofServer)
                        && !isCase(a, b, isSent: false, isOnly: true) ? .breaks : .none,
                    message:
                        "\(what) is now \(now == nil ? "no constant, was" : "the constant") \(now ?? value ?? a.defaultText ?? "")"
                )
            )
        } else if let value = a.defaultText, let now = b.defaultText, value != now {
            causes.append(
                .init(
                    sentID: owner.kind == .parameters || owner.kind == .body
                        ? "initialiser-default-changed" : "field-default-changed",
                    receivedID: "response-default-changed", message: "\(what) is \(now) unless said, was \(value)"))
        }
        if a.isReadOnly != b.isReadOnly {
            causes.append(
                .init(
                    sentID: b.isReadOnly ? "field-became-read-only" : "field-became-writable",
                    receivedID: "response-read-only-changed", sent: sent(a, b),
                    message: b.isReadOnly
                        ? "\(what) is sent no more: it became read-only" : "\(what) is no longer read-only"))
        }
        if a.isWriteOnly != b.isWriteOnly {
            causes.append(
                .init(
                    sentID: b.isWriteOnly ? "field-became-write-only" : "response-write-only-changed",
                    receivedID: b.isWriteOnly ? "response-became-write-only" : "response-write-only-changed",
                    received: received(a, b),
                    message: b.isWriteOnly
                        ? "\(what) comes in responses no more: it became write-only" : "\(what) is no longer write-only"
                )
            )
        }
        if a.style != b.style {
            causes.append(
                .init(
                    sentID: owner.kind != .parameters
                        ? "body-encoding-changed"
                        : a.isContent != b.isContent ? "parameter-content-changed" : "parameter-style-changed",
                    receivedID: "header-type-changed",
                    sent: .breaks,
                    message: "\(what) is written in another style\(b.style.isEmpty ? "" : ": \(b.style)")",
                    isDeclared: false))
        }
        return causes
    }
}
