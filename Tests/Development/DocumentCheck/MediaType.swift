/// A media type of a body or a response.
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
        ["application/octet-stream", "application/pdf", "application/zip", "application/gzip", "application/x-tar"]
            .contains(essence)
            || ["image/", "audio/", "video/", "font/"].contains { essence.hasPrefix($0) }
    }
    /// Bytes, text or a stream: it says what it holds without a schema.
    var isContentItself: Bool { isText || isBytes || isEvents || isLines }

    func isLike(_ other: MediaType) -> Bool {
        isText && other.isText || isBytes && other.isBytes || isEvents && other.isEvents || isLines && other.isLines
    }

    /// Any type: `*/*`. A range like `text/*` is text, and one like `image/*` is bytes.
    var isRange: Bool { essence == "*/*" || essence == "application/*" }
}
