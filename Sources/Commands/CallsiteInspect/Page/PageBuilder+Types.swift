// The part of a page about each type: models, enums, unions, other names for types, and dates in their own formats.

import CallsiteCore
import CallsiteSwift

extension PageBuilder {
    /// All but the user's own, in the order of `positions`.
    ///
    /// - Parameter requests: by the endpoint's index, the types that are declared in its request.
    mutating func allTypes(_ requests: [[SwiftType]]) -> [PageValue] {
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
            let type = lowering.lowerType(id, &unsaid)
            lowered[index] = type
            add(type.structure?.types ?? type.union?.types ?? [], of: .type(id))
        }
        return api.types.indices.filter { positions[$0] != nil }.map {
            type(.init(index: $0), lowered[$0] ?? .nothing)
        }
    }

    private func type(_ id: API.TypeID, _ swift: SwiftType) -> PageValue {
        let type = api[id]
        let parameters = type.typeParameters.map { PageValue.text($0) }
        var members: [PageValue.Member] = []
        func add(_ key: String, _ value: PageValue?) { if let value { members.append(.init(key: key, value: value)) } }
        add("name", .text(qualifiedNames[id.index]?.text ?? lowering.name(of: id).text))
        add("id", .text(type.name))
        add("parameters", .list(unlessEmpty: parameters))
        add("at", place(type.place))
        add("deprecated", .flag(type.deprecation != nil))
        // Where it goes is known of what is declared; an alias is what it stands for.
        if type.usage == .read { add("use", .text("only in responses")) }
        if type.usage == .written { add("use", .text("only in requests")) }
        switch type.content {
        case .object(let properties): add("kind", .text("struct")); addProperties(properties, swift.structure, &members)
        case .enumeration(let cases): add("kind", .text("enum")); addCases(cases, swift.enumeration, &members)
        case .union(let union): add("kind", .text("union")); addAlternatives(union, swift.union, &members)
        case .alias(let target):
            add("kind", .text("alias"))
            add("docs", .text(unlessEmpty: text(swift.alias?.documentation ?? [])))
            add("target", swift.alias.map { self.type($0.type, target) })
        case .date(let pattern):
            add("kind", .text("date"))
            add("docs", .text(unlessEmpty: text(swift.date?.documentation ?? [])))
            add("pattern", .text(pattern.text + (pattern.timeZone.map { " " + $0 } ?? "")))
        case .own: break
        }
        return .object(members)
    }

    private func addProperties(_ properties: [API.Property], _ swift: SwiftStruct?, _ members: inout [PageValue.Member])
    {
        guard let swift else { return }
        if let docs = PageValue.text(unlessEmpty: text(swift.documentation)) {
            members.append(.init(key: "docs", value: docs))
        }
        var values = zip(properties, swift.properties).map { property($0, $1) }
        // The property that holds all other fields has no field of its own.
        for others in swift.properties.dropFirst(properties.count) {
            values.append(
                .members([
                    "name": .text(others.name.text), "type": .text(others.type.text), "wire": .text("*"),
                    "docs": .text(unlessEmpty: text(others.documentation)),
                ]))
        }
        members.append(.init(key: "properties", value: .list(values)))
    }

    private func addCases(_ cases: [API.EnumCase], _ swift: SwiftEnum?, _ members: inout [PageValue.Member]) {
        guard let swift else { return }
        if let docs = PageValue.text(unlessEmpty: text(swift.documentation)) {
            members.append(.init(key: "docs", value: docs))
        }
        members.append(.init(key: "raw", value: .text(swift.rawType.text)))
        members.append(
            .init(
                key: "cases",
                value: .list(zip(cases, swift.cases).map { .list([.text($1.name.text), .text($0.wireValue)]) })))
    }

    private func addAlternatives(_ union: API.Union, _ swift: SwiftUnion?, _ members: inout [PageValue.Member]) {
        guard let swift else { return }
        if let docs = PageValue.text(unlessEmpty: text(swift.documentation)) {
            members.append(.init(key: "docs", value: docs))
        }
        if let discriminator = union.discriminator {
            members.append(.init(key: "discriminator", value: .text(discriminator)))
        }
        let alternatives = zip(union.alternatives, swift.cases).map { alternative, swift in
            PageValue.members([
                "name": .text(swift.name.text), "type": type(swift.type, alternative.shape),
                "tag": alternative.tag.map { .text($0) },
            ])
        }
        members.append(.init(key: "alternatives", value: .list(alternatives)))
    }
}
