// The names that templates may use for a file and for the API.

import CallsiteSwift

extension SwiftFile: TemplateView {
    package static let contract = ViewContract<SwiftFile>(
        "file", "One generated file; the template 'file' starts here.",
        [
            .lines("header", "What the file is and where it comes from.") { $0.header },
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .flag("importsFoundation", "Types of Foundation are named in it.") { $0.importsFoundation },
            .lines("runtimeImports", "The imports of the runtime's modules, like 'public import CallsiteRuntime'.") {
                $0.runtimeImports
            },
            .lines(
                "modules", "The modules of the user's own types that it names, and of several modules the common one."
            ) { $0.modules },
            .text("namespace", "The enum that everything is nested in.") { $0.namespace },
            .flag("isInNamespace", "The declarations are nested in the namespace.") { $0.isInNamespace },
            .view("api", "The API, in its own file.") { $0.api },
            .list("requests", "The requests in this file.") { $0.requests },
            .list("types", "The types in this file.") { $0.types },
            .view("links", "What finds the content of deep links, in the API's own file.") { $0.api?.links },
            .text("testedModule", "In a file for tests, the module that they test.") { $0.testedModule },
            .flag("isTestable", "What is tested is internal.") { $0.isTestable },
            .lines("typeImports", "In a file for tests, the types that it names of other modules.") { $0.typeImports },
            .list("fixtures", "Functions that make models for tests.") { $0.fixtures },
            .view("examples", "Example responses of endpoints, for tests.") { $0.examples },
            .list("conformances", "Protocols of generic types, which depend on their type arguments.") {
                $0.conformances
            },
        ])
}

extension SwiftFixture: TemplateView {
    package static let contract = ViewContract<SwiftFixture>(
        "fixture", "A function that makes a model for tests.",
        [
            .text("type", "The model, with all it is nested in.") { $0.type },
            .flag("isDeprecated", "What it is nested in is deprecated.") { $0.isDeprecated },
            .flag("hasParameters", "It takes anything.") { !$0.parameters.isEmpty },
            .list("parameters", "One for each property.") { $0.parameters },
        ])
}

extension SwiftExamples: TemplateView {
    package static let contract = ViewContract<SwiftExamples>(
        "examples", "Example responses of endpoints, made from the description's examples.",
        [
            .text("name", "'GitHubExamples'.") { $0.name },
            .list("responses", "One for each endpoint that isn't deprecated.") { $0.responses },
            .flag("hasDeprecated", "There are deprecated endpoints.") { !$0.deprecated.isEmpty },
            .list("deprecated", "One for each deprecated endpoint.") { $0.deprecated },
        ])
}

extension SwiftExample: TemplateView {
    package static let contract = ViewContract<SwiftExample>(
        "example", "An example response.",
        [
            .text("request", "Its request, with all it is nested in.") { $0.request },
            .text("value", "The response.") { $0.value },
        ])
}

extension SwiftFixtureParameter: TemplateView {
    package static let contract = ViewContract<SwiftFixtureParameter>(
        "fixtureParameter", "A property of a model that is made for tests.",
        [
            .text("name", "Its name.") { $0.name },
            .text("label", "Its name in a call.") { $0.name.label },
            .text("type", "Its type.") { $0.type },
            .text("value", "What it is unless said.") { $0.value },
        ])
}

extension SwiftConditionalConformance: TemplateView {
    package static let contract = ViewContract<SwiftConditionalConformance>(
        "conditionalConformance", "A protocol of a generic type, where its type arguments have it.",
        [
            .text("type", "The type, with all it is nested in.") { $0.type },
            .lines("parameters", "The type parameters.") { $0.parameters },
            .text("conformance", "The protocol.") { $0.conformance },
        ])
}

extension SwiftAPI: TemplateView {
    package static let contract = ViewContract<SwiftAPI>(
        "api", "What all requests have in common.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .lines("documentation", "The description's text.") { $0.documentation },
            .text("protocolName", "'GitHubRequestType'.") { $0.protocolName },
            .text("qualifiedProtocolName", "The same with its namespace.") { $0.qualifiedProtocolName },
            .text("namespace", "The enum that everything is nested in.") { $0.namespace },
            .text("member", "The API's value: 'gitHub' in 'API.gitHub'.") { $0.member },
            .text("failure", "The type of error responses.") { $0.failure },
            .view("failureEnum", "The enum of these, if there are several.") { $0.failureEnum },
            .text("baseURL", "The base URL.") { $0.baseURL },
            .flag("hasVariables", "The base URL has variables.") { !$0.variables.isEmpty },
            .list("variables", "The variables of the base URL.") { $0.variables },
            .flag("hasHeaders", "Headers are sent with every request.") { !$0.headers.isEmpty },
            .list("headers", "These headers.") { $0.headers },
            .text("authentication", "How requests are authenticated: '.bearer', '.header(\"X-Key\")'.") {
                $0.authentication
            },
            .flag("hasReading", "Responses are decoded leniently.") { !$0.reading.isEmpty },
            .lines("reading", "What they may be read in spite of: members of 'ReadingOptions'.") { $0.reading },
            .flag("hasFlows", "It says how tokens are got by OAuth 2.") { !$0.flows.isEmpty },
            .list("flows", "The ways to get tokens by OAuth 2.") { $0.flows },
        ])
}

extension SwiftOAuth2Flow: TemplateView {
    package static let contract = ViewContract<SwiftOAuth2Flow>(
        "oauth2Flow", "One way to get tokens by OAuth 2.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .lines("documentation", "The description's text.") { $0.documentation },
            .text("name", "'gitHubAuthorizationCode'.") { $0.name },
            .text("kind", "A case of 'OAuth2Flow.Kind'.") { $0.kind },
            .list("urls", "The URLs of the authorization server.") { $0.urls },
            .flag("hasScopes", "There are scopes.") { !$0.scopes.isEmpty },
            .list("scopes", "The scopes, and what each is good for.") { $0.scopes },
        ])
}

extension SwiftLabelledString: TemplateView {
    package static let contract = ViewContract<SwiftLabelledString>(
        "labelledString", "An argument that is a string.",
        [.text("label", "Its label.") { $0.label }, .text("value", "Its value.") { $0.value }])
}

extension SwiftScope: TemplateView {
    package static let contract = ViewContract<SwiftScope>(
        "scope", "A scope of OAuth 2.",
        [.text("name", "Its name.") { $0.name }, .text("meaning", "What it is good for.") { $0.meaning }])
}

extension SwiftHeader: TemplateView {
    package static let contract = ViewContract<SwiftHeader>(
        "header", "A header that is always sent.",
        [.text("name", "Its name.") { $0.name }, .text("value", "Its value.") { $0.value }])
}

extension SwiftDeprecation: TemplateView {
    package static let contract = ViewContract<SwiftDeprecation>(
        "deprecation", "That something is deprecated.", [.text("message", "What to use instead.") { $0.message }])
}
