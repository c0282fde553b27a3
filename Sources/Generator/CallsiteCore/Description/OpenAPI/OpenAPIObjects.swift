// Objects: the fields that one schema, or several that all hold, say of them.

extension OpenAPIReader {
    func isObject(_ node: Node) -> Bool {
        let types = jsonTypes(of: node)
        return types.isEmpty || types == ["object"]
    }

    func hasProperties(_ node: Node) -> Bool { node["properties"]?.pairs?.isEmpty == false }

    /// An object's schemas taken together, before they are made into fields.
    struct ObjectParts {
        struct Property {
            var name: String
            var place: SourceLocation
            /// All of these are true of it.
            var all: [Node]
            /// One of these is: from alternatives that were merged.
            var any: [Node] = []
        }
        var properties: [Property] = []
        var positions: [String: Int] = [:]
        var required: [String: SourceLocation] = [:]
        /// The schema of fields with other names; nil: nothing is said. `true` and `{}` are any value.
        var rest: Node?
        /// The schema of fields whose names fit a pattern: they may be there even where all others are refused.
        var patterned: Node?
        var isClosed = false
        var saysObject = false
        var mergedUnion: SourceLocation?
        /// References that are being followed, and those that have been: a second time says nothing new.
        var open: [Node.ID] = []
        var seen: Set<Node.ID> = []
        /// The first of them, with what it leads to.
        var first: (target: Node, reference: Node)?

        /// One that is there only sometimes.
        mutating func addConditional(_ property: Property) {
            if let position = positions[property.name] {
                properties[position].any += property.all + property.any
            } else {
                positions[property.name] = properties.count
                properties.append(
                    .init(name: property.name, place: property.place, all: [], any: property.all + property.any))
            }
        }

        /// The schema of fields with other names; nil: there may be none, or nothing is said of them.
        var others: Node? {
            if let patterned, isClosed || patterned.isMapping && patterned.isFilled { return patterned }
            return isClosed ? nil : rest ?? patterned
        }
    }

    func object(_ parts: [Component], at place: SourceLocation) -> ReadType {
        if let union = unionOfObjects(parts, at: place) { return union }
        return object(parts, withFieldsOf: nil, at: place)
    }

    /// An object with the fields of all `parts`, and those of `base` but for what its alternatives say.
    func object(_ parts: [Component], withFieldsOf base: Node?, at place: SourceLocation) -> ReadType {
        let referenced = parts.compactMap { part -> (target: Node, reference: Node)? in
            if case .reference(let target, let reference) = part { (target, reference) } else { nil }
        }
        let isTooMuch = !merges.isLeft
        // A type that extends itself in place has no end.
        if let cycle = referenced.first(where: { merges.isMerging($0.target) }) {
            diagnostics.report(.endlessMerge(cycle.reference.text ?? "", at: cycle.reference.place))
            return reference(to: cycle.target, by: cycle.reference, at: place)
        }
        if isTooMuch, let first = referenced.first { return unmerged(first, at: place) }
        var gathered = ObjectParts()
        if let base { gatherOwn(base, into: &gathered, withUnions: false) }
        gather(parts, into: &gathered)
        // So has one that takes the fields of alternatives which hold it.
        if isTooMuch, let first = gathered.first { return unmerged(first, at: place) }
        let isMerged = !referenced.isEmpty || gathered.first != nil
        let schemas = referenced.map(\.target)
        merges.begin(schemas, isMerged: isMerged)
        defer { merges.end(schemas, isMerged: isMerged) }
        if isMerged { merges.add(fields: gathered.properties.count) }
        if let union = gathered.mergedUnion { diagnostics.report(.mergedUnion(at: union)) }
        return objectType(gathered, at: place)
    }

    /// The fields of a schema that is an object; nil: the schema isn't an object.
    func objectParts(of schema: Node) -> ObjectParts? {
        guard kind(of: schema) == .object else { return nil }
        var gathered = ObjectParts()
        gather(components(of: schema), into: &gathered)
        return gathered
    }

    /// The fields that several components say together; nothing is reported.
    func gathered(_ parts: [Component]) -> ObjectParts {
        var gathered = ObjectParts()
        quietly { gather(parts, into: &gathered) }
        return gathered
    }

    private func gather(_ components: [Component], into parts: inout ObjectParts) {
        for component in components { gather(component, into: &parts) }
    }

    /// Collects what a component says of an object's fields, through references and `allOf`.
    private func gather(_ part: Component, into parts: inout ObjectParts) {
        let node = part.node
        guard node.isMapping else { return }
        let id = node.id
        if case .reference(let target, let reference) = part {
            if parts.first == nil { parts.first = (target, reference) }
            guard merges.addReference() else {
                reportUnmerged(reference.text ?? "", at: reference.place)
                return
            }
            guard !parts.open.contains(id) else {
                // A base that lists its children names us again: that is no news.
                if node["discriminator"] == nil {
                    diagnostics.report(.referenceCycle([reference.text ?? ""], at: reference.place))
                }
                return
            }
            guard parts.seen.insert(id).inserted else { return }
            guard parts.open.count < MergeBudget.baseDepth else {
                diagnostics.report(.tooManyBases(MergeBudget.baseDepth, at: reference.place))
                return
            }
            parts.open.append(id)
            defer { parts.open.removeLast() }
            let isBase = node["discriminator"] != nil
            for part in components(of: node) {
                if isBase, case .own(let own) = part {
                    gatherOwn(own, into: &parts, withUnions: false)
                } else {
                    gather(part, into: &parts)
                }
            }
            return
        }
        gatherOwn(node, into: &parts, withUnions: true)
    }

    private func gatherOwn(_ node: Node, into parts: inout ObjectParts, withUnions: Bool) {
        if jsonTypes(of: node) == ["object"] { parts.saysObject = true }
        for (name, schema, place) in pairs(node["properties"]) {
            if let position = parts.positions[name] {
                parts.properties[position].all.append(schema)
            } else {
                parts.positions[name] = parts.properties.count
                parts.properties.append(.init(name: name, place: place, all: [schema]))
            }
        }
        for name in node["required"]?.elements ?? [] { if let text = name.text { parts.required[text] = name.place } }
        if let patterns = node["patternProperties"] {
            let schemas = pairs(patterns).filter { $0.value.value != .bool(false) }
            // Names aren't checked; what they hold is what the one pattern says, or anything.
            parts.patterned = schemas.count == 1 ? schemas[0].value : patterns
        }
        if let rest = node["additionalProperties"] ?? node["unevaluatedProperties"] {
            if rest.value == .bool(false) { parts.isClosed = true } else { add(rest, to: &parts) }
        }
        gatherConditions(of: node, into: &parts)
        guard withUnions else { return }
        for arms in [node["oneOf"]?.elements, node["anyOf"]?.elements].compactMap({ $0 }) {
            gatherUnion(arms, of: node, into: &parts)
        }
    }

    /// The fields that are there under a condition, which a type can't tell: they may be missing. Those that are known
    /// without it are only described more closely.
    private func gatherConditions(of node: Node, into parts: inout ObjectParts) {
        let then = ["then", "else"].compactMap { node[$0] }
        for schema in then + pairs(node["dependentSchemas"]).map(\.value) { gatherConditional(schema, into: &parts) }
    }

    /// The fields of a schema that holds only sometimes: none of them is required.
    private func gatherConditional(_ schema: Node, into parts: inout ObjectParts) {
        var own = ObjectParts()
        (own.open, own.seen) = (parts.open, parts.seen)
        gather(components(of: schema), into: &own)
        parts.seen = own.seen
        parts.first = parts.first ?? own.first
        for property in own.properties { parts.addConditional(property) }
        parts.rest = parts.rest ?? own.rest
        parts.patterned = parts.patterned ?? own.patterned
    }

    /// Adds the schema of further fields: if two schemas both say something of them, the first counts.
    private func add(_ rest: Node, to parts: inout ObjectParts) {
        guard
            let known = [parts.patterned, parts.rest].compactMap(\.self).first(where: { $0.isMapping && $0.isFilled })
        else {
            if parts.rest == nil || (rest.isMapping && rest.isFilled) { parts.rest = rest }
            return
        }
        if rest.isMapping, rest.isFilled, contents.identity(of: rest) != contents.identity(of: known) {
            diagnostics.report(.secondAdditionalProperties(at: rest.place, first: known.place))
        }
    }

    /// The fields of all alternatives, none of them required: the type doesn't say which go together.
    private func gatherUnion(_ arms: [Node], of node: Node, into parts: inout ObjectParts) {
        let arms = arms.filter { !isNullOnly($0) && !isConstraint($0) }
        guard !arms.isEmpty else { return }
        // One alternative alone is no choice.
        guard arms.count > 1 else { return gather(components(of: arms[0]), into: &parts) }
        parts.mergedUnion = parts.mergedUnion ?? node.place
        for arm in arms { gatherConditional(arm, into: &parts) }
    }

    /// An alternative that only says which fields there must be.
    package func isConstraint(_ schema: Node) -> Bool {
        guard schema.isMapping else { return true }
        return pairs(schema).allSatisfy { key, value, _ in
            switch key {
            case "required", "not", "minProperties", "maxProperties", "title", "description", "type": true
            case "properties":
                // `properties: {kind: {}}` beside `required`: names without news.
                pairs(value).allSatisfy { $0.value.pairs?.isEmpty == true || $0.value["not"] != nil }
            default: false
            }
        } && (schema["required"] != nil || schema["not"] != nil)
    }

    private func objectType(_ parts: ObjectParts, at place: SourceLocation) -> ReadType {
        guard !parts.properties.isEmpty else {
            if let rest = parts.others, rest.isMapping, rest.isFilled {
                let value = type(of: [rest], at: rest.place, in: .element).element
                return .init(.dictionary(value), at: place)
            }
            if parts.isClosed, parts.others == nil { return .init(.inline(.object([])), at: place) }
            return .init(.dictionary(.init(kind: .scalar(.json), place: place)), at: place)
        }
        for (name, place) in parts.required.sorted(by: { $0.key.precedes($1.key) }) where parts.positions[name] == nil {
            diagnostics.report(.unknownRequired(name, at: place))
        }
        let fields = parts.properties.compactMap { field($0, isRequired: parts.required[$0.name] != nil) }
        let rest = parts.others.map { node -> Description.TypeExpression in
            node.isMapping && node.isFilled
                ? self.type(of: [node], at: node.place, in: .element).element
                : .init(kind: .scalar(.json), place: node.place)
        }
        return .init(.inline(.object(fields, rest: rest)), at: place)
    }

    /// The fields of a form or of a body in parts, where bytes are a file.
    func formFields(_ parts: ObjectParts, in position: Position) -> [Description.Field] {
        parts.properties.compactMap { field($0, isRequired: parts.required[$0.name] != nil, in: position) }
    }

    private func field(
        _ property: ObjectParts.Property, isRequired: Bool, in position: Position = .property
    ) -> Description.Field? {
        // `false` allows no value at all.
        if property.all.contains(where: { $0.value == .bool(false) }) { return nil }
        let place = (property.all.first ?? property.any.first)?.place ?? property.place
        let type = fieldType(property, at: place, in: position)
        var field = Description.Field(
            wireName: property.name, type: type.type, isOptional: !isRequired, isNullable: type.isNullable,
            place: property.place)
        annotate(&field, by: property.all, alternatives: property.any)
        if type.isGuessed {
            // A value of another type is nil, so that there must be room for it, and no other meaning.
            field.isGuessed = true
            field.isNullable = field.isNullable || !field.isOptional
            field.absentValue = nil
        }
        return field
    }

    private func fieldType(
        _ property: ObjectParts.Property, at place: SourceLocation, in position: Position
    ) -> ReadType {
        if events.haveJSON, property.name == "data",
            let content = (property.any + property.all).lazy.compactMap({ self.eventContent(of: $0) }).first
        {
            return type(of: [content], at: content.place, in: .property)
        }
        guard !property.any.isEmpty else { return type(of: property.all, at: place, in: position) }
        guard !property.all.isEmpty else { return anyOf(property.any, at: place, in: position) }
        // Beside the alternatives it may be said to be text, and each of them says which.
        let listed = property.all + property.any
        let outer = listTexts(property.all)
        if outer == false, property.any.allSatisfy({ listTexts([$0]) == true }) {
            return anyOf(property.any, at: place, in: position)
        }
        let own = position == .part ? position : .property
        guard outer == nil else { return type(of: property.all, at: place, in: own) }
        if listed.map({ kind(of: $0) }).allSatisfy({ $0 == .object }) {
            merges.begin()
            defer { merges.end() }
            // The alternatives may hold this field again.
            guard merges.isLeft else {
                let alone = listed.first { $0["$ref"] != nil }
                reportUnmerged(alone?["$ref"]?.text ?? property.name, at: property.place)
                return type(of: alone.map { [$0] } ?? property.all, at: place, in: .property)
            }
            var gathered = ObjectParts()
            for schema in property.all { gather(components(of: schema), into: &gathered) }
            gatherUnion(property.any, of: property.any[0], into: &gathered)
            merges.add(fields: gathered.properties.count)
            var result = objectType(gathered, at: place)
            result.isNullable = result.isNullable || isAnyNullable(listed)
            return result
        }
        return property.all.contains { kind(of: $0) != .any }
            ? type(of: property.all, at: place, in: own) : anyOf(property.any, at: place, in: position)
    }

    /// Whether schemas that are all about strings list some; nil: they are about more than that.
    private func listTexts(_ schemas: [Node]) -> Bool? {
        var result = false
        for schema in schemas {
            guard let texts = texts(of: schema) else { return nil }
            if !texts.values.isEmpty { result = true }
        }
        return result
    }
}

extension Diagnostic {
    static func secondAdditionalProperties(at place: SourceLocation, first: SourceLocation) -> Self {
        .warning(
            "second-additional-properties", "the additional properties are described already, in other words",
            help: "they are as they are described there", at: place, notes: [.init("the first is here", at: first)])
    }
    static func tooManyBases(_ limit: Int, at place: SourceLocation) -> Self {
        .warning(
            "too-many-bases", "more than \(limit) schemas extend each other here",
            help: "the fields of those beyond are left out", at: place, isPerCause: true)
    }
    static func unknownRequired(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "unknown-required", "'\(name)' is required, but there is no such property", help: "it is left out",
            at: place)
    }
    static func mergedForms(at place: SourceLocation) -> Self {
        .warning(
            "merged-union", "a form has one set of fields, and these are alternatives",
            help: "the request has the fields of all of them, as optionals", at: place)
    }
    static func fieldsOfOtherNames(at place: SourceLocation) -> Self {
        .warning(
            "other-form-fields", "a form may have fields of other names here, which are neither files nor scalars",
            help: "they can't be sent; a property of its own can", at: place)
    }
    static func mergedUnion(at place: SourceLocation) -> Self {
        .warning(
            "merged-union", "fields stand beside alternatives",
            help: "the model has the fields of all of them, as optionals", at: place)
    }
}
