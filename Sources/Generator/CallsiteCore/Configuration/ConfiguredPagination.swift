// Reads the settings of `callsite.yaml` for descriptions that can't be changed: which operations are wanted, what they
// are called, how they paginate.

func readOpenAPISettings(
    _ reader: MappingReader<ConfiguredDescriptionKey>, into settings: inout Configuration.Settings,
    _ diagnostics: inout Diagnostics
) {
    if let name = reader.text(.name, &diagnostics) {
        checkTypeName(name, of: "an API", &diagnostics)
        settings.name = name.text
    }
    if let node = reader.value(of: .include) {
        // An empty 'include' is a mistake: ignoring it would choose everything.
        if node.isPlain ? node.text == "" : node.pairs?.isEmpty == true {
            diagnostics.report(.choosesNothing("include", at: reader.place(of: .include)))
        } else if let filter = readFilter(node, &diagnostics) {
            settings.selection.include = filter
            if filter.isEmpty, !diagnostics.hasErrors { diagnostics.report(.choosesNothing("include", at: node.place)) }
        }
    }
    if let node = reader[.exclude],
        let filter = readFilter(
            node,
            narrowed: .init(
                accepts: { $0 != .models && $0 != .aliases }, others: "a model is left out where no operation needs it"),
            &diagnostics)
    {
        settings.selection.exclude = filter
    }
    for (name, node) in reader.entries(.types, &diagnostics) {
        settings.places.add(name, to: .types)
        if let type = readReplacement(node, &diagnostics) { settings.types[name.text] = type }
    }
    for (format, node) in reader.entries(.formats, &diagnostics) {
        settings.places.add(format, to: .formats)
        if node.isMapping {
            if let type = readReplacement(node, &diagnostics) { settings.formatTypes[format.text] = type }
        } else if let scalar = Scalar(rawValue: node.text ?? ""), scalar != .void {
            settings.formats[format.text] = scalar
        } else {
            let scalarNames = Scalar.allCases.filter { $0 != .void }.map(\.rawValue)
            if let text = node.text, Spelling.suggestion(for: text, among: scalarNames) == nil, isTypeName(text) {
                diagnostics.report(
                    .foreignWord(
                        text, for: "formats", help: "for a type of your own write '{type: \(text)}'", at: node.place))
            } else {
                diagnostics.report(.unknownWord(node, for: "formats", candidates: scalarNames))
            }
        }
    }
    if let node = reader[.pagination] { readPagination(node, into: &settings, &diagnostics) }
    if let node = reader[.authentication] {
        settings.authentication = readOperationRules(
            node, of: "authentication", example: "bearer", &diagnostics, value: readAuthentication)
    }
    if let node = reader[.reconnect] {
        settings.reconnection = readOperationRules(node, of: "reconnect", example: "always", &diagnostics) {
            node, diagnostics in
            if let word = Description.Reconnection(rawValue: node.text ?? "") { return word }
            return diagnostics.fail(
                .unknownWord(node, for: "reconnect", candidates: Description.Reconnection.allCases.map(\.rawValue)))
        }
    }
    if let node = reader[.success] {
        settings.success = readOperationRules(
            node, of: "success", example: "{ok: true}", isOpen: true, &diagnostics, value: readConfiguredSuccess)
    }
}

/// `{ok: true}` or `none`, placed in `callsite.yaml`.
private func readConfiguredSuccess(_ node: Node, _ diagnostics: inout Diagnostics) -> Description.SuccessUse? {
    // `{getReport: {ok: true}, search: none}`
    if let pair = node.pairs?.first(where: { $0.value.isMapping }), let operation = pair.key.text {
        return diagnostics.fail(
            .wrongValue(
                of: operation, pair.value,
                expected:
                    "a value; for one operation write 'success: {apply: [{operations: [\(yaml: operation)], use: {…}}]}'"
            ))
    }
    switch readSuccess(node, &diagnostics) {
    case .unsaid: return nil
    case .statusAlone: return .statusAlone
    case .conditions(let conditions):
        return .conditions(
            conditions.map {
                .init(path: .init(text: $0.path.text, place: $0.path.place.inConfiguration), values: $0.values)
            })
    }
}

/// `{type: Money, import: MoneyKit}`, or the name alone where no module is imported for it; `{dateFormat: dd.MM.yyyy}`.
private func readReplacement(_ node: Node, _ diagnostics: inout Diagnostics) -> TypeReplacement? {
    if let text = node.text {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, parts.allSatisfy(isTypeName) {
            return diagnostics.fail(
                .foreignWord(
                    text, for: "type", help: "write '{type: \(parts[1]), import: \(parts[0])}'", at: node.place))
        }
        let name = Description.Name(text: text, place: node.place)
        checkTypeName(name, of: "a type", &diagnostics)
        return isTypeName(text) ? .own(.init(name: text)) : nil
    }
    guard let reader = MappingReader<OwnTypeKey>(node, &diagnostics) else { return nil }
    if let format = reader[.dateFormat] {
        let name = reader.text(.type, &diagnostics)
        if let name { checkTypeName(name, of: "a type", &diagnostics) }
        if let module = reader[.import] { diagnostics.report(.importOfDateFormat(at: module.place)) }
        let pattern = readDatePattern(format, timeZone: reader[.timeZone], &diagnostics)
        return pattern.map { .date($0, name: name?.text) }
    }
    if let zone = reader[.timeZone] { diagnostics.report(.timeZoneAlone(at: zone.place)) }
    guard let name = reader.text(.type, &diagnostics) else {
        if !reader.has(.type), !reader.hasUnknownMeaning {
            diagnostics.report(.missingKey(OwnTypeKey.type, at: node.place))
        }
        return nil
    }
    let module = reader.text(.import, &diagnostics)
    if let module, !module.text.isSwiftModuleName { return diagnostics.fail(.badModule(module.text, at: module.place)) }
    checkTypeName(name, of: "a type", &diagnostics)
    return isTypeName(name.text) ? .own(.init(name: name.text, module: module?.text)) : nil
}

extension String {
    /// Whether it is letters, digits and `_` of ASCII, with a letter or `_` first: `import` takes such a name without
    /// quoting.
    var isSwiftModuleName: Bool {
        !isEmpty && utf8.count <= 100
            && utf8.enumerated().allSatisfy { $1.isLetter || $1 == 0x5F || $0 > 0 && $1.isDigit }
    }
}

private func readFilter(
    _ node: Node, narrowed narrowing: MappingReader<FilterKey>.Narrowing? = nil, _ diagnostics: inout Diagnostics
) -> Selection.Filter? {
    guard let reader = MappingReader<FilterKey>(node, &diagnostics, narrowed: narrowing) else { return nil }
    var filter = operationFilter(reader, tags: .tags, paths: .paths, operations: .operations, &diagnostics)
    filter.models = words(reader, .models, &diagnostics)
    filter.aliases = readAliases(reader, &diagnostics)
    return filter
}

private func readAliases(
    _ reader: MappingReader<FilterKey>, _ diagnostics: inout Diagnostics
) -> [String: Selection.Word] {
    var aliases: [String: Selection.Word] = [:]
    for (name, value) in reader.entries(.aliases, &diagnostics) {
        checkTypeName(name, of: "an alias", &diagnostics)
        if let path = value.text, !path.isEmpty {
            aliases[name.text] = .init(path, at: value.place.inConfiguration)
        } else {
            diagnostics.report(.wrongValue(of: name.text, value, expected: "a path of Swift names"))
        }
    }
    return aliases
}

private func words<Key>(
    _ reader: MappingReader<Key>, _ key: Key, _ diagnostics: inout Diagnostics
) -> [Selection.Word] {
    reader.texts(key, &diagnostics).map { .init($0.text, at: $0.place.inConfiguration) }
}

func operationFilter<Key>(
    _ reader: MappingReader<Key>, tags: Key, paths: Key, operations: Key, _ diagnostics: inout Diagnostics
) -> Selection.Filter {
    .init(
        tags: words(reader, tags, &diagnostics), paths: words(reader, paths, &diagnostics),
        operations: words(reader, operations, &diagnostics))
}

func readNaming(_ node: Node, _ places: inout ConfiguredPlaces, _ diagnostics: inout Diagnostics) -> NamingRules? {
    guard let reader = MappingReader<NamingKey>(node, &diagnostics) else { return nil }
    var rules = NamingRules()
    rules.operations = reader.word(.operations, NamingRules.Operations.self, &diagnostics)
    rules.dropsTag = reader.flag(.dropTag, &diagnostics) ?? false
    rules.dropPrefixes = places.adding(reader.texts(.dropPrefix, &diagnostics), to: .naming)
    let patterns = reader.entries(
        .patterns,
        instead: { node in (node.text ?? node.elements?.first?.text).map { "write '{\(yaml: $0): \"$1\"}'" } },
        &diagnostics)
    for (pattern, node) in patterns {
        if let replacement = node.text, !replacement.isEmpty {
            let stars = pattern.text.utf8.count { $0 == UInt8(ascii: "*") }
            if let number = groups(of: replacement).first(where: { $0 < 1 || $0 > stars }) {
                diagnostics.report(.unknownGroup(number, of: pattern.text, stars: stars, at: node.place))
            }
            places.add(pattern, to: .naming)
            rules.patterns.append(.init(pattern: pattern.text, replacement: replacement))
        } else {
            diagnostics.report(.wrongValue(of: pattern.text, node, expected: "a name such as '$1'"))
        }
    }
    return rules
}

/// The numbers of `$1` and `$2` in a replacement.
private func groups(of replacement: String) -> [Int] {
    replacement.split(separator: "$", omittingEmptySubsequences: false).dropFirst().compactMap { part in
        Int(part.prefix { ("0"..."9").contains($0) })
    }
}

/// `on` or `off`; nil if the key is missing, or has another value, which is reported.
func readSwitch(_ word: Description.Name?, of key: String, _ diagnostics: inout Diagnostics) -> Bool? {
    guard let word else { return nil }
    switch word.text {
    case "on", "true": return true
    case "off", "false": return false
    case let other where ["no", "never", "none"].contains(other.lowercased()):
        diagnostics.report(.foreignWord(other, for: key, help: "write 'off'", at: word.place))
    case let other:
        diagnostics.report(.unknownWord(other, for: key, candidates: ["on", "off"], at: word.place))
    }
    return nil
}

private func readPagination(_ node: Node, into settings: inout Configuration.Settings, _ diagnostics: inout Diagnostics)
{
    // `pagination: off` alone.
    if node.text == "off" || node.value == .bool(false) {
        settings.detectsPagination = false
        return
    }
    guard let reader = MappingReader<ConfiguredPaginationKey>(node, &diagnostics) else { return }
    settings.detectsPagination = readSwitch(reader.text(.detect, &diagnostics), of: "detect", &diagnostics)
    settings.omitsEmptyLists = reader.flag(.omitsEmptyList, &diagnostics)
    /// The strategies by name; nil for a wrong declaration, which has been reported.
    var strategies: [String: Description.Pagination?] = [:]
    for (name, node) in reader.entries(.strategies, &diagnostics) {
        strategies.updateValue(
            readConfiguredStrategy(node, name: name.text, place: name.place, &diagnostics), forKey: name.text)
    }
    settings.pagination.read(reader[.default], reader[.apply], example: "pages", &diagnostics) { node, diagnostics in
        guard let name = node.text else {
            return readConfiguredStrategy(node, name: nil, place: node.place, &diagnostics).map { .strategy($0) }
        }
        if name == "none" { return PagingChoice.none }
        guard let strategy = strategies[name] else {
            return diagnostics.fail(
                .unknownWord(name, for: "use", candidates: ["none"] + strategies.keys.sortedByBytes(), at: node.place))
        }
        return strategy.map { .strategy($0) }
    }
}

private func readConfiguredStrategy(
    _ node: Node, name: String?, place: SourceLocation, _ diagnostics: inout Diagnostics
) -> Description.Pagination? {
    let narrowing = MappingReader<StrategyKey>.Narrowing(
        accepts: { $0 != .use && $0 != .default }, others: "'apply' says where it holds")
    return MappingReader<StrategyKey>(node, &diagnostics, narrowed: narrowing).flatMap {
        readStrategy($0, name: name, over: nil, place: place, requiresAll: true, &diagnostics)
    }
}

extension Diagnostic {
    static func appliesToNothing(at place: SourceLocation) -> Self {
        .error(
            "applies-to-nothing", "the rule names no operations", help: "write 'operations:', 'paths:' or 'tags:'",
            at: place)
    }
    static func unknownGroup(_ number: Int, of pattern: String, stars: Int, at place: SourceLocation) -> Self {
        .error(
            "wrong-value",
            "'$\(number)' is what a '*' matches, and '\(pattern)' has \(stars == 0 ? "none" : "\(stars)")",
            help: stars == 0 ? "write '*' for any text" : stars == 1 ? "write '$1'" : "write '$1' to '$\(stars)'",
            at: place)
    }
    static func badModule(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "bad-module", "'\(name)' can't be imported", help: "a module's name is one of letters, digits and '_'",
            at: place)
    }
}
