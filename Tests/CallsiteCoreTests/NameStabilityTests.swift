import CallsiteCore
import Foundation
import Testing

/// An operation that comes or goes renames nothing else, but for those with its own name.
@Suite struct NameStabilityTests {
    @Test(arguments: ["orders.openapi"]) func ofADescription(_ name: String) throws {
        let root = GoldenTests.folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let bytes = Array(try Data(contentsOf: root.appendingPathComponent("Specs/\(name).yaml")))
        try check(SourceSet(main: .init(path: "\(name).yaml", bytes: bytes)))
    }

    @Test(arguments: [
        "openapi-pagination", "openapi-styles", "openapi-several-answers", "openapi-enums-of-parameters", "openapi-directions",
    ])
    func ofACase(_ name: String) throws {
        let file = GoldenTests.folder.appendingPathComponent("\(name)/spec.yaml")
        try check(SourceSet(main: .init(path: "spec.yaml", bytes: Array(try Data(contentsOf: file)))))
    }

    private func check(_ sources: SourceSet) throws {
        let all = generate(sources, options: Options())
        let operations = inspect(sources, options: Options()).endpoints.map(\.name)
        #expect(operations.count > 1)
        for operation in operations {
            var options = Options()
            options.selection.exclude.operations = [operation]
            let rest = generate(sources, options: options)
            #expect(Set(rest.declarations).subtracting(all.declarations) == [], "without \(operation)")
            #expect(rest.operations < all.operations || operation.hasSuffix(" stream"), "\(operation) is left out")
        }
    }
}
