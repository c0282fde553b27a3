extension [String] {
    /// Takes an option and the argument behind it out of the arguments; nil: it isn't among them, or nothing is behind
    /// it.
    mutating func takeValue(of option: String) -> String? {
        guard let index = firstIndex(of: option), indices.contains(index + 1) else { return nil }
        defer { removeSubrange(index...index + 1) }
        return self[index + 1]
    }
}
