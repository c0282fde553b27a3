/// Puts the reason for a refusal into an error of the description's own type, if that has a string for it: `detail`,
/// `message`, `error.message` and the like.
struct ErrorReason {
    let text: String
    let document: JSONValue
    /// The number of schemas that may still be read.
    var budget = 100

    /// The names of fields for a sentence, the best first: letters only, in lower case.
    private static let names = [
        "detail", "details", "message", "errormessage", "errordescription", "msg", "description", "reason", "error",
        "errors", "title", "cause", "text", "info", "summary",
    ]

    /// Copies of the value with the reason in them, the best first. The caller checks which the schema allows.
    mutating func ways(_ value: JSONValue, _ schema: JSONValue, depth: Int = 0) -> [JSONValue] {
        guard depth < 4, budget > 0 else { return [] }
        budget -= 1
        let outline = SchemaOutline(schema, in: document)
        if outline.hasText, !outline.isObject, !outline.isList { return [.string(text)] }
        if outline.isList, let items = outline.items {
            let elements = value.array ?? []
            let first = elements.first ?? .object(JSONObject())
            return ways(first, items, depth: depth + 1).map { .array([$0] + elements.dropFirst()) }
        }
        guard outline.isObject || !outline.properties.isEmpty, let fields = value.object else { return [] }
        // A string of this object goes before one in an object or a list inside.
        var places: [(depth: Int, rank: Int, key: String)] = []
        for (key, schema) in outline.properties {
            let name = key.lowercased().filter { $0.isLetter }
            let property = SchemaOutline(schema, in: document)
            let rank = Self.names.firstIndex(of: name)
            if property.isObject || property.isList {
                places.append((1, rank ?? Self.names.count, key))
            } else if let rank, property.hasText {
                places.append((0, rank, key))
            }
        }
        var changes: [JSONValue] = []
        for place in places.sorted(by: <) {
            var inner = [JSONValue.string(text)]
            if place.depth > 0 {
                guard let member = fields[place.key], let schema = outline.properties[place.key] else { continue }
                inner = ways(member, schema, depth: depth + 1)
            }
            for value in inner {
                var copy = fields
                copy[place.key] = value
                changes.append(.object(copy))
            }
        }
        return changes
    }
}

extension MockResponder {
    /// An error response with the reason in one of its strings, if its type has a string for it.
    func giving(_ reason: String, in response: MockResponse, _ declaration: MockDescription.Response) -> MockResponse {
        let type = response.headers.last { MockText.isSame($0.name, "content-type") }?.value
        guard let type, let media = declaration.content.first(where: { $0.type == type }), let schema = media.schema
        else { return response }
        let isJSON = MediaType(type)?.isJSON == true
        guard isJSON || type.hasPrefix("text/"),
            let schemaJSON = description.document.value(at: media.pointer + "/schema"),
            let value = isJSON ? try? JSONValue(parsing: response.body) : .string("")
        else { return response }
        var sentence = ErrorReason(text: reason, document: description.document)
        guard
            let body = sentence.ways(value, schemaJSON).first(where: { schema.isValid($0, direction: .response) }),
            isJSON || body.string != nil
        else { return response }
        var response = response
        response.body = isJSON ? body.bytes : Array((body.string ?? "").utf8)
        return response
    }
}
