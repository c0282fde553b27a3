// Bodies and responses of the native format.

func readBody(_ node: Node, _ diagnostics: inout Diagnostics) -> Description.Body? {
    guard let pairs = node.pairs else {
        return readType(node, rules: .allowsOptional, &diagnostics).map {
            .init(content: .type($0.required, isOptional: $0.isOptional), place: node.place)
        }
    }
    let keys = pairs.compactMap(\.key.text)
    let isLong =
        keys.allSatisfy { BodyKey(rawValue: $0) != nil }
        && keys.contains { $0 == "model" || $0 == "type" || $0 == "fields" }
    guard isLong else {
        if let (option, value) = pairs.first(where: { isOption($0.key, $0.value) }), let key = option.text {
            let field = keys.first { BodyKey(rawValue: $0) == nil } ?? "title"
            return diagnostics.fail(.optionAmongFields(key, value.text, field, at: option.place))
        }
        return .init(content: .fields(readFields(node, of: "'body'", &diagnostics)), place: node.place)
    }
    guard isCertainlyLong(pairs), let reader = MappingReader<BodyKey>(node, &diagnostics) else {
        return diagnostics.fail(.ambiguousMapping(keys[0], of: "body", at: node.place))
    }
    let encoding = reader.word(.encoding, Description.BodyEncoding.self, &diagnostics)
    let lists = reader.word(.lists, Description.FormLists.self, &diagnostics)
    if lists != nil, encoding != .form { diagnostics.report(.listsWithoutForm(at: reader.place(of: .lists))) }
    let encodings = readEncodings(reader, of: encoding, &diagnostics)
    let isOptional = reader.flag(.optional, &diagnostics) ?? false
    let contents = [BodyKey.model, .type, .fields].filter { reader.has($0) }
    if contents.count > 1 {
        diagnostics.report(.oneContent(contents.map(\.rawValue), at: reader.place(of: contents[1])))
    }
    if let fields = reader[.fields] {
        if reader.has(.nullable) {
            diagnostics.report(
                .oneContent([BodyKey.fields.rawValue, BodyKey.nullable.rawValue], at: reader.place(of: .nullable)))
        }
        return .init(
            content: .fields(readFields(fields, of: "'fields'", &diagnostics)), isOptional: isOptional,
            encoding: encoding, lists: lists, encodings: encodings, place: node.place)
    }
    guard let typeNode = reader[.model] ?? reader[.type],
        var type = readType(typeNode, rules: .allowsOptional, &diagnostics)
    else { return nil }
    if reader.flag(.nullable, &diagnostics) == true { type.isNullable = true }
    return .init(
        content: .type(type.required, isOptional: isOptional || type.isOptional), encoding: encoding, lists: lists,
        encodings: encodings, place: node.place)
}

/// Whether a mapping is certainly the long form of a body. `{model: Issue}` is, but `{type: String}` may be an inline
/// model with a field `type`.
private func isCertainlyLong(_ pairs: [(key: Node, value: Node)]) -> Bool {
    pairs.contains { key, value in
        switch key.text {
        case "model": value.text.map { Scalar(rawValue: $0) == nil && !$0.contains("|") } == true && !value.isNull
        case "fields": value.isMapping
        case "encoding": Description.BodyEncoding(rawValue: value.text ?? "") != nil
        case "optional": if case .bool? = value.value { true } else { false }
        default: false
        }
    }
}

/// Whether a key among fields is an option of the body, `encoding: form`, and not a field of that name.
private func isOption(_ key: Node, _ value: Node) -> Bool {
    switch key.text {
    case BodyKey.encoding.rawValue: Description.BodyEncoding(rawValue: value.text ?? "") != nil
    case BodyKey.lists.rawValue: Description.FormLists(rawValue: value.text ?? "") != nil
    case BodyKey.encodings.rawValue:
        value.pairs?.contains { field in
            field.value.pairs?.contains { EncodingKey(rawValue: $0.key.text ?? "") != nil } == true
        } == true
    default: false
    }
}

/// `encodings: {tags: {explode: false}, photo: {contentType: image/png}}`.
private func readEncodings(
    _ body: MappingReader<BodyKey>, of encoding: Description.BodyEncoding?, _ diagnostics: inout Diagnostics
) -> [String: Description.FieldEncoding] {
    guard body.has(.encodings) else { return [:] }
    if encoding != .form, encoding != .multipart {
        diagnostics.report(.encodingOfOtherBody(at: body.place(of: .encodings)))
    }
    var result: [String: Description.FieldEncoding] = [:]
    for (name, node) in body.entries(.encodings, &diagnostics) {
        guard let reader = MappingReader<EncodingKey>(node, &diagnostics) else { continue }
        var field = Description.FieldEncoding()
        field.style = reader.word(.style, Description.ParameterStyle.self, &diagnostics)
        field.explode = reader.flag(.explode, &diagnostics)
        if field.explode != nil, field.style == nil { field.style = .form }
        if let type = reader.text(.contentType, &diagnostics) {
            if !type.text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy({
                String($0).trimmed.isMediaRange
            }) {
                diagnostics.report(.badMediaType(type.text, at: type.place))
            } else if encoding == .form {
                diagnostics.report(.typeOfFormField(at: type.place))
            }
            field.contentType = type.text
        }
        if let style = field.style,
            [.simple, .label, .matrix].contains(style) || (style == .json && encoding == .multipart)
        {
            diagnostics.report(.styleOfField(style, at: reader.place(of: .style)))
        }
        result[name.text] = field
    }
    return result
}

func readResponse(_ endpoint: MappingReader<EndpointKey>, _ diagnostics: inout Diagnostics) -> Description.Response? {
    guard let node = endpoint[.response] else {
        return .init(type: .init(kind: .scalar(.void), place: endpoint.place), place: endpoint.place)
    }
    guard node.isMapping else {
        return readType(node, rules: [.allowsOptional, .allowsStream], &diagnostics).map {
            .init(type: $0.type, isOptional: $0.isOptional || $0.isNullable, isStream: $0.isStream, place: node.place)
        }
    }
    if let field = fieldInPlace(of: node) { return diagnostics.fail(.fieldsOfResponse(field, at: node.place)) }
    guard let reader = MappingReader<ResponseKey>(node, &diagnostics) else { return nil }
    if reader.has(.cases) { return readResponseCases(reader, &diagnostics) }
    guard let type = readContent(reader, &diagnostics) else { return nil }
    let statuses = readStatuses(reader, &diagnostics)
    let encoding = reader.word(.encoding, Description.ResponseEncoding.self, &diagnostics)
    if let encoding, (encoding == .sse || encoding == .ndjson) != type.isStream {
        diagnostics.report(.streamEncoding(encoding, isStream: type.isStream, at: reader.place(of: .encoding)))
    }
    let end = reader.text(.end, &diagnostics)
    let reconnects = reader.word(.reconnect, Description.Reconnection.self, &diagnostics)
    let element = reader.word(.element, Description.EventElement.self, &diagnostics)
    for key in [ResponseKey.element, .end, .reconnect] where reader.has(key) && (!type.isStream || encoding == .ndjson)
    {
        diagnostics.report(.onlyForEvents(key.rawValue, at: reader.place(of: key)))
    }
    let headers = reader[.headers].map { readFields($0, of: "'headers'", &diagnostics) } ?? []
    return .init(
        type: type.type,
        isOptional: type.isOptional || type.isNullable || (reader.flag(.optional, &diagnostics) ?? false),
        statuses: statuses, encoding: encoding, headers: headers, isStream: type.isStream,
        streamEnd: end?.text, reconnects: reconnects, element: element, place: node.place)
}

/// The type in a response's long form: `fields:`, `type:` or `stream:`; Void if it has no such key.
private func readContent(_ reader: MappingReader<ResponseKey>, _ diagnostics: inout Diagnostics) -> TypeText? {
    if let type = readFieldsInPlace(reader, &diagnostics) { return type }
    if let node = reader[.type] {
        if reader.has(.stream) { diagnostics.report(.oneContent(["type", "stream"], at: reader.place(of: .stream))) }
        return readType(node, rules: [.allowsOptional, .allowsStream], &diagnostics)
    }
    guard let node = reader[.stream] else { return TypeText(type: .init(kind: .scalar(.void), place: reader.place)) }
    var type = readType(node, rules: [], &diagnostics)
    type?.isStream = true
    return type
}

/// The model that `fields:` declares instead of `type:`; nil without that key.
private func readFieldsInPlace(_ reader: MappingReader<ResponseKey>, _ diagnostics: inout Diagnostics) -> TypeText? {
    guard let node = reader[.fields] else { return nil }
    let fields = readFields(node, of: "'fields'", &diagnostics)
    if reader.has(.type) { diagnostics.report(.typeAndShape(at: reader.place(of: .type))) }
    return TypeText(type: .init(kind: .inline(.object(fields)), place: node.place))
}

private func readStatuses(_ reader: MappingReader<ResponseKey>, _ diagnostics: inout Diagnostics) -> [Int] {
    guard let node = reader[.status] else { return [] }
    return (node.elements ?? [node]).compactMap { element in
        if case .integer(let digits)? = element.value, let status = Int(digits), (200...399).contains(status) {
            return status
        }
        return diagnostics.fail(.wrongValue(of: "status", element, expected: "a status from 200 to 399"))
    }
}

/// `cases: {200: Report, 202: Job, 204: Void}`.
private func readResponseCases(
    _ reader: MappingReader<ResponseKey>, _ diagnostics: inout Diagnostics
) -> Description.Response? {
    for key in ResponseKey.allCases where reader.has(key) && ![.cases, .headers, .status].contains(key) {
        diagnostics.report(.keyBesideCases(key.rawValue, at: reader.place(of: key)))
    }
    var result = Description.Response(
        type: .init(kind: .scalar(.void), place: reader.place), statuses: readStatuses(reader, &diagnostics),
        place: reader.place)
    result.headers = reader[.headers].map { readFields($0, of: "'headers'", &diagnostics) } ?? []
    for (key, node) in reader.entries(.cases, &diagnostics) {
        guard let status = Description.StatusPattern(key.text), status.mayBeSuccess else {
            diagnostics.report(.badSuccess(key.text, at: key.place))
            continue
        }
        if let content = readResponseCase(status, key, node, &diagnostics) { result.cases.append(content) }
    }
    if result.cases.isEmpty, reader[.cases]?.pairs?.isEmpty != false {
        diagnostics.report(.missingKey(ResponseKey.cases, at: reader.place))
    }
    return result
}

/// `200: Report`, or `200: {type: Report, encoding: text}`.
private func readResponseCase(
    _ status: Description.StatusPattern, _ key: Description.Name, _ node: Node, _ diagnostics: inout Diagnostics
) -> Description.ResponseCase? {
    let keys = node.pairs?.compactMap(\.key.text) ?? []
    guard keys.contains(where: { ResponseKey(rawValue: $0) != nil && ShapeKey(rawValue: $0) == nil }) else {
        return readType(node, rules: .allowsOptional, &diagnostics).map {
            .init(status: status, type: $0.wrapped, place: key.place)
        }
    }
    let narrowing = MappingReader<ResponseKey>.Narrowing(
        accepts: { [.type, .fields, .optional, .encoding].contains($0) },
        others: "it is said of the response as a whole, or can't be said of one status")
    guard let reader = MappingReader<ResponseKey>(node, &diagnostics, narrowed: narrowing) else { return nil }
    var type = readFieldsInPlace(reader, &diagnostics)
    if type == nil, let node = reader[.type] {
        type = readType(node, rules: .allowsOptional, &diagnostics)
    } else if type == nil {
        diagnostics.report(.missingKey("type", in: "'\(key.text)'", help: "what comes back", at: node.place))
    }
    if reader.flag(.optional, &diagnostics) == true { type?.isOptional = true }
    let encoding = reader.word(.encoding, Description.ResponseEncoding.self, &diagnostics)
    if encoding == .sse || encoding == .ndjson {
        diagnostics.report(.streamBesideCases(at: reader.place(of: .encoding)))
    }
    return type.map { .init(status: status, type: $0.wrapped, encoding: encoding, place: key.place) }
}

/// The first field, if fields stand in place of a response's keys: `response: {orders: [Order], total: Int}`.
private func fieldInPlace(of node: Node) -> String? {
    let names = (node.pairs ?? []).compactMap(\.key.text)
    let keys = ResponseKey.allCases.map(\.rawValue)
    guard names.count < 100, !names.contains(where: { keys.contains($0) || Description.StatusPattern($0) != nil })
    else { return nil }
    return names.first { name in
        name.unicodeScalars.first?.properties.isLowercase == true && name.unicodeScalars.allSatisfy(\.isIdentifierPart)
            && ResponseKey.foreign(name) == nil && Spelling.word(for: name, among: keys) == nil
    }
}

extension Description.StatusPattern {
    fileprivate var mayBeSuccess: Bool {
        switch self {
        case .exactly(let status): (200...399).contains(status)
        case .family(let digit): digit == 2 || digit == 3
        case .any: true
        }
    }
}

extension Diagnostic {
    static func fieldsOfResponse(_ field: String, at place: SourceLocation) -> Self {
        .error(
            "unknown-key", "the fields of a response stand under 'fields:'",
            help: "write 'response: {fields: {\(yaml: field): …}}', or declare a model and write its name", at: place)
    }
    static func optionAmongFields(_ key: String, _ value: String?, _ field: String, at place: SourceLocation) -> Self {
        .error(
            "misplaced-key", "'\(key)' is among the fields of the body",
            help:
                "write 'body: {fields: {\(yaml: field): …}, \(key): \(value ?? "…")}'; for a field of this name write '\(key): {type: …}'",
            at: place)
    }
    static func encodingOfOtherBody(at place: SourceLocation) -> Self {
        .error(
            "encoding-of-other-body", "only the fields of a form or of a multipart body have encodings of their own",
            help: "write 'encoding: form' or 'encoding: multipart', and 'fields:'", at: place)
    }
    static func badMediaType(_ type: String, at place: SourceLocation) -> Self {
        .error(
            "bad-media-type", "'\(type)' isn't a media type", help: "a media type is a type and a subtype: image/png",
            at: place)
    }
    static func typeOfFormField(at place: SourceLocation) -> Self {
        .error(
            "type-of-form-field", "the fields of a form have no media type",
            help: "'style: json' writes a field as JSON", at: place)
    }
    static func styleOfField(_ style: Description.ParameterStyle, at place: SourceLocation) -> Self {
        .error(
            "style-of-field", "a field of a body can't be written in the style '\(style.rawValue)'",
            help: style == .json
                ? "write 'contentType: application/json'"
                : "form, spaceDelimited, pipeDelimited, tabDelimited and deepObject are for fields",
            at: place)
    }
}
