import Foundation
import Testing

@testable import CallsiteRuntime

/// Names on the wire are the same when they have the same scalars. `é` has two spellings, which look the same and are
/// equal as Swift's strings.
@Suite struct SameLookingKeysTests {
    private static let one = "\u{E9}"
    private static let two = "e\u{301}"

    /// Objects are written in the same order every time, whatever the order was in which the keys came.
    @Test func keysAreSorted() throws {
        let keys = (0..<200).map { "key \($0 % 7)\($0)" } + [Self.one, "e", "f", "", "key", "key 1\u{0}"]
        let written = try (0..<20).map { _ in
            try encodeJSON(JSONValue.object(Dictionary(keys.shuffled().map { ($0, 1) }) { $1 }))
        }
        #expect(Set(written).count == 1)
        let sorted = keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let fields = try sorted.map { String(decoding: try encodeJSON($0), as: UTF8.self) + ":1" }
        #expect(String(decoding: written[0], as: UTF8.self) == "{" + fields.joined(separator: ",") + "}")
        #expect(JSONValue.object(["b": 1, "a": 2]).description == #"{"a":2,"b":1}"#)
    }

    struct Named: Decodable, DecodableModel {
        let known: Int?
        let others: [String: Int]
        init(from fields: inout FieldReader) throws {
            known = try fields["\u{E9}"]
            others = try fields.others(besides: ["\u{E9}"])
        }
    }

    /// A property takes the key that it names and no other; what it doesn't take is among the others.
    @Test func aPropertyTakesItsOwnKey() throws {
        for key in [Self.one, #"\u00e9"#] {
            let value = try decodeJSON(Named.self, from: Data(#"{"\#(key)":1}"#.utf8))
            #expect(value.known == 1 && value.others.isEmpty)
        }
        for key in [Self.two, #"e\u0301"#] {
            let value = try decodeJSON(Named.self, from: Data(#"{"\#(key)":1}"#.utf8))
            #expect(value.known == nil && value.others.count == 1)
        }
    }

    /// A dictionary of Swift's can't hold both, which is said; a repeated key is none of these.
    @Test func aDictionaryThatWouldLoseOneIsAnError() throws {
        #expect(
            try decodeJSON([String: Int].self, from: Data(#"{"a":1,"a":2,"\#(Self.one)":3,"\#(Self.one)":4}"#.utf8))
                == [
                    "a": 2, Self.one: 4,
                ])
        let failure = #expect(throws: DecodingFailure.self) {
            try decodeJSON([String: [String: Int]].self, from: Data(#"{"m":{"\#(Self.one)":1,"\#(Self.two)":2}}"#.utf8))
        }
        #expect(failure?.path == "/m" && failure?.found.hasSuffix("twice, in different characters") == true)
        // In any JSON it is the same.
        let other = #expect(throws: DecodingFailure.self) {
            try decodeJSON(JSONValue.self, from: Data(#"[{"m":{"a":1,"\#(Self.one)":1,"e\u0301":2}}]"#.utf8))
        }
        #expect(other?.path == "/0/m" && other?.found == failure?.found)
        #expect(try decodeJSON(JSONValue.self, from: Data(#"{"a":1,"a":2}"#.utf8)) == ["a": 2])
    }
}

/// Objects with many keys have a filter, which says that a key is absent before all of them are looked at.
@Suite struct ManyKeysTests {
    private struct Sparse: DecodableModel {
        let values: [Int?]

        init(from fields: inout FieldReader) throws {
            values = [
                try fields["key 0"], try fields["absent"], try fields["key 39"], try fields["k"], try fields[""],
                try fields["key 7"], try fields["a key of more than eight bytes"], try fields["é"],
            ]
        }
    }

    @Test(arguments: [1, 16, 17, 40, 200, 3_000])
    func eachIsFoundAndNoOther(_ count: Int) throws {
        let keys = (0..<count).map { #""key \#($0)":\#($0)"# }
        let more = [#""k":-1"#, #""":-2"#, #""a key of more than eight bytes":-3"#, #""\u00e9":-4"#]
        for extra in [[], more, Array(more.prefix(3))] {
            for fields in [keys + extra, extra + keys, (keys + extra).reversed()] {
                // Inside another object that has a filter too, and behind one.
                let object = "{" + fields.joined(separator: ",") + "}"
                let filler = (0..<30).map { #""filler \#($0)":{}"# }.joined(separator: ",")
                let json = Data(#"{\#(filler),"first":\#(object),"inner":\#(object),"last":1}"#.utf8)
                let value: [String: JSONValue] = try decodeJSON(from: json)
                #expect(value.count == 33)
                for key in ["first", "inner"] {
                    let read: Sparse = try #require(value[key]).decode()
                    #expect(read.values == (try decodeJSON(Sparse.self, from: Data(object.utf8))).values)
                }
                let read: Sparse = try decodeJSON(from: Data(object.utf8))
                let expected: [Int?] = [
                    0, nil, count > 39 ? 39 : nil, extra.isEmpty ? nil : -1, extra.isEmpty ? nil : -2,
                    count > 7 ? 7 : nil, extra.isEmpty ? nil : -3, extra.count > 3 ? -4 : nil,
                ]
                #expect(read.values == expected, "\(object.prefix(200))")
            }
        }
    }

    /// An object in the middle of a document has its own.
    @Test func insideADocument() throws {
        struct Outer: DecodableModel {
            let inner: Sparse
            let last: Int?
            let absent: Int?
            init(from fields: inout FieldReader) throws {
                (inner, last, absent) = (try fields["inner"], try fields["last"], try fields["absent"])
            }
        }
        let object = "{" + (0..<40).map { #""key \#($0)":\#($0)"# }.joined(separator: ",") + "}"
        let filler = (0..<30).map { #""filler \#($0)":\#(object)"# }.joined(separator: ",")
        let read: Outer = try decodeJSON(from: Data(#"{\#(filler),"inner":\#(object),"last":1}"#.utf8))
        #expect(read.inner.values[2] == 39 && read.inner.values[1] == nil && read.last == 1 && read.absent == nil)
    }
}
