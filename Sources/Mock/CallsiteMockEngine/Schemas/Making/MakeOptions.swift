/// How values are made. The same options make the same value.
package struct MakeOptions: Hashable, Sendable {
    package var seed: UInt64
    /// Whether all properties are made, or only the required ones.
    package var isFull: Bool
    package var direction: SchemaDirection
    /// The maximum number of elements in an array, unless the schema requires more.
    package var mostElements: Int
    /// The depth from which on optional properties and elements are left out.
    package var mostDepth: Int
    /// Whether an `example`, `examples`, `default` or `const` is taken first, where it is valid.
    package var usesExamples: Bool
    /// The name of the value, such as a parameter's: "email" makes an address.
    package var name: String?

    package init(
        seed: UInt64 = 0, isFull: Bool = true, direction: SchemaDirection = .any, mostElements: Int = 3,
        mostDepth: Int = 6, usesExamples: Bool = true, name: String? = nil
    ) {
        self.seed = seed
        self.isFull = isFull
        self.direction = direction
        self.mostElements = mostElements
        self.mostDepth = mostDepth
        self.usesExamples = usesExamples
        self.name = name
    }
}

/// Why no value could be made.
package struct SchemaMakeFailure: Error, Hashable, Sendable {
    package let message: String
    /// The mistakes in `nearest`.
    package let mistakes: [SchemaMistake]
    /// The value that came nearest, if there is one.
    package let nearest: JSONValue?
}
