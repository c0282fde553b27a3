import Foundation

/// Percent-encodes everything outside RFC 3986's unreserved characters, once: no value can leave its place in a URL.
package func percentEncoded(_ text: String) -> String {
    encoded(text) { isUnreserved($0) }
}

/// Percent-encodes the literal part of a path template. Characters that RFC 3986 allows stay, and so do encoded ones.
package func encodedLiteral(_ text: Substring) -> String {
    encoded(String(text), keeping: isLiteral)
}

/// Percent-encodes the characters of a URL that RFC 3986 doesn't allow. Others stay, and so do encoded ones. A `%` that
/// encodes nothing is encoded, and so are brackets behind the host: a single one would make URL readers encode the
/// whole link again.
package func encodedURI(_ text: String) -> String {
    let bytes = Array(text.utf8)
    func isDigit(_ index: Int) -> Bool { index < bytes.count && "0123456789ABCDEFabcdef".utf8.contains(bytes[index]) }
    var literal: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
        literal.append(byte)
        if byte == 0x25, !isDigit(index + 1) || !isDigit(index + 2) { literal += "25".utf8 }
    }
    let link = String(decoding: literal, as: UTF8.self)
    // Brackets stand round the address of a host (RFC 3986, section 3.2.2).
    var end = link.startIndex
    if let slashes = link.firstRange(of: "//"), slashes.lowerBound == end || link[..<slashes.lowerBound].hasSuffix(":"),
        !link[..<slashes.lowerBound].contains("/")
    {
        end = link[slashes.upperBound...].firstIndex { "/?#".contains($0) } ?? link.endIndex
    }
    // The first of several number signs begins the fragment.
    let parts = link[end...].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    return encoded(String(link[..<end])) { isLiteral($0) || $0 == 0x5B || $0 == 0x5D }
        + parts.map { encoded(String($0), keeping: isLiteral) }.joined(separator: "#")
}

/// Encodes a form's string by the WHATWG's rules for `application/x-www-form-urlencoded`: a space is a plus.
package func formEncoded(_ text: String) -> String {
    encoded(text) { (isUnreserved($0) && $0 != 0x7E) || $0 == 0x2A || $0 == 0x20 }.replacingOccurrences(
        of: " ", with: "+")
}

/// Percent-encodes each byte that isn't kept.
private func encoded(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
        if isKept(byte) {
            out.append(byte)
        } else {
            out.append(0x25)
            out.append(digits[Int(byte >> 4)])
            out.append(digits[Int(byte & 15)])
        }
    }
    return String(decoding: out, as: UTF8.self)
}

/// Whether a byte stays: unreserved and reserved characters except brackets and `#`, and the `%` of encoded ones.
private func isLiteral(_ byte: UInt8) -> Bool { isUnreserved(byte) || "!$&'()*+,;=:@/%?".utf8.contains(byte) }

/// RFC 3986, section 2.3.
func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
}
