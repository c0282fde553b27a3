import CallsiteRuntime
import Foundation

/// A link into an app, taken apart: `app://stories/12345` and `https://example.com/stories/12345` both have the
/// segments `stories` and `12345`.
///
/// Links are untrusted: one that could lead somewhere other than it appears to is rejected. These are never links: user
/// names, ports, the segments `.` and `..` in any encoding, control characters, invalid percent-encoding, bytes that
/// aren't UTF-8, and origins that weren't named.
public struct DeepLink: Hashable, Sendable {
    /// The origins that links may have.
    public struct Origins: Hashable, Sendable {
        /// The app's own schemes, in lower case; nil: any except those of the web, of files, mail and scripts.
        public var schemes: Set<String>?
        /// Hosts whose `https` links lead here too, in lower case.
        public var hosts: Set<String>

        public init(schemes: Set<String>? = nil, hosts: Set<String> = []) {
            self.schemes = schemes.map { Set($0.map { $0.lowercased() }) }
            self.hosts = Set(hosts.map { $0.lowercased() })
        }

        private static let foreign: Set<String> = [
            "http", "https", "ws", "wss", "ftp", "file", "data", "blob", "about", "javascript", "vbscript", "mailto",
            "tel", "sms", "view-source", "intent", "facetime", "content", "chrome",
        ]

        func allows(scheme: String) -> Bool { schemes?.contains(scheme) ?? !Origins.foreign.contains(scheme) }
    }

    /// A part of a pattern's path.
    public enum Segment: Hashable, Sendable {
        case literal(String)
        /// One value, between a fixed prefix and suffix.
        case value(prefix: String = "", suffix: String = "")
    }

    /// The parts of the path, decoded. Empty parts are left out.
    public let segments: [String]
    /// The query's items in their order, decoded.
    public let query: [(name: String, value: String)]
    /// Whether the first segment stood in the place of a host, so that its case is ignored.
    private let beginsWithHost: Bool

    /// - Parameters:
    ///   - url: The opened link.
    ///   - origins: The origins that links may have.
    public init?(_ url: URL, from origins: Origins = Origins()) { self.init(url.absoluteString, from: origins) }

    /// - Parameters:
    ///   - text: The opened link.
    ///   - origins: The origins that links may have.
    public init?(_ text: String, from origins: Origins = Origins()) {
        // Bytes, not characters: a slash with a combining mark behind it is another character.
        var rest = Array(text.utf8).prefix { $0 != UInt8(ascii: "#") }
        guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        guard DeepLink.isScheme(rest[..<colon]) else { return nil }
        let scheme = String(decoding: rest[..<colon], as: UTF8.self).lowercased()
        rest = rest[(colon + 1)...]
        let items = rest.drop { $0 != UInt8(ascii: "?") }.dropFirst()
        rest = rest.prefix { $0 != UInt8(ascii: "?") }
        var host: ArraySlice<UInt8> = []
        if rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
            host = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
            rest = rest.dropFirst(2 + host.count)
        }
        guard !host.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "\\") })
        else { return nil }
        var path = rest.split(separator: UInt8(ascii: "/"))
        if scheme == "https" {
            guard origins.hosts.contains(String(decoding: host, as: UTF8.self).lowercased()) else { return nil }
            beginsWithHost = false
        } else {
            guard origins.allows(scheme: scheme), !host.contains(UInt8(ascii: ":")) else { return nil }
            beginsWithHost = !host.isEmpty
            if beginsWithHost { path.insert(host, at: 0) }
        }
        var segments: [String] = []
        for part in path {
            guard let segment = DeepLink.decoded(part), segment != ".", segment != ".." else { return nil }
            segments.append(segment)
        }
        var query: [(name: String, value: String)] = []
        for item in items.split(separator: UInt8(ascii: "&")) {
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            guard let decodedName = DeepLink.decoded(name, isForm: true),
                let value = DeepLink.decoded(item.dropFirst(name.count + 1), isForm: true)
            else { return nil }
            query.append((decodedName, value))
        }
        self.segments = segments
        self.query = query
    }

    /// The values of the link if it has the shape of `pattern`; nil otherwise. A value is never empty.
    public func match(_ pattern: [Segment]) -> [String]? {
        guard pattern.count == segments.count else { return nil }
        var values: [String] = []
        for (index, part) in pattern.enumerated() {
            let segment = segments[index]
            // The case of a host is ignored.
            func folded(_ text: String) -> String { index == 0 && beginsWithHost ? text.lowercased() : text }
            switch part {
            case .literal(let text):
                guard folded(segment) == folded(text) else { return nil }
            case .value(let prefix, let suffix):
                guard segment.count > prefix.count + suffix.count, folded(segment).hasPrefix(folded(prefix)),
                    folded(segment).hasSuffix(folded(suffix))
                else { return nil }
                let value = String(segment.dropFirst(prefix.count).dropLast(suffix.count))
                guard value != ".", value != ".." else { return nil }
                values.append(value)
            }
        }
        return values
    }

    /// The value of a query item as a parameter's type; nil if it is missing, empty or of another type.
    public func value<T: WireDecodable>(_ name: String, as type: T.Type = T.self) -> T? {
        item(name).flatMap { $0.isEmpty ? nil : DeepLink.value($0) }
    }

    /// Reads a query item that may be missing or empty. Returns false if it has a value of another type.
    public func read<T: WireDecodable>(_ name: String, into value: inout T) -> Bool {
        guard let text = item(name), !text.isEmpty else { return true }
        guard let decoded = DeepLink.value(text, as: T.self) else { return false }
        value = decoded
        return true
    }

    /// The value of a query item; of several items, the first.
    public func item(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// A part of a link as the type of a parameter; nil if it isn't one.
    public static func value<T: WireDecodable>(_ text: String, as type: T.Type = T.self) -> T? {
        if let value = try? JSONValue.string(text).decode(T.self) { return value }
        return try? JSONValue(bare: text).decode(T.self)
    }

    /// RFC 3986, section 3.1.
    private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, isLetter(first) else { return false }
        return text.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Percent-decoded; nil if that fails, or the result has a control character.
    private static func decoded(_ text: ArraySlice<UInt8>, isForm: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            var byte = text[index]
            index += 1
            if byte == UInt8(ascii: "%") {
                guard index + 2 <= text.endIndex, let high = Character(Unicode.Scalar(text[index])).hexDigitValue,
                    let low = Character(Unicode.Scalar(text[index + 1])).hexDigitValue, text[index] < 0x80,
                    text[index + 1] < 0x80
                else { return nil }
                byte = UInt8(high << 4 | low)
                index += 2
            } else if byte == UInt8(ascii: "+"), isForm {
                byte = 0x20
            }
            guard byte >= 0x20, byte != 0x7F else { return nil }
            bytes.append(byte)
        }
        return String(bytes: bytes, encoding: .utf8)
    }

    public static func == (left: DeepLink, right: DeepLink) -> Bool {
        left.segments == right.segments && left.beginsWithHost == right.beginsWithHost
            && left.query.elementsEqual(right.query) { $0 == $1 }
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(segments) }
}
