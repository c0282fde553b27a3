import CallsiteMockEngine
import Testing

/// Which paths count as a collection, and which property identifies its items.
@Suite struct CollectionTests {
    /// The name that a path has for an item doesn't matter, nor does a slash at its end.
    @Test func pathsOfOneCollectionMayDiffer() throws {
        let mock = try engine(
            paths: """
                  /fees/{id}/refunds/:
                    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
                    get: {responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Refund"}}}}}}}
                    post: {responses: {"201": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Refund"}}}}}}
                  /fees/{fee}/refunds/{id}/:
                    parameters:
                      - {name: fee, in: path, required: true, schema: {type: string}}
                      - {name: id, in: path, required: true, schema: {type: string}}
                    get: {responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Refund"}}}}}}
                  /codes:
                    post: {responses: {"201": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Code"}}}}}}
                  /codes?beta:
                    post: {responses: {"201": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Code"}}}}}}
                  /codes/{code}:
                    get:
                      parameters: [{name: code, in: path, required: true, schema: {type: string}}]
                      responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Code"}}}}}
                  /promotion_codes:
                    post: {responses: {"201": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Code"}}}}}}
                  /promotion_codes/{promotion_code}:
                    get:
                      parameters: [{name: promotion_code, in: path, required: true, schema: {type: string}}]
                      responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Code"}}}}}
                components:
                  schemas:
                    Refund: {type: object, required: [id], properties: {id: {type: string}}}
                    Code: {type: object, required: [id, code], properties: {id: {type: string}, code: {type: string}}}

                """
        ) { $0.isStateful = true }
        var fees = Conversation(mock)
        #expect(fees.ask("POST /fees/7/refunds/") == #"201 {"id":"refund-1"}"#)
        #expect(fees.ask("GET /fees/7/refunds/refund-1/") == #"200 {"id":"refund-1"}"#)
        #expect(fees.ask("GET /fees/7/refunds/") == #"200 [{"id":"refund-1"}]"#)
        #expect(fees.ask("GET /fees/8/refunds/refund-1/").hasPrefix("404"))
        // A code is known by itself, a promotion code by its id.
        #expect(fees.ask("POST /codes").contains(#""code":"code-1""#))
        #expect(fees.ask("GET /codes/code-1").hasPrefix("200"))
        #expect(fees.ask("POST /promotion_codes").contains(#""id":"promotion_code-1""#))
        #expect(fees.ask("GET /promotion_codes/promotion_code-1").hasPrefix("200"))
    }

    /// The response that says a search was begun has another type than the search itself, but the same id.
    @Test func whatIsCreatedKeepsItsNameInAnotherEnvelope() throws {
        let mock = try engine(
            paths: """
                  /searches:
                    post: {responses: {"201": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Begun"}}}}}}
                  /searches/{id}:
                    get:
                      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
                      responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Found"}}}}}
                components:
                  schemas:
                    Begun:
                      type: object
                      required: [data]
                      properties:
                        data: {type: object, required: [id, type, job], properties: {id: {type: string}, type: {enum: [begun]}, job: {type: integer}}}
                    Found:
                      type: object
                      required: [data]
                      properties:
                        data: {type: object, required: [id, type], properties: {id: {type: string}, type: {enum: [search]}}}

                """
        ) { $0.isStateful = true }
        var searches = Conversation(mock)
        let created = try JSONValue(parsing: searches.answer("POST /searches").body)["data"]
        #expect(created?["type"] == .string("begun") && created?["job"] != nil)
        let name = try #require(created?["id"]?.string)
        #expect(searches.ask("GET /searches/\(name)").contains(#""type":"search""#))
    }
}
