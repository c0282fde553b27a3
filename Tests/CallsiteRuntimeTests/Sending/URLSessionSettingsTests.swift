#if !os(Linux)
    import CallsiteHTTP
    import CallsiteRuntime
    import Foundation
    import LoopbackServer
    import Testing
    import Waiting

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// A configuration and a delegate of the app's own.
    @Suite("Settings of URLSession", .timeLimit(.minutes(10)))
    struct URLSessionSettingsTests {
        /// Logs in where a server asks for it, and notes what it is notified of.
        private final class Delegate: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
            let events = Watched<[String]>([])

            func urlSession(
                _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
                completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
            ) {
                events.update { $0.append("challenge") }
                completionHandler(
                    .useCredential, URLCredential(user: "user", password: "secret", persistence: .forSession))
            }

            func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
                events.update { $0.append(error == nil ? "end" : "error") }
            }

            // The transport's own, which it must not hand on.
            func urlSession(
                _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
                newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
            ) {
                events.update { $0.append("redirect") }
                completionHandler(request)
            }
        }

        private static func configuration(
            _ change: (URLSessionConfiguration) -> Void = { _ in }
        ) -> URLSessionConfiguration {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.timeoutIntervalForRequest = LoopbackServer.patience
            change(configuration)
            return configuration
        }

        @Test("the configuration holds as it is")
        func configuration() async throws {
            let server = try LoopbackServer { $0.target == "/silence" ? .silence : .text("ok") }
            let transport = NetworkTransport(
                configuration: Self.configuration {
                    $0.httpAdditionalHeaders = ["X-Own": "1"]
                    $0.timeoutIntervalForRequest = 1
                })
            #expect(try await transport.send(HTTPRequest(url: server.url("/"))).body == Data("ok".utf8))
            #expect(server.requests.first?[header: "X-Own"] == "1")
            let failure = await #expect(throws: TransportFailure.self) {
                try await transport.send(HTTPRequest(url: server.url("/silence")))
            }
            #expect(failure?.kind == .timedOut)
        }

        @Test("the delegate responds to challenges, and is notified of ends")
        func delegate() async throws {
            let server = try LoopbackServer {
                $0[header: "Authorization"] == nil ? .basicChallenge() : .text("welcome")
            }
            let delegate = Delegate()
            let transport = NetworkTransport(configuration: Self.configuration(), delegate: delegate)
            let response = try await transport.send(HTTPRequest(url: server.url("/")))
            #expect(response.body == Data("welcome".utf8))
            #expect(await delegate.events.wait { $0.contains("end") } == ["challenge", "end"])
        }

        @Test("redirects are the transport's")
        func redirects() async throws {
            let server = try LoopbackServer { $0.target == "/" ? .redirect(to: "/new") : .text("there") }
            let delegate = Delegate()
            let transport = NetworkTransport(
                configuration: Self.configuration(), delegate: delegate, redirectLimit: 0)
            #expect(try await transport.send(HTTPRequest(url: server.url("/"))).status == 302)
            #expect(server.requests.count == 1)
            #expect(!delegate.events.value.contains("redirect"))
        }

        #if !canImport(FoundationNetworking)
            @Test("a background configuration is refused")
            func background() async throws {
                let transport = NetworkTransport(configuration: .background(withIdentifier: "callsite"))
                await #expect(throws: TransportFailure.self) {
                    try await transport.send(HTTPRequest(url: LoopbackServer.nobodysURL))
                }
            }
        #endif
    }
#endif
