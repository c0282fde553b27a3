import CallsiteCore
import CallsiteText

extension NativeFormat {
    /// The JSON Schema (draft 2020-12) of `callsite.yaml`, printed from the tables of keys by which it is read.
    package static func configurationSchema() -> String {
        let string = JSONObject.type("string")
        func rule(_ value: JSONObject) -> JSONObject { schema(of: OperationRuleKey.self, own: [.use: value]) }
        /// One value for all operations, or rules for some of them.
        func rules(_ value: JSONObject) -> JSONObject {
            let rules = schema(of: OperationRulesKey.self, own: [.default: value, .apply: .list(of: rule(value))])
            return .anyOf(value, rules.merging(["minProperties": .int(1)]) { $1 })
        }
        /// YAML 1.1 reads `on` and `off` as Booleans.
        func words(_ words: [String], _ flags: Bool...) -> JSONObject {
            ["enum": .array(words.map { .string($0) } + flags.map { .bool($0) })]
        }
        let strategy = JSONObject.reference(.strategy)
        let filter = schema(of: FilterKey.self)
        let types = JSONObject.map(of: .anyOf(string, schema(of: OwnTypeKey.self)))
        let onOrOff = words(["on", "off"], true, false)
        let pagination = schema(
            of: ConfiguredPaginationKey.self,
            own: [
                .detect: onOrOff, .strategies: .map(of: strategy),
                .default: .anyOf(string, strategy), .apply: .list(of: rule(.anyOf(string, strategy))),
            ])
        let description = schema(
            of: ConfiguredDescriptionKey.self,
            own: [
                .include: filter, .exclude: filter, .naming: schema(of: NamingKey.self), .formats: types, .types: types,
                .pagination: .anyOf(words(["off"], false), pagination),
                .authentication: rules(.reference(.authentication)),
                .reconnect: rules(.words(Description.Reconnection.allCases.map(\.rawValue))),
                .success: rules(.anyOf(.words(["none"]), .reference(.conditions))), .sharing: onOrOff,
            ])
        return document(
            "callsite.yaml",
            schema(of: ConfigurationKey.self, own: [.descriptions: .list(of: .anyOf(string, description))]),
            [.strategy, .source, .deepLinks, .authentication, .conditions])
    }
}
