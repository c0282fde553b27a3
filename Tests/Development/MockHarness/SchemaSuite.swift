import CallsiteMockEngine

/// Tables of JSON Schema's own test suite: schemas, with values that each allows or doesn't.
package struct SchemaSuite {
    package private(set) var passed = 0
    /// The tests with another result than the expected one, as `file: group: test`.
    package private(set) var failures: [String] = []

    package init() {}

    /// - Parameter bytes: A file of the suite.
    package mutating func run(_ bytes: [UInt8], _ name: String, _ dialect: SchemaDialect) {
        guard let groups = (try? JSONValue(parsing: bytes))?.array else {
            failures.append("\(name): not a table")
            return
        }
        for group in groups {
            guard let schema = group["schema"], let tests = group["tests"]?.array else { continue }
            let compiled = SchemaSet(
                document: schema, dialect: dialect, checksFormats: name.hasPrefix("optional/format")
            ).schema(at: "")
            for test in tests {
                guard let value = test["data"], let expected = test["valid"]?.bool else { continue }
                let mistakes = compiled.mistakes(in: value)
                // Both methods must give the expected result.
                if compiled.isValid(value) == expected, mistakes.isEmpty == expected {
                    passed += 1
                } else {
                    failures.append(
                        "\(name): \(group["description"]?.string ?? ""): \(test["description"]?.string ?? "")")
                }
            }
        }
    }
}

/// Values made for the schemas of a description, judged by them.
package struct MadeValues {
    package private(set) var made = 0
    /// The schema, and why none was made.
    package private(set) var failures: [String] = []

    package init() {}

    /// - Parameter description: The input of a mock.
    package mutating func run(_ description: JSONValue, _ name: String, seed: UInt64, most: Int = .max) {
        let set = SchemaSet(
            document: description, dialect: description["dialect"]?.string == "openapi-3.0" ? .openAPI30 : .draft202012)
        for key in (description["schemas"]?.object?.keys ?? []).prefix(most) {
            let schema = set.schema(at: "/schemas/" + JSONPointer.escaped(key))
            var options = MakeOptions()
            options.seed = seed &+ UInt64(made)
            options.isFull = made % 2 == 0
            options.usesExamples = made % 3 == 0
            options.direction = made % 5 == 0 ? .request : .response
            switch schema.makeValue(options) {
            case .success(let value):
                if schema.isValid(value, direction: options.direction) {
                    made += 1
                } else {
                    failures.append("\(name) \(key): the made value isn't allowed")
                }
            case .failure(let failure): failures.append("\(name) \(key): \(failure.message)")
            }
        }
    }
}
