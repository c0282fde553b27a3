/// What the command line or `callsite.yaml` asks of a run.
package struct Options: Hashable, Sendable {
    package enum Access: String, CaseIterable, Hashable, Sendable { case `internal`, `package`, `public` }

    /// What a reader of answers may overlook; called as in the runtime's `ReadingOptions`.
    package enum Tolerance: String, CaseIterable, Hashable, Sendable { case lenientDates, skippingLists }

    /// The access level of everything generated.
    package var access: Access
    /// An enum to put everything into, so that two descriptions can share a module.
    package var namespace: String?
    /// Warnings are errors.
    package var isStrict: Bool
    /// For a build plugin, which names its outputs before it knows the description: so many files of requests and as many of models,
    /// whatever there is; nil: a file for each tag, and one of models.
    package var shards: Int?
    /// The runtime is in the same module: nothing imports it, and these names are its types'.
    package var runtimeTypes: Set<String>?
    /// Swift names for models, endpoints, and their fields and parameters (`Issue`, `Issue.html_url`), by their names in the description.
    package var renames: [String: String]
    /// Protocols that models conform to beside what generated code needs, by the model's name; `all` for each.
    package var conformances: [String: [String]]
    /// How tolerantly answers are read.
    package var reading: [Tolerance]
    /// The models that keep fields which the description doesn't know, by their names in it; `all` for each.
    package var keepsUnknown: [String]
    /// The module that the code will be in, where functions that make models for its tests are wanted.
    package var fixturesModule: String?
    /// Generator version, printed in the header of each file.
    package var version: String

    package init(
        access: Access = .internal, namespace: String? = nil, isStrict: Bool = false, shards: Int? = nil,
        runtimeTypes: Set<String>? = nil, renames: [String: String] = [:],
        conformances: [String: [String]] = [:], reading: [Tolerance] = [], keepsUnknown: [String] = [], fixturesModule: String? = nil,
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
        self.fixturesModule = fixturesModule
        self.version = version
    }
}

package enum CallsiteVersion {
    package static let current = "0.1.0"
}
