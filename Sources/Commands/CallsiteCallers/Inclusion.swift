import CallsiteCore
import CallsiteDiff

/// The parts of a description that `include:` needs so that the generated code has each name that callers use.
package struct Inclusion {
    /// A name that callers use, with one place.
    package struct Missing {
        package var name: String
        package var place: Change.CallerPlace

        /// The declaration outside all others.
        fileprivate var owner: String { String(name.prefix { $0 != "." }) }
    }

    /// A property of another type, since other operations send it, or none does.
    package struct TypeChange {
        package var name: String
        package var place: Change.CallerPlace
        package var before: String
        package var after: String
    }

    /// Sorted by bytes. If there are no models either, callers use nothing.
    package private(set) var operations: [String]
    /// Models that callers use and that none of these operations has.
    package private(set) var models: [String] = []
    /// By Swift names that the code of these parts lacks: the paths of the same types in it. For example, a type in
    /// place that two operations share is declared outside both; if only one is left, the type is nested in it.
    package private(set) var aliases: [String: String] = [:]
    /// Operations that nothing calls, each with the name that it is needed for.
    package private(set) var namesBrought: [String: String] = [:]
    /// The code of these parts; nil: it can't be read.
    package private(set) var contract: Contract?
    /// The names that can't be kept.
    package private(set) var missing: [Missing] = []
    /// Properties that callers name and that have other types in the code of these parts.
    package private(set) var changes: [TypeChange] = []

    package var filter: Selection.Filter {
        var filter = Selection.Filter(operations: operations.map { .init($0) }, models: models.map { .init($0) })
        filter.aliases = aliases.mapValues { .init($0) }
        return filter
    }

    /// - Parameter reduced: Reads the API with the parts that a filter chooses.
    package init(_ usage: Usage, of whole: Contract, _ code: GeneratedCode, reduced: (Selection.Filter) -> Contract?) {
        operations = Set(usage.operations.filter { $0.declaration.use != .unused }.map(\.selectableName))
            .sortedByBytes()
        if operations.isEmpty {
            let used = Set(usage.models.filter { if case .named = $0.use { true } else { false } }.map(\.name))
            models = whole.types.filter { $0.isSchema && used.contains($0.swiftName) }.map(\.api.name).sortedByBytes()
            guard !models.isEmpty else { return }
        }
        let names = KnownNames(whole)
        // Read only if a name is missing.
        lazy var callable = reduced(.init(operations: ["*"])).map { KnownNames($0) }
        lazy var bringers = NameBringers(usage, code)
        // Repeats with the operations and models that names need. Each name adds a few at most, so this ends.
        while true {
            // An addition may give a name back.
            aliases = [:]
            contract = reduced(filter)
            guard let contract else { return }
            let kept = KnownNames(contract)
            (missing, changes) = usage.missing(from: whole, names, in: contract, kept)
            var hasChanged = false
            for name in Set(missing.map(\.owner)).sortedByBytes() {
                if !kept.has(name), let path = names.path(of: name, in: contract) {
                    aliases[name] = path
                } else if callable?.has(name) ?? true || names.schemas[name] == nil,
                    let operation = bringers.next(
                        for: name, besides: operations,
                        sending: kept.has(name) && names.agrees(with: kept, about: name),
                        isModel: names.schemas[name] != nil)
                {
                    operations = (operations + [operation]).sortedByBytes()
                    hasChanged = true
                } else if let model = names.schemas[name], !models.contains(model) {
                    models = (models + [model]).sortedByBytes()
                    hasChanged = true
                }
            }
            missing.removeAll { aliases[$0.owner] != nil }
            guard hasChanged else { return }
            namesBrought = Dictionary(firstOf: bringers.operations.map { ($0.value, $0.key) })
        }
    }
}

/// Finds operations to include only for a name that callers use, such as a part of a response of no called operation.
private struct NameBringers {
    private static let tries = 4
    /// The most declarations that an operation may add for a model. An operation gives the model the same direction as
    /// in the whole API, but may add hundreds of other declarations; then the model is included by itself.
    private static let mostBesideModels = 25

    private let reaches: [String: Set<String>]
    /// The operations that may have a body.
    private let senders: Set<String>
    private var tried: [String: Set<String>] = [:]
    /// The last operation that was chosen for each name.
    private(set) var operations: [String: String] = [:]

    init(_ usage: Usage, _ code: GeneratedCode) {
        reaches = Dictionary(grouping: usage.operations, by: \.selectableName).mapValues {
            Set(code.reached(from: $0.map(\.declaration.name)).keys)
        }
        senders = Set(usage.operations.filter { $0.method != "GET" }.map(\.selectableName))
    }

    /// The operation that has a name and adds the fewest other declarations; nil: no operation has the name, or enough
    /// were tried.
    ///
    /// - Parameter isSending: Whether the type is there, but lacks the members that it has in a request.
    mutating func next(
        for name: String, besides others: [String], sending isSending: Bool, isModel: Bool
    ) -> String? {
        guard tried[name, default: []].count < Self.tries else { return nil }
        let reached = others.reduce(into: Set<String>()) { $0.formUnion(reaches[$1] ?? []) }
        let candidates = reaches.filter {
            !others.contains($0.key) && $0.value.contains(name) && (!isSending || senders.contains($0.key))
        }
        let smallest = candidates.min { a, b in
            let counts = (a.value.subtracting(reached).count, b.value.subtracting(reached).count)
            return counts.0 == counts.1 ? a.key.precedes(b.key) : counts.0 < counts.1
        }
        guard let operation = smallest?.key, let reach = smallest?.value,
            !isModel || reach.subtracting(reached).count <= Self.mostBesideModels
        else { return nil }
        tried[name, default: []].insert(operation)
        operations[name] = operation
        return operation
    }
}

/// The names of the declarations outside all others, with the types that they stand for.
private struct KnownNames {
    /// The schema of each that is a model.
    private(set) var schemas: [String: String] = [:]
    /// The places in the description of the types that have a name.
    private var places: [String: Set<SourceLocation>] = [:]
    private var endpoints: [String: OperationPlace] = [:]
    private var names: Set<String> = []

    init(_ contract: Contract) {
        for declaration in contract.declarations {
            let path = contract.sharedPaths[declaration.path] ?? declaration.path
            if !path.contains(".") { names.insert(path) }
        }
        for type in contract.types {
            let path = contract.sharedPaths[type.swiftName] ?? type.swiftName
            guard !path.contains(".") else { continue }
            places[path, default: []].insert(type.api.place)
            if type.isSchema { schemas[path] = type.api.name }
        }
        // A schema includes its parts: `MetadataValue`, the type of the values of `metadata`, comes with its schema.
        let declared = Set(contract.types.filter(\.isSchema).map(\.api.name))
        for type in contract.types where type.api.owner == .api && type.api.position == .derived {
            var name = Substring(type.api.name)
            while !name.isEmpty, !declared.contains(String(name)) {
                name = name.lastIndex { $0 == " " || $0 == "_" }.map { name[..<$0] } ?? ""
            }
            if !name.isEmpty, schemas[type.swiftName] == nil { schemas[type.swiftName] = String(name) }
        }
        for endpoint in contract.endpoints { endpoints[endpoint.swiftName] = OperationPlace(endpoint) }
    }

    func has(_ name: String) -> Bool { names.contains(name) }

    /// Whether a name means the same type in both. If a schema is left out, another may get its name.
    func agrees(with other: KnownNames, about name: String) -> Bool {
        if let place = endpoints[name] { return other.endpoints[name] == place }
        guard let own = places[name] else { return true }
        return !own.isDisjoint(with: other.places[name] ?? [])
    }

    /// The path that the type of a name has in other code; nil: it has none.
    func path(of name: String, in other: Contract) -> String? {
        if let place = endpoints[name] {
            return other.endpoints.first { OperationPlace($0) == place && $0.swiftName != name }?.swiftName
        }
        let places = places[name] ?? []
        return other.types.first {
            $0.declaration != nil && places.contains($0.api.place) && $0.swiftName != name
        }?.swiftName
    }
}

extension Contract.NamedType {
    /// It is a schema of the description, which `models` of `include` can name.
    fileprivate var isSchema: Bool { api.owner == .api && api.position == .declared }
}

extension Usage {
    /// The names that callers use and that the reduced code lacks or uses for something else.
    fileprivate func missing(
        from whole: Contract, _ names: KnownNames, in reduced: Contract, _ kept: KnownNames
    ) -> (missing: [Inclusion.Missing], changes: [Inclusion.TypeChange]) {
        let (all, rest) = (whole.declarationsByPath, reduced.declarationsByPath)
        var missing: [Inclusion.Missing] = []
        var changes: [Inclusion.TypeChange] = []
        for declaration in operations.map(\.declaration) + models where declaration.use != .unused {
            guard let own = rest[declaration.name], names.agrees(with: kept, about: declaration.name) else {
                if case .named(let place) = declaration.use {
                    missing.append(.init(name: declaration.name, place: place))
                }
                continue
            }
            // A model that is only read has no initializer, though the whole API writes it too.
            if let place = declaration.call, own.arguments == nil, all[declaration.name]?.arguments != nil {
                missing.append(.init(name: declaration.name + ".init", place: place))
            }
            for member in declaration.members {
                guard let place = member.place else { continue }
                let parts = (declaration.name + "." + member.name).split(separator: ".").map(String.init)
                let path = parts.dropLast().joined(separator: ".")
                guard let owner = rest[path], let name = parts.last, !owner.cases.contains(where: { $0.name == name })
                else { continue }
                let full = declaration.name + "." + member.name
                let property = owner.properties.first { $0.name == name }
                if let property, let before = all[path]?.properties.first(where: { $0.name == name }) {
                    if property.type != before.type {
                        changes.append(.init(name: full, place: place, before: before.type, after: property.type))
                    }
                } else {
                    missing.append(.init(name: full, place: place))
                }
            }
        }
        return (missing, changes)
    }
}

extension Contract {
    /// A type in place that is declared outside is listed under both its paths.
    fileprivate var declarationsByPath: [String: Declaration] {
        var all: [String: Declaration] = [:]
        for declaration in declarations {
            all[declaration.path] = declaration
            if let path = sharedPaths[declaration.path] { all[path] = declaration }
        }
        return all
    }
}
