extension SecretText {
    /// Strings behind secret keys, and those in lists there, become the mark; so does a number that is a PIN. Objects
    /// have keys of their own. All else stays as it is, byte by byte.
    static func json(_ bytes: [UInt8], _ isSecret: (String) -> Bool) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "\"")) else { return bytes }
        let quotedMark = [UInt8(ascii: "\"")] + mark + [UInt8(ascii: "\"")]
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        // For each open list or object, whether its strings are secrets.
        var isHidden: [Bool] = []
        var (isNextSecret, isNextPIN) = (false, false)
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            switch byte {
            case UInt8(ascii: "\""):
                let start = at
                at = endOfString(bytes, at)
                let key = bytes[start..<at].dropFirst().dropLast()
                if isColon(bytes, at) {
                    let name = unescaped(key)
                    isNextSecret = isSecret(name)
                    isNextPIN = isNextSecret && SecretNames.ofNumbers.contains(name.lowercased())
                    result += bytes[start..<at]
                    continue
                }
                let isValueSecret = isNextSecret || isHidden.last == true
                isNextSecret = false
                if isValueSecret { result += quotedMark } else { result += bytes[start..<at] }
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
                while at < bytes.count, "0123456789.eE+-".utf8.contains(bytes[at]) { at += 1 }
                result += quotedMark
                isNextSecret = false
                continue
            default: break
            }
            result.append(byte)
            at += 1
        }
        return result
    }

    /// Behind the quotation mark that ends the string which begins at a position.
    private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
        var end = start + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(end + 1, bytes.count)
    }

    private static func isColon(_ bytes: [UInt8], _ start: Int) -> Bool {
        var at = start
        while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
        return at < bytes.count && bytes[at] == UInt8(ascii: ":")
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
            if kind == UInt8(ascii: "u"), let code = UInt8(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) {
                result.append(code)
                rest = rest.dropFirst(4)
            } else {
                result.append(kind)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
