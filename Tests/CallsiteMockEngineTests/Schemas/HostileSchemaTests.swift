import CallsiteText
import CallsiteMockEngine
import Foundation
import Testing

/// Schemas and values that would take a naive checker forever, or its stack.
@Suite struct HostileSchemaTests {
    /// Runs on a thread with a stack of 512 KB, as those of iOS have.
    static func onSmallStack<Value: Sendable>(
        _ size: Int = 512 << 10, _ work: @escaping @Sendable () -> Value
    ) -> Value? {
        let box = Box<Value>()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            box.value = work()
            done.signal()
        }
        thread.stackSize = size
        thread.start()
        done.wait()
        return box.value
    }

    final class Box<Value>: @unchecked Sendable { var value: Value? }

    static let kept = Box<[JSONValue]>()

    static func set(_ text: String, _ dialect: SchemaDialect = .draft202012) throws -> SchemaSet {
        SchemaSet(document: try JSONValue(parsing: text), dialect: dialect)
    }

    @Test(arguments: [
        ##"{"$ref": "#"}"##, ##"{"allOf": [{"$ref": "#"}]}"##, ##"{"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}"##,
        ##"{"not": {"$ref": "#"}}"##,
        ##"{"oneOf": [{"$ref": "#"}, {"type": "integer"}]}"##, ##"{"if": {"$ref": "#"}, "then": {"$ref": "#"}}"##,
        ##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##,
        ##"{"allOf": [{"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}, {"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}]}"##,
    ]) func circlesEnd(text: String) throws {
        let schema = try Self.set(text).schema(at: "")
        let result = Self.onSmallStack {
            (schema.isValid(.int(1)), schema.mistakes(in: .int(1)), schema.makeValue(MakeOptions()))
        }
        #expect(result?.0 == false)
        #expect(result?.1.isEmpty == false)
    }

    @Test func alternativesOfAlternativesAreBounded() throws {
        var definitions = #""d0": {"type": "string"}"#
        // Few enough for the stack that a check may take where a sanitizer makes each frame several times as large.
        for level in 1...20 {
            let inner = ##"{"$ref": "#/$defs/d\##(level - 1)"}"##
            definitions += ##", "d\##(level)": {"anyOf": [\##(inner), \##(inner), {"allOf": [\##(inner)]}]}"##
        }
        let schema = try Self.set("{\"$defs\": {\(definitions)}}").schema(at: "/$defs/d20")
        #expect(schema.isValid(.string("")))
        let mistakes = schema.mistakes(in: .int(1))
        #expect(
            mistakes.contains { $0.message.contains("given up") || $0.message.contains("nested too deeply") },
            "\(mistakes.map(\.message))")
    }

    @Test func deepValuesAndSchemasDoNotOverflow() throws {
        let recursive = try Self.set(
            ##"{"type": "array", "items": {"$ref": "#"}, "anyOf": [{"allOf": [true, {"type": "array"}]}]}"##
        )
        .schema(at: "")
        let objects = try Self.set(
            ##"{"additionalProperties": {"allOf": [{"$ref": "#"}]}, "unevaluatedProperties": false}"##
        ).schema(
            at: "")
        // The values themselves take a large stack: each is released inside the other.
        let result =
            Self.onSmallStack(256 << 20) { () -> [String]? in
                var value = JSONValue.array([])
                for _ in 0..<10_000 { value = .array([value]) }
                var object = JSONValue.object(JSONObject())
                for _ in 0..<10_000 {
                    var outer = JSONObject()
                    outer["a"] = object
                    object = .object(outer)
                }
                var schema = JSONValue.bool(true)
                for index in 0..<10_000 {
                    var outer = JSONObject()
                    outer[["allOf", "items", "not", "properties"][index % 4]] =
                        index % 4 == 0
                        ? .array([schema])
                        : index % 4 == 3
                            ? .object(
                                {
                                    var fields = JSONObject(); fields["p"] = schema; return fields
                                }()) : schema
                    schema = .object(outer)
                }
                var constant = JSONObject()
                constant["enum"] = .array([value])
                // Never released: who does it last is a matter of luck, and might have the small stack.
                Self.kept.value = [value, object, schema, .object(constant)]
                let checked = (value, object, schema, constant)
                return Self.onSmallStack {
                    Self.deepResults(recursive, objects, checked.0, checked.1, checked.2, checked.3)
                }
            } ?? nil
        #expect(result?.prefix(2).allSatisfy { $0.contains("nested too deeply") } == true, "\(result ?? [])")
        #expect(result?[4] == "equal")
    }

    static func deepResults(
        _ recursive: CompiledSchema, _ objects: CompiledSchema, _ value: JSONValue, _ object: JSONValue,
        _ schema: JSONValue, _ constant: JSONObject
    ) -> [String] {
        let deep = SchemaSet(document: schema, dialect: .draft202012).schema(at: "")
        let small = SchemaSet(document: .bool(true), dialect: .openAPI30)
        return [
            recursive.mistakes(in: value).last?.message ?? "none", objects.mistakes(in: object).last?.message ?? "none",
            String(deep.mistakes(in: value).count), String(deep.isValid(object)),
            small.schema(.object(constant)).isValid(value) ? "equal" : "differs",
            (try? deep.makeValue(MakeOptions()).get()) == nil ? "failed" : "made",
            deep.coerced(value).array == nil ? "lost" : "kept",
        ]
    }

    @Test func manyPropertiesAndElements() throws {
        let schema = try Self.set(
            #"{"type": "object", "additionalProperties": {"type": "integer"}, "patternProperties": {"^x": {"type": "string"}}}"#
        ).schema(at: "")
        var object = JSONObject()
        for index in 0..<100_000 { object["k\(index)"] = .int(index) }
        #expect(schema.isValid(.object(object)))
        let unique = try Self.set(#"{"uniqueItems": true}"#).schema(at: "")
        var elements = (0..<100_000).map { JSONValue.int($0) }
        #expect(unique.isValid(.array(elements)))
        elements.append(.number(try #require(JSONValue.Number("99999.0"))))
        #expect(unique.mistakes(in: .array(elements)).map(\.message) == ["the elements 99999 and 100000 are equal"])
    }

    @Test func mistakesAreLimited() throws {
        let schema = try Self.set(#"{"items": {"type": "string"}}"#).schema(at: "")
        #expect(schema.mistakes(in: .array(Array(repeating: .int(1), count: 1000)), limit: 7).count == 7)
    }

    @Test func patternsTakeLinearTime() throws {
        for text in ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(x+x+)+y", "^(.*)*$b", "(a*)*b", "^(a?){500}a{500}$"] {
            let pattern = try Pattern(text)
            #expect(pattern.matches(String(repeating: "a", count: 3_000) + "!") != true)
        }
        for text in [
            "(((a{1000}){1000}){1000})", "a{999999999}", "(){1000000}{2}", "(a{0,1000}){0,1000}",
            String(repeating: "(", count: 10_000),
        ] {
            let result = Self.onSmallStack { Result { try Pattern(text) } }
            guard case .failure? = result else {
                Issue.record("\(text.prefix(40)) was accepted")
                continue
            }
        }
        #expect(
            try Self.set(#"{"pattern": "(?<=a)b"}"#).schema(at: "").notes.first?.contains("isn't supported") == true)
    }

    @Test func numbersTakeNoMemory() throws {
        let table: [(schema: String, value: String, isValid: Bool)] = [
            (#"{"type": "integer"}"#, "1e1000000000", true), (#"{"type": "integer"}"#, "1e-1000000000", false),
            (#"{"type": "integer"}"#, "1.0", true),
            (#"{"multipleOf": 0.01}"#, "0.1", true), (#"{"multipleOf": 0.01}"#, "0.105", false),
            (#"{"multipleOf": 7}"#, "1e1000000000", false),
            (#"{"multipleOf": 4}"#, "1e1000000000", true), (#"{"multipleOf": 1e-1000000000}"#, "3", true),
            (#"{"multipleOf": 3}"#, "1e400", false),
            (#"{"multipleOf": 123456789012345678901234567890}"#, "246913578024691357802469135780", true),
            (#"{"multipleOf": 123456789012345678901234567890}"#, "246913578024691357802469135781", false),
            (#"{"maximum": 1e400}"#, "9.99e399", true), (#"{"maximum": 1e400}"#, "1.01e400", false),
            (#"{"minimum": -1e99999999999999999999999}"#, "-5", true),
            (#"{"const": 1}"#, "1.00", true), (#"{"const": 1}"#, "10e-1", true), (#"{"enum": [0]}"#, "-0.0", true),
            (#"{"const": 9007199254740993}"#, "9007199254740992", false),
            (#"{"const": {"a": 1, "b": [1.0]}}"#, #"{"b": [1], "a": 1e0}"#, true),
            (#"{"exclusiveMaximum": 0}"#, "-1e-1000000000", true),
            (#"{"format": "int64"}"#, "9223372036854775808", false), (#"{"format": "float"}"#, "3.5e38", false),
            (#"{"format": "double"}"#, "1e309", false),
        ]
        for (schema, value, isValid) in table {
            #expect(
                try Self.set(schema).schema(at: "").isValid(JSONValue(parsing: value)) == isValid, "\(schema) \(value)")
        }
    }
}
