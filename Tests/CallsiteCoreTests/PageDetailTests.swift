import Foundation
import Testing

@testable import CallsiteCore
@testable import CallsiteInspect

/// The parts of a page that an OpenAPI document says to people: statuses, limits, the license.
@Suite struct PageDetailTests {
    private struct Page: Decodable {
        struct Operation: Decodable {
            var call: [String]
            var statuses: [[String]]?
            var bodyTypes: [String]?
            var security: String?
            var parameters: [Property]?
            var more: String?
            var credential: Int
        }
        struct Property: Decodable {
            var name: String
            var limits: String?
            var patterns: [String]?
        }
        struct TypeEntry: Decodable {
            var name: String
            var properties: [Property]?
        }
        struct Credential: Decodable { var others: [String]? }
        var facts: [[String]]?
        var session: [String]
        var others: [String]?
        var credentials: [Credential]
        var operations: [Operation]
        var types: [TypeEntry]
    }

    private func page(_ text: String) throws -> Page {
        try JSONDecoder().decode(Page.self, from: Data(try PageTests.page([UInt8](text.utf8)).json(warnings: [])))
    }

    private func code(_ pieces: [String]) -> String { pieces.map { $0.dropFirst() }.joined() }

    static let document = """
        openapi: 3.1.0
        info:
          title: Shop
          version: 1.2.3
          license: {name: MIT, url: https://example.com/license}
          contact: {email: api@example.com}
        components:
          securitySchemes: {token: {type: http, scheme: bearer}}
          responses: {Missing: {description: There is no such order.}}
          schemas:
            Code: {type: string, minLength: 3, maxLength: 3, pattern: "^[A-Z]+$"}
            Order:
              type: object
              required: [code]
              properties:
                code: {$ref: "#/components/schemas/Code"}
                count: {type: integer, exclusiveMinimum: 0, maximum: 99}
                note: {anyOf: [{type: string, maxLength: 500}, {type: "null"}]}
                tags: {type: array, maxItems: 1, uniqueItems: true, items: {type: string, minLength: 1}}
                mail: {type: string, format: email}
                next: {$ref: "#/components/schemas/Order"}
        paths:
          /orders:
            post:
              operationId: createOrder
              security: [{token: []}, {}]
              externalDocs: {url: https://example.com/orders}
              parameters:
                - {name: page, in: query, schema: {type: integer, minimum: 1, maximum: 100}}
              requestBody:
                description: The order to place.
                required: true
                content:
                  application/json: {schema: {$ref: "#/components/schemas/Order"}}
                  application/xml: {schema: {$ref: "#/components/schemas/Order"}}
              responses:
                "201": {description: The order., headers: {X-Rate-Limit: {schema: {type: integer}}}}
                "404": {$ref: "#/components/responses/Missing"}
                default: {description: ""}
        """

    @Test func limits() throws {
        let page = try page(Self.document)
        let order = try #require(page.types.first { $0.name == "Order" }?.properties)
        let words = Dictionary(uniqueKeysWithValues: order.map { ($0.name, $0.limits) })
        #expect(words["code"] == "3 characters")
        #expect(order.first { $0.name == "code" }?.patterns == ["^[A-Z]+$"])
        #expect(words["count"] == "at most 99, more than 0")
        #expect(words["note"] == "at most 500 characters")
        #expect(words["tags"] == "at most 1 element, no element twice, each at least 1 character")
        #expect(words["mail"] == "format email")
        #expect(words["next"] == .some(nil))
        #expect(page.operations[0].parameters?.first { $0.name == "page" }?.limits == "1 to 100")
    }

    @Test func statusesAndFacts() throws {
        let page = try page(Self.document)
        let operation = page.operations[0]
        #expect(
            operation.statuses == [
                ["201", "The order.", "X-Rate-Limit"], ["404", "There is no such order."], ["default", ""],
            ])
        #expect(operation.security == "token or none")
        #expect(operation.bodyTypes == ["application/json", "application/xml"])
        #expect(operation.more == "https://example.com/orders")
        #expect(
            page.facts == [
                ["Version", "1.2.3"], ["License", "MIT", "https://example.com/license"],
                ["Contact", "api@example.com"],
            ])
    }

    /// The root of the document says nothing about credentials; its operation needs one.
    @Test func aSessionHasTheCredentialOfTheOperations() throws {
        #expect(code(try page(Self.document).session) == "let session = Session(credential: .bearer(token))")
    }

    /// A sample has one of several credentials, and names the others.
    @Test func theAlternativesToASamplesCredential() throws {
        func others(_ security: String) throws -> [String]? {
            let schemes = """
                securitySchemes: {
                    token: {type: http, scheme: bearer}, user: {type: http, scheme: basic},
                    header: {type: apiKey, in: header, name: X-Key}, query: {type: apiKey, in: query, name: key}}
                """.replacing("\n", with: " ")
            let text = Self.document
                .replacing("securitySchemes: {token: {type: http, scheme: bearer}}", with: schemes)
                .replacing("security: [{token: []}, {}]", with: "security: [\(security)]")
            let page = try page(text)
            let others = page.credentials[page.operations[0].credential].others
            #expect(page.others == others, "\(security)")
            return others
        }
        #expect(try others("{token: []}") == nil)
        #expect(try others("{token: []}, {}") == ["none"])
        #expect(try others("{}, {token: []}, {query: []}") == ["none", "a key, in the query item key"])
        #expect(
            try others("{user: []}, {header: [], query: []}")
                == ["a key, in the header X-Key, and a key, in the query item key"])
    }

    @Test func aCallMakesItsBody() throws {
        let call = code(try page(Self.document).operations[0].call)
        #expect(call.contains("(body: Order(code: code))"), "\(call)")
    }

    /// Schemas that name one another without end, and a list of parts that all lead back, take no time.
    @Test(.timeLimit(.minutes(10))) func limitsOfSchemasWithoutEnd() throws {
        var schemas = ""
        for number in 0..<300 {
            let parts = (0..<20).map { "{$ref: \"#/components/schemas/S\((number + $0 * 7) % 300)\"}" }
            schemas += "    S\(number): {maxLength: \(number + 1), allOf: [\(parts.joined(separator: ", "))]}\n"
        }
        let text = """
            openapi: 3.0.0
            info: {title: Shop, version: "1"}
            paths: {/a: {get: {parameters: [{name: q, in: query, schema: {type: string, maxLength: 5}}], responses: {}}}}
            components:
              schemas:

            """
        var unread = Diagnostics()
        let nodes = parse(SourceSet(main: .init(path: "spec.yaml", bytes: [UInt8]((text + schemas).utf8))), &unread)
        let root = try #require(nodes.openAPIRoot)
        let parameter = try #require(root["paths"]?["/a"]?["get"]?["parameters"]?.elements?.first)
        #expect(DocumentDetails(nodes).limits(at: parameter.place).words == ["at most 5 characters"])
    }
}
