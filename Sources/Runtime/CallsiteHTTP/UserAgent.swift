import Foundation

/// The `User-Agent` of requests that don't set their own: the same from every transport, and nothing about the system.
package enum UserAgent {
    /// The program's name, as far as it can be a token (RFC 9110, section 10.1.5), and `Callsite`.
    package static let text: String = {
        let name = ProcessInfo.processInfo.processName.utf8.prefix(64).filter {
            0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
        }
        return (name.isEmpty ? "" : String(decoding: name, as: UTF8.self) + " ") + "Callsite"
    }()
}
