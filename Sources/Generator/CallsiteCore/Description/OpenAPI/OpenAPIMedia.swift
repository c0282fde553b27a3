// Media types: their kinds, the preferred ones, and those with the same content.

extension OpenAPIReader {
    // MARK: - Media types

    /// `application/json; charset=utf-8` is `application/json`.
    static func essence(_ mediaType: String) -> String {
        // Most media types are written like this already.
        if mediaType.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x3B && !(0x41...0x5A).contains($0) }) {
            return mediaType
        }
        let essence = mediaType.prefix { $0 != ";" }
        return essence.filter { $0 != " " }.lowercased()
    }

    package static func isJSON(_ mediaType: String) -> Bool {
        let essence = Self.essence(mediaType)
        return essence.hasSuffix("/json") || essence.hasSuffix("+json")
    }

    /// RFC 7464: a record separator before each JSON text, and a line feed behind it.
    static func isJSONSequence(_ mediaType: String) -> Bool {
        let essence = Self.essence(mediaType)
        return essence == "application/json-seq" || essence.hasSuffix("+json-seq")
    }

    /// The most preferred first.
    package enum MediaKind: Comparable { case json, form, multipart, events, lines, text, any, bytes, other }

    package static func kind(ofMedia mediaType: String) -> MediaKind {
        let essence = Self.essence(mediaType)
        switch essence {
        case "application/json": return .json
        case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl",
            "application/x-jsonlines", "application/jsonlines", "application/x-json-stream", "application/stream+json":
            return .lines
        default: break
        }
        if isJSONSequence(essence) { return .lines }
        if isJSON(essence) || essence == "application/*+json" { return .json }
        switch essence {
        case "application/x-www-form-urlencoded": return .form
        case "text/event-stream": return .events
        case "*/*", "application/*", "": return .any
        case "application/octet-stream", "application/pdf", "application/zip", "application/gzip", "application/x-tar":
            return .bytes
        case "application/yaml", "application/x-yaml", "application/x-sh": return .text
        case "text/xml": return .other
        default: break
        }
        if essence.hasPrefix("multipart/") { return .multipart }
        if essence.hasPrefix("text/") || essence.hasSuffix("+txt") { return .text }
        return ["image/", "audio/", "video/", "font/"].contains(where: essence.hasPrefix) ? .bytes : .other
    }

    /// The value of a header for a media type: a type, a subtype and parameters of plain characters; nil for ranges,
    /// and for types that a header can't hold.
    func headerValue(_ mediaType: String) -> String? {
        let essence = Self.essence(mediaType)
        guard essence.isMediaType else { return nil }
        return mediaType.isMediaType ? mediaType : essence
    }

    /// JSON media types that a `Content-Type` can distinguish: by their essence, or by parameters that fit in a header.
    struct WireTypes {
        private var byEssence: [String: Set<String?>] = [:]

        /// False if a `Content-Type` can't distinguish this media type from those inserted before.
        mutating func insert(_ media: Media) -> Bool {
            guard media.kind == .json else { return true }
            let essence = OpenAPIReader.essence(media.type)
            let type = media.type.isMediaType ? media.type.lowercased() : nil
            let others = byEssence[essence] ?? []
            guard others.isEmpty || type != nil && !others.contains(nil) && !others.contains(type) else { return false }
            byEssence[essence, default: []].insert(type)
            return true
        }

        func needsParameters(_ media: Media) -> Bool {
            let essence = OpenAPIReader.essence(media.type)
            return media.kind == .json && media.type.isMediaType && media.type != essence
                && (byEssence[essence]?.count ?? 0) > 1
        }
    }

    struct Media {
        var type: String
        var kind: MediaKind
        var node: Node
        var place: SourceLocation

        init(type: String, node: Node, place: SourceLocation) {
            (self.type, kind, self.node, self.place) = (type, OpenAPIReader.kind(ofMedia: type), node, place)
        }
    }

    /// The media types of a `content`. JSON without a schema takes the schema of `*/*`. Beside JSON, a `*/*` without a
    /// schema is left out.
    func media(_ content: Node?) -> [Media] {
        var offered: [Media] = []
        for (type, value, place) in pairs(content) {
            // `components/mediaTypes` of OpenAPI 3.2.
            guard let node = resolved(value) else { continue }
            offered.append(.init(type: type == "*" ? "*/*" : type, node: node, place: place))
        }
        guard let range = offered.first(where: { $0.kind == .any }),
            let plain = offered.firstIndex(where: { $0.kind == .json })
        else { return offered }
        if let node = Self.unsaidJSON(offered.map { ($0.kind, $0.node) }) {
            offered[plain].node = node
            offered.removeAll { $0.kind == .any }
        } else if !Self.saysContent(range.node) {
            offered.removeAll { $0.kind == .any }
        }
        return offered
    }

    /// The content of `*/*` if it has a schema and no JSON media type has one; otherwise nil.
    package static func unsaidJSON(_ offered: [(kind: MediaKind, node: Node)]) -> Node? {
        guard let range = offered.first(where: { $0.kind == .any }), saysContent(range.node),
            !offered.contains(where: { $0.kind == .json && saysContent($0.node) })
        else { return nil }
        return range.node
    }

    private static func saysContent(_ media: Node) -> Bool { media["schema"] != nil || media["itemSchema"] != nil }

    /// The preferred JSON media type: those with a schema come first, and among these `application/json`.
    func preferredJSON(_ offered: [Media]) -> Media? {
        let json = offered.filter { $0.kind == .json }
        let withSchema = json.filter { $0.node["schema"] != nil }
        let candidates = withSchema.isEmpty ? json : withSchema
        return candidates.first { $0.type.lowercased() == "application/json" }
            ?? candidates.first { Self.essence($0.type) == "application/json" } ?? candidates.first
    }

    /// The preferred media type of a response: JSON where it is offered.
    func preferred(_ offered: [Media]) -> Media? { preferredJSON(offered) ?? offered.min { $0.kind < $1.kind } }

    /// Reports a `contentEncoding` without effect: bytes outside of JSON and forms are sent and read as they are.
    func reportEncodedBytes(_ schema: Node?) {
        guard let encoding = schema.flatMap({ schema in quietly { resolved(schema) } })?["contentEncoding"],
            let text = encoding.text, ["base64", "base64url", "base32", "base16"].contains(text.lowercased())
        else { return }
        diagnostics.report(.encodedBytes(text, at: encoding.place))
    }

    // MARK: - Media types of one content

    /// The contents of media types that are kept.
    struct KnownContents {
        fileprivate var schemas: Set<SchemaContents.Identity> = []
        /// The schemas that nothing has been compared with yet. Most contents have one media type.
        fileprivate var unread: [Node] = []
        fileprivate var kinds: Set<MediaKind> = []

        func has(_ kinds: Set<MediaKind>) -> Bool { !self.kinds.isDisjoint(with: kinds) }
    }

    func remember(_ media: Media, in known: inout KnownContents) {
        known.kinds.insert(media.kind)
        if let schema = media.node["schema"] { known.unread.append(schema) }
    }

    /// Whether a media type offers what others do, so that leaving it out loses nothing.
    func offersNothingNew(_ media: Media, beside known: inout KnownContents) -> Bool {
        known.schemas.formUnion(known.unread.map { contents.identity(of: $0) })
        known.unread = []
        guard let schema = media.node["schema"] else {
            if known.kinds.contains(media.kind) { return true }
            switch media.kind {
            // Without a schema, these hold the same as the other media types.
            case .json, .form, .multipart, .any: return true
            case .other: return Self.hasStructure(media.type) ? !known.schemas.isEmpty : known.kinds.contains(.bytes)
            // Bytes, strings and streams need no schema.
            case .bytes, .text, .events, .lines: return false
            }
        }
        if schema.pairs?.isEmpty == true, !known.schemas.isEmpty { return true }
        let hasFields = media.kind == .json || media.kind == .form || media.kind == .multipart
        if !hasFields, !known.schemas.isEmpty, known.kinds.contains(media.kind) { return true }
        // An object without properties says too little to be another form of the same.
        if media.kind == .other && !Self.hasStructure(media.type) || Self.essence(media.type).hasSuffix("+txt"),
            schema["$ref"] == nil,
            kind(of: schema) == .object, schema["properties"] == nil, schema["allOf"] == nil
        {
            return false
        }
        return known.schemas.contains(contents.identity(of: schema))
    }

    /// Whether a media type that Callsite neither writes nor reads has fields, as JSON does.
    private static func hasStructure(_ mediaType: String) -> Bool {
        let words = Set(essence(mediaType).split { "/+.-".contains($0) }.map(String.init))
        return !words.isDisjoint(with: [
            "xml", "yaml", "cbor", "msgpack", "protobuf", "bson", "smile", "avro", "thrift",
        ])
    }

    /// Whether a media type's schema says no more than that it is a string or bytes.
    func isPlain(_ media: Media) -> Bool {
        guard media.node["itemSchema"] == nil else { return false }
        return media.node["schema"].map { kind(of: $0).isPlain } ?? true
    }

    /// Whether the schema of a string describes a structure, which the string's type can't show.
    func holdsMoreThanText(_ media: Media) -> Bool {
        guard let schema = media.node["schema"] else { return false }
        let kind = kind(of: schema)
        // Generators write `{type: object}` alone for any content.
        return kind == .array || (kind == .object && objectParts(of: schema)?.properties.isEmpty == false)
    }

    /// The schema of one element of a stream. `schema` describes the whole sequence, as a list (OpenAPI 3.2, 4.14.3),
    /// and `itemSchema` an element.
    func streamedElement(_ media: Media) -> Node? {
        if let item = media.node["itemSchema"] { return item }
        guard let schema = media.node["schema"], kind(of: schema) == .array else { return media.node["schema"] }
        var node = schema
        for _ in 0..<8 {
            guard let reference = node["$ref"], reference.isScalar, let target = target(of: reference) else { break }
            node = target
        }
        return node["items"].flatMap { $0.isMapping ? $0 : nil } ?? schema
    }

    /// `media`, and after it the media types whose content is read in the same way.
    func readAlike(_ media: Media, among offered: [Media]) -> [String] {
        var types = [media.type]
        // Comparing each of many JSON media types with all others would take quadratic time.
        guard [.bytes, .other, .text].contains(media.kind) else { return types }
        for other in offered where other.type != media.type {
            switch (media.kind, other.kind) {
            case (.bytes, .bytes), (.bytes, .other), (.other, .bytes), (.other, .other), (.text, .text):
                if isPlain(other) { types.append(other.type) }
            default: break
            }
        }
        return types
    }

    func isSameContent(_ a: Media, _ b: Media) -> Bool {
        var known = KnownContents()
        remember(b, in: &known)
        return offersNothingNew(a, beside: &known)
    }
}

extension String {
    /// A media type, or `image/*` or `*/*` for several (RFC 9110, 12.5.1).
    var isMediaRange: Bool {
        let essence = prefix { $0 != ";" }
        guard essence.contains("*") else { return isMediaType }
        return essence.hasSuffix("/*") && (essence == "*/*" || (essence.dropLast() + "x").description.isMediaType)
    }

    /// The string without surrounding spaces.
    var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    /// A type, a subtype and, behind a semicolon, parameters of plain characters (RFC 9110, 8.3.1): no range, and
    /// nothing that would end a header's line.
    var isMediaType: Bool {
        if self == "application/json" { return true }
        let parts = prefix { $0 != ";" }.filter { $0 != " " }.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { String($0).isHeaderName && !$0.contains("*") }
            && utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    }
}
