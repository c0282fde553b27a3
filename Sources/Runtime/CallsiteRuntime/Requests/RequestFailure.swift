import Foundation

/// The error for a response whose status isn't a success. `Session.send` throws it.
///
///     } catch let failure as any RequestFailure where failure.status == 404 {
public protocol RequestFailure: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// Every response must become an error, so this can't fail.
    init(_ http: HTTPResponse)

    /// The whole HTTP response.
    var http: HTTPResponse { get }
}

/// An error response with one type of body for every status.
public struct Rejected<Body: WireDecodable>: RequestFailure {
    /// The decoded body; nil if it isn't as described.
    public let body: Body?
    public let http: HTTPResponse

    public init(_ http: HTTPResponse) {
        body = http.decoded(Body.self)
        self.http = http
    }
}

extension RequestFailure {
    /// The status code (RFC 9110, 15): 404.
    public var status: Int { http.status }

    /// The server's own words, without secrets: the first string in a JSON body at `detail` or `title` (RFC 9457),
    /// `message`, `error_description` (RFC 6749), `error.message` or `error`; nil if there is none.
    public var serverMessage: String? {
        guard let body = http.decoded(JSONValue.self) else { return nil }
        let texts = [
            body["detail"], body["title"], body["message"], body["error_description"], body["error"]?["message"],
            body["error"],
        ]
        return texts.lazy.compactMap { $0?.string }.first { !$0.isEmpty }.map { withoutSecrets($0) }
    }

    /// The request, the status and the server's message on one line, without secrets:
    /// `GET https://api.example.com/items/3: the server responded with 404: "No such item"`.
    public var description: String {
        let text = "the server responded with \(serverMessage.map { "\(status): \(quoted($0))" } ?? "\(http)\(start)")"
        return http.request.map { "\($0): \(text)" } ?? text
    }

    public var errorDescription: String? { description }
    // Foundation's defaults are out of reach in files that don't import it.
    public var failureReason: String? { nil }
    public var recoverySuggestion: String? { nil }
    public var helpAnchor: String? { nil }

    fileprivate var start: String {
        let text = withoutSecrets(String(decoding: http.body.prefix(400), as: UTF8.self))
        return text.isEmpty ? "" : ": " + quoted(text)
    }
}

extension Rejected: CustomReflectable {
    /// Shows the start of the body, without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["status": status, "body": start, "http": http]) }
}
