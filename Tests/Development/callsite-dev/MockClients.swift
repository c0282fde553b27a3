import CallsiteCore
import Foundation
import Fuzzing

/// `callsite-dev mock-client FILE|DIR…`: the generated client of each description against its mock, `--operations` at a
/// time.
func mockClient(_ arguments: [String]) throws {
    var arguments = arguments
    let choice = try MockClientChoice(&arguments)
    guard !arguments.isEmpty else { throw Problem("name descriptions, or folders of them") }
    var paths: [String] = []
    for argument in arguments {
        let inner = (FileManager.default.enumerator(atPath: argument)?.compactMap { $0 as? String } ?? []).sorted()
        paths += inner.isEmpty ? [argument] : inner.map { argument + "/" + $0 }
    }
    var (documents, failures) = (0, 0)
    for path in paths where [".yaml", ".yml", ".json"].contains(where: path.hasSuffix) {
        guard let found = try findings(path, choice) else {
            // In a folder, many files are parts of others.
            if arguments.contains(path) { throw Problem("\(path) has errors, or no operation that can be asked for") }
            continue
        }
        documents += 1
        failures += found.failures.count
        print("\(path): \(found.summary)")
        fflush(nil)
    }
    print("\(documents) documents, \(failures) failures")
    guard failures == 0 else {
        throw Problem("the client and the mock disagree; the last program is in \(mockClientFolder.path)")
    }
}

private let mockClientFolder = URL(fileURLWithPath: ".build/mock-client")

/// Which operations are compiled, and how many at a time.
private struct MockClientChoice {
    var most = 120
    /// `*` stands for any characters; nil: all.
    var pattern: String?
    /// Counted from 1, as they are printed; nil: all.
    var parts: ClosedRange<Int>?

    init(_ arguments: inout [String]) throws {
        if arguments.contains("--operations") {
            guard let number = arguments.takeValue(of: "--operations").flatMap({ Int($0) }), number > 0 else {
                throw Problem("--operations takes a positive number")
            }
            most = number
        }
        if arguments.contains("--paths") {
            guard let pattern = arguments.takeValue(of: "--paths") else {
                throw Problem("--paths takes a pattern of paths, as '/repos/*'")
            }
            self.pattern = pattern
        }
        if arguments.contains("--parts") {
            let ends = arguments.takeValue(of: "--parts")?.split(separator: "-").map { Int($0) } ?? []
            guard 1...2 ~= ends.count, let first = ends[0], let last = ends[ends.count - 1], 1 <= first, first <= last
            else { throw Problem("--parts takes the number of a part, or the first and the last, as '3-5'") }
            parts = first...last
        }
    }
}

/// The findings of a description's client; nil: the description has nothing that can be sent.
private func findings(_ path: String, _ choice: MockClientChoice) throws -> MockClient.Findings? {
    let sources = try loadDocument(path)
    let parts = MockClient.parts(of: sources, operations: choice.most, paths: choice.pattern)
    var all: MockClient.Findings?
    for (index, part) in parts.enumerated() where choice.parts?.contains(index + 1) ?? true {
        guard let client = MockClient(sources, part) else {
            if parts.count > 1 { print("  part \(index + 1) of \(parts.count): nothing in it can be asked for") }
            continue
        }
        let found: MockClient.Findings
        do {
            found = client.judge(try appOutput(client.files, linking: MockClient.modules, in: mockClientFolder))
        } catch {
            found = MockClient.Findings(failures: ["\(error)"])
        }
        for failure in found.failures { print("  " + failure) }
        if parts.count > 1 { print("  part \(index + 1) of \(parts.count): \(found.summary)") }
        fflush(nil)
        all = all.map { $0 + found } ?? found
    }
    return all
}
