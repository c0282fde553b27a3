import Foundation

/// The reason why there is no response.
public struct TransportFailure: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// The kind of failure.
    public enum Kind: Hashable, Sendable {
        /// Nothing arrived for too long, or the attempt took too long.
        case timedOut
        /// The connection ended before the response did.
        case connectionLost
        /// The host can't be reached: no network, an unknown host, or nothing listens on the port.
        case cannotConnect
        /// TLS failed, because of a certificate or a version.
        case notSecure
        case tooManyRedirects
        /// The response isn't valid HTTP. It isn't retried.
        case badResponse
        /// The response is larger than `Session.responseSizeLimit`.
        case tooLarge
        case other
    }

    /// The kind of failure. The session retries `.connectionLost` and `.cannotConnect`.
    public let kind: Kind
    /// The cause, for people.
    public let description: String
    /// The system's error, if there was one.
    public let underlying: (any Error)?

    public init(_ kind: Kind, _ description: String, underlying: (any Error)? = nil) {
        self.kind = kind
        self.description = withoutSecrets(description)
        self.underlying = underlying
    }

    /// A response that isn't valid HTTP.
    package static func malformed(_ reason: String) -> TransportFailure {
        TransportFailure(.badResponse, "the response is malformed: \(reason)")
    }

    /// A body that is larger in memory than `limit`, in bytes.
    package static func tooLarge(_ limit: Int) -> TransportFailure {
        let reason = "the response is larger than \(limit) bytes, which 'responseSizeLimit' of the session allows"
        return TransportFailure(.tooLarge, reason)
    }

    public var errorDescription: String? { description }
}

extension TransportFailure: CustomReflectable {
    /// Shows the system's error as a string without secrets, since it may hold the URL.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "kind": kind, "description": description,
                "underlying": underlying.map { withoutSecrets("\($0)") } ?? "none",
            ])
    }
}

/// A value that can't be encoded, or a request that must not be sent as it is. Nothing has been sent.
public struct EncodingFailure: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
    /// The cause, with the name of the field or parameter. It never contains the value of a header or a credential.
    public let description: String

    public init(_ description: String) { self.description = withoutSecrets(description) }

    public var errorDescription: String? { description }
}

/// A string for a message, cut at about a hundred characters.
package func abbreviated(_ text: String) -> String { text.count > 100 ? text.prefix(100) + "…" : text }

/// A string in quotes for a message, on one line, cut at about a hundred characters.
package func quoted(_ text: String) -> String {
    var line = ""
    for scalar in abbreviated(text).unicodeScalars {
        if scalar.properties.generalCategory == .control { line += "�" } else { line.unicodeScalars.append(scalar) }
    }
    return "\"\(line)\""
}
