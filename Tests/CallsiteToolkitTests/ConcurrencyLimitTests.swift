import CallsiteRuntime
import Foundation
import LoopbackServer
import Testing
import Waiting

@testable import CallsiteToolkit

private struct Get: RequestType {
    typealias Response = [Int]
    static let api = API(baseURL: "https://api.example.com")
    static var endpoint: Endpoint { .get("/numbers") }
    static let bearerAPI = API(baseURL: "https://api.example.com", authentication: .bearer)
}

private struct GetWithToken: RequestType {
    typealias Response = [Int]
    static let api = Get.bearerAPI
    static var endpoint: Endpoint { .get("/numbers") }
}

@Suite("Limits", .timeLimit(.minutes(10)))
struct LimitTests {
    private final class Load: Transport, Sendable {
        struct Seen: Sendable {
            var current = 0
            var most = 0
            var order: [String] = []
        }

        let seen = Watched(Seen())
        private let limit: Int

        init(_ limit: Int) { self.limit = limit }

        /// Responds as soon as as many requests have run at once as the limit allows.
        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            seen.update { seen in
                seen.current += 1
                seen.most = max(seen.most, seen.current)
                seen.order.append(request.url.query ?? "")
            }
            defer { seen.update { $0.current -= 1 } }
            await seen.wait { [limit] in $0.most >= limit }
            await Task.yield()
            try Task.checkCancellation()
            return .json("[1]")
        }
    }

    @Test("so many at once and no more", arguments: [1, 3])
    func concurrency(_ limit: Int) async throws {
        let load = Load(limit)
        let session = Session(transport: ConcurrencyLimit(limit, of: load))
        try await withThrowingTaskGroup(of: Void.self) { [session] group in
            for index in 0..<200 {
                group.addTask { _ = try await session.send(Get().adding(query: "n", value: "\(index)")) }
            }
            try await group.waitForAll()
        }
        #expect(load.seen.value.most == limit && Set(load.seen.value.order).count == 200)
    }

    @Test("many who come, wait and give up in any order", arguments: 0..<5)
    func gate(_ round: Int) async throws {
        let gate = ConcurrencyLimit(1 + round)
        let passed = await withTaskGroup(of: Int.self) { group in
            for number in 0..<2_000 {
                group.addTask {
                    let task = Task { try await gate.pass { await Task.yield() } }
                    if number % 3 == 0 { task.cancel() }
                    do { try await task.value } catch { return 0 }
                    return 1
                }
            }
            return await group.reduce(0, +)
        }
        // A cancelled task may have passed before.
        #expect(passed >= 1_333)
        // All places are free again.
        for _ in 0..<round + 2 { try await gate.pass {} }
    }

    /// Counts the requests that have come as far as the gate.
    private struct Announcing: Middleware {
        let sent: Watched<Int>

        func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
            sent.update { $0 += 1 }
            return try await next(request)
        }
    }

    @Test("who waits can be cancelled, and costs nobody their turn")
    func cancelled() async throws {
        let answers = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { request in
            if request.target.hasSuffix("slow") { answers.wait() }
            return .json("[1]")
        }
        var session = Session(
            baseURL: "http://127.0.0.1:\(server.port)",
            transport: ConcurrencyLimit(1, of: NetworkTransport(idleTimeout: LoopbackServer.patience)))
        let sent = Watched(0)
        session.middleware = [Announcing(sent: sent)]
        let first = Task { [session] in try await session.send(Get().adding(query: "q", value: "slow")) }
        await server.requests(count: 1)
        let second = Task { [session] in try await session.send(Get()) }
        let third = Task { [session] in try await session.send(Get().adding(query: "q", value: "third")) }
        await sent.wait { $0 == 3 }
        second.cancel()
        await #expect(throws: CancellationError.self) { _ = try await second.value }
        #expect(server.requests.count == 1)
        answers.signal()
        #expect(try await first.value == [1])
        #expect(try await third.value == [1])
        #expect(server.requests.count == 2)
    }

    /// The request for a new token goes through the same limit.
    @Test("a credential that is renewed over the same transport waits for no place")
    func renewal() async throws {
        let transport = ConcurrencyLimit(
            1,
            of: StubTransport { request in
                request.headers["Authorization"] == nil && request.url.query?.hasPrefix("plain") != true
                    ? .json("[]", status: 401) : .json("[1]")
            })
        let plain = Session(transport: transport)
        let credential = RenewingCredential { _ in
            _ = try await plain.send(Get().adding(query: "plain", value: ""))
            return BearerToken("t")
        }
        let session = Session(api: Get.bearerAPI, transport: transport, credential: credential)
        try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<10 { group.addTask { try await session.send(GetWithToken()) } }
            for try await numbers in group { #expect(numbers == [1]) }
        }
    }
}
