/// Percent-encoding (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// Decodes a string. A malformed escape stays as it is.
    package static func decoded(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String {
        guard text.utf8.contains(where: { $0 == 0x25 || (plusIsBlank && $0 == 0x2B) }) else { return String(text) }
        return String(decoding: decoded(Array(text.utf8), plusIsBlank: plusIsBlank), as: UTF8.self)
    }

    /// Decodes bytes, which needn't be UTF-8.
    package static func decoded(_ bytes: [UInt8], plusIsBlank: Bool = false) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            if bytes[position] == 0x25, position + 2 < bytes.count, let high = digit(bytes[position + 1]),
                let low = digit(bytes[position + 2])
            {
                result.append(high << 4 | low)
                position += 3
            } else {
                result.append(plusIsBlank && bytes[position] == 0x2B ? 0x20 : bytes[position])
                position += 1
            }
        }
        return result
    }

    /// Encodes each byte of a character.
    package static func encoded(_ scalar: Unicode.Scalar) -> String { encoded(String(scalar)) { _ in false } }

    /// - Parameter isKept: The bytes that stay.
    package static func encoded(_ text: String, keeping isKept: (UInt8) -> Bool = isUnreserved) -> String {
        var result: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            if isKept(byte) {
                result.append(byte)
            } else {
                result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// RFC 3986, section 2.3.
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
