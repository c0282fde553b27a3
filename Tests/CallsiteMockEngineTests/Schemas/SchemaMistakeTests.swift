import CallsiteMockEngine
import Testing

/// The message about each keyword.
@Suite struct SchemaMistakeTests {
    /// A schema, a value, and "instance: message" of its mistakes.
    static let table: [(schema: String, value: String, mistakes: [String])] = [
        (#"{"type": "integer"}"#, #""two""#, [#": expected an integer, found "two""#]),
        (#"{"type": ["string", "null"]}"#, "5", [": expected a string or null, found 5"]),
        (#"{"type": "number"}"#, "{}", [": expected a number, found an empty object"]),
        (#"{"type": "string"}"#, "null", [": expected a string, found null"]),
        (#"{"enum": ["a", 1, null]}"#, #""b""#, [#": expected "a", 1 or null, found "b""#]),
        (#"{"const": 5}"#, "6", [": expected 5, found 6"]),
        (#"{"minimum": 3}"#, "2", [": expected a number from 3, found 2"]),
        (#"{"exclusiveMaximum": 3}"#, "3", [": expected a number below 3, found 3"]),
        (#"{"multipleOf": 5}"#, "7", [": expected a multiple of 5, found 7"]),
        (#"{"minLength": 2}"#, #""é""#, [": expected at least 2 characters, found 1"]),
        (#"{"maxLength": 1}"#, #""😀😀""#, [": expected at most 1 character, found 2"]),
        (#"{"pattern": "^a"}"#, #""b""#, [#": expected a string that matches '^a', found "b""#]),
        (#"{"format": "date"}"#, #""2026-02-30""#, [#": expected a date such as 2026-01-31, found "2026-02-30""#]),
        (
            #"{"items": {"properties": {"a/b": {"type": "string"}}}}"#, #"[{}, {"a/b": 1}]"#,
            ["/1/a~1b: expected a string, found 1"]
        ), (#"{"minItems": 2}"#, "[1]", [": expected at least 2 elements, found 1"]),
        (#"{"maxItems": 0}"#, "[1]", [": expected at most 0 elements, found 1"]),
        (#"{"uniqueItems": true}"#, "[1, 2, 1.0]", [": the elements 0 and 2 are equal"]),
        (#"{"prefixItems": [true], "items": false}"#, "[1, 2]", ["/1: this element isn't allowed"]),
        (#"{"required": ["a", "b"]}"#, #"{"b": 1}"#, [#": the property "a" is missing"#]),
        (
            #"{"properties": {"a": true}, "additionalProperties": false}"#, #"{"a": 1, "b": 1}"#,
            [#"/b: the property "b" isn't allowed"#]
        ), (#"{"minProperties": 1}"#, "{}", [": expected at least 1 property, found 0"]),
        (
            #"{"propertyNames": {"maxLength": 1}}"#, #"{"ab": 1}"#,
            [#"/ab: "ab" is no name for a property: expected at most 1 character, found 2"#]
        ),
        (#"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1}"#, [#": the property "b" is required beside "a""#]),
        (
            #"{"unevaluatedProperties": false, "allOf": [{"properties": {"a": true}}]}"#, #"{"a": 1, "b": 2}"#,
            [#"/b: the property "b" isn't allowed"#]
        ),
        (
            #"{"oneOf": [{"type": "integer"}, {"minimum": 1}]}"#, "5",
            [": expected exactly one alternative to match, but 2 do: 0, 1"]
        ),
        (#"{"anyOf": [{"type": "string"}, {"type": "boolean"}]}"#, "5", [": expected a string or a boolean, found 5"]),
        (
            #"{"anyOf": [{"type": "integer"}, {"type": "null"}]}"#, #""ten""#,
            [#": expected an integer or null, found "ten""#]
        ),
        (
            #"{"oneOf": [{"anyOf": [{"type": "object"}, {"type": "array"}]}, {"type": "null"}]}"#, "true",
            [": expected an object, an array or null, found true"]
        ),
        (
            #"{"anyOf": [{"type": "string", "maxLength": 2}, {"type": "null"}]}"#, #""ten""#,
            [": expected at most 2 characters, found 3"]
        ),
        (
            #"{"anyOf": [{"type": "string"}, {"type": "object", "required": ["id"]}]}"#, "{}",
            [#": the property "id" is missing"#]
        ),
        (
            #"{"oneOf": [{"properties": {"t": {"const": "a"}, "n": {"type": "integer"}}}, {"properties": {"t": {"const": "b"}, "n": {"type": "string"}}}]}"#,
            #"{"t": "b", "n": 1}"#, ["/n: expected a string, found 1"]
        ),
        (#"{"if": {"type": "integer"}, "then": {"minimum": 5}}"#, "3", [": expected a number from 5, found 3"]),
        ("false", "1", [": nothing is allowed here"]),
    ]

    @Test func eachKeywordSaysWhatIsWrong() throws {
        for (text, value, expected) in Self.table {
            let schema = SchemaSet(document: .null, dialect: .draft202012).schema(try JSONValue(parsing: text))
            let mistakes = schema.mistakes(in: try JSONValue(parsing: value))
            #expect(mistakes.map { "\($0.instance): \($0.message)" } == expected, "\(text)")
        }
    }

    @Test func mistakesPointToTheKeyword() throws {
        let document = try JSONValue(
            parsing:
                ##"{"components": {"schemas": {"A": {"properties": {"b": {"$ref": "#/components/schemas/B"}}}, "B": {"type": "string"}}}}"##
        )
        let mistake = try #require(
            SchemaSet(document: document, dialect: .draft202012).schema(at: "/components/schemas/A").mistakes(
                in: JSONValue(parsing: #"{"b": 1}"#)
            ).first)
        #expect(mistake == SchemaMistakeTests.mistake(mistake))
        #expect(mistake.schema == "/components/schemas/B/type")
        #expect(mistake.keyword == "type")
        #expect(mistake.instance == "/b")
    }

    static func mistake(_ mistake: SchemaMistake) -> SchemaMistake { mistake }

    /// OpenAPI 3.0: a schema of the document, a value, a direction, and whether it is valid.
    @Test func dialectOfOpenAPI30() throws {
        let document = try JSONValue(
            parsing: ##"""
                {"components": {"schemas": {
                "N": {"type": "string", "nullable": true, "enum": ["a"]}, "R": {"$ref": "#/components/schemas/N", "maxLength": 0},
                "X": {"type": "integer", "minimum": 1, "exclusiveMinimum": true},
                "P": {"allOf": [{"$ref": "#/components/schemas/Base"}], "required": ["id", "secret", "name"]},
                "Base": {"type": "object", "properties": {"id": {"type": "integer", "readOnly": true}, "secret": {"type": "string", "writeOnly": true}, "name": {"type": "string"}}},
                "Cat": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}},
                "Dog": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "lives": {"type": "string"}}},
                "Any": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
                        "discriminator": {"propertyName": "kind", "mapping": {"woof": "Dog"}}},
                "Event": {"oneOf": [{"$ref": "#/components/schemas/E1"}, {"$ref": "#/components/schemas/E2"}], "discriminator": {"propertyName": "type"}},
                "E1": {"type": "object", "properties": {"type": {"type": "string", "enum": ["e.one"]}}},
                "E2": {"type": "object", "properties": {"type": {"type": "string", "enum": ["e.two"]}}}
                }}}
                """##)
        let set = SchemaSet(document: document, dialect: .openAPI30)
        let table: [(schema: String, value: String, direction: SchemaDirection, messages: [String])] = [
            ("N", "null", .any, []), ("R", #""a""#, .any, []), ("X", "1", .any, ["expected a number above 1, found 1"]),
            ("X", "2", .any, []),
            ("P", #"{"secret": "s", "name": "n"}"#, .request, []),
            ("P", #"{"id": 1, "name": "n"}"#, .response, []),
            ("P", #"{"name": "n"}"#, .any, [#"the property "id" is missing"#, #"the property "secret" is missing"#]),
            (
                "P", #"{"id": 1, "secret": "s", "name": "n"}"#, .request,
                [#"the property "id" is read-only: leave it out of a request"#]
            ),
            ("Any", #"{"kind": "Cat", "lives": 9}"#, .any, []),
            ("Any", #"{"kind": "woof", "lives": 9}"#, .any, ["expected a string, found 9"]),
            ("Any", #"{"kind": "cow"}"#, .any, [#"expected "Cat" or "woof", found "cow""#]),
            ("Any", "{}", .any, [#"the property "kind" is missing: "Cat" or "woof""#]),
            ("Event", #"{"type": "e.two"}"#, .any, []),
            ("Event", #"{"type": "E2"}"#, .any, [#"expected "e.one" or "e.two", found "E2""#]),
        ]
        for (name, value, direction, messages) in table {
            let mistakes = set.schema(at: "/components/schemas/\(name)").mistakes(
                in: try JSONValue(parsing: value), direction: direction)
            #expect(mistakes.map(\.message) == messages, "\(name) \(value)")
        }
        #expect(set.schema(at: "/nowhere").mistakes(in: .null).map(\.message) == ["there is no schema at '/nowhere'"])
    }

    /// A branch that is a union stands for what its own alternatives are called, and a branch that leaves the property
    /// out is looked at where there is none.
    @Test func discriminatorsOfUnionsOfUnions() throws {
        let document = try JSONValue(
            parsing: ##"""
                {"components": {"schemas": {
                "Item": {"oneOf": [{"$ref": "#/components/schemas/Message"}, {"$ref": "#/components/schemas/Call"}],
                         "discriminator": {"propertyName": "type"}},
                "Message": {"type": "object", "required": ["text"], "properties": {"type": {"enum": ["message"]}, "text": {"type": "string"}}},
                "Call": {"oneOf": [{"$ref": "#/components/schemas/Shell"}, {"$ref": "#/components/schemas/Search"}],
                         "discriminator": {"propertyName": "type", "mapping": {"find": "Search"}}},
                "Shell": {"type": "object", "required": ["type", "command"], "properties": {"type": {"const": "shell"}, "command": {"type": "string"}}},
                "Search": {"type": "object", "required": ["type", "query"], "properties": {"type": {"type": "string"}, "query": {"type": "string"}}},
                "Named": {"oneOf": [{"$ref": "#/components/schemas/Call"}, {"$ref": "#/components/schemas/Message"}],
                          "discriminator": {"propertyName": "type", "mapping": {"run": "#/components/schemas/Shell"}}}
                }}}
                """##)
        let set = SchemaSet(document: document, dialect: .draft202012)
        let table: [(schema: String, value: String, messages: [String])] = [
            ("Item", #"{"type": "shell", "command": "ls"}"#, []), ("Item", #"{"type": "find", "query": "q"}"#, []),
            ("Item", #"{"type": "shell", "query": "q"}"#, [#"the property "command" is missing"#]),
            ("Item", #"{"type": "find"}"#, [#"the property "query" is missing"#]),
            ("Item", #"{"type": "fly"}"#, [#"expected "message", "shell" or "find", found "fly""#]),
            ("Item", #"{"text": "hello"}"#, []),
            ("Call", "{}", [#"the property "type" is missing: "shell" or "find""#]),
            ("Named", #"{"type": "run", "query": "q"}"#, [#"expected "shell" or "find", found "run""#]),
        ]
        for (name, value, messages) in table {
            let mistakes = set.schema(at: "/components/schemas/\(name)").mistakes(in: try JSONValue(parsing: value))
            #expect(Set(mistakes.map(\.message)) == Set(messages), "\(name) \(value)")
        }
    }

    @Test func textIsReadAsTheSchemaWants() throws {
        let table: [(schema: String, value: String, result: String)] = [
            (#"{"type": "integer"}"#, #""5""#, "5"), (#"{"type": "string"}"#, #""5""#, #""5""#),
            (#"{"type": "boolean"}"#, #""true""#, "true"),
            (#"{"type": "integer"}"#, #""five""#, #""five""#), (#"{"type": "integer", "minimum": 9}"#, #""5""#, "5"),
            (#"{"enum": [1, 2]}"#, #""2""#, "2"),
            (#"{"type": ["integer", "null"]}"#, #""null""#, "null"),
            (#"{"type": "array", "items": {"type": "number"}}"#, #"["1", "x"]"#, #"[1,"x"]"#),
            (
                #"{"properties": {"a": {"type": "integer"}}, "additionalProperties": {"type": "boolean"}}"#,
                #"{"a": "1", "b": "false"}"#, #"{"a":1,"b":false}"#
            ),
            (#"{"allOf": [{"anyOf": [{"type": "integer"}, {"const": "x"}]}]}"#, #""7""#, "7"),
            (#"{"type": "string", "enum": ["1"]}"#, #""1""#, #""1""#),
            (#"{"type": "integer"}"#, #""007""#, #""007""#), (#"{"type": "number"}"#, #""NaN""#, #""NaN""#),
            ("{}", #""abc""#, #""abc""#),
            (#"{"type": "integer"}"#, #""1.0""#, "1"), (#"{"type": "integer"}"#, #""-2e1""#, "-20"),
            (#"{"type": "integer"}"#, #""1.5""#, "1.5"), (#"{"type": "number"}"#, #""1.0""#, "1.0"),
            (#"{"anyOf": [{"type": "integer"}, {"type": "number"}]}"#, #""1.0""#, "1.0"),
            (#"{"type": "integer"}"#, #""1e400""#, "1e400"),
        ]
        for (schema, value, result) in table {
            let compiled = SchemaSet(document: .null, dialect: .draft202012).schema(try JSONValue(parsing: schema))
            #expect(compiled.coerced(try JSONValue(parsing: value)).text == result, "\(schema) \(value)")
        }
    }
    @Test("an integer that was sent as 1.0 is written as 1, in text and in JSON, and a number as it was sent")
    func integersAreWhole() throws {
        let schema = SchemaSet(document: .null, dialect: .draft4).schema(
            try JSONValue(
                parsing: """
                    {"properties": {"id": {"type": "integer"}, "price": {"type": "number"}, "name": {"type": "string"},
                     "ids": {"items": {"allOf": [{"type": "integer"}]}}}}
                    """))
        let sent = try JSONValue(
            parsing: #"{"id": 1.0, "price": 2.0, "name": "3.0", "ids": [4, 5e0, 6.5], "other": 7.0}"#)
        #expect(
            schema.withWholeIntegers(sent).text
                == #"{"id":1,"price":2.0,"name":"3.0","ids":[4,5,6.5],"other":7.0}"#)
        #expect(schema.coerced(sent, except: ["id", "ids", "name"])["ids"]?.text == "[4,5,6.5]")
        #expect(schema.withWholeIntegers(try JSONValue(parsing: #"{"id": "1.0"}"#)).text == #"{"id":"1.0"}"#)
    }
}
