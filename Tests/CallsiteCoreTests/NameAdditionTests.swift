import CallsiteCore
import DocumentCheck
import Fuzzing
import Testing

/// An operation, a schema or a property that is added takes no name from callers, and changes the meaning of none.
@Suite struct NameAdditionTests {
    @Test(arguments: GoldenTests.cases.filter { $0.hasPrefix("openapi-") }) func additions(_ name: String) throws {
        let (sources, _) = try GoldenTests.generate(in: GoldenTests.folder.appendingPathComponent(name))
        guard sources.paths.count == 1, let tree = DocumentTree(parsing: sources.files[0].bytes) else { return }
        // Cases of errors have no names.
        guard let old = declaredNames(tree) else { return }
        for addition in nameAdditions(to: tree, limit: 3) {
            #expect(changedNames(from: old, by: addition) == [], "\(name): \(addition.title)")
        }
    }

    /// The check itself sees names that go, and names that denote something else.
    @Test func changesAreSeen() throws {
        func tree(_ type: String, _ name: String) -> DocumentTree {
            [
                "openapi": "3.1.0", "info": ["title": "Pets", "version": "1"], "security": [],
                "paths": [:],
                "components": [
                    "schemas": .map([.init(name, ["type": "object", "properties": ["id": ["type": .text(type)]]])])
                ],
            ]
        }
        let old = try #require(declaredNames(tree("string", "Pet")))
        func changed(_ tree: DocumentTree) -> [String]? {
            changedNames(from: old, by: .init(title: "another", tree: tree))
        }
        #expect(changed(tree("string", "Pet")) == [])
        #expect(changed(tree("integer", "Pet")) == ["Pet denotes something else"])
        #expect(changed(tree("string", "Dog")) == ["Pet is gone"])
    }
}
