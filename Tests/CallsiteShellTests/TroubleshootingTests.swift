import CallsiteShell
import Foundation
import Testing

@testable import CallsiteCommands

/// The mistakes that come first in a project: *Troubleshooting* has the message of each.
@Suite struct TroubleshootingTests {
    struct Mistake: CustomTestStringConvertible {
        var arguments: [String]
        /// The contents of `pets.yaml`; nil: a correct description.
        var description: String?
        /// The contents of `callsite.yaml`.
        var configuration: String?
        /// Files that exist already.
        var files: [String: String] = [:]

        var testDescription: String {
            arguments.joined(separator: " ") + (description ?? "").prefix(60) + (configuration ?? "").prefix(60)
        }

        init(
            _ arguments: String, _ description: String? = nil, configuration: String? = nil,
            files: [String: String] = [:]
        ) {
            self.arguments = arguments.split(separator: " ").map(String.init)
            self.description = description
            self.configuration = configuration
            self.files = files
        }

        /// Its messages.
        func messages() throws -> [Substring] {
            let folder = try TestFolder()
            try folder.writeSpecification()
            if let description { try folder.write(description, to: "pets.yaml") }
            if let configuration { try folder.write(configuration, to: "callsite.yaml") }
            for (name, text) in files { try folder.write(text, to: name) }
            let result = folder.run(arguments)
            return (result.output + result.errors).split(separator: "\n")
        }
    }

    private static let start = "callsite: 1\napi: Pets\nbaseURL: https://api.example.com\n"
    private static let document = """
        {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "servers": [{"url": "https://a.example"}],
         "paths": {"/pets": {"get": {"operationId": "listPets", "responses": {"200": {"description": "ok",
           "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}}}}},
         "components": {"schemas": {"Pet": {"type": "object", "properties": {"name": {"type": "string"}}}}}}
        """

    static let mistakes: [Mistake] = [
        Mistake("generate"),
        Mistake("generate pets.yaml"),
        Mistake("generate pets.yaml --out Sources"),
        Mistake("generate nothing.yaml -o Sources"),
        Mistake("generate https://api.example.com/openapi.json -o Sources"),
        Mistake("generate pets.yaml -o Sources", "<html></html>\n"),
        Mistake("generate pets.yaml -o Sources", "a: 1\n"),
        Mistake("validate pets.json", files: ["pets.json": String(document.dropLast(2))]),
        Mistake("validate pets.yaml", "callsite: 1\napi: Pets\n"),
        Mistake("validate pets.yaml", start + "endpoint: {}\n"),
        Mistake("validate pets.yaml", start + "endpoints:\n  ListPets: {path: /pets, response: Pet}\n"),
        Mistake("validate pets.yaml", start + "endpoints:\n  ListPets: {path: /pets, response: Strng}\n"),
        Mistake(
            "validate pets.yaml", start + "endpoints:\n  ListPets:\n   path: /pets\n    response: String\n"),
        Mistake("validate pets.yaml", start + "endpoints:\n\tListPets: {path: /pets}\n"),
        Mistake("validate pets.yaml", start + "include: [models.yaml]\n"),
        Mistake("validate pets.json", files: ["pets.json": document.replacing("schemas/Pet", with: "schemas/Pte")]),
        Mistake("validate pets.json", files: ["pets.json": document]),
        Mistake(
            "validate pets.json",
            files: ["pets.json": document.replacing(#" "servers": [{"url": "https://a.example"}],"#, with: "")]),
        Mistake("generate pets.json -o Sources --include addPet", files: ["pets.json": document]),
        Mistake("generate", configuration: "callsite: 1\ndescriptions: [{source: pets.yaml}]\n"),
        Mistake("generate pets.yaml -o Sources", files: ["Sources/Pets.swift": "struct Mine {}\n"]),
        Mistake("generate pets.yaml -o Sources --check"),
        Mistake("init pets.yaml"),
        Mistake("diff pets.yaml"),
        Mistake("diff pets.yaml --against HEAD"),
    ]

    /// The messages of all of them.
    static let allMessages: String =
        ((try? mistakes.map { try $0.messages().joined(separator: "\n") }) ?? []).joined(separator: "\n")

    /// The messages in the guide's tables.
    private static let rows: [String] = {
        let guide = ((try? Guide.all()) ?? []).first { $0.name == "Troubleshooting.md" }
        return (guide?.lines ?? []).filter { $0.hasPrefix("| `") }.map { String($0.dropFirst(3).prefix { $0 != "`" }) }
    }()

    /// The pieces of a row between what differs from case to case, which is '…' or in quotes.
    private static let pieces: [[String]] = rows.map { row in
        row.replacing(/(^|[ (])'[^']*'/) { "\($0.1)…" }.components(separatedBy: "…").map {
            $0.trimmingCharacters(in: .whitespaces)
        }.filter { !$0.isEmpty }
    }

    /// Whether a message has the pieces of a row in this order.
    private static func matches(_ message: Substring, _ pieces: [String]) -> Bool {
        var rest = message
        for piece in pieces {
            guard let range = rest.range(of: piece) else { return false }
            rest = rest[range.upperBound...]
        }
        return pieces.joined().count > 8
    }

    @Test(arguments: mistakes) func theGuideHasTheMessage(_ mistake: Mistake) throws {
        let messages = try mistake.messages()
        #expect(!messages.isEmpty)
        #expect(
            messages.contains { message in Self.pieces.contains { Self.matches(message, $0) } },
            "no row of Troubleshooting.md has '\(messages.joined(separator: "\n"))'")
    }

    /// The messages that come first are in the guide, each in a row of its own.
    @Test func thereAreManyRows() {
        #expect(Self.rows.count > 60)
        #expect(Set(Self.rows).count == Self.rows.count)
    }
}
