@testable import CallsiteRuntime
import Foundation
import Testing

@Suite("Rubbish")
struct FuzzTests {
    private static let seeds = [
        #"{"number":1,"title":"T\u00e9\ud83d\ude00","owner":{"login":"a","id":9007199254740993},"labels":["x","y"],"note":null,"due":"2024-02-29"}"#,
        #"[{"type":"push","ref":"main"},{"login":"a","id":1.0e0},"s",[1,2,-3],{"a":1,"a":2},true,false,null,1.5e-7]"#,
        #"  { "a" : [ [ [ ] ] , { } , { "b" : "\\\"\/\b\f\n\r\t" } ] }  "#,
        "[\"名前é😀\",\"2024-01-02T03:04:05.678+09:00\",123456789012345678901234567890]",
    ]

    /// Whatever the bytes are, reading ends with a value or a `DecodingFailure`, and a value that was read can be
    /// written and read again.
    @Test(arguments: 0..<8)
    func mutatedBytesNeverCrash(_ seed: Int) throws {
        var random = SeededGenerator(state: UInt64(seed) + 1)
        let alphabet = Array("{}[]\",:\\u0123456789eE+-.truefalsn \n\u{1}".utf8) + [0x80, 0xC3, 0xE2, 0xED, 0xF0, 0xFF]
        for _ in 0..<400 {
            var bytes = Array(Self.seeds.randomElement(using: &random)!.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                guard !bytes.isEmpty else { break }
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[at] = alphabet.randomElement(using: &random)!
                case 1: bytes.insert(alphabet.randomElement(using: &random)!, at: at)
                case 2: bytes.remove(at: at)
                case 3: bytes.removeSubrange(at...)
                default: bytes.insert(contentsOf: bytes[Int.random(in: 0...at, using: &random)...at], at: at)
                }
            }
            try check(Data(bytes))
        }
    }

    private func check(_ data: Data) throws {
        do {
            let value: JSONValue = try decodeJSON(from: data)
            #expect(try decodeJSON(JSONValue.self, from: encodeJSON(value)) == value)
        } catch let failure as DecodingFailure {
            #expect(!failure.description.isEmpty)
        }
        // A slice that does not begin at its buffer's start, and the types that look closest.
        let slice = (Data([0]) + data).dropFirst()
        func attempt<T: WireDecodable>(_ type: T.Type) throws {
            do { _ = try decodeJSON(T.self, from: slice) } catch is DecodingFailure {}
        }
        try attempt(Ticket.self)
        try attempt([Happening].self)
        try attempt([Owner].self)
        try attempt([String: [Double]].self)
        try attempt([Date?].self)
        try attempt(Comment.self)
        try attempt([Decimal].self)
        try attempt([Int32].self)
        _ = try? JSONDecoder().decode(Ticket.self, from: slice)
    }
}
