import CallsiteCore

/// Writes the operations of an OpenAPI or Swagger document. The output has gaps for the names of their requests and for
/// their pagination, which depend on the whole document.
struct OpenAPIMockWriter {
    let root: Node
    let follower: ReferenceFollower
    /// The contents of schemas, to find equal ones.
    var contents = SchemaContents()
    let isSwagger: Bool
    /// The operations that a configuration chose, as `RequestsByOperation` names them; nil: all.
    let chosen: Set<String>?
    var json: JSONWriter
    /// Schemas that references name: their keys in `schemas`, and those that are still to be written.
    var schemaKeys: [Node.ID: String] = [:]
    var keys = UniqueKeys()
    var waiting: [(key: String, node: Node)] = []
    /// The formats that a configuration has date formats for.
    var dateFormats: [String: String] = [:]

    /// nil: the description is in Callsite's own format.
    init?(_ nodes: NodeSet, _ options: Options, chosen: Set<String>?, keepsPlaces: Bool) {
        guard let root = nodes.openAPIRoot, let follower = ReferenceFollower(nodes) else { return nil }
        (self.root, self.follower, self.chosen) = (root, follower, chosen)
        isSwagger = nodes.format == .swagger
        json = JSONWriter(keepsPlaces: keepsPlaces)
        for (format, type) in options.formatTypes {
            if case .date(let pattern, _) = type { dateFormats[format] = pattern.text }
        }
    }

    mutating func write() {
        json.begin("{")
        json.pair("callsiteMock", 1)
        json.key("title")
        if let title = root["info"]?["title"]?.text { json.string(title) } else { json.gap(.title) }
        json.pair("dialect", isSwagger || root["openapi"]?.text?.hasPrefix("3.0") == true ? "openapi-3.0" : "2020-12")
        json.pair("servers", isSwagger ? swaggerServers() : servers(root["servers"]) ?? [])
        writeSecuritySchemes()
        json.begin("operations", "[")
        for operation in follower.operations() {
            write(operation.node, operation.method, operation.path, operation.item)
        }
        json.end("]")
        json.begin("schemas", "{")
        while let next = waiting.popLast() {
            json.key(next.key)
            writeSchema(next.node)
        }
        json.end("}")
        json.end("}")
    }

    private mutating func copyFlags(_ keys: [String], of node: Node) {
        for key in keys { if case .bool(let flag)? = node.value(forKey: key)?.value { json.pair(key, flag) } }
    }

    private mutating func copyTexts(_ keys: [String], of node: Node) {
        for key in keys { if let text = node.value(forKey: key)?.text { json.pair(key, text) } }
    }

    // MARK: - Servers

    /// The URLs with the defaults of variables, and as they are written, for other values; nil: there are none.
    private func servers(_ list: Node?) -> [String]? {
        guard let elements = list?.elements, !elements.isEmpty else { return nil }
        return elements.flatMap { server -> [String] in
            guard let url = server["url"]?.text else { return [] }
            var values: [Substring: String] = [:]
            for (name, variable) in server["variables"]?.pairs ?? [] {
                if let name = name.text, let value = variable["default"]?.text { values[name[...]] = value }
            }
            return values.isEmpty ? [url] : [Self.replacingVariables(in: url, with: values), url]
        }
    }

    /// `https://eu.example.com` for `https://{region}.example.com`. A variable without a value keeps its braces.
    private static func replacingVariables(in url: String, with values: [Substring: String]) -> String {
        var result = ""
        var rest = url[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[rest.index(after: open)...]
            let end = rest.firstIndex { $0 == "{" || $0 == "}" } ?? rest.endIndex
            if end < rest.endIndex, rest[end] == "}", let value = values[rest[..<end]] {
                result += value
                rest = rest[rest.index(after: end)...]
            } else {
                result += "{"
            }
        }
        return result + rest
    }

    private func swaggerServers() -> [String] {
        let path = root["basePath"]?.text ?? ""
        guard let host = root["host"]?.text else { return path.isEmpty ? [] : [path] }
        return [(root["schemes"]?.elements?.first?.text ?? "https") + "://" + host + path]
    }

    // MARK: - Credentials

    private mutating func writeSecuritySchemes() {
        json.begin("securitySchemes", "{")
        for (name, scheme) in (isSwagger ? root["securityDefinitions"] : root["components"]?["securitySchemes"])?.pairs
            ?? []
        {
            guard let name = name.text, let scheme = follower.resolved(scheme) else { continue }
            json.begin(name, "{")
            let isBasic = isSwagger && scheme["type"]?.text == "basic"
            json.pair("type", isBasic ? "http" : scheme["type"]?.text ?? "")
            if isBasic { json.pair("scheme", "basic") }
            copyTexts(["scheme", "in", "name"], of: scheme)
            json.end("}")
        }
        json.end("}")
    }

    private mutating func writeSecurity(_ operation: Node) {
        json.begin("security", "[")
        for alternative in (operation["security"] ?? root["security"])?.elements ?? [] {
            json.begin("{")
            for (name, scopes) in alternative.pairs ?? [] {
                guard let name = name.text else { continue }
                json.pair(name, scopes.elements?.compactMap(\.text) ?? [])
            }
            json.end("}")
        }
        json.end("]")
    }

    // MARK: - Operations

    private mutating func write(_ operation: Node, _ method: String, _ path: String, _ item: Node) {
        if let chosen, !chosen.contains(RequestsByOperation.key(method, path)) { return }
        json.begin("{")
        json.mark(operation.place)
        if let id = operation["operationId"]?.text { json.pair("id", id) }
        json.key("requests")
        json.gap(.requests(method: method, path: path))
        json.pair("method", method)
        json.pair("path", path)
        if let own = servers(operation["servers"]) ?? servers(item["servers"]) { json.pair("servers", own) }
        if operation["deprecated"]?.value == .bool(true) { json.pair("deprecated", true) }
        let parameters = parameters(operation, item)
        json.begin("parameters", "[", at: operation["parameters"]?.place)
        for parameter in parameters where !["body", "formData"].contains(parameter["in"]?.text) {
            writeParameter(parameter)
        }
        json.end("]")
        if isSwagger { writeSwaggerBody(parameters, operation) } else { writeBody(operation) }
        json.begin("responses", "[", at: operation["responses"]?.place)
        for (status, response) in operation["responses"]?.pairs ?? [] {
            guard let status = status.text, !status.hasPrefix("x-"), let response = follower.resolved(response) else {
                continue
            }
            writeResponse(status, response, operation)
        }
        json.end("]")
        writeSecurity(operation)
        json.lastMembers(.behavior(method: method, path: path))
        json.end("}")
    }

    /// The path's parameters and the operation's, which replace those of the same name and place.
    private mutating func parameters(_ operation: Node, _ item: Node) -> [Node] {
        var merged: [(key: String, node: Node)] = []
        var places: [String: Int] = [:]
        for list in [item["parameters"], operation["parameters"]] {
            for parameter in list?.elements ?? [] {
                guard let parameter = follower.resolved(parameter), let name = parameter["name"]?.text else { continue }
                let key = (parameter["in"]?.text ?? "") + " " + name
                if let place = places[key] {
                    merged[place].node = parameter
                } else {
                    places[key] = merged.count
                    merged.append((key, parameter))
                }
            }
        }
        return merged.map(\.node)
    }

    private mutating func writeParameter(_ parameter: Node) {
        json.begin("{")
        json.mark(parameter.place)
        json.pair("name", parameter["name"]?.text ?? "")
        json.pair("in", parameter["in"]?.text ?? "query")
        copyFlags(["required", "explode", "allowReserved", "allowEmptyValue", "deprecated"], of: parameter)
        if isSwagger {
            writeCollectionFormat(parameter)
        } else if let style = parameter["style"]?.text {
            json.pair("style", style)
        }
        if let content = parameter["content"]?.pairs?.first, let type = content.key.text {
            json.pair("mediaType", type)
            json.key("schema")
            writeSchema(content.value["schema"])
        } else {
            json.key("schema")
            if isSwagger { writeSwaggerSchema(of: parameter) } else { writeSchema(parameter["schema"]) }
        }
        writeExamples(parameter)
        json.end("}")
    }

    // MARK: - Bodies

    private mutating func writeBody(_ operation: Node) {
        guard let body = operation["requestBody"].flatMap({ follower.resolved($0) }) else { return }
        json.begin("body", "{", at: body.place)
        json.pair("required", body["required"]?.value == .bool(true))
        writeContent(body["content"])
        json.end("}")
    }

    private mutating func writeContent(_ content: Node?) {
        json.begin("content", "[", at: content?.place)
        // JSON without a schema has the schema of `*/*`, as in the generated types.
        let mediaTypes = (content?.pairs ?? []).compactMap {
            type, media -> (type: String, kind: OpenAPIReader.MediaKind, media: Node)? in
            guard let type = type.text, type.contains("/"), let media = follower.resolved(media) else { return nil }
            return (type, OpenAPIReader.kind(ofMedia: type), media)
        }
        let jsonRange = OpenAPIReader.unsaidJSON(mediaTypes.map { ($0.kind, $0.media) })
        for (type, kind, media) in mediaTypes {
            json.begin("{")
            json.pair("mediaType", type)
            if let schema = media["schema"] ?? (kind == .json ? jsonRange?["schema"] : nil) {
                json.key("schema")
                writeSchema(schema)
            }
            if let schema = media["itemSchema"] {
                json.key("itemSchema")
                writeSchema(schema)
            }
            if let encoding = media["encoding"], encoding.isMapping {
                json.begin("encoding", "{")
                for (field, value) in encoding.pairs ?? [] {
                    guard let field = field.text else { continue }
                    json.begin(field, "{")
                    copyTexts(["contentType", "style"], of: value)
                    copyFlags(["explode", "allowReserved"], of: value)
                    json.end("}")
                }
                json.end("}")
            }
            writeExamples(media)
            json.end("}")
        }
        json.end("]")
    }

    /// `example`, and `examples` with their names.
    mutating func writeExamples(_ owner: Node) {
        var examples: [(name: String, value: Node)] = []
        for (name, example) in owner["examples"]?.pairs ?? [] {
            guard let name = name.text, let example = follower.resolved(example),
                let value = example["value"] ?? example["dataValue"] ?? example["serializedValue"]
            else { continue }
            examples.append((name, value))
        }
        if let example = owner["example"] {
            json.pair("example", example, at: example.place)
        }
        guard !examples.isEmpty else { return }
        json.begin("examples", "[")
        for example in examples {
            json.begin("{")
            json.pair("name", example.name)
            json.pair("value", example.value, at: example.value.place)
            json.end("}")
        }
        json.end("]")
    }

    // MARK: - Responses

    private mutating func writeResponse(_ status: String, _ response: Node, _ operation: Node) {
        json.begin("{")
        json.mark(response.place)
        json.pair("status", status)
        json.begin("headers", "[")
        for (name, header) in response["headers"]?.pairs ?? [] {
            guard let name = name.text, let header = follower.resolved(header) else { continue }
            json.begin("{")
            json.mark(header.place)
            json.pair("name", name)
            copyFlags(["required"], of: header)
            json.key("schema")
            if isSwagger {
                writeSwaggerSchema(of: header)
            } else {
                writeSchema(header["schema"] ?? header["content"]?.pairs?.first?.value["schema"])
            }
            writeExamples(header)
            json.end("}")
        }
        json.end("]")
        if isSwagger { writeSwaggerContent(response, operation) } else { writeContent(response["content"]) }
        json.end("}")
    }
}

extension [API.SuccessCondition] {
    func write(to json: inout JSONWriter) {
        json.begin("[")
        for condition in self {
            json.begin("{")
            json.pair("path", condition.path)
            json.begin("values", "[")
            for value in condition.values { json.value(value.kind) }
            json.end("]")
            json.end("}")
        }
        json.end("]")
    }
}

extension API.Pagination {
    /// Writes the keys of a declaration in `callsite.yaml`; a header is `{"header": "Link"}`.
    func write(to json: inout JSONWriter) {
        json.value(PagingSummary(self).declaration)
    }
}
