import CallsiteRuntime
import CallsiteToolkit
import Foundation
import Testing
import Waiting

@Suite("Logger")
struct LoggerTests {
    private func log(_ detail: RequestLogger.Detail, _ request: some RequestType, _ answer: HTTPResponse) async
        -> String
    {
        let lines = Watched<[String]>([])
        var session = Session(transport: Noting { _, _ in answer }, credential: .bearer("s3cret"))
        session.middleware = [RequestLogger(detail) { line in lines.update { $0.append(line) } }]
        session.retries = .none
        _ = try? await session.send(request)
        return lines.value.joined(separator: "\n").replacing(try! Regex("[0-9]+ ms"), with: "N ms")
    }

    @Test("a line")
    func line() async {
        #expect(
            await log(.line, GetStory(id: 7), .json(#"{"id":7}"#))
                == "GET https://api.example.com/stories/7 → 200 (application/json, 8 bytes), N ms")
    }

    @Test("headers and bodies without their secrets")
    func secrets() async {
        let answer = HTTPResponse.json(
            #"{"access_token":"s3cret","next_page_token":"n","list":[{"client_secret":"s3cret","id":1}]}"#,
            headers: ["Set-Cookie": "sid=s3cret", "X-Api-Key": "s3cret"])
        let text = await log(.bodies(limit: 1000), SignIn(password: "s3cret"), answer)
        #expect(!text.contains("s3cret"))
        #expect(text.contains("api_key=<redacted>") && text.contains(#"> {"password":"<redacted>","user":"ann"}"#))
        #expect(text.contains(#""next_page_token":"n""#) && text.contains("> X-Shop-Token: <redacted>"))
        #expect(await !log(.headers, SignIn(password: "s3cret"), answer).contains("ann"))
        #expect(await log(.bodies(limit: 4), GetStory(), .json(#"{"id":1}"#)).hasSuffix("\n< {\"id…"))
    }

    @Test("how a request was authenticated, never with what")
    func authentication() async {
        #expect(await log(.headers, GetStory(), .json("{}")).contains("\n> Authorization: <bearer>"))
        #expect(await log(.line, GetStory(), .json("{}", status: 401)).hasSuffix("N ms\n> Authorization: <bearer>"))
        #expect(
            await log(.line, SignIn(password: "p"), .json("{}", status: 401)).hasSuffix(
                "N ms\n> no credential of the session"))
        #expect(await !log(.line, SignIn(password: "p"), .json("{}")).contains("credential"))
    }

    @Test("failures and repetitions")
    func failures() async throws {
        let lines = Watched<[String]>([])
        var session = Session(
            transport: Noting { _, number in
                if number == 0 { throw TransportFailure(.connectionLost, "lost") }
                return .json(#"{"id":1}"#)
            })
        session.retries.delay = 0
        session.middleware = [RequestLogger { line in lines.update { $0.append(line) } }]
        _ = try await session.send(GetStory())
        let texts = lines.value
        #expect(texts[0].contains("→ lost, ") && texts[1].contains("/stories/1 (attempt 2) → 200"))
    }
}

@Suite("Rate limits")
struct RateLimitTests {
    @Test(
        "as servers write them",
        arguments: [
            (["X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "5", "X-RateLimit-Reset": "7"], 60, 5, 7.0),
            (
                [
                    "Date": "Sun, 06 Nov 1994 08:49:37 GMT", "X-RateLimit-Remaining": "0",
                    "X-RateLimit-Reset": "1784111790",
                ], nil, 0, 1_000_000_013
            ),
            (["RateLimit-Limit": "100, 100;w=60", "RateLimit-Remaining": "99", "RateLimit-Reset": "60"], 100, 99, 60),
            (
                [
                    "Date": "Sun, 06 Nov 1994 08:49:37 GMT", "X-Rate-Limit-Remaining": "1",
                    "X-Rate-Limit-Reset": "1784111790000",
                ], nil, 1, 1_000_000_013
            ),
            (["X-RateLimit-Remaining": "3"], nil, 3, nil),
        ] as [([String: String], Int?, Int, Double?)])
    func forms(_ headers: [String: String], _ limit: Int?, _ remaining: Int, _ reset: Double?) {
        let http = HTTPResponse(headers: HTTPHeaders(headers.map { .init($0, $1) }))
        #expect(http.rateLimit == RateLimit(limit: limit, remaining: remaining, reset: reset))
    }

    @Test(
        "what is none",
        arguments: [[:], ["X-RateLimit-Remaining": "many"], ["X-RateLimit-Limit": "5"]] as [[String: String]])
    func none(_ headers: [String: String]) {
        #expect(HTTPResponse(headers: HTTPHeaders(headers.map { .init($0, $1) })).rateLimit == nil)
    }
}

@Suite("Conditional requests")
struct ConditionalTests {
    /// Responds with 304 to a request that names the current version.
    private func server(
        _ headers: HTTPHeaders = [:], version: @escaping @Sendable (Int) -> String = { _ in "\"1\"" }
    ) -> Noting {
        Noting { request, number in
            let etag = version(number)
            var all: HTTPHeaders = ["ETag": etag, "X-Number": "\(number)"]
            all.merge(headers)
            if request.headers["If-None-Match"] == etag { return HTTPResponse(status: 304, headers: all) }
            return .json(#"{"id":\#(number)}"#, headers: all)
        }
    }

    @Test("an answer that still holds isn't sent again; its headers are the new ones")
    func kept() async throws {
        let server = server(version: { $0 < 3 ? "\"1\"" : "W/\"2\"" })
        var session = Session(transport: server)
        session.middleware = [ConditionalRequests()]
        var ids: [Int] = []
        for _ in 0..<4 { ids.append(try await session.send(GetStory()).id) }
        #expect(ids == [0, 0, 0, 3])
        #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, "\"1\"", "\"1\"", "\"1\""])
        let answer = try await session.response(to: GetStory())
        #expect(answer.http.status == 200 && answer.http.headers["X-Number"] == "4" && answer.value.id == 3)
        // Another URL is another matter.
        #expect(try await session.send(GetStory(id: 2)).id == 5)
    }

    @Test("no-store, Vary and the limit are obeyed")
    func notKept() async throws {
        for headers: HTTPHeaders in [["Cache-Control": "private, no-store"], ["Vary": "*"]] {
            let server = server(headers)
            var session = Session(transport: server)
            session.middleware = [ConditionalRequests()]
            for _ in 0..<2 { _ = try await session.send(GetStory()) }
            #expect(server.requests[1].headers["If-None-Match"] == nil)
        }
        let varying = server(["Vary": "Accept-Language"])
        var session = Session(transport: varying)
        session.middleware = [ConditionalRequests()]
        _ = try await session.send(GetStory().adding(header: "Accept-Language", value: "de"))
        _ = try await session.send(GetStory().adding(header: "Accept-Language", value: "en"))
        _ = try await session.send(GetStory().adding(header: "Accept-Language", value: "en"))
        #expect(varying.requests.map { $0.headers["If-None-Match"] } == [nil, nil, "\"1\""])
        let small = server()
        var limited = Session(transport: small)
        limited.middleware = [ConditionalRequests(sizeLimit: 15)]
        for id in [1, 2, 1] { _ = try await limited.send(GetStory(id: id)) }
        #expect(small.requests.map { $0.headers["If-None-Match"] } == [nil, nil, nil])
    }

    @Test("by hand: only what is newer")
    func byHand() async throws {
        let server = server(version: { $0 < 2 ? "\"1\"" : "\"2\"" })
        let session = Session(transport: server)
        let first = try await session.response(to: GetStory())
        #expect(try await session.response(to: GetStory(), ifNewerThan: first) == nil)
        #expect(try await session.response(to: GetStory(), ifNewerThan: first)?.value.id == 2)
        let dated = Noting { request, number in
            request.headers["If-Modified-Since"] == "Sun, 06 Nov 1994 08:49:37 GMT"
                ? HTTPResponse(status: 304)
                : .json(#"{"id":1}"#, headers: ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"])
        }
        let old = try await Session(transport: dated).response(to: GetStory())
        #expect(try await Session(transport: dated).response(to: GetStory(), ifNewerThan: old) == nil)
    }
}
