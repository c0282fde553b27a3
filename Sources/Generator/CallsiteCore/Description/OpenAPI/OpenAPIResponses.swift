// Responses: which of the offered media types is asked for, and what it holds; errors; headers.

extension OpenAPIReader {
    /// The content of a response with one successful status.
    private struct Answer {
        var status: Description.StatusPattern
        var type: Description.TypeExpression
        var isNullable: Bool
        var encoding: Description.ResponseEncoding?
        var media: Media?
        /// For a stream of events.
        var element: Description.EventElement?
        var streamEnd: String?
        /// The media types that are asked for.
        var types: [String] = []
        var node: Node
        var isVoid: Bool { type.kind == .scalar(.void) }
    }

    private struct ErrorContent: Hashable {
        var file: FileID
        var identity: SchemaContents.Identity
    }

    func readAnswers(of operation: FoundOperation, into endpoint: inout Description.Endpoint) {
        var success: [Answer] = []
        var errors: [Description.ErrorBody] = []
        var other: (node: Node, reference: Node?, place: SourceLocation)?
        var redirect: (status: Description.StatusPattern, node: Node, place: SourceLocation)?
        var declaredErrors: [Node] = []
        var isStatusForgotten = false
        var errorTypes: [ErrorContent: Description.TypeExpression] = [:]
        for (key, value, place) in pairs(operation.node["responses"]) where !key.hasPrefix("x-") {
            // If the status was forgotten, the keys of the response stand here. They are one mistake.
            if ["description", "content", "schema", "headers", "links"].contains(key) {
                if !isStatusForgotten { diagnostics.report(.unknownStatus(key, at: place)) }
                isStatusForgotten = true
                continue
            }
            guard let status = key == "default" ? .any : Description.StatusPattern(key.uppercased()) else {
                diagnostics.report(.unknownStatus(key, at: place))
                continue
            }
            guard let node = resolved(value) else { continue }
            switch status {
            case .exactly(200...299), .family(2): success.append(answer(status, node, operation, at: place))
            case _ where status.isRedirect: redirect = redirect ?? (status, node, place)
            case .exactly(400...599), .family(4), .family(5):
                declaredErrors.append(node)
                if let type = errorType(node, operation, by: value["$ref"], &errorTypes) {
                    errors.append(.init(status: status, type: type, place: place))
                }
            case .any: other = (node, value["$ref"], place)
            default: break
            }
        }
        if let other {
            if success.isEmpty, redirect == nil, !isError(other.node, among: declaredErrors, operation) {
                success.append(answer(.any, other.node, operation, at: other.place))
            } else if let type = errorType(other.node, operation, by: other.reference, &errorTypes) {
                errors.append(.init(status: .any, type: type, place: other.place))
            }
        }
        if success.isEmpty, let redirect {
            // The response that the redirect leads to isn't described, so it is bytes.
            success.append(
                Answer(
                    status: redirect.status, type: .init(kind: .scalar(.data), place: redirect.place),
                    isNullable: false, encoding: .binary, media: nil, node: redirect.node))
        }
        if operation.method == "HEAD" {
            for index in success.indices {
                success[index].type = .init(kind: .scalar(.void), place: success[index].type.place)
            }
        }
        endpoint.errors = errors
        endpoint.response = response(success, of: operation, into: &endpoint)
    }

    /// Whether the default response of an operation that declares no success is for errors: it is the same as a
    /// declared error, or its media type is that of a problem (RFC 9457).
    private func isError(_ node: Node, among errors: [Node], _ operation: FoundOperation) -> Bool {
        guard !errors.contains(where: { $0.isSame(as: node) }) else { return true }
        guard let media = answerMedia(node, operation) else { return false }
        if Self.essence(media.type).hasPrefix("application/problem+") { return true }
        guard let schema = media.node["schema"] else { return false }
        let identity = contents.identity(of: schema)
        return errors.contains { error in
            guard let other = answerMedia(error, operation)?.node["schema"] else { return false }
            return contents.identity(of: other) == identity
        }
    }

    /// Whether two types are the same. A type in place is never the same as another.
    private func sameType(_ a: Description.TypeExpression, _ b: Description.TypeExpression) -> Bool {
        !a.isInPlace && TypeIdentity(a) == TypeIdentity(b)
    }

    private func response(
        _ success: [Answer], of operation: FoundOperation, into endpoint: inout Description.Endpoint
    ) -> Description.Response {
        let place = success.first?.node.place ?? operation.place
        var result = Description.Response(type: .init(kind: .scalar(.void), place: place), place: place)
        guard let first = success.first(where: { !$0.isVoid }) else {
            result.headers = responseHeaders(of: success)
            return result
        }
        if let accepted = accepted(success) { endpoint.headers.append(accepted) }
        result.headers = responseHeaders(of: success)
        result.declaresLink = pairs(first.node["headers"]).contains { $0.key.lowercased() == "link" }
        let others = success.filter { $0.status != first.status }
        if others.allSatisfy({ $0.isVoid || (sameType($0.type, first.type) && $0.encoding == first.encoding) }) {
            result.type = first.type
            result.isOptional = first.isNullable || success.contains(where: \.isVoid)
            result.encoding = first.encoding
            result.example = first.media.flatMap(example)
            if let media = first.media, media.kind == .events || media.kind == .lines {
                result.isStream = true
                result.isOptional = false
                result.encoding = media.kind == .events ? .sse : .ndjson
                // `[DONE]` can't be JSON; several services end their streams with it.
                result.streamEnd = media.kind == .events ? first.streamEnd ?? "[DONE]" : nil
                result.element = first.element
            } else if first.encoding == .text || first.encoding == .binary {
                result.isOptional = false
            }
            return result
        }
        result.cases = success.map { answer in
            var type = answer.type
            if answer.isNullable { type = .init(kind: .optional(type), place: type.place) }
            return .init(
                status: answer.status, type: type, encoding: answer.encoding, example: answer.media.flatMap(example),
                place: answer.node.place)
        }
        return result
    }

    /// The `Accept` header; nil if the runtime requests the same media types anyway.
    private func accepted(_ success: [Answer]) -> Description.Header? {
        var types: [String] = []
        var isUsual = true
        for answer in success.sorted(by: { $0.status < $1.status }) where !answer.isVoid {
            guard let media = answer.media, let value = headerValue(media.type) else { return nil }
            // The runtime requests lines by itself, but can't request JSON sequences.
            if success.count == 1, Self.isJSONSequence(media.type) {
                return .init(name: "Accept", value: value, place: media.place)
            }
            guard [.json, .other, .bytes].contains(media.kind), answer.encoding != .text else { return nil }
            if isToldApartByParameters(media, among: self.media(answer.node["content"])) { isUsual = false }
            for type in answer.types {
                guard let value = headerValue(type) else { return nil }
                if Self.essence(type) != "application/json" { isUsual = false }
                if !types.contains(value) { types.append(value) }
            }
        }
        guard !isUsual, let first = success.first(where: { !$0.isVoid }) else { return nil }
        return .init(
            name: "Accept", value: types.joined(separator: ", "), place: first.media?.place ?? first.node.place)
    }

    /// Whether a JSON media type with other content differs only in its parameters: `application/json;type=a` beside
    /// `;type=b`.
    private func isToldApartByParameters(_ media: Media, among offered: [Media]) -> Bool {
        let essence = Self.essence(media.type)
        guard media.kind == .json, offered.count > 1, media.type.lowercased() != essence else { return false }
        let others = offered.filter {
            $0.type != media.type && Self.essence($0.type) == essence && $0.type.isMediaType
        }
        return others.contains { !isSameContent($0, media) }
    }

    private func answer(
        _ status: Description.StatusPattern, _ node: Node, _ operation: FoundOperation, at place: SourceLocation
    ) -> Answer {
        let nothing = Answer(
            status: status, type: .init(kind: .scalar(.void), place: place), isNullable: false, encoding: nil,
            media: nil, node: node)
        if case .exactly(204) = status { return nothing }
        guard let media = answerMedia(node, operation) else { return nothing }
        var result = nothing
        result.media = media
        result.types = version == .swagger2 ? [media.type] : readAlike(media, among: self.media(node["content"]))
        if version == .swagger2, media.node["schema"]?["type"]?.text == "file" {
            let types = produced(by: operation)
            if !types.isEmpty { result.types = types }
        }
        func scalar(_ scalar: Scalar) -> Description.TypeExpression { .init(kind: .scalar(scalar), place: place) }
        func set(_ schema: Node?) {
            guard let schema else {
                result.type = scalar(.json)
                return
            }
            let content = type(of: [schema], at: schema.place, in: .response)
            (result.type, result.isNullable) = (content.type, content.isNullable)
        }
        func setBytes() { (result.type, result.encoding) = (scalar(.data), .binary) }
        let schema = media.node["schema"]
        switch media.kind {
        case .json:
            set(schema)
            // JSON is bytes if its schema says so.
            if case .scalar(.data) = result.type.kind { result.encoding = .binary }
        case .events:
            let item = streamedElement(media)
            let content = media.node["itemSchema"]?["properties"]?["data"]?["contentSchema"]
            if content == nil, let schema = media.node["itemSchema"] { result.element = eventElement(schema) }
            if result.element != nil, let end = terminalEvent(of: item) {
                result.streamEnd = end.data
                events.terminals = [end.schema.id]
            }
            events.haveJSON = result.element == .eventWithJSON
            set(content ?? item)
            events = EventStream()
            if case .scalar(let scalar) = result.type.kind, scalar != .json { result.type.kind = .scalar(.json) }
        case .lines: set(streamedElement(media))
        case .text, .form:
            if holdsMoreThanText(media) { diagnostics.report(.textWithStructure(media.type, at: media.place)) }
            result.type = scalar(.string)
            result.encoding = .text
        case .any:
            if schema.map({ kind(of: $0).isPlain }) ?? true { setBytes() } else { set(schema) }
        case .bytes:
            reportEncodedBytes(schema)
            setBytes()
        case .multipart, .other:
            diagnostics.report(.unreadMediaType(media.type, at: media.place))
            setBytes()
        }
        return result
    }

    /// How an event is decoded, if its schema has an event's fields (OpenAPI 3.2, 4.14.4); nil if the schema has other
    /// fields, and so describes the event's data.
    private func eventElement(_ item: Node) -> Description.EventElement? {
        guard let properties = objectParts(of: item)?.properties, !properties.isEmpty,
            properties.allSatisfy({ ["event", "data", "id", "retry"].contains($0.name) })
        else { return nil }
        let data = properties.first { $0.name == "data" }
        let isText = (data.map { $0.all + $0.any } ?? []).allSatisfy { schema in
            guard eventContent(of: schema) == nil else { return false }
            switch kind(of: schema) {
            case .scalar("string"), .any: return true
            default: return false
            }
        }
        return isText ? .event : .eventWithJSON
    }

    /// The schema of the JSON in an event's data (JSON Schema 2020-12, validation, 8.5).
    func eventContent(of data: Node) -> Node? {
        guard data.isMapping, let schema = data["contentSchema"], schema.isMapping else { return nil }
        return data["contentMediaType"]?.text.map { Self.isJSON($0) } ?? true ? schema : nil
    }

    /// The alternative that only marks the end of a stream, `data: {const: "[done]"}`, and its data; nil if there isn't
    /// exactly one.
    private func terminalEvent(of item: Node?) -> (schema: Node, data: String)? {
        guard let item else { return nil }
        let arms = unionArms(item)
        guard arms.count > 1 else { return nil }
        let ends = arms.filter { arm in
            constants(of: arm)?.values["data"]?.count == 1 && constants(of: arm)?.values["event"] == nil
        }
        guard ends.count == 1, let data = constants(of: ends[0])?.values["data"]?.first else { return nil }
        return (ends[0], data)
    }

    /// The media type that is requested: JSON if it is offered.
    private func answerMedia(_ node: Node, _ operation: FoundOperation) -> Media? {
        if version == .swagger2 {
            guard let schema = node["schema"] else { return nil }
            if schema["type"]?.text == "file" {
                return .init(type: "application/octet-stream", node: node, place: node.place)
            }
            let offered = produced(by: operation).map { Media(type: $0, node: node, place: node.place) }
            let json = Media(type: "application/json", node: node, place: node.place)
            guard
                let best = offered.first(where: { Self.essence($0.type) == "application/json" })
                    ?? offered.min(by: { $0.kind < $1.kind })
            else { return json }
            if best.kind == .any { return json }
            // The schema describes each value of a stream.
            if best.kind == .lines || best.kind == .events { return best }
            // If the schema of text or bytes is an object or a list, the response is JSON.
            let shape = kind(of: schema)
            return best.kind != .json && (shape == .object || shape == .array) && best.kind != .other ? json : best
        }
        return preferred(media(node["content"]))
    }

    /// Swagger 2.0: the media types of an operation's responses.
    private func produced(by operation: FoundOperation) -> [String] {
        texts(operation.node["produces"] ?? root["produces"])
    }

    /// - Parameter errorTypes: The types of the operation's errors so far. Equal types in place become one type.
    private func errorType(
        _ node: Node, _ operation: FoundOperation, by reference: Node?,
        _ errorTypes: inout [ErrorContent: Description.TypeExpression]
    ) -> Description.TypeExpression? {
        guard var media = answerMedia(node, operation), let schema = media.node["schema"] else { return nil }
        // In Swagger 2.0, `produces` means a successful response, such as a stream of bytes. A failure's object is
        // JSON.
        if version == .swagger2, media.kind != .json, !Self.essence(media.type).hasSuffix("xml"),
            kind(of: schema) == .object
        {
            media.kind = .json
        }
        guard media.kind == .json || media.kind == .any else { return nil }
        // An object in a component of responses gets the component's name, and is one type for all operations.
        if let reference, schema["$ref"] == nil, schema["properties"] != nil || schema["allOf"] != nil,
            components(of: schema).contains(where: { !$0.isReference }), kind(of: schema) == .object
        {
            return self.reference(to: schema, by: reference, at: schema.place).type
        }
        // The same reference means another schema in another file.
        let content = ErrorContent(file: schema.document.file, identity: exactContents.identity(of: schema))
        if let type = errorTypes[content] { return type }
        let type = type(of: [schema], at: schema.place, in: .response).type
        errorTypes[content] = type
        return type
    }

    /// The headers of all successful statuses, once each: they are all optional. If two statuses have the same header,
    /// the status with content counts, then the lower one.
    private func responseHeaders(of success: [Answer]) -> [Description.Field] {
        func rank(_ answer: Answer) -> (Int, Description.StatusPattern) { (answer.isVoid ? 1 : 0, answer.status) }
        // The headers of a redirect aren't those of the response that it leads to.
        let described = success.filter { !$0.status.isRedirect }
        var names: Set<String> = []
        return described.sorted { rank($0) < rank($1) }.flatMap { responseHeaders($0.node) }.filter {
            names.insert($0.wireName.lowercased()).inserted
        }
    }

    /// The headers of a response, without those that the runtime has names for.
    private func responseHeaders(_ node: Node) -> [Description.Field] {
        var result: [Description.Field] = []
        for (name, value, place) in pairs(node["headers"]) {
            let lower = name.lowercased()
            guard !lower.holds("ratelimit"), !lower.holds("rate-limit"),
                !["link", "etag", "retry-after", "content-type", "date"].contains(lower),
                let header = resolved(value), name.isHeaderName
            else { continue }
            // A header has a schema or a content (OpenAPI 3.1, 4.8.21).
            let schema =
                version == .swagger2 ? header : header["schema"] ?? media(header["content"]).first?.node["schema"]
            let kind = schema.map { self.kind(of: $0) } ?? .any
            if kind == .array || kind == .object {
                diagnostics.report(.structuredHeader(name, kind == .array ? "a list" : "an object", at: place))
            }
            var type = Description.TypeExpression(kind: .scalar(.string), place: place)
            if let schema, case .scalar = kind { type = self.type(of: [schema], at: place, in: .parameter).type }
            // Every header is optional: a wrong one must not fail the whole response.
            result.append(
                .init(
                    wireName: name, type: type, isOptional: true, documentation: header["description"]?.text,
                    place: place))
        }
        return result
    }
}

extension Diagnostic {
    static func otherResponse(_ type: String, _ chosen: String, at place: SourceLocation) -> Self {
        .warning(
            "other-response", "the response may be '\(type)' too", help: "'\(chosen)' is requested", at: place)
    }
    static func textWithStructure(_ type: String, at place: SourceLocation) -> Self {
        .warning(
            "media-type-not-read", "Callsite can't decode an object or a list from '\(type)'",
            help: "the response is delivered as a string", at: place)
    }
    static func structuredHeader(_ name: String, _ what: DiagnosticText, at place: SourceLocation) -> Self {
        .warning(
            "header-not-decoded", "Callsite can't decode \(what) from the header '\(name)'",
            help: "it is the string that the server sends", at: place)
    }
    static func unreadMediaType(_ type: String, at place: SourceLocation) -> Self {
        .warning(
            "media-type-not-read", "Callsite can't decode '\(type)'", help: "the response is delivered as bytes",
            at: place, isPerCause: true)
    }
    static func unknownStatus(_ text: String, at place: SourceLocation) -> Self {
        let digits = text.prefix { $0.isNumber }
        let help: DiagnosticText =
            switch text.lowercased() {
            case "default": "the response is left out; write 'default'"
            case "ok", "success": "the response is left out; write '\"200\":'"
            case "created": "the response is left out; write '\"201\":'"
            case "error": "the response is left out; write 'default:'"
            case let word where digits.utf8.count == text.utf8.count || word.hasSuffix("xx"):
                "the response is left out; expected 100 to 599, '4XX' or 'default'"
            // `200 OK`
            case _ where digits.utf8.count == 3: "the response is left out; write '\"\(digits)\":'"
            // The status was forgotten.
            case _ where ["description", "content", "schema", "headers"].contains(text):
                "it is left out; write '\"200\":' above it, and indent it below that"
            default: "the response is left out"
            }
        return .warning("unknown-status", "'\(text)' isn't a status", help: help, at: place)
    }
}
