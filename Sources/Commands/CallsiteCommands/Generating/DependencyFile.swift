import CallsiteShell

/// The contents of `--depfile`: a rule of Make, as `cc -MD -MP` writes them, that names the written files and the
/// files that they were made from.
///
/// An empty rule for each prerequisite follows: without it, Make fails if a prerequisite was deleted. Ninja and CMake
/// read the file too. It has no comments, because Ninja doesn't accept any. Missing files aren't prerequisites: Ninja
/// would build again each time.
struct DependencyFile: Hashable, Sendable {
    /// Paths as the user wrote them.
    let targets: [String]
    let prerequisites: [String]

    /// - Parameter beside: The files that are written beside the code. They follow it, because Ninja compares the first
    ///   target with the first output that a rule declares, and that output is code.
    init(targets: some Sequence<String>, beside: some Sequence<String> = [], prerequisites: some Sequence<String>) {
        func sorted(_ paths: some Sequence<String>) -> [String] {
            Set(paths).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
        let code = sorted(targets)
        self.targets = code + sorted(Set(beside).subtracting(code))
        self.prerequisites = sorted(prerequisites)
    }

    /// A path that no dependency file can name; nil if all paths can be named.
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

    /// A path as GNU Make and Ninja read it; nil if no spelling means this path to both.
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
        // A backslash at the end would escape the blank or colon that follows. Ninja reads '\:' before a blank as part
        // of the path.
        guard let last = path.utf8.last, last != UInt8(ascii: "\\"), last != UInt8(ascii: ":") else { return nil }
        return String(decoding: result, as: UTF8.self)
    }
}

extension Generation {
    /// Writes the file that `--depfile` names, once everything else is written. A file that already has
    /// these contents isn't touched.
    func writeDependencies(_ text: String, to path: String) -> ExitStatus {
        let contents = Array(text.utf8)
        if let old = try? readFile(shell.absolute(path), regularOnly: true), areSame(old, contents) { return .done }
        return shell.writeFile(contents, to: path, replacing: DependencyFile.isOurs)
    }
}
