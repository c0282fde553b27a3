/// A request to the mock, from a connection or directly from a `Session`.
package struct MockRequest: Sendable {
    package var method: String
    /// Path and query as sent.
    package var target: String
    package var headers: [(name: String, value: String)]
    /// nil: there is none.
    package var body: [UInt8]?

    package init(method: String, target: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil) {
        (self.method, self.target, self.headers, self.body) = (method, target, headers, body)
    }

    /// The value of a header; nil if there is no such header. The values of several lines are joined with `, ` (RFC
    /// 9110, section 5.3), those of cookies with `; `.
    package func header(_ name: String) -> String? {
        let values = headers.filter { MockText.isSame($0.name, name) }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: MockText.isSame(name, "cookie") ? "; " : ", ")
    }

    /// The path as sent, and the query after the question mark; nil if there is no question mark.
    package var parts: (path: Substring, query: Substring?) {
        let (path, query) = target.prefix { $0 != "#" }.parted(at: "?")
        return (path, query)
    }
}

/// A response of the mock.
package struct MockResponse: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// A stream's body in the pieces in which it is sent.
    package var pieces: [[UInt8]] = []
    /// The mistakes in a response that the description doesn't allow.
    package var problems: [MockProblem] = []
    /// Remarks on a request that is allowed but may be a mistake.
    package var notes: [String] = []
    /// The elements of the list that the page has, and the length of the list; nil if the response isn't a page.
    package var page: (range: Range<Int>, total: Int)?

    package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

extension MockResponse {
    package mutating func set(_ name: String, _ value: String) {
        remove(name)
        headers.append((name, value))
    }

    mutating func remove(_ name: String) { headers.removeAll { MockText.isSame($0.name, name) } }
}

/// A mistake in a request or a response, and where it is.
public struct MockProblem: Hashable, Sendable, CustomStringConvertible {
    /// The part of the request that has the mistake, or the response.
    public enum Place: Hashable, Sendable {
        case path, query, header, cookie, body
        /// The credential.
        case security
        /// The request as a whole: its path, method or media type.
        case request
        /// A response that contradicts the description: one of its examples, or an override.
        case response
    }

    /// The operation, as in `POST /orders`; nil if the description has no operation for the request.
    public let operation: String?
    public let place: Place
    /// A JSON pointer (RFC 6901) into the body: `/items/0/quantity`. For a parameter, its name and then a pointer into
    /// its value: `limit`, `filter/status`.
    public let pointer: String
    /// As in `expected an integer, found "two"`.
    public let message: String
    /// The keyword of the schema that the value violates: `type`. nil if the rule isn't a keyword.
    public let keyword: String?

    /// A JSON pointer to the rule in the mock's description; nil if the rule is the operation itself.
    package let rule: String?
    /// The name of the missing property; nil if the mistake is another one.
    package let missing: String?

    package init(
        operation: String?, _ place: Place, _ pointer: String, _ message: String, keyword: String? = nil,
        rule: String? = nil, missing: String? = nil
    ) {
        // The names of fields come from the client, and may be long.
        self.pointer = pointer.utf8.count > 500 ? pointer.prefix(500) + "…" : pointer
        (self.operation, self.place, self.message) = (operation, place, message)
        (self.keyword, self.rule, self.missing) = (keyword, rule, missing)
    }

    /// A mistake in the value at a pointer.
    init(operation: String?, _ place: Place, _ pointer: String, _ mistake: SchemaMistake) {
        self.init(
            operation: operation, place, pointer + mistake.instance, mistake.message, keyword: mistake.keyword,
            rule: mistake.schema, missing: mistake.missing)
    }

    /// As in `/items/0/quantity: expected an integer, found "two"`.
    public var description: String { pointer.isEmpty ? message : "\(pointer): \(message)" }
}

/// Compares and parses strings as HTTP does.
package enum MockText {
    /// Whether two names are the same without regard to the case of ASCII letters.
    package static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { lowercased($0) == lowercased($1) }
    }

    /// A string shortened for messages.
    static func cut(_ text: some StringProtocol) -> String { text.count > 60 ? text.prefix(60) + "…" : String(text) }

    /// A string without spaces and tabs at its ends.
    package static func trimmed(_ text: some StringProtocol) -> String {
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }),
            let last = bytes.lastIndex(where: { $0 != 0x20 && $0 != 0x09 })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }

    /// The name, in lower case, and the value of a parameter such as `charset="utf-8"`; nil if it has no value.
    static func parameter(_ text: some StringProtocol) -> (name: String, value: String)? {
        guard case (let name, let rest?) = text.parted(at: "=") else { return nil }
        let value = trimmed(rest)
        let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
        return (trimmed(name).lowercased(), isQuoted ? String(value.dropFirst().dropLast()) : value)
    }
}

extension StringProtocol {
    /// The parts before and after the first separator; the second is nil if there is no separator.
    func parted(at separator: Character) -> (SubSequence, SubSequence?) {
        guard let place = firstIndex(of: separator) else { return (self[...], nil) }
        return (self[..<place], self[index(after: place)...])
    }
}

func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
