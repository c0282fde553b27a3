// In: the nodes of files in Callsite's own format. Out: the `Description` as it is written. The next stage checks
// whether a named model exists, or whether a default fits its type.

/// Reads the main file and the files that it includes. The result's `missing` lists files that are not loaded yet.
func readNative(_ nodes: NodeSet, _ options: Options, _ diagnostics: inout Diagnostics) -> Description {
    reportOpenAPISettings(options, &diagnostics)
    var description = Description(of: nodes.sources)
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
    let readers = [reader] + included(by: reader, nodes, missing: &description.missing, &diagnostics)
    readAPI(reader, into: &description, &diagnostics)
    var names = DeclaredNames()
    var scope = NativeScope()
    for reader in readers { readShared(reader, into: &scope, &description, &names, &diagnostics) }
    for (index, reader) in readers.enumerated() {
        let others = index == 0 ? forgotten : nil
        readEndpoints(reader, others?.endpoints ?? [], in: scope, into: &description, &names, &diagnostics)
        readModels(reader, others?.models ?? [], into: &description, &names, &diagnostics)
    }
    if !options.selection.isEmpty, description.missing.isEmpty { description.keep(options.selection, &diagnostics) }
    return description
}

/// The names that the files declare. Two declarations of one kind, such as models, can't have the same name.
private struct DeclaredNames {
    private var places: [String: SourceLocation] = [:]

    /// - Returns: Whether the name is new for its kind. If it isn't, that is reported.
    mutating func insert(_ name: Description.Name, _ kind: String, _ diagnostics: inout Diagnostics) -> Bool {
        let key = kind + name.text
        if let first = places[key] {
            diagnostics.report(.duplicateName(name.text, kind, at: name.place, first: first))
            return false
        }
        places[key] = name.place
        return true
    }
}

/// The files that the main file includes, also through other files, each once, in the order of the references.
private func included(
    by main: MappingReader<DocumentKey>, _ nodes: NodeSet, missing: inout [MissingSource],
    _ diagnostics: inout Diagnostics
) -> [MappingReader<DocumentKey>] {
    let files = nodes.sources.files
    var documents = [(main, file: FileID.main)]
    var missingPaths: Set<String> = []
    var next = 0
    while next < documents.count {
        let (including, file) = documents[next]
        next += 1
        for name in including.texts(.include, &diagnostics) {
            guard let path = path(of: name, from: files[file.index].path, &diagnostics) else { continue }
            guard let id = nodes.sources.file(at: path) else {
                if missingPaths.insert(path).inserted { missing.append(.init(path: path, location: name.place)) }
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
    return documents.dropFirst().map(\.0)
}

/// Reads the parameter sets and the pagination strategies that endpoints refer to.
private func readShared(
    _ reader: MappingReader<DocumentKey>, into scope: inout NativeScope, _ description: inout Description,
    _ names: inout DeclaredNames, _ diagnostics: inout Diagnostics
) {
    for (name, node) in reader.entries(.parameterSets, &diagnostics)
    where names.insert(name, "parameter set", &diagnostics) {
        scope.parameterSets[name.text] = readParameterList(node, &diagnostics)
    }
    for (name, node) in reader.entries(.pagination, &diagnostics)
    where names.insert(name, "strategy", &diagnostics) {
        guard
            let keys = MappingReader<StrategyKey>(
                node, &diagnostics,
                narrowed: .init(accepts: { $0 != .use }, others: "'use' is for an endpoint's 'pagination'")),
            let strategy = readStrategy(
                keys, name: name.text, over: nil, place: name.place, requiresAll: false, &diagnostics)
        else { continue }
        scope.strategies[name.text] = strategy
        description.strategies.append(strategy)
    }
}

/// - Parameter others: Endpoints at the top of the file, where `endpoints:` was forgotten.
private func readEndpoints(
    _ reader: MappingReader<DocumentKey>, _ others: [(key: Description.Name, value: Node)], in scope: NativeScope,
    into description: inout Description, _ names: inout DeclaredNames, _ diagnostics: inout Diagnostics
) {
    let endpoints = reader.entries(.endpoints, &diagnostics) + others
    for (name, node, isCut) in withoutStrayKeys(endpoints, of: .endpoints, &diagnostics)
    where names.insert(name, "endpoint", &diagnostics) {
        var own = Diagnostics()
        let endpoint = readEndpoint(name, node, in: scope, &own)
        if !isCut { diagnostics.append(own) }
        if let endpoint { description.endpoints.append(endpoint) }
    }
}

/// - Parameter others: Models at the top of the file, where `models:` was forgotten.
private func readModels(
    _ reader: MappingReader<DocumentKey>, _ others: [(key: Description.Name, value: Node)],
    into description: inout Description, _ names: inout DeclaredNames, _ diagnostics: inout Diagnostics
) {
    let models = reader.entries(.models, &diagnostics) + others
    let entries = withoutCutEnums(models, in: reader[.models], &diagnostics) { $0.text }
    for entry in entries where entry.isCut { description.models.append(.init(name: entry.key, shape: .object([]))) }
    let whole = entries.filter { !$0.isCut }.map { (key: $0.key, value: $0.value) }
    for (name, node, isCut) in withoutStrayKeys(whole, of: .models, &diagnostics) {
        if isCut, node.isNull {
            description.models.append(.init(name: name, shape: .object([])))
            continue
        }
        guard let model = readModel(name, node, &diagnostics), names.insert(model.name, "model", &diagnostics) else {
            continue
        }
        description.models.append(model)
    }
}

/// Reports settings that apply only to OpenAPI documents. Callsite's own format has types instead of formats.
private func reportOpenAPISettings(_ options: Options, _ diagnostics: inout Diagnostics) {
    if let first = options.places[.formats].values.min(by: { $0.precedes($1) }) {
        diagnostics.report(.onlyForOpenAPI("formats", at: first))
    }
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
    description.headers = readHeaders(reader.entries(.headers, &diagnostics), &diagnostics)
    description.authentication = reader[.authentication].flatMap { readAuthentication($0, &diagnostics) }
    description.idempotencyKey = readIdempotencyKey(reader.text(.idempotencyKey, &diagnostics), &diagnostics)
    description.oauth2Flows = readOAuth2Flows(reader.entries(.oauth2, &diagnostics), &diagnostics)
    if let node = reader[.deepLinks] { description.deepLinks = readDeepLinks(node, &diagnostics) }
    if let node = reader[.success] {
        description.success = readConditions(node, "fields and their values: '{ok: true}'", &diagnostics)
    }
    description.errors = readErrors(error: reader[.error], errors: reader.entries(.errors, &diagnostics), &diagnostics)
}

/// The variables of the base URL. Each is a field with a default, or the default alone.
private func readVariables(_ node: Node, _ diagnostics: inout Diagnostics) -> [Description.Field] {
    guard let pairs = node.pairs else { return readFields(node, of: "'variables'", &diagnostics) }
    return pairs.compactMap { pair in
        guard let name = pair.key.text, let value = pair.value.text, !value.isEmpty, !value.contains("="),
            !value.contains("|"), Scalar(rawValue: value) == nil, Scalar(rawValue: String(value.dropLast())) == nil
        else { return readField(pair.key, pair.value, isParameter: false, &diagnostics)?.field }
        // A value that isn't a type is the default: `host: api.example.com`, `port: 8080`.
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

/// Reads a base URL such as `https://{host}/v1`. It is absolute and has no query. Its variables are declared with
/// defaults.
func readBaseURL(
    _ url: Description.Name, _ variables: [Description.Field], _ diagnostics: inout Diagnostics
) -> Description.BaseURL {
    let text = url.text
    let scheme = text.hasPrefix("https://") ? 8 : text.hasPrefix("http://") ? 7 : 0
    let rest = text.dropFirst(scheme)
    let help: DiagnosticText? =
        if scheme == 0 || rest.isEmpty || rest.hasPrefix("/") {
            "write 'https://' and a host"
        } else if text.contains("?") || text.contains("#") {
            "leave out what begins with '?' or '#'"
        } else if rest.prefix(while: { $0 != "/" }).contains("@") {
            "credentials don't belong into a URL: use 'authentication:'"
        } else {
            nil
        }
    if let help {
        diagnostics.report(.badBaseURL(text, help: help, at: url.place))
    } else {
        do {
            let template = try PathTemplate(parsing: String(rest), requiresSlash: false, allowsRepetitions: true)
            checkVariables(variables, of: template, at: url.place, &diagnostics)
        } catch {
            diagnostics.report(.badBaseURL(text, help: error.message, at: url.place))
        }
    }
    for variable in variables where variable.defaultValue == nil {
        diagnostics.report(.variableWithoutDefault(variable.wireName, at: variable.place))
    }
    return .init(template: text, variables: variables, place: url.place)
}

/// Reports variables in the URL that aren't declared, and declared variables that aren't in the URL. A variable whose
/// name is suggested for an undeclared one isn't reported as unused.
private func checkVariables(
    _ variables: [Description.Field], of template: PathTemplate, at place: SourceLocation,
    _ diagnostics: inout Diagnostics
) {
    let names = variables.map(\.wireName)
    let declared = Set(names)
    var suggestions: Set<String> = []
    for name in template.placeholders where !declared.contains(name) {
        if !diagnostics.wantsNoMoreSuggestions, let variable = Spelling.suggestion(for: name, among: names) {
            suggestions.insert(variable)
        }
        diagnostics.report(.undeclaredVariable(name, candidates: names, at: place))
    }
    let used = suggestions.union(template.placeholders)
    for variable in variables where !used.contains(variable.wireName) {
        diagnostics.report(.unusedVariable(variable.wireName, at: variable.place))
    }
}

// MARK: - Paths of files

/// The path of an included file from the working folder. The `include:` has the path from the including file.
private func path(of name: Description.Name, from including: String, _ diagnostics: inout Diagnostics) -> String? {
    let text = name.text
    if text.contains("://") || text.hasPrefix("/") || text.contains("\\") || text.contains("\0") {
        return diagnostics.fail(.badInclude(text, at: name.place))
    }
    return sourcePath(of: text, from: including)
}

extension Diagnostic {
    fileprivate static func onlyForOpenAPI(_ key: String, at place: SourceLocation) -> Self {
        .error(
            "only-for-openapi", "'\(key)' is for OpenAPI documents, and this is a description in Callsite's own format",
            help: "change the description instead", at: place)
    }
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
    static func undeclaredVariable(_ name: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "undeclared-variable", "the base URL's variable {\(name)} is not declared",
            help: Spelling.suggestion(for: name, among: candidates).map { "did you mean '{\($0)}'?" }
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
            help: "write a path relative to this file, with '/' between its folders", at: place)
    }
}
