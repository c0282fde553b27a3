import CallsiteMockEngine
import Testing

/// In which of several media types the mock responds, and what is a body of one.
@Suite struct MediaTypeChoiceTests {
    private func mock() throws -> Conversation {
        Conversation(
            try engine(
                """
                swagger: "2.0"
                info: {title: Rooms, version: "1"}
                produces: [text/plain, application/json, application/xml]
                paths:
                  /rooms/1:
                    get:
                      responses:
                        200: {description: One., schema: {type: object, properties: {name: {type: string}}}}
                        406: {description: No., schema: {type: object, required: [detail], properties: {detail: {type: string}}}}
                  /rooms/1/name:
                    get: {responses: {200: {description: Its name., schema: {type: string}}}}
                  /rooms/1/plan:
                    put:
                      consumes: [application/octet-stream]
                      parameters: [{name: body, in: body, required: true, schema: {type: string, format: binary}}]
                      responses: {204: {description: Taken.}}
                """))
    }

    /// `text/plain` can't represent an object, and the client accepts a type that can.
    @Test(arguments: [
        ("", "application/json"), ("*/*", "application/json"), ("text/plain, application/xml;q=0.5", "application/xml"),
        ("application/json;q=0.1, application/xml", "application/xml"),
    ])
    func whatCanNotSayItGivesWay(_ accept: String, _ expected: String) throws {
        var mock = try mock()
        let response = mock.answer("GET /rooms/1" + (accept.isEmpty ? "" : "\nAccept: \(accept)"))
        #expect(response.status == 200)
        #expect(response.headers.contains { $0.name == "Content-Type" && $0.value == expected }, "\(response.headers)")
    }

    /// Where a description names no status, POST creates. A client reads a stream of events with the status 200 only.
    @Test func aStreamOfEventsHasTheStatus200() throws {
        var mock = Conversation(
            try engine(
                """
                callsite: 1
                api: Chat
                baseURL: https://a.example
                authentication: none
                endpoints:
                  Complete: {method: POST, path: /chat, response: stream of String}
                  Save: {method: POST, path: /saved, response: String}
                  Play: {path: /audio, response: Data}
                """))
        #expect(mock.answer("POST /chat").status == 200)
        #expect(mock.answer("POST /saved").status == 201)
        // Bytes are base64 in JSON only.
        #expect(mock.ask("GET /audio") == "200 string")
    }

    @Test func whatNothingAcceptedCanSayIsTold() throws {
        var mock = try mock()
        #expect(mock.answer("GET /rooms/1\nAccept: text/plain").status == 500)
        #expect(mock.ask("GET /rooms/1/name\nAccept: text/plain") == "200 string")
    }

    @Test func aDescribedRefusalIsGiven() throws {
        var mock = try mock()
        #expect(mock.ask("GET /rooms/1\nAccept: image/png") == #"406 {"detail":"string"}"#)
        #expect(
            mock.ask("GET /rooms/1/name\nAccept: image/png").contains("expected 'Accept' to have one of text/plain"))
    }

    /// A file of no bytes is one; without a media type nothing was sent.
    @Test func aFileMayBeEmpty() throws {
        let mock = try mock()
        #expect(mock.problems("PUT /rooms/1/plan\nContent-Type: application/octet-stream").isEmpty)
        #expect(mock.problems("PUT /rooms/1/plan") == ["body a body is required"])
        #expect(mock.problems("PUT /rooms/1/plan\nContent-Type: application/json") == ["body a body is required"])
    }
}
