import Foundation
import PackagePlugin

/// `swift package callsite COMMAND …`: each command of `callsite` in the package's folder, without a permission to
/// write. `swift package callsite validate openapi.yaml` asks nothing, also where there is no terminal.
///
/// Writing into the package is `swift package generate-api`.
@main struct CallsiteCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        try run(context.tool(named: "callsite").url, arguments, in: context.package.directoryURL)
    }

    private func run(_ executable: URL, _ arguments: [String], in folder: URL) throws {
        let tool = Process()
        tool.executableURL = executable
        tool.arguments = arguments
        tool.currentDirectoryURL = folder
        try tool.run()
        tool.waitUntilExit()
        // The tool has reported the mistake. SwiftPM's own exit status is then 1, whatever the tool's was.
        guard tool.terminationReason == .exit, tool.terminationStatus == 0 else {
            throw Failed(command: arguments.first ?? "", status: tool.terminationStatus)
        }
    }
}

struct Failed: Error, CustomStringConvertible {
    let command: String
    let status: Int32
    var description: String {
        let hint =
            ["generate", "import", "init", "inspect", "templates", "try"].contains(command)
            ? ". To let it write, say 'swift package --allow-writing-to-package-directory callsite …'" : ""
        return "callsite \(command) ended with status \(status)\(hint)"
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension CallsiteCommand: XcodeCommandPlugin {
        /// Xcode adds `--target NAME` for each target that is chosen in its dialog. No command is about one of them.
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            var extractor = ArgumentExtractor(arguments)
            _ = extractor.extractOption(named: "target")
            try run(
                context.tool(named: "callsite").url, extractor.remainingArguments,
                in: context.xcodeProject.directoryURL)
        }
    }
#endif
