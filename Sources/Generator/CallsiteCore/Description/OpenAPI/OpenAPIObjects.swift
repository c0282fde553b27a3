// Reads objects: the fields that one schema declares, or several schemas together, as with `allOf`.

extension OpenAPIReader {
    func isObject(_ node: Node) -> Bool {
        let types = jsonTypes(of: node)
        return types.isEmpty || types == ["object"]
    }

    func hasProperties(_ node: Node) -> Bool { node["properties"]?.pairs?.isEmpty == false }

    /// The parts of all schemas of one object, before they become fields.
    struct ObjectParts {
        struct Property {
            var name: String
            var place: SourceLocation
            /// The schemas that all apply to the property.
            var all: [Node]
            /// The schemas of merged alternatives: one of them applies.
            var any: [Node] = []
        }
        var properties: [Property] = []
        var positions: [String: Int] = [:]
        var required: [String: SourceLocation] = [:]
        /// The schema of fields with other names; nil: no schema mentions them. `true` and `{}` allow any value.
        var rest: Node?
        /// The schema of fields whose names match a pattern. A closed object may have them too.
        var patterned: Node?
        var isClosed = false
        var mergedUnion: SourceLocation?
        /// The targets of the references that are being followed now, to find cycles.
        var openTargets: [Node.ID] = []
        /// The targets of all references so far. Each is read once.
        var seenTargets: Set<Node.ID> = []
        /// The first reference, with its target.
        var firstReference: (target: Node, reference: Node)?

        /// Adds a property that an object has only under a condition, or in one of several alternatives.
        mutating func addConditional(_ property: Property) {
            if let position = positions[property.name] {
                properties[position].any += property.all + property.any
            } else {
                positions[property.name] = properties.count
                properties.append(
                    .init(name: property.name, place: property.place, all: [], any: property.all + property.any))
            }
        }

        /// The schema of fields with other names; nil: they aren't allowed, or no schema mentions them.
        var others: Node? {
            if let patterned, isClosed || patterned.isMapping && patterned.isFilled { return patterned }
            return isClosed ? nil : rest ?? patterned
        }
    }

    func object(_ parts: [Component], at place: SourceLocation) -> ReadType {
        if let union = unionOfObjects(parts, at: place) { return union }
        return object(parts, withFieldsOf: nil, at: place)
    }

    /// An object with the fields of all `parts` and those of `base`, without the alternatives of `base`.
    func object(_ parts: [Component], withFieldsOf base: Node?, at place: SourceLocation) -> ReadType {
        let referenced = parts.compactMap { part -> (target: Node, reference: Node)? in
            if case .reference(let target, let reference) = part { (target, reference) } else { nil }
        }
        let isBudgetSpent = !merges.isLeft
        // An inline type that extends itself would be endless.
        if let cycle = referenced.first(where: { merges.isMerging($0.target) }) {
            diagnostics.report(.endlessMerge(cycle.reference.text ?? "", at: cycle.reference.place))
            return reference(to: cycle.target, by: cycle.reference, at: place)
        }
        if isBudgetSpent, let first = referenced.first { return unmerged(first, at: place) }
        var gathered = ObjectParts()
        if let base { gatherOwn(base, into: &gathered, withUnions: false) }
        gather(parts, into: &gathered)
        // An inline type with the fields of alternatives that contain it would be endless too.
        if isBudgetSpent, let first = gathered.firstReference { return unmerged(first, at: place) }
        let isMerged = !referenced.isEmpty || gathered.firstReference != nil
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

    /// The fields that several components declare together. Nothing is reported.
    func gathered(_ parts: [Component]) -> ObjectParts {
        var gathered = ObjectParts()
        quietly { gather(parts, into: &gathered) }
        return gathered
    }

    private func gather(_ components: [Component], into parts: inout ObjectParts) {
        for component in components { gather(component, into: &parts) }
    }

    /// Collects the parts that a component adds to an object, through references and `allOf`.
    private func gather(_ part: Component, into parts: inout ObjectParts) {
        let node = part.node
        guard node.isMapping else { return }
        let id = node.id
        if case .reference(let target, let reference) = part {
            if parts.firstReference == nil { parts.firstReference = (target, reference) }
            guard merges.addReference() else {
                reportUnmerged(reference.text ?? "", at: reference.place)
                return
            }
            guard !parts.openTargets.contains(id) else {
                // A base with a discriminator lists its children, so it leads back here, which is no mistake.
                if node["discriminator"] == nil {
                    diagnostics.report(.referenceCycle([reference.text ?? ""], at: reference.place))
                }
                return
            }
            guard parts.seenTargets.insert(id).inserted else { return }
            guard parts.openTargets.count < MergeBudget.baseDepth else {
                diagnostics.report(.tooManyBases(MergeBudget.baseDepth, at: reference.place))
                return
            }
            parts.openTargets.append(id)
            defer { parts.openTargets.removeLast() }
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
            // Names aren't checked against the patterns. With one pattern, its schema applies; with several, any value.
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

    /// Adds the fields that an object has under a condition, as in `then`. A type can't express the condition, so they
    /// may be missing. A field that is also declared without the condition gets another schema.
    private func gatherConditions(of node: Node, into parts: inout ObjectParts) {
        let branches = ["then", "else"].compactMap { node[$0] }
        let schemas = branches + pairs(node["dependentSchemas"]).map(\.value)
        for schema in schemas { gatherConditional(schema, into: &parts) }
    }

    /// Adds the fields of a schema that applies only sometimes. They are never required.
    private func gatherConditional(_ schema: Node, into parts: inout ObjectParts) {
        var conditional = ObjectParts()
        (conditional.openTargets, conditional.seenTargets) = (parts.openTargets, parts.seenTargets)
        gather(components(of: schema), into: &conditional)
        parts.seenTargets = conditional.seenTargets
        parts.firstReference = parts.firstReference ?? conditional.firstReference
        for property in conditional.properties { parts.addConditional(property) }
        parts.rest = parts.rest ?? conditional.rest
        parts.patterned = parts.patterned ?? conditional.patterned
    }

    /// Adds a schema of fields with other names. If there are two such schemas, the first counts.
    private func add(_ rest: Node, to parts: inout ObjectParts) {
        guard
            let earlier = [parts.patterned, parts.rest].compactMap(\.self).first(where: { $0.isMapping && $0.isFilled })
        else {
            if parts.rest == nil || (rest.isMapping && rest.isFilled) { parts.rest = rest }
            return
        }
        if rest.isMapping, rest.isFilled, contents.identity(of: rest) != contents.identity(of: earlier) {
            diagnostics.report(.secondAdditionalProperties(at: rest.place, first: earlier.place))
        }
    }

    /// Adds the fields of all alternatives. They are never required: a type doesn't express which of them go together.
    private func gatherUnion(_ arms: [Node], of node: Node, into parts: inout ObjectParts) {
        let arms = arms.filter { !isNullOnly($0) && !isConstraint($0) }
        guard !arms.isEmpty else { return }
        // With only one alternative there is no choice.
        guard arms.count > 1 else { return gather(components(of: arms[0]), into: &parts) }
        parts.mergedUnion = parts.mergedUnion ?? node.place
        for arm in arms { gatherConditional(arm, into: &parts) }
    }

    /// Whether an alternative only lists the fields that an object must have: `{required: [email]}`.
    package func isConstraint(_ schema: Node) -> Bool {
        guard schema.isMapping else { return true }
        return pairs(schema).allSatisfy { key, value, _ in
            switch key {
            case "required", "not", "minProperties", "maxProperties", "title", "description", "type": true
            case "properties":
                // `properties: {kind: {}}` beside `required` adds no information.
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

    /// The fields of a form or a multipart body, in which bytes are a file.
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
            // A value of another type is decoded as nil, so the field must be able to be nil, and has no default.
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
        let schemas = property.all + property.any
        let listsOwnStrings = listsStrings(property.all)
        // `{type: string}` beside alternatives that are enums of strings: the alternatives are more precise.
        if listsOwnStrings == false, property.any.allSatisfy({ listsStrings([$0]) == true }) {
            return anyOf(property.any, at: place, in: position)
        }
        let own = position == .part ? position : .property
        guard listsOwnStrings == nil else { return type(of: property.all, at: place, in: own) }
        if schemas.map({ kind(of: $0) }).allSatisfy({ $0 == .object }) {
            merges.begin()
            defer { merges.end() }
            // The alternatives may contain this field again, without end.
            guard merges.isLeft else {
                let schema = schemas.first { $0["$ref"] != nil }
                reportUnmerged(schema?["$ref"]?.text ?? property.name, at: property.place)
                return type(of: schema.map { [$0] } ?? property.all, at: place, in: .property)
            }
            var gathered = ObjectParts()
            for schema in property.all { gather(components(of: schema), into: &gathered) }
            gatherUnion(property.any, of: property.any[0], into: &gathered)
            merges.add(fields: gathered.properties.count)
            var result = objectType(gathered, at: place)
            result.isNullable = result.isNullable || isAnyNullable(schemas)
            return result
        }
        return property.all.contains { kind(of: $0) != .any }
            ? type(of: property.all, at: place, in: own) : anyOf(property.any, at: place, in: position)
    }

    /// Whether schemas of strings list their values, as an enum does; nil: one of them allows more than strings.
    private func listsStrings(_ schemas: [Node]) -> Bool? {
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
