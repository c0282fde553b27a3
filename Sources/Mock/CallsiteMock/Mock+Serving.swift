import CallsiteMockEngine
import CallsiteRuntime
import Foundation

extension Mock {
    /// A server on this machine that serves this mock, for an app in another process.
    public final class Server: Sendable {
        private let server: MockServer

        fileprivate init(_ server: MockServer) { self.server = server }

        /// The base URL for a session: `http://127.0.0.1:4010`.
        public var url: String { server.url }
        public var port: Int { server.port }

        /// Ends all connections; the port is free afterwards. A server that is released ends by itself.
        public func stop() async { await server.stop() }
    }

    /// Serves this mock on 127.0.0.1. Responses that ``respond(to:with:)`` gives as values are for ``session`` only.
    ///
    /// - Parameter port: 0 chooses a free one.
    /// - Throws: A `MockError` if the port is in use.
    public func serve(port: Int = 0) async throws -> Server {
        let host = host
        return Server(
            try CallsiteMockEngine.serve(
                port: port,
                handler: { request, respond in
                    let answer = host.answer(request)
                    respond(ServedResponse(answer.response, answer.delivery))
                }))
    }
}
