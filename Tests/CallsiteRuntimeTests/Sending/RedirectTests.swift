@testable import CallsiteCurl
@testable import CallsiteHTTP
@testable import CallsiteRuntime
import Foundation
import Testing

@Suite("Redirects")
struct RedirectTests {
    private func next(
        _ status: Int, _ location: String?, method: HTTPMethod = .post, from url: String = "https://a.test/x/y?z"
    )
        -> HTTPRequest?
    {
        let request = HTTPRequest(
            method: method, url: URL(string: url)!,
            headers: [
                "Authorization": "s", "Cookie": "s", "X-Key": "s", "Accept": "a", "Content-Type": "t", "If-Match": "e",
                "Last-Event-ID": "7",
            ],
            body: method == .get ? nil : Data("b".utf8), timeout: 3)
        return try? redirect(request, HTTPResponse(status: status, headers: location.map { ["Location": $0] } ?? [:]))
    }

    @Test(
        "methods",
        arguments: [
            (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"),
            (308, "POST", "POST"), (301, "PUT", "PUT"), (302, "DELETE", "DELETE"), (303, "PUT", "GET"),
            (303, "HEAD", "HEAD"), (302, "HEAD", "HEAD"), (303, "GET", "GET"), (308, "GET", "GET"),
        ])
    func methods(_ status: Int, _ method: String, _ then: String) {
        let next = next(status, "/n", method: HTTPMethod(method))
        #expect(next?.method.name == then && next?.url.absoluteString == "https://a.test/n" && next?.timeout == 3)
        let keepsBody = method == then && method != "GET"
        #expect((next?.body != nil) == keepsBody && (next?.headers["Content-Type"] != nil) == (method == then))
        #expect(next?.headers["Authorization"] == "s")
    }

    @Test(
        "targets",
        arguments: [
            ("/n", "https://a.test/n"), ("n", "https://a.test/x/n"), ("../n", "https://a.test/n"),
            ("?q", "https://a.test/x/y?q"),
            ("//b.test/n", "https://b.test/n"), ("https://b.test", "https://b.test"), ("/n#frag", "https://a.test/n"),
            ("HTTPS://A.TEST:443/n", "HTTPS://A.TEST:443/n"),
        ])
    func targets(_ location: String, _ url: String) { #expect(next(307, location)?.url.absoluteString == url) }

    @Test(
        "what is not followed",
        arguments: [
            nil, "http://a.test/n", "ftp://a.test/", "file:///x", "data:,x", "https://", "https://u@b.test/",
            "http://[bad",
        ])
    func refused(_ location: String?) {
        #expect(next(307, location) == nil)
    }

    @Test("only these statuses", arguments: [200, 201, 300, 304, 305, 306, 400])
    func statuses(_ status: Int) { #expect(next(status, "/n") == nil) }

    @Test(
        "another origin gets nothing that could be a secret",
        arguments: ["https://b.test/", "https://a.test:8443/", "https://a.test.b.test/", "https://sub.a.test/"])
    func elsewhere(_ location: String) {
        #expect(
            next(307, location)?.headers.fields.map(\.name) == ["Accept", "Content-Type", "If-Match", "Last-Event-ID"])
    }

    @Test("the same origin, differently written, keeps them", arguments: ["https://A.test/", "https://a.test:443/"])
    func same(_ location: String) { #expect(next(307, location)?.headers["X-Key"] == "s") }
}
