// The keys of each kind of object of OpenAPI 3.x and Swagger 2.0, and the shapes of their values. The reader of a
// document ignores other keys and shapes.

/// A kind of object of a document.
enum OpenAPIObject: Int, CaseIterable {
    case root, paths, pathItem, operation, parameter, requestBody, content, mediaType, responses, response, components
    case schema, server, discriminator
    /// Mappings whose keys the author chooses.
    case schemas, parameters, responseMap, requestBodies, headers, pathItems

    /// The name of the object in messages.
    var name: DiagnosticText {
        switch self {
        case .root: "the document"
        case .paths, .pathItems: "the paths"
        case .pathItem: "a path"
        case .operation: "an operation"
        case .parameter: "a parameter or header"
        case .requestBody: "a request body"
        case .content: "'content'"
        case .mediaType: "a media type"
        case .responses, .responseMap: "the responses"
        case .response: "a response"
        case .components: "'components'"
        case .schema: "a schema"
        case .server: "a server"
        case .discriminator: "a discriminator"
        case .schemas: "the schemas"
        case .parameters: "the parameters"
        case .requestBodies: "the request bodies"
        case .headers: "the headers"
        }
    }

    /// The kind of each value of a mapping whose keys the author chooses; nil: the object has the keys of its table.
    var element: OpenAPIObject? {
        switch self {
        case .paths, .pathItems: .pathItem
        case .content: .mediaType
        case .responses, .responseMap: .response
        case .schemas: .schema
        case .parameters, .headers: .parameter
        case .requestBodies: .requestBody
        default: nil
        }
    }

    /// The part of `components` that a reference from here leads into.
    var section: String? {
        switch self {
        case .parameter: "parameters"
        case .requestBody: "requestBodies"
        case .response: "responses"
        case .mediaType: "mediaTypes"
        default: nil
        }
    }

    var keys: OpenAPIKeys { OpenAPIKeys.tables[rawValue] }

    /// The keys whose values have rules beyond their kind.
    private func isWatched(_ key: String) -> Bool {
        switch self {
        case .root, .operation: ["security", "tags", "schemes"].contains(key)
        case .pathItem: key == "additionalOperations"
        case .response, .components: key == "links"
        case .parameter:
            ["style", "collectionFormat", "required", "minimum", "minLength", "minItems", "format"].contains(key)
        case .schema:
            [
                "format", "minimum", "minLength", "minItems", "minProperties", "readOnly", "oneOf", "anyOf", "allOf",
            ].contains(key)
        default: false
        }
    }

    fileprivate var rules: [(String, OpenAPIKeys.Rule)] {
        switch self {
        case .root: documentRules
        case .pathItem: pathRules
        case .operation: operationRules
        case .parameter: parameterRules
        case .requestBody:
            of("$ref", .reference) + of("description summary") + of("required", .flag)
                + of("content", .mapping, .content)
        case .mediaType:
            of("$ref", .reference) + of("schema itemSchema", .any, .schema)
                + of("example examples encoding prefixEncoding itemEncoding")
        case .response:
            of("$ref", .reference) + of("description summary links examples") + of("headers", .mapping, .headers)
                + of("content", .mapping, .content, only: .version3) + of("schema", .any, .schema, only: .version2)
        case .components:
            of("schemas", .mapping, .schemas) + of("responses", .mapping, .responseMap)
                + of("parameters", .mapping, .parameters) + of("requestBodies", .mapping, .requestBodies)
                + of("headers", .mapping, .headers) + of("pathItems", .mapping, .pathItems)
                + of("securitySchemes examples links callbacks mediaTypes")
        case .schema: schemaRules
        case .server: of("url", .text) + of("description variables name")
        case .discriminator: of("propertyName defaultMapping", .text) + of("mapping", .mapping)
        case .paths, .content, .responses, .schemas, .parameters, .responseMap, .requestBodies, .headers, .pathItems: []
        }
    }

    /// - Parameter names: Keys, with blanks between them.
    private func of(
        _ names: String, _ shape: OpenAPIKeys.Shape = .any, _ inside: OpenAPIObject? = nil,
        only version: OpenAPIKeys.Only = .all
    ) -> [(String, OpenAPIKeys.Rule)] {
        names.split(separator: " ").map(String.init).map {
            ($0, OpenAPIKeys.Rule(shape: shape, inside: inside, only: version, isWatched: isWatched($0)))
        }
    }

    private var documentRules: [(String, OpenAPIKeys.Rule)] {
        of("info externalDocs jsonSchemaDialect $self") + of("openapi", only: .version3)
            + of("swagger", only: .version2) + of("tags", .list) + of("paths", .mapping, .paths)
            + of("webhooks", .mapping, .pathItems) + of("servers", .list, .server, only: .version3)
            + of("components", .mapping, .components, only: .version3) + of("security", .list)
            + of("host basePath", .text, only: .version2) + of("schemes consumes produces", .list, only: .version2)
            + of("definitions", .mapping, .schemas, only: .version2)
            + of("parameters", .mapping, .parameters, only: .version2)
            + of("responses", .mapping, .responseMap, only: .version2)
            + of("securityDefinitions", .mapping, only: .version2)
    }

    private var pathRules: [(String, OpenAPIKeys.Rule)] {
        of("$ref", .reference) + of("summary description")
            + of("get put post delete options head patch trace query", .mapping, .operation)
            + of("parameters", .list, .parameter) + of("servers", .list, .server)
            + of("additionalOperations", .mapping)
    }

    private var operationRules: [(String, OpenAPIKeys.Rule)] {
        of("$ref", .reference) + of("summary description externalDocs callbacks")
            + of("tags security schemes", .list) + of("operationId", .text) + of("parameters", .list, .parameter)
            + of("requestBody", .mapping, .requestBody, only: .version3)
            + of("responses", .mapping, .responses) + of("deprecated", .flag) + of("servers", .list, .server)
            + of("consumes produces", .list, only: .version2)
    }

    private var parameterRules: [(String, OpenAPIKeys.Rule)] {
        of("$ref", .reference) + of("name in", .text) + of("style", .text, only: .version3)
            + of("collectionFormat", .text, only: .version2) + of("description example examples default")
            + of("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern")
            + of("minItems maxItems uniqueItems allowEmptyValue allowReserved enum format title xml discriminator")
            + of("required deprecated explode", .flag) + of("schema", .any, .schema)
            + of("content", .mapping, .content) + of("type items", .any, .schema, only: .version2)
            + of("nullable readOnly writeOnly properties additionalProperties")
    }

    private var schemaRules: [(String, OpenAPIKeys.Rule)] {
        of("$ref", .reference) + of("type", .textOrList) + of("format", .text)
            + of("properties patternProperties", .mapping, .schemas) + of("required", .names) + of("enum", .list)
            + of("items", .any, .schema)
            + of("not contains propertyNames if then else contentSchema", .schemaOrFlag, .schema)
            + of("allOf oneOf anyOf prefixItems", .list, .schema)
            + of("additionalProperties unevaluatedProperties", .schemaOrFlag, .schema)
            + of("$defs definitions dependentSchemas", .mapping, .schemas)
            + of("nullable readOnly writeOnly deprecated", .flag) + of("discriminator", .any, .discriminator)
            + of("title description const default example examples xml externalDocs")
            + of("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern")
            + of("minItems maxItems uniqueItems minProperties maxProperties minContains maxContains")
            + of("contentEncoding contentMediaType unevaluatedItems additionalItems dependentRequired dependencies")
            + of("collectionFormat id $id $schema $anchor $comment $dynamicRef $dynamicAnchor $recursiveRef")
            + of("$recursiveAnchor $vocabulary allowEmptyValue")
    }
}

/// The keys of one kind of object, looked up by their bytes, because every key of a document is looked up.
struct OpenAPIKeys {
    enum Shape {
        case any, text, flag, mapping, list, names, textOrList, schemaOrFlag, reference

        func accepts(_ value: Node) -> Bool {
            switch self {
            case .any: true
            case .text, .reference: value.isScalar
            case .flag: value.text == "true" || value.text == "false" || value.isFlag
            case .mapping: value.isMapping || value.isNull
            case .list, .names: value.isSequence || value.isNull
            case .textOrList: value.isScalar || value.isSequence
            case .schemaOrFlag: value.isMapping || value.isFlag
            }
        }

        /// Whether the kind of a node alone shows that it has this shape, as for nearly all nodes.
        func isSurely(_ kind: YAMLDocument.Kind) -> Bool {
            switch self {
            case .any: true
            case .text, .textOrList: kind == .scalar
            case .list, .names: kind == .sequence
            case .mapping: kind == .mapping
            case .flag, .schemaOrFlag, .reference: false
            }
        }
    }
    /// The versions that have the key.
    enum Only { case all, version2, version3 }
    struct Rule {
        var shape: Shape
        /// The kind of object that the value is, or each element of a list.
        var inside: OpenAPIObject?
        var only: Only
        /// Whether the value has rules beyond its kind.
        var isWatched = false
    }

    let names: [String]
    private var buckets: [[(bytes: [UInt8], rule: Rule)]]

    fileprivate static let tables = OpenAPIObject.allCases.map { OpenAPIKeys($0.rules) }

    private init(_ rules: [(String, Rule)]) {
        names = rules.map(\.0)
        buckets = Array(repeating: [], count: 64)
        for (name, rule) in rules {
            let bytes = Array(name.utf8)
            buckets[Self.bucket(bytes[0], bytes[bytes.count - 1], bytes.count)].append((bytes, rule))
        }
    }

    private static func bucket(_ first: UInt8, _ last: UInt8, _ count: Int) -> Int {
        (Int(first) &+ Int(last) &* 3 &+ count) & 63
    }

    func rule(for key: ArraySlice<UInt8>) -> Rule? {
        guard key.count > 0 else { return nil }
        let bucket = buckets[Self.bucket(key[key.startIndex], key[key.endIndex - 1], key.count)]
        var index = 0
        while index < bucket.count {
            if key.elementsEqual(bucket[index].bytes) { return bucket[index].rule }
            index += 1
        }
        return nil
    }

    /// The key that a misspelt key stands for. Documents contain keys of many tools, so only a typing mistake counts.
    func meant(by key: String, in object: OpenAPIObject) -> String? {
        switch (object, key) {
        case (.schema, "ref"), (.response, "ref"), (.parameter, "ref"): return "$ref"
        case (.operation, "body"): return "requestBody"
        default: break
        }
        guard key.utf8.count > 2, let suggestion = Spelling.suggestion(for: key, among: names) else { return nil }
        let (typed, expected) = (key.lowercased().filter { $0 != "_" && $0 != "-" }, suggestion.lowercased())
        if typed == expected { return suggestion }
        // One letter of a short word may make another word: `title` and `titles` do, `tags` and `flags` don't.
        return abs(typed.count - expected.count) <= 2 && typed.first == expected.first
            && (key.utf8.count > 3 || suggestion.hasPrefix(key) && suggestion.utf8.count == key.utf8.count + 1)
            ? suggestion : nil
    }
}
