/// What the command line or `callsite.yaml` asks of a run.
package struct Options: Hashable, Sendable {
    package enum Access: String, CaseIterable, Hashable, Sendable { case `internal`, `package`, `public` }

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
    /// The module that the code will be in, where functions that make models for its tests are wanted.
    package var fixturesModule: String?
    /// Generator version, printed in the header of each file.
    package var version: String

    package init(
        access: Access = .internal, namespace: String? = nil, isStrict: Bool = false, shards: Int? = nil,
        runtimeTypes: Set<String>? = nil, renames: [String: String] = [:],
        conformances: [String: [String]] = [:], fixturesModule: String? = nil, version: String = CallsiteVersion.current
    ) {
        self.access = access
        self.namespace = namespace
        self.isStrict = isStrict
        self.shards = shards
        self.runtimeTypes = runtimeTypes
        self.renames = renames
        self.conformances = conformances
        self.fixturesModule = fixturesModule
        self.version = version
    }
}

package enum CallsiteVersion {
    package static let current = "0.1.0"
}
