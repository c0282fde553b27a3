import Foundation
import PackagePlugin

/// Generates the Swift of a target's API descriptions whenever they have changed.
///
/// A build command must name its outputs before any description is read: so they are always the same files, and what is
/// in them is the tool's business. It reads nothing but what is named here, and writes into its own folder only.
@main struct CallsiteBuild: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let inputs = Inputs(target: target.directoryURL, package: context.package.directoryURL)
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

    /// What this plan knows of. SwiftPM plans again only when a manifest or a target's files change: by this the tool
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

/// What the tool may read.
struct Inputs {
    /// `callsite.yaml` of the target, else of the package.
    var configuration: URL?
    /// In the target's folder and below.
    var descriptions: [URL] = []
    /// A change of any of these generates again. More than are needed do no harm: what comes out the same is not
    /// rewritten.
    var all: [URL] = []
    /// Where there may be a configuration, and is none.
    var absent: [URL] = []
    /// So many files of models, and as many of requests.
    var shards = 1

    init(target: URL, package: URL) {
        let files = Inputs.files(below: target)
        let places = [target, package].map { $0.appendingPathComponent("callsite.yaml") }
        configuration = places.first { FileManager.default.fileExists(atPath: $0.path) }
        absent = Array(places.prefix { $0 != configuration })
        descriptions = files.filter(Inputs.isDescription)
        var inputs = files.filter(Inputs.isData)
        if let configuration {
            inputs.append(configuration)
            // The plugin can't read YAML; whatever in it names a file or a folder is taken for one that the tool may
            // read.
            let text = (try? String(contentsOf: configuration, encoding: .utf8)) ?? ""
            for word in text.split(whereSeparator: { $0.isWhitespace || "\"',[]{}#".contains($0) }) {
                let url = URL(fileURLWithPath: String(word), relativeTo: configuration.deletingLastPathComponent())
                    .standardizedFileURL
                var isFolder: ObjCBool = false
                guard url.path != package.path, FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
                else { continue }
                let folder = isFolder.boolValue ? url : url.deletingLastPathComponent()
                // A description in the package's own folder includes what lies beside it.
                guard folder.standardizedFileURL.path != package.standardizedFileURL.path else {
                    inputs.append(url)
                    continue
                }
                inputs += Inputs.files(below: folder).filter { Inputs.isData($0) || $0.pathExtension == "mustache" }
            }
        }
        // A folder changes when a file is added to it: the tool is asked then, and finds the configuration.
        if configuration == nil { inputs.append(package) }
        var seen: Set<String> = []
        all = inputs.filter { seen.insert($0.standardizedFileURL.path).inserted }
        let bytes = all.reduce(0) { $0 + ((try? $1.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0) }
        shards = min(max(bytes / 32_768, 1), 64)
    }

    private static func files(below folder: URL) -> [URL] {
        let found = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: [.fileSizeKey], options: [.skipsHiddenFiles])
        return (found?.compactMap { $0 as? URL } ?? []).sorted { $0.path < $1.path }
    }

    private static func isData(_ url: URL) -> Bool { ["yaml", "yml", "json"].contains(url.pathExtension) }

    private static func isDescription(_ url: URL) -> Bool {
        let name = url.lastPathComponent
        return name.hasSuffix(".callsite.yaml")
            || ["openapi", "swagger"].contains(url.deletingPathExtension().lastPathComponent) && isData(url)
    }
}
