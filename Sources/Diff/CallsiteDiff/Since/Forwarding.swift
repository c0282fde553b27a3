import CallsiteCore
import CallsiteSwift

// In: two contracts. Out: declarations that keep callers of the old one compiling: deprecated names for declarations
// with another name or place now, and initializers for arguments with other names or another order. Each forwards to
// its replacement and changes nothing in the requests that are sent.
//
// A declaration is made only if the new code declares nothing with its name, each value that the caller gives is passed
// on, and the value still has its meaning. A name that means something else now gets no declaration; `diff` reports it.

/// The code that callers of an older description need besides the new code.
package struct Forwarding: Sendable {
    /// The code, without the line that every generated file begins with; empty: callers need nothing.
    package var text = ""
    /// The names that the code declares outside every type.
    package var names: [String] = []
    /// The two contracts share no endpoint and hardly any model.
    package var isUnrelated = false
}

/// - Parameters:
///   - options: The options that the new code is generated with.
///   - declared: The names that the new code declares outside every type.
package func forwarding(from old: Contract, to new: Contract, options: Options, declared: [String]) -> Forwarding {
    var maker = ForwardingMaker(old, new, options, Set(declared))
    maker.makeAll()
    return maker.finish()
}

struct ForwardingMaker {
    let old: Contract
    let new: Contract
    let options: Options
    let declaredNames: Set<String>
    let matching: Matching
    let oldTypes: QualifiedTypes
    let newTypes: QualifiedTypes
    /// The indices of old declarations and of the new declarations that replace them.
    var counterparts: [Int: Int]
    /// The same, by path.
    var successors: [String: String] = [:]
    /// Types by the index of their declaration.
    let oldOwners: [Int: API.TypeID]
    let newOwners: [Int: API.TypeID]
    /// The names of nested declarations, and type parameters.
    let inner: Set<String>
    /// The modules of the user's own types; nil: the generated code's own module.
    let ownTypes: [String: String?]
    let namespace: String?
    let access: String

    var aliases: [String] = []
    var names: [String] = []
    /// Members by the path of the type that they extend.
    var members: [(path: String, own: [ForwardingMember])] = []
    var positions: [String: Int] = [:]
    /// The path of the old declaration that is being forwarded.
    var current = ""
    var modules: Set<String> = []

    init(_ old: Contract, _ new: Contract, _ options: Options, _ declaredNames: Set<String>) {
        (self.old, self.new, self.options, self.declaredNames) = (old, new, options, declaredNames)
        let comparer = Comparer(old, new, isServerOld: false)
        matching = comparer.matching
        counterparts = comparer.declarations.counterparts
        (oldTypes, newTypes) = (QualifiedTypes(old), QualifiedTypes(new))
        func owners(_ contract: Contract) -> [Int: API.TypeID] {
            var owners: [Int: API.TypeID] = [:]
            for id in contract.typeIDs {
                if let declaration = contract[id].declaration { owners[declaration] = id }
            }
            return owners
        }
        (oldOwners, newOwners) = (owners(old), owners(new))
        var inner: Set<String> = []
        for declaration in new.declarations {
            if declaration.path.contains(".") { inner.insert(declaration.name) }
            inner.formUnion(declaration.typeParameters)
        }
        self.inner = inner
        var own: [String: String?] = [:]
        for replacement in Array(options.types.values) + Array(options.formatTypes.values) {
            if case .own(let type) = replacement { own[type.name] = .some(type.module) }
        }
        ownTypes = own
        namespace = options.namespace.map { SwiftIdentifier(type: SwiftNames.name(for: $0, .type)).text }
        access = options.access == .internal ? "" : options.access.rawValue + " "
        addMoved(comparer.pairs)
        for (a, b) in counterparts { successors[old.declarations[a].path] = new.declarations[b].path }
    }

    /// Pairs models that were at the top and are in place now, or the other way round. Each must have only one partner.
    private mutating func addMoved(_ pairs: TypePairs) {
        var olds: [Int: Set<Int>] = [:]
        var news: [Int: Set<Int>] = [:]
        for pair in pairs.order {
            guard let a = old[pair.old].declaration, let b = new[pair.new].declaration else { continue }
            olds[a, default: []].insert(b)
            news[b, default: []].insert(a)
        }
        let replacements = Set(counterparts.values)
        for (a, partners) in olds where partners.count == 1 && counterparts[a] == nil {
            guard let b = partners.first, news[b]?.count == 1, !replacements.contains(b) else { continue }
            counterparts[a] = b
        }
    }

    mutating func makeAll() {
        guard !matching.isUnrelated else { return }
        let fields = fieldsByDeclaration()
        var endpoints: [Int: (Contract.Endpoint, Contract.Endpoint)] = [:]
        for pair in matching.endpoints {
            if let index = old.endpoints[pair.old].declaration {
                endpoints[index] = (old.endpoints[pair.old], new.endpoints[pair.new])
            }
        }
        for (index, declaration) in old.declarations.enumerated() {
            current = declaration.path
            guard let other = counterparts[index] else {
                makeAlias(ofGone: declaration)
                continue
            }
            let now = new.declarations[other]
            makeName(declaration, now)
            guard declaration.kind == now.kind, declaration.typeParameters == now.typeParameters else { continue }
            switch declaration.kind {
            case .api: makeAPI(declaration, now)
            case .request, .structure:
                if let (endpoint, other) = endpoints[index] { makeMovedBody(declaration, now, endpoint, other) }
                guard let (olds, news) = fields[index] else { continue }
                let labels = labels(declaration, now, olds, news)
                makeProperties(declaration, now, labels)
                makeInitializer(declaration, now, labels)
            case .enumeration: makeCases(index, declaration, now)
            case .alias: break
            }
        }
    }

    // MARK: - Names of types

    private mutating func makeName(_ a: Contract.Declaration, _ b: Contract.Declaration) {
        guard a.path != b.path, a.kind != .api, new.paths[a.path] == nil,
            a.typeParameters.count == b.typeParameters.count
        else { return }
        let parts = a.path.split(separator: ".").map(String.init)
        if parts.count == 1 {
            addAlias(a.path, b.typeParameters, b.typeConstraint, printed(b.path, isWhole: true), renamed: shown(b.path))
            return
        }
        // A type nested in a renamed type comes with it.
        let outer = parts.dropLast().joined(separator: ".")
        guard let holder = successors[outer] else { return }
        let name = parts[parts.count - 1]
        let oldNamePath = holder + "." + name
        guard oldNamePath != b.path, new.paths[oldNamePath] == nil, let index = new.paths[holder],
            !hasMember(name, new.declarations[index])
        else {
            return
        }
        if b.path == name { return makeNameOfMovedOut(name, in: holder, was: parts) }
        // The holder's own code would find the deprecated name where it means an outer declaration.
        guard newTypes.path(of: name, in: holder) == nil, !isNamed(name, inside: holder) else { return }
        let alias =
            attribute(renamed: shown(b.path))
            + "\(access)typealias \(typeName(name)) = \(printed(b.path, isWhole: true))"
        add(alias, called: name, to: holder, types: [], of: outer)
    }

    /// Makes a nested name for a type that moved out of `holder` and kept its name. The nested name isn't deprecated,
    /// since the holder's own code uses it too. It hides the type outside, so it stands for a helper alias of that type.
    private mutating func makeNameOfMovedOut(_ name: String, in holder: String, was parts: [String]) {
        var target = printed(name, isWhole: true)
        if namespace == nil {
            let helper = parts.joined()
            guard new.paths[helper] == nil, !declaredNames.contains(helper), oldTypes.path(of: helper, in: "") == nil
            else {
                return
            }
            aliases.append("\(access)typealias \(typeName(helper)) = \(target)")
            names.append(helper)
            target = typeName(helper)
        }
        add(
            "\(access)typealias \(typeName(name)) = \(target)", called: name, to: holder, types: [],
            of: parts.dropLast().joined(separator: "."))
    }

    /// Makes the name of an old alias whose type is written out now.
    private mutating func makeAlias(ofGone declaration: Contract.Declaration) {
        guard declaration.kind == .alias, declaration.typeParameters.isEmpty, !declaration.path.contains("."),
            new.paths[declaration.path] == nil, let target = declaration.aliases[""],
            let text = translated(target, in: declaration.path)
        else { return }
        let isName = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        addAlias(
            declaration.path, [], nil, wholeNames(text), renamed: isName ? shown(text) : nil,
            message: isName ? nil : "Use '\(shown(text))'.")
        note(text)
    }

    private mutating func addAlias(
        _ name: String, _ parameters: [String], _ constraint: String?, _ target: String, renamed: String?,
        message: String? = nil
    ) {
        guard !declaredNames.contains(name) else { return }
        func list(_ elements: [String]) -> String {
            elements.isEmpty ? "" : "<" + elements.joined(separator: ", ") + ">"
        }
        let parameters = parameters.map { SwiftIdentifier(type: $0).text }
        let attribute = renamed.map { self.attribute(renamed: $0) } ?? self.attribute(message: message ?? "")
        let left = list(parameters.map { parameter in constraint.map { "\(parameter): \($0)" } ?? parameter })
        aliases.append(attribute + "\(access)typealias \(typeName(name))\(left) = \(target)\(list(parameters))")
        names.append(name)
        if !parameters.isEmpty, let constraint { note(constraint) }
    }

    // MARK: - The API

    /// The path that stands for the runtime's `OAuth2Flow`, as the empty path does for `API`.
    static let flows = "(OAuth2Flow)"

    private mutating func makeAPI(_ a: Contract.Declaration, _ b: Contract.Declaration) {
        if a.path != b.path, new.paths[a.path] == nil {
            addAlias(a.path, [], nil, printed(b.path, isWhole: true), renamed: shown(b.path))
        }
        let news = Set(b.properties.map(\.name))
        // The members' names, in the order of the flows.
        func flows(_ declaration: Contract.Declaration) -> [String] {
            declaration.properties.map(\.name).filter { $0.hasPrefix("OAuth2Flow.") }.map { String($0.dropFirst(11)) }
        }
        let byFlow = Dictionary(firstOf: zip(new.flows, flows(b)))
        for (flow, member) in zip(old.flows, flows(a)) {
            guard let other = byFlow[flow], other != member, !news.contains("OAuth2Flow." + member) else { continue }
            let line = "\(access)static var \(name(member)): OAuth2Flow { .\(name(other)) }"
            add(attribute(renamed: other) + line, called: member, to: Self.flows, types: ["OAuth2Flow"])
        }
        func member(_ property: Contract.Declaration.Property) -> String? {
            property.type == "API" && property.name.hasPrefix("API.") ? String(property.name.dropFirst(4)) : nil
        }
        guard let before = a.properties.lazy.compactMap(member).first,
            let now = b.properties.lazy.compactMap(member).first, before != now,
            !news.contains("API." + before)
        else { return }
        // A function's variables are arguments.
        guard now.hasSuffix("()") else {
            guard !before.hasSuffix("()") else { return }
            let line = "\(access)static var \(name(before)): API { .\(name(now)) }"
            add(attribute(renamed: now) + line, called: before, to: "", types: ["API"])
            return
        }
        guard before.hasSuffix("()"), a.arguments == b.arguments, let arguments = b.arguments else { return }
        let (old, current) = (String(before.dropLast(2)), String(now.dropLast(2)))
        let parameters = arguments.map { parameter($0, $0.type, in: "") }
        let callArguments = arguments.map { label($0.label) + ": " + name($0.label) }
        let function =
            "\(access)static func \(name(old))(\(parameters.joined(separator: ", "))) -> API { .\(name(current))(\(callArguments.joined(separator: ", "))) }"
        add(
            attribute(renamed: current + arguments.labelList) + function, called: before, to: "",
            types: ["API"] + arguments.map(\.type))
    }

    // MARK: - Cases

    private mutating func makeCases(_ index: Int, _ a: Contract.Declaration, _ b: Contract.Declaration) {
        guard let type = oldOwners[index], case .enumeration(let cases) = old[type].content,
            let number = new.paths[b.path],
            let now = newOwners[number], case .enumeration(let others) = new[now].content
        else { return }
        let byValue = Dictionary(firstOf: others.map { ($0.wireValue, $0.swiftName) })
        for value in cases {
            guard let current = byValue[value.wireValue], current != value.swiftName, !hasMember(value.swiftName, b)
            else { continue }
            let line = "\(access)static var \(name(value.swiftName)): Self { .\(label(current)) }"
            add(attribute(renamed: current) + line, called: value.swiftName, to: b.path, types: [])
        }
    }
}
