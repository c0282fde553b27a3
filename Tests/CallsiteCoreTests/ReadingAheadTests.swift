import CallsitePrinter
import Testing

@testable import CallsiteCore

/// A file that was parsed to learn what it names isn't parsed again, and everything is said of it all the same.
@Suite struct ReadingAheadTests {
    private func sources(_ files: [(String, String)], ahead: Bool) -> SourceSet {
        let files = files.map { SourceSet.File(path: $0.0, bytes: Array($0.1.utf8)) }
        var result = SourceSet(main: files[0])
        for file in files.dropFirst() { result.add(ahead ? readingAhead(file).file : file) }
        return result
    }

    @Test(arguments: [
        "type: object\nproperties:\n  id: {type: integer}\n  next: {$ref: more.yaml}\n",
        "type: object\nproperties: {id: {type: int}}\n", "type: object\ntype: string\n", "type: [object\n",
        "{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\"}}}", "{\"type\": \"object\",}",
        "type: !odd object\n", "\t\ntype: object\n", "",
    ])
    func isTheSame(_ text: String) {
        let files = [
            (
                "api.yaml",
                """
                openapi: 3.1.0
                info: {title: A, version: "1"}
                security: []
                paths:
                  /a: {get: {operationId: getA, responses: {"200": {description: ok, content: {application/json: {schema: {$ref: pet.yaml}}}}}}}
                """
            ), ("other.yaml", "a: b\n"), ("pet.yaml", text), ("more.yaml", "type: string\n"),
        ]
        let (plain, ahead) = (sources(files, ahead: false), sources(files, ahead: true))
        let (first, second) = (
            generate(plain, options: Options(version: "0")), generate(ahead, options: Options(version: "0"))
        )
        #expect(first.diagnostics == second.diagnostics)
        #expect(first.files.map(\.contents) == second.files.map(\.contents))
    }

    @Test func names() {
        let file = SourceSet.File(
            path: "x/a.yaml", bytes: Array("a: {$ref: b.yaml}\nb: {$ref: '../c.json#/d'}\nc: {$ref: '#/a'}\n".utf8))
        let (parsed, names) = readingAhead(file)
        #expect(names == ["x/b.yaml", "c.json"] && parsed.document != nil)
        #expect(readingAhead(.init(path: "a.yaml", bytes: Array("a: [".utf8))).file.document == nil)
    }
}
