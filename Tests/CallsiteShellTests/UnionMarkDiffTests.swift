import CallsiteCore
import Testing

@testable import CallsiteDiff

/// A constant by which apps know an alternative, though it is no discriminator: with another one they see
/// `.unrecognized`.
@Suite struct UnionMarkDiffTests {
    private func reading(_ user: String, _ monitor: String = "{const: monitors}") -> ContractReading {
        let text = """
            openapi: 3.1.0
            info: {title: A, version: "1"}
            security: []
            paths: {/a: {get: {operationId: getA, responses: {"200": {description: ok, content: {application/json: {schema: {oneOf: [{$ref: "#/components/schemas/User"}, {$ref: "#/components/schemas/Monitor"}]}}}}}}}}
            components:
              schemas:
                User: {type: object, properties: {id: {type: string}, type: \(user)}}
                Monitor: {type: object, properties: {id: {type: integer}, type: \(monitor)}}
            """
        return readContract(SourceSet(main: .init(path: "spec.yaml", bytes: Array(text.utf8))), options: Options())
    }

    @Test func anotherConstantIsAnotherAlternative() throws {
        let changes = compare(reading("{const: users}"), reading("{const: people}")).changes
        let change = try #require(changes.first { $0.id == "response-tag-changed" })
        #expect(
            "\(change.message)".hasSuffix("'user' is known by 'type' being 'people' now, was by 'type' being 'users'"))
        #expect(change.app == .degraded && change.source == .none)
    }

    @Test func otherwiseNothingIsSaid() {
        for (before, after) in [
            ("{const: users}", "{type: string, enum: [users]}"), ("{const: users}", "{type: string}"),
        ] {
            #expect(!compare(reading(before), reading(after)).changes.contains { $0.id == "response-tag-changed" })
        }
    }
}
