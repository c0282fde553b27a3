import CallsiteCore
import CallsitePrinter
import Testing

/// Small documents that would be endless if every schema were written out wherever it is named.
@Suite(.timeLimit(.minutes(10))) struct ExpansionTests {
    private func output(_ schemas: String) -> Output {
        let text = """
            openapi: 3.0.3
            info: {title: Bomb, version: "1"}
            servers: [{url: "https://a.example"}]
            paths: {}
            components:
              schemas:

            """ + schemas
        return generate(SourceSet(main: .init(path: "a.yaml", bytes: Array(text.utf8))), options: Options())
    }

    private func reference(_ name: String) -> String { "{$ref: \"#/components/schemas/\(name)\"}" }

    private func size(_ output: Output) -> Int { output.files.reduce(0) { $0 + $1.contents.count } }

    /// Each schema names the next one twice.
    @Test func allOfThatDoubles() {
        var text = ""
        for index in 0..<40 {
            text +=
                "    A\(index): {allOf: [{allOf: [\(reference("A\(index + 1)"))]}, {allOf: [\(reference("B\(index)"))]}]}\n"
            text += "    B\(index): {allOf: [\(reference("A\(index + 1)"))]}\n"
        }
        let result = output(text + "    A40: {type: object, properties: {x: {type: string}}}\n")
        #expect(!result.diagnostics.hasErrors && size(result) < 100_000)
    }

    /// Each property extends the next schema in place.
    @Test func extensionsInExtensions() {
        var text = ""
        for index in 0..<12 {
            let extended = "{allOf: [\(reference("A\(index + 1)")), {properties: {z: {type: string}}}]}"
            text += "    A\(index): {properties: {a: \(extended), b: \(extended)}}\n"
        }
        let result = output(text + "    A12: {type: object, properties: {x: {type: string}}}\n")
        #expect(!result.diagnostics.hasErrors && size(result) < 2_000_000)
        #expect(result.diagnostics.sorted.contains { $0.id == "endless-merge" })
    }

    /// Each schema of a level extends all of the next one.
    @Test func latticeOfBases() {
        var text = ""
        for level in 0..<6 {
            let next = level < 5 ? (0..<40).map { reference("A\(level + 1)x\($0)") } : []
            for index in 0..<40 {
                let own = "{type: object, properties: {p\(level)x\(index): {type: string}}}"
                text += "    A\(level)x\(index): {allOf: [\((next + [own]).joined(separator: ", "))]}\n"
            }
        }
        let result = output(text)
        #expect(!result.diagnostics.hasErrors && size(result) < 10_000_000)
        #expect(result.diagnostics.sorted.contains { $0.id == "endless-merge" })
    }

    /// Each alternative of two schemas is what is true of the next two.
    @Test func alternativesThatAreTwoSchemas() {
        var text = ""
        for index in 0..<30 {
            let (next, other) = (reference("U\(index + 1)"), reference("V\(index + 1)"))
            let both = "{allOf: [\(next), \(other)]}, {allOf: [\(other), \(next)]}"
            text += "    U\(index): {oneOf: [\(both), {type: array, items: {type: string}}]}\n"
            text += "    V\(index): {oneOf: [\(both), {type: array, items: {type: integer}}]}\n"
        }
        for name in ["U", "V"] { text += "    \(name)30: {oneOf: [{type: string}, {type: array}]}\n" }
        let result = output(text)
        #expect(!result.diagnostics.hasErrors && size(result) < 1_000_000)
        #expect(result.diagnostics.sorted.contains { $0.id == "schemas-not-combined" })
    }

    /// Alternatives that contain each other, combined with each other: 25 new types for each of 25 fields.
    @Test func alternativesThatContainEachOther() {
        var text = ""
        for name in ["A", "B"] {
            for index in 0..<5 {
                let arms = (0..<5).map {
                    "{type: object, required: [f\($0)], properties: {f\($0): \(reference("\(name)\($0)"))}}"
                }
                text += "    \(name)\(index): {oneOf: [{type: string}, \(arms.joined(separator: ", "))]}\n"
            }
        }
        text += "    Both: {allOf: [\(reference("A0")), \(reference("B0"))]}\n"
        let result = output(text)
        #expect(!result.diagnostics.hasErrors && size(result) < 1_000_000, "\(size(result)) bytes")
        #expect(result.diagnostics.sorted.contains { $0.id == "schemas-not-combined" })
    }

    /// Fields beside a reference to alternatives are combined with each of these once.
    @Test func fieldsBesideAReferenceToAlternatives() {
        let result = output(
            """
                A: {oneOf: [{type: array, items: {type: string}}, {}, {}]}
                B: {properties: {a: {allOf: [{$ref: "#/components/schemas/A", properties: {b: {type: string}}}]}}}

            """)
        #expect(!result.diagnostics.hasErrors && size(result) < 10_000)
    }

    @Test func alternativesOfAlternatives() {
        var text = ""
        for index in 0..<40 {
            let next = ["U", "V", "W"].map { reference("\($0)\(index + 1)") }.joined(separator: ", ")
            text += "    U\(index): {oneOf: [\(next)]}\n    V\(index): {anyOf: [\(next)]}\n"
            text += "    W\(index): {properties: {id: {type: string}}, oneOf: [\(next)]}\n"
        }
        for name in ["U", "V", "W"] { text += "    \(name)40: {type: object, properties: {\(name): {type: string}}}\n" }
        let result = output(text)
        #expect(!result.diagnostics.hasErrors && size(result) < 1_000_000)
    }

    /// Alternatives in place, each with fields that are what they are alternatives of.
    @Test func fieldsThatLeadBackToTheirAlternatives() {
        let result = output(
            """
                A:
                  oneOf:
                    - title: B
                      properties:
                        b: {nullable: true, allOf: [{anyOf: [{}, \(reference("A"))], properties: {a: \(reference("B"))}}]}
                        a: \(reference("B"))
                B: \(reference("A"))

            """)
        #expect(!result.diagnostics.hasErrors && size(result) < 400_000, "\(size(result)) bytes")
    }

    /// Everything extends everything.
    @Test func allOfInACircle() {
        let text = (0..<60).map { index in
            "    A\(index): {allOf: [\(reference("A\((index + 1) % 60)")), \(reference("A\((index * 7 + 3) % 60)")), "
                + "{properties: {p\(index): \(reference("A\((index + 13) % 60)"))}}]}\n"
        }
        let result = output(text.joined())
        #expect(!result.diagnostics.hasErrors)
        #expect(result.diagnostics.sorted.contains { $0.id == "reference-cycle" })
    }
}
