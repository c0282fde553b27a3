// The headers of a response.

extension MockResponder {
    /// The headers that the mock itself writes.
    private static let ownHeaders: Set<String> = [
        "content-type", "content-length", "transfer-encoding", "connection", "date",
    ]

    func headers(
        _ response: MockDescription.Response, _ choice: Choice, _ cache: inout BodyCache
    ) -> [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = []
        for header in response.headers where !Self.ownHeaders.contains(header.name.lowercased()) {
            // A name with a control character, a blank or a colon would break its line.
            guard !header.name.isEmpty, header.name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x3A }) else {
                continue
            }
            if let text = value(of: header, choice, &cache) { headers.append((header.name, text)) }
        }
        return headers
    }

    private func value(
        of header: MockDescription.Header, _ choice: Choice, _ cache: inout BodyCache
    ) -> String? {
        if let entry = cache.headers[header.pointer], entry.isHard || !choice.isDynamic { return entry.text }
        var content: Made?
        if let example = header.example, choice.wrongExamples != .replace || header.mistakes(inExample: example).isEmpty
        {
            content = Made(value: example)
        } else {
            content = self.made(header.pointer, header.schema, choice)
        }
        let text = content.flatMap { $0.value.isNull ? nil : Self.text($0.value) }
        if !choice.isDynamic || content?.isHard != false {
            cache.keep(header: text, of: header.pointer, isHard: content?.isHard != false)
        }
        return text
    }

    /// A value without characters that would end the line.
    private static func text(_ value: JSONValue) -> String {
        String(String.UnicodeScalarView(joined(value).unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }

    private static func joined(_ value: JSONValue) -> String {
        switch value {
        case .array(let elements): elements.map(joined).joined(separator: ",")
        case .object(let fields): fields.pairs.map { $0.key + "," + XMLText.scalar($0.value) }.joined(separator: ",")
        default: XMLText.scalar(value)
        }
    }
}
