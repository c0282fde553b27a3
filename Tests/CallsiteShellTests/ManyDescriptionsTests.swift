import CallsiteCore
import CallsitePrinter
import Foundation
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

/// `generate` with several descriptions leaves out those of which nothing has changed, and those alone.
@Suite("Many descriptions")
struct ManyDescriptionsTests {
    let folder: TestFolder
    let records: RecordFolder

    init() throws {
        folder = try TestFolder()
        records = RecordFolder(path: folder.path("Cache/generated"), tool: "1")
        try folder.write("models: {Money: {amount: Int}}\n", to: "Specs/money.yaml")
        for name in ["A", "B", "C"] {
            let include = name == "C" ? "" : "include: [money.yaml]\n"
            let model = name == "C" ? "Thing" : "Money"
            let things = name == "C" ? "models: {Thing: {id: Int}}\n" : ""
            try folder.write(
                "callsite: 1\napi: \(name)\nbaseURL: https://a.example\n\(include)endpoints: {Get\(name): {path: /a, response: \(model)}}\n\(things)",
                to: "Specs/\(name).yaml")
        }
        try configure()
    }

    private func configure(_ more: String = "", each: String = "") throws {
        let entries = ["A", "B", "C"].map { "  - {source: Specs/\($0).yaml, output: Out/\($0)\(each)}\n" }.joined()
        try folder.write("callsite: 1\n\(more)descriptions:\n\(entries)", to: "callsite.yaml")
    }

    private func generate(_ options: String..., tool: String = "1", now: @escaping () -> Double = { 0 }) -> RunResult {
        folder.run(["generate"] + options, records: RecordFolder(path: records.path, tool: tool), now: now)
    }

    /// How many descriptions weren't generated again.
    private func unchanged(_ result: RunResult, sourceLocation: Testing.SourceLocation = #_sourceLocation) -> Int {
        #expect(result.status == 0, "\(result)", sourceLocation: sourceLocation)
        let line = result.errors.split(separator: "\n").first { $0.contains("unchanged, and not generated again") }
        return line.flatMap { Int($0.split(separator: " ")[0]) } ?? 0
    }

    @Test("What hasn't changed isn't generated again, and the closing line says so")
    func unchangedDescriptions() throws {
        let first = generate()
        #expect(unchanged(first) == 0 && first.output.hasSuffix("in 3 folders\n"), "\(first)")
        let texts = folder.names(in: "Out/A").map { folder.read("Out/A/\($0)") }
        let second = generate()
        #expect(second.errors == "3 descriptions unchanged, and not generated again\n")
        #expect(
            second.output.hasSuffix("files unchanged\n") && second.output.split(separator: "\n").count == 1, "\(second)"
        )
        #expect(folder.names(in: "Out/A").map { folder.read("Out/A/\($0)") } == texts)
        #expect(try folder.permissions(of: "Cache/generated/" + folder.names(in: "Cache/generated")[0]) == 0o600)
    }

    @Test("Whatever the output depends on is looked at")
    func changes() throws {
        #expect(unchanged(generate()) == 0)
        try folder.write("models: {Money: {amount: Int, currency: String}}\n", to: "Specs/money.yaml")
        #expect(unchanged(generate()) == 1)
        #expect(folder.read("Out/B/B+Models.swift")?.contains("currency") == true)
        try folder.write(
            try #require(folder.read("Specs/C.yaml")).replacingOccurrences(of: "id: Int", with: "id: String"),
            to: "Specs/C.yaml")
        #expect(unchanged(generate()) == 2)
        #expect(unchanged(generate("--access", "public")) == 0)
        #expect(unchanged(generate("--access", "public")) == 3)
        #expect(unchanged(generate()) == 0)
        #expect(unchanged(generate(tool: "2")) == 0)
        // Lines above that say nothing of a description.
        try configure("\n# A comment.\n")
        #expect(unchanged(generate(tool: "2")) == 3)
        try configure("templates: Look\n")
        #expect(folder.run("templates", "eject", "Look").status == 0)
        #expect(unchanged(generate(tool: "2")) == 0)
        #expect(unchanged(generate(tool: "2")) == 3)
        let template = try #require(folder.read("Look/structure.mustache"))
        try folder.write(template + "\n", to: "Look/structure.mustache")
        #expect(unchanged(generate(tool: "2")) == 0)
    }

    @Test("What was written is looked at: an edit is refused, and what is gone is written again")
    func outputs() throws {
        #expect(unchanged(generate()) == 0)
        try folder.delete("Out/A/A.swift")
        #expect(unchanged(generate()) == 2)
        #expect(folder.read("Out/A/A.swift") != nil)
        let text = try #require(folder.read("Out/B/B.swift"))
        try folder.write(text + "// Mine.\n", to: "Out/B/B.swift")
        let refused = generate()
        #expect(
            refused.status == 74 && refused.errors.contains("Out/B/B.swift: error: was edited since Callsite wrote it"),
            "\(refused)")
        #expect(folder.read("Out/B/B.swift") == text + "// Mine.\n")
        #expect(unchanged(generate("--force")) == 0)
        #expect(folder.read("Out/B/B.swift") == text)
        try folder.delete("Out/C/.callsite-manifest.json")
        #expect(unchanged(generate()) == 3)
        #expect(folder.read("Out/C/.callsite-manifest.json") != nil)
    }

    @Test("Who asks for everything gets everything", arguments: ["--force", "--check", "--all-warnings", "--dry-run"])
    func all(option: String) {
        #expect(unchanged(generate()) == 0)
        #expect(unchanged(generate(option)) == 0)
    }

    @Test("Whatever a run does, one line closes it for all folders")
    func closingLines() throws {
        func last(_ result: RunResult) -> String { result.output.split(separator: "\n").last.map(String.init) ?? "" }
        #expect(last(generate("--dry-run")).hasSuffix("files to write in 3 folders"))
        let written = generate()
        #expect(written.output.split(separator: "\n").count { $0.contains("written") } == 1, "\(written.output)")
        #expect(generate("--dry-run").output.split(separator: "\n").count == 1)
        #expect(generate("--check").output.split(separator: "\n").count == 1)
        try folder.write("models: {Money: {amount: String}}\n", to: "Specs/money.yaml")
        let stale = generate("--check")
        #expect(
            stale.status == 2
                && stale.errors.hasSuffix("\n2 files not up to date; run the command without '--check'\n"), "\(stale)")
    }

    @Test("A terminal shows how far a long run is, and keeps nothing of it", arguments: [true, false])
    func progress(isTerminal: Bool) throws {
        let names = (10..<22).map(String.init)
        for name in names {
            try folder.write(
                "callsite: 1\napi: A\(name)\nbaseURL: https://a.example\nendpoints: {}\n", to: "Specs/\(name).yaml")
        }
        try folder.write(
            "callsite: 1\ndescriptions:\n"
                + names.map { "  - {source: Specs/\($0).yaml, output: Out/\($0)}\n" }.joined(),
            to: "callsite.yaml")
        var time = 0.0
        let result = folder.run(
            ["generate", "--jobs", "1"], isTerminal: isTerminal,
            now: {
                time += 1
                return time
            })
        let line = (1...12).map { "\rgenerated \($0) of 12" }.joined() + "\r\u{1B}[K"
        #expect(
            result.status == 0 && result.errors.contains("\rgenerated") == isTerminal
                && result.errors.contains(line) == isTerminal)
    }

    @Test("A file that several descriptions include is read once in a run")
    func includes() throws {
        let files = FilesOnce()
        let path = folder.path("Specs/money.yaml")
        let text = try files.read(path)
        try folder.delete("Specs/money.yaml")
        #expect(try files.read(path) == text && files.hash(path) == FilesOnce.hash(of: text))
        #expect(throws: FileProblem.self) { try FilesOnce().read(path) }
    }

    @Test("Warnings that aren't printed again are counted; errors are printed each time")
    func problems() throws {
        try folder.write(
            "openapi: 3.0.3\ninfo: {title: C, version: '1'}\nservers: [{url: 'https://a.example'}]\n"
                + "paths: {/a: {get: {responses: {'204': {description: a}}}}}\nx: 1\n", to: "Specs/C.yaml")
        let first = generate()
        let warnings = first.errors.split(separator: "\n").count { $0.contains(": warning: ") }
        #expect(warnings > 0, "\(first)")
        let second = generate()
        #expect(
            second.errors
                == "3 descriptions unchanged, and not generated again; their \(warnings) warning\(warnings == 1 ? "" : "s") can be seen with '--all-warnings'\n"
        )
        try folder.write("callsite: 1\napi: B\nendpoints: {\n", to: "Specs/B.yaml")
        for _ in 0..<2 { #expect(generate().status == 1) }
    }

    @Test("A run that ended before it wrote goes on where it was")
    func goesOn() throws {
        let text = try #require(folder.read("Specs/C.yaml"))
        try folder.write("callsite: 1\napi: C\nendpoints: {\n", to: "Specs/C.yaml")
        var time = 0.0
        let clock = { () -> Double in
            time += 10
            return time
        }
        #expect(generate("--jobs", "1", now: clock).status == 1)
        #expect(!fileExists(folder.path("Out")))
        #expect(folder.names(in: "Cache/generated").count == 2)
        try folder.write(text, to: "Specs/C.yaml")
        #expect(unchanged(generate()) == 2)
        #expect(
            folder.read("Out/A/A.swift") != nil
                && folder.names(in: "Cache/generated").allSatisfy { !$0.hasSuffix(".output") })
        #expect(unchanged(generate()) == 3)
        #expect(folder.run("generate", "--check").status == 0)
    }

    @Test("Records that are broken, or can't be kept, cost time only")
    func broken() throws {
        #expect(unchanged(generate()) == 0)
        for (name, text) in zip(
            folder.names(in: "Cache/generated"),
            ["", "callsite-generated 1\nkey", "callsite-generated 1\ncode 0 99999999999999999999 /a\n\n"])
        {
            try folder.write(text, to: "Cache/generated/\(name)")
        }
        #expect(unchanged(generate()) == 0)
        #expect(unchanged(generate()) == 3)
        try folder.delete("Cache")
        try folder.write("", to: "Cache")
        for _ in 0..<2 { #expect(unchanged(generate()) == 0) }
    }

    @Test("What others put beside the records stays, and what a stopped run left goes")
    func cleanup() throws {
        #expect(unchanged(generate()) == 0)
        try folder.write("mine", to: "Cache/generated/notes.txt")
        try folder.write("", to: "Cache/generated/.callsite-0123456789abcdef.tmp")
        try folder.write(
            "callsite: 1\napi: C\nbaseURL: https://a.example\nendpoints: {GetC: {path: /c}}\n", to: "Specs/C.yaml")
        #expect(unchanged(generate()) == 2)
        #expect(folder.read("Cache/generated/notes.txt") == "mine")
        #expect(folder.read("Cache/generated/.callsite-0123456789abcdef.tmp") == nil)
        #expect(folder.names(in: "Cache/generated").count { EarlierRuns.isName($0) } == 3)
        #expect(
            !EarlierRuns.isName("notes.txt") && !EarlierRuns.isName("0123456789ABCDEF")
                && EarlierRuns.isName("0123456789abcdef.output"))
    }

    @Test("Several modules are looked at as one is, after a run that was stopped too")
    func modules() throws {
        for name in ["A", "B", "C"] {
            try folder.write(
                "callsite: 1\napi: \(name)\nbaseURL: https://a.example\nendpoints:\n  GetX: {path: /x, tag: X, response: Own}\n"
                    + "  GetY: {path: /y, tag: Y, response: Both}\n  ListX: {path: /xs, tag: X, response: Both}\n"
                    + "models: {Own: {id: Int}, Both: {id: Int}}\n", to: "Specs/\(name).yaml")
        }
        try configure(each: ", modules: true, access: public")
        var time = 0.0
        let clock = {
            time += 10
            return time
        }
        // Nothing is written, but what was made is kept.
        try folder.write("callsite: 1\napi: C\nbaseURL: 7\n", to: "Specs/C.yaml")
        #expect(generate("--jobs", "1", now: clock).status == 1 && folder.names(in: "Out/A").isEmpty)
        try folder.write(
            "callsite: 1\napi: C\nbaseURL: https://a.example\nendpoints: {GetC: {path: /c}}\n", to: "Specs/C.yaml")
        #expect(unchanged(generate()) == 2)
        #expect(
            folder.names(in: "Out/A") == ["A", "AX", "AY"]
                && folder.read("Out/A/AX/A+X.swift")?.contains("import A") == true)
        #expect(unchanged(generate()) == 3)
        try folder.delete("Out/A/AX/A+X.swift")
        #expect(unchanged(generate()) == 2 && folder.read("Out/A/AX/A+X.swift")?.contains("struct Own") == true)
        let models = try #require(folder.names(in: "Out/B/B").first { $0.hasSuffix("Models.swift") })
        try folder.write("// mine", to: "Out/B/B/\(models)")
        #expect(generate().status == 74 && folder.read("Out/B/B/\(models)") == "// mine")
    }

    @Test("Lengths that no file has are no record")
    func lengths() {
        for length in ["-1", "9223372036854775807", "x"] {
            #expect(
                GenerationRecord.read(
                    Array("callsite-generated 1\nkey a\ncode 0 \(length) /a\ncode 0 \(length) /b\n\n".utf8)) == nil)
        }
    }

    @Test("A record is read as it was written, whatever it holds")
    func record() throws {
        let record = GenerationRecord(
            key: "ab", inputs: ["/my specs/a b.yaml": "1", "/größe": "2"], absent: ["/ a", "/b"],
            written: [
                .init(kind: .code, path: "/Out/A B.swift", length: 3, hash: "77"),
                .init(kind: .mock, path: "/m", length: 0, hash: "0"),
            ],
            declarations: ["A", "`B`"], warnings: 4)
        let text = try #require(record.text)
        let read = try #require(GenerationRecord.read(Array((text + "abc").utf8)))
        #expect(read.record == record && Array(read.contents) == Array("abc".utf8))
        for length in 0..<(text.utf8.count - 1) {
            #expect(GenerationRecord.read(Array(text.utf8.prefix(length))) == nil)
        }
    }

    @Test("Equal options have equal texts, and others don't")
    func texts() {
        var first = Options()
        var second = Options()
        for number in 0..<20 { first.renames["n\(number)"] = "N\(number)" }
        for number in (0..<20).reversed() { second.renames["n\(number)"] = "N\(number)" }
        first.runtimeTypes = ["A", "B", "C", "D"]
        second.runtimeTypes = ["D", "C", "B", "A"]
        #expect(stableText(first) != nil && stableText(first) == stableText(second))
        second.renames["n1"] = "N2"
        #expect(stableText(first) != stableText(second))
        #expect(stableText(["a,b"]) != stableText(["a", "b"]))
        #expect(stableText(Optional<String>.none as Any) != stableText(Optional("") as Any))
        #expect(stableText(NSObject()) == nil)
    }
}
