import CallsiteMockEngine
import Foundation
import Testing

/// Values made for the schemas of real documents pass their own check. The documents are those in JSON below
/// `$CALLSITE_SHARED/specs`, `../shared/specs`, or `$CALLSITE_SCHEMA_CORPUS`; the last with a report of each failure,
/// and of up to 10,000 schemas.
@Suite struct SchemaCorpusTests {
    static let named = ProcessInfo.processInfo.environment["CALLSITE_SCHEMA_CORPUS"].map { URL(fileURLWithPath: $0) }
    static let folder: URL? =
        named
        ?? SchemaSuiteTests.folder?.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
            "specs")

    static func schemas(in document: JSONValue) -> [String] {
        var found: [String] = []
        var open: [(JSONValue, String, isSchema: Bool)] = [(document, "", false)]
        while let (value, pointer, isSchema) = open.popLast() {
            if isSchema { found.append(pointer) }
            switch value {
            case .array(let elements):
                for (index, element) in elements.enumerated() { open.append((element, "\(pointer)/\(index)", false)) }
            case .object(let fields):
                for (key, inner) in fields.pairs
                where !["example", "examples", "default", "enum", "const"].contains(key) {
                    let escaped = key.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(
                        of: "/", with: "~1")
                    let isNamed = pointer == "/components/schemas" || pointer == "/definitions"
                    open.append((inner, "\(pointer)/\(escaped)", isNamed || key == "schema" && inner.object != nil))
                }
            default: break
            }
        }
        return found.sorted()
    }

    @Test(.enabled(if: folder != nil, "needs real documents")) func madeValuesAreValid() throws {
        guard let folder = Self.folder else { return }
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
            .sorted()
        var state: UInt64 = 11
        var checked = 0
        var failures: [String] = []
        for file in files {
            let data = try Data(contentsOf: folder.appendingPathComponent(file))
            guard Self.named != nil || data.count < 400_000, let document = try? JSONValue(parsing: data) else {
                continue
            }
            guard let version = (document["openapi"] ?? document["swagger"])?.string else { continue }
            let dialect: SchemaDialect =
                version.hasPrefix("3.0") ? .openAPI30 : version.hasPrefix("2") ? .draft4 : .draft202012
            var pointers = Self.schemas(in: document)
            let set = SchemaSet(document: document, dialect: dialect)
            let most = Self.named == nil ? 20 : 250
            while pointers.count > most {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                pointers.remove(at: Int(state >> 33) % pointers.count)
            }
            for (index, pointer) in pointers.enumerated() where checked < 10_000 {
                let schema = set.schema(at: pointer)
                if schema.notes.contains(where: { $0.contains("leads nowhere") }) { continue }
                checked += 1
                let direction: SchemaDirection = [.any, .request, .response][index % 3]
                let options = MakeOptions(seed: UInt64(index), isFull: index % 2 == 0, direction: direction)
                if case .failure(let failure) = schema.makeValue(options) {
                    failures.append("\(file) \(pointer) \(options.direction): \(failure.message)")
                }
            }
        }
        if Self.named != nil {
            for failure in failures { print(failure) }
            print("\(checked) schemas, \(failures.count) failures")
        }
        // Some documents contradict themselves.
        #expect(failures.count * 100 <= checked, "\(failures.joined(separator: "\n"))")
    }
}
