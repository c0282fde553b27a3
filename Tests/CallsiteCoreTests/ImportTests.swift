import CallsiteCore
import Foundation
import Testing

/// An OpenAPI document in Callsite's own format does the same on the wire, but for what a warning tells.
@Suite struct ImportTests {
    static let documents: [String] = GoldenTests.cases.filter { $0.hasPrefix("openapi-") }

    private func sources(_ name: String) throws -> SourceSet {
        let folder = GoldenTests.folder.appendingPathComponent(name)
        func file(_ path: String) throws -> SourceSet.File {
            .init(path: path, bytes: Array(try Data(contentsOf: folder.appendingPathComponent(path))))
        }
        var sources = SourceSet(main: try file("spec.yaml"))
        while true {
            let missing = importDescription(sources, options: Options()).missing
            guard !missing.isEmpty else { return sources }
            for one in missing {
                if let file = try? file(one.path) { sources.add(file) } else { sources.addAbsence(of: one.path) }
            }
        }
    }

    @Test(arguments: documents) func doesTheSameOnTheWire(_ name: String) throws {
        let sources = try sources(name)
        let imported = importDescription(sources, options: Options())
        #expect(!imported.diagnostics.hasErrors)
        let native = SourceSet(main: .init(path: "api.yaml", bytes: Array(imported.text.utf8)))
        let output = generate(native, options: Options())
        #expect(
            !output.diagnostics.hasErrors,
            "\(DiagnosticRenderer(paths: native.paths).text(output.diagnostics))\n\(imported.text)")
        let losses = imported.diagnostics.sorted.contains { $0.id == "not-imported" }
        if !losses { #expect(wireForm(native) == wireForm(sources)) }
    }

    /// Most of what documents are made of has a form in the format.
    @Test func littleIsLost() throws {
        let lossless = try Self.documents.filter { name in
            !importDescription(try sources(name), options: Options()).diagnostics.sorted.contains { $0.id == "not-imported" }
        }
        #expect(lossless.count > Self.documents.count / 2)
    }

    @Test func chosenOperationsAndWhatTheyReach() throws {
        var options = Options()
        options.selection.include.operations = ["listReactions"]
        options.apiName = "Reactions"
        let imported = importDescription(try sources("openapi-enums-of-parameters"), options: options)
        #expect(
            imported.text == """
                callsite: 1
                api: Reactions
                description: Shop API
                baseURL: "https://shop.example/v1"
                endpoints:
                  ListReactions:
                    path: /reactions
                    parameters: {content?: {enum: ["+1", "-1", laugh]}, state?: State}
                    response: [Reaction]
                models:
                  State: {enum: [open, closed]}
                  Reaction: {fields: {content: {enum: ["+1", "-1", laugh]}}}

                """)
    }

    @Test func whatTheFormatCannotSayIsTold() throws {
        let imported = importDescription(try sources("openapi-several-answers"), options: Options())
        #expect(imported.diagnostics.sorted.map(\.id).contains("not-imported"))
    }
}
