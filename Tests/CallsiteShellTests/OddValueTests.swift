import CallsiteCore
import CallsiteReference
import Foundation
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

/// Every key of `callsite.yaml` and every option, with values that make no sense: a run ends with a status and short
/// messages, and writes nothing outside its folder.
@Suite struct OddValueTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Pets, version: "1"}
        servers: [{url: "https://api.example.com"}]
        security: []
        paths:
          /pets:
            get:
              operationId: listPets
              tags: [pets]
              parameters: [{name: page, in: query, schema: {type: integer}}]
              responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Pet"}}}}}}
        components:
          schemas:
            Pet: {type: object, properties: {name: {type: string, format: money}}}

        """

    /// As YAML, each in one line.
    private static let values: [String] = [
        #""""#, #"".""#, #""..""#, #""...""#, #""a.""#, #"".a""#, #""/""#, #""*""#, #""\0""#, #""a\0b""#, #""\n""#,
        #""\e[2J""#,
        #""\u202E""#,
        #""\u00E9""#, #""e\u0301""#, #""日本""#, #""😀""#, #""{""#, #""}""#, #""{}""#, #""$1""#, #""-""#, "--x", "~",
        "null", "0", "-1",
        "1e400", "true",
        "[]", "{}", "[[]]", "[{}]", "[~]", #"[""]"#, #"{"": ""}"#, #"{".": "."}"#, #"{a: {b: {c: d}}}"#, "Pet",
        "listPets",
        "\"" + String(repeating: "x", count: 70_000) + "\"", "\"" + String(repeating: "a.", count: 5_000) + "\"",
        String(repeating: "[", count: 200) + String(repeating: "]", count: 200),
    ]

    private static let maps = ["renames", "formats", "types", "conformances", "links"]
    private static let nested = [
        "naming: {operations: $}", "naming: {dropPrefix: $}", "naming: {patterns: $}", "naming: {patterns: {$: a}}",
        "naming: {patterns: {a: $}}",
        "pagination: {detect: $}", "pagination: {strategies: $}", "pagination: {strategies: {a: $}}",
        "pagination: {apply: $}",
        "pagination: {apply: [{operations: $, use: none}]}", "pagination: {apply: [{operations: [listPets], use: $}]}",
        "pagination: {default: $}", "pagination: {apply: [{operations: [listPets], use: $}]}",
        "pagination: {apply: [{operations: [listPets], use: {style: page, parameter: $}}]}",
        "include: {tags: $}", "include: {paths: $}", "exclude: {operations: $}", "deepLinks: {schemes: $}",
        "deepLinks: {hosts: $}",
        "types: {Pet: {type: $}}", "types: {Pet: {type: A, import: $}}", "formats: {money: {type: $, import: M}}",
        "renames: {Pet: A, listPets: $}", "renames: {Pet.name: $}", "fixtures: $, module: M",
        "fixtures: Tests, module: $",
    ]

    /// The lines of configurations, in which `$` stands for the value.
    private static let settings: [String] = {
        let reference = configurationReference()
        return reference.all.map { "\($0.key): $" }
            + reference.one.map { "descriptions: [{source: openapi.yaml, output: Out, \($0.key): $}]" }
            + (maps.flatMap {
                ["\($0): {$: $}", "\($0): {$: A}", "\($0): {$: a}", "\($0): {Pet: $}", "\($0): {$: [$]}"]
            } + nested)
            .map { "descriptions: [{source: openapi.yaml, output: Out, \($0)}]" }
    }()

    private func folder() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write(Self.document, to: "a/b/openapi.yaml")
        return folder
    }

    private func expectAnEnd(_ result: RunResult, in folder: TestFolder, _ what: String) {
        #expect([0, 1, 2, 64, 74].contains(result.status), "\(what)")
        #expect(result.status == 0 || !result.errors.isEmpty, "\(what)")
        // No message carries the whole of a long value, or what a terminal would obey.
        #expect(result.errors.utf8.count < 30_000, "\(what): \(result.errors.utf8.count)")
        let isPlain = result.errors.unicodeScalars.allSatisfy {
            ($0.value >= 0x20 || $0 == "\n" || $0 == "\t") && $0.value != 0x202E
        }
        #expect(isPlain, "\(what)")
    }

    @Test func inTheConfiguration() throws {
        #expect(Self.settings.count > 60)
        let folder = try folder()
        for setting in Self.settings {
            for value in Self.values {
                let text = "callsite: 1\n" + setting.replacingOccurrences(of: "$", with: value) + "\n"
                try folder.write(text, to: "a/b/callsite.yaml")
                let result = folder.run("generate", "--dry-run", from: "a/b")
                expectAnEnd(result, in: folder, String(text.prefix(200)))
                // A mistake of the configuration is shown there: an error has no other cause here.
                if result.status == 1 {
                    #expect(
                        !result.errors.contains("openapi.yaml:"), "\(text.prefix(200)): \(result.errors.prefix(400))")
                }
            }
        }
        #expect(folder.names() == ["a"] && folder.names(in: "a") == ["b"])
    }

    @Test func onTheCommandLine() throws {
        let values = [
            ".", "..", "/dev/null", "a/../..", "-", "*", "\n", "\u{1B}[2J", "\u{202E}", "é", "e\u{301}", "日本", "😀",
            "$1", "{}", "0", "100",
            "a,b", ",", " ",
            "tag:", "/", "GET /", String(repeating: "x", count: 70_000), String(repeating: "a/", count: 5_000),
        ]
        var count = 0
        for command in Command.all {
            for option in command.options {
                guard case .value = option.kind else { continue }
                for value in values {
                    // Nothing may be written to the root of the file system.
                    if value == "/", [.output, .fixtures, .importOutput].contains(option) { continue }
                    let folder = try folder()
                    let result = folder.run(
                        command.words + ["\(option.name)=\(value)"]
                            + (command.operands.placeholder == "SPEC" ? ["openapi.yaml"] : [])
                            + (command.name == "generate" && option != .output ? ["--output", "Out"] : []), from: "a/b")
                    expectAnEnd(result, in: folder, "\(command.name) \(option.name)=\(value.prefix(60))")
                    count += 1
                }
            }
            for value in values where command.operands.count.upperBound > 0 && value != "/" && command.name != "help" {
                let folder = try folder()
                expectAnEnd(
                    folder.run(command.words + ["--", value], from: "a/b"), in: folder,
                    "\(command.name) \(value.prefix(60))")
                count += 1
            }
        }
        #expect(count > 400)
    }
}
