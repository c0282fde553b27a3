/// The description of an API for a mock, as `callsite generate --mock FILE` writes it.
///
/// The JSON is one object: `callsiteMock` is the format's version, 1; `dialect` says how the keywords of schemas are
/// read, `openapi-3.0` or `2020-12`; `servers`, `securitySchemes`, `operations` and `schemas` are as in OpenAPI, with
/// three differences: each reference names a member of `schemas`; responses, media types and headers are lists instead
/// of maps; and an operation's `requests` are the names of the generated types.
package struct MockDescription: Sendable {
    package private(set) var title: String
    package let servers: [String]
    package let securitySchemes: [String: SecurityScheme]
    package private(set) var operations: [Operation]
    package let schemas: SchemaSet
    /// The whole description as JSON, in which schemas are found by their pointers.
    package let document: JSONValue

    package struct SecurityScheme: Sendable {
        package enum Kind: Sendable {
            /// The scheme in lower case: `bearer`, `basic`.
            case http(String)
            case key(location: String, name: String)
            /// OAuth 2 and OpenID Connect: a bearer token.
            case token
            /// Nothing in the request shows it: `mutualTLS`.
            case elsewhere
        }
        package let kind: Kind
    }

    package struct Operation: Sendable {
        /// The operation's position in `operations`.
        package let index: Int
        package let id: String?
        /// The generated types: `GetStoryRequest`.
        package fileprivate(set) var requests: [String]
        package let method: String
        package let path: String
        package let servers: [String]
        package let parameters: [Parameter]
        package let body: Body?
        package let responses: [Response]
        /// Names of `securitySchemes`. A request must satisfy all of one inner list. Empty: no credential is needed.
        package let security: [[String]]
        /// The keys of a declaration of pagination, as in `callsite.yaml`; a header is an object.
        package fileprivate(set) var paging: [String: JSONValue]
        /// The fields that the body of a success must have besides the status, each with the values that it may have.
        fileprivate(set) var success: [(path: [String], values: [JSONValue])] = []

        /// `GET /stories/{id}`.
        package var title: String { method + " " + path }

        /// Changes a body so that it means success, since an API may mark an error in a body with status 200.
        func succeeding(_ body: JSONValue) -> JSONValue {
            success.reduce(body) { body, condition in
                let (own, values) = (body.at(condition.path), condition.values)
                guard body.object != nil, !condition.path.isEmpty, !values.contains(own ?? .null),
                    let value = values.first
                else { return body }
                return body.setting(condition.path[...], value == .null ? nil : value)
            }
        }

        /// The responses of success, the lowest status first and a range last. If there is no 2xx, redirects are a
        /// success; if there are no redirects either, the default, which is otherwise for errors. 304 isn't one: it is
        /// for clients that have the content already.
        var successes: [Response] {
            for family in ["2", "3", "default"] {
                let own = responses.filter { $0.status.hasPrefix(family) && $0.status != "304" }
                if !own.isEmpty { return own.sorted { $0.status < $1.status } }
            }
            return []
        }
    }

    package struct Parameter: Sendable {
        package let name: String
        package let location: String
        package let isRequired: Bool
        package let style: String
        package let explode: Bool
        package let allowsEmpty: Bool
        /// The media type of the value's string, such as `application/json`.
        package let mediaType: String?
        package let schema: CompiledSchema
        /// The pointer to the schema, from which a value can be made.
        package let pointer: String
    }

    package struct Body: Sendable {
        package let isRequired: Bool
        package let content: [Media]
    }

    package struct Media: Sendable {
        package let type: String
        /// nil: the description has no schema.
        package let schema: CompiledSchema?
        /// The schema of each element of a stream.
        package let itemSchema: CompiledSchema?
        package let pointer: String
        package let encoding: [String: JSONValue]
        package let example: JSONValue?
        package let examples: [(name: String, value: JSONValue)]
    }

    package struct Response: Sendable {
        /// `200`, `2XX` or `default`.
        package let status: String
        package let headers: [Header]
        package let content: [Media]

        /// The only status of the response; nil: it is for a range, or the default.
        package var exact: Int? { Int(status) }
    }

    package struct Header: Sendable {
        package let name: String
        package let isRequired: Bool
        package let schema: CompiledSchema
        package let pointer: String
        package let example: JSONValue?
    }
}

extension MockDescription {
    /// Throws a `MockError` if the JSON isn't a mock's description, or is of another version.
    package init(json: some Collection<UInt8>) throws(MockError) {
        try self.init(try JSONValue(parsing: json))
    }

    package init(_ document: JSONValue) throws(MockError) {
        guard let version = document["callsiteMock"]?.int else {
            throw MockError("this isn't what 'callsite generate --mock' writes: there is no 'callsiteMock'")
        }
        guard version == 1 else {
            throw MockError("this was written for another version of CallsiteMock (\(version)); generate it again")
        }
        self.document = document
        title = document["title"]?.string ?? ""
        servers = document["servers"].texts
        let schemas = SchemaSet(
            document: document, dialect: document["dialect"]?.string == "openapi-3.0" ? .openAPI30 : .draft202012)
        self.schemas = schemas
        securitySchemes = document["securitySchemes"].members.mapValues { SecurityScheme($0) }
        operations = (document["operations"]?.array ?? []).enumerated().map { Operation($1, index: $0, schemas) }
    }
}

extension MockDescription {
    /// Compiles all schemas, which are otherwise compiled when they are first used. Returns the parts that aren't
    /// checked, and why.
    package func prepare() -> [String] {
        var seen: Set<String> = []
        func media(_ list: [Media]) -> [CompiledSchema] {
            list.flatMap { [$0.schema, $0.itemSchema].compactMap(\.self) }
        }
        var notes = schemas.notes.filter { seen.insert($0).inserted }
        for operation in operations {
            var own = operation.parameters.map(\.schema) + media(operation.body?.content ?? [])
            for response in operation.responses { own += response.headers.map(\.schema) + media(response.content) }
            for schema in own { notes += schema.notes.filter { seen.insert($0).inserted } }
        }
        return notes
    }
}

extension MockDescription.SecurityScheme {
    fileprivate init(_ json: JSONValue) {
        switch json["type"]?.string ?? "" {
        case "http": kind = .http((json["scheme"]?.string ?? "").lowercased())
        case "apiKey": kind = .key(location: json["in"]?.string ?? "header", name: json["name"]?.string ?? "")
        case "oauth2", "openIdConnect": kind = .token
        default: kind = .elsewhere
        }
    }
}

extension MockDescription.Operation {
    fileprivate init(_ json: JSONValue, index: Int, _ schemas: SchemaSet) {
        self.index = index
        let pointer = "/operations/\(index)"
        id = json["id"]?.string
        requests = []
        method = json["method"]?.string ?? "GET"
        path = json["path"]?.string ?? "/"
        servers = json["servers"].texts
        parameters = (json["parameters"]?.array ?? []).enumerated().map {
            MockDescription.Parameter($1, "\(pointer)/parameters/\($0)", schemas)
        }
        body = json["body"].map { body in
            MockDescription.Body(
                isRequired: body["required"]?.bool ?? false,
                content: MockDescription.Media.list(body["content"], "\(pointer)/body/content", schemas))
        }
        responses = (json["responses"]?.array ?? []).enumerated().map {
            MockDescription.Response($1, "\(pointer)/responses/\($0)", schemas)
        }
        security = (json["security"]?.array ?? []).map { $0.object?.keys ?? [] }
        paging = [:]
        name(json)
    }

    fileprivate mutating func name(_ json: JSONValue) {
        requests = json["requests"].texts
        paging.merge(json["paging"].members) { $1 }
        success = (json["success"]?.array ?? []).map { ($0["path"].texts, $0["values"]?.array ?? []) }
    }
}

extension MockDescription {
    /// Adds the parts that weren't known when the document was read: `title`, and the `requests`, `paging` and
    /// `success` of `operations`, in their order.
    package mutating func name(_ names: JSONValue) {
        if let title = names["title"]?.string { self.title = title }
        for (index, operation) in (names["operations"]?.array ?? []).enumerated() where index < operations.count {
            operations[index].name(operation)
        }
    }
}

extension MockDescription.Parameter {
    fileprivate init(_ json: JSONValue, _ pointer: String, _ schemas: SchemaSet) {
        name = json["name"]?.string ?? ""
        location = json["in"]?.string ?? "query"
        // A path can't be written without one of its parameters.
        isRequired = location == "path" || json["required"]?.bool ?? false
        let style = json["style"]?.string ?? (location == "query" || location == "cookie" ? "form" : "simple")
        self.style = style
        explode = json["explode"]?.bool ?? (style == "form" || style == "cookie" || style == "deepObject")
        allowsEmpty = json["allowEmptyValue"]?.bool ?? false
        mediaType = json["mediaType"]?.string
        self.pointer = pointer + "/schema"
        schema = schemas.schema(at: pointer + "/schema")
    }
}

extension MockDescription.Media {
    /// The mistakes in an example of a response. A string may be the text of any media type but JSON.
    func mistakes(inExample value: JSONValue) -> [SchemaMistake] {
        guard MediaType(type)?.isJSON == true || value.string == nil else { return [] }
        if let itemSchema, schema == nil {
            return (value.array ?? []).prefix(100).flatMap {
                itemSchema.mistakes(in: $0, direction: .response, limit: 1)
            }
        }
        return schema?.mistakes(in: value, direction: .response, limit: 5) ?? []
    }

    fileprivate static func list(_ json: JSONValue?, _ pointer: String, _ schemas: SchemaSet) -> [Self] {
        (json?.array ?? []).enumerated().map { Self($1, "\(pointer)/\($0)", schemas) }
    }

    private init(_ json: JSONValue, _ pointer: String, _ schemas: SchemaSet) {
        type = json["mediaType"]?.string ?? ""
        self.pointer = pointer
        schema = json["schema"] == nil ? nil : schemas.schema(at: pointer + "/schema")
        itemSchema = json["itemSchema"] == nil ? nil : schemas.schema(at: pointer + "/itemSchema")
        encoding = json["encoding"].members
        example = json["example"]
        examples = (json["examples"]?.array ?? []).map { ($0["name"]?.string ?? "", $0["value"] ?? .null) }
    }
}

extension MockDescription.Header {
    /// The mistakes in an example, which may be written as the header's string.
    func mistakes(inExample value: JSONValue) -> [SchemaMistake] {
        schema.mistakes(in: schema.coerced(value), direction: .response, limit: 1)
    }
}

extension MockDescription.Response {
    fileprivate init(_ json: JSONValue, _ pointer: String, _ schemas: SchemaSet) {
        let status = json["status"]?.string ?? "default"
        self.status = status == "default" ? status : status.uppercased()
        headers = (json["headers"]?.array ?? []).enumerated().map { index, header in
            MockDescription.Header(
                name: header["name"]?.string ?? "", isRequired: header["required"]?.bool ?? false,
                schema: schemas.schema(at: "\(pointer)/headers/\(index)/schema"),
                pointer: "\(pointer)/headers/\(index)/schema",
                example: header["example"] ?? header["examples"]?[0]?["value"])
        }
        content = MockDescription.Media.list(json["content"], pointer + "/content", schemas)
    }
}

extension JSONValue? {
    /// The strings of a list.
    fileprivate var texts: [String] { self?.array?.compactMap(\.string) ?? [] }

    /// The fields of an object.
    fileprivate var members: [String: JSONValue] {
        Dictionary((self?.object?.pairs ?? []).map { ($0.key, $0.value) }) { $1 }
    }
}
