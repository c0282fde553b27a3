// The keys of `callsite.yaml`, once: reader, messages, help and documentation come from these tables.

enum ConfigurationKey: String, NativeKey {
    case callsite, access, strict, templates, allowOutside, embedRuntime, descriptions

    static let mapping = "a configuration"
    var isRequired: Bool { self == .callsite }
    var summary: String {
        switch self {
        case .callsite: "The version of this format: 1."
        case .access: "The access level of all code: internal, package or public."
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
        case .templates: .text
        case .descriptions: .anything
        }
    }
}

/// One of the descriptions. What it says wins over what is said for all.
enum ConfiguredDescriptionKey: String, NativeKey {
    case source, output, target, access, namespace, strict, templates, allowOutside, embedRuntime, fixtures, module, renames, conformances,
        reading, keepUnknownFields

    static let mapping = "a configured description"
    var isRequired: Bool { self == .source }
    var summary: String {
        switch self {
        case .source: "The description's file."
        case .output: "The folder that 'callsite generate' writes into."
        case .target: "The target that the build plugin generates it for; each that has the plugin, if there is no output either."
        case .access: "The access level of the code: internal, package or public."
        case .namespace: "An enum to put everything into."
        case .fixtures: "The folder of a test target, for functions that make models for tests."
        case .module: "The module that fixtures import."
        case .renames: "Swift names of models, endpoints and their parts: {Issue: Ticket, Issue.html_url: webURL}."
        case .conformances: "Protocols of models: {all: [Hashable], Issue: [Identifiable]}."
        case .reading: "What answers may be read in spite of: a list of lenientDates and skippingLists."
        case .keepUnknownFields: "The models that keep fields which the description doesn't know: a list of names, or all."
        case .strict: "Warnings are errors."
        case .templates: "The folder of templates that replace built-in ones."
        case .allowOutside: "It may include files from outside its own folder: true, or a list of folders."
        case .embedRuntime: "The runtime is written beside the code, which then needs no dependency."
        }
    }
    var value: NativeValue {
        switch self {
        case .source, .output, .target, .namespace, .templates, .fixtures, .module: .text
        case .renames: .map(.text)
        case .conformances: .map(.list(.text))
        case .reading: .list(.oneOf(Options.Tolerance.allCases.map(\.rawValue)))
        case .keepUnknownFields: .list(.text)
        case .access: .oneOf(Options.Access.allCases.map(\.rawValue))
        case .strict, .embedRuntime: .flag
        case .allowOutside: .either([.flag, .list(.text)])
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
