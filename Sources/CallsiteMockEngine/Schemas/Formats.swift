/// The formats that are checked (JSON Schema 2020-12, section 7.3; OpenAPI 3, "Data Type Format"). One that isn't known says nothing.
enum SchemaFormat: String, Sendable {
    case dateTime = "date-time", date, time, duration
    case email, idnEmail = "idn-email", hostname, idnHostname = "idn-hostname"
    case ipv4, ipv6
    case uri, url, uriReference = "uri-reference", iri, iriReference = "iri-reference", uuid, regex
    case jsonPointer = "json-pointer", relativeJSONPointer = "relative-json-pointer", uriTemplate = "uri-template"
    case byte
    case int32, int64, uint32, uint64, int8, int16, uint8, uint16

    /// What a text or number of the format is, for messages.
    var noun: String {
        switch self {
        case .dateTime: "a date and time (RFC 3339)"
        case .date: "a date as 2027-01-31"
        case .time: "a time as 13:45:00Z"
        case .duration: "a duration as P3DT4H"
        case .email, .idnEmail: "an email address"
        case .hostname, .idnHostname: "a host name"
        case .ipv4: "an IPv4 address"
        case .ipv6: "an IPv6 address"
        case .uri, .url, .iri: "a URL with a scheme"
        case .uriReference, .iriReference: "a URL or a relative reference"
        case .uriTemplate: "a URI template"
        case .uuid: "a UUID"
        case .regex: "a regular expression"
        case .jsonPointer, .relativeJSONPointer: "a JSON pointer"
        case .byte: "base64"
        case .int8, .int16, .int32, .int64: "an integer of \(rawValue.dropFirst(3)) bits"
        case .uint8, .uint16, .uint32, .uint64: "an integer from 0 of \(rawValue.dropFirst(4)) bits"
        }
    }

    func allows(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        switch self {
        case .dateTime:
            guard bytes.count >= 20, bytes[10] | 0x20 == 0x74 || bytes[10] == 0x20 else { return false }
            return Self.isDate(bytes[..<10]) && bytes[10] != 0x20 && Self.isTime(bytes[11...])
        case .date: return Self.isDate(bytes[...])
        case .time: return Self.isTime(bytes[...])
        case .duration: return Self.isDuration(bytes)
        case .email: return bytes.allSatisfy { $0 < 0x80 } && Self.isEmail(text)
        case .idnEmail: return Self.isEmail(text)
        case .hostname: return Self.isHostname(bytes[...])
        case .idnHostname: return !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value > 0x20 && !"/:@?#[]".unicodeScalars.contains($0) }
        case .ipv4: return Self.isIPv4(text[...])
        case .ipv6: return Self.isIPv6(text)
        case .uri, .url: return bytes.allSatisfy { $0 < 0x80 } && Self.isURI(bytes, needsScheme: true)
        case .iri: return Self.isURI(bytes, needsScheme: true)
        case .uriReference: return bytes.allSatisfy { $0 < 0x80 } && Self.isURI(bytes, needsScheme: false)
        case .iriReference: return Self.isURI(bytes, needsScheme: false)
        case .uriTemplate: return Self.isTemplate(bytes)
        case .uuid:
            return bytes.count == 36
                && bytes.enumerated().allSatisfy { [8, 13, 18, 23].contains($0) ? $1 == 0x2D : Self.isHexadecimal($1) }
        case .regex:
            do throws(PatternProblem) { _ = try PatternParser.parse(text) } catch { return error.message.hasSuffix("supported") }
            return true
        case .jsonPointer: return Self.isPointer(bytes[...])
        case .relativeJSONPointer:
            let digits = bytes.prefix { $0 &- 0x30 < 10 }
            guard !digits.isEmpty, digits.count == 1 || digits[0] != 0x30 else { return false }
            let rest = bytes[digits.count...]
            return rest.elementsEqual([0x23]) || Self.isPointer(rest)
        case .byte: return Base64.decoded(text) != nil || Base64.decoded(String(text.filter { $0 != "\n" && $0 != "\r" })) != nil
        default: return true
        }
    }

    func allows(_ number: ExactNumber) -> Bool {
        guard let (least, most) = bounds else { return true }
        return !(number < least) && !(most < number)
    }

    var bounds: (least: ExactNumber, most: ExactNumber)? {
        switch self {
        case .int8: (ExactNumber(-128), ExactNumber(127))
        case .int16: (ExactNumber(-32768), ExactNumber(32767))
        case .int32: (ExactNumber(Int(Int32.min)), ExactNumber(Int(Int32.max)))
        case .int64: (ExactNumber(Int(Int64.min)), ExactNumber(Int(Int64.max)))
        case .uint8: (ExactNumber(0), ExactNumber(255))
        case .uint16: (ExactNumber(0), ExactNumber(65535))
        case .uint32: (ExactNumber(0), ExactNumber(Int(UInt32.max)))
        case .uint64: (ExactNumber(0), JSONValue.Number(String(UInt64.max)).map(ExactNumber.init) ?? ExactNumber(0))
        default: nil
        }
    }

    // MARK: - Rules

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard !bytes.isEmpty, bytes.count < 10, bytes.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
        let start = bytes.startIndex
        guard bytes.count == 10, bytes[start + 4] == 0x2D, bytes[start + 7] == 0x2D, let year = number(bytes[start..<(start + 4)]),
            let month = number(bytes[(start + 5)..<(start + 7)]), let day = number(bytes[(start + 8)...]), 1...12 ~= month
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return 1...[31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ~= day
    }

    private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
        let start = bytes.startIndex
        guard bytes.count >= 9, bytes[start + 2] == 0x3A, bytes[start + 5] == 0x3A, let hour = number(bytes[start..<(start + 2)]),
            let minute = number(bytes[(start + 3)..<(start + 5)]), let second = number(bytes[(start + 6)..<(start + 8)]), hour < 24,
            minute < 60, second <= 60
        else { return false }
        var rest = bytes[(start + 8)...]
        if rest.first == 0x2E {
            rest = rest.dropFirst()
            let digits = rest.prefix { $0 &- 0x30 < 10 }
            guard !digits.isEmpty else { return false }
            rest = rest[digits.endIndex...]
        }
        var offset = 0
        if rest.count == 1, let zone = rest.first, zone | 0x20 == 0x7A {
            offset = 0
        } else {
            let from = rest.startIndex
            guard rest.count == 6, rest[from] == 0x2B || rest[from] == 0x2D, rest[from + 3] == 0x3A,
                let hours = number(rest[(from + 1)..<(from + 3)]), let minutes = number(rest[(from + 4)...]), hours < 24, minutes < 60
            else { return false }
            offset = (hours * 60 + minutes) * (rest[from] == 0x2B ? 1 : -1)
        }
        // A leap second is the last of a day in UTC.
        guard second == 60 else { return true }
        return ((hour * 60 + minute - offset) % 1440 + 1440) % 1440 == 1439
    }

    private static func isDuration(_ bytes: [UInt8]) -> Bool {
        guard bytes.first == 0x50, bytes.count > 1 else { return false }
        var rest = bytes.dropFirst()
        func parts(_ units: String) -> Int? {
            var units = Array(units.utf8)[...]
            var count = 0
            while let first = rest.first, first &- 0x30 < 10 {
                let digits = rest.prefix { $0 &- 0x30 < 10 }
                guard let unit = rest[digits.endIndex...].first, let place = units.firstIndex(of: unit) else { return nil }
                // Units follow each other without a gap.
                if count > 0, place != units.startIndex { return nil }
                units = units[(place + 1)...]
                rest = rest[(digits.endIndex + 1)...]
                count += 1
            }
            return count
        }
        if bytes.last == 0x57 { return parts("W") == 1 && rest.isEmpty }
        guard let days = parts("YMD") else { return false }
        if rest.isEmpty { return days > 0 }
        guard rest.first == 0x54 else { return false }
        rest = rest.dropFirst()
        guard let times = parts("HMS") else { return false }
        return times > 0 && rest.isEmpty
    }

    private static func isEmail(_ text: String) -> Bool {
        guard let at = text.lastIndex(of: "@"), at > text.startIndex else { return false }
        let (local, domain) = (text[..<at], text[text.index(after: at)...])
        if local.first == "\"" { guard local.count > 2, local.last == "\"" else { return false } } else {
            guard !local.hasPrefix("."), !local.hasSuffix("."), !local.contains(".."),
                local.unicodeScalars.allSatisfy({ $0.value > 0x20 && !"\"(),:;<>@[\\]".unicodeScalars.contains($0) })
            else { return false }
        }
        if domain.first == "[", domain.last == "]" {
            let inside = domain.dropFirst().dropLast()
            return isIPv4(inside) || (inside.hasPrefix("IPv6:") && isIPv6(String(inside.dropFirst(5))))
        }
        return domain.unicodeScalars.contains { $0.value >= 0x80 } || isHostname(Array(domain.utf8)[...])
    }

    private static func isHostname(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard !bytes.isEmpty, bytes.count <= 253 else { return false }
        return bytes.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
            guard 1...63 ~= label.count, label.first != 0x2D, label.last != 0x2D else { return false }
            // Two dashes in the third place are for encoded names only.
            if label.count >= 4, label[label.startIndex + 2] == 0x2D, label[label.startIndex + 3] == 0x2D,
                !(label[label.startIndex] | 0x20 == 0x78 && label[label.startIndex + 1] | 0x20 == 0x6E)
            {
                return false
            }
            return label.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2D }
        }
    }

    private static func isIPv4(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                1...3 ~= part.utf8.count && part.utf8.allSatisfy { $0 &- 0x30 < 10 } && (part == "0" || part.first != "0") && Int(part) ?? 256 < 256
            }
    }

    private static func isIPv6(_ text: String) -> Bool {
        let halves = text.split(separator: "::", omittingEmptySubsequences: false)
        guard halves.count <= 2, text.utf8.allSatisfy({ isHexadecimal($0) || $0 == 0x3A || $0 == 0x2E }) else { return false }
        var count = 0
        for (index, half) in halves.enumerated() where !half.isEmpty {
            let groups = half.split(separator: ":", omittingEmptySubsequences: false)
            for (place, group) in groups.enumerated() {
                if group.contains("."), place == groups.count - 1, index == halves.count - 1 {
                    guard isIPv4(group) else { return false }
                    count += 2
                } else {
                    guard 1...4 ~= group.utf8.count, group.utf8.allSatisfy(isHexadecimal) else { return false }
                    count += 1
                }
            }
        }
        return halves.count == 2 ? count < 8 : count == 8
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6 }

    private static func isURI(_ bytes: [UInt8], needsScheme: Bool) -> Bool {
        // RFC 3986, section 2: what may be in a URL at all.
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if byte == 0x25 {
                guard at + 2 < bytes.count, isHexadecimal(bytes[at + 1]), isHexadecimal(bytes[at + 2]) else { return false }
                at += 3
                continue
            }
            if byte <= 0x20 || byte == 0x7F || "\"<>\\^`{|}".utf8.contains(byte) { return false }
            at += 1
        }
        guard bytes.count(where: { $0 == 0x23 }) <= 1 else { return false }
        let scheme = bytes.prefix { $0 != 0x3A && $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
        let hasScheme = scheme.count < bytes.count && bytes[scheme.count] == 0x3A
        if hasScheme {
            guard let first = scheme.first, (first | 0x20) &- 0x61 < 26,
                scheme.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E })
            else { return false }
        } else if needsScheme {
            return false
        }
        let rest = hasScheme ? bytes[(scheme.count + 1)...] : bytes[...]
        guard rest.starts(with: [0x2F, 0x2F]) else { return !rest.contains(0x5B) && !rest.contains(0x5D) }
        let authority = rest.dropFirst(2).prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
        let tail = rest[authority.endIndex...]
        guard !tail.contains(0x5B), !tail.contains(0x5D) else { return false }
        var host = authority
        if let at = host.lastIndex(of: 0x40) {
            guard !host[..<at].contains(0x5B), !host[..<at].contains(0x5D) else { return false }
            host = host[(at + 1)...]
        }
        if host.first == 0x5B {
            guard let end = host.firstIndex(of: 0x5D) else { return false }
            guard isIPv6(String(decoding: host[(host.startIndex + 1)..<end], as: UTF8.self)) else { return false }
            host = host[(end + 1)...]
            guard host.isEmpty || host.first == 0x3A else { return false }
        }
        guard let colon = host.lastIndex(of: 0x3A) else { return true }
        return host[(colon + 1)...].allSatisfy { $0 &- 0x30 < 10 }
    }

    private static func isPointer(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first else { return true }
        guard first == 0x2F else { return false }
        for (place, byte) in bytes.enumerated() where byte == 0x7E {
            guard let next = bytes.dropFirst(place + 1).first, next == 0x30 || next == 0x31 else { return false }
        }
        return true
    }

    private static func isTemplate(_ bytes: [UInt8]) -> Bool {
        var isOpen = false
        for byte in bytes {
            if byte == 0x7B {
                guard !isOpen else { return false }
                isOpen = true
            } else if byte == 0x7D {
                guard isOpen else { return false }
                isOpen = false
            }
        }
        return !isOpen
    }
}
