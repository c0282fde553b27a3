import CallsiteCore

// The contents of bodies, by their media type.

extension DocumentCheck {
    typealias Stated = (key: String, place: SourceLocation, value: Node)

    /// The media types of a body or a response, with what references to `components.mediaTypes` name.
    func content(_ node: Node) -> [Stated] {
        reader.members(node["content"]).map { ($0.key, $0.place, reader.followed($0.value)?.node ?? $0.value) }
    }

    // MARK: - Bodies

    mutating func checkBodies(of operation: StatedOperation, _ endpoints: [GeneratedContent.Endpoint]) {
        if reader.isSwagger {
            let elements = ([operation.node] + operation.items).flatMap { $0["parameters"]?.elements ?? [] }
            for element in elements {
                guard let (node, places) = reader.followed(element), node["in"]?.text == "body",
                    let schema = node["schema"]
                else {
                    continue
                }
                checkBody(schema, node.place, places + [node["name"]?.place].compactMap(\.self), endpoints)
            }
            return
        }
        guard let (body, places) = operation.node["requestBody"].flatMap({ reader.followed($0) }) else { return }
        let offered = content(body)
        let types = offered.map { MediaType($0.key) }
        let sent = types.map { type in
            let senders = endpoints.filter { isSent(type, by: $0, among: offered.map(\.key)) }
            let same = types.filter { $0 == type }
            let isNamed = senders.contains { sender in same.contains { names($0, sender.headers["Content-Type"]) } }
            return same.count > 1 && isNamed ? senders.filter { names(type, $0.headers["Content-Type"]) } : senders
        }
        let around = places + [body["content"]?.place].compactMap(\.self)
        for (media, senders) in zip(offered, sent) {
            count(.mediaType)
            let own = around + [media.place, media.value.place]
            claims.judge(at: own) { claim in
                guard case .sent(let type) = claim else { return nil }
                return endpoints.contains { sends(type, $0) }
            }
            if !senders.isEmpty {
                if let schema = media.value["schema"] { checkBody(schema, media.place, own, senders) }
                continue
            }
            // Rule: a form without fields is no body.
            if MediaType(media.key).isForm, let schema = media.value["schema"], isEmpty(schema) { continue }
            // Rule: one of several forms of the same content is enough.
            let type = MediaType(media.key)
            let isSame = zip(offered, sent).contains { other, senders in
                !senders.isEmpty
                    && (media.value["schema"] != nil || !type.isContentItself || MediaType(other.key).isLike(type))
                    && says(other.value["schema"], whatSays: media.value["schema"])
            }
            if isSame { continue }
            differ(
                .mediaType, "a body of '\(media.key)' can't be sent to \(operation.method) \(operation.path)",
                at: media.place, or: own,
                isCovered: false)
        }
    }

    private mutating func isEmpty(_ schema: Node) -> Bool {
        let said = statement([schema])
        return said.properties.isEmpty && said.alternatives.isEmpty && said.rest.isEmpty
            && said.types.isSubset(of: ["object"])
    }

    private func sends(_ type: String, _ endpoint: GeneratedContent.Endpoint) -> Bool {
        isSent(MediaType(type), by: endpoint, among: [type])
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
                // Rule: text and bytes are sent as they are. A schema that says more than that they are a scalar is a
                // difference.
                let isScalar =
                    said.types.isDisjoint(with: body.encoding == "text" ? ["array"] : ["object", "array"])
                    && said.properties.isEmpty
                    && said.values.isEmpty
                if body.encoding == "text" || body.encoding == "binary", isScalar { continue }
                compare([schema], with: shape, .written, isCovered: isCovered)
            case .fields(let fields):
                countOnce(said)
                // Rule: fields of a form whose names only the caller knows are held by a dictionary, which is a field
                // of no such name.
                let stated = Set(said.properties.map(\.name))
                let others = fields.first { !stated.contains($0.wireName) && isDictionary($0.shape) }
                let isForm = body.encoding == "form" || body.encoding == "multipart"
                compare(
                    said, withFields: fields, rest: isForm ? others.flatMap { value(of: $0.shape) } : .scalar("JSON"),
                    .written, isBoth: false, isCovered: isCovered || explanations.cover(said.places),
                    requires: said.alternatives.isEmpty,
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

    /// A part that the document declares as bytes is a file, which has a name and a type: a part of text has neither.
    private mutating func checkFiles(_ schemas: [Node], in fields: [GeneratedContent.Property], isCovered: Bool) {
        let said = statement(schemas)
        for property in said.properties {
            guard isFile(property.schemas, 0), let field = fields.first(where: { $0.wireName == property.name }),
                !holdsBytes(field.shape)
            else { continue }
            differ(
                .type, "the part '\(property.name)' is a file, and none in Swift", at: property.place,
                or: [property.place] + statement(property.schemas).places, isCovered: isCovered)
        }
        let stated = Set(said.properties.map(\.name))
        for schema in said.rest where isFile([schema], 0) {
            guard let field = fields.first(where: { !stated.contains($0.wireName) && isDictionary($0.shape) }),
                !holdsBytes(field.shape)
            else { continue }
            differ(
                .type, "parts of other names are files, and none in Swift", at: schema.place, or: said.places,
                isCovered: isCovered)
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
                    && part["contentMediaType"].flatMap(\.text).map { !$0.hasPrefix("text/") && !$0.hasSuffix("json") }
                        ?? false)
        }
        // A schema that lists values is text.
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
    func says(_ schema: Node?, whatSays other: Node?) -> Bool {
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
        if let x = a.elements, let y = b.elements {
            return x.count == y.count && zip(x, y).allSatisfy { isSame($0, $1, depth + 1) }
        }
        guard a.isMapping, b.isMapping else { return false }
        let prose: Set<String> = ["description", "title", "example", "examples", "xml"]
        let x = reader.members(a).filter { !prose.contains($0.key) && !$0.key.hasPrefix("x-") }
        let y = reader.members(b).filter { !prose.contains($0.key) && !$0.key.hasPrefix("x-") }
        guard x.count == y.count else { return false }
        return x.allSatisfy { member in y.contains { $0.key == member.key && isSame($0.value, member.value, depth + 1) }
        }
    }
}
