import CallsiteCallers
import CallsiteCommands
import CallsiteCore
import CallsiteDiff
import CallsiteFormat
import CallsiteImport
import CallsiteInspect
import CallsiteMockDescription
import CallsiteMockEngine
import CallsitePrinter
import CallsiteShell

/// The commands for a description, each by its core alone: no file is read or written.
package enum CostedCommand: String, CaseIterable, Sendable {
    case generate, fixtures, inspect, names, page, `import`, format, diff, callers, mock

    /// Reads a growing description as the command would, file by file as it asks for them, and prints its messages.
    package func run(_ document: GrowingDocument, size: Int) {
        let size = min(size, document.bound)
        let main = SourceSet.File(path: "growing.yaml", bytes: Array(document.text(size).utf8))
        let read = document.reader(size)
        let configured = document.options(size)
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
        case .format:
            var diagnostics = Diagnostics()
            _ = CallsiteFormat.format(main, &diagnostics)
        case .diff:
            let sides = document.bothVersions(size)
            _ = compare(sides.old, sides.new)
        case .callers:
            let sides = document.bothVersions(size)
            guard let contract = sides.old.contract else { return }
            var comparison = compare(sides.old, sides.new)
            document.findCallers(in: &comparison, contract, size)
        case .mock:
            let loaded = loadSources(of: main, reading: read) { readMock($0, options: configured) }
            if let json = loaded.result.json, let description = try? MockDescription(json: json.utf8) {
                _ = MockEngine(description)
            }
            finish(loaded)
        }
    }

    private func finish(_ loaded: (result: some PassResult, sources: SourceSet)) {
        _ = DiagnosticRenderer(paths: loaded.sources.paths).text(loaded.result.diagnostics)
    }
}

extension GrowingDocument {
    fileprivate func reader(_ size: Int) -> (String) throws(IncludeReader.Refusal) -> SourceSet.File {
        let files = Dictionary(otherFiles(size).map { ($0.path, $0.text) }, uniquingKeysWith: { $1 })
        return { path throws(IncludeReader.Refusal) in
            guard let text = files[path] else { throw .notFound }
            return SourceSet.File(path: path, bytes: Array(text.utf8))
        }
    }

    /// The options that its configuration has for its first description.
    fileprivate func options(_ size: Int) -> Options {
        guard let configuration else { return Options() }
        let file = SourceSet.File(path: "callsite.yaml", bytes: Array(configuration(size).utf8))
        var diagnostics = Diagnostics()
        let read = readConfiguration(file, &diagnostics)
        _ = DiagnosticRenderer(paths: [file.path]).text(diagnostics)
        return read.descriptions.first?.settings.options() ?? Options()
    }

    /// Where its callers use what has changed.
    package func findCallers(in comparison: inout Comparison, _ old: Contract, _ size: Int) {
        var index = CallerIndex()
        index.add("App.swift", Array((callers?(size) ?? "").utf8))
        comparison.findCallers(index, old: old)
    }

    /// The description and its next version, as `callsite diff` reads them.
    package func bothVersions(_ size: Int) -> (old: ContractReading, new: ContractReading) {
        let size = min(size, bound)
        let text = text(size)
        let next =
            changed?(size)
            ?? text.split(separator: ": string", omittingEmptySubsequences: false).joined(separator: ": integer")
        let (read, options) = (reader(size), options(size))
        func contract(_ text: String, isOld: Bool) -> ContractReading {
            let main = SourceSet.File(path: "growing.yaml", bytes: Array(text.utf8))
            return loadSources(of: main, reading: read) {
                readContract($0, options: options, isConfigurationForAnother: isOld)
            }.result
        }
        return (contract(text, isOld: true), contract(next, isOld: false))
    }
}
