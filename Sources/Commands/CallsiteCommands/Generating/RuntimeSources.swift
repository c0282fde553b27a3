import CallsiteCore
import CallsitePrinter
import CallsiteShell
import CallsiteSwift

/// The source files of the runtime. `--embed-runtime` writes them for modules that can't have a dependency.
package struct RuntimeSources: Sendable {
    /// The manifest lists the files under this description.
    static let description = Manifest.embeddedRuntime

    private let sources: [(name: String, text: String)]

    package init(_ sources: [(name: String, text: String)]) { self.sources = sources }

    /// Modules that are written only if a description needs them. All others are always written.
    private static let optional: [RuntimeModule] = [.pagination, .transfers, .toolkit]

    /// The files with their headers: those needed if descriptions use the modules, and the rest.
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

    /// The names of the types that the sources declare. No model may have such a name beside an embedded runtime.
    var types: Set<String> {
        var types: Set<String> = []
        for file in sources {
            for line in file.text.split(separator: "\n") where line.first?.isLetter == true {
                let words = line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") })
                let keywords: Set<Substring> = ["struct", "enum", "class", "protocol", "actor", "typealias"]
                guard let keywordIndex = words.firstIndex(where: keywords.contains), keywordIndex + 1 < words.count
                else { continue }
                types.insert(String(words[keywordIndex + 1]))
            }
        }
        return types
    }
}
