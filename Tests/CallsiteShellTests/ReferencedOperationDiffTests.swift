import CallsiteCore
import Testing

@testable import CallsiteDiff

/// The parts of an operation that aren't types are compared wherever the document keeps the operation.
@Suite struct ReferencedOperationDiffTests {
    @Test(arguments: [
        "/a: {get: {$ref: '#/x-operations/A'}}", "/a: {$ref: '#/x-paths/A'}", "/a: {GET: {$ref: '#/x-operations/A'}}",
        "/a: {$ref: '#/x-paths/B', get: {$ref: '#/x-operations/A'}}", "'/a#b': {get: {$ref: '#/x-operations/A'}}",
        "/é: {get: {$ref: '#/x-operations/A'}}",
    ])
    func aLimitChanges(_ path: String) {
        func reading(_ limit: Int) -> ContractReading {
            let text = """
                openapi: 3.0.3
                info: {title: A, version: "1"}
                security: []
                paths: {\(path)}
                x-operations:
                  A: {operationId: getA, parameters: [{name: limit, in: query, schema: {type: integer, maximum: \(limit)}}], responses: {"204": {description: ok}}}
                x-paths: {A: {get: {$ref: "#/x-operations/A"}}, B: {post: {operationId: postA, responses: {"204": {description: ok}}}}}
                """
            return readContract(SourceSet(main: .init(path: "spec.yaml", bytes: Array(text.utf8))), options: Options())
        }
        let changes = compare(reading(100), reading(50)).changes.map { "\($0.message)" }
        #expect(changes.count == 1 && changes.first?.contains("50") == true, "\(changes)")
    }
}
