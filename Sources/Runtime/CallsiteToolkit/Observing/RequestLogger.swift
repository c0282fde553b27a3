import CallsiteRuntime
import Foundation

/// Logs a line for each request, or more, and never a credential. The first line names the transport.
///
///     session.middleware = [RequestLogger { logger.debug("\($0)") }]
///
///     GET https://api.example.com/stories/1 → 200 (application/json, 153 bytes), 12 ms
///
/// The session's credential isn't attached yet when a middleware sees a request. If headers are logged, or the status
/// is 401, the log shows how the credential was sent (`Authorization: <bearer>`), or that there was none. Headers,
/// query items, form fields and JSON fields whose names look like credentials are left out.
public struct RequestLogger: Middleware {
    /// How much is logged.
    public enum Detail: Hashable, Sendable {
        case line
        case headers
        /// Headers and bodies, with at most `limit` bytes of each body. Files and streams are never read for this.
        case bodies(limit: Int)
    }

    private let detail: Detail
    private let redaction: Redaction
    private let write: @Sendable (String) -> Void
    private let isNamed = Locked(false)

    /// - Parameters:
    ///   - detail: How much is logged.
    ///   - names: Headers, query items and fields of bodies that contain a secret, beside the known ones.
    ///   - write: Called with a string of one or more lines.
    public init(_ detail: Detail = .line, redacting names: [String] = [], write: @escaping @Sendable (String) -> Void) {
        self.detail = detail
        redaction = Redaction(names)
        self.write = write
    }

    public func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
        if !isNamed.exchange(true), let transport = context.transport as? any CustomStringConvertible {
            write("requests are sent by \(Session.shortName(of: transport))")
        }
        let start = DispatchTime.now().uptimeNanoseconds
        let line =
            "\(request.method) \(redaction.url(request.url))"
            + (context.attempt > 1 ? " (attempt \(context.attempt))" : "")
        do {
            let http = try await next(request)
            let size = http.stream == nil ? "\(http.body.count) bytes" : "a stream"
            let summary = "\(http.status) (\(http.headers["Content-Type"] ?? "no content type"), \(size))"
            var text = "\(line) → \(summary), \(milliseconds(since: start)) ms"
            if http.status == 401 || detail != .line { text += credentialLines(http.authentication) }
            text += lines(">", request.headers, request.body.flatMap { $0.data })
            text += lines("<", http.headers, http.body)
            write(text)
            return http
        } catch {
            write("\(line) → \(error), \(milliseconds(since: start)) ms")
            throw error
        }
    }

    private func milliseconds(since start: UInt64) -> UInt64 {
        (DispatchTime.now().uptimeNanoseconds - start) / 1_000_000
    }

    /// A log line for the session's credential.
    private func credentialLines(_ authentication: Authentication?) -> String {
        switch authentication {
        case nil, .unspecified?, .none?: "\n> no credential of the session"
        case .bearer?: "\n> Authorization: <bearer>"
        case .basic?: "\n> Authorization: <basic>"
        case .header(let name)?: "\n> \(name): <key>"
        case .query(let name)?: "\n> ?\(name)=<key>"
        case .cookie(let name)?: "\n> Cookie: \(name)=<key>"
        case .all(let parts)?, .oneOf(let parts)?: parts.map(credentialLines).joined()
        }
    }

    private func lines(_ mark: String, _ headers: HTTPHeaders, _ body: Data?) -> String {
        guard detail != .line else { return "" }
        var text = redaction.headers(headers).fields.map { "\n\(mark) \($0.name): \($0.value)" }.joined()
        guard case .bodies(let limit) = detail, let body else { return text }
        switch redaction.body(body, headers) {
        case .none: break
        case .json(let value): text += "\n\(mark) " + shortened(value.description, limit)
        case .text(let plain): text += "\n\(mark) " + shortened(plain, limit)
        case .bytes(let data): text += "\n\(mark) \(data.count) bytes"
        }
        return text
    }

    private func shortened(_ text: String, _ limit: Int) -> String {
        text.utf8.count <= limit ? text : String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "…"
    }
}
