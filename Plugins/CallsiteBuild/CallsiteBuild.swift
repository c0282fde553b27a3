import Foundation
import PackagePlugin

/// Generates the Swift of a target's API descriptions whenever they have changed.
///
/// A build command must name its outputs before any description is read: so they are always the same files, and what is
/// in them is the tool's business. It reads nothing but what is named here, and writes into its own folder only.
@main struct CallsiteBuild: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let inputs = Inputs(
            files: target.sourceFiles.map(\.url), target: target.directoryURL, package: context.package.directoryURL)
        guard !inputs.descriptions.isEmpty || inputs.configuration != nil else {
            throw NothingFound(target: target.name, folder: target.directoryURL.path)
        }

        let folder = context.pluginWorkDirectoryURL
        let shards = inputs.shards
        var names = ["Callsite+API.swift"]
        for kind in ["Models", "Requests"] {
            for number in 0..<shards { names.append("Callsite+\(kind)\(number < 10 ? "0" : "")\(number).swift") }
        }
        let isTest = target.kind == .test
        if isTest { names.append("Callsite+Fixtures.swift") }
        var arguments = [
            "generate", "--quiet", "--shards", "\(shards)", "--target", target.name, "--output", folder.path,
        ]
        if let configuration = inputs.configuration { arguments += ["--config", configuration.path] }
        if isTest { arguments += ["--test-folder", target.directoryURL.path] }
        let plan = try writePlan(inputs, into: folder)
        arguments += ["--plan", plan.path]
        return [
            .buildCommand(
                displayName: "Callsite: generating for \(target.name)",
                executable: try context.tool(named: "callsite-build").url,
                arguments: arguments + ["--"] + inputs.descriptions.map(\.path), inputFiles: inputs.all + [plan],
                outputFiles: names.map { folder.appendingPathComponent($0) })
        ]
    }

    /// Writes the inputs of this plan. SwiftPM plans again only when a manifest or a target's files change: by this the tool
    /// finds out that it should.
    private func writePlan(_ inputs: Inputs, into folder: URL) throws -> URL {
        let file = folder.appendingPathComponent("plan.txt")
        let lines = inputs.all.map { "watched \($0.path)\n" } + inputs.absent.map { "absent \($0.path)\n" }
        let contents = Data(lines.joined().utf8)
        if (try? Data(contentsOf: file)) != contents {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try contents.write(to: file)
        }
        return file
    }
}

struct NothingFound: Error, CustomStringConvertible {
    let target: String
    let folder: String

    var description: String {
        """
        CallsiteBuild has nothing to generate for the target '\(target)': in \(folder) there is no \
        *.callsite.yaml, no openapi.yaml, .yml or .json, no swagger.yaml, .yml or .json, and there is no callsite.yaml, neither \
        there nor in the package's folder
        """
    }
}
