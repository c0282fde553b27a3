import CallsiteCore
import CallsiteSwift

// In: two contracts. Out: the changes between them, each with its effect on source code and on released apps. Values
// that are sent and read are compared pair by pair (`TypePairs`); the code that callers see is compared as declarations
// (`DeclarationChanges`). A change of a declaration that no change of the description explains is reported too, so that
// nothing breaks a build without a message.

/// - Parameter isServerOld: Whether to compare in the other direction: a new app meets a server that still works by the
///   old description.
/// - Parameter today: `2027-01-31`, for sunsets that may have passed; nil: it isn't known.
package func compare(
    _ old: ContractReading, _ new: ContractReading, isServerOld: Bool = false, today: String? = nil
) -> Comparison {
    guard let a = old.contract, let b = new.contract else { return Comparison() }
    var comparer = Comparer(a, b, isServerOld: isServerOld)
    comparer.compareWire(old, new, today: today)
    comparer.compareShared()
    comparer.reportRest()
    return comparer.finish()
}

/// Compares the effects on apps in both directions of time, each as `compare` does. Declarations aren't compared, so
/// there are no verdicts on source code.
///
/// - Returns: the changes that concern apps, for released apps and for a new app with an old server.
package func compareApps(
    _ old: ContractReading, _ new: ContractReading
) -> (released: Comparison, serverOld: Comparison) {
    guard let a = old.contract, let b = new.contract else { return (Comparison(), Comparison()) }
    var comparer = Comparer(a, b, isServerOld: false, comparesDeclarations: false)
    comparer.readDocuments(old.nodes, new.nodes)
    func comparison(_ comparer: Comparer, isServerOld: Bool) -> Comparison {
        var comparer = comparer
        if isServerOld { comparer.exchangeSides() }
        comparer.compareWire(old, new, today: nil)
        var comparison = comparer.finish()
        comparison.changes.removeAll { $0.app == .none }
        return comparison
    }
    return (comparison(comparer, isServerOld: false), comparison(comparer, isServerOld: true))
}

struct Comparer: TwoSided {
    let old: Contract
    let new: Contract
    private(set) var isServerOld: Bool
    /// Whether both sides are OpenAPI documents: only these say whether unknown fields are refused.
    var isOpenAPI: Bool { documents != nil }
    let pairs: TypePairs
    var matching: Matching { pairs.matching }
    var declarations: DeclarationChanges
    var changes: [Change] = []
    /// nil: not read yet, or one side isn't OpenAPI.
    var documents: (old: DocumentWalk.Document, new: DocumentWalk.Document)?
    /// The positions of reported changes, by message and places. A schema that is two types, one to read and one to
    /// send, is reported once.
    private var positions: [String: Int] = [:]
    /// The pairs of declared models, by the old one's name.
    private(set) var topPairs: [String: [TypePair]] = [:]
    /// The pairs of requests, by their old Swift names.
    private var requests: [String: (old: Int, new: Int)] = [:]
    /// The old types, by their Swift names.
    private var typesByPath: [String: API.TypeID] = [:]
    /// The old names of requests, by what messages call their endpoints.
    private var requestsByTitle: [String: String] = [:]
    /// Old models that are now written in place.
    var movedFrom: Set<API.TypeID> = []
    /// New models that were written in place.
    var movedTo: Set<API.TypeID> = []
    private(set) var steps = WireRules.Steps()

    /// - Parameter comparesDeclarations: otherwise no change has a verdict on source code.
    init(_ old: Contract, _ new: Contract, isServerOld: Bool, comparesDeclarations: Bool = true) {
        (self.old, self.new, self.isServerOld) = (old, new, isServerOld)
        pairs = TypePairs(Matching(old, new))
        let matching = pairs.matching
        var declarationPairs: [(old: Int, new: Int)] = []
        var oldNames: [String: String] = [:]
        if let api = old.declaration, let now = new.declaration {
            declarationPairs.append((api, now))
            // The API's failures are named after the API.
            if let failure = old.declarations[api].nested.first, let other = new.declarations[now].nested.first {
                let (name, now) = (old.declarations[failure].name, new.declarations[other].name)
                if name != now { oldNames[now] = name }
                declarationPairs.append((failure, other))
            }
        }
        func add(_ a: Contract.NamedType, _ b: Contract.NamedType) {
            let (name, now) = (Self.lastName(a.swiftName), Self.lastName(b.swiftName))
            if name != now { oldNames[now] = name }
            if let oldDeclaration = a.declaration, let newDeclaration = b.declaration {
                declarationPairs.append((oldDeclaration, newDeclaration))
            }
        }
        for (index, other) in matching.types { add(old[index], new[other]) }
        for pair in pairs.order {
            let (a, b) = (old[pair.old], new[pair.new])
            if a.owner != .api, b.owner != .api { add(a, b) }
        }
        for pair in matching.endpoints {
            if let a = old.endpoints[pair.old].declaration, let b = new.endpoints[pair.new].declaration {
                declarationPairs.append((a, b))
            }
        }
        declarationPairs.sort { $0.old > $1.old }
        declarations =
            comparesDeclarations
            ? DeclarationChanges(old, new, pairs: declarationPairs, oldNames: oldNames)
            : DeclarationChanges(notComparing: old, new)
        for pair in pairs.order where old[pair.old].owner == .api {
            topPairs[old[pair.old].name, default: []].append(pair)
        }
        for index in matching.removedEndpoints {
            requestsByTitle[old.endpoints[index].title] = old.endpoints[index].swiftName
        }
        for pair in matching.endpoints {
            requests[old.endpoints[pair.old].swiftName] = pair
            requestsByTitle[new.endpoints[pair.new].title] = old.endpoints[pair.old].swiftName
        }
        for id in old.typeIDs { typesByPath[old[id].swiftName] = id }
    }

    /// Compares the behaviour of apps and servers. Declarations that no change explains are left to `reportRest`.
    mutating func compareWire(_ old: ContractReading, _ new: ContractReading, today: String?) {
        readDocuments(old.nodes, new.nodes)
        compareAll()
        compareDocuments(today: today)
    }

    /// Switches to judging a new app with an old server. Call it before comparing anything.
    mutating func exchangeSides() {
        isServerOld.toggle()
        steps = WireRules.Steps()
    }

    /// Takes the changes of an enum's cases (new cases if `isNew`, otherwise old ones), and returns the worst.
    mutating func takeCases(_ path: String, now newPath: String, isNew: Bool) -> MemberChange? {
        let contract = isNew ? new : old
        let cases = contract.paths[isNew ? newPath : path].map { contract.declarations[$0].cases } ?? []
        return cases.compactMap { declarations.take(path, $0.name, isNew: isNew) }.worst
    }

    static func lastName(_ path: String) -> String { path.split(separator: ".").last.map(String.init) ?? path }

    // MARK: - Reporting

    mutating func report(_ change: Change) {
        var change = change
        change.code += declarations.drain().map(\.codeName)
        if change.code.isEmpty { change.code = codeNames(of: change) }
        // `POST /a takes a body` stands beside `POST /b takes a body`.
        if change.item == nil, case .endpoint(let title) = change.subject,
            let (start, end) = change.message.parts(around: "\(title)"), start.description.isEmpty
        {
            change.item = .init(before: start, name: title, after: end)
        }
        // The identity leaves out whether the schema is sent or read: both halves of a schema report the same change.
        let identity = ["\(change.message)", place(change.newPlace), place(change.oldPlace)].joined(separator: "\u{0}")
        if let position = positions[identity] {
            // The id is that of the worse direction; if both are equal, that of what is sent.
            let isSent = changes[position].id.hasPrefix("response") && !change.id.hasPrefix("response")
            if changes[position].app < change.app || (changes[position].app == change.app && isSent) {
                changes[position].id = change.id
            }
            for name in change.code where !changes[position].code.contains(name) { changes[position].code.append(name) }
            changes[position].before = changes[position].before ?? change.before
            changes[position].after = changes[position].after ?? change.after
            changes[position].source = max(changes[position].source, change.source)
            changes[position].app = max(changes[position].app, change.app)
            if changes[position].endpoints < change.endpoints {
                changes[position].endpoints = change.endpoints
                changes[position].someEndpoints = change.someEndpoints
            }
            return
        }
        positions[identity] = changes.count
        changes.append(change)
    }

    /// The names that code uses for a change's subject: the request, or the model.
    private func codeNames(of change: Change) -> [Change.CodeName] {
        switch change.subject {
        case .api: return []
        case .endpoint(let title): return requestsByTitle[title].map { [.init(type: $0)] } ?? []
        case .model(let name): return (topPairs[name] ?? []).prefix(1).map { .init(type: old[$0.old].swiftName) }
        }
    }

    private func place(_ place: SourceLocation?) -> String {
        place.map { "\($0.file.index):\($0.line):\($0.column)" } ?? ""
    }

    /// The declarations that no change has explained.
    mutating func reportRest() {
        reportSecondUses()
        reportKinds()
        for (key, change) in declarations.rest {
            let name = key.member.isEmpty ? key.path : key.path + "." + key.member
            var message: DiagnosticText
            var id = "declaration-changed"
            switch key.member {
            case "":
                message = change.after.map { "\(key.path) is now \($0)" } ?? "\(key.path) is gone"
                id = "declaration-removed"
                if change.after != nil { id = "declaration-renamed" }
                if change.after != nil, new.paths[key.path] != nil { message += "; \(key.path) is another type now" }
            case "(order)":
                message = "the arguments of \(key.path) have another order"
                id = isRequest(key.path) ? "parameter-order-changed" : "field-order-changed"
            case "(init)":
                message = "\(key.path) is only read now: it can't be made or sent any more"
                id = "model-only-read"
            case "(kind)":
                message = "\(change.before ?? key.path) is now \(change.after ?? "something else")"
                if typesByPath[key.path] != nil { id = "component-type-changed" }
            case let member where member.hasPrefix("(conformance "):
                let name = String(member.dropFirst(13).dropLast())
                message = "\(key.path) doesn't conform to \(name) any more"
                id = name == "PaginationRequestType" ? "paging-lost" : "conformance-lost"
                if let isRead = isOnlyRead(key.path, without: name) {
                    id = isRead ? "model-only-read" : "model-only-sent"
                    message =
                        isRead
                        ? "\(key.path) is only read now: it can't be made or sent any more"
                        : "\(key.path) is only sent now: it can't be decoded any more"
                }
            case let member where member.hasPrefix("(alias "):
                let alias = String(member.dropFirst(7).dropLast())
                message = "\(key.path)\(alias.isEmpty ? "" : "." + alias) stands for another type"
                if alias.isEmpty, typesByPath[key.path] != nil { id = "component-type-changed" }
            case "(deprecated)":
                message = "\(key.path) is deprecated"
            default:
                message = change.after.map { "\(name) is now '\($0)'" } ?? "\(name) is gone"
                if key.isNew, let after = change.after { message = "\(key.path) gains '\(after)'" }
            }
            report(id, part(of: key.path), message, change, code: [key.codeName], key: key.path + "." + key.member)
        }
    }

    /// Reports models whose properties have other types because the model gained or lost a use: where null differs from
    /// absence, a model that is sent has `Patch`, and a model that is only read has an optional.
    private mutating func reportSecondUses() {
        var paths: [String] = []
        var fields: [String: [(name: String, change: MemberChange)]] = [:]
        for (key, change) in declarations.rest {
            guard let index = typesByPath[key.path], let now = matching.types[index], let before = change.before,
                let after = change.after,
                old[index].isWritten != new[now].isWritten
                    || old[index].isRead != new[now].isRead,
                before.contains("Patch<") != after.contains("Patch<")
            else { continue }
            _ = declarations.take(key.path, key.member)
            if fields[key.path] == nil { paths.append(key.path) }
            fields[key.path, default: []].append((key.member, change))
        }
        for path in paths {
            guard let index = typesByPath[path], let now = matching.types[index], let all = fields[path] else {
                continue
            }
            let (a, b) = (old[index], new[now])
            let isGained = b.isWritten && !a.isWritten || b.isRead && !a.isRead
            let id = isGained ? "model-got-second-use" : b.isRead ? "model-only-read" : "model-only-sent"
            // A lost initialiser or conformance has the same cause.
            let lostMembers = isGained ? [] : declarations.left(of: path).filter { $0.key.member.hasPrefix("(") }
            let changes = all.map(\.change) + lostMembers.compactMap { declarations.take(path, $0.key.member) }
            let use: DiagnosticText =
                b.isRead && b.isWritten
                ? "sent and read now"
                : b.isRead
                    ? lostMembers.isEmpty ? "only read now" : "only read now, and can't be made or sent any more"
                    : lostMembers.isEmpty ? "only sent now" : "only sent now, and can't be decoded any more"
            let list = DiagnosticText.list(all.map(\.name), "and")
            report(
                id, part(of: path), "\(path) is \(use): \(list) \(all.count == 1 ? "has" : "have") another type",
                MemberChange(together: changes), key: path + " use")
        }
    }

    /// Reports types of another kind, with everything that was nested in them: an enum became a union, a struct became
    /// a name for another type.
    private mutating func reportKinds() {
        var paths: [String] = []
        for (key, change) in declarations.rest {
            guard let index = typesByPath[key.path], old[index].owner == .api, let now = matching.types[index],
                Self.kind(old[index].content) != Self.kind(new[now].content), paths.last != key.path,
                change.verdict == .breaks
            else { continue }
            paths.append(key.path)
        }
        var seen: Set<String> = []
        for path in paths where seen.insert(path).inserted {
            guard let index = typesByPath[path], let now = matching.types[index] else { continue }
            let (a, b) = (old[index], new[now])
            let left = declarations.left(of: path)
            declarations.takeAll(path)
            report(
                "component-type-changed", part(of: path),
                "\(path) is \(Self.kind(b.content)) now, was \(Self.kind(a.content))", left.map(\.change).worst,
                code: left.map(\.key.codeName), key: path + " kind")
        }
    }

    private static func kind(_ content: Contract.NamedType.Content) -> String {
        switch content {
        case .object: "a struct"
        case .enumeration: "an enum"
        case .union: "a union"
        case .alias: "a name for another type"
        case .own: "a type of your own"
        case .date: "a date"
        }
    }

    /// For a type that lost a conformance for reading or sending: whether it is still read; nil: the protocol has
    /// another purpose, or the type is gone.
    private func isOnlyRead(_ path: String, without name: String) -> Bool? {
        guard
            ["Model", "DecodableModel", "EncodableModel", "WireCodable", "WireDecodable", "WireEncodable"].contains(
                name),
            let index = typesByPath[path]
        else { return nil }
        return matching.types[index].map { new[$0].isRead }
    }

    private func isRequest(_ path: String) -> Bool { requests[path] != nil }

    /// The part that a declaration belongs to, by its path in the old contract.
    private func part(of path: String) -> ComparedPart {
        let outer = path.split(separator: ".").first.map(String.init) ?? path
        if let pair = requests[outer] {
            let endpoint = old.endpoints[pair.old]
            return ComparedPart(
                subject: .endpoint(endpoint.title), old: endpoint.place, new: new.endpoints[pair.new].place)
        }
        if let index = typesByPath[path] ?? typesByPath[outer] {
            let now = matching.types[index].map { new[$0].place }
            return ComparedPart(subject: .model(outer), old: old[index].place, new: now)
        }
        return apiPart
    }

    func finish() -> Comparison {
        var comparison = Comparison()
        comparison.isUnrelated = matching.isUnrelated
        comparison.changes = changes
        comparison.sort()
        return comparison
    }
}
