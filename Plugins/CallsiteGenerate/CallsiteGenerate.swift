import Foundation
import PackagePlugin

/// `swift package generate-api [OPTION]... [SPEC...]`: `callsite generate` in the package's folder, for sources that
/// are committed. Without SPEC it generates what the package's `callsite.yaml` lists. The other commands need no
/// permission to write: `swift package callsite`.
@main struct CallsiteGenerate: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        try run(context.tool(named: "callsite").url, arguments, in: context.package.directoryURL)
    }

    private func run(_ executable: URL, _ arguments: [String], in folder: URL) throws {
        let tool = Process()
        tool.executableURL = executable
        tool.arguments = ["generate", "--runtime", CallsiteGenerate.version] + arguments
        tool.currentDirectoryURL = folder
        try tool.run()
        tool.waitUntilExit()
        // The tool has reported the mistake. SwiftPM's own exit status is then 1, whatever the tool's was.
        guard tool.terminationReason == .exit, tool.terminationStatus == 0 else {
            throw Failed(status: tool.terminationStatus)
        }
    }

    /// The version of the package, of which the runtime is a part. A tool of another version may not fit; a test compares
    /// it with the tool's own.
    private static let version = "0.1.0"
}

struct Failed: Error, CustomStringConvertible {
    let status: Int32
    var description: String {
        "callsite generate ended with status \(status). Other commands are run as 'swift package callsite COMMAND'"
    }
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
