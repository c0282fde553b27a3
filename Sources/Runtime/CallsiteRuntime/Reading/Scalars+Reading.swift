import Foundation

extension String: WireDecodable {
    public init(from value: borrowing WireValue) throws { self = try value.string() }
}

extension Bool: WireDecodable {
    public init(from value: borrowing WireValue) throws {
        let tag = value.tape.pointee.tag(value.index)
        guard tag &- Tape.Tag.no < 2 else { throw value.failure("true or false") }
        self = tag == Tape.Tag.yes
    }
}

extension Int: WireDecodable {
    public init(from value: borrowing WireValue) throws {
        // Not by `integer()`: generics aren't specialised in a debug build, which makes them slow.
        guard let wide = try value.int64(), let number = Int(exactly: wide) else {
            throw value.failure("an integer that fits Int")
        }
        self = number
    }
}

extension Int32: WireDecodable {
    public init(from value: borrowing WireValue) throws { self = try value.integer() }
}

extension Int64: WireDecodable {
    public init(from value: borrowing WireValue) throws {
        guard let number = try value.int64() else { throw value.failure("an integer that fits Int64") }
        self = number
    }
}

extension UInt64: WireDecodable {
    public init(from value: borrowing WireValue) throws {
        guard let number = try value.uint64() else { throw value.failure("an integer that fits UInt64") }
        self = number
    }
}

extension Double: WireDecodable {
    public init(from value: borrowing WireValue) throws { self = try value.double() }
}

extension Float: WireDecodable {
    public init(from value: borrowing WireValue) throws { self = try value.float() }
}

extension Decimal: WireDecodable {
    public init(from value: borrowing WireValue) throws { self = try value.decimal() }
}

extension URL: WireDecodable {
    public init(from value: borrowing WireValue) throws {
        self = try StoredURL(from: value).value
    }
}

extension UUID: WireDecodable {
    public init(from value: borrowing WireValue) throws {
        guard let uuid = UUID(uuidString: try value.string()) else { throw value.failure("a UUID") }
        self = uuid
    }
}

/// Base64 (RFC 4648, section 4) in a string; line breaks and spaces inside are skipped, as MIME's form has them.
extension Data: WireDecodable {
    public init(from value: borrowing WireValue) throws {
        let text = try value.string()
        let data = Data(base64Encoded: text) ?? Data(base64Encoded: text.filter { !$0.isWhitespace })
        guard let data else { throw value.failure("base64") }
        self = data
    }
}

/// RFC 3339 in a string: any number of digits in the fraction, any offset, `t` and `z` in lower case as well.
extension Date: WireDecodable {
    public init(from value: borrowing WireValue) throws {
        let tape = value.tape
        let tag = tape.pointee.tag(value.index)
        if tag == Tape.Tag.string, let date = RFC3339.date(tape.pointee.raw(value.index)) {
            self = date
            return
        }
        if tape.pointee.notes.options.contains(.lenientDates), tag &- Tape.Tag.integer < 4 {
            let text = tag < Tape.Tag.string ? tape.pointee.digits(value.index) : tape.pointee.string(value.index)
            guard let date = RFC3339.lenientDate(text) else {
                throw value.failure("a date and time, or seconds since 1970")
            }
            self = date
            return
        }
        var text = try value.string()
        guard let date = text.withUTF8({ RFC3339.date($0) }) else { throw value.failure("a date and time (RFC 3339)") }
        self = date
    }
}
