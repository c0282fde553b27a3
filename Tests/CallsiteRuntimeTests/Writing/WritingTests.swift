@testable import CallsiteRuntime
import Foundation
import Testing

@Suite("Writing")
struct WritingTests {
    @Test("fields in order, nil left out, null where it must be")
    func model() throws {
        let ticket = Ticket(number: 7, title: "T", owner: Account(login: "a"))
        #expect(
            try json(ticket)
                == #"{"number":7,"title":"T","owner":{"login":"a","id":1},"labels":[],"note":null,"state":"open"}"#)
        let full = Ticket(
            number: 7, title: "T", owner: Account(login: "a", site: URL(string: "https://x.test/a")), labels: ["x"],
            note: "n",
            color: .null,
            due: CalendarDate("2024-02-29"), changedAt: Date(timeIntervalSince1970: 0), state: .unrecognized("new"))
        #expect(
            try json(full)
                == #"{"number":7,"title":"T","owner":{"login":"a","id":1,"site":"https://x.test/a"},"labels":["x"],"note":"n","color":null,"#
                + #""due":"2024-02-29","changed_at":"1970-01-01T00:00:00Z","state":"new"}"#)
    }

    @Test(
        "numbers",
        arguments: [
            (5, "5"), (-0.0, "-0"), (0.1, "0.1"), (1e21, "1e+21"), (1e-7, "1e-07"), (1.5, "1.5"),
            (123_456_789, "123456789"), (-2.5e-10, "-2.5e-10"),
        ] as [(Double, String)])
    func numbers(_ value: Double, _ text: String) throws {
        #expect(try json(value) == text)
        #expect(try read(text) == value)
    }

    @Test("integers and decimals keep every digit")
    func exact() throws {
        #expect(
            try json(Int64.min) == "-9223372036854775808" && json(Int.max) == "9223372036854775807"
                && json(UInt64.max) == "18446744073709551615" && json(Int32.min) == "-2147483648")
        #expect(try json(Decimal(string: "12345678901234567890.123456789")!) == "12345678901234567890.123456789")
        #expect(try json(Float(0.1)) == "0.1" && json(Float(16_777_216)) == "16777216")
    }

    @Test("what has no form is refused, with its field")
    func refused() {
        struct Place: EncodableModel {
            let latitude: Double
            func encode(to fields: inout FieldWriter) { fields["latitude"] = latitude }
        }
        #expect(failure { _ = try json([Place(latitude: .nan)]) } == "latitude: nan has no form in JSON")
        #expect(failure { _ = try json(Double.infinity) } == "inf has no form in JSON")
        #expect(failure { _ = try json(Decimal.nan) } == "NaN has no form in JSON")
    }

    @Test(
        "strings",
        arguments: [
            ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t\u{8}\u{1F}", #""\n\r\t\u0008\u001f""#),
            ("é/\u{2028}", "\"é/\u{2028}\""),
        ])
    func strings(_ text: String, _ json: String) throws { #expect(try CallsiteRuntimeTests.json(text) == json) }

    @Test("dictionaries in the order of their keys")
    func dictionaries() throws {
        #expect(try json(["b": 1, "a": 2, "\"": 3]) == #"{"\"":3,"a":2,"b":1}"#)
        #expect(try json(["a": nil, "b": 1] as [String: Int?]) == #"{"a":null,"b":1}"#)
        #expect(try json([1, nil] as [Int?]) == "[1,null]")
    }

    /// By their scalars: `<` contradicts itself where strings are in several Unicode normal forms.
    @Test("dictionaries whose keys are in several normal forms, in one order")
    func normalForms() throws {
        let keys = ["A\u{30A}c", "a", "e\u{301}", "z", "\u{C5}b", "\u{212B}", "\u{212B}a"]
        let expected = "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
        for capacity in 1..<200 {
            // Its capacity decides the order in which a dictionary gives its keys.
            var fields = [String: Int](minimumCapacity: capacity)
            for key in keys { fields[key] = 1 }
            #expect(try json(fields).utf8.elementsEqual(expected.utf8))
        }
    }

    @Test(
        "a case writes its discriminator once, whatever field of that name the value has, and those inside it write theirs"
    )
    func discriminatorThatTheValueHolds() throws {
        struct Shape: EncodableModel {
            var inner: [Inner] = []
            var others: [String: String] = [:]
            func encode(to fields: inout FieldWriter) {
                fields["inner"] = inner
                fields["kind"] = "anything"
                fields[nullable: "kind"] = String?.none
                fields["kinds"] = 2
                fields.merge(others)
            }
        }
        struct Inner: WireEncodable {
            func write(to output: inout FieldWriter) {
                output.write(Fields(), discriminator: "tag", is: "b")
            }
        }
        struct Fields: EncodableModel {
            func encode(to fields: inout FieldWriter) {
                fields["kind"] = "inner"
                fields["tag"] = "a"
            }
        }
        struct Union: WireEncodable {
            let shape: Shape
            func write(to output: inout FieldWriter) { output.write(shape, discriminator: "kind", is: "circle") }
        }
        #expect(
            try json(Union(shape: Shape(inner: [Inner(), Inner()], others: ["kind": "x", "size": "y"])))
                == #"{"kind":"circle","inner":[{"tag":"b","kind":"inner"},{"tag":"b","kind":"inner"}],"kinds":2,"size":"y"}"#
        )
        // By itself the value writes what it holds.
        #expect(try json(Fields()) == #"{"kind":"inner","tag":"a"}"#)
    }

    @Test("unions: the discriminator first, unknown ones unchanged")
    func unions() throws {
        #expect(try json(Happening.push(Push(ref: "r"))) == #"{"type":"push","ref":"r"}"#)
        #expect(try json([Happening.unrecognized(["type": "new", "x": [1.50]])]) == #"[{"type":"new","x":[1.5]}]"#)
        #expect(try json(Happening.unrecognized(read(#"{"z":1.50,"a":1e2}"#))) == #"{"a":1e2,"z":1.50}"#)
        #expect(try json([Owner.string("s"), .list([1])]) == #"["s",[1]]"#)
        struct Wrong: WireEncodable {
            func write(to output: inout FieldWriter) { output.write(1, discriminator: "type", is: "number") }
        }
        #expect(failure { _ = try json(Wrong()) } == "type: only an object can hold a discriminator")
    }

    @Test("objects with other properties")
    func others() throws {
        let tagged: Tagged = try read(#"{"x":1,"id":2,"y":[true]}"#)
        #expect(try json(tagged) == #"{"id":2,"x":1,"y":[true]}"#)
    }
}

@Suite("JSONValue")
struct JSONValueTests {
    @Test("literals and accessors")
    func accessors() throws {
        let value: JSONValue = ["a": [1, 2.5, "s", true, nil], "n": 12345678901]
        #expect(
            value["a"]?[0]?.int == 1 && value["a"]?[1]?.double == 2.5 && value["a"]?[2]?.string == "s"
                && value["a"]?[3]?.bool == true)
        #expect(
            value["a"]?[4]?.isNull == true && value["a"]?[5] == nil && value["a"]?[-1] == nil && value["x"] == nil
                && value["a"]?["x"] == nil)
        #expect(value["a"]?.array?.count == 5 && value.object?.count == 2 && value["n"]?.decimal == 12_345_678_901)
        #expect(value["a"]?[1]?.int == nil && value["a"]?[2]?.int == nil && value.string == nil)
        #expect(value.description == #"{"a":[1,2.5,"s",true,null],"n":12345678901}"#)
    }

    @Test(
        "numbers keep their digits",
        arguments: ["1", "1.0", "1e400", "-0", "123456789012345678901234567890.000", "1E-7"])
    func digits(_ text: String) throws {
        #expect(try json(read(text, as: JSONValue.self)) == text)
        #expect(JSONValue.Number(text)?.digits == text)
    }

    @Test(
        "what is no number is none",
        arguments: ["", "1 ", " 1", "01", "+1", "1.", "0x1", "NaN", "1,2", "\"1\"", "1]", "\u{FEFF}1"])
    func noNumbers(_ text: String) { #expect(JSONValue.Number(text) == nil) }

    @Test("to and from any other type")
    func conversion() throws {
        let value = try JSONValue(encoding: Account(login: "a", id: 9_007_199_254_740_993))
        #expect(value == ["login": "a", "id": 9_007_199_254_740_993])
        #expect(try value.decode(Account.self) == Account(login: "a", id: 9_007_199_254_740_993))
        #expect(failure { _ = try value.decode(Push.self) } == "/ref: expected a value, found no such key")
    }

    @Test("through Foundation's coders")
    func foundation() throws {
        let value: JSONValue = try read(
            #"{"a":[1,-2.5,"s",true,null,{}],"big":18446744073709551615,"exact":0.12345678901234567890123}"#)
        #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) == value)
    }
}
