import CallsiteMock
import CallsiteRuntime
import CallsiteTransfers
import Foundation
import GeneratedAPIs
import Testing

@testable import CallsiteCore

private typealias Keys = KeysOfOpenAPI

/// Each key of OpenAPI and Swagger means the same to the generated client and to the mock.
@Suite struct OpenAPIKeyTests {
    @Test func everyKeyHasARow() {
        let all = OpenAPIObject.allCases.flatMap { object in object.keys.names.map { "\(object): \($0)" } }
        KeyRow.check(Self.rows + Self.swaggerRows, Self.exempt, Array(Set(all)))
    }

    @Test(arguments: rows.indices) func theMockAgreesWithTheClient(index: Int) async throws {
        try await Self.rows[index].talk(KeyTalk("keys.openapi"))
    }

    @Test(arguments: swaggerRows.indices) func theMockOfSwaggerAgreesWithTheClient(index: Int) async throws {
        try await Self.swaggerRows[index].talk(KeyTalk("keys.swagger"))
    }

    /// Keys that change nothing that is sent or received, by the reason.
    private static let exempt = [
        "names and words": """
        root: openapi, swagger, info, externalDocs, jsonSchemaDialect, tags
        pathItem: summary, description
        operation: summary, description, externalDocs, tags, operationId, deprecated
        parameter: description, title, deprecated
        requestBody: description, summary
        response: description, summary
        schema: title, description, externalDocs, deprecated, $comment
        server: description, name
        """,
        "requests of the server": """
        root: webhooks
        operation: callbacks
        components: callbacks
        """,
        "what responses lead to, for people": """
        response: links
        components: links
        """,
        "references and where they lead, which are read before anything else": """
        root: $self
        operation: $ref
        schema: $id, id, $schema, $anchor, $dynamicRef, $dynamicAnchor, $recursiveRef, $recursiveAnchor, $vocabulary
        schema: definitions
        """,
        "what a reader of the whole document lists": "components: examples",
        "no generated client writes it": """
        mediaType: prefixEncoding, itemEncoding
        schema: xml
        parameter: xml
        """,
        "of a parameter, it belongs to its schema, and the reader reports it": """
        parameter: discriminator, nullable, readOnly, writeOnly, properties, additionalProperties
        schema: collectionFormat, allowEmptyValue
        """,
        "other words for keys that have a row": "schema: additionalItems, dependencies",
    ]

    private static let aDay = CalendarDate(year: 2026, month: 2, day: 3).unsafelyUnwrapped
    private static let bearer = [("Authorization", "Bearer x"), ("Host", "localhost")]

    private static let rows: [KeyRow] = [
        KeyRow(
            """
            root: paths, servers, components, security
            pathItem: get, put, post, patch, delete, head, options, trace, query, additionalOperations, parameters, servers
            operation: parameters, requestBody, responses, servers
            server: url, variables
            parameter: $ref
            requestBody: $ref, content, required
            mediaType: $ref, schema
            response: $ref, headers, content
            components: schemas, responses, parameters, requestBodies, headers, mediaTypes, securitySchemes
            schema: $ref, type, properties, required
            """
        ) { talk in
            let plain = Keys.Plain(title: "a", count: 1)
            let response1 = try await talk.send(Keys.GetPlainRequest(trace: "t"))
            #expect(response1.title == "string")
            try await talk.send(Keys.PutPlainRequest(body: plain))
            try await talk.send(Keys.PostPlainRequest(body: plain))
            try await talk.send(Keys.PatchPlainRequest(body: plain))
            try await talk.send(Keys.DeletePlainRequest())
            try await talk.send(Keys.HeadPlainRequest())
            try await talk.send(Keys.OptionsPlainRequest())
            try await talk.send(Keys.TracePlainRequest())
            try await talk.send(Keys.QueryPlainRequest(body: plain))
            try await talk.send(Keys.CopyPlainRequest())
            #expect(talk.raw("GET", "/v9/plain", nil, bearer).status == 200)
            #expect(talk.raw("GET", "/v1/plain", nil, bearer).status == 200)
            #expect(talk.raw("GET", "/v2/public").status == 200)
            #expect(talk.raw("GET", "/v9/plain").status == 401)
            #expect(talk.raw("PUT", "/v9/plain", nil, bearer).status == 422)
        },
        KeyRow("pathItem: $ref\ncomponents: pathItems\noperation: security") { talk in
            try await talk.send(Keys.GetReferredRequest())
            try await talk.send(Keys.GetPublicRequest())
        },
        KeyRow(
            """
            parameter: name, in, required, schema, style, explode, content, allowEmptyValue, allowReserved
            parameter: minimum, maximum, default, enum
            """
        ) { talk in
            try await talk.send(Keys.SearchRequest(place: "a/b c", ids: [1], own: .a))
            try await talk.send(
                Keys.SearchRequest(
                    place: "x", ids: [1, 2], limit: 9, kinds: ["a", "b"], box: .init(width: 1, label: "l"),
                    filter: .init(width: 2), empty: "", path: "a/b", own: .b, session: "s"))
            let own = bearer + [("X-Own", "a")]
            #expect(talk.raw("GET", "/v1/search/x/.1", nil, own).status == 200)
            for query in ["?limit=0", "?limit=x", "?box%5Bheight%5D=1"] {
                #expect(talk.raw("GET", "/v1/search/x/.1" + query, nil, own).status == 422, "\(query)")
            }
            #expect(talk.raw("GET", "/v1/search/x/.1", nil, bearer + [("X-Own", "c")]).status == 422)
        },
        KeyRow("mediaType: encoding") { talk in
            try await talk.send(
                Keys.PutFormRequest(title: "a b", marks: [1, 2], box: .init(width: 1), packed: .init(width: 2)))
            try await talk.send(
                Keys.PutPartsRequest(title: "a", photo: .data(Data([1]), type: "image/png"), box: .init(width: 1)))
            try await talk.send(Keys.PutImageRequest(body: .data(Data([1]), type: "image/png")))
        },
        KeyRow("mediaType: itemSchema, example, examples\nresponse: examples\nparameter: example, examples") { talk in
            for try await plain in try await talk.send(Keys.GetLinesRequest()) { #expect(!plain.title.isEmpty) }
            let example = try await talk.send(Keys.GetExamplesRequest())
            #expect(example.title == "from an example" && example.count == 7)
            await #expect(throws: (any Error).self) {
                try await talk.session.send(Keys.GetErrorsRequest(count: 1).adding(query: "count", value: "x"))
            }
            #expect(
                talk.raw("GET", "/v1/errors", nil, bearer).body.contains(#""message":"query: count: this is required""#)
            )
        },
        KeyRow(
            """
            schema: format, enum, items, allOf, oneOf, anyOf, not, contains, propertyNames, if, then, else, contentSchema
            schema: patternProperties, prefixItems, additionalProperties, unevaluatedProperties, unevaluatedItems
            schema: $defs, dependentSchemas, dependentRequired, nullable, readOnly, writeOnly, discriminator, const
            schema: default, example, examples, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
            schema: minLength, maxLength, pattern, minItems, maxItems, uniqueItems, minProperties, maxProperties
            schema: minContains, maxContains, contentEncoding, contentMediaType
            discriminator: propertyName, mapping, defaultMapping
            """
        ) { talk in
            try await things(talk)
            let coded = try await talk.send(Keys.GetCodedRequest())
            #expect(!coded.bytes.isEmpty && !coded.packed.isEmpty)
        },
    ]

    /// A created thing is found again, field by field, and in the list.
    @Sendable private static func things(_ talk: KeyTalk) async throws {
        let sent = Keys.ThingInput(
            secret: "hidden", text: "a lamp", kind: "lamp", maybe: .null, old: .null, level: 4,
            when: aDay, bytes: Data([1, 2]), packed: "{}", local: "here",
            owner: .init(name: "Ada", otherFields: ["age": 36]), counts: ["x1": 1], list: [1, 2],
            pair: ["p", 1], all: .init(a: "a", b: 2), mixed: 5, shape: .circle(.init(radius: 3)))
        let created = try await talk.send(Keys.CreateThingRequest(body: sent))
        let found = try await talk.send(Keys.GetThingRequest(id: created.id))
        #expect(found.text == "a lamp" && found.kind == "lamp" && found.level == 4 && found.object == "thing")
        #expect(found.when == aDay)
        #expect(found.bytes == Data([1, 2]))
        #expect(found.owner.name == "Ada")
        #expect(found.owner.otherFields == ["age": 36])
        #expect(found.counts == ["x1": 1])
        #expect(found.list == [1, 2])
        #expect(found.pair?.count == 2 && found.all?.a == "a" && found.all?.b == 2)
        guard case .int(5) = found.mixed, case .circle(let circle) = found.shape else {
            Issue.record("\(found)")
            return
        }
        #expect(circle.radius == 3 && found.card == nil)
        let response2 = try await talk.send(Keys.ListThingsRequest(kind: ["lamp"]))
        #expect(response2.count == 1)
        let response3 = try await talk.send(Keys.ListThingsRequest(text: "bulb"))
        #expect(response3.isEmpty)
        // Each keyword is minded.
        let fields: [String: String] = [
            "secret": #""s""#, "text": #""a""#, "object": #""thing""#, "level": "4", "when": #""2026-02-03""#,
            "owner": #"{"name":"A"}"#, "shape": #"{"form":"circle","radius":1}"#, "mixed": "1",
        ]
        func status(_ changes: [String: String?]) -> Int {
            var all = fields
            for (key, value) in changes { all[key] = value }
            let members: [String] = all.map { "\"\($0.key)\":\($0.value)" }
            let body = "{" + members.joined(separator: ",") + "}"
            return talk.raw("POST", "/v1/things", body, bearer).status
        }
        #expect(status([:]) == 201)
        let wrong: [[String: String?]] = [
            ["id": "1"], ["secret": nil], ["text": #""A""#], ["text": #""""#], ["object": #""other""#],
            ["status": #""gone""#], ["level": "0"], ["level": "10"], ["level": "4.5"], ["when": #""today""#],
            ["owner": "{}"], ["owner": #"{"name":"A","age":"x"}"#], ["counts": #"{"y":1}"#],
            ["list": "[]"], ["list": "[1,1]"], ["list": "[1]"], ["pair": #"[1,1]"#], ["pair": #"["a",1,2]"#],
            ["all": "{}"], ["any": "{}"], ["mixed": "true"], ["shape": #"{"form":"circle"}"#],
            ["card": #"{"number":"1"}"#], ["card": #"{"none":1}"#],
        ]
        for change in wrong { #expect(status(change) == 422, "\(change)") }
    }

    private static let swaggerRows: [KeyRow] = [
        KeyRow(
            """
            root: host, basePath, schemes, consumes, produces, definitions, parameters, responses, securityDefinitions
            operation: consumes, produces, schemes
            parameter: type, items, collectionFormat, format, exclusiveMinimum, exclusiveMaximum, multipleOf
            parameter: minLength, maxLength, pattern, minItems, maxItems, uniqueItems
            response: schema
            """
        ) { talk in
            try await talk.send(SwaggerKeys.SearchRequest())
            try await talk.send(
                SwaggerKeys.SearchRequest(
                    trace: "t", pipes: [1, 2], many: [3, 4], spaces: ["a", "b"], commas: ["c", "d"]))
            try await talk.send(SwaggerKeys.PutPlainRequest(body: .init(title: "a", old: .null)))
            try await talk.send(SwaggerKeys.PutFormRequest(title: "a b", marks: [1, 2]))
            let kept = try await talk.send(SwaggerKeys.PutFileRequest(photo: .data(Data([1]), name: "a.png")))
            #expect(kept == "kept")
            let basic = [("Authorization", "Basic YTpi")]
            #expect(talk.raw("GET", "/v1/search?limited=7", nil, basic).status == 200)
            for query in ["limited=0", "limited=10", "limited=3.5", "code=a", "code=abcdef", "few=1,1", "few="] {
                #expect(talk.raw("GET", "/v1/search?" + query, nil, basic).status == 422, "\(query)")
            }
        }
    ]
}
