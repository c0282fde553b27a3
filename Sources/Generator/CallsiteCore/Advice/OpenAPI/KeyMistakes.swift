// Unknown keys: misspellings of a known key, and keys that belong in another object or version.

extension MistakeWalk {
    /// The place where a foreign key belongs; cached, since documents repeat their mistakes.
    mutating func foreignPlace(of word: String, in object: OpenAPIObject) -> DiagnosticText? {
        guard word.utf8.count < 200 else { return nil }
        let key = "\(object.rawValue) \(word)"
        if let place = places[key] { return place }
        let place = places.count < 1000 ? object.place(ofForeign: word, isSwagger: isSwagger) : nil
        places[key] = .some(place)
        return place
    }

    /// The key that an unknown one is meant to be; cached, since many documents repeat a key in thousands of places.
    mutating func meaning(of word: String, in object: OpenAPIObject) -> String? {
        guard word.utf8.count < 40 else { return nil }
        let key = "\(object.rawValue) \(word)"
        if let meaning = meanings[key] { return meaning }
        let meant = meanings.count < 1000 ? object.keys.meant(by: word, in: object) : nil
        meanings[key] = .some(meant)
        return meant
    }

    /// Whether a keyword of schemas stands among the properties. Its value shows that: no property's schema is a list,
    /// or `object`.
    func isKeywordAmongProperties(_ key: String, _ value: Node) -> Bool {
        switch key {
        case "required", "allOf", "oneOf", "anyOf", "enum": value.isSequence
        case "additionalProperties": value.isScalar && (value.text == "true" || value.text == "false")
        case "type": value.isScalar && ["object", "array", "string"].contains(value.text)
        case "$ref": value.text?.contains("#/") ?? false
        default: false
        }
    }
}

extension Diagnostic {
    static func openAPIKey(_ key: String, in object: OpenAPIObject, meant: String, at place: SourceLocation) -> Self {
        .warning(
            "unknown-openapi-key", "'\(key)' isn't a key of \(object.name)",
            help: "it is ignored; did you mean '\(meant)'?", at: place, isPerCause: true)
    }
    static func foreignOpenAPIKey(
        _ key: String, in object: OpenAPIObject, help: DiagnosticText, at place: SourceLocation
    ) -> Self {
        .warning(
            "unknown-openapi-key", "'\(path: key)' isn't a key of \(object.name)", help: "it is ignored; " + help,
            at: place, isPerCause: true)
    }
    static func otherVersion(_ key: String, isSwagger: Bool, in object: OpenAPIObject, at place: SourceLocation) -> Self
    {
        let help: DiagnosticText =
            switch object {
            case .parameter where key == "collectionFormat":
                "it is ignored; OpenAPI 3 has 'explode: true' for 'multi', and 'explode: false' for 'csv'"
            case .parameter where key == "style": "it is ignored; Swagger has 'collectionFormat: multi' or 'csv'"
            case .parameter where !isSwagger: "it is ignored; OpenAPI 3 has the type in 'schema: {type: …}'"
            case .response where !isSwagger:
                "it is ignored; OpenAPI 3 has it under 'content: {application/json: {schema: …}}'"
            default:
                isSwagger
                    ? "it is ignored; if OpenAPI is meant, begin with 'openapi: 3.0.3'"
                    : "it is ignored; if Swagger is meant, begin with 'swagger: \"2.0\"'"
            }
        return isSwagger
            ? .writtenForVersion3(help: help, at: place)
            : .warning(
                "key-of-other-version",
                "this is written as in Swagger 2.0, and the document says that it is OpenAPI 3", help: help, at: place)
    }
    static func keywordAmongProperties(_ key: String, at place: SourceLocation) -> Self {
        .warning(
            "unknown-openapi-key", "'\(key)' is among the properties, so it is one",
            help: "begin it in the column of 'properties:'", at: place)
    }
    static func starAsMediaType(at place: SourceLocation) -> Self {
        .warning(
            "unknown-openapi-key", "'*' is where a media type is expected", help: "it is taken for '*/*'; write that",
            at: place)
    }
    static func notAMediaType(_ text: String, at place: SourceLocation) -> Self {
        .warning(
            "unknown-openapi-key", "'\(text)' is where a media type is expected",
            help: ["schema", "example", "examples", "encoding"].contains(text)
                ? "it is a key of a media type: indent it below 'application/json:'"
                : "write 'application/json:' above it, and indent it below that",
            at: place)
    }
}
