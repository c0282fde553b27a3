import CallsiteCore
import CallsitePrinter
import CallsiteShell
import CallsiteSwift

/// The runtime as sources, for `--embed-runtime`: for modules that want no dependency at all.
package struct RuntimeSources: Sendable {
    /// The description that the manifest lists them under.
    static let description = Manifest.embeddedRuntime

    private let sources: [(name: String, text: String)]

    package init(_ sources: [(name: String, text: String)]) { self.sources = sources }

    /// The modules that are written only where a description needs them; the others always.
    private static let optional: [RuntimeModule] = [.pagination, .transfers, .toolkit]

    /// The files as they are written: those of the modules that descriptions need, and the others.
    func files(for modules: Set<RuntimeModule>) -> (needed: [Output.File], spare: [Output.File]) {
        let header =
            "\(GeneratedHeader.prefix)\(CallsiteVersion.current) from its own runtime. Edits will be lost.\n\n"
        let unneeded = Set(Self.optional).subtracting(modules).map { $0.rawValue + "/" }
        var (needed, spare): ([Output.File], [Output.File]) = ([], [])
        for source in sources {
            // `CallsitePagination/Pages.swift`
            let name = source.name.split(separator: "/").joined(separator: "+")
            let file = Output.File(name: name, contents: Array((header + source.text).utf8))
            if unneeded.contains(where: { source.name.hasPrefix($0) }) {
                spare.append(file)
            } else {
                needed.append(file)
            }
        }
        return (needed, spare)
    }

    /// The types that they declare: no model may have such a name then.
    var types: Set<String> {
        var types: Set<String> = []
        for file in sources {
            for line in file.text.split(separator: "\n") where line.first?.isLetter == true {
                let words = line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") })
                let keywords: Set<Substring> = ["struct", "enum", "class", "protocol", "actor", "typealias"]
                guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count else {
                    continue
                }
                types.insert(String(words[keyword + 1]))
            }
        }
        return types
    }
}
