// This file is compiled into CallsiteToolkit, and by a symbolic link into the mock's engine, as `Secrets.swift` is.

extension String {
    /// Decodes UTF-8; nil if the bytes aren't UTF-8. The standard library's `init(validating:as:)` needs macOS 15 and
    /// iOS 18.
    package init?(utf8 bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        // Invalid bytes have become U+FFFD.
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
