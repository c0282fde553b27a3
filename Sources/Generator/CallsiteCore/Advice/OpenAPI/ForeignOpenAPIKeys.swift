// Advice about keys that belong to another object, such as `responses` in a path, and about words of other formats,
// such as `baseUrl`. `OpenAPIKeys` handles misspelt keys.

extension OpenAPIObject {
    private static let schemaKeys: Set<String> = [
        "type", "properties", "items", "allOf", "oneOf", "anyOf", "enum", "additionalProperties",
    ]
    private static let operationKeys: Set<String> = [
        "responses", "operationId", "requestBody", "tags", "security", "consumes", "produces", "deprecated",
        "callbacks",
    ]
    /// Words that other formats use for the servers of a document.
    static let serverWords: Set<String> = ["baseUrl", "baseURL", "baseUri", "base_url", "url", "baseurl"]

    /// The advice for a key that this object doesn't have: its right place, or the key to write instead. nil: the key
    /// is unknown, perhaps an extension of some tool.
    func place(ofForeign key: String, isSwagger: Bool) -> DiagnosticText? {
        switch self {
        case .root: Self.place(inDocument: key, isSwagger)
        case .pathItem: Self.place(inPath: key)
        case .operation: Self.place(inOperation: key, isSwagger)
        case .parameter: Self.place(inParameter: key)
        case .requestBody, .response, .mediaType: place(inContent: key, isSwagger)
        case .components:
            switch key {
            case "definitions", "models", "types": "write 'schemas'"
            case "securityDefinitions", "security", "auth": "write 'securitySchemes'"
            default: nil
            }
        case .schema: Self.place(inSchema: key)
        case .server:
            ["uri", "host", "baseUrl", "baseURL", "address", "link"].contains(key) ? "write 'url'" : nil
        default: nil
        }
    }

    private static func place(inDocument key: String, _ isSwagger: Bool) -> DiagnosticText? {
        if key.hasPrefix("/") { return "indent it, below 'paths:'" }
        return switch key {
        case "schemas", "securitySchemes", "requestBodies", "models":
            isSwagger ? "write 'definitions:'" : "write 'components:' above it, and indent it below that"
        case _ where serverWords.contains(key):
            isSwagger ? "write 'host:' and 'basePath:'" : "write 'servers: [{url: …}]'"
        case "title", "version", "description", "contact", "license", "termsOfService":
            "it is a key of 'info:': indent it below that"
        case "get", "put", "post", "delete", "patch", "operations", "endpoints", "routes", "resources":
            "write 'paths:', and below it each path"
        default: nil
        }
    }

    private static func place(inPath key: String) -> DiagnosticText? {
        if key.hasPrefix("/") { return "a path is directly below 'paths:', from its first '/'" }
        return operationKeys.contains(key)
            ? "it is a key of an operation: write 'get:' above it, and indent it below that" : nil
    }

    private static func place(inOperation key: String, _ isSwagger: Bool) -> DiagnosticText? {
        switch key {
        case "headers", "headerParameters", "cookies":
            "write it under 'parameters:': '- {name: …, in: \(key == "cookies" ? "cookie" : "header"), schema: {type: string}}'"
        case "query", "params", "queryParameters", "queryString", "pathParameters", "path":
            "write it under 'parameters:': '- {name: …, in: query, schema: {type: string}}'"
        case "payload", "data", "request", "input":
            isSwagger ? "write '- {in: body, name: body, schema: …}' under 'parameters:'" : "write 'requestBody:'"
        case "content", "schema":
            isSwagger ? "it belongs below a response" : "it belongs below 'requestBody:' or a response"
        case "get", "put", "post", "delete", "patch": "a method is directly below its path"
        case "name", "id", "title": "an operation is called by its 'operationId'"
        default:
            Description.StatusPattern(key.uppercased()) == nil
                ? nil : "write 'responses:' above it, and indent it below that"
        }
    }

    private static func place(inParameter key: String) -> DiagnosticText? {
        switch key {
        case "responses", "requestBody", "operationId", "parameters", "tags":
            "it is a key of the operation: begin it in the column of 'parameters:'"
        case "optional": "what isn't 'required: true' is optional"
        case "location", "where": "write 'in'"
        default: nil
        }
    }

    /// In a request body, a response, or a media type.
    private func place(inContent key: String, _ isSwagger: Bool) -> DiagnosticText? {
        let isSchemaKey = Self.schemaKeys.contains(key)
        if self == .mediaType { return isSchemaKey ? "write 'schema:' above it, and indent it below that" : nil }
        let isMediaType = key.contains("/") && !key.hasPrefix("/")
        if isMediaType, self == .requestBody || !isSwagger {
            return "write 'content:' above it, and indent it below that"
        }
        guard isSchemaKey || key == (self == .response ? "body" : "schema") else { return nil }
        return self == .response && isSwagger
            ? "write 'schema:' above it, and indent it below that"
            : "write 'content: {application/json: {schema: …}}'"
    }

    private static func place(inSchema key: String) -> DiagnosticText? {
        switch key {
        case "optional": "what isn't in 'required: […]' is optional"
        case "fields": "write 'properties'"
        case "extends": "write 'allOf: [{$ref: …}, …]'"
        case "schema": "write what is below it here"
        case "$reference", "reference": "write '$ref'"
        default: nil
        }
    }
}
