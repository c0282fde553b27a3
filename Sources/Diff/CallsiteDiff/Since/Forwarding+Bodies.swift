import CallsiteCore
import CallsiteSwift

// Bodies whose fields were arguments of the request and are in a model now, or the other way round.

extension ForwardingMaker {
    /// A request's body that is one argument: its label, and its model with the fields.
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
        let labels = matching.fields(endpoint.parameters, other.parameters).swiftNames
        if case .fields(let fields)? = endpoint.body?.content, let whole = whole(other.body, in: new) {
            gather(a, b, fields, into: whole, labels)
        } else if let whole = whole(endpoint.body, in: old), case .fields(let fields)? = other.body?.content {
            spread(a, b, whole, over: fields, labels)
        }
    }

    /// Pairs each old argument with the new one that takes its value. nil if an old one has no such counterpart, or if
    /// the new initializer requires an argument without one.
    private func pairs(
        _ arguments: [Argument], _ a: Contract.Declaration, _ others: [Argument], _ path: String,
        _ labels: [String: String]
    ) -> [(old: Argument, new: Argument)]? {
        let othersByLabel = others.byFirst(\.label)
        var result: [(old: Argument, new: Argument)] = []
        for argument in arguments {
            guard let other = labels[argument.label].flatMap({ othersByLabel[$0] }),
                isTaken(argument.type, a.path, as: other.type, path),
                argument.defaultValue == nil || argument.defaultValue == other.defaultValue
                    || (argument.defaultValue == "nil" && other.type.hasSuffix("?"))
            else { return nil }
            result.append((argument, other))
        }
        let newLabels = Set(result.map(\.new.label))
        return newLabels.count == result.count
            && others.allSatisfy { newLabels.contains($0.label) || $0.defaultValue != nil }
            ? result : nil
    }

    /// Forwards arguments that are fields of a model now.
    private mutating func gather(
        _ a: Contract.Declaration, _ b: Contract.Declaration, _ fields: [Contract.Field], into whole: Whole,
        _ labels: [String: String]
    ) {
        guard let olds = a.arguments, let news = b.arguments, let model = whole.model.arguments else { return }
        let inner = matching.fields(fields, whole.fields).swiftNames
        let names = Set(fields.map(\.swiftName))
        guard
            let outside = pairs(
                olds.filter { !names.contains($0.label) }, a, news.filter { $0.label != whole.label }, b.path, labels),
            let inside = pairs(olds.filter { names.contains($0.label) }, a, model, whole.model.path, inner)
        else { return }
        let arguments = passed(inside, to: model).joined(separator: ", ")
        let value = "\(printed(whole.model.path, isWhole: true))(\(arguments))"
        var types: [String: (type: String, path: String)] = [:]
        for pair in outside { types[pair.old.label] = (pair.new.type, b.path) }
        for pair in inside { types[pair.old.label] = (pair.new.type, whole.model.path) }
        addInitializer(olds, types, news, passed(outside, to: news, or: [whole.label: value]), to: b.path)
        for (property, field) in inside.map({ ($0.old.label, $0.new.label) }) {
            guard let body = b.properties.first(where: { $0.name == whole.label }), !body.type.hasSuffix("?"),
                !hasMember(property, b),
                let old = a.properties.first(where: { $0.name == property }),
                let other = whole.model.properties.first(where: { $0.name == field }),
                isSame(old.type, a.path, other.type, whole.model.path)
            else { continue }
            addProperty(
                property, to: b.path, forwardingTo: [whole.label, field], of: other.type, in: whole.model.path,
                isMutable: other.isMutable && body.isMutable)
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
            let outside = pairs(
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
        let outsideLabels = Set(outside.map(\.new.label))
        var fromModel: [String: String] = [:]
        for argument in news where !outsideLabels.contains(argument.label) {
            if names.contains(argument.label), let property = wireNames[argument.label].flatMap({ byWire[$0] }),
                let declared = model.properties.first(where: { $0.name == property }),
                DeclarationChanges.converts(
                    newTypes.canonical(declared.type, in: path)[...],
                    to: newTypes.canonical(argument.type, in: b.path)[...])
            {
                fromModel[argument.label] = name(whole.label) + "." + name(property)
            } else if argument.defaultValue == nil {
                return
            }
        }
        var types: [String: (type: String, path: String)] = [whole.label: (path, "")]
        for pair in outside { types[pair.old.label] = (pair.new.type, b.path) }
        addInitializer(olds, types, news, passed(outside, to: news, or: fromModel), to: b.path)
    }
}
