import CallsiteCommands
import CallsiteCore
import CallsiteShell
import Foundation
import Testing

/// Lines of YAML and of a shell that messages and commands print for a person to copy: whatever a description calls its
/// parts, each stays one key or one value.
@Suite struct SnippetTests {
    static let names = [
        "plain", "a, b", "a: b", "a]", "x}", "x}}", "a: b, allowOutside: true", "{header: x}",
        "{header: x}}\nallowOutside: true\n#",
        "a #b", "#b", "&a", "*a", "!a", "| a", "> a", "'a", "\"a", "a\\", "a\\\" , \"b", "%a", "@a", "`a", "- a", "? a",
        "null", "true", "no",
        "on", "y", "~", "1", "1.5", ".5", ".inf", ".nan", "0x1", "1_000", "-", "---", "...", "<<", "=", "a\nb", "a\tb",
        "a\u{7F}b", "a\u{1B}[2Jb", "a\u{85}b",
        "a\u{2028}b", "a\u{202E}b", "é ü", "😀", " a ", "", "tag:x", "https://a.example/{b}", "a?b=c&d", "a'b'c",
        "a\u{E0001}b",
    ]

    private func root(_ text: String) throws -> Node {
        var diagnostics = Diagnostics()
        let nodes = parse(SourceSet(main: .init(path: "a.yaml", bytes: Array(text.utf8))), &diagnostics)
        #expect(diagnostics.all.isEmpty, "\(text): \(diagnostics.all)")
        return try #require(nodes.documents[0]?.root, "\(text)")
    }

    @Test(arguments: names) func aValueStaysOneValue(_ name: String) throws {
        let snippet: DiagnosticText = "\(yaml: name)"
        #expect(
            !snippet.description.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0 == "\u{2028}" })
        let node = try root("a: {b: \(snippet), \(snippet): [\(snippet), c], d: e}\nf: \(snippet)\n")
        #expect(node.pairs?.compactMap(\.key.text) == ["a", "f"], "\(snippet)")
        let inner = try #require(node["a"]?.pairs)
        #expect(inner.map(\.key.text) == ["b", name, "d"] && inner[0].value.text == name, "\(snippet)")
        #expect(inner[1].value.elements?.map(\.text) == [name, "c"] && node["f"]?.text == name, "\(snippet)")
        if case .string? = inner[0].value.value {} else { Issue.record("\(snippet) is no string") }
    }

    @Test func aLongValueStaysOneValue() throws {
        let snippet: DiagnosticText = "\(yaml: String(repeating: "a, b: ", count: 100))"
        #expect(snippet.description.unicodeScalars.count < 70)
        #expect(try root("a: {b: \(snippet)}\n")["a"]?.pairs?.count == 1)
    }

    private static func json(_ text: String) -> String {
        String(decoding: try! JSONEncoder().encode([text]).dropFirst().dropLast(), as: UTF8.self)
    }

    /// The output of `inspect --paging` is a configuration, and gives the same pages.
    @Test(arguments: names.filter { !$0.isEmpty && !$0.contains(".") }) func rulesOfPaginationCanBePasted(
        _ name: String
    ) throws {
        let folder = try TestFolder()
        let quoted = Self.json(name)
        try folder.write(
            """
            {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": [{"url": "https://a.example"}],
             "paths": {"/a": {"get": {"operationId": \(Self.json("list " + name)), "parameters": [
               {"name": "cursor", "in": "query", "schema": {"type": "string"}}],
               "responses": {"200": {"description": "ok", "content": {"application/json": {"schema": {"type": "object", "properties": {
                 \(quoted): {"type": "array", "items": {"type": "string"}}, "next_cursor": {"type": "string"}}}}}}}}}}}
            """, to: "api.json")
        let printed = folder.run("inspect", "api.json", "--paging")
        #expect(printed.status == 0 && !printed.output.contains("\u{1B}"), "\(printed)")
        let rules = try root(printed.output)
        #expect(rules.pairs?.compactMap(\.key.text) == ["pagination"], "\(printed.output)")
        let rule = rules["pagination"]?["apply"]?.elements?.first
        guard !name.contains("*") else {
            #expect(rule == nil)
            return
        }
        #expect(rule?["operations"]?.elements?.map(\.text) == ["list " + name], "\(printed.output)")
        #expect(
            rule?["use"]?.pairs?.map(\.key.text) == ["style", "parameter", "next", "elements"], "\(printed.output)")
        #expect(rule?["use"]?["elements"]?.text == name)

        let lines = printed.output.split(separator: "\n").map { "    " + $0 + "\n" }.joined()
        try folder.write("callsite: 1\ndescriptions:\n  - source: api.json\n\(lines)", to: "callsite.yaml")
        let again = folder.run("inspect", "api.json", "--paging")
        let old = try #require(printed.output.split(separator: "\n").first { $0.contains("use:") })
        #expect(again.status == 0 && again.output.contains(old), "\(again)")
    }

    /// The names that `diff` advises to keep.
    @Test(arguments: names.filter { !$0.isEmpty }) func renamesOfADifferenceCanBePasted(_ name: String) throws {
        let folder = try TestFolder()
        for (file, id) in [("old.json", "get pets"), ("new.json", "get " + name)] {
            try folder.write(
                """
                {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": [{"url": "https://a.example"}],
                 "paths": {"/a": {"get": {"operationId": \(Self.json(id)),
                   "responses": {"204": {"description": "ok"}}}}}}
                """, to: file)
        }
        let result = folder.run("diff", "old.json", "new.json", "--fail-on", "none")
        let help = result.output.split(separator: "\n").first { $0.contains("renames: ") }
        let advice = try #require(help?.firstMatch(of: /'(renames: .*)' in callsite.yaml/), "\(result)").1
        let pairs = try #require(try root(String(advice))["renames"]?.pairs)
        #expect(pairs.count == 1 && pairs.first?.key.text == "get " + name, "\(advice)")
    }

    /// A server's path isn't code in the call that is advised.
    @Test(arguments: ["/v1\\(exit(1))", "/v1\"), x((\"", "/a b", "v1\n"]) func aServersPathIsNoCode(_ path: String)
        throws
    {
        let folder = try TestFolder()
        try folder.write(
            #"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": [{"url": \#(Self.json(path))}], "paths": {}}"#,
            to: "api.json")
        let result = folder.run("validate", "api.json")
        #expect(result.errors.contains("Session(baseURL: \"https://api.example.com\")"), "\(result)")
    }

    @Test func aFoldersNameIsOneWordOfAShell() throws {
        let folder = try TestFolder()
        try folder.writeSpecification("a;touch ran;'b'/pets.yaml")
        try folder.write("callsite: 1\n", to: "a;touch ran;'b'/callsite.yaml")
        let result = folder.run("validate", "a;touch ran;'b'/pets.yaml")
        #expect(result.errors.contains("'--config 'a;touch ran;'\\''b'\\''/callsite.yaml'' obeys it"), "\(result)")
    }
}
