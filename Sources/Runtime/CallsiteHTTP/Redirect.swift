import Foundation

/// Sends a request and follows its redirects, at most `limit`; 0 follows none.
///
/// - Parameter send: Sends one request, whose redirect is the response. Throws an `UnreadableURL` where the library that
///   sends takes the URL for none.
package func sendFollowingRedirects(
    _ request: HTTPRequest, limit: Int, _ send: (HTTPRequest) async throws -> HTTPResponse
) async throws -> HTTPResponse {
    var (request, redirects) = (request, 0)
    /// The response that leads to `request`.
    var leading: HTTPResponse?
    while true {
        try Task.checkCancellation()
        try request.check()
        let response: HTTPResponse
        do {
            response = try await send(request)
        } catch let refused as UnreadableURL {
            // A server that redirects there is no reason to say that nothing was sent.
            if let leading { return leading }
            throw refused.failure
        }
        guard limit > 0, let next = try redirect(request, response) else { return response }
        redirects += 1
        guard redirects <= limit else { throw TransportFailure(.tooManyRedirects, "more than \(limit) redirects") }
        (request, leading) = (next, response)
    }
}

/// A URL that the library which sends requests takes for none.
package struct UnreadableURL: Error {
    package let failure: EncodingFailure

    package init(_ failure: EncodingFailure) { self.failure = failure }
}

extension HTTPRequest {
    /// Throws an `EncodingFailure` where the request can't be sent by any transport.
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
/// - Several targets are an error: whoever has added one may have another place in mind.
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

/// The headers that may follow to another origin; in lower case. A list of what is allowed, since any other may hold a
/// key.
private let harmlessHeaders: Set<String> = [
    "accept", "accept-language", "accept-encoding", "content-type", "content-encoding", "content-language",
    "user-agent", "range", "cache-control", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since",
    "if-range", "last-event-id",
]
