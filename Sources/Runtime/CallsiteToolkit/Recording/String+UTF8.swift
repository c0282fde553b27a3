// This file is compiled into CallsiteToolkit, and by a symbolic link into the mock's engine, as `Secrets.swift` is.

extension String {
    /// The text that these bytes are; nil: they aren't UTF-8. The standard library's `init(validating:as:)` needs macOS 15
    /// and iOS 18.
    package init?(utf8 bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        // Whatever isn't UTF-8 has become U+FFFD.
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
