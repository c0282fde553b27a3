import CallsiteReference
import Foundation
import Testing

@testable import CallsiteCore
@testable import CallsiteSwift
@testable import CallsitePrinter

/// The schema and the starting description follow from the reader's own table of keys.
@Suite struct NativeFormatTests {
    private var schema: [String: Any] {
        get throws {
            try #require(JSONSerialization.jsonObject(with: Data(NativeFormat.jsonSchema().utf8)) as? [String: Any])
        }
    }

    @Test func schemaHasEveryKey() throws {
        let schema = try schema
        let properties = try #require(schema["properties"] as? [String: Any])
        #expect(Set(properties.keys) == Set(DocumentKey.allCases.map(\.rawValue)))
        #expect(schema["required"] as? [String] == ["callsite", "api", "baseURL"])
        let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
        let endpoint = try #require(definitions["endpoint"]?["properties"] as? [String: [String: Any]])
        #expect(Set(endpoint.keys) == Set(EndpointKey.allCases.map(\.rawValue)))
        #expect(endpoint.values.allSatisfy { ($0["description"] as? String)?.hasSuffix(".") == true })
    }

    @Test func everyReferenceIsDefined() throws {
        let text = NativeFormat.jsonSchema()
        let definitions = Set(try #require(try schema["$defs"] as? [String: Any]).keys)
        for match in text.matches(of: /"#\/\$defs\/(\w+)"/) { #expect(definitions.contains(String(match.1))) }
    }

    @Test func starterGeneratesWithoutAWarning() {
        let sources = SourceSet(main: .init(path: "api.yaml", bytes: Array(NativeFormat.starter.utf8)))
        let output = generate(sources, options: Options(isStrict: true))
        #expect(DiagnosticRenderer(paths: sources.paths).text(output.diagnostics) == "")
        #expect(output.files.count > 1)
    }

    @Test func twoRunsGiveTheSameBytes() {
        let sources = SourceSet(main: .init(path: "api.yaml", bytes: Array(NativeFormat.starter.utf8)))
        let runs = (0..<3).map { _ in generate(sources, options: Options(access: .public)).files }
        #expect(runs[0] == runs[1] && runs[1] == runs[2])
    }

    /// "An added endpoint renames nothing": tested by removing one at a time.
    @Test func removingAnEndpointChangesNoOtherName() throws {
        let lines = NativeFormat.starter.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let starts = lines.indices.filter {
            lines[$0].hasPrefix("  ") && !lines[$0].hasPrefix("   ") && lines[$0].contains("Item:")
        }
        func declarations(_ text: String) -> Set<String> {
            let files = generate(SourceSet(main: .init(path: "api.yaml", bytes: Array(text.utf8))), options: Options())
                .files
            return Set(
                files.flatMap {
                    String(decoding: $0.contents, as: UTF8.self).matches(of: /(?:struct|enum) (\w+)/).map {
                        String($0.1)
                    }
                })
        }
        let all = declarations(NativeFormat.starter)
        for start in starts {
            let end = lines[(start + 1)...].firstIndex { !$0.hasPrefix("    ") } ?? lines.count
            var fewer = lines
            fewer.removeSubrange(start..<end)
            let rest = declarations(fewer.joined(separator: "\n"))
            #expect(rest.isSubset(of: all))
            #expect(rest.count < all.count)
        }
    }
}
