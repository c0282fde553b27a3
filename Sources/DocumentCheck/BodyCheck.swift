import CallsiteCore

// Media types of bodies and responses, and what they hold.

struct MediaType: Hashable {
    /// Without parameters, in lower case.
    let essence: String
    /// With them, for types that nothing else tells apart.
    let whole: String

    init(_ text: String) {
        whole = text.filter { $0 != " " }.lowercased()
        essence = String(whole.prefix { $0 != ";" })
    }

    static func == (a: Self, b: Self) -> Bool { a.essence == b.essence }
    func hash(into hasher: inout Hasher) { hasher.combine(essence) }

    var isJSON: Bool { essence == "application/json" || essence.hasSuffix("/json") || essence.hasSuffix("+json") }
    var isForm: Bool { essence == "application/x-www-form-urlencoded" }
    var isMultipart: Bool { essence.hasPrefix("multipart/") }
    var isEvents: Bool { essence == "text/event-stream" }
    var isLines: Bool {
        let name = essence.split(separator: "/").last.map(String.init) ?? ""
        return ["ndjson", "jsonl", "jsonlines", "x-ndjson", "x-jsonl", "x-jsonlines", "json-seq"].contains(name)
            || name.hasSuffix("+json-seq")
    }
    var isText: Bool { essence.hasPrefix("text/") && !isEvents && essence != "text/xml" || essence.hasSuffix("+txt") }
    var isBytes: Bool {
        ["application/octet-stream", "application/pdf", "application/zip", "application/gzip", "application/x-tar"].contains(essence)
            || ["image/", "audio/", "video/", "font/"].contains { essence.hasPrefix($0) }
    }
    /// Bytes, text or a stream: it says what it holds without a schema.
    var isContentItself: Bool { isText || isBytes || isEvents || isLines }

    func isLike(_ other: MediaType) -> Bool {
        isText && other.isText || isBytes && other.isBytes || isEvents && other.isEvents || isLines && other.isLines
    }

    /// Any: `*/*`. A range of texts or of images is text or bytes.
    var isRange: Bool { essence == "*/*" || essence == "application/*" }
}

extension DocumentCheck {
    private typealias Stated = (key: String, place: SourceLocation, value: Node)

    /// The media types of a body or a response, with what references to `components.mediaTypes` name.
    private func content(_ node: Node) -> [Stated] {
        reader.members(node["content"]).map { ($0.key, $0.place, reader.followed($0.value)?.node ?? $0.value) }
    }

    // MARK: - Bodies

    mutating func checkBodies(of operation: StatedOperation, _ endpoints: [GeneratedContent.Endpoint]) {
        if reader.isSwagger {
            let elements = ([operation.node] + operation.items).flatMap { $0["parameters"]?.elements ?? [] }
            for element in elements {
                guard let (node, places) = reader.followed(element), node["in"]?.text == "body", let schema = node["schema"] else {
                    continue
                }
                checkBody(schema, node.place, places + [node["name"]?.place].compactMap(\.self), endpoints)
            }
            return
        }
        guard let (body, places) = operation.node["requestBody"].flatMap({ reader.followed($0) }) else { return }
        let offered = content(body)
        let sent = offered.map { media in endpoints.filter { isSent(MediaType(media.key), by: $0, among: offered.map(\.key)) } }
        let around = places + [body["content"]?.place].compactMap(\.self)
        for (media, senders) in zip(offered, sent) {
            count(.mediaType)
            let own = around + [media.place, media.value.place]
            if !senders.isEmpty {
                if let schema = media.value["schema"] { checkBody(schema, media.place, own, senders) }
                continue
            }
            // Rule: a form without fields is no body.
            if MediaType(media.key).isForm, let schema = media.value["schema"], isEmpty(schema) { continue }
            // Rule: one of several forms of the same content is enough.
            let type = MediaType(media.key)
            let isSame = zip(offered, sent).contains { other, senders in
                !senders.isEmpty && (media.value["schema"] != nil || !type.isContentItself || MediaType(other.key).isLike(type))
                    && says(other.value["schema"], whatSays: media.value["schema"])
            }
            if isSame { continue }
            differ(
                .mediaType, "a body of '\(media.key)' can't be sent to \(operation.method) \(operation.path)", at: media.place, or: own,
                isCovered: false)
        }
    }

    private mutating func isEmpty(_ schema: Node) -> Bool {
        let said = statement([schema])
        return said.properties.isEmpty && said.alternatives.isEmpty && said.rest.isEmpty && said.types.isSubset(of: ["object"])
    }

    private func isSent(_ type: MediaType, by endpoint: GeneratedContent.Endpoint, among offered: [String]) -> Bool {
        guard let body = endpoint.body else { return false }
        if let header = endpoint.headers["Content-Type"] {
            if MediaType(header) == type { return true }
            if offered.contains(where: { MediaType($0) == MediaType(header) }) { return false }
        }
        return switch body.encoding {
        // `application/json` goes before its relatives.
        case "json":
            type.essence == "application/json" || (type.isJSON && !offered.contains("application/json")) || type.isRange
                || type.essence == "application/*+json"
        case "form": type.isForm
        case "multipart": type.isMultipart
        default: !type.isJSON && !type.isForm && !type.isMultipart
        }
    }

    private mutating func checkBody(
        _ schema: Node, _ place: SourceLocation, _ places: [SourceLocation], _ endpoints: [GeneratedContent.Endpoint]
    ) {
        let isCovered = explanations.cover(places)
        let said = statement([schema])
        for endpoint in endpoints {
            guard let body = endpoint.body else {
                differ(.mediaType, "the body is lost", at: place, or: places, isCovered: isCovered)
                continue
            }
            switch body.content {
            case .whole(let shape, _):
                // Rule: text and bytes are sent as they are; a schema that says more than that they are a scalar is told of.
                let isScalar =
                    said.types.isDisjoint(with: body.encoding == "text" ? ["array"] : ["object", "array"]) && said.properties.isEmpty
                    && said.values.isEmpty
                if body.encoding == "text" || body.encoding == "binary", isScalar { continue }
                compare([schema], with: shape, .written, isCovered: isCovered)
            case .fields(let fields):
                countOnce(said)
                // Rule: fields of a form whose names only the caller knows are held by a dictionary, which is a field of no such name.
                let stated = Set(said.properties.map(\.name))
                let others = fields.first { !stated.contains($0.wireName) && isDictionary($0.shape) }
                let isForm = body.encoding == "form" || body.encoding == "multipart"
                compare(
                    said, withFields: fields, rest: isForm ? others.flatMap { value(of: $0.shape) } : .scalar("JSON"), .written,
                    isBoth: false, isCovered: isCovered || explanations.cover(said.places), requires: said.alternatives.isEmpty,
                    canSayNull: !isForm)
                if body.encoding == "multipart" { checkFiles([schema], in: fields, isCovered: isCovered) }
            }
        }
    }

    private func isDictionary(_ shape: Shape) -> Bool { value(of: shape) != nil }

    private func value(of shape: Shape) -> Shape? {
        switch resolved(shape) {
        case .dictionary(let value): value
        case .optional(let inner): value(of: inner)
        default: nil
        }
    }

    /// What is said to be bytes is a file, which has a name and a type: a part of text has neither.
    private mutating func checkFiles(_ schemas: [Node], in fields: [GeneratedContent.Property], isCovered: Bool) {
        let said = statement(schemas)
        for property in said.properties {
            guard isFile(property.schemas, 0), let field = fields.first(where: { $0.wireName == property.name }), !holdsBytes(field.shape)
            else { continue }
            differ(
                .type, "the part '\(property.name)' is a file, and none in Swift", at: property.place,
                or: [property.place] + statement(property.schemas).places, isCovered: isCovered)
        }
        let stated = Set(said.properties.map(\.name))
        for schema in said.rest where isFile([schema], 0) {
            guard let field = fields.first(where: { !stated.contains($0.wireName) && isDictionary($0.shape) }), !holdsBytes(field.shape)
            else { continue }
            differ(.type, "parts of other names are files, and none in Swift", at: schema.place, or: said.places, isCovered: isCovered)
        }
        for arms in said.alternatives { for arm in arms { checkFiles([arm], in: fields, isCovered: isCovered) } }
    }

    /// Whether schemas say that a value is bytes, a list of them, or one of several things of which one is.
    private mutating func isFile(_ schemas: [Node], _ depth: Int) -> Bool {
        guard depth < 4 else { return false }
        let said = statement(schemas)
        let isBytes = said.parts.contains { part in
            part["format"]?.text == "binary" || part["type"]?.text == "file"
                || (part["contentEncoding"] == nil
                    && part["contentMediaType"].flatMap(\.text).map { !$0.hasPrefix("text/") && !$0.hasSuffix("json") } ?? false)
        }
        // What has values is text.
        if isBytes { return said.values.isEmpty }
        if !said.items.isEmpty, isFile(said.items, depth + 1) { return true }
        return said.alternatives.contains { arms in arms.contains { isFile([$0], depth + 1) } }
    }

    private func holdsBytes(_ shape: Shape) -> Bool {
        switch resolved(shape) {
        case .scalar(let name): name == "Data"
        case .list(let inner), .dictionary(let inner), .optional(let inner): holdsBytes(inner)
        case .named: false
        }
    }

    /// Whether two schemas say the same: the same node, or references to it, or nothing is said.
    private func says(_ schema: Node?, whatSays other: Node?) -> Bool {
        // Rule: bytes, text and streams are that without a schema; of anything else others say what it holds.
        guard let other else { return true }
        guard let schema else { return false }
        if other.pairs?.isEmpty == true { return true }
        guard let a = reader.followed(schema)?.node, let b = reader.followed(other)?.node else { return false }
        return a.id == b.id || isSame(a, b, 0)
    }

    /// Whether two say the same, prose aside.
    private func isSame(_ a: Node, _ b: Node, _ depth: Int) -> Bool {
        if a.id == b.id { return true }
        guard depth < 12 else { return false }
        if let x = a.text, let y = b.text { return x == y }
        if let x = a.elements, let y = b.elements { return x.count == y.count && zip(x, y).allSatisfy { isSame($0, $1, depth + 1) } }
        guard a.isMapping, b.isMapping else { return false }
        let prose: Set<String> = ["description", "title", "example", "examples", "xml"]
        let x = reader.members(a).filter { !prose.contains($0.key) && !$0.key.hasPrefix("x-") }
        let y = reader.members(b).filter { !prose.contains($0.key) && !$0.key.hasPrefix("x-") }
        guard x.count == y.count else { return false }
        return x.allSatisfy { member in y.contains { $0.key == member.key && isSame($0.value, member.value, depth + 1) } }
    }

    // MARK: - Responses

    mutating func checkResponses(of operation: StatedOperation, _ endpoints: [GeneratedContent.Endpoint]) {
        let stated = reader.members(operation.node["responses"]).filter { !$0.key.hasPrefix("x-") }
        let hasSuccess = stated.contains { $0.key.hasPrefix("2") }
        for (key, place, value) in stated {
            count(.status)
            let status = key.uppercased()
            guard let (node, places) = reader.followed(value) else {
                differ(
                    .status, "the response \(key) of \(operation.method) \(operation.path) is lost", at: place,
                    or: [value.place, value["$ref"]?.place].compactMap(\.self), isCovered: false)
                continue
            }
            let own = places + [place]
            switch status.first {
            case "2": checkSuccess(status, node, place, own, of: operation, endpoints)
            case "4", "5": checkError(status, node, place, own, of: operation, endpoints)
            case "D" where status == "DEFAULT":
                if hasSuccess {
                    checkError("default", node, place, own, of: operation, endpoints)
                } else {
                    checkSuccess("default", node, place, own, of: operation, endpoints)
                }
            // Rule: informational responses never reach a caller, and redirections are followed: what those hold is not read.
            case "1", "3": break
            default:
                differ(.status, "the response '\(key)' is lost", at: place, or: own, isCovered: false)
            }
        }
    }

    /// The media types of a response, and the schemas of what they hold; in Swagger 2.0 one schema for all.
    private func offered(_ node: Node, _ operation: StatedOperation) -> [(
        type: MediaType, place: SourceLocation, schema: Node?, item: Node?
    )] {
        if reader.isSwagger {
            guard let schema = node["schema"] else { return [] }
            // Rule: what has fields is JSON, unless the operation gives nothing but XML.
            let produced = reader.texts(operation.node["produces"] ?? reader.root?["produces"])
            let isXML = !produced.isEmpty && produced.allSatisfy { MediaType($0).essence.hasSuffix("xml") }
            let type = schema["type"]?.text == "file" ? "application/octet-stream" : isXML ? "application/xml" : "application/json"
            // A file is of the types that the operation produces, each of which must be asked for.
            if schema["type"]?.text == "file", !produced.isEmpty {
                return produced.map { (MediaType($0), node.place, schema, nil) }
            }
            return [(MediaType(type), node.place, schema, nil)]
        }
        return content(node).map { (MediaType($0.key), $0.place, $0.value["schema"], $0.value["itemSchema"]) }
    }

    private mutating func checkSuccess(
        _ status: String, _ node: Node, _ place: SourceLocation, _ places: [SourceLocation], of operation: StatedOperation,
        _ endpoints: [GeneratedContent.Endpoint]
    ) {
        // Rules: a response to HEAD has no body, and neither has 204.
        if operation.method == "HEAD" || status == "204" { return }
        let offered = offered(node, operation)
        let types = offered.map(\.type)
        // Rule: a range says what bare JSON beside it holds.
        let hasBareJSON = offered.contains { $0.type.isJSON && $0.schema == nil && $0.item == nil }
        let readers = offered.map { media in
            let type = media.type.isRange && hasBareJSON ? MediaType("application/json") : media.type
            let users = endpoints.filter { isRead(type, by: $0, status, among: types) }
            return types.count { $0 == type } > 1 ? users.filter { asks($0, for: type) } : users
        }
        for (media, users) in zip(offered, readers) {
            count(.mediaType)
            // One warning is about all forms that are bytes, or text.
            let own = places + [media.place] + offered.filter { $0.type.isLike(media.type) }.map(\.place)
            guard !users.isEmpty else {
                // Rules: one of several forms of the same content is enough; JSON is asked for where it is offered, else the first form
                // that is read. A form that says no more of what it holds than that it's text or bytes is that content in other words.
                let isBare = media.schema == nil && (media.item != nil || media.type.isContentItself)
                let isSame = zip(offered, readers).contains { other, users in
                    !users.isEmpty && (!isBare || other.type.isLike(media.type))
                        && says(other.schema ?? other.item, whatSays: media.schema ?? media.item)
                }
                if isSame || isPlain(media.schema ?? media.item, media.type) { continue }
                differ(
                    .mediaType, "a response of '\(media.type.essence)' to \(operation.method) \(operation.path) isn't read",
                    at: media.place,
                    or: own, isCovered: false)
                continue
            }
            for endpoint in users {
                let response = endpoint.response
                let shape = response.cases.first { $0.status == status }?.shape ?? response.shape
                guard var schema = response.isStream ? media.item ?? media.schema : media.schema else { continue }
                // Rule: the schema of a stream is that of all of it, as a list (OpenAPI 3.2, 4.14.3).
                if response.isStream, media.item == nil, let items = statement([schema]).items.first { schema = items }
                let isCovered = explanations.cover(own)
                if response.isEvents {
                    // Rule: what an event is said to be is its fields, or what its data holds.
                    let data = schema["properties"]?["data"]
                    compare([data?["contentSchema"] ?? schema], with: shape, .read, isCovered: isCovered || isScalar(schema))
                } else if response.encoding == "json" {
                    if case .scalar("Void") = resolved(shape) {
                        differ(.status, "what the response \(status) holds is lost", at: place, or: own, isCovered: isCovered)
                    } else {
                        compare([schema], with: shape, .read, isCovered: isCovered)
                    }
                } else {
                    // Rule: text and bytes are read as they are; a schema that says more than that is told of.
                    let said = statement([schema])
                    guard !said.properties.isEmpty || !said.items.isEmpty || said.types.contains("array") else { continue }
                    if media.type.isJSON || media.type.isRange {
                        compare([schema], with: shape, .read, isCovered: isCovered)
                    } else {
                        differ(
                            .mediaType, "a response of '\(media.type.essence)' has a schema and is read as \(response.encoding)",
                            at: media.place, or: own,
                            isCovered: isCovered)
                    }
                }
            }
        }
    }

    /// Of types that differ in parameters only, whether a request asks for this one.
    private func asks(_ endpoint: GeneratedContent.Endpoint, for type: MediaType) -> Bool {
        guard let accepted = endpoint.headers["Accept"] else { return type.whole == type.essence }
        return accepted.split(separator: ",").contains { MediaType(String($0)).whole == type.whole }
    }

    /// Whether a schema says only that something is text or bytes.
    private mutating func isPlain(_ schema: Node?, _ type: MediaType) -> Bool {
        guard !type.isJSON, let schema else { return false }
        let said = statement([schema])
        return said.types.isSubset(of: ["string", "file"]) && said.properties.isEmpty && said.alternatives.isEmpty
    }

    private mutating func isScalar(_ schema: Node) -> Bool {
        let said = statement([schema])
        return said.properties.isEmpty && said.alternatives.isEmpty && said.items.isEmpty
    }

    private func isRead(_ type: MediaType, by endpoint: GeneratedContent.Endpoint, _ status: String, among offered: [MediaType]) -> Bool {
        let response = endpoint.response
        if response.isStream { return response.isEvents ? type.isEvents : type.isLines }
        let accepted = (endpoint.headers["Accept"] ?? "").split(separator: ",").map { MediaType(String($0)) }
        if accepted.contains(where: offered.contains) { return accepted.contains(type) }
        let json = MediaType("application/json")
        if offered.contains(json) { return type == json }
        return switch response.encoding {
        case "json": type == offered.first(where: \.isJSON) ?? offered.first
        default: type == offered.first { !$0.isEvents && !$0.isLines } ?? offered.first
        }
    }

    private mutating func checkError(
        _ status: String, _ node: Node, _ place: SourceLocation, _ places: [SourceLocation], of operation: StatedOperation,
        _ endpoints: [GeneratedContent.Endpoint]
    ) {
        let offered = offered(node, operation)
        // Rule: JSON is read from what isn't successful; anything else is there as bytes.
        guard
            let media = offered.first(where: { $0.type == MediaType("application/json") }) ?? offered.first(where: \.type.isJSON)
                ?? offered.first(where: \.type.isRange)
        else { return }
        for media in offered { count(.mediaType); _ = media }
        guard let schema = media.schema else { return }
        for endpoint in endpoints {
            let family = String(status.prefix(1)) + "XX"
            let found =
                endpoint.errors.first { $0.status == status } ?? endpoint.errors.first { $0.status == family }
                ?? endpoint.errors.first { $0.status == "default" }
            guard let found else {
                differ(
                    .status, "what the response \(status) of \(operation.method) \(operation.path) holds is lost", at: place,
                    or: places + [media.place, schema.place], isCovered: false)
                continue
            }
            compare([schema], with: found.shape, .read, isCovered: explanations.cover(places + [media.place]))
        }
    }
}
