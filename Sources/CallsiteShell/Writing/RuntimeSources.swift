import CallsiteCore
import CallsitePrinter

/// The runtime as sources, for `--embed-runtime`: for modules that want no dependency at all.
enum RuntimeSources {
    /// What the manifest calls them.
    static let description = "<runtime>"

    /// The files as they are written.
    static var files: [Output.File] {
        let header =
            "\(GeneratedHeader.prefix)\(CallsiteVersion.current) from its own runtime. Edits will be lost.\n\n"
        return embeddedRuntime.map { file in
            Output.File(name: "CallsiteRuntime+\(file.name)", contents: Array((header + file.text).utf8))
        }
    }

    /// The types that they declare: no model may have such a name then.
    static var types: Set<String> {
        var types: Set<String> = []
        for file in embeddedRuntime {
            for line in file.text.split(separator: "\n") where line.first?.isLetter == true {
                let words = line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") })
                let keywords: Set<Substring> = ["struct", "enum", "class", "protocol", "actor", "typealias"]
                guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count else { continue }
                types.insert(String(words[keyword + 1]))
            }
        }
        return types
    }
}

/// The folders whose files are embedded, as one module.
package let embeddedRuntimeFolders = ["Sources/CallsiteRuntime", "Sources/CallsiteTransfers"]

/// The text of `EmbeddedRuntime.swift`: the runtime with everything internal. What only says in which module something is, isn't in it.
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
