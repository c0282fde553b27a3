/// A position in a list as a cursor, in any form that the description allows. Each form shows the position: a mock has
/// no secrets.
enum ListPosition {
    /// The forms of a position, the clearest first: most cursors are any string; some are numbers, UUIDs or times.
    static func forms(_ position: Int) -> [JSONValue] {
        let digits = String(position)
        func padded(_ text: String, _ count: Int) -> String {
            String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let (hours, minutes, seconds) = (position / 3600 % 24, position / 60 % 60, position % 60)
        let time = [hours, minutes, seconds].map { padded(String($0), 2) }.joined(separator: ":")
        return [
            .string("after-" + digits), .string("after" + digits), .int(position), .string(digits),
            .string(uuid + padded(digits, 12)), .string(day + time + "Z"),
        ]
    }

    /// The position in one of the forms; nil: the value has another form.
    static func position(_ value: JSONValue) -> Int? {
        guard let text = CollectionAnswer.text(value) else { return nil }
        if text.hasPrefix(uuid) { return Int(text.dropFirst(uuid.count)) }
        if text.hasPrefix(day) {
            let parts = text.dropFirst(day.count).prefix(8).split(separator: ":").compactMap { Int($0) }
            return parts.count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : nil
        }
        for prefix in ["after-", "after"] where text.hasPrefix(prefix) { return Int(text.dropFirst(prefix.count)) }
        return Int(text)
    }

    /// The forms that a parameter allows, or all where it isn't known, as in a body.
    static func forms(_ position: Int, for parameter: String?, of operation: MockDescription.Operation) -> [JSONValue] {
        let candidates = forms(position)
        guard let schema = operation.parameters.first(where: { $0.location == "query" && $0.name == parameter })?.schema
        else { return candidates }
        let allowed = candidates.filter { schema.isValid($0, direction: .request) }
        return allowed.isEmpty ? candidates : allowed
    }

    private static let uuid = "00000000-0000-4000-8000-"
    private static let day = "2000-01-01T"
}

extension JSONValue {
    /// The strings of a string or a list of strings.
    var names: [String] { string.map { [$0] } ?? array?.compactMap(\.string) ?? [] }
}
