// The names of shared types. A name is made from the type's contents, so that it stays when other requests use the
// type: `GitHubState` if one type in place has that name, `GitHubStateMerged` if several differ. A response with a
// resource has the resource's name in the paths: `User` for `GET /users/{id}` and `PUT /users/{id}`.

import CallsiteCore

/// Names for different types in place that have the same Swift name.
///
/// Types that only one place has take part too, so that a type keeps its name when a second place has it.
struct ShapeNames {
    private let lowering: Lowering
    private let prefix: String

    init(_ lowering: Lowering) {
        self.lowering = lowering
        prefix = SwiftNames.name(for: lowering.api.name, .type)
    }

    // MARK: - Resources

    /// The nouns of the paths that respond with a type, those of most operations first. A noun of only one operation
    /// doesn't count, since it would name the type for all others too. Empty: the type holds no resource.
    ///
    /// - Parameter endpoints: The endpoints that respond with the type.
    func nouns(of id: API.TypeID, in endpoints: [Int]) -> [String] {
        guard endpoints.count > 1, isResource(id) else { return [] }
        var operations: [String: Set<String>] = [:]
        for index in endpoints {
            let endpoint = lowering.api.endpoints[index]
            guard let noun = ResourceNames.noun(method: endpoint.method, path: endpoint.path.plainText) else {
                continue
            }
            operations[SwiftNames.name(for: noun, .type), default: []].insert(
                endpoint.method + " " + endpoint.path.plainText)
        }
        return operations.filter { $0.value.count > 1 }.sorted { a, b in
            a.value.count == b.value.count ? a.key.precedes(b.key) : a.value.count > b.value.count
        }.map(\.key)
    }

    /// Whether a type is an object with an identity or several fields, and isn't an envelope around other objects.
    private func isResource(_ id: API.TypeID) -> Bool {
        guard case .object(let properties) = lowering.api[id].content else { return false }
        let names = properties.map { Words.split($0.wireName).map { $0.lowercased() } }
        if names.contains(where: { Self.envelope.contains($0.joined()) }) { return false }
        let hasIdentity = names.contains { ["id", "uuid", "guid", "slug", "key", "name"].contains($0.last) }
        return hasIdentity ? properties.count > 1 : properties.count > 2
    }

    private static let envelope: Set<String> = [
        "data", "result", "results", "items", "entries", "records", "list", "value", "values", "payload", "response",
        "meta", "links", "pagination", "paging", "pageinfo", "page", "next", "nextpage", "nextcursor", "previous",
        "hasmore", "total", "totalcount", "totalpages", "count", "ok", "success", "succeeded", "error", "errors",
        "code", "message", "messages",
    ]

    // MARK: - Names by contents

    /// The name of a type if no other type wants it: the API's name and the type's own. `Response` says nothing about
    /// the contents, so the names of fields stand before it.
    func base(_ id: API.TypeID) -> String {
        isResponse(id) ? join(responseWords(id), "Response") : join([], lowering.name(of: id).name)
    }

    private func isResponse(_ id: API.TypeID) -> Bool { lowering.api[id].position == .response }

    private func responseWords(_ id: API.TypeID) -> [String] {
        let members = lowering.memberNames[id.index].map { Words.split($0) }
        let contents = members.filter { !Self.housekeeping.contains($0.joined().lowercased()) }
        var words: [String] = []
        for member in (contents.isEmpty ? members : contents).prefix(2) {
            guard words.reduce(member.joined().utf8.count, { $0 + $1.utf8.count }) <= 30 || words.isEmpty else { break }
            words += member
        }
        return words
    }

    /// Fields that most resources have.
    private static let housekeeping: Set<String> = [
        "id", "uuid", "object", "type", "kind", "url", "href", "self", "links", "meta", "status", "count", "total",
        "totalcount", "page", "perpage", "limit", "offset", "next", "previous", "created", "createdat", "modified",
        "updated", "updatedat", "success",
    ]

    /// The name for each of several types that want the same name. The type with the fewest fields keeps it. The name
    /// of each other gets words for something that only that type has: a field, a value, or the type of a field.
    ///
    /// - Parameter text: The printed content of a type. It decides the order of types with equally many fields.
    func distinct(_ ids: [API.TypeID], usedNames: inout Set<String>, text: (API.TypeID) -> String) -> [String] {
        let texts = ids.count > 1 ? ids.map(text) : []
        let order = ids.indices.sorted { a, b in
            let sizes = [a, b].map { lowering.memberNames[ids[$0].index].count }
            return sizes[0] == sizes[1] ? texts[a].precedes(texts[b]) : sizes[0] < sizes[1]
        }
        var names = [String](repeating: "", count: ids.count)
        var descriptions = Descriptions(lowering, ids)
        for index in order {
            let id = ids[index]
            let plain = base(id)
            if usedNames.insert(plain).inserted {
                names[index] = plain
                continue
            }
            var name: String?
            search: for level in Descriptions.Level.allCases {
                for words in descriptions.distinctions(index, level) {
                    let choice = qualified(id, by: words)
                    guard choice.utf8.count <= SwiftNames.limit, usedNames.insert(choice).inserted else { continue }
                    name = choice
                    break search
                }
            }
            names[index] = name ?? hashed(plain, text(id), &usedNames)
        }
        return names
    }

    private func qualified(_ id: API.TypeID, by words: [String]) -> String {
        guard isResponse(id) else { return join([], lowering.name(of: id).name, words) }
        let own = responseWords(id)
        if words.starts(with: own) { return join(words, "Response") }
        // `ItemsOptionalTotalResponse` has the total once.
        let repeated = (1...max(1, own.count)).last { own.suffix($0) == words.suffix($0) } ?? 0
        return join(own.dropLast(repeated) + words, "Response")
    }

    private func hashed(_ plain: String, _ text: String, _ usedNames: inout Set<String>) -> String {
        let names = SwiftNames.hashed(plain, text)
        let name = names.first { !usedNames.contains($0) } ?? names[names.count - 1]
        usedNames.insert(name)
        return name
    }

    /// The API's name in front; a name that begins with it already doesn't have it twice.
    private func join(_ start: [String], _ end: String, _ words: [String] = []) -> String {
        Words.joined([prefix] + start.map(Words.capitalised) + [end] + words.map(Words.capitalised))
    }
}

/// Words for the differences of types that want one name.
private struct Descriptions {
    /// Kinds of descriptions, the most telling first.
    enum Level: CaseIterable {
        /// Constants, and the models of fields.
        case models
        /// Fields, values or cases.
        case members
        /// The first of these together, which may fit others too.
        case firstMembers
        /// The types of fields, and how the type is used.
        case types
        /// All of this inside fields.
        case inside
        /// Several of these together.
        case combination
        /// Any description: a type that has less than another has no description of its own.
        case any
    }

    /// The levels that describe one thing.
    private static let single: [Level] = [.models, .members, .types, .inside]
    /// The depth down to which fields inside fields are read.
    private static let depth = 6

    private let lowering: Lowering
    private let ids: [API.TypeID]
    /// By level, made when first needed: the descriptions of each type, and how many types each description fits.
    private var tables: [Level: (listed: [[[String]]], counts: [[String]: Int])] = [:]
    /// By type, made when first needed: all descriptions.
    private var all: [[[String]]] = []
    private var sets: [Set<[String]>] = []

    init(_ lowering: Lowering, _ ids: [API.TypeID]) {
        self.lowering = lowering
        self.ids = ids
    }

    /// The descriptions of a type that fit no other, as far as the level has such.
    mutating func distinctions(_ index: Int, _ level: Level) -> [[String]] {
        switch level {
        case .combination: return combination(index)
        case .any:
            makeAll()
            return all[index]
        case .firstMembers: return words(ids[index], level)
        case .models, .members, .types, .inside:
            let (listed, counts) = table(of: level)
            return listed[index].filter { counts[$0] == 1 }
        }
    }

    private mutating func table(of level: Level) -> (listed: [[[String]]], counts: [[String]: Int]) {
        if let known = tables[level] { return known }
        let listed = ids.map { words($0, level) }
        var counts: [[String]: Int] = [:]
        for own in listed { for words in Set(own) { counts[words, default: 0] += 1 } }
        tables[level] = (listed, counts)
        return (listed, counts)
    }

    private mutating func makeAll() {
        guard all.isEmpty else { return }
        let levels = Self.single.map { table(of: $0).listed }
        all = ids.indices.map { index in levels.flatMap { $0[index] } }
        sets = all.map { Set($0) }
    }

    /// Up to three lists of words, each with one more description than the last, so that it fits fewer other types.
    private mutating func combination(_ index: Int) -> [[String]] {
        makeAll()
        var others = ids.indices.filter { $0 != index }
        var words: [String] = []
        var names: [[String]] = []
        while names.count < 3, !others.isEmpty {
            let counted = all[index].map { description in
                (description, others.count { sets[$0].contains(description) })
            }
            guard let best = counted.min(by: { $0.1 < $1.1 }), best.1 < others.count else { break }
            words += best.0
            names.append(words)
            others.removeAll { !sets[$0].contains(best.0) }
        }
        return names
    }

    private func words(_ id: API.TypeID, _ level: Level) -> [[String]] {
        switch level {
        case .models: return constants(id) + models(id)
        // A value that is empty says nothing in a name.
        case .members: return members(id).filter { $0 != ["empty"] }
        case .firstMembers:
            let members = members(id)
            return [2, 3, 4, members.count].filter { $0 <= members.count && $0 > 1 }.map {
                members.prefix($0).flatMap(\.self)
            }
        case .types: return members(id).isEmpty ? uses(id) : types(id) + uses(id)
        case .inside: return inside(id, Self.depth)
        case .combination, .any: return []
        }
    }

    private func members(_ id: API.TypeID) -> [[String]] { lowering.memberNames[id.index].map { Words.split($0) } }

    private func properties(_ id: API.TypeID) -> [(words: [String], property: API.Property)] {
        guard case .object(let properties) = lowering.api[id].content else { return [] }
        return zip(members(id), properties).map { ($0, $1) }
    }

    private func constants(_ id: API.TypeID) -> [[String]] {
        properties(id).compactMap { _, property in
            guard property.isConstant, let text = lowering.api.constantText(property), text.utf8.count <= 40 else {
                return nil
            }
            let words = Words.split(text)
            return words.isEmpty ? nil : words
        }
    }

    private func models(_ id: API.TypeID) -> [[String]] {
        properties(id).compactMap { _, property in model(property.shape).map { Words.split($0) } }
    }

    private func model(_ shape: API.Shape) -> String? {
        switch shape {
        case .named(let id, _):
            lowering.api[id].owner == .api && lowering.api[id].ownType == nil ? lowering.name(of: id).name : nil
        case .list(let inner), .dictionary(let inner), .optional(let inner): model(inner)
        case .scalar, .typeParameter: nil
        }
    }

    private func types(_ id: API.TypeID) -> [[String]] {
        if case .union(let union) = lowering.api[id].content { return union.alternatives.map { type($0.shape) } }
        return properties(id).flatMap { words, property -> [[String]] in
            let presence =
                switch property.presence {
                case .required: ["required"]
                case .optional: ["optional"]
                case .nullable: ["nullable"]
                case .optionalNullable: ["optional", "nullable"]
                }
            let type = type(property.shape)
            var all = [presence + words, type + words, presence + type + words]
            if property.defaultValue != nil { all.append(words + ["default"]) }
            if property.isReadOnly { all.append(["read", "only"] + words) }
            if property.isWriteOnly { all.append(["write", "only"] + words) }
            return all
        }
    }

    private func type(_ shape: API.Shape) -> [String] {
        switch shape {
        case .scalar(let scalar): Words.split(scalar.rawValue)
        case .typeParameter(let name): [name]
        case .list(let element): type(element) + ["list"]
        case .dictionary(let value): type(value) + ["dictionary"]
        case .optional(let wrapped): ["optional"] + type(wrapped)
        case .named(let id, _):
            if let model = model(shape) {
                Words.split(model)
            } else {
                switch lowering.api[id].content {
                case .object: ["object"]
                case .enumeration: ["enum"]
                case .union: ["union"]
                case .alias, .own, .date: Words.split(lowering.name(of: id).name)
                }
            }
        }
    }

    private func uses(_ id: API.TypeID) -> [[String]] {
        let type = lowering.api[id]
        return [
            type.usage == .read ? ["received"] : type.usage == .written ? ["sent"] : ["sent", "and", "received"],
            [type.rest == nil ? "closed" : "open"], [type.keepsUnknown ? "open" : "closed"],
        ]
    }

    /// The descriptions of fields' types, each behind the name of its field.
    private func inside(_ id: API.TypeID, _ depth: Int) -> [[String]] {
        guard depth > 0 else { return [] }
        var inner: [(words: [String], shape: API.Shape)] = properties(id).map { ($0.words, $0.property.shape) }
        if case .union(let union) = lowering.api[id].content {
            inner = zip(members(id), union.alternatives).map { ($0, $1.shape) }
        }
        return inner.flatMap { words, shape -> [[String]] in
            guard let nested = nested(shape) else { return [] }
            let own = constants(nested) + models(nested) + members(nested) + types(nested) + uses(nested)
            return (own + inside(nested, depth - 1)).map { words + $0 }
        }
    }

    private func nested(_ shape: API.Shape) -> API.TypeID? {
        switch shape {
        case .named(let id, _): lowering.api[id].owner == .api ? nil : id
        case .list(let inner), .dictionary(let inner), .optional(let inner): nested(inner)
        case .scalar, .typeParameter: nil
        }
    }
}
