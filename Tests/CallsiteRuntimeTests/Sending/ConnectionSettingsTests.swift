#if os(Linux)
    @testable import CallsiteCurl
    import CallsiteHTTP
    import CallsiteRuntime
    import Foundation
    import LoopbackServer
    import Testing

    /// Certificates, keys, proxies and interfaces, over TLS on 127.0.0.1.
    @Suite(
        "Settings of a connection", .enabled(if: TLSServer.isAvailable, "there is no OpenSSL for the server"),
        .timeLimit(.minutes(10)))
    struct ConnectionSettingsTests {
        /// The public key of `server.pem`.
        private static let key = "j7QK5o6LAmGDqvPLk4FVrMdP2jxtJO+eWls2B0BLvSo="
        private static let otherKey = "YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE="

        private static func settings(_ change: (inout ConnectionSettings) -> Void = { _ in }) -> ConnectionSettings {
            var settings = ConnectionSettings()
            settings.trustedCertificates = TLSServer.certificate("authority.pem")
            settings.proxy = .direct
            change(&settings)
            return settings
        }

        private func get(_ url: URL, _ settings: ConnectionSettings) async throws -> String {
            let transport = NetworkTransport(idleTimeout: LoopbackServer.patience, settings: settings)
            return String(decoding: try await transport.send(HTTPRequest(url: url)).body, as: UTF8.self)
        }

        private func failure(_ url: URL, _ settings: ConnectionSettings) async -> TransportFailure? {
            await #expect(throws: TransportFailure.self) { try await get(url, settings) }
        }

        @Test("a server is trusted by the file that is named, and by nothing else")
        func trust() async throws {
            let server = try TLSServer()
            #expect(try await get(server.url, Self.settings()) == "ok")
            for file in [nil, TLSServer.certificate("stranger.pem")] {
                let failure = await failure(server.url, Self.settings { $0.trustedCertificates = file })
                #expect(failure?.kind == .notSecure)
            }
            let missing = await failure(server.url, Self.settings { $0.trustedCertificates = "/nowhere/authority.pem" })
            #expect(missing?.kind == .notSecure)
            #expect(missing?.description.contains("/nowhere/authority.pem") == true)
            #expect(server.requests.count == 1)
        }

        @Test("the system's certificates don't count beside the file that is named")
        func options() {
            let options = Self.settings().options(sendsCertificate: true)
            let folder = options.filter { $0.option == Curl.Option.certificateFolder }
            #expect(folder.count == 1 && folder[0].text == nil)
        }

        @Test("a server must have one of the pinned keys, and be trusted besides")
        func pinnedKeys() async throws {
            let server = try TLSServer()
            for keys in [[Self.key], [Self.otherKey, Self.key]] {
                #expect(try await get(server.url, Self.settings { $0.pinnedKeys = keys }) == "ok")
            }
            #expect(await failure(server.url, Self.settings { $0.pinnedKeys = [Self.otherKey] })?.kind == .notSecure)
            let stranger = Self.settings {
                $0.pinnedKeys = [Self.key]
                $0.trustedCertificates = TLSServer.certificate("stranger.pem")
            }
            #expect(await failure(server.url, stranger)?.kind == .notSecure)
            #expect(server.requests.count == 2)
        }

        @Test("a redirect meets the pinned keys too")
        func pinnedKeysOfRedirects() async throws {
            let plain = try LoopbackServer { _ in .text("plain") }
            let server = try TLSServer(redirectingTo: plain.baseURL)
            let transport = NetworkTransport(
                idleTimeout: LoopbackServer.patience, settings: Self.settings { $0.pinnedKeys = [Self.key] })
            // From https to http is never followed.
            #expect(try await transport.send(HTTPRequest(url: server.url)).status == 302)
            let failure = await failure(plain.baseURL, Self.settings { $0.pinnedKeys = [Self.key] })
            #expect(failure?.kind == .notSecure)
            #expect(plain.requests.isEmpty)
        }

        @Test(
            "what is no hash of a key fails every request",
            arguments: ["", "sha256//\(key)", "j7QK5o6LAmGDqvPLk4FV", key.lowercased() + ";"])
        func noKey(_ key: String) async throws {
            let server = try TLSServer()
            let failure = await failure(server.url, Self.settings { $0.pinnedKeys = [key] })
            #expect(failure?.kind == .notSecure)
            #expect(failure?.description.contains("isn't a pinned key") == true)
            #expect(server.requests.isEmpty)
        }

        @Test("a client's certificate is shown where it is asked for")
        func clientCertificate() async throws {
            typealias Certificate = ConnectionSettings.ClientCertificate
            let server = try TLSServer(asksForCertificate: true)
            let certificates: [Certificate?] = [
                nil, .pem(TLSServer.certificate("client.pem")),
                .pem(
                    TLSServer.certificate("client-certificate.pem"), key: TLSServer.certificate("client-key.pem"),
                    password: "secret"),
                .pkcs12(TLSServer.certificate("client.p12"), password: "secret"),
            ]
            for certificate in certificates {
                #expect(try await get(server.url, Self.settings { $0.clientCertificate = certificate }) == "ok")
            }
            #expect(server.requests.map(\.hasCertificate) == [false, true, true, true])
        }

        @Test("a client's certificate that can't be used is an error, which doesn't show the password")
        func unusableCertificate() async throws {
            typealias Certificate = ConnectionSettings.ClientCertificate
            let server = try TLSServer(asksForCertificate: true)
            let certificates: [Certificate] = [
                .pem("/nowhere/client.pem"), .pem(TLSServer.certificate("client-certificate.pem")),
                .pem(
                    TLSServer.certificate("client-certificate.pem"), key: TLSServer.certificate("client-key.pem"),
                    password: "hunter2"),
                .pkcs12(TLSServer.certificate("client.p12"), password: "hunter2"),
            ]
            for certificate in certificates {
                let settings = Self.settings { $0.clientCertificate = certificate }
                let failure = await failure(server.url, settings)
                #expect(failure?.kind == .notSecure)
                var dumped = "\(settings)"
                dump(settings, to: &dumped)
                dump(failure, to: &dumped)
                #expect(!dumped.contains("hunter2"))
            }
            #expect(server.requests.isEmpty)
        }

        @Test("a client's certificate isn't shown to another origin that a redirect leads to")
        func certificateOfRedirects() async throws {
            let other = try TLSServer(asksForCertificate: true)
            let server = try TLSServer(asksForCertificate: true, redirectingTo: other.url)
            let settings = Self.settings { $0.clientCertificate = .pem(TLSServer.certificate("client.pem")) }
            let transport = NetworkTransport(idleTimeout: LoopbackServer.patience, settings: settings)
            for url in [server.url, other.url, server.url] {
                #expect(try await transport.send(HTTPRequest(url: url)).status == 200)
            }
            #expect(server.requests.map(\.hasCertificate) == [true, true])
            #expect(other.requests.map(\.hasCertificate) == [false, true, false])
        }

        @Test("requests go through the proxy, with its user, and without it to the hosts excepted")
        func proxy() async throws {
            let proxy = try LoopbackServer { _ in .text("by proxy") }
            let server = try LoopbackServer { _ in .text("directly") }
            var parts = try #require(URLComponents(url: proxy.baseURL, resolvingAgainstBaseURL: true))
            (parts.user, parts.password) = ("user", "hunter2")
            let url = try #require(parts.url)
            let settings = Self.settings { $0.proxy = .server(url, except: ["127.0.0.1"]) }
            let elsewhere = try #require(URL(string: "http://callsite.invalid/path"))
            #expect(try await get(elsewhere, settings) == "by proxy")
            #expect(try await get(server.baseURL, settings) == "directly")
            let request = try #require(proxy.requests.first)
            #expect(request.target == "http://callsite.invalid/path")
            #expect(request[header: "Proxy-Authorization"] == "Basic dXNlcjpodW50ZXIy")
            var dumped = "\(settings)"
            dump(settings, to: &dumped)
            #expect(!dumped.contains("hunter2"))
        }

        @Test("a proxy that can't be reached, or refuses, is an error that doesn't show its user")
        func noProxy() async throws {
            let refusing = try LoopbackServer { _ in .text("", status: 407) }
            for proxy in [LoopbackServer.nobodysURL, refusing.baseURL] {
                var parts = try #require(URLComponents(url: proxy, resolvingAgainstBaseURL: true))
                (parts.user, parts.password) = ("user", "hunter2")
                let url = try #require(parts.url)
                let target = try #require(URL(string: "https://callsite.invalid/"))
                let failure = await failure(target, Self.settings { $0.proxy = .server(url) })
                #expect(failure?.kind == .cannotConnect)
                #expect(failure.map { "\($0)" }?.contains("hunter2") == false)
            }
        }

        @Test("a setting that libcurl would pass over or cut is an error, and nothing is sent")
        func unusableSettings() async throws {
            let server = try TLSServer()
            let proxy = try #require(URL(string: "http://127.0.0.1:1"))
            let changes: [(inout ConnectionSettings) -> Void] = [
                { $0.interface = "" }, { $0.interface = String(repeating: "x", count: 255) },
                { $0.interface = "lo\0x" },
                { $0.trustedCertificates = TLSServer.certificate("authority.pem") + "\0x" },
                { $0.trustedCertificates = "" },
                { $0.clientCertificate = .pem(TLSServer.certificate("client.pem") + "\0x") },
                { $0.clientCertificate = .pem(TLSServer.certificate("client.pem"), password: "hunter2\0") },
                { $0.proxy = .server(proxy, except: ["127.0.0.1\0x"]) },
            ]
            for (number, change) in changes.enumerated() {
                let failure = await failure(server.url, Self.settings(change))
                #expect(failure?.description.contains("hunter2") == false, "\(number)")
            }
            #expect(server.requests.isEmpty)
        }

        @Test("connections leave from the interface that is named")
        func interface() async throws {
            let server = try TLSServer()
            for interface in ["lo", "127.0.0.2"] {
                #expect(try await get(server.url, Self.settings { $0.interface = interface }) == "ok")
            }
            #expect(server.requests.map(\.address) == ["127.0.0.1", "127.0.0.2"])
            let failure = await failure(server.url, Self.settings { $0.interface = "if!nowhere0" })
            #expect(failure?.kind == .cannotConnect)
            #expect(failure?.description.contains("nowhere0") == true)
        }
    }
#endif
