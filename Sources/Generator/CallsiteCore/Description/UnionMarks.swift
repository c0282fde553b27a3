// What tells the alternatives of a union apart that has no discriminator: a field that needn't be there, and has a
// value of its own in each.

/// The field by which alternatives are known where it is there. In one that lacks it, it says nothing.
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
