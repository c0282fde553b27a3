/// The settings of a run, from the command line or `callsite.yaml`.
package struct Options: Hashable, Sendable {
    package enum Access: String, CaseIterable, Hashable, Sendable { case `internal`, `package`, `public` }

    /// Mistakes that are overlooked when a response is read; named as in the runtime's `ReadingOptions`.
    package enum Tolerance: String, CaseIterable, Hashable, Sendable { case lenientDates, skippingLists }

    /// The effect on a switch without `@unknown default` in another package, where enums may get more cases.
    package enum EnumGrowth: Hashable, Sendable { case fails, warns }

    /// The access level of everything generated.
    package var access: Access
    /// Whether public enums may get more cases in a later version of the description; nil: they don't.
    package var nonexhaustive: EnumGrowth?
    /// An enum to put everything into, so that two descriptions can share a module.
    package var namespace: String?
    /// Warnings are errors.
    package var isStrict: Bool
    /// For a build plugin, which names its outputs before it knows the description: the number of files of requests,
    /// and of files of models, whatever the description holds; nil: a file for each tag, and one of models.
    package var shards: Int?
    /// Several modules, so that a change compiles few of them: one for each tag, and one for declarations that several
    /// tags use.
    package var splitsModules = false
    /// The names of the runtime's types, if the runtime is in the same module; nil: it is imported.
    package var runtimeTypes: Set<String>?
    /// The names of modules that the code's target can import, as far as they may be the runtime's; nil: it isn't
    /// known.
    package var linkedModules: Set<String>?
    /// Swift names of models, endpoints and all their parts (`Issue`, `Issue.html_url`), by their names in the
    /// description.
    package var renames: [String: String]
    /// How names are made where nothing is renamed.
    package var naming = NamingRules()
    /// Protocols that models conform to beside what generated code needs, by the model's name; `all` for each.
    package var conformances: [String: [String]]
    /// How tolerantly responses are read.
    package var reading: [Tolerance]
    /// The models that keep fields which the description doesn't know, by their names in it; `all` for each.
    package var keepsUnknown: [String]
    /// Fields that may be missing though the description requires them: `Order.total`, `Customer.*`.
    package var optionalFields: [String] = []
    /// The conditions that make a response a success. Conditions for all endpoints apply to each response that has such
    /// fields.
    package var success = OperationRules<Description.SuccessUse>()
    /// The API's name, which its protocol and its files are named after; nil: as the description says, or its title.
    package var apiName: String?
    /// Which operations of an OpenAPI document are kept.
    package var selection: Selection
    /// Types for the formats of an OpenAPI document's strings and numbers, over the usual ones.
    package var formats: [String: Scalar] = [:]
    /// Types of the user's own for formats, and for models by their names in the description.
    package var formatTypes: [String: TypeReplacement] = [:]
    /// Where names stand in `callsite.yaml`.
    package var places: ConfiguredPlaces = ConfiguredPlaces()
    package var types: [String: TypeReplacement] = [:]
    /// How endpoints paginate. A rule overrides the description.
    package var pagination = OperationRules<PagingChoice>()
    /// Whether pagination is detected where no rule or description declares it; nil: in OpenAPI documents.
    package var detectsPagination: Bool?
    /// The server leaves out lists that are empty.
    package var omitsEmptyLists = false
    /// How requests are authenticated. A rule overrides the description.
    package var authentication = OperationRules<Description.Authentication>()
    /// When streams of events reconnect.
    package var reconnection = OperationRules<Description.Reconnection>()
    /// Patterns of deep links beside the description's, by the endpoint's name in it.
    package var links: [String: [Description.Link]] = [:]
    /// Where deep links come from; nil: as the description says.
    package var deepLinks: Description.DeepLinks?
    /// Types in place that are the same are declared once.
    package var sharesShapes = true
    /// The examples of whole bodies are read, for a page.
    package var readsExamples = false
    /// The module that the code will be in; nil: no functions that make models for its tests are generated.
    package var fixturesModule: String?
    /// Generator version, printed in the header of each file.
    package var version: String

    /// The same options, for callers that look at each type where it is used.
    package var withoutSharing: Options {
        var options = self
        options.sharesShapes = false
        return options
    }

    package init(
        access: Access = .internal, namespace: String? = nil, isStrict: Bool = false, shards: Int? = nil,
        runtimeTypes: Set<String>? = nil, renames: [String: String] = [:],
        conformances: [String: [String]] = [:], reading: [Tolerance] = [], keepsUnknown: [String] = [],
        apiName: String? = nil, selection: Selection = Selection(), detectsPagination: Bool? = nil,
        fixturesModule: String? = nil,
        version: String = CallsiteVersion.current
    ) {
        self.access = access
        self.namespace = namespace
        self.isStrict = isStrict
        self.shards = shards
        self.runtimeTypes = runtimeTypes
        self.renames = renames
        self.conformances = conformances
        self.reading = reading
        self.keepsUnknown = keepsUnknown
        self.apiName = apiName
        self.selection = selection
        self.detectsPagination = detectsPagination
        self.fixturesModule = fixturesModule
        self.version = version
    }
}

package enum CallsiteVersion {
    package static let current = "0.1.0"
}

/// Where names stand in `callsite.yaml`: a mistake in a name shows only where the description is known.
package struct ConfiguredPlaces: Hashable, Sendable {
    package enum Section: Hashable, Sendable {
        case renames, naming, types, formats, conformances, keepUnknownFields, links, optional
    }

    package private(set) var places: [Section: [String: SourceLocation]] = [:]

    package mutating func add(_ name: Description.Name, to section: Section) {
        places[section, default: [:]][name.text] = name.place.inConfiguration
    }

    package func merging(_ others: ConfiguredPlaces) -> ConfiguredPlaces {
        ConfiguredPlaces(places: places.merging(others.places) { $0.merging($1) { $1 } })
    }

    package subscript(_ section: Section, _ name: String) -> SourceLocation? { places[section]?[name] }
    package subscript(_ section: Section) -> [String: SourceLocation] { places[section] ?? [:] }
}

/// The configuration's replacement for a format or a model.
package enum TypeReplacement: Hashable, Sendable {
    case own(OwnType)
    /// Strings that are dates in a format of their own; `name` is the Swift name that the configuration chose.
    case date(DatePattern, name: String?)

    package var shape: Description.Shape {
        switch self {
        case .own(let type): .own(type)
        case .date(let pattern, _): .date(pattern)
        }
    }
}

/// A type that the user has written, and the module that it is in. It conforms to the runtime's protocols.
package struct OwnType: Hashable, Sendable {
    /// One identifier, checked where it is read.
    package var name: String
    /// nil: the module that the code is generated for.
    package var module: String?
}

/// How operations follow their pages.
package indirect enum PagingChoice: Hashable, Sendable {
    /// They don't.
    case none
    case strategy(Description.Pagination)
}
