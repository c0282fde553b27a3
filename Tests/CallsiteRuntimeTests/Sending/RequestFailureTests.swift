import CallsiteRuntime
import Foundation
import Testing

/// Failures of any API are caught and printed in one way.
@Suite struct RequestFailureTests {
    @Test(arguments: [
        (#"{"detail": "a", "title": "b", "message": "c"}"#, "a"),
        (#"{"title": "b", "message": "c"}"#, "b"),
        (#"{"error": "e", "message": "c"}"#, "c"),
        (#"{"error": "invalid_grant", "error_description": "d"}"#, "d"),
        (#"{"error": {"message": "m", "code": 1}}"#, "m"),
        (#"{"error": "e"}"#, "e"),
        // Validators put a list there.
        (#"{"detail": [{"loc": ["body"]}], "message": "c"}"#, "c"),
        (#"{"detail": "", "message": "c"}"#, "c"),
        (#"{"message": "see https://x.example/?token=abc"}"#, "see https://x.example/?token=<redacted>"),
        (#"{"message": 1}"#, nil), (#"{"errors": ["e"]}"#, nil), (#"["e"]"#, nil), ("<h1>no</h1>", nil), ("", nil),
    ]) func messages(_ body: String, _ message: String?) {
        let failure: any RequestFailure = Rejected<JSONValue>(.json(body, status: 400))
        #expect(failure.serverMessage == message)
        #expect(failure.status == 400 && failure.http.body == Data(body.utf8))
    }

    @Test func anyFailureIsCaughtAsOne() async {
        let session = Session(
            transport: StubTransport { _ in .json(#"{"message":"no\nsuch"}"#, status: 422) })
        do {
            _ = try await session.send(CreateAccount(login: "a"))
            Issue.record("nothing was thrown")
        } catch let failure as any RequestFailure where failure.status == 422 {
            #expect(failure is CreateAccount.Failure)
            let line = #"POST https://api.example.com/v1/accounts: the server responded with 422: "no�such""#
            #expect("\(failure)" == line && failure.localizedDescription == line)
            #expect((failure as any Error).localizedDescription == line)
        } catch {
            Issue.record(error)
        }
    }

    /// In no form that prints it: `print`, `dump`, `localizedDescription`, `String(reflecting:)`.
    @Test(arguments: [
        #"{"message":"m","access_token":"S3CRET"}"#, #"{"message":"at https://u:S3CRET@x.example/"}"#,
        #"{"error":"bad password=S3CRET"}"#, "client_secret=S3CRET", #"{"token":"S3CRET"}"#,
    ]) func nothingSecret(_ body: String) async {
        let session = Session(
            transport: StubTransport { _ in
                var http = HTTPResponse.json(body, status: 400, headers: ["Set-Cookie": "id=S3CRET"])
                http.url = URL(string: "https://api.example.com/v1/accounts?api_key=S3CRET")
                return http
            })
        for error in [await failure(session, GetAccount()), await failure(session, CreateAccount(login: "a"))] {
            var dumped = ""
            dump(error, to: &dumped)
            for text in ["\(error)", String(reflecting: error), error.localizedDescription, dumped] {
                #expect(!text.contains("S3CRET"), "\(text)")
            }
        }
    }

    private func failure(_ session: Session, _ request: some RequestType) async -> any Error {
        do {
            _ = try await session.send(request)
            return CancellationError()
        } catch {
            return error
        }
    }
}
