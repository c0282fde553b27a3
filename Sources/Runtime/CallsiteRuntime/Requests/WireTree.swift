import Foundation

/// A value taken apart for a parameter or a form: its JSON, in the order in which it was written, with scalars as
/// strings.
enum WireTree: Sendable {
    case null
    case scalar(String)
    case list([WireTree])
    case object([(key: String, value: WireTree)])

    /// Neither a list nor an object.
    var isScalar: Bool {
        switch self {
        case .null, .scalar: true
        case .list, .object: false
        }
    }

    init(_ value: some WireEncodable) throws { try self.init(json: encodeJSON(value)) }

    init(json: Data) throws {
        self = try json.withUnsafeBytes { bytes in
            try withTape(of: bytes.assumingMemoryBound(to: UInt8.self)) { WireTree($0, 0) }
        }
    }

    private init(_ tape: UnsafePointer<Tape>, _ index: Int) {
        let end = tape.pointee.after(index)
        var at = index + 1
        switch tape.pointee.tag(index) {
        case Tape.Tag.null: self = .null
        case Tape.Tag.no: self = .scalar("false")
        case Tape.Tag.yes: self = .scalar("true")
        case Tape.Tag.integer, Tape.Tag.real: self = .scalar(tape.pointee.digits(index))
        case Tape.Tag.string, Tape.Tag.escaped: self = .scalar(tape.pointee.string(index))
        case Tape.Tag.array:
            var elements: [WireTree] = []
            while at < end {
                elements.append(WireTree(tape, at))
                at = tape.pointee.after(at)
            }
            self = .list(elements)
        default:
            var fields: [(String, WireTree)] = []
            while at < end {
                fields.append((tape.pointee.string(at), WireTree(tape, at + 1)))
                at = tape.pointee.after(at + 1)
            }
            self = .object(fields)
        }
    }

    /// The text of a scalar; nil for everything else.
    var text: String? { if case .scalar(let text) = self { text } else { nil } }
}
