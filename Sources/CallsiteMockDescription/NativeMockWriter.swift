import CallsiteCore

/// Writes a description in Callsite's own format, which has types where OpenAPI has schemas.
struct NativeMockWriter {
    let api: API
    let requests: RequestsByOperation
    private var json = JSONWriter()
    private let keys: [String]
    /// Generic types with their arguments: their keys in `schemas`, and those that are still to be written.
    private var instances: [Instance: String] = [:]
    private var waiting: [(key: String, instance: Instance)] = []
    /// A generic type may hold itself with ever longer arguments. What comes after so many is any JSON.
    private static let mostInstances = 10_000

    private struct Instance: Hashable {
        let id: API.TypeID
        let arguments: [API.Shape]
    }

    init(_ api: API, _ requests: RequestsByOperation) {
        (self.api, self.requests) = (api, requests)
        var taken: Set<String> = []
        var keys: [String] = []
        for type in api.types {
            var key = type.name
            var number = 2
            while !taken.insert(key).inserted {
                key = "\(type.name)-\(number)"
                number += 1
            }
            keys.append(key)
        }
        self.keys = keys
    }

    mutating func write() -> String {
        json.begin("{")
        json.key("callsiteMock")
        json.int(1)
        json.pair("title", api.name)
        json.pair("dialect", "2020-12")
        json.strings("servers", [api.baseURL.template])
        var schemes: [String: Description.Authentication] = [:]
        for authentication in [api.authentication] + api.endpoints.map(\.authentication) {
            for alternative in alternatives(authentication ?? Description.Authentication.none) {
                for part in alternative { schemes[name(part)] = part }
            }
        }
        json.key("securitySchemes")
        json.begin("{")
        for (name, scheme) in schemes.sorted(by: { $0.key < $1.key }) { write(name, scheme) }
        json.end("}")
        json.key("operations")
        json.begin("[")
        for index in api.endpoints.indices { write(api.endpoints[index], index) }
        json.end("]")
        json.key("schemas")
        json.begin("{")
        for index in api.types.indices where api.types[index].typeParameters.isEmpty {
            json.key(keys[index])
            write(api.types[index], [])
        }
        while let next = waiting.popLast() {
            json.key(next.key)
            write(api[next.instance.id], next.instance.arguments)
        }
        json.end("}")
        json.end("}")
        return json.text
    }

    // MARK: - Credentials

    /// Each is what has to be there together.
    private func alternatives(_ authentication: Description.Authentication) -> [[Description.Authentication]] {
        switch authentication {
        case .none: []
        case .oneOf(let parts): parts.flatMap { part in part == Description.Authentication.none ? [[]] : alternatives(part) }
        case .all(let parts): [parts]
        default: [[authentication]]
        }
    }

    private func name(_ authentication: Description.Authentication) -> String {
        switch authentication {
        case .none: "none"
        case .bearer: "bearer"
        case .basic: "basic"
        case .header(let name): "header " + name
        case .query(let name): "query " + name
        case .cookie(let name): "cookie " + name
        case .all, .oneOf: "several"
        }
    }

    private mutating func write(_ name: String, _ scheme: Description.Authentication) {
        json.key(name)
        json.begin("{")
        switch scheme {
        case .bearer, .basic:
            json.pair("type", "http")
            json.pair("scheme", scheme == .bearer ? "bearer" : "basic")
        case .header(let name): writeKey("header", name)
        case .query(let name): writeKey("query", name)
        case .cookie(let name): writeKey("cookie", name)
        case .none, .all, .oneOf: break
        }
        json.end("}")
    }

    private mutating func writeKey(_ place: String, _ name: String) {
        json.pair("type", "apiKey")
        json.pair("in", place)
        json.pair("name", name)
    }

    // MARK: - Operations

    private mutating func write(_ endpoint: API.Endpoint, _ index: Int) {
        json.begin("{")
        json.pair("id", endpoint.name)
        json.strings("requests", [requests.name(index)])
        json.pair("method", endpoint.method)
        json.pair("path", endpoint.path.text)
        if let url = endpoint.baseURL { json.strings("servers", [url]) }
        json.key("parameters")
        json.begin("[")
        for parameter in endpoint.parameters where parameter.part == nil { write(parameter) }
        json.end("]")
        if let body = endpoint.body { write(body) }
        json.key("responses")
        json.begin("[")
        writeResponses(of: endpoint)
        json.end("]")
        json.key("security")
        json.begin("[")
        for alternative in alternatives(endpoint.authentication ?? api.authentication ?? Description.Authentication.none) {
            json.begin("{")
            for part in alternative { json.strings(name(part), []) }
            json.end("}")
        }
        json.end("]")
        if let pagination = endpoint.pagination {
            json.key("paging")
            pagination.write(to: &json)
        }
        json.end("}")
    }

    private mutating func write(_ parameter: API.Parameter) {
        json.begin("{")
        json.pair("name", parameter.property.wireName)
        json.pair("in", parameter.location.rawValue)
        json.key("required")
        json.bool(parameter.property.presence == .required || parameter.property.presence == .nullable)
        if parameter.style == .json {
            json.pair("mediaType", "application/json")
        } else if let style = parameter.style {
            json.pair("style", style.rawValue)
        }
        if let explode = parameter.explode {
            json.key("explode")
            json.bool(explode)
        }
        json.key("schema")
        write(parameter.property)
        json.end("}")
    }

    private mutating func write(_ body: API.Body) {
        json.key("body")
        json.begin("{")
        let isRequired =
            switch body.content {
            case .fields(let fields): fields.contains { $0.presence == .required }
            case .whole(_, let isOptional): !isOptional
            }
        json.key("required")
        json.bool(isRequired)
        json.key("content")
        json.begin("[")
        json.begin("{")
        json.pair("mediaType", body.encoding.mediaType)
        json.key(body.encoding == .lines ? "itemSchema" : "schema")
        switch body.content {
        case .fields(let fields): writeObject(fields)
        case .whole(let shape, _):
            // Its lines are elements.
            if body.encoding == .lines, case .list(let element) = shape { write(element) } else { write(shape) }
        }
        json.end("}")
        json.end("]")
        json.end("}")
    }

    private mutating func writeResponses(of endpoint: API.Endpoint) {
        let response = endpoint.response
        if response.cases.isEmpty {
            let statuses = response.statuses.isEmpty ? [endpoint.method == "POST" ? 201 : 200] : response.statuses
            for status in statuses.isEmpty ? [200] : statuses {
                write(String(status), response.shape, response.mediaType, response.headers, isStream: response.stream != nil)
            }
        }
        for part in response.cases {
            write(part.status.key, part.shape, part.encoding.mediaType, response.headers, isStream: false)
        }
        for error in endpoint.errors ?? api.errors {
            write(error.status.key, error.shape, "application/json", [], isStream: false)
        }
    }

    private mutating func write(
        _ status: String, _ shape: API.Shape, _ mediaType: String, _ headers: [API.Property], isStream: Bool
    ) {
        json.begin("{")
        json.pair("status", status)
        json.key("headers")
        json.begin("[")
        for header in headers {
            json.begin("{")
            json.pair("name", header.wireName)
            json.key("required")
            json.bool(header.presence == .required)
            json.key("schema")
            write(header)
            json.end("}")
        }
        json.end("]")
        json.key("content")
        json.begin("[")
        if shape != .scalar(.void) {
            json.begin("{")
            json.pair("mediaType", mediaType)
            json.key(isStream ? "itemSchema" : "schema")
            write(shape)
            json.end("}")
        }
        json.end("]")
        json.end("}")
    }

    // MARK: - Types

    /// - Parameter arguments: What the type's parameters are, for a generic one, which is written where it is used.
    private mutating func write(_ type: API.NamedType, _ arguments: [API.Shape]) {
        let api = api
        func put(_ shape: API.Shape) -> API.Shape { api.substitute(arguments, of: type.typeParameters, in: shape) }
        switch type.content {
        case .object(let properties):
            let properties = properties.map { property in
                var property = property
                property.shape = put(property.shape)
                return property
            }
            writeObject(properties, rest: type.rest.map(put))
        case .enumeration(let cases): writeEnum(cases, type.enumValues)
        case .union(let union):
            var union = union
            for index in union.alternatives.indices { union.alternatives[index].shape = put(union.alternatives[index].shape) }
            write(union)
        case .alias(let target): write(put(target))
        case .own: json.bool(true)
        case .date(let pattern):
            json.begin("{")
            json.pair("type", "string")
            json.pair("x-date", pattern.text)
            json.end("}")
        }
    }

    private mutating func writeObject(_ properties: [API.Property], rest: API.Shape? = nil) {
        json.begin("{")
        json.pair("type", "object")
        json.key("properties")
        json.begin("{")
        for property in properties {
            json.key(property.wireName)
            write(property)
        }
        json.end("}")
        let required = properties.filter { $0.presence == .required || $0.presence == .nullable }
        if !required.isEmpty { json.strings("required", required.map(\.wireName)) }
        if let rest {
            json.key("additionalProperties")
            write(rest)
        }
        json.end("}")
    }

    /// A value with its default, example and limits; null where it may be.
    private mutating func write(_ property: API.Property) {
        let isNullable = property.presence == .nullable || property.presence == .optionalNullable || property.presence == .optional
        let isPlain =
            !isNullable && !property.isReadOnly && !property.isWriteOnly && property.writtenDefault == nil && property.writtenExample == nil
            && property.minimum == nil
        guard !isPlain else {
            write(property.shape)
            return
        }
        json.begin("{")
        json.key("anyOf")
        json.begin("[")
        write(property.shape)
        if isNullable {
            json.begin("{")
            json.pair("type", "null")
            json.end("}")
        }
        json.end("]")
        if property.isReadOnly {
            json.key("readOnly")
            json.bool(true)
        }
        if property.isWriteOnly {
            json.key("writeOnly")
            json.bool(true)
        }
        if let literal = property.writtenDefault {
            json.key(property.isConstant ? "const" : "default")
            write(literal.kind)
        }
        if let literal = property.writtenExample {
            json.key("example")
            write(literal.kind)
        }
        if let minimum = property.minimum {
            json.key("minimum")
            json.int(minimum)
        }
        json.end("}")
    }

    private mutating func writeEnum(_ cases: [API.EnumCase], _ values: Description.EnumValues) {
        json.begin("{")
        json.key("enum")
        json.begin("[")
        for value in cases {
            if case .texts = values { json.string(value.wireValue) } else { json.json(value.wireValue) }
        }
        json.end("]")
        json.end("}")
    }

    private mutating func write(_ union: API.Union) {
        json.begin("{")
        json.key("anyOf")
        json.begin("[")
        for alternative in union.alternatives {
            guard let key = union.discriminator, let tag = alternative.tag else {
                write(alternative.shape)
                continue
            }
            json.begin("{")
            json.key("allOf")
            json.begin("[")
            write(alternative.shape)
            json.begin("{")
            json.pair("type", "object")
            json.key("properties")
            json.begin("{")
            json.key(key)
            json.begin("{")
            json.pair("const", tag)
            json.end("}")
            json.end("}")
            json.strings("required", [key])
            json.end("}")
            json.end("]")
            json.end("}")
        }
        json.end("]")
        json.end("}")
    }

    private mutating func write(_ shape: API.Shape) {
        switch shape {
        case .scalar(let scalar): write(scalar)
        case .typeParameter: json.bool(true)
        case .optional(let wrapped):
            json.begin("{")
            json.key("anyOf")
            json.begin("[")
            write(wrapped)
            json.begin("{")
            json.pair("type", "null")
            json.end("}")
            json.end("]")
            json.end("}")
        case .list(let element):
            json.begin("{")
            json.pair("type", "array")
            json.key("items")
            write(element)
            json.end("}")
        case .dictionary(let value):
            json.begin("{")
            json.pair("type", "object")
            json.key("additionalProperties")
            write(value)
            json.end("}")
        case .named(let id, let arguments):
            guard let key = arguments.isEmpty ? keys[id.index] : key(of: Instance(id: id, arguments: arguments)) else {
                json.bool(true)
                return
            }
            json.begin("{")
            json.pair("$ref", "#/schemas/" + OpenAPIMockWriter.pointer(key))
            json.end("}")
        }
    }

    private mutating func key(of instance: Instance) -> String? {
        if let known = instances[instance] { return known }
        guard instances.count < Self.mostInstances else { return nil }
        // A blank is in no name of a type.
        let key = "\(keys[instance.id.index]) \(instances.count + 1)"
        instances[instance] = key
        waiting.append((key, instance))
        return key
    }

    private mutating func write(_ scalar: Scalar) {
        json.begin("{")
        let (type, format): (String?, String?) =
            switch scalar {
            case .string: ("string", nil)
            case .bool: ("boolean", nil)
            case .int, .int64: ("integer", "int64")
            case .int32: ("integer", "int32")
            case .uint64: ("integer", "uint64")
            case .double: ("number", "double")
            case .float: ("number", "float")
            case .decimal: ("number", nil)
            case .date: ("string", "date-time")
            case .day: ("string", "date")
            case .timestamp, .timestampMilliseconds: ("number", nil)
            case .url: ("string", "uri")
            case .uuid: ("string", "uuid")
            case .data: ("string", "byte")
            case .json: (nil, nil)
            case .void: ("null", nil)
            }
        if let type { json.pair("type", type) }
        if let format { json.pair("format", format) }
        json.end("}")
    }

    private mutating func write(_ literal: Description.Literal.Kind) {
        switch literal {
        case .null: json.json("null")
        case .bool(let value): json.bool(value)
        case .integer(let digits): json.json(digits)
        case .float(let digits): json.json(Double(digits).map { $0.isFinite ? "\($0)" : "null" } ?? "null")
        case .string(let text): json.string(text)
        case .list(let elements):
            json.begin("[")
            for element in elements { write(element.kind) }
            json.end("]")
        case .object(let members):
            json.begin("{")
            for member in members {
                json.key(member.key)
                write(member.value.kind)
            }
            json.end("}")
        }
    }
}

extension Description.BodyEncoding {
    fileprivate var mediaType: String {
        switch self {
        case .json: "application/json"
        case .form: "application/x-www-form-urlencoded"
        case .multipart: "multipart/form-data"
        case .text: "text/plain"
        case .binary: "application/octet-stream"
        case .lines: "application/x-ndjson"
        }
    }
}

extension API.Response {
    fileprivate var mediaType: String {
        if let stream { return stream.isEvents ? "text/event-stream" : "application/x-ndjson" }
        return encoding.mediaType
    }
}

extension API.Response.Encoding {
    fileprivate var mediaType: String {
        switch self {
        case .json: "application/json"
        case .text: "text/plain"
        case .binary: "application/octet-stream"
        }
    }
}

extension Description.StatusPattern {
    /// As OpenAPI writes it.
    fileprivate var key: String {
        switch self {
        case .exactly(let status): String(status)
        case .family(let digit): "\(digit)XX"
        case .any: "default"
        }
    }
}
