import CallsiteCore
import CallsiteMockDescription
import CallsiteMockEngine
import Foundation
import Fuzzing
import MockHarness

/// `callsite-dev mock-prism DIR`: each `.txt` below a folder is a case of Prism's test harness.
func mockPrism(_ arguments: [String]) throws {
    guard let folder = arguments.first else { throw Problem("name the folder of the cases") }
    let paths = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).filter {
        $0.hasSuffix(".txt")
    }
    .sorted()
    var (passed, failed, unexplained) = (0, 0, 0)
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
            let reason = PrismCase.reasons[path]
            if reason == nil { unexplained += 1 }
            print("\(path): \(reason ?? "no reason is known")")
            for difference in differences { print("    " + difference) }
        }
    }
    print("\(passed) of \(passed + failed) cases get the same response")
    if unexplained > 0 { throw Problem("\(unexplained) differences have no reason in 'PrismCase.reasons'") }
}

/// `callsite-dev mock-schemas DIR`: the folders `draft2020-12` and `draft4` of JSON Schema's test suite.
func mockSchemas(_ arguments: [String]) throws {
    guard let folder = arguments.first else { throw Problem("name the folder of the test suite") }
    for (name, dialect) in [("draft2020-12", SchemaDialect.draft202012), ("draft4", .draft4)] {
        var suite = SchemaSuite()
        let paths = (FileManager.default.enumerator(atPath: folder + "/" + name)?.compactMap { $0 as? String } ?? [])
            .filter {
                $0.hasSuffix(".json")
            }
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

/// `callsite-dev mock-check DIR`: for each description below a folder, a request of each operation, and a script for
/// each collection.
func mockCheck(_ arguments: [String]) throws {
    guard let folder = arguments.first else { throw Problem("name the folder of the descriptions") }
    let paths = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
    var (documents, asked, refused, contradicted, withCollections, clean) = (0, 0, 0, 0, 0, 0)
    for path in paths where [".yaml", ".yml", ".json"].contains(where: path.hasSuffix) {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path)))
        let reading = readMock(SourceSet(main: .init(path: path, bytes: bytes)), options: Options())
        guard let json = reading.json, let description = try? MockDescription(json: json.utf8),
            !description.operations.isEmpty
        else {
            continue
        }
        documents += 1
        let host = MockHost(MockEngine(description))
        let engine = MockEngine(description)
        for operation in description.operations {
            asked += 1
            let request = engine.exampleRequest(operation)
            let answer = host.answer(request)
            var problems = answer.problems
            if answer.operation?.title.prefix(while: { $0 != "#" }) != operation.title.prefix(while: { $0 != "#" }) {
                problems.append(
                    .init(
                        operation: operation.title, .request, "",
                        "\(request.target) came to \(answer.operation?.title ?? "nothing")"))
            }
            // An example that contradicts its own schema is said to be one.
            if answer.response.problems.isEmpty {
                for mistake in engine.mistakes(in: answer.response, to: request) {
                    contradicted += 1
                    print("  \(path) \(operation.title): \(answer.response.status) isn't what is described: \(mistake)")
                }
            }
            if !problems.isEmpty || answer.response.status >= 500 {
                refused += 1
                print(
                    "  \(path) \(operation.title): \(answer.response.status) \(problems.prefix(3).map { "\($0.place) \($0)" })"
                )
            }
        }
        var script = CollectionScript()
        script.run(description, path)
        for failure in script.failures { print("  " + failure) }
        if script.collections > 0 { withCollections += 1 }
        if script.collections > 0, script.failures.isEmpty { clean += 1 }
        print(
            "\(path): \(description.operations.count) operations, \(script.collections) collections, \(script.steps) steps, \(script.failures.count) failures"
        )
    }
    print(
        "\(documents) documents, \(asked) requests, \(refused) refused, \(contradicted) mistakes in responses; \(withCollections) documents with collections, \(clean) without a failure"
    )
}

/// `callsite-dev heal-check [DIR…]`: injures each description below the folders in known ways, and heals it by the
/// responses of the true one.
func healCheck(_ arguments: [String]) throws {
    let folders = arguments.isEmpty ? ["Specs", "Tests/CallsiteCoreTests/Cases"] : arguments
    var trial = HealingTrial()
    for folder in folders {
        let paths = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
        for path in paths where [".yaml", ".yml", ".json"].contains(where: path.hasSuffix) {
            let file = SourceSet.File(path: folder + "/" + path, bytes: try readFile(folder + "/" + path))
            let known = trial.failures.count
            guard trial.run(file, seed: UInt64(trial.documents + 1)) else { continue }
            for failure in trial.failures[known...].prefix(20) { print("  " + failure) }
        }
    }
    for kind in Injury.Kind.allCases {
        let count = trial.counts[kind] ?? .init()
        print("\(kind.rawValue): \(count.healed) of \(count.injuries)")
    }
    print(
        "\(trial.documents) documents, \((trial.share * 1000).rounded() / 10) % of injuries healed by \(trial.corrections) corrections; \(trial.refuted) of what wasn't injured, \(trial.ambiguous) of another alternative; \(trial.remaining) differences remain"
    )
    // Recordings can't always say which of several injured alternatives is meant.
    guard trial.share >= 0.95, trial.refuted == 0, trial.ambiguous * 33 <= trial.corrections else {
        throw Problem("at least 95 % must be healed, and nothing else corrected")
    }
}
