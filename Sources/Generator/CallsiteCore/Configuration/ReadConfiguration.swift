/// A key that both the whole configuration and each description may have.
protocol SharedConfigurationKey: NativeKey {
    static var access: Self { get }
    static var nonexhaustive: Self { get }
    static var strict: Self { get }
    static var templates: Self { get }
    static var allowOutside: Self { get }
    static var embedRuntime: Self { get }
}

extension ConfigurationKey: SharedConfigurationKey {}
extension ConfiguredDescriptionKey: SharedConfigurationKey {}

/// Reads `callsite.yaml`. All mistakes are reported at once, as for descriptions.
package func readConfiguration(_ file: SourceSet.File, _ diagnostics: inout Diagnostics) -> Configuration {
    var configuration = Configuration()
    let nodes = parse(SourceSet(main: file), &diagnostics)
    guard let document = nodes.documents[0] else { return configuration }
    if let foreign = Diagnostic.notAConfiguration(document.root) {
        diagnostics.report(foreign)
        return configuration
    }
    guard let reader = MappingReader<ConfigurationKey>(document.root, &diagnostics) else { return configuration }
    if let version = reader.text(.callsite, &diagnostics), version.text != "1" {
        diagnostics.report(.unknownConfigurationVersion(version.text, at: version.place))
    }
    configuration.settings = readSharedSettings(reader, &diagnostics)
    configuration.descriptionsPlace = reader.place(of: .descriptions)
    guard let list = reader[.descriptions] else { return configuration }
    guard let elements = list.elements else {
        let path =
            list.text ?? list.pairs?.first { $0.key.text == "source" }?.value.text ?? list.pairs?.first?.key.text
            ?? "openapi.yaml"
        reader.report(
            .descriptions, .wrongValue(of: "descriptions", list, expected: "a list: '- source: \(path: path)'"),
            &diagnostics)
        return configuration
    }
    configuration.descriptions = elements.compactMap { readEntry($0, configuration.settings, &diagnostics) }
    return configuration
}

private func readSharedSettings<Key: SharedConfigurationKey>(
    _ reader: MappingReader<Key>, _ diagnostics: inout Diagnostics
) -> Configuration.Settings {
    var settings = Configuration.Settings()
    settings.valuePlaces = reader.valuePlaces
    settings.access = reader.word(.access, Options.Access.self, &diagnostics)
    settings.isStrict = reader.flag(.strict, &diagnostics)
    settings.templates = reader.path(.templates, "a folder", &diagnostics)
    readAllowed(reader[.allowOutside], into: &settings, &diagnostics)
    settings.embedsRuntime = reader.flag(.embedRuntime, &diagnostics)
    settings.nonexhaustive = readNonexhaustive(reader[.nonexhaustive], &diagnostics)
    return settings
}

/// - Parameter common: The settings for all descriptions.
/// - Returns: nil if the entry names no description, which is reported.
private func readEntry(
    _ element: Node, _ common: Configuration.Settings, _ diagnostics: inout Diagnostics
) -> Configuration.Entry? {
    // A path alone is a description without settings of its own.
    if let source = element.text, !source.isEmpty {
        return .init(source: source, settings: common, place: element.place)
    }
    guard let reader = MappingReader<ConfiguredDescriptionKey>(element, &diagnostics) else { return nil }
    let source = reader.path(.source, "the description's file", &diagnostics)
    var settings = readSharedSettings(reader, &diagnostics)
    settings.splitsModules = reader.flag(.modules, &diagnostics)
    settings.namespace = readNamespace(reader, &diagnostics)
    settings.fixtures = reader.path(.fixtures, "a folder of a test target", &diagnostics)
    settings.module = readModule(reader, &diagnostics)
    readOverlays(reader[.overlays], into: &settings, &diagnostics)
    settings.since = reader.path(.since, "an older description's file", &diagnostics)
    settings.mock = reader.path(.mock, "a file of a test target", &diagnostics)
    readRenames(reader, into: &settings, &diagnostics)
    settings.sharesShapes = readSwitch(reader.text(.sharing, &diagnostics), of: "sharing", &diagnostics)
    if let node = reader[.naming] { settings.naming = readNaming(node, &settings.places, &diagnostics) }
    readConformances(reader, into: &settings, &diagnostics)
    readTolerances(reader, into: &settings, &diagnostics)
    for (endpoint, node) in reader.entries(.links, &diagnostics) {
        settings.links[endpoint.text] = readLinks(node, &diagnostics).map { link in
            .init(template: link.template, place: link.place.inConfiguration, isConfigured: true)
        }
        settings.places.add(endpoint, to: .links)
    }
    settings.deepLinks = reader[.deepLinks].map { readDeepLinks($0, &diagnostics) }
    readOpenAPISettings(reader, into: &settings, &diagnostics)
    settings.keepsUnknown = settings.places.adding(
        reader.texts(.keepUnknownFields, &diagnostics), to: .keepUnknownFields)
    settings.optionalFields = settings.places.adding(reader.texts(.optional, &diagnostics), to: .optional)
    let target = reader.text(.target, &diagnostics)
    let output = reader.path(.output, "a folder", &diagnostics)
    guard let source else { return nil }
    return .init(
        source: source, output: output, target: target?.text, targetPlace: target?.place,
        settings: settings.over(common), place: settings.valuePlaces["source"] ?? reader.place)
}

extension ConfiguredPlaces {
    /// - Returns: The names alone.
    mutating func adding(_ names: [Description.Name], to section: Section) -> [String] {
        for name in names { add(name, to: section) }
        return names.map(\.text)
    }
}

private func readNamespace(
    _ reader: MappingReader<ConfiguredDescriptionKey>, _ diagnostics: inout Diagnostics
) -> String? {
    guard let namespace = reader.text(.namespace, &diagnostics) else { return nil }
    checkTypeName(namespace, of: "a namespace", &diagnostics)
    if isReservedTypeName(namespace.text) {
        diagnostics.report(.reservedNamespace(namespace.text, at: namespace.place))
    }
    return namespace.text
}

private func readModule(
    _ reader: MappingReader<ConfiguredDescriptionKey>, _ diagnostics: inout Diagnostics
) -> String? {
    guard let module = reader.text(.module, &diagnostics) else { return nil }
    if !module.text.isSwiftModuleName { diagnostics.report(.badModule(module.text, at: module.place)) }
    if !reader.has(.fixtures) {
        diagnostics.report(.hasNoEffect("module", without: "fixtures", at: reader.place(of: .module)))
    }
    return module.text
}

private func readRenames(
    _ reader: MappingReader<ConfiguredDescriptionKey>, into settings: inout Configuration.Settings,
    _ diagnostics: inout Diagnostics
) {
    for (old, node) in reader.entries(.renames, &diagnostics) {
        settings.places.add(old, to: .renames)
        guard let new = node.text else {
            // `Order: {id: number}`
            let part = node.pairs?.first.flatMap { pair in pair.key.text.map { ($0, pair.value.text ?? "…") } }
            diagnostics.report(
                .wrongValue(
                    of: old.text, found: node.kindDescription,
                    expected: part.map { "a name; for a part of it write '\(old.text).\($0.0): \($0.1)'" }
                        ?? "a name", at: old.place))
            continue
        }
        let name = Description.Name(text: new, place: node.place)
        // A guess: only `applyOptions` knows whether the key names a type or a part of one.
        if !old.text.contains(".") || new.unicodeScalars.first?.properties.isUppercase == true {
            checkTypeName(name, of: "a type", &diagnostics)
        } else {
            checkPropertyName(name, &diagnostics)
        }
        settings.renames[old.text] = new
    }
}

private func readConformances(
    _ reader: MappingReader<ConfiguredDescriptionKey>, into settings: inout Configuration.Settings,
    _ diagnostics: inout Diagnostics
) {
    let protocols = reader.entries(
        .conformances,
        instead: { node in (node.text ?? node.elements?.first?.text).map { "write '{all: [\(yaml: $0)]}'" } },
        &diagnostics)
    for (model, node) in protocols {
        settings.places.add(model, to: .conformances)
        // `{Order: Hashable, Identifiable}`
        if node.isPlain, node.text == "", model.text.first?.isUppercase == true {
            diagnostics.report(.conformanceAsKey(model.text, at: model.place))
            continue
        }
        for element in node.elements ?? [node] {
            if let text = element.text, text.contains(",") {
                diagnostics.report(.severalInOneText(text, at: element.place))
                continue
            }
            let name = element.text ?? ""
            for part in name.split(separator: ".", omittingEmptySubsequences: false) {
                checkTypeName(.init(text: String(part), place: element.place), of: "a protocol", &diagnostics)
            }
            settings.conformances[model.text, default: []].append(name)
        }
    }
}

private func readTolerances(
    _ reader: MappingReader<ConfiguredDescriptionKey>, into settings: inout Configuration.Settings,
    _ diagnostics: inout Diagnostics
) {
    for word in reader.texts(.reading, &diagnostics) {
        if let tolerance = Options.Tolerance(rawValue: word.text) {
            if !settings.reading.contains(tolerance) { settings.reading.append(tolerance) }
        } else {
            let words = Options.Tolerance.allCases.map(\.rawValue)
            let parts = word.text.split(separator: ",").map { String($0.drop { $0 == " " }) }
            diagnostics.report(
                parts.count > 1 && parts.allSatisfy(words.contains)
                    ? .wrongValue(
                        of: "reading", found: "'\(word.text)'",
                        expected: "a list: '[\(parts.joined(separator: ", "))]'", at: word.place)
                    : .unknownWord(word.text, for: "reading", candidates: words, at: word.place))
        }
    }
}

/// `true`, `false` or `warn`; nil if the key is missing, or wrong, which is reported.
private func readNonexhaustive(_ node: Node?, _ diagnostics: inout Diagnostics) -> Options.EnumGrowth?? {
    guard let node else { return nil }
    switch node.value {
    case .bool(true): return .some(.fails)
    case .bool(false): return .some(nil)
    case .string("warn"): return .some(.warns)
    default:
        diagnostics.report(.wrongValue(of: "nonexhaustive", node, expected: "true, false or warn"))
        return nil
    }
}

/// Reads `allowOutside`: a flag, or a list of folders.
private func readAllowed(_ node: Node?, into settings: inout Configuration.Settings, _ diagnostics: inout Diagnostics) {
    guard let node else { return }
    if case .bool(let value)? = node.value {
        settings.allowsOutside = value
    } else if let elements = node.elements {
        settings.allowedFolders = elements.compactMap(\.text)
        for element in elements where element.text == nil {
            diagnostics.report(.wrongValue(of: "allowOutside", element, expected: "a folder"))
        }
    } else {
        let isFolder = node.text.map { $0.contains("/") || $0.contains(".") } == true
        diagnostics.report(
            .wrongValue(
                of: "allowOutside", node,
                expected: isFolder ? "a list: '[\(yaml: node.text ?? "")]'" : "true, false or a list of folders"))
    }
}

private func readOverlays(
    _ node: Node?, into settings: inout Configuration.Settings, _ diagnostics: inout Diagnostics
) {
    guard let node else { return }
    guard let elements = node.elements else {
        let list = node.text.map { "a list: '[\(yaml: $0)]'" as DiagnosticText }
        diagnostics.report(.wrongValue(of: "overlays", node, expected: list ?? "a list of files"))
        return
    }
    settings.overlays = elements.compactMap(\.text)
    for element in elements where element.text?.isEmpty ?? true {
        diagnostics.report(.wrongValue(of: "overlays", element, expected: "a file"))
    }
}

extension Diagnostic {
    static func reservedNamespace(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "reserved-namespace", "'\(name)' can't name a namespace: Swift or Callsite has a type of this name",
            help: "write '\(name == "API" ? "My" : name)API'", at: place)
    }
    static func unknownConfigurationVersion(_ version: String, at place: SourceLocation) -> Self {
        .error(
            "unknown-version", "this is version \(version) of a configuration",
            help: "write 'callsite: 1', which this Callsite reads", at: place)
    }
    static func severalInOneText(_ text: String, at place: SourceLocation) -> Self {
        .error("wrong-value", "'\(text)' is a string", help: "write a list: '[\(text)]'", at: place)
    }
}
