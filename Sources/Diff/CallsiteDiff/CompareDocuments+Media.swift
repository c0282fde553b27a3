import CallsiteCore

// The media types of bodies and responses, each with its schema.

extension DocumentWalk {
    /// Swagger lists the media types of all bodies, or of all responses, with the operation or the document.
    private func swaggerTypes(_ key: String, _ operation: Node, _ document: Document) -> [String] {
        let types =
            (operation.value(forKey: key) ?? document.root.value(forKey: key))?.elements?.compactMap(\.text) ?? []
        return types.isEmpty ? ["application/json"] : types
    }

    func bodies(_ operation: Node, _ document: Document) -> [(type: String, schema: Node?)] {
        if document.isSwagger {
            for node in operation["parameters"]?.elements ?? [] {
                if let parameter = document.follower.resolved(node), parameter["in"]?.text == "body" {
                    return swaggerTypes("consumes", operation, document).map { ($0, parameter["schema"]) }
                }
            }
            return []
        }
        guard let body = operation["requestBody"].flatMap({ document.follower.resolved($0) }) else { return [] }
        return (body["content"]?.pairs ?? []).map { (type: $0.key.text ?? "", schema: $0.value["schema"]) }
    }

    func answers(
        _ response: Node, _ operation: Node, _ document: Document
    ) -> [(type: String, schema: Node?)] {
        guard let response = document.follower.resolved(response) else { return [] }
        if document.isSwagger {
            guard let schema = response["schema"] else { return [] }
            return swaggerTypes("produces", operation, document).map { ($0, schema) }
        }
        return (response["content"]?.pairs ?? []).map { (type: $0.key.text ?? "", schema: $0.value["schema"]) }
    }

    mutating func compareContents(
        _ olds: [(type: String, schema: Node?)], _ news: [(type: String, schema: Node?)], isSent: Bool, _ place: Place,
        _ a: Node, _ b: Node
    ) {
        let newSchemas = Dictionary(firstOf: news.map { ($0.type, $0.schema) })
        var removed: [String] = []
        for content in olds {
            if let schema = newSchemas[content.type] {
                if let oldSchema = content.schema, let schema {
                    follow(oldSchema, schema, isSent: isSent, place)
                    compareConstants([oldSchema], [schema], isSent: isSent, place)
                }
            } else {
                removed.append(content.type)
            }
        }
        let oldTypes = Set(olds.map(\.type))
        let added = news.map(\.type).filter { !oldTypes.contains($0) }
        if olds.count == 1, news.count == 1, !removed.isEmpty, let oldSchema = olds[0].schema,
            let schema = news[0].schema
        {
            follow(oldSchema, schema, isSent: isSent, place)
        }
        guard !olds.isEmpty, !news.isEmpty else { return }
        if !isSent, removed.count == 1, added.count == 1,
            OpenAPIReader.isJSON(removed[0]) == OpenAPIReader.isJSON(added[0])
        {
            return add(
                "response-type-renamed", place, "\(place.label) returns '\(added[0])' now, was '\(removed[0])'", .none,
                a, b, key: "type \(removed[0])")
        }
        for (types, contents, isAdded) in [(removed, olds, false), (added, news, true)] where !types.isEmpty {
            let list = DiagnosticText.list(types)
            let message: DiagnosticText =
                switch (isSent, isAdded) {
                case (true, true): "\(place.label) takes \(list) too"
                case (true, false): "\(place.label) doesn't take \(list) any more"
                case (false, true): "\(place.label) returns \(list) too"
                case (false, false): "\(place.label) never returns \(list)"
                }
            let isMissed =
                isSent && isMissing(!isAdded, isAdded) && Self.sentType(contents).map(types.contains) == true
            add(
                (isSent ? "body" : "response") + (isAdded ? "-type-added" : "-type-removed"), place, message,
                isMissed ? .breaks : .none, a, b, key: "types")
        }
    }

    /// The media type that the generated request sends: JSON if there is one, else the first.
    static func sentType(_ contents: [(type: String, schema: Node?)]) -> String? {
        (contents.first { OpenAPIReader.isJSON($0.type) } ?? contents.first)?.type
    }
}
