import Foundation
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell
import CallsitePrinter

/// Common mistakes in `callsite.yaml` and on the command line, and the messages about them: the tables of `Mistakes/`.
///
/// In configuration.txt a case begins with `=== what is wrong`, and is what `callsite generate` reports of that
/// `callsite.yaml`. The messages about a line stand below it, with `^` in their column; messages without a place in the
/// file stand at the end, after `@ `. In command-line.txt a case is a line of a shell, and below it what is printed to
/// standard error and the status.
///
/// Each runs in a package with a document and a description of its own. `UPDATE_GOLDEN=1 swift test --filter Mistake`
/// rewrites what is reported, and fails.
@Suite struct ShellMistakeTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "Mistakes")
    private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil

    @Test func configurations() throws {
        try check("configuration.txt", separator: "=== ", atLeast: 100) { title, lines in
            let folder = try Self.package()
            try folder.write(lines.map { $0 + "\n" }.joined(), to: "callsite.yaml")
            let before = folder.allNames
            let result = folder.run("generate")
            #expect(result.status != 0 || result.errors.contains("warning: "), "\(title): nothing is reported")
            if result.status != 0 { #expect(folder.allNames == before, "\(title): something was written") }
            #expect(
                result.errors.split(separator: "\n").count { $0.contains(" error: ") } <= 1
                    || title.hasPrefix("several"),
                "\(title): one mistake, one message")
            return Self.marked(lines, result)
        }
    }

    @Test func commandLines() throws {
        try check("command-line.txt", separator: "$ callsite", atLeast: 90) { title, _ in
            let folder = try Self.package()
            let before = folder.allNames
            let result = folder.run(Self.words(title))
            #expect(result.status != 0 && folder.allNames == before, "\(title): it worked")
            #expect(result.output == "")
            return
                (result.errors.split(separator: "\n").map(String.init).filter { !Self.isClosing($0) } + [
                    "\(result.status)"
                ])
                .map { "    " + $0 }
        }
    }

    /// - Parameter run: what is below a title: the lines of a case, which begin otherwise than its marks, with what is
    ///   reported now.
    private func check(
        _ name: String, separator: String, atLeast count: Int,
        run: (_ title: String, _ lines: [String]) throws -> [String]
    ) throws {
        let file = Self.folder.appendingPathComponent(name)
        let text = try String(contentsOf: file, encoding: .utf8)
        var cases: [(title: String, text: [String])] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix(separator) {
                cases.append((String(line.dropFirst(separator.count)), []))
            } else if !cases.isEmpty {
                cases[cases.count - 1].text.append(line)
            }
        }
        #expect(cases.count >= count)
        #expect(Set(cases.map(\.title)).count == cases.count, "a case is there twice")
        var updated = ""
        for one in cases {
            var body = one.text
            while body.last == "" { body.removeLast() }
            let lines = body.filter {
                !$0.drop { $0 == " " }.hasPrefix("^ ") && !$0.hasPrefix("@ ") && !$0.hasPrefix("    ^")
            }
            let reported = try run(one.title, lines)
            updated += separator + one.title + "\n" + reported.map { $0 + "\n" }.joined() + "\n"
            if !Self.isUpdating { #expect(reported == body, "\(separator)\(one.title)") }
        }
        guard Self.isUpdating else { return }
        try updated.write(to: file, atomically: true, encoding: .utf8)
        Issue.record("\(name) was rewritten: read the difference, then run without UPDATE_GOLDEN")
    }

    private static func isClosing(_ line: String) -> Bool {
        line.hasPrefix("Try '") || line.hasSuffix("nothing was written")
            || line.wholeMatch(of: /[0-9]+ (error|warning)s?/) != nil
    }

    /// The lines of `callsite.yaml`, with what is reported of each below it.
    private static func marked(_ lines: [String], _ result: RunResult) -> [String] {
        var marks: [Int: [String]] = [:]
        var others: [String] = []
        for line in result.errors.split(separator: "\n").map(String.init) where !isClosing(line) {
            if let match = line.wholeMatch(of: /callsite\.yaml:([0-9]+):([0-9]+): (.*)/), let number = Int(match.1),
                let column = Int(match.2),
                number <= lines.count
            {
                marks[number, default: []].append(String(repeating: " ", count: column - 1) + "^ " + match.3)
            } else {
                others.append("@ " + line)
            }
        }
        return lines.enumerated().flatMap { [$0.element] + (marks[$0.offset + 1] ?? []) } + others
    }

    /// The words of a command line; single quotes hold words together.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
            if index % 2 == 1 {
                words.append(String(part))
            } else {
                words += part.split(separator: " ").map(String.init)
            }
        }
        return words
    }

    private static func package() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write(
            """
            // swift-tools-version: 6.1
            import PackageDescription
            let package = Package(
                name: "App",
                dependencies: [.package(url: "https://example.com/callsite", from: "0.1.0")],
                targets: [.target(name: "App"), .testTarget(name: "AppTests", dependencies: ["App"])])

            """, to: "Package.swift")
        try folder.makeFolder("Sources/App")
        try folder.makeFolder("Tests/AppTests")
        try folder.write(document, to: "openapi.yaml")
        try folder.write(
            """
            callsite: 1
            api: Shop
            baseURL: https://api.example.com
            endpoints:
              GetOrder: {path: "/orders/{id}", parameters: {id: String}, response: Order}
            models:
              Order: {id: String}

            """, to: "shop.yaml")
        let littleEndian: [UInt8] = Array(document.utf8).flatMap { byte -> [UInt8] in [byte, 0] }
        let bigEndian: [UInt8] = Array("{\"openapi\": \"3.0.3\"}".utf8).flatMap { byte -> [UInt8] in [0, byte] }
        let files: [(name: String, bytes: [UInt8])] = [
            ("utf16.yaml", littleEndian), ("utf16.json", bigEndian),
            ("archive.yaml", [0x50, 0x4B, 0x03, 0x04, 0x14, 0x00]), ("archive.json", [0x1F, 0x8B, 0x08, 0x00]),
            ("binary.yaml", [0x00, 0x01, 0x02, 0xFE, 0x00, 0x07, 0x00, 0x00, 0x61, 0x62, 0x63, 0x64]),
        ]
        for (name, bytes) in files {
            try Data(bytes).write(to: URL(fileURLWithPath: folder.path(name)))
        }
        return folder
    }

    private static let document = """
        openapi: 3.0.3
        info: {title: Shop, version: "1"}
        servers: [{url: https://api.example.com}]
        security: []
        tags: [{name: orders}, {name: pets}]
        paths:
          /orders:
            get:
              operationId: listOrders
              tags: [orders]
              parameters: [{name: page, in: query, schema: {type: integer}}]
              responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Order"}}}}}}
            post:
              operationId: createOrder
              tags: [orders]
              requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}
              responses: {"201": {description: made}}
          /orders/{id}:
            get:
              operationId: getOrder
              tags: [orders]
              parameters: [{name: id, in: path, required: true, schema: {type: string}}]
              responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}}
          /pets:
            get:
              operationId: listPets
              tags: [pets]
              responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Pet"}}}}}}
        components:
          schemas:
            Order:
              type: object
              required: [id]
              properties:
                id: {type: string}
                state: {type: string, enum: [open, closed]}
                created_at: {type: string, format: date-time}
                total: {type: string, format: money}
            Pet: {type: object, properties: {id: {type: integer}, name: {type: string}}}

        """
}

extension TestFolder {
    /// The paths of all files.
    fileprivate var allNames: [String] {
        (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
    }
}
