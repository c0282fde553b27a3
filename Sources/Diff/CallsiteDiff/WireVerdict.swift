import CallsiteCore

// The app verdict. In: what one side writes and what the other reads, of which one is an app that was built from its
// version of the description. A server takes what its description says and nothing else. An app's reader is known
// exactly: it ignores unknown fields, keeps unknown values of enums and unions, takes absent and null alike where a
// property is optional, reads every 2xx, checks no bounds, and never throws for the body of a failure.

/// One side of a comparison of values: a shape in its contract.
struct Side {
    var contract: Contract
    var shape: API.Shape

    func with(_ shape: API.Shape) -> Side { Side(contract: contract, shape: shape) }

    /// The shape without aliases and optionals.
    var plain: API.Shape {
        var shape = contract.api.resolvingAliases(self.shape)
        while case .optional(let wrapped) = shape { shape = contract.api.resolvingAliases(wrapped) }
        return shape
    }

    var isOptional: Bool { if case .optional = contract.api.resolvingAliases(shape) { true } else { false } }

    func type(_ id: API.TypeID) -> Contract.NamedType { contract[id] }
}

struct WireRules {
    /// Whether a type of the consumer corresponds to one of the producer. A difference inside them is another change.
    var isSameType: (_ consumer: API.TypeID, _ producer: API.TypeID) -> Bool
    /// Limits the work for unions of unions: a comparison that takes more steps can't be decided.
    let steps: Steps

    final class Steps {
        private var all = 10_000_000
        private var here = 0
        /// Verdicts for two shapes, kept because thousands of fields may have one type.
        var verdicts: [Question: AppVerdict] = [:]

        struct Question: Hashable {
            var old: API.Shape
            var new: API.Shape
            var isSent: Bool
        }

        func begin() { here = 20_000 }

        /// Takes one step; false: no step is left.
        func take() -> Bool {
            (all, here) = (all - 1, here - 1)
            return all > 0 && here > 0
        }
    }

    /// The effect when `consumer` reads what `producer` writes. Models in each other's place count as the same, since a
    /// difference inside them is reported with the model.
    ///
    /// - Parameters:
    ///   - isServer: The consumer is a server, which refuses everything that its description doesn't declare.
    ///   - isChoice: One of several alternatives is looked for, so only the same model fits.
    func verdict(
        _ consumer: Side, reading producer: Side, isServer: Bool, isChoice: Bool = false, depth: Int = 0
    ) -> AppVerdict {
        if depth == 0 { steps.begin() }
        guard depth < 16, steps.take() else { return .breaks }
        let open: AppVerdict = isServer ? .breaks : .degraded
        func inner(_ a: API.Shape, _ b: API.Shape, isChoice: Bool) -> AppVerdict {
            let (reader, writer) = (consumer.with(a), producer.with(b))
            if writer.isOptional, !reader.isOptional, reader.plain != .scalar(.json) { return .breaks }
            return verdict(reader, reading: writer, isServer: isServer, isChoice: isChoice, depth: depth + 1)
        }
        switch (consumer.plain, producer.plain) {
        case (.scalar(.json), _), (.scalar(.void), _): return .none
        case (_, .scalar(.json)), (_, .scalar(.void)): return .breaks
        // A server that decoded base64 now takes the same letters for the string itself.
        case (.scalar(.string), .scalar(.data)) where isServer: return .breaks
        case (.scalar(let a), .scalar(let b)): return Self.reads(a, b) ? .none : .breaks
        case (.typeParameter, .typeParameter): return .none
        case (.list(let a), .list(let b)), (.dictionary(let a), .dictionary(let b)):
            return inner(a, b, isChoice: isChoice)
        case (.named(let id, _), .named(let other, _)):
            return named(consumer, id, producer, other, isServer: isServer, isChoice: isChoice, depth: depth)
        case (.named(let id, _), let shape):
            switch consumer.type(id).content {
            case .enumeration: return Self.isBase(shape, of: consumer.type(id).enumValues) ? open : .breaks
            case .union(let union):
                return union.alternatives.contains { inner($0.shape, shape, isChoice: true) == .none } ? .none : open
            case .object(let fields):
                guard case .dictionary = shape else { return .breaks }
                return fields.allSatisfy(\.presence.mayBeAbsent) ? .none : .breaks
            case .own, .date, .alias: return .breaks
            }
        case (let shape, .named(let id, _)):
            switch producer.type(id).content {
            case .enumeration: return Self.isBase(shape, of: producer.type(id).enumValues) ? .none : .breaks
            case .union(let union):
                return union.alternatives.map { inner(shape, $0.shape, isChoice: true) }.max() ?? .none
            case .date: return shape == .scalar(.string) ? .none : .breaks
            case .object(let fields):
                guard case .dictionary(let value) = shape else { return .breaks }
                return fields.map { inner(value, $0.shape, isChoice: true) }.max() ?? .none
            case .own, .alias: return .breaks
            }
        default: return .breaks
        }
    }

    private func named(
        _ consumer: Side, _ id: API.TypeID, _ producer: Side, _ other: API.TypeID, isServer: Bool, isChoice: Bool,
        depth: Int
    ) -> AppVerdict {
        let open: AppVerdict = isServer ? .breaks : .degraded
        func inner(_ a: API.Shape, _ b: API.Shape) -> AppVerdict {
            verdict(consumer.with(a), reading: producer.with(b), isServer: isServer, isChoice: true, depth: depth + 1)
        }
        switch (consumer.type(id).content, producer.type(other).content) {
        // A difference inside is reported with the model.
        case (.object(let fields), .object(let others)):
            if !isChoice || isSameType(id, other) { return .none }
            // A type in place has no name, so only its content counts.
            guard consumer.type(id).owner != .api, Self.haveSameConstants(fields, others) else { return .breaks }
            return fits(consumer, fields, producer, isServer: isServer, depth: depth)
        case (.enumeration(let cases), .enumeration(let others)):
            if consumer.type(id).enumValues != producer.type(other).enumValues { return .breaks }
            if !isChoice { return .none }
            return Set(others.map(\.wireValue)).isSubset(of: cases.map(\.wireValue)) ? .none : open
        case (.union(let union), .union(let otherUnion)):
            if !isChoice { return .none }
            return otherUnion.alternatives.allSatisfy { alternative in
                union.alternatives.contains { inner($0.shape, alternative.shape) == .none }
            } ? .none : open
        case (.union(let union), _):
            return union.alternatives.contains { inner($0.shape, producer.shape) == .none } ? .none : open
        case (.object(let fields), .union(let union)):
            // An alternative may be another model that the consumer's model can read all the same.
            return union.alternatives.map { alternative in
                let verdict = inner(consumer.shape, alternative.shape)
                return verdict == .none
                    ? verdict
                    : fits(consumer, fields, producer.with(alternative.shape), isServer: isServer, depth: depth)
            }.max() ?? .none
        case (_, .union(let union)):
            return union.alternatives.map { inner(consumer.shape, $0.shape) }.max() ?? .none
        case (.own(let a), .own(let b)): return a.name == b.name ? .none : .breaks
        case (.date(let a), .date(let b)): return a == b ? .none : .breaks
        default: return .breaks
        }
    }

    /// The effect when an object is read as another model, field by field.
    private func fits(
        _ consumer: Side, _ fields: [Contract.Field], _ producer: Side, isServer: Bool, depth: Int
    ) -> AppVerdict {
        guard case .named(let id, _) = producer.plain, case .object(let others) = producer.type(id).content else {
            return .breaks
        }
        let othersByName = others.byFirst(\.wireName)
        var worst = AppVerdict.none
        for field in fields {
            let other = othersByName[field.wireName]
            worst = max(
                worst,
                isServer ? FieldRules.sent(app: other, server: field) : FieldRules.received(app: field, server: other))
            guard let other, worst < .breaks else { continue }
            let isConstant = field.isConstant && other.isConstant
            if !isConstant {
                worst = max(
                    worst,
                    verdict(
                        consumer.with(field.shape), reading: producer.with(other.shape), isServer: isServer,
                        isChoice: true,
                        depth: depth + 1))
            }
        }
        return worst
    }

    /// Alternatives are distinguished by their constants.
    private static func haveSameConstants(_ fields: [Contract.Field], _ others: [Contract.Field]) -> Bool {
        let constants = fields.filter(\.isConstant)
        guard !constants.isEmpty else { return true }
        let othersByName = others.byFirst(\.wireName)
        return constants.allSatisfy { field in
            othersByName[field.wireName].map { !$0.isConstant || $0.defaultText == field.defaultText } ?? true
        }
    }

    /// Whether values of one scalar are values of another, as JSON has them.
    static func reads(_ consumer: Scalar, _ producer: Scalar) -> Bool {
        if consumer == producer { return true }
        switch consumer {
        case .string:
            return [.date, .day, .url, .uuid, .data].contains(producer)
        case .int, .int64, .timestamp, .timestampMilliseconds:
            return [.int, .int32, .int64].contains(producer)
                || ((consumer == .int || consumer == .int64)
                    && [.timestamp, .timestampMilliseconds].contains(producer))
        case .double, .float, .decimal:
            return [.int, .int32, .int64, .uint64, .double, .float, .decimal, .timestamp, .timestampMilliseconds]
                .contains(producer)
        case .int32, .uint64, .bool, .date, .day, .url, .uuid, .data: return false
        case .json, .void: return true
        }
    }

    /// Whether an enum's values are values of a shape.
    private static func isBase(_ shape: API.Shape, of kind: Description.EnumValues) -> Bool {
        guard case .scalar(let scalar) = shape else { return false }
        switch kind {
        case .texts: return scalar == .string
        case .integers: return [.int, .int32, .int64, .uint64, .double, .float, .decimal].contains(scalar)
        case .numbers: return [.double, .float, .decimal].contains(scalar)
        }
    }
}

// MARK: - Fields

/// The rules for one field of an object on the wire; nil: that side doesn't have the field.
struct FieldRules {
    /// A request: what the app sends meets what the server takes.
    static func sent(app: Contract.Field?, server: Contract.Field?) -> AppVerdict {
        let app = app.flatMap { $0.isReadOnly ? nil : $0 }
        guard let server, !server.isReadOnly else { return .none }
        let isNeeded = server.presence.isNeeded
        // Constants are no exception: a server refuses a request without a required one.
        guard let app else { return isNeeded ? .breaks : .none }
        if isNeeded, app.presence.mayBeAbsent { return .breaks }
        let isParameter = server.location != .body && server.location != .property
        return !isParameter && app.presence.mayBeNull && !server.presence.mayBeNull ? .breaks : .none
    }

    /// A response: what the server writes meets what the app reads.
    static func received(app: Contract.Field?, server: Contract.Field?) -> AppVerdict {
        guard let app, !app.isWriteOnly else { return .none }
        let server = server.flatMap { $0.isWriteOnly ? nil : $0 }
        // A missing key is fine if the field has a default.
        func mayBeAbsent(_ field: Contract.Field) -> Bool {
            field.presence.mayBeAbsent || (field.defaultText != nil && !field.isConstant)
        }
        let toleratesAbsence = mayBeAbsent(app)
        guard let server else { return toleratesAbsence ? .degraded : .breaks }
        if toleratesAbsence { return .none }
        if mayBeAbsent(server) { return .breaks }
        return server.presence.mayBeNull && app.presence != .nullable ? .breaks : .none
    }
}
