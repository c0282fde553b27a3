import CallsiteCore
import CallsiteReference
import Foundation
import Fuzzing
import SwiftCompiler
import Testing

/// The build plugin's own code that decides what SwiftPM watches, compiled by itself.
@Suite(.serialized) struct PluginInputsTests {
    /// `inputs TARGET PACKAGE…`: what is watched for each pair of folders. `outline FILE…`: what is read of each file.
    private static let main = """
        import Foundation

        func json(_ value: OutlineYAML) -> Any {
            switch value {
            case .nothing: return NSNull()
            case .string(let text): return text
            case .list(let elements): return elements.map(json)
            case .mapping(let pairs): return pairs.map { ["key": $0.key, "value": json($0.value)] }
            }
        }
        let words = Array(CommandLine.arguments.dropFirst(2))
        var results: [Any] = []
        if CommandLine.arguments[1] == "outline" {
            for word in words { results.append([json(OutlineYAML(Array(FileManager.default.contents(atPath: word)!)))]) }
        } else {
            for index in stride(from: 0, to: words.count, by: 2) {
                let target = URL(fileURLWithPath: words[index])
                let files = FileManager.default.enumerator(at: target, includingPropertiesForKeys: nil)
                let inputs = Inputs(
                    files: (files?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }, target: target,
                    package: URL(fileURLWithPath: words[index + 1]))
                results.append([
                    "all": inputs.all.map(\\.path), "descriptions": inputs.descriptions.map(\\.path),
                    "absent": inputs.absent.map(\\.path), "shards": inputs.shards, "looks": inputs.looks,
                ])
            }
        }
        print(String(decoding: try JSONSerialization.data(withJSONObject: results), as: UTF8.self))
        """

    private struct Watched: Decodable {
        var all: [String]
        var descriptions: [String]
        var absent: [String]
        var shards: Int
        var looks: Int
    }

    /// The program, and a folder for files.
    private final class Workshop {
        let folder: URL

        init() async throws {
            folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appendingPathComponent(
                "callsite-inputs-\(UUID().uuidString.prefix(8))")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try write(PluginInputsTests.main, to: "main.swift")
            let plugin = ConsumerTests.root.appendingPathComponent("Plugins/CallsiteBuild")
            let result = try await SwiftCompiler.run(
                ["-swift-version", "6", "-warnings-as-errors", "-o", folder.appendingPathComponent("program").path]
                    + ["Inputs.swift", "OutlineYAML.swift"].map { plugin.appendingPathComponent($0).path }
                    + [folder.appendingPathComponent("main.swift").path])
            try #require(result.status == 0, "\(result.text)")
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func write(_ text: String, to name: String) throws {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }

        func run(_ arguments: [String]) async throws -> Data {
            let result = try await ChildProcess.run([folder.appendingPathComponent("program").path] + arguments)
            try #require(result.status == 0, "\(result.text.prefix(2000))")
            return Data(result.text.utf8)
        }

        func watched(_ packages: [String]) async throws -> [Watched] {
            let words = packages.flatMap { package in
                ["/Sources/App", ""].map { folder.appendingPathComponent(package).path + $0 }
            }
            return try JSONDecoder().decode([Watched].self, from: try await run(["inputs"] + words))
        }
    }

    private static let description =
        "callsite: 1\napi: A\nbaseURL: https://a.example\nendpoints: {GetA: {path: /a, response: String}}\n"

    /// A package with more files than any configuration means.
    private static func write(_ name: String, _ configuration: String?, in workshop: Workshop) throws {
        if let configuration { try workshop.write(configuration, to: name + "/callsite.yaml") }
        for file in [
            "Sources/App/own.callsite.yaml", "Specs/a.yaml", "Specs/b.yaml", "other.yaml", "Specs/deep/c.yaml",
        ] {
            try workshop.write(description, to: "\(name)/\(file)")
        }
        for file in ["Package.swift", "Sources/App/App.swift", "Templates/model.mustache", "Templates/notes.txt"] {
            try workshop.write("// \(file)\n", to: "\(name)/\(file)")
        }
        try workshop.write(description, to: "\(name) outside/shared.yaml")
        try workshop.write(description, to: "\(name) outside/other.yaml")
    }

    /// By the text of callsite.yaml, what is watched besides the target's own description and callsite.yaml itself, seen
    /// from the package.
    private static let configurations: [(text: String, watched: [String])] = [
        ("callsite: 1\n", []),
        ("callsite: 1\n# Specs/a.yaml / /usr .. ../.. /home\n", []),
        (
            "# / \ncallsite: 1 # /usr\ndescriptions: # /etc\n  # - Specs/b.yaml\n  - Specs/a.yaml # Specs/b.yaml\n",
            ["Specs/a.yaml"]
        ),
        ("callsite: 1\ndescriptions:\n- Specs/a.yaml\n- source: Specs/b.yaml\n", ["Specs/a.yaml", "Specs/b.yaml"]),
        (
            "callsite: 1\ndescriptions: [Specs/a.yaml, {source: Specs/b.yaml, target: App}]\n",
            ["Specs/a.yaml", "Specs/b.yaml"]
        ),
        ("callsite: 1\ndescriptions:\n  - source: \"Specs/a.yaml\"\n    name: 'Specs/b.yaml'\n", ["Specs/a.yaml"]),
        ("{\"callsite\": 1, \"descriptions\": [{\"source\":\"Specs/a.yaml\",\"target\":\"App\"}]}\n", ["Specs/a.yaml"]),
        (
            "callsite: 1\ndescriptions:\n  - {source: other.yaml, include: {paths: [/, /usr, /home, /users/*]}}\n",
            ["other.yaml"]
        ),
        (
            "callsite: 1\ndescriptions:\n  - source: other.yaml\n    include:\n      paths:\n        - /\n        - /usr\n        - ../\n      tags: [Specs]\n",
            ["other.yaml"]
        ),
        (
            "callsite: 1\ndescriptions: [{source: Specs/a.yaml, renames: {A: Specs, B: /}, links: {getA: [\"Specs/b.yaml\"]}}]\n",
            ["Specs/a.yaml"]
        ),
        (
            "callsite: 1\ndescriptions: [{source: Specs/a.yaml, output: /, mock: Specs/b.yaml, fixtures: Specs, since: other.yaml}]\n",
            ["Specs/a.yaml"]
        ),
        (
            "callsite: 1\ndescriptions: [{source: Specs/a.yaml, overlays: [Specs/b.yaml, /, Specs/none.yaml]}]\n",
            ["Specs/a.yaml", "Specs/b.yaml"]
        ),
        ("callsite: 1\ndescriptions: [/, /usr, .., ., Specs, /dev/zero, /dev/null, '', ~, null]\n", []),
        ("callsite: 1\ndescriptions: [{source: /}, {source: Specs}, {source: }, {source: [Specs/a.yaml]}]\n", []),
        ("callsite: 1\ndescriptions: [Specs/missing.yaml, Specs/a.yaml/b]\n", []),
        ("callsite: 1\ntemplates: Templates\n", ["Templates/model.mustache"]),
        (
            "callsite: 1\ndescriptions: [{source: Specs/a.yaml, templates: ./Templates/}]\n",
            ["Specs/a.yaml", "Templates/model.mustache"]
        ),
        ("callsite: 1\ntemplates: /\n", []),
        ("callsite: 1\ntemplates: /usr\n", []),
        ("callsite: 1\ntemplates: missing\ndescriptions: [Specs/a.yaml]\n", ["Specs/a.yaml"]),
        ("callsite: 1\nallowOutside: true\ndescriptions: [Specs/a.yaml]\n", ["Specs/a.yaml"]),
        ("callsite: 1\nallowOutside: [/, /usr, Specs]\ndescriptions: [Specs/a.yaml]\n", ["Specs/a.yaml"]),
        ("callsite: 1\ndescriptions: ['../PACKAGE outside/shared.yaml']\n", ["../PACKAGE outside/shared.yaml"]),
        ("callsite: 1\ndescriptions: [Specs/../Specs/./a.yaml, Specs//a.yaml]\n", ["Specs/a.yaml"]),
        ("callsite: 1\ndescriptions: &all\n  - &one Specs/a.yaml\nother: *all\n", ["Specs/a.yaml"]),
        ("callsite: 1\nx: &path Specs/b.yaml\ndescriptions: [*path, {source: *path}]\n", ["Specs/b.yaml"]),
        ("callsite: 1\ndescriptions:\n  - !!str Specs/a.yaml\n", ["Specs/a.yaml"]),
        (
            "callsite: 1\nnotes: |\n  descriptions: [Specs/b.yaml]\n  # /\ndescriptions: [Specs/a.yaml]\n",
            ["Specs/a.yaml"]
        ),
        (
            "callsite: 1\ndescriptions:\n  -\n    source:\n      Specs/a.yaml\n    naming:\n      patterns: {\"*/usr*\": \"/\"}\n",
            ["Specs/a.yaml"]
        ),
        (
            "%YAML 1.2\n---\ncallsite: 1\ndescriptions: [\n  Specs/a.yaml, # b\n  Specs/b.yaml\n]\n...\n",
            ["Specs/a.yaml", "Specs/b.yaml"]
        ),
        ("\u{FEFF}callsite: 1\r\ndescriptions:\r\n  - Specs/a.yaml\r\n", ["Specs/a.yaml"]),
        ("callsite: 1\ndescriptions: [Specs/link.yaml, Specs/circle.yaml, Specs/folder]\n", ["Specs/link.yaml"]),
        (
            "callsite: 1\ndescriptions:\n  - source: >-\n      Specs/a.yaml\n  - |-\n    Specs/b.yaml\n",
            ["Specs/a.yaml", "Specs/b.yaml"]
        ),
        (
            "x: &d {source: Specs/a.yaml}\ncallsite: 1\ndescriptions:\n  - {<<: *d, target: App}\n  - <<: [*d]\n",
            ["Specs/a.yaml"]
        ),
        (
            "callsite: 1\nx: &a # b\n  b: c\ndescriptions: &d\n- Specs/a.yaml\ny: !!seq\n- z\nallowOutside: TRUE\n",
            ["Specs/a.yaml"]
        ),
        (
            "callsite: 1\nx: 'a\n  # b'\ny: \"a\n  % b\"\n&k descriptions: !!seq # c\n  - &s !!str Specs/a.yaml\n",
            ["Specs/a.yaml"]
        ),
        ("- &a [x]\n" + String(repeating: "- &a [*a]\n", count: 60_000), []),
        ("not a mapping: [", []),
        (String(repeating: "[", count: 100_000), []),
        (String(repeating: "- ", count: 100_000), []),
        (String(repeating: "a: &a {b: ", count: 10_000), []),
        ("\u{0}\u{1}: \"", []),
        ("", []),
    ]

    @Test func onlyFilesThatAreNamedAreInputs() async throws {
        let workshop = try await Workshop()
        let packages = Self.configurations.indices.map { "package \($0) é" }
        for (name, configuration) in zip(packages, Self.configurations) {
            try Self.write(name, configuration.text.replacing("PACKAGE", with: name), in: workshop)
            let specs = workshop.folder.appendingPathComponent(name + "/Specs").path
            for (link, target) in [("link.yaml", "a.yaml"), ("circle.yaml", "circle.yaml"), ("folder", "/")] {
                try FileManager.default.createSymbolicLink(
                    atPath: specs + "/" + link, withDestinationPath: target)
            }
        }
        for (index, inputs) in try await workshop.watched(packages).enumerated() {
            let (text, watched) = Self.configurations[index]
            let package = workshop.folder.appendingPathComponent(packages[index])
            let wanted = (["Sources/App/own.callsite.yaml", "callsite.yaml"] + watched).map { name in
                package.appendingPathComponent(name.replacing("PACKAGE", with: packages[index])).standardizedFileURL
                    .path
            }
            #expect(inputs.all.sorted() == wanted.sorted(), "\(text.prefix(200))")
            #expect(inputs.descriptions == [wanted[0]])
            #expect(inputs.absent == [package.path + "/Sources/App/callsite.yaml"])
            #expect(inputs.shards == 1 && inputs.looks < 120, "\(inputs.looks) for \(text.prefix(200))")
        }
    }

    @Test func withoutAConfigurationNoFolderIsAnInput() async throws {
        let workshop = try await Workshop()
        try Self.write("package", nil, in: workshop)
        let inputs = try #require(try await workshop.watched(["package"]).first)
        #expect(inputs.all == [workshop.folder.path + "/package/Sources/App/own.callsite.yaml"])
        #expect(inputs.absent.count == 2 && inputs.shards == 1)
    }

    /// Files around the package, and files in it that no description names, change nothing.
    @Test func theMachineDecidesNothing() async throws {
        let workshop = try await Workshop()
        let parts = (0..<40).map { "part \($0).yaml" }
        for name in ["a/package", "b/package"] {
            try Self.write(name, "callsite: 1\ndescriptions: [Specs/big.yaml] # /\n", in: workshop)
            let references = parts.map { "  - {$ref: './parts/\($0)#/Part'}\n" } + ["  - {$ref: ../../c.yaml}\n"]
            try workshop.write("openapi: 3.1.0\nx:\n" + references.joined(), to: name + "/Specs/big.yaml")
            for part in parts {
                try workshop.write(
                    "Part: {description: \"\(String(repeating: "x", count: 4_000))\"}\n",
                    to: "\(name)/Specs/parts/\(part)")
            }
        }
        for number in 0..<2_000 { try workshop.write("{}", to: "b/\(number)/openapi.json") }
        try workshop.write(String(repeating: "# large\n", count: 100_000), to: "b/c.yaml")
        try workshop.write(String(repeating: "# large\n", count: 100_000), to: "b/package/Specs/unused.yaml")
        try workshop.write(String(repeating: "# large\n", count: 100_000), to: "b/package/Specs/parts/unused.yaml")
        let inputs = try await workshop.watched(["a/package", "b/package"])
        func names(_ index: Int) -> [String] {
            inputs[index].all.map { $0.replacing(workshop.folder.path + ["/a", "/b"][index], with: "") }
        }
        #expect(names(0) == names(1) && names(0).count == 3 + parts.count)
        #expect(inputs[0].shards == inputs[1].shards && inputs[0].shards == 4)
        #expect(inputs[1].looks < 500)
    }

    /// A folder of templates costs what its files do, once, and after the descriptions.
    @Test func aLargeFolderOfTemplatesStarvesNothing() async throws {
        let workshop = try await Workshop()
        let entries = (0..<60).map { _ in "{source: Specs/a.yaml, templates: Large}" }
        try Self.write(
            "package", "callsite: 1\ntemplates: Large\ndescriptions: [\(entries.joined(separator: ", "))]\n",
            in: workshop)
        for number in 0..<10_500 { try workshop.write("", to: "package/Large/\(number).txt") }
        let inputs = try #require(try await workshop.watched(["package"]).first)
        #expect(inputs.looks <= 10_000)
        #expect(inputs.all.contains { $0.hasSuffix("/Specs/a.yaml") })
    }

    @Test func manyAllowedFoldersCostLittle() async throws {
        let workshop = try await Workshop()
        let folders = (0..<5_000).map { "../f\($0)" }.joined(separator: ", ")
        try Self.write(
            "package", "callsite: 1\nallowOutside: [\(folders)]\ndescriptions: [Specs/many.yaml]\n", in: workshop)
        let names = (0..<9_000).map { "../../z\($0).yaml" }.joined(separator: " ")
        try workshop.write("openapi: 3.1.0\nx: \(names)\n", to: "package/Specs/many.yaml")
        #expect(try await workshop.watched(["package"]).first?.all.count == 3)
    }

    @Test func aDescriptionThatNamesAMillionFilesCostsLittle() async throws {
        let workshop = try await Workshop()
        try Self.write("package", "callsite: 1\ndescriptions: [Specs/many.yaml, Specs/a.yaml]\n", in: workshop)
        var text = "openapi: 3.1.0\nx: \""
        for number in 0..<100_000 { text += "\(number).json " }
        try workshop.write(text + "\"\n", to: "package/Specs/many.yaml")
        let inputs = try #require(try await workshop.watched(["package"]).first)
        #expect(inputs.looks <= 10_000)
        #expect(inputs.all.map { URL(fileURLWithPath: $0).lastPathComponent }.suffix(2) == ["many.yaml", "a.yaml"])
    }

    // MARK: - Reading YAML without libyaml

    private static func json(_ node: Node) -> Any {
        if let elements = node.elements { return elements.map(json) }
        if let pairs = node.pairs {
            return pairs.map { ["key": $0.key.text ?? "", "value": json($0.value)] as [String: Any] }
        }
        let text = node.text ?? ""
        return text.isEmpty && node.isPlain ? NSNull() : text
    }

    /// Block scalars aside, which name no file, and line breaks and byte order marks that only YAML 1.1 has.
    @Test func configurationsAreReadAsLibYAMLReadsThem() async throws {
        let workshop = try await Workshop()
        var texts = ConfigurationReference.sections.flatMap { $0.keys.map { Array($0.document.utf8) } }
        texts += Self.configurations.map { Array($0.text.utf8) }
        let source = FuzzSource(seed: 48, kinds: [.configuration], seeds: FuzzSeeds())
        for number in 0..<1_500 { texts.append(source.input(number).input.main.bytes) }
        var names: [String] = []
        var wanted: [NSArray] = []
        for (number, text) in texts.enumerated() {
            var diagnostics = Diagnostics()
            let nodes = parse(SourceSet(main: .init(path: "callsite.yaml", bytes: text)), &diagnostics)
            let lines = text.split(separator: 0x0A)
            let isBlock = lines.contains { $0.last == UInt8(ascii: "|") || $0.last == UInt8(ascii: ">") }
            let isOdd = String(decoding: text, as: UTF8.self).unicodeScalars.dropFirst().contains {
                ["\u{85}", "\u{2028}", "\u{2029}", "\u{FEFF}"].contains($0)
            }
            // A merged mapping is looked up rather than copied.
            let isMerged = String(decoding: text, as: UTF8.self).contains("<<")
            guard !diagnostics.hasErrors, let root = nodes.documents[0]?.root, !isBlock, !isOdd, !isMerged else {
                continue
            }
            let name = workshop.folder.appendingPathComponent("\(number).yaml")
            try Data(text).write(to: name)
            names.append(name.path)
            wanted.append([Self.json(root)] as NSArray)
        }
        #expect(names.count > 1_000)
        let results = try #require(
            try JSONSerialization.jsonObject(with: try await workshop.run(["outline"] + names)) as? [NSArray])
        for (index, name) in names.enumerated() where results[index] != wanted[index] {
            Issue.record(
                "\(try String(contentsOfFile: name, encoding: .utf8))\nis read as \(results[index])\nnot \(wanted[index])"
            )
        }
    }
}
