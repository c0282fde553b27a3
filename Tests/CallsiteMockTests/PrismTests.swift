import Foundation
import MockHarness
import Testing

/// The cases of Prism's harness, where they are: `$CALLSITE_SHARED/suites`, or `../shared/suites` beside the repository.
@Suite struct PrismTests {
    static let folder: URL? = {
        let repository = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let beside = repository.deletingLastPathComponent().appendingPathComponent("shared")
        let shared = ProcessInfo.processInfo.environment["CALLSITE_SHARED"].map { URL(fileURLWithPath: $0) } ?? beside
        let folder = shared.appendingPathComponent("suites/prism-harness")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    /// Cases of its proxy aren't about mocking.
    @Test(.enabled(if: folder != nil, "needs the cases of Prism's harness"))
    func differencesHaveReasons() throws {
        let folder = try #require(Self.folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".txt") && !$0.hasPrefix("proxy/")
        }
        #expect(paths.count > 100)
        var differing: Set<String> = []
        for path in paths {
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            let test = try #require(PrismCase(name: path, text: text))
            if !test.differences().isEmpty { differing.insert(path) }
        }
        #expect(differing == Set(PrismCase.reasons.keys))
    }
}
