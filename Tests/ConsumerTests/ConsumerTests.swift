import Foundation
import SwiftCompiler
import Testing

/// `Tests/Consumer`, a package that uses Callsite as anybody would: built once from a clean state, then edited.
@Suite struct ConsumerTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The package of `callsite-dev bundle` is used in the same way, with nothing of the tool to compile.
    private static let used = ProcessInfo.processInfo.environment["CALLSITE_PACKAGE"] ?? root.path
    private static let mockGuide = root.appendingPathComponent(
        "Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/TestingWithAMock.md")

    /// A copy of the consumer in a folder of its own.
    final class Package: Sendable {
        let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "callsite consumer é \(UUID().uuidString.prefix(8))")
            try FileManager.default.copyItem(
                at: ConsumerTests.root.appendingPathComponent("Tests/Consumer"), to: folder)
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(".build"))
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func swift(_ arguments: String...) async throws -> (status: Int32, text: String) {
            var environment = ProcessInfo.processInfo.environment
            environment["CALLSITE"] = ConsumerTests.used
            return try await ChildProcess.run(["swift"] + arguments, in: folder, environment: environment)
        }

        /// Tests `Tests/GuidePackage`, and the package that the guide of CallsiteMock makes. They are built where the
        /// tools and the runtime are built already: each costs its own code only.
        func guidePackages() async throws {
            let clone = ".package(name: \"callsite\", path: \"\(ConsumerTests.used)\")"
            // SwiftPM doesn't see that the plan is of another package.
            func swift(_ words: [String], in folder: URL) async throws -> (status: Int32, text: String) {
                for plan in ["debug.yaml", "plugin-tools.yaml"] {
                    try? FileManager.default.removeItem(at: self.folder.appendingPathComponent(".build/\(plan)"))
                }
                let scratch = ["--scratch-path", self.folder.appendingPathComponent(".build").path]
                return try await ChildProcess.run(
                    ["swift", words[0]] + scratch + words.dropFirst(), in: folder)
            }
            let studio = folder.appendingPathComponent("Guides/Studio")
            try FileManager.default.createDirectory(
                at: studio.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: GuidePackage.folder, to: studio)
            try edit("Guides/Studio/Package.swift") { text in
                text = text.replacingOccurrences(of: ".package(name: \"callsite\", path: \"../..\")", with: clone)
            }
            let tested = try await swift(["test"], in: studio)
            #expect(tested.status == 0 && tested.text.contains("Test run with"), "\(tested.text)")

            // The guide of CallsiteMock, word by word, with a clone beside the package.
            let guide = try String(contentsOf: ConsumerTests.mockGuide, encoding: .utf8)
            #expect(guide.contains(".package(name: \"callsite\", path: \"../callsite\")"))
            let app = folder.appendingPathComponent("Guides/App")
            var last = (status: Int32(-1), text: "")
            for step in GuidePackage.steps(of: guide) {
                switch step {
                case .file(let name, let text):
                    let file = app.appendingPathComponent(name)
                    try FileManager.default.createDirectory(
                        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                    let url = try Regex(#"\.package\(url: [^)]*"\)\)"#)
                    try Data(text.replacing(url, with: clone).utf8).write(to: file)
                case .command(let line):
                    last = try await swift(line.split(separator: " ").dropFirst().map(String.init), in: app)
                    #expect(last.status == 0, "\(line): \(last.text)")
                }
            }
            // The count says that tests ran.
            #expect(try last.text.contains(Regex("Test run with [1-9][0-9]* tests? .*passed")), "\(last.text)")
        }

        func edit(_ name: String, _ change: (inout String) -> Void) throws {
            let url = folder.appendingPathComponent(name)
            var text = try String(contentsOf: url, encoding: .utf8)
            change(&text)
            try Data(text.utf8).write(to: url)
        }

        /// When each file that the plugin wrote for a target was written.
        func outputs(of target: String) -> [String: Date] {
            dates(".build/plugins/outputs") { $0.pathExtension == "swift" && $0.path.contains("/\(target)/") }
        }

        /// When each source of a target was compiled last.
        func compilations(of target: String) -> [String: Date] {
            var compiled: [String: Date] = [:]
            for (name, date) in dates(".build/debug/\(target).build", { $0.path.hasSuffix(".swift.o") }) {
                compiled[String(name.dropLast(2))] = date
            }
            return compiled
        }

        /// The modules of the tools that were compiled: for the plugins, as `CallsiteCore-tool`, or for a target, as
        /// `CallsiteCore`.
        func toolModules() -> Set<String> {
            // SwiftPM makes a folder for each module that it could compile; objects are in those that it did.
            let objects = paths(".build/debug") { $0.pathExtension == "o" }
            let libraries: Set = [
                "CallsiteHTTP", "CallsiteRuntime", "CallsiteCurl", "CallsiteLibCurl", "CallsitePagination",
                "CallsiteTransfers", "CallsiteToolkit",
                "CallsiteStore",
            ]
            let modules = objects.flatMap(\.pathComponents).filter {
                $0.lowercased().hasPrefix("callsite") && $0.hasSuffix(".build")
            }
            return Set(modules.map { String($0.dropLast(".build".count)) }).subtracting(libraries)
        }

        /// When each source of the tools was compiled for the plugins, by the object's path. SwiftPM links a plugin's
        /// tool anew in each build, with its modules wrapped for debuggers.
        func toolCompilations() -> [String: Date] {
            let objects = paths(".build/debug") { $0.path.contains("-tool.build/") && $0.path.hasSuffix(".swift.o") }
            return Dictionary(uniqueKeysWithValues: objects.map { ($0.path, date($0) ?? .distantPast) })
        }

        private func date(_ file: URL) -> Date? {
            (try? FileManager.default.attributesOfItem(atPath: file.path))?[.modificationDate] as? Date
        }

        private func dates(_ path: String, _ isMeant: (URL) -> Bool) -> [String: Date] {
            var dates: [String: Date] = [:]
            for url in paths(path, isMeant) { dates[url.lastPathComponent] = date(url) }
            return dates
        }

        private func paths(_ path: String, _ isMeant: (URL) -> Bool) -> [URL] {
            let files = FileManager.default.enumerator(
                at: folder.appendingPathComponent(path).resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
            return (files?.compactMap { $0 as? URL } ?? []).filter(isMeant)
        }

        /// The files that the plugin wrote for a target and that say `word`.
        func outputs(of target: String, saying word: String) throws -> Set<String> {
            let word = try Regex("\\b\(word)\\b")
            var names: Set<String> = []
            let plugins = folder.appendingPathComponent(".build/plugins/outputs")
            for case let url as URL in FileManager.default.enumerator(at: plugins, includingPropertiesForKeys: nil)
                ?? .init()
            where url.pathExtension == "swift" && url.path.contains("/\(target)/") {
                if try String(contentsOf: url, encoding: .utf8).contains(word) { names.insert(url.lastPathComponent) }
            }
            return names
        }
    }

    @Test func aPackageThatUsesCallsite() async throws {
        let package = try Package()

        // A description of some size, whose types are spread over several files.
        try package.edit("Sources/Plain/birds.callsite.yaml") { text in
            text += "  Nest: {birds: [Bird]}\n"
            for number in 0..<24 { text += "  Tree\(number): {height: Int}\n" }
            text += String(repeating: "# Trees are not all that there is.\n", count: 8000)
        }

        // A build needs the small tool alone, once, for the plugin.
        let isBundle = ProcessInfo.processInfo.environment["CALLSITE_PACKAGE"] != nil
        let small: Set = [
            "CallsiteText-tool", "CallsiteCore-tool", "CallsiteOverlay-tool", "CallsiteSwift-tool",
            "CallsitePrinter-tool",
            "CallsiteShell-tool",
            "callsite_build-tool",
        ]
        let alone = try await package.swift("build", "--target", "Two")
        #expect(alone.status == 0, "\(alone.text)")
        #expect(package.toolModules() == (isBundle ? [] : small))

        // The build plugin on two targets, beside sources that are committed.
        let generated = try await package.swift("package", "--allow-writing-to-package-directory", "generate-api")
        #expect(generated.status == 0, "\(generated.text)")
        #expect(generated.text.contains("wrote Sources/Committed/Store/Store+Models.swift\n"))
        let first = try await package.swift("run", "Check")
        #expect(first.status == 0, "\(first.text)")
        #expect(first.text.contains(#"Tit ["Ann", "Tom", "Ann"] [1]"#))
        #expect(first.text.contains("7\n"), "a deep link is found")
        // Both descriptions have a model `Error`; the build has no warning about that, nor about anything else.
        let warnings = first.text.split(separator: "\n").filter { $0.contains("warning:") }
        #expect(warnings.isEmpty)
        let two = package.outputs(of: "Two")
        #expect(two.keys.sorted() == ["Callsite+API.swift", "Callsite+Models00.swift", "Callsite+Requests00.swift"])

        // A test target gets the models for tests of another one, and nothing else.
        let tested = try await package.swift("test")
        #expect(tested.status == 0 && tested.text.contains("modelsOfBothDescriptions"), "\(tested.text)")
        #expect(try package.outputs(of: "TwoTests", saying: "fixture") == ["Callsite+Fixtures.swift"])
        #expect(try package.outputs(of: "TwoTests", saying: "protocol").isEmpty)

        // Nothing changed, nothing rewritten, nothing said. Whatever was asked for so far, the tools were compiled for
        // the plugins alone: no module of theirs is there for a target.
        let tools = package.toolCompilations()
        let again = try await package.swift("build")
        #expect(package.toolCompilations() == tools && tools.isEmpty == isBundle)
        #expect(package.toolModules().allSatisfy { $0.hasSuffix("-tool") }, "\(package.toolModules().sorted())")
        #expect(again.status == 0 && package.outputs(of: "Two") == two)
        #expect(!again.text.contains("Callsite:") || !again.text.contains("Compiling Two"))
        let check = try await package.swift(
            "package", "--allow-writing-to-package-directory", "generate-api", "--check")
        #expect(check.status == 0, "\(check.text)")
        // Without a permission, which would be asked for on a terminal.
        let valid = try await package.swift("package", "callsite", "validate", "Specs/store.yaml")
        #expect(valid.status == 0 && valid.text.contains("Specs/store.yaml: valid"), "\(valid.text)")

        // An included file counts as much as the description. Only what it says is written again.
        try package.edit("Sources/Two/shared.yaml") {
            $0 = $0.replacingOccurrences(of: "Cat: {name: String}", with: "Cat: {name: String, age: Int?}")
        }
        try package.edit("Sources/Two/Two.swift") { $0 += "public func age(_ cat: Cats.Cat) -> Int? { cat.age }\n" }
        let (plain, compiled) = (package.outputs(of: "Plain"), package.compilations(of: "Plain"))
        try package.edit("Sources/Plain/birds.callsite.yaml") {
            $0 = $0.replacingOccurrences(of: "Bird: {name: String}", with: "Bird: {name: String, weight: Double?}")
        }
        let edited = try await package.swift("build")
        #expect(edited.status == 0, "\(edited.text)")
        let after = package.outputs(of: "Two")
        #expect(after.filter { two[$0.key] != $0.value }.keys.sorted() == ["Callsite+Models00.swift"])

        // One model more in one file of sixteen: that one is compiled, and those that use the model, and nothing else.
        let changed = Set(package.outputs(of: "Plain").filter { plain[$0.key] != $0.value }.keys)
        #expect(plain.count == 17 && compiled.count == 18)
        #expect(try changed == package.outputs(of: "Plain", saying: "struct Bird"))
        let recompiled = Set(package.compilations(of: "Plain").filter { compiled[$0.key] != $0.value }.keys)
        let users = try package.outputs(of: "Plain", saying: "Bird").union(["Plain.swift"])
        #expect(changed.isSubset(of: recompiled) && recompiled.isSubset(of: users) && users.count < 5, "\(recompiled)")

        // A mistake is reported at its line of the description.
        try package.edit("Sources/Two/dogs.callsite.yaml") {
            $0 = $0.replacingOccurrences(of: "code: Int", with: "code: Itn")
        }
        let broken = try await package.swift("build")
        #expect(broken.status != 0)
        let place = package.folder.appendingPathComponent("Sources/Two/dogs.callsite.yaml").path + ":9:"
        #expect(
            broken.text.contains(place)
                && broken.text.contains("error: unknown type 'Itn'; did you mean 'Int'? [unknown-type]"),
            "\(broken.text)")
        try package.edit("Sources/Two/dogs.callsite.yaml") {
            $0 = $0.replacingOccurrences(of: "code: Itn", with: "code: Int")
        }

        // A product that the target lacks is named where it is needed.
        let dogs = try String(
            contentsOf: package.folder.appendingPathComponent("Sources/Two/dogs.callsite.yaml"), encoding: .utf8)
        try package.edit("Sources/Two/dogs.callsite.yaml") {
            $0 = $0.replacingOccurrences(
                of: "endpoints:\n", with: "endpoints:\n  Bark: {path: /barks, response: stream of String}\n")
        }
        let streaming = try await package.swift("build")
        #expect(
            streaming.status != 0 && streaming.text.contains("'GET /barks' streams: the target lacks the product"),
            "\(streaming.text)")
        try package.edit("Sources/Two/dogs.callsite.yaml") { $0 = dogs }

        // A description that was added to callsite.yaml since the build was planned fails the build. It is built once
        // the build is planned anew.
        let plan = try String(contentsOf: package.folder.appendingPathComponent("callsite.yaml"), encoding: .utf8)
        try FileManager.default.createDirectory(
            at: package.folder.appendingPathComponent("Later"), withIntermediateDirectories: true)
        try Data(
            "callsite: 1\napi: Later\nbaseURL: https://a.example\nendpoints: {GetLater: {path: /later, response: String}}\n"
                .utf8
        ).write(to: package.folder.appendingPathComponent("Later/later.yaml"))
        // A target for which descriptions are listed gets no others.
        try package.edit("callsite.yaml") {
            $0 += "  - {source: Sources/Plain/birds.callsite.yaml, target: Plain}\n"
            $0 += "  - {source: Later/later.yaml, target: Plain, namespace: Later}\n"
        }
        let stale = try await package.swift("build")
        #expect(
            stale.status != 0 && stale.text.contains("[stale-plan]") && stale.text.contains("touch Package.swift"),
            "\(stale.text)")
        try package.edit("Package.swift") { $0 += "\n" }
        let planned = try await package.swift("build")
        #expect(planned.status == 0, "\(planned.text)")
        #expect(try !package.outputs(of: "Plain", saying: "GetLaterRequest").isEmpty)
        // Its own descriptions are there too.
        #expect(try !package.outputs(of: "Plain", saying: "Bird").isEmpty)
        try package.edit("callsite.yaml") { $0 = plan }

        // The error for a target without a description lists what was looked for.
        let testTarget = try Regex(#"\.testTarget\([^\]]*\][^\]]*\]\),"#)
        try package.edit("Package.swift") { $0.replace(testTarget, with: "") }
        try FileManager.default.removeItem(
            at: package.folder.appendingPathComponent("Sources/Plain/birds.callsite.yaml"))
        try FileManager.default.removeItem(at: package.folder.appendingPathComponent("callsite.yaml"))
        let nothing = try await package.swift("build")
        #expect(nothing.status != 0)
        #expect(
            nothing.text.contains("nothing to generate for the target 'Plain'")
                && nothing.text.contains("*.callsite.yaml"),
            "\(nothing.text)")

        // Others use it as the guides say. The bundle has no CallsiteMock.
        if !isBundle { try await package.guidePackages() }
    }
}
