// Schemas that differ in one keyword, or in some that have a meaning together.

struct SchemaFamily: Sendable {
    let name: String
    /// An app reads the values whatever these keywords say.
    let isOnlyChecked: Bool
    /// Strings or numbers, which a URL or a form has too.
    var isText = false
    /// - Parameter make: Makes a schema by what both sides have in common, and by a chance of its own.
    let make: @Sendable (_ common: inout Randomness, _ own: inout Randomness) -> DocumentTree

    init(
        _ name: String, isOnlyChecked: Bool = true,
        _ make: @escaping @Sendable (_ common: inout Randomness, _ own: inout Randomness) -> DocumentTree
    ) {
        (self.name, self.isOnlyChecked, self.make) = (name, isOnlyChecked, make)
    }

    static let all: [SchemaFamily] =
        scalars.map { family in
            var family = family
            // A URL and a form have numbers as strings, and no null.
            family.isText = family.name != "type" && family.name != "format"
            return family
        } + lists + objects + combinations

    private static let scalars: [SchemaFamily] = [
        SchemaFamily("bounds") { common, own in
            var schema: DocumentTree = ["type": common.once(in: 2) ? "integer" : "number"]
            for (name, first) in [("minimum", -3), ("exclusiveMinimum", -3), ("maximum", 4), ("exclusiveMaximum", 4)]
            where own.once(in: 2) {
                schema[name] = .plain(String(Double(first * 2 + own.below(8)) / 2))
            }
            return schema
        },
        SchemaFamily("multipleOf") { common, own in
            var schema: DocumentTree = ["type": common.once(in: 2) ? "integer" : "number"]
            let values = ["1", "2", "3", "4", "6", "0.5", "0.1"]
            if !own.once(in: 4) { schema["multipleOf"] = .plain(own.choose(values)) }
            return schema
        },
        SchemaFamily("lengths") { _, own in
            var schema: DocumentTree = ["type": "string"]
            if own.once(in: 2) { schema["minLength"] = .plain(String(own.below(3))) }
            if own.once(in: 2) { schema["maxLength"] = .plain(String(3 + own.below(3))) }
            return schema
        },
        SchemaFamily("pattern") { _, own in
            var schema: DocumentTree = ["type": "string"]
            let pattern = own.choose(["", "^[a-z]+$", "^[A-Z]+$", ".*", "^.*$"])
            if !pattern.isEmpty { schema["pattern"] = .text(pattern) }
            return schema
        },
        SchemaFamily("format", isOnlyChecked: false) { _, own in
            var schema: DocumentTree = ["type": "string"]
            let format = own.choose(["", "email", "ipv4", "uuid", "date"])
            if !format.isEmpty { schema["format"] = .text(format) }
            return schema
        },
        SchemaFamily("enum", isOnlyChecked: false) { common, own in
            let isText = common.once(in: 2)
            let values: [DocumentTree] = isText ? ["a", "b", "c", "d"] : [1, 2, 3, 4]
            var schema: DocumentTree = ["type": isText ? "string" : "integer"]
            let chosen = values.filter { _ in own.once(in: 2) }
            if !chosen.isEmpty { schema["enum"] = .list(chosen) }
            return schema
        },
        SchemaFamily("const", isOnlyChecked: false) { _, own in
            var schema: DocumentTree = ["type": "string"]
            switch own.below(4) {
            case 0: schema["const"] = "a"
            case 1: schema["const"] = "b"
            case 2: schema["enum"] = ["a"]
            default: break
            }
            return schema
        },
        SchemaFamily("keywords of strings", isOnlyChecked: false) { _, own in
            var schema: DocumentTree = ["type": "string"]
            let (least, most) = (own.below(2), 2 + own.below(3))
            let values = ["", "a", "b", "aa", "aaa"].filter { least <= $0.count && $0.count <= most && own.once(in: 2) }
            if own.once(in: 2) { schema["minLength"] = .plain(String(least)) }
            if own.once(in: 2) { schema["maxLength"] = .plain(String(most)) }
            if own.once(in: 2), !values.isEmpty { schema["enum"] = .strings(values) }
            return schema
        },
        SchemaFamily("keywords of numbers", isOnlyChecked: false) { _, own in
            var schema: DocumentTree = ["type": "integer"]
            let (least, most) = (own.below(3), 20 + own.below(3))
            let factor = 1 + own.below(3)
            let values = (0...8).filter { least <= $0 && $0 <= most && $0 % factor == 0 && own.once(in: 2) }
            if own.once(in: 2) { schema["minimum"] = .plain(String(least)) }
            if own.once(in: 2) { schema["maximum"] = .plain(String(most)) }
            if own.once(in: 2) { schema["multipleOf"] = .plain(String(factor)) }
            if own.once(in: 2), !values.isEmpty { schema["enum"] = .list(values.map { .plain(String($0)) }) }
            return schema
        },
        SchemaFamily("type", isOnlyChecked: false) { _, own in
            let types: [DocumentTree] = [
                "string", "integer", "number", "boolean", ["string", "null"], ["integer", "null"],
                ["integer", "string"], ["string", "boolean"],
            ]
            return ["type": own.choose(types)]
        },
    ]

    private static let lists: [SchemaFamily] = [
        SchemaFamily("counts of elements") { _, own in
            var schema: DocumentTree = ["type": "array", "items": ["type": "integer"]]
            if own.once(in: 2) { schema["minItems"] = .plain(String(own.below(3))) }
            if own.once(in: 2) { schema["maxItems"] = .plain(String(2 + own.below(3))) }
            if own.once(in: 3) { schema["uniqueItems"] = own.once(in: 2) ? true : false }
            return schema
        },
        SchemaFamily("items") { _, own in
            var items: DocumentTree = ["type": "string"]
            if own.once(in: 2) { items["maxLength"] = .plain(String(1 + own.below(3))) }
            return ["type": "array", "items": items]
        },
        SchemaFamily("contains") { _, own in
            var schema: DocumentTree = ["type": "array", "items": ["type": "integer"]]
            guard !own.once(in: 4) else { return schema }
            schema["contains"] = own.choose([["const": 1], ["minimum": 3], ["minimum": 5]])
            if own.once(in: 3) { schema["minContains"] = .plain(String(own.below(3))) }
            if own.once(in: 3) { schema["maxContains"] = .plain(String(2 + own.below(2))) }
            return schema
        },
        SchemaFamily("prefixItems", isOnlyChecked: false) { common, own in
            let schemas: [DocumentTree] = [["type": "string"], ["type": "integer"], ["type": "number"]]
            var schema: DocumentTree = ["type": "array"]
            schema["prefixItems"] = .list((0...own.below(3)).map { _ in own.choose(schemas) })
            if common.once(in: 2) { schema["items"] = false }
            return schema
        },
    ]

    private static let fields: DocumentTree = [
        "a": ["type": "string"], "b": ["type": "string"], "c": ["type": "string"],
    ]

    private static func object(_ extra: [DocumentTree.Pair] = []) -> DocumentTree {
        .map([.init("type", "object"), .init("properties", fields)] + extra)
    }

    private static func names(_ own: inout Randomness) -> [String] { ["a", "b", "c"].filter { _ in own.once(in: 2) } }

    private static let objects: [SchemaFamily] = [
        SchemaFamily("required", isOnlyChecked: false) { _, own in
            object([.init("required", .strings(names(&own)))])
        },
        SchemaFamily("properties", isOnlyChecked: false) { _, own in
            var properties: DocumentTree = ["z": ["type": "string"]]
            for name in names(&own) {
                properties[name] = ["type": "string", "maxLength": .plain(String(1 + own.below(3)))]
            }
            var schema: DocumentTree = ["type": "object", "properties": properties]
            switch own.below(4) {
            case 0: schema["additionalProperties"] = false
            case 1: schema["additionalProperties"] = true
            default: break
            }
            return schema
        },
        // In Swift fields of other names have the pattern's type.
        SchemaFamily("patternProperties", isOnlyChecked: false) { _, own in
            var schema = object([.init("additionalProperties", true)])
            if !own.once(in: 3) {
                schema["patternProperties"] = ["^x-": ["type": own.choose(["string", "integer", "number"])]]
            }
            return schema
        },
        SchemaFamily("propertyNames") { _, own in
            var schema = object([.init("additionalProperties", true)])
            if !own.once(in: 3) { schema["propertyNames"] = ["maxLength": .plain(String(1 + own.below(4)))] }
            return schema
        },
        SchemaFamily("counts of properties") { _, own in
            var schema = object([.init("additionalProperties", true)])
            if own.once(in: 2) { schema["minProperties"] = .plain(String(own.below(3))) }
            if own.once(in: 2) { schema["maxProperties"] = .plain(String(2 + own.below(2))) }
            return schema
        },
        SchemaFamily("dependentRequired") { _, own in
            var schema = object()
            if !own.once(in: 4) {
                schema["dependentRequired"] = ["a": .strings(["b", "c"].filter { _ in own.once(in: 2) })]
            }
            return schema
        },
        SchemaFamily("dependentSchemas") { _, own in
            var schema = object()
            let rules: [DocumentTree] = [
                ["required": ["b"]], ["required": ["b", "c"]], ["properties": ["b": ["maxLength": 1]]],
                ["properties": ["b": ["maxLength": 2]]],
            ]
            if !own.once(in: 4) { schema["dependentSchemas"] = ["a": own.choose(rules)] }
            return schema
        },
    ]

    private static let combinations: [SchemaFamily] = [
        SchemaFamily("not") { _, own in
            var schema: DocumentTree = ["type": "integer"]
            let refused: [DocumentTree] = [
                ["const": 1], ["enum": [1, 2]], ["enum": [2, 3]], ["minimum": 5], ["minimum": 7],
                ["type": "integer", "maximum": 0],
            ]
            if !own.once(in: 4) { schema["not"] = own.choose(refused) }
            return schema
        },
        SchemaFamily("if") { common, own in
            var schema: DocumentTree = ["type": "integer", "if": ["minimum": .plain(String(3 + common.below(3)))]]
            if own.once(in: 2) { schema["then"] = ["maximum": .plain(String(8 + own.below(3)))] }
            if own.once(in: 2) { schema["else"] = ["multipleOf": .plain(String(2 + own.below(2)))] }
            return schema
        },
        SchemaFamily("alternatives", isOnlyChecked: false) { common, own in
            var all: [DocumentTree] = [
                ["type": "string", "maxLength": .plain(String(3 + own.below(2)))],
                ["type": "integer", "minimum": .plain(String(own.below(2)))], ["type": "boolean"],
            ]
            if own.once(in: 2) { all.remove(at: own.below(3)) }
            if own.once(in: 2) { all.reverse() }
            return .map([.init(own.once(in: 2) ? "oneOf" : "anyOf", .list(all))])
        },
        SchemaFamily("allOf") { _, own in
            let parts: [DocumentTree] = (0...own.below(3)).map { _ in
                own.once(in: 2)
                    ? ["minimum": .plain(String(own.below(3)))] : ["maximum": .plain(String(6 + own.below(3)))]
            }
            return ["type": "integer", "allOf": .list(parts)]
        },
        SchemaFamily("allOf of objects", isOnlyChecked: false) { _, own in
            let parts: [DocumentTree] = (0...own.below(2)).map { _ in
                [
                    "required": .strings(names(&own)),
                    "properties": ["a": ["type": "string", "maxLength": .plain(String(1 + own.below(3)))]],
                ]
            }
            return object([.init("allOf", .list(parts))])
        },
    ]
}
