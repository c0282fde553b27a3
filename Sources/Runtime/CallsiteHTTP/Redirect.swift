import Foundation

/// Sends a request and follows its redirects, at most `limit`; 0 follows none.
///
/// - Parameter send: Sends one request, and returns a redirect as its response. Throws an `UnreadableURL` if the
///   library that sends requests rejects the URL.
package func sendFollowingRedirects(
    _ request: HTTPRequest, limit: Int, _ send: (HTTPRequest) async throws -> HTTPResponse
) async throws -> HTTPResponse {
    var (request, redirects) = (request, 0)
    /// The redirect that leads to `request`; nil for the first request.
    var redirectResponse: HTTPResponse?
    while true {
        try Task.checkCancellation()
        try request.check()
        let response: HTTPResponse
        do {
            response = try await send(request)
        } catch let unreadable as UnreadableURL {
            // The failure would mean that nothing was sent, but a request was: the redirect is its response.
            if let redirectResponse { return redirectResponse }
            throw unreadable.failure
        }
        guard limit > 0, let next = try redirect(request, response) else { return response }
        redirects += 1
        guard redirects <= limit else { throw TransportFailure(.tooManyRedirects, "more than \(limit) redirects") }
        (request, redirectResponse) = (next, response)
    }
}

/// The library that sends requests rejects a URL.
package struct UnreadableURL: Error {
    package let failure: EncodingFailure

    package init(_ failure: EncodingFailure) { self.failure = failure }
}

extension HTTPRequest {
    /// Throws an `EncodingFailure` if no transport can send the request.
    fileprivate func check() throws {
        try headers.check()
        guard isToken(method.name) else { throw EncodingFailure("\(quoted(method.name)) isn't an HTTP method") }
        guard Origin(url) != nil else { throw EncodingFailure("\(description): only http and https are sent") }
        try body?.check()
    }
}

/// The request that follows a redirect (RFC 9110, 15.4), decided here rather than by URLSession, which on Linux sends
/// credentials to any origin and loses bodies.
///
/// - 307 and 308 keep method and body; 303 becomes a GET (HEAD stays); 301 and 302 turn a POST into a GET, as all
///   browsers do.
/// - Another origin gets only headers that can't contain a secret.
/// - Only http and https are followed, and never from https to http. A redirect that isn't followed is the response.
/// - Several different targets are an error: one of them may have been injected.
package func redirect(_ request: HTTPRequest, _ response: HTTPResponse) throws -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
    let locations = response.headers.values(of: "Location")
    guard Set(locations).count < 2 else { throw TransportFailure.malformed("it has several Locations that differ") }
    guard let location = locations.first,
        var target = URL(string: location, relativeTo: request.url)?.absoluteURL,
        let old = Origin(request.url), let new = Origin(target),
        !(old.scheme == "https" && new.scheme == "http"), 0...65_535 ~= new.port
    else { return nil }
    // RFC 9110, 10.2.2: a target without a fragment takes over the request's. It never reaches the server, so it is
    // dropped.
    if let fragment = target.absoluteString.firstIndex(of: "#") {
        guard let bare = URL(string: String(target.absoluteString[..<fragment])) else { return nil }
        target = bare
    }
    // User info would become an Authorization header of the server's choice.
    guard target.user == nil else { return nil }

    var next = request
    next.url = target
    let isChangedToGet =
        response.status == 303
        ? request.method != .get && request.method != .head
        : request.method == .post && (response.status == 301 || response.status == 302)
    if isChangedToGet {
        next.method = .get
        next.body = nil
        for name in ["Content-Type", "Content-Encoding", "Content-Language", "Content-Location", "Digest"] {
            next.headers[name] = nil
        }
    }
    if old != new {
        next.headers = HTTPHeaders(next.headers.fields.filter { harmlessHeaders.contains($0.name.lowercased()) })
        next.secrets = []
    }
    return next
}

/// The headers that may follow to another origin, in lower case. All others are dropped, since any of them may hold a
/// key.
private let harmlessHeaders: Set<String> = [
    "accept", "accept-language", "accept-encoding", "content-type", "content-encoding", "content-language",
    "user-agent", "range", "cache-control", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since",
    "if-range", "last-event-id",
]
