import CallsiteCore
import CallsitePrinter
import Testing

/// Which file holds which declaration: related declarations share a file, and no file is too large to open.
@Suite struct FilePartsTests {
    /// Three tags, each with operations and models of its own, and models that all of them use.
    private static func document(
        tagged: Bool = true, operations: Int = 8, fields: Int = 30, extra: String = ""
    ) -> String {
        let names = ["orders", "carts", "refunds"]
        let list = (0..<fields).map { "f\($0): {type: string}" }.joined(separator: ", ")
        var paths = ""
        var schemas =
            "    Money: {type: object, properties: {\(list)}}\n    Place: {type: object, properties: {money: {$ref: '#/components/schemas/Money'}, \(list)}}\n"
        for name in names {
            for number in 0..<operations {
                paths += """
                      /v1/\(name)/part\(number):
                        get:
                          operationId: \(name)\(number)
                    \(tagged ? "      tags: [\(name)]\n" : "")      responses:
                            '200': {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/\(name)\(number)'}}}}

                    """
                schemas +=
                    "    \(name)\(number): {type: object, properties: {inner: {$ref: '#/components/schemas/\(name)Inner\(number)'}, "
                schemas += "money: {$ref: '#/components/schemas/\(number % 2 == 0 ? "Money" : "Place")'}, \(list)}}\n"
                schemas += "    \(name)Inner\(number): {type: object, properties: {\(list)}}\n"
            }
        }
        return """
            openapi: 3.1.0
            info: {title: Shop, version: "1"}
            servers: [{url: https://shop.example}]
            security: []
            paths:
            \(paths)\(extra)components:
              schemas:
            \(schemas)
            """
    }

    private func files(_ text: String, shards: Int? = nil) -> [String: String] {
        let output = CallsitePrinter.generate(
            SourceSet(main: .init(path: "shop.yaml", bytes: Array(text.utf8))),
            options: Options(shards: shards, version: "0.0.0"))
        #expect(!output.diagnostics.hasErrors, "\(output.diagnostics.sorted.map(\.message))")
        return Dictionary(
            uniqueKeysWithValues: output.files.map { ($0.name, String(decoding: $0.contents, as: UTF8.self)) })
    }

    private func declared(_ files: [String: String]) -> [String] {
        files.values.flatMap { $0.matches(of: /(?m)^nonisolated (?:struct|enum|protocol) (\w+)/).map { String($0.1) } }
            .sorted()
    }

    @Test(arguments: [true, false]) func modelsStandBesideTheirOnlyUser(tagged: Bool) {
        let files = files(Self.document(tagged: tagged, operations: 11))
        #expect(
            files.keys.sorted() == [
                "Shop+Carts.swift", "Shop+Models.swift", "Shop+Orders.swift", "Shop+Refunds.swift", "Shop.swift",
            ])
        #expect(files["Shop+Models.swift"].map { declared(["": $0]) } == ["Money", "Place"])
        for name in ["Orders", "Carts", "Refunds"] {
            let text = files["Shop+\(name).swift"] ?? ""
            #expect(
                text.contains("struct \(name)3Request") && text.contains("struct \(name)3:")
                    && text.contains("struct \(name)Inner3:"))
        }
    }

    /// However it is cut, the same is declared, each once.
    @Test(arguments: [(1, 1), (12, 10), (90, 30)]) func everythingIsDeclaredOnce(operations: Int, fields: Int) {
        for tagged in [true, false] {
            let text = Self.document(tagged: tagged, operations: operations, fields: fields)
            let cut = files(text)
            let all = declared(cut)
            #expect(Set(all).count == all.count && all.count == 9 * operations + 3)
            #expect(declared(files(text, shards: 7)) == all)
            for (name, text) in cut { #expect(text.utf8.count { $0 == 0x0A } < 10_000, "\(name)") }
        }
    }

    /// A small description has three files, whatever uses what.
    /// `count` operations without a tag, each below a part of the path that `part` says.
    private static func untagged(_ count: Int, fields: Int = 1, tag: String? = nil, _ part: (Int) -> String) -> String {
        let parameters = (0..<fields).map {
            "{name: p\($0), in: query, description: 'Says one thing.', schema: {type: string}}"
        }
        let paths = (0..<count).map { number in
            """
              /\(part(number)):
                get:
                  operationId: op\(number)
                  \(tag.map { "tags: [\($0)]" } ?? "summary: One")
                  parameters: [\(parameters.joined(separator: ", "))]
                  responses: {'204': {description: OK}}

            """
        }
        return """
            openapi: 3.1.0
            info: {title: Shop, version: "1"}
            servers: [{url: https://shop.example}]
            security: []
            paths:
            \(paths.joined())
            """
    }

    /// Each operation below its own part of the path would be a file each.
    @Test func fewOperationsOfAPathHaveNoFileOfTheirOwn() {
        #expect(files(Self.untagged(31) { "rpc/call\($0)" }).keys.sorted() == ["Shop+Requests.swift", "Shop.swift"])
        let files = files(Self.untagged(40) { $0 < 36 ? "v1/orders/\($0)" : "v1/odd\($0)" })
        #expect(files.keys.sorted() == ["Shop+Orders.swift", "Shop+Requests.swift", "Shop.swift"])
    }

    @Test(arguments: ["models", "requests", "Models", "MODELS"]) func aPathMayBeCalledAsTheOtherFiles(part: String) {
        let text =
            Self.untagged(40) { "v1/\($0 % 2 == 0 ? part : "others")/\($0)" }
            + "components: {schemas: {A: {type: object, properties: {a: {type: string}}}}}\n"
        let files = files(text)
        #expect(
            files.count == 4 && files["Shop+Others.swift"] != nil
                && files["Shop+Models.swift"]?.contains("struct A") == true)
        #expect(Set(files.keys.map { $0.lowercased() }).count == files.count)
    }

    /// Whatever the paths and tags, no file is too long to be opened, and none is there for next to nothing.
    @Test(arguments: [nil, "pets"], ["pets/x#", "pets/#/x", "#/pets"]) func filesAreOfASizeThatCanBeOpened(
        tag: String?, path: String
    ) {
        let count = 240
        let text = Self.untagged(count, fields: 12, tag: tag) { path.replacing("#", with: "n\($0)") }
        let files = files(text)
        let lengths = files.filter { $0.key != "Shop.swift" }.values.map { $0.split(separator: "\n").count }
        #expect((lengths.max() ?? 0) < 6_000 && lengths.count < 40, "\(files.mapValues(\.count))")
        #expect(declared(files).filter { $0.hasSuffix("Request") }.count == count)
    }

    @Test func fewModelsStayTogether() {
        let files = files(Self.document(operations: 2, fields: 3))
        #expect(files["Shop+Models.swift"].map { declared(["": $0]).count } == 14)
    }

    /// A new operation is printed where one would look for it, and other files stay as they are.
    @Test func anAddedOperationChangesItsOwnFile() {
        let extra =
            "  /v1/orders/added: {get: {operationId: added, tags: [orders], responses: {'204': {description: OK}}}}\n"
        let (old, new) = (files(Self.document(operations: 11)), files(Self.document(operations: 11, extra: extra)))
        #expect(Set(old.keys).union(new.keys).filter { old[$0] != new[$0] } == ["Shop+Orders.swift"])
        // A model that two parts use from now on moves to the common file.
        let second = extra.replacing(
            "'204': {description: OK}",
            with:
                "'200': {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/carts3'}}}}"
        )
        let moved = files(Self.document(operations: 11, extra: second))
        #expect(
            Set(moved.keys).filter { old[$0] != moved[$0] }.sorted() == [
                "Shop+Carts.swift", "Shop+Models.swift", "Shop+Orders.swift",
            ])
        #expect(moved["Shop+Models.swift"].map { declared(["": $0]) } == ["Carts3", "CartsInner3", "Money", "Place"])
    }
}
