// Types, fields and shapes of the native format: what a model, a parameter, a body and a response have in common.

/// A type wherever one is expected: text, a list `[T]`, a dictionary `[String: T]`, or a mapping that declares one in place.
func readType(_ node: Node, rules: TypeTextRules, _ diagnostics: inout Diagnostics) -> TypeText? {
    if node.isScalar { return readTypeText(node, rules: rules, &diagnostics) }
    if let elements = node.elements {
        guard elements.count == 1, let element = elements.first else {
            diagnostics.report(elements.isEmpty ? .emptyList(at: node.place) : .severalElementTypes(at: node.place))
            return nil
        }
        if let pairs = element.pairs, !isShape(pairs) {
            guard pairs.count == 1, let pair = pairs.first else {
                diagnostics.report(.notAType("{…}", help: "a dictionary is written '[String: T]'", at: element.place))
                return nil
            }
            guard pair.key.text == Scalar.string.rawValue else {
                diagnostics.report(.dictionaryKey(at: pair.key.place))
                return nil
            }
            return readElement(pair.value, &diagnostics).map { TypeText(type: .init(kind: .dictionary($0), place: node.place)) }
        }
        return readElement(element, &diagnostics).map { TypeText(type: .init(kind: .list($0), place: node.place)) }
    }
    guard let pairs = node.pairs, isShape(pairs) else {
        diagnostics.report(
            .notAType("{…}", help: "a type in place is '{fields: …}', '{enum: …}' or '{union: …}'", at: node.place))
        return nil
    }
    guard let reader = MappingReader<ModelKey>(node, &diagnostics),
        let shape = readShape(reader.shape, &diagnostics)
    else { return nil }
    return TypeText(type: .init(kind: .inline(shape), place: node.place))
}

private func readElement(_ node: Node, _ diagnostics: inout Diagnostics) -> Description.TypeExpression? {
    guard let element = readType(node, rules: .allowsOptional, &diagnostics) else { return nil }
    guard element.isOptional || element.isNullable else { return element.type }
    return .init(kind: .optional(element.type), place: element.type.place)
}

private func isShape(_ pairs: [(key: Node, value: Node)]) -> Bool {
    pairs.contains { $0.key.text == "fields" || $0.key.text == "enum" || $0.key.text == "union" }
}

/// The keys that declare a shape, wherever they stand.
struct ShapeNodes {
    var fields: Node?
    var enumeration: Node?
    var union: Node?
    var cases: Node?
    var place: SourceLocation

    var isEmpty: Bool { fields == nil && enumeration == nil && union == nil && cases == nil }
}

extension MappingReader where Key == ModelKey {
    var shape: ShapeNodes {
        .init(fields: self[.fields], enumeration: self[.enum], union: self[.union], cases: self[.cases], place: place)
    }
}
extension MappingReader where Key == FieldKey {
    var shape: ShapeNodes {
        .init(fields: self[.fields], enumeration: self[.enum], union: self[.union], cases: self[.cases], place: place)
    }
}

/// Exactly one of `fields:`, `enum:` and `union:`.
func readShape(_ nodes: ShapeNodes, _ diagnostics: inout Diagnostics) -> Description.Shape? {
    let given = [("fields", nodes.fields), ("enum", nodes.enumeration), ("union", nodes.union)].compactMap { name, node in
        node.map { (name, $0) }
    }
    guard given.count == 1 else {
        diagnostics.report(.oneShape(given.map(\.0), at: given.last?.1.place ?? nodes.place))
        return nil
    }
    if let cases = nodes.cases, nodes.union?.isScalar != true {
        diagnostics.report(.misplacedCases(at: cases.place))
    }
    if let fields = nodes.fields { return .object(readFields(fields, of: "'fields'", &diagnostics)) }
    if let enumeration = nodes.enumeration { return readEnumeration(enumeration, &diagnostics).map { .enumeration($0) } }
    guard let union = nodes.union else { return nil }
    return readUnion(union, cases: nodes.cases, &diagnostics).map { .union($0) }
}

private func readEnumeration(_ node: Node, _ diagnostics: inout Diagnostics) -> [Description.EnumCase]? {
    var cases: [Description.EnumCase] = []
    var places: [String: SourceLocation] = [:]
    func add(_ value: Node, name: Node?) {
        guard let text = value.text, !value.isNull || !value.isPlain || value.text == "null" else {
            diagnostics.report(.wrongValue(of: "enum", found: value.kindDescription, expected: "texts", at: value.place))
            return
        }
        switch value.value {
        case .string?, .null?: break
        default: diagnostics.report(.enumValueIsNoText(text, at: value.place))
        }
        if let first = places[text] {
            diagnostics.report(.duplicateEnumValue(text, at: value.place, first: first))
            return
        }
        places[text] = value.place
        var swiftName: Description.Name?
        if let name, !name.isNull {
            if let text = name.text {
                swiftName = .init(text: text, place: name.place)
            } else {
                diagnostics.report(
                    .wrongValue(of: text, found: name.kindDescription, expected: "the Swift name of the case", at: name.place))
            }
        }
        cases.append(.init(wireValue: text, swiftName: swiftName, place: value.place))
    }
    if let elements = node.elements {
        for element in elements { add(element, name: nil) }
    } else if let pairs = node.pairs {
        for pair in pairs { add(pair.key, name: pair.value) }
    } else if let text = readTypeText(node, rules: [], &diagnostics) {
        // `enum: open | closed` says the same as `[open, closed]`.
        if case .inline(.enumeration(let values, _)) = text.type.kind { return values }
        diagnostics.report(
            .wrongValue(
                of: "enum", found: node.kindDescription, expected: "a list of values, or a mapping from values to Swift names",
                at: node.place))
        return nil
    } else {
        return nil
    }
    if cases.isEmpty { diagnostics.report(.emptyEnum(at: node.place)) }
    return cases.isEmpty ? nil : cases
}

private func readUnion(_ node: Node, cases: Node?, _ diagnostics: inout Diagnostics) -> Description.Union? {
    var union = Description.Union(alternatives: [])
    if let elements = node.elements {
        for element in elements {
            guard let type = readType(element, rules: [], &diagnostics) else { continue }
            union.alternatives.append(.init(type: type.type))
        }
        if elements.count < 2 { diagnostics.report(.smallUnion(at: node.place)) }
        return union.alternatives.isEmpty ? nil : union
    }
    guard let discriminator = node.text, !discriminator.isEmpty else {
        diagnostics.report(
            .wrongValue(of: "union", found: node.kindDescription, expected: "the discriminator's name or a list of types", at: node.place))
        return nil
    }
    union.discriminator = .init(text: discriminator, place: node.place)
    guard let pairs = cases?.pairs, !pairs.isEmpty else {
        diagnostics.report(.unionNeedsCases(discriminator, at: cases?.place ?? node.place))
        return nil
    }
    for pair in pairs {
        guard let tag = pair.key.text, let type = readType(pair.value, rules: [], &diagnostics) else { continue }
        union.alternatives.append(.init(tag: tag, type: type.type))
    }
    return union.alternatives.isEmpty ? nil : union
}

/// The fields of a model, or of whatever else lists names with types.
func readFields(_ node: Node, of what: String, _ diagnostics: inout Diagnostics) -> [Description.Field] {
    guard let pairs = node.pairs else {
        if !node.isNull { diagnostics.report(.notAMapping(what, found: node.kindDescription, at: node.place)) }
        return []
    }
    var fields: [Description.Field] = []
    var places: [String: (key: String?, place: SourceLocation)] = [:]
    for pair in pairs {
        guard let field = readField(pair.key, pair.value, isParameter: false, &diagnostics)?.field else { continue }
        if let first = places[field.wireName] {
            // `a` twice is told by YAML's own check; `a` and `a?` are told here.
            if first.key != pair.key.text { diagnostics.report(.duplicateField(field.wireName, at: field.place, first: first.place)) }
        } else {
            places[field.wireName] = (pair.key.text, field.place)
            fields.append(field)
        }
    }
    return fields
}

/// What the long form of a parameter says beyond what every field does.
struct ParameterParts {
    var field: Description.Field
    var location: (value: Description.Parameter.Location, place: SourceLocation)?
    var style: Description.ParameterStyle?
    var explode: Bool?
}

/// `name: Type`, `name?: Type` or `name: {type: …}`.
func readField(_ key: Node, _ value: Node, isParameter: Bool, _ diagnostics: inout Diagnostics) -> ParameterParts? {
    guard var wireName = key.text else { return nil }
    var isOptional = false
    if wireName.hasSuffix("?") {
        wireName.removeLast()
        isOptional = true
    }
    guard !wireName.isEmpty else {
        diagnostics.report(.emptyName(at: key.place))
        return nil
    }
    if value.isPlain, value.text == "" {
        diagnostics.report(.emptyType(at: value.place.line == key.place.line ? value.place : key.place))
        return nil
    }
    if value.isMapping { return readLongField(wireName, isOptional: isOptional, key, value, isParameter: isParameter, &diagnostics) }
    guard let text = readType(value, rules: .field, &diagnostics) else { return nil }
    return ParameterParts(
        field: .init(
            wireName: wireName, type: text.type, isOptional: isOptional || text.isOptional, isNullable: text.isNullable,
            defaultValue: text.defaultValue, place: key.place))
}

private func readLongField(
    _ name: String, isOptional: Bool, _ key: Node, _ node: Node, isParameter: Bool, _ diagnostics: inout Diagnostics
) -> ParameterParts? {
    let narrowing = MappingReader<FieldKey>.Narrowing(
        accepts: { isParameter || !FieldKey.onlyForParameters.contains($0) }, others: "it is for the parameters of an endpoint")
    guard let reader = MappingReader<FieldKey>(node, &diagnostics, narrowed: narrowing) else { return nil }
    var type: TypeText?
    let shape = reader.shape
    if let node = reader[.type] {
        type = readType(node, rules: .field, &diagnostics)
        if !shape.isEmpty { diagnostics.report(.typeAndShape(at: node.place)) }
    } else if !shape.isEmpty {
        type = readShape(shape, &diagnostics).map { TypeText(type: .init(kind: .inline($0), place: node.place)) }
    } else {
        diagnostics.report(.missingKey("type", in: "'\(name)'", summary: "The type.", at: node.place))
    }
    let wire = reader.text(.wire, &diagnostics)
    let swiftName = reader.text(.name, &diagnostics)
    let isOptionalHere = reader.flag(.optional, &diagnostics) ?? false
    let isNullable = reader.flag(.nullable, &diagnostics) ?? false
    var defaultValue = type?.defaultValue
    if let node = reader[.default] {
        if defaultValue != nil { diagnostics.report(.secondDefault(at: node.place)) }
        defaultValue = readLiteral(node)
    } else if reader.has(.default) {
        diagnostics.report(.emptyDefault(at: reader.place(of: .default)))
    }
    let documentation = reader.text(.description, &diagnostics)?.text
    let deprecation = readDeprecation(reader[.deprecated], &diagnostics)
    let location = reader.word(.in, Description.Parameter.Location.self, &diagnostics)
    let style = reader.word(.style, Description.ParameterStyle.self, &diagnostics)
    let explode = reader.flag(.explode, &diagnostics)
    guard let type else { return nil }
    let field = Description.Field(
        wireName: wire?.text ?? name, swiftName: swiftName, type: type.type,
        isOptional: isOptional || isOptionalHere || type.isOptional, isNullable: isNullable || type.isNullable, defaultValue: defaultValue,
        documentation: documentation, deprecation: deprecation, example: reader[.example].map(readLiteral), place: key.place)
    return ParameterParts(
        field: field, location: location.map { ($0, reader.place(of: .in)) }, style: style, explode: explode)
}

func readDeprecation(_ node: Node?, _ diagnostics: inout Diagnostics) -> Description.Deprecation? {
    guard let node else { return nil }
    switch node.value {
    case .bool(true)?: return .init(message: nil)
    case .bool(false)?: return nil
    case .string(let text)?: return .init(message: text)
    default:
        diagnostics.report(
            .wrongValue(of: "deprecated", found: node.kindDescription, expected: "true, or what to use instead", at: node.place))
        return nil
    }
}

func readLiteral(_ node: Node) -> Description.Literal {
    let kind: Description.Literal.Kind
    if let elements = node.elements {
        kind = .list(elements.map(readLiteral))
    } else if let pairs = node.pairs {
        kind = .object(pairs.map { .init(key: $0.key.text ?? "", value: readLiteral($0.value)) })
    } else {
        switch node.value {
        case .bool(let value)?: kind = .bool(value)
        case .integer(let digits)?: kind = .integer(digits)
        case .float(let digits)?: kind = .float(digits)
        case .string(let text)?: kind = .string(text)
        default: kind = .null
        }
    }
    return .init(kind: kind, place: node.place)
}

extension Diagnostic {
    static func emptyList(at place: SourceLocation) -> Self {
        .error("list-without-type", "'[]' doesn't say what the list holds", help: "write '[String]', '[Issue]' or '[JSON]'", at: place)
    }
    static func severalElementTypes(at place: SourceLocation) -> Self {
        .error(
            "several-element-types", "a list has one element type, and this names several",
            help: "for elements of several types declare a model with 'union:'; quote a generic type that holds a comma", at: place)
    }
    static func oneShape(_ given: [String], at place: SourceLocation) -> Self {
        .error(
            "one-shape", given.isEmpty ? "this declares no type" : "\(Spelling.list(given, "and")) exclude each other",
            help: "give one of 'fields', 'enum' and 'union'", at: place)
    }
    static func misplacedCases(at place: SourceLocation) -> Self {
        .error("misplaced-cases", "'cases' belongs to a union with a discriminator", help: "write 'union: type' with it", at: place)
    }
    static func enumValueIsNoText(_ value: String, at place: SourceLocation) -> Self {
        .error(
            "enum-value", "'\(value)' is no text, and the values of an enum are",
            help: "quote it if the server sends text; otherwise the type is Int, Double or Bool", at: place)
    }
    static func emptyEnum(at place: SourceLocation) -> Self {
        .error("empty-enum", "an enum needs a value", at: place)
    }
    static func smallUnion(at place: SourceLocation) -> Self {
        .error(
            "small-union", "a union is of two types or more", help: "write 'union: [String, Customer]', or 'union: type' with 'cases:'",
            at: place)
    }
    static func unionNeedsCases(_ discriminator: String, at place: SourceLocation) -> Self {
        .error(
            "union-without-cases", "a union by '\(discriminator)' needs 'cases'",
            help: "write 'cases: {value: Model}' for each value of '\(discriminator)'", at: place)
    }
    static func duplicateField(_ name: String, at place: SourceLocation, first: SourceLocation) -> Self {
        .error("duplicate-field", "'\(name)' is here a second time", at: place, notes: [.init("the first '\(name)' is here", at: first)])
    }
    static func emptyName(at place: SourceLocation) -> Self {
        .error("empty-name", "a name is missing before the ':'", at: place)
    }
    static func typeAndShape(at place: SourceLocation) -> Self {
        .error("type-and-shape", "'type' excludes 'fields', 'enum' and 'union'", help: "name a type, or declare one in place", at: place)
    }
    static func secondDefault(at place: SourceLocation) -> Self {
        .error("second-default", "the type's text has a default already", help: "keep one of them", at: place)
    }
}
