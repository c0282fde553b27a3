// A schema, or several that hold at once, as a type: JSON Schema says what is allowed, and the type is what that comes to.

extension OpenAPIReader {
    /// Where a schema stands; it decides what a few of them become.
    enum Position { case model, property, parameter, element, part, body, response }

    struct ReadType {
        var type: Description.TypeExpression
        var isNullable = false

        /// As the element of a list, where null has no other place.
        var element: Description.TypeExpression {
            isNullable ? .init(kind: .optional(type), place: type.place) : type
        }
    }

    /// Part of what is said of a value.
    enum Component {
        /// Another schema, by reference.
        case reference(target: Node, reference: Node)
        /// A schema's own keywords, `$ref` and `allOf` left out.
        case own(Node)

        var node: Node {
            switch self {
            case .reference(let target, _): target
            case .own(let node): node
            }
        }
    }

    // MARK: - The parts of a schema

    /// What a schema is made of: the references and the keywords that say something of its type. Empty: any value.
    mutating func components(of schema: Node) -> [Component] {
        var result: [Component] = []
        if let reference = schema["$ref"], reference.isScalar {
            guard let target = target(of: reference) else { return [] }
            result.append(.reference(target: target, reference: reference))
            // Beside `$ref`, `type` only repeats what is known.
            if hasStructure(schema, besides: ["type", "format"]) { result.append(.own(schema)) }
            return result
        }
        for part in schema["allOf"]?.elements ?? [] { result += components(of: part) }
        let isBeside = !result.isEmpty
        if hasStructure(schema, besides: isBeside ? ["type", "format"] : []) { result.append(.own(schema)) }
        // The same schema twice says no more than once.
        var seen: Set<NodeID> = []
        return result.filter { component in
            guard case .reference(let target, _) = component else { return true }
            return seen.insert(NodeID(target)).inserted
        }
    }

    private static let structuralKeys: Set<String> = [
        "type", "format", "properties", "required", "additionalProperties", "patternProperties", "items", "prefixItems", "enum", "const",
        "oneOf", "anyOf", "unevaluatedProperties", "discriminator", "contentEncoding", "contentMediaType",
    ]

    /// Whether a schema's own keywords say something of the type.
    private func hasStructure(_ schema: Node, besides others: Set<String>) -> Bool {
        guard schema.isMapping else { return false }
        for (key, value, _) in pairs(schema) where Self.structuralKeys.contains(key) && !others.contains(key) {
            switch key {
            case "required": if value.elements?.isEmpty == false { return true }
            case "properties": if value.pairs?.isEmpty == false || others.isEmpty { return true }
            case "additionalProperties", "unevaluatedProperties":
                // Open or closed: that matters only where there is nothing else.
                if others.isEmpty || (value.isMapping && value.pairs?.isEmpty == false) { return true }
            case "discriminator": if others.isEmpty { return true }
            case "oneOf", "anyOf": if value.elements?.isEmpty == false { return true }
            default: return true
            }
        }
        return false
    }

    // MARK: - Types

    /// The type of a value of which all of `schemas` are true.
    mutating func type(of schemas: [Node], at place: SourceLocation, in position: Position) -> ReadType {
        inlineDepth += 1
        defer { inlineDepth -= 1 }
        let json = ReadType(type: .init(kind: .scalar(.json), place: place))
        guard inlineDepth <= 24 else {
            diagnostics.report(.schemaTooDeep(at: place))
            return json
        }
        var isNullable = false
        var parts: [Component] = []
        for schema in schemas {
            // `true` is any value; `false` none.
            if case .bool? = schema.value { continue }
            if !schema.isMapping {
                diagnostics.report(.schemaIsNone(schema.kindDescription, at: schema.place))
                continue
            }
            isNullable = isNullable || allowsNull(schema)
            parts += components(of: schema)
        }
        var result: ReadType
        if parts.isEmpty {
            result = json
            if schemas.contains(where: { $0["$ref"] == nil && $0["allOf"]?.elements?.isEmpty == false }) {
                // Wrappers of what leads nowhere, or of nothing.
                result = json
            }
        } else if parts.count == 1 {
            result = single(parts[0], at: place, position)
        } else {
            result = merged(parts, at: place, position)
        }
        result.isNullable = result.isNullable || isNullable
        return result
    }

    mutating func single(_ part: Component, at place: SourceLocation, _ position: Position) -> ReadType {
        switch part {
        case .own(let node): return own(node, at: place, position)
        case .reference(let target, let reference): return self.reference(to: target, by: reference, at: place)
        }
    }

    /// The model for what a `$ref` names; chains that end in nothing are any JSON.
    private mutating func reference(to target: Node, by reference: Node, at place: SourceLocation) -> ReadType {
        let json = ReadType(type: .init(kind: .scalar(.json), place: place))
        guard target.isMapping else {
            if !(target.value == .bool(true)) { diagnostics.report(.schemaIsNone(target.kindDescription, at: reference.place)) }
            return json
        }
        if let cycle = emptyCycle(from: target) {
            diagnostics.report(.referenceCycle(cycle, at: reference.place))
            return json
        }
        let name = model(for: target, reference: reference)
        return .init(type: .init(kind: .reference(name, []), place: place), isNullable: isNullable(target))
    }

    /// The names of the references that lead from a schema to itself without ever saying anything: `A: {$ref: A}`.
    private mutating func emptyCycle(from target: Node) -> [String]? {
        var names: [String] = []
        var seen: Set<NodeID> = []
        var node = target
        while seen.insert(NodeID(node)).inserted {
            let wasMuted = diagnostics.isMuted
            diagnostics.isMuted = true
            let parts = components(of: node)
            diagnostics.isMuted = wasMuted
            guard parts.count == 1, case .reference(let next, let reference) = parts[0] else { return nil }
            names.append(reference.text ?? "")
            node = next
        }
        return names
    }

    // MARK: - Null

    /// Whether a schema itself says that null is a value, in one of the four spellings.
    func allowsNull(_ schema: Node) -> Bool {
        if flag(schema["nullable"]) || flag(schema["x-nullable"]) { return true }
        if let type = schema["type"] {
            if type.text == "null" { return true }
            if type.elements?.contains(where: { $0.text == "null" }) == true { return true }
        }
        if let values = schema["enum"]?.elements, values.contains(where: \.isNull) { return true }
        if let constant = schema["const"], constant.isNull { return true }
        for key in ["oneOf", "anyOf"] {
            for arm in schema.value(forKey: key)?.elements ?? [] where isNullOnly(arm) { return true }
        }
        return false
    }

    func isNullOnly(_ schema: Node) -> Bool {
        guard schema.isMapping else { return false }
        if schema["type"]?.text == "null" { return true }
        if let types = schema["type"]?.elements, !types.isEmpty, types.allSatisfy({ $0.text == "null" }) { return true }
        if let constant = schema["const"] { return constant.isNull }
        if let values = schema["enum"]?.elements, !values.isEmpty { return values.allSatisfy(\.isNull) }
        return false
    }

    /// Whether null is a value of the schema, through its references.
    mutating func isNullable(_ schema: Node) -> Bool {
        let id = NodeID(schema)
        if let known = nullability[id] { return known }
        nullability[id] = false
        guard schema.isMapping else { return false }
        var result = allowsNull(schema)
        if !result {
            let wasMuted = diagnostics.isMuted
            diagnostics.isMuted = true
            let parts = components(of: schema)
            if parts.count == 1, case .reference(let target, _) = parts[0] { result = isNullable(target) }
            // An alternative that may be null makes the whole so.
            if parts.count == 1, case .own(let node) = parts[0] {
                for arm in (node["oneOf"] ?? node["anyOf"])?.elements ?? [] where arm.isMapping && !result { result = isNullable(arm) }
            }
            diagnostics.isMuted = wasMuted
        }
        nullability[id] = result
        return result
    }

    // MARK: - One schema's own keywords

    mutating func own(_ node: Node, at place: SourceLocation, _ position: Position) -> ReadType {
        if node["enum"] != nil || node["const"] != nil, let type = enumeration(node, at: place, position) { return type }
        let arms = unionArms(node)
        if !arms.isEmpty {
            if isObject(node), hasProperties(node), node["discriminator"] == nil { return object([.own(node)], at: place) }
            return union(arms, of: node, at: place, position)
        }
        let types = jsonTypes(of: node)
        switch types.count {
        case 0:
            if let type = node["type"], type.text != "null", !type.isSequence || type.elements?.isEmpty == false, !allowsNull(node) {
                diagnostics.report(.unknownSchemaType(type.text ?? type.kindDescription, at: type.place))
            }
            return .init(type: .init(kind: .scalar(.json), place: place), isNullable: allowsNull(node))
        case 1: return typed(types[0], node, at: place, position)
        default:
            // One of several JSON types: a union of what the keywords say of each.
            let alternatives = types.map { type in
                Description.Union.Alternative(
                    title: type == "object" || type == "array" ? type : nil, type: typed(type, node, at: place, .element).type)
            }
            return .init(type: .init(kind: .inline(.union(.init(alternatives: distinct(alternatives)))), place: place))
        }
    }

    /// The JSON types of a schema, `null` left out: as it says, or as its keywords let us think.
    func jsonTypes(of node: Node) -> [String] {
        let known: Set<String> = ["object", "array", "string", "integer", "number", "boolean", "file"]
        if let types = node["type"]?.elements {
            var result: [String] = []
            for type in types.compactMap(\.text) where known.contains(type) && !result.contains(type) { result.append(type) }
            // Every integer is a number.
            if result.contains("number") { result.removeAll { $0 == "integer" } }
            return result
        }
        if let type = node["type"]?.text, known.contains(type) { return [type] }
        // Written with a capital, or as other languages call it.
        if let type = node["type"]?.text, let meant = Self.misspelledTypes[type.lowercased()] { return [meant] }
        if node["properties"] != nil || node["additionalProperties"]?.isMapping == true || node["patternProperties"] != nil {
            return ["object"]
        }
        if node["items"] != nil || node["prefixItems"] != nil { return ["array"] }
        if node["type"] == nil, node["required"]?.elements?.isEmpty == false { return ["object"] }
        if node["type"] == nil, let format = node["format"]?.text, Self.stringFormats[format] != nil { return ["string"] }
        if node["contentEncoding"] != nil || node["contentMediaType"] != nil { return ["string"] }
        return []
    }

    private static let misspelledTypes = [
        "string": "string", "integer": "integer", "int": "integer", "number": "number", "float": "number", "boolean": "boolean",
        "bool": "boolean", "object": "object", "array": "array", "file": "file",
    ]

    private mutating func typed(_ type: String, _ node: Node, at place: SourceLocation, _ position: Position) -> ReadType {
        func scalar(_ scalar: Scalar) -> ReadType { .init(type: .init(kind: .scalar(scalar), place: place)) }
        switch type {
        case "object": return object([.own(node)], at: place)
        case "array": return array(node, at: place, position)
        case "boolean": return scalar(.bool)
        case "file": return scalar(.data)
        case "integer": return scalar(self.scalar(for: node, among: Self.integerFormats) ?? .int)
        case "number": return scalar(self.scalar(for: node, among: Self.numberFormats) ?? .double)
        default:
            if node["contentEncoding"]?.text == "base64" { return scalar(.data) }
            if node["format"]?.text == "binary" || isBinaryMedia(node), [.body, .part, .response].contains(position) {
                return scalar(.data)
            }
            return scalar(self.scalar(for: node, among: Self.stringFormats) ?? .string)
        }
    }

    /// A part or a body whose content is of a media type that is no text: OpenAPI 3.1's way of saying `format: binary`.
    private func isBinaryMedia(_ node: Node) -> Bool {
        guard let media = node["contentMediaType"]?.text, node["contentEncoding"] == nil else { return false }
        return !media.hasPrefix("text/") && !media.hasSuffix("json")
    }

    private func scalar(for node: Node, among formats: [String: Scalar]) -> Scalar? {
        guard let format = node["format"]?.text else { return nil }
        return options.formats[format] ?? formats[format]
    }

    /// The formats that have a type of their own; of any other the JSON type counts.
    static let stringFormats: [String: Scalar] = [
        "date-time": .date, "date": .day, "uuid": .uuid, "uri": .url, "url": .url, "byte": .data,
    ]
    private static let integerFormats: [String: Scalar] = [
        "int64": .int64, "uint64": .int64, "unix-time": .timestamp, "timestamp": .int64, "epoch": .int64,
    ]
    private static let numberFormats: [String: Scalar] = [
        "float": .double, "double": .double, "decimal": .decimal, "int64": .int64, "int32": .int, "integer": .int,
    ]

    private mutating func array(_ node: Node, at place: SourceLocation, _ position: Position) -> ReadType {
        func list(_ element: Description.TypeExpression) -> ReadType { .init(type: .init(kind: .list(element), place: place)) }
        let json = Description.TypeExpression(kind: .scalar(.json), place: place)
        if node["prefixItems"] != nil || node["items"]?.isSequence == true {
            diagnostics.report(.tuple(at: (node["prefixItems"] ?? node["items"] ?? node).place))
            return list(json)
        }
        guard let items = node["items"] else {
            diagnostics.report(.arrayWithoutItems(at: place))
            return list(json)
        }
        return list(type(of: [items], at: items.place, in: position == .part ? .part : .element).element)
    }

    // MARK: - Objects

    func isObject(_ node: Node) -> Bool {
        let types = jsonTypes(of: node)
        return types.isEmpty || types == ["object"]
    }

    func hasProperties(_ node: Node) -> Bool { node["properties"]?.pairs?.isEmpty == false }

    /// What an object's schemas say together, before it is made into fields.
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
        /// What fields of other names hold; nil: nothing is said. `true` and `{}` are any value.
        var rest: Node?
        var isClosed = false
        var saysObject = false
        var mergedUnion: SourceLocation?
        /// References that are being followed, and those that have been: a second time says nothing new.
        var open: [NodeID] = []
        var seen: Set<NodeID> = []
    }

    /// How many types in place may be merged from references: each takes the fields of all of them, and those may be such types again.
    private static let mergeLimit = 20_000
    /// And how many of them may stand inside each other.
    private static let mergeDepth = 4
    /// And how many fields they may have together.
    private static let mergedFieldLimit = 60_000

    mutating func object(_ parts: [Component], at place: SourceLocation) -> ReadType {
        let referenced = parts.compactMap { part -> (target: Node, reference: Node)? in
            if case .reference(let target, let reference) = part { (target, reference) } else { nil }
        }
        merges += referenced.isEmpty ? 0 : 1
        // A type that extends itself in place has no end.
        if let cycle = referenced.first(where: { merging.contains(NodeID($0.target)) })
            ?? (merges > Self.mergeLimit || mergesInside > Self.mergeDepth || mergedFields > Self.mergedFieldLimit ? referenced.first : nil)
        {
            diagnostics.report(.endlessMerge(cycle.reference.text ?? "", at: cycle.reference.place))
            return reference(to: cycle.target, by: cycle.reference, at: place)
        }
        merging += referenced.map { NodeID($0.target) }
        mergesInside += referenced.isEmpty ? 0 : 1
        defer {
            merging.removeLast(referenced.count)
            mergesInside -= referenced.isEmpty ? 0 : 1
        }
        var gathered = ObjectParts()
        for part in parts { gather(part, into: &gathered) }
        mergedFields += referenced.isEmpty ? 0 : gathered.properties.count
        if let union = gathered.mergedUnion { diagnostics.report(.mergedUnion(at: union)) }
        return objectType(gathered, at: place)
    }

    /// An alternative with the fields that stand beside all of them.
    mutating func object(_ parts: [Component], withFieldsOf node: Node, at place: SourceLocation) -> ReadType {
        var gathered = ObjectParts()
        gatherOwn(node, into: &gathered, withUnions: false)
        for part in parts { gather(part, into: &gathered) }
        if let union = gathered.mergedUnion { diagnostics.report(.mergedUnion(at: union)) }
        return objectType(gathered, at: place)
    }

    /// The fields of a schema that is an object; nil: it is none.
    mutating func objectParts(of schema: Node) -> ObjectParts? {
        guard kind(of: schema) == .object else { return nil }
        var gathered = ObjectParts()
        for part in components(of: schema) { gather(part, into: &gathered) }
        return gathered
    }

    /// Collects what a component says of an object's fields, through references and `allOf`.
    private mutating func gather(_ part: Component, into parts: inout ObjectParts) {
        let node = part.node
        guard node.isMapping else { return }
        let id = NodeID(node)
        if case .reference(_, let reference) = part {
            guard !parts.open.contains(id) else {
                // A base that lists its children names us again: that is no news.
                if node["discriminator"] == nil { diagnostics.report(.referenceCycle([reference.text ?? ""], at: reference.place)) }
                return
            }
            guard parts.seen.insert(id).inserted else { return }
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

    private mutating func gatherOwn(_ node: Node, into parts: inout ObjectParts, withUnions: Bool) {
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
            let schemas = pairs(patterns)
            // Names aren't checked; what they hold is what the one pattern says, or anything.
            parts.rest = schemas.count == 1 ? schemas[0].value : patterns
        }
        if let rest = node["additionalProperties"] ?? node["unevaluatedProperties"] {
            if rest.value == .bool(false) { parts.isClosed = true } else { parts.rest = parts.rest ?? rest }
        }
        guard withUnions else { return }
        for arms in [node["oneOf"]?.elements, node["anyOf"]?.elements].compactMap({ $0 }) {
            gatherUnion(arms, of: node, into: &parts)
        }
    }

    /// The fields of all alternatives, none of them required: which go together is not told by the type.
    private mutating func gatherUnion(_ arms: [Node], of node: Node, into parts: inout ObjectParts) {
        let arms = arms.filter { !isNullOnly($0) && !isConstraint($0) }
        guard !arms.isEmpty else { return }
        parts.mergedUnion = parts.mergedUnion ?? node.place
        for arm in arms {
            var own = ObjectParts()
            (own.open, own.seen) = (parts.open, parts.seen)
            for part in components(of: arm) { gather(part, into: &own) }
            parts.seen = own.seen
            for property in own.properties {
                if let position = parts.positions[property.name] {
                    parts.properties[position].any += property.all
                } else {
                    parts.positions[property.name] = parts.properties.count
                    parts.properties.append(.init(name: property.name, place: property.place, all: [], any: property.all))
                }
            }
            if arms.count == 1 { parts.required.merge(own.required) { first, _ in first } }
            parts.rest = parts.rest ?? own.rest
        }
    }

    /// An alternative that only says which fields there must be.
    func isConstraint(_ schema: Node) -> Bool {
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

    private mutating func objectType(_ parts: ObjectParts, at place: SourceLocation) -> ReadType {
        guard !parts.properties.isEmpty else {
            if let rest = parts.rest, rest.isMapping, rest.pairs?.isEmpty == false, !rest.isSequence {
                let value = type(of: [rest], at: rest.place, in: .element).element
                return .init(type: .init(kind: .dictionary(value), place: place))
            }
            if parts.isClosed, parts.rest == nil { return .init(type: .init(kind: .inline(.object([])), place: place)) }
            return .init(type: .init(kind: .dictionary(.init(kind: .scalar(.json), place: place)), place: place))
        }
        for (name, place) in parts.required.sorted(by: { $0.key < $1.key }) where parts.positions[name] == nil {
            diagnostics.report(.unknownRequired(name, at: place))
        }
        let fields = parts.properties.compactMap { field($0, isRequired: parts.required[$0.name] != nil) }
        var rest: Description.TypeExpression?
        if let node = parts.rest, !parts.isClosed {
            let isAny = !node.isMapping || node.pairs?.isEmpty == true
            rest = isAny ? .init(kind: .scalar(.json), place: node.place) : type(of: [node], at: node.place, in: .element).element
        }
        return .init(type: .init(kind: .inline(.object(fields, rest: rest)), place: place))
    }

    /// The fields of a form or of a body in parts, where bytes are a file.
    mutating func formFields(_ parts: ObjectParts, in position: Position) -> [Description.Field] {
        parts.properties.compactMap { field($0, isRequired: parts.required[$0.name] != nil, in: position) }
    }

    private mutating func field(
        _ property: ObjectParts.Property, isRequired: Bool, in position: Position = .property
    ) -> Description.Field? {
        // `false` allows no value at all.
        if property.all.contains(where: { $0.value == .bool(false) }) { return nil }
        let place = (property.all.first ?? property.any.first)?.place ?? property.place
        var type: ReadType
        if property.any.isEmpty {
            type = self.type(of: property.all, at: place, in: position)
        } else if !property.all.isEmpty {
            // What stands outside the alternatives holds for all of them.
            type = self.type(of: property.all, at: place, in: .property)
        } else {
            type = anyOf(property.any, at: place)
        }
        let schemas = property.all + property.any
        var field = Description.Field(
            wireName: property.name, type: type.type, isOptional: !isRequired, isNullable: type.isNullable, place: property.place)
        annotate(&field, by: schemas)
        return field
    }

    /// What a field's schemas say besides its type: documentation, defaults, direction.
    mutating func annotate(_ field: inout Description.Field, by schemas: [Node]) {
        var defaultNode: Node?
        var constant: Node?
        for schema in schemas where schema.isMapping {
            let referenced = annotations(of: schema)
            for (node, isOwn) in [(schema, true)] + referenced.map({ ($0, false) }) {
                if isOwn {
                    if field.documentation == nil { field.documentation = documentation(node) }
                    if field.deprecation == nil { field.deprecation = deprecation(node) }
                    if field.example == nil, let example = node["example"] ?? node["examples"]?.elements?.first {
                        field.example = literal(example)
                    }
                }
                if flag(node["readOnly"]) { field.isReadOnly = true }
                if flag(node["writeOnly"]) { field.isWriteOnly = true }
                if defaultNode == nil { defaultNode = node["default"] }
                if isOwn, constant == nil { constant = constantValue(node) }
            }
        }
        // Both at once would leave nothing of it.
        if field.isReadOnly, field.isWriteOnly { (field.isReadOnly, field.isWriteOnly) = (false, false) }
        if let constant, case .scalar = field.type.kind, !field.isNullable {
            let text = "Always `\(constant.text ?? "")`."
            field.documentation = field.documentation.map { $0 + "\n\n" + text } ?? text
            if !field.isOptional {
                field.defaultValue = literal(constant)
                field.isConstant = true
            }
        } else if let defaultNode, field.isOptional, !field.isNullable, !defaultNode.isNull {
            field.absentValue = literal(defaultNode)
        }
    }

    /// The schemas that a schema is only another name for, or a wrapper of.
    private mutating func annotations(of schema: Node) -> [Node] {
        var result: [Node] = []
        let wasMuted = diagnostics.isMuted
        diagnostics.isMuted = true
        defer { diagnostics.isMuted = wasMuted }
        var parts = components(of: schema)
        for _ in 0..<8 {
            guard parts.count == 1, case .reference(let target, _) = parts[0], target.isMapping else { break }
            result.append(target)
            parts = components(of: target)
        }
        for part in schema["allOf"]?.elements ?? [] where part["$ref"] == nil && part.isMapping { result.append(part) }
        return result
    }
}

extension Diagnostic {
    static func endlessMerge(_ reference: String, at place: SourceLocation) -> Self {
        .warning(
            "endless-merge", "merging the fields of '\(reference)' here would go on without end",
            help: "it is that schema alone, without what is added to it", at: place)
    }
    static func schemaTooDeep(at place: SourceLocation) -> Self {
        .warning(
            "schema-too-deep", "this schema is nested more than 24 levels deep",
            help: "it is any JSON; a component of its own has its own levels",
            at: place)
    }
    static func schemaIsNone(_ found: String, at place: SourceLocation) -> Self {
        .warning("not-a-schema", "a schema is a mapping, and this is \(found)", help: "it is any JSON", at: place)
    }
    static func unknownSchemaType(_ type: String, at place: SourceLocation) -> Self {
        .warning(
            "unknown-schema-type", "JSON Schema has no type '\(type)'",
            help: Spelling.suggestion(for: type, among: ["object", "array", "string", "integer", "number", "boolean"]).map {
                "it is any JSON; did you mean '\($0)'?"
            } ?? "it is any JSON", at: place)
    }
    static func tuple(at place: SourceLocation) -> Self {
        .warning("tuple", "Swift's lists hold one type of element, and this says another for each", help: "they are any JSON", at: place)
    }
    static func arrayWithoutItems(at place: SourceLocation) -> Self {
        .warning("array-without-items", "the array doesn't say what it holds", help: "its elements are any JSON", at: place)
    }
    static func unknownRequired(_ name: String, at place: SourceLocation) -> Self {
        .warning("unknown-required", "'\(name)' is required, and there is no such property", help: "it is left out", at: place)
    }
    static func mergedUnion(at place: SourceLocation) -> Self {
        .warning(
            "merged-union", "fields stand beside alternatives here", help: "the model has the fields of all of them, as optionals",
            at: place)
    }
}
