import CallsiteCore

// Parts of an OpenAPI document that generated code doesn't need: limits, patterns, conditions, defaults of the server,
// scopes, webhooks. Both documents are walked side by side, from the operations that both have. Each pair of schemas is
// visited once for requests and once for responses. A description in Callsite's own format has none of these parts.

extension Comparer {
    /// Reads both documents, once for both directions of time. A description in Callsite's own format has no document.
    mutating func readDocuments(_ olds: NodeSet, _ news: NodeSet) {
        guard documents == nil, let one = olds.openAPIRoot, let other = news.openAPIRoot,
            let follower = ReferenceFollower(olds), let newFollower = ReferenceFollower(news)
        else { return }
        documents = (
            DocumentWalk.Document(root: one, isSwagger: olds.isSwagger, follower: follower),
            DocumentWalk.Document(root: other, isSwagger: news.isSwagger, follower: newFollower)
        )
    }

    mutating func compareDocuments(today: String?) {
        guard let documents else { return }
        var walk = DocumentWalk(old: documents.old, new: documents.new, isServerOld: isServerOld)
        for pair in matching.endpoints {
            walk.compare(old.endpoints[pair.old], new.endpoints[pair.new])
        }
        walk.compareRoots()
        var reports: [ReportKey: [Int]] = [:]
        for (index, change) in changes.enumerated() {
            if let place = change.newPlace { reports[ReportKey(change.id, place), default: []].append(index) }
        }
        let sentences = Set(changes.map { "\($0.message)" })
        for change in walk.changes {
            // A change that shows in generated code has already been reported.
            if let place = change.newPlace, let positions = reports[ReportKey(change.id, place)] {
                // Only the document shows whether other fields are refused.
                for index in positions where change.app == .breaks && changes[index].id == change.id {
                    changes[index].app = .breaks
                }
                continue
            }
            if sentences.contains("\(change.message)"), change.id.hasSuffix("nullable") { continue }
            report(change)
        }
        for index in changes.indices {
            if let id = walk.operationIDs[changes[index].key], changes[index].id == "operation-id-changed" {
                changes[index].id = id
            }
            if changes[index].id == "endpoint-deprecated", walk.withoutSunset.contains(changes[index].key) {
                changes[index].id = "endpoint-deprecated-without-sunset"
                changes[index].message += ", and no sunset is named as for others"
            }
            // The server still takes the type that released apps send, though new apps send another.
            if changes[index].id == "body-type-changed", walk.keptBodies.contains(changes[index].key) {
                changes[index].app = .none
            }
            // A server that accepts no other fields refuses a field that it no longer knows.
            if let place = sides(changes[index].oldPlace, changes[index].newPlace).app, walk.refusals.contains(place),
                changes[index].app < .breaks
            {
                changes[index].app = .breaks
                changes[index].message += "; fields that the description doesn't know are refused"
            }
        }
        compareSunsets(walk, today: today)
        countEndpoints()
    }
}

/// The place and the kind of a reported change. The kind is the end of its id: `field-const-changed` and
/// `response-const-changed` are the same change of a constant.
private struct ReportKey: Hashable {
    let kind: String
    let place: SourceLocation

    init(_ id: String, _ place: SourceLocation) {
        kind = id.split(separator: "-").suffix(2).joined(separator: "-")
        self.place = place
    }
}

struct DocumentWalk: TwoSided {
    struct Document {
        let root: Node
        let isSwagger: Bool
        let follower: ReferenceFollower
        let alternatives = Alternatives()
        private var operations: [String: (item: Node, operation: Node)] = [:]
        /// Whether keywords beside a reference to a schema count, as they do since OpenAPI 3.1.
        let countsBesideReferences: Bool
        /// Whether some operation has `x-sunset`, so that a deprecated operation is expected to have it.
        private(set) var namesSunsets = false

        init(root: Node, isSwagger: Bool, follower: ReferenceFollower) {
            (self.root, self.isSwagger, self.follower) = (root, isSwagger, follower)
            countsBesideReferences = !isSwagger && root["openapi"]?.text?.hasPrefix("3.0") == false
            for operation in self.follower.operations() {
                if operation.node.value(forKey: "x-sunset") != nil { namesSunsets = true }
                operations[operation.method + " " + operation.path] = (operation.item, operation.node)
            }
        }

        /// The names of the security schemes that the document or an operation uses.
        var usedSchemes: Set<String> {
            var names: Set<String> = []
            for security in [root["security"]] + operations.values.map({ $0.operation["security"] }) {
                for way in security?.elements ?? [] { names.formUnion((way.pairs ?? []).compactMap(\.key.text)) }
            }
            return names
        }

        func operation(_ endpoint: Contract.Endpoint) -> (item: Node, operation: Node)? {
            operations[endpoint.method + " " + endpoint.path]
        }
    }

    var old: Document
    var new: Document
    let isServerOld: Bool
    /// Known relations of schemas. `relationSteps` limits how many more are computed.
    var relations: [NodePair: AllowedValues] = [:]
    var relationSteps = 200_000
    /// The relations that rest on the assumption that an enclosing schema is the same.
    var assumedRelations: [NodePair] = []
    private(set) var changes: [Change] = []
    /// The change's id if an `operationId` was added or removed, by the key of the change.
    private(set) var operationIDs: [String: String] = [:]
    /// Places of the app's fields that the server refuses.
    var refusals: Set<SourceLocation> = []
    /// The bodies that released apps send and the new server takes, by the key of the change.
    private(set) var keptBodies: Set<String> = []
    /// Newly deprecated operations without a sunset date, by the key of the change.
    private(set) var withoutSunset: Set<String> = []
    /// The sunset dates of removed parameters, by the places of the parameters.
    private(set) var parameterSunsets: [SourceLocation: String] = [:]
    private var operationVisits: Set<[Node.ID]> = []
    var visits: Set<Visit> = []
    /// The same for schemas whose parts haven't been searched yet.
    var rootVisits: Set<Visit> = []
    /// The schemas whose limits were reported for requests.
    var limitReports: Set<[Node.ID]> = []
    /// The results for pairs of nodes that are compared whole: examples, conditions.
    var same: [NodePair: Bool] = [:]

    struct Visit: Hashable {
        var old: [Node.ID]
        var new: [Node.ID]
        var isSent: Bool
    }

    struct NodePair: Hashable {
        var old: Node.ID
        var new: Node.ID
    }

    /// The subject that a schema belongs to, and its name in messages.
    struct Place {
        var subject: Change.Subject
        var label: String
        var isParameter = false
        /// Whether the parameter sets the number of elements of a page.
        var isPageSize = false
        /// Whether the app sends the value in each request.
        var isAlwaysSent = false
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
                endpoints: isEndpoint ? 1 : 0, someEndpoints: isEndpoint ? [place.label] : [],
                key: place.label + " " + key))
    }

    // MARK: - Operations

    mutating func compare(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        guard let one = old.operation(a), let other = new.operation(b),
            operationVisits.insert([one.operation.id, other.operation.id]).inserted
        else { return }
        let place = Place(subject: .endpoint(b.title), label: b.title)
        let key = a.title + " " + a.name
        switch (one.operation["operationId"]?.text, other.operation["operationId"]?.text) {
        case (nil, _?): operationIDs[key] = "operation-id-added"
        case (_?, nil): operationIDs[key] = "operation-id-removed"
        default: break
        }
        if a.deprecation == nil, b.deprecation != nil, other.operation.value(forKey: "x-sunset") == nil,
            new.namesSunsets
        {
            withoutSunset.insert(key)
        }
        compareCallbacks(one.operation, other.operation, place)
        compareScopes(one.operation, other.operation, place)
        for (name, id) in [("x-sunset", "sunset-changed"), ("x-stability-level", "stability-changed")] {
            let (was, now) = (one.operation.value(forKey: name)?.text, other.operation.value(forKey: name)?.text)
            guard was != now else { continue }
            add(
                id, place, "\(b.title): '\(name)' is \(now ?? "not said") now, was \(was ?? "not said")", .none,
                one.operation,
                other.operation, key: name)
        }
        let generatedNames = Set((a.parameters + b.parameters).map { $0.location.rawValue + " " + $0.wireName })
        compareParameters(one, other, place, paging: b.paging, generatedNames)
        let (oldBodies, newBodies) = (bodies(one.operation, old), bodies(other.operation, new))
        let contents = sides(oldBodies, newBodies)
        if let type = Self.sentType(contents.app), contents.server.contains(where: { $0.type == type }) {
            keptBodies.insert(a.title + " body")
        }
        compareContents(oldBodies, newBodies, isSent: true, place, one.operation, other.operation)
        if oldBodies.count == 1, newBodies.count == 1, let schema = oldBodies[0].schema, let now = newBodies[0].schema {
            compareNull(schema, now, "body", Place(subject: place.subject, label: place.label + ": the body"))
        }
        compareStatuses(a, b, one.operation["responses"], other.operation["responses"], place)
        let responses = Self.values(other.operation["responses"])
        for (status, response) in one.operation["responses"]?.pairs ?? [] {
            guard let name = status.text, let now = responses[name] else { continue }
            compareContents(
                answers(response, one.operation, old), answers(now, other.operation, new), isSent: false, place,
                response, now)
            compareHeaders(response, now, place)
        }
    }

    /// A mapping's values by their keys, for many look-ups: each look-up in the mapping itself goes through its keys.
    static func values(_ mapping: Node?) -> [String: Node] {
        Dictionary(
            (mapping?.pairs ?? []).lazy.compactMap { key, value in key.text.map { ($0, value) } },
            uniquingKeysWith: { $1 })
    }

    private mutating func compareScopes(_ a: Node, _ b: Node, _ place: Place) {
        func scopes(_ operation: Node, _ root: Node) -> Set<String> {
            var result: Set<String> = []
            for way in (operation["security"] ?? root["security"])?.elements ?? [] {
                for (name, scopes) in way.pairs ?? [] {
                    for scope in scopes.elements ?? [] {
                        if let text = scope.text { result.insert((name.text ?? "") + " " + text) }
                    }
                }
            }
            return result
        }
        let (was, now) = (scopes(a, old.root), scopes(b, new.root))
        func list(_ scopes: Set<String>) -> DiagnosticText {
            .list(scopes.sortedByBytes().map { String($0.split(separator: " ").last ?? "") }, "and")
        }
        let (added, removed) = (now.subtracting(was), was.subtracting(now))
        if !added.isEmpty {
            add(
                "scope-added", place, "\(place.label) needs the scope \(list(added)) now",
                isUnknown(false, true) ? .breaks : .none, a, b, key: "scopes")
        }
        if !removed.isEmpty {
            add(
                "scope-removed", place, "\(place.label) doesn't need the scope \(list(removed)) any more",
                isUnknown(true, false) ? .breaks : .none, a, b, key: "scopes")
        }
    }

    private mutating func compareParameters(
        _ a: (item: Node, operation: Node), _ b: (item: Node, operation: Node), _ place: Place,
        paging: PagingSummary?, _ generatedNames: Set<String>
    ) {
        func read(_ pair: (item: Node, operation: Node), _ document: Document) -> [String: Node] {
            var result: [String: Node] = [:]
            for node in (pair.item["parameters"]?.elements ?? []) + (pair.operation["parameters"]?.elements ?? []) {
                guard let parameter = document.follower.resolved(node), let name = parameter["name"]?.text else {
                    continue
                }
                result[(parameter["in"]?.text ?? "") + " " + name] = parameter
            }
            return result
        }
        let (was, now) = (read(a, old), read(b, new))
        for (name, parameter) in was.sorted(by: { $0.key.precedes($1.key) }) {
            if now[name] == nil, let sunset = parameter.value(forKey: "x-sunset")?.text {
                for place in [parameter.place, parameter["name"]?.place].compactMap(\.self) {
                    parameterSunsets[place] = sunset
                }
            }
            guard let other = now[name], !name.hasPrefix("body "), let one = schema(parameter, old),
                let schema = schema(other, new)
            else { continue }
            let wireName = parameter["name"]?.text ?? ""
            var inner = Place(subject: place.subject, label: "\(place.label): '\(wireName)'", isParameter: true)
            inner.isPageSize = paging?.sizes.contains(wireName) ?? false
            inner.isAlwaysSent = sides(parameter, other).app["required"]?.text == "true"
            follow(one, schema, isSent: true, inner)
            compareNull(one, schema, "parameter", inner)
            if !generatedNames.contains(name) { compareUnused(one, schema, inner) }
        }
    }

    private func schema(_ parameter: Node, _ document: Document) -> Node? {
        if let schema = parameter["schema"] { return schema }
        if let content = parameter["content"]?.pairs?.first { return content.value["schema"] }
        return document.isSwagger ? parameter : nil
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
                "api-version-changed", place,
                "the API's version is \(now?.text ?? "not said") now, was \(was?.text ?? "not said")", .none,
                was ?? a, now ?? b, key: "version")
        }
        compareSchemes(a, b, place)
        for (root, other, id, phrase) in [
            (b, a, "webhook-added", "is new" as DiagnosticText),
            (a, b, "webhook-removed", "is gone: it never comes any more"),
        ] {
            let otherNames = Set((other["webhooks"]?.pairs ?? []).map { $0.key.text ?? "" })
            for (key, _) in root["webhooks"]?.pairs ?? [] where !otherNames.contains(key.text ?? "") {
                let isNew = id == "webhook-added"
                add(
                    id, place, "the webhook '\(key.text ?? "")' \(phrase)", .none, isNew ? a["webhooks"] ?? a : key,
                    isNew ? key : b["webhooks"] ?? b, key: "webhook \(key.text ?? "")")
            }
        }
    }
}
