/// `callsite.yaml`: which descriptions a package has, where each goes, and how. The command line's options win over it.
package struct Configuration: Hashable, Sendable {
    /// The settings for a description; nil: not set.
    package struct Settings: Hashable, Sendable {
        package var access: Options.Access?
        package var namespace: String?
        package var isStrict: Bool?
        package var templates: String?
        package var allowsOutside: Bool?
        /// Folders besides the description's own that it may include files from.
        package var allowedFolders: [String]?
        /// The files that change an OpenAPI document before it is read, in this order.
        package var overlays: [String]?
        package var embedsRuntime: Bool?
        package var splitsModules: Bool?
        /// `.some(nil)`: set to false.
        package var nonexhaustive: Options.EnumGrowth??
        /// The folder for functions that make models for tests, and the module that they import.
        package var fixtures: String?
        package var module: String?
        /// An older version of the description, whose callers go on compiling.
        package var since: String?
        /// The file that a mock is made from.
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
        /// Where the names in these settings stand.
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

        /// These settings, and those of `others` that aren't set here.
        package func over(_ others: Settings) -> Settings {
            var result = self
            result.access = access ?? others.access
            result.namespace = namespace ?? others.namespace
            result.isStrict = isStrict ?? others.isStrict
            result.templates = templates ?? others.templates
            result.allowsOutside = allowsOutside ?? others.allowsOutside
            result.allowedFolders = allowedFolders ?? others.allowedFolders
            result.overlays = overlays ?? others.overlays
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
            // Each by itself: the configuration's exclusions apply to the command line's inclusions too.
            if result.selection.include.isEmpty { result.selection.include = others.selection.include }
            if result.selection.exclude.isEmpty { result.selection.exclude = others.selection.exclude }
            result.valuePlaces = others.valuePlaces.merging(valuePlaces) { $1 }
            // A format has one type: a scalar, or a type of the user's own.
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
    /// Where the descriptions are listed, or would be.
    package var descriptionsPlace = SourceLocation.configurationStart
}
