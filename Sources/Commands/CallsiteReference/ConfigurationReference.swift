// Every key of `callsite.yaml` with its meaning and an example, for the guide *callsite.yaml: all keys*. The keys come
// from the tables by which the file is read. The switches have a case for every key, so that a new key without an
// example doesn't compile. Tests read each example.

import CallsiteCore

package struct ConfigurationReference: Sendable {
    package static let sections: [FormatReference.Section] = [
        section("For all descriptions", "At the top of 'callsite.yaml'.", ConfigurationKey.self),
        section(
            "For one description", "In an element of 'descriptions:'. These keys override those for all.",
            ConfiguredDescriptionKey.self),
        section("Selecting operations", "Under 'include:' and 'exclude:'.", FilterKey.self),
        section("Naming rules", "Under 'naming:'.", NamingKey.self),
        section(
            "Your own types and date formats", "Under 'formats:' and 'types:', by the name of the format or model.",
            OwnTypeKey.self),
        section("Pagination", "Under 'pagination:'.", ConfiguredPaginationKey.self),
        section(
            "Authentication, reconnecting and success",
            "Under 'authentication:', 'reconnect:' and 'success:', in place of one value.",
            OperationRulesKey.self),
        section(
            "Rules for operations",
            "In an element of 'apply:', under any of these keys or 'pagination:'. If several match an operation, the last one that fits wins.",
            OperationRuleKey.self),
        section("Deep links", "Under 'deepLinks:'.", DeepLinksKey.self),
    ]

    private static func section<Key: ConfiguredKey>(
        _ title: String, _ introduction: String, _: Key.Type
    ) -> FormatReference.Section {
        .init(
            title: title, introduction: introduction,
            keys: Key.allCases.map { key in
                .init(
                    name: key.rawValue, isRequired: key.isRequired, summary: key.summary,
                    example: key.configurationSample,
                    document: document(with: key.configurationSample, isWhole: Key.self == ConfigurationKey.self))
            })
    }

    /// A complete configuration with an example in it.
    private static func document(with sample: String, isWhole: Bool) -> String {
        guard !isWhole else {
            let access = sample.hasPrefix("nonexhaustive:") ? "access: public\n" : ""
            return sample.hasPrefix("callsite:") ? sample + "\n" : "callsite: 1\n\(access)\(sample)\n"
        }
        let source = sample.hasPrefix("source:") ? "" : "source: openapi.yaml\n    "
        // The key has no effect without this other one.
        let requirement = [
            "module": "fixtures: Tests/AppTests\n    ", "nonexhaustive": "access: public\n    ",
            "modules": "access: public\n    ",
        ].first {
            sample.hasPrefix($0.key + ":")
        }
        return "callsite: 1\ndescriptions:\n  - \(source)\(requirement?.value ?? "")\(sample)\n"
    }
}

/// A key that the reference of `callsite.yaml` shows.
protocol ConfiguredKey: DescribedKey {
    /// An example of the key: a line at the top of the configuration, or in one of its descriptions.
    var configurationSample: String { get }
}

extension ConfigurationKey: ConfiguredKey {
    var configurationSample: String {
        switch self {
        case .callsite: "callsite: 1"
        case .access: "access: public"
        case .nonexhaustive: "nonexhaustive: true"
        case .strict: "strict: true"
        case .templates: "templates: Templates"
        case .allowOutside: "allowOutside: [../Shared]"
        case .embedRuntime: "embedRuntime: true"
        case .descriptions: "descriptions: [{source: openapi.yaml, output: Sources/App/Shop}]"
        }
    }
}

extension ConfiguredDescriptionKey: ConfiguredKey {
    var configurationSample: String {
        switch self {
        case .source: "source: Specs/openapi.yaml"
        case .overlays: "overlays: [Specs/corrections.yaml]"
        case .output: "output: Sources/App/Shop"
        case .target: "target: App"
        case .access: "access: package"
        case .nonexhaustive: "nonexhaustive: true"
        case .name: "name: Shop"
        case .include: "include: {tags: [orders]}"
        case .exclude: "exclude: {operations: [\"*legacy*\"]}"
        case .formats: "formats: {uri: String, money: {type: Money, import: MoneyKit}}"
        case .types: "types: {Point: Location}"
        case .optional: "optional: [Order.total, Customer.*]"
        case .success: "success: {ok: true}"
        case .pagination: "pagination: {detect: off}"
        case .namespace: "namespace: Shop"
        case .fixtures: "fixtures: Tests/AppTests"
        case .module: "module: App"
        case .since: "since: Specs/openapi.1.0.yaml"
        case .mock: "mock: Tests/AppTests/shop.mock.json"
        case .renames: "renames: {Issue: Ticket, Issue.html_url: webURL}"
        case .naming: "naming: {operations: byResource}"
        case .sharing: "sharing: off"
        case .conformances: "conformances: {all: [Hashable], Issue: [MyProtocol]}"
        case .reading: "reading: [lenientDates, skippingLists]"
        case .keepUnknownFields: "keepUnknownFields: [Issue]"
        case .links: "links: {getPet: [\"pets/{petId}\"]}"
        case .deepLinks: "deepLinks: {schemes: [app], hosts: [example.com]}"
        case .authentication: "authentication: bearer"
        case .reconnect: "reconnect: afterLoss"
        case .strict: "strict: true"
        case .templates: "templates: Templates"
        case .allowOutside: "allowOutside: true"
        case .embedRuntime: "embedRuntime: true"
        case .modules: "modules: true"
        }
    }
}

extension FilterKey: ConfiguredKey {
    var configurationSample: String {
        switch self {
        case .tags: "include: {tags: [orders, customers]}"
        case .paths: "include: {paths: [/orders, \"GET /users/*\"]}"
        case .operations: "exclude: {operations: [deleteOrder, \"*legacy*\"]}"
        case .models: "include: {tags: [orders], models: [OrderEvent]}"
        case .aliases: "include: {tags: [orders], aliases: {ShopLabel: ListOrdersRequest.Label}}"
        }
    }
}

extension NamingKey: ConfiguredKey {
    var configurationSample: String {
        switch self {
        case .operations: "naming: {operations: byResource}"
        case .dropTag: "naming: {dropTag: true}"
        case .dropPrefix: "naming: {dropPrefix: [Acme]}"
        case .patterns: "naming: {patterns: {\"*Dto\": \"$1\"}}"
        }
    }
}

extension OwnTypeKey: ConfiguredKey {
    var configurationSample: String {
        switch self {
        case .type: "types: {Point: {type: Location}}"
        case .import: "formats: {money: {type: Money, import: MoneyKit}}"
        case .dateFormat: "formats: {us-date: {dateFormat: MM/dd/yyyy}}"
        case .timeZone: "formats: {local: {dateFormat: \"dd.MM.yyyy HH:mm\", timeZone: Europe/Berlin}}"
        }
    }
}

extension ConfiguredPaginationKey: ConfiguredKey {
    var configurationSample: String {
        switch self {
        case .detect: "pagination: {detect: off}"
        case .strategies:
            "pagination: {strategies: {cursors: {style: cursor, parameter: after, next: meta.next, elements: data}}}"
        case .default:
            "pagination: {strategies: {cursors: {style: cursor, parameter: after, next: meta.next}}, default: cursors}"
        case .apply: "pagination: {apply: [{operations: [ListLogs], use: {style: link}}]}"
        case .omitsEmptyList: "pagination: {omitsEmptyList: true}"
        }
    }
}

extension OperationRulesKey: ConfiguredKey {
    var configurationSample: String {
        switch self {
        case .default: "authentication: {default: {header: X-Key}}"
        case .apply: "authentication: {default: bearer, apply: [{tags: [public], use: none}]}"
        }
    }
}

extension OperationRuleKey: ConfiguredKey {
    var configurationSample: String {
        switch self {
        case .tags: "authentication: {apply: [{tags: [public], use: none}]}"
        case .paths: "authentication: {apply: [{paths: [/admin/*], use: bearer}]}"
        case .operations: "reconnect: {apply: [{operations: [watchOrders], use: always}]}"
        case .use: "authentication: {apply: [{operations: [getInvoice], use: [bearer, {header: X-Key}]}]}"
        }
    }
}

extension DeepLinksKey: ConfiguredKey {
    var configurationSample: String {
        switch self {
        case .schemes: "deepLinks: {schemes: [app]}"
        case .hosts: "deepLinks: {hosts: [example.com]}"
        }
    }
}

/// The keys of `callsite.yaml` with their meanings, for the help: the keys for all descriptions, and those of one.
package func configurationReference() -> (all: [(key: String, summary: String)], one: [(key: String, summary: String)])
{
    (
        ConfigurationKey.allCases.map { ($0.rawValue, $0.summary) },
        ConfiguredDescriptionKey.allCases.map { ($0.rawValue, $0.summary) }
    )
}
