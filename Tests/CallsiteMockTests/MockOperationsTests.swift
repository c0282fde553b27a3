import CallsiteCore
import CallsiteMockDescription
import CallsiteMockEngine
import Foundation
import Testing

/// The mock has what the generator has: each operation, with its parameters, body and responses, wherever a document
/// keeps them.
@Suite struct MockOperationsTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let specifications: [String] = {
        let cases = root.appendingPathComponent("Tests/CallsiteCoreTests/Cases")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: cases.path))?.sorted() ?? []
        return names.map { cases.appendingPathComponent($0 + "/spec.yaml").path }
            .filter { FileManager.default.fileExists(atPath: $0) }
    }()

    /// With the files that it names.
    private func sources(_ path: String) throws -> SourceSet {
        func file(_ path: String) throws -> SourceSet.File {
            .init(path: path, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        }
        var sources = SourceSet(main: try file(path))
        var asked: Set<String> = []
        while true {
            let missing = readMock(sources, options: Options()).missing.filter { asked.insert($0.path).inserted }
            if missing.isEmpty { return sources }
            for source in missing {
                if let found = try? file(source.path) {
                    sources.add(found)
                } else {
                    sources.addAbsence(of: source.path)
                }
            }
        }
    }

    @Test func areThoseOfTheGenerator() throws {
        var compared = 0
        for path in Self.specifications {
            let sources = try sources(path)
            guard let json = readMock(sources, options: Options()).json else { continue }
            let description = try MockDescription(json: json.utf8)
            var diagnostics = Diagnostics()
            let api = Front(sources, Options(), &diagnostics).api(Options(), &diagnostics)
            let requests = description.operations.flatMap(\.requests)
            #expect(requests.count == api.endpoints.count && Set(requests).count == requests.count, "\(path)")
            for endpoint in api.endpoints {
                compared += 1
                // A query that a path has is part of what tells operations apart.
                let text = endpoint.path.text
                let found = description.operations.filter {
                    $0.method == endpoint.method && $0.path.split(separator: "?")[0] == text.split(separator: "?")[0]
                }
                guard !found.isEmpty else {
                    Issue.record("\(path): \(endpoint.method) \(text)")
                    continue
                }
                // A path's parameters may stand in its template alone.
                let hasParameters = endpoint.parameters.contains { $0.location != .path && $0.part == nil }
                #expect(
                    !hasParameters || found.contains { !$0.parameters.isEmpty }, "\(path): \(endpoint.method) \(text)")
                let saysNothing = endpoint.response.shape == .scalar(.void)
                #expect(saysNothing || found.contains { !$0.responses.isEmpty }, "\(path): \(endpoint.method) \(text)")
                #expect(
                    endpoint.body == nil || found.contains { $0.body != nil }, "\(path): \(endpoint.method) \(text)")
            }
        }
        #expect(compared > 450)
    }

    @Test func operationsAreFoundBehindReferences() throws {
        let mock = try engine(
            """
            openapi: 3.0.3
            info: {title: A, version: "1"}
            security: []
            paths:
              /pets:
                $ref: "#/x-paths/Pets"
                GET: {responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {type: string}, minItems: 1}}}}}}
              /pets/{id}:
                delete: {$ref: "#/x-operations/Delete"}
            x-operations:
              Delete: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {"204": {description: done}}}
            x-paths:
              Pets:
                get: {responses: {"200": {description: not this one}}}
                post: {requestBody: {required: true, content: {application/json: {schema: {type: object}}}}, responses: {"201": {description: made}}}
            """)
        #expect(mock.description.operations.map(\.title) == ["GET /pets", "POST /pets", "DELETE /pets/{id}"])
        var conversation = Conversation(mock)
        #expect(conversation.ask("GET /pets").hasPrefix(#"200 ["#))
        #expect(conversation.ask("POST /pets {}").hasPrefix("201"))
        #expect(conversation.ask("DELETE /pets/4").hasPrefix("204"))
        #expect(conversation.ask("DELETE /pets/x").hasPrefix("422"))
    }
}
