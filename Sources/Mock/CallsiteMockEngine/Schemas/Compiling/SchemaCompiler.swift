/// Compiles the schemas of a document one after the other, without recursion, so that deep schemas need no deep stack.
///
/// Nodes are numbered when they are first met and read later. A schema that is only a reference has no node: its number
/// is the target's.
struct SchemaCompiler {
    typealias Place = SchemaProgram.Place
    typealias PlaceKey = SchemaProgram.PlaceKey

    struct Options: Sendable {
        let document: JSONValue
        let dialect: SchemaDialect
        let checksFormats: Bool
    }

    let options: Options
    private let base: SchemaProgram?
    private let firstPlace: Int
    private let firstNode: Int
    private var places: [Place] = []
    private var placeIDs: [PlaceKey: Int] = [:]
    private var nodeOfPlace: [Int: Int] = [:]
    private var nodes: [SchemaNode?] = []
    private var waiting: [(node: Int, place: Int)] = []
    private var notes: [String] = []
    private var notedAlready: Set<String> = []
    private var identifiers: [String: Int] = [:]
    private var directions: [Int: DirectedNames] = [:]

    init(_ options: Options, base: SchemaProgram?) {
        self.options = options
        self.base = base
        firstPlace = base.map { $0.firstPlace + $0.places.count } ?? 0
        firstNode = base.map { $0.firstNode + $0.nodes.count } ?? 0
        guard base == nil else { return }
        addPlace(Place(parent: -1, token: "", value: options.document, base: "", resource: 0))
        findIdentifiers()
    }

    var dialect: SchemaDialect { options.dialect }
    private var idKey: String { dialect == .draft4 ? "id" : "$id" }

    // MARK: - Compiling

    mutating func compileDefinitions() {
        for folder in [["components", "schemas"], ["schemas"], ["$defs"], ["definitions"]] {
            guard let place = place(0, at: folder), case .object(let schemas) = value(place) else { continue }
            for name in schemas.keys { if let inner = self.place(place, name) { _ = node(at: inner) } }
        }
        compileWaiting()
    }

    mutating func compile(pointer: String) -> Int {
        guard let tokens = JSONPointer.tokens(pointer), let place = place(0, at: tokens) else {
            return refusing("there is no schema at '\(Quoted.cut(pointer))'", place: -1)
        }
        let result = node(at: place)
        compileWaiting()
        return result
    }

    mutating func compile(_ value: JSONValue) -> Int {
        let place = addPlace(Place(parent: -1, token: "", value: value, base: self.place(0)?.base ?? "", resource: 0))
        let result = node(at: place)
        compileWaiting()
        return result
    }

    private mutating func compileWaiting() {
        var index = 0
        while index < waiting.count {
            let (node, place) = waiting[index]
            index += 1
            var keywords = SchemaKeywords(place: place)
            read(value(place), at: place, into: &keywords)
            keywords.finish()
            nodes[node - firstNode] = SchemaNode(keywords)
        }
        waiting = []
    }

    func finish() -> SchemaProgram {
        SchemaProgram(
            base: base, places: places, placeIDs: placeIDs, nodeOfPlace: nodeOfPlace,
            nodes: nodes.map { $0 ?? .refusing }, notes: notes,
            identifiers: identifiers)
    }

    mutating func note(_ text: String, at place: Int) {
        var tokens: [String] = []
        var place = place
        while let current = self.place(place), current.parent >= 0 {
            tokens.append(JSONPointer.escaped(current.token))
            place = current.parent
        }
        let line = "/\(tokens.reversed().joined(separator: "/")): \(text)"
        if notes.count < 1000, notedAlready.insert(line).inserted { notes.append(line) }
    }

    // MARK: - Places

    @discardableResult
    private mutating func addPlace(_ place: Place) -> Int {
        var place = place
        let index = firstPlace + places.count
        if dialect != .openAPI30, case .string(let id)? = place.value[idKey],
            dialect == .draft202012 || place.value["$ref"] == nil
        {
            let (uri, _) = URIBase.split(id)
            if !uri.isEmpty {
                place.base = URIBase.resolve(uri, against: place.base)
                place.resource = index
            }
        }
        places.append(place)
        if place.parent >= 0 { placeIDs[PlaceKey(parent: place.parent, token: ExactString(place.token))] = index }
        return index
    }

    func place(_ index: Int) -> Place? { index >= firstPlace ? places[index - firstPlace] : base?.place(index) }

    func value(_ place: Int) -> JSONValue { self.place(place)?.value ?? .null }

    /// A place inside another; nil if there is nothing.
    mutating func place(_ parent: Int, _ token: String) -> Int? {
        let key = PlaceKey(parent: parent, token: ExactString(token))
        if let index = placeIDs[key] ?? base?.placeIDs[key] { return index }
        guard let outer = place(parent), let value = outer.value.value(atToken: token) else { return nil }
        return addPlace(Place(parent: parent, token: token, value: value, base: outer.base, resource: outer.resource))
    }

    /// The place behind these tokens; nil if there is nothing.
    private mutating func place(_ start: Int, at tokens: [String]) -> Int? {
        var place: Int? = start
        for token in tokens { place = place.flatMap { self.place($0, token) } }
        return place
    }

    // MARK: - References

    /// The place that a reference leads to; nil if it can't be resolved.
    mutating func target(of reference: String, from place: Int) -> Int? {
        guard let from = self.place(place) else { return nil }
        let (uri, fragment) = URIBase.split(reference)
        var resource = from.resource
        var base = from.base
        if !uri.isEmpty {
            base = URIBase.resolve(uri, against: from.base)
            guard let index = identifiers[base] ?? self.base?.identifiers[base] else { return nil }
            resource = index
        }
        guard let fragment, !fragment.isEmpty else { return resource }
        guard fragment.hasPrefix("/") else {
            return identifiers["\(base)#\(fragment)"] ?? self.base?.identifiers["\(base)#\(fragment)"]
        }
        return self.place(resource, at: JSONPointer.tokens(fragment) ?? [])
    }

    /// Finds `$id`, `$anchor` and `$dynamicAnchor`, but not in values.
    private mutating func findIdentifiers() {
        guard dialect != .openAPI30 else { return }
        let values: Set<String> = ["enum", "const", "example", "examples", "default"]
        func mayHold(_ fields: JSONObject) -> [String] { fields.keys.filter { !values.contains($0) } }
        var hasSome = false
        var stack: [JSONValue] = [options.document]
        while let value = stack.popLast(), !hasSome {
            switch value {
            case .array(let elements): stack += elements
            case .object(let fields):
                for key in [idKey, "$anchor", "$dynamicAnchor"] where fields[key]?.string != nil { hasSome = true }
                for key in mayHold(fields) { if let inner = fields[key] { stack.append(inner) } }
            default: break
            }
        }
        guard hasSome else { return }
        var open = [0]
        while let index = open.popLast() {
            guard let place = place(index) else { continue }
            switch place.value {
            case .array(let elements):
                for number in elements.indices {
                    if let inner = self.place(index, String(number)) { open.append(inner) }
                }
            case .object(let fields):
                if place.resource == index, !place.base.isEmpty, identifiers[place.base] == nil {
                    identifiers[place.base] = index
                }
                if dialect == .draft4, case .string(let id)? = fields["id"], let fragment = URIBase.split(id).fragment {
                    identifiers["\(place.base)#\(fragment)"] = index
                }
                for key in ["$anchor", "$dynamicAnchor"] {
                    if case .string(let name)? = fields[key] { identifiers["\(place.base)#\(name)"] = index }
                }
                for key in mayHold(fields) { if let inner = self.place(index, key) { open.append(inner) } }
            default: break
            }
        }
    }

    // MARK: - Nodes

    mutating func refusing(_ reason: String, place: Int) -> Int {
        nodes.append(SchemaNode(SchemaKeywords(place: place, verdict: .refuses(reason))))
        return firstNode + nodes.count - 1
    }

    /// The number of the schema at a place.
    mutating func node(at place: Int) -> Int {
        var hops: [Int] = []
        var place = place
        var result: Int?
        while result == nil {
            if let node = nodeOfPlace[place] ?? base?.nodeOfPlace[place] {
                result = node
            } else if let reference = onlyReference(value(place)) {
                hops.append(place)
                if hops.count > 100 {
                    note("'$ref' leads in a circle", at: place)
                    result = refusing("its '$ref' leads in a circle", place: place)
                } else if let next = target(of: reference, from: place) {
                    place = next
                } else {
                    note("'$ref' leads nowhere: '\(Quoted.cut(reference))'", at: place)
                    result = refusing("its '$ref' leads nowhere: '\(Quoted.cut(reference))'", place: place)
                }
            } else {
                nodes.append(nil)
                let node = firstNode + nodes.count - 1
                nodeOfPlace[place] = node
                waiting.append((node, place))
                result = node
            }
        }
        let node = result ?? 0
        for hop in hops { nodeOfPlace[hop] = node }
        return node
    }

    /// The reference of a schema that has no other keyword with an effect.
    func onlyReference(_ value: JSONValue) -> String? {
        guard case .object(let fields) = value, case .string(let reference)? = fields["$ref"] else { return nil }
        if dialect != .draft202012 || fields.count == 1 { return reference }
        let annotations: Set<String> = [
            "$ref", "description", "summary", "title", "$comment", "example", "examples", "deprecated", "externalDocs",
        ]
        return fields.keys.allSatisfy { annotations.contains($0) || $0.hasPrefix("x-") } ? reference : nil
    }

    // MARK: - Directions

    /// Whether the schema at a place is only for reading, or only for writing, by itself or by a schema that it refers
    /// to.
    mutating func directions(of place: Int) -> (isReadOnly: Bool, isWriteOnly: Bool) {
        var result = (isReadOnly: false, isWriteOnly: false)
        for place in applied(at: place, most: 8, isBranching: false) {
            let value = value(place)
            if value["readOnly"] == .bool(true) { result.isReadOnly = true }
            if value["writeOnly"] == .bool(true) { result.isWriteOnly = true }
        }
        return result
    }

    /// The places of schemas that are applied to the same value: `$ref`, `allOf`, and if `isBranching` also `oneOf` and
    /// `anyOf`.
    mutating func applied(at place: Int, most: Int, isBranching: Bool) -> [Int] {
        var result = [place]
        var seen: Set<Int> = [place]
        var position = 0
        while position < result.count, result.count < most {
            let place = result[position]
            position += 1
            let value = value(place)
            if case .string(let reference)? = value["$ref"], let next = target(of: reference, from: place),
                seen.insert(next).inserted
            {
                result.append(next)
            }
            for key in isBranching ? ["allOf", "oneOf", "anyOf"] : ["allOf"] {
                guard case .array(let parts)? = value[key], let list = self.place(place, key) else { continue }
                for index in parts.indices.prefix(most) {
                    if let next = self.place(list, String(index)), seen.insert(next).inserted { result.append(next) }
                }
            }
        }
        return result
    }

    /// The names of properties that are only for reading, or only for writing.
    struct DirectedNames {
        var readOnly: Set<ExactString> = []
        var writeOnly: Set<ExactString> = []
    }

    /// The names in a schema and in the schemas that apply with it.
    mutating func directedNames(at place: Int) -> DirectedNames {
        applied(at: place, most: 100, isBranching: true).reduce(into: DirectedNames()) { names, part in
            let own = directedNames(ofPart: part)
            if !own.readOnly.isEmpty { names.readOnly.formUnion(own.readOnly) }
            if !own.writeOnly.isEmpty { names.writeOnly.formUnion(own.writeOnly) }
        }
    }

    private mutating func directedNames(ofPart place: Int) -> DirectedNames {
        if let names = directions[place] { return names }
        var names = DirectedNames()
        if case .object(let fields)? = value(place)["properties"], let folder = self.place(place, "properties") {
            for name in fields.keys {
                guard let inner = self.place(folder, name) else { continue }
                let direction = directions(of: inner)
                if direction.isReadOnly { names.readOnly.insert(ExactString(name)) }
                if direction.isWriteOnly { names.writeOnly.insert(ExactString(name)) }
            }
        }
        directions[place] = names
        return names
    }
}
