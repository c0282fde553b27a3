import Foundation

/// A URL as a model stores it: a string that becomes a `URL` when the property is read. Making a `URL` takes several
/// times as long as decoding the string, and a response may have thousands.
///
///     public var avatar: URL { _avatar.value }
///     private let _avatar: StoredURL
public struct StoredURL: Hashable, Sendable {
    private let string: String

    public init(_ value: URL) { string = value.absoluteString }

    /// Every stored string is a valid URL, so the fallback isn't used.
    public var value: URL { URL(string: string) ?? URL(fileURLWithPath: "/") }
}

extension StoredURL: WireCodable {
    public init(from value: borrowing WireValue) throws { string = try value.urlText() }

    public func write(to output: inout FieldWriter) { output.string(string) }
}

extension StoredURL: CustomStringConvertible {
    public var description: String { string }
}

extension WireValue {
    /// The string of a URL, in which characters that RFC 3986 doesn't allow are percent-encoded. Throws if the result
    /// still isn't a URL. This makes all systems alike: Foundation's own `URL(string:)` refuses a space on iOS 16, and
    /// encodes it on later ones.
    func urlText() throws -> String {
        let raw = tape.pointee.raw(index)
        if tape.pointee.tag(index) == Tape.Tag.string, let start = raw.baseAddress, isPlainWebURL(start, raw.count) {
            return String(decoding: raw, as: UTF8.self)
        }
        let uri = encodedURI(try string())
        guard !uri.isEmpty, let url = URL(string: uri) else { throw failure("a URL (RFC 3986)") }
        // Any word is a relative reference, so in a union a string without a scheme rather belongs to another type.
        if url.scheme == nil { noteUnrecognized() }
        return uri
    }
}

/// Whether a string is certainly a URL: http or https, a host without a user and a port, and no character that must be
/// encoded. Any other string needs a closer look.
private func isPlainWebURL(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> Bool {
    guard size > 8 else { return false }
    let start = memcmp(bytes, "https://", 8) == 0 ? 8 : memcmp(bytes, "http://", 7) == 0 ? 7 : size
    guard start < size, bytes[start] | 0x20 >= 0x61 ? bytes[start] | 0x20 <= 0x7A : bytes[start] &- 0x30 < 10 else {
        return false
    }
    return memchr(bytes + start, 0x3A, size - start) == nil && memchr(bytes + start, 0x40, size - start) == nil
        && ByteScan.isURIText(bytes, size)
}
