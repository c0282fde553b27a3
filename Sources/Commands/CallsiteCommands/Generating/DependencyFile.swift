import CallsiteShell

/// The contents of `--depfile`: a rule of Make, as `cc -MD -MP` writes them, that names what was written and what it was
/// made from.
///
/// An empty rule for each prerequisite follows: without it, Make stops at one that is no longer there. Ninja and CMake
/// read the file too, so there is no comment in it: Ninja knows none. A file that was looked for in vain isn't in it
/// either: Ninja would build again each time.
struct DependencyFile: Hashable, Sendable {
    /// Paths as the user wrote them.
    let targets: [String]
    let prerequisites: [String]

    /// - Parameter beside: The files that are written beside the code. Ninja compares the first target with the first output that
    ///   a rule declares, and that is code.
    init(targets: some Sequence<String>, beside: some Sequence<String> = [], prerequisites: some Sequence<String>) {
        func sorted(_ paths: some Sequence<String>) -> [String] {
            Set(paths).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
        let code = sorted(targets)
        self.targets = code + sorted(Set(beside).subtracting(code))
        self.prerequisites = sorted(prerequisites)
    }

    /// A path that no dependency file can name; nil: there is none.
    var impossible: String? { (targets + prerequisites).first { DependencyFile.escaped($0) == nil } }

    /// A line for each path; nil if one can't be named.
    var text: String? {
        var names = (targets + prerequisites).compactMap(DependencyFile.escaped)
        guard !targets.isEmpty, names.count == targets.count + prerequisites.count else { return nil }
        let phony = names[targets.count...].map { "\($0):\n" }
        names[targets.count - 1] += ":"
        return names.joined(separator: " \\\n  ") + "\n" + phony.joined()
    }

    /// Whether Callsite wrote these contents: a rule with a line for each path, some target of which is generated
    /// Swift, and nothing but empty rules. The rules of compilers make object files.
    static func isOurs(_ contents: [UInt8]) -> Bool {
        var lines = String(decoding: contents, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.popLast() == "", let end = lines.firstIndex(where: { !$0.hasSuffix(" \\") }) else { return false }
        let rule = lines[...end]
        guard rule.dropFirst().allSatisfy({ $0.hasPrefix("  ") }), lines[(end + 1)...].allSatisfy({ $0.hasSuffix(":") })
        else {
            return false
        }
        let paths = rule.map { $0.hasSuffix(" \\") ? $0.dropLast(2) : $0 }
        guard let last = paths.firstIndex(where: { $0.hasSuffix(":") }) else { return false }
        return paths[..<last].contains { $0.hasSuffix(".swift") } || paths[last].hasSuffix(".swift:")
    }

    /// A path as GNU Make and Ninja read it; nil: there is no spelling that both read as this path.
    ///
    /// Both take a backslash for itself, except before a blank, `#` or `:`; there they count backslashes differently.
    static func escaped(_ path: String) -> String? {
        var result: [UInt8] = []
        var afterBackslash = false
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "#"), UInt8(ascii: ":"):
                if afterBackslash { return nil }
                result += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "$"): result += [byte, byte]
            // Control characters separate or end names. Make takes '%' in a target for a pattern.
            case 0..<0x20, 0x7F, UInt8(ascii: "%"): return nil
            default: result.append(byte)
            }
            afterBackslash = byte == UInt8(ascii: "\\")
        }
        // Before the blank or colon that follows it, a backslash would escape; Ninja takes '\:' before a blank for
        // text.
        guard let last = path.utf8.last, last != UInt8(ascii: "\\"), last != UInt8(ascii: ":") else { return nil }
        return String(decoding: result, as: UTF8.self)
    }
}

extension Generation {
    /// Writes the file that `--depfile` names, once everything else is written. One that is as it should be isn't
    /// touched.
    func writeDependencies(_ text: String, to path: String) -> ExitStatus {
        let contents = Array(text.utf8)
        if let old = try? readFile(shell.absolute(path), regularOnly: true), areSame(old, contents) { return .done }
        return shell.writeFile(contents, to: path, replacing: DependencyFile.isOurs)
    }
}
