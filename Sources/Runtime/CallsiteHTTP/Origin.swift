import Foundation

/// Scheme, host and port of a URL (RFC 6454). They decide whether a credential may be sent to the URL.
package struct Origin: Hashable, Sendable {
    package let scheme: String
    package let host: String
    package let port: Int

    /// nil for anything but http and https with a host.
    package init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host?.lowercased(), !host.isEmpty
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }
}

extension Origin: CustomStringConvertible {
    package var description: String { "\(scheme)://\(host):\(port)" }
}
