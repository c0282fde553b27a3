import Foundation
import Testing

@testable import CallsiteCommands

/// The keys in `renames:` that `diff` advises exist, also where two places of a request have a part of one name.
@Suite struct RenameAdviceTests {
    private func description(_ parameter: String, names: String, operation: String, body: String) -> String {
        let kind = "schema: {type: string, enum: [a, b], x-enum-varnames: [\(names)]}"
        let id = "schema: {type: string}"
        return Explanation.openAPIStart + Explanation.server + """
            paths:
              /pets:
                post:
                  operationId: \(operation)
                  parameters:
                    - {name: kind, in: query, \(kind)}
                    - {name: kind, in: header, \(kind)}
                    - {name: \(parameter), in: query, required: true, \(id)}
                    - {name: \(parameter), in: header, required: true, \(id)}
                  requestBody: {required: true, content: {application/json: {schema: {type: object, required: [\(body)], properties: {\(body): {type: string}}}}}}
                  responses: {"204": {description: ok}}

            """
    }

    /// All advice is followed, until none is left.
    @Test func whatIsAdvisedKeepsTheCallers() throws {
        let folder = try TestFolder()
        try folder.write(
            description("pet_key", names: "first, last", operation: "addPet", body: "given_name"), to: "old.yaml")
        try folder.write(
            description("pet_keys", names: "one, two", operation: "putPet", body: "name_given"), to: "new.yaml")
        var renames: [String] = []
        for _ in 0..<5 {
            let result = folder.run("diff", "old.yaml", "new.yaml")
            #expect(result.errors.isEmpty, "\(renames): \(result.errors)")
            let advised = result.output.matches(of: /'renames: \{(.+?)\}'/).map { String($0.1) }
            if advised.isEmpty { break }
            renames += advised
            try folder.write(
                "callsite: 1\ndescriptions:\n  - {source: new.yaml, renames: {\(renames.joined(separator: ", "))}}\n",
                to: "callsite.yaml")
        }
        let result = folder.run("diff", "old.yaml", "new.yaml")
        #expect(!result.output.contains("renames:") && !result.output.contains("source breaks"), "\(result)")
        #expect(renames.count > 6, "\(renames)")
    }
}
