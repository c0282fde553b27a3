import CallsiteRuntime
import Foundation
import GeneratedGitHub
import LoopbackServer
import Testing

/// Generated requests over real HTTP: the bytes that arrive, and the values that come back.
@Suite(.timeLimit(.minutes(10))) struct GitHubTests {
    @Test func queryAndHeadersArrive() async throws {
        let loopback = try Loopback(credential: .bearer("s3cret")) { _ in
            .json(#"{"total_count":0,"incomplete_results":false,"items":[]}"#)
        }
        let answer = try await loopback.session.send(
            SearchRepositoriesRequest(q: "swift & c++=#1;é", sort: .stars, page: 2))
        #expect(answer.totalCount == 0)
        let request = try #require(loopback.server.requests.first)
        #expect(request.method == "GET")
        #expect(
            request.target
                == "/search/repositories?q=swift%20%26%20c%2B%2B%3D%231%3B%C3%A9&sort=stars&order=desc&page=2")
        #expect(request[header: "Accept"] == "application/vnd.github+json")
        #expect(request[header: "X-GitHub-Api-Version"] == "2022-11-28")
        #expect(request[header: "Authorization"] == "Bearer s3cret")
        #expect(request.body.isEmpty)
    }

    @Test func bodyArrivesAndTheAnswerIsTyped() async throws {
        let loopback = try Loopback { _ in .json(issueJSON(), status: 201) }
        let request = CreateIssueRequest(
            owner: "apple", repo: "swift", title: "A \"quoted\"\ntitle", labels: ["bug", "good first issue"])
        let issue = try await loopback.session.send(request)
        #expect(issue.number == 7)
        #expect(issue.title == "Café 😀")
        #expect(issue.user?.id == 9_007_199_254_740_993)
        #expect(issue.stateReason == .unrecognized("moonstruck"))
        #expect(issue.createdAt.timeIntervalSince1970 == 1_704_132_245.678)
        let received = try #require(loopback.server.requests.first)
        #expect(received.method == "POST")
        #expect(received.target == "/repos/apple/swift/issues")
        #expect(received[header: "Content-Type"] == "application/json")
        #expect(received.text == #"{"title":"A \"quoted\"\ntitle","labels":["bug","good first issue"]}"#)
    }

    @Test func pathValuesStayInTheirSegment() async throws {
        let loopback = try Loopback { _ in .json("[]") }
        _ = try await loopback.session.send(ListIssuesRequest(owner: "../admin", repo: "a/b c"))
        #expect(loopback.server.requests.first?.target.hasPrefix("/repos/..%2Fadmin/a%2Fb%20c/issues") == true)
        for owner in ["..", ".", ""] {
            await #expect(throws: EncodingFailure.self) {
                try await loopback.session.send(ListIssuesRequest(owner: owner, repo: "swift"))
            }
        }
        #expect(loopback.server.requests.count == 1)
    }

    @Test(arguments: [
        (Patch<Int>.unchanged, "{}"), (.null, #"{"milestone":null}"#), (.value(3), #"{"milestone":3}"#),
    ])
    func threeStates(_ milestone: Patch<Int>, _ body: String) async throws {
        let loopback = try Loopback { _ in .json(issueJSON()) }
        _ = try await loopback.session.send(
            UpdateIssueRequest(owner: "a", repo: "b", issueNumber: 7, milestone: milestone))
        #expect(loopback.server.requests.first?.text == body)
        #expect(loopback.server.requests.first?.method == "PATCH")
    }

    @Test func callbackForm() async throws {
        let loopback = try Loopback { _ in .json(issueJSON()) }
        let session = loopback.session
        let title = await withCheckedContinuation { done in
            session.send(GetIssueRequest(owner: "a", repo: "b", issueNumber: 7)) { result in
                done.resume(returning: (try? result.get())?.title)
            }
        }
        #expect(title == "Café 😀")
    }

    // MARK: - Bad days

    @Test func declaredErrorIsTyped() async throws {
        let loopback = try Loopback { _ in
            .json(
                #"{"message":"Validation Failed","errors":["too long",{"resource":"Issue","field":"title","code":"missing"}]}"#,
                status: 422
            )
        }
        do {
            _ = try await loopback.session.send(CreateIssueRequest(owner: "a", repo: "b", title: ""))
            Issue.record("an error was expected")
        } catch CreateIssueRequest.Failure.validationError(let body, let http) {
            #expect(body.message == "Validation Failed")
            #expect(http.status == 422)
            guard case .string("too long")? = body.errors.first, case .fieldProblem(let problem)? = body.errors.last
            else {
                Issue.record("\(body.errors)")
                return
            }
            #expect(problem.field == "title")
        }
    }

    @Test func notFoundAndTheTypedResult() async throws {
        let loopback = try Loopback { _ in .json(#"{"message":"Not Found"}"#, status: 404) }
        switch await loopback.session.result(of: GetIssueRequest(owner: "a", repo: "b", issueNumber: 1)) {
        case .failure(.rejected(.gitHubError(let body, let http))):
            #expect(body.message == "Not Found")
            #expect(http.status == 404)
        case let other: Issue.record("\(other)")
        }
    }

    @Test func serverErrorInHTML() async throws {
        let loopback = try Loopback { _ in .text("<h1>oops</h1>", status: 500, type: "text/html") }
        do {
            _ = try await loopback.session.send(GetIssueRequest(owner: "a", repo: "b", issueNumber: 1))
            Issue.record("an error was expected")
        } catch GetIssueRequest.Failure.undeclared(let http) {
            #expect(http.status == 500)
            #expect(http.headers["Content-Type"] == "text/html")
            #expect(String(decoding: http.body, as: UTF8.self) == "<h1>oops</h1>")
        }
    }

    @Test func wrongTypeDeepInTheAnswer() async throws {
        let broken = userJSON.replacing("\"octocat\"", with: "null")
        let loopback = try Loopback { _ in .json("[\(issueJSON()),\(issueJSON(user: broken))]") }
        do {
            _ = try await loopback.session.send(ListIssuesRequest(owner: "a", repo: "b"))
            Issue.record("an error was expected")
        } catch let failure as DecodingFailure {
            #expect(failure.path == "/1/user/login")
            #expect(failure.description.contains("/1/user/login: expected a string, found null"))
            #expect(failure.response?.status == 200)
        }
    }

    @Test func missingKeyAndNoJSON() async throws {
        for (body, path) in [("{\"id\":1}", "/node_id"), ("<html>", ""), ("", "")] {
            let loopback = try Loopback { _ in .text(body, type: "text/html") }
            do {
                _ = try await loopback.session.send(GetIssueRequest(owner: "a", repo: "b", issueNumber: 1))
                Issue.record("an error was expected for \(body)")
            } catch let failure as DecodingFailure {
                #expect(failure.path == path)
                #expect(failure.description.contains("text/html"))
            }
        }
    }

    @Test func lostConnections() async throws {
        for reply in [Reply.truncated("[", missing: 100), .closedBeforeHeaders, .closedAfterHeaders] {
            let loopback = try Loopback { _ in reply }
            await #expect(throws: TransportFailure.self) {
                try await loopback.session.send(ListIssuesRequest(owner: "a", repo: "b"))
            }
        }
    }

    @Test func slowAnswer() async throws {
        let loopback = try Loopback(idleTimeout: 0.3) { _ in .silence }
        do {
            _ = try await loopback.session.send(ListIssuesRequest(owner: "a", repo: "b"))
            Issue.record("a timeout was expected")
        } catch let failure as TransportFailure {
            #expect(failure.kind == .timedOut)
        }
    }

    @Test func cancellation() async throws {
        let loopback = try Loopback { _ in .silence }
        let session = loopback.session
        let task = Task { try await session.send(ListIssuesRequest(owner: "a", repo: "b")) }
        await loopback.server.requests(count: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
