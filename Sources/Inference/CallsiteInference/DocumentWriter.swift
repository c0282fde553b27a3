import CallsiteCore
import CallsiteMockEngine
import CallsiteText

/// Writes endpoints and models as OpenAPI has them.
struct DocumentWriter {
    let models: ModelSet
    let prepared: [PreparedSample]
    /// Names of headers that belong to the API, in lower case.
    let headers: Set<String>
    let credentials: ObservedCredentials

    private var shapes: ShapeSchema {
        ShapeSchema(.openAPI31) { [models] shape in models.name(of: shape).map { "#/components/schemas/" + $0 } }
    }

    func schemas() -> JSONObject {
        var schemas = JSONObject()
        for (name, shape) in models.models where models.name(of: shape) != nil {
            schemas[name] = .object(shapes.declaration(of: shape.united))
        }
        return schemas
    }

    /// Removes empty lines at both ends, and blanks at the ends of lines; nil: nothing is left.
    static func paragraphs(_ text: String) -> String? {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line in
            var line = line
            while line.last?.isWhitespace == true { line.removeLast() }
            return String(line)
        }
        let start = lines.firstIndex { !$0.isEmpty } ?? lines.endIndex
        let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? start
        let whole = lines[start..<end].joined(separator: "\n")
        return whole.isEmpty ? nil : whole
    }

    // MARK: - Operations

    func operation(_ endpoint: InferredEndpoint) -> JSONObject {
        var operation = JSONObject()
        if let tag = endpoint.tag.flatMap(Self.paragraphs) { operation["tags"] = .array([.string(tag)]) }
        // A name that repeats the path adds nothing.
        if let name = endpoint.name.flatMap(Self.paragraphs), !name.hasPrefix("/"), !name.contains("://") {
            operation["summary"] = .string(name)
        }
        if let text = endpoint.documentation.flatMap(Self.paragraphs) {
            operation["description"] = .string(text)
        }
        let parameters = parameters(endpoint)
        if !parameters.isEmpty { operation["parameters"] = .array(parameters.map { .object($0) }) }
        if let body = body(endpoint) { operation["requestBody"] = .object(body) }
        operation["responses"] = .object(responses(endpoint))
        if endpoint.credentials.isOpen, credentials.ofAPI != nil {
            operation["security"] = .array([])
        } else if let own = endpoint.credentials.usual, own != credentials.ofAPI {
            operation["security"] = .array([.object(requirement(own))])
        }
        return operation
    }

    private func parameters(_ endpoint: InferredEndpoint) -> [JSONObject] {
        var parameters = endpoint.pathParameters.map { parameter($0.name, $0.shape, in: "path", isRequired: true) }
        let requests = endpoint.distinctRequests(prepared)
        for (name, shape) in endpoint.query.all where !name.isEmpty {
            let isRequired =
                requests >= 2 && shape.requests == endpoint.samples.count && !shape.isOptional
                && !Self.choosesAPart(name)
            parameters.append(parameter(name, shape, in: "query", isRequired: isRequired))
        }
        for (name, shape) in endpoint.headers.all where !headers.contains(name.lowercased()) {
            let isRequired = requests >= 2 && shape.requests == endpoint.requestsWithHeaders && !shape.isOptional
            parameters.append(parameter(name, shape, in: "header", isRequired: isRequired))
        }
        return parameters
    }

    private func parameter(_ name: String, _ shape: TextShape, in place: String, isRequired: Bool) -> JSONObject {
        var parameter: JSONObject = ["name": .string(name), "in": .string(place)]
        if isRequired { parameter["required"] = .bool(true) }
        if let text = shape.documentation.flatMap(Self.paragraphs) {
            parameter["description"] = .string(text)
        }
        // Segments of paths are identifiers, so they aren't listed as an enum.
        var schema = shape.schema(name: name, mayBeEnum: place != "path")
        // The lowest page that was requested is the first one.
        if place == "query", let first = shape.firstPage, Self.isPageNumber(name) { schema["minimum"] = .int(first) }
        parameter["schema"] = .object(schema)
        return parameter
    }

    /// Whether a parameter only chooses a part of a list, or its order: `limit`, `sort`. Servers don't require those.
    private static func choosesAPart(_ name: String) -> Bool {
        let words = Words.split(name).map { $0.lowercased() }.joined()
        return [
            "limit", "offset", "perpage", "pagesize", "cursor", "after", "before", "startingafter", "endingbefore",
            "sort", "sortby", "orderby", "order", "direction", "fields", "expand", "filter", "pagetoken", "maxresults",
            "skip", "top",
        ].contains(words)
    }

    private static func isPageNumber(_ name: String) -> Bool {
        let words = Set(Words.split(name).map { $0.lowercased() })
        return words.contains("page") && words.isDisjoint(with: ["size", "per", "limit", "count", "length", "token"])
    }

    private func body(_ endpoint: InferredEndpoint) -> JSONObject? {
        let body = endpoint.body
        guard body.withBody > 0 else { return nil }
        var result = JSONObject()
        if body.withBody == body.requests { result["required"] = .bool(true) }
        let content: (type: String, schema: JSONValue)
        if body.json.count > 0 {
            content = ("application/json", bodySchema(body.json))
        } else if body.multiparts > 0 {
            content = ("multipart/form-data", form(body.multipart, of: body.multiparts))
        } else if body.forms > 0 {
            content = ("application/x-www-form-urlencoded", form(body.form, of: body.forms))
        } else if body.texts > 0 {
            content = ("text/plain", .object(["type": "string"]))
        } else {
            content = (body.binaryType ?? "application/octet-stream", .object([:]))
        }
        result["content"] = .object([content.type: .object(["schema": content.schema])])
        return result
    }

    /// The schema of a body. An object that is no shared model is declared in place: its fields become properties of
    /// the request.
    private func bodySchema(_ shape: ValueShape) -> JSONValue {
        guard let objects = shape.objects, shape.kinds == ["object"], shape.nulls == 0, models.name(of: objects) == nil
        else {
            return shapes.schema(of: shape)
        }
        return .object(shapes.declaration(of: objects))
    }

    private func form(_ fields: NamedShapes, of count: Int) -> JSONValue {
        var properties = JSONObject()
        var required: [JSONValue] = []
        for (name, shape) in fields.all where !name.isEmpty {
            properties[name] = .object(shape.schema(name: name))
            if shape.requests == count, !shape.isOptional { required.append(.string(name)) }
        }
        var schema: JSONObject = ["type": "object", "properties": .object(properties)]
        if !required.isEmpty { schema["required"] = .array(required) }
        return .object(schema)
    }

    // MARK: - Responses

    private func responses(_ endpoint: InferredEndpoint) -> JSONObject {
        var responses = JSONObject()
        for (status, response) in endpoint.responses.sorted(by: { $0.key < $1.key }) {
            guard 200..<300 ~= status || status >= 400 && response.json.count > 0 else { continue }
            var entry: JSONObject = ["description": .string(status < 300 ? "Success" : "Error")]
            if let content = content(response) { entry["content"] = .object(content) }
            if status < 300, !response.headers.names.isEmpty {
                entry["headers"] = .object(
                    JSONObject(
                        response.headers.all.map { name, shape in
                            (key: name, value: .object(["schema": .object(shape.schema(name: name, mayBeEnum: false))]))
                        }))
            }
            responses[String(status)] = .object(entry)
        }
        if !endpoint.hasSuccess {
            responses["200"] = .object([
                "description": "Success", "content": .object(["application/json": .object(["schema": .object([:])])]),
            ])
        }
        return responses
    }

    private func content(_ response: InferredResponse) -> JSONObject? {
        if response.streams > 0 {
            let type = response.isEvents ? "text/event-stream" : "application/x-ndjson"
            let item: JSONObject =
                response.isEvents
                ? [
                    "type": "object",
                    "properties": .object([
                        "data": .object([
                            "type": "string", "contentMediaType": "application/json",
                            "contentSchema": shapes.schema(of: response.elements),
                        ])
                    ]), "required": .array(["data"]),
                ]
                : shapes.schema(of: response.elements).object ?? [:]
            return [type: .object(["itemSchema": .object(item)])]
        }
        if response.json.count > 0 {
            return ["application/json": .object(["schema": shapes.schema(of: response.json)])]
        }
        if response.texts > 0 { return ["text/plain": .object(["schema": .object(["type": "string"])])] }
        if response.binaries > 0 { return [response.binaryType ?? "application/octet-stream": .object([:])] }
        if response.unknowns > 0 { return ["application/json": .object(["schema": .object([:])])] }
        return nil
    }

    // MARK: - Security

    func securitySchemes() -> JSONObject {
        var schemes = JSONObject()
        for authentication in credentials.counts.keys where authentication != .none {
            for (name, scheme) in Self.schemes(authentication) { schemes[name] = .object(scheme) }
        }
        return JSONObject(schemes.pairs.sorted { $0.key.precedes($1.key) })
    }

    func requirement(_ authentication: Description.Authentication) -> JSONObject {
        JSONObject(Self.schemes(authentication).map { (key: $0.name, value: JSONValue.array([])) })
    }

    private static func schemes(_ authentication: Description.Authentication) -> [(name: String, scheme: JSONObject)] {
        func key(_ place: String, _ name: String) -> [(name: String, scheme: JSONObject)] {
            [("\(place)_\(name)", ["type": "apiKey", "in": .string(place), "name": .string(name)])]
        }
        switch authentication {
        case .none: return []
        case .bearer: return [("bearer", ["type": "http", "scheme": "bearer"])]
        case .basic: return [("basic", ["type": "http", "scheme": "basic"])]
        case .header(let name): return key("header", name)
        case .query(let name): return key("query", name)
        case .cookie(let name): return key("cookie", name)
        case .all(let parts), .oneOf(let parts): return parts.flatMap { schemes($0) }
        }
    }
}

extension InferredEndpoint {
    /// The number of different requests. Several saved responses of one saved request count once.
    func distinctRequests(_ prepared: [PreparedSample]) -> Int {
        var names: Set<String> = []
        var others = 0
        for index in samples {
            if let name = prepared[index].requestName { names.insert(name) } else { others += 1 }
        }
        return names.count + others
    }
}
