// In: the files' nodes. Out: the `Description` that Callsite's own format gives. What is read here is what is written:
// whether a named model exists, or a default fits its type, is for the next stage.

/// Reads the main file and what it includes. Files that are not loaded yet come back in `missing`.
func readNative(_ nodes: NodeSet, _ diagnostics: inout Diagnostics) -> Description {
    let files = nodes.sources.files
    var description = Description(
        name: .init(text: "API", place: SourceLocation(file: .main, line: 1, column: 1)), fileName: fileName(of: files[0].path))
    guard let main = nodes.documents[0] else { return description }
    if let problem = outlineProblem(of: main.root) {
        diagnostics.report(problem)
        return description
    }
    let forgotten = ForgottenSections(main.root)
    forgotten.report(&diagnostics)
    guard let reader = MappingReader<DocumentKey>(main.root, &diagnostics, ignoring: forgotten.keys) else { return description }
    checkVersion(reader, &diagnostics)

    // The main file, then each included one once, in the order in which they are named.
    var documents = [(reader, file: FileID.main)]
    var missing: Set<String> = []
    var next = 0
    while next < documents.count {
        let (including, file) = documents[next]
        next += 1
        for name in including.texts(.include, &diagnostics) {
            guard let path = path(of: name, from: files[file.index].path, &diagnostics) else { continue }
            guard let id = nodes.sources.file(at: path) else {
                if missing.insert(path).inserted {
                    description.missing.append(.init(path: path, location: name.place))
                }
                continue
            }
            guard !documents.contains(where: { $0.file == id }), let document = nodes.documents[id.index],
                let included = MappingReader<DocumentKey>(
                    document.root, &diagnostics,
                    narrowed: .init(
                        accepts: \.isForIncludedFiles, others: "it is said once, in the main file", requiresKeys: false))
            else { continue }
            documents.append((included, id))
        }
    }
    readAPI(reader, into: &description, &diagnostics)

    var scope = NativeScope()
    var places: [String: SourceLocation] = [:]
    func isNew(_ name: Description.Name, _ what: String) -> Bool {
        let key = what + name.text
        if let first = places[key] {
            diagnostics.report(.duplicateName(name.text, what, at: name.place, first: first))
            return false
        }
        places[key] = name.place
        return true
    }
    for (reader, _) in documents {
        for (name, node) in reader.entries(.parameterSets, of: "'parameterSets'", &diagnostics) where isNew(name, "parameter set") {
            scope.parameterSets[name.text] = readParameterList(node, &diagnostics)
        }
        for (name, node) in reader.entries(.pagination, of: "'pagination'", &diagnostics) where isNew(name, "strategy") {
            guard
                let keys = MappingReader<StrategyKey>(
                    node, &diagnostics, narrowed: .init(accepts: { $0 != .use }, others: "'use' is for an endpoint's 'pagination'"))
            else { continue }
            let strategy = readStrategy(keys, name: name.text, over: nil, place: name.place, requiresAll: false, &diagnostics)
            guard let strategy else { continue }
            scope.strategies[name.text] = strategy
            description.strategies.append(strategy)
        }
    }
    for (reader, file) in documents {
        let isMain = file == .main
        let endpoints = reader.entries(.endpoints, of: "'endpoints'", &diagnostics) + (isMain ? forgotten.endpoints : [])
        for (name, node, isCut) in withoutStrayKeys(endpoints, of: .endpoints, &diagnostics) where isNew(name, "endpoint") {
            var own = Diagnostics()
            let endpoint = readEndpoint(name, node, in: scope, &own)
            if !isCut { diagnostics.append(own) }
            if let endpoint { description.endpoints.append(endpoint) }
        }
        let models = reader.entries(.models, of: "'models'", &diagnostics) + (isMain ? forgotten.models : [])
        let entries = withoutCutEnums(models, in: reader[.models], &diagnostics) { $0.text }
        for entry in entries where entry.isCut {
            description.models.append(.init(name: entry.key, shape: .object([])))
        }
        let whole = entries.filter { !$0.isCut }.map { (key: $0.key, value: $0.value) }
        for (name, node, isCut) in withoutStrayKeys(whole, of: .models, &diagnostics) {
            if isCut, node.isNull {
                description.models.append(.init(name: name, shape: .object([])))
                continue
            }
            guard let model = readModel(name, node, &diagnostics), isNew(model.name, "model") else { continue }
            description.models.append(model)
        }
    }
    return description
}

private func checkVersion(_ reader: MappingReader<DocumentKey>, _ diagnostics: inout Diagnostics) {
    guard let node = reader[.callsite], node.value != .integer("1") else { return }
    diagnostics.report(.unknownVersion(node.kindDescription, at: node.place))
}

/// What only the main file says.
private func readAPI(_ reader: MappingReader<DocumentKey>, into description: inout Description, _ diagnostics: inout Diagnostics) {
    if let name = reader.text(.api, &diagnostics) {
        checkTypeName(name, of: "an API", &diagnostics)
        description.name = name
    }
    description.documentation = reader.text(.description, &diagnostics)?.text
    let variables = reader[.variables].map { readVariables($0, &diagnostics) } ?? []
    if let url = reader.text(.baseURL, &diagnostics) {
        if url.text == "none" {
            for variable in variables { diagnostics.report(.unusedVariable(variable.wireName, at: variable.place)) }
        } else {
            description.baseURL = readBaseURL(url, variables, &diagnostics)
        }
    }
    description.headers = readHeaders(reader.entries(.headers, of: "'headers'", &diagnostics), &diagnostics)
    description.authentication = reader[.authentication].flatMap { readAuthentication($0, &diagnostics) }
    description.idempotencyKey = readIdempotencyKey(reader.text(.idempotencyKey, &diagnostics), &diagnostics)
    description.oauth2Flows = readOAuth2Flows(reader.entries(.oauth2, of: "'oauth2'", &diagnostics), &diagnostics)
    if let node = reader[.deepLinks] { description.deepLinks = readDeepLinks(node, &diagnostics) }
    if let node = reader[.success] {
        description.success = readConditions(node, "fields and their values: '{ok: true}'", &diagnostics)
    }
    description.errors = readErrors(
        error: reader[.error], errors: reader.entries(.errors, of: "'errors'", &diagnostics), &diagnostics)
}

/// The variables of the base URL: fields with a default, or the default alone.
private func readVariables(_ node: Node, _ diagnostics: inout Diagnostics) -> [Description.Field] {
    guard let pairs = node.pairs else { return readFields(node, of: "'variables'", &diagnostics) }
    return pairs.compactMap { pair in
        guard let name = pair.key.text, let value = pair.value.text, !value.isEmpty, !value.contains("="), !value.contains("|"),
            Scalar(rawValue: value) == nil, Scalar(rawValue: String(value.dropLast())) == nil
        else { return readField(pair.key, pair.value, isParameter: false, &diagnostics)?.field }
        // `host: api.example.com`, `port: 8080`: what is no type is the default.
        let literal = readLiteral(pair.value)
        let type: Scalar =
            switch literal.kind {
            case .integer: .int
            default: .string
            }
        return .init(
            wireName: name, type: .init(kind: .scalar(type), place: pair.value.place), defaultValue: literal, place: pair.key.place)
    }
}

/// `https://{host}/v1`: absolute, without a query; each variable declared with a default, and used.
func readBaseURL(
    _ url: Description.Name, _ variables: [Description.Field], _ diagnostics: inout Diagnostics
) -> Description.BaseURL {
    let text = url.text
    let scheme = text.hasPrefix("https://") ? 8 : text.hasPrefix("http://") ? 7 : 0
    if scheme == 0 || text.utf8.count == scheme || text.dropFirst(scheme).hasPrefix("/") {
        diagnostics.report(.badBaseURL(text, help: "write 'https://' and a host", at: url.place))
    } else if text.contains("?") || text.contains("#") {
        diagnostics.report(.badBaseURL(text, help: "leave out what begins with '?' or '#'", at: url.place))
    } else if text.dropFirst(scheme).prefix(while: { $0 != "/" }).contains("@") {
        diagnostics.report(.badBaseURL(text, help: "credentials don't belong into a URL: use 'authentication:'", at: url.place))
    } else {
        do {
            let template = try PathTemplate(parsing: String(text.dropFirst(scheme)), requiresSlash: false, allowsRepetitions: true)
            let declared = Set(variables.map(\.wireName))
            let used = Set(template.placeholders)
            var meant: Set<String> = []
            for name in template.placeholders where !declared.contains(name) {
                if !diagnostics.wantsNoMoreSuggestions, let variable = Spelling.suggestion(for: name, among: variables.map(\.wireName)) {
                    meant.insert(variable)
                }
                diagnostics.report(.undeclaredVariable(name, known: variables.map(\.wireName), at: url.place))
            }
            for variable in variables where !used.contains(variable.wireName) && !meant.contains(variable.wireName) {
                diagnostics.report(.unusedVariable(variable.wireName, at: variable.place))
            }
        } catch {
            diagnostics.report(.badBaseURL(text, help: error.message, at: url.place))
        }
    }
    for variable in variables where variable.defaultValue == nil {
        diagnostics.report(.variableWithoutDefault(variable.wireName, at: variable.place))
    }
    return .init(template: text, variables: variables, place: url.place)
}

// MARK: - Models

private func readModel(_ name: Description.Name, _ node: Node, _ diagnostics: inout Diagnostics) -> Description.Model? {
    guard let (modelName, parameters) = readModelName(name, &diagnostics) else { return nil }
    var model = Description.Model(name: modelName, typeParameters: parameters, shape: .object([]))
    if Scalar(rawValue: modelName.text) != nil { diagnostics.report(.modelIsScalar(modelName.text, at: modelName.place)) }
    guard let pairs = node.pairs else {
        // Whoever refers to it is right.
        guard let type = readType(node, rules: .allowsOptional, &diagnostics) else { return model }
        if case .inline(let shape) = type.type.kind { model.shape = shape } else { model.shape = .alias(type.wrapped) }
        return model
    }
    let keys = pairs.compactMap(\.key.text)
    let foreign = foreignShape(of: pairs, in: node)
    guard let key = keys.first(where: { key in ModelKey.shapes.contains { $0.rawValue == key } }), foreign?.id != "wrong-value" else {
        if let problem = foreign {
            diagnostics.report(problem)
            return model
        }
        model.shape = .object(readFields(node, of: "a model", &diagnostics))
        return model
    }
    let value = pairs.first { $0.key.text == key }?.value ?? node
    let isWhole = keys.allSatisfy { ModelKey(rawValue: $0) != nil }
    if !isWhole, isFieldType(value) {
        // With keys that the long form hasn't, it is a model one of whose fields is called `fields`, `enum`, `union` or `is`.
        model.shape = .object(readFields(node, of: "a model", &diagnostics))
        return model
    }
    // `{is: Bool}` and `{is: String, description: String}` could be models; a type is rarely in quotes, and a sentence may be.
    let isFields =
        key == "is" && value.isScalar
        && (pairs.count == 1 || pairs.contains { $0.key.text != "is" && $0.value.isPlain && Scalar(rawValue: $0.value.text ?? "") != nil })
    if isWhole, isFields || !isLong(key, value, hasCases: keys.contains("cases")) {
        diagnostics.report(.ambiguousMapping(key, of: "model", at: node.place))
        return nil
    }
    guard let reader = MappingReader<ModelKey>(node, &diagnostics) else { return nil }
    model.documentation = reader.text(.description, &diagnostics)?.text
    model.deprecation = readDeprecation(reader[.deprecated], &diagnostics)
    if let name = reader.text(.name, &diagnostics) {
        checkTypeName(name, of: "a model", &diagnostics)
        model.swiftName = name
    }
    if let node = reader[.is] {
        let given = ModelKey.shapes.filter { reader.has($0) }
        if given.count > 1 { diagnostics.report(.oneShape(given.map(\.rawValue), at: node.place)) }
        guard let type = readType(node, rules: .allowsOptional, &diagnostics) else { return model }
        model.shape = .alias(type.wrapped)
        return model
    }
    if let format = reader[.dateFormat] {
        let given = ModelKey.shapes.filter { reader.has($0) }
        if given.count > 1 { diagnostics.report(.oneShape(given.map(\.rawValue), at: format.place)) }
        guard let pattern = readDatePattern(format, timeZone: reader[.timeZone], &diagnostics) else { return model }
        model.shape = .date(pattern)
        if model.documentation == nil { model.documentation = pattern.documentation }
        return model
    }
    if let zone = reader[.timeZone] { diagnostics.report(.timeZoneAlone(at: zone.place)) }
    guard let shape = readShape(reader.shape, &diagnostics) else { return nil }
    model.shape = shape
    return model
}

/// Keys of JSON Schema and of classes, which may be taken for what they are there: fields of these names stand under `fields:`.
package let foreignShapeKeys: Set<String> = [
    "extends", "inherits", "allOf", "base", "parent", "oneOf", "anyOf", "properties", "enums", "$ref",
]

/// A model that is written as JSON Schema or a class of some language is: what would be right. The field of such a name has `fields:`.
private func foreignShape(of pairs: [(key: Node, value: Node)], in node: Node) -> Diagnostic? {
    // `{enum: open, closed}`: YAML ends the text at the comma.
    if let first = pairs.first, first.key.text == "enum", node.isFlow, let text = first.value.text, !text.contains("|"), pairs.count > 1,
        pairs.dropFirst().allSatisfy({ $0.value.isPlain && $0.value.text == "" })
    {
        let names = [text] + pairs.dropFirst().compactMap(\.key.text)
        let list = names.prefix(6).map { "\($0)" as DiagnosticText }.joined(separator: ", ")
        return .enumWithoutBrackets(list, at: first.value.place)
    }
    for (key, value) in pairs where key.text.map(foreignShapeKeys.contains) == true {
        let names = (value.elements ?? [value]).compactMap {
            $0.text ?? $0["$ref"]?.text.flatMap { $0.split(separator: "/").last.map(String.init) }
        }
        let first = names.first?.split(separator: "/").last.map(String.init) ?? "Other"
        let isAlone = pairs.count == 1
        switch key.text {
        case "extends", "inherits", "allOf", "base", "parent":
            // `parent: Category` is a fine field; nothing else is `allOf: [A, B]`.
            guard key.text == "allOf" || (key.text != "base" && key.text != "parent" && names.allSatisfy(isTypeName)) else { continue }
            return .foreignShape(
                key.text ?? "",
                isAlone && names.count == 1
                    ? "write '\(first)' alone for another name of it"
                    : "a model has all its fields itself: write those of '\(first)' here too",
                at: key.place)
        case "oneOf", "anyOf":
            guard value.isSequence else { continue }
            return .foreignShape(
                key.text ?? "", "write 'union: [\(names.prefix(6).map { "\($0)" as DiagnosticText }.joined(separator: ", "))]'",
                at: key.place)
        case "properties":
            guard value.isMapping, !isFieldType(value) else { continue }
            return .foreignShape("properties", "write 'fields:', or the fields alone", at: key.place)
        case "enums":
            guard value.elements.map({ $0.count > 1 }) == true else { continue }
            return .foreignShape(key.text ?? "", "write 'enum:'", at: key.place)
        case "$ref":
            guard value.text.map({ $0.contains("/") || $0.contains("#") }) == true else { continue }
            return .foreignShape("$ref", "write '\(first)' alone", at: key.place)
        default: continue
        }
    }
    return nil
}

/// Whether the value behind `fields`, `enum` or `union` is what the long form has there, rather than a field's type.
private func isLong(_ key: String, _ value: Node, hasCases: Bool) -> Bool {
    switch key {
    case "fields": value.isMapping
    case "is": true
    // `dateFormat: String` is a field.
    case "dateFormat": value.text.map { !isTypeName($0) || (try? DatePattern(parsing: $0, timeZone: nil)) != nil } ?? true
    case "enum": value.isMapping || value.isSequence || value.text?.contains(where: { $0 == "|" || $0 == "," }) == true
    // `union: type` without cases is a slip; `union: Bool` is a field.
    default: value.elements.map { $0.count > 1 } ?? (hasCases || value.text?.first?.isLowercase == true)
    }
}

/// Whether a value could be a field's: a type's text, a list of one, or the long form with a `type`.
private func isFieldType(_ value: Node) -> Bool {
    if let pairs = value.pairs {
        return pairs.contains { $0.key.text == "type" } && pairs.allSatisfy { FieldKey(rawValue: $0.key.text ?? "") != nil }
    }
    return value.isScalar || value.elements?.count == 1
}

/// `Page<Element>`: the name and its type parameters.
private func readModelName(
    _ name: Description.Name, _ diagnostics: inout Diagnostics
) -> (Description.Name, [Description.Name])? {
    guard let open = name.text.firstIndex(of: "<") else {
        checkTypeName(name, of: "a model", &diagnostics)
        return (name, [])
    }
    let base = Description.Name(text: String(name.text[..<open]), place: name.place)
    guard name.text.hasSuffix(">") else {
        diagnostics.report(.unclosedGeneric(name.text, at: name.place))
        return nil
    }
    checkTypeName(base, of: "a model", &diagnostics)
    var parameters: [Description.Name] = []
    for part in name.text[name.text.index(after: open)...].dropLast().split(separator: ",", omittingEmptySubsequences: false) {
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

// MARK: - Paths of files

private func fileName(of path: String) -> String {
    String(path.split(separator: "/").last ?? Substring(path))
}

/// The path of an included file from the working folder: the including file's folder, and what is written.
private func path(of name: Description.Name, from including: String, _ diagnostics: inout Diagnostics) -> String? {
    let text = name.text
    if text.contains("://") || text.hasPrefix("/") || text.contains("\\") || text.contains("\0") {
        diagnostics.report(.badInclude(text, at: name.place))
        return nil
    }
    return sourcePath(of: text, from: including)
}

extension Diagnostic {
    static func unknownVersion(_ found: DiagnosticText, at place: SourceLocation) -> Self {
        .error("unknown-version", "the format's version is \(found)", help: "write 'callsite: 1', which this Callsite reads", at: place)
    }
    static func duplicateName(_ name: String, _ what: String, at place: SourceLocation, first: SourceLocation) -> Self {
        .error("duplicate-name", "a second \(what) is named '\(name)'", at: place, notes: [.init("the first is here", at: first)])
    }
    static func badBaseURL(_ text: String, help: DiagnosticText, at place: SourceLocation) -> Self {
        .error("bad-base-url", "'\(text)' can't be a base URL", help: help, at: place)
    }
    static func undeclaredVariable(_ name: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "undeclared-variable", "the base URL's variable {\(name)} is not declared",
            help: Spelling.suggestion(for: name, among: known).map { "did you mean '{\($0)}'?" }
                ?? "write 'variables: {\(name): String = …}'", at: place)
    }
    static func unusedVariable(_ name: String, at place: SourceLocation) -> Self {
        .error("unused-variable", "the base URL has no variable {\(name)}", help: "write it where it belongs, or remove it", at: place)
    }
    static func variableWithoutDefault(_ name: String, at place: SourceLocation) -> Self {
        .error("variable-without-default", "the variable '\(name)' needs a default", help: "write '\(name): String = …'", at: place)
    }
    static func enumWithoutBrackets(_ values: DiagnosticText, at place: SourceLocation) -> Self {
        .error(
            "wrong-value", "the values of an enum are a list, and YAML ends this string at the comma", help: "write 'enum: [\(values)]'",
            at: place)
    }
    static func foreignShape(_ key: String, _ help: DiagnosticText, at place: SourceLocation) -> Self {
        .error(
            "foreign-shape", "'\(key)' isn't a key of a model", help: help + "; for a field of this name write 'fields: {\(key): …}'",
            at: place)
    }
    static func modelIsScalar(_ name: String, at place: SourceLocation) -> Self {
        .error("model-is-scalar", "'\(name)' is a type of the format", help: "give the model another name", at: place)
    }
    static func badTypeParameter(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "bad-type-parameter", "'\(name)' can't be a type parameter here",
            help: "each needs a name of its own, and none of the format's types", at: place)
    }
    static func badInclude(_ path: String, at place: SourceLocation) -> Self {
        .error(
            "bad-include", "'\(path: path)' can't be included", help: "write a path relative to this file, with '/' between its folders",
            at: place)
    }
}
