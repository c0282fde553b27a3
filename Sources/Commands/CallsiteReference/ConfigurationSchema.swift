import CallsiteCore
import CallsiteText

extension NativeFormat {
    /// The JSON Schema (draft 2020-12) of `callsite.yaml`, printed from the tables of keys by which it is read.
    package static func configurationSchema() -> String {
        typealias Schema = JSONObject
        func list(_ element: Schema) -> Schema { ["type": .string("array"), "items": .object(element)] }
        func map(_ element: Schema) -> Schema {
            ["type": .string("object"), "additionalProperties": .object(element)]
        }
        func either(_ schemas: Schema...) -> Schema { ["anyOf": .array(schemas.map { .object($0) })] }
        func words(_ words: [JSONValue]) -> Schema { ["enum": .array(words)] }
        func reference(_ definition: NativeValue.Definition) -> Schema {
            ["$ref": .string("#/$defs/" + definition.rawValue)]
        }
        let text: Schema = ["type": .string("string")]
        func rule(_ value: Schema) -> Schema { schema(of: OperationRuleKey.self, own: [.use: value]) }
        /// A value for all operations, or rules.
        func rules(_ value: Schema) -> Schema {
            let rules = schema(of: OperationRulesKey.self, own: [.default: value, .apply: list(rule(value))])
            return either(value, rules.merging(["minProperties": .int(1)]) { $1 })
        }
        let strategy = reference(.strategy)
        let filter = schema(of: FilterKey.self)
        let types = map(either(text, schema(of: OwnTypeKey.self)))
        let onOrOff = words([.string("on"), .string("off"), .bool(true), .bool(false)])
        let pagination = schema(
            of: ConfiguredPaginationKey.self,
            own: [
                .detect: onOrOff, .strategies: map(strategy),
                .default: either(text, strategy), .apply: list(rule(either(text, strategy))),
            ])
        let description = schema(
            of: ConfiguredDescriptionKey.self,
            own: [
                .include: filter, .exclude: filter, .naming: schema(of: NamingKey.self), .formats: types, .types: types,
                .pagination: either(words([.string("off"), .bool(false)]), pagination),
                .authentication: rules(reference(.authentication)),
                .reconnect: rules(words(Description.Reconnection.allCases.map { .string($0.rawValue) })),
                .success: rules(either(words([.string("none")]), reference(.conditions))), .sharing: onOrOff,
            ])
        return document(
            "callsite.yaml",
            schema(of: ConfigurationKey.self, own: [.descriptions: list(either(text, description))]),
            [.strategy, .source, .deepLinks, .authentication, .conditions])
    }
}
