/// Leaves secrets out of recordings and logs: values whose names say that they are secret, and JSON Web Tokens, which
/// are recognized by their form. Nothing else distinguishes a secret from any other string.
package struct Secrets: Sendable {
    /// The mark in a secret's place.
    package static let mark = SecretNames.mark

    private let names: Set<String>

    /// - Parameter names: Names of secret headers, query items and fields of bodies, in addition to the known ones.
    ///   Case doesn't matter.
    package init(_ names: [String] = []) { self.names = Set(names.map { $0.lowercased() }) }

    package func isSecret(header name: String) -> Bool {
        names.contains(name.lowercased()) || SecretNames.contains(header: name)
    }

    package func isSecret(field name: String) -> Bool {
        names.contains(name.lowercased()) || SecretNames.contains(field: name)
    }

    /// The mark for a secret header. Any other value without the secrets of URLs in it (`Location`, `Link`).
    package func value(ofHeader name: String, _ value: String) -> String {
        isSecret(header: name) ? Self.mark : string(json(url(Array(value.utf8))))
    }

    /// A URL without a user's name and password, and without the values of secret items of its query and fragment.
    package func url(_ url: String) -> String { string(self.url(Array(url.utf8))) }

    /// A body without its secrets: JSON, also inside other text (JSON lines, server-sent events), forms, XML and
    /// multipart.
    package func body(_ bytes: [UInt8], type: String) -> [UInt8] {
        let type = type.lowercased()
        if type.hasPrefix("application/x-www-form-urlencoded") {
            return form(withoutWebTokens(bytes))
        }
        if type.hasPrefix("multipart/") { return parts(bytes) }
        return textBody(bytes)
    }

    private func textBody(_ bytes: [UInt8]) -> [UInt8] {
        // Text has no NUL, and bytes that happen to look like JSON must not be changed.
        guard !bytes.contains(0), String(utf8: bytes) != nil else { return bytes }
        let cleared = url(bytes)
        let start = cleared.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return json(cleared[start...].first { $0 > 0x20 } == UInt8(ascii: "<") ? elements(cleared) : cleared)
    }

    private func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    // MARK: - URLs and forms

    private func url(_ bytes: [UInt8]) -> [UInt8] { SecretText.urls(withoutWebTokens(bytes)) { isSecret(field: $0) } }

    /// Replaces JSON Web Tokens (RFC 7519) with the mark. A token has three parts in Base64, with full stops between
    /// them. The first begins with `eyJ`, which is `{"` in Base64.
    private func withoutWebTokens(_ bytes: [UInt8]) -> [UInt8] {
        func isPart(_ byte: UInt8) -> Bool {
            byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        let point = UInt8(ascii: ".")
        guard bytes.contains(point) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            guard isPart(bytes[position]) else {
                result.append(bytes[position])
                position += 1
                continue
            }
            var end = bytes[position...].firstIndex { !isPart($0) } ?? bytes.count
            if end - position > 8, bytes[position...].starts(with: "eyJ".utf8), end < bytes.count, bytes[end] == point {
                let second = bytes[(end + 1)...].firstIndex { !isPart($0) } ?? bytes.count
                if second > end + 8, second < bytes.count, bytes[second] == point {
                    result += Array(Self.mark.utf8)
                    position = bytes[(second + 1)...].firstIndex { !isPart($0) } ?? bytes.count
                    end = position
                }
            }
            result += bytes[position..<end]
            position = end
        }
        return result
    }

    /// A form (`a=1&b=2`) without its secret values.
    private func form(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "=")) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (number, item) in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).enumerated() {
            if number > 0 { result.append(UInt8(ascii: "&")) }
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")), equals + 1 < item.endIndex,
                isSecret(field: SecretText.percentDecoded(item[..<equals]))
            else {
                result += item
                continue
            }
            result += item[...equals] + Array(Self.mark.utf8)
        }
        return result
    }

    // MARK: - JSON

    private func json(_ bytes: [UInt8]) -> [UInt8] { SecretText.json(bytes) { isSecret(field: $0) } }

    // MARK: - XML and multipart

    /// XML without the content of secret elements: `<password>…</password>`, with any namespace prefix and attributes.
    private func elements(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            result.append(bytes[index])
            index += 1
            guard bytes[index - 1] == UInt8(ascii: "<") else { continue }
            guard let close = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else { return result + bytes[index...] }
            let length = close - index
            let name =
                bytes[index..<close].prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
                .split(separator: UInt8(ascii: ":")).last ?? []
            result += bytes[index...close]
            index = close + 1
            guard isSecret(field: String(decoding: name, as: UTF8.self)), bytes[close - 1] != UInt8(ascii: "/") else {
                continue
            }
            // The content may be characters, CDATA, comments and other elements.
            let endTag = Array("</".utf8) + bytes[(close - length)..<close].prefix { $0 > 0x20 }
            let end = first(endTag, in: bytes[index...]) ?? bytes.count
            guard end > index else { continue }
            // A mark with brackets would be an element.
            result += Array(Self.mark.utf8.filter { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") })
            index = end
        }
        return result
    }

    /// A multipart body without the content of parts whose `name` is secret.
    private func parts(_ bytes: [UInt8]) -> [UInt8] {
        // A segment behind a file begins with the line break before the next part.
        var position = bytes.firstIndex { $0 != 0x0D && $0 != 0x0A } ?? bytes.count
        let boundary = Array(bytes[position...].prefix { $0 != 0x0D && $0 != 0x0A })
        guard boundary.starts(with: "--".utf8), boundary.count > 2 else { return textBody(bytes) }
        var result = Array(bytes[..<position])
        result.reserveCapacity(bytes.count)
        while position < bytes.count {
            let next = nextLine(with: boundary, in: bytes, from: position + 1)
            let part = bytes[position..<next]
            position = next
            guard let content = endOfHead(part),
                let name = fieldName(String(decoding: bytes[part.startIndex..<content], as: UTF8.self)),
                isSecret(field: name)
            else {
                result += textBody(Array(part))
                continue
            }
            result += bytes[part.startIndex..<content] + Array(Self.mark.utf8) + [0x0D, 0x0A]
        }
        return result
    }

    /// The start of the next line that begins with `beginning`; the end of the bytes if there is none.
    private func nextLine(with beginning: [UInt8], in bytes: [UInt8], from start: Int) -> Int {
        var position = start
        while position < bytes.count, let lineBreak = bytes[position...].firstIndex(of: 0x0A) {
            position = lineBreak + 1
            if bytes[position...].starts(with: beginning) { return position }
        }
        return bytes.count
    }

    /// The index behind the empty line that ends the head of a part; nil if there is no such line.
    private func endOfHead(_ part: ArraySlice<UInt8>) -> Int? {
        var last: Int?
        for index in part.indices where part[index] == 0x0A {
            if let last, part[(last + 1)..<index].allSatisfy({ $0 == 0x0D }) { return index + 1 }
            last = index
        }
        return nil
    }

    /// The name of a part (RFC 7578, section 4.2), in any of the forms that are seen: quoted or not, with blanks, and
    /// encoded.
    private func fieldName(_ head: String) -> String? {
        for item in head.split(whereSeparator: { ";\r\n".contains($0) || $0 == "\r\n" }) {
            let parts = item.split(separator: "=", maxSplits: 1).map { $0.filter { !" \t\"".contains($0) } }
            guard parts.count == 2, ["name", "name*"].contains(parts[0].lowercased()) else { continue }
            // `utf-8''password`
            let value = parts[0].hasSuffix("*") ? parts[1].split(separator: "'").last ?? "" : parts[1][...]
            return SecretText.percentDecoded(Array(value.utf8)[...])
        }
        return nil
    }

    private func first(_ pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        var position = bytes.startIndex
        while let start = bytes[position...].firstIndex(of: pattern[0]) {
            if bytes[start...].starts(with: pattern) { return start }
            position = start + 1
        }
        return nil
    }
}
