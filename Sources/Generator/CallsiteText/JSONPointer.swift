/// JSON pointers (RFC 6901).
package enum JSONPointer {
    /// The unescaped tokens; nil: the string isn't a JSON pointer.
    package static func tokens(_ pointer: String) -> [String]? {
        guard pointer.utf8.first == 0x2F else { return pointer.isEmpty ? [] : nil }
        return pointer.utf8.dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false).map(unescaped)
    }

    /// A tilde that begins no escape stays.
    private static func unescaped(_ token: Substring.UTF8View) -> String {
        guard token.contains(0x7E) else { return String(Substring(token)) }
        var bytes: [UInt8] = []
        var isBehindTilde = false
        for byte in token {
            switch byte {
            case 0x30 where isBehindTilde: isBehindTilde = false
            case 0x31 where isBehindTilde: (bytes[bytes.count - 1], isBehindTilde) = (0x2F, false)
            default:
                bytes.append(byte)
                isBehindTilde = byte == 0x7E
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    package static func escaped(_ token: String) -> String {
        guard token.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return token }
        var bytes: [UInt8] = []
        for byte in token.utf8 { bytes += byte == 0x7E ? [0x7E, 0x30] : byte == 0x2F ? [0x7E, 0x31] : [byte] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The index of an array, as pointers write it: `7`, but not `07` or `+7`.
    package static func index(_ token: String) -> Int? {
        guard let index = Int(token), index >= 0, String(index) == token else { return nil }
        return index
    }
}
