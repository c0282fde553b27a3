import CallsiteCommands
import CallsiteCore
import CallsiteImport
import CallsiteInspect
import CallsitePrinter
import CallsiteShell

/// What may be asked of a description, each by its core alone: no file is read or written.
package enum CostedCommand: String, CaseIterable, Sendable {
    case generate, fixtures, inspect, names, page, `import`

    /// Reads a growing description as the command would, file by file as it asks for them, and prints its messages.
    package func run(_ document: GrowingDocument, size: Int) {
        let size = min(size, document.bound)
        let main = SourceSet.File(path: "growing.yaml", bytes: Array(document.text(size).utf8))
        let files = Dictionary(document.otherFiles(size).map { ($0.path, $0.text) }, uniquingKeysWith: { $1 })
        func read(_ path: String) throws(IncludeReader.Refusal) -> SourceSet.File {
            guard let text = files[path] else { throw .notFound }
            return SourceSet.File(path: path, bytes: Array(text.utf8))
        }
        let configured = document.configuration.map { CostedCommand.options($0(size)) } ?? Options()
        var options = configured
        switch self {
        case .generate:
            options.access = .public
            options.namespace = "Space"
            finish(loadSources(of: main, reading: read) { CallsitePrinter.generate($0, options: options) })
        case .fixtures:
            options.fixturesModule = "Module"
            finish(loadSources(of: main, reading: read) { CallsitePrinter.generate($0, options: options) })
        case .inspect: finish(loadSources(of: main, reading: read) { CallsiteInspect.inspect($0, options: configured) })
        case .names: finish(loadSources(of: main, reading: read) { inspectNames($0, options: configured) })
        case .page:
            let loaded = loadSources(of: main, reading: read) { inspectPage($0, options: configured) }
            _ = loaded.result.page?.html(warnings: [])
            finish(loaded)
        case .import: finish(loadSources(of: main, reading: read) { importDescription($0, options: configured) })
        }
    }

    /// What a configuration says of its first description.
    private static func options(_ text: String) -> Options {
        let file = SourceSet.File(path: "callsite.yaml", bytes: Array(text.utf8))
        var diagnostics = Diagnostics()
        let configuration = readConfiguration(file, &diagnostics)
        _ = DiagnosticRenderer(paths: [file.path]).text(diagnostics)
        return configuration.descriptions.first?.settings.options() ?? Options()
    }

    private func finish(_ loaded: (result: some PassResult, sources: SourceSet)) {
        _ = DiagnosticRenderer(paths: loaded.sources.paths).text(loaded.result.diagnostics)
    }
}
