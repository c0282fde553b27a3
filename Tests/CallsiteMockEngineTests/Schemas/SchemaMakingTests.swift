import CallsiteMockEngine
import Testing

@Suite struct SchemaMakingTests {
    /// Schemas that values can be made for.
    static let schemas: [String] = [
        "true", "{}", ##"{"type": "string"}"##, ##"{"type": "integer", "minimum": 5, "exclusiveMaximum": 6}"##,
        ##"{"type": ["null", "string"], "minLength": 3}"##,
        ##"{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.01}"##,
        ##"{"type": "number", "multipleOf": 0.01, "minimum": 0.015, "maximum": 0.025}"##,
        ##"{"type": "integer", "multipleOf": 7, "minimum": 100}"##,
        ##"{"multipleOf": 0.1, "type": "integer", "minimum": -3, "maximum": -1}"##,
        ##"{"allOf": [{"multipleOf": 4}, {"multipleOf": 6}], "type": "integer", "minimum": 1}"##,
        ##"{"type": "integer", "minimum": 1e30, "maximum": 1e30}"##,
        ##"{"type": "integer", "format": "int32", "maximum": -2147483648}"##,
        ##"{"type": "string", "minLength": 500, "maxLength": 500}"##, ##"{"type": "string", "maxLength": 0}"##,
        ##"{"type": "string", "maxLength": 2}"##, ##"{"type": "string", "pattern": "^[A-Z]{3}-\\d{4}$"}"##,
        ##"{"type": "string", "pattern": "^(?=.*\\d)(?=.*[A-Z]).{8,}$"}"##,
        ##"{"type": "string", "pattern": "^(?!abc)[a-z]+$", "minLength": 20}"##,
        ##"{"type": "string", "pattern": "\\p{Lu}\\p{Ll}+"}"##,
        ##"{"type": "string", "pattern": "^a*$", "minLength": 300}"##,
        ##"{"allOf": [{"pattern": "^a"}, {"pattern": "z$"}], "type": "string"}"##,
        ##"{"type": "string", "format": "email", "minLength": 40}"##,
        ##"{"type": "string", "format": "uri", "maxLength": 4}"##,
        ##"{"type": "string", "format": "byte", "minLength": 30}"##,
        ##"{"type": "string", "format": "date-time", "pattern": "\\.\\d{3}Z$"}"##,
        ##"{"enum": [1, 2, 3], "not": {"enum": [1, 3]}}"##, ##"{"const": {"a": [1, null]}}"##,
        ##"{"enum": ["a", 5, null], "type": "integer"}"##,
        ##"{"type": "array", "items": {"enum": ["a", "b", "c"]}, "uniqueItems": true, "minItems": 3}"##,
        ##"{"type": "array", "items": {"type": "boolean"}, "uniqueItems": true, "minItems": 2}"##,
        ##"{"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 20}, "uniqueItems": true, "minItems": 20}"##,
        ##"{"type": "array", "contains": {"const": 5}, "minContains": 2, "maxContains": 2, "minItems": 4}"##,
        ##"{"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false, "minItems": 2}"##,
        ##"{"type": "array", "minItems": 50, "items": {"$ref": "#/$defs/Leaf"}}"##,
        ##"{"type": "array", "maxItems": 0}"##,
        ##"{"type": "object", "required": ["a", "b"], "properties": {"a": {"type": "integer"}}, "additionalProperties": {"type": "string"}}"##,
        ##"{"type": "object", "minProperties": 4, "propertyNames": {"pattern": "^x_[a-z]{3}$"}, "additionalProperties": {"type": "integer"}}"##,
        ##"{"type": "object", "patternProperties": {"^k\\d$": {"type": "integer"}}, "additionalProperties": false, "minProperties": 3}"##,
        ##"{"type": "object", "properties": {"a": {}, "b": {}, "c": {}}, "maxProperties": 2, "required": ["c"]}"##,
        ##"{"properties": {"card": {"type": "string"}, "address": {"type": "string"}}, "dependentRequired": {"card": ["address"]}, "type": "object"}"##,
        ##"{"type": "object", "properties": {"a": {"type": "integer"}}, "dependentSchemas": {"a": {"required": ["z"], "properties": {"z": {"const": 1}}}}}"##,
        ##"{"type": "object", "properties": {"k": {"enum": ["x", "y"]}, "v": {}}, "if": {"properties": {"k": {"const": "x"}}}, "then": {"properties": {"v": {"type": "integer"}}, "required": ["v"]}, "else": {"properties": {"v": {"type": "string"}}}}"##,
        ##"{"oneOf": [{"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}, {"type": "object", "required": ["b"], "properties": {"b": {"type": "string"}}}]}"##,
        ##"{"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 5}]}"##,
        ##"{"oneOf": [{"type": "number"}, {"type": "integer"}]}"##,
        ##"{"anyOf": [{"type": "string", "maxLength": 1}, {"type": "integer"}], "not": {"type": "string"}}"##,
        ##"{"not": {"type": "string"}}"##,
        ##"{"allOf": [{"$ref": "#/$defs/Leaf"}, {"required": ["extra"], "properties": {"extra": {"type": "boolean"}}}], "unevaluatedProperties": false}"##,
        ##"{"$ref": "#/$defs/Tree"}"##, ##"{"$ref": "#/$defs/List"}"##, ##"{"$ref": "#/$defs/Zoo"}"##,
        ##"{"type": "object", "required": ["__proto__"], "properties": {"__proto__": {"type": "integer"}}}"##,
    ]
    static let definitions = ##"""
        "Leaf": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}},
        "Tree": {"type": "object", "required": ["children"], "properties": {"value": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}}},
        "List": {"type": "object", "required": ["next"], "properties": {"next": {"oneOf": [{"$ref": "#/$defs/List"}, {"type": "null"}]}}},
        "Cat": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "lives": {"type": "integer", "minimum": 1, "maximum": 9}}},
        "Dog": {"type": "object", "required": ["kind", "bark"], "properties": {"kind": {"type": "string"}, "bark": {"type": "boolean"}}},
        "Zoo": {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}], "discriminator": {"propertyName": "kind", "mapping": {"meow": "#/$defs/Cat", "woof": "#/$defs/Dog"}}}
        """##

    static func set(_ dialect: SchemaDialect = .draft202012) throws -> SchemaSet {
        SchemaSet(document: try JSONValue(parsing: "{\"$defs\": {\(definitions)}}"), dialect: dialect)
    }

    @Test(arguments: schemas) func madeValuesAreValid(text: String) throws {
        let schema = try Self.set().schema(JSONValue(parsing: text))
        for seed: UInt64 in 0..<12 {
            for isFull in [true, false] {
                let options = MakeOptions(seed: seed, isFull: isFull)
                switch schema.makeValue(options) {
                case .success(let value):
                    #expect(schema.mistakes(in: value).isEmpty)
                    #expect(try schema.makeValue(options).get() == value)
                case .failure(let failure): Issue.record("\(text) seed \(seed) full \(isFull): \(failure.message)")
                }
            }
        }
    }

    /// Two of the schemas at a time, in several ways. Contradictions may fail, but never make a wrong value.
    @Test func combinationsAreValidOrFail() throws {
        let set = try Self.set()
        let parts = try Self.schemas.map { try JSONValue(parsing: $0) }
        var state: UInt64 = 7
        func below(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        var made = 0
        for number in 0..<300 {
            let one = parts[below(parts.count)]
            let other = parts[below(parts.count)]
            var fields = JSONObject()
            switch number % 5 {
            case 0: fields["anyOf"] = .array([one, other])
            case 1: fields["oneOf"] = .array([one, other])
            case 2:
                fields["type"] = .string("array")
                fields["prefixItems"] = .array([one, other])
                fields["minItems"] = .int(2)
            case 3:
                var properties = JSONObject()
                properties["one"] = one
                properties["other"] = other
                fields["properties"] = .object(properties)
                fields["required"] = .array([.string("one"), .string("other")])
            default: fields["allOf"] = .array([one, other])
            }
            let schema = set.schema(.object(fields))
            if case .success(let value) = schema.makeValue(MakeOptions(seed: UInt64(number))) {
                made += 1
                #expect(schema.isValid(value))
            } else {
                #expect(number % 5 == 1 || number % 5 == 4, "\(JSONValue.object(fields).text)")
            }
        }
        #expect(made > 180)
    }

    @Test func contradictionsFailWithAReason() throws {
        for text in [
            "false", ##"{"type": "string", "pattern": "[]"}"##,
            ##"{"type": "string", "minLength": 5, "maxLength": 3}"##,
            ##"{"allOf": [{"type": "string"}, {"type": "integer"}]}"##,
            ##"{"type": "array", "items": {"type": "boolean"}, "uniqueItems": true, "minItems": 3}"##,
            ##"{"not": {}}"##, ##"{"type": "object", "required": ["a"], "additionalProperties": false}"##,
            ##"{"$ref": "#/nowhere"}"##, ##"{"$ref": "#/$defs/Endless"}"##,
        ] {
            let document = try JSONValue(
                parsing:
                    ##"{"$defs": {"Endless": {"type": "object", "required": ["n"], "properties": {"n": {"$ref": "#/$defs/Endless"}}}}}"##
            )
            let result = SchemaSet(document: document, dialect: .draft202012).schema(try JSONValue(parsing: text))
                .makeValue(MakeOptions())
            guard case .failure(let failure) = result else {
                Issue.record("\(text) made \(result)")
                continue
            }
            #expect(failure.message.hasPrefix("no value could be made"))
        }
    }

    @Test func namesAndFormatsArePlausible() throws {
        let text =
            ##"{"type": "object", "properties": {"email": {"type": "string"}, "first_name": {"type": "string"}, "createdAt": {"type": "string", "format": "date-time"}, "id": {"type": "integer"}, "price": {"type": "number"}, "tags": {"type": "array", "items": {"type": "string"}}}}"##
        let value = try Self.set().schema(JSONValue(parsing: text)).makeValue(MakeOptions()).get()
        #expect(value["email"]?.string?.contains("@") == true)
        #expect(["Ada", "Grace", "Alan", "Edsger"].contains(value["first_name"]?.string))
        #expect(value["createdAt"]?.string?.hasSuffix("Z") == true)
        #expect(value["tags"]?.array?.isEmpty == false)
    }

    @Test func examplesAndDirections() throws {
        let text =
            ##"{"type": "object", "required": ["id", "password", "name"], "properties": {"id": {"type": "integer", "readOnly": true}, "password": {"type": "string", "writeOnly": true}, "name": {"type": "string", "example": "Rex"}}}"##
        let schema = try Self.set().schema(JSONValue(parsing: text))
        let request = try schema.makeValue(MakeOptions(direction: .request)).get()
        #expect(request["id"] == nil && request["password"] != nil && request["name"] == .string("Rex"))
        let response = try schema.makeValue(MakeOptions(direction: .response)).get()
        #expect(response["id"] != nil && response["password"] == nil)
    }

    @Test func discriminatorsHaveTheValueOfTheirMapping() throws {
        let schema = try Self.set().schema(at: "/$defs/Zoo")
        for seed: UInt64 in 0..<20 {
            let value = try schema.makeValue(MakeOptions(seed: seed)).get()
            #expect(["meow", "woof"].contains(value["kind"]?.string))
            #expect((value["bark"] != nil) == (value["kind"] == .string("woof")))
        }
    }
}
