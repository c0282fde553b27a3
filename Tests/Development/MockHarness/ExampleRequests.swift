// Requests that the description allows, made from it, to try a mock or a server.

import CallsiteMockEngine

extension MockEngine {
    /// A request with everything that is required, and the credentials that are asked for.
    ///
    /// - Parameters:
    ///   - id: The value of the path's last parameter; nil: one that is made.
    ///   - seed: A different seed makes a request with different values.
    package func exampleRequest(
        _ operation: MockDescription.Operation, id: String? = nil, seed: UInt64 = 0
    ) -> MockRequest {
        var request = MockRequest(method: operation.method, target: "", headers: [("Host", "localhost")])
        var path = String(operation.path.prefix { $0 != "?" && $0 != "#" })
        var query: [String] = operation.path.split(separator: "?").dropFirst().first.map { [String($0)] } ?? []
        var cookies: [String] = []
        let last = operation.parameters.last { $0.location == "path" && path.hasSuffix("{\($0.name)}") }?.name
        for parameter in operation.parameters where parameter.isRequired {
            let value = parameter.location == "path" && parameter.name == last ? id.map { JSONValue.string($0) } : nil
            // Requests of each seed are about the same place.
            let seed = parameter.location == "path" ? 0 : seed
            guard let value = value ?? sample(parameter.schema, parameter.pointer, seed) else { continue }
            switch parameter.location {
            case "path":
                path = path.replacing("{\(parameter.name)}", with: Self.pathText(value, parameter))
            case "header":
                if !["accept", "content-type", "authorization"].contains(parameter.name.lowercased()) {
                    request.headers.append((parameter.name, Self.joined(value, ",")))
                }
            case "cookie": cookies.append("\(parameter.name)=\(PercentEncoding.encoded(Self.joined(value, ",")))")
            case "querystring": query.append(Self.form(value, nil))
            default: query += Self.queryItems(value, parameter)
            }
        }
        for name in operation.security.first ?? [] {
            switch description.securitySchemes[name]?.kind {
            case .http("basic"): request.headers.append(("Authorization", "Basic YTpi"))
            case .http(let scheme): request.headers.append(("Authorization", scheme + " token"))
            case .token: request.headers.append(("Authorization", "Bearer token"))
            case .key("query", let key): query.append("\(PercentEncoding.encoded(key))=key")
            case .key("cookie", let key): cookies.append("\(key)=key")
            case .key(_, let key): request.headers.append((key, "key"))
            case .elsewhere, nil: break
            }
        }
        if !cookies.isEmpty { request.headers.append(("Cookie", cookies.joined(separator: "; "))) }
        request.target = path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        addBody(to: &request, operation, seed)
        return request
    }

    private func sample(_ schema: CompiledSchema, _ pointer: String, _ seed: UInt64) -> JSONValue? {
        if seed == 0, let written = description.document.value(at: pointer),
            let sample = SchemaSample.of(written, in: description, direction: .request),
            schema.isValid(sample, direction: .request)
        {
            return sample
        }
        var options = MakeOptions()
        options.seed = seed
        options.isFull = false
        options.direction = .request
        // An example is the same each time.
        options.usesExamples = seed == 0
        return try? schema.makeValue(options).get()
    }

    private func addBody(to request: inout MockRequest, _ operation: MockDescription.Operation, _ seed: UInt64) {
        guard let body = operation.body, !body.content.isEmpty else { return }
        // JSON and forms are what can be judged.
        let media =
            body.content.first { MediaType($0.type)?.isJSON == true } ?? body.content.first {
                MediaType($0.type)?.isForm == true
            }
            ?? body.content[0]
        guard let type = MediaType(media.type) else { return }
        let value = media.schema.flatMap { sample($0, media.pointer + "/schema", seed) }
        var contentType = media.type.contains("*") ? "application/json" : media.type
        if type.isForm {
            request.body = Array(Self.form(value ?? .null, FormFields(media, in: description.document)).utf8)
        } else if type.isMultipart {
            contentType = "multipart/form-data; boundary=example"
            var text = ""
            for (key, field) in value?.object?.pairs ?? [] {
                for element in field.array ?? [field] {
                    let content = element.object == nil ? XMLText.scalar(element) : element.text
                    text += "--example\r\nContent-Disposition: form-data; name=\"\(key)\"\r\n\r\n\(content)\r\n"
                }
            }
            request.body = Array((text + "--example--\r\n").utf8)
        } else if type.isJSON || type.type == "*" {
            guard let value else { return }
            request.body = value.bytes
        } else {
            request.body = Array((value?.string ?? "text").utf8)
        }
        request.headers.append(("Content-Type", contentType))
    }

    private static func joined(_ value: JSONValue, _ separator: String) -> String {
        switch value {
        case .array(let elements): elements.map { XMLText.scalar($0) }.joined(separator: separator)
        case .object(let fields):
            fields.pairs.map { $0.key + separator + XMLText.scalar($0.value) }.joined(separator: separator)
        default: XMLText.scalar(value)
        }
    }

    private static func pathText(_ value: JSONValue, _ parameter: MockDescription.Parameter) -> String {
        let prefix = parameter.style == "label" ? "." : parameter.style == "matrix" ? ";" + parameter.name + "=" : ""
        switch value {
        case .array(let elements):
            return prefix + elements.map { PercentEncoding.encoded(XMLText.scalar($0)) }.joined(separator: ",")
        case .object(let fields):
            let parts = fields.pairs.map {
                PercentEncoding.encoded($0.key) + (parameter.explode ? "=" : ",")
                    + PercentEncoding.encoded(XMLText.scalar($0.value))
            }
            return prefix + parts.joined(separator: ",")
        default:
            let text = XMLText.scalar(value)
            return prefix + (text.isEmpty ? "-" : PercentEncoding.encoded(text))
        }
    }

    private static func queryItems(_ value: JSONValue, _ parameter: MockDescription.Parameter) -> [String] {
        let name = PercentEncoding.encoded(parameter.name)
        if parameter.mediaType != nil { return [name + "=" + PercentEncoding.encoded(value.text)] }
        switch value {
        case .array(let elements):
            let texts = elements.map { PercentEncoding.encoded(XMLText.scalar($0)) }
            if parameter.explode { return texts.map { name + "=" + $0 } }
            let separator =
                ["spaceDelimited": "%20", "pipeDelimited": "|", "tabDelimited": "%09"][parameter.style] ?? ","
            return [name + "=" + texts.joined(separator: separator)]
        case .object(let fields):
            if parameter.style == "deepObject" {
                return fields.pairs.map {
                    "\(name)%5B\(PercentEncoding.encoded($0.key))%5D=\(PercentEncoding.encoded(XMLText.scalar($0.value)))"
                }
            }
            let parts = fields.pairs.map {
                (PercentEncoding.encoded($0.key), PercentEncoding.encoded(XMLText.scalar($0.value)))
            }
            if parameter.explode { return parts.map { $0.0 + "=" + $0.1 } }
            return [name + "=" + parts.map { $0.0 + "," + $0.1 }.joined(separator: ",")]
        default: return [name + "=" + PercentEncoding.encoded(XMLText.scalar(value))]
        }
    }

    private static func form(_ value: JSONValue, _ fields: FormFields?) -> String {
        (value.object?.pairs ?? []).flatMap { key, field -> [String] in
            let name = PercentEncoding.encoded(key)
            let known = fields?.properties[key]
            if known?.style == "deepObject" || field.object != nil && known?.contentType == nil {
                return deep(name, field, depth: 0)
            }
            if known?.contentType != nil, field.object != nil || field.array != nil {
                return [name + "=" + PercentEncoding.encoded(field.text)]
            }
            if let elements = field.array, known?.explode == false {
                return [
                    name + "=" + elements.map { PercentEncoding.encoded(XMLText.scalar($0)) }.joined(separator: ",")
                ]
            }
            return (field.array ?? [field]).map {
                name + "=" + PercentEncoding.encoded($0.object == nil ? XMLText.scalar($0) : $0.text)
            }
        }.joined(separator: "&")
    }

    /// `a[b][0]=c`
    private static func deep(_ name: String, _ value: JSONValue, depth: Int) -> [String] {
        guard depth < 32 else { return [] }
        switch value {
        case .object(let fields):
            return fields.pairs.flatMap {
                deep("\(name)%5B\(PercentEncoding.encoded($0.key))%5D", $0.value, depth: depth + 1)
            }
        case .array(let elements):
            return elements.enumerated().flatMap { deep("\(name)%5B\($0)%5D", $1, depth: depth + 1) }
        default: return [name + "=" + PercentEncoding.encoded(XMLText.scalar(value))]
        }
    }

    // MARK: - Collections

    package var collectionNumbers: Range<Int> { collections.collections.indices }

    package struct CollectionOperations: Sendable {
        package var create, get, replace, merge, delete, list: MockDescription.Operation?
        /// The property that has the name of one (nil: none has), and where in a response one is (nil: the response is it).
        package let idKey: String?
        package let wrapper: String?
        /// The parameter that says how many elements a page has.
        package var size: String?
    }

    package func operations(ofCollection number: Int) -> CollectionOperations {
        let collection = collections.collections[number]
        var result = CollectionOperations(idKey: collection.idKey, wrapper: collection.wrapper)
        for (index, entry) in collections.actions where entry.collection == number {
            let operation = description.operations[index]
            switch entry.action {
            case .create: result.create = operation
            case .get: result.get = operation
            case .replace: result.replace = operation
            case .merge: result.merge = operation
            case .delete: result.delete = operation
            case .list(let shape): (result.list, result.size) = (operation, shape.size)
            }
        }
        return result
    }

    /// The names of all that is in collections.
    package func ids(in kept: JSONValue) -> [String] {
        (kept.object?.pairs ?? []).flatMap { path, items in
            (items.array ?? []).compactMap { item in
                collections.collection(ofStore: path)?.idKey.flatMap { item[$0] }.flatMap(CollectionAnswer.text)
            }
        }
    }
}
