// Distinguishes the alternatives of a union without a discriminator: by fields that have different values in different
// alternatives, where they are there.

/// The fields that identify alternatives where they are present: one if it has another value in each alternative, else as
/// many as it takes. An alternative that lacks a field isn't identified by it.
package struct UnionMarks {
    package typealias Mark = (field: String, value: String)

    /// By alternative.
    private let marks: [[Mark]]

    /// - Parameter constants: For each alternative, the fields that always have the same value.
    /// - Returns: nil: no field has different values.
    init?(_ constants: [[Mark]]) {
        var order: [String] = []
        var values: [String: [Int: String]] = [:]
        for (position, fields) in constants.enumerated() {
            for (field, value) in fields {
                if values[field] == nil { order.append(field) }
                values[field, default: [:]][position] = value
            }
        }
        order.removeAll { Set(values[$0, default: [:]].values).count < 2 }
        guard !order.isEmpty else { return nil }
        // A field with another value in each alternative that has it says most; of several, the most frequent one.
        func separates(_ field: String) -> (isUnique: Bool, count: Int) {
            let own = values[field, default: [:]].values
            return (Set(own).count == own.count, own.count)
        }
        var chosen: [String] = []
        for field in order {
            let own = separates(field)
            guard own.isUnique, let best = chosen.first else {
                if own.isUnique { chosen = [field] }
                continue
            }
            if own.count > separates(best).count { chosen = [field] }
        }
        /// Whether a field has other values in two alternatives.
        func differ(_ a: Int, _ b: Int, by field: String) -> Bool {
            guard let value = values[field]?[a], let other = values[field]?[b] else { return false }
            return value != other
        }
        if constants.count <= Self.comparisonLimit {
            // Fields are added while they tell apart two alternatives that the others don't.
            for field in order where !chosen.contains(field) {
                var isNew = false
                for a in constants.indices where !isNew && values[field]?[a] != nil {
                    isNew = constants.indices.dropFirst(a + 1).contains { b in
                        differ(a, b, by: field) && !chosen.contains { differ(a, b, by: $0) }
                    }
                }
                if isNew { chosen.append(field) }
                if chosen.count == Self.fieldLimit { break }
            }
        } else if chosen.isEmpty {
            chosen = [order[0]]
        }
        marks = constants.indices.map { position in
            chosen.compactMap { field in values[field]?[position].map { (field, $0) } }
        }
    }

    private static let comparisonLimit = 100
    private static let fieldLimit = 4

    package func marks(_ position: Int) -> [Mark] { marks[position] }

    /// The fields that have one value in one alternative and another in the other.
    package func differences(_ a: Int, _ b: Int) -> [String] {
        marks[a].filter { mark in marks[b].contains { $0.field == mark.field && $0.value != mark.value } }.map(\.field)
    }
}
