// One type for one shape. Types that a description writes in place are nested in the types that use them, and many are
// the same: the same fields or cases, under the same name, read and written alike. Such a type is declared once, beside
// the models. Each use has an alias of it under the name of the nested type. So call sites read as if the type were
// nested, and a value made for one request fits another.

import CallsiteCore

/// The types in place that are the same: their printed declarations differ at most in documentation. All names are
/// chosen before.
package struct SharedShapes: Sendable {
    package struct Shape: Sendable {
        /// The name of the declaration outside every type.
        package var name: SwiftIdentifier
        /// Other names for it: the nouns of other paths that respond with it.
        package var aliases: [SwiftIdentifier]
        /// The type whose content is declared.
        package var original: API.TypeID
        /// All types with this shape, including the original.
        package var users: [API.TypeID]
    }

    /// In the order of their names.
    package private(set) var shapes: [Shape] = []
    /// A type's index in `shapes`, by `TypeID.index`; nil for types that are declared where they are used. Empty if
    /// nothing is shared.
    private var positions: [Int?] = []

    package init() {}

    package subscript(_ id: API.TypeID) -> Shape? {
        guard positions.indices.contains(id.index), let position = positions[id.index] else { return nil }
        return shapes[position]
    }

    /// - Parameter usedNames: Every name that a declaration has anywhere, so that no declaration in an alias's scope
    ///   hides the shape.
    init(_ lowering: Lowering, usedNames: Set<String>) {
        var contents = ShapeContents(lowering)
        contents.addAll()
        let users = contents.users()
        let groups = contents.sharedGroups(of: users)
        let names = contents.names(of: groups, among: users, usedNames: usedNames)
        positions = Array(repeating: nil, count: lowering.api.types.count)
        shapes = zip(groups, names).map { group, names in
            Shape(
                name: SwiftIdentifier(type: names[0]), aliases: names.dropFirst().map { SwiftIdentifier(type: $0) },
                original: contents.original(of: group), users: group)
        }
        shapes.sort { $0.name.name.precedes($1.name.name) }
        for (position, shape) in shapes.enumerated() { for user in shape.users { positions[user.index] = position } }
    }
}

extension Lowering {
    /// The paths at which generated code declares shared types in place and the types nested in them, by the path at
    /// which they are used. For callers that lower without sharing.
    package func sharedPaths() -> (types: [String: String], failures: [Int: String]) {
        let usedNames = allNames
        let shared = SharedShapes(self, usedNames: usedNames)
        var paths: [String: String] = [:]
        func add(_ ids: [API.TypeID], _ path: String, _ declared: String) {
            for id in ids {
                let own = path + "." + name(of: id).name
                let target = shared[id]?.name.name ?? declared + "." + name(of: id).name
                if own != target { paths[own] = target }
                add(nested[.type(id)] ?? [], own, target)
            }
        }
        for index in api.types.indices where api.types[index].owner == .api {
            let name = typeNames[index].name
            add(nested[.type(.init(index: index))] ?? [], name, name)
        }
        for (index, name) in endpointNames.enumerated() { add(nested[.endpoint(index)] ?? [], name.name, name.name) }
        let failures = SharedFailures(self, shared, usedNames: usedNames)
        let names = api.endpoints.indices.compactMap { index in failures[index].map { (index, $0.name.name) } }
        return (paths, Dictionary(firstOf: names))
    }

    /// The original, declared outside the types that use it.
    func lowerShape(_ shape: SharedShapes.Shape) -> SwiftType {
        var type = lowerType(shape.original)
        type.move(to: shape.name, access.nonisolated)
        return type
    }

    /// The aliases for a shape's other names.
    func aliases(of shape: SharedShapes.Shape) -> [SwiftType] {
        shape.aliases.map { alias($0, of: SwiftTypeName(shape.name)) }
    }

    /// The alias for a shared type where it is used.
    func alias(_ id: API.TypeID, of shape: SharedShapes.Shape) -> SwiftType {
        alias(name(of: id), of: SwiftTypeName(shape.name), documentation(api[id].documentation, api[id].deprecation))
    }

    func alias(_ name: SwiftIdentifier, of type: SwiftTypeName, _ documentation: [SwiftDocLine] = []) -> SwiftType {
        .alias(SwiftAlias(access: access, documentation: documentation, name: name, parameters: [], type: type))
    }
}

extension SwiftType {
    fileprivate mutating func move(to name: SwiftIdentifier, _ modifiers: SwiftAccess) {
        switch self {
        case .structure(var structure):
            (structure.name, structure.modifiers) = (name, modifiers)
            self = .structure(structure)
        case .enumeration(var enumeration):
            (enumeration.name, enumeration.modifiers) = (name, modifiers)
            self = .enumeration(enumeration)
        case .union(var union):
            (union.name, union.modifiers) = (name, modifiers)
            self = .union(union)
        case .date(var date):
            (date.name, date.modifiers) = (name, modifiers)
            self = .date(date)
        case .alias, .failure, .nothing: break
        }
    }
}

/// The contents of types in place, in a form in which equal types are equal.
private struct ShapeContents {
    /// The name and the content of a type, and the numbers of its nested types. Types with different names stay
    /// separate: an ID of a customer and one of a product may look the same.
    private struct Content: Hashable {
        var name: String
        var text: String
        var nested: [Int]
    }

    private let lowering: Lowering
    private let api: API
    private var writer: ContentWriter
    /// A number for each type in place, by `TypeID.index`. Equal types have equal numbers.
    private var kinds: [Int?]
    /// The types nested elsewhere that a type, or a type inside it, refers to, by `TypeID.index`. A type with such a
    /// reference can only be declared in its place.
    private var outside: [[API.TypeID]]
    private var numbers: [Content: Int] = [:]
    private var contents: [Content] = []
    /// The number of types in place with each name. A single one shares nothing, so its fields needn't be compared.
    private var counts: [String: Int] = [:]

    init(_ lowering: Lowering) {
        self.lowering = lowering
        api = lowering.api
        writer = ContentWriter(lowering)
        kinds = Array(repeating: nil, count: lowering.api.types.count)
        outside = Array(repeating: [], count: lowering.api.types.count)
    }

    mutating func addAll() {
        for index in api.types.indices where api.types[index].owner != .api {
            counts[lowering.typeNames[index].name, default: 0] += 1
        }
        for index in api.types.indices where api.types[index].owner == .api && api.types[index].typeParameters.isEmpty {
            for id in lowering.nested[.type(.init(index: index))] ?? [] { add(id) }
        }
        for index in api.endpoints.indices { for id in lowering.nested[.endpoint(index)] ?? [] { add(id) } }
    }

    /// Adds the nested types first. The recursion follows the nesting of the document, which is bounded.
    private mutating func add(_ id: API.TypeID) {
        let nested = lowering.nested[.type(id)] ?? []
        for inner in nested { add(inner) }
        let name = lowering.name(of: id).name
        guard counts[name, default: 0] > 1 else {
            kinds[id.index] = contents.count
            contents.append(Content(name: name, text: "", nested: []))
            return
        }
        writer.write(id)
        outside[id.index] = (writer.nestedNames + nested.flatMap { outside[$0.index] }).filter { !isInside($0, id) }
        let content = Content(name: name, text: writer.text, nested: nested.map { kinds[$0.index] ?? -1 })
        if let number = numbers[content] {
            kinds[id.index] = number
        } else {
            numbers[content] = contents.count
            kinds[id.index] = contents.count
            contents.append(content)
        }
    }

    private func isInside(_ id: API.TypeID, _ outer: API.TypeID) -> Bool {
        var id = id
        while case .type(let owner) = api[id].owner {
            if owner == outer { return true }
            id = owner
        }
        return false
    }

    /// By kind: the types that can be declared elsewhere.
    func users() -> [[API.TypeID]] {
        var users = [[API.TypeID]](repeating: [], count: contents.count)
        for index in api.types.indices {
            guard let kind = kinds[index], outside[index].isEmpty, isDeclaration(api.types[index]) else { continue }
            users[kind].append(.init(index: index))
        }
        return users
    }

    /// The groups of types that can be declared elsewhere and that at least two declarations would have. A type inside
    /// a shared shape is declared once, with that shape.
    func sharedGroups(of users: [[API.TypeID]]) -> [[API.TypeID]] {
        users.filter { group in
            guard let first = group.first, group.count > 1 else { return false }
            let holder = holder(of: first, users)
            return group.contains { self.holder(of: $0, users) != holder }
        }
    }

    /// The owner of a type; the first of several equal owners stands for all of them.
    private func holder(of id: API.TypeID, _ users: [[API.TypeID]]) -> API.NamedType.Owner {
        guard case .type(let owner) = api[id].owner, let kind = kinds[owner.index], outside[owner.index].isEmpty,
            let first = users[kind].first
        else { return api[id].owner }
        return .type(first)
    }

    private func isDeclaration(_ type: API.NamedType) -> Bool {
        switch type.content {
        case .object, .enumeration, .union, .date: type.typeParameters.isEmpty
        case .alias, .own: false
        }
    }

    /// The names of each group, from the nouns of paths, or else from its content. The first is the declaration's name.
    ///
    /// - Parameter users: By kind, all types that take part.
    func names(of groups: [[API.TypeID]], among users: [[API.TypeID]], usedNames: Set<String>) -> [[String]] {
        let shapeNames = ShapeNames(lowering)
        var usedNames = usedNames
        var names = [[String]](repeating: [], count: groups.count)
        let nouns = groups.enumerated().compactMap { position, group -> (position: Int, count: Int, nouns: [String])? in
            let endpoints = endpoints(of: group)
            let nouns = shapeNames.nouns(of: group[0], in: endpoints)
            return nouns.isEmpty ? nil : (position, endpoints.count, nouns)
        }
        // If two shapes share a noun, the shape of more responses keeps it, else the first by its content.
        let order = nouns.sorted { a, b in
            a.count == b.count
                ? text(of: groups[a.position][0]).precedes(text(of: groups[b.position][0])) : a.count > b.count
        }
        for (position, _, nouns) in order { names[position] = nouns.filter { usedNames.insert($0).inserted } }
        // All types that want a name take part, so that no name changes when a type gets more users.
        let positions = Dictionary(
            firstOf: groups.enumerated().compactMap { position, group in
                kinds[group[0].index].map { ($0, position) }
            })
        let baseNames = Set(groups.indices.filter { names[$0].isEmpty }.map { lowering.name(of: groups[$0][0]).name })
        var rivals: [String: [(id: API.TypeID, position: Int?)]] = [:]
        for (kind, own) in users.enumerated() where !own.isEmpty && baseNames.contains(contents[kind].name) {
            rivals[shapeNames.base(own[0]), default: []].append((own[0], positions[kind]))
        }
        for base in rivals.keys.sorted(by: { $0.precedes($1) }) {
            let own = rivals[base] ?? []
            guard own.contains(where: { $0.position.map { names[$0].isEmpty } ?? false }) else { continue }
            for (name, rival) in zip(shapeNames.distinct(own.map(\.id), usedNames: &usedNames, text: text), own) {
                if let position = rival.position, names[position].isEmpty { names[position] = [name] }
            }
        }
        return names
    }

    /// The endpoints that respond with one of these types.
    private func endpoints(of group: [API.TypeID]) -> [Int] {
        group.compactMap { id in
            guard api[id].position == .response, case .endpoint(let index) = api[id].owner else { return nil }
            return index
        }
    }

    /// A string that distinguishes a shape from others with its name, whatever the order of the document.
    func text(of id: API.TypeID) -> String {
        func text(_ kind: Int) -> String {
            contents[kind].text + contents[kind].nested.map { contents[$0].name + "{" + text($0) + "}" }.joined()
        }
        return kinds[id.index].map(text) ?? ""
    }

    /// The type whose documentation most users have; if several are equal, the first by the text of the documentation.
    func original(of group: [API.TypeID]) -> API.TypeID {
        var counts: [String: (count: Int, first: API.TypeID)] = [:]
        for id in group { counts[documentation(of: id), default: (0, id)].count += 1 }
        let best = counts.max { a, b in
            a.value.count == b.value.count ? b.key.precedes(a.key) : a.value.count < b.value.count
        }
        return best?.value.first ?? group[0]
    }

    /// The documentation of a type and of everything in it.
    private func documentation(of id: API.TypeID) -> String {
        let type = api[id]
        var texts = [type.documentation ?? ""]
        if case .object(let properties) = type.content { texts += properties.map { $0.documentation ?? "" } }
        texts += (lowering.nested[.type(id)] ?? []).map(documentation)
        return texts.joined(separator: "\n")
    }
}
