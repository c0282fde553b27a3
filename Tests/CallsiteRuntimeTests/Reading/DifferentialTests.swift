import CallsiteRuntime
import Foundation
import Testing

/// A value as `JSONDecoder` reads it, number by number as a `Double`.
private indirect enum Oracle: Decodable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case list([Oracle])
    case object([String: Oracle])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let list = try? container.decode([Oracle].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: Oracle].self))
        }
    }

    /// The result of `JSONSerialization`, where true and 1 differ in the type that the number was made of.
    init(untyped value: Any) {
        self =
            switch value {
            case let number as NSNumber where String(cString: number.objCType) == "c": .bool(number.boolValue)
            case let number as NSNumber: .number(number.doubleValue)
            case let text as String: .string(text)
            case let list as [Any]: .list(list.map(Oracle.init(untyped:)))
            case let members as [String: Any]: .object(members.mapValues(Oracle.init(untyped:)))
            default: .null
            }
    }

    init(_ value: JSONValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let flag): .bool(flag)
            case .number(let number): .number(Double(number.digits) ?? .nan)
            case .string(let text): .string(text)
            case .array(let list): .list(list.map(Oracle.init))
            case .object(let members): .object(Dictionary(members.map { ($0.key, Oracle($0.value)) }) { $1 })
            }
    }
}

extension Oracle {
    /// The same, but for the last digit of a number: `JSONSerialization` reads those of many digits by way of `Decimal`
    /// and rounds twice.
    fileprivate func agrees(with other: Oracle) -> Bool {
        switch (self, other) {
        case (.number(let left), .number(let right)): abs(left - right) <= 1e-15 * abs(left)
        case (.list(let left), .list(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.agrees(with: $1) }
        case (.object(let left), .object(let right)):
            left.count == right.count && left.allSatisfy { key, value in right[key].map(value.agrees) ?? false }
        default: self == other
        }
    }

    /// Whether there is something in it that RFC 8259 allows and Foundation refuses: half a surrogate pair (section
    /// 8.2; U+FFFD to us), and a number that no `Double` holds (section 6; its digits to us), and `-0.0e5`.
    fileprivate var isBeyondFoundation: Bool {
        switch self {
        case .null, .bool: false
        case .number(let number): !number.isFinite || number == 0 && number.sign == .minus
        case .string(let text): text.unicodeScalars.contains("\u{FFFD}")
        case .list(let list): list.contains(where: \.isBeyondFoundation)
        case .object(let members):
            members.contains { $0.key.unicodeScalars.contains("\u{FFFD}") || $0.value.isBeyondFoundation }
        }
    }
}

/// JSON documents with every form of the grammar, the same in every run.
private struct JSONWriter {
    var random: SeededGenerator

    mutating func document() -> String { space() + value(5) + space() }

    private mutating func space() -> String { ["", "", "", " ", "\n", "\t", "\r\n  "].randomElement(using: &random)! }

    private mutating func value(_ depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
        case 0: return ["null", "true", "false"].randomElement(using: &random)!
        case 1, 2: return number()
        case 3, 4, 5: return string()
        case 6, 7:
            var members: [String] = []
            for index in 0..<Int.random(in: 0..<5, using: &random) {
                members.append(
                    space() + string(prefix: "k\(index)") + space() + ":" + space() + value(depth - 1) + space())
            }
            return "{" + (members.isEmpty ? space() : members.joined(separator: ",")) + "}"
        default:
            var elements: [String] = []
            for _ in 0..<Int.random(in: 0..<5, using: &random) { elements.append(space() + value(depth - 1) + space()) }
            return "[" + (elements.isEmpty ? space() : elements.joined(separator: ",")) + "]"
        }
    }

    private mutating func number() -> String {
        let whole = ["0", "7", "42", "9007199254740993", "18446744073709551615", "123456789012"].randomElement(
            using: &random)!
        let fraction = ["", "", "", ".0", ".5", ".10", ".123456789012345678"].randomElement(using: &random)!
        let exponent = ["", "", "", "e0", "E+5", "e-7", "e12"].randomElement(using: &random)!
        return (Bool.random(using: &random) ? "-" : "") + whole + fraction + exponent
    }

    private mutating func string(prefix: String = "") -> String {
        let parts = [
            "a", "text", "longer text without anything in it", "é", "名前", "😀", "\\n", "\\t", "\\\"", "\\\\", "\\/",
            "\\b", "\\f", "\\r", "\\u0041", "\\u00e9", "\\uD83D\\uDE00", "\\u0000", "/", "\u{7F}", "\u{2028}",
        ]
        var text = prefix
        for _ in 0..<Int.random(in: 0..<6, using: &random) { text += parts.randomElement(using: &random)! }
        return "\"" + text + "\""
    }
}

@Suite("The same as Foundation reads")
struct DifferentialTests {
    /// Whatever is valid has the same value for both.
    @Test(arguments: 0..<4)
    func validDocuments(_ seed: Int) throws {
        var writer = JSONWriter(random: SeededGenerator(state: UInt64(seed) + 100))
        for _ in 0..<400 {
            let text = writer.document()
            let ours = Oracle(try decodeJSON(JSONValue.self, from: Data(text.utf8)))
            guard !ours.isBeyondFoundation else { continue }
            let theirs = try JSONDecoder().decode(Oracle.self, from: Data(text.utf8))
            #expect(ours == theirs, "\(text)")
            let untyped: Any = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            #expect(ours.agrees(with: Oracle(untyped: untyped)), "\(text)")
        }
    }

    /// Whatever bytes are changed, both refuse or both read the same, but for what Foundation alone refuses: see
    /// `isBeyondFoundation`.
    @Test(arguments: 0..<8)
    func changedDocuments(_ seed: Int) throws {
        var writer = JSONWriter(random: SeededGenerator(state: UInt64(seed) + 200))
        let alphabet =
            Array("{}[]\",:\\u0123456789eE+-.truefalsn \n\t/".utf8) + [
                0x00, 0x01, 0x1F, 0x80, 0xC0, 0xC3, 0xE2, 0xED, 0xF0, 0xFF,
            ]
        for _ in 0..<600 {
            var bytes = Array(writer.document().utf8)
            for _ in 0..<Int.random(in: 1...2, using: &writer.random) where !bytes.isEmpty {
                let at = Int.random(in: 0..<bytes.count, using: &writer.random)
                switch Int.random(in: 0..<4, using: &writer.random) {
                case 0: bytes[at] = alphabet.randomElement(using: &writer.random)!
                case 1: bytes.insert(alphabet.randomElement(using: &writer.random)!, at: at)
                case 2: bytes.remove(at: at)
                default: bytes.removeSubrange(at...)
                }
            }
            let data = Data(bytes)
            let ours = (try? decodeJSON(JSONValue.self, from: data)).map(Oracle.init)
            let theirs = try? JSONDecoder().decode(Oracle.self, from: data)
            if theirs == nil, let ours, ours.isBeyondFoundation { continue }
            if ours != theirs {
                Issue.record(
                    "\(String(decoding: bytes, as: UTF8.self))\n  \(String(describing: ours))\n  \(String(describing: theirs))"
                )
            }
            let untyped: Any? = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
            #expect((ours == nil) == (untyped == nil), "\(String(decoding: bytes, as: UTF8.self))")
            if let ours, let untyped {
                #expect(ours.agrees(with: Oracle(untyped: untyped)), "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }
}
