/// Makes what a client said fit a response: fields that the response's schema doesn't allow (a `null` that was sent, a
/// password, the fields of what was deleted beside `{"id": "7", "deleted": true}`) give way to those that it does.
struct ResponseFit: Sendable {
    private let schema: CompiledSchema
    private let outline: SchemaOutline
    /// The fields of a value that the schema allows.
    let start: JSONObject

    /// nil: the schema isn't of objects.
    init?(_ json: JSONValue, _ schema: CompiledSchema, in document: JSONValue) {
        let outline = SchemaOutline(json, in: document)
        guard outline.isObject || !outline.properties.isEmpty else { return nil }
        let sample = SchemaSample.of(json, in: document, direction: .response)
        var start = sample?.object
        if sample.map({ schema.isValid($0, direction: .response) }) != true,
            case .success(let made) = schema.makeValue(MakeOptions(direction: .response))
        {
            start = made.object ?? start
        }
        (self.schema, self.outline, self.start) = (schema, outline, start ?? JSONObject())
    }

    /// - Parameter kept: A field that stays whatever it is.
    /// - Returns: nil where no choice of fields is allowed; else the fields, and what is wrong with those that the
    ///   response has and that had another value.
    func fitted(_ item: JSONObject, keeping kept: String) -> (fields: JSONObject, mistakes: [SchemaMistake])? {
        var fields = item
        var replaced: [SchemaMistake] = []
        // What takes the place of one field may contradict another.
        for _ in 0..<8 {
            let mistakes = schema.mistakes(in: .object(fields), direction: .response)
            if mistakes.isEmpty { return (fields, replaced) }
            var hasChanged = false
            for mistake in mistakes {
                guard let key = JSONPointer.tokens(mistake.instance)?.first else {
                    for name in outline.required where fields[name] == nil && start[name] != nil {
                        fields[name] = start[name]
                        hasChanged = true
                    }
                    continue
                }
                guard key != kept, let value = fields[key] else { continue }
                if let sent = item[key], sent == value, sent != .null, outline.properties[key] != nil,
                    mistake.keyword != "properties"
                {
                    replaced.append(mistake)
                }
                let isReplaced = outline.required.contains(key) && start[key] != value
                fields[key] = isReplaced ? start[key] : nil
                hasChanged = true
            }
            if !hasChanged { break }
        }
        return oneByOne(item, keeping: kept)
    }

    /// Of alternatives a mistake doesn't tell which field it is about. Only described fields are tried: a client may send
    /// any number of others.
    private func oneByOne(_ item: JSONObject, keeping kept: String) -> (JSONObject, [SchemaMistake])? {
        // Another alternative than the one that the start is of: what was sent is all that it has.
        var own = JSONObject()
        for (key, value) in item.pairs where key == kept || start[key] != value { own[key] = value }
        if schema.isValid(.object(own), direction: .response) { return (own, []) }
        var fields = start
        if let id = item[kept] { fields[kept] = id }
        guard schema.isValid(.object(fields), direction: .response) else { return nil }
        var mistakes: [SchemaMistake] = []
        for key in outline.properties.keys.sorted() where key != kept {
            guard let value = item[key] else { continue }
            let before = fields[key]
            fields[key] = value
            guard !schema.isValid(.object(fields), direction: .response) else { continue }
            fields[key] = before
            guard value != .null, value != before else { continue }
            mistakes.append(
                SchemaMistake(
                    instance: "/" + JSONPointer.escaped(key), keyword: "oneOf", schema: "",
                    message: "no alternative that has the other fields has this one"))
        }
        return (fields, mistakes)
    }
}
