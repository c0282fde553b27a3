// Reports misspelled words of a document, `format: datetime` or `aplication/json`, and tags and security requirements
// of the wrong form.

extension MistakeWalk {
    // MARK: - Formats

    mutating func checkFormat(_ format: Node) {
        guard let text = format.text else { return }
        // A document repeats a few formats many times, so the suggestions are cached.
        if meantFormats[text] == nil { meantFormats[text] = .some(self.format(meantBy: text)) }
        if let suggestion = meantFormats[text] ?? nil {
            diagnostics.report(.unknownFormat(text, meant: suggestion, at: format.place).oncePerCause)
        }
    }

    /// The common format that a misspelled one stands for: `date-time` for `datetime`. nil if the format is common
    /// itself, or if no common one resembles it.
    private func format(meantBy text: String) -> String? {
        let formats = Self.formats
        guard text.utf8.count > 3, text.utf8.count < 20, !Self.otherFormats.contains(text), !formats.contains(text),
            !ownFormats.contains(text)
        else { return nil }
        if text == "guid" { return "uuid" }
        let folded = text.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
        return formats.first { $0.filter { $0 != "-" } == folded } ?? formats.first { isFormatSlip(text, of: $0) }
    }

    /// Whether one format is a misspelling of another. `ulid` isn't one of `uuid`: in words as short as these, only
    /// swapped, missing and additional letters count as slips.
    private func isFormatSlip(_ text: String, of format: String) -> Bool {
        guard Spelling.isSlip(text, of: format) else { return false }
        return text.utf8.count > 5 || text.utf8.count != format.utf8.count || text.utf8.sorted() == format.utf8.sorted()
    }

    private static let formats = [
        "date-time", "date", "time", "duration", "uuid", "uri", "byte", "binary", "password", "email", "hostname",
        "ipv4", "ipv6", "int32", "int64", "float", "double", "decimal",
    ]

    /// Formats that look like misspellings of `formats` and aren't.
    private static let otherFormats: Set<String> = [
        "uint32", "uint64", "uint8", "int8", "iri", "times", "dates", "emails",
    ]

    // MARK: - Media types

    /// Reports a media type that is nearly a common one: `aplication/json`. Requests would have the misspelled one.
    mutating func checkMediaType(_ text: String, at place: SourceLocation) {
        let essence = OpenAPIReader.essence(text)
        guard essence.utf8.count < 60, !Self.mediaTypes.contains(essence), !Self.otherMediaTypes.contains(essence),
            !essence.contains("+")
        else { return }
        if let suggestion = Self.mediaTypes.first(where: { Spelling.isSlip(essence, of: $0) }) {
            diagnostics.report(.nearlyAMediaType(text, meant: suggestion, at: place).oncePerCause)
        }
    }

    private static let mediaTypes = [
        "application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/event-stream",
        "application/octet-stream", "text/plain", "application/x-ndjson",
    ]

    /// Media types that look like misspellings of `mediaTypes` and aren't.
    private static let otherMediaTypes: Set<String> = [
        "application/bson", "application/json5", "application/jsonl", "application/jose",
    ]

    /// Reports an `itemSchema` (OpenAPI 3.2, 4.14.1) of a media type that holds a single value, such as JSON.
    mutating func checkItemSchema(_ mediaType: String, _ media: Node) {
        guard let item = media["itemSchema"] else { return }
        switch OpenAPIReader.kind(ofMedia: mediaType) {
        case .lines, .events, .other: break
        case .json, .form, .multipart, .text, .any, .bytes:
            diagnostics.report(.itemSchemaOfOneValue(mediaType, at: item.place))
        }
    }

    // MARK: - Schemes, tags and security

    mutating func checkSchemes(_ schemes: Node) {
        let candidates = ["https", "http", "wss", "ws"]
        for element in schemes.elements ?? [] {
            if let text = element.text, !candidates.contains(text) {
                diagnostics.report(.unknownScheme(text, candidates: candidates, at: element.place))
            }
        }
    }

    mutating func checkTags(_ tags: Node, ofDocument: Bool) {
        for element in tags.elements ?? [] {
            if ofDocument, !element.isMapping {
                diagnostics.report(.tagAsText(element.text ?? "orders", at: element.place).oncePerCause)
            } else if !ofDocument, !element.isScalar {
                diagnostics.report(.tagAsMapping(element["name"]?.text ?? "orders", at: element.place).oncePerCause)
            }
        }
    }

    mutating func checkSecurity(_ requirements: Node) {
        for element in requirements.elements ?? [] where element.isScalar && element.text?.isEmpty == false {
            diagnostics.report(.schemeAsText(element.text ?? "", at: element.place))
        }
        for (name, scopes) in (requirements.elements ?? []).flatMap({ $0.pairs ?? [] }) where !scopes.isSequence {
            diagnostics.report(.scopesAreNoList(name.text ?? "", scopes, at: scopes.place).oncePerCause)
        }
    }
}

extension Diagnostic {
    static func unknownFormat(_ format: String, meant: String, at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "the format '\(format)' isn't known", help: "it is ignored; did you mean '\(meant)'?", at: place)
    }
    static func nearlyAMediaType(_ text: String, meant: String, at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "the media type '\(text)' isn't known", help: "it is taken as it is written; did you mean '\(meant)'?",
            at: place)
    }
    static func itemSchemaOfOneValue(_ mediaType: String, at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "'itemSchema' is for media types of several values, and '\(mediaType)' has one",
            help: "it is ignored; write 'schema', with 'type: array' for a list", at: place)
    }
    static func unknownScheme(_ scheme: String, candidates: [String], at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "'schemes' can't hold '\(scheme)'",
            help: "it is ignored; \(Spelling.help(for: scheme, amongWords: candidates) ?? "")", at: place)
    }
    static func tagAsText(_ name: String, at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "a tag of the document is '\(name)'", help: "it is ignored; write '- name: \(name)'", at: place)
    }
    static func tagAsMapping(_ name: String, at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "a tag of an operation is more than its name", help: "it is ignored; write '- \(name)'", at: place)
    }
    static func schemeAsText(_ name: String, at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "'\(name)' in 'security' is a string, and a mapping is expected",
            help: "it is ignored; write '- \(name): []'", at: place)
    }
    static func scopesAreNoList(_ name: String, _ node: Node, at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "the scopes of '\(name)' are \(node.isNull ? "empty" : node.kindDescription)",
            help: "expected a list: '- \(yaml: name): [\(yaml: node.text ?? "")]'", at: place)
    }
    static func noHeaderName(_ name: String, at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "'\(name)' can't be the name of a header", help: "it is left out; letters, digits and '-'", at: place)
    }
}
