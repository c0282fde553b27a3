import CallsiteCore

// What an OpenAPI document says and generated code doesn't need: limits, patterns, conditions, defaults of the server, scopes, webhooks. Both
// documents are followed side by side from the operations that are there on both, each pair of schemas once for what is sent and once for
// what is read. A description in Callsite's own format says none of this.

extension Comparer {
    mutating func compareDocuments(_ olds: NodeSet, _ news: NodeSet, today: String?) {
        guard let one = olds.openAPIRoot, let other = news.openAPIRoot, let follower = ReferenceFollower(olds),
            let newFollower = ReferenceFollower(news)
        else { return }
        var walk = DocumentWalk(
            old: .init(root: one, isSwagger: olds.isSwagger, follower: follower),
            new: .init(root: other, isSwagger: news.isSwagger, follower: newFollower), isServerOld: isServerOld)
        for pair in matching.endpoints {
            walk.compare(old.endpoints[pair.old], new.endpoints[pair.new])
        }
        walk.compareRoots()
        let told = Set(changes.compactMap { change in change.newPlace.map { TellingPlace(change.id, $0) } })
        let sentences = Set(changes.map { "\($0.message)" })
        for change in walk.changes {
            // What generated code shows is told where it was compared.
            if let place = change.newPlace, told.contains(TellingPlace(change.id, place)) { continue }
            if sentences.contains("\(change.message)"), change.id.hasSuffix("nullable") { continue }
            report(change)
        }
        for index in changes.indices {
            if let id = walk.operationIDs[changes[index].key], changes[index].id == "operation-id-changed" { changes[index].id = id }
            if changes[index].id == "endpoint-deprecated", walk.withoutSunset.contains(changes[index].key) {
                changes[index].id = "endpoint-deprecated-without-sunset"
                changes[index].message += ", and no sunset is named as for others"
            }
            // What released apps send is still taken, though new ones send something else.
            if changes[index].id == "body-type-changed", walk.keptBodies.contains(changes[index].key) { changes[index].app = .none }
            // A server that takes no other fields refuses one that it doesn't know any more.
            if let place = changes[index].oldPlace, walk.refused.contains(place), changes[index].app < .breaks, !isServerOld {
                changes[index].app = .breaks
                changes[index].message += "; fields that the description doesn't know are refused"
            }
        }
        compareSunsets(walk, today: today)
        countEndpoints()
    }
}

/// Where something was told, and of which kind it was: the same constant is one of what is sent and of what is read.
private struct TellingPlace: Hashable {
    let kind: String
    let place: SourceLocation

    init(_ id: String, _ place: SourceLocation) {
        kind = id.split(separator: "-").suffix(2).joined(separator: "-")
        self.place = place
    }
}

struct DocumentWalk {
    struct Document {
        let root: Node
        let isSwagger: Bool
        var follower: ReferenceFollower
        private var operations: [String: (item: Node, operation: Node)] = [:]
        /// An operation says on which day it goes: whoever writes the document does so.
        private(set) var namesSunsets = false

        init(root: Node, isSwagger: Bool, follower: ReferenceFollower) {
            (self.root, self.isSwagger, self.follower) = (root, isSwagger, follower)
            for (path, item) in root["paths"]?.pairs ?? [] {
                guard let text = path.text, let item = self.follower.resolved(item) else { continue }
                for (method, operation) in item.pairs ?? [] where operation.isMapping {
                    if operation.value(forKey: "x-sunset") != nil { namesSunsets = true }
                    operations[(method.text ?? "").uppercased() + " " + text] = (item, operation)
                }
            }
        }

        func operation(_ endpoint: Contract.Endpoint) -> (item: Node, operation: Node)? {
            operations[endpoint.method + " " + endpoint.path]
        }
    }

    var old: Document
    var new: Document
    let isServerOld: Bool
    private(set) var changes: [Change] = []
    /// Where the id of an operation came or went, by the key of the change.
    private(set) var operationIDs: [String: String] = [:]
    /// Places of old fields that the new server refuses.
    private(set) var refused: Set<SourceLocation> = []
    /// The bodies that released apps send and the new server takes, by the key of the change.
    private(set) var keptBodies: Set<String> = []
    /// Operations that are deprecated now without a day on which they go, by the key of the change.
    private(set) var withoutSunset: Set<String> = []
    /// The days on which parameters that are gone were to go, by the places of the parameters.
    private(set) var parameterSunsets: [SourceLocation: String] = [:]
    private var seenOperations: Set<[Node.ID]> = []
    private var seen: Set<Visit> = []
    private var told: Set<[Node.ID]> = []

    private struct Visit: Hashable {
        var old: Node.ID
        var new: Node.ID
        var isSent: Bool
    }

    /// What a schema is called in messages.
    struct Place {
        var subject: Change.Subject
        var label: String
        var isParameter = false
        /// It is how many elements a page has.
        var isPageSize = false
    }

    init(old: Document, new: Document, isServerOld: Bool) {
        (self.old, self.new, self.isServerOld) = (old, new, isServerOld)
    }

    mutating func add(
        _ id: String, _ place: Place, _ message: DiagnosticText, _ app: AppVerdict, _ a: Node, _ b: Node, key: String
    ) {
        let isEndpoint = if case .endpoint = place.subject { true } else { false }
        changes.append(
            Change(
                id: id, subject: place.subject, message: message, app: app, newPlace: b.place, oldPlace: a.place,
                endpoints: isEndpoint ? 1 : 0, someEndpoints: isEndpoint ? [place.label] : [], key: place.label + " " + key))
    }

    // MARK: - Operations

    mutating func compare(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        guard let one = old.operation(a), let other = new.operation(b),
            seenOperations.insert([one.operation.id, other.operation.id]).inserted
        else { return }
        let place = Place(subject: .endpoint(b.title), label: b.title)
        let key = a.title + " " + a.name
        switch (one.operation["operationId"]?.text, other.operation["operationId"]?.text) {
        case (nil, _?): operationIDs[key] = "operation-id-added"
        case (_?, nil): operationIDs[key] = "operation-id-removed"
        default: break
        }
        if a.deprecation == nil, b.deprecation != nil, other.operation.value(forKey: "x-sunset") == nil, new.namesSunsets {
            withoutSunset.insert(key)
        }
        compareCallbacks(one.operation, other.operation, place)
        compareScopes(one.operation, other.operation, place)
        for (name, id) in [("x-sunset", "sunset-changed"), ("x-stability-level", "stability-changed")] {
            let (was, now) = (one.operation.value(forKey: name)?.text, other.operation.value(forKey: name)?.text)
            guard was != now else { continue }
            add(
                id, place, "\(b.title): '\(name)' is \(now ?? "not said") now, was \(was ?? "not said")", .none, one.operation,
                other.operation, key: name)
        }
        let known = Set((a.parameters + b.parameters).map { $0.location.rawValue + " " + $0.wireName })
        compareParameters(one, other, place, paging: b.paging, known: known)
        let (sent, taken) = (bodies(one.operation, &old), bodies(other.operation, &new))
        if let type = Self.sentType(isServerOld ? taken : sent), (isServerOld ? sent : taken).contains(where: { $0.type == type }) {
            keptBodies.insert(a.title + " body")
        }
        compareContents(sent, taken, isSent: true, place, one.operation, other.operation, ids: "body")
        if sent.count == 1, taken.count == 1, let schema = sent[0].schema, let now = taken[0].schema {
            compareNull(schema, now, "body", isSent: true, Place(subject: place.subject, label: place.label + ": the body"))
        }
        compareStatuses(a, b, one.operation["responses"], other.operation["responses"], place)
        for (status, response) in one.operation["responses"]?.pairs ?? [] {
            guard let name = status.text, let now = other.operation["responses"]?.value(forKey: name) else { continue }
            compareContents(
                answers(response, &old), answers(now, &new), isSent: false, place, response, now, ids: "response")
            compareHeaders(response, now, place)
        }
    }

    private mutating func compareScopes(_ a: Node, _ b: Node, _ place: Place) {
        func scopes(_ operation: Node, _ root: Node) -> Set<String> {
            var result: Set<String> = []
            for way in (operation["security"] ?? root["security"])?.elements ?? [] {
                for (name, scopes) in way.pairs ?? [] {
                    for scope in scopes.elements ?? [] { if let text = scope.text { result.insert((name.text ?? "") + " " + text) } }
                }
            }
            return result
        }
        let (was, now) = (scopes(a, old.root), scopes(b, new.root))
        func list(_ scopes: Set<String>) -> DiagnosticText {
            .list(scopes.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { String($0.split(separator: " ").last ?? "") }, "and")
        }
        let (added, removed) = (now.subtracting(was), was.subtracting(now))
        if !added.isEmpty {
            add(
                "scope-added", place, "\(place.label) needs the scope \(list(added)) now", isServerOld ? .none : .breaks, a, b,
                key: "scopes")
        }
        if !removed.isEmpty {
            add(
                "scope-removed", place, "\(place.label) doesn't need the scope \(list(removed)) any more", isServerOld ? .breaks : .none, a,
                b,
                key: "scopes")
        }
    }

    private mutating func compareParameters(
        _ a: (item: Node, operation: Node), _ b: (item: Node, operation: Node), _ place: Place, paging: Contract.Paging?,
        known: Set<String>
    ) {
        func read(_ pair: (item: Node, operation: Node), _ document: inout Document) -> [String: Node] {
            var result: [String: Node] = [:]
            for node in (pair.item["parameters"]?.elements ?? []) + (pair.operation["parameters"]?.elements ?? []) {
                guard let parameter = document.follower.resolved(node), let name = parameter["name"]?.text else { continue }
                result[(parameter["in"]?.text ?? "") + " " + name] = parameter
            }
            return result
        }
        let (was, now) = (read(a, &old), read(b, &new))
        for (name, parameter) in was.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            if now[name] == nil, let sunset = parameter.value(forKey: "x-sunset")?.text {
                for place in [parameter.place, parameter["name"]?.place].compactMap(\.self) { parameterSunsets[place] = sunset }
            }
            guard let other = now[name], !name.hasPrefix("body "), let one = schema(parameter, &old), let schema = schema(other, &new)
            else {
                continue
            }
            let wireName = parameter["name"]?.text ?? ""
            var inner = Place(subject: place.subject, label: "\(place.label): '\(wireName)'", isParameter: true)
            inner.isPageSize =
                paging.map { ($0.text + ",").contains("size: \(wireName),") || ($0.text + ",").contains("limit: \(wireName),") } ?? false
            follow(one, schema, isSent: true, inner)
            compareNull(one, schema, "parameter", isSent: true, inner)
            if !known.contains(name) { compareUnused(one, schema, inner) }
        }
    }

    private func schema(_ parameter: Node, _ document: inout Document) -> Node? {
        if let schema = parameter["schema"] { return schema }
        if let content = parameter["content"]?.pairs?.first { return content.value["schema"] }
        return document.isSwagger ? parameter : nil
    }

    private func bodies(_ operation: Node, _ document: inout Document) -> [(type: String, schema: Node?)] {
        if document.isSwagger {
            for node in operation["parameters"]?.elements ?? [] {
                if let parameter = document.follower.resolved(node), parameter["in"]?.text == "body" {
                    return [(type: "application/json", schema: parameter["schema"])]
                }
            }
            return []
        }
        guard let body = operation["requestBody"].flatMap({ document.follower.resolved($0) }) else { return [] }
        return (body["content"]?.pairs ?? []).map { (type: $0.key.text ?? "", schema: $0.value["schema"]) }
    }

    private func answers(_ response: Node, _ document: inout Document) -> [(type: String, schema: Node?)] {
        guard let response = document.follower.resolved(response) else { return [] }
        if document.isSwagger { return response["schema"].map { [(type: "application/json", schema: $0)] } ?? [] }
        return (response["content"]?.pairs ?? []).map { (type: $0.key.text ?? "", schema: $0.value["schema"]) }
    }

    private mutating func compareContents(
        _ olds: [(type: String, schema: Node?)], _ news: [(type: String, schema: Node?)], isSent: Bool, _ place: Place, _ a: Node,
        _ b: Node,
        ids: String
    ) {
        let known = Dictionary(news.map { ($0.type, $0.schema) }, uniquingKeysWith: { first, _ in first })
        var removed: [String] = []
        for content in olds {
            if let schema = known[content.type] {
                if let one = content.schema, let schema {
                    follow(one, schema, isSent: isSent, place)
                    compareConstants(one, schema, isSent: isSent, place, nil, nil)
                }
            } else {
                removed.append(content.type)
            }
        }
        let was = Set(olds.map(\.type))
        let added = news.map(\.type).filter { !was.contains($0) }
        if olds.count == 1, news.count == 1, !removed.isEmpty, let one = olds[0].schema, let schema = news[0].schema {
            follow(one, schema, isSent: isSent, place)
        }
        guard !olds.isEmpty, !news.isEmpty else { return }
        if !removed.isEmpty, !added.isEmpty, removed.count == 1, added.count == 1, Self.isJSON(removed[0]) == Self.isJSON(added[0]), !isSent
        {
            add(
                "response-type-renamed", place, "\(place.label) returns '\(added[0])' now, was '\(removed[0])'", .none, a, b,
                key: "type \(removed[0])")
            return
        }
        if !removed.isEmpty {
            let isMissed = isSent && !isServerOld && Self.sentType(olds).map(removed.contains) == true
            add(
                ids + "-type-removed", place,
                isSent
                    ? "\(place.label) doesn't take \(DiagnosticText.list(removed)) any more"
                    : "\(place.label) never returns \(DiagnosticText.list(removed))",
                isMissed ? .breaks : .none, a, b, key: "types")
        }
        if !added.isEmpty {
            let isMissed = isSent && isServerOld && Self.sentType(news).map(added.contains) == true
            add(
                ids + "-type-added", place,
                isSent
                    ? "\(place.label) takes \(DiagnosticText.list(added)) too"
                    : "\(place.label) returns \(DiagnosticText.list(added)) too",
                isMissed ? .breaks : .none, a, b, key: "types")
        }
    }

    /// What the generated request sends: JSON where it is offered.
    private static func sentType(_ contents: [(type: String, schema: Node?)]) -> String? {
        (contents.first { isJSON($0.type) } ?? contents.first)?.type
    }

    private static func isJSON(_ type: String) -> Bool {
        let essence = type.prefix { $0 != ";" }
        return essence.hasSuffix("json")
    }

    // MARK: - Schemas

    private mutating func follow(_ a: Node, _ b: Node, isSent: Bool, _ place: Place) {
        var open: [(Node, Node, Place)] = [(a, b, place)]
        while let (one, other, place) = open.popLast() {
            var place = place
            // A component has a name of its own.
            if let reference = other["$ref"]?.text ?? one["$ref"]?.text, let name = reference.split(separator: "/").last {
                place = Place(subject: .model(String(name)), label: String(name))
            }
            guard let one = old.follower.resolved(one), let other = new.follower.resolved(other), one.isMapping, other.isMapping,
                seen.insert(.init(old: one.id, new: other.id, isSent: isSent)).inserted
            else { continue }
            compareKeywords(one, other, isSent: isSent, place)
            compareOrder(one, other, place)
            let properties = other["properties"]
            let isClosed = other["additionalProperties"]?.value == .bool(false)
            for (key, schema) in one["properties"]?.pairs ?? [] {
                guard let name = key.text else { continue }
                if let (newKey, now) = properties?.pairs?.last(where: { $0.key.text == name }) {
                    var inner = Place(subject: place.subject, label: place.label + "." + name)
                    if case .endpoint = place.subject { inner.label = place.label + ": '" + name + "'" }
                    open.append((schema, now, inner))
                    compareConstants(schema, now, isSent: isSent, inner, key, newKey)
                } else if isClosed, isSent {
                    refused.insert(key.place)
                }
            }
            for key in ["items", "additionalProperties"] {
                if let schema = one.value(forKey: key), let now = other.value(forKey: key) { open.append((schema, now, place)) }
            }
            for key in ["allOf", "oneOf", "anyOf"] {
                let pairs = alternatives(one.value(forKey: key), other.value(forKey: key))
                open += pairs.map { ($0, $1, place) }
                if key == "allOf" { compareParts(one, other, pairs, isSent: isSent, place) }
            }
        }
    }

    /// By what they refer to, then by their order.
    private func alternatives(_ a: Node?, _ b: Node?) -> [(Node, Node)] {
        guard let one = a?.elements, let other = b?.elements else { return [] }
        var byReference: [String: Node] = [:]
        for node in other { if let reference = node["$ref"]?.text { byReference[reference] = node } }
        var result: [(Node, Node)] = []
        for node in one { if let reference = node["$ref"]?.text, let now = byReference[reference] { result.append((node, now)) } }
        let rest = one.filter { $0["$ref"] == nil }
        let others = other.filter { $0["$ref"] == nil }
        if rest.count == others.count { result += zip(rest, others) }
        return result
    }

    static let limits: [(name: String, isUpper: Bool)] = [
        ("maximum", true), ("exclusiveMaximum", true), ("maxLength", true), ("maxItems", true), ("maxProperties", true), ("minimum", false),
        ("exclusiveMinimum", false), ("minLength", false), ("minItems", false), ("minProperties", false),
    ]
    static let conditions = [
        "dependentRequired", "dependentSchemas", "dependencies", "if", "then", "else", "contains", "minContains", "maxContains",
        "propertyNames", "unevaluatedProperties", "unevaluatedItems", "not", "patternProperties",
    ]

    private mutating func compareKeywords(_ a: Node, _ b: Node, isSent: Bool, _ place: Place) {
        // What is sent was told; that it is read too is no news.
        let pair = [a.id, b.id]
        var parts: [DiagnosticText] = []
        var isTighter = false
        var isLooser = false
        var isLowered = false
        // Whether something was said before, and whether it was the pattern alone.
        var wasSaid = false
        var isPattern = true
        for (name, isUpper) in Self.limits {
            let (was, now) = (a.value(forKey: name)?.text, b.value(forKey: name)?.text)
            guard was != now else { continue }
            (wasSaid, isPattern) = (wasSaid || was != nil, false)
            // `exclusiveMaximum: true` of OpenAPI 3.0 says how 'maximum' is meant.
            if let x = was.flatMap({ Double($0) }), let y = now.flatMap({ Double($0) }) {
                guard x != y else { continue }
                if (y < x) == isUpper { isTighter = true } else { isLooser = true }
                isLowered = isLowered || (name == "maximum" && y < x)
            } else if was == nil || was == "false" {
                guard now != "false" else { continue }
                isTighter = true
                isLowered = isLowered || name == "maximum"
            } else if now == nil || now == "false" {
                isLooser = true
            } else {
                isTighter = true
            }
            parts.append("\(name) is \(now ?? "gone")\(was.map { ", was \($0)" as DiagnosticText } ?? " now")")
        }
        for name in ["pattern", "multipleOf", "uniqueItems"] {
            let (was, now) = (a.value(forKey: name)?.text, b.value(forKey: name)?.text)
            guard was != now, !(was == nil && now == "false"), !(was == "false" && now == nil) else { continue }
            (wasSaid, isPattern) = (wasSaid || was != nil, isPattern && name == "pattern" && was != nil && now != nil)
            if now == nil || now == "false" { isLooser = true } else { isTighter = true }
            parts.append(
                "\(name) is \(now.map { "'\($0)'" as DiagnosticText } ?? "gone")\(was.map { ", was '\($0)'" as DiagnosticText } ?? " now")")
        }
        if !parts.isEmpty, isSent || !told.contains(pair) {
            let isWorse = isServerOld ? isLooser : isTighter
            let id = Self.limitID(
                place, isSent: isSent, isTighter: isTighter, isLowered: isLowered, wasSaid: wasSaid, isPattern: isPattern)
            add(id, place, "\(place.label): \(parts.joined(separator: "; "))", isSent && isWorse ? .breaks : .none, a, b, key: "limits")
            if isSent { told.insert(pair) }
        }
        compareConditions(a, b, isSent: isSent, place, pair)
        compareValues(a, b, isSent: isSent, place)
    }

    private static func limitID(
        _ place: Place, isSent: Bool, isTighter: Bool, isLowered: Bool, wasSaid: Bool, isPattern: Bool
    ) -> String {
        guard isSent else { return "response-limit-changed" }
        guard place.isParameter else { return isTighter ? "field-limit-set-or-tightened" : "field-limit-loosened" }
        guard isTighter else { return "parameter-limit-loosened" }
        if place.isPageSize, isLowered { return "page-limit-lowered" }
        if isPattern { return "parameter-pattern-changed" }
        return wasSaid ? "parameter-limit-tightened" : "parameter-limit-set"
    }

    private mutating func compareConditions(_ a: Node, _ b: Node, isSent: Bool, _ place: Place, _ pair: [Node.ID]) {
        var added: [String] = []
        var removed: [String] = []
        for name in Self.conditions {
            let (was, now) = (a.value(forKey: name), b.value(forKey: name))
            if was == nil, now == nil { continue }
            if was == nil || was?.value == .bool(true) {
                added.append(name)
            } else if now == nil || now?.value == .bool(true) {
                removed.append(name)
            } else if let was, let now, !isSame(was, now) {
                added.append(name)
            }
        }
        for (names, isAdded) in [(added, true), (removed, false)] where !names.isEmpty {
            let breaks = isSent && isAdded != isServerOld
            add(
                isSent ? (isAdded ? "condition-added" : "condition-removed") : "response-condition-changed", place,
                "\(place.label): \(DiagnosticText.list(names, "and")) \(isAdded ? "restricts what is valid" : "restricts no more")",
                breaks ? .breaks : .none, a, b, key: "conditions \(names.joined(separator: " "))")
        }
        if let was = a["prefixItems"], let now = b["prefixItems"], !isSame(was, now) {
            add(
                isSent ? "tuple-changed" : "response-tuple-changed", place, "\(place.label): the elements of the tuple changed",
                isSent ? .breaks : .none, a, b, key: "tuple")
        } else if (a["prefixItems"] == nil) != (b["prefixItems"] == nil) {
            add(
                isSent ? "tuple-changed" : "response-tuple-changed", place,
                "\(place.label): the list \(b["prefixItems"] == nil ? "is no tuple any more" : "is a tuple now")", isSent ? .breaks : .none,
                a, b,
                key: "tuple")
        }
    }

    private mutating func compareValues(_ a: Node, _ b: Node, isSent: Bool, _ place: Place) {
        let (was, now) = (a["default"], b["default"])
        if isSent, !isSameOptional(was, now) {
            func text(_ node: Node?) -> DiagnosticText { node.map { "'\($0.text ?? "…")'" } ?? "not said" }
            add(
                place.isParameter ? "parameter-default-changed" : "field-default-changed", place,
                "\(place.label): the server's default is \(text(now)) now, was \(text(was))", .degraded, a, b, key: "default")
        }
        if !isSameOptional(a["example"], b["example"]) || !isSameOptional(a["examples"], b["examples"]) {
            add("example-changed", place, "\(place.label) has another example: fixtures made from it differ", .none, a, b, key: "example")
        }
    }

    private func isSameOptional(_ a: Node?, _ b: Node?) -> Bool {
        switch (a, b) {
        case (nil, nil): true
        case (let one?, let other?): isSame(one, other)
        default: false
        }
    }

    /// Whether two nodes say the same, keys in any order. Aliases of aliases can make a small document endless: then it isn't known.
    func isSame(_ a: Node, _ b: Node) -> Bool {
        var steps = 50_000
        return isSame(a, b, &steps)
    }

    private func isSame(_ a: Node, _ b: Node, _ steps: inout Int) -> Bool {
        steps -= 1
        guard steps > 0 else { return true }
        if a.isScalar || b.isScalar { return a.isScalar && b.isScalar && a.value == b.value }
        if let one = a.elements, let other = b.elements {
            return one.count == other.count && zip(one, other).allSatisfy { isSame($0, $1, &steps) }
        }
        guard let one = a.pairs, let other = b.pairs, one.count == other.count else { return false }
        let names = Dictionary(other.map { ($0.key.text ?? "", $0.value) }, uniquingKeysWith: { first, _ in first })
        return one.allSatisfy { pair in names[pair.key.text ?? ""].map { isSame(pair.value, $0, &steps) } ?? false }
    }

    // MARK: - The documents themselves

    mutating func compareRoots() {
        let place = Place(subject: .api, label: "the API")
        let (a, b) = (old.root, new.root)
        func text(_ root: Node) -> String { root["openapi"]?.text ?? root["swagger"]?.text ?? "" }
        if text(a) != text(b) {
            add(
                "spec-version-changed", place, "the document is of version \(text(b)) now, was \(text(a))", .none,
                a["openapi"] ?? a["swagger"] ?? a,
                b["openapi"] ?? b["swagger"] ?? b, key: "specification")
        }
        let (was, now) = (a["info"]?["version"], b["info"]?["version"])
        if was?.text != now?.text {
            add(
                "api-version-changed", place, "the API's version is \(now?.text ?? "not said") now, was \(was?.text ?? "not said")", .none,
                was ?? a, now ?? b, key: "version")
        }
        compareSchemes(a, b, place)
        for (root, other, id, phrase) in [
            (b, a, "webhook-added", "is new" as DiagnosticText), (a, b, "webhook-removed", "is gone: it never comes any more"),
        ] {
            let known = root["webhooks"]?.pairs ?? []
            for (key, _) in known where other["webhooks"]?.value(forKey: key.text ?? "") == nil {
                let isNew = id == "webhook-added"
                add(
                    id, place, "the webhook '\(key.text ?? "")' \(phrase)", .none, isNew ? a["webhooks"] ?? a : key,
                    isNew ? key : b["webhooks"] ?? b, key: "webhook \(key.text ?? "")")
            }
        }
    }
}
