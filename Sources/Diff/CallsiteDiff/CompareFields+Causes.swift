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
        let isInline = isOnlyMoved(a.shape, b.shape)
        let isParameter = names.sent == "parameter"
        var (sentID, receivedID) = TypeChange.ids(
            change, isParameter: isParameter, isHeader: owner.kind == .headers, isInline: isInline)
        if change == .replaced, isHalf(a.shape, b.shape) { (sentID, receivedID) = ("model-split", "model-split") }
        // An enum of several values has become a constant.
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
                ? .none : received(a.shape, b.shape),
            message: typeMessage(a, b, owner, isRenamed: change == .replaced && isInline))
    }

    private func typeMessage(
        _ a: Contract.Field, _ b: Contract.Field, _ owner: FieldOwner, isRenamed: Bool
    ) -> DiagnosticText {
        var (before, after) = (old.text(a.shape), new.text(b.shape))
        // The name is the same, but stands for another type now.
        if before == after {
            (before, after) = (old.text(old.api.resolvingAliases(a.shape)), new.text(new.api.resolvingAliases(b.shape)))
        }
        if before == after { return "\(owner.label): '\(b.wireName)' is of another kind now" }
        if isRenamed { return "\(owner.label): the type of '\(b.wireName)' is now \(after), was \(before)" }
        return "\(owner.label): '\(b.wireName)' is now \(phrase(after)), was \(phrase(before))"
    }

    /// Whether the writer's constant is a case of the reader's enum.
    ///
    /// - Parameter isOnly: Whether the constant must be the enum's only case.
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

    /// Whether the reader takes any string and the writer writes a scalar. In a URL or a header, a number is a string.
    private func isText(_ a: API.Shape, _ b: API.Shape, isSent: Bool = true) -> Bool {
        let (app, server) = sides(Side(contract: old, shape: a), Side(contract: new, shape: b))
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

    /// Whether the field has the other half of its schema now. A schema can be two types, one to read and one to send.
    func isHalf(_ a: API.Shape, _ b: API.Shape) -> Bool {
        switch (old.api.resolvingAliases(a), new.api.resolvingAliases(b)) {
        case (.list(let oldElement), .list(let newElement)), (.dictionary(let oldElement), .dictionary(let newElement)),
            (.optional(let oldElement), .optional(let newElement)):
            return isHalf(oldElement, newElement)
        case (.named(let oldID, _), .named(let newID, _)):
            if let half = new[newID].counterpart { return matching.types[oldID] == half }
            return old[oldID].counterpart.flatMap { matching.types[$0] } == newID
        default: return false
        }
    }

    private func phrase(_ type: String) -> DiagnosticText { "\(type)" }

    /// Whether an inline schema has a name now, or the other way round.
    func isOnlyMoved(_ a: API.Shape, _ b: API.Shape) -> Bool {
        var (oldShape, newShape) = (old.api.resolvingAliases(a), new.api.resolvingAliases(b))
        while true {
            switch (oldShape, newShape) {
            case (.optional(let inner), _): oldShape = old.api.resolvingAliases(inner)
            case (_, .optional(let inner)): newShape = new.api.resolvingAliases(inner)
            case (.list(let x), .list(let y)), (.dictionary(let x), .dictionary(let y)):
                (oldShape, newShape) = (old.api.resolvingAliases(x), new.api.resolvingAliases(y))
            case (.named(let oldID, _), .named(let newID, _)):
                return old[oldID].owner != .api || new[newID].owner != .api
            default: return false
            }
        }
    }

    func presenceCauses(
        _ a: Contract.Field, _ b: Contract.Field, _ owner: FieldOwner, _ names: (sent: String, received: String)
    ) -> [Cause] {
        guard a.presence != b.presence || (a.defaultText == nil) != (b.defaultText == nil) else { return [] }
        let label: DiagnosticText = "\(owner.label): '\(b.wireName)'"
        let (sentVerdict, receivedVerdict) = (sent(a, b), received(a, b))
        var causes: [Cause] = []
        // The default decides what an absent field means. Whether the property is optional follows from it.
        if owner.use.isReceived, !owner.use.isSent, (a.defaultText == nil) != (b.defaultText == nil), !a.isConstant,
            !b.isConstant
        {
            let isAdded = b.defaultText != nil
            return [
                .init(
                    sentID: "", receivedID: isAdded ? "response-default-added" : "response-default-removed",
                    received: receivedVerdict,
                    message: isAdded
                        ? "\(label) is \(b.defaultText ?? "") where it is missing" : "\(label) has no default any more")
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
                add("-became-optional", names.received + "-became-optional", "\(label) became optional")
            } else {
                add("-became-required", names.received + "-became-required", "\(label) became required")
            }
        }
        if a.presence.mayBeNull != b.presence.mayBeNull {
            if b.presence.mayBeNull {
                add(
                    "-became-nullable",
                    a.presence.mayBeAbsent ? "response-optional-became-nullable" : names.received + "-became-nullable",
                    "\(label) may be null now")
            } else {
                add("-became-not-nullable", names.received + "-became-not-nullable", "\(label) is never null now")
            }
        }
        if causes.isEmpty {
            let isAdded = b.defaultText != nil
            add(
                "-default-changed", isAdded ? "response-default-added" : "response-default-removed",
                isAdded ? "\(label) has a default now" : "\(label) has no default any more")
        }
        return causes
    }

    func valueCauses(
        _ a: Contract.Field, _ b: Contract.Field, _ owner: FieldOwner, _ names: (sent: String, received: String)
    ) -> [Cause] {
        var causes: [Cause] = []
        // A computed variable, since most fields have no cause and don't need it.
        var label: DiagnosticText { "\(owner.label): '\(b.wireName)'" }
        let (oldConstant, newConstant) = (a.constantText, b.constantText)
        let (ofApp, ofServer) = sides(oldConstant, newConstant)
        if a.isConstant != b.isConstant || oldConstant != newConstant {
            causes.append(
                .init(
                    sentID: "field-const-changed", receivedID: "response-const-changed",
                    // A constant with the same value that became optional is no break here; `presenceCauses` has the
                    // verdict.
                    sent: ofServer != nil && (sides(a, b).server.isConstant || ofApp != ofServer)
                        && !isCase(a, b, isSent: false, isOnly: true) ? .breaks : .none,
                    message:
                        "\(label) is now \(newConstant == nil ? "no constant, was" : "the constant") \(newConstant ?? oldConstant ?? a.defaultText ?? "")"
                )
            )
        } else if let oldDefault = a.defaultText, let newDefault = b.defaultText, oldDefault != newDefault {
            causes.append(
                .init(
                    sentID: owner.kind == .parameters || owner.kind == .body
                        ? "initialiser-default-changed" : "field-default-changed",
                    receivedID: "response-default-changed",
                    message: "\(label) is \(newDefault) unless said, was \(oldDefault)"))
        }
        if a.isReadOnly != b.isReadOnly {
            causes.append(
                .init(
                    sentID: b.isReadOnly ? "field-became-read-only" : "field-became-writable",
                    receivedID: "response-read-only-changed", sent: sent(a, b),
                    message: b.isReadOnly
                        ? "\(label) is sent no more: it became read-only" : "\(label) is no longer read-only"))
        }
        if a.isWriteOnly != b.isWriteOnly {
            causes.append(
                .init(
                    sentID: b.isWriteOnly ? "field-became-write-only" : "response-write-only-changed",
                    receivedID: b.isWriteOnly ? "response-became-write-only" : "response-write-only-changed",
                    received: received(a, b),
                    message: b.isWriteOnly
                        ? "\(label) comes in responses no more: it became write-only"
                        : "\(label) is no longer write-only"
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
                    message: "\(label) is written in another style\(b.style.isEmpty ? "" : ": \(b.style)")",
                    isDeclared: false))
        }
        return causes
    }
}
