import CallsiteRuntime
import Foundation
import GeneratedGitHub
import LoopbackServer
import SwiftCompiler
import Testing

private typealias Issue = GeneratedGitHub.Issue

// The functions of the guide *Handling errors*, word for word.

private func issue(_ number: Int, in session: Session) async throws -> Issue? {
    do {
        return try await session.send(GetIssueRequest(owner: "apple", repo: "swift", issueNumber: number))
    } catch let failure as any RequestFailure where failure.status == 404 {
        return nil
    }
}

private func problems(creating request: CreateIssueRequest, in session: Session) async throws -> [ValidationProblem] {
    do {
        _ = try await session.send(request)
        return []
    } catch CreateIssueRequest.Failure.validationError(let body, _) {
        return body.errors  // decoded as the description says
    }
}

private func text(for error: any Error) -> String? {
    switch error {
    case let failure as any RequestFailure: failure.serverMessage ?? "The server refused this (\(failure.status))."
    case let failure as TransportFailure where failure.kind == .cannotConnect: "There is no connection."
    case is TransportFailure: "The server doesn't respond."
    case is CancellationError: nil  // nothing went wrong
    default: "The response is not as expected."
    }
}

private func isTemporary(_ error: any Error) -> Bool {
    switch error {
    case let failure as any RequestFailure: RetryPolicy.standard.statuses.contains(failure.status)
    case let failure as TransportFailure: [.timedOut, .connectionLost, .cannotConnect].contains(failure.kind)
    default: false
    }
}

private func logged(_ error: any Error) -> String {
    // GET https://api.github.com/repos/apple/swift/issues/9: the server responded with 404: "Not Found"
    "\(error)"
}

/// The guide *Handling errors*, run over HTTP.
@Suite(.timeLimit(.minutes(10))) struct HandlingErrorsTests {
    private static let create = CreateIssueRequest(owner: "apple", repo: "swift", title: "Test")

    /// The error of a request whose response is `body` with `status`.
    private func error(_ status: Int, _ body: String) async throws -> (any Error, LoopbackServer) {
        let loopback = try Loopback { _ in .json(body, status: status) }
        var session = loopback.session
        session.retries = .none
        do {
            _ = try await session.send(GetIssueRequest(owner: "apple", repo: "swift", issueNumber: 9))
        } catch {
            return (error, loopback.server)
        }
        throw CancellationError()
    }

    @Test func only404IsNil() async throws {
        let missing = try Loopback { _ in .json(#"{"message":"Not Found"}"#, status: 404) }
        #expect(try await issue(1, in: missing.session) == nil)
        let forbidden = try Loopback { _ in .json(#"{"message":"no"}"#, status: 403) }
        await #expect(throws: GitHubFailure.self) { try await issue(1, in: forbidden.session) }
        let loopback = try Loopback { _ in .json(issueJSON()) }
        #expect(try await issue(7, in: loopback.session)?.number == 7)
    }

    @Test func bodiesAreDecoded() async throws {
        let invalid = try Loopback { _ in
            .json(#"{"message":"Validation Failed","errors":["title is too short"]}"#, status: 422)
        }
        guard case .string("title is too short")? = try await problems(creating: Self.create, in: invalid.session).first
        else {
            Testing.Issue.record("the body isn't there")
            return
        }
        let other = try Loopback { _ in .json(#"{"message":"gone"}"#, status: 410) }
        do {
            _ = try await problems(creating: Self.create, in: other.session)
        } catch GitHubFailure.gitHubError(let body, let http) {
            #expect(body.message == "gone" && http.status == 410)
        }
    }

    @Test(arguments: [
        (404, #"{"message":"Not Found"}"#, "Not Found", false), (500, "{}", "The server refused this (500).", true),
        (429, #"{"message":"slow down"}"#, "slow down", true), (200, "{}", "The response is not as expected.", false),
    ]) func texts(_ status: Int, _ body: String, _ expected: String, _ mayRepeat: Bool) async throws {
        let error = try await self.error(status, body).0
        #expect(text(for: error) == expected)
        #expect(isTemporary(error) == mayRepeat)
    }

    @Test func failuresWithoutAResponse() {
        #expect(text(for: TransportFailure(.cannotConnect, "x")) == "There is no connection.")
        #expect(text(for: TransportFailure(.timedOut, "x")) == "The server doesn't respond.")
        #expect(text(for: CancellationError()) == nil)
        #expect(isTemporary(TransportFailure(.timedOut, "x")) && !isTemporary(TransportFailure(.notSecure, "x")))
    }

    @Test func oneLineInALog() async throws {
        let (error, server) = try await self.error(404, #"{"message":"Not Found"}"#)
        let url = server.url("/repos/apple/swift/issues/9").absoluteString
        #expect(logged(error) == "GET \(url): the server responded with 404: \"Not Found\"")
        #expect(error.localizedDescription == logged(error))
    }

    /// The guide has these functions, and some of `Tests/GuidePackage`.
    @Test func guideIsThis() throws {
        func words(_ text: String) -> String {
            text.replacing("private func", with: "func").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let path = "Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/HandlingErrors.md"
        let guide = try String(contentsOf: CompilationTests.root.appendingPathComponent(path), encoding: .utf8)
        let own = words(try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8))
        let functions = guide.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        .filter { $0.hasPrefix("func ") }
        .filter { GuidePackage.files(with: $0).isEmpty || own.contains(words($0)) }
        #expect(functions.count == 5)
        for function in functions { #expect(own.contains(words(function)), "\(function)") }
    }
}
