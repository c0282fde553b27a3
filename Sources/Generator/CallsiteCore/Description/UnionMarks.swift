// Distinguishes the alternatives of a union without a discriminator: by a field that may be missing, and has a
// different value in each alternative.

/// The field that identifies alternatives where it is present. An alternative that lacks the field isn't identified by
/// it.
package struct UnionMarks {
    private let field: String
    private let values: [String?]

    /// - Parameter constants: For each alternative, the fields that always have the same value.
    /// - Returns: nil: no field has different values in all that have it, or only one has it.
    init?(_ constants: [[(field: String, value: String)]]) {
        var order: [String] = []
        var found: [String: [Int: String]] = [:]
        for (position, fields) in constants.enumerated() {
            for (field, value) in fields {
                if found[field] == nil { order.append(field) }
                found[field, default: [:]][position] = value
            }
        }
        var best: (field: String, values: [Int: String])?
        for field in order {
            guard let values = found[field], values.count > max(1, best?.values.count ?? 0),
                Set(values.values).count == values.count
            else {
                continue
            }
            best = (field, values)
        }
        guard let best else { return nil }
        field = best.field
        values = constants.indices.map { best.values[$0] }
    }

    package func mark(_ position: Int) -> (field: String, value: String)? { values[position].map { (field, $0) } }
}
