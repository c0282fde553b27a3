// A union as an enum with payloads: how its cases are named, distinguished and written.

import CallsiteCore

extension Lowering {
    func lowerUnion(_ id: API.TypeID, _ union: API.Union, _ documentation: [SwiftDocLine]) -> SwiftUnion {
        let type = api[id]
        let isRead = type.usage.contains(.read)
        let isWritten = type.usage.contains(.written)
        let names = memberNames[id.index]
        let marks = unionMarks[id.index]
        let isTried = union.discriminator == nil
        let ambiguous = isTried && isRead ? ambiguousAlternatives(of: union, marks) : []
        let cases = union.alternatives.enumerated().map { position, alternative -> SwiftUnionCase in
            var discriminator: SwiftDiscriminator?
            if let name = union.discriminator, let tag = alternative.tag, !writesDiscriminator(alternative, name, tag) {
                discriminator = SwiftDiscriminator(name: SwiftStringLiteral(name), value: SwiftStringLiteral(tag))
            }
            return SwiftUnionCase(
                name: SwiftIdentifier(names[position]), type: typeName(alternative.shape),
                isIndirect: alternative.isBoxed, tag: alternative.tag.map { SwiftStringLiteral($0) },
                written: discriminator,
                trial: isTried
                    ? trial(alternative.shape, marks?.marks(position) ?? [], isAmbiguous: ambiguous.contains(position))
                    : nil,
                position: position)
        }
        return SwiftUnion(
            access: access, enumAttribute: enumAttribute, modifiers: modifiers(of: id), documentation: documentation,
            name: name(of: id), parameters: parameters(of: id),
            conformance: SwiftIdentifier(
                isRead && isWritten ? "WireCodable" : isWritten ? "WireEncodable" : "WireDecodable"),
            conformances: conformances(of: id), isRead: isRead, isWritten: isWritten,
            discriminator: union.discriminator.map { SwiftStringLiteral($0) },
            cases: isTried ? inOrderOfTrial(cases, of: union, ambiguous) : cases,
            fallback: union.alternatives.firstIndex(where: \.isDefault).map { cases[$0].name },
            isTried: isTried, literals: literals(of: union, cases, besides: api[id].conformances),
            types: nestedTypes(in: .type(id)))
    }

    /// A literal can stand for a union (`title: "x"`) if only one alternative takes that kind of literal. The user
    /// writes the conformances that the configuration asks for.
    private func literals(
        of union: API.Union, _ cases: [SwiftUnionCase], besides userConformances: [String]
    ) -> [SwiftLiteral] {
        let scalars = union.alternatives.map { alternative -> Scalar? in
            if case .scalar(let scalar) = api.resolvingAliases(alternative.shape) { scalar } else { nil }
        }
        func position(_ isOfKind: (Scalar) -> Bool) -> Int? {
            let positions = scalars.indices.filter { scalars[$0].map(isOfKind) == true }
            return positions.count == 1 ? positions[0] : nil
        }
        let integer = position(\.isInteger)
        let float = position { $0 == .double || $0 == .float }
        let hasInteger = scalars.contains { $0?.isInteger == true }
        let kinds: [(String, Int?)] = [
            ("String", position { $0 == .string }), ("Integer", hasInteger ? integer : float), ("Float", float),
            ("Boolean", position { $0 == .bool }),
        ]
        return kinds.compactMap { kind, position in
            guard let position, let scalar = scalars[position],
                !userConformances.contains(where: { $0.hasSuffix("ExpressibleBy\(kind)Literal") })
            else { return nil }
            return SwiftLiteral(
                access: access, literalProtocol: SwiftIdentifier(type: "ExpressibleBy\(kind)Literal"),
                label: SwiftIdentifier(kind.lowercased() + "Literal"), type: typeName(.scalar(scalar)),
                name: cases[position].name)
        }
    }

    /// Finds models, or lists of models, that only decoding tells apart: a value may fit them equally by its keys, and
    /// fields of the same name may have different types.
    private func ambiguousAlternatives(of union: API.Union, _ marks: UnionMarks?) -> Set<Int> {
        guard union.alternatives.count <= 40 else { return [] }
        struct Model {
            var position: Int
            var lists: Int
            var marks: Set<String>
            var fields: [String: API.Property]

            func isRequired(_ name: String) -> Bool { [.required, .nullable].contains(fields[name]?.presence) }
        }
        let models = union.alternatives.enumerated().compactMap { position, alternative -> Model? in
            let (lists, element) = api.triedElement(alternative.shape)
            guard let properties = api.properties(of: element)?.filter({ !$0.isWriteOnly }) else { return nil }
            return Model(
                position: position, lists: lists, marks: Set((marks?.marks(position) ?? []).map(\.field)),
                fields: Dictionary(properties.map { ($0.wireName, $0) }, uniquingKeysWith: { $1 }))
        }
        func holds(_ a: Model, in b: Model) -> Bool {
            a.fields.keys.allSatisfy { !a.isRequired($0) || b.fields[$0] != nil }
        }
        func differ(_ a: Model, _ b: Model) -> Bool {
            a.fields.contains { name, field in
                guard let other = b.fields[name], !a.marks.contains(name) || !b.marks.contains(name) else {
                    return false
                }
                return field.shape != other.shape || (field.presence == .required) != (other.presence == .required)
            }
        }
        var ambiguous = ambiguousContainers(of: union)
        for (index, a) in models.enumerated() {
            for b in models[..<index] where a.lists == b.lists && holds(a, in: b) && holds(b, in: a) && differ(a, b) {
                // A value that is always there tells them apart.
                let differences = marks?.differences(a.position, b.position) ?? []
                if differences.contains(where: { a.isRequired($0) && b.isRequired($0) }) { continue }
                ambiguous.formUnion([a.position, b.position])
            }
        }
        return ambiguous
    }

    /// Finds lists and dictionaries whose elements have no distinguishing keys, such as lists of two enums. All their
    /// elements must be decoded.
    private func ambiguousContainers(of union: API.Union) -> Set<Int> {
        var containers: [(position: Int, shape: API.Shape, isList: Bool)] = []
        for (position, alternative) in union.alternatives.enumerated() {
            let (lists, element) = api.triedElement(alternative.shape)
            let isDictionary = if case .dictionary = element { true } else { false }
            if isDictionary || lists > 0 && api.properties(of: element) == nil {
                containers.append((position, alternative.shape, lists > 0))
            }
        }
        var ambiguous: Set<Int> = []
        for (index, a) in containers.enumerated() {
            for b in containers[..<index] where a.isList == b.isList && api.mayBeOne(a.shape, b.shape) {
                ambiguous.formUnion([a.position, b.position])
            }
        }
        return ambiguous
    }

    /// The cases in the order of the description, except that an alternative for few values comes before one that takes
    /// these too: a date before a string. If alternatives fit equally, the first is taken.
    private func inOrderOfTrial(
        _ cases: [SwiftUnionCase], of union: API.Union, _ ambiguous: Set<Int>
    ) -> [SwiftUnionCase] {
        guard cases.count <= 40 else { return cases }
        let shapes = union.alternatives.map { api.resolvingAliases($0.shape) }
        func isVaguer(_ position: Int, than other: Int) -> Bool {
            if ambiguous.contains(position), ambiguous.contains(other) {
                let (fields, others) = (fieldShapes(shapes[position]), fieldShapes(shapes[other]))
                let shared = fields.compactMap { name, shape in others[name].map { (shape, $0) } }
                if !fields.isEmpty {
                    return shared.allSatisfy { api.mayBeOne($0, $1) }
                        && shared.reduce(0) { $0 + api.vagueness($1.0) - api.vagueness($1.1) } > 0
                }
            }
            return api.vagueness(shapes[position]) > api.vagueness(shapes[other])
                && api.mayBeOne(shapes[position], shapes[other])
        }
        var order: [Int] = []
        for position in cases.indices {
            let place = order.firstIndex { isVaguer($0, than: position) } ?? order.endIndex
            order.insert(position, at: place)
        }
        return order.enumerated().map { place, position in
            var next = cases[position]
            next.position = place
            return next
        }
    }

    /// The fields of a model, or of the models in a list.
    private func fieldShapes(_ shape: API.Shape) -> [String: API.Shape] {
        let properties = api.properties(of: api.triedElement(shape).element) ?? []
        return Dictionary(properties.map { ($0.wireName, $0.shape) }, uniquingKeysWith: { $1 })
    }

    private func trial(_ shape: API.Shape, _ marks: [UnionMarks.Mark], isAmbiguous: Bool) -> SwiftTrial {
        let (lists, inner) = api.triedElement(shape)
        let isModel = if case .named(let id, _) = inner, case .object = api[id].content { true } else { false }
        return SwiftTrial(
            lists: lists, isModel: isModel, type: typeName(inner),
            marks: marks.map { (SwiftStringLiteral($0.field), SwiftStringLiteral($0.value)) }, isAmbiguous: isAmbiguous)
    }

    /// The string that a case is named after: its type. If several alternatives have this type, the tag follows.
    func caseText(_ alternative: API.Union.Alternative, of union: API.Union) -> String {
        if let label = alternative.label { return label }
        let text = caseText(alternative.shape)
        guard let tag = alternative.tag, union.alternatives.count(where: { $0.shape == alternative.shape }) > 1 else {
            return text
        }
        return text + " " + tag
    }

    /// The string that a case without a tag is named after: its type.
    func caseText(_ shape: API.Shape) -> String {
        switch shape {
        case .scalar(let scalar): scalar.rawValue
        case .named(let id, _): name(of: id).name
        case .typeParameter(let name): name
        case .list(let element): caseText(element) + " list"
        case .dictionary(let value): caseText(value) + " dictionary"
        case .optional(let wrapped): caseText(wrapped)
        }
    }

    /// Whether an alternative's payload writes the discriminator itself, with the value of its case.
    private func writesDiscriminator(_ alternative: API.Union.Alternative, _ name: String, _ tag: String) -> Bool {
        // A payload that isn't a model, such as a union in a union, writes its own discriminator.
        guard let properties = api.properties(of: alternative.shape) else { return true }
        guard let property = properties.first(where: { $0.wireName == name }) else { return false }
        // The default case has a payload with its own value, and so has a case whose discriminator isn't a string.
        return alternative.isDefault || property.isConstant && api.constantText(property) == tag
            || !api.isText(property.shape)
    }
}
