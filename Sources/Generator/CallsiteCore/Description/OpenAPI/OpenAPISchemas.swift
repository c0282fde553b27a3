// Reads a schema, or several that hold at once, as a type. A JSON Schema restricts values, and the type follows from
// the values that are left.

extension OpenAPIReader {
    /// The place of a schema. Some schemas become another type in another place.
    enum Position { case model, property, parameter, element, part, body, response }

    struct ReadType {
        var type: Description.TypeExpression
        var isNullable = false
        /// Whether the schema has no `type`, and the type is guessed from other keywords.
        var isGuessed = false

        init(type: Description.TypeExpression, isNullable: Bool = false) {
            (self.type, self.isNullable) = (type, isNullable)
        }

        init(_ kind: Description.TypeExpression.Kind, at place: SourceLocation, isNullable: Bool = false) {
            self.init(type: .init(kind: kind, place: place), isNullable: isNullable)
        }

        func orNull(if isNullable: Bool) -> Self {
            var result = self
            result.isNullable = self.isNullable || isNullable
            return result
        }

        /// The type as the element of a list, which is optional if null is allowed.
        var element: Description.TypeExpression {
            isNullable ? .init(kind: .optional(type), place: type.place) : type
        }
    }

    /// A part of a schema.
    package enum Component {
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

    /// The parts of a schema: the references and the keywords that determine its type. Empty for any value.
    package func components(of schema: Node) -> [Component] {
        var result: [Component] = []
        if let reference = schema["$ref"], reference.isScalar {
            guard let target = target(of: reference) else { return [] }
            result.append(.reference(target: target, reference: reference))
        }
        if let (reference, target) = dynamicReference(of: schema) {
            result.append(.reference(target: target, reference: reference))
        }
        for part in schema["allOf"]?.elements ?? [] { result += components(of: part) }
        let isBeside = !result.isEmpty
        // Most schemas with a reference or `allOf` have no other key.
        if isBeside, schema.isOnePair { return withoutRepetitions(result) }
        if hasStructure(schema, isBesideOthers: isBeside) { result.append(.own(schema)) }
        return withoutRepetitions(result)
    }

    /// Removes repeated schemas, which restrict nothing more.
    ///
    /// - Parameter ofOwn: Whether schemas in place are compared too: lists that are elements of each other would have
    ///   twice as many parts at each level.
    private func withoutRepetitions(_ components: [Component], ofOwn: Bool = false) -> [Component] {
        guard components.count > 1 else { return components }
        var (references, own): (Set<Node.ID>, Set<Node.ID>) = ([], [])
        return components.filter {
            $0.isReference ? references.insert($0.node.id).inserted : !ofOwn || own.insert($0.node.id).inserted
        }
    }

    private static let structuralKeys: Set<String> = [
        "type", "format", "properties", "required", "additionalProperties", "patternProperties", "items", "prefixItems",
        "enum", "x-extensible-enum", "const", "oneOf", "anyOf", "unevaluatedProperties", "discriminator",
        "contentEncoding", "contentMediaType", "then", "else", "dependentSchemas",
    ]

    /// Whether a schema's own keywords determine the type. Beside other schemas, `type` and `format` add nothing.
    private func hasStructure(_ schema: Node, isBesideOthers: Bool) -> Bool {
        guard schema.isMapping else { return false }
        // Most schemas have `type`, and looking for one key is fast.
        if !isBesideOthers, schema["type"] != nil { return true }
        for (key, value, _) in pairs(schema) where Self.structuralKeys.contains(key) {
            if isBesideOthers, key == "type" || key == "format" { continue }
            switch key {
            case "required": if value.isSequence, value.isFilled { return true }
            case "properties": if value.isMapping && value.isFilled || !isBesideOthers { return true }
            case "additionalProperties", "unevaluatedProperties":
                // Open or closed: that matters only where there is nothing else.
                if !isBesideOthers || (value.isMapping && value.isFilled) { return true }
            case "discriminator": if !isBesideOthers { return true }
            case "then", "else", "dependentSchemas": if namesConditionalFields(schema) { return true }
            case "oneOf", "anyOf": if value.isSequence, value.isFilled { return true }
            default: return true
            }
        }
        return false
    }

    /// Whether an object has fields under a condition only. Any other condition doesn't affect the type.
    func namesConditionalFields(_ schema: Node) -> Bool {
        func namesFields(_ node: Node?) -> Bool { node?["properties"]?.isFilled == true }
        return namesFields(schema["then"]) || namesFields(schema["else"])
            || pairs(schema["dependentSchemas"]).contains { namesFields($0.value) }
    }

    // MARK: - Types

    /// The type of a value for which all `schemas` hold.
    ///
    /// - Parameter own: The schemas whose own keywords alone count, without their references and `allOf`.
    func type(
        of schemas: [Node], onlyOwn own: Set<Node.ID> = [], at place: SourceLocation, in position: Position
    ) -> ReadType {
        inlineDepth += 1
        defer { inlineDepth -= 1 }
        let json = ReadType(.scalar(.json), at: place)
        guard inlineDepth <= 24 else {
            diagnostics.report(.schemaTooDeep(at: place))
            return json
        }
        var isNullable = false
        var parts: [Component] = []
        for schema in schemas {
            // `true` is any value; `false` none.
            if schema.isFlag { continue }
            if !schema.isMapping {
                diagnostics.report(.schemaIsNone(schema, at: schema.place))
                continue
            }
            isNullable = isNullable || allowsNull(schema)
            parts += own.contains(schema.id) ? [.own(schema)] : components(of: schema)
        }
        // An `allOf` with one schema allows null if that schema does.
        if parts.count == 1, case .own(let node) = parts[0] { isNullable = isNullable || allowsNull(node) }
        if schemas.count > 1 { parts = withoutRepetitions(parts, ofOwn: true) }
        return redirecting(schemas, parts) { isRedirected in
            read(parts, of: schemas, at: place, position, isInPlace: isRedirected)
        }.orNull(if: isNullable)
    }

    /// - Parameter isInPlace: Whether an object is read in place, even if it is referred to.
    private func read(
        _ parts: [Component], of schemas: [Node], at place: SourceLocation, _ position: Position, isInPlace: Bool
    ) -> ReadType {
        if parts.isEmpty {
            // Limits alone determine no type.
            let guess = schemas.count == 1 && schemas[0].isMapping ? guessed(schemas[0], at: place, position) : nil
            return guess ?? .init(.scalar(.json), at: place)
        }
        if parts.count > 1 {
            var result = merged(parts, at: place, position)
            result.isGuessed = false
            return result
        }
        if isInPlace, kind(of: parts[0]) == .object { return object(parts, at: place) }
        return schemas.contains { isBareSubtype($0) }
            ? bareSubtype(parts, at: place) : single(parts[0], at: place, position)
    }

    func single(_ part: Component, at place: SourceLocation, _ position: Position) -> ReadType {
        switch part {
        case .own(let node): return own(node, at: place, position)
        case .reference(let target, let reference):
            return files(named: target, at: place, position) ?? self.reference(to: target, by: reference, at: place)
        }
    }

    /// A file that a part, a body or a response names by reference: a model of it would be another name for `String`.
    private func files(named target: Node, at place: SourceLocation, _ position: Position) -> ReadType? {
        guard [.part, .body, .response].contains(position), options.formatTypes["binary"] == nil,
            let files = files(in: target), position == .part || !(files.areSeveral || files.orText)
        else { return nil }
        return type(of: files, at: place, isNullable: isNullable(target))
    }

    /// A part whose alternatives are all files or strings is a file.
    func fileAmong(_ arms: [Node], at place: SourceLocation, _ position: Position) -> ReadType? {
        guard position == .part, options.formatTypes["binary"] == nil else { return nil }
        guard let files = files(among: arms) else {
            if arms.map({ self.files(in: $0) }).contains(where: { $0 != nil }) {
                diagnostics.report(.fileOrObject(at: place))
            }
            return nil
        }
        return type(of: files, at: place, isNullable: isAnyNullable(arms))
    }

    func type(of files: Files, at place: SourceLocation, isNullable: Bool) -> ReadType {
        if files.orText { diagnostics.report(.fileOrText(at: place)) }
        let file = Description.TypeExpression(kind: .scalar(.data), place: place)
        return .init(type: files.areSeveral ? .init(kind: .list(file), place: place) : file, isNullable: isNullable)
    }

    /// The model for the target of a `$ref`. A chain of references without an end is any JSON.
    func reference(to target: Node, by reference: Node, at place: SourceLocation) -> ReadType {
        let json = ReadType(.scalar(.json), at: place)
        guard target.isMapping else {
            if !(target.value == .bool(true)) { diagnostics.report(.schemaIsNone(target, at: reference.place)) }
            return json
        }
        if let cycle = emptyCycle(from: target) {
            diagnostics.report(.referenceCycle(cycle, at: reference.place))
            return json
        }
        let name = model(for: target, reference: reference)
        return .init(.reference(name, []), at: place, isNullable: isNullable(target))
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
        return ["oneOf", "anyOf"].contains { schema.value(forKey: $0)?.elements?.contains(where: isNullOnly) ?? false }
    }

    /// Whether null is the only value of a schema, or of the one that it refers to.
    package func isNullOnly(_ schema: Node) -> Bool {
        let schema = behindReferences(schema)
        guard schema.isMapping else { return false }
        if schema["type"]?.text == "null" { return true }
        if let types = schema["type"]?.elements, !types.isEmpty, types.allSatisfy({ $0.text == "null" }) { return true }
        if let constant = schema["const"] { return constant.isNull }
        if let values = schema["enum"]?.elements, !values.isEmpty { return values.allSatisfy(\.isNull) }
        return isBareNullable(schema)
    }

    /// `{nullable: true}`, which some tools write for null in OpenAPI 3.0. By the standard it is any value.
    func isBareNullable(_ schema: Node) -> Bool {
        guard version == .v30, flag(schema["nullable"]) else { return false }
        return pairs(schema).allSatisfy { ["nullable", "description", "title"].contains($0.key) }
    }

    // MARK: - One schema's own keywords

    func own(_ node: Node, at place: SourceLocation, _ position: Position) -> ReadType {
        reportGuessedType(node)
        if listedValues(node) != nil, let type = enumeration(node, at: place, position) { return type }
        let arms = unionArms(node)
        for key in ["oneOf", "anyOf"] where !arms.isEmpty {
            for arm in node.value(forKey: key)?.elements ?? [] where isBareNullable(arm) {
                diagnostics.report(.bareNullable(at: arm.place))
            }
        }
        if !arms.isEmpty {
            // If there are two lists, a value matches a schema of each.
            if node["discriminator"] == nil, isObject(node) && hasProperties(node) || hasTwoUnionsOfObjects(node) {
                return object([.own(node)], at: place)
            }
            if let file = fileAmong(arms, at: place, position) { return file }
            return union(arms, of: node, at: place, position)
        }
        let types = jsonTypes(of: node)
        switch types.count {
        case 0:
            if let type = node["type"], type.text != "null", !type.isSequence || type.isFilled, !allowsNull(node),
                misspelledType(node) == nil
            {
                diagnostics.report(.unknownSchemaType(type, at: type.place))
            }
            return guessed(node, at: place, position)
                ?? .init(.scalar(.json), at: place, isNullable: allowsNull(node))
        case 1: return typed(types[0], node, at: place, position)
        default:
            // One of several JSON types: a union of what the keywords say of each.
            let alternatives = types.map { type in
                Description.Union.Alternative(
                    title: type == "object" || type == "array" ? type : nil,
                    type: typed(type, node, at: place, .element).type)
            }
            return .init(.inline(.union(.init(alternatives: distinct(alternatives)))), at: place)
        }
    }

    /// The type that the keywords of a schema without `type` imply. It is used for properties and parameters, where a
    /// value of another type may be left out; nil if the schema is any JSON. An implied type is always reported.
    private func guessed(_ node: Node, at place: SourceLocation, _ position: Position) -> ReadType? {
        guard let (type, keyword) = impliedType(of: node) else { return nil }
        let isTaken = position == .property || position == .parameter
        diagnostics.report(.impliedType(type, keyword.text ?? "", isTaken: isTaken, at: keyword.place))
        guard isTaken else { return nil }
        var result = typed(type, node, at: place, position)
        result.isGuessed = true
        return result
    }

    func typed(_ type: String, _ node: Node, at place: SourceLocation, _ position: Position) -> ReadType {
        func scalar(_ scalar: Scalar) -> ReadType { .init(.scalar(scalar), at: place) }
        if ["string", "integer", "number"].contains(type), let name = replacement(for: node, type) {
            return .init(.reference(name, []), at: place)
        }
        switch type {
        case "object": return object([.own(node)], at: place)
        case "array": return array(node, at: place, position)
        case "boolean": return scalar(.bool)
        case "file": return scalar(.data)
        case "integer":
            return scalar(self.scalar(for: node, among: Self.integerFormats) ?? (exceedsInt64(node) ? .uint64 : .int))
        case "number": return scalar(self.scalar(for: node, among: Self.numberFormats) ?? .double)
        default:
            if node["contentEncoding"]?.text == "base64" { return scalar(.data) }
            if format(of: node) == "binary" || isBinaryMedia(node), [.body, .part, .response].contains(position) {
                return scalar(.data)
            }
            return scalar(self.scalar(for: node, among: Self.stringFormats) ?? .string)
        }
    }

    /// The name of the model for the type that the configuration chooses for a format.
    private func replacement(for node: Node, _ type: String) -> String? {
        guard !options.formatTypes.isEmpty, let format = format(of: node), let replacement = options.formatTypes[format]
        else { return nil }
        let name = "\u{0}format " + format
        var model = Description.Model(name: .init(text: name, place: node.place), shape: replacement.shape)
        switch replacement {
        case .own(let type): model.title = type.name
        case .date(let pattern, let swiftName):
            // A number isn't a string that a pattern could read.
            guard type == "string" else { return nil }
            model.title = format
            model.origin = .derived
            model.swiftName = swiftName.map { .init(text: $0, place: node.place) }
            model.documentation = pattern.documentation
        }
        models.replace(format, by: model)
        return name
    }

    /// Whether the media type is neither text nor JSON, which is OpenAPI 3.1's way to write `format: binary`.
    func isBinaryMedia(_ node: Node) -> Bool {
        guard let media = node["contentMediaType"]?.text, node["contentEncoding"] == nil else { return false }
        return !media.hasPrefix("text/") && !media.hasSuffix("json")
    }
}

extension Diagnostic {
    static func schemaTooDeep(at place: SourceLocation) -> Self {
        .warning(
            "schema-too-deep", "this schema is nested more than 24 levels deep",
            help: "it is any JSON; a component of its own has its own levels", at: place)
    }
    static func schemaIsNone(_ node: Node, at place: SourceLocation) -> Self {
        .warning(
            "not-a-schema", "a schema is a mapping, and this is \(node.kindDescription)",
            help: "it is any JSON" + (reference(to: node).map { "; write " + $0 } ?? ""), at: place)
    }
    /// `'{$ref: "#/components/schemas/A"}'` for a string that looks like a name or a reference.
    static func reference(to node: Node) -> DiagnosticText? {
        guard let text = node.text, !text.isEmpty else { return nil }
        if ["string", "integer", "number", "boolean", "object", "array"].contains(text) { return "'{type: \(text)}'" }
        if text.hasPrefix("#/") || text.hasSuffix(".yaml") || text.hasSuffix(".json") {
            return "'{$ref: \"\(path: text)\"}'"
        }
        return text.unicodeScalars.allSatisfy { $0.isIdentifierPart || $0 == "." || $0 == "-" }
            && text.first?.isUppercase == true
            ? "'{$ref: \"#/components/schemas/\(text)\"}'" : nil
    }
    static func unknownSchemaType(_ type: Node, at place: SourceLocation) -> Self {
        .warning(
            "unknown-schema-type",
            type.text.map { "JSON Schema has no type '\($0)'" } ?? "a type can't be \(type.kindDescription)",
            help: "it is any JSON" + (schema(forType: type.text ?? "").map { "; " + $0 } ?? ""), at: place,
            isPerCause: true)
    }
    /// `Order`, `Order[]`, `array[string]`, `strng`
    static func schema(forType text: String) -> DiagnosticText? {
        let names = ["object", "array", "string", "integer", "number", "boolean"]
        let isList =
            text.hasSuffix("[]") || (text.lowercased().hasPrefix("array") && text.hasSuffix(">"))
            || (text.lowercased().hasPrefix("array[") && text.hasSuffix("]"))
        if isList {
            let element = text.hasSuffix("[]") ? String(text.dropLast(2)) : String(text.dropFirst(6).dropLast())
            return names.contains(element)
                ? "write '{type: array, items: {type: \(yaml: element)}}'"
                : "write '{type: array, items: {$ref: \"#/components/schemas/\(element)\"}}'"
        }
        if let name = Spelling.suggestion(for: text, among: names) { return "did you mean '\(name)'?" }
        return text.first?.isUppercase == true
            ? "write '$ref: \"#/components/schemas/\(text)\"' in place of 'type'" : nil
    }
    static func fileOrText(at place: SourceLocation) -> Self {
        .warning(
            "file-or-text", "this part is a file or a string",
            help: "a file is sent; '.data' makes one of a string's bytes", at: place)
    }
    static func fileOrObject(at place: SourceLocation) -> Self {
        .warning(
            "file-or-text", "this part is a file or an object",
            help: "the object can be sent; the file can't, except as a string", at: place)
    }
}
