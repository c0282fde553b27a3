import CallsiteCore
import CallsiteDiff
import Foundation
import Fuzzing
import Testing

/// `callsite diff` compares meanings: samples of `callsite-dev diff-rewritings` and `diff-values`.
@Suite struct DiffMeaningTests {
    private static func document(_ text: String) throws -> DocumentTree {
        try #require(DocumentTree(parsing: Array(text.utf8)))
    }

    /// A document that each rewriting but those of other versions has something to do with.
    private static let schemas = """
        info: {title: A, version: "1"}
        servers: [{url: "https://a.example/v1"}]
        security: [{k: []}]
        paths:
          /a/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: string, maxLength: 9}}]
            get:
              operationId: getA
              parameters:
                - {$ref: '#/components/parameters/Size'}
                - {name: state, in: query, schema: {$ref: '#/components/schemas/State'}, example: open}
              responses:
                "200": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
                "404": {$ref: '#/components/responses/Missing'}
            put:
              operationId: putA
              requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
              responses: {"204": {description: ok}}
        components:
          securitySchemes: {k: {type: apiKey, in: header, name: X-K}}
          parameters: {Size: {name: size, in: query, schema: {type: integer, maximum: 50, minimum: 1}}}
          responses: {Missing: {description: none, content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}}
          schemas:
            Problem: {type: object, required: [code], properties: {code: {type: string}}}
            State: {type: string, enum: [open, closed]}
            Point: {type: object, required: [x], properties: {x: {type: number}, y: {type: number}}}
            Base: {type: object, required: [id], properties: {id: {type: string, minLength: 3}}}

        """

    private static let documents = [
        """
        openapi: 3.0.3
        \(schemas)
            A:
              allOf:
                - {$ref: '#/components/schemas/Base'}
                - type: object
                  required: [kind]
                  properties:
                    kind: {type: string, enum: [a]}
                    note: {type: string, nullable: true, maxLength: 100, example: hello}
                    size: {type: integer, minimum: 0, exclusiveMinimum: true, nullable: true}
                    rate: {type: number, maximum: 1, exclusiveMaximum: false}
                    point: {$ref: '#/components/schemas/Point'}
                    state: {allOf: [{$ref: '#/components/schemas/State'}], description: open or not}
                    last: {nullable: true, allOf: [{$ref: '#/components/schemas/Point'}]}
                    place: {type: object, properties: {name: {type: string}, tags: {type: array, items: {type: string}}}}
        """,
        """
        openapi: 3.1.0
        \(schemas)
            A:
              type: object
              properties:
                kind: {const: a}
                other: {type: string, enum: [b]}
                note: {type: [string, 'null'], maxLength: 100, example: hello}
                point: {$ref: '#/components/schemas/Point'}
                place: {type: object, properties: {name: {type: string}}}
                points: {type: array, items: {$ref: '#/components/schemas/Point'}}
        """,
        """
        swagger: "2.0"
        info: {title: A, version: "1"}
        host: a.example
        basePath: /v1
        schemes: [https]
        consumes: [application/json]
        produces: [application/json, application/xml]
        security: [{k: []}]
        securityDefinitions: {k: {type: apiKey, in: header, name: X-K}}
        parameters: {Size: {name: size, in: query, type: integer, maximum: 50}}
        paths:
          /a:
            get:
              operationId: listA
              parameters:
                - {$ref: '#/parameters/Size'}
                - {name: ids, in: query, type: array, items: {type: integer}}
                - {name: tags, in: query, type: array, collectionFormat: multi, items: {type: string, enum: [a, b]}}
              responses: {"200": {description: ok, schema: {type: array, items: {$ref: '#/definitions/A'}}}}
            post:
              operationId: addA
              parameters: [{name: body, in: body, required: true, schema: {$ref: '#/definitions/A'}}]
              responses: {"201": {description: ok, schema: {$ref: '#/definitions/A'}, headers: {X-Left: {type: integer}}}}
          /a/image:
            post:
              operationId: addImage
              consumes: [multipart/form-data]
              parameters: [{name: file, in: formData, type: file, required: true}, {name: note, in: formData, type: string}]
              responses: {"204": {description: ok}}
        definitions:
          A: {type: object, required: [id], properties: {id: {type: integer, format: int64, minimum: 0, exclusiveMinimum: true}, name: {type: string, example: Ann}}}
        """,
    ]

    @Test(arguments: Rewriting.all.map(\.name)) func otherWordsAreNoChange(_ name: String) throws {
        let rewriting = try #require(Rewriting.all.first { $0.name == name })
        var count = 0
        for text in Self.documents {
            guard let trial = RewritingTrial(rewriting, try Self.document(text)) else { continue }
            count += 1
            for finding in try #require(trial.findings()) { Issue.record("\(name): \(finding)") }
        }
        // The operations have no security of their own.
        #expect(count > 0 || name == "security of the document" || name == "parameters of path items")
    }

    /// An edit forth and an edit back: what a new app meets at an old server is what any app meets at another server.
    @Test func bothDirectionsOfTimeHaveOneLaw() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../Specs/orders.openapi.yaml")
        let tree = try #require(DocumentTree(parsing: Array(try Data(contentsOf: file))))
        let trials = DiffTrial.trials(of: [("orders", tree)], count: 120, seed: 5, nodes: 400)
        #expect(trials.count == 120)
        for trial in trials {
            let (old, new) = (reading(trial.old), reading(trial.new))
            let (later, exchanged) = (compare(old, new, isServerOld: true).changes, compare(new, old).changes)
            let verdicts = [later, exchanged].map { $0.map(\.app).max() ?? .none }
            #expect(
                verdicts[0] == verdicts[1],
                "\(trial.name): \(later.map { "\($0.app) \($0.message)" }) \(exchanged.map { "\($0.app) \($0.message)" })"
            )
        }
    }

    private func reading(_ text: String) -> ContractReading {
        readContract(SourceSet(main: .init(path: "a.json", bytes: Array(text.utf8))), options: Options())
    }

    /// The mock's judge decides which values each of two schemas allows.
    @Test func aRequestBreaksIfAValueIsRefused() throws {
        for pair in SchemaPair.pairs(count: 250, seed: 1) {
            for text in try pair.disagreements() { Issue.record("\(text)") }
        }
    }
}
