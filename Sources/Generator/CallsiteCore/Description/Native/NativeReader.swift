// In: the files' nodes. Out: the `Description` that Callsite's own format gives, as it is written: the next stage
// checks whether a named model exists, or a default fits its type.

/// Reads the main file and what it includes. Files that are not loaded yet come back in `missing`.
func readNative(_ nodes: NodeSet, _ diagnostics: inout Diagnostics) -> Description {
    let files = nodes.sources.files
    var description = Description(
        name: .init(text: "API", place: SourceLocation(file: .main, line: 1, column: 1)),
        fileName: fileName(of: files[0].path))
    guard let main = nodes.documents[0] else { return description }
    if let problem = outlineProblem(of: main.root) {
        diagnostics.report(problem)
        return description
    }
    let forgotten = ForgottenSections(main.root)
    forgotten.report(&diagnostics)
    guard let reader = MappingReader<DocumentKey>(main.root, &diagnostics, ignoring: forgotten.keys) else {
        return description
    }
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
                        accepts: \.isForIncludedFiles, others: "it is said once, in the main file", requiresKeys: false)
                )
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
        for (name, node) in reader.entries(.parameterSets, of: "'parameterSets'", &diagnostics)
        where isNew(name, "parameter set") {
            scope.parameterSets[name.text] = readParameterList(node, &diagnostics)
        }
        for (name, node) in reader.entries(.pagination, of: "'pagination'", &diagnostics) where isNew(name, "strategy")
        {
            guard
                let keys = MappingReader<StrategyKey>(
                    node, &diagnostics,
                    narrowed: .init(accepts: { $0 != .use }, others: "'use' is for an endpoint's 'pagination'"))
            else { continue }
            let strategy = readStrategy(
                keys, name: name.text, over: nil, place: name.place, requiresAll: false, &diagnostics)
            guard let strategy else { continue }
            scope.strategies[name.text] = strategy
            description.strategies.append(strategy)
        }
    }
    for (reader, file) in documents {
        let isMain = file == .main
        let endpoints =
            reader.entries(.endpoints, of: "'endpoints'", &diagnostics) + (isMain ? forgotten.endpoints : [])
        for (name, node, isCut) in withoutStrayKeys(endpoints, of: .endpoints, &diagnostics)
        where isNew(name, "endpoint") {
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

/// Reads the keys that only the main file may have.
private func readAPI(
    _ reader: MappingReader<DocumentKey>, into description: inout Description, _ diagnostics: inout Diagnostics
) {
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
        guard let name = pair.key.text, let value = pair.value.text, !value.isEmpty, !value.contains("="),
            !value.contains("|"),
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
            wireName: name, type: .init(kind: .scalar(type), place: pair.value.place), defaultValue: literal,
            place: pair.key.place)
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
        diagnostics.report(
            .badBaseURL(text, help: "credentials don't belong into a URL: use 'authentication:'", at: url.place))
    } else {
        do {
            let template = try PathTemplate(
                parsing: String(text.dropFirst(scheme)), requiresSlash: false, allowsRepetitions: true)
            let declared = Set(variables.map(\.wireName))
            let used = Set(template.placeholders)
            var meant: Set<String> = []
            for name in template.placeholders where !declared.contains(name) {
                if !diagnostics.wantsNoMoreSuggestions,
                    let variable = Spelling.suggestion(for: name, among: variables.map(\.wireName))
                {
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
        .error(
            "unknown-version", "the format's version is \(found)",
            help: "write 'callsite: 1', which this Callsite reads", at: place)
    }
    static func duplicateName(_ name: String, _ what: String, at place: SourceLocation, first: SourceLocation) -> Self {
        .error(
            "duplicate-name", "a second \(what) is named '\(name)'", at: place,
            notes: [.init("the first is here", at: first)])
    }
    static func badBaseURL(_ text: String, help: DiagnosticText, at place: SourceLocation) -> Self {
        .error("bad-base-url", "'\(text)' can't be a base URL", help: help, at: place)
    }
    static func undeclaredVariable(_ name: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "undeclared-variable", "the base URL's variable {\(name)} is not declared",
            help: Spelling.suggestion(for: name, among: known).map { "did you mean '{\($0)}'?" }
                ?? "write 'variables: {\(yaml: name): String = …}'", at: place)
    }
    static func unusedVariable(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "unused-variable", "the base URL has no variable {\(name)}",
            help: "write it where it belongs, or remove it", at: place)
    }
    static func variableWithoutDefault(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "variable-without-default", "the variable '\(name)' needs a default", help: "write '\(name): String = …'",
            at: place)
    }
    static func badInclude(_ path: String, at place: SourceLocation) -> Self {
        .error(
            "bad-include", "'\(path: path)' can't be included",
            help: "write a path relative to this file, with '/' between its folders",
            at: place)
    }
}
