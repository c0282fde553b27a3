import CallsiteMockEngine
import Testing

/// Requests that are accepted, those that aren't, and the words of a refusal.
@Suite struct RefusalTests {
    private func reason(_ schema: String, _ type: String = "application/json") throws -> String {
        let mock = try engine(
            paths: """
                  /a:
                    get:
                      parameters: [{name: n, in: query, required: true, schema: {type: integer}}]
                      responses: {"200": {description: ok}, "422": {description: no, content: {\(type): {schema: \(schema)}}}}

                """)
        var conversation = Conversation(mock)
        return conversation.ask("GET /a?n=x")
    }

    private let sentence = #"query: n: expected an integer, found \"x\""#

    /// The description's own error has the reason wherever its type has a string for it.
    @Test(arguments: [
        ("{type: object, properties: {detail: {type: string}}}", "detail"),
        ("{type: object, properties: {title: {type: string}, message: {type: string}}}", "message"),
        (
            "{type: object, properties: {error: {type: string, enum: [bad]}, error_description: {type: string}}}",
            "error_description"
        ),
        ("{type: object, properties: {title: {type: string}}, example: {title: written}}", "title"),
        (
            "{allOf: [{type: object, properties: {code: {type: integer}}}, {type: object, properties: {msg: {type: [string, 'null']}}}]}",
            "msg"
        ),
        ("{type: object, properties: {error: {type: object, properties: {message: {type: string}}}}}", "message"),
        (
            "{type: object, properties: {errors: {type: array, items: {type: object, properties: {detail: {type: string}}}}}}",
            "detail"
        ),
    ]) func theReasonIsInTheErrorsText(schema: String, field: String) throws {
        #expect(try reason(schema).contains("\"\(field)\":\"\(sentence)\""))
    }

    @Test func theReasonIsAPlainString() throws {
        #expect(try reason("{type: string}", "text/plain") == #"422 query: n: expected an integer, found "x""#)
        // No string of the type can say it.
        #expect(try !reason("{type: object, properties: {message: {type: string, maxLength: 3}}}").contains("expected"))
    }

    /// A property that only the server sends doesn't tell the alternatives of a request apart.
    @Test(arguments: ["readOnly", "writeOnly"]) func alternativesMayDifferByADirectedProperty(key: String) throws {
        let mock = try engine(
            paths: """
                  /items:
                    post:
                      requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Item"}}}}
                      responses: {"204": {description: ok}}
                components:
                  schemas:
                    Item:
                      oneOf:
                        - {type: object, required: [id, data], properties: {id: {type: string, \(key): true}, data: {type: string}}}
                        - {type: object, required: [data], properties: {data: {type: string}}}
                        - {type: object, required: [other], properties: {other: {type: string}}}

                """)
        var conversation = Conversation(mock)
        #expect(conversation.ask(#"POST /items {"data":"x"}"#).hasPrefix("204"))
        #expect(conversation.ask(#"POST /items {"data":1}"#).hasPrefix("422"))
        #expect(conversation.ask(#"POST /items {"data":"x","other":"y"}"#).hasPrefix("422"))
        let schema = mock.description.operations[0].body?.content[0].schema
        let response = SchemaDirection.response
        #expect(schema?.isValid(.object(["data": .string("x")]), direction: response) == true)
    }

    /// An empty list isn't sent at all, which is said.
    @Test func aRequiredListThatIsNotSentIsEmpty() throws {
        let mock = try engine(
            paths: """
                  /a:
                    get:
                      parameters: [{name: list, in: query, required: true, schema: {type: array, items: {type: string}}}]
                      responses: {"204": {description: ok}}

                """)
        let host = MockHost(mock)
        let answer = host.answer(request("GET /a"))
        #expect(answer.response.status == 204 && answer.problems.isEmpty)
        #expect(answer.notes.first?.contains("query list") == true)
        #expect(host.answer(request("GET /a?list=x")).notes.isEmpty)
    }

    /// The template with more literal text goes before others that fit.
    @Test func theTemplateWithMoreTextWins() throws {
        func path(_ path: String, _ names: [String]) -> String {
            let parameters = names.map { "{name: \($0), in: path, required: true, schema: {type: string}}" }
            return """
                  \(path):
                    get:
                      parameters: [\(parameters.joined(separator: ", "))]
                      responses: {"200": {description: ok, content: {text/plain: {example: "\(path)"}}}}

                """
        }
        let paths = [
            ("/test.{format}", ["format"]), ("/test.{format}.{lang}", ["format", "lang"]), ("/t{rest}", ["rest"]),
            ("/{any}", ["any"]), ("/test.json", []),
        ]
        for order in [paths, paths.reversed()] {
            var mock = Conversation(try engine(paths: order.map { path($0.0, $0.1) }.joined()))
            for (target, expected) in [
                ("/test.xml", "/test.{format}"), ("/test.xml.en", "/test.{format}.{lang}"), ("/tea", "/t{rest}"),
                ("/other", "/{any}"), ("/test.json", "/test.json"),
            ] { #expect(mock.ask("GET " + target) == "200 " + expected) }
        }
    }

    /// Examples that break their schemas are found, and can be replaced.
    @Test func wrongExamplesAreFound() throws {
        let paths = """
              /pets:
                get:
                  responses:
                    "200":
                      description: ok
                      headers: {X-Count: {schema: {type: integer}, example: many}}
                      content:
                        application/json:
                          schema: {type: object, required: [id], properties: {id: {type: integer}}}
                          examples: {wrong: {value: {id: nope}}, right: {value: {id: 7}}}

            """
        let mock = try engine(paths: paths)
        #expect(mock.description.wrongExamples().map(\.mistake.instance) == ["/id", ""])
        var asWritten = Conversation(mock)
        #expect(asWritten.ask("GET /pets") == #"200 {"id":"nope"}"#)
        var valid = Conversation(try engine(paths: paths) { $0.wrongExamples = .replace })
        let response = valid.answer("GET /pets")
        #expect(String(decoding: response.body, as: UTF8.self) == #"{"id":7}"#)
        #expect(response.headers.contains { $0.name == "X-Count" && $0.value == "0" })
    }
}
