// Finds parts of recordings that a description neither mentions nor forbids. They are the first sign that a description
// is behind its server.

extension MockProblem {
    package static let undescribedParameter = "the description doesn't know this parameter"
    package static let undescribedHeader = "the description doesn't know this header"
    package static let undescribedField = "the description doesn't know this field"
}

extension MockEngine {
    /// Items of the query that belong to no parameter.
    package func undescribedParameters(of call: Call) -> [MockProblem] {
        let parameters = call.operation.parameters.filter { $0.location == "query" }
        guard !call.operation.parameters.contains(where: { $0.location == "querystring" }) else { return [] }
        var names: Set<String> = []
        for parameter in parameters {
            names.formUnion([parameter.name, parameter.name + "[]"])
            let outline = SchemaOutline(at: parameter.pointer, in: description.document)
            guard outline.isObject, parameter.style == "form", parameter.explode else { continue }
            // The object's fields are items of the query, and it may have any field.
            if outline.properties.isEmpty { return [] }
            names.formUnion(outline.properties.keys)
        }
        for scheme in description.securitySchemes.values {
            if case .key("query", let name) = scheme.kind { names.insert(name) }
        }
        var problems: [MockProblem] = []
        for item in QueryItems(call.request.parts.query).items where names.insert(item.name).inserted {
            // `filter[age]`
            if names.contains(String(item.name.prefix { $0 != "[" })), item.name.contains("[") { continue }
            problems.append(
                MockProblem(
                    operation: call.operation.title, .query, item.name, MockProblem.undescribedParameter,
                    rule: "/operations/\(call.operation.index)/parameters"))
        }
        return problems
    }

    /// Headers of the request that belong to no parameter, without those of clients, browsers and proxies.
    func undescribedHeaders(of call: Call) -> [MockProblem] {
        var knownNames = Set(call.operation.parameters.filter { $0.location == "header" }.map { $0.name.lowercased() })
        for scheme in description.securitySchemes.values {
            if case .key("header", let name) = scheme.kind { knownNames.insert(name.lowercased()) }
        }
        return call.request.headers.compactMap { header in
            let name = header.name.lowercased()
            guard !CommonHeaders.contains(name), knownNames.insert(name).inserted else { return nil }
            return MockProblem(
                operation: call.operation.title, .header, header.name, MockProblem.undescribedHeader,
                rule: "/operations/\(call.operation.index)/parameters")
        }
    }

    /// Fields of the request's body that no schema knows.
    func undescribedFields(of call: Call) -> [MockProblem] {
        guard let value = call.body, let content = call.operation.body?.content else { return [] }
        let type =
            call.request.header("content-type").map { MediaType($0) } ?? content.first.flatMap { MediaType($0.type) }
        guard let type, type.isJSON || type.isForm || type.isMultipart, let media = content.media(for: type) else {
            return []
        }
        return undescribedFields(of: value, media).map { field in
            MockProblem(
                operation: call.operation.title, .body, field.pointer, MockProblem.undescribedField,
                rule: field.rule)
        }
    }

    /// Fields that no schema describes, although the schema allows any. Each has the pointer of the schema that should
    /// describe it.
    ///
    /// - Parameter areItems: whether the value is the list of a stream's elements.
    func undescribedFields(
        of value: JSONValue, _ media: MockDescription.Media, areItems: Bool = false
    ) -> [(pointer: String, rule: String)] {
        let rule = media.pointer + (areItems ? "/itemSchema" : "/schema")
        guard let schema = description.document.value(at: rule) else { return [] }
        var walk = UndescribedFields(document: description.document, mostFields: options.mostMistakes)
        if areItems {
            walk.look(at: value, items: schema, "", rule, depth: 0)
        } else {
            walk.look(at: value, schema, "", rule, depth: 0)
        }
        return walk.fields
    }
}

/// Names of headers of requests that no description has to mention: those of HTTP, browsers, proxies and tracing.
package enum CommonHeaders {
    private static let names: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "authorization", "cache-control",
        "connection",
        "content-disposition", "content-encoding", "content-language", "content-length", "content-location",
        "content-md5", "content-range", "content-type", "cookie", "date", "dnt", "expect", "forwarded", "from", "host",
        "keep-alive", "last-event-id", "max-forwards", "origin", "pragma", "prefer", "priority", "range", "referer",
        "save-data", "te", "trailer", "transfer-encoding", "upgrade", "upgrade-insecure-requests", "user-agent", "via",
        "warning", "x-real-ip", "x-request-id", "x-requested-with", "x-correlation-id", "x-client-data",
        "x-amzn-trace-id",
        "x-cloud-trace-context", "traceparent", "tracestate", "baggage", "b3", "sentry-trace", "newrelic",
        "accept-datetime", "alt-used", "early-data", "purpose", "http2-settings", "device-memory", "downlink", "ect",
        "rtt",
    ]
    private static let starts = [
        ":", "sec-", "if-", "proxy-", "x-forwarded-", "access-control-request-", "x-b3-", "x-datadog-", "cf-",
    ]

    package static func contains(_ name: String) -> Bool {
        names.contains(name) || starts.contains { name.hasPrefix($0) }
    }
}

private struct UndescribedFields {
    let document: JSONValue
    private(set) var fields: [(pointer: String, rule: String)] = []
    /// The paths of reported fields, without indices: the same field of each element is reported once.
    private var paths: Set<ExactString> = []
    private let mostFields: Int
    private var outlines: [ExactString: SchemaOutline] = [:]

    init(document: JSONValue, mostFields: Int) { (self.document, self.mostFields) = (document, mostFields) }

    mutating func look(at value: JSONValue, _ schema: JSONValue, _ pointer: String, _ rule: String, depth: Int) {
        guard depth < 64, self.fields.count < mostFields else { return }
        let (schema, rule) = named(schema, rule)
        switch value {
        case .array(let elements):
            guard schema["items"] == nil else {
                return look(at: value, items: schema["items"] ?? .null, pointer, rule + "/items", depth: depth)
            }
            // `anyOf: [{type: array, items: …}, {type: "null"}]`
            guard !elements.isEmpty, let (items, place) = member(["items"], of: schema, rule) else { return }
            look(at: value, items: items, pointer, place, depth: depth)
        case .object(let fields):
            let outline = outline(schema, rule)
            // In an object without described fields, or in a dictionary, every field is described.
            let others = schema["additionalProperties"].flatMap { $0.object == nil ? nil : $0 }
            guard outline.isObject, !outline.properties.isEmpty || others != nil else { return }
            let knowsAll = !saysOthers(schema)
            for (key, field) in fields.pairs {
                let token = JSONPointer.escaped(key)
                let path = pointer + "/" + token
                if let property = outline.properties[key], outline.describes(key) {
                    let (inner, place) =
                        member(["properties", key], of: schema, rule) ?? (property, "\(rule)/properties/\(token)")
                    look(at: field, inner, path, place, depth: depth + 1)
                } else if let others {
                    look(at: field, others, path, rule + "/additionalProperties", depth: depth + 1)
                } else if knowsAll, paths.insert(Self.withoutIndices(path)).inserted {
                    self.fields.append((path, rule))
                }
            }
        default: break
        }
    }

    private mutating func outline(_ schema: JSONValue, _ rule: String) -> SchemaOutline {
        let key = ExactString(rule)
        if let outline = outlines[key] { return outline }
        let outline = SchemaOutline(schema, in: document)
        outlines[key] = outline
        return outline
    }

    private static func withoutIndices(_ path: String) -> ExactString {
        ExactString(
            path.split(separator: "/", omittingEmptySubsequences: false).filter { Int($0) == nil }
                .joined(separator: "/"))
    }

    mutating func look(at list: JSONValue, items: JSONValue, _ pointer: String, _ rule: String, depth: Int) {
        for (index, element) in (list.array ?? []).enumerated() {
            look(at: element, items, "\(pointer)/\(index)", rule, depth: depth + 1)
        }
    }

    /// The first schema at these keys of a schema, or of another that applies with it, and its pointer.
    private func member(_ keys: [String], of schema: JSONValue, _ rule: String) -> (JSONValue, String)? {
        var candidates = [(schema, rule)]
        var next = 0
        while next < candidates.count, next < 64 {
            let (schema, rule) = named(candidates[next].0, candidates[next].1)
            next += 1
            if let inner = keys.reduce(.some(schema), { $0?[$1] }) {
                return (inner, keys.reduce(rule) { $0 + "/" + JSONPointer.escaped($1) })
            }
            for key in ["allOf", "anyOf", "oneOf"] {
                for (index, part) in (schema[key]?.array ?? []).enumerated() {
                    candidates.append((part, "\(rule)/\(key)/\(index)"))
                }
            }
        }
        return nil
    }

    /// Follows references; returns the schema and its pointer.
    private func named(_ schema: JSONValue, _ rule: String) -> (JSONValue, String) {
        var (schema, rule) = (schema, rule)
        for _ in 0..<16 {
            guard let reference = schema["$ref"]?.string, let target = document.value(atReference: reference) else {
                break
            }
            (schema, rule) = (target, PercentEncoding.decoded(reference.dropFirst()))
        }
        return (schema, rule)
    }

    /// Whether the schema itself describes or forbids fields of other names.
    private func saysOthers(_ schema: JSONValue) -> Bool {
        var pending = [schema]
        var budget = 64
        while let next = pending.popLast(), budget > 0 {
            budget -= 1
            if let reference = next["$ref"]?.string, let target = document.value(atReference: reference) {
                pending.append(target)
            }
            let keys = ["additionalProperties", "unevaluatedProperties", "patternProperties"]
            if keys.contains(where: { next[$0] != nil }) { return true }
            for key in ["allOf", "anyOf", "oneOf"] { pending += next[key]?.array ?? [] }
        }
        return false
    }
}
