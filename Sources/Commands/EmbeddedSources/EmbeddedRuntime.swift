/// The source of `EmbeddedRuntime.swift`: the runtime as a part of another module. Everything is internal. Nothing is
/// isolated to an actor, even if the other module isolates its declarations by default (Swift Evolution 466). The
/// runtime's modules aren't imported, so `Exports.swift`, which only imports them, is left out.
///
/// - Parameter files: All files of the runtime, each with the name of its module: `CallsitePagination/Pages.swift`.
package func embeddedRuntimeSource(_ files: [(name: String, text: String)]) -> String {
    let modifier = /\b(?:public|package) (?:internal\(set\) )?(?=[a-z@])/
    let internals = files.filter { !$0.name.hasSuffix("/Exports.swift") }.map { file in
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> String? in
            guard !line.contains("import Callsite") else { return nil }
            // Comments keep the words `public` and `package`.
            return line.drop { $0 == " " }.hasPrefix("//") ? String(line) : String(line.replacing(modifier, with: ""))
        }
        return (name: file.name, text: withoutIsolation(lines).joined(separator: "\n"))
    }
    return embeddedSource(internals, as: "embeddedRuntime", writtenBy: "embed-runtime", from: "Sources/Runtime")
}

/// The lines of a file, with `nonisolated` before each top-level declaration. Formatted files indent such a declaration
/// by four spaces for each `#if` around it, and by nothing else.
private func withoutIsolation(_ lines: [String]) -> [String] {
    let declaration =
        #/^(?<attributes>(?:@\w+(?:\([^)]*\))? )*)(?:(?:private|fileprivate|final|indirect) )*(?:struct|class|enum|protocol|extension|func|let|var) /#
    var depth = 0
    return lines.map { line in
        let code = line.drop { $0 == " " }
        if code.hasPrefix("#if") { depth += 1 }
        if code.hasPrefix("#endif") { depth -= 1 }
        guard line.count - code.count == 4 * depth, let match = code.prefixMatch(of: declaration) else { return line }
        let attributes = match.output.attributes
        return String(repeating: " ", count: 4 * depth) + attributes + "nonisolated " + code.dropFirst(attributes.count)
    }
}
