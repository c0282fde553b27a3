import Foundation
import Testing

@testable import CallsiteCore
@testable import CallsitePrinter

/// Types as people write them who know another language: each is understood, or refused with one message that has the
/// right form. `Mistakes/native-attempts.txt` has a line for each, and below it the property or the message.
///
/// `UPDATE_GOLDEN=1 swift test --filter NativeAttempt` rewrites what comes of them, and fails.
@Suite struct NativeAttemptTests {
    private static func result(of attempt: String) -> String {
        let text = """
            callsite: 1
            api: Shop
            baseURL: https://api.example.com
            authentication: none
            models:
              User: {fields: {id: Int}}
              A:
                fields:
                  x: \(attempt)
            endpoints: {GetA: {path: /a, response: A}}

            """
        let output = generate(SourceSet(main: .init(path: "a.yaml", bytes: Array(text.utf8))), options: Options())
        let messages = output.diagnostics.sorted.map {
            "\($0.severity.rawValue): \($0.message)" + ($0.help.map { "; \($0)" } ?? "")
        }
        if !messages.isEmpty { return messages.joined(separator: " // ") }
        let lines = output.files.flatMap {
            String(decoding: $0.contents, as: UTF8.self).split(separator: "\n").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        let start = lines.firstIndex { $0.contains("struct A:") } ?? 0
        let property = lines[start...].first { $0.hasPrefix("let x") || $0.hasPrefix("var x") } ?? "no property"
        let cases = lines.filter { $0.hasPrefix("case ") && !$0.contains("unrecognized") && !$0.contains(":") }
        return property + (property.hasSuffix(" X") ? " { " + cases.joined(separator: "; ") + " }" : "")
    }

    @Test func eachIsUnderstoodOrRefusedWithTheRightForm() throws {
        let file = MistakeTests.folder.appendingPathComponent("native-attempts.txt")
        let blocks = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n\n").map {
            $0.trimmingCharacters(in: .newlines)
        }
        #expect(blocks.count >= 60)
        var written: [String] = []
        for block in blocks {
            let lines = block.split(separator: "\n", maxSplits: 1).map(String.init)
            let result = Self.result(of: lines[0])
            if GoldenTests.isUpdating {
                written.append(lines[0] + "\n  " + result)
                continue
            }
            #expect(lines.last == "  " + result, "\(lines[0])")
            #expect(!result.contains(" // "), "\(lines[0]): one mistake, one message")
        }
        guard GoldenTests.isUpdating else { return }
        try (written.joined(separator: "\n\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
        Issue.record("the table was rewritten: read the difference, then run without UPDATE_GOLDEN")
    }
}
