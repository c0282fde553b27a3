import Testing
import Waiting

@testable import CallsiteMockEngine

/// The server as a whole. Its time stands still where a test is about time, and each test waits for events.
@Suite(.timeLimit(.minutes(10))) struct ServingServerTests {
    private static let get = "GET /a HTTP/1.1\r\nHost: localhost\r\n"

    /// No limit of time is reached by itself.
    private var patient: ServingLimits {
        var limits = ServingLimits()
        (limits.headTime, limits.bodyTime, limits.idleTime, limits.writeTime, limits.lingerTime) = (
            1e6, 1e6, 1e6, 1e6, 1e6
        )
        limits.wholeBodyTime = 1e6
        return limits
    }

    private func answer(_ text: String) -> ServedResponse {
        ServedResponse(status: 200, body: .bytes(Array(text.utf8)))
    }

    // MARK: Starting and stopping

    @Test func thePortIsFreeAfterStop() async throws {
        // Below the ports that systems choose, so that no other test's server takes it amid this test.
        var port = 20_000
        var listening: MockServer?
        while listening == nil {
            port = try #require((port + 1..<30_000).first)
            listening = try? serve(port: port, limits: patient, handler: echo)
        }
        let first = try #require(listening)
        let client = ServingClient(port: port)
        client.send("\(Self.get)\r\n")
        #expect(await client.receive(until: "->").hasSuffix("<GET /a ->"))
        let idle = ServingClient(port: port)
        await first.stop()
        await first.stop()
        #expect(await client.receiveAll() == "")
        #expect(await idle.receiveAll() == "")
        #expect(!ServingClient(port: port).isConnected)
        let second = try serve(port: port, handler: echo)
        #expect(second.port == port && second.url == "http://127.0.0.1:\(port)")
        await second.stop()
    }

    @Test func aServerThatIsReleasedStops() async throws {
        let closed = Watched(0)
        var server: MockServer? = try serve(handler: echo) { event in
            if case .closed = event { closed.update { $0 += 1 } }
        }
        let client = ServingClient(port: try #require(server).port)
        client.send("\(Self.get)\r\n")
        _ = await client.receive(until: "->")
        server = nil
        #expect(await client.receiveAll() == "")
        await closed.wait { $0 == 1 }
    }

    @Test func mistakesAreClear() async throws {
        let server = try serve(handler: echo)
        let cases = [
            ("127.0.0.1", server.port, "port \(server.port) is in use; --port 0 chooses a free one"),
            ("localhost", server.port, "port \(server.port) is in use; --port 0 chooses a free one"),
            ("127.0.0.1", 65_536, "65536 is no port: choose one from 1024 to 65535, or 0 for a free one"),
            ("127.0.0.1", -1, "-1 is no port: choose one from 1024 to 65535, or 0 for a free one"),
            ("192.0.2.1", 0, "'192.0.2.1' is no address of this machine; use localhost or 127.0.0.1"),
            ("", 0, "no address belongs to the host ''; use localhost or 127.0.0.1"),
            ("a b", 0, "no address belongs to the host 'a b'; use localhost or 127.0.0.1"),
        ]
        for (host, port, expected) in cases {
            do throws(MockError) {
                _ = try serve(host: host, port: port, handler: echo)
                Issue.record("'\(host)' port \(port) gave no error")
            } catch { #expect(error.description == expected) }
        }
        await server.stop()
    }

    @Test func stopWaitsForWhatIsBeingAnswered() async throws {
        let (clock, responders) = (ManualServingClock(), Watched<[@Sendable (ServedResponse) -> Void]>([]))
        let server = try serve(handler: { _, respond in responders.update { $0.append(respond) } }, clock: clock.clock)
        let (client, forgotten) = (ServingClient(port: server.port), ServingClient(port: server.port))
        for one in [client, forgotten] { one.send("\(Self.get)\r\n") }
        await responders.wait { $0.count == 2 }
        async let stopped: Void = server.stop()
        responders.value[0](answer("one"))
        responders.value[1](answer("two"))
        #expect(Set([await client.receiveAll().suffix(3), await forgotten.receiveAll().suffix(3)]) == ["one", "two"])
        await stopped
    }

    // MARK: Responses

    @Test func responsesComeInTheOrderOfTheRequests() async throws {
        let responders = Watched<[String: @Sendable (ServedResponse) -> Void]>([:])
        let server = try serve(limits: patient) { request, respond in responders.update { $0[request.target] = respond }
        }
        let client = ServingClient(port: server.port)
        for path in ["/1", "/2", "/3"] { client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        let found = await responders.wait { $0.count == 3 }
        found["/3"]?(answer("<3>"))
        found["/2"]?(answer("<2>"))
        found["/2"]?(answer("<again>"))
        found["/1"]?(answer("<1>"))
        let text = await client.receive(until: "<3>")
        #expect(text.split(separator: "<").dropFirst().map { $0.prefix(2) } == ["1>", "2>", "3>"])
        await server.stop()
    }

    @Test func aHandlerWithoutAResponse() async throws {
        let server = try serve(limits: patient) { _, _ in }
        let client = ServingClient(port: server.port)
        client.send("\(Self.get)\r\n")
        #expect(statuses(await client.receive(until: "no response\n")) == [500])
        await server.stop()
    }

    @Test func aLargeBodyArrivesWhole() async throws {
        let body = [UInt8](repeating: 0x61, count: 3_000_000)
        let server = try serve(limits: patient) { request, respond in
            var response = ServedResponse(status: 200, body: .bytes(request.body ?? []))
            response.headers = [("Connection", "close")]
            respond(response)
        }
        let client = ServingClient(port: server.port, receiveBuffer: 4096)
        client.send("POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\n\r\n")
        client.send(body)
        _ = await client.receive(until: "\r\n\r\n")
        #expect(await client.receiveAll().utf8.count == body.count)
        await server.stop()
    }

    @Test func dueTimesAreThoseOfTheClock() async throws {
        let clock = ManualServingClock()
        let server = try serve(
            limits: patient,
            handler: { request, respond in
                var response = ServedResponse(
                    status: 200, body: .chunks([.init(Array("<1>".utf8)), .init(Array("<2>".utf8), delay: 60)]))
                response.delay = 3600
                respond(response)
            }, clock: clock.clock)
        let client = ServingClient(port: server.port)
        client.send("\(Self.get)\r\n")
        let text = Watched("")
        let reader = Task { await client.receive(until: "0\r\n\r\n") }
        Task {
            let all = await reader.value
            text.update { $0 = all }
        }
        // The response can't come before its time, so time goes on until it has come.
        while text.value.isEmpty, !Task.isCancelled {
            await clock.advance(seconds: 600, of: server)
        }
        #expect(text.value.hasSuffix("3\r\n<1>\r\n3\r\n<2>\r\n0\r\n\r\n"))
        await server.stop()
    }

    @Test func continueComesBeforeTheBody() async throws {
        let server = try serve(limits: patient, handler: echo)
        let client = ServingClient(port: server.port)
        client.send("POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
        #expect(await client.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        client.send("abc")
        #expect(await client.receive(until: "3>").hasSuffix("<POST /a 3>"))
        await server.stop()
    }

    // MARK: Limits

    /// How time goes on for a client that does no more: the bytes it gets until the server closes.
    @Test(arguments: [
        ("", [] as [Int]), ("\r\n", []), ("GET /a HT", [408]), ("\(get)X: ", [408]),
        ("\(get)Content-Length: 5\r\n\r\nab", [408]), ("\(get)\r\n", [200]), ("\(get)\r\nGET", [200, 408]),
        ("\(get)Transfer-Encoding: chunked\r\n\r\n5\r\nab", [408]),
    ]) func clientsThatGoQuietAreClosed(_ sent: String, _ expected: [Int]) async throws {
        let clock = ManualServingClock()
        let server = try serve(handler: echo, clock: clock.clock)
        let client = ServingClient(port: server.port)
        client.send(sent)
        let result = Watched<String?>(nil)
        Task {
            let text = await client.receiveAll()
            result.update { $0 = text }
        }
        while result.value == nil, !Task.isCancelled {
            await clock.advance(seconds: 0.5, of: server)
        }
        // On a busy machine a request may arrive after the time limit: then there are fewer responses.
        let found = statuses(result.value ?? "")
        #expect(found == expected || expected.starts(with: found) || found == [408])
        await server.stop()
    }

    /// A body that never stands still has a limit as well, which begins anew with each request.
    @Test func aBodyThatDripsIsClosed() async throws {
        let clock = ManualServingClock()
        var limits = patient
        limits.wholeBodyTime = 100
        let server = try serve(limits: limits, handler: echo, clock: clock.clock)
        let client = ServingClient(port: server.port)
        for framing in ["Content-Length: 3", "Transfer-Encoding: chunked"] {
            client.send("POST /a HTTP/1.1\r\nHost: localhost\r\n\(framing)\r\nExpect: 100-continue\r\n\r\n")
            #expect(await client.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            for byte in ["a", "b"] {
                client.send(framing.hasPrefix("C") ? byte : "1\r\n\(byte)\r\n")
                await clock.advance(seconds: 49, of: server)
            }
            client.send(framing.hasPrefix("C") ? "c" : "1\r\nc\r\n0\r\n\r\n")
            #expect(await client.receive(until: "3>").hasSuffix("<POST /a 3>"))
        }
        client.send("POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200\r\nExpect: 100-continue\r\n\r\n")
        #expect(await client.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        for _ in 0..<100 {
            client.send("a")
            await clock.advance(seconds: 1, of: server)
        }
        let text = await client.receiveAll()
        #expect(statuses(text) == [408])
        #expect(text.contains("the request's body took more than 100.0 seconds"))
        await server.stop()
    }

    @Test func noMoreRequestsAreReadThanMayWait() async throws {
        let (waiting, most) = (Watched<[@Sendable (ServedResponse) -> Void]>([]), Watched(0))
        var limits = patient
        limits.pipelinedRequests = 3
        let server = try serve(limits: limits) { _, respond in
            waiting.update { $0.append(respond) }
            most.update { $0 = max($0, waiting.value.count) }
        }
        let client = ServingClient(port: server.port)
        client.send(String(repeating: "\(Self.get)\r\n", count: 100))
        for _ in 0..<100 {
            await waiting.wait { !$0.isEmpty }
            let respond = waiting.update { $0.removeFirst() }
            respond(answer("<x>"))
            #expect(await client.receive(until: "<x>").hasSuffix("<x>"))
        }
        #expect(most.value <= 3)
        await server.stop()
    }

    @Test func aClientThatReadsNothingCostsLittle() async throws {
        let answered = Watched(0)
        let server = try serve(
            limits: patient,
            handler: { [body = [UInt8](repeating: 0x61, count: 1 << 20)] request, respond in
                respond(ServedResponse(status: 200, body: .bytes(request.target == "/big" ? body : [])))
            }, log: { event in if case .answered(_, "/big", _) = event { answered.update { $0 += 1 } } })
        let rude = ServingClient(port: server.port, receiveBuffer: 4096)
        rude.send(String(repeating: "GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 50))
        let polite = ServingClient(port: server.port)
        for _ in 0..<20 {
            polite.send("\(Self.get)\r\n")
            #expect(statuses(await polite.receive(until: "\r\n\r\n")) == [200])
        }
        // The system's own buffers hold some megabytes.
        #expect(answered.value < 40)
        rude.reset()
        await server.stop()
    }

    @Test func connectionsBeyondTheLimitWaitForAnother() async throws {
        var limits = patient
        limits.connections = 2
        let server = try serve(limits: limits, handler: echo)
        var clients = (0..<2).map { _ in ServingClient(port: server.port) }
        for client in clients {
            client.send("\(Self.get)\r\n")
            #expect(await client.receive(until: "->").hasSuffix("->"))
        }
        let third = ServingClient(port: server.port)
        third.send("\(Self.get)\r\n")
        clients.removeFirst()
        #expect(await third.receive(until: "->").hasSuffix("->"))
        await server.stop()
    }

    @Test func unfinishedBodiesOfAllTogetherAreBounded() async throws {
        var limits = patient
        limits.bytesOfAllRequests = 300_000
        let refused = Watched<[Int]>([])
        let server = try serve(limits: limits, handler: echo) { event in
            if case .refused(let status, _) = event { refused.update { $0.append(status) } }
        }
        let clients = (0..<4).map { _ in ServingClient(port: server.port) }
        for client in clients {
            client.send("POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n")
            client.send([UInt8](repeating: 0x61, count: 150_000))
        }
        await refused.wait { $0.contains(503) }
        await server.stop()
    }

    @Test func clientsThatComeAndGo() async throws {
        let (opened, closed) = (Watched(0), Watched(0))
        let server = try serve(
            limits: patient, handler: echo,
            log: { event in
                if case .opened = event { opened.update { $0 += 1 } }
                if case .closed = event { closed.update { $0 += 1 } }
            })
        for number in 0..<300 {
            let client = ServingClient(port: server.port)
            client.send(String("\(Self.get)\r\n".prefix(number)))
            if number % 3 == 0 { client.endSending() }
            if number % 3 == 1 { client.reset() }
        }
        let last = ServingClient(port: server.port)
        last.send("\(Self.get)\r\n")
        last.endSending()
        #expect(statuses(await last.receiveAll()) == [200])
        // A reset may come before the connection is accepted, and then there is none.
        await server.stop()
        #expect(opened.value == closed.value)
    }
}
