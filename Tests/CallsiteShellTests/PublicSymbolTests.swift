import Foundation
import SwiftCompiler
import Testing

/// The public declarations of the libraries, as they were committed: each change of them is seen in review.
@Suite struct PublicSymbolTests {
    static let modules = [
        "CallsiteHTTP", "CallsiteCurl", "CallsiteRuntime", "CallsitePagination", "CallsiteTransfers", "CallsiteToolkit",
        "CallsiteStore", "CallsiteMock",
    ]

    // Apple's systems have other declarations, and other compilers spell some of them differently.
    #if os(Linux) && compiler(>=6.3)
        @Test(arguments: modules) func theListIsComplete(_ module: String) async throws {
            let file = FreshnessTests.root.appendingPathComponent("Sources/Runtime/Symbols/\(module).txt")
            let found = try await declarations(of: module)
            if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(found.map { $0 + "\n" }.joined().utf8).write(to: file)
            }
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            let committed = Set(text.split(separator: "\n").map(String.init))
            let added = found.filter { !committed.contains($0) }.map { "+ \($0)\n" }.joined()
            let removed = committed.subtracting(found).sorted().map { "- \($0)\n" }.joined()
            #expect(
                added.isEmpty && removed.isEmpty,
                """
                the public declarations of \(module) changed; if that is meant, run UPDATE_GOLDEN=1 swift test --filter \
                PublicSymbolTests, and say so in CHANGELOG.md
                \(removed)\(added)
                """)
        }

        /// `Session.send(_:): func send<R>(_ request: R) async throws(SendError) -> R.Response where R : RequestType`
        private func declarations(of module: String) async throws -> [String] {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "callsite-symbols-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let modules = try #require(SwiftCompiler.modules)
            let epoll = URL(fileURLWithPath: modules).deletingLastPathComponent().appendingPathComponent(
                "CallsiteEpoll.build/module.modulemap")
            let result = try await ChildProcess.run([
                "swift", "symbolgraph-extract", "-module-name", module, "-target", try await targetTriple(), "-I",
                modules, "-I",
                FreshnessTests.root.appendingPathComponent("Sources/Runtime/CallsiteLibCurl/include").path, "-Xcc",
                "-fmodule-map-file=\(epoll.path)",
                "-minimum-access-level", "public", "-omit-extension-block-symbols", "-skip-synthesized-members",
                "-output-dir", folder.path,
            ])
            try #require(result.status == 0, "\(result.text)")
            var lines: Set<String> = []
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let data = try Data(contentsOf: folder.appendingPathComponent(name))
                for symbol in try JSONDecoder().decode(Graph.self, from: data).symbols {
                    let text = symbol.declarationFragments.map(\.spelling).joined()
                    let path = symbol.pathComponents.joined(separator: ".")
                    lines.insert("\(path): \(text.replacing(/\s+/, with: " "))")
                }
            }
            return lines.sorted()
        }

        private func targetTriple() async throws -> String {
            let info = try await ChildProcess.run(["swiftc", "-print-target-info"])
            return String(try #require(info.text.firstMatch(of: /"triple"\s*:\s*"([^"]+)"/)).1)
        }

        private struct Graph: Decodable {
            struct Symbol: Decodable {
                struct Fragment: Decodable { var spelling: String }
                var pathComponents: [String]
                var declarationFragments: [Fragment]
            }
            var symbols: [Symbol]
        }
    #endif
}
