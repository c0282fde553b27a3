import CallsiteRuntime
import Foundation

/// Keeps responses that have an `ETag` or a `Last-Modified`, asks the server whether they are still current (RFC 9110,
/// 13), and returns the kept response if the server says 304.
///
///     session.middleware = [ConditionalRequests()]
///
/// Only responses to GET with status 200 are kept, in memory; the least recently used are dropped first.
/// `Cache-Control: no-store` and `Vary` are respected. Use an instance for each user: it doesn't see who is signed in.
public final class ConditionalRequests: Middleware, @unchecked Sendable {
    private struct Entry {
        let response: HTTPResponse
        /// The request's values of the headers that `Vary` names.
        let varying: [String: String?]
        var lastUse: Int
    }

    private let sizeLimit: Int
    private let lock = NSLock()
    // Guarded by `lock`.
    private var entries: [URL: Entry] = [:]
    private var size = 0
    private var uses = 0

    /// - Parameter sizeLimit: The most bytes of bodies to keep.
    public init(sizeLimit: Int = 20 << 20) { self.sizeLimit = sizeLimit }

    public func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
        guard request.method == .get, !request.streamsResponse, request.headers["If-None-Match"] == nil,
            request.headers["If-Modified-Since"] == nil, request.headers["Range"] == nil
        else { return try await next(request) }
        let old = find(request)
        var request = request
        request.headers["If-None-Match"] = old?.etag
        if old?.etag == nil { request.headers["If-Modified-Since"] = old?.headers["Last-Modified"] }
        let http = try await next(request)
        if http.status == 304, var response = old {
            // The headers of the 304 replace the kept ones (RFC 9111, 4.3.4).
            response.headers.merge(HTTPHeaders(http.headers.fields.filter { $0.name.lowercased() != "content-length" }))
            return response
        }
        keep(http, for: request)
        return http
    }

    private func find(_ request: HTTPRequest) -> HTTPResponse? {
        lock.withLock {
            guard let entry = entries[request.url], entry.varying.allSatisfy({ request.headers[$0] == $1 }) else {
                return nil
            }
            uses += 1
            entries[request.url]?.lastUse = uses
            return entry.response
        }
    }

    private func keep(_ http: HTTPResponse, for request: HTTPRequest) {
        let vary = (http.headers["Vary"] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        guard http.status == 200, http.stream == nil, http.etag != nil || http.headers["Last-Modified"] != nil,
            http.headers["Cache-Control"]?.lowercased().contains("no-store") != true, !vary.contains("*"),
            http.body.count <= sizeLimit
        else { return }
        lock.withLock {
            size -= entries[request.url]?.response.body.count ?? 0
            uses += 1
            entries[request.url] = Entry(
                response: http, varying: Dictionary(vary.map { ($0, request.headers[$0]) }) { $1 }, lastUse: uses)
            size += http.body.count
            while size > sizeLimit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                size -= oldest.value.response.body.count
                entries[oldest.key] = nil
            }
        }
    }
}

extension Session {
    /// Asks whether a resource has changed since an earlier response, by its `ETag` or `Last-Modified` (RFC 9110,
    /// 13.1).
    ///
    /// - Returns: The new response; nil if the server says that the earlier one is still current.
    /// - Throws: As `response(to:)`.
    public func response<R: RequestType>(to request: R, ifNewerThan earlier: TypedResponse<R>) async throws
        -> TypedResponse<R>?
    {
        let http = try await http(for: request) { rendered in
            rendered.headers["If-None-Match"] = earlier.http.etag
            if earlier.http.etag == nil {
                rendered.headers["If-Modified-Since"] = earlier.http.headers["Last-Modified"]
            }
        }
        return http.status == 304 ? nil : try typedResponse(of: R.self, from: http)
    }
}
