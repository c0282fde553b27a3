import CallsiteShell

/// The first lines of the difference between two versions of a file, as `diff -u` shows it.
enum UnifiedDiff {
    /// The number of unchanged lines that are shown around a change.
    private static let context = 3
    /// The number of differing lines, old and new together, up to which the smallest difference is searched for. The
    /// search takes quadratic time and memory, and only the start of the result is shown.
    private static let searchLimit = 2000

    /// - Parameters:
    ///   - old: the present contents.
    ///   - new: the contents as generated.
    ///   - path: the file's name in the two header lines.
    ///   - limit: how many lines to show below the header.
    static func text(from old: [UInt8], to new: [UInt8], path: String, limit: Int = 20) -> String {
        let body = lines(from: split(old), to: split(new))
        var text = "--- \(printable(path))\n+++ \(printable(path)) (as generated)\n"
        for line in body.prefix(limit) { text += line + "\n" }
        if body.count > limit { text += "... (\(counted(body.count - limit, "more line")))\n" }
        return text
    }

    /// A line with its sign: `" "` stays, `"-"` goes, `"+"` is new.
    private typealias Edit = (sign: Character, line: String)

    private static func lines(from old: [String], to new: [String]) -> [String] {
        let edits = edits(from: old, to: new)
        let changed = edits.indices.filter { edits[$0].sign != " " }
        var result: [String] = []
        var next = 0
        while next < changed.count {
            // Changes share a hunk if their contexts meet.
            var last = next
            while last + 1 < changed.count, changed[last + 1] - changed[last] <= 2 * context { last += 1 }
            let range = max(0, changed[next] - context)..<min(edits.count, changed[last] + context + 1)
            result += hunk(edits, range)
            next = last + 1
        }
        return result
    }

    private static func hunk(_ edits: [Edit], _ range: Range<Int>) -> [String] {
        /// The lines of one side: `12,7`. By convention an empty range has the number of the line before it.
        func place(without sign: Character) -> String {
            let count = edits[range].count { $0.sign != sign }
            let before = edits[..<range.lowerBound].count { $0.sign != sign }
            return "\(count == 0 ? before : before + 1),\(count)"
        }
        return ["@@ -\(place(without: "+")) +\(place(without: "-")) @@"]
            + edits[range].map { String($0.sign) + $0.line }
    }

    private static func edits(from old: [String], to new: [String]) -> [Edit] {
        let prefix = zip(old, new).prefix { $0 == $1 }.count
        let suffix = zip(old[prefix...].reversed(), new[prefix...].reversed()).prefix { $0 == $1 }.count
        let (oldMiddle, newMiddle) = (Array(old[prefix..<old.count - suffix]), Array(new[prefix..<new.count - suffix]))
        var middle: [Edit] = []
        if oldMiddle.count + newMiddle.count > searchLimit {
            middle = oldMiddle.map { ("-", $0) } + newMiddle.map { ("+", $0) }
        } else {
            let difference = newMiddle.difference(from: oldMiddle)
            let removed = Set(difference.removals.map(offset))
            let inserted = Set(difference.insertions.map(offset))
            var (i, j) = (0, 0)
            while i < oldMiddle.count || j < newMiddle.count {
                if removed.contains(i) {
                    middle.append(("-", oldMiddle[i]))
                    i += 1
                } else if inserted.contains(j) {
                    middle.append(("+", newMiddle[j]))
                    j += 1
                } else {
                    middle.append((" ", oldMiddle[i]))
                    i += 1
                    j += 1
                }
            }
        }
        return old[..<prefix].map { (" ", $0) } + middle + old[(old.count - suffix)...].map { (" ", $0) }
    }

    private static func offset(_ change: CollectionDifference<String>.Change) -> Int {
        switch change {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }

    /// Splits a file into printable lines, with their tabs.
    private static func split(_ bytes: [UInt8]) -> [String] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { line in
            line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
                .map { printable(String(decoding: $0, as: UTF8.self)) }
                .joined(separator: "\t")
        }
    }
}
