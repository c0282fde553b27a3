import Foundation
import Testing
import Waiting

@testable import CallsiteCore
@testable import DocumentCheck

/// The comparison of a document with what is generated from it: it finds what is lost, and nothing else.
@Suite struct DocumentCheckTests {
    static let document = """
        openapi: 3.1.0
        info: {title: Pets, version: "1"}
        paths:
          /pets/{id}:
            parameters:
              - {name: id, in: path, required: true, schema: {type: string}}
            get:
              operationId: getPet
              parameters:
                - {name: limit, in: query, schema: {type: integer}}
              responses:
                "200": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
                "404": {description: no, content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}
            put:
              operationId: putPet
              requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
              responses: {"204": {description: ok}}
        components:
          schemas:
            Pet:
              allOf:
                - {type: object, required: [name], properties: {name: {type: string}}}
                - {type: object, properties: {kind: {enum: [cat, dog]}, owner: {$ref: '#/components/schemas/Owner'}}}
            Owner: {oneOf: [{$ref: '#/components/schemas/Person'}, {$ref: '#/components/schemas/Shelter'}]}
            Person: {type: object, required: [first], properties: {first: {type: string}, pets: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}
            Shelter: {type: object, required: [city], properties: {city: {type: string}}}
            Problem: {type: object, properties: {title: {type: string}}}
        """

    static func record(_ text: String) throws -> GenerationRecord {
        try #require(
            generationRecord(SourceSet(main: .init(path: "pets.yaml", bytes: Array(text.utf8))), options: Options()))
    }

    private static func differences(_ record: GenerationRecord) -> [String] {
        checkDocument(record).sorted.map { "\($0.place.line): \($0.kind.rawValue): \($0.message)" }
    }

    @Test func aDocumentThatLosesNothingDiffersNowhere() throws {
        let report = checkDocument(try Self.record(Self.document))
        #expect(report.differences == [])
        #expect(report.counts[.operation] == 2 && report.counts[.parameter] == 3 && report.counts[.schema] == 5)
        #expect(report.counts[.property] == 7 && report.counts[.enumValue] == 2)
    }

    /// One part is removed from what is generated from the document; the check must find just that part.
    struct Loss: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var expected: [String]
        var damage: @Sendable (inout GeneratedContent) -> Void
    }

    private static func change(
        _ content: inout GeneratedContent, _ name: String, _ change: (inout [GeneratedContent.Property]) -> Void
    ) {
        for index in content.types.indices where content.types[index].name == name {
            guard case .object(var properties, let rest) = content.types[index].content else { continue }
            change(&properties)
            content.types[index].content = .object(properties, rest: rest)
        }
    }

    static let losses: [Loss] = [
        .init(testDescription: "an operation", expected: ["14: operation: the operation PUT /pets/{id} is lost"]) {
            $0.endpoints.removeAll { $0.method == "PUT" }
        },
        .init(
            testDescription: "an operation under another path",
            expected: ["7: operation: the operation GET /pets/{id} is lost"]
        ) {
            $0.endpoints[0].path = "/pet/{id}"
        },
        .init(
            testDescription: "a path's parameter",
            expected: ["6: parameter: the path parameter 'id' of GET /pets/{id} is lost"]
        ) {
            $0.endpoints[0].parameters.removeAll { $0.location == "path" }
        },
        .init(
            testDescription: "a parameter elsewhere",
            expected: ["10: parameter: the query parameter 'limit' of GET /pets/{id} is lost"]
        ) {
            content in
            let index = content.endpoints[0].parameters.firstIndex { $0.location == "query" } ?? 0
            content.endpoints[0].parameters[index].location = "header"
        },
        .init(
            testDescription: "a parameter that is required",
            expected: ["10: optionality: the parameter 'limit' may be left out, and is required in Swift"]
        ) { content in
            let index = content.endpoints[0].parameters.firstIndex { $0.location == "query" } ?? 0
            content.endpoints[0].parameters[index].property.isOptional = false
        },
        .init(testDescription: "a property of an allOf", expected: ["22: property: the property 'name' is lost"]) {
            change(&$0, "Pet") { $0.removeAll { $0.wireName == "name" } }
        },
        .init(
            testDescription: "a property that is optional",
            expected: ["22: optionality: 'name' is required, and optional in Swift"]
        ) {
            change(&$0, "Pet") { $0[0].isOptional = true }
        },
        .init(testDescription: "an enum's value", expected: ["23: enumValue: 1 values of an enum are lost: dog"]) {
            content in
            for index in content.types.indices {
                if case .enumeration = content.types[index].content {
                    content.types[index].content = .enumeration(["cat"])
                }
            }
        },
        .init(testDescription: "an enum", expected: ["23: enumValue: 2 values of an enum are lost in String: cat, dog"])
        {
            change(&$0, "Pet") { properties in
                for index in properties.indices where properties[index].wireName == "kind" {
                    properties[index].shape = .scalar("String")
                }
            }
        },
        .init(testDescription: "an alternative", expected: ["26: property: the property 'city' is lost"]) { content in
            for index in content.types.indices {
                if case .union(let alternatives) = content.types[index].content {
                    content.types[index].content = .union([alternatives[0]])
                }
            }
        },
        .init(testDescription: "what a response holds", expected: ["12: status: what the response 200 holds is lost"]) {
            $0.endpoints[0].response.shape = .scalar("Void")
        },
        .init(
            testDescription: "a response as any JSON",
            expected: ["22: property: 3 properties 'name', 'kind', 'owner' are lost in any JSON"]
        ) {
            $0.endpoints[0].response.shape = .scalar("JSON")
        },
        .init(
            testDescription: "an error", expected: ["13: status: what the response 404 of GET /pets/{id} holds is lost"]
        ) {
            $0.endpoints[0].errors = []
        },
        .init(
            testDescription: "a body",
            expected: ["16: mediaType: a body of 'application/json' can't be sent to PUT /pets/{id}"]
        ) {
            $0.endpoints[1].body = nil
        },
        .init(testDescription: "an unused schema", expected: ["28: schema: no model is made of the schema 'Spare'"]) {
            for index in $0.types.indices where $0.types[index].name == "Spare" { $0.types[index].isTopLevel = false }
        },
    ]

    @Test(arguments: losses) func aLossIsFound(_ loss: Loss) throws {
        var record = try Self.record(Self.document + "\n    Spare: {type: object, properties: {a: {type: string}}}")
        #expect(Self.differences(record) == [])
        loss.damage(&record.content)
        let found = Self.differences(record)
        #expect(Set(loss.expected).isSubset(of: found) && !found.isEmpty, "\(found)")
    }

    /// A value of a discriminator without a case, and a success that is an error's schema, as they were once.
    @Test func lostSubtypesAndFalseSuccessesAreFound() throws {
        let document = """
            openapi: 3.1.0
            info: {title: Farm, version: "1"}
            servers: [{url: https://farm.example}]
            security: []
            paths:
              /moved:
                get:
                  operationId: getMoved
                  responses:
                    "302": {description: found}
                    default: {description: no, content: {application/json: {schema: {$ref: '#/components/schemas/Pig'}}}}
            components:
              schemas:
                Beast:
                  type: object
                  required: [kind]
                  properties: {kind: {type: string}}
                  discriminator: {propertyName: kind, mapping: {cow: '#/components/schemas/Cow'}}
                Cow: {allOf: [{$ref: '#/components/schemas/Beast'}]}
                Pig: {allOf: [{$ref: '#/components/schemas/Beast'}]}
            """
        var record = try Self.record(document)
        #expect(Self.differences(record) == [])
        for index in record.content.types.indices { record.content.types[index].tags = [] }
        record.content.endpoints[0].response.shape = .scalar("JSON")
        #expect(
            Self.differences(record) == [
                "7: status: the success of GET /moved is an error's schema",
                "18: type: the value 'cow' of the discriminator of 'Beast' leads to no case",
                "20: type: the value 'Pig' of the discriminator of 'Beast' leads to no case",
            ])
    }

    @Test func whatIsNotPrintedIsFound() throws {
        var record = try Self.record(Self.document)
        record.printed.properties -= 2
        #expect(Self.differences(record) == ["1: property: 2 of 7 properties aren't printed"])
    }

    @Test func warningsExplainWhatTheyAreAbout() throws {
        let text = Self.document.replacingOccurrences(
            of: "items: {$ref: '#/components/schemas/Pet'}", with: "items: {$ref: '#/components/schemas/Gone'}")
        var record = try Self.record(text)
        let report = checkDocument(record)
        #expect(report.differences == [])
        // A list of references to nothing: without the warning the cause is untold, but there is nothing to lose behind
        // it.
        #expect(record.diagnostics.map(\.id).contains("unresolved-reference"))
        record = try Self.record(Self.document.replacingOccurrences(of: "enum: [cat, dog]", with: "enum: [cat, 1]"))
        #expect(checkDocument(record).differences == [])
        #expect(checkDocument(record).explained[.enumValue] == 1)
        record.diagnostics.removeAll { $0.id == "mixed-enum" }
        #expect(Self.differences(record) == ["23: enumValue: 2 values of an enum are lost: cat, 1"])
    }

    @Test func aWarningThatIsNotSoIsFound() throws {
        let text = Self.document
            .replacingOccurrences(of: "enum: [cat, dog]", with: "enum: [cat, 1]")
            .replacingOccurrences(of: "title: {type: string}", with: "title: {type: boolean, default: maybe}")
            .replacingOccurrences(of: "required: [city]", with: "required: [city, zip]")
            .replacingOccurrences(of: "name: limit, in: query", with: "name: limit, in: somewhere")
        var record = try Self.record(text)
        #expect(Self.differences(record) == [])
        #expect(checkDocument(record).counts[.warning] == 4)
        func index(_ name: String) throws -> Int {
            try #require(record.content.types.firstIndex { $0.name == name })
        }
        func change(_ name: String, _ damage: (inout [GeneratedContent.Property]) -> Void) throws {
            let index = try index(name)
            guard case .object(var fields, let rest) = record.content.types[index].content else {
                throw CocoaError(.featureUnsupported)
            }
            damage(&fields)
            record.content.types[index].content = .object(fields, rest: rest)
        }
        try change("Pet") { fields in
            for index in fields.indices where fields[index].wireName == "kind" {
                fields[index].shape = .scalar("String")
            }
        }
        try change("Problem") { $0[0].hasDefault = true }
        try change("Shelter") { fields in
            var field = fields[0]
            field.wireName = "zip"
            fields.append(field)
        }
        var parameter = record.content.endpoints[0].parameters[0]
        parameter.location = "somewhere"
        parameter.property.wireName = "limit"
        parameter.property.isOptional = true
        record.content.endpoints[0].parameters.append(parameter)
        let untrue = Self.differences(record).filter { $0.contains("untrue") }
        #expect(
            untrue.map { $0.split(separator: "[").last.map(String.init) ?? "" } == [
                "unknown-parameter-place]", "mixed-enum]", "unknown-required]", "default-ignored]",
            ])
    }

    /// The golden cases that show what other parts of the reader can't do yet.
    private static let known: Set<String> = []

    @Test func theProjectsOwnDocumentsLoseNothing() throws {
        let specs = GoldenTests.folder.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("Specs")
        let names = try FileManager.default.contentsOfDirectory(atPath: specs.path).filter {
            $0.hasSuffix(".openapi.yaml")
        }
        #expect(!names.isEmpty)
        for name in names {
            let text = try String(contentsOf: specs.appendingPathComponent(name), encoding: .utf8)
            #expect(Self.differences(try Self.record(text)) == [], "\(name)")
        }
    }

    @Test(arguments: GoldenTests.cases.filter { $0.hasPrefix("openapi-") && !known.contains($0) })
    func goldenCasesLoseNothingWithoutAWarning(_ name: String) throws {
        let (sources, _) = try GoldenTests.generate(in: GoldenTests.folder.appendingPathComponent(name))
        guard let record = generationRecord(sources, options: Options()) else { return }
        #expect(onLargeStack { Self.differences(record) } == [], "\(name)")
    }
}
