extension NativeFormat {
    /// The JSON Schema (draft 2020-12) of `callsite.yaml`, printed from the tables of keys by which it is read.
    package static func configurationSchema() -> String {
        typealias Schema = [(String, JSONText)]
        func list(_ element: Schema) -> Schema { [("type", .text("array")), ("items", .object(element))] }
        func map(_ element: Schema) -> Schema { [("type", .text("object")), ("additionalProperties", .object(element))] }
        func either(_ schemas: Schema...) -> Schema { [("anyOf", .list(schemas.map { .object($0) }))] }
        let text: Schema = [("type", .text("string"))]
        let strategy: Schema = [("$ref", .text("#/$defs/strategy"))]
        let rule = schema(of: PaginationRuleKey.self, own: [.pagination: strategy])
        let filter = schema(of: FilterKey.self)
        let types = map(either(text, schema(of: OwnTypeKey.self)))
        let description = schema(
            of: ConfiguredDescriptionKey.self,
            own: [
                .include: filter, .exclude: filter, .naming: schema(of: NamingKey.self), .formats: types, .types: types,
                .pagination: schema(of: ConfiguredPaginationKey.self, own: [.strategies: map(strategy), .apply: list(rule)]),
            ])
        var document = schema(of: ConfigurationKey.self, own: [.descriptions: list(either(text, description))])
        document.insert(("$schema", .text("https://json-schema.org/draft/2020-12/schema")), at: 0)
        document.insert(("title", .text("callsite.yaml")), at: 1)
        let definitions: [NativeValue.Definition] = [.strategy, .source, .deepLinks]
        document.append(("$defs", .object(definitions.map { ($0.rawValue, schema(of: $0)) })))
        return JSONText.object(document).printed() + "\n"
    }
}
