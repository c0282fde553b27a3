import Foundation
import PackagePlugin

/// `swift package generate-api [OPTION]... [SPEC...]`: `callsite generate` in the package's folder, for sources that are
/// committed. Without SPEC it generates what the package's `callsite.yaml` lists.
@main struct CallsiteGenerate: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let tool = Process()
        tool.executableURL = try context.tool(named: "callsite").url
        tool.arguments = ["generate"] + arguments
        tool.currentDirectoryURL = context.package.directoryURL
        try tool.run()
        tool.waitUntilExit()
        // The tool has said what is wrong. SwiftPM's own exit status is then 1, whatever the tool's was.
        guard tool.terminationReason == .exit, tool.terminationStatus == 0 else { throw Failed(status: tool.terminationStatus) }
    }
}

struct Failed: Error, CustomStringConvertible {
    let status: Int32
    var description: String { "callsite generate ended with status \(status)" }
}
