/// A media type, or a range of them (RFC 9110, sections 8.3.1 and 12.5.1).
package struct MediaType: Hashable, Sendable {
    /// In lower case: `application`, `*`.
    package let type: String
    package let subtype: String
    /// In lower case; the values as written.
    package let parameters: [String: String]
    /// The preference of a client, from 0 to 1.
    package let quality: Double

    static let json = MediaType(type: "application", subtype: "json")

    private init(type: String, subtype: String) {
        (self.type, self.subtype, parameters, quality) = (type, subtype, [:], 1)
    }

    /// nil: the string isn't a media type.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: true)
        let names = (parts.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2 else { return nil }
        type = MockText.trimmed(names[0]).lowercased()
        subtype = MockText.trimmed(names[1]).lowercased()
        guard !type.isEmpty, !subtype.isEmpty else { return nil }
        var parameters: [String: String] = [:]
        var quality = 1.0
        for part in parts.dropFirst() {
            guard let (key, value) = MockText.parameter(part) else { continue }
            if key == "q" { quality = min(max(Double(value) ?? 1, 0), 1) } else { parameters[key] = value }
        }
        self.parameters = parameters
        self.quality = quality
    }

    package var essence: String { type + "/" + subtype }
    package var isJSON: Bool { subtype == "json" || subtype.hasSuffix("+json") }
    package var isXML: Bool { subtype == "xml" || subtype.hasSuffix("+xml") }
    package var isForm: Bool { essence == "application/x-www-form-urlencoded" }
    package var isMultipart: Bool { type == "multipart" }
    package var isEvents: Bool { essence == "text/event-stream" }
    /// One JSON value on each line, or between record separators.
    package var isLines: Bool {
        ["jsonl", "x-ndjson", "ndjson", "x-jsonl", "jsonlines", "json-seq", "stream+json"].contains(subtype)
    }

    /// How exactly this range names a type: from 0 for `*/*` to 3 with its parameters; nil: the type isn't in the
    /// range.
    func exactness(for other: MediaType) -> Int? {
        if type == "*" { return 0 }
        guard type == other.type else { return nil }
        if subtype == "*" { return 1 }
        // `application/json` and `application/vnd.api+json` are two types here: the caller decides whether they match.
        guard subtype == other.subtype else { return nil }
        let relevant = parameters.filter { $0.key != "charset" && $0.key != "boundary" }
        guard !relevant.isEmpty else { return 2 }
        return relevant.allSatisfy { other.parameters[$0.key]?.lowercased() == $0.value.lowercased() } ? 3 : nil
    }
}

/// The media types that a client accepts.
struct AcceptedTypes {
    private let ranges: [MediaType]
    /// The client accepts anything, since it sends no `Accept` or an empty one.
    let isOpen: Bool

    init(_ header: String?) {
        ranges = (header ?? "").split(separator: ",").compactMap { MediaType($0) }
        isOpen = MockText.trimmed(header ?? "").isEmpty
    }

    /// The positions of the accepted types, the preferred ones first; types of equal quality in the client's order. A
    /// client without a preference gets JSON first. Empty: no type is accepted.
    func ranked(among types: [MediaType]) -> [Int] {
        if isOpen { return types.indices.filter { types[$0].isJSON } + types.indices.filter { !types[$0].isJSON } }
        let candidates = types.enumerated().compactMap { index, type in
            preference(for: type).flatMap {
                $0.quality > 0 ? (index: index, quality: $0.quality, order: $0.order) : nil
            }
        }
        if !candidates.isEmpty {
            return candidates.sorted { ($1.quality, $0.order, $0.index) < ($0.quality, $1.order, $1.index) }.map(
                \.index)
        }
        // `application/vnd.github+json` names a version of a response that is described as `application/json`.
        return ranges.contains { $0.isJSON && $0.quality > 0 } ? types.indices.filter { types[$0].isJSON } : []
    }

    private func preference(for type: MediaType) -> (quality: Double, order: Int)? {
        let fitting = ranges.enumerated().compactMap { order, range in
            let exactness = range.exactness(for: type) ?? type.exactness(for: range).map { min($0, 1) }
            return exactness.map { (exactness: $0, quality: range.quality, order: order) }
        }
        return fitting.max { $0.exactness < $1.exactness }.map { ($0.quality, $0.order) }
    }
}
