import Foundation
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

/// `--overlay` and `overlays:`, for every command that reads an OpenAPI document.
@Suite(.timeLimit(.minutes(10))) struct OverlayCommandTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Shop, version: "1"}
        security: []
        servers: [{url: https://shop.example}]
        paths:
          /pets: {get: {operationId: listPets, responses: {"200": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}}
        components: {schemas: {Pet: {type: object, required: [name], properties: {name: {type: string}}}}}

        """
    private static let overlay = """
        overlay: 1.1.0
        info: {title: Corrections, version: "1"}
        actions:
          - {target: $.components.schemas.Pet.properties, update: {age: {type: integer}}}

        """

    private func folder() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write(Self.document, to: "openapi.yaml")
        try folder.write(Self.overlay, to: "corrections.yaml")
        return folder
    }

    @Test func theDocumentIsChangedForEachCommand() throws {
        let folder = try folder()
        let made = folder.run(
            "generate", "openapi.yaml", "--overlay", "corrections.yaml", "--output", "Out", "--depfile", "out.d")
        #expect(made.status == 0, "\(made)")
        #expect(folder.read("Out/Shop+Models.swift")?.contains("age: Int?") == true)
        #expect(folder.read("out.d")?.contains("\n  corrections.yaml") == true)
        #expect(folder.run("generate", "openapi.yaml", "--output", "Out", "--check").status == 2)
        #expect(folder.run("inspect", "openapi.yaml", "--names", "--overlay=corrections.yaml").output.contains("age"))
        #expect(folder.run("import", "openapi.yaml", "--overlay", "corrections.yaml").output.contains("age"))
        #expect(folder.run("validate", "openapi.yaml", "--overlay", "corrections.yaml").status == 0)
        // Both sides of a comparison are changed.
        let same = folder.run("diff", "openapi.yaml", "openapi.yaml", "--overlay", "corrections.yaml")
        #expect(same.status == 0 && same.output.contains("no change"), "\(same)")
        #expect(
            folder.run("generate", "openapi.yaml", "--overlay", "corrections.yaml", "--mock", "shop.json").status == 0)
        #expect(folder.read("shop.json")?.contains("\"age\"") == true)
    }

    @Test func callsiteYAMLListsOverlays() throws {
        let folder = try folder()
        try folder.write(
            "callsite: 1\ndescriptions: [{source: openapi.yaml, output: Out, overlays: [corrections.yaml, more.yaml]}]\n",
            to: "callsite.yaml")
        try folder.write(
            Self.overlay.replacingOccurrences(of: "age: {type: integer}", with: "age: {description: Years}"),
            to: "more.yaml")
        #expect(folder.run("generate").status == 0)
        #expect(folder.read("Out/Shop+Models.swift")?.contains("Years") == true)
        #expect(folder.run("generate", "--check").status == 0)
        // A changed overlay is a changed input, and the command line's overlays take the place of those.
        try folder.write(
            Self.overlay.replacingOccurrences(of: "age", with: "weight"), to: "corrections.yaml")
        #expect(folder.run("generate", "--check").status == 2)
        #expect(folder.run("generate").status == 0)
        #expect(folder.read("Out/Shop+Models.swift")?.contains("weight: Int?") == true)
        #expect(!folder.run("inspect", "openapi.yaml", "--names", "--overlay", "more.yaml").output.contains("weight"))
    }

    @Test func mistakesAreThoseOfTheOverlay() throws {
        let folder = try folder()
        try folder.write(
            Self.overlay.replacingOccurrences(of: "update", with: "updates").replacingOccurrences(
                of: "1.1.0", with: "2"),
            to: "wrong.yaml")
        let wrong = folder.run("generate", "openapi.yaml", "--overlay", "wrong.yaml", "--output", "Out")
        #expect(wrong.status == 1 && folder.read("Out/Shop+Models.swift") == nil)
        #expect(
            wrong.errors.contains(
                "wrong.yaml:1:10: error: 'overlay' is the version of the format, and this is the number 2"))
        #expect(
            wrong.errors.contains("wrong.yaml:4:51: error: an action has no key 'updates'; did you mean 'update'?"),
            "\(wrong)")
        let missing = folder.run("validate", "openapi.yaml", "--overlay", "none.yaml")
        #expect(missing.status == 74 && missing.errors.contains("can't read 'none.yaml'"), "\(missing)")
        // A value of the overlay is at its place there.
        try folder.write(Self.overlay.replacingOccurrences(of: "integer", with: "int"), to: "corrections.yaml")
        let value = folder.run("validate", "openapi.yaml", "--overlay", "corrections.yaml")
        #expect(value.status == 0 && value.errors.contains("corrections.yaml:4:"), "\(value)")
        try folder.write("callsite: 1\napi: A\nbaseURL: https://a.example\nendpoints: {A: {path: /a}}\n", to: "a.yaml")
        let native = folder.run("validate", "a.yaml", "--overlay", "corrections.yaml")
        #expect(native.status == 1 && native.errors.contains("[overlay-needs-openapi]"), "\(native)")
        let twin = folder.run("validate", "openapi.yaml", "--overlay", "openapi.yaml")
        #expect(twin.errors.contains("openapi.yaml:1:1: error: this is a description, and an overlay has"), "\(twin)")
        // A warning about an overlay is an error with '--strict', and so is one about the document's own text.
        try folder.write(Self.overlay.replacingOccurrences(of: "Pet.p", with: "Cat.p"), to: "idle.yaml")
        let lenient = folder.run("validate", "openapi.yaml", "--overlay", "idle.yaml")
        #expect(lenient.status == 0 && lenient.errors.contains("warning: nothing in the document is at"), "\(lenient)")
        #expect(folder.run("validate", "openapi.yaml", "--overlay", "idle.yaml", "--strict").status == 1)
        try folder.write(Self.overlay, to: "corrections.yaml")
        try folder.write(
            Self.document.replacingOccurrences(of: "{type: object, ", with: "{type: object, type: object, "),
            to: "twice.yaml")
        let twice = folder.run("validate", "twice.yaml", "--overlay", "corrections.yaml", "--strict")
        #expect(twice.status == 1 && twice.errors.contains("[repeated-key]"), "\(twice)")
        let idle = folder.run(
            "validate", "openapi.yaml", "--overlay", "corrections.yaml", "--overlay", "corrections.yaml")
        #expect(idle.errors.contains("[overlay-without-effect]"), "\(idle)")
    }

    /// An overlay has a history as the description has.
    @Test func aRevisionHasItsOverlays() throws {
        let folder = try folder()
        try folder.write(
            "callsite: 1\ndescriptions: [{source: openapi.yaml, output: Out, overlays: [corrections.yaml]}]\n",
            to: "callsite.yaml")
        try folder.git(["init", "-q"], in: ".")
        try folder.git(["add", "-A"], in: ".")
        try folder.commit("first", in: ".")
        try folder.write(Self.overlay.replacingOccurrences(of: "integer", with: "string"), to: "corrections.yaml")
        let result = folder.run("diff", "--against", "HEAD", "openapi.yaml")
        #expect(result.output.contains("Pet: 'age' is now String, was Int"), "\(result)")
        // The command line's are for both sides.
        let same = folder.run("diff", "--against", "HEAD", "openapi.yaml", "--overlay", "corrections.yaml")
        #expect(same.output.contains("no change"), "\(same)")
        // One that callsite.yaml lists no more is gone.
        try folder.write("callsite: 1\ndescriptions: [{source: openapi.yaml, output: Out}]\n", to: "callsite.yaml")
        let dropped = folder.run("diff", "--against", "HEAD", "openapi.yaml")
        #expect(dropped.output.contains("Pet loses 'age'"), "\(dropped)")
    }
}
