// Writes the endpoints of a description.

import CallsiteCore

extension NativeWriter {
    mutating func endpoint(_ index: Int) -> NativeText.Entry? {
        let endpoint = api.endpoints[index]
        guard EndpointKey.methods.contains(endpoint.method) || EndpointKey.rareMethods.contains(endpoint.method) else {
            diagnostics.report(
                .notImported("the method \(endpoint.method): the operation is left out", at: endpoint.place))
            return nil
        }
        if let why = refusals.endpoints[index] {
            diagnostics.report(.operationNotImported(names.endpoints[index], why, at: endpoint.place))
            return nil
        }
        let comments = comments?(endpoint)
        var entries = Self.text("description", endpoint.documentation)
        entries += Self.text("name", names.endpointPins[index])
        entries += Self.text("tag", endpoint.tag.map { api.tags[$0]?.group ?? $0 })
        if endpoint.method != "GET" || endpoint.body != nil { entries.append(.init("method", .text(endpoint.method))) }
        entries += Self.text("baseURL", endpoint.baseURL)
        entries.append(.init("path", .text(endpoint.path.text)))
        entries += Self.mapping("parameters", parameters(endpoint))
        if let body = endpoint.body { entries.append(.init("body", self.body(body))) }
        if let response = response(endpoint.response, at: endpoint.place) {
            var entry = NativeText.Entry("response", response)
            entry.comment = comments?.response
            entries.append(entry)
        }
        entries += errors(writtenErrors(of: endpoint))
        let conditions = endpoint.success.map { condition in
            let values = condition.values.map { NativeText($0) }
            return NativeText.Entry(condition.written, values.count == 1 ? values[0] : .list(values))
        }
        entries += Self.mapping("success", conditions)
        entries += headers(endpoint.headers)
        entries += Self.authentication(endpoint.authentication)
        if let seconds = endpoint.timeout {
            entries.append(.init("timeout", .plain(seconds == seconds.rounded() ? String(Int(seconds)) : "\(seconds)")))
        }
        entries += Self.bool("idempotent", endpoint.isIdempotent)
        entries += Self.text("idempotencyKey", endpoint.idempotencyKey)
        if let pagination = endpoint.pagination { entries.append(.init("pagination", self.pagination(pagination))) }
        entries += Self.list("links", endpoint.links.map { .text($0.template.text) })
        entries += deprecated(endpoint.deprecation)
        var entry = NativeText.Entry(names.endpoints[index], .mapping(entries))
        entry.comment = comments?.endpoint
        return entry
    }

    /// The errors that the endpoint states, and those of its errors whose status would otherwise get another type from
    /// the API's errors.
    private func writtenErrors(of endpoint: API.Endpoint) -> [API.ErrorCase] {
        var cases = endpoint.statedErrors
        guard let errors = endpoint.errors else { return cases }
        for error in (errors + api.errors).sorted(by: { $1.status < $0.status }) {
            guard !cases.contains(where: { $0.status == error.status }) else { continue }
            let inherited = api.errors.filter { common in !cases.contains { $0.status == common.status } }
            guard var own = errors.first(covering: error.status),
                (cases + inherited).first(covering: error.status)?.shape != own.shape
            else { continue }
            own.status = error.status
            cases.append(own)
        }
        return cases.sorted { $0.status < $1.status }
    }

    private mutating func parameters(_ endpoint: API.Endpoint) -> [NativeText.Entry] {
        let keys = Self.keys(endpoint.parameters.map { ($0.property.wireName, $0.location.rawValue) })
        var result: [NativeText.Entry] = []
        let placeholders = endpoint.path.placeholders
        // If the path's parameters come first, in the path's order, those that are plain strings needn't be declared.
        // A placeholder that occurs twice must be.
        let isUsual =
            endpoint.parameters.prefix(placeholders.count).map(\.property.wireName) == placeholders
            && endpoint.path.parts.count(where: \.isPlaceholder) == placeholders.count
        let inPath = Set(placeholders)
        for (parameter, key) in zip(endpoint.parameters, keys) {
            let wire = parameter.property.wireName
            var more: [NativeText.Entry] = []
            let isInPath = inPath.contains(wire)
            // A parameter with nearly the name of a placeholder would be read as that placeholder; its `in` prevents
            // this.
            let isAmbiguous =
                !isInPath && parameter.property.presence == .required && parameter.property.defaultValue == nil
                && placeholders.prefix(placeholderLimit).contains { isSameName($0, wire) }
            if parameter.location != (isInPath ? .path : .query) || isAmbiguous {
                more.append(.init("in", .plain(parameter.location.rawValue)))
            }
            more += Self.text("part", parameter.part) + Self.word("style", parameter.style)
            if parameter.style != .json { more += Self.bool("explode", parameter.explode) }
            let entry = field(parameter.property, .parameters, as: key, more: more)
            if isUsual, parameter.location == .path, entry == .init(wire, .plain(Scalar.string.rawValue)) { continue }
            result.append(entry)
        }
        return result
    }

    // MARK: - Body and response

    private mutating func body(_ body: API.Body) -> NativeText {
        var entries: [NativeText.Entry] = []
        let encoding = NativeText.Entry("encoding", .plain(body.encoding.rawValue))
        switch body.content {
        case .fields(let properties):
            if let model = body.model {
                entries += [.init("type", type(model)), encoding]
            } else {
                let fields = fields(properties, .body)
                let isLeftOut =
                    body.isOptional && properties.allSatisfy { [.optional, .optionalNullable].contains($0.presence) }
                // Fields with the names of the long form's keys would be read as the long form.
                if body.encoding == .json, !isLeftOut, case .mapping(let members) = fields, !members.isEmpty,
                    !members.contains(where: { BodyKey(rawValue: $0.key) != nil })
                {
                    return fields
                }
                entries.append(.init("fields", fields))
                if body.encoding != .json { entries.append(encoding) }
                entries += Self.flag("optional", isLeftOut)
            }
        case .whole(let shape, let isOptional):
            let usual: Description.BodyEncoding = api.resolvingAliases(shape) == .scalar(.data) ? .binary : .json
            if body.encoding == usual, body.lists == nil, !shape.isOptional,
                let alone = typeAlone(shape, isOptional: isOptional)
            {
                return alone
            }
            // The encoding tells the long form from a model with a field called `type`.
            entries += [.init("type", type(shape.withoutOptional)), encoding] + Self.flag("optional", isOptional)
            entries += Self.flag("nullable", shape.isOptional)
        }
        entries += Self.word("lists", body.lists)
        let encodings = body.encodings.sorted { $0.key.precedes($1.key) }.map { name, encoding in
            NativeText.Entry(
                name,
                .mapping(
                    Self.word("style", encoding.style) + Self.bool("explode", encoding.explode)
                        + Self.text("contentType", encoding.contentType)))
        }
        entries += Self.mapping("encodings", encodings)
        return .mapping(entries)
    }

    /// nil if the response has no body.
    private mutating func response(_ response: API.Response, at place: SourceLocation) -> NativeText? {
        var entries: [NativeText.Entry] = []
        func encoding(_ encoding: API.Response.Encoding, of shape: API.Shape) -> [NativeText.Entry] {
            let isBytes = api.resolvingAliases(shape) == .scalar(.data)
            switch encoding {
            case .json: return isBytes ? [.init("encoding", .plain("json"))] : []
            case .text: return [.init("encoding", .plain("text"))]
            case .binary: return isBytes ? [] : [.init("encoding", .plain("binary"))]
            }
        }
        entries += Self.list("status", response.statuses.map { .plain(String($0)) })
        if !response.headers.isEmpty { entries.append(.init("headers", fields(response.headers, .headers))) }
        if !response.cases.isEmpty {
            let cases = response.cases.map { success -> NativeText.Entry in
                // Only the response as a whole is binary by its type.
                let own: [NativeText.Entry] =
                    success.encoding == .json
                    ? [] : [.init("encoding", .plain(success.encoding == .text ? "text" : "binary"))]
                let type = type(success.shape)
                return Self.status(success.status, own.isEmpty ? type : .mapping([.init("type", type)] + own))
            }
            return .mapping([.init("cases", .mapping(cases))] + entries)
        }
        if let stream = response.stream {
            if let alone = typeAlone(response.shape, isOptional: false, prefix: "stream of ") {
                entries.insert(.init("type", alone), at: 0)
            } else {
                entries.insert(.init("stream", type(response.shape)), at: 0)
            }
            entries.append(.init("encoding", .plain(stream.isEvents ? "sse" : "ndjson")))
            if stream.element != .data { entries.append(.init("element", .plain(stream.element.rawValue))) }
            if stream.isEvents { entries += Self.text("end", stream.end) }
            entries += Self.word("reconnect", stream.reconnects)
            return .mapping(entries)
        }
        entries += encoding(response.encoding, of: response.shape)
        if let alone = typeAlone(response.shape, isOptional: response.isOptional) {
            if entries.isEmpty { return response.shape == .scalar(.void) ? nil : alone }
            return .mapping([.init("type", alone)] + entries)
        }
        // Inline fields replace the key `type`; other inline types are its value.
        var own = typeEntries(response.shape)
        if own.map(\.key) != ["fields"] { own = [.init("type", type(response.shape))] }
        return .mapping(own + Self.flag("optional", response.isOptional) + entries)
    }

    // MARK: - Pagination

    private func pagination(_ pagination: API.Pagination) -> NativeText {
        let declaration = pagination.declaration
        var entries: [NativeText.Entry] = [.init("style", .plain(declaration.style.rawValue))]
        func add(_ key: String, _ values: [NativeText]) {
            guard !values.isEmpty else { return }
            entries.append(.init(key, values.count == 1 ? values[0] : .list(values)))
        }
        func add(_ key: String, _ names: [Description.Name]) { add(key, names.map { .text($0.text) }) }
        func source(_ source: Description.Pagination.Source) -> NativeText {
            switch source {
            case .body(let name): .text(name.text)
            case .header(let name): .mapping([.init("header", .text(name.text))])
            }
        }
        add("parameter", declaration.parameters)
        if declaration.isFirstUnknown { entries.append(.init("first", .plain("unknown"))) }
        if let first = declaration.first { entries.append(.init("first", .plain(String(first)))) }
        add("size", declaration.size.map { [$0] } ?? [])
        add("limit", declaration.limit.map { [$0] } ?? [])
        add("next", declaration.next.map(source))
        add("key", declaration.keys)
        for (key, value) in [
            ("current", declaration.current), ("hasNext", declaration.hasNext), ("isLast", declaration.isLast),
            ("total", declaration.total), ("totalPages", declaration.totalPages),
        ] {
            if let value { entries.append(.init(key, source(value))) }
        }
        entries += Self.flag("shortPageEnds", declaration.shortPageEnds)
        entries += Self.flag("omitsEmptyList", declaration.omitsEmptyList)
        add("elements", declaration.elements.map { [$0] } ?? [])
        if let continuation = pagination.continuation {
            entries.append(.init("continue", .text(names.endpoints[continuation])))
        }
        return .mapping(entries)
    }
}
