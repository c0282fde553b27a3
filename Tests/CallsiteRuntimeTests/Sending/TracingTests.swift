import Foundation
import Testing

@testable import CallsiteRuntime

private struct Get: RequestType {
    typealias Response = [Int]
    static let api = API(baseURL: "https://api.example.com")
    static var endpoint: Endpoint { .get("/numbers") }
}

/// Keeps each request; every second response is a 503.
private final class Flaky: Transport, @unchecked Sendable {
    private let lock = NSLock()
    private var sent: [String?] = []

    /// The `traceparent` of each attempt.
    var parents: [String?] { lock.withLock { sent } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let count = lock.withLock {
            sent.append(request.headers["traceparent"])
            return sent.count
        }
        return .json("[1]", status: count % 2 == 1 ? 503 : 200)
    }
}

/// The middleware of the guide *Tracing*, which `TracingSample.swift` holds as it is there.
@Suite struct TracingTests {
    private func session(_ transport: Flaky) -> Session {
        var session = Session(transport: transport)
        session.clock = ManualClock.instant
        session.middleware = [TraceParent()]
        return session
    }

    @Test func theGuideHasTheSample() throws {
        let file = URL(fileURLWithPath: #filePath)
        let sample = try String(
            contentsOf: file.deletingLastPathComponent().appendingPathComponent("TracingSample.swift"), encoding: .utf8)
        let root = (0..<4).reduce(file) { url, _ in url.deletingLastPathComponent() }
        let guide = try String(
            contentsOf: root.appendingPathComponent(
                "Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/Tracing.md"), encoding: .utf8)
        #expect(guide.contains("```swift\n\(sample)```\n"))
        #expect(sample.split(separator: "\n").count < 40)
    }

    @Test func eachAttemptIsASpanOfOneTrace() async throws {
        let transport = Flaky()
        let id = try await Trace.run {
            _ = try await session(transport).send(Get())
            async let child = session(transport).send(Get())
            _ = try await child
            return try #require(Trace.current?.id)
        }
        let parents = transport.parents.compactMap { $0 }
        #expect(parents.count == 4 && Set(parents).count == 4)
        for parent in parents {
            let parts = try #require(parent.wholeMatch(of: /00-([0-9a-f]{32})-([0-9a-f]{16})-01/))
            #expect(String(parts.1) == id && parts.2.contains { $0 != "0" })
        }
    }

    @Test func aTraceInATraceIsTheSame() async {
        await Trace.run {
            let outer = Trace.current?.id
            await Trace.run { #expect(Trace.current?.id == outer && outer != nil) }
        }
        #expect(Trace.current == nil)
    }

    @Test func otherRequestsAreLeftAlone() async throws {
        let transport = Flaky()
        _ = try await session(transport).send(Get())
        #expect(transport.parents == [nil, nil])

        let own = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"
        let traced = Flaky()
        var session = session(traced)
        session.headers["Traceparent"] = own
        try await Trace.run { _ = try await session.send(Get()) }
        #expect(traced.parents == [own, own])
    }

    @Test func aTraceThatIsNotSampledSaysSo() async throws {
        let transport = Flaky()
        try await Trace.$current.withValue(Trace(isSampled: false)) { _ = try await session(transport).send(Get()) }
        #expect(transport.parents.allSatisfy { $0?.hasSuffix("-00") == true })
    }
}
