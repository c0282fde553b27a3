// Types, fields and shapes of the native format: what a model, a parameter, a body and a response have in common.

/// A type wherever one is expected: text, a list `[T]`, a dictionary `[String: T]`, or a mapping that declares one in place.
func readType(_ node: Node, rules: TypeTextRules, _ diagnostics: inout Diagnostics) -> TypeText? {
    if node.isScalar { return readTypeText(node, rules: rules, &diagnostics) }
    if let elements = node.elements {
        guard elements.count == 1, let element = elements.first else {
            let fields = elements.compactMap { $0.pairs?.count == 1 ? $0.pairs?.first?.key.text : nil }
            diagnostics.report(
                elements.isEmpty
                    ? .emptyList(at: node.place)
                    : fields.count == elements.count
                        ? .listOfFields(fields, at: node.place) : .severalElementTypes(elements.compactMap(\.text), at: node.place))
            return nil
        }
        if let pairs = element.pairs, !isShape(pairs) {
            guard pairs.count == 1, let pair = pairs.first else {
                let first = pairs.first?.key.text ?? ""
                let isField = first.unicodeScalars.first?.properties.isLowercase == true
                diagnostics.report(
                    isField
                        ? .fieldsOfElement(first, at: element.place)
                        : .notAType("{…}", help: "a dictionary is written '[String: T]'", at: element.place))
                return nil
            }
            guard pair.key.text == Scalar.string.rawValue else {
                let isField = pair.key.text?.unicodeScalars.first?.properties.isLowercase == true
                diagnostics.report(isField ? .fieldsOfElement(pair.key.text ?? "", at: element.place) : .dictionaryKey(at: pair.key.place))
                return nil
            }
            return readElement(pair.value, &diagnostics).map { TypeText(type: .init(kind: .dictionary($0), place: node.place)) }
        }
        return readElement(element, &diagnostics).map { TypeText(type: .init(kind: .list($0), place: node.place)) }
    }
    guard let pairs = node.pairs, isShape(pairs) else {
        if let status = node.pairs?.first?.key.text, Description.StatusPattern(status) != nil {
            diagnostics.report(.notAType("{…}", help: "types by status stand under 'errors: {\(status): …}'", at: node.place))
            return nil
        }
        diagnostics.report(
            .notAType("{…}", help: "a type in place is '{fields: …}', '{enum: …}' or '{union: …}'", at: node.place))
        return nil
    }
    let narrowing = MappingReader<ShapeKey>.Narrowing(
        accepts: { $0 != .title && ($0 != .optional || rules.contains(.allowsOptional)) }, others: "it says nothing of a type here")
    guard let reader = MappingReader<ShapeKey>(node, &diagnostics, narrowed: narrowing) else { return nil }
    return readTypeInPlace(reader, rules: rules, &diagnostics)
}

/// `{fields: …}`, `{enum: …}`, `{union: …}`, or `{type: …}` with what belongs to it.
private func readTypeInPlace(
    _ reader: MappingReader<ShapeKey>, rules: TypeTextRules, _ diagnostics: inout Diagnostics
) -> TypeText? {
    var result: TypeText?
    if let node = reader[.type] {
        if !reader.shape.isEmpty { diagnostics.report(.typeAndShape(at: reader.place(of: .type))) }
        result = readType(node, rules: rules, &diagnostics)
    } else {
        result = readShape(reader.shape, &diagnostics).map { TypeText(type: .init(kind: .inline($0), place: reader.place)) }
    }
    if reader.flag(.optional, &diagnostics) == true { result?.isOptional = true }
    return result
}

private func readElement(_ node: Node, _ diagnostics: inout Diagnostics) -> Description.TypeExpression? {
    readType(node, rules: .allowsOptional, &diagnostics)?.wrapped
}

private func isShape(_ pairs: [(key: Node, value: Node)]) -> Bool {
    pairs.contains { $0.key.text == "fields" || $0.key.text == "enum" || $0.key.text == "union" || $0.key.text == "type" }
}

/// The keys that declare a shape, wherever they stand.
struct ShapeNodes {
    var fields: Node?
    var otherFields: Node?
    var enumeration: Node?
    var union: Node?
    var cases: Node?
    var otherwise: Node?
    var place: SourceLocation
    /// Beside them stands a key that isn't known, which has been reported.
    var hasUnknownMeaning: Bool

    var isEmpty: Bool {
        fields == nil && otherFields == nil && enumeration == nil && union == nil && cases == nil && otherwise == nil
    }
}

extension MappingReader where Key == ModelKey {
    var shape: ShapeNodes {
        .init(
            fields: self[.fields], otherFields: self[.otherFields], enumeration: self[.enum], union: self[.union], cases: self[.cases],
            otherwise: self[.otherwise], place: place, hasUnknownMeaning: hasUnknownMeaning)
    }
}
extension MappingReader where Key == ShapeKey {
    var shape: ShapeNodes {
        .init(
            fields: self[.fields], otherFields: self[.otherFields], enumeration: self[.enum], union: self[.union], cases: self[.cases],
            otherwise: self[.otherwise], place: place, hasUnknownMeaning: hasUnknownMeaning)
    }
}
extension MappingReader where Key == FieldKey {
    var shape: ShapeNodes {
        .init(
            fields: self[.fields], otherFields: self[.otherFields], enumeration: self[.enum], union: self[.union], cases: self[.cases],
            otherwise: self[.otherwise], place: place, hasUnknownMeaning: hasUnknownMeaning)
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
    for node in [nodes.cases, nodes.otherwise] {
        if let node, nodes.union?.isScalar != true, !nodes.hasUnknownMeaning { diagnostics.report(.misplacedCases(at: node.place)) }
    }
    if let rest = nodes.otherFields, nodes.fields == nil { diagnostics.report(.misplacedOtherFields(at: rest.place)) }
    if let fields = nodes.fields {
        let rest = nodes.otherFields.flatMap { readType($0, rules: .allowsOptional, &diagnostics)?.wrapped }
        return .object(readFields(fields, of: "'fields'", &diagnostics), rest: rest)
    }
    if let enumeration = nodes.enumeration { return readEnumeration(enumeration, &diagnostics) }
    guard let union = nodes.union else { return nil }
    return readUnion(union, cases: nodes.cases, otherwise: nodes.otherwise, &diagnostics).map { .union($0) }
}

/// The long form, which says that these are values and no types.
private func readEnumeration(_ node: Node, _ diagnostics: inout Diagnostics) -> Description.Shape? {
    var entries: [EnumEntry] = []
    var names: [Node?] = []
    if let elements = node.elements {
        for element in elements {
            guard element.isScalar, !element.isPlain || element.text != "" else {
                diagnostics.report(
                    .wrongValue(of: "enum", found: element.kindDescription, expected: "strings or numbers", at: element.place))
                continue
            }
            entries.append(.init(value: element.enumValue, place: element.place))
            names.append(nil)
        }
    } else if let pairs = node.pairs {
        for pair in pairs {
            entries.append(.init(value: pair.key.enumValue, place: pair.key.place))
            names.append(pair.value)
        }
    } else if let text = readTypeText(node, rules: [], &diagnostics) {
        // `enum: open | closed` says the same as `[open, closed]`.
        if case .inline(let shape) = text.type.kind { return shape }
        diagnostics.report(
            .wrongValue(
                of: "enum", found: node.kindDescription, expected: "a list of values, or a mapping from values to Swift names",
                at: node.place))
        return nil
    } else {
        return nil
    }
    guard !entries.isEmpty else {
        diagnostics.report(.emptyEnum(at: node.place))
        return nil
    }
    guard case .enumeration(var cases, let values)? = enumeration(entries, &diagnostics) else { return nil }
    for (index, name) in names.enumerated() {
        guard let name, !name.isNull, cases.indices.contains(index) else { continue }
        if let text = name.text {
            cases[index].swiftName = .init(text: text, place: name.place)
        } else {
            diagnostics.report(
                .wrongValue(
                    of: cases[index].wireValue, found: name.kindDescription, expected: "the Swift name of the case", at: name.place))
        }
    }
    return .enumeration(cases, of: values)
}

extension Node {
    /// The word `null` can only be meant as a string.
    fileprivate var enumValue: YAMLScalar {
        guard let value, value != .null else { return .string(text ?? "") }
        return value
    }
}

/// A value of an enum as it is written.
struct EnumEntry {
    var value: YAMLScalar
    var place: SourceLocation
}

/// Values of an enum: all strings, all whole numbers, or all numbers. nil: it was reported.
func enumeration(_ entries: [EnumEntry], _ diagnostics: inout Diagnostics) -> Description.Shape? {
    enum Kind { case text, integer, number, flag }
    func kind(_ value: YAMLScalar) -> Kind {
        switch value {
        case .string, .null: .text
        case .integer: .integer
        case .float: .number
        case .bool: .flag
        }
    }
    let kinds = entries.map { kind($0.value) }
    if kinds.allSatisfy({ $0 == .flag }), let first = entries.first {
        diagnostics.report(.enumOfFlags(at: first.place))
        return nil
    }
    let isText = kinds.contains { $0 == .text || $0 == .flag }
    var isWhole = true
    var isMixed = false
    var cases: [Description.EnumCase] = []
    var places: [String: SourceLocation] = [:]
    for (entry, kind) in zip(entries, kinds) {
        let text: String
        switch entry.value {
        case .string(let value): text = value
        case .null: text = "null"
        case .bool(let value): text = value ? "true" : "false"
        case .integer(let digits), .float(let digits): text = digits
        }
        if isText, kind != .text {
            // One of them says it for all.
            if !isMixed { diagnostics.report(.mixedEnum(text, isFlag: kind == .flag, at: entry.place)) }
            (isWhole, isMixed) = (false, true)
        } else if !isText, kind == .integer ? Int64(text) == nil : Double(text).map(\.isFinite) != true {
            diagnostics.report(.enumNumber(text, at: entry.place))
            isWhole = false
        } else if let first = places.updateValue(entry.place, forKey: text) {
            diagnostics.report(.duplicateEnumValue(text, at: entry.place, first: first))
            isWhole = false
        } else {
            cases.append(.init(wireValue: text, place: entry.place))
        }
    }
    guard isWhole else { return nil }
    return .enumeration(cases, of: isText ? .texts : kinds.contains(.number) ? .numbers : .integers)
}

private func readUnion(_ node: Node, cases: Node?, otherwise: Node?, _ diagnostics: inout Diagnostics) -> Description.Union? {
    var union = Description.Union(alternatives: [])
    if let elements = node.elements {
        for element in elements {
            if let alternative = readAlternative(element, &diagnostics) { union.alternatives.append(alternative) }
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
        guard let tag = pair.key.text, var alternative = readAlternative(pair.value, &diagnostics) else { continue }
        alternative.tag = tag
        union.alternatives.append(alternative)
    }
    if let otherwise {
        if let tag = otherwise.text, let index = union.alternatives.firstIndex(where: { $0.tag == tag }) {
            union.alternatives[index].isDefault = true
        } else {
            let tags = union.alternatives.compactMap(\.tag)
            diagnostics.report(
                .unknownWord(otherwise, for: "otherwise", known: tags))
        }
    }
    return union.alternatives.isEmpty ? nil : union
}

/// A type, or a mapping that says too what its case is called after.
private func readAlternative(_ node: Node, _ diagnostics: inout Diagnostics) -> Description.Union.Alternative? {
    guard let pairs = node.pairs, isShape(pairs) else {
        return readType(node, rules: [], &diagnostics).map { .init(type: $0.type) }
    }
    let narrowing = MappingReader<ShapeKey>.Narrowing(accepts: { $0 != .optional }, others: "what may be null is the union, as a whole")
    guard let reader = MappingReader<ShapeKey>(node, &diagnostics, narrowed: narrowing) else { return nil }
    let title = reader.text(.title, &diagnostics)
    return readTypeInPlace(reader, rules: [], &diagnostics).map { .init(title: title?.text, type: $0.type) }
}

extension TypeText {
    /// Of what has a key of its own: null is a value, and being left out is not.
    var required: Description.TypeExpression {
        isNullable ? .init(kind: .optional(type), place: type.place) : type
    }
    /// The type with its `?`.
    var wrapped: Description.TypeExpression {
        isOptional || isNullable ? .init(kind: .optional(type), place: type.place) : type
    }
}

/// The fields of a model, or of whatever else lists names with types.
func readFields(_ node: Node, of what: DiagnosticText, _ diagnostics: inout Diagnostics) -> [Description.Field] {
    guard let pairs = node.pairs else {
        if !node.isNull { diagnostics.report(.notAMapping(what, node)) }
        return []
    }
    var fields: [Description.Field] = []
    var places: [String: (key: String?, place: SourceLocation)] = [:]
    for pair in withoutCutEnums(pairs, in: node, &diagnostics, name: \.text) {
        let read = pair.isCut ? cutField(pair.key) : readField(pair.key, pair.value, isParameter: false, &diagnostics)?.field
        guard let field = read else { continue }
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

/// A field whose type isn't known.
func cutField(_ key: Node) -> Description.Field? {
    key.text.map { name in
        .init(
            wireName: name.hasSuffix("?") ? String(name.dropLast()) : name, type: .init(kind: .scalar(.string), place: key.place),
            isOptional: name.hasSuffix("?"), place: key.place)
    }
}

/// What the long form of a parameter says beyond what every field does.
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
    guard !wireName.isEmpty else {
        diagnostics.report(.emptyName(at: key.place))
        return nil
    }
    for word in ["let ", "var ", "const ", "val "] where wireName.hasPrefix(word) {
        diagnostics.report(.declarationWord(word, wireName, at: key.place))
        return nil
    }
    if let (wire, name) = wireName.partsOfRenaming, key.isPlain {
        diagnostics.report(.renamedInKey(wire, name, value.isPlain ? value.text ?? "String" : "String", at: key.place))
        return nil
    }
    if key.isPlain, wireName.contains(" "), !isPermittedName(wireName) {
        diagnostics.report(.blankInName(wireName, at: key.place))
        return nil
    }
    if isParameter, let name = wireName.wholeOfPlaceholder {
        diagnostics.report(.parameterInBraces(wireName, name, at: key.place))
        return nil
    }
    if value.isPlain, value.text == "" {
        // `{n: Map<String, Int>}`: told where the comma cut it.
        if wireName.hasSuffix(">"), !wireName.contains("<") { return nil }
        let hasType = wireName.split(separator: ":", maxSplits: 1).count == 2 && !wireName.contains("/")
        diagnostics.report(
            hasType
                ? .colonWithoutBlank(wireName, at: key.place)
                : .emptyType(at: value.place.line == key.place.line ? value.place : key.place))
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
        accepts: { isParameter ? !FieldKey.onlyForFields.contains($0) : !FieldKey.onlyForParameters.contains($0) },
        others: isParameter ? "it is for the fields of models" : "it is for the parameters of an endpoint")
    if let pair = node.pairs?.first, node.pairs?.count == 1, let key = pair.key.text, Scalar(rawValue: key) != nil {
        let value = pair.value.text.map { Scalar(rawValue: $0) == nil && !isTypeName($0) ? "T" : $0 } ?? "T"
        diagnostics.report(.dictionaryInBraces("[String: \(value)]", at: node.place))
        return nil
    }
    if isParameter, ["query", "path", "header", "headers", "cookie", "cookies", "body"].contains(name), let pairs = node.pairs,
        let first = pairs.first?.key.text, pairs.allSatisfy({ FieldKey(rawValue: $0.key.text ?? "") == nil })
    {
        diagnostics.report(.groupedParameters(name, first: first, at: key.place))
        return nil
    }
    guard let reader = MappingReader<FieldKey>(node, &diagnostics, narrowed: narrowing) else { return nil }
    var type: TypeText?
    let shape = reader.shape
    if let node = reader[.type], reader.hasUnknownMeaning, ["array", "object"].contains(node.text) {
        // `{type: array, items: …}`: the other key is told.
        type = TypeText(type: .init(kind: .scalar(.json), place: node.place))
    } else if let node = reader[.type] {
        type = readType(node, rules: .field, &diagnostics)
        if !shape.isEmpty { diagnostics.report(.typeAndShape(at: node.place)) }
    } else if !shape.isEmpty {
        type = readShape(shape, &diagnostics).map { TypeText(type: .init(kind: .inline($0), place: node.place)) }
    } else if let constant = reader[.constant], let scalar = constant.value?.typeOfConstant {
        type = TypeText(type: .init(kind: .scalar(scalar), place: constant.place))
    } else if !reader.hasUnknownMeaning {
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
    if let node = reader[.constant] {
        if defaultValue != nil { diagnostics.report(.constantAndDefault(at: node.place)) }
        defaultValue = readLiteral(node)
    }
    let isReadOnly = reader.flag(.readOnly, &diagnostics) ?? false
    let isWriteOnly = reader.flag(.writeOnly, &diagnostics) ?? false
    if isReadOnly, isWriteOnly {
        diagnostics.report(.oneContent([FieldKey.readOnly.rawValue, FieldKey.writeOnly.rawValue], at: reader.place(of: .writeOnly)))
    }
    let documentation = reader.text(.description, &diagnostics)?.text
    let deprecation = readDeprecation(reader[.deprecated], &diagnostics)
    let location = reader.word(.in, Description.Parameter.Location.self, &diagnostics)
    let style = reader.word(.style, Description.ParameterStyle.self, &diagnostics)
    let explode = reader.flag(.explode, &diagnostics)
    let part = reader.text(.part, &diagnostics)
    guard let type else { return nil }
    let field = Description.Field(
        wireName: wire?.text ?? name, swiftName: swiftName, type: type.type,
        isOptional: isOptional || isOptionalHere || type.isOptional, isNullable: isNullable || type.isNullable, defaultValue: defaultValue,
        absentValue: reader[.absent].map(readLiteral), isConstant: reader[.constant] != nil, isReadOnly: isReadOnly,
        isWriteOnly: isWriteOnly, documentation: documentation, deprecation: deprecation, example: reader[.example].map(readLiteral),
        place: key.place)
    return ParameterParts(
        field: field, location: location.map { ($0, reader.place(of: .in)) }, style: style, explode: explode, part: part)
}

/// `{n: Map<String, Int>}`, which a comma has cut, and comments of other languages are told elsewhere.
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
    static func declarationWord(_ word: String, _ name: String, at place: SourceLocation) -> Self {
        .error(
            "misplaced-key", "a field is written without '\(word.dropLast())'", help: "write '\(name.dropFirst(word.count)): …'", at: place)
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
        .error("not-the-placeholder", "a parameter's key is its name alone, and this is '\(text)'", help: "write '\(name)'", at: place)
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
    /// nil: null is no value to tell a type by.
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
    case .bool(true)?: return .init(message: nil)
    case .bool(false)?: return nil
    case .string(let text)? where !["true", "false", "yes", "no", "on", "off", "y", "n", ""].contains(text.lowercased()):
        return .init(message: text)
    case .string(let text)?:
        diagnostics.report(
            .wrongValue(
                of: "deprecated", found: node.isPlain ? "'\(text)'" : "\"\(text)\"", expected: "true, or what to use instead",
                at: node.place))
        return nil
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
    static func dictionaryInBraces(_ spelling: String, at place: SourceLocation) -> Self {
        .error("dictionary-key", "a dictionary is in brackets, not in braces", help: "write '\(spelling)'", at: place)
    }
    static func colonWithoutBlank(_ text: String, at place: SourceLocation) -> Self {
        let parts = text.split(separator: ":", maxSplits: 1)
        return .colonWithoutBlank(String(parts.first ?? ""), String(parts.last ?? ""), at: place)
    }
    static func listOfFields(_ names: [String], at place: SourceLocation) -> Self {
        .error(
            "several-element-types", "a model's fields stand below each other without '-', each with its type",
            help: "write '\(names.first ?? "id"): String'", at: place)
    }
    static func fieldsOfElement(_ first: String, at place: SourceLocation) -> Self {
        .notAType(
            "{\(first): …}", help: "declare a model, 'Item: {\(first): …}', and write '[Item]'; or '[{fields: {\(first): …}}]'", at: place)
    }
    static func emptyList(at place: SourceLocation) -> Self {
        .error("list-without-type", "'[]' doesn't say what the list contains", help: "write '[String]', '[Issue]' or '[JSON]'", at: place)
    }
    static func severalElementTypes(_ names: [String], at place: SourceLocation) -> Self {
        let areWords = !names.isEmpty && names.allSatisfy { $0.unicodeScalars.first?.properties.isLowercase == true }
        return .error(
            "several-element-types", "a list has one element type, and this names several",
            help: areWords
                ? "fields are written '{\(names[0]): String, …}', an enum '\(names.prefix(4).map { "\($0)" as DiagnosticText }.joined(separator: " | "))'"
                : "for elements of several types declare a model with 'union:'; quote a generic type that holds a comma", at: place)
    }
    static func oneShape(_ given: [String], at place: SourceLocation) -> Self {
        .error(
            "one-shape", given.isEmpty ? "this declares no type" : "\(DiagnosticText.list(given, "and")) exclude each other",
            help: "give one of 'fields', 'enum' and 'union'", at: place)
    }
    static func misplacedCases(at place: SourceLocation) -> Self {
        .error("misplaced-cases", "'cases' belongs to a union with a discriminator", help: "write 'union: type' with it", at: place)
    }
    static func mixedEnum(_ value: String, isFlag: Bool, at place: SourceLocation) -> Self {
        .error(
            "enum-value", "'\(value)' is \(isFlag ? "a Bool" : "a number"), and other values of this enum are strings",
            help: "if the server sends a string write it in quotes: '{enum: [\"\(value)\", …]}'", at: place)
    }
    static func enumOfFlags(at place: SourceLocation) -> Self {
        .error(
            "enum-value", "true and false are the values of 'Bool'",
            help: "write 'Bool', or '{enum: [\"true\", \"false\"]}' if the server sends strings", at: place)
    }
    static func enumNumber(_ value: String, at place: SourceLocation) -> Self {
        .error("enum-value", "'\(value)' isn't a 64-bit number", help: "quote it if the server sends a string", at: place)
    }
    static func constantAndDefault(at place: SourceLocation) -> Self {
        .error("one-content", "'constant' and 'default' exclude each other", help: "keep one of them", at: place)
    }
    static func misplacedOtherFields(at place: SourceLocation) -> Self {
        .error(
            "misplaced-cases", "'otherFields' belongs to 'fields'", help: "write 'fields: {}' beside it if there are no others", at: place)
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
        .error("second-default", "the type has a default already", help: "keep one of them", at: place)
    }
}
