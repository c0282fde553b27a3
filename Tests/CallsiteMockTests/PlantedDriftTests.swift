import CallsiteMockEngine
import Testing

private let shop = #"""
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    servers: [{url: "https://api.example.com/v1"}]
    security: []
    paths:
      /orders/{id}:
        get:
          parameters:
            - {name: id, in: path, required: true, schema: {type: integer, minimum: 1}}
            - {name: view, in: query, required: true, schema: {enum: [short, full]}}
            - {name: fields, in: query, style: form, explode: false, schema: {type: array, items: {type: string, minLength: 2}}}
          responses:
            "200":
              headers:
                X-Rate: {required: true, schema: {type: integer, maximum: 100}}
                X-Trace: {schema: {type: string, format: uuid}}
              content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}
            "404": {content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}}
            "204": {description: gone}
    components:
      schemas:
        Problem: {type: object, required: [title], properties: {title: {type: string}}}
        Order:
          type: object
          required: [id, number, state, lines, customer, payment]
          properties:
            id: {type: integer, minimum: 1}
            number: {type: string, pattern: '^A-\d{4}$'}
            email: {type: string, format: email}
            placed: {type: string, format: date-time}
            day: {type: string, format: date}
            link: {type: string, format: uri}
            uid: {type: string, format: uuid}
            state: {enum: [open, done]}
            version: {const: 2}
            total: {type: number, minimum: 0, exclusiveMaximum: 1000, multipleOf: 0.01}
            note: {type: [string, "null"], maxLength: 10}
            gift: {type: boolean}
            tags: {type: array, minItems: 1, maxItems: 3, uniqueItems: true, items: {type: string}}
            lines: {type: array, items: {$ref: "#/components/schemas/Line"}}
            customer: {$ref: "#/components/schemas/Customer"}
            payment:
              oneOf: [{$ref: "#/components/schemas/Card"}, {$ref: "#/components/schemas/Bank"}]
              discriminator: {propertyName: kind, mapping: {card: "#/components/schemas/Card", bank: "#/components/schemas/Bank"}}
            labels: {type: object, additionalProperties: {type: string}, maxProperties: 2, propertyNames: {minLength: 2}}
            strict: {type: object, additionalProperties: false, properties: {a: {type: integer}}}
            pair: {type: array, prefixItems: [{type: integer}, {type: string}], items: false}
            period: {type: object, properties: {from: {type: string}, to: {type: string}}, dependentRequired: {from: [to]}}
            secret: {type: string, writeOnly: true}
        Line:
          type: object
          required: [sku, quantity]
          properties: {sku: {type: string, minLength: 2}, quantity: {type: integer, format: int32, minimum: 1}, price: {type: number}}
        Customer:
          type: object
          required: [name]
          properties: {name: {type: string}, address: {type: object, required: [zip], properties: {zip: {type: string, minLength: 5}, street: {type: string}}}}
        Card: {type: object, required: [kind, last4], properties: {kind: {const: card}, last4: {type: string, pattern: '^\d{4}$'}}}
        Bank: {type: object, required: [kind, iban], properties: {kind: {const: bank}, iban: {type: string}}}
    """#

private let order = #"""
    {"id": 7, "number": "A-0001", "email": "a@example.com", "placed": "2026-01-31T10:00:00Z", "day": "2026-01-31",
     "link": "https://example.com/a", "uid": "497f6eca-6276-4993-bfeb-53cbbbba6f08", "state": "open", "version": 2, "total": 12.34,
     "note": null, "gift": true, "tags": ["a"], "lines": [{"sku": "ab", "quantity": 1}, {"sku": "cd", "quantity": 2, "price": 0.5}],
     "customer": {"name": "Ida", "address": {"zip": "12345", "street": "Long"}}, "payment": {"kind": "card", "last4": "1234"},
     "labels": {"aa": "b"}, "strict": {"a": 1}, "pair": [1, "b"], "period": {"from": "a", "to": "b"}}
    """#

/// One thing of a recorded exchange that the description doesn't allow.
private struct Plant: Sendable, CustomTestStringConvertible {
    var target = "/v1/orders/7?view=full&fields=ab,cd"
    var method = "GET"
    var status = 200
    var headers = ["Content-Type: application/json", "X-Rate: 5", "X-Trace: 497f6eca-6276-4993-bfeb-53cbbbba6f08"]
    /// Where in the body something else is, and what; nil: nothing is there any more.
    var edit: (pointer: String, value: String?)?
    var body: String?
    /// The beginning of the problem's place.
    let place: String

    static func body(_ pointer: String, _ value: String?, at place: String? = nil) -> Plant {
        Plant(edit: (pointer, value), place: "body" + (place ?? pointer))
    }

    var testDescription: String { "\(method) \(target) \(status) \(edit?.pointer ?? "") \(edit?.value ?? "")" }

    static let bodies: [Plant] = [
        .body("/id", nil, at: ""), .body("/id", "\"7\""), .body("/id", "0"), .body("/id", "7.5"), .body("/id", "null"),
        .body("/number", "\"B-0001\""), .body("/number", "1"), .body("/email", "\"nobody\""),
        .body("/placed", "\"2026-01-31 10:00\""), .body("/placed", "1769853600"), .body("/day", "\"2026-02-30\""),
        .body("/link", "\"a b\""), .body("/uid", "\"497f6eca\""), .body("/state", "\"gone\""),
        .body("/state", nil, at: ""), .body("/version", "3"), .body("/total", "-1"), .body("/total", "1000"),
        .body("/total", "0.001"), .body("/total", "\"12.34\""), .body("/note", "\"much too long\""),
        .body("/gift", "1"), .body("/gift", "null"), .body("/tags", "[]"), .body("/tags", #"["a","b","c","d"]"#),
        .body("/tags", #"["a","a"]"#), .body("/tags", "\"a\""), .body("/tags/0", "1"), .body("/lines", "{}"),
        .body("/lines/1/sku", nil, at: "/lines/1"), .body("/lines/1/sku", "\"c\""), .body("/lines/0/quantity", "0"),
        .body("/lines/0/quantity", "3000000000"), .body("/lines/1/price", "\"0.5\""),
        .body("/lines/0/color", "\"red\""), .body("/customer", "null"), .body("/customer/name", nil, at: "/customer"),
        .body("/customer/address/zip", "\"1\""), .body("/customer/address/zip", nil, at: "/customer/address"),
        .body("/payment/kind", "\"cash\""), .body("/payment/last4", "\"12\""),
        .body("/payment/last4", nil, at: "/payment"), .body("/labels/aa", "5"), .body("/labels/a", "\"b\""),
        .body("/strict/b", "1"), .body("/pair", #"[1,"b",2]"#), .body("/pair", "[1,2]"),
        .body("/period/to", nil, at: "/period"), .body("/secret", "\"s\""), .body("/extra", "1"),
    ]

    static let others: [Plant] = [
        Plant(status: 201, place: "status"), Plant(status: 500, place: "status"),
        Plant(headers: ["Content-Type: text/html", "X-Rate: 5"], body: "<html>", place: "header Content-Type"),
        Plant(headers: ["X-Rate: 5"], place: "header Content-Type"),
        Plant(headers: ["Content-Type: application/json"], place: "header X-Rate"),
        Plant(headers: ["Content-Type: application/json", "X-Rate: many"], place: "header X-Rate"),
        Plant(headers: ["Content-Type: application/json", "X-Rate: 101"], place: "header X-Rate"),
        Plant(headers: ["Content-Type: application/json", "X-Rate: 5", "X-Trace: 1"], place: "header X-Trace"),
        Plant(body: "{\"id\":", place: "body"), Plant(body: "[]", place: "body"),
        Plant(status: 404, headers: ["Content-Type: application/problem+json"], body: "{}", place: "body"),
        Plant(status: 204, headers: [], body: "{}", place: "body"), Plant(target: "/v1/order/7", place: ""),
        Plant(target: "/v1/orders/0?view=full", place: "id"), Plant(target: "/v1/orders/7", place: "view"),
        Plant(target: "/v1/orders/7?view=wide", place: "view"),
        Plant(target: "/v1/orders/7?view=full&fields=ab,c", place: "fields"),
        Plant(target: "/v1/orders/7?view=full&other=1", place: "other"), Plant(method: "DELETE", place: ""),
    ]
}

@Suite struct PlantedDriftTests {
    private func problems(_ plant: Plant) throws -> [MockProblem] {
        let mock = try engine(shop)
        var text = plant.body ?? order
        if let edit = plant.edit {
            text = try JSONValue(parsing: Array(text.utf8)).replacing(edit.pointer, with: edit.value).text
        }
        let headers = plant.headers.map { line in
            let name = line.prefix { $0 != ":" }
            return (name: String(name), value: String(line.dropFirst(name.count + 2)))
        }
        let response = RecordedResponse(status: plant.status, headers: headers, body: Array(text.utf8))
        switch mock.judge(MockRequest(method: plant.method, target: plant.target)) {
        case .none(_, let problem): return [problem]
        case .operation(let judged):
            return judged.problems + mock.undescribedParameters(of: judged) + mock.judge(response, to: judged)
        }
    }

    @Test func whatTheDescriptionAllowsIsNone() throws {
        #expect(try problems(Plant(place: "")).isEmpty)
        #expect(try problems(Plant(status: 204, headers: [], body: "", place: "")).isEmpty)
    }

    @Test(arguments: Plant.bodies + Plant.others)
    fileprivate func eachIsFound(_ plant: Plant) throws {
        let found = try problems(plant)
        #expect(found.contains { $0.pointer.hasPrefix(plant.place) }, "\(found.map { "\($0)" })")
        // One mistake isn't several.
        #expect(found.count == 1, "\(found.map { "\($0)" })")
    }
}

extension JSONValue {
    /// With another value at a pointer, or nothing.
    fileprivate func replacing(_ pointer: String, with value: String?) throws -> JSONValue {
        let tokens = pointer.split(separator: "/").map(String.init)
        guard let first = tokens.first else { return try JSONValue(parsing: Array((value ?? "null").utf8)) }
        let rest = tokens.dropFirst().map { "/" + $0 }.joined()
        switch self {
        case .object(var fields):
            fields[first] =
                rest.isEmpty && value == nil ? nil : try (fields[first] ?? .null).replacing(rest, with: value)
            return .object(fields)
        case .array(var elements):
            let index = try #require(Int(first))
            elements[index] = try elements[index].replacing(rest, with: value)
            return .array(elements)
        default: return self
        }
    }
}
