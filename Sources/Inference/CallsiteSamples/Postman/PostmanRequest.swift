import CallsiteCore
import CallsiteMockEngine
import CallsiteText

/// Reads the request of an item or of a saved response.
struct PostmanRequestReader {
    let path: String
    var variables: PostmanVariables
    var notes: [String] = []

    /// A mistake in a request, with its place.
    struct Mistake: Error {
        var place: String
        var reason: String
    }

    mutating func read(_ request: JSONValue, at place: String) throws(Mistake) -> RequestSample {
        // A string is the URL of a GET.
        guard request.object != nil || request.string != nil else {
            throw Mistake(place: place, reason: "expected a request, found \(Quoted.kind(request))")
        }
        let method = try method(request, place)
        let url = try url(request.string == nil ? request["url"] : request, place)
        var sample = RequestSample(method, url, file: path, place: place)
        sample.documentation = Self.documentation(request["description"])
        sample.headers = []
        for (header, value) in headers(request["header"]) {
            sample.headers?.append(header)
            if !header.isOptional, let authentication = Description.Authentication(header: header.name, value) {
                sample.authentication = authentication
            }
        }
        let type = sample.headers?.first { MockText.isSame($0.name, "content-type") && !$0.isOptional }?.value
        sample.body = body(request["body"], type)
        return sample
    }

    private mutating func method(_ request: JSONValue, _ place: String) throws(Mistake) -> String {
        guard let value = request["method"], !value.isNull else { return "GET" }
        guard let text = value.string else {
            throw Mistake(place: place + "/method", reason: "expected a method, found \(Quoted.kind(value))")
        }
        guard let method = variables.template(text).value, !method.isEmpty,
            method.utf8.allSatisfy({ Placeholder.isWord($0) })
        else { throw Mistake(place: place + "/method", reason: "expected a method, as GET or POST") }
        return method
    }

    static func documentation(_ description: JSONValue?) -> String? {
        let text = description?.string ?? description?["content"]?.string
        return text.flatMap { $0.utf8.contains { $0 > 0x20 } ? $0 : nil }
    }

    // MARK: - URL

    private mutating func url(_ url: JSONValue?, _ place: String) throws(Mistake) -> URLParts {
        let place = place + "/url"
        guard let url, !url.isNull else { throw Mistake(place: place, reason: "there is no URL") }
        let isEmpty = Mistake(place: place, reason: "the URL is empty")
        if let text = url.string {
            guard text.utf8.contains(where: { $0 > 0x20 }) else { throw isEmpty }
            return try parts(text, place)
        }
        guard url.object != nil else {
            throw Mistake(place: place, reason: "expected a URL, found \(Quoted.kind(url))")
        }
        let raw = url["raw"]?.string ?? ""
        let text = Self.composed(url) ?? raw
        guard !text.isEmpty else { throw isEmpty }
        var parts = try parts(text, place)
        if let query = url["query"]?.array {
            parts.query = query.compactMap { item($0)?.item }
        } else if parts.query.isEmpty, let mark = raw.utf8.firstIndex(of: 0x3F) {
            let query = raw[raw.utf8.index(after: mark)...].prefix { $0 != "#" }
            parts.query = URLParts.items(template(String(query)), .saved, &notes)
        }
        addValues(url["variable"]?.array ?? [], to: &parts)
        return parts
    }

    private mutating func parts(_ text: String, _ place: String) throws(Mistake) -> URLParts {
        let url = template(text)
        if let foreign = URLParts.foreignProtocol(url.start) {
            throw Mistake(place: place, reason: "expected a URL of HTTP, found '\(foreign)'")
        }
        return URLParts(url, .saved, &notes)
    }

    private mutating func template(_ text: String) -> TemplateText {
        variables.template(text.utf8.contains { $0 <= 0x20 } ? MockText.trimmed(text.filter { !$0.isNewline }) : text)
    }

    /// The URL, composed of its parts; nil: there is no host, so that the URL must be read from `raw`.
    private static func composed(_ url: JSONValue) -> String? {
        func list(_ key: String, _ separator: String) -> String? {
            if let text = url[key]?.string { return text }
            guard let parts = url[key]?.array else { return nil }
            // A part may be an object with a value.
            return parts.map { PostmanVariables.text($0["value"] ?? $0) ?? "" }.joined(separator: separator)
        }
        guard let host = list("host", "."), !host.isEmpty else { return nil }
        var text = url["protocol"]?.string.map { $0.isEmpty ? "" : $0 + "://" } ?? ""
        if text.isEmpty, let raw = url["raw"]?.string, let mark = raw.firstRange(of: "://"),
            raw[..<mark.lowerBound].utf8.allSatisfy({ Placeholder.isWord($0) })
        {
            text = String(raw[..<mark.upperBound])
        }
        if host.contains("://") { text = "" }
        text += host
        if let port = PostmanVariables.text(url["port"]), !port.isEmpty { text += ":" + port }
        if let path = list("path", "/"), !path.isEmpty { text += (path.hasPrefix("/") ? "" : "/") + path }
        return text
    }

    /// Adds the values and descriptions of a path's variables.
    private mutating func addValues(_ list: [JSONValue], to parts: inout URLParts) {
        guard !list.isEmpty else { return }
        var entries: [String: JSONValue] = [:]
        for entry in list {
            if let name = entry["key"]?.string ?? entry["id"]?.string { entries[name] = entry }
        }
        for index in parts.path.indices {
            let name: String
            switch parts.path[index] {
            case .variable(let variable, nil, _): name = variable
            // `:order id`
            case .literal(let text) where text.hasPrefix(":") && entries[String(text.dropFirst())] != nil:
                name = String(text.dropFirst())
            default: continue
            }
            guard let entry = entries[name] else { continue }
            let value = PostmanVariables.text(entry["value"]).flatMap { variables.template($0).value }
            parts.path[index] = .variable(
                name, value: value.flatMap { $0.isEmpty ? nil : Placeholder.value($0, .saved) },
                documentation: Self.documentation(entry["description"]))
        }
    }

    // MARK: - Items

    /// `{"key": …, "value": …, "disabled": true, "description": …}`; nil: it has no key.
    private mutating func item(_ entry: JSONValue) -> (item: RequestSample.Item, value: TemplateText)? {
        guard let key = PostmanVariables.text(entry["key"]), !key.isEmpty else { return nil }
        guard let name = variables.template(key).value else {
            notes.append("'\(Quotation.cut(key))' is left out: its name is a variable")
            return nil
        }
        let template = variables.template(PostmanVariables.text(entry["value"]) ?? "")
        let value = template.value.flatMap { Placeholder.value($0, .saved) }
        var item = RequestSample.Item(name, value, documentation: Self.documentation(entry["description"]))
        item.isOptional = entry["disabled"]?.bool == true
        return (item, template)
    }

    /// Reads a list of headers, or in Collection 2.0 also a string of them.
    mutating func headers(_ headers: JSONValue?) -> [(item: RequestSample.Item, value: TemplateText)] {
        if let text = headers?.string {
            return text.split(whereSeparator: \.isNewline).compactMap { line in
                let name = line.prefix { $0 != ":" }
                guard name.endIndex < line.endIndex, !name.isEmpty else { return nil }
                let value = MockText.trimmed(line[name.endIndex...].dropFirst())
                return item(.object(["key": .string(MockText.trimmed(name)), "value": .string(value)]))
            }
        }
        return (headers?.array ?? []).compactMap { item($0) }
    }

    // MARK: - Body

    private mutating func body(_ body: JSONValue?, _ type: String?) -> RequestSample.Body {
        guard let body, let mode = body["mode"]?.string, body["disabled"]?.bool != true else { return .none }
        switch mode {
        case "raw":
            guard let text = body["raw"]?.string, text.utf8.contains(where: { $0 > 0x20 }) else { return .none }
            return raw(text, type ?? Self.mediaType(body["options"]?["raw"]?["language"]?.string))
        case "urlencoded":
            if let text = body["urlencoded"]?.string {
                return .form(variables.template(text), .saved, &notes)
            }
            return .form((body["urlencoded"]?.array ?? []).compactMap { item($0)?.item })
        case "formdata":
            return .multipart(
                (body["formdata"]?.array ?? []).compactMap { part in
                    guard var (item, _) = item(part) else { return nil }
                    let isFile = part["type"]?.string == "file"
                    if isFile { item.value = nil }
                    return (item, isFile)
                })
        case "graphql":
            var fields: JSONObject = ["query": .string(body["graphql"]?["query"]?.string ?? "")]
            let stated = body["graphql"]?["variables"]
            let parsed = stated?.string.flatMap { try? JSONValue(parsing: variables.template($0).jsonBytes) }
            if let values = parsed ?? stated, values.object != nil { fields["variables"] = values }
            return .bytes(JSONValue.object(fields).bytes, type: "application/json")
        case "file":
            notes.append("the body is a file, so its content isn't known")
            return .unknown
        default:
            notes.append("a body of the mode '\(Quotation.cut(mode))' isn't read")
            return .unknown
        }
    }

    private mutating func raw(_ text: String, _ type: String?) -> RequestSample.Body {
        let template = variables.template(text)
        let media = type.flatMap { MediaType($0) }
        if media?.isForm == true { return .form(template, .saved, &notes) }
        if media.map(\.isJSON) ?? true {
            let bytes = template.jsonBytes
            if let value = try? JSONValue(parsing: bytes) {
                return .bytes(PostmanTypes.typed(value).map(\.bytes) ?? bytes, type: type ?? "application/json")
            }
        }
        return .bytes(template.jsonBytes, type: type)
    }

    /// The media type of a language in Postman's editor.
    static func mediaType(_ language: String?) -> String? {
        switch language {
        case "json": "application/json"
        case "xml": "application/xml"
        case "html": "text/html"
        case "text", "plain": "text/plain"
        case "javascript": "application/javascript"
        default: nil
        }
    }
}

/// The types that stand in place of values in a collection from an OpenAPI document: `{"id": "<integer>"}`.
enum PostmanTypes {
    private static let values: [String: JSONValue] = [
        "<integer>": .int(0), "<int>": .int(0), "<long>": .int(0), "<boolean>": .bool(true),
        "<number>": fraction, "<float>": fraction, "<double>": fraction,
    ]
    private static let fraction = JSONValue.Number("0.5").map { JSONValue.number($0) } ?? .null

    /// A value with a number or Bool in place of each type; nil: the value has no types.
    static func typed(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .string(let text): return values[text]
        case .array(let elements):
            let typed = elements.map { Self.typed($0) }
            guard typed.contains(where: { $0 != nil }) else { return nil }
            return .array(zip(elements, typed).map { $1 ?? $0 })
        case .object(let fields):
            var (result, isChanged) = (fields, false)
            for (key, value) in fields.pairs {
                guard let typed = typed(value) else { continue }
                result[key] = typed
                isChanged = true
            }
            return isChanged ? .object(result) : nil
        default: return nil
        }
    }
}
