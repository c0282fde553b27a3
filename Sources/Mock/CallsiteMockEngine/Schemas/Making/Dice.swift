/// Random numbers from a seed (SplitMix64): the same on every system.
struct Dice: Sendable {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// 0 to `count` - 1.
    mutating func below(_ count: Int) -> Int { count <= 1 ? 0 : Int(next() % UInt64(count)) }

    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        let (width, overflows) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
        return overflows || width == .max ? range.lowerBound : range.lowerBound + below(width + 1)
    }
}
