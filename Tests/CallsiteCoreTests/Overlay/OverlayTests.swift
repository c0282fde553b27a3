import Foundation
import Testing

@testable import CallsiteCore
@testable import CallsiteOverlay

/// Overlays by OpenAPI Overlay 1.0 and 1.1.
@Suite struct OverlayTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Pets, version: "1"}
        tags: [{name: a}, {name: b}]
        paths:
          /pets:
            get: &list
              summary: List
              parameters: [{name: limit, in: query}, {name: page, in: query}]
              responses: {"200": {description: ok}}
            post:
              <<: *list
              summary: Create
          /owners:
            get: *list
        """

    private static func overlaid(
        _ actions: String, version: String = "1.1.0", document: String = document
    ) -> (document: YAMLDocument?, sources: SourceSet, diagnostics: Diagnostics) {
        var sources = SourceSet(main: .init(path: "openapi.yaml", bytes: Array(document.utf8)))
        let overlay = "overlay: \(version)\ninfo: {title: Changes, version: '1'}\nactions:\n\(actions)\n"
        let diagnostics = sources.apply([.init(path: "changes.yaml", bytes: Array(overlay.utf8))])
        var unsaid = Diagnostics()
        return (parse(sources, &unsaid).documents[0], sources, diagnostics)
    }

    /// The value at a path of the document, and what is said.
    private static let changes: [(actions: String, path: String, value: String, said: [String])] = [
        // Objects are merged, arrays are concatenated, and other values replaced.
        (
            "- {target: $.info, update: {title: Cats, license: {name: MIT}}}", "$.info",
            "{license:{name:'MIT'},title:'Cats',version:'1'}", []
        ),
        ("- {target: $.info.title, update: Cats}", "$.info.title", "'Cats'", []),
        ("- {target: $.tags, update: {name: c}}", "$.tags[*].name", "'a' 'b' 'c'", []),
        ("- {target: $.tags, update: [{name: c}, {name: d}]}", "$.tags[*].name", "'a' 'b' 'c' 'd'", []),
        ("- {target: $, update: {tags: [{name: c}]}}", "$.tags[*].name", "'a' 'b' 'c'", []),
        // An alias is a value of its own, and so is each that an update is put into.
        (
            "- {target: \"$.paths['/pets'].get\", update: {summary: Pets}}", "$.paths.*.*.summary",
            "'Pets' 'Create' 'List'", []
        ),
        (
            "- {target: $.paths.*.*, update: {x-a: {b: 1}}}\n- {target: \"$.paths['/pets'].get.x-a\", update: {b: 2}}",
            "$..b", "2.0 1.0 1.0", ["jsonpath-hyphen"]
        ),
        ("- {target: \"$.paths['/pets'].post\", update: {operationId: create}}", "$..operationId", "'create'", []),
        // A removal, also of many and of elements; each action sees the result of those before.
        (
            "- {target: \"$..parameters[?@.name == 'page']\", remove: true}", "$..name",
            "'a' 'b' 'limit' 'limit' 'limit'", []
        ),
        ("- {target: \"$.tags[0,0,1]\", remove: true}", "$.tags", "[]", []),
        ("- {target: $.tags, remove: true}\n- {target: $, update: {tags: [{name: z}]}}", "$.tags[*].name", "'z'", []),
        ("- {target: $.info, remove: false, update: {title: Cats}}", "$.info.title", "'Cats'", []),
        // A copy is of the value as it is then.
        (
            "- {target: \"$.paths['/owners']\", copy: \"$.paths['/pets']\"}", "$.paths['/owners'].post.summary",
            "'Create'", []
        ),
        ("- {target: $.tags, copy: $.tags}", "$.tags[*].name", "'a' 'b' 'a' 'b'", []),
        (
            "- {target: $, update: {x-all: {}}}\n- {target: \"$['x-all']\", copy: $}", "$['x-all'].info.title",
            "'Pets'", []
        ),
        (
            "- {target: $, update: {m: {u: {z: 1}, v: {y: 2}}}}\n- {target: $.m.*, copy: $.m}", "$.m.v",
            "{u:{z:1.0},v:{y:2.0},y:2.0}", []
        ),
        (
            "- {target: $, update: {l: [[1], [2]]}}\n- {target: '$.l[*]', copy: $.l}", "$.l",
            "[[1.0,[1.0],[2.0]],[2.0,[1.0],[2.0]]]", []
        ),
        // Nothing silent.
        (
            "- {target: \"$..[?search(@.name, '(')]\", remove: true}", "$.info.title", "'Pets'",
            ["jsonpath-pattern", "overlay-without-effect"]
        ),
        ("- {target: $.none, remove: true}", "$.info.title", "'Pets'", ["overlay-without-effect"]),
        ("- {target: $.info, update: {title: Pets}}", "$.info.title", "'Pets'", ["overlay-without-effect"]),
        ("- {target: $.info}", "$.info.title", "'Pets'", ["overlay-without-effect"]),
        ("- {target: $.info.title, update: x, remove: true}", "$.info.title", "", ["overlay-without-effect"]),
        // Mistakes, with which nothing changes.
        ("- {target: $, remove: true}", "$.info.title", "'Pets'", ["overlay-mismatch"]),
        ("- {target: $.info, update: Cats}", "$.info.title", "'Pets'", ["overlay-mismatch"]),
        ("- {target: $.info, update: {title: [Cats]}}", "$.info.title", "'Pets'", ["overlay-mismatch"]),
        ("- {target: $.info.title, update: {a: 1}}", "$.info.title", "'Pets'", ["overlay-mismatch"]),
        ("- {target: \"$['info', 'tags']\", update: {}}", "$.info.title", "'Pets'", ["overlay-mismatch"]),
        ("- {target: $.info, copy: $.tags.*}", "$.info.title", "'Pets'", ["overlay-mismatch"]),
        ("- {target: $.info, copy: $.none}", "$.info.title", "'Pets'", ["overlay-mismatch"]),
        ("- {target: $.info, update: {}, copy: $.tags}", "$.info.title", "'Pets'", ["invalid-overlay"]),
        ("- {target: $.info, updates: {title: Cats}}", "$.info.title", "'Pets'", ["invalid-overlay"]),
        ("- {target: '$.[', remove: true}", "$.info.title", "'Pets'", ["invalid-jsonpath"]),
    ]

    @Test(arguments: changes) func actionsChange(_ actions: String, _ path: String, _ value: String, _ said: [String])
        throws
    {
        let (document, _, diagnostics) = Self.overlaid(actions)
        #expect(diagnostics.sorted.map(\.id).sorted() == said, "\(diagnostics.sorted.map(\.message))")
        let tree = OverlayTree(try #require(document).root, limit: 10_000)
        let nodes = try JSONPath(path).select(in: OverlayNode(tree: tree, index: OverlayTree.root))
        #expect(nodes.map { tree[$0.index].node.canonical }.joined(separator: " ") == value)
    }

    /// Each value knows the file that it is written in, and the rest keeps its place.
    @Test func valuesKnowTheirFiles() throws {
        let (document, sources, _) = Self.overlaid(
            "  - target: $.paths['/owners'].get\n    update: {operationId: owners}\n")
        let root = try #require(document).root
        let owners = try #require(root["paths"]?["/owners"]?["get"])
        let added = try #require(owners["operationId"]).place
        #expect(sources.paths[added.file.index] == "changes.yaml" && added.line == 5 && added.column == 27)
        let kept = try #require(owners["summary"]).place
        #expect(kept.file == .main && kept.line == 7)
        let title = try #require(root["info"]?["title"]).place
        #expect(title.file == .main && title.line == 2 && title.column == 15 && title.length == 4)
    }

    /// A mistake in a value of the overlay is reported there.
    @Test func messagesPointIntoTheOverlay() throws {
        let (_, sources, _) = Self.overlaid(
            "  - target: $.paths['/owners'].get\n    update: {responses: {200: {content: {application/json: {schema: {type: int}}}}}}\n"
        )
        var diagnostics = Diagnostics()
        _ = Front(sources, Options(), &diagnostics).api(Options(), &diagnostics)
        let mistake = try #require(diagnostics.sorted.first { "\($0.message)".contains("'int'") })
        #expect(sources.paths[mistake.location.file.index] == "changes.yaml" && mistake.location.line == 5)
    }

    /// Unchanged parts are the same value for each reader, in any of the specifications.
    @Test func anOverlayWithoutEffectKeepsADocument() throws {
        let root = JSONPathTests.root
        let names = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Specs").path)
            .filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }
        #expect(names.count > 5)
        for name in names {
            let text = try String(contentsOf: root.appendingPathComponent("Specs/" + name), encoding: .utf8)
            guard text.contains("openapi:") || text.contains("\"openapi\"") else { continue }
            let (document, sources, diagnostics) = Self.overlaid(
                "- {target: '$..[?@.none == 1]', remove: true}", document: text)
            #expect(!diagnostics.hasErrors, "\(name)")
            var unsaid = Diagnostics()
            let old = try #require(parse(SourceSet(main: sources.files[0].withoutDocument), &unsaid).documents[0])
            #expect(document?.root.canonical == old.root.canonical, "\(name)")
        }
    }

    /// An overlay is hostile data: what doubles the document again and again ends.
    @Test func growthHasABound() {
        let doubling = "- {target: $.tags, copy: $.tags}\n- {target: $.tags, description: other, copy: $.tags}\n"
        let actions = (0..<30).map { doubling.replacingOccurrences(of: "{target", with: "{x-n: \($0), target") }
            .joined()
        let (_, _, diagnostics) = Self.overlaid(actions)
        #expect(diagnostics.sorted.map(\.id) == ["overlay-limit"])
        let nesting = (0..<30).map { "- {target: $, update: {n\($0): {}}}\n- {target: $.n\($0), copy: $}\n" }.joined()
        #expect(Self.overlaid(nesting).diagnostics.sorted.map(\.id) == ["overlay-limit"])
        let deep = (0..<120).map { "- {target: '$.info\(String(repeating: ".a", count: $0))', update: {a: {}}}\n" }
            .joined()
        #expect(Self.overlaid(deep).diagnostics.sorted.map(\.id) == ["overlay-limit"])
    }

    @Test func otherDocuments() {
        var sources = SourceSet(main: .init(path: "pets.callsite.yaml", bytes: Array("callsite: 1\napi: A\n".utf8)))
        let overlay = SourceSet.File(
            path: "o.yaml",
            bytes: Array(
                "overlay: 1.0.0\nextends: ../openapi.yaml\ninfo: {title: a, version: b}\nactions: [{target: $, update: {a: 1}}]\n"
                    .utf8))
        let ids = sources.apply([overlay]).sorted.map(\.id)
        #expect(ids == ["overlay-needs-openapi", "overlay-of-another-document"])
    }

    // MARK: - The suite of the specification

    /// The JSON Schemas of overlays accept what `pass` has, and refuse what `fail` has.
    @Test(.enabled(if: JSONPathTests.suite("overlay") != nil)) func overlaysByTheirSchemas() throws {
        let folder = try #require(JSONPathTests.suite("overlay")).appendingPathComponent("tests")
        var count = 0
        for version in try FileManager.default.contentsOfDirectory(atPath: folder.path) where version.hasPrefix("v") {
            for kind in ["pass", "fail"] {
                let cases = folder.appendingPathComponent("\(version)/\(kind)")
                for name in try FileManager.default.contentsOfDirectory(atPath: cases.path) {
                    let bytes = try Data(contentsOf: cases.appendingPathComponent(name))
                    var diagnostics = Diagnostics()
                    let file = SourceSet.File(path: name, bytes: Array(bytes))
                    if let document = parse(file, .main, &diagnostics) { _ = Overlay(document.root, &diagnostics) }
                    #expect(
                        diagnostics.hasErrors == (kind == "fail"),
                        "\(version)/\(kind)/\(name): \(diagnostics.sorted.map(\.message))")
                    count += 1
                }
            }
        }
        #expect(count > 90)
    }

    @Test(.enabled(if: JSONPathTests.suite("overlay") != nil)) func overlaysThatMakeKnownDocuments() throws {
        let folder = try #require(JSONPathTests.suite("overlay")).appendingPathComponent("compliant-sets")
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where !name.contains(".") {
            let set = folder.appendingPathComponent(name)
            func file(_ name: String) throws -> SourceSet.File {
                .init(path: name, bytes: Array(try Data(contentsOf: set.appendingPathComponent(name))))
            }
            guard let main = try? file("openapi.yaml") else { continue }
            var sources = SourceSet(main: main)
            let diagnostics = sources.apply([try file("overlay.yaml")])
            #expect(!diagnostics.hasErrors, "\(name): \(diagnostics.sorted.map(\.message))")
            var unsaid = Diagnostics()
            let result = try #require(parse(sources, &unsaid).documents[0])
            let expected = try #require(parse(SourceSet(main: try file("output.yaml")), &unsaid).documents[0])
            #expect(result.root.canonical == expected.root.canonical, "\(name)")
            count += 1
        }
        #expect(count >= 8)
    }
}

extension SourceSet.File {
    fileprivate var withoutDocument: Self { Self(path: path, bytes: bytes) }
}
