import Testing

@testable import CallsiteCore
@testable import CallsitePrinter

@Suite struct YAMLTests {
    private func parse(_ text: String) -> (YAMLDocument?, [String]) {
        var diagnostics = Diagnostics()
        let document = parseYAML(Array(text.utf8), file: .main, &diagnostics)
        return (document, diagnostics.sorted.map { "\($0.location.line):\($0.location.column) \($0.id)" })
    }

    /// The core schema of YAML 1.2, chapter 10.3.
    @Test(arguments: [
        ("", YAMLScalar.null), ("~", .null), ("null", .null), ("Null", .null), ("nULL", .string("nULL")),
        ("true", .bool(true)), ("False", .bool(false)), ("yes", .string("yes")), ("on", .string("on")),
        ("no", .string("no")), ("0", .integer("0")), ("-0", .integer("0")), ("+07", .integer("7")),
        ("0o17", .integer("15")), ("0xFF", .integer("255")), ("017", .integer("17")), ("1_000", .string("1_000")),
        ("1.", .float("1.")), (".5", .float(".5")), ("1e3", .float("1e3")), ("1e", .string("1e")), (".", .string(".")),
        ("-", .string("-")), ("-.inf", .float("-.inf")), (".NaN", .float(".nan")),
        ("2022-11-28", .string("2022-11-28")), ("12:30", .string("12:30")),
        ("9223372036854775808", .integer("9223372036854775808")), ("0b1", .string("0b1")), ("0x", .string("0x")),
    ])
    func coreSchema(_ text: String, _ value: YAMLScalar) {
        #expect(YAMLScalar(plain: text) == value)
    }

    @Test func placesCountScalars() throws {
        let (document, _) = parse("é: 🙂\n名: [a, b]\n")
        let pairs = try #require(document?.root.pairs)
        #expect(pairs[0].value.place.column == 4)
        #expect(pairs[1].value.elements?.map(\.place.column) == [5, 8])
        #expect(pairs[1].value.place.length == 6)
    }

    @Test func aliasesAndMergeKeys() throws {
        let (document, problems) = parse(
            "base: &b {a: 1, b: 2}\nother: &o {b: 3, c: 4}\nuse:\n  <<: [*b, *o]\n  a: 0\n")
        #expect(problems == [])
        let pairs = try #require(document?.root.pairs?[2].value.pairs)
        #expect(pairs.map { "\($0.key.text ?? "")=\($0.value.text ?? "")" } == ["a=0", "b=2", "c=4"])
    }

    @Test func billionLaughsAreRefused() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            text +=
                "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
                + "]\n"
        }
        #expect(parse(text).1.contains { $0.hasSuffix("expansion-limit") })
    }

    @Test func depthIsBounded() {
        #expect(parse(String(repeating: "[", count: 100_000)).1 == ["1:101 too-deep"])
        #expect(parse(String(repeating: "{a: ", count: 5_000)).1.first?.hasSuffix("too-deep") == true)
        #expect(parse(String(repeating: "- ", count: 5_000)).1.first?.hasSuffix("too-deep") == true)
        let nested = (0..<60).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
        #expect(parse(nested).1 == [])
        #expect(
            parse(
                "a: &x [[[[[[[[[[[]]]]]]]]]]]\nb: " + String(repeating: "[", count: 95) + "*x"
                    + String(repeating: "]", count: 95)
            ).1
                .first?.hasSuffix("too-deep") == true)
    }

    @Test func bytesThatAreNoText() {
        var diagnostics = Diagnostics()
        #expect(parseYAML([0x61, 0x3A, 0x20, 0xFF], file: .main, &diagnostics) == nil)
        #expect(diagnostics.all.map(\.id) == ["not-utf8"])
        #expect(diagnostics.all[0].location.column == 4)
        #expect(parse("a: \u{1}b").1 == ["1:4 control-character"])
        // Lines end as libyaml counts them: with CR, LF or both.
        #expect(parse("x: y\ra: \u{1}b").1 == ["2:4 control-character"])
        #expect(parse("x: y\r\na: \u{1}b").1 == ["2:4 control-character"])
        #expect(parse("a: \"\\q\"").1 == ["1:5 bad-escape"])
        #expect(parse("%YAML 9.9\n---\na: b").1 == ["1:1 reserved-character"])
        #expect(parse("[a]]").1 == ["1:4 text-after-end"])
    }

    @Test func filesTooLargeAreRefusedUnread() {
        var diagnostics = Diagnostics()
        #expect(parseYAML([UInt8](repeating: 0x61, count: YAMLLimits.bytes + 1), file: .main, &diagnostics) == nil)
        #expect(diagnostics.all.map(\.id) == ["file-too-large"])
    }

    /// Every short text of YAML's own signs is read or refused: what looks for the mistake in a line looks at any line.
    @Test func everyShortTextOfSigns() {
        let tokens = ["a: ", "{", "}", "[", ", ", "\n", "\n  ", "- "]
        let length = 5
        var number = 0
        while number < 1 << (3 * length) {
            var (text, rest) = ("a: ", number)
            for _ in 0..<length {
                text += tokens[rest & 7]
                rest >>= 3
            }
            number += 1
            var diagnostics = Diagnostics()
            _ = CallsiteCore.parse(SourceSet(main: .init(path: "a.yaml", bytes: Array(text.utf8))), &diagnostics)
            for diagnostic in diagnostics.all where diagnostic.location.line < 1 || diagnostic.location.column < 1 {
                Issue.record("\(diagnostic.message) has no place in \(text)")
            }
        }
    }

    /// Rubbish is refused with a place, and never crashes: mutations of a real description, from a fixed seed.
    @Test func rubbishNeverCrashes() {
        let seedText = """
            callsite: 1
            api: Pets
            baseURL: https://{host}/v1
            variables: {host: String = a.b, r: eu | us = eu}
            pagination: {p: {style: page, parameter: page, hasNext: {header: Link}}}
            endpoints:
              A: {path: "/a/{id}", use: [x], parameters: {id: Int = 1, q?: [String]}, response: Page<Pet>, pagination: p}
              B: {method: POST, path: /b, body: {fields: {a: {enum: [x]}, b: Pet? or null}}, errors: {4XX: Pet}}
            models:
              Page<T>: {items: [T], pet: &p {type: Pet, optional: true}}
              Pet: {name: String, union: {union: [Int, {fields: {a: *p}}]}, friend: Pet?}
            """
        let seed = Array(seedText.utf8)
        var state: UInt64 = 42
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        let tokens = [
            "{", "}", "[", "]", ":", "?", "|", "<", ">", "&a ", "*a", "<<: ", "\n", "  ", "\"", "'", "=", "- ", "#",
            "\0", "\u{FFFD}", "type: ", "fields: ",
        ]
        for _ in 0..<1500 {
            var bytes = seed
            for _ in 0..<1 + random(4) {
                let at = random(bytes.count)
                switch random(4) {
                case 0: bytes.remove(at: at)
                case 1: bytes.insert(contentsOf: Array(tokens[random(tokens.count)].utf8), at: at)
                case 2: bytes[at] = UInt8(random(256))
                default: bytes.removeSubrange(at..<min(bytes.count, at + random(30)))
                }
                if bytes.isEmpty { bytes = [0x61] }
            }
            let output = generate(SourceSet(main: .init(path: "x.yaml", bytes: bytes)), options: Options())
            #expect(output.files.isEmpty == output.diagnostics.hasErrors || !output.missing.isEmpty)
        }
    }
}
