import CallsiteCore
import Foundation
import SwiftCompiler
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

/// The page of `callsite inspect --html` in a browser: what it shows, and that a hostile description stays text.
@Suite("Page in a browser", .enabled(if: Browser.program != nil, "no Chromium is installed"), .serialized)
struct PageBrowserTests {
    /// The document's elements once its script has run, and the messages of the browser's console.
    func open(_ folder: TestFolder, _ name: String, at fragment: String) async throws -> (
        dom: String, console: [String]
    ) {
        let profile = folder.path("profile")
        var arguments = [
            try #require(Browser.program), "--headless", "--disable-gpu", "--user-data-dir=\(profile)",
            "--enable-logging=stderr",
        ]
        // Its sandbox refuses to run as root.
        if getuid() == 0 { arguments.append("--no-sandbox") }
        arguments += ["--virtual-time-budget=3000", "--dump-dom", "file://" + folder.path(name) + fragment]
        let result = try await ChildProcess.run(arguments)
        let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(lines.firstIndex { $0.hasPrefix("<!DOCTYPE html>") }, "\(result.text.prefix(2000))")
        return (lines[start...].joined(separator: "\n"), lines.filter { $0.contains(":CONSOLE") })
    }

    /// The element with what is in it, as the browser writes it.
    private func main(_ dom: String) throws -> String {
        let start = try #require(dom.range(of: "<main"))
        let end = try #require(dom[start.upperBound...].range(of: "</main>"))
        return String(dom[start.lowerBound..<end.lowerBound])
    }

    @Test func everyViewOpens() async throws {
        let folder = try TestFolder()
        let specs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("Specs")
        try folder.write(
            try String(contentsOf: specs.appendingPathComponent("github.yaml"), encoding: .utf8), to: "github.yaml")
        let result = folder.run("inspect", "github.yaml", "--html", "page.html")
        #expect(result.status == 0, "\(result.errors)")
        for (fragment, texts) in [
            ("", ["<h1>GitHub</h1>", "href=\"#operation/CreateIssueRequest\""]),
            (
                "#operation/CreateIssueRequest",
                [
                    "    CreateIssueRequest(", "href=\"#type/Issue\"", "POST", "bearer",
                    "curl 'https://api.github.com/repos/", "\"Authorization: Bearer $TOKEN\"", "Request body",
                ]
            ),
            ("#operation/ListIssuesRequest", ["session.elements(of: ListIssuesRequest(", "Pagination"]),
            ("#type/Issue", ["Used by", "html_url"]), ("#warnings", ["<h1>Warnings</h1>"]),
            ("#operation/%3Cscript%3E", ["Not found", "&lt;script&gt;"]), ("#type/%", ["Not found"]),
        ] {
            let (dom, console) = try await open(folder, "page.html", at: fragment)
            #expect(console == [])
            // Highlighted code has its tokens in spans.
            let main = try main(dom).replacing(/<\/?span[^>]*>/, with: "")
            for text in texts { #expect(main.contains(text), "\(fragment): \(text)") }
            let link = "<a href=\"\(fragment)\""
            let isCurrent = dom.split(separator: link).dropFirst().contains { rest in
                rest.prefix { $0 != ">" }.contains("aria-current=\"page\"")
            }
            #expect(isCurrent == !main.contains("Not found") || fragment.isEmpty, "\(fragment)")
        }
    }

    @Test func aHostileDescriptionStaysText() async throws {
        let folder = try TestFolder()
        let evil =
            "</script><script>document.title = 'hit'</script><img src=x onerror=\"document.title = 'hit'\"><!-- [a](javascript:hit) "
            + "<a href=\"javascript:hit\">b</a> [c](https://example.com/c) https://example.com/d"
        let value = QuotedText.json(evil)
        try folder.write(
            """
            {"openapi": "3.1.0", "info": {"title": "Evil", "version": "1", "description": \(value)}, "servers": [{"url": "https://api.example.com"}],
             "security": [], "paths": {"/a": {"get": {"operationId": "readA", "tags": [\(value)], "description": \(value),
              "parameters": [{"name": \(value), "in": "query", "description": \(value), "schema": {"type": "string"}}],
              "responses": {"200": {"description": \(value), "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}}}},
             "components": {"schemas": {"A": {"type": "object", "description": \(value), "properties": {\(value): {"enum": [\(value), "b"]}}}}}}
            """, to: "evil.json")
        let result = folder.run("inspect", "evil.json", "--html", "evil.html")
        #expect(result.status == 0, "\(result.errors)")
        for fragment in ["", "#operation/ReadARequest", "#type/A", "#warnings"] {
            let (dom, console) = try await open(folder, "evil.html", at: fragment)
            #expect(console == [])
            #expect(!dom.contains("<title>hit</title>"))
            // These are the page's own scripts; the description adds none.
            #expect(dom.ranges(of: "<script").count == 2)
            let main = try main(dom)
            // A '<' in a string is escaped, so the matches are exactly the elements.
            for match in main.matches(of: /<([a-z0-9]+)([^>]*)>/) {
                #expect(
                    !["img", "script", "style", "iframe", "svg", "form"].contains(match.1), "\(fragment): \(match.0)")
                #expect(!match.2.contains(/\son[a-z]+=/), "\(fragment): \(match.0)")
                guard let link = match.2.firstMatch(of: /href="([^"]*)"/) else { continue }
                #expect(link.1.hasPrefix("#") || link.1.hasPrefix("https://example.com/"), "\(fragment): \(link.1)")
            }
            if fragment == "" {
                #expect(
                    main.contains("href=\"https://example.com/c\"") && main.contains("href=\"https://example.com/d\""))
            }
        }
    }
}

enum Browser {
    /// Chromium by one of its names; nil: there is none.
    static let program: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        for name in ["chromium", "chromium-browser", "google-chrome"] {
            for folder in folders where FileManager.default.isExecutableFile(atPath: folder + "/" + name) {
                return folder + "/" + name
            }
        }
        return nil
    }()
}
