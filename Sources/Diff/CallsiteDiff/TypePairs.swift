import CallsiteCore

// Pairs each old type with the new types in its place, and records their uses. Every endpoint that both sides have is
// followed from the values that it sends and reads to the types in them, pair by pair. The parts of a pair are found
// once, however many endpoints lead to it, and the pair knows all of these endpoints.

struct TypePair: Hashable {
    var old: API.TypeID
    var new: API.TypeID
}

struct TypePairs {
    private(set) var matching: Matching
    private let old: Contract
    private let new: Contract
    /// The uses of each pair's values.
    private(set) var uses: [TypePair: Use] = [:]
    /// The pairs, in the order in which they were found.
    private(set) var order: [TypePair] = []
    /// The pairs that an endpoint leads to directly, by its position in `matching.endpoints`.
    private var rootPairs: [Int: [TypePair]] = [:]
    private var children: [TypePair: [TypePair]] = [:]
    private var pending: [TypePair] = []
    private var positions: [TypePair: Int] = [:]
    private var titles: [String] = []
    private var users: EndpointSets?

    init(_ matching: Matching) {
        self.matching = matching
        (old, new) = (matching.old, matching.new)
        for (position, pair) in matching.endpoints.enumerated() {
            follow(position, old.endpoints[pair.old], new.endpoints[pair.new])
        }
        run()
        // Types that no endpoint uses on both sides are compared as declarations.
        for (index, other) in self.matching.types.sorted(by: { $0.key.index < $1.key.index }) {
            let pair = TypePair(old: index, new: other)
            if uses[pair] == nil { visit(pair, []) }
        }
        run()
        findUsers()
    }

    // MARK: - Endpoints

    private mutating func follow(_ position: Int, _ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        for (field, other) in matching.fields(a.parameters, b.parameters).onBothSides {
            follow(field.shape, other.shape, .parameter, from: position)
        }
        if let body = a.body, let other = b.body {
            switch (body.content, other.content) {
            case (.whole(let shape, _), .whole(let otherShape, _)): follow(shape, otherShape, .body, from: position)
            default:
                let fields = matching.fields(old.fields(of: body) ?? [], new.fields(of: other) ?? [])
                for (field, other) in fields.onBothSides {
                    follow(field.shape, other.shape, .body, from: position)
                }
            }
        }
        for (answer, other) in Self.answers(a.response, b.response) { follow(answer, other, .response, from: position) }
        let stated = Set((a.statedErrors + b.statedErrors + old.statedErrors + new.statedErrors).map(\.status))
        for (failure, other) in Self.failures(a.errors ?? old.errors, b.errors ?? new.errors, stated) {
            follow(failure.shape, other.shape, .failure, from: position)
        }
        for (field, other) in matching.fields(a.response.headers, b.response.headers).onBothSides {
            follow(field.shape, other.shape, .header, from: position)
        }
    }

    /// The pairs of shapes in success responses, by status.
    static func answers(_ a: Contract.Response, _ b: Contract.Response) -> [(API.Shape, API.Shape)] {
        if a.cases.isEmpty, b.cases.isEmpty { return [(a.shape, b.shape)] }
        if a.cases.isEmpty { return b.cases.first.map { [(a.shape, $0.shape)] } ?? [] }
        if b.cases.isEmpty { return a.cases.first.map { [($0.shape, b.shape)] } ?? [] }
        return a.cases.compactMap { answer in
            b.cases.first { $0.status == answer.status }.map { (answer.shape, $0.shape) }
        }
    }

    static func failures(
        _ a: [API.ErrorCase], _ b: [API.ErrorCase], _ statuses: Set<Description.StatusPattern>
    ) -> [(API.ErrorCase, API.ErrorCase)] {
        statuses.sorted { $0.description < $1.description }.compactMap { status in
            guard let old = a.first(covering: status), let new = b.first(covering: status) else { return nil }
            return (old, new)
        }
    }

    // MARK: - Types

    private mutating func follow(_ a: API.Shape, _ b: API.Shape, _ use: Use, from position: Int) {
        for pair in pairs(a, b) {
            rootPairs[position, default: []].append(pair)
            visit(pair, use)
        }
    }

    private mutating func visit(_ pair: TypePair, _ use: Use) {
        if let earlierUse = uses[pair] {
            guard !earlierUse.isSuperset(of: use) else { return }
            uses[pair] = earlierUse.union(use)
        } else {
            uses[pair] = use
            order.append(pair)
        }
        pending.append(pair)
    }

    private mutating func run() {
        while let pair = pending.popLast() {
            let inner: [TypePair]
            if let pairs = children[pair] {
                inner = pairs
            } else {
                inner = parts(of: pair).flatMap { pairs($0.0, $0.1) }
                children[pair] = inner
            }
            let use = uses[pair] ?? []
            for child in inner { visit(child, use) }
        }
    }

    /// The pairs that two shapes name. A model that stands where another stood is its successor if they are alike.
    private mutating func pairs(_ a: API.Shape, _ b: API.Shape) -> [TypePair] {
        switch (old.api.resolvingAliases(a), new.api.resolvingAliases(b)) {
        case (.optional(let inner), let other): return pairs(inner, other)
        case (let inner, .optional(let other)): return pairs(inner, other)
        case (.list(let element), .list(let other)), (.dictionary(let element), .dictionary(let other)):
            return pairs(element, other)
        case (.named(let id, let arguments), .named(let other, let others)):
            _ = matching.matchIfAlike(id, other)
            var result: [TypePair] = []
            switch (old[id].content, new[other].content) {
            case (.object, .object), (.enumeration, .enumeration), (.union, .union):
                result.append(.init(old: id, new: other))
            case (.union(let union), _): result += pairs(id, union, isOld: true, b)
            case (_, .union(let union)): result += pairs(other, union, isOld: false, a)
            default: break
            }
            for (argument, other) in zip(arguments, others) { result += pairs(argument, other) }
            return result
        default: return []
        }
    }

    /// The pairs of a union's alternatives with the shape that replaces the union, or that the union replaces.
    private mutating func pairs(
        _ id: API.TypeID, _ union: Contract.NamedType.Union, isOld: Bool, _ shape: API.Shape
    ) -> [TypePair] {
        let question = Matching.UnionMemory.Question(
            union: id, isOld: isOld, other: shape, matched: matching.types.count)
        if let pairs = matching.memory.pairs[question] { return pairs }
        var result: [TypePair] = []
        for alternative in union.alternatives {
            let (a, b) = isOld ? (alternative.shape, shape) : (shape, alternative.shape)
            if isAligned(a, b) { result += pairs(a, b) }
        }
        matching.memory.pairs[question] = result
        return result
    }

    private func isAligned(_ a: API.Shape, _ b: API.Shape) -> Bool {
        if case .named(let id, _) = old.api.resolvingAliases(a), case .union = old[id].content { return false }
        if case .named(let id, _) = new.api.resolvingAliases(b), case .union = new[id].content { return false }
        return matching.isSameShape(a, b)
    }

    /// The parts of two types, in pairs.
    private func parts(of pair: TypePair) -> [(API.Shape, API.Shape)] {
        let (a, b) = (old[pair.old], new[pair.new])
        var result: [(API.Shape, API.Shape)] = []
        switch (a.content, b.content) {
        case (.object(let fields), .object(let others)):
            result = matching.fields(fields, others).onBothSides.map { ($0.shape, $1.shape) }
            if let rest = a.rest, let other = b.rest { result.append((rest, other)) }
        case (.union(let union), .union(let other)):
            result = alternatives(union, other).pairs.map {
                (union.alternatives[$0].shape, other.alternatives[$1].shape)
            }
        default: break
        }
        return result
    }

    /// Pairs alternatives by their tags, then by their types, contents and Swift names.
    func alternatives(
        _ a: Contract.NamedType.Union, _ b: Contract.NamedType.Union
    ) -> (pairs: [(Int, Int)], removed: [Int], added: [Int]) {
        var matcher = KeyMatcher(a.alternatives, b.alternatives)
        matcher.match(\.tag)
        matcher.match({ matching.oldKey($0.shape) }, { $0.tag == nil ? matching.newKey($0.shape) : nil })
        matcher.match({ $0.tag == nil ? matching.oldKey($0.shape) : nil }, { matching.newKey($0.shape) })
        matcher.match({ matching.oldKey($0.shape) }, { matching.newKey($0.shape) })
        // An inline type may have another name.
        matcher.match(
            { $0.tag == nil ? matching.contentInPlace(matching.old, $0.shape) : nil },
            { $0.tag == nil ? matching.contentInPlace(matching.new, $0.shape) : nil })
        matcher.match(\.swiftName)
        // A named model may be an inline type now, or the other way round.
        matcher.match(
            { $0.tag == nil ? matching.anyContent(matching.old, $0.shape) : nil },
            { $0.tag == nil ? matching.anyContent(matching.new, $0.shape) : nil })
        return (matcher.pairs.map { ($0, $1) }, matcher.removed, matcher.added)
    }

    // MARK: - Users of a pair

    /// The number of endpoints that lead to some of these pairs, and the titles of the first three. An endpoint with
    /// several requests counts once. nil: the document has too many uses to count.
    func endpoints(of pairs: [TypePair]) -> (count: Int, first: [String])? {
        let result = users?.endpoints(of: pairs.compactMap { positions[$0] }, first: 3)
        return result.map { ($0.count, $0.first.map { titles[$0] }) }
    }

    private mutating func findUsers() {
        for (index, pair) in order.enumerated() { positions[pair] = index }
        // One operation may be several requests.
        var rootIndices: [String: Int] = [:]
        var roots: [[Int]] = []
        for (position, pair) in matching.endpoints.enumerated() {
            let title = new.endpoints[pair.new].title
            let nodes = (rootPairs[position] ?? []).compactMap { positions[$0] }
            if let first = rootIndices[title] {
                roots[first] += nodes
            } else {
                rootIndices[title] = titles.count
                titles.append(title)
                roots.append(nodes)
            }
        }
        users = EndpointSets(children: order.map { (children[$0] ?? []).compactMap { positions[$0] } }, roots: roots)
    }
}

extension Contract {
    /// The types that endpoints send and read, and all types in them.
    func types(reachedFrom indices: [Int]) -> Set<API.TypeID> {
        var shapes: [API.Shape] = []
        for endpoint in indices.map({ endpoints[$0] }) {
            shapes += endpoint.parameters.map(\.shape) + [endpoint.response.shape]
            shapes += endpoint.response.cases.map(\.shape) + endpoint.response.headers.map(\.shape)
            shapes += (endpoint.errors ?? api.errors).map(\.shape) + [endpoint.body?.model].compactMap(\.self)
            switch endpoint.body?.content {
            case .fields(let fields)?: shapes += fields.map(\.shape)
            case .whole(let shape, _)?: shapes.append(shape)
            case nil: break
            }
        }
        var seen: Set<API.TypeID> = []
        var open = shapes.flatMap(\.namedTypes)
        while let id = open.popLast() {
            if seen.insert(id).inserted { open += api[id].namedTypes }
        }
        return seen
    }

    /// The fields of a body; nil if the body isn't an object.
    func fields(of body: Body) -> [Field]? {
        switch body.content {
        case .fields(let fields): return fields
        case .whole(let shape, _):
            guard case .named(let id, _) = api.resolvingAliases(shape), case .object(let fields) = self[id].content
            else {
                return nil
            }
            return fields.filter { !$0.isReadOnly }.map { field in
                var field = field
                field.location = .body
                return field
            }
        }
    }
}
