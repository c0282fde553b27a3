import CallsitePrinter

/// The folders whose files are embedded, as one module.
package let embeddedRuntimeFolders = ["Sources/CallsiteRuntime", "Sources/CallsiteTransfers"]

/// The text of `EmbeddedRuntime.swift`: the runtime with everything internal. What only says in which module something
/// is, isn't in it.
package func embeddedRuntimeSource(_ files: [(name: String, text: String)]) -> String {
    let modifier = /\b(?:public|package) (?:internal\(set\) )?(?=[a-z@])/
    let internals = files.filter { $0.name != "MovedToTransfers.swift" }.map { file in
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> String? in
            guard !line.hasSuffix("import CallsiteRuntime") else { return nil }
            // What a comment says of it stays.
            return line.drop { $0 == " " }.hasPrefix("//") ? String(line) : String(line.replacing(modifier, with: ""))
        }
        return (name: file.name, text: lines.joined(separator: "\n"))
    }
    let folders = embeddedRuntimeFolders.joined(separator: " and ")
    return embeddedSource(internals, as: "embeddedRuntime", writtenBy: "embed-runtime", from: folders)
}
