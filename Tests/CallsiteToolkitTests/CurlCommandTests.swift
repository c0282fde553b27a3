import CallsiteToolkit
import Foundation
import Testing

@testable import CallsiteRuntime

@Suite("curl")
struct CurlTests {
    @Test("a command line for a shell")
    func lines() throws {
        let request = HTTPRequest(
            method: .post, url: URL(string: "https://api.example.com/v1/accounts?q=a%20b")!,
            headers: ["Content-Type": "application/json"], body: Data(#"{"login":"it's","password":"s3cret"}"#.utf8))
        #expect(
            request.curl
                == #"curl -X 'POST' 'https://api.example.com/v1/accounts?q=a%20b' -H 'Content-Type: application/json' "#
                + #"--data-raw '{"login":"it'\''s","password":"<redacted>"}'"#)
        #expect(HTTPRequest(url: URL(string: "https://x.test/a")!).curl == "curl 'https://x.test/a'")
        // curl leaves out a header that ends with its colon.
        #expect(
            HTTPRequest(url: URL(string: "https://x.test/a")!, headers: ["X-Empty": ""]).curl
                == "curl 'https://x.test/a' -H 'X-Empty;'")
        #expect(
            HTTPRequest(method: .head, url: URL(string: "https://x.test/a")!).curl == "curl --head 'https://x.test/a'")
        #expect(
            HTTPRequest(method: .put, url: URL(string: "https://x.test/a")!, body: Data([0, 255])).curl
                == "echo AP8= | base64 -d | curl -X 'PUT' 'https://x.test/a' --data-binary @-")
    }

    @Test("credentials are left out, everywhere")
    func redacted() async throws {
        for (authentication, credential) in [
            (Authentication.bearer, Credential.bearer("s3cret")), (.basic, .basic(user: "s3cret", password: "s3cret")),
            (.header("X-Mine"), .key("s3cret")),
            (.query("mine"), .key("s3cret")), (.cookie("mine"), .key("s3cret")),
        ] {
            var request = try GetStory().adding(query: "a", value: "b").httpRequest()
            try request.attach(credential, as: authentication)
            for text in [
                request.curl, request.description, "\(credential)", String(reflecting: credential),
                "\(Session(credential: credential))",
            ] {
                #expect(!text.contains("s3cret") && !text.contains("czNjcmV0"), "\(text)")
            }
            #expect(request.curl.contains("<redacted>") && request.curl.contains("a=b"))
        }
        #expect(
            HTTPRequest(url: URL(string: "https://u:s3cret@x.test/?access_token=s3cret&a=b")!).description
                == "GET https://<redacted>@x.test/?access_token=<redacted>&a=b")
    }
}
