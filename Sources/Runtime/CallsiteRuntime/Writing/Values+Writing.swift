import Foundation

extension String: WireEncodable {
    public func write(to output: inout FieldWriter) { output.string(self) }
}
extension Bool: WireEncodable {
    public func write(to output: inout FieldWriter) { output.literal(self ? "true" : "false") }
}
extension Int: WireEncodable {
    public func write(to output: inout FieldWriter) { output.literal(String(self)) }
}
extension Int32: WireEncodable {
    public func write(to output: inout FieldWriter) { output.literal(String(self)) }
}
extension Int64: WireEncodable {
    public func write(to output: inout FieldWriter) { output.literal(String(self)) }
}
extension UInt64: WireEncodable {
    public func write(to output: inout FieldWriter) { output.literal(String(self)) }
}

/// The shortest digits that read back as the same number; whole numbers have no fraction.
extension Double: WireEncodable {
    public func write(to output: inout FieldWriter) {
        guard isFinite else { return output.fail("\(self) has no form in JSON") }
        output.literal(numberText(self))
    }
}
extension Float: WireEncodable {
    public func write(to output: inout FieldWriter) {
        guard isFinite else { return output.fail("\(self) has no form in JSON") }
        output.literal(numberText(self))
    }
}

/// The shortest string for a finite number: `5`, not `5.0`.
func numberText(_ number: some BinaryFloatingPoint & CustomStringConvertible) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

extension Decimal: WireEncodable {
    public func write(to output: inout FieldWriter) {
        guard isFinite else { return output.fail("\(self) has no form in JSON") }
        output.literal(description)
    }
}
extension URL: WireEncodable {
    public func write(to output: inout FieldWriter) { output.string(absoluteString) }
}

/// In lower case, as RFC 9562 asks of writers.
extension UUID: WireEncodable {
    public func write(to output: inout FieldWriter) { output.string(uuidString.lowercased()) }
}

/// Base64 (RFC 4648, section 4).
extension Data: WireEncodable {
    public func write(to output: inout FieldWriter) { output.string(base64EncodedString()) }
}

/// RFC 3339 in UTC, with a fraction only where there is one.
extension Date: WireEncodable {
    public func write(to output: inout FieldWriter) {
        guard let text = RFC3339.text(self) else {
            return output.fail("a date beyond the years 0 to 9999 has no form in RFC 3339")
        }
        output.string(text)
    }
}

extension Optional: WireEncodable where Wrapped: WireEncodable {
    public var isAbsent: Bool { self?.isAbsent ?? true }

    public func write(to output: inout FieldWriter) {
        if let self { self.write(to: &output) } else { output.null() }
    }
}

extension Array: WireEncodable where Element: WireEncodable {
    public func write(to output: inout FieldWriter) {
        output.openList()
        for element in self { element.write(to: &output) }
        output.closeList()
    }
}

/// In the order of the keys, so that the same value always gives the same bytes.
extension Dictionary: WireEncodable where Key == String, Value: WireEncodable {
    public func write(to output: inout FieldWriter) {
        output.openObject()
        output.merge(self)
        output.closeObject()
    }
}
