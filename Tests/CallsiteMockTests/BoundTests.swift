import CallsiteMockEngine
import Testing

/// The memory and the work of a mock are bounded, whatever clients send and descriptions say.
@Suite struct BoundTests {
    private func notes(_ more: String = "") throws -> MockEngine {
        try engine(
            paths: """
                  /books/{book}/notes:
                    parameters: [{name: book, in: path, required: true, schema: {type: string}}]
                    get:
                      parameters: [{name: limit, in: query, schema: {type: integer}}]
                      responses: {"200": {description: ok, headers: {X-Total-Count: {schema: {type: integer}}}, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Note"}}}}}}
                    post:
                      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}
                      responses: {"201": {description: made, content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}}
                  /books/{book}/notes/{id}:
                    parameters:
                      - {name: book, in: path, required: true, schema: {type: string}}
                      - {name: id, in: path, required: true, schema: {type: string}}
                    get: {responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}}}
                    delete: {responses: {"204": {description: gone}}}
                components: {schemas: {Note: {type: object, required: [text], properties: {id: {type: string, readOnly: true}, text: {type: string}}}}}

                """
        ) { $0.isStateful = true }
    }

    @Test func theOldestItemsAreDropped() throws {
        var stores = MockStores()
        let text = JSONValue.string(String(repeating: "x", count: 4 << 20))
        var dropped = 0
        for number in 0..<30 { dropped += stores.put(text, "\(number)", in: "/\(number % 3)") }
        let kept = stores.all.flatMap(\.store.all).compactMap { Int($0.id) }.sorted()
        #expect(dropped == 30 - kept.count && kept == Array(dropped..<30))
        #expect(kept.count * (4 << 20) <= MockStores.mostBytes && kept.count > 10)
        // One that is larger than half of all isn't kept.
        #expect(MockStores.isTooLarge(.array(Array(repeating: .null, count: 1_000_000))))
        #expect(!MockStores.isTooLarge(text))
    }

    /// Empty collections count too: a client may name any number of them.
    @Test func emptyCollectionsAreDropped() throws {
        var stores = MockStores()
        let long = String(repeating: "p", count: 100_000)
        for number in 0..<1000 {
            stores.put(.bool(true), "1", in: "/\(number)/\(long)")
            stores.remove("1", in: "/\(number)/\(long)")
        }
        #expect(stores.all.count * long.utf8.count <= MockStores.mostBytes)
        stores.put(.bool(true), "1", in: "/last")
        #expect(stores.all.contains { $0.path == "/last" })
    }

    @Test func itemsKeepTheirOrder() throws {
        var stores = MockStores()
        for number in 0..<200 { stores.put(.string("\(number)"), "\(number)", in: "/a") }
        for number in 0..<200 where number % 3 != 0 { stores.remove("\(number)", in: "/a") }
        stores.put(.string("again"), "3", in: "/a")
        stores.put(.string("new"), "1", in: "/a")
        let expected = (0..<200).filter { $0 % 3 == 0 }.map { "\($0)" } + ["1"]
        let all = stores.all.first?.store.all ?? []
        #expect(all.map(\.id) == expected && all[1].item == .string("again"))
    }

    /// Alternatives of alternatives: a value takes bounded work, and what was hard to make is made once.
    @Test func aValueOfManyAlternativesIsMadeOnce() throws {
        var schemas =
            "    L0: {type: object, required: [a], properties: {a: {type: string, minLength: 5, maxLength: 2}}}\n"
        for level in 1...12 {
            let inner = "{$ref: '#/components/schemas/L\(level - 1)'}"
            schemas +=
                "    L\(level): {oneOf: [\(inner), {allOf: [\(inner)]}, {type: object, required: [b], properties: {b: \(inner)}}]}\n"
        }
        let mock = try engine(
            """
            openapi: 3.1.0
            info: {title: A, version: "1"}
            security: []
            paths: {/l: {get: {responses: {"200": {content: {application/json: {schema: {$ref: "#/components/schemas/L12"}}}}}}}}
            components:
              schemas:
            \(schemas)
            """
        ) { $0.isDynamic = true }
        var conversation = Conversation(mock)
        let first = conversation.ask("GET /l")
        for _ in 0..<50 { #expect(conversation.ask("GET /l") == first) }
    }

    /// Lists of lists, and long strings, multiply.
    @Test func plainValuesAreBounded() throws {
        var schema = "{type: string, minLength: 9000}"
        for _ in 0..<8 { schema = "{type: array, minItems: 32, items: \(schema)}" }
        let mock = try engine(
            paths: """
                  /a: {get: {responses: {"200": {description: ok, content: {application/json: {schema: \(schema)}}}}}}

                """)
        var conversation = Conversation(mock)
        #expect(conversation.answer("GET /a").body.count < 64 << 20)
    }

    /// The names of fields are the client's, and are in messages.
    @Test func longNamesAreCut() throws {
        let host = MockHost(try notes())
        let name = String(repeating: "n", count: 1 << 20)
        let answer = host.answer(request("POST /books/1/notes {\"text\":{\"\(name)\":1}}"))
        #expect(answer.problems.allSatisfy { $0.description.utf8.count < 2000 })
        #expect(host.problems.allSatisfy { $0.description.utf8.count < 2000 })
    }
}
