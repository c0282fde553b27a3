// Keys of other formats, such as `servers`, with the native keys that they stand for. An unknown key is looked up here
// before its spelling is compared with the known keys.

/// The key that an unknown key was probably meant to be.
struct ForeignKey<Key: NativeKey> {
    var help: DiagnosticText
    /// The key under which its value is read, so that it causes no second message.
    var meant: Key?

    init(_ meant: Key, _ help: DiagnosticText? = nil) {
        self.help = help ?? "write '\(meant.rawValue)'"
        self.meant = meant
    }
    init(_ help: DiagnosticText) { self.help = help }
}

extension NativeKey {
    static func foreign(_ word: String) -> ForeignKey<Self>? { nil }
    /// The help for a word that is a key of an inner or outer mapping, and stands in the wrong column.
    static func neighbour(_ word: String) -> DiagnosticText? { nil }
    static func example(of key: Self) -> DiagnosticText? { nil }
    static func instead(of node: Node) -> DiagnosticText? { nil }
    static func isExcused(_ key: Self, _ value: (Self) -> Node?) -> Bool { false }
}

/// A key's letters alone: `request_body` and `requestBody` are one word.
func foldedKey(_ word: String) -> String {
    String(word.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " })
}

extension DocumentKey {
    static func foreign(_ word: String) -> ForeignKey<DocumentKey>? {
        switch foldedKey(word) {
        case "name", "title", "apiname": .init(.api)
        case "url", "server", "servers", "host", "basepath", "base", "root", "endpointurl": .init(.baseURL)
        case "paths", "operations", "routes", "requests", "resources", "calls": .init(.endpoints)
        case "schemas", "types", "definitions", "components", "structs", "entities", "objects", "enums", "unions",
            "classes":
            .init(.models)
        case "auth", "security", "authorization", "securityschemes": .init(.authentication)
        case "imports", "import", "includes", "files": .init(.include)
        case "parameters", "params": .init(.parameterSets)
        case "paging", "paginations", "pages": .init(.pagination)
        case "summary", "doc", "documentation", "comment": .init(.description)
        case "oauth": .init(.oauth2)
        case "version", "apiversion":
            .init(
                "the format's version is 'callsite: 1'; the API's own has no key: write it into 'baseURL' or 'description'"
            )
        case "info": .init("an OpenAPI document begins with 'openapi: 3.1.0'")
        default: nil
        }
    }
    static func neighbour(_ word: String) -> DiagnosticText? {
        if word.hasPrefix("/") {
            return
                "write 'endpoints:', and below it '\(SwiftNames.name(for: ResourceNames.name(method: "GET", path: word), .type)): {path: \(yaml: word)}'"
        }
        return EndpointKey(rawValue: word) == nil
            ? nil : "it is a key of an endpoint: indent it as the endpoint's other keys are"
    }
}

extension DocumentKey {
    static func example(of key: DocumentKey) -> DiagnosticText? {
        switch key {
        case .callsite: "begin with 'callsite: 1'"
        case .api: "write 'api: GitHub', the API's name in Swift"
        case .baseURL: "write 'baseURL: https://api.example.com', or 'baseURL: none' where each session names its own"
        default: nil
        }
    }
}

extension EndpointKey {
    static func instead(of node: Node) -> DiagnosticText? {
        guard let words = node.text?.split(separator: " "), let path = words.last, path.hasPrefix("/"), words.count < 3
        else { return nil }
        guard words.count == 2 else { return "write '{path: \(yaml: path)}'" }
        return methods.contains(words[0].uppercased())
            ? "write '{method: \(words[0].uppercased()), path: \(yaml: path)}'" : nil
    }
    /// `method: GET /orders` contains the path too, in the wrong place.
    static func isExcused(_ key: Self, _ value: (Self) -> Node?) -> Bool {
        key == .path && value(.method)?.text?.contains(" /") == true
    }
    static func example(of key: EndpointKey) -> DiagnosticText? { key == .path ? "write 'path: /orders/{id}'" : nil }
    static func foreign(_ word: String) -> ForeignKey<EndpointKey>? {
        // `GET /orders:`, `/orders:`
        let words = word.split(separator: " ")
        if let path = words.last, path.hasPrefix("/"), words.count < 3 {
            guard words.count == 2 else { return .init("write 'path: \(path: String(path))'") }
            return .init("write 'method: \(words[0].uppercased())' and 'path: \(path: String(path))'")
        }
        return switch foldedKey(word) {
        case "url", "uri", "endpoint", "route", "resource": .init(.path)
        case "request", "requestbody", "payload", "data", "input", "json", "form", "content": .init(.body)
        case "returns", "return", "result", "output", "responsetype", "responsebody", "type": .init(.response)
        case "responses": .init("write 'response: T', and the others under 'errors: {404: T}'")
        case "query", "params", "queryparameters", "queryparams", "args", "arguments", "pathparameters":
            .init(.parameters)
        case "summary", "doc", "documentation", "comment", "title": .init(.description)
        case "auth", "security", "authorization": .init(.authentication)
        case "verb", "httpmethod", "action": .init(.method)
        case "tags", "group", "category", "section": .init(.tag)
        case "paging", "paginated", "page", "pages": .init(.pagination)
        case "operationid", "id": .init("an endpoint is called as its key is: 'GetOrder:'")
        case "status", "statuscode": .init("write 'response: {type: …, status: …}'")
        case "encoding", "contenttype", "mediatype", "encodings", "lists", "consumes":
            .init(
                "write 'body: {fields: {…}, encoding: form}' ('multipart' with files), or 'response: {type: …, encoding: text}'"
            )
        case "stream", "streaming", "sse": .init("write 'response: stream of T'")
        case "cookie", "cookies": .init("write 'parameters: {name: {type: …, in: cookie}}'")
        case "retry", "retries": .init("a session's 'retries' say it; whether it is safe: 'idempotent: true'")
        case "get", "post", "put", "patch", "delete", "head", "options":
            .init("write 'method: \(word.uppercased())', and the path behind 'path:'")
        default: nil
        }
    }
    static func neighbour(_ word: String) -> DiagnosticText? {
        DocumentKey(rawValue: word) == nil ? nil : "it is a key of the description: begin it in the first column"
    }
}

extension FieldKey {
    static func foreign(_ word: String) -> ForeignKey<FieldKey>? {
        switch foldedKey(word) {
        case "$ref", "ref": .init("write 'type: Order', the model's name")
        case "format": .init("the type says it: 'type: Date', 'type: UUID', 'type: Int64'")
        case "dateformat", "timezone":
            .init("declare a model, 'Due: {dateFormat: dd.MM.yyyy}', and write its name as the type")
        case "required", "mandatory":
            .init("all are required but those with 'optional: true', or with '?' behind the name")
        case "null": .init(.nullable)
        case "values", "cases", "oneof": .init(.enum, "write 'enum: [a, b]', or the type 'a | b'")
        case "properties": .init(.fields)
        case "items": .init("a list is written 'type: [T]'")
        case "summary", "doc", "documentation", "comment", "title": .init(.description)
        case "location", "where", "place": .init(.in)
        case "defaultvalue", "value": .init(.default)
        case "minimum", "maximum", "min", "max", "pattern", "minlength", "maxlength", "regex", "minitems", "maxitems":
            .init("Callsite checks no values; say it in the 'description'")
        default: nil
        }
    }
}

extension ModelKey {
    static func foreign(_ word: String) -> ForeignKey<ModelKey>? {
        switch foldedKey(word) {
        case "type": .init("an enum is '{enum: […]}' alone, and an alias is the type alone: 'ID: String'")
        case "values", "oneof": .init("write 'enum: [a, b]'")
        case "properties": .init(.fields)
        case "required": .init("all fields are required but those with '?' behind the name")
        case "discriminator": .init("write 'union: type', the name of the field, and 'cases: {circle: Circle, …}'")
        default: nil
        }
    }
}

extension BodyKey {
    static func foreign(_ word: String) -> ForeignKey<BodyKey>? {
        switch foldedKey(word) {
        case "contenttype", "mediatype", "format": .init(.encoding)
        case "schema": .init(.model)
        case "required": .init("a body is required unless it has 'optional: true'")
        default: nil
        }
    }
}

extension ResponseKey {
    static func foreign(_ word: String) -> ForeignKey<ResponseKey>? {
        switch foldedKey(word) {
        case "contenttype", "mediatype", "format": .init(.encoding)
        case "schema", "model", "body": .init(.type)
        case "code", "statuscode": .init(.status)
        case "nullable", "null": .init(.optional)
        case _ where word.contains("/"):
            .init("JSON is read as it is: write the type alone; of others 'encoding' says it")
        default:
            Description.StatusPattern(word) == nil
                ? nil
                : .init("write 'cases: {200: …}' for statuses of success; others go under 'errors:' of the endpoint")
        }
    }
}

extension StrategyKey {
    static func foreign(_ word: String) -> ForeignKey<StrategyKey>? {
        switch foldedKey(word) {
        case "type", "kind", "strategy": .init(.style)
        case "param", "cursor", "page", "offset", "query": .init(.parameter)
        case "items", "list", "results", "data", "path": .init(.elements)
        case "pagesize", "perpage", "count": .init(.size)
        case "nextcursor", "nextpage", "nexturl", "nextlink": .init(.next)
        case "hasmore", "more": .init(.hasNext)
        case "totalcount": .init(.total)
        case "pagecount", "lastpage": .init(.totalPages)
        default: nil
        }
    }
}

extension AuthenticationKey {
    static func foreign(_ word: String) -> ForeignKey<AuthenticationKey>? {
        switch foldedKey(word) {
        case "bearer", "token", "jwt": .init("write 'authentication: bearer'; the session holds the token")
        case "basic": .init("write 'authentication: basic'; the session holds the name and the password")
        case "type", "scheme", "kind": .init("write 'authentication: bearer' or 'authentication: {header: X-Key}'")
        case "oauth", "oauth2", "openid":
            .init("write 'authentication: bearer', and how tokens are got under 'oauth2:'")
        case "apikey", "key", "name": .init(.header, "write '{header: X-Key}', '{query: key}' or '{cookie: key}'")
        case "and": .init(.all)
        case "or", "any", "oneof": .init("write a list: 'authentication: [bearer, {header: X-Key}]'")
        default: nil
        }
    }
}
