import Foundation

/// A URL as a model stores it: its text, which becomes a `URL` when the property is asked for. Making a `URL` takes
/// several times as long as reading one, and a response may have thousands.
///
///     public var avatar: URL { _avatar.value }
///     private let _avatar: StoredURL
public struct StoredURL: Hashable, Sendable {
    private let text: String

    public init(_ value: URL) { text = value.absoluteString }

    /// Only text that was found to be a URL is stored.
    public var value: URL { URL(string: text) ?? URL(fileURLWithPath: "/") }
}

extension StoredURL: WireCodable {
    public init(from value: borrowing WireValue) throws { text = try value.urlText() }

    public func write(to output: inout FieldWriter) { output.string(text) }
}

extension StoredURL: CustomStringConvertible {
    public var description: String { text }
}

extension WireValue {
    /// A URL's text: as it came, or with what RFC 3986 doesn't allow in it percent-encoded. Throws where even then it is
    /// none. So every system reads the same: Foundation's own `URL(string:)` refuses a space on iOS 16, and encodes it on
    /// later ones.
    func urlText() throws -> String {
        let raw = tape.pointee.raw(index)
        if tape.pointee.tag(index) == Tape.Tag.string, let start = raw.baseAddress, isPlainWebURL(start, raw.count) {
            return String(decoding: raw, as: UTF8.self)
        }
        let text = encodedURI(try string())
        guard !text.isEmpty, let url = URL(string: text) else { throw failure("a URL (RFC 3986)") }
        // Any word is a reference: in a union a string that has no scheme is rather something else.
        if url.scheme == nil { noteUnrecognized() }
        return text
    }
}

/// Whether a string is a URL for sure: http or https, a host without a user and a port, and no character that must be
/// encoded. For any other string it takes a closer look.
private func isPlainWebURL(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> Bool {
    guard size > 8 else { return false }
    let start = memcmp(bytes, "https://", 8) == 0 ? 8 : memcmp(bytes, "http://", 7) == 0 ? 7 : size
    guard start < size, bytes[start] | 0x20 >= 0x61 ? bytes[start] | 0x20 <= 0x7A : bytes[start] &- 0x30 < 10 else {
        return false
    }
    return memchr(bytes + start, 0x3A, size - start) == nil && memchr(bytes + start, 0x40, size - start) == nil
        && ByteScan.isURIText(bytes, size)
}
