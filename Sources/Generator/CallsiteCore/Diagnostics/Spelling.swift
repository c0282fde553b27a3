/// Finds what was probably meant: "did you mean 'Pet'?".
package enum Spelling {
    /// The candidate nearest to `word`, if one is near enough to be a slip of the keyboard; ties go to the first.
    package static func suggestion<Candidates: Sequence>(for word: String, among candidates: Candidates) -> String?
    where Candidates.Element == String {
        let folded = fold(Array(word.unicodeScalars.prefix(64)))
        // A third of the letters may be wrong: enough for a transposition in a short word, too little for another word.
        var best: (candidate: String, distance: Int)?
        // A description may name ten thousand things; to compare them all would take too long.
        for candidate in candidates.prefix(5000) {
            let letters = Array(candidate.unicodeScalars.prefix(64))
            let other = fold(letters)
            let limit = max(1, max(folded.count, other.count) / 3)
            guard abs(folded.count - other.count) <= limit else { continue }
            let distance = folded == other ? 0 : self.distance(folded, other)
            if distance <= limit, distance < max(folded.count, other.count), distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.candidate
    }

    /// Whether `word` is `other` with one letter wrong, missing, added or swapped with its neighbour; in long words
    /// two.
    package static func isSlip(_ word: String, of other: String) -> Bool {
        let (a, b) = (Array(word.utf8.prefix(64)).map(UInt32.init), Array(other.utf8.prefix(64)).map(UInt32.init))
        let limit = b.count >= 12 ? 2 : 1
        return abs(a.count - b.count) <= limit && a != b && distance(a, b) <= limit
    }

    /// The phrase for a message's `help`: the suggestion, or all candidates if they are few.
    package static func help<Candidates: Sequence>(for word: String, among candidates: Candidates) -> DiagnosticText?
    where Candidates.Element == String {
        let candidates = Array(candidates)
        if let suggestion = suggestion(for: word, among: candidates) { return "did you mean '\(suggestion)'?" }
        guard !candidates.isEmpty, candidates.count <= DiagnosticText.listLimit else { return nil }
        return "expected \(DiagnosticText.list(candidates))"
    }

    /// The word of a closed list that is meant: the nearest one, or the only one that begins with what was written
    /// (`lenient`: `lenientDates`).
    package static func word(for word: String, among words: [String]) -> String? {
        if let suggestion = suggestion(for: word, among: words) { return suggestion }
        guard word.utf8.count >= 3 else { return nil }
        let longer = words.filter { $0.lowercased().hasPrefix(word.lowercased()) }
        return longer.count == 1 ? longer[0] : nil
    }

    /// The phrase for a message's `help`: the word that is meant, or all words of the list.
    package static func help(for word: String, amongWords words: [String]) -> DiagnosticText? {
        if let suggestion = self.word(for: word, among: words) { return "did you mean '\(suggestion)'?" }
        return words.isEmpty ? nil : "expected \(DiagnosticText.list(words))"
    }

    /// The phrase for a message's `help`: the outcome, and the name that was meant instead.
    static func help(_ outcome: DiagnosticText, meant: String?) -> DiagnosticText {
        meant.map { outcome + "; did you mean '\($0)'?" } ?? outcome
    }

    /// Letters without case and separators, since `base_url` is near to `baseURL`.
    private static func fold(_ scalars: [Unicode.Scalar]) -> [UInt32] {
        scalars.compactMap { scalar in
            switch scalar.value {
            case 0x41...0x5A: scalar.value + 0x20
            // Typographic quotes of an editor are no letters either.
            case 0x20, 0x2D, 0x5F, 0x201C...0x201E, 0x2018, 0x2019: nil
            default: scalar.value
            }
        }
    }

    /// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours.
    private static func distance(_ a: [UInt32], _ b: [UInt32]) -> Int {
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1] + [Int](repeating: 0, count: b.count)
            for j in b.indices {
                row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
                }
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
