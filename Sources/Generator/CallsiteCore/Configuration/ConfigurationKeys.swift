// The keys of `callsite.yaml`, once: reader, messages, help and documentation come from these tables.

package enum ConfigurationKey: String, NativeKey {
    case callsite, access, nonexhaustive, strict, templates, allowOutside, embedRuntime, descriptions

    static let mapping: DiagnosticText = "a configuration"
    package var isRequired: Bool { self == .callsite }
    package var summary: String {
        switch self {
        case .callsite: "The version of this format: 1."
        case .access: "The access level of all code: internal, package or public."
        case .nonexhaustive: "Public enums may get more cases later: true, warn or false."
        case .strict: "Warnings are errors."
        case .templates: "The folder of templates that replace built-in ones."
        case .allowOutside: "Descriptions may include files from outside their own folder: true, or a list of folders."
        case .embedRuntime: "Write the runtime beside the code, which then needs no dependency."
        case .descriptions: "The descriptions: a path, or a mapping with 'source'."
        }
    }
}

/// One of the descriptions. Its settings win over those for all descriptions.
package enum ConfiguredDescriptionKey: String, NativeKey {
    case source, overlays, output, target, name, include, exclude, formats, types, optional, success, pagination,
        access, nonexhaustive, namespace, strict,
        templates, allowOutside, embedRuntime, modules, fixtures, module, since, mock, renames, naming, sharing,
        conformances, reading, keepUnknownFields, links, deepLinks, authentication, reconnect

    static let mapping: DiagnosticText = "a configured description"
    package var isRequired: Bool { self == .source }
    package var summary: String {
        switch self {
        case .source: "The description's file."
        case .overlays:
            "Overlays that change the document before it is read, in this order: [corrections.yaml]. OpenAPI only."
        case .output: "The folder for the generated code; used by 'callsite generate'."
        case .target:
            "The target for which the build plugin generates; if 'output' is missing too, every target with the plugin."
        case .access: "The access level of the code: internal, package or public."
        case .nonexhaustive:
            "Public enums may get more cases later, so other packages write '@unknown default': true, warn or false. Needs 'access: public'."
        case .name: "The API's name, used for its protocol and files: GitHub."
        case .include:
            "The operations to generate, by tag, path and name: {tags: [repos], paths: [/users/*]}."
        case .exclude: "The operations to leave out, with the same keys."
        case .formats:
            "Types for formats: {uri: String, money: {type: Money, import: MoneyKit}, us-date: {dateFormat: MM/dd/yyyy}}. OpenAPI only."
        case .types: "Your own types in place of models: {Money: {type: Money, import: MoneyKit}}."
        case .optional: "Required fields that the server leaves out: [Order.total, Customer.*]."
        case .success:
            "Fields that the body of a 2xx response must have to be a success: {ok: true}, or none; {default: {ok: true}, apply: [{operations: [getReport], use: none}]}."
        case .pagination:
            "How lists paginate: {detect: off, strategies: …, default: …, apply: [{operations: [listLogs], use: none}]}."
        case .namespace: "An enum that contains all generated types."
        case .modules:
            "A module for each tag, and one for what several use, each in a folder of its own; needs 'access'. Not for the build plugin."
        case .fixtures: "The folder of a test target, for functions that make models in tests."
        case .module: "The module that fixtures import."
        case .since:
            "An older version of the description: code that was written for it goes on compiling, with deprecated names. Not for the build plugin."
        case .mock:
            "The file of a test target from which CallsiteMock makes responses. 'callsite generate' writes it, the build plugin doesn't."
        case .renames: "Swift names of models, endpoints and their parts: {Issue: Ticket, Issue.html_url: webURL}."
        case .naming:
            "How Swift names are made: {operations: byResource, dropTag: true, dropPrefix: [Acme], patterns: {\"*Dto\": \"$1\"}}."
        case .sharing: "Whether nested types that are the same are declared once: on or off."
        case .conformances:
            "Protocols of models: {all: [Hashable], Issue: [MyProtocol]}. A model with a required id is Identifiable."
        case .reading: "Lenient decoding: a list of lenientDates and skippingLists."
        case .keepUnknownFields:
            "The models that keep fields which the description doesn't have: a list of names, or all."
        case .links: "Patterns of deep links by endpoint, added to the description's: {getPet: [\"pets/{petId}\"]}."
        case .deepLinks: "The schemes and hosts of deep links: {schemes: [app], hosts: [example.com]}."
        case .authentication:
            "How requests are authenticated: bearer, {header: X-Key}, none; {default: bearer, apply: [{tags: [public], use: none}]}."
        case .reconnect:
            "When server-sent events reconnect: withIDs, afterLoss, always, never; {apply: [{operations: [watch], use: always}]}."
        case .strict: ConfigurationKey.strict.summary
        case .templates: ConfigurationKey.templates.summary
        case .allowOutside: "The description may include files from outside its own folder: true, or a list of folders."
        case .embedRuntime: ConfigurationKey.embedRuntime.summary
        }
    }
}

/// How operations are selected.
package enum FilterKey: String, NativeKey {
    case tags, paths, operations, models, aliases

    static let mapping: DiagnosticText = "a choice of operations"
    package var summary: String {
        switch self {
        case .tags: "Tags."
        case .paths: "Paths, in which * matches any characters; a method may precede them: GET /users/*."
        case .operations: "Names of operations, in which * matches any characters."
        case .models: "In 'include:' only: models that are generated though no chosen operation needs them."
        case .aliases:
            "In 'include:' only: Swift names that types have in the whole API, and their paths here: {ShopLabel: ListIssuesRequest.Label}."
        }
    }
}

/// `naming:` of a configured description.
package enum NamingKey: String, NativeKey {
    case operations, dropTag, dropPrefix, patterns

    static let mapping: DiagnosticText = "'naming' of a configuration"
    package var summary: String {
        switch self {
        case .operations:
            "Operations are named by their ids (byID), or by method and path (byResource): GET /users is ListUsers."
        case .dropTag: "Remove the tag at the start of an operation's name: users_list with the tag users is list."
        case .dropPrefix: "Prefixes to remove from names of operations and models."
        case .patterns:
            "Patterns of names, in which * matches any characters, and their replacements: {\"*Controller_*\": \"$2 $1\"}."
        }
    }
}

/// `pagination:` of a configured description.
package enum ConfiguredPaginationKey: String, NativeKey {
    case detect, strategies, `default`, apply, omitsEmptyList

    static let mapping: DiagnosticText = "'pagination' of a configuration"
    package var summary: String {
        switch self {
        case .detect: "Whether pagination is detected where no rule says it: on or off."
        case .strategies: "Strategies by name, as in a description."
        case .default: "The strategy of all other operations that it fits: a name, an inline strategy, or none."
        case .apply: "Which operations use which strategy: a list of {operations: [ListUsers], use: cursors}."
        case .omitsEmptyList: "The server leaves out empty lists, on all endpoints: true or false."
        }
    }
}

/// A type of the user's own.
package enum OwnTypeKey: String, NativeKey {
    case type, `import`, dateFormat, timeZone

    static let mapping: DiagnosticText = "a type of your own"
    package var summary: String {
        switch self {
        case .type: "The name of the type. With dateFormat, the name of the generated type."
        case .dateFormat: "The format of dates: dd.MM.yyyy. A type is generated for it."
        case .timeZone: "With dateFormat: the time zone of dates without one, Europe/Berlin or +01:00; UTC if left out."
        case .import: "The module of the type, if it isn't the module of the generated code."
        }
    }
}
