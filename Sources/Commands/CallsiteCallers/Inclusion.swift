import CallsiteCore
import CallsiteDiff

/// The parts of a description that `include:` needs so that the generated code has each name that callers use.
package struct Inclusion {
    /// A name that callers use, with one place.
    package struct Missing {
        package var name: String
        package var place: Change.CallerPlace
    }

    /// In the order of their bytes. Without models too: nothing is used.
    package private(set) var operations: [String]
    /// Models that callers use and that none of these operations has.
    package private(set) var models: [String] = []
    /// Swift names that the code of these parts has not, and the paths of the same types in it. A type in place that two
    /// operations share is declared outside of both, and nested in the only one that is left.
    package private(set) var aliases: [String: String] = [:]
    /// The code of these parts; nil: it can't be read.
    package private(set) var contract: Contract?
    /// The names that can't be kept.
    package private(set) var missing: [Missing] = []

    package var selection: Selection {
        var selection = Selection(
            include: .init(operations: operations.map { .init($0) }, models: models.map { .init($0) }))
        selection.aliases = aliases.mapValues { .init($0) }
        return selection
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
        let names = WholeNames(whole)
        var bringers = NameBringers(usage, code)
        // Again with the models and operations that names need, and without those that bring nothing: each name adds one of
        // both at most.
        while true {
            contract = reduced(selection.include)
            guard let contract else { return }
            missing = usage.missingNames(in: contract)
            // An addition may have given a name back.
            aliases = [:]
            let owners = Set(missing.map { String($0.name.prefix { $0 != "." }) })
            var hasChanged = false
            for name in owners.sortedByBytes() {
                if let path = names.path(of: name, in: contract) {
                    aliases[name] = path
                } else if let model = names.schemas[name] {
                    guard !models.contains(model) else { continue }
                    models = (models + [model]).sortedByBytes()
                    hasChanged = true
                } else if let useless = bringers.operations.removeValue(forKey: name) {
                    operations.removeAll { $0 == useless }
                    hasChanged = true
                } else if let operation = bringers.next(for: name, besides: operations) {
                    operations = (operations + [operation]).sortedByBytes()
                    hasChanged = true
                }
            }
            missing.removeAll { aliases[String($0.name.prefix { $0 != "." })] != nil }
            guard hasChanged else { return }
        }
    }
}

/// Operations that are included for a name alone: of a part of a response that no used operation has.
private struct NameBringers {
    private let reaches: [String: Set<String>]
    private var tried: Set<String> = []
    /// By the name.
    var operations: [String: String] = [:]

    init(_ usage: Usage, _ code: GeneratedCode) {
        reaches = Dictionary(grouping: usage.operations, by: \.selectableName).mapValues {
            Set(code.reached(from: $0.map(\.declaration.name)).keys)
        }
    }

    /// The operation that brings least besides a name; nil: none has it, or one was tried.
    mutating func next(for name: String, besides others: [String]) -> String? {
        guard tried.insert(name).inserted else { return nil }
        let reached = others.reduce(into: Set<String>()) { $0.formUnion(reaches[$1] ?? []) }
        let candidates = reaches.filter { !others.contains($0.key) && $0.value.contains(name) }
        let least = candidates.min { a, b in
            let counts = (a.value.subtracting(reached).count, b.value.subtracting(reached).count)
            return counts.0 == counts.1 ? a.key.precedes(b.key) : counts.0 < counts.1
        }
        operations[name] = least?.key
        return least?.key
    }
}

/// The names that declarations outside all others have in the whole API.
private struct WholeNames {
    /// The schema of each that is a model.
    private(set) var schemas: [String: String] = [:]
    /// The places in the description of the types that have a name.
    private var places: [String: [SourceLocation]] = [:]
    private var endpoints: [String: OperationPlace] = [:]

    init(_ contract: Contract) {
        for type in contract.types {
            let path = contract.sharedPaths[type.swiftName] ?? type.swiftName
            guard !path.contains(".") else { continue }
            places[path, default: []].append(type.api.place)
            if type.isSchema { schemas[path] = type.api.name }
        }
        // A part of a schema comes with it: the values of `metadata` are `MetadataValue`.
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

    /// The path that the type of a name has in other code; nil: it has none.
    func path(of name: String, in other: Contract) -> String? {
        if let place = endpoints[name] {
            return other.endpoints.first { OperationPlace($0) == place && $0.swiftName != name }?.swiftName
        }
        let places = Set(places[name] ?? [])
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
    /// Names that callers use and that the reduced code lacks.
    fileprivate func missingNames(in reduced: Contract) -> [Inclusion.Missing] {
        var kept: [String: Contract.Declaration] = [:]
        for declaration in reduced.declarations {
            kept[declaration.path] = declaration
            if let path = reduced.sharedPaths[declaration.path] { kept[path] = declaration }
        }
        var missing: [Inclusion.Missing] = []
        for declaration in operations.map(\.declaration) + models where declaration.use != .unused {
            guard kept[declaration.name] != nil else {
                if case .named(let place) = declaration.use {
                    missing.append(.init(name: declaration.name, place: place))
                }
                continue
            }
            for member in declaration.members {
                guard let place = member.place else { continue }
                let parts = (declaration.name + "." + member.name).split(separator: ".").map(String.init)
                guard let owner = kept[parts.dropLast().joined(separator: ".")], let name = parts.last,
                    !owner.properties.contains(where: { $0.name == name }),
                    !owner.cases.contains(where: { $0.name == name })
                else { continue }
                missing.append(.init(name: declaration.name + "." + member.name, place: place))
            }
        }
        return missing
    }
}
