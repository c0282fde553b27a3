import CallsiteCore
import CallsiteSwift

// Bodies whose fields were arguments of the request and are in a model now, or the other way round.

extension ForwardingMaker {
    /// The body of a request as one argument: its label, and the model that it is.
    private struct Whole {
        var label: String
        var model: Contract.Declaration
        var fields: [Contract.Field]
    }

    private func whole(_ body: Contract.Body?, in contract: Contract) -> Whole? {
        guard let body, case .whole(let shape, _) = body.content,
            case .named(let id, _) = contract.api.resolvingAliases(shape),
            case .object(let fields) = contract[id].content, let declaration = contract[id].declaration
        else { return nil }
        return Whole(label: body.swiftName, model: contract.declarations[declaration], fields: fields)
    }

    mutating func makeMovedBody(
        _ a: Contract.Declaration, _ b: Contract.Declaration, _ endpoint: Contract.Endpoint, _ other: Contract.Endpoint
    ) {
        let parameters = matching.fields(endpoint.parameters, other.parameters)
        let labels = Dictionary(
            firstOf: (parameters.pairs + parameters.renamed).map { ($0.0.swiftName, $0.1.swiftName) })
        if case .fields(let fields)? = endpoint.body?.content, let whole = whole(other.body, in: new) {
            gather(a, b, fields, into: whole, labels)
        } else if let whole = whole(endpoint.body, in: old), case .fields(let fields)? = other.body?.content {
            spread(a, b, whole, over: fields, labels)
        }
    }

    private typealias Argument = Contract.Declaration.Argument

    /// The parameters of an old initializer as the new one takes them; nil: one of them is gone.
    private func kept(
        _ arguments: [Argument], _ a: Contract.Declaration, _ others: [Argument], _ path: String,
        _ labels: [String: String]
    ) -> [(old: Argument, new: Argument)]? {
        let known = others.byFirst(\.label)
        var result: [(old: Argument, new: Argument)] = []
        for argument in arguments {
            guard let other = labels[argument.label].flatMap({ known[$0] }),
                isTaken(argument.type, a.path, as: other.type, path),
                argument.defaultValue == nil || argument.defaultValue == other.defaultValue
                    || (argument.defaultValue == "nil" && other.type.hasSuffix("?"))
            else { return nil }
            result.append((argument, other))
        }
        let given = Set(result.map(\.new.label))
        return given.count == result.count && others.allSatisfy { given.contains($0.label) || $0.defaultValue != nil }
            ? result : nil
    }

    /// Forwards arguments that are fields of a model now.
    private mutating func gather(
        _ a: Contract.Declaration, _ b: Contract.Declaration, _ fields: [Contract.Field], into whole: Whole,
        _ labels: [String: String]
    ) {
        guard let olds = a.arguments, let news = b.arguments, let model = whole.model.arguments else { return }
        let matched = matching.fields(fields, whole.fields)
        let inner = Dictionary(firstOf: (matched.pairs + matched.renamed).map { ($0.0.swiftName, $0.1.swiftName) })
        let names = Set(fields.map(\.swiftName))
        guard
            let outside = kept(
                olds.filter { !names.contains($0.label) }, a, news.filter { $0.label != whole.label }, b.path, labels),
            let inside = kept(olds.filter { names.contains($0.label) }, a, model, whole.model.path, inner)
        else { return }
        let byLabel = Dictionary(firstOf: outside.map { ($0.new.label, $0.old.label) })
        let byField = Dictionary(firstOf: inside.map { ($0.new.label, $0.old.label) })
        let made = model.compactMap { argument in
            byField[argument.label].map { label(argument.label) + ": " + name($0) }
        }
        let value = "\(printed(whole.model.path, isWhole: true))(\(made.joined(separator: ", ")))"
        let passed = news.compactMap { argument -> String? in
            if argument.label == whole.label { return label(argument.label) + ": " + value }
            return byLabel[argument.label].map { label(argument.label) + ": " + name($0) }
        }
        var types: [String: (type: String, path: String)] = [:]
        for pair in outside { types[pair.old.label] = (pair.new.type, b.path) }
        for pair in inside { types[pair.old.label] = (pair.new.type, whole.model.path) }
        addInitializer(olds, types, news, passed, to: b.path)
        for (property, path) in inside.map({ ($0.old.label, $0.new.label) }) {
            guard let body = b.properties.first(where: { $0.name == whole.label }), !body.type.hasSuffix("?"),
                !hasMember(property, b),
                let old = a.properties.first(where: { $0.name == property }),
                let other = whole.model.properties.first(where: { $0.name == path }),
                isSame(old.type, a.path, other.type, whole.model.path)
            else { continue }
            let value = "self.\(name(whole.label)).\(name(path))"
            let accessors =
                other.isMutable && body.isMutable ? "{ get { \(value) } set { \(value) = newValue } }" : "{ \(value) }"
            let type = self.whole(other.type, in: whole.model.path)
            add(
                attribute(renamed: whole.label + "." + path) + "\(access)var \(name(property)): \(type) \(accessors)",
                called: property,
                to: b.path, types: [other.type])
        }
    }

    /// Forwards a model whose fields are arguments now.
    private mutating func spread(
        _ a: Contract.Declaration, _ b: Contract.Declaration, _ whole: Whole, over fields: [Contract.Field],
        _ labels: [String: String]
    ) {
        guard let olds = a.arguments, let news = b.arguments, let body = olds.first(where: { $0.label == whole.label }),
            !body.type.hasSuffix("?"), let path = successors[whole.model.path], let index = new.paths[path],
            case .object(let others)? = newOwners[index].map({ new[$0].content }),
            !fields.contains(where: { $0.swiftName == whole.label })
        else { return }
        let model = new.declarations[index]
        let names = Set(fields.map(\.swiftName))
        guard
            let outside = kept(
                olds.filter { $0.label != whole.label }, a, news.filter { !names.contains($0.label) }, b.path, labels)
        else {
            return
        }
        // The model gives each field that it has; any other argument must have a default. Nothing is made if the model
        // has a field that the new request lacks, since it would be lost.
        let matched = matching.fields(whole.fields, fields)
        guard matched.removed.isEmpty else { return }
        let byWire = Dictionary(firstOf: others.map { ($0.wireName, $0.swiftName) })
        let wireNames = Dictionary(firstOf: fields.map { ($0.swiftName, $0.wireName) })
        let byLabel = Dictionary(firstOf: outside.map { ($0.new.label, $0.old.label) })
        var passed: [String] = []
        for argument in news {
            if let given = byLabel[argument.label] {
                passed.append(label(argument.label) + ": " + name(given))
            } else if names.contains(argument.label), let property = wireNames[argument.label].flatMap({ byWire[$0] }),
                let declared = model.properties.first(where: { $0.name == property }),
                DeclarationChanges.converts(
                    newTypes.canonical(declared.type, in: path)[...],
                    to: newTypes.canonical(argument.type, in: b.path)[...])
            {
                passed.append(label(argument.label) + ": " + name(whole.label) + "." + name(property))
            } else if argument.defaultValue == nil {
                return
            }
        }
        var types: [String: (type: String, path: String)] = [whole.label: (path, "")]
        for pair in outside { types[pair.old.label] = (pair.new.type, b.path) }
        addInitializer(olds, types, news, passed, to: b.path)
    }

    private mutating func addInitializer(
        _ olds: [Argument], _ types: [String: (type: String, path: String)], _ news: [Argument], _ passed: [String],
        to path: String
    ) {
        guard olds.map(\.label) != news.map(\.label) else { return }
        let declared = olds.compactMap { argument in
            types[argument.label].map { type in
                name(argument.label) + ": " + whole(type.type, in: type.path)
                    + (argument.defaultValue.map { " = " + $0 } ?? "")
            }
        }
        guard declared.count == olds.count else { return }
        let signature = "init(" + news.map { $0.label + ":" }.joined() + ")"
        let needed = olds.filter { $0.defaultValue == nil }.map(\.label)
        let neededNow = news.filter { $0.defaultValue == nil }.map(\.label)
        // A call that fits both initializers uses the new one.
        let overlaps = Set(needed).isSubset(of: news.map(\.label)) && Set(neededNow).isSubset(of: olds.map(\.label))
        let line = "\(access)init(\(declared.joined(separator: ", "))) { self.init(\(passed.joined(separator: ", "))) }"
        add(
            attribute(message: "Use '\(signature)'.") + (overlaps ? "@_disfavoredOverload " : "") + line,
            called: "init(" + olds.map { $0.label + ":" }.joined() + ")", to: path, types: types.values.map(\.type))
    }
}
