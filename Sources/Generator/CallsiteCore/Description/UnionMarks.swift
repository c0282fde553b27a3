// Distinguishes the alternatives of a union without a discriminator, by fields whose constant values differ between
// alternatives.

/// The fields that identify alternatives: one field if its value differs in each alternative, else as many as it takes.
/// A field doesn't identify an alternative that lacks it.
package struct UnionMarks {
    package typealias Mark = (field: String, value: String)

    /// The marks of each alternative.
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
        // The best field has a different value in each alternative that has it, and is in the most alternatives.
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
        /// Whether a field has different values in two alternatives.
        func differ(_ a: Int, _ b: Int, by field: String) -> Bool {
            guard let value = values[field]?[a], let other = values[field]?[b] else { return false }
            return value != other
        }
        if constants.count <= Self.comparisonLimit {
            // Adds each field that distinguishes two alternatives that the earlier fields don't.
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

    /// The fields whose values differ between two alternatives.
    package func differences(_ a: Int, _ b: Int) -> [String] {
        marks[a].filter { mark in marks[b].contains { $0.field == mark.field && $0.value != mark.value } }.map(\.field)
    }
}
