import CallsiteMockEngine
import Foundation
import Testing

/// The JSON Schema Test Suite, where it is: `$CALLSITE_SHARED/suites`, or `../shared/suites` beside the repository.
@Suite struct SchemaSuiteTests {
    static let folder: URL? = {
        let repository = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let beside = repository.deletingLastPathComponent().appendingPathComponent("shared")
        let shared = ProcessInfo.processInfo.environment["CALLSITE_SHARED"].map { URL(fileURLWithPath: $0) } ?? beside
        let folder = shared.appendingPathComponent("suites/json-schema-test-suite")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    /// Files, or "file: group" or "file: group: test" of what isn't supported, and why.
    static let exceptions: [String: String] = [
        "vocabulary.json": "metaschemas aren't read",
        "refRemote.json": "documents elsewhere aren't read",
        "optional/cross-draft.json": "a document has one dialect",
        "definitions.json": "the metaschema is a document elsewhere",
        "defs.json": "the metaschema is a document elsewhere",
        "ref.json: remote ref, containing refs itself": "the metaschema is a document elsewhere",
        "dynamicRef.json": "'$dynamicRef' is read as '$ref'",
        "unevaluatedItems.json: unevaluatedItems with $dynamicRef": "'$dynamicRef' is read as '$ref'",
        "unevaluatedProperties.json: unevaluatedProperties with $dynamicRef": "'$dynamicRef' is read as '$ref'",
        "optional/dynamicRef.json": "'$dynamicRef' is read as '$ref'",
        "optional/unknownKeyword.json": "'$id' counts wherever it isn't in a value",
        "optional/zeroTerminatedFloats.json": "1.0 is an integer in each dialect",
        "optional/format/idn-hostname.json": "the rules of IDNA for scripts aren't checked",
        "optional/format/hostname.json: validation of A-label (punycode) host names": "Punycode isn't decoded",
        "draft4/optional/format/hostname.json: validation of host names: hostname with consecutive hyphens (RFC1123)":
            "RFC 5891 reserves such names, as draft 2020-12 has it",
    ]

    struct Failure: CustomStringConvertible {
        let name: String
        let description: String
    }

    static func failures(in draft: String, dialect: SchemaDialect) throws -> (count: Int, failures: [Failure]) {
        guard let folder else { return (0, []) }
        let root = folder.appendingPathComponent(draft)
        var count = 0
        var failures: [Failure] = []
        let files = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".json") }
            .sorted()
        for file in files {
            let groups = try JSONValue(parsing: Data(contentsOf: root.appendingPathComponent(file)))
            for group in groups.array ?? [] {
                guard let schema = group["schema"], let title = group["description"]?.string else { continue }
                let set = SchemaSet(document: schema, dialect: dialect, checksFormats: file.contains("optional/format"))
                let compiled = set.schema(at: "")
                for test in group["tests"]?.array ?? [] {
                    guard let data = test["data"], let valid = test["valid"]?.bool,
                        let name = test["description"]?.string
                    else { continue }
                    let names = [file, "\(file): \(title)", "\(file): \(title): \(name)"].map { draft + "/" + $0 }
                    if names.contains(where: {
                        exceptions[$0] != nil || exceptions[String($0.dropFirst(draft.count + 1))] != nil
                    }) {
                        continue
                    }
                    count += 1
                    let mistakes = compiled.mistakes(in: data)
                    if compiled.isValid(data) != valid || mistakes.isEmpty != valid {
                        failures.append(
                            Failure(
                                name: names[2],
                                description: "\(names[2]): expected \(valid), found \(mistakes.map(\.message))"))
                    }
                }
            }
        }
        return (count, failures)
    }

    @Test(.enabled(if: folder != nil, "needs the JSON Schema Test Suite")) func draft202012() throws {
        let (count, failures) = try Self.failures(in: "draft2020-12", dialect: .draft202012)
        #expect(
            failures.isEmpty, "\(failures.count) of \(count):\n\(failures.map(\.description).joined(separator: "\n"))")
    }

    @Test(.enabled(if: folder != nil, "needs the JSON Schema Test Suite")) func draft4() throws {
        let (count, failures) = try Self.failures(in: "draft4", dialect: .draft4)
        #expect(
            failures.isEmpty, "\(failures.count) of \(count):\n\(failures.map(\.description).joined(separator: "\n"))")
    }
}
