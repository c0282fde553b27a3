import CallsiteCore
import CallsiteFormat
import CallsitePrinter
import Foundation
import Fuzzing
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

/// `callsite fmt`: one layout for each file, with its comments, order and meaning.
@Suite struct FormatTests {
    /// A file's contents and its layout.
    static let layouts: [(String, String)] = [
        // Indentation, dashes and blank lines.
        ("a:\n    b: 1\n\n\n\n    c:\n    - x\n    -   y\n", "a:\n  b: 1\n\n  c:\n    - x\n    - y\n"),
        ("\n\na:\n\n  b: 1\n\n", "a:\n  b: 1\n"),
        ("---\na: 1\n...\n", "a: 1\n"),
        ("- - a\n  - b\n-\n  c: 1\n  d: 2\n", "- - a\n  - b\n- c: 1\n  d: 2\n"),
        // Quotes.
        ("a: 'it''s'\n\"b\" : 'a\\d\"'\n", "a: \"it's\"\n\"b\": \"a\\\\d\\\"\"\n"),
        // Brackets stay on one line if they fit, and are lines of their own otherwise.
        ("a: { b: 1,c : [x ,y], }\n", "a: {b: 1, c: [x, y]}\n"),
        ("a: {\n  b: 1\n}\nc: []\nd: {}\n", "a: {b: 1}\nc: []\nd: {}\n"),
        ("a: [String: Int]\n", "a: [String: Int]\n"),
        ("a: {b: 1, c: Int?}\n", "a:\n  b: 1\n  c: Int?\n"),
        (
            "a: {first: \(long(50)), second: [\(long(50)), x]}\n",
            "a:\n  first: \(long(50))\n  second: [\(long(50)), x]\n"
        ),
        ("\(long(119)): []\n", "\(long(119)): []\n"),
        // Long text.
        ("a: \(long(60)) \(long(60)) end\n", "a: \(long(60))\n  \(long(60)) end\n"),
        ("a: one\n  two\n\n  three\n", "a: one two\n\n  three\n"),
        (
            "a: >\n   one\n   two\n\n   three\nb: |\n    x\n      y\n\nc: 1\n",
            "a: >\n  one two\n\n  three\nb: |\n  x\n    y\n\nc: 1\n"
        ),
        ("a: |+\n  x\n\nb: |2-\n    y\n", "a: |+\n  x\n\nb: |2-\n    y\n"),
        // Comments.
        ("#one\na: 1 # two\n  # three\n#four\nb: 2\n", "# one\na: 1  # two\n# three\n# four\nb: 2\n"),
        ("a: # head\n  - x # last\n  # foot\nb: 1\n", "a:  # head\n  - x  # last\n  # foot\nb: 1\n"),
        ("a: {b: 1, # one\n  # two\n  c: 2}\n", "a:\n  b: 1  # one\n  # two\n  c: 2\n"),
        ("- # one\n  a: 1\n", "# one\n- a: 1\n"),
        ("a: | # note\n  x\n", "a: |  # note\n  x\n"),
        (
            "a:        1       # kept\nbb:       2       # in line\n",
            "a: 1              # kept\nbb: 2             # in line\n"
        ),
        ("a: \(long(100)) # \(long(30))\n", "# \(long(30))\na: \(long(100))\n"),
        ("# \(long(70)) \(long(70))\na: 1\n", "# \(long(70))\n# \(long(70))\na: 1\n"),
        // A comment for a tool stays whole.
        (
            "# yaml-language-server: $schema=\(long(120))\na: 1\n",
            "# yaml-language-server: $schema=\(long(120))\na: 1\n"
        ),
        // Anchors, aliases and merges.
        ("a: &x {b: 1}\nc: *x\nd: {<<: *x, e: 2}\n", "a: &x {b: 1}\nc: *x\nd: {<<: *x, e: 2}\n"),
        ("a: &x\n    b: 1\nc: !!str 5\n*x : 1\n", "a: &x\n  b: 1\nc: !!str 5\n*x : 1\n"),
        ("%YAML 1.2\n---\na: 1\n", "%YAML 1.2\n---\na: 1\n"),
        // Empty keys.
        ("?\n", "?\n:\n"), ("a: 1\n? \n: b\n", "a: 1\n?\n: b\n"), ("a: {? : b, ? }\n", "a: {? : b, ? }\n"),
        // Nothing but comments.
        ("# one\n\n# two\n", "# one\n\n# two\n"), ("", ""),
    ]

    private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test(arguments: layouts) func hasOneLayout(_ text: String, _ expected: String) {
        #expect(layout(Array(text.utf8)) == expected)
        #expect(layout(Array(expected.utf8)) == expected)
    }

    @Test func readsAnyLineEndAndEncoding() {
        #expect(layout(Array("a:\r\n  b: 1 # c\r\n".utf8)) == "a:\n  b: 1  # c\n")
        for text in ["a: é # ü\n", "b: 😀\n"] {
            var bytes: [UInt8] = [0xFF, 0xFE]
            for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
            var diagnostics = Diagnostics()
            guard case .formatted(let file)? = format(.init(path: "a.yaml", bytes: bytes), &diagnostics) else {
                Issue.record("not formatted")
                continue
            }
            #expect(file.text.contains("é  # ü") || file.text.contains("😀"))
        }
    }

    /// Files in any style, with comments in any place: each keeps its values and its comments, and has one layout.
    @Test(.timeLimit(.minutes(10))) func anyTextKeepsItsValuesAndComments() throws {
        for seed in 0..<3000 {
            var maker = YAMLMaker(seed: UInt64(seed))
            let text = maker.document()
            var diagnostics = Diagnostics()
            let result = format(.init(path: "a.yaml", bytes: Array(text.utf8)), &diagnostics)
            guard case .formatted(let file)? = result else {
                Issue.record("seed \(seed): \(diagnostics.sorted.map(\.message)): \(text)")
                return
            }
            let comments = file.text.matches(of: /c([0-9]+)!/).compactMap { Int($0.1) }
            #expect(comments.sorted() == Array(0..<maker.comments), "seed \(seed): \(text)\n->\n\(file.text)")
            #expect(layout(Array(file.text.utf8)) == file.text, "seed \(seed): \(text)\n->\n\(file.text)")
            if comments.count != maker.comments { return }
        }
    }

    /// Callsite writes what it would leave as it is: `init`, and the project's own descriptions.
    @Test func whatCallsiteWritesIsFormatted() throws {
        let folder = try TestFolder()
        #expect(folder.run("init").status == 0)
        #expect(folder.run("fmt", "--check").output == "")
        for path in try Self.descriptions() {
            let text = try String(contentsOf: path, encoding: .utf8)
            #expect(folder.run("fmt", "-", "--check", input: text).status == 0, "\(path.lastPathComponent)")
        }
    }

    /// The generated code doesn't depend on the layout.
    @Test func generatesTheSame() throws {
        for path in try Self.descriptions() {
            let bytes = Array(try Data(contentsOf: path))
            let text = try #require(layout(bytes))
            func files(_ bytes: [UInt8]) -> [[UInt8]] {
                generate(SourceSet(main: .init(path: "api.yaml", bytes: bytes)), options: Options()).files.map(
                    \.contents)
            }
            #expect(files(bytes) == files(Array(text.utf8)))
        }
    }

    private static func descriptions() throws -> [URL] {
        let folder = FreshnessTests.root.appendingPathComponent("Specs")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).filter {
            $0.pathExtension == "yaml" && !$0.lastPathComponent.contains("openapi")
                && !$0.lastPathComponent.contains("swagger")
        }
    }

    // MARK: - The command

    private static let ugly = "callsite: 1\napi: 'Pets'\nbaseURL: https://a.example\nendpoints: { GetA: {path: /a} }\n"
    private static let tidy = "callsite: 1\napi: \"Pets\"\nbaseURL: https://a.example\nendpoints: {GetA: {path: /a}}\n"

    @Test func writesInPlaceOnlyWhatChanges() throws {
        let folder = try TestFolder()
        try folder.write(Self.ugly, to: "pets.yaml")
        try folder.setPermissions(0o640, of: "pets.yaml")
        let check = folder.run("fmt", "--check", "pets.yaml")
        #expect(check.status == 2 && check.output == "pets.yaml:2: not formatted\n", "\(check)")
        #expect(folder.read("pets.yaml") == Self.ugly)
        #expect(folder.run("fmt", "pets.yaml", "./pets.yaml").output == "formatted pets.yaml\n")
        #expect(folder.read("pets.yaml") == Self.tidy)
        #expect(try folder.permissions(of: "pets.yaml") == 0o640)
        try folder.age("pets.yaml")
        #expect(folder.run("fmt", "pets.yaml").output == "formatted already\n")
        #expect(try folder.isAged("pets.yaml"))
        #expect(folder.run("fmt", "--check", "pets.yaml").status == 0)
        #expect(folder.run("fmt", "-", input: Self.ugly).output == Self.tidy)
        let input = folder.run("fmt", "--check", "-", input: Self.ugly)
        #expect(input.status == 2 && input.output == "<stdin>:2: not formatted\n", "\(input)")
    }

    @Test func withoutAFileThoseOfTheConfigurationAreMeant() throws {
        let folder = try TestFolder()
        try folder.write(Self.ugly + "include: [parts/more.yaml]\n", to: "Specs/pets.yaml")
        try folder.write("models: {  A: {id: Int} }\n", to: "Specs/parts/more.yaml")
        try folder.write("{\"openapi\": \"3.0.0\", \"info\": {}, \"paths\": {}}", to: "other.yaml")
        try folder.write(
            "callsite: 1\ndescriptions:\n- {source: Specs/pets.yaml, output: A}\n- {source: other.yaml, output: B}\n",
            to: "callsite.yaml")
        let result = folder.run("fmt")
        #expect(
            result.output
                == "formatted callsite.yaml\nformatted Specs/pets.yaml\nformatted Specs/parts/more.yaml\n", "\(result)")
        #expect(folder.read("Specs/parts/more.yaml") == "models: {A: {id: Int}}\n")
        #expect(folder.run("fmt").output == "4 files, formatted already\n")
        #expect(folder.run("fmt", "-q").output == "")
    }

    @Test func withAnErrorNothingIsWritten() throws {
        let folder = try TestFolder()
        try folder.write(Self.ugly, to: "a.yaml")
        try folder.write("a: [1\n", to: "b.yaml")
        try folder.write("openapi: 3.0.0\ninfo: {}\n", to: "c.yaml")
        let result = folder.run("fmt", "a.yaml", "b.yaml", "c.yaml", "gone.yaml")
        #expect(result.status == 74 && result.output == "", "\(result)")
        for part in [
            "b.yaml:1:4: error:", "c.yaml:1:1: error: this is an OpenAPI document", "[not-native]", "gone.yaml",
        ] {
            #expect(result.errors.contains(part), "\(part): \(result)")
        }
        #expect(folder.read("a.yaml") == Self.ugly)
        #expect(folder.run("fmt").status == 64)
        #expect(folder.run("fmt", "-", "a.yaml").status == 64)
        // A link is no file of one's own.
        try folder.link("link.yaml", to: "a.yaml")
        #expect(folder.run("fmt", "link.yaml").status == 74)
        #expect(folder.read("a.yaml") == Self.ugly)
    }
}

/// Makes YAML as no one would write it, with a comment `#cN!` in each place that has room for one.
private struct YAMLMaker {
    private(set) var comments = 0
    private var anchors = 0
    private var keys = 0
    private var random: Randomness

    init(seed: UInt64) { random = Randomness(seed: seed) }

    mutating func document() -> String {
        var text = random.once(in: 4) ? "---\n" : ""
        text += mapping(indent: 0, depth: 0)
        if random.once(in: 3) { text += ownLine(random.below(5)) }
        return text
    }

    private mutating func comment() -> String {
        comments += 1
        let words = random.once(in: 8) ? String(repeating: " and more of it", count: random.below(14)) : ""
        return (random.once(in: 2) ? "# " : "") + "#c\(comments - 1)!" + words
    }

    private mutating func ownLine(_ column: Int) -> String {
        blankLines() + String(repeating: " ", count: column) + comment() + "\n" + blankLines()
    }

    private mutating func blankLines() -> String { String(repeating: "\n", count: max(0, random.below(6) - 3)) }

    private mutating func trailing() -> String {
        random.once(in: 4) ? String(repeating: " ", count: 1 + random.below(9)) + comment() : ""
    }

    private mutating func properties() -> String {
        guard random.once(in: 12) else { return "" }
        anchors += 1
        return "&a\(anchors) "
    }

    private mutating func mapping(indent: Int, depth: Int) -> String {
        var text = ""
        for _ in 0...random.below(3) {
            if random.once(in: 4) { text += ownLine(random.once(in: 3) ? random.below(9) : indent) }
            text += blankLines() + String(repeating: " ", count: indent) + key()
            text += value(indent: indent, depth: depth, isElement: false)
        }
        return text
    }

    private mutating func key() -> String {
        keys += 1
        return random.choose(["k\(keys)", "'k\(keys)'", "\"k\(keys)\"", "k\(keys)?", "two words \(keys)"]) + ":"
    }

    private mutating func list(indent: Int, depth: Int) -> String {
        var text = ""
        for _ in 0...random.below(3) {
            if random.once(in: 4) { text += ownLine(indent + random.below(3)) }
            text += blankLines() + String(repeating: " ", count: indent) + "-"
            text += value(indent: indent, depth: depth, isElement: true)
        }
        return text
    }

    private mutating func value(indent: Int, depth: Int, isElement: Bool) -> String {
        let margin = String(repeating: " ", count: indent + 1 + random.below(4))
        switch random.below(depth > 4 ? 7 : 10) {
        case 0: return " " + properties() + plain() + trailing() + "\n"
        case 1: return " plain text that\n" + margin + "goes on" + trailing() + "\n"
        case 2: return " " + properties() + quoted() + trailing() + "\n"
        case 3: return " \"in double\n\n" + margin + "quotes\"" + trailing() + "\n"
        case 4:
            let mark = random.choose(["|", "|-", "|+", ">", ">-", ">+"])
            let lines = ["one", "two # no comment", "", "  more", "three"].prefix(1 + random.below(5))
            return " " + mark + trailing() + "\n" + lines.map { $0.isEmpty ? "\n" : margin + $0 + "\n" }.joined()
        case 5: return trailing() + "\n"
        case 6: return " " + properties() + flow(margin: margin, depth: depth) + trailing() + "\n"
        case 7:
            let inner = indent + 1 + random.below(4)
            if isElement, random.once(in: 2) {
                // On the dash's line.
                let text = mapping(indent: indent + 2, depth: depth + 1)
                if text.dropFirst(indent + 2).first == "k", !text.hasPrefix("\n") {
                    return " " + text.dropFirst(indent + 2)
                }
                return trailing() + "\n" + text
            }
            return " " + properties() + trailing() + "\n" + mapping(indent: inner, depth: depth + 1)
        default:
            let inner = indent + (isElement ? 1 : 0) + random.below(3)
            return trailing() + "\n" + list(indent: inner, depth: depth + 1)
        }
    }

    private mutating func plain() -> String {
        random.choose(["1", "null", "String?", "a | b = a", "some text", "x-y", "~", "http://a.b/c"])
    }

    private mutating func quoted() -> String {
        random.choose(["'it''s'", "\"a\\tb\"", "\"# no comment\"", "''", "\"\\u00e9\"", "'a: b'"])
    }

    private mutating func flow(margin: String, depth: Int) -> String {
        let isList = random.once(in: 2)
        var parts: [String] = []
        for _ in 0..<random.below(4) {
            let inner =
                depth < 5 && random.once(in: 4)
                ? flow(margin: margin, depth: depth + 1)
                : random.once(in: 2) ? quoted() : random.choose(["x", "1", "two words"])
            var part = isList && !random.once(in: 5) ? inner : key() + " " + inner
            if random.once(in: 6) { part = "\n" + margin + part }
            part += random.once(in: 6) ? ", " + comment() + "\n" + margin : ","
            parts.append(part)
        }
        var text = parts.joined(separator: " ")
        if random.once(in: 8) { text += " " + comment() + "\n" + margin }
        return isList ? "[\(text)]" : "{\(text)}"
    }
}
