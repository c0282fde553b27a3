import CallsiteCore
import CallsiteSwift

// Properties and initializers of requests and models.

extension ForwardingMaker {
    /// The old and the new fields of each request and model, by the declaration in the old contract.
    func fieldsByDeclaration() -> [Int: ([Contract.Field], [Contract.Field])] {
        var result: [Int: ([Contract.Field], [Contract.Field])] = [:]
        for pair in matching.endpoints {
            let (a, b) = (old.endpoints[pair.old], new.endpoints[pair.new])
            guard let index = a.declaration, counterparts[index] == b.declaration else { continue }
            func fields(_ endpoint: Contract.Endpoint) -> [Contract.Field] {
                guard case .fields(let fields)? = endpoint.body?.content else { return endpoint.parameters }
                return endpoint.parameters + fields
            }
            result[index] = (fields(a), fields(b))
        }
        for type in old.types {
            guard let index = type.declaration, let other = counterparts[index], let newType = newOwners[other] else {
                continue
            }
            guard case .object(let fields) = type.content, case .object(let others) = new[newType].content else {
                continue
            }
            result[index] = (fields, others)
        }
        return result
    }

    /// The new names of the old declaration's properties and arguments. A name without an entry is gone, or means
    /// something else.
    func labels(
        _ a: Contract.Declaration, _ b: Contract.Declaration, _ olds: [Contract.Field], _ news: [Contract.Field]
    ) -> [String: String] {
        var labels = matching.fields(olds, news).swiftNames
        let (oldNames, newNames) = (Set(olds.map(\.swiftName)), Set(news.map(\.swiftName)))
        // Properties that aren't fields of the description, such as a whole body, or the dictionary of other fields.
        for property in a.properties where !oldNames.contains(property.name) && !newNames.contains(property.name) {
            labels[property.name] = property.name
        }
        return labels
    }

    mutating func makeProperties(
        _ a: Contract.Declaration, _ b: Contract.Declaration, _ labels: [String: String]
    ) {
        let others = b.properties.byFirst(\.name)
        for property in a.properties {
            guard let current = labels[property.name], current != property.name, let other = others[current],
                !hasMember(property.name, b), isSame(property.type, a.path, other.type, b.path)
            else { continue }
            addProperty(
                property.name, to: b.path, forwardingTo: [current], of: other.type, in: b.path,
                isMutable: other.isMutable)
        }
    }

    /// Adds a property that forwards to another one, or to a property's own: `body.name`.
    mutating func addProperty(
        _ property: String, to path: String, forwardingTo names: [String], of type: String, in place: String,
        isMutable: Bool
    ) {
        let value = (["self"] + names.map(name)).joined(separator: ".")
        let accessors = isMutable ? "{ get { \(value) } set { \(value) = newValue } }" : "{ \(value) }"
        let line = "\(access)var \(name(property)): \(whole(type, in: place)) \(accessors)"
        add(
            attribute(renamed: names.joined(separator: ".")) + line, called: property, to: path, types: [type])
    }

    /// Adds an initializer with the old labels if they changed: `init(limit:)` calls `init(pageSize:)`. Adds none if an
    /// old argument can't be passed on unchanged.
    mutating func makeInitializer(
        _ a: Contract.Declaration, _ b: Contract.Declaration, _ labels: [String: String]
    ) {
        guard let olds = a.arguments, let news = b.arguments, !olds.contains(where: { $0.label == "_" }) else { return }
        let others = news.byFirst(\.label)
        var parameters: [(old: Argument, new: Argument)] = []
        for argument in olds {
            guard let current = labels[argument.label], let other = others[current] else { return }
            // The old name means something else now.
            if current != argument.label, others[argument.label] != nil { return }
            guard isTaken(argument.type, a.path, as: other.type, b.path) else { return }
            // A default value must still be the same.
            if let value = argument.defaultValue, value != other.defaultValue,
                value != "nil" || other.defaultValue != nil || !other.type.hasSuffix("?")
            {
                return
            }
            parameters.append((argument, other))
        }
        let (before, after) = (olds.map(\.label), parameters.map(\.new.label))
        let newLabels = Set(after)
        guard newLabels.count == after.count,
            news.allSatisfy({ newLabels.contains($0.label) || $0.defaultValue != nil })
        else { return }
        // Every old call still compiles, so no forwarding initializer is needed.
        if before == after, after == news.map(\.label).filter(newLabels.contains),
            parameters.allSatisfy({ $0.old.defaultValue == nil || $0.new.defaultValue != nil })
        {
            return
        }
        let types = Dictionary(firstOf: parameters.map { ($0.old.label, (type: $0.new.type, path: b.path)) })
        addInitializer(
            olds, types, news, passed(parameters, to: news), to: b.path, isRenaming: after == news.map(\.label))
    }

    typealias Argument = Contract.Declaration.Argument

    /// The arguments of a call to a new initializer: those that an old one has, and those in `values`.
    func passed(
        _ parameters: [(old: Argument, new: Argument)], to news: [Argument], or values: [String: String] = [:]
    ) -> [String] {
        let names = Dictionary(firstOf: parameters.map { ($0.new.label, name($0.old.label)) })
        return news.compactMap { argument in
            (values[argument.label] ?? names[argument.label]).map { label(argument.label) + ": " + $0 }
        }
    }

    /// Adds an initializer with the old arguments, which calls the new one.
    ///
    /// - Parameters:
    ///   - types: The new type of each old argument, and the declaration in which it is written.
    ///   - isRenaming: The new initializer has the same arguments with other labels.
    mutating func addInitializer(
        _ olds: [Argument], _ types: [String: (type: String, path: String)], _ news: [Argument], _ passed: [String],
        to path: String, isRenaming: Bool = false
    ) {
        // The compiler knows initializers by their labels and types.
        guard olds.map(\.label) != news.map(\.label) else { return }
        let parameters = olds.compactMap { argument in
            types[argument.label].map { parameter(argument, $0.type, in: $0.path) }
        }
        guard parameters.count == olds.count else { return }
        let signature = "init" + news.labelList
        let oldRequired = olds.filter { $0.defaultValue == nil }.map(\.label)
        let newRequired = news.filter { $0.defaultValue == nil }.map(\.label)
        // A call that fits both initializers uses the new one.
        let overlaps =
            Set(oldRequired).isSubset(of: news.map(\.label)) && Set(newRequired).isSubset(of: olds.map(\.label))
        let attribute = isRenaming ? attribute(renamed: signature) : attribute(message: "Use '\(signature)'.")
        // On one line, however long: the initializer isn't meant to be read, and is there only for a while.
        let line =
            "\(access)init(\(parameters.joined(separator: ", "))) { self.init(\(passed.joined(separator: ", "))) }"
        add(
            attribute + (overlaps ? "@_disfavoredOverload " : "") + line, called: "init" + olds.labelList, to: path,
            types: types.values.map(\.type))
    }

    /// `id: Int = 0`
    func parameter(_ argument: Argument, _ type: String, in place: String) -> String {
        name(argument.label) + ": " + whole(type, in: place) + (argument.defaultValue.map { " = " + $0 } ?? "")
    }
}

extension [Contract.Declaration.Argument] {
    /// `(id:name:)`
    var labelList: String { "(" + map { $0.label + ":" }.joined() + ")" }
}
