import Foundation
import Testing

@testable import CallsiteCore
@testable import CallsiteInspect

/// The samples of a page: JSON that the description allows.
@Suite struct SampleTests {
    /// The JSON of each sample.
    private func samples(_ document: String) throws -> [String] {
        let bytes = try PageTests.page([UInt8](document.utf8)).json(warnings: [])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        return (object["samples"] as? [[String: Any]] ?? []).map { sample in
            ((sample["code"] as? [String]) ?? []).map { $0.dropFirst() }.joined().filter { !" \n".contains($0) }
        }
    }

    @Test func aTagThatIsAnIntegerIsANumber() throws {
        let document = """
            openapi: 3.0.0
            info: {title: Shop, version: "1"}
            paths:
              /parts: {get: {responses: {"200": {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/Part"}}}}}}}
            components:
              schemas:
                Part:
                  oneOf: [{$ref: "#/components/schemas/Row"}, {$ref: "#/components/schemas/Button"}]
                  discriminator: {propertyName: type, mapping: {1: "#/components/schemas/Row", 2: "#/components/schemas/Button"}}
                Row: {type: object, required: [type, width], properties: {type: {type: integer, enum: [1]}, width: {type: integer}}}
                Button: {type: object, required: [type, label], properties: {type: {type: integer, enum: [2]}, label: {type: string}}}
            """
        let samples = try samples(document)
        #expect(samples.contains(#"{"type":1,"width":1}"#), "\(samples)")
    }

    /// A long response leaves out what may be left out, and nothing else.
    @Test func requiredFieldsStayWhereASampleIsShortened() throws {
        let fields = (0..<70).map { "f\($0): {type: string}" }.joined(separator: ", ")
        let document = """
            openapi: 3.0.0
            info: {title: Shop, version: "1"}
            paths:
              /posts: {get: {responses: {"200": {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/Post"}}}}}}}
            components:
              schemas:
                Post: {type: object, required: [author], properties: {\(fields), author: {$ref: "#/components/schemas/User"}}}
                User: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}, age: {type: integer}}}
            """
        let samples = try samples(document)
        #expect(samples.contains { $0.contains(#""author":{"id":1,"name":"string"}"#) }, "\(samples)")
    }

    /// A value of a type is changed only as far as the schema's limits want it.
    @Test(
        arguments: [
            (#"{type: string, pattern: "^(0|[1-9][0-9]*)$"}"#, #""123456789""#),
            (#"{type: string, pattern: '^\d{17,20}$'}"#, #""12345678912345678""#),
            (#"{type: string, pattern: "^[0-9]{4}$"}"#, #""1234""#),
            (#"{type: string, pattern: "^[0-9]+$", maxLength: 3}"#, #""123""#),
            (#"{type: string, pattern: "^[1-9][0-9]*$"}"#, #""123456789""#),
            (#"{type: string, pattern: "^[0-9]{"}"#, #""string""#),
            (#"{type: string, pattern: "^[0-9]{$"}"#, #""string""#),
            (#"{type: string, pattern: "^[0-9]$"}"#, #""1""#),
            (#"{type: string, pattern: "^[a-fA-F0-9]{3,}$", maxLength: 3}"#, #""123""#),
            (#"{type: array, items: {type: string, pattern: "^[0-9]{2}$"}}"#, #"["12"]"#),
            (#"{type: string, pattern: "^([0-9]+$"}"#, #""string""#),
            (#"{type: string, pattern: "^[a-z]+$", minLength: 9}"#, #""string""#),
            ("{type: string, maxLength: 2}", #""st""#), ("{type: string, minLength: 8}", #""stringst""#),
            ("{type: string, minLength: 8, maxLength: 2}", #""string""#),
            ("{type: string, minLength: 1000000000}", #""string""#),
            ("{type: integer, minimum: 5}", "5"), ("{type: integer, exclusiveMinimum: 5}", "6"),
            ("{type: integer, maximum: -3}", "-3"), ("{type: integer, minimum: 7, multipleOf: 5}", "10"),
            ("{type: integer, multipleOf: 0}", "1"), ("{type: number, maximum: 1}", "1"),
            ("{type: number, exclusiveMinimum: 2, exclusiveMaximum: 3}", "2.5"),
            ("{type: integer, minimum: 5, maximum: 4}", "1"),
            ("{type: array, minItems: 2, items: {type: integer, minimum: 3}}", "[3,3]"),
            ("{type: array, maxItems: 0, items: {type: integer}}", "[]"),
            ("{type: array, minItems: 1000000000, items: {type: integer}}", "[1]"),
            ("{type: integer, minimum: 5, example: 2}", "2"),
        ])
    func aSampleIsWithinLimits(schema: String, value: String) throws {
        let document = """
            openapi: 3.1.0
            info: {title: Shop, version: "1"}
            paths:
              /a: {get: {responses: {"200": {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/A"}}}}}}}
            components: {schemas: {A: {type: object, required: [v], properties: {v: \(schema)}}}}
            """
        #expect(try samples(document) == [#"{"v":\#(value)}"#])
    }
}
