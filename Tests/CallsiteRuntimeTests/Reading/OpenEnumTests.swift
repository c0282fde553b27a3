import Foundation
import Testing

@testable import CallsiteRuntime

@Suite struct OpenEnumTests {
    @Test func knownValuesAreFoundAndOthersAreKept() throws {
        #expect(TicketState.knownCases.all == [.open, .closed])
        for backend in ModelTests.Backend.allCases {
            let states = try backend.read(#"["open","closed","clos","closedd","","OPEN"]"#, as: [TicketState].self)
            #expect(states.map(\.isKnown) == [true, true, false, false, false, false])
            #expect(states.map(\.rawValue) == ["open", "closed", "clos", "closedd", "", "OPEN"])
        }
        #expect(TicketState(rawValue: "closed").isKnown)
        let state = TicketState(rawValue: "ajar")
        let kept: TicketState = state
        #expect(!kept.isKnown && kept.rawValue == "ajar")
    }

    @Test func escapedStringsAreTheSameValues() throws {
        for backend in ModelTests.Backend.allCases {
            #expect(try backend.read(#"["\u006fpen"]"#, as: [TicketState].self).map(\.isKnown) == [true])
            #expect(try backend.read(#"["a\/b", "a\u002fb"]"#, as: [Odd].self) == [.slash, .slash])
        }
    }

    @Test func numbersAreFoundToo() throws {
        #expect(Priority.knownCases.all == [.low, .high])
        #expect(Priority(rawValue: 2) == .high && Priority(rawValue: 3) == .unrecognized(3))
        #expect(try decodeJSON([Priority].self, from: Data("[1,2.0,7]".utf8)) == [.low, .high, .unrecognized(7)])
        #expect(throws: DecodingFailure.self) { try decodeJSON([Priority].self, from: Data(#"["1"]"#.utf8)) }
        #expect(throws: DecodingFailure.self) { try decodeJSON([TicketState].self, from: Data("[1]".utf8)) }
    }

    /// The table compares whole strings: these differ in what its hash doesn't see.
    @Test func longAndEmptyValuesAreToldApart() throws {
        for odd in Odd.knownCases.all {
            #expect(Odd(rawValue: odd.rawValue).isKnown)
            let json = try encodeJSON([odd])
            #expect(try decodeJSON([Odd].self, from: json).map { "\($0)" } == ["\(odd)"])
        }
        #expect(!Odd(rawValue: "a value that is long C and has the same ends").isKnown)
    }

    /// As Swift compares strings: a letter and its accent are one value, however they are written.
    @Test func eachFormOfALetterIsTheSameValue() throws {
        for backend in ModelTests.Backend.allCases {
            let json = #"["caf\u00e9","cafe\u0301","NFC","NFD","caf\u00e8"]"#
                .replacing("NFC", with: "caf\u{E9}").replacing("NFD", with: "cafe\u{301}")
            #expect(try backend.read(json, as: [Drink].self).map(\.isKnown) == [true, true, true, true, false])
        }
        #expect(Drink(rawValue: "cafe\u{301}").isKnown)
    }

    @Test func manyValuesAreAllFound() {
        for number in 0..<Many.count {
            #expect(Many(rawValue: "value-\(number)").isKnown)
            #expect(!Many(rawValue: "value-\(number)-").isKnown)
        }
        #expect(!Many(rawValue: "value-\(Many.count)").isKnown)
    }

    @Test func anEnumInAGenericTypeHasOneTable() throws {
        #expect(Page<Int>.Kind.knownCases === Page<Int>.Kind.knownCases)
        #expect(
            try decodeJSON([Page<Int>.Kind].self, from: Data(#"["whole","half"]"#.utf8)) == [
                .whole, .unrecognized("half"),
            ])
        #expect(Page<String>.Kind(rawValue: "whole").isKnown)
    }
}

extension OpenEnum {
    /// `==` compares raw values, so an unknown one that looks like a known one is equal to it.
    fileprivate var isKnown: Bool { !"\(self)".hasPrefix("unrecognized") }
}

private enum Odd: OpenEnum {
    case nothing, slash, one, two, sixteen
    case unrecognized(String)

    static let knownCases: KnownCases<Self> = [.nothing, .slash, .one, .two, .sixteen]

    var rawValue: String {
        switch self {
        case .nothing: ""
        case .slash: "a/b"
        case .one: "a value that is long A and has the same ends"
        case .two: "a value that is long B and has the same ends"
        case .sixteen: "exactly16bytes.."
        case .unrecognized(let value): value
        }
    }
}

private enum Drink: OpenEnum {
    case coffee
    case unrecognized(String)

    static let knownCases: KnownCases<Self> = [.coffee]

    var rawValue: String {
        switch self {
        case .coffee: "caf\u{E9}"
        case .unrecognized(let value): value
        }
    }
}

/// As many values as a list of currencies has.
private enum Many: OpenEnum {
    static let count = 300

    case value(Int)
    case unrecognized(String)

    static let knownCases = KnownCases(cases: (0..<count).map { Self.value($0) })

    var rawValue: String {
        switch self {
        case .value(let number): "value-\(number)"
        case .unrecognized(let value): value
        }
    }
}

private struct Page<Element> {
    enum Kind: OpenEnum {
        case whole
        case unrecognized(String)

        static var knownCases: KnownCases<Self> { .shared([.whole]) }

        var rawValue: String {
            switch self {
            case .whole: "whole"
            case .unrecognized(let value): value
            }
        }
    }
}
