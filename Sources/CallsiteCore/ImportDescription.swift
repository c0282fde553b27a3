// In: an OpenAPI document. Out: the same API in Callsite's own format: the operations that are wanted and what they reach. It is written
// from the resolved API, where directions are separated, paging is found and names are chosen, so that what is generated from it sends
// the same bytes and decodes the same values. What the format can't say is told.

/// What `callsite import` makes of a document.
package struct ImportedDescription: Sendable {
    /// Empty if there was an error.
    package var text = ""
    package var missing: [MissingSource] = []
    package var diagnostics: Diagnostics
}

package func importDescription(_ sources: SourceSet, options: Options) -> ImportedDescription {
    var diagnostics = Diagnostics()
    let nodes = parse(sources, &diagnostics)
    let description = readDescription(nodes, options, &diagnostics)
    guard description.missing.isEmpty else { return .init(missing: description.missing, diagnostics: diagnostics) }
    let api = resolve(description, options, &diagnostics)
    var lowering = Lowering(api, options)
    lowering.nameTypes(&diagnostics)
    lowering.nameEndpoints(&diagnostics)
    guard !diagnostics.hasErrors else { return .init(diagnostics: diagnostics) }
    var writer = NativeWriter(api, lowering)
    let text = writer.document()
    diagnostics.append(writer.diagnostics)
    return .init(text: text, diagnostics: diagnostics)
}

private struct NativeWriter {
    let api: API
    let lowering: Lowering
    var diagnostics = Diagnostics()
    /// What types are called: those at the top, and those in place that the format wants to have a name.
    private var names: [API.TypeID: String] = [:]
    private var waiting: [API.TypeID] = []
    private var taken: Set<String>
    private var endpointNames: Set<String> = []
    /// The types of the base URL's variables are written there.
    private let variables: Set<API.TypeID>

    init(_ api: API, _ lowering: Lowering) {
        self.api = api
        self.lowering = lowering
        variables = Set(
            api.baseURL.variables.compactMap { variable -> API.TypeID? in if case .named(let id, _) = variable.shape { id } else { nil } })
        taken = Set(Scalar.allCases.map(\.rawValue))
        for index in api.types.indices where api.types[index].owner == .api && !variables.contains(.init(index: index)) {
            names[.init(index: index)] = Self.unique(lowering.typeNames[index].name, &taken)
        }
    }

    /// A name as the format wants one: a capital, then letters and digits.
    private static func unique(_ name: String, _ taken: inout Set<String>) -> String {
        var result = String(name.unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) }.prefix(90))
        if let first = result.unicodeScalars.first, !first.properties.isUppercase {
            result =
                ("0"..."9").contains(first) || first.properties.uppercaseMapping == String(first)
                ? "Type" + result : first.properties.uppercaseMapping + result.dropFirst()
        }
        if result.isEmpty { result = "Type" }
        let base = result
        var number = 2
        while !taken.insert(result).inserted {
            result = base + String(number)
            number += 1
        }
        return result
    }

    private mutating func lose(_ what: String, at place: SourceLocation) { diagnostics.report(.notImported(what, at: place)) }

    mutating func document() -> String {
        var entries: [NativeText.Entry] = [.init("callsite", .plain("1")), .init("api", .plain(lowering.apiName))]
        if let text = api.documentation { entries.append(.init("description", .text(text))) }
        if api.baseURL.template.isEmpty {
            lose("the missing server: 'baseURL' is made up", at: api.place)
            entries.append(.init("baseURL", .text("https://example.com")))
        } else {
            entries.append(.init("baseURL", .text(api.baseURL.template)))
        }
        if !api.baseURL.variables.isEmpty {
            entries.append(.init("variables", .mapping(api.baseURL.variables.map { field($0) })))
        }
        if api.authentication != .none { entries.append(.init("authentication", authentication(api.authentication, at: api.place))) }
        entries += errors(api.errors)
        entries.append(.init("endpoints", .mapping(api.endpoints.indices.compactMap { endpoint($0) })))
        var models: [NativeText.Entry] = []
        for index in api.types.indices where api.types[index].owner == .api && !variables.contains(.init(index: index)) {
            models.append(model(.init(index: index), names[.init(index: index)] ?? ""))
        }
        var next = 0
        while next < waiting.count {
            let id = waiting[next]
            next += 1
            models.append(model(id, names[id] ?? ""))
        }
        if !models.isEmpty { entries.append(.init("models", .mapping(models))) }
        return NativeText.mapping(entries).document
    }

    // MARK: - Types

    /// What a shape is as one text: nil for what must be written in place.
    private func typeText(_ shape: API.Shape) -> String? {
        switch shape {
        case .scalar(let scalar): return scalar.rawValue
        case .typeParameter(let name): return name
        case .list(let element): return typeText(element).map { "[\($0)]" }
        case .dictionary(let value): return typeText(value).map { "[String: \($0)]" }
        case .optional(let wrapped): return typeText(wrapped.withoutOptional).map { $0 + "?" }
        case .named(let id, _):
            if case .enumeration = api[id].content, api[id].enumValues != .texts {
                return api[id].enumValues == .integers ? "Int" : "Double"
            }
            return names[id]
        }
    }

    /// A type's text; YAML would end a list before the '?' behind it.
    private static func type(_ text: String) -> NativeText { text.contains("]?") ? .quoted(text) : .plain(text) }

    private mutating func type(_ shape: API.Shape) -> NativeText {
        noteLosses(shape)
        if let text = typeText(shape) { return Self.type(text) }
        switch shape {
        case .list(let element): return .list([type(element)])
        case .dictionary(let value): return .list([.mapping([.init("String", type(value))])])
        case .optional(let wrapped): return Self.type(name(wrapped.withoutOptional) + "?")
        case .named(let id, _):
            // Values that are called as types are would be taken for a slip.
            if case .enumeration(let cases) = api[id].content, cases.contains(where: { taken.contains($0.wireValue) }) {
                return Self.type(name(shape))
            }
            return .mapping(shapeEntries(id))
        case .scalar, .typeParameter: return .plain("JSON")
        }
    }

    /// An enum of numbers has no form here.
    private mutating func noteLosses(_ shape: API.Shape) {
        if case .named(let id, _) = shape, case .enumeration = api[id].content, api[id].enumValues != .texts {
            lose("the values of an enum of numbers", at: api[id].place)
        }
    }

    /// A name for a shape that has none: its types in place become models.
    private mutating func name(_ shape: API.Shape) -> String {
        if let text = typeText(shape) { return text }
        switch shape {
        case .list(let element): return "[" + name(element) + "]"
        case .dictionary(let value): return "[String: " + name(value) + "]"
        case .optional(let wrapped): return name(wrapped.withoutOptional) + "?"
        case .named(let id, _):
            let name = Self.unique(path(of: id), &taken)
            names[id] = name
            waiting.append(id)
            return name
        case .scalar, .typeParameter: return "JSON"
        }
    }

    /// `IssueMilestone` for `Issue.Milestone`.
    private func path(of id: API.TypeID) -> String {
        switch api[id].owner {
        case .api: lowering.name(of: id).name
        case .type(let owner): path(of: owner) + lowering.name(of: id).name
        case .endpoint(let index): String(lowering.endpointNames[index].name.dropLast(7)) + lowering.name(of: id).name
        }
    }

    /// `fields:`, `enum:` or `union:` with `cases:`.
    private mutating func shapeEntries(_ id: API.TypeID) -> [NativeText.Entry] {
        let type = api[id]
        switch type.content {
        case .object(let properties):
            if type.rest != nil { lose("fields of other names than those described", at: type.place) }
            if type.usage == [.read, .written], let one = properties.first(where: { $0.isReadOnly != $0.isWriteOnly }) {
                lose("that '\(one.wireName)' goes one way only", at: one.place)
            }
            return [.init("fields", fields(properties))]
        case .enumeration(let cases):
            let isNamed = cases.contains { $0.swiftName != nil }
            return [
                .init(
                    "enum",
                    isNamed
                        ? .mapping(cases.map { .init($0.wireValue, $0.swiftName.map { .text($0) } ?? .plain("null")) })
                        : .list(cases.map { .text($0.wireValue) }))
            ]
        case .union(let union): return unionEntries(union, at: type.place)
        case .alias(let target): return [.init("type", self.type(target))]
        }
    }

    private mutating func unionEntries(_ union: API.Union, at place: SourceLocation) -> [NativeText.Entry] {
        if union.alternatives.contains(where: \.isDefault) { lose("what an unknown discriminator stands for", at: place) }
        if let discriminator = union.discriminator {
            if union.alternatives.allSatisfy({ api.properties(of: $0.shape) != nil }) {
                let cases = union.alternatives.map { NativeText.Entry($0.tag ?? "", Self.type(name($0.shape))) }
                return [.init("union", .text(discriminator)), .init("cases", .mapping(cases))]
            }
            lose("a discriminator among what are no models", at: place)
        }
        var types: [String] = []
        for alternative in union.alternatives {
            // Enums of different numbers are all numbers here.
            let text = name(alternative.shape)
            if !types.contains(text) { types.append(text) }
        }
        return [types.count == 1 ? .init("type", Self.type(types[0])) : .init("union", .list(types.map { Self.type($0) }))]
    }

    private mutating func model(_ id: API.TypeID, _ name: String) -> NativeText.Entry {
        let type = api[id]
        var entries: [NativeText.Entry] = []
        if let text = type.documentation { entries.append(.init("description", .text(text))) }
        if let deprecation = type.deprecation { entries.append(.init("deprecated", deprecated(deprecation))) }
        switch type.content {
        case .alias(let target): return .init(name, Self.type(self.name(target)))
        case .enumeration where type.enumValues != .texts:
            noteLosses(.named(id, []))
            return .init(name, .plain(type.enumValues == .integers ? "Int" : "Double"))
        default:
            let shape = shapeEntries(id)
            // A union of one type is that type.
            if shape.count == 1, shape[0].key == "type" { return .init(name, shape[0].value) }
            return .init(name, .mapping(entries + shape))
        }
    }

    private func deprecated(_ deprecation: Description.Deprecation) -> NativeText {
        deprecation.message.map { .text($0) } ?? .plain("true")
    }

    // MARK: - Fields

    private mutating func fields(_ properties: [API.Property]) -> NativeText {
        .mapping(properties.map { field($0) })
    }

    private mutating func field(
        _ property: API.Property, as key: String? = nil, more: [NativeText.Entry] = []
    ) -> NativeText.Entry {
        var entries: [NativeText.Entry] = []
        let isNullable = property.presence == .nullable || property.presence == .optionalNullable
        let isOptional = property.presence == .optional || property.presence == .optionalNullable
        let shape = property.shape.withoutOptional
        let written = type(shape)
        var isPlain = false
        switch written {
        case .mapping(let shape): entries += shape
        default:
            isPlain = true
            entries.append(.init("type", written))
        }
        let needsWire = key != nil || property.wireName.hasSuffix("?") || property.wireName.isEmpty
        if needsWire { entries.append(.init("wire", .text(property.wireName))) }
        if let name = property.swiftName { entries.append(.init("name", .text(name))) }
        if isNullable { entries.append(.init("nullable", .plain("true"))) }
        if property.defaultValue != nil, let literal = property.writtenDefault ?? property.absentValue {
            entries.append(.init("default", NativeText(literal)))
        }
        entries += more
        if let text = property.documentation { entries.append(.init("description", .text(text))) }
        if let deprecation = property.deprecation { entries.append(.init("deprecated", deprecated(deprecation))) }
        if let example = property.writtenExample, property.example != nil { entries.append(.init("example", NativeText(example))) }
        let name = (key ?? (needsWire ? "field" : property.wireName)) + (isOptional ? "?" : "")
        return .init(name, isPlain && entries.count == 1 ? entries[0].value : .mapping(entries))
    }

    // MARK: - Endpoints

    private mutating func endpoint(_ index: Int) -> NativeText.Entry? {
        let endpoint = api.endpoints[index]
        guard EndpointKey.methods.contains(endpoint.method) else {
            lose("the method \(endpoint.method): the operation is left out", at: endpoint.place)
            return nil
        }
        var entries: [NativeText.Entry] = []
        if let text = endpoint.documentation { entries.append(.init("description", .text(text))) }
        if let tag = endpoint.tag { entries.append(.init("tag", .text(tag))) }
        if endpoint.method != "GET" { entries.append(.init("method", .plain(endpoint.method))) }
        entries.append(.init("path", .text(endpoint.path.text)))
        if endpoint.baseURL != nil { lose("a server of the endpoint's own", at: endpoint.place) }
        if !endpoint.parameters.isEmpty { entries.append(.init("parameters", .mapping(parameters(endpoint)))) }
        if let body = endpoint.body { entries.append(.init("body", self.body(body))) }
        if let response = response(endpoint) { entries.append(.init("response", response)) }
        entries += errors(endpoint.errors ?? [])
        if !endpoint.headers.isEmpty {
            entries.append(.init("headers", .mapping(endpoint.headers.map { .init($0.name, .text($0.value)) })))
        }
        if let own = endpoint.authentication { entries.append(.init("authentication", authentication(own, at: endpoint.place))) }
        if let pagination = endpoint.pagination { entries.append(.init("pagination", self.pagination(pagination.declaration))) }
        if let deprecation = endpoint.deprecation { entries.append(.init("deprecated", deprecated(deprecation))) }
        return .init(Self.unique(String(lowering.endpointNames[index].name.dropLast(7)), &endpointNames), .mapping(entries))
    }

    private mutating func parameters(_ endpoint: API.Endpoint) -> [NativeText.Entry] {
        var keys: Set<String> = []
        return endpoint.parameters.map { parameter in
            let wire = parameter.property.wireName
            var more: [NativeText.Entry] = []
            let isInPath = endpoint.path.placeholders.contains(wire)
            if parameter.location != (isInPath ? .path : .query) { more.append(.init("in", .plain(parameter.location.rawValue))) }
            if let style = parameter.style { more.append(.init("style", .plain(style.rawValue))) }
            if let explode = parameter.explode, parameter.style != .json {
                more.append(.init("explode", .plain(explode ? "true" : "false")))
            }
            var key: String?
            if !keys.insert(wire).inserted {
                var own = wire + "_" + parameter.location.rawValue
                while !keys.insert(own).inserted { own += "_" }
                key = own
            }
            var property = parameter.property
            // What the server takes for granted is told, not sent.
            property.absentValue = nil
            return field(property, as: key, more: more)
        }
    }

    private mutating func body(_ body: API.Body) -> NativeText {
        var entries: [NativeText.Entry] = []
        switch body.content {
        case .fields(let properties): entries.append(.init("fields", fields(properties)))
        case .whole(let shape, let isOptional):
            let isUsual = body.encoding == .json || (body.encoding == .binary && shape == .scalar(.data))
            let text = name(shape)
            if isUsual { return Self.type(text + (isOptional && !shape.isOptional ? "?" : "")) }
            entries.append(.init("type", Self.type(text)))
            if isOptional { entries.append(.init("optional", .plain("true"))) }
        }
        if body.encoding != .json { entries.append(.init("encoding", .plain(body.encoding.rawValue))) }
        if let lists = body.lists { entries.append(.init("lists", .plain(lists.rawValue))) }
        return .mapping(entries)
    }

    /// nil: nothing comes back.
    private mutating func response(_ endpoint: API.Endpoint) -> NativeText? {
        let response = endpoint.response
        var shape = response.shape
        var isOptional = response.isOptional
        var encoding = response.encoding
        if let first = response.cases.first(where: { $0.shape != .scalar(.void) }) {
            lose("answers that differ by their status: '\(first.status)' is kept", at: endpoint.place)
            (shape, isOptional, encoding) = (first.shape, true, first.encoding)
        }
        var entries: [NativeText.Entry] = []
        var prefix = ""
        if response.stream != nil { prefix = "stream of " }
        let isInPlace: Bool
        if case .named(let id, _) = shape, typeText(shape) == nil, case .object = api[id].content, prefix.isEmpty {
            isInPlace = true
            entries += shapeEntries(id)
        } else if prefix.isEmpty, typeText(shape) == nil {
            isInPlace = true
            entries.append(.init("type", type(shape)))
        } else {
            isInPlace = false
        }
        let text = isInPlace ? "" : prefix + name(shape)
        if isOptional { entries.append(.init("optional", .plain("true"))) }
        if !response.statuses.isEmpty { entries.append(.init("status", .list(response.statuses.map { .plain(String($0)) }))) }
        if encoding == .text { entries.append(.init("encoding", .plain("text"))) }
        if encoding == .binary, shape != .scalar(.data) { entries.append(.init("encoding", .plain("binary"))) }
        if let stream = response.stream {
            entries.append(.init("encoding", .plain(stream.isEvents ? "sse" : "ndjson")))
            if let end = stream.end, stream.isEvents { entries.append(.init("end", .text(end))) }
            if let reconnects = stream.reconnects { entries.append(.init("reconnect", .plain(reconnects.rawValue))) }
        }
        if !response.headers.isEmpty { entries.append(.init("headers", fields(response.headers))) }
        if isInPlace { return .mapping(entries) }
        if entries.isEmpty { return shape == .scalar(.void) ? nil : Self.type(text) }
        return .mapping([.init("type", Self.type(text))] + entries)
    }

    private mutating func errors(_ errors: [API.ErrorCase]) -> [NativeText.Entry] {
        guard let first = errors.first else { return [] }
        if errors.count == 1, first.status == .any { return [.init("error", Self.type(name(first.shape)))] }
        return [.init("errors", .mapping(errors.map { .init($0.status.description, Self.type(name($0.shape))) }))]
    }

    private mutating func authentication(_ authentication: Description.Authentication, at place: SourceLocation) -> NativeText {
        switch authentication {
        case .none: return .plain("none")
        case .bearer: return .plain("bearer")
        case .basic: return .plain("basic")
        case .header(let name): return .mapping([.init("header", .text(name))])
        case .query(let name): return .mapping([.init("query", .text(name))])
        case .cookie(let name): return .mapping([.init("cookie", .text(name))])
        case .all(let parts):
            lose("several keys at once: the first is kept", at: place)
            return self.authentication(parts[0], at: place)
        case .oneOf(let alternatives):
            lose("several ways to authenticate: the first is kept", at: place)
            return self.authentication(alternatives[0], at: place)
        }
    }

    private func pagination(_ declaration: Description.Pagination) -> NativeText {
        var entries: [NativeText.Entry] = [.init("style", .plain(declaration.style.rawValue))]
        func add(_ key: String, _ names: [Description.Name]) {
            guard !names.isEmpty else { return }
            entries.append(.init(key, names.count == 1 ? .text(names[0].text) : .list(names.map { .text($0.text) })))
        }
        func source(_ source: Description.Pagination.Source) -> NativeText {
            switch source {
            case .body(let name): .text(name.text)
            case .header(let name): .mapping([.init("header", .text(name.text))])
            }
        }
        add("parameter", declaration.parameters)
        if let first = declaration.first { entries.append(.init("first", .plain(String(first)))) }
        add("size", declaration.size.map { [$0] } ?? [])
        add("limit", declaration.limit.map { [$0] } ?? [])
        if !declaration.next.isEmpty {
            entries.append(.init("next", declaration.next.count == 1 ? source(declaration.next[0]) : .list(declaration.next.map(source))))
        }
        add("key", declaration.keys)
        for (key, value) in [("hasNext", declaration.hasNext), ("total", declaration.total), ("totalPages", declaration.totalPages)] {
            if let value { entries.append(.init(key, source(value))) }
        }
        if declaration.shortPageEnds { entries.append(.init("shortPageEnds", .plain("true"))) }
        add("elements", declaration.elements.map { [$0] } ?? [])
        return .mapping(entries)
    }
}

extension Lowering {
    /// The API's name as it stands in its types.
    fileprivate var apiName: String { SwiftIdentifier(type: api.name).name }
}

extension Diagnostic {
    static func notImported(_ what: String, at place: SourceLocation) -> Self {
        .warning("not-imported", "Callsite's own format can't say \(what)", at: place)
    }
}
