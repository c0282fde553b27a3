// Models: a name, perhaps with type parameters, and its shape; shapes of other formats are recognized.

func readModel(_ name: Description.Name, _ node: Node, _ diagnostics: inout Diagnostics) -> Description.Model? {
    guard let (modelName, parameters) = readModelName(name, &diagnostics) else { return nil }
    var model = Description.Model(name: modelName, typeParameters: parameters, shape: .object([]))
    if Scalar(rawValue: modelName.text) != nil {
        diagnostics.report(.modelIsScalar(modelName.text, at: modelName.place))
    }
    guard let pairs = node.pairs else {
        // A model with a wrong type is still declared, so that references to it are no mistakes.
        guard let type = readType(node, rules: .allowsOptional, &diagnostics) else { return model }
        if case .inline(let shape) = type.type.kind { model.shape = shape } else { model.shape = .alias(type.wrapped) }
        return model
    }
    let keys = pairs.compactMap(\.key.text)
    let shapeKey = keys.first { key in ModelKey.shapes.contains { $0.rawValue == key } }
    if let problem = foreignShape(of: pairs, in: node), shapeKey == nil || problem.id == "wrong-value" {
        diagnostics.report(problem)
        return model
    }
    let isWhole = keys.allSatisfy { ModelKey(rawValue: $0) != nil }
    guard let key = shapeKey, let value = pairs.first(where: { $0.key.text == key })?.value,
        isWhole || !isFieldType(value)
    else {
        // `{fields: Int, total: Int}`: with keys that the long form hasn't, it is a model with a field of this name.
        model.shape = .object(readFields(node, of: "a model", &diagnostics))
        return model
    }
    // `{is: Bool}` and `{is: String, description: String}` could be models with a field `is`. A type is rarely in
    // quotes, but a description may be.
    let isFields =
        key == "is" && value.isScalar
        && (pairs.count == 1
            || pairs.contains {
                $0.key.text != "is" && $0.value.isPlain && Scalar(rawValue: $0.value.text ?? "") != nil
            })
    if isWhole, isFields || !isLong(key, value, hasCases: keys.contains("cases")) {
        return diagnostics.fail(.ambiguousMapping(key, of: "model", at: node.place))
    }
    guard let reader = MappingReader<ModelKey>(node, &diagnostics) else { return nil }
    model.documentation = reader.text(.description, &diagnostics)?.text
    model.deprecation = readDeprecation(reader[.deprecated], &diagnostics)
    if let name = reader.text(.name, &diagnostics) {
        checkTypeName(name, of: "a model", &diagnostics)
        model.swiftName = name
    }
    if let node = reader[.is] ?? reader[.dateFormat] {
        let shapes = ModelKey.shapes.filter { reader.has($0) }
        if shapes.count > 1 { diagnostics.report(.oneShape(shapes.map(\.rawValue), at: node.place)) }
    }
    if let node = reader[.is] {
        if let type = readType(node, rules: .allowsOptional, &diagnostics) { model.shape = .alias(type.wrapped) }
        return model
    }
    if let format = reader[.dateFormat] {
        if let pattern = readDatePattern(format, timeZone: reader[.timeZone], &diagnostics) {
            model.shape = .date(pattern)
            model.documentation = model.documentation ?? pattern.documentation
        }
        return model
    }
    if let zone = reader[.timeZone] { diagnostics.report(.timeZoneAlone(at: zone.place)) }
    guard let shape = readShape(reader, &diagnostics) else { return nil }
    model.shape = shape
    return model
}

/// Keys of JSON Schema and of classes in other languages. Fields with these names are written under `fields:`.
package let foreignShapeKeys: Set<String> = [
    "extends", "inherits", "allOf", "base", "parent", "oneOf", "anyOf", "properties", "enums", "$ref",
]

/// The advice for a model that is written as in JSON Schema, or as a class in another language.
private func foreignShape(of pairs: [(key: Node, value: Node)], in node: Node) -> Diagnostic? {
    // `{enum: open, closed}`: YAML ends the string at the comma.
    if let first = pairs.first, first.key.text == "enum", node.isFlow, let text = first.value.text, !text.contains("|"),
        pairs.count > 1, pairs.dropFirst().allSatisfy({ $0.value.isPlain && $0.value.text == "" })
    {
        let names = [text] + pairs.dropFirst().compactMap(\.key.text)
        return .enumWithoutBrackets(names.prefix(6).quoted(separator: ", "), at: first.value.place)
    }
    for (key, value) in pairs {
        if let word = key.text, let help = helpForShape(word, value, isAlone: pairs.count == 1) {
            return .foreignShape(word, help, at: key.place)
        }
    }
    return nil
}

/// The advice for a key of JSON Schema or of a class; nil: it is a field of this name.
private func helpForShape(_ key: String, _ value: Node, isAlone: Bool) -> DiagnosticText? {
    guard foreignShapeKeys.contains(key) else { return nil }
    let names = (value.elements ?? [value]).compactMap {
        $0.text ?? $0["$ref"]?.text.flatMap { $0.split(separator: "/").last.map(String.init) }
    }
    let first = names.first?.split(separator: "/").last.map(String.init) ?? "Other"
    switch key {
    case "extends", "inherits", "allOf":
        // `allOf: [A, B]` can't be a field.
        guard key == "allOf" || names.allSatisfy(isTypeName) else { return nil }
        return isAlone && names.count == 1
            ? "write '\(first)' alone for another name of it"
            : "a model has all its fields itself: write those of '\(first)' here too"
    case "oneOf", "anyOf":
        return value.isSequence ? "write 'union: [\(names.prefix(6).quoted(separator: ", "))]'" : nil
    case "properties":
        return value.isMapping && !isFieldType(value) ? "write 'fields:', or the fields alone" : nil
    case "enums": return value.elements.map { $0.count > 1 } == true ? "write 'enum:'" : nil
    case "$ref":
        return value.text.map { $0.contains("/") || $0.contains("#") } == true ? "write '\(first)' alone" : nil
    // `parent: Category` is a fine field, and so is `base`.
    default: return nil
    }
}

/// Whether the value of `fields`, `enum` or `union` belongs to the long form, rather than being a field's type.
private func isLong(_ key: String, _ value: Node, hasCases: Bool) -> Bool {
    switch key {
    case "fields": value.isMapping
    case "is": true
    // `dateFormat: String` is a field.
    case "dateFormat":
        value.text.map { !isTypeName($0) || (try? DatePattern(parsing: $0, timeZone: nil)) != nil } ?? true
    case "enum": value.isMapping || value.isSequence || value.text?.contains(where: { $0 == "|" || $0 == "," }) == true
    // `union: type` without cases is a slip; `union: Bool` is a field.
    default: value.elements.map { $0.count > 1 } ?? (hasCases || value.text?.first?.isLowercase == true)
    }
}

/// Whether a value could be a field's: a type's name, a list of one, or the long form with a `type`.
private func isFieldType(_ value: Node) -> Bool {
    if let pairs = value.pairs {
        return pairs.contains { $0.key.text == "type" }
            && pairs.allSatisfy { FieldKey(rawValue: $0.key.text ?? "") != nil }
    }
    return value.isScalar || value.elements?.count == 1
}

/// `Page<Element>`: the name and its type parameters.
func readModelName(
    _ name: Description.Name, _ diagnostics: inout Diagnostics
) -> (Description.Name, [Description.Name])? {
    guard let open = name.text.firstIndex(of: "<") else {
        checkTypeName(name, of: "a model", &diagnostics)
        return (name, [])
    }
    let base = Description.Name(text: String(name.text[..<open]), place: name.place)
    guard name.text.hasSuffix(">") else { return diagnostics.fail(.unclosedGeneric(name.text, at: name.place)) }
    checkTypeName(base, of: "a model", &diagnostics)
    var parameters: [Description.Name] = []
    for part in name.text[name.text.index(after: open)...].dropLast().split(
        separator: ",", omittingEmptySubsequences: false)
    {
        let text = part.drop { $0 == " " }
        let parameter = Description.Name(text: String(text.prefix { $0 != " " }), place: name.place)
        checkTypeName(parameter, of: "a type parameter", &diagnostics)
        if Scalar(rawValue: parameter.text) != nil || parameters.contains(where: { $0.text == parameter.text }) {
            diagnostics.report(.badTypeParameter(parameter.text, at: name.place))
        }
        parameters.append(parameter)
    }
    return (base, parameters)
}

extension Diagnostic {
    static func enumWithoutBrackets(_ values: DiagnosticText, at place: SourceLocation) -> Self {
        .error(
            "wrong-value", "the values of an enum are a list, and YAML ends this string at the comma",
            help: "write 'enum: [\(values)]'", at: place)
    }
    static func foreignShape(_ key: String, _ help: DiagnosticText, at place: SourceLocation) -> Self {
        .error(
            "foreign-shape", "'\(key)' isn't a key of a model",
            help: help + "; for a field of this name write 'fields: {\(yaml: key): …}'", at: place)
    }
    static func modelIsScalar(_ name: String, at place: SourceLocation) -> Self {
        .error("model-is-scalar", "'\(name)' is a type of the format", help: "give the model another name", at: place)
    }
    static func badTypeParameter(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "bad-type-parameter", "'\(name)' can't be a type parameter here",
            help: "each needs a name of its own, and none of the format's types", at: place)
    }
}
