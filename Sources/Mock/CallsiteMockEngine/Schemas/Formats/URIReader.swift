/// URIs and IRIs (RFC 3986, 3987), and URI templates (RFC 6570).
enum URIReader {
    private static let marks = Set("-._~!$&'()*+,;=:@/".utf8)

    static func isURI(_ bytes: [UInt8], ascii: Bool, needsScheme: Bool) -> Bool {
        var rest = bytes[...]
        var isAfterScheme = false
        if let colon = rest.firstIndex(where: { $0 == 0x3A || $0 == 0x2F || $0 == 0x3F || $0 == 0x23 }),
            rest[colon] == 0x3A
        {
            let scheme = rest[..<colon]
            guard let first = scheme.first, FormatReader.isLetter(first),
                scheme.allSatisfy({
                    FormatReader.isLetter($0) || FormatReader.isDigit($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
                })
            else { return false }
            rest = rest[(colon + 1)...]
            isAfterScheme = true
        }
        guard isAfterScheme || !needsScheme else { return false }
        var parts = rest.split(separator: 0x23, maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, !parts[1].allSatisfy({ $0 != 0x23 }) { return false }
        let fragment = parts.count == 2 ? parts[1] : []
        parts = parts[0].split(separator: 0x3F, maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts.count == 2 ? parts[1] : []
        var path = parts[0]
        if path.starts(with: "//".utf8) {
            path = path.dropFirst(2)
            let end = path.firstIndex(of: 0x2F) ?? path.endIndex
            guard isAuthority(path[..<end], ascii: ascii) else { return false }
            path = path[end...]
        }
        return isMade(path, of: [], ascii: ascii) && isMade(query, of: [0x3F], ascii: ascii)
            && isMade(fragment, of: [0x3F], ascii: ascii)
    }

    private static func isMade(_ part: ArraySlice<UInt8>, of more: [UInt8], ascii: Bool) -> Bool {
        var index = part.startIndex
        while index < part.endIndex {
            let byte = part[index]
            if byte == 0x25 {
                guard index + 2 < part.endIndex, isHexDigit(part[index + 1]),
                    isHexDigit(part[index + 2])
                else { return false }
                index += 3
                continue
            }
            guard
                FormatReader.isLetter(byte) || FormatReader.isDigit(byte) || marks.contains(byte) || more.contains(byte)
                    || !ascii && byte > 0x7F
            else { return false }
            index += 1
        }
        return true
    }

    private static func isAuthority(_ part: ArraySlice<UInt8>, ascii: Bool) -> Bool {
        var host = part
        if let atSign = part.lastIndex(of: 0x40) {
            guard isMade(part[..<atSign], of: [], ascii: ascii), !part[..<atSign].contains(0x40) else { return false }
            host = part[(atSign + 1)...]
        }
        if host.first == 0x5B {
            guard let end = host.firstIndex(of: 0x5D) else { return false }
            let inner = host[(host.startIndex + 1)..<end]
            guard FormatReader.isIPv6(inner) || inner.first.map({ $0 | 0x20 == 0x76 }) == true else { return false }
            host = host[(end + 1)...]
            return host.isEmpty || host.first == 0x3A && host.dropFirst().allSatisfy(FormatReader.isDigit)
        }
        if let colon = host.lastIndex(of: 0x3A) {
            guard host[(colon + 1)...].allSatisfy(FormatReader.isDigit) else { return false }
            host = host[..<colon]
        }
        return !host.contains(0x3A) && isMade(host, of: [], ascii: ascii)
    }

    static func isTemplate(_ bytes: [UInt8]) -> Bool {
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case 0x7B:
                guard let end = bytes[index...].firstIndex(of: 0x7D), isExpression(bytes[(index + 1)..<end]) else {
                    return false
                }
                index = end
            case 0...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7C, 0x7D, 0x7F: return false
            default: break
            }
            index += 1
        }
        return true
    }

    /// Whether the part in braces is valid: an operator, then names with `*` or `:5`.
    private static func isExpression(_ part: ArraySlice<UInt8>) -> Bool {
        var part = part
        if let first = part.first, "+#./;?&".utf8.contains(first) { part = part.dropFirst() }
        return part.split(separator: 0x2C, omittingEmptySubsequences: false).allSatisfy { variable in
            var name = variable
            if name.last == 0x2A {
                name = name.dropLast()
            } else if let colon = name.firstIndex(of: 0x3A) {
                let digits = name[(colon + 1)...]
                guard 1...4 ~= digits.count, digits.first != 0x30, digits.allSatisfy(FormatReader.isDigit) else {
                    return false
                }
                name = name[..<colon]
            }
            return name.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { word in
                !word.isEmpty
                    && word.allSatisfy {
                        FormatReader.isLetter($0) || FormatReader.isDigit($0) || $0 == 0x5F || $0 == 0x25
                    }
            }
        }
    }
}
