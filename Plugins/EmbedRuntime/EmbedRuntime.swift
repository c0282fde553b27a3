import Foundation
import PackagePlugin

/// Makes the copy of the runtime that `callsite generate --embed-runtime` writes, when the tool is built.
@main struct EmbedRuntime: BuildToolPlugin {
    /// The modules that become one.
    static let modules = [
        "CallsiteHTTP", "CallsiteCurl", "CallsiteRuntime", "CallsitePagination", "CallsiteTransfers", "CallsiteToolkit",
    ]

    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let runtime = context.package.directoryURL.appendingPathComponent("Sources/Runtime")
        let files = Self.modules.flatMap { sources(of: runtime.appendingPathComponent($0)) }
        let output = context.pluginWorkDirectoryURL.appendingPathComponent("EmbeddedRuntime.swift")
        return [
            .buildCommand(
                displayName: "Embedding the runtime", executable: try context.tool(named: "embed-runtime").url,
                arguments: [output.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
        ]
    }

    private func sources(of folder: URL) -> [URL] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".swift") }.sorted().map { folder.appendingPathComponent($0) }
    }
}
