import Foundation
import SwiftCompiler
import Testing

/// The folders of `CallsiteCore` are its stages, and an earlier stage knows nothing of a later one. Inside one module
/// the compiler can't check that, so this does: it collects the types that each folder declares, and looks for their
/// names. The stages after the resolved API are modules of their own, whose direction the compiler checks.
@Suite struct LayeringTests {
    /// In order; `Naming` is text only and stands before the stages that use it. Advice for files that aren't YAML and for
    /// words of other formats belongs to the stage that meets them; advice for OpenAPI documents is given when one has
    /// been read, and no reader knows it.
    static let stages = [
        ["Diagnostics"], ["YAML", "Advice/YAML"], ["Description", "Advice/Native"], ["Advice/OpenAPI"], ["API"],
    ]
    /// The pure modules: strings in, strings out.
    static let pureModules = [
        "CallsiteCore", "CallsiteSwift", "CallsitePrinter", "CallsiteFormat", "CallsiteImport", "CallsiteInspect",
        "CallsiteDiff",
        "CallsiteHealing", "CallsiteInference", "CallsiteMockDescription", "CallsiteOverlay", "CallsiteReference",
        "CallsiteSamples",
        "CallsiteText",
    ]
    /// They know neither the generator nor the runtime, and no Foundation.
    static let mockModules = ["CallsiteMockEngine"]

    /// - Parameter folder: A folder of `CallsiteCore`; nil: all of a module.
    private static func files(
        in folder: String? = nil, of module: String = "CallsiteCore"
    ) throws -> [(name: String, text: String)] {
        var root = try PackageLayout.folder(of: module)
        if let folder { root.appendPathComponent(folder) }
        let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return try names.filter { $0.hasSuffix(".swift") }.sorted().map {
            (
                (folder ?? module) + "/" + $0,
                withoutComments(
                    withoutStrings(try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)))
            )
        }
    }

    private static func withoutComments(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
        }.joined(separator: "\n")
    }

    private static func withoutStrings(_ text: String) -> String {
        text.replacing(/"""[\s\S]*?"""/, with: "").replacing(/"(?:[^"\\\n]|\\.)*"/, with: "")
    }

    /// The names that a source uses, without members: a name behind a dot belongs to another type.
    private static func names(in text: String) -> Set<String> {
        var names: Set<String> = []
        var name = ""
        var last: Character = " "
        var isMember = false
        for character in text + " " {
            if character.isLetter || character.isNumber || character == "_" {
                if name.isEmpty { isMember = last == "." }
                name.append(character)
            } else {
                if !name.isEmpty, !isMember { names.insert(name) }
                name = ""
            }
            last = character
        }
        return names
    }

    private static func declared(in files: [(name: String, text: String)]) -> Set<String> {
        var names: Set<String> = []
        for file in files {
            for match in file.text.matches(
                of:
                    /(?m)^(?:package |public |private |fileprivate |indirect |final )*(?:struct|enum|class|protocol|actor) ([A-Z]\w*)/
            ) {
                if !match.0.contains("private") { names.insert(String(match.1)) }
            }
        }
        return names
    }

    @Test func earlierStagesKnowNothingOfLaterOnes() throws {
        let files = try LayeringTests.stages.map { try $0.flatMap { try LayeringTests.files(in: $0) } }
        var compared = 0
        for (index, stage) in LayeringTests.stages.enumerated() {
            for later in (index + 1)..<max(index + 1, LayeringTests.stages.count) {
                let names = LayeringTests.declared(in: files[later])
                for file in files[index] {
                    compared += names.count
                    let uses = LayeringTests.names(in: file.text).intersection(names).sorted()
                    #expect(uses == [], "\(file.name) of \(stage) names what \(LayeringTests.stages[later]) declares")
                }
            }
        }
        #expect(compared > 100)
    }

    /// A static binary with Foundation in it is four times as large.
    @Test func theToolNeedsNoFoundation() throws {
        var count = 0
        for folder in LayeringTests.pureModules + LayeringTests.mockModules + [
            "CallsiteShell", "CallsiteCommands", "callsite", "callsite-build",
        ] {
            for file in try LayeringTests.files(of: folder) where !file.name.contains("/Generated/") {
                count += 1
                #expect(!file.text.contains(/(?m)^\s*(?:@\w+ )*import Foundation/), "\(file.name)")
            }
        }
        #expect(count > 30)
    }

    /// Every package that uses the build plugin compiles the plugin's tool, so the tool has nothing that only a person
    /// at a terminal needs. There is no product `callsite`: a build would compile it for the target too, beside the
    /// plugins' tool.
    @Test func theBuildPluginRunsASmallTool() throws {
        let root = PackageLayout.root
        let manifest = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let targets = manifest[(manifest.firstRange(of: "    targets: [")?.lowerBound ?? manifest.startIndex)...]
        func dependencies(_ name: String) throws -> [String] {
            let target = try #require(
                targets.split(separator: "\n        .").first {
                    $0.firstMatch(of: /^\w+\(\s*name: "([\w-]+)"/)?.1 == name[...]
                }, "\(name)")
            let list = target.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
            return list.matches(of: /"([\w-]+)"/).map { String($0.1) }
        }
        #expect(
            targets.contains(
                #".plugin(name: "CallsiteBuild", capability: .buildTool(), dependencies: ["callsite-build"])"#))
        var closure: Set<String> = []
        var waiting = ["callsite-build"]
        while let name = waiting.popLast() {
            if closure.insert(name).inserted { waiting += try dependencies(name) }
        }
        #expect(
            closure.sorted() == [
                "CallsiteCore", "CallsiteLibYAML", "CallsiteOverlay", "CallsitePrinter", "CallsiteShell",
                "CallsiteSwift",
                "CallsiteText",
                "callsite-build",
            ])
        #expect(!manifest.contains(".executable("))
    }

    /// A build from scratch refuses an import that the manifest doesn't declare; one with modules from before may not.
    @Test func modulesImportOnlyWhatTheyDeclare() throws {
        let root = PackageLayout.root
        let manifest = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let targets = manifest[(manifest.firstRange(of: "    targets: [")?.lowerBound ?? manifest.startIndex)...]
        let modules = Set(manifest.matches(of: /name: "(Callsite\w+)"/).map { String($0.1) })
        var count = 0
        let others = [
            "CallsiteShell", "CallsiteCommands", "CallsiteHTTP", "CallsiteCurl", "CallsiteRuntime",
            "CallsitePagination", "CallsiteTransfers",
            "CallsiteToolkit",
            "CallsiteStore", "CallsiteMockEngine", "CallsiteMock",
        ]
        for module in LayeringTests.pureModules + others {
            let target = try #require(
                targets.split(separator: "\n        .").first {
                    $0.firstMatch(of: /^\w+\(\s*name: "(\w+)"/)?.1 == module[...]
                },
                "\(module)")
            for file in try LayeringTests.files(of: module) {
                for match in file.text.matches(
                    of: /(?m)^\s*(?:@\w+ |public |package |internal )*import (?:struct |enum )?(\w+)/)
                where modules.contains(String(match.1)) {
                    count += 1
                    #expect(
                        target.contains("\"\(match.1)\""),
                        "\(file.name) imports \(match.1), which '\(module)' doesn't declare")
                }
            }
        }
        #expect(count > 100)
    }

    @Test func pureModulesTouchNothing() throws {
        let forbidden: Set = [
            "Foundation", "Glibc", "Darwin", "FileManager", "ProcessInfo", "getenv", "Date", "print", "fopen",
            "CommandLine", "fatalError",
        ]
        for module in LayeringTests.pureModules {
            for file in try LayeringTests.files(of: module)
            where !file.name.contains("/Generated/") {
                let uses = LayeringTests.names(in: file.text).intersection(forbidden).sorted()
                #expect(uses == [], "\(file.name)")
            }
        }
    }

    @Test func namingKnowsNoStage() throws {
        let stages = try LayeringTests.stages.joined().flatMap { try LayeringTests.files(in: $0) }
        let names = LayeringTests.declared(in: stages)
        for file in try LayeringTests.files(in: "Naming") {
            #expect(LayeringTests.names(in: file.text).intersection(names).sorted() == [], "\(file.name)")
        }
    }
}
