import Foundation
import PackagePlugin

/// `swift package generate-api [OPTION]... [SPEC...]`: `callsite generate` in the package's folder, for sources that
/// are committed. Without SPEC it generates what the package's `callsite.yaml` lists.
///
/// It runs the whole tool: `swift package generate-api validate openapi.yaml` is `callsite validate openapi.yaml`.
@main struct CallsiteGenerate: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        try run(context.tool(named: "callsite").url, arguments, in: context.package.directoryURL)
    }

    private func run(_ executable: URL, _ arguments: [String], in folder: URL) throws {
        let tool = Process()
        tool.executableURL = executable
        tool.arguments = CallsiteGenerate.commandLine(arguments)
        tool.currentDirectoryURL = folder
        try tool.run()
        tool.waitUntilExit()
        // The tool has reported the mistake. SwiftPM's own exit status is then 1, whatever the tool's was.
        guard tool.terminationReason == .exit, tool.terminationStatus == 0 else {
            throw Failed(command: tool.arguments?.first ?? "", status: tool.terminationStatus)
        }
    }

    /// The version of the package, of which the runtime is a part. A tool of another version may not fit; a test compares
    /// it with the tool's own.
    private static let version = "0.1.0"

    /// The tool's commands, as `callsite --help` lists them. A plugin can't ask the tool's own table; a test compares
    /// them.
    private static let commands: Set<String> = [
        "generate", "try", "validate", "inspect", "diff", "mock", "drift", "import", "init", "explain", "schema",
        "templates",
        "completions", "help",
    ]

    /// A description that is called like a command is named by its path: `./validate`.
    private static func commandLine(_ arguments: [String]) -> [String] {
        let isCommand = arguments.first.map { commands.contains($0) || $0 == "--version" } ?? false
        let line = isCommand ? arguments : ["generate"] + arguments
        return line[0] == "generate" ? ["generate", "--runtime", version] + line.dropFirst() : line
    }
}

struct Failed: Error, CustomStringConvertible {
    let command: String
    let status: Int32
    var description: String { "callsite \(command) ended with status \(status)" }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension CallsiteGenerate: XcodeCommandPlugin {
        /// Xcode adds `--target NAME` for each target that is chosen in its dialog. `callsite.yaml` says where files
        /// go, so these are left out.
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            var extractor = ArgumentExtractor(arguments)
            _ = extractor.extractOption(named: "target")
            try run(
                context.tool(named: "callsite").url, extractor.remainingArguments,
                in: context.xcodeProject.directoryURL)
        }
    }
#endif
