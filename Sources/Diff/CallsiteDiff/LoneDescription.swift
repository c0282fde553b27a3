import CallsiteCore

/// Reports a description that only one side has, as one change.
///
/// - Parameters:
///   - contract: the description.
///   - isRemoved: whether the old side has it.
///   - isServerOld: as in `compare`.
package func compareLone(_ contract: Contract, isRemoved: Bool, isServerOld: Bool = false) -> Comparison {
    let count = contract.endpoints.count
    let endpoints = count == 1 ? "its endpoint" : "its \(count) endpoints"
    let effect = isServerOld ? "" : "; apps already released get 404"
    let message: DiagnosticText =
        isRemoved
        ? "\(contract.name) is gone with \(endpoints)\(count == 0 ? "" : effect)"
        : "\(contract.name) is new with \(endpoints)"
    let isRefused = count > 0 && isRemoved != isServerOld
    var comparison = Comparison()
    comparison.changes = [
        Change(
            id: isRemoved ? "description-removed" : "description-added", subject: .api, message: message,
            source: isRemoved ? .breaks : .none, app: isRefused ? .breaks : .none,
            newPlace: isRemoved ? nil : contract.place, oldPlace: isRemoved ? contract.place : nil,
            endpoints: count, someEndpoints: Array(contract.endpoints.prefix(3).map(\.title)), key: contract.name)
    ]
    return comparison
}
