// Keys of OpenAPI that stand in the wrong object, and words of other formats: the message for each, and where it
// belongs. `OpenAPIKeys` handles misspelt keys.

extension OpenAPIObject {
    private static let schemaKeys: Set<String> = [
        "type", "properties", "items", "allOf", "oneOf", "anyOf", "enum", "additionalProperties",
    ]
    private static let operationKeys: Set<String> = [
        "responses", "operationId", "requestBody", "tags", "security", "consumes", "produces", "deprecated",
        "callbacks",
    ]

    /// Where a key belongs that this object doesn't have; nil: it is a tool's own, of which nothing is known.
    func place(ofForeign key: String, isSwagger: Bool) -> DiagnosticText? {
        let isMediaType = key.contains("/") && !key.hasPrefix("/")
        switch self {
        case .root:
            if key.hasPrefix("/") { return "indent it, below 'paths:'" }
            switch key {
            case "schemas", "securitySchemes", "requestBodies", "models":
                return isSwagger ? "write 'definitions:'" : "write 'components:' above it, and indent it below that"
            case "baseUrl", "baseURL", "baseUri", "base_url", "url", "baseurl":
                return isSwagger ? "write 'host:' and 'basePath:'" : "write 'servers: [{url: …}]'"
            case "title", "version", "description", "contact", "license", "termsOfService":
                return "it is a key of 'info:': indent it below that"
            case "get", "put", "post", "delete", "patch", "operations", "endpoints", "routes", "resources":
                return "write 'paths:', and below it each path"
            default: return nil
            }
        case .pathItem:
            if key.hasPrefix("/") { return "a path is directly below 'paths:', from its first '/'" }
            return Self.operationKeys.contains(key)
                ? "it is a key of an operation: write 'get:' above it, and indent it below that" : nil
        case .operation:
            switch key {
            case "headers", "headerParameters", "cookies":
                return
                    "write it under 'parameters:': '- {name: …, in: \(key == "cookies" ? "cookie" : "header"), schema: {type: string}}'"
            case "query", "params", "queryParameters", "queryString", "pathParameters", "path":
                return "write it under 'parameters:': '- {name: …, in: query, schema: {type: string}}'"
            case "payload", "data", "request", "input":
                return isSwagger
                    ? "write '- {in: body, name: body, schema: …}' under 'parameters:'" : "write 'requestBody:'"
            case "content", "schema":
                return isSwagger ? "it belongs below a response" : "it belongs below 'requestBody:' or a response"
            case "get", "put", "post", "delete", "patch": return "a method is directly below its path"
            case "name", "id", "title": return "an operation is called by its 'operationId'"
            default:
                return Description.StatusPattern(key.uppercased()) == nil
                    ? nil : "write 'responses:' above it, and indent it below that"
            }
        case .parameter:
            switch key {
            case "responses", "requestBody", "operationId", "parameters", "tags":
                return "it is a key of the operation: begin it in the column of 'parameters:'"
            case "optional": return "what isn't 'required: true' is optional"
            case "location", "where": return "write 'in'"
            default: return nil
            }
        case .requestBody:
            if isMediaType { return "write 'content:' above it, and indent it below that" }
            return key == "schema" || Self.schemaKeys.contains(key)
                ? "write 'content: {application/json: {schema: …}}'" : nil
        case .response:
            if isMediaType, !isSwagger { return "write 'content:' above it, and indent it below that" }
            guard Self.schemaKeys.contains(key) || key == "body" else { return nil }
            return isSwagger
                ? "write 'schema:' above it, and indent it below that"
                : "write 'content: {application/json: {schema: …}}'"
        case .mediaType:
            return Self.schemaKeys.contains(key) ? "write 'schema:' above it, and indent it below that" : nil
        case .components:
            switch key {
            case "definitions", "models", "types": return "write 'schemas'"
            case "securityDefinitions", "security", "auth": return "write 'securitySchemes'"
            default: return nil
            }
        case .schema:
            switch key {
            case "optional": return "what isn't in 'required: […]' is optional"
            case "fields": return "write 'properties'"
            case "values", "options": return nil
            case "extends": return "write 'allOf: [{$ref: …}, …]'"
            case "schema": return "write what is below it here"
            case "$reference", "reference": return "write '$ref'"
            default: return nil
            }
        case .server:
            switch key {
            case "uri", "host", "baseUrl", "baseURL", "address", "link": return "write 'url'"
            default: return nil
            }
        default: return nil
        }
    }
}

extension MistakeWalk {
    /// Whether a keyword of schemas stands among the properties. Its value shows that: no property's schema is a list,
    /// or `object`.
    func isKeywordAmongProperties(_ key: String, _ value: Node) -> Bool {
        switch key {
        case "required", "allOf", "oneOf", "anyOf", "enum": value.isSequence
        case "additionalProperties": value.isScalar && (value.text == "true" || value.text == "false")
        case "type": value.isScalar && ["object", "array", "string"].contains(value.text)
        case "$ref": value.text?.contains("#/") ?? false
        default: false
        }
    }

    /// The keyword of a schema that contradicts its type: `properties` beside `type: string`.
    func contradiction(type: Node?, properties: Node?, items: Node?) -> (place: Node, message: Diagnostic)? {
        guard let type, type.isScalar, let name = type.text else { return nil }
        if let properties, properties.isFilled, ["string", "integer", "number", "boolean"].contains(name) {
            return (
                properties,
                .ignoredKeyword(
                    "properties", type: name, help: "write 'type: object' if it is one", at: properties.place)
            )
        }
        if let items, items.isFilled, ["string", "integer", "number", "boolean", "object"].contains(name) {
            return (
                items, .ignoredKeyword("items", type: name, help: "write 'type: array' if it is one", at: items.place)
            )
        }
        return nil
    }
}

extension Diagnostic {
    static func foreignOpenAPIKey(
        _ key: String, in object: OpenAPIObject, help: DiagnosticText, at place: SourceLocation
    ) -> Self {
        .warning(
            "unknown-openapi-key", "'\(path: key)' isn't a key of \(object.name)", help: "it is ignored; " + help,
            at: place
        )
        .oncePerCause
    }
    static func keywordAmongProperties(_ key: String, at place: SourceLocation) -> Self {
        .warning(
            "unknown-openapi-key", "'\(key)' is among the properties, so it is one",
            help: "begin it in the column of 'properties:'",
            at: place)
    }
    static func ignoredKeyword(_ key: String, type: String, help: DiagnosticText, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "'\(key)' says nothing of the type '\(type)'", help: "it is ignored; " + help,
            at: place
        )
        .oncePerCause
    }
    static func besideSchema(_ key: String, at place: SourceLocation) -> Self {
        .warning(
            "unknown-openapi-key", "'\(key)' is beside the parameter's schema",
            help: "it is ignored; indent it below 'schema:'", at: place
        )
        .oncePerCause
    }
    static func schemeAsText(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "'\(name)' in 'security' is a string, and a mapping is expected",
            help: "it is ignored; write '- \(name): []'",
            at: place)
    }
    static func elementIsNoSchema(_ element: Node, of key: String, at place: SourceLocation) -> Self {
        .warning(
            "not-a-schema", "a schema is a mapping, and this element of '\(key)' is \(element.kindDescription)",
            help: "it is ignored" + (reference(to: element).map { "; write " + $0 } ?? ""), at: place)
    }
    /// `'{$ref: "#/components/schemas/A"}'` for what looks like a name or a reference.
    static func reference(to node: Node) -> DiagnosticText? {
        guard let text = node.text, !text.isEmpty else { return nil }
        if ["string", "integer", "number", "boolean", "object", "array"].contains(text) { return "'{type: \(text)}'" }
        if text.hasPrefix("#/") || text.hasSuffix(".yaml") || text.hasSuffix(".json") {
            return "'{$ref: \"\(path: text)\"}'"
        }
        return text.unicodeScalars.allSatisfy { $0.isIdentifierPart || $0 == "." || $0 == "-" }
            && text.first?.isUppercase == true
            ? "'{$ref: \"#/components/schemas/\(text)\"}'" : nil
    }
    static func unknownStyle(_ style: Node, _ key: String, known: [String]) -> Self {
        .warning(
            "wrong-openapi-value", "'\(key)' of a parameter or header can't be '\(style.text ?? "")'",
            help: "it is ignored; \(Spelling.help(for: style.text ?? "", amongWords: known) ?? "")", at: style.place
        ).oncePerCause
    }
    static func secondBody(at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "a request has one body, and this parameter is a second one",
            help: "it is left out; the fields of a form are 'in: formData', and 'in: body' is used alone", at: place)
    }
    static func bodyWithoutSchema(at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "the body has no 'schema'",
            help: "it is any JSON; write 'schema: {type: object, …}'", at: place)
    }
    static func schemaOfOtherVersion(at place: SourceLocation) -> Self {
        .warning(
            "key-of-other-version", "this is written as in OpenAPI 3, and the document says that it is Swagger 2.0",
            help: "it is ignored; Swagger has the type in the parameter itself: 'type: …'", at: place)
    }
    static func parameterTwice(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "the parameter '\(name)' is here a second time", help: "it is left out", at: place)
    }
    static func hostWithScheme(_ host: String, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "'host' is '\(path: host)'",
            help: "its scheme is ignored; write it under 'schemes:'",
            at: place)
    }
    static func severalParametersForOne(at place: SourceLocation) -> Self {
        .warning(
            "incomplete-parameter", "each '- ' begins a parameter of its own, and this is one",
            help: "it is left out; write '- name: …', and 'in:' and 'schema:' in the column of 'name'", at: place)
    }
}
