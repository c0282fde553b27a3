// The part of a page about each type: models, enums, unions, other names for types, and dates in their own formats.

import CallsiteCore
import CallsiteSwift
import CallsiteText

extension PageBuilder {
    /// All types except the user's own, in the order of `positions`.
    ///
    /// - Parameter requests: The types that each request declares, by the endpoint's index.
    mutating func allTypes(_ requests: [[SwiftType]]) -> [JSONValue] {
        var lowered = [SwiftType?](repeating: nil, count: api.types.count)
        func add(_ types: [SwiftType], of owner: API.NamedType.Owner) {
            for (id, type) in zip(lowering.nested[owner] ?? [], types) {
                lowered[id.index] = type
                add(type.structure?.types ?? type.union?.types ?? [], of: .type(id))
            }
        }
        for (index, types) in requests.enumerated() { add(types, of: .endpoint(index)) }
        for index in api.types.indices where api.types[index].owner == .api && positions[index] != nil {
            let id = API.TypeID(index: index)
            let type = lowering.lowerType(id)
            lowered[index] = type
            add(type.structure?.types ?? type.union?.types ?? [], of: .type(id))
        }
        return api.types.indices.filter { positions[$0] != nil }.map {
            type(.init(index: $0), lowered[$0] ?? .nothing)
        }
    }

    private func type(_ id: API.TypeID, _ swift: SwiftType) -> JSONValue {
        let type = api[id]
        let parameters = type.typeParameters.map { JSONValue.string($0) }
        var members: JSONObject = [:]
        func add(_ key: String, _ value: JSONValue?) { members[key] = value }
        add("name", .string(qualifiedNames[id.index]?.text ?? lowering.name(of: id).text))
        add("id", .string(type.name))
        add("parameters", .array(unlessEmpty: parameters))
        add("at", place(type.place))
        add("deprecated", .flag(type.deprecation != nil))
        // Only declared types have a direction: an alias has that of its target.
        if type.usage == .read { add("use", .string("only in responses")) }
        if type.usage == .written { add("use", .string("only in requests")) }
        switch type.content {
        case .object(let properties):
            add("kind", .string("struct")); addProperties(properties, swift.structure, &members)
        case .enumeration(let cases): add("kind", .string("enum")); addCases(cases, swift.enumeration, &members)
        case .union(let union): add("kind", .string("union")); addAlternatives(union, swift.union, &members)
        case .alias(let target):
            add("kind", .string("alias"))
            add("docs", .string(unlessEmpty: text(swift.alias?.documentation ?? [])))
            add("target", swift.alias.map { self.type($0.type, target) })
        case .date(let pattern):
            add("kind", .string("date"))
            add("docs", .string(unlessEmpty: text(swift.date?.documentation ?? [])))
            add("pattern", .string(pattern.text + (pattern.timeZone.map { " " + $0 } ?? "")))
        case .own: break
        }
        return .object(members)
    }

    private func addProperties(_ properties: [API.Property], _ swift: SwiftStruct?, _ members: inout JSONObject) {
        guard let swift else { return }
        members["docs"] = .string(unlessEmpty: text(swift.documentation))
        var values = zip(properties, swift.properties).map { property($0, $1) }
        // The property that holds all other fields has no field of its own.
        for others in swift.properties.dropFirst(properties.count) {
            values.append(
                .members([
                    "name": .string(others.name.text), "type": .string(others.type.text), "wire": .string("*"),
                    "docs": .string(unlessEmpty: text(others.documentation)),
                ]))
        }
        members["properties"] = .array(values)
    }

    private func addCases(_ cases: [API.EnumCase], _ swift: SwiftEnum?, _ members: inout JSONObject) {
        guard let swift else { return }
        members["docs"] = .string(unlessEmpty: text(swift.documentation))
        members["raw"] = .string(swift.rawType.text)
        members["cases"] = .array(
            zip(cases, swift.cases).map { .array([.string($1.name.text), .string($0.wireValue)]) })
    }

    private func addAlternatives(_ union: API.Union, _ swift: SwiftUnion?, _ members: inout JSONObject) {
        guard let swift else { return }
        members["docs"] = .string(unlessEmpty: text(swift.documentation))
        members["discriminator"] = union.discriminator.map { .string($0) }
        let alternatives = zip(union.alternatives, swift.cases).map { alternative, swift in
            JSONValue.members([
                "name": .string(swift.name.text), "type": type(swift.type, alternative.shape),
                "tag": alternative.tag.map { .string($0) },
            ])
        }
        members["alternatives"] = .array(alternatives)
    }
}
