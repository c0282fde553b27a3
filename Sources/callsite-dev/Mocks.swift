import CallsiteCore
import CallsiteMockDescription
import CallsiteMockEngine
import Foundation
import MockHarness

/// `callsite-dev mock-prism DIR`: each `.txt` below a folder is a case of Prism's test harness.
func mockPrism(_ arguments: [String]) throws {
    guard let folder = arguments.first else { throw Problem("name the folder of the cases") }
    let paths = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".txt") }.sorted()
    var (passed, failed) = (0, 0)
    for path in paths where !path.hasPrefix("proxy/") {
        let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
        guard let test = PrismCase(name: path, text: text) else {
            print("\(path): not a case")
            continue
        }
        let differences = test.differences()
        if differences.isEmpty {
            passed += 1
        } else {
            failed += 1
            print(path)
            for difference in differences { print("    " + difference) }
        }
    }
    print("\(passed) of \(passed + failed) cases are answered alike")
}

/// `callsite-dev mock-schemas DIR`: the folders `draft2020-12` and `draft4` of JSON Schema's test suite.
func mockSchemas(_ arguments: [String]) throws {
    guard let folder = arguments.first else { throw Problem("name the folder of the test suite") }
    for (name, dialect) in [("draft2020-12", SchemaDialect.draft202012), ("draft4", .draft4)] {
        var suite = SchemaSuite()
        let paths = (FileManager.default.enumerator(atPath: folder + "/" + name)?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".json") }
        for path in paths.sorted() {
            suite.run(Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)/\(path)"))), path, dialect)
        }
        for failure in suite.failures { print("  " + failure) }
        print("\(name): \(suite.passed) of \(suite.passed + suite.failures.count)")
    }
}

/// `callsite-dev mock-values DIR`: a value for each schema of each description below a folder, judged by the schema.
func mockValues(_ arguments: [String]) throws {
    guard let folder = arguments.first else { throw Problem("name the folder of the descriptions") }
    var values = MadeValues()
    let paths = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
    for path in paths where [".yaml", ".yml", ".json"].contains(where: path.hasSuffix) {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path)))
        let reading = readMock(SourceSet(main: .init(path: path, bytes: bytes)), options: Options())
        guard let json = reading.json, let description = try? JSONValue(parsing: json.utf8) else { continue }
        values.run(description, path, seed: 1)
    }
    for failure in values.failures { print("  " + failure) }
    print("\(values.made) of \(values.made + values.failures.count) schemas have a value that they allow")
}
