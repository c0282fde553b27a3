// Reads request bodies, and chooses the media types to send. Media types with different contents become a request
// each. If several have the same content, JSON is sent, or multipart if there are files.

extension OpenAPIReader {
    /// A body in one media type.
    struct ReadBody {
        var body: Description.Body
        /// `Content-Type`, if it isn't the encoding's usual one.
        var contentType: Description.Header?
        /// The headers of a multipart body's parts.
        var partHeaders: [Description.Parameter] = []
        var media: Media
    }

    /// Sets the endpoint's body, and returns a copy of the endpoint for each other body that the operation takes.
    func readBodies(
        of operation: FoundOperation, into endpoint: inout Description.Endpoint
    ) -> [Description.Endpoint] {
        let bodies =
            version == .swagger2
            ? [swaggerBody(of: operation)].compactMap(\.self)
            : operation.node["requestBody"].map(openAPIBodies) ?? []
        // A form without fields is no body.
        guard let first = bodies.first, operation.method != "GET" || !isEmptyForm(first.body) else { return [] }
        let plain = endpoint
        set(first, in: &endpoint)
        return bodies.dropFirst().map { other in
            var twin = plain
            twin.name.text += " " + suffix(other.media, beside: first.media)
            set(other, in: &twin)
            return twin
        }
    }

    private func set(_ read: ReadBody, in endpoint: inout Description.Endpoint) {
        endpoint.body = read.body
        if let header = read.contentType { endpoint.headers.append(header) }
        endpoint.parameters += read.partHeaders
    }

    private func isEmptyForm(_ body: Description.Body) -> Bool {
        guard body.encoding == .form else { return false }
        switch body.content {
        case .fields(let fields): return fields.isEmpty
        case .type(let type, _):
            if case .dictionary(let value) = type.kind, case .scalar(.json) = value.kind { return true }
            return false
        }
    }

    /// The word that distinguishes a kind of JSON from others: `application/vnd.github.v3.star+json` is `star`, and
    /// `…+json; type=collection` is `collection` beside `…+json; type=single`.
    static func distinguishingWord(_ mediaType: String, beside other: String) -> String {
        if essence(mediaType).lowercased() == essence(other).lowercased() {
            func parameters(_ text: String) -> [String] {
                text.split(separator: ";").dropFirst().map { $0.filter { $0 != " " && $0 != "\"" }.lowercased() }
            }
            let own = parameters(mediaType).first { !parameters(other).contains($0) }
            if let value = own?.split(separator: "=").last { return String(value) }
        }
        let subtype = essence(mediaType).split(separator: "/").last ?? "json"
        let name = subtype.split(separator: "+").first ?? subtype
        let word = name.split(separator: ".").last ?? name
        return word == "json" ? "JSON" : word.hasPrefix("x-") ? String(word.dropFirst(2)) : String(word)
    }

    /// The word that follows the operation's name in the name of the request with this body.
    private func suffix(_ media: Media, beside first: Media) -> String {
        switch media.kind {
        case .json: Self.distinguishingWord(media.type, beside: first.type)
        case .form: "form"
        case .multipart: "multipart"
        case .text: "text"
        case .lines: "lines"
        case .events, .any, .bytes, .other: "data"
        }
    }

    // MARK: - OpenAPI 3

    private func openAPIBodies(_ node: Node) -> [ReadBody] {
        guard let body = resolved(node) else { return [] }
        let offered = media(body["content"])
        guard let first = preferredBody(offered) else { return [] }
        var chosen = [first]
        var contents = KnownContents()
        remember(first, in: &contents)
        var suffixes: Set<String> = [suffix(first, beside: first)]
        var types = WireTypes()
        _ = types.insert(first)
        for other in offered where other.type != first.type {
            // Data of any type is sent if neither JSON nor bytes can be.
            let isData = other.kind == .any && isPlain(other) && !contents.has([.json, .any, .bytes])
            guard isData || !offersNothingNew(other, beside: &contents) else { continue }
            let isWritten = isData || ![.any, .events, .other].contains(other.kind)
            // One media type of each kind, since the requests' names distinguish only kinds.
            if isWritten, types.insert(other), suffixes.insert(suffix(other, beside: first)).inserted {
                chosen.append(other)
                remember(other, in: &contents)
            } else {
                diagnostics.report(.otherMediaType(other.type, first.type, at: other.place))
            }
        }
        let place = body["content"]?.place ?? body.place
        let isOptional = !flag(body["required"])
        if isOptional, chosen.count == 1, hasNothing(chosen[0]) {
            diagnostics.report(.bodyOfNothing(at: place))
            return []
        }
        return chosen.map { media in
            var read = self.body(
                media.node["schema"], media, isOptional: isOptional, encoding: media.node["encoding"], at: place)
            read.body.example = example(media)
            // Several types of bytes are the caller's choice: `.data(bytes, type: "image/png")`.
            if read.body.encoding == .binary {
                let choices = offered.filter { $0.kind == media.kind && isSameContent($0, media) }
                if choices.count > 1 { read.contentType = nil }
            }
            if types.needsParameters(media), let value = headerValue(media.type) {
                read.contentType = .init(name: "Content-Type", value: value, place: media.place)
            }
            return read
        }
    }

    /// Whether no field can be sent. Some generators describe a missing body as a closed object without properties.
    private func hasNothing(_ media: Media) -> Bool {
        guard let schema = media.node["schema"], schema["oneOf"] == nil, schema["anyOf"] == nil,
            let parts = objectParts(of: schema)
        else { return false }
        return parts.properties.isEmpty && parts.isClosed && parts.others == nil
    }

    /// JSON where it is offered, unless a multipart body of the same content has files to send.
    private func preferredBody(_ offered: [Media]) -> Media? {
        // The schema of a multipart body must name its parts.
        let usable = offered.filter { media in
            media.kind != .multipart || media.node["schema"].map { kind(of: $0) } == .object
        }
        let json = preferredJSON(usable)
        if let multipart = usable.first(where: { $0.kind == .multipart }), let schema = multipart.node["schema"],
            hasFiles(schema), json.map({ isSameContent($0, multipart) }) ?? true
        {
            return multipart
        }
        return json ?? (usable.isEmpty ? offered : usable).min { $0.kind < $1.kind }
    }

    private func hasFiles(_ schema: Node) -> Bool {
        quietly { objectParts(of: schema) }?.properties.contains { property in
            (property.all + property.any).contains { files(in: $0) != nil }
        } ?? false
    }

    // MARK: - One body

    private func body(
        _ schema: Node?, _ media: Media, isOptional: Bool, encoding: Node?, at place: SourceLocation
    ) -> ReadBody {
        func whole(
            _ type: Description.TypeExpression, _ encoding: Description.BodyEncoding, usual: String? = nil
        ) -> ReadBody {
            var read = ReadBody(
                body: .init(
                    content: .type(type, isOptional: isOptional), isOptional: isOptional, encoding: encoding,
                    place: place),
                media: media)
            if let usual, Self.essence(media.type) != usual, let value = headerValue(media.type) {
                read.contentType = .init(name: "Content-Type", value: value, place: media.place)
            }
            return read
        }
        func scalar(_ scalar: Scalar) -> Description.TypeExpression { .init(kind: .scalar(scalar), place: place) }
        func bytes() -> ReadBody { whole(scalar(.data), .binary, usual: "application/octet-stream") }
        switch media.kind {
        case .json:
            guard let schema else { return whole(scalar(.json), .json, usual: "application/json") }
            let type = type(of: [schema], at: schema.place, in: .body)
            var read = whole(
                type.isNullable && !isOptional ? type.element : type.type, .json, usual: "application/json")
            if case .inline(.object(let fields, nil)) = type.type.kind, !fields.isEmpty, !type.isNullable {
                read.body.content = .fields(fields.filter { !$0.isReadOnly })
            }
            return read
        case .form, .multipart: return fieldsBody(schema, media, isOptional: isOptional, encoding: encoding, at: place)
        case .text:
            if holdsMoreThanText(media) { diagnostics.report(.objectAsText(media.type, at: media.place)) }
            return whole(textType(schema, at: place), .text, usual: "text/plain")
        case .any:
            if let schema, kind(of: schema) == .object || kind(of: schema) == .array {
                return whole(type(of: [schema], at: schema.place, in: .body).type, .json)
            }
            return whole(scalar(.data), .binary)
        case .lines:
            guard !Self.isJSONSequence(media.type) else {
                diagnostics.report(.unwrittenMediaType(media.type, at: media.place))
                return bytes()
            }
            // Each line is an element: OpenAPI 3.2 describes it with `itemSchema`, and other versions with a list.
            if let item = media.node["itemSchema"] {
                let element = type(of: [item], at: item.place, in: .element).element
                return whole(.init(kind: .list(element), place: item.place), .lines, usual: "application/x-ndjson")
            }
            if let schema, kind(of: schema) == .array {
                let type = self.type(of: [schema], at: schema.place, in: .body)
                return whole(type.type, .lines, usual: "application/x-ndjson")
            }
            return bytes()
        case .bytes:
            reportEncodedBytes(schema)
            return bytes()
        case .events, .other:
            diagnostics.report(.unwrittenMediaType(media.type, at: media.place))
            return bytes()
        }
    }

    /// A form or a multipart body: a field for each property.
    private func fieldsBody(
        _ schema: Node?, _ media: Media, isOptional: Bool, encoding: Node?, at place: SourceLocation
    ) -> ReadBody {
        let isForm = media.kind == .form
        if !isForm, Self.essence(media.type) != "multipart/form-data" {
            diagnostics.report(.otherMultipart(media.type, at: media.place))
        }
        var body = Description.Body(
            content: .fields([]), isOptional: isOptional, encoding: isForm ? .form : .multipart, place: place)
        let kind = schema.map { self.kind(of: $0) } ?? .any
        guard let schema, kind == .object, let parts = objectParts(of: schema), !parts.properties.isEmpty else {
            if kind == .object || kind == .any {
                // Only the caller knows the names of the files.
                if !isForm, let schema, let parts = objectParts(of: schema),
                    let files = otherFields(parts, isForm: false), files.isBytes
                {
                    set([], files, called: "files", isOptional: isOptional, in: &body)
                    return .init(body: body, media: media)
                }
                var type = Description.TypeExpression(
                    kind: .dictionary(.init(kind: .scalar(.json), place: place)), place: schema?.place ?? place)
                if let schema, kind == .object {
                    let read = self.type(of: [schema], at: schema.place, in: .body).type
                    if case .dictionary = read.kind { type = read }
                }
                body.content = .type(type, isOptional: isOptional)
            } else if let schema {
                // A field needs a name, and the schema gives none.
                let type = self.type(of: [schema], at: schema.place, in: isForm ? .body : .part)
                let isBytes = type.type.isBytes
                let name = isBytes ? "file" : "value"
                diagnostics.report(.bodyWithoutNames(media.type, name, at: schema.place))
                body.content = .fields([
                    .init(
                        wireName: name, type: type.type, isOptional: isOptional || type.isNullable, place: schema.place)
                ])
            }
            return .init(body: body, media: media)
        }
        if let union = parts.mergedUnion {
            let isBeside = parts.properties.contains { !$0.all.isEmpty }
            diagnostics.report(isBeside ? .mergedUnion(at: union) : .mergedForms(at: union))
        }
        let fields = formFields(parts, in: isForm ? .body : .part).filter { !$0.isReadOnly }
        if !isForm { for node in parts.properties.flatMap(\.all) { reportEncodedBytes(node) } }
        body.content = .fields(fields)
        if let others = otherFields(parts, isForm: isForm) {
            let names = ["otherFields", "furtherFields", "fieldsOfOtherNames"]
            let name = names.first { parts.positions[$0] == nil } ?? "_otherFields"
            set(fields, others, called: name, isOptional: true, in: &body)
        }
        readEncodings(encoding, of: fields, isForm: isForm, into: &body)
        let names = Set(fields.map(\.wireName))
        return .init(body: body, partHeaders: isForm ? [] : partHeaders(encoding, of: names), media: media)
    }

    /// The type of a form's fields of other names, which only the caller knows, if `additionalProperties` restricts
    /// their values; nil: there are no such fields.
    private func otherFields(_ parts: ObjectParts, isForm: Bool) -> Description.TypeExpression? {
        guard let rest = parts.others, rest.isMapping, rest.isFilled, kind(of: rest) != .any else { return nil }
        let value = type(of: [rest], at: rest.place, in: isForm ? .element : .part).type
        let isScalar = if case .scalar = kind(of: rest) { true } else { false }
        guard isScalar || (!isForm && value.isBytes) else {
            if !parts.properties.isEmpty { diagnostics.report(.fieldsOfOtherNames(at: rest.place)) }
            return nil
        }
        return value
    }

    /// Adds a dictionary for the fields of other names. It is an exploded object, so each member is written as a field.
    private func set(
        _ fields: [Description.Field], _ others: Description.TypeExpression, called name: String, isOptional: Bool,
        in body: inout Description.Body
    ) {
        let type = Description.TypeExpression(kind: .dictionary(others), place: others.place)
        let field = Description.Field(
            wireName: name, type: type, isOptional: isOptional, documentation: "Fields of any other name.",
            place: others.place)
        body.content = .fields(fields + [field])
        body.encodings[name] = .init(style: .form, explode: true)
    }

    /// The type of a body that is text on the wire: the schema's, if it lists strings, else `String`.
    private func textType(_ schema: Node?, at place: SourceLocation) -> Description.TypeExpression {
        if let schema, let texts = texts(of: schema), !texts.values.isEmpty {
            return type(of: [schema], at: schema.place, in: .body).type
        }
        return .init(kind: .scalar(.string), place: place)
    }

    // MARK: - Swagger 2.0

    private func swaggerBody(of operation: FoundOperation) -> ReadBody? {
        let nodes = parameterNodes(of: operation)
        let own = texts(operation.node["consumes"] ?? root["consumes"])
        if let body = nodes.first(where: { $0["in"]?.text == "body" }) {
            let offered = own.map { Media(type: $0, node: body, place: body.place) }
            let json = Media(type: "application/json", node: body, place: body.place)
            var chosen = preferredBody(offered.filter { $0.kind != .form && $0.kind != .multipart }) ?? json
            // A body of any media type is sent as JSON.
            if chosen.kind == .any { chosen = json }
            return self.body(
                body["schema"], chosen, isOptional: !flag(body["required"]), encoding: nil,
                at: body["name"]?.place ?? body.place)
        }
        let fields = nodes.filter { $0["in"]?.text == "formData" }
        guard let first = fields.first else { return nil }
        let isMultipart =
            fields.contains { $0["type"]?.text == "file" }
            || (own.contains { Self.essence($0) == "multipart/form-data" }
                && !own.contains { Self.kind(ofMedia: $0) == .form })
        var body = Description.Body(
            content: .fields([]), isOptional: true, encoding: isMultipart ? .multipart : .form, place: first.place)
        let read = fields.map { node -> Description.Field in
            let place = node["name"]?.place ?? node.place
            let name = node["name"]?.text ?? ""
            let type = self.type(of: [node], at: place, in: isMultipart ? .part : .body)
            if case .list = type.type.kind, !type.type.isBytes, node["collectionFormat"]?.text != "multi" {
                let collection = Description.ParameterStyle.ofCollection(node["collectionFormat"]?.text)
                body.encodings[name] = .init(style: collection.style ?? .form, explode: collection.explodes)
            }
            return .init(
                wireName: name, type: type.type, isOptional: !flag(node["required"]),
                documentation: documentation(node), place: place)
        }
        body.content = .fields(read)
        let type = isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded"
        return .init(body: body, media: .init(type: type, node: first, place: first.place))
    }
}

extension Description.TypeExpression {
    /// Bytes, or a list of them: files in a multipart body.
    var isBytes: Bool {
        switch kind {
        case .scalar(.data): true
        case .list(let element), .optional(let element): element.isBytes
        default: false
        }
    }
    /// Whether a part of this type is JSON without a declared media type.
    var isObject: Bool {
        switch kind {
        case .dictionary, .inline(.object): true
        default: false
        }
    }
}

extension Diagnostic {
    static func otherMediaType(_ type: String, _ chosen: String, at place: SourceLocation) -> Self {
        .warning("other-media-type", "the body may be '\(type)' too", help: "'\(chosen)' is sent", at: place)
    }
    static func encodedBytes(_ encoding: String, at place: SourceLocation) -> Self {
        .warning(
            "encoded-bytes", "'contentEncoding: \(encoding)' outside of JSON and forms is not applied",
            help: "the bytes are sent and read as they are; encode and decode them yourself", at: place)
    }
    static func bodyOfNothing(at place: SourceLocation) -> Self {
        .warning(
            "body-of-nothing", "an optional body of no fields is the same as none",
            help: "it is left out; 'required: true' sends an empty object, where the method may have a body", at: place,
            isPerCause: true)
    }
    static func otherMultipart(_ type: String, at place: SourceLocation) -> Self {
        .warning(
            "other-multipart", "'\(type)' is not written", help: "'multipart/form-data' is sent", at: place,
            isPerCause: true)
    }
    static func bodyWithoutNames(_ type: String, _ name: String, at place: SourceLocation) -> Self {
        .warning(
            "body-without-names", "each field of a '\(type)' body has a name, and this schema gives none",
            help: "it is sent as a field called '\(name)'; an object with a property gives it another name", at: place)
    }
    static func objectAsText(_ type: String, at place: SourceLocation) -> Self {
        .warning(
            "media-type-not-written", "Callsite can't write an object or a list as '\(type)'",
            help: "pass the body as a string", at: place)
    }
    static func unwrittenMediaType(_ type: String, at place: SourceLocation) -> Self {
        .warning(
            "media-type-not-written", "Callsite can't write '\(type)'", help: "pass the body as bytes", at: place,
            isPerCause: true)
    }
}
