import CallsiteCore
import CallsiteShell

/// What may be asked of a description, each by its core alone: no file is read or written.
package enum CostedCommand: String, CaseIterable, Sendable {
    case generate, fixtures, inspect, names, `import`

    /// Reads a growing description as the command would, file by file as it asks for them, and prints its messages.
    package func run(_ document: GrowingDocument, size: Int) {
        let size = min(size, document.bound)
        let main = SourceSet.File(path: "growing.yaml", bytes: Array(document.text(size).utf8))
        let files = Dictionary(document.otherFiles(size).map { ($0.path, $0.text) }, uniquingKeysWith: { $1 })
        func read(_ path: String) throws(IncludeReader.Refusal) -> SourceSet.File {
            guard let text = files[path] else { throw .notFound }
            return SourceSet.File(path: path, bytes: Array(text.utf8))
        }
        switch self {
        case .generate:
            finish(
                loadSources(of: main, reading: read) { CallsiteCore.generate($0, options: Options(access: .public, namespace: "Space")) })
        case .fixtures:
            finish(loadSources(of: main, reading: read) { CallsiteCore.generate($0, options: Options(fixturesModule: "Module")) })
        case .inspect: finish(loadSources(of: main, reading: read) { CallsiteCore.inspect($0, options: Options()) })
        case .names: finish(loadSources(of: main, reading: read) { inspectNames($0, options: Options()) })
        case .import: finish(loadSources(of: main, reading: read) { importDescription($0, options: Options()) })
        }
    }

    private func finish(_ loaded: (result: some PassResult, sources: SourceSet)) {
        _ = DiagnosticRenderer(paths: loaded.sources.paths).text(loaded.result.diagnostics)
    }
}
