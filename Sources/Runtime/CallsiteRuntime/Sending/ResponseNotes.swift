import Foundation

/// A session's notes about a response.
struct ResponseNotes: Sendable {
    /// The method of the request, as the session first sent it.
    var method: HTTPMethod?
    var authentication: Authentication?
    /// How leniently the body is decoded.
    var reading: ReadingOptions = []
    var onSkippedElement: (@Sendable (DecodingFailure) -> Void)?
    /// The value of a stub, which needs no bytes.
    var stub: (any Sendable)?
    var reopening: StreamReopening?
}

/// Opens a stream anew. Set by a session for requests that may be retried.
package struct StreamReopening: Sendable {
    /// The time by the session's clock.
    package let now: @Sendable () -> Duration
    /// Waits for some seconds, then opens the stream again behind the event with this id. Returns nil if the server
    /// says that there is no more.
    package let open: @Sendable (_ lastID: String?, _ wait: Double) async throws -> HTTPResponse?
}

extension HTTPResponse {
    var sessionNotes: ResponseNotes {
        get { notes as? ResponseNotes ?? ResponseNotes() }
        set { notes = newValue }
    }

    /// The method of the request, as a session first sent it; nil for other responses.
    public var method: HTTPMethod? { sessionNotes.method }

    /// How a session has authenticated the request; nil: it was sent without a credential. It never contains the
    /// credential.
    public var authentication: Authentication? { sessionNotes.authentication }

    /// Opens the response's stream again; nil: the request must not be retried.
    package var reopening: StreamReopening? { sessionNotes.reopening }

    /// The request in an error's message: `GET https://api.example.com/items/3`; nil for responses of no session.
    var request: String? {
        guard let method, let url else { return nil }
        return "\(method) \(withoutSecrets(url.absoluteString))"
    }
}

extension HTTPResponse {
    /// A response with this value, for stubs and tests. No body is decoded. It fits only requests with this type of
    /// `Response`.
    public static func value(_ value: any Sendable, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
        var response = HTTPResponse(status: status, headers: headers)
        response.sessionNotes.stub = value
        return response
    }

    /// The value of ``value(_:status:headers:)``; nil for a response of bytes.
    package var value: (any Sendable)? { sessionNotes.stub }
}
