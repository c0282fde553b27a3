/// Removes secrets from strings: the users of URLs, the values of secret items in their queries and fragments, and
/// secret strings of JSON. URLs and JSON may stand anywhere in a string.
///
/// This file is compiled into CallsiteHTTP, and by a symbolic link into the mock's engine, as `SecretNames.swift` is.
/// It needs no Foundation. Each function goes over its bytes once.
package enum SecretText {
    /// Redacts a message, where `password=abc` is a secret in prose too.
    package static func redacted(_ message: String, _ isSecret: (String) -> Bool) -> String {
        guard message.utf8.contains(where: { $0 == 0x3D || $0 == 0x40 || $0 == 0x22 }) else { return message }
        return String(decoding: json(urls(Array(message.utf8), inProse: true, isSecret), isSecret), as: UTF8.self)
    }

    private static let mark = Array(SecretNames.mark.utf8)

    // MARK: - URLs

    package static func urls(_ bytes: [UInt8], inProse: Bool = false, _ isSecret: (String) -> Bool) -> [UInt8] {
        guard bytes.contains(where: { $0 == 0x3D || $0 == 0x40 }) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        // The position where the name of a query item begins; nil outside a query.
        var itemStart: Int? = inProse ? 0 : nil
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: ":"):
                // Some servers escape the slash in JSON.
                guard let slashes = ["://", #":\/\/"#].first(where: { bytes[position...].starts(with: $0.utf8) }) else {
                    break
                }
                result += slashes.utf8
                position += slashes.utf8.count
                itemStart = nil
                if let sign = endOfUser(bytes, position) {
                    result += mark
                    position = sign
                }
                continue
            case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: ";"): itemStart = position + 1
            // Some servers escape the ampersand in JSON.
            case UInt8(ascii: "\\"): itemStart = bytes[position...].starts(with: #"\u0026"#.utf8) ? position + 6 : nil
            case UInt8(ascii: "="):
                guard let start = itemStart, start < position else { break }
                itemStart = nil
                guard isSecret(percentDecoded(bytes[start..<position])) else { break }
                result.append(byte)
                position += 1
                let value = position
                while position < bytes.count, !isEndOfValue(bytes[position]) { position += 1 }
                if position > value { result += mark }
                continue
            case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"):
                itemStart = inProse ? position + 1 : nil
            default: break
            }
            result.append(byte)
            position += 1
        }
        return result
    }

    private static func isEndOfValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "\\"), UInt8(ascii: "\""), 0x09, 0x0A, 0x0D, 0x20:
            true
        default: false
        }
    }

    /// The last at sign of the authority that begins at a position (RFC 3986, section 3.2); nil if there is no user.
    private static func endOfUser(_ bytes: [UInt8], _ start: Int) -> Int? {
        var sign: Int?
        var position = start
        while position < bytes.count, !"/?#<>\\\" ".utf8.contains(bytes[position]), position - start < 4096 {
            if bytes[position] == UInt8(ascii: "@") { sign = position }
            if bytes[position] == UInt8(ascii: ":"), bytes[position...].starts(with: "://".utf8) { break }
            position += 1
        }
        return sign
    }

    // MARK: - JSON

    /// Replaces the strings of secret keys with the mark, also in lists, and numbers that are PINs. In an object under
    /// a secret key, only its own keys count. All other bytes stay as they are.
    package static func json(_ bytes: [UInt8], _ isSecret: (String) -> Bool) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "\"")) else { return bytes }
        let quotedMark = [UInt8(ascii: "\"")] + mark + [UInt8(ascii: "\"")]
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        // For each open list or object, whether its strings are secrets.
        var isHidden: [Bool] = []
        var (isNextSecret, isNextPIN) = (false, false)
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                let start = position
                position = endOfString(bytes, position)
                let key = bytes[start..<position].dropFirst().dropLast()
                if isBeforeColon(bytes, position) {
                    let name = unescaped(key)
                    isNextSecret = isSecret(name)
                    isNextPIN = isNextSecret && SecretNames.ofNumbers.contains(name.lowercased())
                    result += bytes[start..<position]
                    continue
                }
                let isValueSecret = isNextSecret || isHidden.last == true
                isNextSecret = false
                if isValueSecret { result += quotedMark } else { result += bytes[start..<position] }
                continue
            case UInt8(ascii: "["):
                isHidden.append(isNextSecret || isHidden.last == true)
                isNextSecret = false
            case UInt8(ascii: "{"):
                isHidden.append(false)
                isNextSecret = false
            case UInt8(ascii: "]"), UInt8(ascii: "}"): _ = isHidden.popLast()
            case UInt8(ascii: ","): isNextSecret = false
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard isNextSecret, isNextPIN else { break }
                while position < bytes.count, "0123456789.eE+-".utf8.contains(bytes[position]) { position += 1 }
                result += quotedMark
                isNextSecret = false
                continue
            default: break
            }
            result.append(byte)
            position += 1
        }
        return result
    }

    /// The position behind the string that begins at `start`.
    private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
        var end = start + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(end + 1, bytes.count)
    }

    private static func isBeforeColon(_ bytes: [UInt8], _ start: Int) -> Bool {
        var position = start
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
        return position < bytes.count && bytes[position] == UInt8(ascii: ":")
    }

    // MARK: - Names

    /// A name as it was before it was percent-encoded.
    package static func percentDecoded(_ name: ArraySlice<UInt8>) -> String {
        guard name.contains(UInt8(ascii: "%")) else { return String(decoding: name, as: UTF8.self) }
        var result: [UInt8] = []
        var rest = name
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let code = hexadecimal(rest.prefix(2))
            {
                result.append(code)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// A key of JSON as it was before it was escaped.
    private static func unescaped(_ key: ArraySlice<UInt8>) -> String {
        guard key.contains(UInt8(ascii: "\\")) else { return String(decoding: key, as: UTF8.self) }
        var result: [UInt8] = []
        var rest = key
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
                result.append(byte)
                continue
            }
            if kind == UInt8(ascii: "u"), let code = hexadecimal(rest.prefix(4)) {
                result.append(code)
                rest = rest.dropFirst(4)
            } else {
                result.append(kind)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The byte that hexadecimal digits stand for; nil if there are other characters. `UInt8(_:radix:)` would accept a
    /// sign too.
    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
        "+-".utf8.contains(digits.first ?? 0) ? nil : UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
