import Testing

@testable import CallsiteCore

@Suite struct AdviceTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Shop, version: "1"}
        servers: [{url: https://shop.example}]
        paths:
          /orders:
            get:
              operationID: listOrders
              responses: {"200": {description: All of them.}}
        """

    private func front(_ diagnostics: inout Diagnostics, advice: @escaping OpenAPIAdvice) -> Front {
        let sources = SourceSet(main: .init(path: "shop.yaml", bytes: Array(Self.document.utf8)))
        return Front(sources, Options(), &diagnostics, advice: advice)
    }

    /// Another walk can take the place of Callsite's own, or none.
    @Test func nothingOfADescriptionDependsOnAdvice() {
        var (advised, other) = (Diagnostics(), Diagnostics())
        var paths: [String] = []
        let description = front(&advised, advice: adviseOnOpenAPI).description
        let same = front(&other) { reader in paths += reader.pairs(reader.root["paths"]).map(\.key) }.description
        #expect(advised.all.map(\.id) == ["unknown-openapi-key"])
        #expect(other.all.isEmpty)
        #expect(paths == ["/orders"])
        #expect(String(describing: description) == String(describing: same))
    }
}
