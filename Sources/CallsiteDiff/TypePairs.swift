import CallsiteCore

// Which types stand where which stood, and what for. Every endpoint that is there on both sides is followed from what it sends and reads to the
// types that this is made of, two by two. A pair is visited once, however many endpoints lead to it, and knows them all.

struct TypePair: Hashable {
    var old: Int
    var new: Int
}

struct TypePairs {
    private(set) var matching: Matching
    private let old: Contract
    private let new: Contract
    /// What values of a pair are for.
    private(set) var uses: [TypePair: Use] = [:]
    /// In the order in which they were found.
    private(set) var order: [TypePair] = []
    /// Who leads to a pair: another one, or an endpoint by its position in `matching.endpoints`.
    private var parents: [TypePair: Set<Parent>] = [:]
    private var children: [TypePair: [TypePair]] = [:]
    private var pending: [TypePair] = []

    private enum Parent: Hashable {
        case pair(TypePair)
        case endpoint(Int)
    }

    init(_ matching: Matching) {
        self.matching = matching
        (old, new) = (matching.old, matching.new)
        for (position, pair) in matching.endpoints.enumerated() { follow(position, old.endpoints[pair.old], new.endpoints[pair.new]) }
        run()
        // What no endpoint uses on both sides is compared as a declaration.
        for (index, other) in self.matching.types.sorted(by: { $0.key < $1.key }) {
            let pair = TypePair(old: index, new: other)
            if uses[pair] == nil { visit(pair, [], from: nil) }
        }
        run()
    }

    // MARK: - Endpoints

    private mutating func follow(_ position: Int, _ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        let parent = Parent.endpoint(position)
        let parameters = matching.fields(a.parameters, b.parameters)
        for (field, other) in parameters.pairs + parameters.renamed { follow(field.shape, other.shape, .parameter, from: parent) }
        if let body = a.body, let other = b.body {
            switch (body.content, other.content) {
            case (.whole(let shape, _), .whole(let otherShape, _)): follow(shape, otherShape, .body, from: parent)
            default:
                let fields = matching.fields(old.fields(of: body) ?? [], new.fields(of: other) ?? [])
                for (field, other) in fields.pairs + fields.renamed { follow(field.shape, other.shape, .body, from: parent) }
            }
        }
        for (answer, other) in Self.answers(a.response, b.response) { follow(answer, other, .response, from: parent) }
        for (failure, other) in Self.failures(a.errors ?? old.errors, b.errors ?? new.errors) {
            follow(failure.shape, other.shape, .failure, from: parent)
        }
        let headers = matching.fields(a.response.headers, b.response.headers)
        for (field, other) in headers.pairs + headers.renamed { follow(field.shape, other.shape, .header, from: parent) }
    }

    /// What answers of success hold, by status.
    static func answers(_ a: Contract.Response, _ b: Contract.Response) -> [(Contract.Shape, Contract.Shape)] {
        if a.cases.isEmpty, b.cases.isEmpty { return [(a.shape, b.shape)] }
        if a.cases.isEmpty { return b.cases.first.map { [(a.shape, $0.shape)] } ?? [] }
        if b.cases.isEmpty { return a.cases.first.map { [($0.shape, b.shape)] } ?? [] }
        return a.cases.compactMap { answer in b.cases.first { $0.status == answer.status }.map { (answer.shape, $0.shape) } }
    }

    static func failures(_ a: [Contract.Failure], _ b: [Contract.Failure]) -> [(Contract.Failure, Contract.Failure)] {
        a.compactMap { failure in b.first { $0.status == failure.status }.map { (failure, $0) } }
    }

    // MARK: - Types

    private mutating func follow(_ a: Contract.Shape, _ b: Contract.Shape, _ use: Use, from parent: Parent) {
        for pair in pairs(a, b) { visit(pair, use, from: parent) }
    }

    private mutating func visit(_ pair: TypePair, _ use: Use, from parent: Parent?) {
        if let parent { parents[pair, default: []].insert(parent) }
        if let known = uses[pair] {
            guard !known.isSuperset(of: use) else { return }
            uses[pair] = known.union(use)
        } else {
            uses[pair] = use
            order.append(pair)
        }
        pending.append(pair)
    }

    private mutating func run() {
        while let pair = pending.popLast() {
            let inner: [TypePair]
            if let known = children[pair] {
                inner = known
            } else {
                inner = parts(of: pair).flatMap { pairs($0.0, $0.1) }
                children[pair] = inner
            }
            let use = uses[pair] ?? []
            for child in inner { visit(child, use, from: .pair(pair)) }
        }
    }

    /// The pairs that two shapes name. A model that stands where another stood is its successor if they are alike.
    private mutating func pairs(_ a: Contract.Shape, _ b: Contract.Shape) -> [TypePair] {
        switch (old.resolvingAliases(a), new.resolvingAliases(b)) {
        case (.optional(let inner), let other): return pairs(inner, other)
        case (let inner, .optional(let other)): return pairs(inner, other)
        case (.list(let element), .list(let other)), (.dictionary(let element), .dictionary(let other)): return pairs(element, other)
        case (.named(let id, let arguments), .named(let other, let others)):
            _ = matching.matchIfAlike(id, other)
            var result: [TypePair] = []
            switch (old.types[id].content, new.types[other].content) {
            case (.object, .object), (.enumeration, .enumeration), (.union, .union): result.append(.init(old: id, new: other))
            case (.union(let union), _):
                for alternative in union.alternatives where isAligned(alternative.shape, b) { result += pairs(alternative.shape, b) }
            case (_, .union(let union)):
                for alternative in union.alternatives where isAligned(a, alternative.shape) { result += pairs(a, alternative.shape) }
            default: break
            }
            for (argument, other) in zip(arguments, others) { result += pairs(argument, other) }
            return result
        default: return []
        }
    }

    private func isAligned(_ a: Contract.Shape, _ b: Contract.Shape) -> Bool {
        if case .named(let id, _) = old.resolvingAliases(a), case .union = old.types[id].content { return false }
        if case .named(let id, _) = new.resolvingAliases(b), case .union = new.types[id].content { return false }
        return matching.isSameShape(a, b)
    }

    /// What two types are made of, part by part.
    private func parts(of pair: TypePair) -> [(Contract.Shape, Contract.Shape)] {
        let (a, b) = (old.types[pair.old], new.types[pair.new])
        var result: [(Contract.Shape, Contract.Shape)] = []
        switch (a.content, b.content) {
        case (.object(let fields), .object(let others)):
            let matched = matching.fields(fields, others)
            result = (matched.pairs + matched.renamed).map { ($0.shape, $1.shape) }
            if let rest = a.rest, let other = b.rest { result.append((rest, other)) }
        case (.union(let union), .union(let other)):
            result = alternatives(union, other).pairs.map { (union.alternatives[$0].shape, other.alternatives[$1].shape) }
        default: break
        }
        return result
    }

    /// Alternatives by their tags, then by what they hold, then the last one left of each side.
    func alternatives(
        _ a: Contract.NamedType.Union, _ b: Contract.NamedType.Union
    ) -> (pairs: [(Int, Int)], removed: [Int], added: [Int]) {
        var free = Set(b.alternatives.indices)
        var rest = Array(a.alternatives.indices)
        var pairs: [(Int, Int)] = []
        func match(_ fits: (Contract.NamedType.Alternative, Contract.NamedType.Alternative) -> Bool) {
            rest.removeAll { index in
                guard
                    let found = b.alternatives.indices.first(where: { free.contains($0) && fits(a.alternatives[index], b.alternatives[$0]) }
                    )
                else { return false }
                free.remove(found)
                pairs.append((index, found))
                return true
            }
        }
        // A list of thousands is matched by tags alone, which a dictionary knows.
        if a.alternatives.count * b.alternatives.count > 250_000 {
            let tags = Dictionary(b.alternatives.enumerated().map { ($1.tag ?? $1.swiftName, $0) }, uniquingKeysWith: { first, _ in first })
            rest.removeAll { index in
                guard let found = tags[a.alternatives[index].tag ?? a.alternatives[index].swiftName], free.remove(found) != nil else {
                    return false
                }
                pairs.append((index, found))
                return true
            }
        } else {
            match { $0.tag != nil && $0.tag == $1.tag }
            match { ($0.tag == nil || $1.tag == nil) && matching.isSameShape($0.shape, $1.shape) }
            match { matching.isSameShape($0.shape, $1.shape) }
            // One in place may be called something else.
            match { $0.tag == nil && $1.tag == nil && matching.isSameInPlace($0.shape, $1.shape) }
            match { $0.swiftName == $1.swiftName }
        }
        return (pairs, rest, free.sorted())
    }

    // MARK: - Who uses a pair

    /// The endpoints that a pair is reached from, by their positions in `matching.endpoints`. `budget` bounds the steps of all questions
    /// together: in a document where everything uses everything, the answer is then nil.
    func endpoints(of pair: TypePair, budget: inout Int) -> Set<Int>? {
        var seen: Set<TypePair> = [pair]
        var open = [pair]
        var result: Set<Int> = []
        while let next = open.popLast() {
            for parent in parents[next] ?? [] {
                budget -= 1
                guard budget > 0 else { return nil }
                switch parent {
                case .endpoint(let position): result.insert(position)
                case .pair(let outer): if seen.insert(outer).inserted { open.append(outer) }
                }
            }
        }
        return result
    }
}

extension Contract {
    /// The types that endpoints send and read, with all that these are made of.
    func types(reachedFrom indices: [Int]) -> Set<Int> {
        var seen: Set<Int> = []
        var open: [Shape] = []
        for endpoint in indices.map({ endpoints[$0] }) {
            open += endpoint.parameters.map(\.shape) + [endpoint.response.shape] + endpoint.response.cases.map(\.shape)
            open += endpoint.response.headers.map(\.shape) + (endpoint.errors ?? errors).map(\.shape)
            switch endpoint.body?.content {
            case .fields(let fields)?: open += fields.map(\.shape)
            case .whole(let shape, _)?: open.append(shape)
            case nil: break
            }
            open += [endpoint.body?.model].compactMap(\.self)
        }
        while let shape = open.popLast() {
            switch shape {
            case .scalar, .typeParameter: break
            case .list(let inner), .dictionary(let inner), .optional(let inner): open.append(inner)
            case .named(let id, let arguments):
                open += arguments
                guard seen.insert(id).inserted else { continue }
                switch types[id].content {
                case .object(let fields): open += fields.map(\.shape) + [types[id].rest].compactMap(\.self)
                case .union(let union): open += union.alternatives.map(\.shape)
                case .alias(let target): open.append(target)
                case .enumeration, .own, .date: break
                }
            }
        }
        return seen
    }

    /// The fields that a body is made of; nil: it is no object.
    func fields(of body: Body) -> [Field]? {
        switch body.content {
        case .fields(let fields): return fields
        case .whole(let shape, _):
            guard case .named(let id, _) = resolvingAliases(shape), case .object(let fields) = types[id].content else { return nil }
            return fields.filter { !$0.isReadOnly }.map { field in
                var field = field
                field.location = .body
                return field
            }
        }
    }
}
