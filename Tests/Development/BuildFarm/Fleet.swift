import Fuzzing

/// A company's descriptions: made, but with the sizes of real ones, and with schemas that several of them share.
package struct Fleet: Sendable {
    /// One service's API, as OpenAPI.
    struct Service: Sendable {
        let number: Int
        /// Each is of one schema.
        var operations: [Int]
        /// Its own schemas: how many fields each has, beside an id.
        var schemas: [Int]
        /// Files of schemas that it refers to.
        let shared: [Int]
        /// A description of the whole, and a comment: what edits change that touch no schema.
        var summary = "A service."
        var comment = 0
    }

    private(set) var services: [Service] = []
    /// How many fields the schema of each shared file has.
    private(set) var shared: [Int] = []

    /// - Parameters:
    ///   - count: How many services.
    ///   - seed: Equal seeds make equal fleets.
    ///   - scale: How large the descriptions are, compared with real ones.
    package init(count: Int, seed: UInt64, scale: Double = 1) {
        var random = Randomness(seed: seed)
        shared = (0..<max(1, count / 30)).map { _ in random.number(3...30) }
        for number in 0..<count {
            // Half of all documents have 15 operations or fewer, and the largest many hundreds: 46 on average, like the
            // 48 of 852 real ones.
            let size = Int(Double(Fleet.sizes[random.below(Fleet.sizes.count)]) * scale)
            let operations = max(1, size + random.below(max(1, size / 4)))
            let schemas = max(1, operations * 3 / 2)
            var references: Set<Int> = []
            // Few files are shared by many, and many by few.
            for _ in 0..<random.below(4) { references.insert(random.below(random.below(shared.count) + 1)) }
            services.append(
                Service(
                    number: number, operations: (0..<operations).map { _ in random.below(schemas) },
                    schemas: (0..<schemas).map { _ in random.number(2...14) }, shared: references.sorted()))
        }
    }

    private static let sizes = [1, 2, 3, 4, 5, 7, 9, 11, 13, 15, 18, 23, 29, 38, 52, 75, 110, 160, 290]

    // MARK: Edits

    /// A developer's edit, after which everything is built.
    package enum Edit: String, CaseIterable, Sendable {
        case addedField, addedOperation, newText, comment, addedSharedField
    }

    /// A working day's kinds of edits: most are of one description's schemas, and one in ten is of a file that others
    /// share.
    static let mix: [Edit] = [
        .addedField, .addedField, .addedField, .addedField, .addedOperation, .addedOperation, .newText, .newText,
        .comment, .addedSharedField,
    ]

    /// Makes an edit somewhere.
    ///
    /// - Returns: the services that read an edited file.
    mutating func apply(_ edit: Edit, _ random: inout Randomness) -> [Int] {
        let number = random.below(services.count)
        switch edit {
        case .addedField: services[number].schemas[random.below(services[number].schemas.count)] += 1
        case .addedOperation: services[number].operations.append(random.below(services[number].schemas.count))
        case .newText: services[number].summary += " And more."
        case .comment: services[number].comment += 1
        case .addedSharedField:
            let file = random.below(shared.count)
            shared[file] += 1
            return services.filter { $0.shared.contains(file) }.map(\.number)
        }
        return [number]
    }

    // MARK: Files

    /// The description of a service, and the shared files that it refers to.
    package func files(of number: Int) -> [(path: String, text: String)] {
        let service = services[number]
        return [("services/s\(number).yaml", text(of: service))]
            + service.shared.map { ("services/shared/common\($0).yaml", text(ofShared: $0)) }
    }

    private func text(of service: Service) -> String {
        var text = """
            openapi: 3.0.3
            # Revision \(service.comment).
            info: {title: Service \(service.number), version: "1", description: \(service.summary)}
            servers: [{url: "https://s\(service.number).example.com"}]
            security: []
            paths:

            """
        for (position, schema) in service.operations.enumerated() {
            text += """
                  /things\(position)/{id}:
                    get:
                      operationId: getThing\(position)
                      parameters: [{name: id, in: path, required: true, schema: {type: string}}, {name: fields, in: query, schema: {type: string}}]
                      responses:
                        "200":
                          description: The thing.
                          content: {application/json: {schema: {$ref: '#/components/schemas/Thing\(schema)'}}}

                """
        }
        text += "components:\n  schemas:\n"
        for (position, fields) in service.schemas.enumerated() {
            text +=
                "    Thing\(position):\n      type: object\n      required: [id]\n      properties:\n        id: {type: string}\n"
            for field in 0..<fields {
                text +=
                    "        field\(field): {type: \(["string", "integer", "boolean"][field % 3]), description: Field \(field) of it.}\n"
            }
            if !service.shared.isEmpty, position % 3 == 0 {
                let file = service.shared[position / 3 % service.shared.count]
                text += "        common: {$ref: 'shared/common\(file).yaml#/components/schemas/Common\(file)'}\n"
            }
        }
        return text
    }

    private func text(ofShared file: Int) -> String {
        var text = "components:\n  schemas:\n    Common\(file):\n      type: object\n      properties:\n"
        for field in 0..<shared[file] { text += "        field\(field): {type: string}\n" }
        return text
    }
}
