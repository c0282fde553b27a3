/// Reads the formats of strings. Each function looks at a byte a fixed number of times.
enum FormatReader {
    typealias Bytes = ArraySlice<UInt8>

    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    private static func number(_ bytes: Bytes) -> Int? {
        guard !bytes.isEmpty, bytes.count < 10, bytes.allSatisfy(isDigit) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func split(_ bytes: Bytes, at byte: UInt8) -> [Bytes] {
        bytes.split(separator: byte, omittingEmptySubsequences: false)
    }

    /// RFC 3339
    static func isDateTime(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 11, bytes[10] | 0x20 == 0x74 else { return false }
        return isDate(bytes[..<10]) && isTime(bytes[11...])
    }

    static func isDate(_ bytes: Bytes) -> Bool {
        let parts = split(bytes, at: 0x2D)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            let year = number(parts[0]),
            let month = number(parts[1]), let day = number(parts[2]), 1...12 ~= month
        else { return false }
        return 1...DateText.days(inMonth: month, of: year) ~= day
    }

    static func isTime(_ bytes: Bytes) -> Bool {
        let start = bytes.startIndex
        guard bytes.count >= 9, bytes[start + 2] == 0x3A, bytes[start + 5] == 0x3A,
            let hour = number(bytes[start..<(start + 2)]),
            let minute = number(bytes[(start + 3)..<(start + 5)]),
            let second = number(bytes[(start + 6)..<(start + 8)]), hour < 24, minute < 60, second <= 60
        else { return false }
        var rest = bytes[(start + 8)...]
        if rest.first == 0x2E {
            rest = rest.dropFirst()
            let digits = rest.prefix(while: isDigit).count
            guard digits > 0 else { return false }
            rest = rest.dropFirst(digits)
        }
        guard let sign = rest.first else { return false }
        var offset = 0
        if sign | 0x20 == 0x7A {
            guard rest.count == 1 else { return false }
        } else {
            let at = rest.startIndex
            guard sign == 0x2B || sign == 0x2D, rest.count == 6, rest[at + 3] == 0x3A,
                let hours = number(rest[(at + 1)..<(at + 3)]),
                let minutes = number(rest[(at + 4)...]), hours < 24, minutes < 60
            else { return false }
            offset = (hours * 60 + minutes) * (sign == 0x2B ? -1 : 1)
        }
        // A leap second is one at 23:59:60 in UTC.
        return second < 60 || ((hour * 60 + minute + offset) % 1440 + 1440) % 1440 == 1439
    }

    static func isDuration(_ bytes: [UInt8]) -> Bool {
        guard bytes.first == 0x50, bytes.count > 1 else { return false }
        let halves = split(bytes[1...], at: 0x54)
        guard halves.count <= 2 else { return false }
        func units(_ part: Bytes) -> [UInt8]? {
            var units: [UInt8] = []
            var hasDigit = false
            for byte in part {
                if isDigit(byte) {
                    hasDigit = true
                } else {
                    guard hasDigit, units.count < 4 else { return nil }
                    units.append(byte)
                    hasDigit = false
                }
            }
            return hasDigit ? nil : units
        }
        /// Whether the units have no gaps, as RFC 3339 requires: `P1Y2D` isn't a duration.
        func isRun(_ part: [UInt8], of order: String) -> Bool {
            let order = Array(order.utf8)
            guard let first = part.first else { return true }
            guard let place = order.firstIndex(of: first), order.count - place >= part.count else { return false }
            return order[place..<(place + part.count)].elementsEqual(part)
        }
        guard let days = units(halves[0]) else { return false }
        if days == [0x57] { return halves.count == 1 }
        guard isRun(days, of: "YMD") else { return false }
        guard halves.count == 2 else { return !days.isEmpty }
        guard let times = units(halves[1]) else { return false }
        return !times.isEmpty && isRun(times, of: "HMS")
    }

    static func isEmail(_ bytes: [UInt8], ascii: Bool) -> Bool {
        guard let at = bytes.lastIndex(of: 0x40), at > 0, at < bytes.count - 1, bytes.count <= 320 else { return false }
        if ascii, bytes.contains(where: { $0 > 0x7F }) { return false }
        let local = bytes[..<at]
        let domain = bytes[(at + 1)...]
        if local.first == 0x22 {
            guard local.count > 2, local.last == 0x22 else { return false }
            var isEscaped = false
            for byte in local.dropFirst().dropLast() {
                if byte == 0x22, !isEscaped { return false }
                isEscaped = byte == 0x5C && !isEscaped
            }
            guard !isEscaped else { return false }
        } else {
            let marks = Set("!#$%&'*+-/=?^_`{|}~".utf8)
            for part in split(local, at: 0x2E) {
                guard !part.isEmpty, part.allSatisfy({ isLetter($0) || isDigit($0) || $0 > 0x7F || marks.contains($0) })
                else { return false }
            }
        }
        if domain.first == 0x5B {
            guard domain.last == 0x5D else { return false }
            let inner = domain.dropFirst().dropLast()
            return inner.starts(with: "IPv6:".utf8) ? isIPv6(inner.dropFirst(5)) : isIPv4(inner)
        }
        return ascii ? isHostName(domain) : isInternationalHostName(String(decoding: domain, as: UTF8.self))
    }

    static func isHostName(_ bytes: Bytes) -> Bool {
        guard !bytes.isEmpty, bytes.count <= 253 else { return false }
        return split(bytes, at: 0x2E).allSatisfy { part in
            guard !part.isEmpty, part.count <= 63, part.first != 0x2D, part.last != 0x2D else { return false }
            guard part.allSatisfy({ isLetter($0) || isDigit($0) || $0 == 0x2D }) else { return false }
            // "xn--" begins Punycode. Any other label with two hyphens in this position is reserved (RFC 5891).
            let place = part.startIndex
            guard part.count >= 4, part[place + 2] == 0x2D, part[place + 3] == 0x2D else { return true }
            return part[place] | 0x20 == 0x78 && part[place + 1] | 0x20 == 0x6E && part.count > 4
        }
    }

    /// Lenient: anything that isn't ASCII is as good as a letter.
    static func isInternationalHostName(_ text: String) -> Bool {
        let separators: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
        guard !text.isEmpty, text.utf8.count <= 1000 else { return false }
        return text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: separators.contains)
            .allSatisfy { part in
                guard let first = part.first, part.count <= 63, first != "-", part.last != "-",
                    !first.properties.generalCategory.isMark
                else { return false }
                return part.allSatisfy {
                    !$0.isASCII || isLetter(UInt8($0.value)) || isDigit(UInt8($0.value)) || $0 == "-"
                }
            }
    }

    static func isIPv4(_ bytes: Bytes) -> Bool {
        let parts = split(bytes, at: 0x2E)
        return parts.count == 4
            && parts.allSatisfy { part in
                part.count <= 3 && (part.count == 1 || part.first != 0x30) && number(part).map { $0 < 256 } == true
            }
    }

    static func isIPv6(_ bytes: Bytes) -> Bool {
        guard bytes.count <= 45, bytes.count >= 2 else { return false }
        var parts = split(bytes, at: 0x3A)
        guard parts.count >= 3, parts.count <= 9 else { return false }
        var groupCount = 8
        if let last = parts.last, last.contains(0x2E) {
            guard isIPv4(last) else { return false }
            parts.removeLast()
            groupCount = 6
            if parts.isEmpty { return false }
        }
        // "::" stands at one place; at an end it makes two empty parts.
        var gaps = 0
        var groups = 0
        for (index, part) in parts.enumerated() {
            if part.isEmpty {
                if index == 0 {
                    guard parts.count > 1, parts[1].isEmpty else { return false }
                } else if index == parts.count - 1, groupCount == 8 {
                    guard parts[index - 1].isEmpty else { return false }
                } else {
                    gaps += 1
                }
            } else {
                guard part.count <= 4, part.allSatisfy(isHexDigit) else { return false }
                groups += 1
            }
        }
        return gaps == 0 ? groups == groupCount : gaps == 1 && groups < groupCount
    }

    static func isUUID(_ bytes: [UInt8]) -> Bool {
        bytes.count == 36
            && bytes.indices.allSatisfy { [8, 13, 18, 23].contains($0) ? bytes[$0] == 0x2D : isHexDigit(bytes[$0]) }
    }

    static func isPointer(_ bytes: Bytes) -> Bool {
        guard bytes.isEmpty || bytes.first == 0x2F else { return false }
        return bytes.indices.allSatisfy { index in
            guard bytes[index] == 0x7E else { return true }
            return index + 1 < bytes.endIndex && (bytes[index + 1] == 0x30 || bytes[index + 1] == 0x31)
        }
    }

    static func isRelativePointer(_ bytes: [UInt8]) -> Bool {
        let digits = bytes.prefix(while: isDigit)
        guard !digits.isEmpty, digits.count == 1 || digits.first != 0x30 else { return false }
        let rest = bytes[digits.endIndex...]
        return rest.elementsEqual("#".utf8) || isPointer(rest)
    }

    static func isBase64(_ bytes: [UInt8], urlSafe: Bool) -> Bool {
        var body = bytes[...]
        while body.last == 0x3D, bytes.count - body.count < 2 { body = body.dropLast() }
        let padding = bytes.count - body.count
        guard
            body.allSatisfy({
                isLetter($0) || isDigit($0) || (urlSafe ? $0 == 0x2D || $0 == 0x5F : $0 == 0x2B || $0 == 0x2F)
            })
        else { return false }
        return padding == 0 && urlSafe ? body.count % 4 != 1 : bytes.count % 4 == 0
    }
}

extension Unicode.GeneralCategory {
    var isMark: Bool { self == .nonspacingMark || self == .spacingMark || self == .enclosingMark }
}
