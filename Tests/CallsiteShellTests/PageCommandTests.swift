import CallsiteCore
import Foundation
import SwiftCompiler
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

/// The files that `callsite inspect --html` writes: the commands in them, and the names of files.
@Suite("Page as a file") struct PageCommandTests {
    private func data(_ folder: TestFolder, _ name: String) throws -> [String: Any] {
        let page = try String(contentsOfFile: folder.path(name), encoding: .utf8)
        let start = try #require(page.range(of: "id=\"data\">")).upperBound
        let end = try #require(page[start...].range(of: "</script>")).lowerBound
        return try #require(try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8)) as? [String: Any])
    }

    @Test func noFolderOfTheMachineIsInAPage() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            openapi: 3.0.0
            info: {title: A, version: "1"}
            paths:
              /a: {get: {responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "./models.yaml#/A"}}}}}}}
            unknown: 1
            """, to: "api/spec.yaml")
        try folder.write("A: {type: object, properties: {a: {$ref: \"#/nothing\"}}}\n", to: "api/models.yaml")
        let result = folder.run("inspect", folder.path("api/spec.yaml"), "--html", folder.path("page.html"))
        #expect(result.status == 0, "\(result.errors)")
        let page = try String(contentsOfFile: folder.path("page.html"), encoding: .utf8)
        #expect(page.contains("spec.yaml") && page.contains("models.yaml"))
        #expect(!page.contains(folder.path("")) && !page.contains(FileManager.default.currentDirectoryPath))
    }

    /// Strings that would run a program, end a word, or be an option or a file's name for curl.
    private static let hostile = [
        "'; touch pwned; '", "$(touch pwned)", "`touch pwned`", "a\n touch pwned", "\\' ; touch pwned #", "!!",
        "@/etc/passwd",
        "--output=pwned", "\"; touch pwned; \"", "${IFS}touch", "& touch pwned &", "\u{202E}x", "{a,b}[1-3]",
    ]

    /// A shell sees one command, `curl`, and each hostile string as a part of one word.
    @Test(.timeLimit(.minutes(10))) func aCommandOfAHostileDescriptionIsOneCommand() async throws {
        let folder = try TestFolder()
        let operations = Self.hostile.enumerated().map { index, text in
            let value = QuotedText.json(text)
            return """
                \(QuotedText.json("/\(index)/" + text.filter { !"{}".contains($0) })): {"post": {"operationId": "op\(index)", "parameters": [
                  {"name": \(value), "in": "query", "required": true, "schema": {"type": "string"}, "example": \(value)},
                  {"name": "X-A", "in": "header", "required": true, "schema": {"type": "string"}, "example": \(value)},
                  {"name": "c", "in": "cookie", "required": true, "schema": {"type": "string"}, "example": \(value)}],
                 "requestBody": {"required": true, "content": {"application/\(["json", "x-www-form-urlencoded"][index % 2])": {
                   "schema": {"type": "object", "required": [\(value)], "properties": {\(value): {"type": "string", "example": \(value)}}}}}},
                 "responses": {"204": {"description": "Done"}}}}
                """
        }
        try folder.write(
            """
            {"openapi": "3.1.0", "info": {"title": "Evil", "version": "1"}, "servers": [{"url": "https://api.example.com/$(touch pwned)"}],
             "security": [{"key": []}], "paths": {\(operations.joined(separator: ",\n"))},
             "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "query", "name": "$(touch pwned)'"}}}}
            """, to: "evil.json")
        let result = folder.run("inspect", "evil.json", "--html", "evil.html")
        #expect(result.status == 0, "\(result.errors)")
        let listed = try #require(try data(folder, "evil.html")["operations"] as? [[String: Any]])
        #expect(listed.count == Self.hostile.count)
        for operation in listed {
            let command = (operation["curl"] as? [String] ?? []).map { $0.dropFirst() }.joined()
            let script = "cd '\(folder.path(""))'; curl() { printf 'word:%s\\n' \"$@\"; }; API_KEY=secret\n" + command
            let shown = try await ChildProcess.run(["/bin/sh", "-c", script])
            #expect(shown.text.hasPrefix("word:https://api.example.com/"), "\(command)\n\(shown.text)")
            #expect(shown.text.contains("=secret"), "\(command)")
            // Behind the URL, options and their values take turns.
            let words = shown.text.components(separatedBy: "word:").dropFirst(2).map { $0.dropLast() }
            var position = 0
            while position < words.count {
                let name = words[words.startIndex + position]
                #expect(["--request", "--header", "--data-raw", "--globoff"].contains(String(name)), "\(command)")
                position += name == "--globoff" ? 1 : 2
            }
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("pwned")))
        #expect(!FileManager.default.fileExists(atPath: "pwned"))
    }
}
