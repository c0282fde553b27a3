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
}
