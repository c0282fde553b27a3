/// Numbers that look random and are the same for the same seed, on every platform (SplitMix64).
package struct Randomness: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// An own sequence for each number of each seed, so that a document doesn't depend on the ones made before it.
    package init(seed: UInt64, number: Int) {
        var mixer = Randomness(seed: UInt64(bitPattern: Int64(number)))
        state = seed ^ mixer.next()
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 to `limit - 1`; 0 where there is nothing to choose from.
    package mutating func below(_ limit: Int) -> Int { limit > 1 ? Int(next() % UInt64(limit)) : 0 }

    package mutating func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    /// True in one of `times` calls, on average.
    package mutating func once(in times: Int) -> Bool { below(times) == 0 }

    /// - Precondition: There is an element.
    package mutating func choose<Values: RandomAccessCollection>(_ values: Values) -> Values.Element {
        values[values.index(values.startIndex, offsetBy: below(values.count))]
    }
}
