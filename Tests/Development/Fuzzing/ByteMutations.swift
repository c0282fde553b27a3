/// Changes of bytes, which know nothing of what they mean.
enum ByteMutations {
    static func input(_ seeds: FuzzSeeds, _ random: inout Randomness) -> FuzzInput {
        let seed = seeds.document(&random)
        var bytes = seed.bytes
        for _ in 0..<(1 << random.below(5)) { mutate(&bytes, seeds, &random) }
        return FuzzInput(.init(seed.name.hasSuffix(".json") ? "api.json" : "api.yaml", bytes))
    }

    /// Tokens that have a meaning in YAML, JSON, paths, types or terminals.
    static let tokens: [[UInt8]] =
        [
            "\t", "\r", "\r\n", "\n\n", "  ", ": ", ":", " #", "- ", "-", "---\n", "...\n", "&a ", "*a", "<<: *a\n",
            "<<", "!!str ", "!x ", "? ", "|\n", ">-\n", "|2\n", "%YAML 1.1\n", "{", "}", "[", "]", ",", "\"", "'", "\\",
            "\\u", "\\ud800", "\\x00", "`", "@", "$ref", "#/", "~1", "%2F", "%", "<", ">", "?", "=", "null", "~",
            "true", "yes", "0x1F", "0o7", "1e999", "-0", ".inf", ".nan", "1_000", "12:30:45", "9223372036854775808",
            "\u{FEFF}", "\u{A0}", "\u{85}", "\u{2028}", "\u{202E}", "\u{200B}", "e\u{301}", "🙂", "\u{0}", "\u{7}",
            "\u{1B}[", "\u{7F}", "\u{FFFE}",
        ].map { Array($0.utf8) } + [
            [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80], [0xFE, 0xFF], [0xFF, 0xFE],
        ]

    static func mutate(_ bytes: inout [UInt8], _ seeds: FuzzSeeds?, _ random: inout Randomness) {
        /// A piece of the text, of one byte to some lines.
        func range(_ random: inout Randomness) -> Range<Int> {
            let start = random.below(bytes.count + 1)
            return start..<min(bytes.count, start + random.below(1 << random.below(8)) + 1)
        }
        switch random.below(12) {
        case 0 where !bytes.isEmpty: bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
        case 1 where !bytes.isEmpty: bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        case 2: bytes.removeSubrange(range(&random))
        case 3:
            let piece = Array(bytes[range(&random)])
            bytes.insert(contentsOf: piece, at: random.below(bytes.count + 1))
        case 4:
            let piece = Array(bytes[range(&random)])
            for _ in 0..<random.number(2...40) {
                bytes.insert(contentsOf: piece, at: min(bytes.count, random.below(bytes.count + 1)))
            }
        case 5: bytes.removeSubrange(random.below(bytes.count + 1)...)
        case 6: indentLine(&bytes, &random)
        case 7: swapLines(&bytes, &random)
        case 8:
            let other = seeds?.document(&random).bytes ?? []
            guard !other.isEmpty else { return }
            let start = random.below(other.count)
            bytes.replaceSubrange(range(&random), with: other[start..<min(other.count, start + random.below(200))])
        case 9: bytes.replaceSubrange(range(&random), with: random.choose(tokens))
        default: bytes.insert(contentsOf: random.choose(tokens), at: random.below(bytes.count + 1))
        }
    }

    private static func indentLine(_ bytes: inout [UInt8], _ random: inout Randomness) {
        let starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
        let start = random.choose(starts)
        if random.once(in: 2), start < bytes.count, bytes[start] == 0x20 {
            bytes.remove(at: start)
        } else {
            bytes.insert(
                contentsOf: Array(repeating: random.once(in: 4) ? 0x09 : 0x20, count: random.number(1...3)), at: start)
        }
    }

    private static func swapLines(_ bytes: inout [UInt8], _ random: inout Randomness) {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        lines.swapAt(random.below(lines.count), random.below(lines.count))
        bytes = Array(lines.joined(separator: [0x0A]))
    }
}
