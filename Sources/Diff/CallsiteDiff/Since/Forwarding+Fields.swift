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
            guard let index = type.declaration, let other = counterparts[index], let now = newOwners[other] else {
                continue
            }
            guard case .object(let fields) = type.content, case .object(let others) = new[now].content else {
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
        let matched = matching.fields(olds, news)
        var labels: [String: String] = [:]
        for (field, other) in matched.pairs + matched.renamed { labels[field.swiftName] = other.swiftName }
        let (known, others) = (Set(olds.map(\.swiftName)), Set(news.map(\.swiftName)))
        // Properties that are no fields of the description: a whole body, the fields of other names.
        for property in a.properties where !known.contains(property.name) && !others.contains(property.name) {
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
            let (name, now) = (name(property.name), self.name(current))
            let type = whole(other.type, in: b.path)
            let value = "self.\(now)"
            let accessors = other.isMutable ? "{ get { \(value) } set { \(value) = newValue } }" : "{ \(value) }"
            add(
                attribute(renamed: current) + "\(access)var \(name): \(type) \(accessors)", called: property.name,
                to: b.path,
                types: [other.type])
        }
    }

    mutating func makeInitializer(
        _ a: Contract.Declaration, _ b: Contract.Declaration, _ labels: [String: String]
    ) {
        guard let olds = a.arguments, let news = b.arguments, !olds.contains(where: { $0.label == "_" }) else { return }
        let others = news.byFirst(\.label)
        var parameters:
            [(argument: Contract.Declaration.Argument, now: Contract.Declaration.Argument, defaultValue: String?)] = []
        for argument in olds {
            guard let current = labels[argument.label], let other = others[current] else { return }
            // The old name means something else now.
            if current != argument.label, others[argument.label] != nil { return }
            guard isTaken(argument.type, a.path, as: other.type, b.path) else { return }
            var value: String?
            if let text = argument.defaultValue {
                // A default value must still be the same.
                guard
                    text == other.defaultValue
                        || (text == "nil" && other.defaultValue == nil && other.type.hasSuffix("?"))
                else {
                    return
                }
                value = text
            }
            parameters.append((argument, other, value))
        }
        let given = Set(parameters.map(\.now.label))
        guard given.count == parameters.count, news.allSatisfy({ given.contains($0.label) || $0.defaultValue != nil })
        else { return }
        // Every old call still compiles, so no forwarding initializer is needed.
        let (before, kept) = (olds.map(\.label), news.map(\.label).filter(given.contains))
        let isAccepted =
            zip(parameters, kept).allSatisfy { $0.now.label == $1 }
            && parameters.allSatisfy { $0.argument.label == $0.now.label }
        if isAccepted, parameters.allSatisfy({ $0.defaultValue == nil || $0.now.defaultValue != nil }) { return }
        // The compiler knows initializers by their labels and types.
        guard before != news.map(\.label) else { return }
        let needed = parameters.filter { $0.defaultValue == nil }.map(\.argument.label)
        let neededNow = news.filter { $0.defaultValue == nil }.map(\.label)
        // A call that fits both initializers uses the new one.
        let overlaps = Set(needed).isSubset(of: news.map(\.label)) && Set(neededNow).isSubset(of: before)
        let isRenaming = news.count == olds.count && zip(parameters, news).allSatisfy { $0.now.label == $1.label }
        let signature = "init(" + news.map { $0.label + ":" }.joined() + ")"
        let attribute = isRenaming ? attribute(renamed: signature) : attribute(message: "Use '\(signature)'.")
        let declared = parameters.map { parameter in
            name(parameter.argument.label) + ": " + whole(parameter.now.type, in: b.path)
                + (parameter.defaultValue.map { " = " + $0 } ?? "")
        }
        let byLabel = Dictionary(firstOf: parameters.map { ($0.now.label, $0.argument.label) })
        let passed = news.compactMap { argument in
            byLabel[argument.label].map { label(argument.label) + ": " + name($0) }
        }
        // On one line, however long: the initializer isn't meant to be read, and is there only for a while.
        let line = "\(access)init(\(declared.joined(separator: ", "))) { self.init(\(passed.joined(separator: ", "))) }"
        add(
            attribute + (overlaps ? "@_disfavoredOverload " : "") + line,
            called: "init(" + before.map { $0 + ":" }.joined() + ")", to: b.path,
            types: parameters.map(\.now.type))
    }
}
