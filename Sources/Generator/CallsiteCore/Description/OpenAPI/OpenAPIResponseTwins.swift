// Operations whose response depends on the `Accept` header.

extension OpenAPIReader {
    /// The further requests of an operation that has several kinds of response: JSON, a stream, text and bytes, and
    /// JSON of different content.
    func responseTwins(
        of operation: FoundOperation, _ endpoint: Description.Endpoint
    ) -> [Description.Endpoint] {
        // The response to HEAD has no body, whatever the document says.
        guard version != .swagger2, operation.method != "HEAD" else { return [] }
        for (key, value, place) in pairs(operation.node["responses"]) {
            guard case .exactly(200...299)? = Description.StatusPattern(key), let node = resolved(value) else {
                continue
            }
            let offered = media(node["content"])
            guard let first = preferred(offered) else { continue }
            var twins: [Description.Endpoint] = []
            var names: Set<String> = []
            var earlierContents = KnownContents()
            remember(first, in: &earlierContents)
            var types = WireTypes()
            _ = types.insert(first)
            // A key that is no media type is reported as such.
            for other in offered where other.type != first.type && other.type.contains("/") {
                guard !offersNothingNew(other, beside: &earlierContents) else { continue }
                remember(other, in: &earlierContents)
                let isRead = [.json, .events, .lines, .text, .bytes].contains(other.kind)
                guard isRead, types.insert(other), endpoint.response.cases.isEmpty,
                    let twin = twin(of: endpoint, reading: other, beside: first, among: offered, at: place),
                    names.insert(twin.name.text).inserted
                else {
                    diagnostics.report(.otherResponse(other.type, first.type, at: other.place))
                    continue
                }
                twins.append(twin)
            }
            return twins
        }
        return []
    }

    private func twin(
        of endpoint: Description.Endpoint, reading media: Media, beside first: Media, among offered: [Media],
        at place: SourceLocation
    ) -> Description.Endpoint? {
        let types = readAlike(media, among: offered).compactMap { headerValue($0) }
        guard !types.isEmpty else { return nil }
        let isStream = media.kind == .events || media.kind == .lines
        var twin = endpoint
        twin.name.text += " " + twinSuffix(endpoint, reading: media, beside: first, among: offered)
        twin.headers.removeAll { $0.name == "Accept" }
        // The runtime asks for the other streams.
        if !isStream || Self.isJSONSequence(media.type) {
            twin.headers.append(.init(name: "Accept", value: types.joined(separator: ", "), place: media.place))
        }
        if media.kind == .text || media.kind == .bytes {
            let isText = media.kind == .text
            if isText, holdsMoreThanText(media) { diagnostics.report(.textWithStructure(media.type, at: media.place)) }
            twin.response = .init(
                type: .init(kind: .scalar(isText ? .string : .data), place: place), encoding: isText ? .text : .binary,
                headers: endpoint.response.headers, place: place)
            twin.pagination = .none(place)
            return twin
        }
        let schema = isStream ? streamedElement(media) : media.node["schema"]
        let body = schema.map { self.type(of: [$0], at: $0.place, in: .response) } ?? .init(.scalar(.json), at: place)
        guard isStream else {
            (twin.response.type, twin.response.isOptional) = (body.type, body.isNullable)
            (twin.response.encoding, twin.response.isStream, twin.response.streamEnd) = (nil, false, nil)
            return twin
        }
        twin.response = .init(
            type: body.type, encoding: media.kind == .events ? .sse : .ndjson, isStream: true,
            streamEnd: media.kind == .events ? "[DONE]" : nil, place: place)
        twin.pagination = .none(place)
        return twin
    }

    private func twinSuffix(
        _ endpoint: Description.Endpoint, reading media: Media, beside first: Media, among offered: [Media]
    ) -> String {
        switch media.kind {
        case .json: return Self.distinguishingWord(media.type, beside: first.type)
        case .text: return "text"
        case .bytes: return "data"
        // Two kinds of streams have different names: events are the stream, whichever stands first in the document.
        default:
            let isBesideStream =
                endpoint.response.isStream || media.kind == .lines && offered.contains { $0.kind == .events }
            return isBesideStream ? (media.kind == .lines ? "lines" : "events") : "stream"
        }
    }
}
