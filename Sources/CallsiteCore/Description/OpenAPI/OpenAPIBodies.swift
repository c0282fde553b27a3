// Bodies and answers: which media type is used of those that are offered, and what it holds.

extension OpenAPIReader {
    // MARK: - Media types

    /// `application/json; charset=utf-8` is `application/json`.
    static func essence(_ mediaType: String) -> String {
        let essence = mediaType.prefix { $0 != ";" }
        return essence.filter { $0 != " " }.lowercased()
    }

    func isJSON(_ mediaType: String) -> Bool {
        let essence = Self.essence(mediaType)
        return essence.hasSuffix("/json") || essence.hasSuffix("+json")
    }

    enum MediaKind: Int, Comparable {
        case json, form, multipart, events, lines, text, any, bytes, other
        static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    func kind(ofMedia mediaType: String) -> MediaKind {
        let essence = Self.essence(mediaType)
        if essence == "application/json-seq" { return .other }
        if isJSON(essence) || essence == "application/*+json" { return .json }
        switch essence {
        case "application/x-www-form-urlencoded": return .form
        case "text/event-stream": return .events
        case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines", "application/jsonlines":
            return .lines
        case "*/*", "application/*", "": return .any
        case "application/octet-stream", "application/pdf", "application/zip", "application/gzip", "application/x-tar": return .bytes
        case "application/yaml", "application/x-yaml", "application/x-sh": return .text
        default: break
        }
        if essence.hasPrefix("multipart/") { return .multipart }
        if essence == "text/xml" { return .other }
        if essence.hasPrefix("text/") { return .text }
        if essence.hasPrefix("image/") || essence.hasPrefix("audio/") || essence.hasPrefix("video/") || essence.hasPrefix("font/") {
            return .bytes
        }
        return .other
    }

    /// As the value of a header: a type, a subtype and parameters of plain characters; nil for ranges, and for what a header can't hold.
    private func headerValue(_ mediaType: String) -> String? {
        let essence = Self.essence(mediaType)
        let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ String($0).isHeaderName && !$0.contains("*") }) else { return nil }
        let isPlain = mediaType.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
        return isPlain ? mediaType : essence
    }

    struct Media {
        var type: String
        var kind: MediaKind
        var node: Node
        var place: SourceLocation
    }

    private func media(_ content: Node?) -> [Media] {
        pairs(content).map { .init(type: $0.key, kind: kind(ofMedia: $0.key), node: $0.value, place: $0.place) }
    }

    // MARK: - Bodies

    mutating func readBody(of operation: FoundOperation, into endpoint: inout Description.Endpoint) {
        let body: Description.Body?
        if version == .swagger2 {
            body = swaggerBody(of: operation, into: &endpoint)
        } else {
            body = operation.node["requestBody"].flatMap { openAPIBody($0, into: &endpoint) }
        }
        guard let body else { return }
        // A form without fields is no body.
        if case .type(let type, _) = body.content, case .dictionary(let value) = type.kind, case .scalar(.json) = value.kind,
            body.encoding == .form,
            operation.method == "GET"
        {
            return
        }
        // URLSession refuses to send one.
        guard operation.method != "GET", operation.method != "HEAD" else {
            diagnostics.report(.bodyOfGet(operation.method, at: body.place))
            endpoint.headers.removeAll { $0.name == "Content-Type" }
            return
        }
        endpoint.body = body
    }

    private mutating func openAPIBody(_ node: Node, into endpoint: inout Description.Endpoint) -> Description.Body? {
        guard let body = resolved(node) else { return nil }
        let offered = media(body["content"])
        guard let chosen = chosenBody(offered) else { return nil }
        for other in offered where other.type != chosen.type && !isSameContent(other, chosen) {
            diagnostics.report(.otherMediaType(other.type, chosen.type, at: other.place))
        }
        let place = body["content"]?.place ?? body.place
        return self.body(
            chosen.node["schema"], chosen, isOptional: !flag(body["required"]), encoding: chosen.node["encoding"], at: place,
            into: &endpoint)
    }

    /// JSON where it is offered, unless there are files to send.
    private mutating func chosenBody(_ offered: [Media]) -> Media? {
        if let multipart = offered.first(where: { $0.kind == .multipart }), let schema = multipart.node["schema"], hasFiles(schema) {
            return multipart
        }
        if let plain = offered.first(where: { Self.essence($0.type) == "application/json" }) { return plain }
        return offered.min { $0.kind < $1.kind }
    }

    private mutating func hasFiles(_ schema: Node) -> Bool {
        let wasMuted = diagnostics.isMuted
        diagnostics.isMuted = true
        defer { diagnostics.isMuted = wasMuted }
        guard let parts = objectParts(of: schema) else { return false }
        return parts.properties.contains { property in
            property.all.contains { node in
                func isFile(_ node: Node) -> Bool {
                    node["format"]?.text == "binary" || (node["contentMediaType"] != nil && node["contentEncoding"] == nil)
                }
                return isFile(node) || (node["items"].map(isFile) ?? false)
            }
        }
    }

    /// Whether another media type offers the same, so that leaving it out loses nothing.
    private func isSameContent(_ a: Media, _ b: Media) -> Bool {
        guard let x = a.node["schema"], let y = b.node["schema"] else { return a.node["schema"] == nil }
        if let left = x["$ref"]?.text, let right = y["$ref"]?.text { return left == right }
        return a.kind == b.kind || x.isSame(as: y) || x.pairs?.isEmpty == true
    }

    private mutating func body(
        _ schema: Node?, _ media: Media, isOptional: Bool, encoding: Node?, at place: SourceLocation,
        into endpoint: inout Description.Endpoint
    ) -> Description.Body? {
        func whole(_ type: Description.TypeExpression, _ encoding: Description.BodyEncoding) -> Description.Body {
            .init(content: .type(type, isOptional: isOptional), encoding: encoding, place: place)
        }
        func scalar(_ scalar: Scalar) -> Description.TypeExpression { .init(kind: .scalar(scalar), place: place) }
        func setContentType(unless usual: String) {
            guard Self.essence(media.type) != usual, let value = headerValue(media.type) else { return }
            endpoint.headers.append(.init(name: "Content-Type", value: value, place: media.place))
        }
        switch media.kind {
        case .json:
            setContentType(unless: "application/json")
            guard let schema else { return whole(scalar(.json), .json) }
            let type = type(of: [schema], at: schema.place, in: .body)
            if case .inline(.object(let fields, nil)) = type.type.kind, !fields.isEmpty, !type.isNullable {
                return .init(content: .fields(fields.filter { !$0.isReadOnly }), encoding: .json, place: place)
            }
            return whole(type.isNullable && !isOptional ? type.element : type.type, .json)
        case .form, .multipart:
            let isForm = media.kind == .form
            if !isForm, Self.essence(media.type) != "multipart/form-data" {
                diagnostics.report(.otherMultipart(media.type, at: media.place))
            }
            guard let schema, let parts = objectParts(of: schema), !parts.properties.isEmpty else {
                guard isForm else { return nil }
                return whole(.init(kind: .dictionary(scalar(.json)), place: place), .form)
            }
            let fields = formFields(parts, in: isForm ? .body : .part).filter { !$0.isReadOnly }
            var body = Description.Body(content: .fields(fields), encoding: isForm ? .form : .multipart, place: place)
            let isDeep = pairs(encoding).contains { $0.value["style"]?.text == "deepObject" }
            if isForm, isDeep { body.lists = .indexed }
            return body
        case .text:
            setContentType(unless: "text/plain")
            return whole(textType(schema, at: place), .text)
        case .any:
            if let schema, kind(of: schema) == .object || kind(of: schema) == .array {
                return whole(type(of: [schema], at: schema.place, in: .body).type, .json)
            }
            return whole(scalar(.data), .binary)
        case .bytes, .lines:
            setContentType(unless: "application/octet-stream")
            return whole(scalar(.data), .binary)
        case .events, .other:
            setContentType(unless: "application/octet-stream")
            diagnostics.report(.unwrittenMediaType(media.type, at: media.place))
            return whole(scalar(.data), .binary)
        }
    }

    /// What is text on the wire: a scalar's type, else `String`.
    private mutating func textType(_ schema: Node?, at place: SourceLocation) -> Description.TypeExpression {
        if let schema, let texts = texts(of: schema), !texts.values.isEmpty { return type(of: [schema], at: schema.place, in: .body).type }
        return .init(kind: .scalar(.string), place: place)
    }

    // MARK: - Swagger 2.0

    private mutating func swaggerBody(of operation: FoundOperation, into endpoint: inout Description.Endpoint) -> Description.Body? {
        let nodes = parameterNodes(of: operation)
        let own = operation.node["consumes"].map { texts($0) } ?? consumes
        if let body = nodes.first(where: { $0["in"]?.text == "body" }) {
            let media = own.map { Media(type: $0, kind: kind(ofMedia: $0), node: body, place: body.place) }
            let usable = media.filter { $0.kind != .form && $0.kind != .multipart }
            let json = Media(type: "application/json", kind: .json, node: body, place: body.place)
            var chosen = chosenBody(usable) ?? json
            // A schema with fields is JSON, whatever is said of the form.
            if chosen.kind == .any { chosen = json }
            return self.body(
                body["schema"], chosen, isOptional: !flag(body["required"]), encoding: nil, at: body["name"]?.place ?? body.place,
                into: &endpoint)
        }
        let fields = nodes.filter { $0["in"]?.text == "formData" }
        guard let first = fields.first else { return nil }
        let isMultipart =
            fields.contains { $0["type"]?.text == "file" }
            || (own.contains { Self.essence($0) == "multipart/form-data" } && !own.contains { kind(ofMedia: $0) == .form })
        let read = fields.map { node -> Description.Field in
            let place = node["name"]?.place ?? node.place
            let type = type(of: [node], at: place, in: isMultipart ? .part : .body)
            if case .list = type.type.kind, node["collectionFormat"]?.text != "multi", !isMultipart {
                diagnostics.report(.formListRepeated(node["name"]?.text ?? "", at: place))
            }
            var field = Description.Field(
                wireName: node["name"]?.text ?? "", type: type.type, isOptional: !flag(node["required"]), place: place)
            field.documentation = documentation(node)
            return field
        }
        return .init(content: .fields(read), encoding: isMultipart ? .multipart : .form, place: first.place)
    }

    // MARK: - Answers

    /// What one status of success holds.
    private struct Answer {
        var status: Description.StatusPattern
        var type: Description.TypeExpression
        var isNullable: Bool
        var encoding: Description.ResponseEncoding?
        var media: Media?
        var node: Node
        var isVoid: Bool { if case .scalar(.void) = type.kind { true } else { false } }
    }

    mutating func readAnswers(of operation: FoundOperation, into endpoint: inout Description.Endpoint) {
        var success: [Answer] = []
        var errors: [Description.ErrorBody] = []
        var other: (node: Node, place: SourceLocation)?
        for (key, value, place) in pairs(operation.node["responses"]) where !key.hasPrefix("x-") {
            let upper = key.uppercased()
            guard let status = key == "default" ? .any : Description.StatusPattern(upper), let node = resolved(value) else {
                if Description.StatusPattern(upper) == nil, key != "default" { diagnostics.report(.unknownStatus(key, at: place)) }
                continue
            }
            switch status {
            case .exactly(200...299), .family(2): success.append(answer(status, node, operation, at: place))
            case .exactly(400...599), .family(4), .family(5):
                if let type = errorType(node, operation, at: place) { errors.append(.init(status: status, type: type, place: place)) }
            case .any: other = (node, place)
            default: break
            }
        }
        if let other {
            if success.isEmpty {
                success.append(answer(.any, other.node, operation, at: other.place))
            } else if let type = errorType(other.node, operation, at: other.place) {
                errors.append(.init(status: .any, type: type, place: other.place))
            }
        }
        if operation.method == "HEAD" {
            for index in success.indices { success[index].type = .init(kind: .scalar(.void), place: success[index].type.place) }
        }
        endpoint.errors = unified(errors)
        endpoint.response = response(success, of: operation, into: &endpoint)
    }

    /// Where all errors hold the same, which status it was is no question of type.
    private func unified(_ errors: [Description.ErrorBody]) -> [Description.ErrorBody] {
        guard let first = errors.first else { return [] }
        let isOne = errors.count == 1 || errors.allSatisfy { sameType($0.type, first.type) }
        return isOne ? [.init(status: .any, type: first.type, place: first.place)] : errors
    }

    private func sameType(_ a: Description.TypeExpression, _ b: Description.TypeExpression) -> Bool {
        switch (a.kind, b.kind) {
        case (.scalar(let x), .scalar(let y)): x == y
        case (.reference(let x, _), .reference(let y, _)): x == y
        case (.list(let x), .list(let y)), (.dictionary(let x), .dictionary(let y)), (.optional(let x), .optional(let y)): sameType(x, y)
        default: false
        }
    }

    private mutating func response(
        _ success: [Answer], of operation: FoundOperation, into endpoint: inout Description.Endpoint
    ) -> Description.Response {
        let place = success.first?.node.place ?? operation.place
        var result = Description.Response(type: .init(kind: .scalar(.void), place: place), place: place)
        guard let first = success.first(where: { !$0.isVoid }) else {
            result.headers = success.first.map { responseHeaders($0.node) } ?? []
            return result
        }
        if let media = first.media, first.encoding != .text, let value = headerValue(media.type),
            Self.essence(media.type) != "application/json",
            media.kind == .json || media.kind == .other || media.kind == .bytes
        {
            endpoint.headers.append(.init(name: "Accept", value: value, place: media.place))
        }
        result.headers = responseHeaders(first.node)
        result.declaresLink = pairs(first.node["headers"]).contains { $0.key.lowercased() == "link" }
        let others = success.filter { $0.status != first.status }
        if others.allSatisfy({ $0.isVoid || (sameType($0.type, first.type) && $0.encoding == first.encoding) }) {
            result.type = first.type
            result.isOptional = first.isNullable || success.contains(where: \.isVoid)
            result.encoding = first.encoding
            if let media = first.media, media.kind == .events || media.kind == .lines {
                result.isStream = true
                result.isOptional = false
                result.encoding = media.kind == .events ? .sse : .ndjson
                // What no JSON can be; several services end their streams so.
                result.streamEnd = media.kind == .events ? "[DONE]" : nil
            } else if first.encoding == .text || first.encoding == .binary {
                result.isOptional = false
            }
            return result
        }
        result.cases = success.map { answer in
            var type = answer.type
            if answer.isNullable { type = .init(kind: .optional(type), place: type.place) }
            return .init(status: answer.status, type: type, encoding: answer.encoding, place: answer.node.place)
        }
        return result
    }

    private mutating func answer(
        _ status: Description.StatusPattern, _ node: Node, _ operation: FoundOperation, at place: SourceLocation
    ) -> Answer {
        let nothing = Answer(
            status: status, type: .init(kind: .scalar(.void), place: place), isNullable: false, encoding: nil, media: nil, node: node)
        if case .exactly(204) = status { return nothing }
        guard let media = answerMedia(node, operation) else { return nothing }
        var result = nothing
        result.media = media
        func scalar(_ scalar: Scalar) -> Description.TypeExpression { .init(kind: .scalar(scalar), place: place) }
        func set(_ schema: Node?) {
            guard let schema else {
                result.type = scalar(.json)
                return
            }
            let read = type(of: [schema], at: schema.place, in: .response)
            (result.type, result.isNullable) = (read.type, read.isNullable)
        }
        let schema = media.node["schema"]
        switch media.kind {
        case .json:
            set(schema)
            // JSON that is said to be bytes is bytes.
            if case .scalar(.data) = result.type.kind { result.encoding = .binary }
        case .events:
            let item = media.node["itemSchema"]
            set(item?["properties"]?["data"]?["contentSchema"] ?? item ?? schema)
            if case .scalar(let scalar) = result.type.kind, scalar != .json { result.type.kind = .scalar(.json) }
        case .lines: set(media.node["itemSchema"] ?? schema)
        case .text, .form:
            result.type = scalar(.string)
            result.encoding = .text
        case .any:
            if let schema, kind(of: schema) != .scalar("string"), kind(of: schema) != .any, kind(of: schema) != .scalar("file") {
                set(schema)
            } else {
                result.type = scalar(.data)
                result.encoding = .binary
            }
        case .bytes:
            result.type = scalar(.data)
            result.encoding = .binary
        case .multipart, .other:
            diagnostics.report(.unreadMediaType(media.type, at: media.place))
            result.type = scalar(.data)
            result.encoding = .binary
        }
        return result
    }

    /// The media type that is asked for: JSON where it is offered.
    private mutating func answerMedia(_ node: Node, _ operation: FoundOperation) -> Media? {
        if version == .swagger2 {
            guard let schema = node["schema"] else { return nil }
            if schema["type"]?.text == "file" {
                return .init(type: "application/octet-stream", kind: .bytes, node: node, place: node.place)
            }
            let own = operation.node["produces"].map { texts($0) } ?? produces
            let offered = own.map { Media(type: $0, kind: kind(ofMedia: $0), node: node, place: node.place) }
            let json = Media(type: "application/json", kind: .json, node: node, place: node.place)
            guard let best = offered.first(where: { Self.essence($0.type) == "application/json" }) ?? offered.min(by: { $0.kind < $1.kind })
            else { return json }
            if best.kind == .any { return json }
            // Text that is an object, bytes that are a list: the schema knows better.
            let shape = kind(of: schema)
            return best.kind != .json && (shape == .object || shape == .array) && best.kind != .other ? json : best
        }
        let offered = media(node["content"])
        if let plain = offered.first(where: { Self.essence($0.type) == "application/json" }) { return plain }
        return offered.min { $0.kind < $1.kind }
    }

    private mutating func errorType(_ node: Node, _ operation: FoundOperation, at place: SourceLocation) -> Description.TypeExpression? {
        guard let media = answerMedia(node, operation), media.kind == .json || media.kind == .any, let schema = media.node["schema"] else {
            return nil
        }
        let type = type(of: [schema], at: schema.place, in: .response)
        return type.type
    }

    /// The headers of an answer that the runtime has no name for itself.
    private mutating func responseHeaders(_ node: Node) -> [Description.Field] {
        var result: [Description.Field] = []
        for (name, value, place) in pairs(node["headers"]) {
            let lower = name.lowercased()
            guard !lower.contains("ratelimit"), !lower.contains("rate-limit"), lower != "link", lower != "etag", lower != "retry-after",
                lower != "content-type", lower != "date", let header = resolved(value), name.isHeaderName
            else { continue }
            let schema = version == .swagger2 ? header : header["schema"]
            let kind = schema.map { self.kind(of: $0) } ?? .any
            var type = Description.TypeExpression(kind: .scalar(.string), place: place)
            if let schema, case .scalar = kind { type = self.type(of: [schema], at: place, in: .parameter).type }
            // A header that isn't what it should be must not cost the whole answer.
            var field = Description.Field(wireName: name, type: type, isOptional: true, place: place)
            field.documentation = header["description"]?.text
            result.append(field)
        }
        return result
    }

    /// An operation that answers with JSON or with a stream, as the request asks, has a request for each.
    mutating func streamingTwin(of operation: FoundOperation, _ endpoint: Description.Endpoint) -> Description.Endpoint? {
        guard version != .swagger2, !endpoint.response.isStream, endpoint.response.cases.isEmpty else { return nil }
        for (key, value, place) in pairs(operation.node["responses"]) {
            guard case .exactly(200...299)? = Description.StatusPattern(key), let node = resolved(value) else { continue }
            let offered = media(node["content"])
            guard offered.contains(where: { $0.kind == .json }),
                let events = offered.first(where: { $0.kind == .events || $0.kind == .lines })
            else { continue }
            let schema = events.node["itemSchema"] ?? events.node["schema"]
            var twin = endpoint
            twin.name.text += " stream"
            twin.headers.removeAll { $0.name == "Accept" }
            let type = schema.map { self.type(of: [$0], at: place, in: .response).type } ?? .init(kind: .scalar(.json), place: place)
            twin.response = .init(
                type: type, encoding: events.kind == .events ? .sse : .ndjson, isStream: true,
                streamEnd: events.kind == .events ? "[DONE]" : nil, place: place)
            twin.pagination = .none(place)
            return twin
        }
        return nil
    }
}

extension Diagnostic {
    static func bodyOfGet(_ method: String, at place: SourceLocation) -> Self {
        .warning("body-of-get", "a \(method) request can't have a body: URLSession refuses to send one", help: "it is left out", at: place)
    }
    static func otherMediaType(_ type: String, _ chosen: String, at place: SourceLocation) -> Self {
        .warning("other-media-type", "the body may be '\(type)' too", help: "'\(chosen)' is sent", at: place)
    }
    static func otherMultipart(_ type: String, at place: SourceLocation) -> Self {
        .warning("other-multipart", "'\(type)' is not written", help: "'multipart/form-data' is sent", at: place)
    }
    static func unwrittenMediaType(_ type: String, at place: SourceLocation) -> Self {
        .warning("media-type-not-written", "nothing here writes '\(type)'", help: "the body is the bytes as they are", at: place)
    }
    static func unreadMediaType(_ type: String, at place: SourceLocation) -> Self {
        .warning("media-type-not-read", "nothing here reads '\(type)'", help: "the answer is the bytes as they are", at: place)
    }
    static func unknownStatus(_ text: String, at place: SourceLocation) -> Self {
        .warning("unknown-status", "'\(text)' is no status", help: "the answer is left out", at: place)
    }
    static func formListRepeated(_ name: String, at place: SourceLocation) -> Self {
        .warning("form-list-repeated", "the form's list '\(name)' is not separated by commas", help: "its name is repeated", at: place)
    }
}
