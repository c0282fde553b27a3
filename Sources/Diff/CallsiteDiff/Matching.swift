import CallsiteCore

// Pairs the parts of the old contract with those of the new one. Endpoints are matched by method and path, then by
// name; models by name, then by content; fields by their names on the wire. Parts that are left on both sides and are
// alike were renamed.

struct Matching {
    let old: Contract
    let new: Contract
    private(set) var endpoints: [(old: Int, new: Int)] = []
    private(set) var removedEndpoints: [Int] = []
    private(set) var addedEndpoints: [Int] = []
    /// Models that are declared at the top, by the number of the old one.
    private(set) var types: [API.TypeID: API.TypeID] = [:]
    private(set) var matchedNewTypes: Set<API.TypeID> = []
    let memory = UnionMemory()

    /// Remembers how a union compares with another kind of type: thousands of fields may have the same union of
    /// thousands of alternatives.
    final class UnionMemory {
        struct Question: Hashable {
            var union: API.TypeID
            var isOld: Bool
            var other: API.Shape
            /// The number of models that were matched at the time of the question.
            var matched: Int
        }
        var changes: [Question: TypeChange] = [:]
        var pairs: [Question: [TypePair]] = [:]
    }

    init(_ old: Contract, _ new: Contract) {
        self.old = old
        self.new = new
        matchEndpoints()
        matchTypes(by: \.name)
        matchTypesByContent()
        // Two documents may spell the name of one declaration differently: `un_used`, `UnUsed`.
        matchTypes(by: \.swiftName)
    }

    var removedTypes: [API.TypeID] { old.typeIDs.filter { old[$0].owner == .api && types[$0] == nil } }
    var addedTypes: [API.TypeID] { new.typeIDs.filter { new[$0].owner == .api && !matchedNewTypes.contains($0) } }

    /// Whether the sides describe different APIs: both have endpoints and share none, and they share at most a tenth of
    /// the smaller side's types.
    var isUnrelated: Bool {
        endpoints.isEmpty && !old.endpoints.isEmpty && !new.endpoints.isEmpty
            && types.count * 10 <= min(old.types.count, new.types.count)
    }

    // MARK: - Endpoints

    private mutating func matchEndpoints() {
        var matcher = KeyMatcher(old.endpoints, new.endpoints)
        // One operation may be several requests, one for each kind of body.
        matcher.match { $0.method + " " + Self.withoutNames($0.path) + " " + $0.name }
        matcher.match { $0.method + " " + Self.withoutNames($0.path) + " " + ($0.body?.encodingText ?? "") }
        matcher.match { $0.method + " " + Self.withoutNames($0.path) }
        matcher.match { $0.name + " " + ($0.body?.encodingText ?? "") }
        matcher.match { $0.name }
        // A prefix may have moved from the server's URL to the path, and names may be derived from paths.
        matcher.match({ $0.method + " " + Self.url(old, $0) }, { $0.method + " " + Self.url(new, $0) })
        endpoints = matcher.pairs.sorted { $0.new < $1.new }
        (removedEndpoints, addedEndpoints) = (matcher.removed, matcher.added)
    }

    /// The URL as a whole, without the names of parameters.
    static func url(_ contract: Contract, _ endpoint: Contract.Endpoint) -> String {
        let base = endpoint.baseURL ?? contract.baseURL.template
        return (base.hasSuffix("/") ? String(base.dropLast()) : base) + withoutNames(endpoint.path)
    }

    /// `/pets/{}`
    static func withoutNames(_ path: String) -> String {
        var result: [UInt8] = []
        var depth = 0
        for byte in path.utf8 {
            if byte == 0x7B { depth += 1 }
            if depth == 0 || byte == 0x7B { result.append(byte) }
            if byte == 0x7D {
                depth = max(0, depth - 1)
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    // MARK: - Models

    private mutating func matchTypes(by name: (Contract.NamedType) -> String) {
        func key(_ type: Contract.NamedType) -> String { name(type) + "\u{0}" + type.distinction }
        var candidates: [String: API.TypeID] = [:]
        for index in addedTypes { candidates[key(new[index])] = index }
        for index in removedTypes {
            guard let candidate = candidates[key(old[index])] else { continue }
            match(index, candidate)
        }
    }

    /// Matches the models that are left by their content, unless several have the same content.
    private mutating func matchTypesByContent() {
        var olds: [String: [API.TypeID]] = [:]
        var news: [String: [API.TypeID]] = [:]
        for index in removedTypes { olds[content(old, index), default: []].append(index) }
        guard !olds.isEmpty else { return }
        for index in addedTypes { news[content(new, index), default: []].append(index) }
        for (text, ids) in olds where ids.count == 1 && !text.isEmpty {
            if let others = news[text], others.count == 1 { match(ids[0], others[0]) }
        }
    }

    private mutating func match(_ a: API.TypeID, _ b: API.TypeID) {
        guard types[a] == nil, matchedNewTypes.insert(b).inserted else { return }
        types[a] = b
    }

    /// Matches two models that are alike if one stands where the other stood: the model was renamed.
    ///
    /// - Returns: Whether the models are a pair now.
    mutating func matchIfAlike(_ a: API.TypeID, _ b: API.TypeID) -> Bool {
        guard old[a].owner == .api, new[b].owner == .api, types[a] == nil, !matchedNewTypes.contains(b),
            isAlike(old[a], new[b])
        else { return false }
        match(a, b)
        return true
    }

    private func isAlike(_ a: Contract.NamedType, _ b: Contract.NamedType) -> Bool {
        func share(_ names: [String], _ others: [String]) -> Bool {
            let common = Set(names).intersection(others).count
            return common * 2 >= max(names.count, others.count) && common > 0
        }
        switch (a.content, b.content) {
        case (.object(let fields), .object(let others)): return share(fields.map(\.wireName), others.map(\.wireName))
        case (.enumeration(let cases), .enumeration(let others)):
            return share(cases.map(\.wireValue), others.map(\.wireValue))
        case (.union(let union), .union(let other)):
            return union.discriminator == other.discriminator && union.alternatives.count == other.alternatives.count
        case (.alias(let target), .alias(let other)): return Self.kind(target) == Self.kind(other)
        default: return false
        }
    }

    /// The content of a type in place, whatever its name; nil: the shape isn't a type in place, or its content is too
    /// small to compare.
    func contentInPlace(_ contract: Contract, _ shape: API.Shape) -> String? {
        guard case .named(let id, _) = contract.api.resolvingAliases(shape), contract[id].owner != .api else {
            return nil
        }
        let text = content(contract, id, fewest: 1)
        return text.isEmpty ? nil : text
    }

    /// Whether both shapes hold models or types in place with the same content.
    func hasSameContent(_ a: API.Shape, _ b: API.Shape) -> Bool {
        anyContent(old, a).map { $0 == anyContent(new, b) } ?? false
    }

    /// The content of a model or a type in place, also in lists and dictionaries of it; nil: it holds another kind of value.
    func anyContent(_ contract: Contract, _ shape: API.Shape) -> String? {
        switch contract.api.resolvingAliases(shape) {
        case .list(let element): return anyContent(contract, element).map { "[" + $0 }
        case .dictionary(let value): return anyContent(contract, value).map { "{" + $0 }
        case .optional(let wrapped): return anyContent(contract, wrapped)
        case .named(let id, _):
            let text = content(contract, id, fewest: 1, isAnywhere: true)
            return text.isEmpty ? nil : text
        case .scalar, .typeParameter: return nil
        }
    }

    /// The content of a type as a string, equal for types with the same content; empty: the content is too small to
    /// compare.
    ///
    /// - Parameters:
    ///   - fewest: The fewest fields or cases that are compared.
    ///   - isAnywhere: Models and types in place count as the same.
    private func content(
        _ contract: Contract, _ id: API.TypeID, fewest: Int = 2, isAnywhere: Bool = false
    ) -> String {
        let type = contract[id]
        let position = isAnywhere ? "" : type.distinction
        func text(_ shape: API.Shape) -> String {
            switch shape {
            case .scalar(let scalar): scalar.rawValue
            // The model may have been renamed too, so its name doesn't count.
            case .named(let id, _): contract[id].owner == .api && !isAnywhere ? "model" : "part"
            case .typeParameter: "parameter"
            case .list(let element): "[" + text(element) + "]"
            case .dictionary(let value): "{" + text(value) + "}"
            case .optional(let wrapped): text(wrapped) + "?"
            }
        }
        switch type.content {
        case .object(let fields):
            guard fields.count >= fewest else { return "" }
            return position
                + fields.map { "\u{0}\($0.wireName): \(text($0.shape)) \($0.presence)" }.sorted().joined()
        case .enumeration(let cases):
            return cases.count >= fewest
                ? position + "\(type.enumValues)" + cases.map { "\u{0}" + $0.wireValue }.sorted().joined() : ""
        case .union(let union):
            guard let discriminator = union.discriminator, union.alternatives.count > 1 else { return "" }
            return discriminator + union.alternatives.map { "\u{0}" + ($0.tag ?? "") }.sorted().joined()
        case .alias, .own, .date: return ""
        }
    }

    private static func kind(_ shape: API.Shape) -> Int {
        switch shape {
        case .scalar: 0
        case .named, .typeParameter: 1
        case .list: 2
        case .dictionary: 3
        case .optional(let wrapped): kind(wrapped)
        }
    }

    // MARK: - Fields

    struct MatchedFields {
        var pairs: [(old: Contract.Field, new: Contract.Field)] = []
        /// Fields whose name changed.
        var renamed: [(old: Contract.Field, new: Contract.Field)] = []
        var removed: [Contract.Field] = []
        var added: [Contract.Field] = []

        /// The fields that both sides have, under the same or another name.
        var onBothSides: [(old: Contract.Field, new: Contract.Field)] { pairs + renamed }
        /// The new Swift names of the fields `onBothSides`, by the old ones.
        var swiftNames: [String: String] {
            Dictionary(firstOf: onBothSides.map { ($0.old.swiftName, $0.new.swiftName) })
        }
    }

    /// Matches fields by their names on the wire. A parameter in the same location is preferred to one in another.
    func fields(_ olds: [Contract.Field], _ news: [Contract.Field]) -> MatchedFields {
        var result = MatchedFields()
        var free = Set(news.indices)
        var byName: [String: [Int]] = [:]
        for (index, field) in news.enumerated() { byName[Self.key(field), default: []].append(index) }
        var rest: [Contract.Field] = []
        for field in olds {
            let namesakes = (byName[Self.key(field)] ?? []).filter(free.contains)
            if let index = namesakes.first(where: { news[$0].location == field.location }) {
                free.remove(index)
                result.pairs.append((field, news[index]))
            } else {
                rest.append(field)
            }
        }
        var left: [Contract.Field] = []
        for field in rest {
            if let index = (byName[Self.key(field)] ?? []).first(where: free.contains) {
                free.remove(index)
                result.pairs.append((field, news[index]))
            } else {
                left.append(field)
            }
        }
        var added = free.sorted().map { news[$0] }
        // A field was renamed if each side has exactly one field that is like the other's.
        if left.count <= 20, added.count <= 20 {
            // Names of the same words are matched first: `file_urls` before `file` for `file_url`.
            for isExact in [true, false] {
                let candidates = left
                left.removeAll { field in
                    let fitting = added.indices.filter { isRenamed(field, added[$0], isExact: isExact) }
                    guard fitting.count == 1,
                        candidates.count(where: { isRenamed($0, added[fitting[0]], isExact: isExact) }) == 1
                    else {
                        return false
                    }
                    result.renamed.append((field, added.remove(at: fitting[0])))
                    return true
                }
            }
        }
        (result.removed, result.added) = (left, added)
        return result
    }

    /// Header names are case-insensitive.
    private static func key(_ field: Contract.Field) -> String {
        field.location == .header ? field.wireName.lowercased() : field.wireName
    }

    /// - Parameter isExact: Whether the names must consist of the same words.
    private func isRenamed(_ a: Contract.Field, _ b: Contract.Field, isExact: Bool) -> Bool {
        guard a.location == b.location, a.presence == b.presence, isSameShape(a.shape, b.shape),
            a.isConstant == b.isConstant
        else {
            return false
        }
        if a.location == .path { return true }
        func words(_ name: String) -> Set<String> {
            Set(Self.words(name).map { $0.count > 3 && $0.hasSuffix("s") ? String($0.dropLast()) : $0 })
        }
        let (words, others) = (words(a.wireName), words(b.wireName))
        if isExact { return !words.isEmpty && words == others }
        let common = words.intersection(others).count
        // `user_id` and `userId`, `name` and `full_name`; not `created_at` and `updated_at`, which only end alike.
        return common > 0 && (common == min(words.count, others.count)) && common * 2 >= max(words.count, others.count)
    }

    /// Whether two shapes are the same, apart from the contents of matching types.
    func isSameShape(_ a: API.Shape, _ b: API.Shape) -> Bool {
        switch (old.api.resolvingAliases(a), new.api.resolvingAliases(b)) {
        case (.scalar(let scalar), .scalar(let other)): return scalar == other
        case (.list(let element), .list(let other)), (.dictionary(let element), .dictionary(let other)),
            (.optional(let element), .optional(let other)):
            return isSameShape(element, other)
        case (.named(let id, _), .named(let other, _)):
            if old[id].owner == .api { return types[id] == other }
            return new[other].owner != .api && old[id].name == new[other].name
        case (.typeParameter(let name), .typeParameter(let other)): return name == other
        default: return false
        }
    }

    /// A key that is equal for two shapes if `isSameShape` is true for them; nil: the shape matches no other.
    func oldKey(_ shape: API.Shape) -> String? {
        key(shape, old) { types[$0] }
    }

    func newKey(_ shape: API.Shape) -> String? {
        key(shape, new) { $0 }
    }

    private func key(_ shape: API.Shape, _ contract: Contract, _ number: (API.TypeID) -> API.TypeID?) -> String? {
        switch contract.api.resolvingAliases(shape) {
        case .scalar(let scalar): return scalar.rawValue
        case .list(let element): return key(element, contract, number).map { "[" + $0 }
        case .dictionary(let value): return key(value, contract, number).map { "{" + $0 }
        case .optional(let wrapped): return key(wrapped, contract, number).map { "?" + $0 }
        case .named(let id, _):
            return contract[id].owner == .api ? number(id).map { "#\($0.index)" } : "." + contract[id].name
        case .typeParameter(let name): return "<" + name
        }
    }

    static func words(_ name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasLower = false
        for scalar in name.unicodeScalars {
            let isUpper = scalar.properties.isUppercase
            let isWord = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            if !isWord || (isUpper && wasLower) {
                if !word.isEmpty { words.append(word.lowercased()) }
                word = ""
            }
            if isWord { word.unicodeScalars.append(scalar) }
            wasLower = isWord && !isUpper
        }
        if !word.isEmpty { words.append(word.lowercased()) }
        return words
    }
}
