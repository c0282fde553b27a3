// The keys of `callsite.yaml`, once: reader, messages, help and documentation come from these tables.

enum ConfigurationKey: String, NativeKey {
    case callsite, access, nonexhaustive, strict, templates, allowOutside, embedRuntime, descriptions

    static let mapping: DiagnosticText = "a configuration"
    var isRequired: Bool { self == .callsite }
    var summary: String {
        switch self {
        case .callsite: "The version of this format: 1."
        case .access: "The access level of all code: internal, package or public."
        case .nonexhaustive: "Public enums may get more cases later: true, warn or false."
        case .strict: "Warnings are errors."
        case .templates: "The folder of templates that replace built-in ones."
        case .allowOutside: "Descriptions may include files from outside their own folder: true, or a list of folders."
        case .embedRuntime: "The runtime is written beside the code, which then needs no dependency."
        case .descriptions: "The descriptions: a path, or a mapping with 'source'."
        }
    }
    var value: NativeValue {
        switch self {
        case .callsite: .constant(1)
        case .access: .oneOf(Options.Access.allCases.map(\.rawValue))
        case .strict, .embedRuntime: .flag
        case .allowOutside: .either([.flag, .list(.text)])
        case .nonexhaustive: .either([.flag, .oneOf(["warn"])])
        case .templates: .text
        case .descriptions: .anything
        }
    }
}

/// One of the descriptions. What it says wins over what is said for all.
enum ConfiguredDescriptionKey: String, NativeKey {
    case source, output, target, name, include, exclude, formats, types, optional, success, pagination, access, nonexhaustive,
        namespace, strict,
        templates, allowOutside, embedRuntime, fixtures, module, renames, naming, conformances,
        reading, keepUnknownFields, links, deepLinks, authentication, reconnect

    static let mapping: DiagnosticText = "a configured description"
    var isRequired: Bool { self == .source }
    var summary: String {
        switch self {
        case .source: "The description's file."
        case .output: "The folder that 'callsite generate' writes into."
        case .target: "The target that the build plugin generates it for; each that has the plugin, if there is no output either."
        case .access: "The access level of the code: internal, package or public."
        case .nonexhaustive:
            "Public enums may get more cases later, and other packages write '@unknown default': true, warn or false. With 'access: public'."
        case .name: "The API's name, which its protocol and files are called after: GitHub."
        case .include: "The operations that are kept, by tags, paths and operations: {tags: [repos], paths: [/users/*]}. OpenAPI only."
        case .exclude: "The operations that are left out, in the same words. OpenAPI only."
        case .formats:
            "Types for formats: {uri: String, money: {type: Money, import: MoneyKit}, us-date: {dateFormat: MM/dd/yyyy}}. OpenAPI only."
        case .types: "Types of your own in place of models: {Money: {type: Money, import: MoneyKit}}."
        case .optional: "Fields that servers leave out though the description requires them: [Order.total, Customer.*]."
        case .success:
            "What the body of a 2xx response must hold: {ok: true}, none; {default: {ok: true}, apply: [{operations: [getReport], use: none}]}."
        case .pagination: "How endpoints page: {detect: off, strategies: …, default: …, apply: [{operations: [listLogs], use: none}]}."
        case .namespace: "An enum to put everything into."
        case .fixtures: "The folder of a test target, for functions that make models for tests."
        case .module: "The module that fixtures import."
        case .renames: "Swift names of models, endpoints and their parts: {Issue: Ticket, Issue.html_url: webURL}."
        case .naming: "How Swift names are made: {operations: byResource, dropTag: true, dropPrefix: [Acme], patterns: {\"*Dto\": \"$1\"}}."
        case .conformances: "Protocols of models: {all: [Hashable], Issue: [Identifiable]}."
        case .reading: "What answers may be read in spite of: a list of lenientDates and skippingLists."
        case .keepUnknownFields: "The models that keep fields which the description doesn't know: a list of names, or all."
        case .links: "Patterns of deep links by endpoint, beside the description's: {getPet: [\"pets/{petId}\"]}."
        case .deepLinks: "Where deep links come from: {schemes: [app], hosts: [example.com]}."
        case .authentication:
            "How requests are authenticated: bearer, {header: X-Key}, none; {default: bearer, apply: [{tags: [public], use: none}]}."
        case .reconnect:
            "When streams of events are asked for again: withIDs, afterLoss, always, never; {apply: [{operations: [watch], use: always}]}."
        case .strict: "Warnings are errors."
        case .templates: "The folder of templates that replace built-in ones."
        case .allowOutside: "It may include files from outside its own folder: true, or a list of folders."
        case .embedRuntime: "The runtime is written beside the code, which then needs no dependency."
        }
    }
    var value: NativeValue {
        switch self {
        case .source, .output, .target, .namespace, .templates, .fixtures, .module: .text
        case .name: .text
        // Their schemas are in `NativeFormat.configurationSchema`.
        case .include, .exclude, .pagination, .naming, .authentication, .reconnect, .success: .anything
        case .formats, .types: .map(.anything)
        case .renames: .map(.text)
        case .conformances: .map(.list(.text))
        case .reading: .list(.oneOf(Options.Tolerance.allCases.map(\.rawValue)))
        case .keepUnknownFields, .optional: .list(.text)
        case .links: .map(.list(.text))
        case .deepLinks: .definition(.deepLinks)
        case .access: .oneOf(Options.Access.allCases.map(\.rawValue))
        case .strict, .embedRuntime: .flag
        case .allowOutside: .either([.flag, .list(.text)])
        case .nonexhaustive: .either([.flag, .oneOf(["warn"])])
        }
    }
}

/// The keys of `callsite.yaml` and what they mean, for the help: those for all descriptions, and those of one.
package func configurationReference() -> (all: [(key: String, summary: String)], one: [(key: String, summary: String)]) {
    (
        ConfigurationKey.allCases.map { ($0.rawValue, $0.summary) },
        ConfiguredDescriptionKey.allCases.map { ($0.rawValue, $0.summary) }
    )
}

/// What operations are known by.
enum FilterKey: String, NativeKey {
    case tags, paths, operations

    static let mapping: DiagnosticText = "a choice of operations"
    var isRequired: Bool { false }
    var summary: String {
        switch self {
        case .tags: "Tags."
        case .paths: "Paths, in which * stands for any characters; a method may go before: GET /users/*."
        case .operations: "Names of operations, in which * stands for any characters."
        }
    }
    var value: NativeValue { .list(.text) }
}

/// `naming:` of a configured description.
enum NamingKey: String, NativeKey {
    case operations, dropTag, dropPrefix, patterns

    static let mapping: DiagnosticText = "'naming' of a configuration"
    var isRequired: Bool { false }
    var summary: String {
        switch self {
        case .operations: "Operations are called by their ids, byID, or by method and path, byResource: GET /users is ListUsers."
        case .dropTag: "Operations lose their tag in front: users_list with the tag users is list."
        case .dropPrefix: "Texts that names of operations and models lose in front."
        case .patterns: "Names in which * stands for any characters, and what they become: {\"*Controller_*\": \"$2 $1\"}."
        }
    }
    var value: NativeValue {
        switch self {
        case .operations: .oneOf(NamingRules.Operations.allCases.map(\.rawValue))
        case .dropTag: .flag
        case .dropPrefix: .list(.text)
        case .patterns: .map(.text)
        }
    }
}

/// `pagination:` of a configured description.
enum ConfiguredPaginationKey: String, NativeKey {
    case detect, strategies, `default`, apply, omitsEmptyList

    static let mapping: DiagnosticText = "'pagination' of a configuration"
    var isRequired: Bool { false }
    var summary: String {
        switch self {
        case .detect: "Whether paging is looked for where nothing is said of it: on or off."
        case .strategies: "Strategies by name, as in a description."
        case .default: "The strategy of all operations that say nothing else and that it fits: a name, a strategy in place, or none."
        case .apply: "Which operations page by which, whatever they say: a list of {operations: [ListUsers], use: cursors}."
        case .omitsEmptyList: "The server leaves out lists that are empty, on all endpoints: true or false."
        }
    }
    var value: NativeValue {
        switch self {
        case .detect: .oneOf(["on", "off"])
        case .strategies, .default, .apply: .anything
        case .omitsEmptyList: .flag
        }
    }
}

/// A type of the user's own.
enum OwnTypeKey: String, NativeKey {
    case type, `import`, dateFormat, timeZone

    static let mapping: DiagnosticText = "a type of your own"
    var summary: String {
        switch self {
        case .type: "The type's name. With dateFormat, the name of the type that is generated."
        case .dateFormat: "Strings are dates in this format: dd.MM.yyyy. A type is generated for it."
        case .timeZone: "With dateFormat: the time zone of dates that say none, Europe/Berlin or +01:00. UTC without it."
        case .import: "The module that it is in, unless that is the module of the generated code."
        }
    }
    var value: NativeValue { .text }
}
