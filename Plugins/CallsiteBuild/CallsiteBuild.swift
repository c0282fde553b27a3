import Foundation
import PackagePlugin

/// Generates the Swift of a target's API descriptions whenever they have changed.
///
/// A build command must name its outputs before any description is read, so the files are always the same, and the tool
/// decides what each contains. The tool reads only the command's inputs, and writes only into the plugin's folder.
@main struct CallsiteBuild: BuildToolPlugin {
    /// The version of the package, of which the runtime is a part. A tool of another version may not fit, so a test
    /// compares the versions.
    static let version = "0.1.0"

    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        return try commands(
            of: .init(
                name: target.name, isTest: target.kind == .test, files: target.sourceFiles.map(\.url),
                folder: target.directoryURL,
                modules: target.recursiveTargetDependencies.map(\.name).filter { $0.hasPrefix("Callsite") }),
            package: context.package.directoryURL, output: context.pluginWorkDirectoryURL,
            tool: context.tool(named: "callsite-build").url)
    }

    /// A target of a package, or of Xcode's project.
    private struct Source {
        var name: String
        var isTest: Bool
        var files: [URL]
        var folder: URL
        /// The runtime's modules that it can import; nil: it isn't known.
        var modules: [String]?
    }

    /// - Parameters:
    ///   - package: The folder of the package, or of Xcode's project.
    ///   - output: The plugin's own folder for this target.
    private func commands(of target: Source, package: URL, output: URL, tool: URL) throws -> [Command] {
        let inputs = Inputs(files: target.files, target: target.folder, package: package)
        guard !inputs.descriptions.isEmpty || inputs.configuration != nil else {
            throw NothingFound(target: target.name, folder: target.folder.path)
        }
        let shards = inputs.shards
        var names = ["Callsite+API.swift"]
        for kind in ["Models", "Requests"] {
            for number in 0..<shards { names.append("Callsite+\(kind)\(number < 10 ? "0" : "")\(number).swift") }
        }
        if target.isTest { names.append("Callsite+Fixtures.swift") }
        var arguments = [
            "generate", "--quiet", "--shards", "\(shards)", "--target", target.name, "--output", output.path,
            "--runtime", Self.version,
        ]
        if let configuration = inputs.configuration { arguments += ["--config", configuration.path] }
        if target.isTest { arguments += ["--test-folder", target.folder.path] }
        if let modules = target.modules {
            arguments += ["--linked", modules.isEmpty ? "none" : modules.sorted().joined(separator: ",")]
        }
        let plan = try writePlan(inputs, into: output)
        arguments += ["--plan", plan.path]
        return [
            .buildCommand(
                displayName: "Callsite: generating for \(target.name)", executable: tool,
                arguments: arguments + ["--"] + inputs.descriptions.map(\.path), inputFiles: inputs.all + [plan],
                outputFiles: names.map { output.appendingPathComponent($0) })
        ]
    }

    /// Writes the inputs of this plan. SwiftPM plans again only when a manifest or a target's files change. By this
    /// file the tool finds out that a plan is stale.
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

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension CallsiteBuild: XcodeBuildToolPlugin {
        /// A target of Xcode has no folder: descriptions are its files, and `callsite.yaml` lies in the folder that is
        /// called as the target is, or in the project's.
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            let project = context.xcodeProject.directoryURL
            let kind = target.product?.kind
            let isTest = if case .other(let type)? = kind { type.contains("-test") } else { false }
            return try commands(
                of: .init(
                    name: target.displayName, isTest: isTest, files: target.inputFiles.map(\.url),
                    folder: project.appendingPathComponent(target.displayName)),
                package: project, output: context.pluginWorkDirectoryURL,
                tool: context.tool(named: "callsite-build").url)
        }
    }
#endif
