import CallsiteCore
import Testing

@testable import CallsiteDiff
@testable import CallsiteCommands

/// Each field of the resolved API is compared by `diff`, or has a reason why it isn't: a new one can't be forgotten.
@Suite struct ContractFieldTests {
    enum Treatment: ExpressibleByStringLiteral {
        /// One of the changes that report it.
        case reported(String)
        case ignored(because: String)

        init(stringLiteral id: String) { self = .reported(id) }
    }

    private static let position = Treatment.ignored(because: "a place in the document is where a change is shown")
    private static let layout = Treatment.ignored(because: "storage, which callers don't see")
    private static let example = Treatment.ignored(because: "examples are no promise")
    private static let naming = Treatment.ignored(because: "names are made from it: the Swift name is compared")
    private static let client = Treatment.ignored(because: "the app's own way to send and read, which no server sees")
    private static let paging = Treatment.ignored(because: "it follows from the declaration, which is compared")

    static let tables: [String: [String: Treatment]] = [
        "API": [
            "name": "api-title-changed", "fileName": .ignored(because: "the name of a file"),
            "canChooseNames": naming, "documentation": "description-changed",
            "tags": .ignored(because: "they arrange endpoints in files"), "baseURL": "default-server-changed",
            "headers": "constant-header-changed", "authentication": "security-type-changed", "reading": client,
            "errors": "failure-body-changed", "statedErrors": "failure-status-added", "endpoints": "endpoint-added",
            "links": .ignored(because: "those of each endpoint are compared"),
            "deepLinks": .ignored(because: "the schemes and hosts of an app's own links"),
            "oauth2Flows": "oauth-flow-removed", "types": "component-added", "place": position,
        ],
        "BaseURL": ["template": "default-server-changed", "variables": "server-variable-changed"],
        "Endpoint": [
            "name": "operation-id-changed", "title": naming, "hasShortenedID": naming, "swiftName": naming,
            "documentation": "description-changed", "deprecation": "endpoint-deprecated", "tag": "tag-changed",
            "tags": .ignored(because: "the first is the endpoint's tag, which is compared"),
            "method": "method-changed", "path": "endpoint-moved", "baseURL": "operation-server-changed",
            "parameters": "parameter-removed", "body": "body-removed", "response": "response-kind-changed",
            "success": client, "errors": "failure-body-changed", "statedErrors": "failure-status-added",
            "headers": "constant-header-changed", "authentication": "security-type-changed", "timeout": client,
            "isIdempotent": client, "idempotencyKey": "constant-header-changed", "pagination": "paging-changed",
            "pagingRefusal": .ignored(because: "the reason why nothing follows pages"), "links": "deep-link-changed",
            "place": position,
        ],
        "Parameter": [
            "location": "parameter-moved", "property": "parameter-type-changed", "style": "parameter-style-changed",
            "explode": "parameter-style-changed",
            "elements": .ignored(because: "only the outermost list's style is compared"),
            "part": "parameter-style-changed",
        ],
        "Property": [
            "wireName": "field-removed", "swiftName": naming, "shape": "field-type-changed",
            "presence": "field-became-required",
            "writtenDefault": .ignored(because: "the default of the property's type is compared"),
            "defaultValue": "field-default-changed", "writtenExample": example, "example": example,
            "absentValue": .ignored(because: "the document's defaults are compared"),
            "isConstant": "field-const-changed",
            "onlyValue": "field-const-changed", "minimum": .ignored(because: "the document's limits are compared"),
            "isGuessed": .ignored(because: "the reader is lenient where the type is a guess"),
            "isReadOnly": "field-became-read-only", "isWriteOnly": "field-became-write-only", "isBoxed": layout,
            "documentation": "field-description-changed", "deprecation": "field-deprecated", "place": position,
        ],
        "Body": [
            "content": "body-kind-changed", "isOptional": "body-became-optional", "encoding": "body-type-changed",
            "lists": "body-type-changed", "encodings": "body-encoding-changed", "model": "component-inlined",
            "example": example, "place": position,
        ],
        "Response": [
            "shape": "response-kind-changed", "isOptional": "response-became-nullable",
            "statuses": "success-status-replaced", "cases": "success-status-added-other",
            "encoding": "response-type-changed", "stream": "response-became-stream", "headers": "header-added",
            "declaresLink": paging, "example": example,
        ],
        "Stream": [
            "isEvents": "response-became-stream", "end": client, "reconnects": client,
            "element": .ignored(because: "the shape of an element is compared"),
        ],
        "ResponseCase": [
            "status": "success-status-added-other", "swiftName": naming, "shape": "response-kind-changed",
            "encoding": "response-type-changed", "example": example,
        ],
        "ErrorCase": [
            "status": "failure-status-added", "swiftName": naming, "shape": "failure-body-changed", "place": position,
        ],
        "NamedType": [
            "name": "component-renamed", "title": naming, "swiftName": naming,
            "position": .ignored(because: "it distinguishes types that are compared"), "isElement": naming,
            "conformances": "conformance-lost", "owner": "component-inlined",
            "typeParameters": "component-type-changed",
            "content": "component-type-changed",
            "resolved": .ignored(because: "the alias's content is compared"), "rest": "fields-opened",
            "enumValues": "response-enum-kind-changed", "usage": "model-got-second-use", "isTriedByKeys": client,
            "keepsUnknown": client, "size": layout, "documentation": "description-changed",
            "deprecation": .ignored(because: "its declaration isn't marked"), "place": position,
        ],
        "EnumCase": ["wireValue": "field-enum-value-added", "swiftName": "enum-varnames-changed", "place": position],
        "Union": ["discriminator": "discriminator-added", "alternatives": "body-alternative-added"],
        "Alternative": [
            "tag": "discriminator-mapping-changed", "title": naming, "swiftName": naming,
            "shape": "response-alternative-changed", "isDefault": "response-default-mapping-set", "isBoxed": layout,
            "place": position,
        ],
        "Pagination": [
            "declaration": "paging-changed", "origin": paging, "elements": paging, "element": "paging-element-changed",
            "bareList": paging, "isUntyped": paging, "continuation": paging, "moving": "paging-cursor-type-changed",
            "size": paging, "hasNext": paging, "isLast": paging, "current": paging, "total": paging,
            "totalPages": paging, "next": paging, "keys": paging,
        ],
    ]

    @Test func everyFieldOfTheAPIIsComparedOrIgnoredForAReason() throws {
        let known = Set(ChangeExplanation.all.map(\.id))
        var seen: Set<String> = []
        for part in try parts() {
            let mirror = Mirror(reflecting: part)
            let name = "\(mirror.subjectType)"
            let table = try #require(Self.tables[name], "\(name)")
            seen.insert(name)
            // A property in a wrapper has a name with an underscore.
            let fields = Set(mirror.children.compactMap { $0.label.map { String($0.drop { $0 == "_" }) } })
            #expect(fields.subtracting(table.keys).sorted() == [], "\(name): say how diff treats these")
            #expect(Set(table.keys).subtracting(fields).sorted() == [], "\(name): these are gone")
        }
        #expect(seen == Set(Self.tables.keys))
        for treatment in Self.tables.values.flatMap(\.values) {
            if case .reported(let id) = treatment { #expect(known.contains(id), "\(id)") }
        }
    }

    /// One of each part that an API is made of.
    private func parts() throws -> [Any] {
        let text = """
            openapi: 3.1.0
            info: {title: Shop, version: "1"}
            servers: [{url: 'https://{region}.example.com', variables: {region: {default: eu}}}]
            security: []
            paths:
              /orders:
                get:
                  operationId: listOrders
                  parameters: [{name: cursor, in: query, schema: {type: string}}, {name: limit, in: query, schema: {type: integer}}]
                  responses:
                    "200": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Page'}}}}
                    "404": {description: gone, content: {application/json: {schema: {type: object, properties: {reason: {type: string}}}}}}
                    "409": {description: busy, content: {application/json: {schema: {type: object, properties: {until: {type: integer}}}}}}
                post:
                  operationId: createOrder
                  requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
                  responses:
                    "200": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
                    "202": {description: later, content: {application/json: {schema: {$ref: '#/components/schemas/Page'}}}}
              /events:
                get:
                  operationId: events
                  responses: {"200": {description: ok, content: {text/event-stream: {schema: {$ref: '#/components/schemas/Order'}}}}}
            components:
              schemas:
                Order: {type: object, properties: {id: {type: string}, status: {type: string, enum: [open, paid]}, item: {oneOf: [{type: string}, {type: integer}]}}}
                Page: {type: object, required: [data], properties: {data: {type: array, items: {$ref: '#/components/schemas/Order'}}, next_cursor: {type: string}, has_more: {type: boolean}}}
            """
        let reading = readContract(
            SourceSet(main: .init(path: "api.yaml", bytes: Array(text.utf8))), options: Options())
        let api = try #require(reading.contract?.api)
        var parts: [Any] = [api, api.baseURL]
        for endpoint in api.endpoints {
            let response = endpoint.response
            let few: [Any?] = [endpoint, endpoint.body, response, response.stream, endpoint.pagination]
            parts += few.compactMap(\.self)
            for many in [endpoint.parameters, response.cases, endpoint.errors ?? []] as [[Any]] { parts += many }
        }
        for type in api.types {
            parts.append(type)
            switch type.content {
            case .object(let properties): parts += properties
            case .enumeration(let cases): parts += cases
            case .union(let union):
                parts.append(union)
                parts += union.alternatives
            case .alias, .own, .date: break
            }
        }
        return parts
    }
}
