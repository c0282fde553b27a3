/// What the command line or `callsite.yaml` asks of a run.
package struct Options: Hashable, Sendable {
    package enum Access: String, CaseIterable, Hashable, Sendable { case `internal`, `package`, `public` }

    /// The access level of everything generated.
    package var access: Access
    /// An enum to put everything into, so that two descriptions can share a module.
    package var namespace: String?
    /// Warnings are errors.
    package var isStrict: Bool
    /// Generator version, printed in the header of each file.
    package var version: String

    package init(access: Access = .internal, namespace: String? = nil, isStrict: Bool = false, version: String = CallsiteVersion.current) {
        self.access = access
        self.namespace = namespace
        self.isStrict = isStrict
        self.version = version
    }
}

package enum CallsiteVersion {
    package static let current = "0.1.0"
}
