/// The text of `EmbeddedRuntime.swift`: the runtime with everything internal, and nothing isolated to an actor,
/// whatever the module that it becomes a part of isolates by default (Swift Evolution 466). Imports of the runtime's
/// modules are left out, and the file that has nothing else.
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

/// Lines of a file, in which each declaration that isn't inside another is `nonisolated`. They are formatted, so a
/// declaration that is only inside `#if` is indented by four spaces for each.
private func withoutIsolation(_ lines: [String]) -> [String] {
    let declaration =
        #/^(?<attributes>(?:@\w+(?:\([^)]*\))? )*)(?:(?:private|fileprivate|final|indirect) )*(?:struct|class|enum|protocol|extension|func|let|var) /#
    var depth = 0
    return lines.map { line in
        let text = line.drop { $0 == " " }
        if text.hasPrefix("#if") { depth += 1 }
        if text.hasPrefix("#endif") { depth -= 1 }
        guard line.count - text.count == 4 * depth, let match = text.prefixMatch(of: declaration) else { return line }
        let attributes = match.output.attributes
        return String(repeating: " ", count: 4 * depth) + attributes + "nonisolated " + text.dropFirst(attributes.count)
    }
}
