/// Makes an item that a client sent fit a response. Fields that the response's schema doesn't allow (a `null` that was
/// sent, a password, the fields of a deleted item beside `{"id": "7", "deleted": true}`) give way to fields that it
/// allows.
struct ResponseFit: Sendable {
    private let json: JSONValue
    private let schema: CompiledSchema
    private let outline: SchemaOutline
    private let document: JSONValue
    /// The fields of a value that the schema allows. If there is no such value, those of the plainest value.
    let start: JSONObject
    /// The fields that a server sets by itself: required fields, fields that no client can send, and fields with a
    /// default. Other fields are only there if a client sends them.
    let given: JSONObject
    /// Fields that no client can send.
    let readOnly: Set<String>
    /// A description may contradict itself, so that no value is allowed. Then nothing is made to fit.
    private let isSatisfiable: Bool

    /// nil if the schema isn't of objects.
    init?(_ json: JSONValue, _ schema: CompiledSchema, in description: MockDescription) {
        let document = description.document
        let outline = SchemaOutline(json, in: document)
        guard outline.isObject || !outline.properties.isEmpty else { return nil }
        var start = SchemaSample.of(json, in: description, direction: .response)
        var isSatisfiable = start.map { schema.isValid($0, direction: .response) } ?? false
        if !isSatisfiable, case .success(let value) = schema.makeValue(MakeOptions(direction: .response)) {
            (start, isSatisfiable) = (value, true)
        }
        (self.json, self.schema, self.outline, self.document) = (json, schema, outline, document)
        (self.start, self.isSatisfiable) = (start?.object ?? JSONObject(), isSatisfiable)
        var given = Self.given(self.start, outline, document, depth: 0)
        // A part of an object may be wrong without the rest, as with alternatives. Then the whole field is taken.
        for mistake in schema.mistakes(in: .object(given), direction: .response) {
            if let key = JSONPointer.tokens(mistake.instance)?.first, given[key] != nil { given[key] = self.start[key] }
        }
        self.given = given
        readOnly = Set(outline.properties.filter { SchemaOutline($0.value, in: document).isReadOnly }.keys)
    }

    /// - Parameter kept: A field that always stays.
    /// - Returns: nil if no choice of fields is allowed, though some value is; else the fields, and the mistakes in
    ///   those that the response has and that had another value.
    func fitted(_ item: JSONObject, keeping kept: String?) -> (fields: JSONObject, mistakes: [SchemaMistake])? {
        guard isSatisfiable else { return (completed(item, by: start, outline, depth: 0), []) }
        func key(of mistake: SchemaMistake) -> String? { JSONPointer.tokens(mistake.instance)?.first }
        func isOfKept(_ mistake: SchemaMistake) -> Bool { kept != nil && key(of: mistake) == kept }
        var item = item
        var contradicted: [SchemaMistake] = []
        for key in ImpliedTypes(document: document).contradicted(in: item, by: json) where key != kept {
            item[key] = outline.required.contains(key) ? start[key] : nil
            contradicted.append(Self.mistake(key, "type", "the response describes an object or a list here"))
        }
        var mistakes = schema.mistakes(in: .object(item), direction: .response)
        if !mistakes.isEmpty {
            item = completed(item, by: start, outline, depth: 0)
            mistakes = schema.mistakes(in: .object(item), direction: .response)
        }
        // A client may send any number of fields that nothing describes. They aren't returned, unless the schema allows
        // other fields.
        var fields =
            outline.describesOthers ? item : item.filter { $0 == kept || outline.properties[$0] != nil }
        var replaced = contradicted + mistakes.filter(isOfKept)
        // The replacement for one field may contradict another field.
        for _ in 0..<8 {
            mistakes.removeAll(where: isOfKept)
            if mistakes.isEmpty { return (fields, replaced) }
            var wrongKeys: Set<String> = []
            for mistake in mistakes {
                guard let key = key(of: mistake), fields[key] != nil,
                    wrongKeys.insert(key).inserted, outline.properties[key] != nil, mistake.keyword != "properties",
                    let sent = item[key], sent != .null, sent == fields[key]
                else { continue }
                replaced.append(mistake)
            }
            let before = fields
            fields = fields.filter { !wrongKeys.contains($0) }
            for name in outline.required where fields[name] == nil && start[name] != nil && start[name] != before[name]
            {
                fields[name] = start[name]
            }
            if fields == before { break }
            mistakes = schema.mistakes(in: .object(fields), direction: .response)
        }
        return oneByOne(item, keeping: kept)
    }

    private static func given(
        _ start: JSONObject, _ outline: SchemaOutline, _ document: JSONValue, depth: Int
    ) -> JSONObject {
        var fields = JSONObject()
        for (key, value) in start.pairs {
            guard let schema = outline.properties[key] else {
                if outline.required.contains(key) { fields[key] = value }
                continue
            }
            let inner = SchemaOutline(schema, in: document)
            guard outline.required.contains(key) || inner.isReadOnly || inner.defaultValue != nil else { continue }
            if let object = value.object, inner.isObject, depth < 8 {
                fields[key] = .object(given(object, inner, document, depth: depth + 1))
            } else {
                fields[key] = inner.defaultValue ?? value
            }
        }
        return fields
    }

    /// Adds the required fields that inner objects lack, since a client leaves out the fields that the server sets.
    private func completed(_ item: JSONObject, by start: JSONObject, _ outline: SchemaOutline, depth: Int) -> JSONObject
    {
        guard depth < 16 else { return item }
        var fields = item
        for (key, schema) in outline.properties {
            guard let own = item[key]?.object, let sample = start[key]?.object else { continue }
            let inside = SchemaOutline(schema, in: document)
            var inner = completed(own, by: sample, inside, depth: depth + 1)
            for name in inside.required.sorted() where inner[name] == nil { inner[name] = sample[name] }
            fields[key] = .object(inner)
        }
        return fields
    }

    /// For alternatives, a mistake doesn't name the field that it is about. Only described fields are tried: a client
    /// may send any number of others.
    private func oneByOne(_ item: JSONObject, keeping kept: String?) -> (JSONObject, [SchemaMistake])? {
        // The item may be of another alternative than the start, and complete.
        var sentFields = JSONObject()
        for (key, value) in item.pairs where key == kept || start[key] != value { sentFields[key] = value }
        if schema.isValid(.object(sentFields), direction: .response) { return (sentFields, []) }
        var fields = start
        if let kept, let id = item[kept] { fields[kept] = id }
        guard schema.isValid(.object(fields), direction: .response) else { return nil }
        var mistakes: [SchemaMistake] = []
        for key in outline.properties.keys.sorted() where key != kept {
            guard let value = item[key] else { continue }
            let before = fields[key]
            fields[key] = value
            guard !schema.isValid(.object(fields), direction: .response) else { continue }
            fields[key] = before
            guard value != .null, value != before else { continue }
            mistakes.append(Self.mistake(key, "oneOf", "no alternative that has the other fields has this one"))
        }
        return (fields, mistakes)
    }

    private static func mistake(_ key: String, _ keyword: String, _ message: String) -> SchemaMistake {
        SchemaMistake(instance: "/" + JSONPointer.escaped(key), keyword: keyword, schema: "", message: message)
    }
}
