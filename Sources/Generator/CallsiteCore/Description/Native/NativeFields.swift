// Fields and parameters: `name?: Type = default` in one line, or a mapping of keys.

/// The fields of a model, or of whatever else lists names with types.
func readFields(_ node: Node, of what: DiagnosticText, _ diagnostics: inout Diagnostics) -> [Description.Field] {
    guard let pairs = node.pairs else {
        if !node.isNull { diagnostics.report(.notAMapping(what, node)) }
        return []
    }
    var fields: [Description.Field] = []
    var places: [String: (key: String?, place: SourceLocation)] = [:]
    for pair in withoutCutEnums(pairs, in: node, &diagnostics, name: \.text) {
        let optionalField =
            pair.isCut ? cutField(pair.key) : readField(pair.key, pair.value, isParameter: false, &diagnostics)?.field
        guard let field = optionalField else { continue }
        if let first = places[field.wireName] {
            // YAML's own check reports `a` twice; this one reports `a` and `a?`.
            if first.key != pair.key.text {
                diagnostics.report(.duplicateField(field.wireName, at: field.place, first: first.place))
            }
        } else {
            places[field.wireName] = (pair.key.text, field.place)
            fields.append(field)
        }
    }
    return fields
}

/// A field whose type isn't known.
func cutField(_ key: Node) -> Description.Field? {
    key.text.map { name in
        .init(
            wireName: name.hasSuffix("?") ? String(name.dropLast()) : name,
            type: .init(kind: .scalar(.string), place: key.place), isOptional: name.hasSuffix("?"), place: key.place)
    }
}

/// A field, with the settings that only the long form of a parameter has.
struct ParameterParts {
    var field: Description.Field
    var location: (value: Description.Parameter.Location, place: SourceLocation)?
    var style: Description.ParameterStyle?
    var explode: Bool?
    var part: Description.Name?
}

/// `name: Type`, `name?: Type` or `name: {type: …}`.
func readField(_ key: Node, _ value: Node, isParameter: Bool, _ diagnostics: inout Diagnostics) -> ParameterParts? {
    guard var wireName = key.text else { return nil }
    var isOptional = false
    if wireName.hasSuffix("?") {
        wireName.removeLast()
        isOptional = true
    }
    guard !wireName.isEmpty else { return diagnostics.fail(.emptyName(at: key.place)) }
    for word in ["let ", "var ", "const ", "val "] where wireName.hasPrefix(word) {
        return diagnostics.fail(.declarationWord(word, wireName, at: key.place))
    }
    if let (wire, name) = wireName.partsOfRenaming, key.isPlain {
        return diagnostics.fail(
            .renamedInKey(wire, name, value.isPlain ? value.text ?? "String" : "String", at: key.place))
    }
    if key.isPlain, wireName.contains(" "), !isPermittedName(wireName) {
        return diagnostics.fail(.blankInName(wireName, at: key.place))
    }
    if isParameter, let name = wireName.wholeOfPlaceholder {
        return diagnostics.fail(.parameterInBraces(wireName, name, at: key.place))
    }
    if value.isPlain, value.text == "" {
        // `{n: Map<String, Int>}` is reported where the comma cut it.
        if wireName.hasSuffix(">"), !wireName.contains("<") { return nil }
        let hasType = wireName.split(separator: ":", maxSplits: 1).count == 2 && !wireName.contains("/")
        return diagnostics.fail(
            hasType
                ? .colonWithoutBlank(wireName, at: key.place)
                : .emptyType(at: value.place.line == key.place.line ? value.place : key.place))
    }
    if value.isMapping {
        return readLongField(wireName, isOptional: isOptional, key, value, isParameter: isParameter, &diagnostics)
    }
    guard let text = readType(value, rules: .field, of: wireName, &diagnostics) else { return nil }
    return ParameterParts(
        field: .init(
            wireName: wireName, type: text.type, isOptional: isOptional || text.isOptional, isNullable: text.isNullable,
            defaultValue: text.defaultValue, place: key.place))
}

private func readLongField(
    _ name: String, isOptional: Bool, _ key: Node, _ node: Node, isParameter: Bool, _ diagnostics: inout Diagnostics
) -> ParameterParts? {
    let narrowing = MappingReader<FieldKey>.Narrowing(
        accepts: { isParameter ? !FieldKey.onlyForFields.contains($0) : !FieldKey.onlyForParameters.contains($0) },
        others: isParameter ? "it is for the fields of models" : "it is for the parameters of an endpoint")
    if let problem = problemOfForm(name, key, node, isParameter: isParameter) { return diagnostics.fail(problem) }
    guard let reader = MappingReader<FieldKey>(node, &diagnostics, narrowed: narrowing) else { return nil }
    let type = readFieldType(reader, of: name, node, &diagnostics)
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
    let constant = reader[.constant]
    if let constant, defaultValue != nil { diagnostics.report(.constantAndDefault(at: constant.place)) }
    let isReadOnly = reader.flag(.readOnly, &diagnostics) ?? false
    let isWriteOnly = reader.flag(.writeOnly, &diagnostics) ?? false
    if isReadOnly, isWriteOnly {
        diagnostics.report(
            .oneContent([FieldKey.readOnly.rawValue, FieldKey.writeOnly.rawValue], at: reader.place(of: .writeOnly)))
    }
    let documentation = reader.text(.description, &diagnostics)?.text
    let deprecation = readDeprecation(reader[.deprecated], &diagnostics)
    let location = reader.word(.in, Description.Parameter.Location.self, &diagnostics)
    let style = reader.word(.style, Description.ParameterStyle.self, &diagnostics)
    let explode = reader.flag(.explode, &diagnostics)
    let part = reader.text(.part, &diagnostics)
    guard let type else { return nil }
    let mayBeAbsent = isOptional || isOptionalHere || type.isOptional
    let isOnlyValue = constant != nil && mayBeAbsent && defaultValue == nil
    if !isOnlyValue, let constant { defaultValue = readLiteral(constant) }
    let field = Description.Field(
        wireName: wire?.text ?? name, swiftName: swiftName, type: type.type,
        isOptional: mayBeAbsent, isNullable: isNullable || type.isNullable, defaultValue: defaultValue,
        absentValue: reader[.absent].map(readLiteral), isConstant: constant != nil && !isOnlyValue,
        onlyValue: isOnlyValue ? constant.map(readLiteral) : nil, isReadOnly: isReadOnly, isWriteOnly: isWriteOnly,
        documentation: documentation, deprecation: deprecation, example: reader[.example].map(readLiteral),
        place: key.place)
    return ParameterParts(
        field: field, location: location.map { ($0, reader.place(of: .in)) }, style: style, explode: explode, part: part
    )
}

/// The mistake in a mapping that isn't meant as a field's keys: a dictionary, parameters by place, the fields of an
/// object.
private func problemOfForm(_ name: String, _ key: Node, _ node: Node, isParameter: Bool) -> Diagnostic? {
    if let pair = node.pairs?.first, node.pairs?.count == 1, let key = pair.key.text, Scalar(rawValue: key) != nil {
        let value = pair.value.text.map { Scalar(rawValue: $0) == nil && !isTypeName($0) ? "T" : $0 } ?? "T"
        return .dictionaryInBraces("[String: \(value)]", at: node.place)
    }
    if isParameter, ["query", "path", "header", "headers", "cookie", "cookies", "body"].contains(name),
        let pairs = node.pairs,
        let first = pairs.first?.key.text, pairs.allSatisfy({ FieldKey(rawValue: $0.key.text ?? "") == nil })
    {
        return .groupedParameters(name, first: first, at: key.place)
    }
    // `{a: String, b: Int}` is meant as the fields of an object.
    if let pairs = node.pairs, let first = pairs.first?.key.text,
        pairs.allSatisfy({ pair in
            guard let key = pair.key.text, FieldKey(rawValue: key) == nil, let text = pair.value.text else {
                return false
            }
            let isType = isTypeName(text.hasSuffix("?") ? String(text.dropLast()) : text) || text.hasPrefix("[")
            return isType && Spelling.suggestion(for: key, among: FieldKey.allCases.map(\.rawValue)) == nil
        })
    {
        return .fieldsInPlace(first, at: node.place)
    }
    return nil
}

private func readFieldType(
    _ reader: MappingReader<FieldKey>, of name: String, _ node: Node, _ diagnostics: inout Diagnostics
) -> TypeText? {
    if let node = reader[.type], reader.hasUnknownMeaning, ["array", "object"].contains(node.text) {
        // `{type: array, items: …}` is reported at the other key.
        return TypeText(type: .init(kind: .scalar(.json), place: node.place))
    } else if let node = reader[.type] {
        let type = readType(node, rules: .field, of: name, &diagnostics)
        if reader.declaresShape { diagnostics.report(.typeAndShape(at: node.place)) }
        return type
    } else if reader.declaresShape {
        return readShape(reader, &diagnostics).map { TypeText(type: .init(kind: .inline($0), place: node.place)) }
    } else if let constant = reader[.constant], let scalar = constant.value?.typeOfConstant {
        return TypeText(type: .init(kind: .scalar(scalar), place: constant.place))
    } else if !reader.hasUnknownMeaning {
        diagnostics.report(.missingKey("type", in: "'\(name)'", help: "the type", at: node.place))
    }
    return nil
}

/// Whether a name with a space is reported elsewhere: `{n: Map<String, Int>}`, which the comma cuts, and comments of
/// other languages.
private func isPermittedName(_ name: String) -> Bool {
    name.contains("<") || name.contains(">") || name.contains(":") || name.contains("/")
}

extension String {
    /// The two names in `created_at -> createdAt`, `created_at => createdAt` and `created_at as createdAt`.
    fileprivate var partsOfRenaming: (wire: String, name: String)? {
        let words = split(separator: " ").map(String.init)
        guard words.count == 3, ["->", "=>", "as", "\u{2192}", "=", "AS"].contains(words[1]) else { return nil }
        return (words[0], words[2])
    }

    /// The name in `{id}` or `:id`, if that is all there is.
    fileprivate var wholeOfPlaceholder: String? {
        let name = hasPrefix("{") && hasSuffix("}") ? dropFirst().dropLast() : hasPrefix(":") ? dropFirst() : ""
        return !name.isEmpty && name.unicodeScalars.allSatisfy(\.isIdentifierPart) ? String(name) : nil
    }
}

extension Diagnostic {
    static func fieldsInPlace(_ first: String, at place: SourceLocation) -> Self {
        .error(
            "not-a-type", "'{\(first): …}' isn't a type",
            help: "fields in place are written '{fields: {\(first): …}}'; or declare a model, and write its name",
            at: place)
    }
    static func declarationWord(_ word: String, _ name: String, at place: SourceLocation) -> Self {
        .error(
            "misplaced-key", "a field is written without '\(word.dropLast())'",
            help: "write '\(name.dropFirst(word.count)): …'", at: place)
    }
    static func renamedInKey(_ wire: String, _ name: String, _ type: String, at place: SourceLocation) -> Self {
        .error(
            "blank-in-name", "a field has one name; its Swift name is a key of its own",
            help: "write '\(wire): {type: \(type.isEmpty ? "String" : type), name: \(name)}'", at: place)
    }
    static func blankInName(_ name: String, at place: SourceLocation) -> Self {
        let words = name.split(separator: " ")
        return .error(
            "blank-in-name", "the name '\(name)' contains a space",
            help: "quote it if the API calls it so; otherwise write '\(words.joined(separator: "_"))'", at: place)
    }
    static func parameterInBraces(_ text: String, _ name: String, at place: SourceLocation) -> Self {
        .error(
            "not-the-placeholder", "a parameter's key is its name alone, and this is '\(text)'",
            help: "write '\(name)'", at: place)
    }
    static func groupedParameters(_ group: String, first: String, at place: SourceLocation) -> Self {
        .error(
            "misplaced-key", "parameters aren't grouped by where they are sent",
            help: group.hasPrefix("header") || group.hasPrefix("cookie")
                ? "write '\(first): {type: …, in: \(group.hasPrefix("header") ? "header" : "cookie")}' without '\(group):'"
                : "write '\(first): …' in the column of '\(group)', without '\(group):'", at: place)
    }
}

extension YAMLScalar {
    /// nil: null doesn't tell the type.
    fileprivate var typeOfConstant: Scalar? {
        switch self {
        case .null: nil
        case .bool: .bool
        case .integer: .int
        case .float: .double
        case .string: .string
        }
    }
}

func readDeprecation(_ node: Node?, _ diagnostics: inout Diagnostics) -> Description.Deprecation? {
    guard let node else { return nil }
    switch node.value {
    case .bool(let isDeprecated)?: return isDeprecated ? .init(message: nil) : nil
    case .string(let text)?:
        // `deprecated: yes`
        guard ["true", "false", "yes", "no", "on", "off", "y", "n", ""].contains(text.lowercased()) else {
            return .init(message: text)
        }
        return diagnostics.fail(
            .wrongValue(
                of: "deprecated", found: node.isPlain ? "'\(text)'" : "\"\(text)\"",
                expected: "true, or what to use instead", at: node.place))
    default: return diagnostics.fail(.wrongValue(of: "deprecated", node, expected: "true, or what to use instead"))
    }
}

func readLiteral(_ node: Node) -> Description.Literal {
    let kind: Description.Literal.Kind
    if let elements = node.elements {
        kind = .list(elements.map(readLiteral))
    } else if let pairs = node.pairs {
        kind = .object(pairs.map { .init(key: $0.key.text ?? "", value: readLiteral($0.value)) })
    } else {
        kind = .init(node.value ?? .null)
    }
    return .init(kind: kind, place: node.place)
}

extension Description.Literal.Kind {
    init(_ scalar: YAMLScalar) {
        self =
            switch scalar {
            case .null: .null
            case .bool(let value): .bool(value)
            case .integer(let digits): .integer(digits)
            case .float(let digits): .float(digits)
            case .string(let text): .string(text)
            }
    }
}

extension Diagnostic {
    static func dictionaryInBraces(_ spelling: String, at place: SourceLocation) -> Self {
        .error("dictionary-key", "a dictionary is in brackets, not in braces", help: "write '\(spelling)'", at: place)
    }
    static func colonWithoutBlank(_ text: String, at place: SourceLocation) -> Self {
        let parts = text.split(separator: ":", maxSplits: 1)
        return .colonWithoutBlank(String(parts.first ?? ""), String(parts.last ?? ""), at: place)
    }
    static func constantAndDefault(at place: SourceLocation) -> Self {
        .error("one-content", "'constant' and 'default' exclude each other", help: "keep one of them", at: place)
    }
    static func duplicateField(_ name: String, at place: SourceLocation, first: SourceLocation) -> Self {
        .error(
            "duplicate-field", "'\(name)' is here a second time", at: place,
            notes: [.init("the first '\(name)' is here", at: first)])
    }
    static func emptyName(at place: SourceLocation) -> Self {
        .error("empty-name", "a name is missing before the ':'", at: place)
    }
    static func secondDefault(at place: SourceLocation) -> Self {
        .error("second-default", "the type has a default already", help: "keep one of them", at: place)
    }
}
