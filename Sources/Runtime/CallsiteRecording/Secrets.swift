/// Leaves secrets out of recordings and logs: values whose names say that they are secret, and JSON Web Tokens, which
/// are known by their form. Nothing else distinguishes a secret from any other string.
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

    /// A header's value: the mark, or what is left when secrets of URLs in it are left out (`Location`, `Link`).
    package func value(ofHeader name: String, _ value: String) -> String {
        isSecret(header: name) ? Self.mark : text(url(Array(value.utf8)))
    }

    /// A URL without a user's name and password, and without the values of secret items of its query and fragment.
    package func url(_ url: String) -> String { text(self.url(Array(url.utf8))) }

    /// A body without its secrets: JSON, also inside other text (JSON lines, server-sent events), forms, XML and
    /// multipart.
    package func body(_ bytes: [UInt8], type: String) -> [UInt8] {
        let type = type.lowercased()
        if type.hasPrefix("application/x-www-form-urlencoded") {
            return assignments(withoutWebTokens(bytes), in: .form)
        }
        if type.hasPrefix("multipart/") { return parts(bytes) }
        return textBody(bytes)
    }

    private func textBody(_ bytes: [UInt8]) -> [UInt8] {
        // Text has no NUL, and bytes that happen to look like JSON must not be changed.
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else { return bytes }
        let cleared = url(bytes)
        return json(cleared.first { $0 > 0x20 } == UInt8(ascii: "<") ? elements(cleared) : cleared)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    // MARK: - URLs and forms

    private func url(_ bytes: [UInt8]) -> [UInt8] { assignments(withoutUser(withoutWebTokens(bytes)), in: .url) }

    /// Without JSON Web Tokens (RFC 7519): three parts in Base64 with a full stop between, the first of which begins as
    /// `{"` does.
    private func withoutWebTokens(_ bytes: [UInt8]) -> [UInt8] {
        func isPart(_ byte: UInt8) -> Bool {
            byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        let point = UInt8(ascii: ".")
        guard bytes.contains(point) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            guard isPart(bytes[at]) else {
                result.append(bytes[at])
                at += 1
                continue
            }
            var end = bytes[at...].firstIndex { !isPart($0) } ?? bytes.count
            if end - at > 8, bytes[at...].starts(with: "eyJ".utf8), end < bytes.count, bytes[end] == point {
                let second = bytes[(end + 1)...].firstIndex { !isPart($0) } ?? bytes.count
                if second > end + 8, second < bytes.count, bytes[second] == point {
                    result += Array(Self.mark.utf8)
                    at = bytes[(second + 1)...].firstIndex { !isPart($0) } ?? bytes.count
                    end = at
                }
            }
            result += bytes[at..<end]
            at = end
        }
        return result
    }

    /// `https://user:password@host` without what is before the at sign.
    private func withoutUser(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "@")) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            // Some servers write JSON's solidus with an escape.
            let slashes = ["://", #":\/\/"#].first { bytes[at...].starts(with: $0.utf8) }
            guard let slashes else {
                result.append(bytes[at])
                at += 1
                continue
            }
            result += Array(slashes.utf8)
            at += slashes.utf8.count
            let end = bytes[at...].firstIndex { "/?#<>\\\" ,".utf8.contains($0) } ?? bytes.count
            if let sign = bytes[at..<end].lastIndex(of: UInt8(ascii: "@")) {
                result += Array(Self.mark.utf8)
                at = sign
            }
            result += bytes[at..<end]
            at = end
        }
        return result
    }

    private enum Notation {
        /// `a=1&b=2`
        case form
        /// One or several URLs in a string.
        case url

        func startsItem(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "&") || self == .url && "?#;".utf8.contains(byte)
        }
        func endsValue(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "&") || self == .url && "#<>\\\"' \t\r\n,".utf8.contains(byte)
        }
    }

    /// Items `name=value`, of which secret values are left out.
    private func assignments(_ bytes: [UInt8], in notation: Notation) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "=")) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        // Where the current item's name begins; nil: outside the items of a query.
        var name: Int? = notation == .form ? 0 : nil
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            result.append(byte)
            at += 1
            if notation.startsItem(byte) {
                name = at
            } else if notation.endsValue(byte) {
                name = nil
            } else if byte == UInt8(ascii: "="), let start = name {
                name = nil
                guard isSecret(field: unescaped(bytes[start..<(at - 1)])) else { continue }
                let end = bytes[at...].firstIndex(where: notation.endsValue) ?? bytes.count
                guard end > at else { continue }
                result += Array(Self.mark.utf8)
                at = end
            }
        }
        return result
    }

    /// A name as it was before it was percent-encoded.
    private func unescaped(_ name: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var rest = name
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                result.append(code)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    // MARK: - JSON

    /// Strings behind secret keys become the mark, and those in lists there. All else stays as it is, byte by byte.
    private func json(_ bytes: [UInt8]) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        guard bytes.contains(quote) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var at = 0
        /// Just behind the string that begins at `start`.
        func end(from start: Int) -> Int {
            var at = start + 1
            while at < bytes.count, bytes[at] != quote { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
            return min(at + 1, bytes.count)
        }
        func skipSpace() {
            while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) {
                result.append(bytes[at])
                at += 1
            }
        }
        while at < bytes.count {
            guard bytes[at] == quote else {
                result.append(bytes[at])
                at += 1
                continue
            }
            let start = at
            at = end(from: start)
            result += bytes[start..<at]
            let key = bytes[start..<at].dropFirst().dropLast()
            skipSpace()
            guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else { continue }
            result.append(bytes[at])
            at += 1
            skipSpace()
            guard at < bytes.count, isSecret(field: unquoted(key)) else { continue }
            // The strings of a list are secrets too; objects have keys of their own.
            var depth = 0
            while at < bytes.count {
                if bytes[at] == quote {
                    at = end(from: at)
                    result += Array("\"\(Self.mark)\"".utf8)
                } else if bytes[at] == UInt8(ascii: "[") || depth > 0 && bytes[at] != UInt8(ascii: "{") {
                    depth += bytes[at] == UInt8(ascii: "[") ? 1 : bytes[at] == UInt8(ascii: "]") ? -1 : 0
                    result.append(bytes[at])
                    at += 1
                } else {
                    break
                }
                guard depth > 0 else { break }
            }
        }
        return result
    }

    /// A key without escapes, of which a name that is secret hardly has any.
    private func unquoted(_ key: ArraySlice<UInt8>) -> String {
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

    // MARK: - XML and multipart

    /// `<password>…</password>`, with any prefix of a namespace and any attributes.
    private func elements(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            result.append(bytes[at])
            at += 1
            guard bytes[at - 1] == UInt8(ascii: "<") else { continue }
            guard let close = bytes[at...].firstIndex(of: UInt8(ascii: ">")) else { return result + bytes[at...] }
            let name =
                bytes[at..<close].prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }.split(separator: UInt8(ascii: ":"))
                .last ?? []
            result += bytes[at...close]
            at = close + 1
            guard isSecret(field: String(decoding: name, as: UTF8.self)), bytes[close - 1] != UInt8(ascii: "/") else {
                continue
            }
            let end = bytes[at...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            guard end > at else { continue }
            // A mark with brackets would be an element.
            result += Array(Self.mark.utf8.filter { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") })
            at = end
        }
        return result
    }

    /// Parts of a multipart body whose `name` is secret lose their content.
    private func parts(_ bytes: [UInt8]) -> [UInt8] {
        // A piece behind a file begins with the line break before the next part.
        if bytes.starts(with: [0x0D, 0x0A]) { return [0x0D, 0x0A] + parts(Array(bytes.dropFirst(2))) }
        let line = bytes.prefix { $0 != 0x0D && $0 != 0x0A }
        guard line.starts(with: "--".utf8), line.count > 2 else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            let next = first(Array(line), in: bytes[min(at + line.count, bytes.count)...]) ?? bytes.count
            let part = bytes[at..<next]
            at = next
            guard let head = first([0x0D, 0x0A, 0x0D, 0x0A], in: part),
                let name = fieldName(String(decoding: bytes[part.startIndex..<head], as: UTF8.self)),
                isSecret(field: name)
            else {
                result += textBody(Array(part))
                continue
            }
            result += bytes[part.startIndex..<(head + 4)] + Array(Self.mark.utf8) + [0x0D, 0x0A]
        }
        return result
    }

    private func fieldName(_ head: String) -> String? {
        for item in head.split(whereSeparator: { ";\r\n".contains($0) }) {
            let item = item.drop { $0 == " " }
            guard item.lowercased().hasPrefix("name=") else { continue }
            return item.dropFirst(5).filter { $0 != "\"" }
        }
        return nil
    }

    private func first(_ wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.dropLast(wanted.count - 1).first { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }
    }
}
