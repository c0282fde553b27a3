import CallsiteRuntime
import CallsiteToolkit
import Foundation

extension Session {
    /// A session for the API: a token, more patience than usual, and a line in the log for each request.
    static func studio(at url: URL? = nil, token: String, log: @escaping @Sendable (String) -> Void) -> Session {
        var session = Session(baseURL: url, credential: .bearer(token))
        session.timeout = 30  // seconds for each attempt
        session.retries.limit = 3
        session.middleware = [RequestLogger(write: log)]
        return session
    }
}
