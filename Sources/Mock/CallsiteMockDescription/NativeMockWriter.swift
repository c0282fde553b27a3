import CallsiteCore

/// Writes the mock's JSON for a description in Callsite's own format. Its types become JSON Schemas.
struct NativeMockWriter {
    let api: API
    let requests: RequestsByOperation
    var json: JSONWriter
    /// The places where endpoints and types are declared, by name.
    let declared: [String: SourceLocation]
    /// The keys of the types in `schemas`.
    let keys: [String]
    /// The keys in `schemas` of generic types with their arguments, such as `Page<Order>`.
    var instances: [Instance: String] = [:]
    /// The instances that aren't written yet.
    var waiting: [(key: String, instance: Instance)] = []
    /// The largest number of instances. A generic type may hold itself with ever longer arguments; beyond this number,
    /// an instance is any JSON.
    static let mostInstances = 10_000

    struct Instance: Hashable {
        let id: API.TypeID
        let arguments: [API.Shape]
    }

    init(_ api: API, _ requests: RequestsByOperation, declared: [String: SourceLocation]? = nil) {
        json = JSONWriter(keepsPlaces: declared != nil)
        self.declared = declared ?? [:]
        (self.api, self.requests) = (api, requests)
        var keys = UniqueKeys()
        self.keys = api.types.map { keys.key(for: $0.name) }
    }

    mutating func write() {
        json.begin("{")
        json.pair("callsiteMock", 1)
        json.pair("title", api.name)
        json.pair("dialect", "2020-12")
        json.pair("servers", [api.baseURL.template])
        var schemes: [String: Description.Authentication] = [:]
        for authentication in [api.authentication] + api.endpoints.map(\.authentication) {
            for alternative in alternatives(authentication ?? Description.Authentication.none) {
                for part in alternative { schemes[name(part)] = part }
            }
        }
        json.begin("securitySchemes", "{")
        for (name, scheme) in schemes.sorted(by: { $0.key < $1.key }) { write(name, scheme) }
        json.end("}")
        json.begin("operations", "[")
        for index in api.endpoints.indices { write(api.endpoints[index], index) }
        json.end("]")
        json.begin("schemas", "{")
        for index in api.types.indices where api.types[index].typeParameters.isEmpty {
            json.key(keys[index], at: declared[api.types[index].name])
            write(api.types[index], [])
        }
        while let next = waiting.popLast() {
            json.key(next.key, at: declared[api[next.instance.id].name])
            write(api[next.instance.id], next.instance.arguments)
        }
        json.end("}")
        json.end("}")
    }

    // MARK: - Credentials

    /// The alternatives of an authentication. Each is a list of credentials that a request needs together.
    private func alternatives(_ authentication: Description.Authentication) -> [[Description.Authentication]] {
        switch authentication {
        case .none: []
        case .oneOf(let parts):
            parts.flatMap { part in part == Description.Authentication.none ? [[]] : alternatives(part) }
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

    mutating func write(_ name: String, _ scheme: Description.Authentication) {
        json.begin(name, "{")
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

    mutating func write(_ endpoint: API.Endpoint, _ index: Int) {
        json.begin("{")
        if let place = declared[endpoint.name] { json.mark(place) }
        json.pair("id", endpoint.name)
        json.pair("requests", [requests.name(index)])
        json.pair("method", endpoint.method)
        json.pair("path", endpoint.path.text)
        if let url = endpoint.baseURL { json.pair("servers", [url]) }
        json.begin("parameters", "[")
        for parameter in endpoint.parameters where parameter.part == nil { write(parameter) }
        json.end("]")
        if let body = endpoint.body { write(body) }
        json.begin("responses", "[")
        writeResponses(of: endpoint)
        json.end("]")
        json.begin("security", "[")
        for alternative in alternatives(
            endpoint.authentication ?? api.authentication ?? Description.Authentication.none)
        {
            json.begin("{")
            for part in alternative { json.pair(name(part), []) }
            json.end("}")
        }
        json.end("]")
        if let pagination = endpoint.pagination {
            json.key("paging")
            pagination.write(to: &json)
        }
        if !endpoint.success.isEmpty {
            json.key("success")
            endpoint.success.write(to: &json)
        }
        json.end("}")
    }

    mutating func write(_ parameter: API.Parameter) {
        json.begin("{")
        json.pair("name", parameter.property.wireName)
        json.pair("in", parameter.location.rawValue)
        json.pair("required", parameter.property.isSent)
        if parameter.style == .json {
            json.pair("mediaType", "application/json")
        } else if let style = parameter.style {
            json.pair("style", style.rawValue)
        }
        if let explode = parameter.explode { json.pair("explode", explode) }
        json.key("schema")
        write(parameter.property, isField: false)
        json.end("}")
    }

    mutating func write(_ body: API.Body) {
        json.begin("body", "{")
        let isRequired =
            switch body.content {
            case .fields(let fields): fields.contains(where: \.isSent)
            case .whole(_, let isOptional): !isOptional
            }
        json.pair("required", isRequired)
        json.begin("content", "[")
        json.begin("{")
        json.pair("mediaType", body.encoding.mediaType)
        json.key(body.encoding == .lines ? "itemSchema" : "schema")
        switch body.content {
        case .fields(let fields): writeObject(fields)
        case .whole(let shape, _):
            // Each line of the body is an element of the list.
            if body.encoding == .lines, case .list(let element) = shape { write(element) } else { write(shape) }
        }
        write(body.encodings)
        json.end("}")
        if body.encoding == .binary {
            // The content has a media type of its own: `.data(bytes, type: "image/png")`.
            json.object(["mediaType": "*/*"])
        }
        json.end("]")
        json.end("}")
    }

    /// Writes the encodings of the fields that have one of their own.
    private mutating func write(_ encodings: [String: Description.FieldEncoding]) {
        guard !encodings.isEmpty else { return }
        json.begin("encoding", "{")
        for (field, encoding) in encodings.sorted(by: { $0.key < $1.key }) {
            json.begin(field, "{")
            if let type = encoding.style == .json ? "application/json" : encoding.contentType {
                json.pair("contentType", type)
            }
            if let style = encoding.style, style != .json { json.pair("style", style.rawValue) }
            if let explode = encoding.explode { json.pair("explode", explode) }
            json.end("}")
        }
        json.end("}")
    }

    private mutating func writeResponses(of endpoint: API.Endpoint) {
        let response = endpoint.response
        if response.cases.isEmpty {
            // A stream of events has the status 200 (WHATWG HTML, 9.2.3).
            let defaultStatus = endpoint.method == "POST" && response.stream == nil ? 201 : 200
            for status in response.statuses.isEmpty ? [defaultStatus] : response.statuses {
                write(
                    String(status), response.shape, response.mediaType, response.headers,
                    isStream: response.stream != nil)
            }
        }
        for statusCase in response.cases {
            write(
                statusCase.status.description, statusCase.shape, statusCase.encoding.mediaType, response.headers,
                isStream: false)
        }
        for error in api.statedErrors(of: endpoint) {
            write(error.status.description, error.shape, "application/json", [], isStream: false)
        }
    }

    mutating func write(
        _ status: String, _ shape: API.Shape, _ mediaType: String, _ headers: [API.Property], isStream: Bool
    ) {
        json.begin("{")
        json.pair("status", status)
        json.begin("headers", "[")
        for header in headers {
            json.begin("{")
            json.pair("name", header.wireName)
            json.pair("required", header.presence == .required)
            json.key("schema")
            write(header)
            json.end("}")
        }
        json.end("]")
        json.begin("content", "[")
        if shape != .scalar(.void) {
            json.begin("{")
            json.pair("mediaType", mediaType)
            json.key(isStream ? "itemSchema" : "schema")
            if shape == .scalar(.data), mediaType == API.Response.Encoding.binary.mediaType {
                // The response is raw bytes. Only bytes inside JSON are base64.
                json.object(["type": "string", "format": "binary"])
            } else {
                write(shape)
            }
            json.end("}")
        }
        json.end("]")
        json.end("}")
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
