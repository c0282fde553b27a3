/// `callsite.yaml`: which descriptions a package has, where each goes, and how. The command line's options win over it.
package struct Configuration: Hashable, Sendable {
    /// The settings for a description; nil: nothing is said.
    package struct Settings: Hashable, Sendable {
        package var access: Options.Access?
        package var namespace: String?
        package var isStrict: Bool?
        package var templates: String?
        package var allowsOutside: Bool?
        /// Folders besides the description's own that it may include files from.
        package var allowedFolders: [String]?
        package var embedsRuntime: Bool?
        package var splitsModules: Bool?
        /// `.some(nil)`: said to be none.
        package var nonexhaustive: Options.EnumGrowth??
        /// The folder for functions that make models for tests, and the module that they import.
        package var fixtures: String?
        package var module: String?
        /// An older version of the description, whose callers go on compiling.
        package var since: String?
        /// The file for what a mock is made from.
        package var mock: String?
        package var renames: [String: String] = [:]
        package var naming: NamingRules?
        package var conformances: [String: [String]] = [:]
        package var reading: [Options.Tolerance] = []
        package var keepsUnknown: [String] = []
        package var optionalFields: [String] = []
        var success = OperationRules<Description.SuccessUse>()
        package var name: String?
        package var selection = Selection()
        var formats: [String: Scalar] = [:]
        var formatTypes: [String: TypeReplacement] = [:]
        /// Where the names stand that these say something of.
        var places = ConfiguredPlaces()
        /// Where the values of keys stand.
        package var valuePlaces: [String: SourceLocation] = [:]
        var types: [String: TypeReplacement] = [:]
        var pagination = OperationRules<PagingChoice>()
        package var detectsPagination: Bool?
        package var omitsEmptyLists: Bool?
        package var sharesShapes: Bool?
        var authentication = OperationRules<Description.Authentication>()
        var reconnection = OperationRules<Description.Reconnection>()
        var links: [String: [Description.Link]] = [:]
        var deepLinks: Description.DeepLinks?

        package init() {}

        /// The options that these settings give a run.
        package func options(shards: Int? = nil) -> Options {
            var options = Options(
                access: access ?? .internal, namespace: namespace, isStrict: isStrict ?? false, shards: shards)
            options.nonexhaustive = nonexhaustive ?? nil
            options.splitsModules = splitsModules ?? false
            options.renames = renames
            options.naming = naming ?? NamingRules()
            options.conformances = conformances
            options.reading = reading
            options.keepsUnknown = keepsUnknown
            options.optionalFields = optionalFields
            options.success = success
            options.apiName = name
            options.selection = selection
            options.formats = formats
            options.formatTypes = formatTypes
            options.places = places
            options.types = types
            options.pagination = pagination
            options.detectsPagination = detectsPagination
            options.omitsEmptyLists = omitsEmptyLists ?? false
            options.sharesShapes = sharesShapes ?? true
            options.authentication = authentication
            options.reconnection = reconnection
            options.links = links
            options.deepLinks = deepLinks
            return options
        }

        /// These, and where they say nothing `others`.
        package func over(_ others: Settings) -> Settings {
            var result = self
            result.access = access ?? others.access
            result.namespace = namespace ?? others.namespace
            result.isStrict = isStrict ?? others.isStrict
            result.templates = templates ?? others.templates
            result.allowsOutside = allowsOutside ?? others.allowsOutside
            result.allowedFolders = allowedFolders ?? others.allowedFolders
            result.embedsRuntime = embedsRuntime ?? others.embedsRuntime
            result.nonexhaustive = nonexhaustive ?? others.nonexhaustive
            result.fixtures = fixtures ?? others.fixtures
            result.module = module ?? others.module
            result.since = since ?? others.since
            result.mock = mock ?? others.mock
            result.splitsModules = splitsModules ?? others.splitsModules
            result.renames = others.renames.merging(renames) { $1 }
            result.naming = naming ?? others.naming
            result.reading = others.reading.filter { !reading.contains($0) } + reading
            result.keepsUnknown = others.keepsUnknown.filter { !keepsUnknown.contains($0) } + keepsUnknown
            result.optionalFields = others.optionalFields.filter { !optionalFields.contains($0) } + optionalFields
            result.success = success.over(others.success)
            result.name = name ?? others.name
            // Each by itself: what the command line includes is less what the configuration excludes.
            if result.selection.include.isEmpty { result.selection.include = others.selection.include }
            if result.selection.exclude.isEmpty { result.selection.exclude = others.selection.exclude }
            result.valuePlaces = others.valuePlaces.merging(valuePlaces) { $1 }
            // A format has one type, whichever kind that is.
            result.formats = others.formats.filter { formatTypes[$0.key] == nil }.merging(formats) { $1 }
            result.formatTypes = others.formatTypes.filter { formats[$0.key] == nil }.merging(formatTypes) { $1 }
            result.places = others.places.merging(places)
            result.types = others.types.merging(types) { $1 }
            result.pagination = pagination.over(others.pagination)
            result.detectsPagination = detectsPagination ?? others.detectsPagination
            result.omitsEmptyLists = omitsEmptyLists ?? others.omitsEmptyLists
            result.sharesShapes = sharesShapes ?? others.sharesShapes
            result.conformances = others.conformances.merging(conformances) { $1 }
            result.authentication = authentication.over(others.authentication)
            result.reconnection = reconnection.over(others.reconnection)
            result.links = others.links.merging(links) { $1 }
            result.deepLinks = deepLinks ?? others.deepLinks
            return result
        }
    }

    package struct Entry: Hashable, Sendable {
        /// The description's path, seen from the configuration's folder.
        package var source: String
        /// The folder to write into, seen from there too; nil: only a build plugin uses it.
        package var output: String?
        /// The target that the build plugin generates it for; nil: each that has the plugin, unless there is an output.
        package var target: String?
        package var targetPlace: SourceLocation?
        /// Merged with the settings for all descriptions.
        package var settings: Settings
        package var place: SourceLocation
    }

    /// The settings for all descriptions.
    package var settings = Settings()
    package var descriptions: [Entry] = []
    /// Where they are listed, or would be.
    package var descriptionsPlace = SourceLocation.configurationStart
}

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
    configuration.settings.valuePlaces = reader.valuePlaces
    if let version = reader.text(.callsite, &diagnostics), version.text != "1" {
        diagnostics.report(.unknownConfigurationVersion(version.text, at: version.place))
    }
    configuration.settings.access = reader.word(.access, Options.Access.self, &diagnostics)
    configuration.settings.isStrict = reader.flag(.strict, &diagnostics)
    configuration.settings.templates = reader.path(.templates, "a folder", &diagnostics)
    readAllowed(reader[.allowOutside], into: &configuration.settings, &diagnostics)
    configuration.settings.embedsRuntime = reader.flag(.embedRuntime, &diagnostics)
    configuration.settings.nonexhaustive = readNonexhaustive(reader[.nonexhaustive], &diagnostics)
    configuration.descriptionsPlace = reader.place(of: .descriptions)
    guard let list = reader[.descriptions] else { return configuration }
    guard let elements = list.elements else {
        let path =
            list.text ?? list.pairs?.first { $0.key.text == "source" }?.value.text ?? list.pairs?.first?.key.text
            ?? "openapi.yaml"
        reader.report(
            .descriptions,
            .wrongValue(
                of: "descriptions", found: list.kindDescription, expected: "a list: '- source: \(path: path)'",
                at: list.place),
            &diagnostics)
        return configuration
    }
    for element in elements {
        // A path alone is a description with nothing to say.
        if let source = element.text, !source.isEmpty {
            configuration.descriptions.append(
                .init(source: source, settings: configuration.settings, place: element.place))
            continue
        }
        guard let reader = MappingReader<ConfiguredDescriptionKey>(element, &diagnostics) else { continue }
        let source = reader.path(.source, "the description's file", &diagnostics)
        var settings = Configuration.Settings()
        settings.valuePlaces = reader.valuePlaces
        settings.access = reader.word(.access, Options.Access.self, &diagnostics)
        settings.isStrict = reader.flag(.strict, &diagnostics)
        settings.templates = reader.path(.templates, "a folder", &diagnostics)
        readAllowed(reader[.allowOutside], into: &settings, &diagnostics)
        settings.embedsRuntime = reader.flag(.embedRuntime, &diagnostics)
        settings.splitsModules = reader.flag(.modules, &diagnostics)
        settings.nonexhaustive = readNonexhaustive(reader[.nonexhaustive], &diagnostics)
        if let namespace = reader.text(.namespace, &diagnostics) {
            checkTypeName(namespace, of: "a namespace", &diagnostics)
            if isReservedTypeName(namespace.text) {
                diagnostics.report(.reservedNamespace(namespace.text, at: namespace.place))
            }
            settings.namespace = namespace.text
        }
        settings.fixtures = reader.path(.fixtures, "a folder of a test target", &diagnostics)
        if let module = reader.text(.module, &diagnostics) {
            if !module.text.isSwiftModuleName { diagnostics.report(.badModule(module.text, at: module.place)) }
            if !reader.has(.fixtures) {
                diagnostics.report(.hasNoEffect("module", without: "fixtures", at: reader.place(of: .module)))
            }
            settings.module = module.text
        }
        settings.since = reader.path(.since, "an older description's file", &diagnostics)
        settings.mock = reader.path(.mock, "a file of a test target", &diagnostics)
        for (old, node) in reader.entries(.renames, of: "'renames'", &diagnostics) {
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
        settings.sharesShapes = readSwitch(reader.text(.sharing, &diagnostics), of: "sharing", &diagnostics)
        if let node = reader[.naming] { settings.naming = readNaming(node, &settings.places, &diagnostics) }
        for (model, node) in reader.entries(
            .conformances, of: "'conformances'",
            instead: { node in (node.text ?? node.elements?.first?.text).map { "write '{all: [\(yaml: $0)]}'" } },
            &diagnostics)
        {
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
                let parts = (element.text ?? "").split(separator: ".", omittingEmptySubsequences: false)
                for part in parts {
                    checkTypeName(.init(text: String(part), place: element.place), of: "a protocol", &diagnostics)
                }
                settings.conformances[model.text, default: []].append(element.text ?? "")
            }
        }
        for word in reader.texts(.reading, &diagnostics) {
            if let tolerance = Options.Tolerance(rawValue: word.text) {
                if !settings.reading.contains(tolerance) { settings.reading.append(tolerance) }
            } else {
                let known = Options.Tolerance.allCases.map(\.rawValue)
                let words = word.text.split(separator: ",").map { String($0.drop { $0 == " " }) }
                diagnostics.report(
                    words.count > 1 && words.allSatisfy(known.contains)
                        ? .wrongValue(
                            of: "reading", found: "'\(word.text)'",
                            expected: "a list: '[\(words.joined(separator: ", "))]'", at: word.place
                        )
                        : .unknownWord(word.text, for: "reading", known: known, at: word.place))
            }
        }
        for (endpoint, node) in reader.entries(.links, of: "'links'", &diagnostics) {
            settings.links[endpoint.text] = readLinks(node, &diagnostics).map { link in
                .init(template: link.template, place: link.place.inConfiguration, isConfigured: true)
            }
            settings.places.add(endpoint, to: .links)
        }
        settings.deepLinks = reader[.deepLinks].map { readDeepLinks($0, &diagnostics) }
        readOpenAPISettings(reader, into: &settings, &diagnostics)
        settings.keepsUnknown = reader.texts(.keepUnknownFields, &diagnostics).map { name in
            settings.places.add(name, to: .keepUnknownFields)
            return name.text
        }
        settings.optionalFields = reader.texts(.optional, &diagnostics).map { name in
            settings.places.add(name, to: .optional)
            return name.text
        }
        let target = reader.text(.target, &diagnostics)
        let output = reader.path(.output, "a folder", &diagnostics)
        guard let source else { continue }
        configuration.descriptions.append(
            .init(
                source: source, output: output, target: target?.text, targetPlace: target?.place,
                settings: settings.over(configuration.settings), place: settings.valuePlaces["source"] ?? reader.place))
    }
    return configuration
}

/// `true`, `false` or `warn`; nil: nothing is said.
private func readNonexhaustive(_ node: Node?, _ diagnostics: inout Diagnostics) -> Options.EnumGrowth?? {
    guard let node else { return nil }
    switch node.value {
    case .bool(true): return .some(.fails)
    case .bool(false): return .some(nil)
    case .string("warn"): return .some(.warns)
    default:
        diagnostics.report(
            .wrongValue(
                of: "nonexhaustive", found: node.kindDescription, expected: "true, false or warn", at: node.place))
        return nil
    }
}

/// True, or the folders.
private func readAllowed(_ node: Node?, into settings: inout Configuration.Settings, _ diagnostics: inout Diagnostics) {
    guard let node else { return }
    if case .bool(let value)? = node.value {
        settings.allowsOutside = value
    } else if let elements = node.elements {
        settings.allowedFolders = elements.compactMap(\.text)
        for element in elements where element.text == nil {
            diagnostics.report(
                .wrongValue(of: "allowOutside", found: element.kindDescription, expected: "a folder", at: element.place)
            )
        }
    } else {
        let isFolder = node.text.map { $0.contains("/") || $0.contains(".") } == true
        diagnostics.report(
            .wrongValue(
                of: "allowOutside", found: node.kindDescription,
                expected: isFolder ? "a list: '[\(yaml: node.text ?? "")]'" : "true, false or a list of folders",
                at: node.place))
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
            help: "write 'callsite: 1', which this Callsite reads",
            at: place)
    }
    static func severalInOneText(_ text: String, at place: SourceLocation) -> Self {
        .error("wrong-value", "'\(text)' is a string", help: "write a list: '[\(text)]'", at: place)
    }
}
