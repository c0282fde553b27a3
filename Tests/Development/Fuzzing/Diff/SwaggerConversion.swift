// Swagger 2 in the words of OpenAPI 3.0, as converters write it.

struct SwaggerConversion {
    private let tree: DocumentTree

    init(_ tree: DocumentTree) { self.tree = tree }

    var converted: DocumentTree {
        var result: DocumentTree = ["openapi": "3.0.3"]
        if let info = tree["info"] { result["info"] = info }
        result["servers"] = servers
        for key in ["security", "tags", "externalDocs"] { if let value = tree[key] { result[key] = value } }
        for pair in tree.pairs ?? [] where pair.key.hasPrefix("x-") { result[pair.key] = pair.value }
        var paths = tree["paths"] ?? [:]
        if case .map(var items) = paths {
            for index in items.indices { items[index].value = pathItem(items[index].value) }
            paths = .map(items)
        }
        result["paths"] = paths
        result["components"] = components
        result.moveReferences()
        return result
    }

    private var servers: DocumentTree? {
        let base = tree["basePath"]?.scalarText ?? ""
        guard let host = tree["host"]?.scalarText else {
            return base.isEmpty ? nil : [["url": .text(base)]]
        }
        let schemes = (tree["schemes"]?.elements ?? ["https"]).compactMap(\.scalarText)
        // The generator prefers TLS.
        let sorted = schemes.filter { $0 == "https" } + schemes.filter { $0 != "https" }
        return .list(sorted.map { ["url": .text("\($0)://\(host)\(base)")] })
    }

    private var components: DocumentTree {
        var components: DocumentTree = [:]
        if let schemas = tree["definitions"] { components["schemas"] = schemas }
        var parameters: [DocumentTree.Pair] = []
        var bodies: [DocumentTree.Pair] = []
        for pair in tree["parameters"]?.pairs ?? [] {
            if pair.value["in"]?.scalarText == "body" {
                bodies.append(.init(pair.key, body(pair.value, consumes(nil))))
            } else if pair.value["in"]?.scalarText != "formData" {
                parameters.append(.init(pair.key, parameter(pair.value)))
            }
        }
        if !parameters.isEmpty { components["parameters"] = .map(parameters) }
        if !bodies.isEmpty { components["requestBodies"] = .map(bodies) }
        if case .map(var responses)? = tree["responses"] {
            for index in responses.indices { responses[index].value = response(responses[index].value, produces(nil)) }
            components["responses"] = .map(responses)
        }
        if case .map(var schemes)? = tree["securityDefinitions"] {
            for index in schemes.indices { schemes[index].value = scheme(schemes[index].value) }
            components["securitySchemes"] = .map(schemes)
        }
        return components
    }

    private func scheme(_ scheme: DocumentTree) -> DocumentTree {
        var result: DocumentTree = [:]
        if let description = scheme["description"] { result["description"] = description }
        switch scheme["type"]?.scalarText {
        case "basic":
            result["type"] = "http"
            result["scheme"] = "basic"
        case "oauth2":
            result["type"] = "oauth2"
            let names = ["accessCode": "authorizationCode", "application": "clientCredentials"]
            let flow = scheme["flow"]?.scalarText ?? ""
            var content: DocumentTree = [:]
            for key in ["authorizationUrl", "tokenUrl", "scopes"] {
                if let value = scheme[key] { content[key] = value }
            }
            if content["scopes"] == nil { content["scopes"] = [:] }
            result["flows"] = .map([.init(names[flow] ?? flow, content)])
        default: return scheme
        }
        return result
    }

    // MARK: - Operations

    private func pathItem(_ item: DocumentTree) -> DocumentTree {
        var item = item
        let shared = item["parameters"]?.elements ?? []
        let (plain, others) = (shared.filter { !isBody($0) }, shared.filter(isBody))
        item["parameters"] = plain.isEmpty ? nil : .list(plain.map(parameter))
        for method in EditedDocument.methods {
            guard let operation = item[method], operation.pairs != nil else { continue }
            item[method] = self.operation(operation, others)
        }
        return item
    }

    private func resolved(_ node: DocumentTree) -> DocumentTree {
        guard let name = node["$ref"]?.scalarText, name.hasPrefix("#/parameters/") else { return node }
        return tree["parameters"]?[String(name.dropFirst(13))] ?? node
    }

    private func isBody(_ node: DocumentTree) -> Bool {
        ["body", "formData"].contains(resolved(node)["in"]?.scalarText ?? "")
    }

    private func consumes(_ operation: DocumentTree?) -> [String] {
        ((operation?["consumes"] ?? tree["consumes"])?.elements ?? []).compactMap(\.scalarText)
    }

    private func produces(_ operation: DocumentTree?) -> [String] {
        ((operation?["produces"] ?? tree["produces"])?.elements ?? []).compactMap(\.scalarText)
    }

    private func operation(_ operation: DocumentTree, _ shared: [DocumentTree]) -> DocumentTree {
        var result = operation
        let own = operation["parameters"]?.elements ?? []
        let plain = own.filter { !isBody($0) }
        result["parameters"] = plain.isEmpty ? nil : .list(plain.map(parameter))
        let sent = own.filter(isBody) + shared
        if let body = sent.first(where: { resolved($0)["in"]?.scalarText == "body" }) {
            // A reference means the media types of the document, so it is written out.
            result["requestBody"] = self.body(resolved(body), consumes(operation))
        } else if !sent.isEmpty {
            result["requestBody"] = form(sent.map(resolved), consumes(operation))
        }
        if case .map(var responses)? = operation["responses"] {
            for index in responses.indices where !responses[index].key.hasPrefix("x-") {
                var node = responses[index].value
                if let name = node["$ref"]?.scalarText, name.hasPrefix("#/responses/") {
                    node = tree["responses"]?[String(name.dropFirst(12))] ?? node
                }
                responses[index].value = response(node, produces(operation))
            }
            result["responses"] = .map(responses)
        }
        for key in ["consumes", "produces", "schemes"] { result[key] = nil }
        return result
    }

    private static let parameterKeys: Set<String> = [
        "name", "in", "description", "required", "allowEmptyValue", "collectionFormat",
    ]

    private func parameter(_ node: DocumentTree) -> DocumentTree {
        if node["$ref"] != nil { return node }
        var result: DocumentTree = [:]
        var schema: DocumentTree = [:]
        for pair in node.pairs ?? [] {
            if Self.parameterKeys.contains(pair.key) || pair.key.hasPrefix("x-") {
                if pair.key != "collectionFormat" { result[pair.key] = pair.value }
            } else {
                schema[pair.key] = pair.value
            }
        }
        if node["type"]?.scalarText == "array" {
            let isQuery = node["in"]?.scalarText == "query"
            switch node["collectionFormat"]?.scalarText {
            case "multi": (result["style"], result["explode"]) = ("form", true)
            case "ssv": (result["style"], result["explode"]) = ("spaceDelimited", false)
            case "pipes": (result["style"], result["explode"]) = ("pipeDelimited", false)
            default: if isQuery { (result["style"], result["explode"]) = ("form", false) }
            }
        }
        schema.removeCollectionFormats()
        result["schema"] = schema
        return result
    }

    private func body(_ node: DocumentTree, _ types: [String]) -> DocumentTree {
        var body: DocumentTree = [:]
        for key in ["description", "required"] { if let value = node[key] { body[key] = value } }
        let types = types.isEmpty ? ["application/json"] : types
        body["content"] = .map(types.map { .init($0, ["schema": node["schema"] ?? [:]]) })
        return body
    }

    private func form(_ parameters: [DocumentTree], _ types: [String]) -> DocumentTree {
        var properties: [DocumentTree.Pair] = []
        var required: [String] = []
        for parameter in parameters {
            guard let name = parameter["name"]?.scalarText else { continue }
            var schema: DocumentTree = [:]
            for pair in parameter.pairs ?? []
            where !Self.parameterKeys.contains(pair.key) || pair.key == "description" {
                schema[pair.key] = pair.value
            }
            if schema["type"]?.scalarText == "file" { (schema["type"], schema["format"]) = ("string", "binary") }
            schema.removeCollectionFormats()
            properties.append(.init(name, schema))
            if parameter["required"]?.scalarText == "true" { required.append(name) }
        }
        var schema: DocumentTree = ["type": "object", "properties": .map(properties)]
        if !required.isEmpty { schema["required"] = .strings(required) }
        let hasFile = parameters.contains { $0["type"]?.scalarText == "file" }
        let forms = types.filter { $0 == "multipart/form-data" || $0 == "application/x-www-form-urlencoded" }
        let fallback = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded"
        var media: DocumentTree = ["schema": schema]
        let styles = ["ssv": "spaceDelimited", "pipes": "pipeDelimited"]
        let lists = parameters.filter { $0["type"]?.scalarText == "array" }
        let encodings = lists.compactMap { list -> DocumentTree.Pair? in
            let format = list["collectionFormat"]?.scalarText ?? "csv"
            guard let name = list["name"]?.scalarText, format != "multi" else { return nil }
            return .init(name, ["style": .text(styles[format] ?? "form"), "explode": false])
        }
        if !encodings.isEmpty { media["encoding"] = .map(encodings) }
        let content = (forms.isEmpty ? [fallback] : forms).map { DocumentTree.Pair($0, media) }
        var body: DocumentTree = ["content": .map(content)]
        if !required.isEmpty { body["required"] = true }
        return body
    }

    private func response(_ node: DocumentTree, _ types: [String]) -> DocumentTree {
        if node["$ref"] != nil { return node }
        var result = node
        result["examples"] = nil
        if let schema = node["schema"] {
            result["schema"] = nil
            let types = types.isEmpty ? ["application/json"] : types
            result["content"] = .map(
                types.map { type in
                    var content: DocumentTree = ["schema": schema]
                    if let example = node["examples"]?[type] { content["example"] = example }
                    return .init(type, content)
                })
        }
        if case .map(var headers)? = node["headers"] {
            for index in headers.indices { headers[index].value = header(headers[index].value) }
            result["headers"] = .map(headers)
        }
        return result
    }

    private func header(_ node: DocumentTree) -> DocumentTree {
        var result: DocumentTree = [:]
        var schema: DocumentTree = [:]
        for pair in node.pairs ?? [] {
            if pair.key == "description" || pair.key.hasPrefix("x-") {
                result[pair.key] = pair.value
            } else {
                schema[pair.key] = pair.value
            }
        }
        schema.removeCollectionFormats()
        result["schema"] = schema
        return result
    }
}

extension DocumentTree {
    fileprivate mutating func removeCollectionFormats() {
        self["collectionFormat"] = nil
        if var items = self["items"], items["collectionFormat"] != nil {
            items.removeCollectionFormats()
            self["items"] = items
        }
    }

    /// References lead to the components, discriminators are mappings, and `type: file` is a string of bytes.
    fileprivate mutating func moveReferences() {
        changeNodes { node in
            if let text = node["$ref"]?.scalarText {
                for (section, place) in [
                    ("definitions", "schemas"), ("parameters", "parameters"), ("responses", "responses"),
                ] where text.hasPrefix("#/\(section)/") {
                    node["$ref"] = .text("#/components/\(place)/" + text.dropFirst(section.utf8.count + 3))
                }
            }
            if case .scalar(let name, _)? = node["discriminator"] {
                node["discriminator"] = ["propertyName": .text(name)]
            }
            if node["type"]?.scalarText == "file" { (node["type"], node["format"]) = ("string", "binary") }
            if let isNullable = node["x-nullable"] {
                node["x-nullable"] = nil
                node["nullable"] = isNullable
            }
        }
    }
}
