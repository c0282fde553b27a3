import Observation

/// Notifies observers of an object's changes where the system has Observation, and does nothing elsewhere.
///
/// `@Observable` would do the same, but would make whole classes unavailable on older systems.
struct ObservationHook: Sendable {
    private let box: (any Sendable)?

    init() {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { box = ObservationRegistrar() } else { box = nil }
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    var registrar: ObservationRegistrar? { box as? ObservationRegistrar }
}
