import EmbeddedSources
import CallsiteCore
import CallsitePrinter
import Foundation
import Testing

@Suite struct TemplateSetTests {
    static let base = TemplateSet([(name: "main", text: "{{> part}}!"), (name: "part", text: "built in")])

    private func file(_ path: String, _ text: String) -> SourceSet.File { .init(path: path, bytes: Array(text.utf8)) }

    @Test func aFileReplacesItsTemplate() throws {
        var diagnostics = Diagnostics()
        let templates = TemplateSet(
            overriding: [file("My/part.mustache", "\u{FEFF}mine {{name}}")], of: Self.base, &diagnostics)
        let main = try #require(templates.compile("main", for: SampleView.self, firstFile: 0, &diagnostics))
        #expect(String(decoding: main.render(SampleView(), &diagnostics), as: UTF8.self) == "mine N!")
        #expect(templates.paths == ["Templates/main.mustache", "My/part.mustache"])
        #expect(diagnostics.all.isEmpty)
    }

    @Test func errorsNameTheUsersFileBehindOtherFiles() {
        var diagnostics = Diagnostics()
        let templates = TemplateSet(
            overriding: [file("My/part.mustache", "\n {{gone}}")], of: Self.base, firstFile: 1, &diagnostics)
        #expect(templates.compile("main", for: SampleView.self, firstFile: 1, &diagnostics) == nil)
        let text = DiagnosticRenderer(paths: ["api.yaml"] + templates.paths).text(diagnostics)
        #expect(text.hasPrefix("My/part.mustache:2:2: error: unknown name 'gone'"))
    }

    @Test(arguments: [
        (
            ["D/prat.mustache"],
            "D/prat.mustache:1:1: error: unknown template 'prat'; did you mean 'part'? [unknown-template]\n"
        ),
        (
            ["a.md"],
            "a.md:1:1: error: not a template's file: 'a.md'; expected a name that ends in '.mustache' [unknown-template]\n"
        ),
        (
            [".mustache"],
            ".mustache:1:1: error: not a template's file: '.mustache'; expected a name that ends in '.mustache' [unknown-template]\n"
        ),
        (
            ["a/part.mustache", "b/part.mustache"],
            "b/part.mustache:1:1: error: template 'part' is there twice [template-twice]\na/part.mustache:1:1: note: the other one\n"
        ),
    ]) func filesThatReplaceNothing(_ paths: [String], _ expected: String) {
        var diagnostics = Diagnostics()
        let templates = TemplateSet(overriding: paths.map { file($0, "") }, of: Self.base, &diagnostics)
        #expect(DiagnosticRenderer(paths: templates.paths).text(diagnostics) == expected)
    }

    @Test func aFileThatIsNotUTF8() {
        var diagnostics = Diagnostics()
        let templates = TemplateSet(
            overriding: [.init(path: "part.mustache", bytes: [0x61, 0xFF])], of: Self.base, &diagnostics)
        let expected = "part.mustache:1:1: error: the template is not UTF-8 [template-encoding]\n"
        #expect(DiagnosticRenderer(paths: templates.paths).text(diagnostics) == expected)
    }

    @Test func aTemplateThatIsNotThere() {
        var diagnostics = Diagnostics()
        #expect(Self.base.compile("mian", for: SampleView.self, firstFile: 0, &diagnostics) == nil)
        #expect(diagnostics.all.map(\.id) == ["unknown-template"])
    }

    /// As many number signs as keep the text from ending the literal; one line where the text would not survive
    /// several.
    @Test(arguments: [
        ("a\n", [" #\"\"\"\n", "\"\"\"#"]),
        ("\\(x) \"\"\"# \"\"\"###", [" ####\"\"\"\n", "\\(x) \"\"\"# \"\"\"###\n", "\"\"\"####"]),
        ("a\r\nb\u{0}\"\\", [" \"a\\u{D}\\u{A}b\\u{0}\\\"\\\\\""]),
    ]) func literalsHoldAnyText(_ text: String, _ expected: [String]) {
        // As bytes: `String` compares characters, of which a line's end may be a part.
        let source = Array(embeddedTemplatesSource([(name: "t", text: text)]).utf8)
        for part in expected.map({ Array($0.utf8) }) {
            #expect(source.indices.contains { source[$0...].starts(with: part) })
        }
    }

    @Test func literalsComeInTheOrderOfTheirNames() {
        let files = [(name: "b", text: ""), (name: "a", text: "")]
        #expect(embeddedTemplatesSource(files) == embeddedTemplatesSource(files.reversed()))
        #expect(embeddedTemplatesSource([]).hasSuffix("= []\n"))
    }

    @Test func markdownFollowsTheViews() {
        let text = contractsMarkdown([(name: "main", view: SampleView.self)])
        #expect(text.contains("| `main` | [`sample`](#sample) |\n"))
        #expect(text.contains("| `children` | a list of views: [`sample`](#sample) | Its children. |\n"))
        #expect(text.contains("\n### `owner`\n\nWhose it is.\n"))
        #expect(text.components(separatedBy: "### `").count == 3)
    }

    /// Stale? Run `swift run callsite-dev embed-templates`.
    @Test func builtInTemplatesAreThoseOfTheFolder() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
            .standardized
        let folder = root.appendingPathComponent("Templates")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".mustache")
        }.sorted()
        #expect(TemplateSet.builtIn.files.map { $0.name + ".mustache" }.sorted() == names)
        for template in TemplateSet.builtIn.files {
            let text = try String(
                contentsOf: folder.appendingPathComponent(template.name + ".mustache"), encoding: .utf8)
            #expect(template.text == text, "\(template.name)")
        }
    }
}
