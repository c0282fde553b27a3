/// SHA-256 (FIPS 180-4, sections 5 and 6.2), for the hashes of a Content-Security-Policy.
enum SHA256 {
    /// The 32 bytes of the hash.
    static func hash(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [
            0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
        ]
        var words = [UInt32](repeating: 0, count: 64)
        let padded = padded(message)
        for block in stride(from: 0, to: padded.count, by: 64) {
            for index in 0..<16 {
                words[index] = (0..<4).reduce(0) { $0 << 8 | UInt32(padded[block + index * 4 + $1]) }
            }
            for index in 16..<64 {
                let (a, b) = (words[index - 15], words[index - 2])
                let small = rotated(a, 7) ^ rotated(a, 18) ^ (a >> 3)
                let large = rotated(b, 17) ^ rotated(b, 19) ^ (b >> 10)
                words[index] = words[index - 16] &+ small &+ words[index - 7] &+ large
            }
            compress(words, into: &state)
        }
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    /// The message, a bit that ends it, and its length in bits: whole blocks of 64 bytes.
    private static func padded(_ message: [UInt8]) -> [UInt8] {
        var padded = message + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        let bits = UInt64(message.count) * 8
        return padded + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) }
    }

    private static func compress(_ words: [UInt32], into state: inout [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for round in 0..<64 {
            let choice = (e & f) ^ (~e & g)
            let first =
                h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ constants[round] &+ words[round]
            let majority = (a & b) ^ (a & c) ^ (b & c)
            let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = primes(64).map { prime in
        // The fractional part of the cube root of p, times 2³², is the cube root of p·2⁹⁶ modulo 2³².
        var low: UInt64 = 0
        var high: UInt64 = 8 << 32
        while high - low > 1 {
            let middle = (low + high) / 2
            if isCube(of: middle, atMost: prime) { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }

    /// Whether `root³ ≤ prime · 2⁹⁶`.
    private static func isCube(of root: UInt64, atMost prime: UInt64) -> Bool {
        // root < 2³⁵, so its square has at most 70 bits, and its cube 105. Both are kept as (high, low) words of 64
        // bits.
        let square = root.multipliedFullWidth(by: root)
        let low = square.low.multipliedFullWidth(by: root)
        let high = square.high * root + low.high
        return high < prime << 32 || high == prime << 32 && low.low == 0
    }

    private static func primes(_ count: Int) -> [UInt64] {
        var primes: [UInt64] = []
        var candidate: UInt64 = 2
        while primes.count < count {
            if !primes.contains(where: { candidate % $0 == 0 }) { primes.append(candidate) }
            candidate += 1
        }
        return primes
    }
}
