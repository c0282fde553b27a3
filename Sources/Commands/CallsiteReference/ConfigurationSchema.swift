import CallsiteCore

extension NativeFormat {
    /// The JSON Schema (draft 2020-12) of `callsite.yaml`, printed from the tables of keys by which it is read.
    package static func configurationSchema() -> String {
        typealias Schema = [(String, JSONText)]
        func list(_ element: Schema) -> Schema { [("type", .text("array")), ("items", .object(element))] }
        func map(_ element: Schema) -> Schema {
            [("type", .text("object")), ("additionalProperties", .object(element))]
        }
        func either(_ schemas: Schema...) -> Schema { [("anyOf", .list(schemas.map { .object($0) }))] }
        func words(_ words: [JSONText]) -> Schema { [("enum", .list(words))] }
        func reference(_ definition: NativeValue.Definition) -> Schema {
            [("$ref", .text("#/$defs/" + definition.rawValue))]
        }
        let text: Schema = [("type", .text("string"))]
        func rule(_ value: Schema) -> Schema { schema(of: OperationRuleKey.self, own: [.use: value]) }
        /// A value for all operations, or rules.
        func rules(_ value: Schema) -> Schema {
            let rules = schema(of: OperationRulesKey.self, own: [.default: value, .apply: list(rule(value))])
            return either(value, rules + [("minProperties", .number(1))])
        }
        let strategy = reference(.strategy)
        let filter = schema(of: FilterKey.self)
        let types = map(either(text, schema(of: OwnTypeKey.self)))
        let onOrOff = words([.text("on"), .text("off"), .bool(true), .bool(false)])
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
                .pagination: either(words([.text("off"), .bool(false)]), pagination),
                .authentication: rules(reference(.authentication)),
                .reconnect: rules(words(Description.Reconnection.allCases.map { .text($0.rawValue) })),
                .success: rules(either(words([.text("none")]), reference(.conditions))), .sharing: onOrOff,
            ])
        var document = schema(of: ConfigurationKey.self, own: [.descriptions: list(either(text, description))])
        document.insert(("$schema", .text("https://json-schema.org/draft/2020-12/schema")), at: 0)
        document.insert(("title", .text("callsite.yaml")), at: 1)
        let definitions: [NativeValue.Definition] = [.strategy, .source, .deepLinks, .authentication, .conditions]
        document.append(("$defs", .object(definitions.map { ($0.rawValue, schema(of: $0)) })))
        return JSONText.object(document).printed() + "\n"
    }
}
