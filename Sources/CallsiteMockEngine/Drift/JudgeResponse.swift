/// A response as it was recorded.
package struct RecordedResponse: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    /// nil: it wasn't recorded, or there is none.
    package var body: [UInt8]?

    package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]?) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    func header(_ name: String) -> String? { headers.first { MockText.isSame($0.name, name) }?.value }
}

extension MockEngine {
    /// What of a response the description doesn't allow: its status, media type, headers and body.
    ///
    /// - Parameter pointer: Of each problem, where in the description its rule is, as a JSON pointer into the mock's description.
    package func judge(_ response: RecordedResponse, to judged: Judged) -> [MockProblem] {
        let title = judged.operation.title
        func problem(_ pointer: String, _ message: String, keyword: String? = nil) -> MockProblem {
            MockProblem(operation: title, .response, pointer, message, keyword: keyword)
        }
        guard let described = responder.response(judged.operation, status: response.status) else {
            let known = judged.operation.responses.map(\.status).joined(separator: ", ")
            return [problem("status", "the status is \(response.status); described are \(known.isEmpty ? "none" : known)")]
        }
        var problems: [MockProblem] = []
        for header in described.headers {
            guard let text = response.header(header.name) else {
                if header.isRequired { problems.append(problem("header " + header.name, "this is required", keyword: "required")) }
                continue
            }
            let outline = SchemaOutline(description.document.value(at: header.pointer) ?? .bool(true), in: description.document)
            let value = readText(text, name: header.name, WireStyle(style: "simple", explode: false), outline)
            for mistake in header.schema.mistakes(in: header.schema.coerced(value), direction: .response) {
                problems.append(problem("header " + header.name + mistake.instance, mistake.message, keyword: mistake.keyword))
            }
        }
        guard let body = response.body, !body.isEmpty, judged.request.method != "HEAD" else { return problems }
        guard !described.content.isEmpty else {
            // Nothing is said of the body of most errors.
            if 200..<300 ~= response.status { problems.append(problem("body", "there is a body; none is described")) }
            return problems
        }
        guard let type = response.header("content-type").flatMap({ MediaType($0) }) else {
            return problems + [problem("header Content-Type", "this is missing")]
        }
        var best: (media: MockDescription.Media, exactness: Int)?
        for media in described.content {
            guard let exactness = MediaType(media.type)?.exactness(for: type), exactness > best?.exactness ?? -1 else { continue }
            best = (media, exactness)
        }
        guard let media = best?.media else {
            let known = described.content.map(\.type).joined(separator: ", ")
            return problems + [problem("header Content-Type", "the media type is \(type.essence); described are \(known)")]
        }
        let form = FormFields(media, in: description.document)
        switch readBody(body, type, form) {
        case .opaque: break
        case .unreadable(let reason): problems.append(problem("body", reason))
        case .elements(let elements):
            for (index, element) in elements.enumerated() {
                for mistake in media.itemSchema?.mistakes(in: element, direction: .response) ?? [] {
                    problems.append(problem("body/\(index)" + mistake.instance, mistake.message, keyword: mistake.keyword))
                }
            }
        case .value(let value, _):
            guard let schema = media.schema else { break }
            let meant = type.isJSON ? value : schema.coerced(value)
            for mistake in schema.mistakes(in: meant, direction: .response) {
                problems.append(problem("body" + mistake.instance, mistake.message, keyword: mistake.keyword))
            }
            if type.isJSON { problems += undescribed(value, media).map { problem("body" + $0, "the description doesn't know this field") } }
        }
        return problems
    }

    /// Fields that no schema knows, where the schema allows any: the first thing that tells a description behind its server.
    private func undescribed(_ value: JSONValue, _ media: MockDescription.Media) -> [String] {
        guard let schema = description.document.value(at: media.pointer + "/schema") else { return [] }
        var walk = UndescribedFields(document: description.document)
        walk.look(at: value, schema, "", depth: 0)
        return walk.found
    }
}

private struct UndescribedFields {
    let document: JSONValue
    var found: [String] = []
    /// The same field of each element is told once.
    private var told: Set<String> = []
    private var left = 100_000

    init(document: JSONValue) { self.document = document }

    mutating func look(at value: JSONValue, _ schema: JSONValue, _ pointer: String, depth: Int) {
        guard depth < 64, left > 0, found.count < 100 else { return }
        left -= 1
        switch value {
        case .array(let elements):
            guard let items = itemSchema(schema) else { return }
            for (index, element) in elements.enumerated() { look(at: element, items, "\(pointer)/\(index)", depth: depth + 1) }
        case .object(let fields):
            let outline = SchemaOutline(schema, in: document)
            // An object of which nothing is said, or that is a dictionary, knows every field.
            guard outline.isObject, !outline.properties.isEmpty, !hasOthers(schema) else { return }
            for (key, field) in fields.pairs {
                let path = pointer + "/" + key
                if let known = outline.properties[key] {
                    look(at: field, known, path, depth: depth + 1)
                } else if told.insert(path.split(separator: "/").filter { Int($0) == nil }.joined(separator: "/")).inserted {
                    found.append(path)
                }
            }
        default: break
        }
    }

    /// The schema of elements, behind references.
    private func itemSchema(_ schema: JSONValue) -> JSONValue? {
        var schema = schema
        for _ in 0..<16 {
            guard let reference = schema["$ref"]?.string, let target = document.value(atReference: reference) else { break }
            schema = target
        }
        return schema["items"]
    }

    /// Fields of any other name are described.
    private func hasOthers(_ schema: JSONValue) -> Bool {
        var waiting = [schema]
        var left = 64
        while let next = waiting.popLast(), left > 0 {
            left -= 1
            if let reference = next["$ref"]?.string, let target = document.value(atReference: reference) { waiting.append(target) }
            if let others = next["additionalProperties"], others != .bool(false) { return true }
            if next["patternProperties"] != nil { return true }
            for key in ["allOf", "anyOf", "oneOf"] { waiting += next[key]?.array ?? [] }
        }
        return false
    }
}
