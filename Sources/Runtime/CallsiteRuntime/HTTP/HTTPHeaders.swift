import Foundation

/// The header fields of a message, in order. Names are compared without regard to case; a name may come several times.
public struct HTTPHeaders: Hashable, Sendable {
    /// One header line.
    public struct Field: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        public static func == (left: Field, right: Field) -> Bool { left.has(right.name) && left.value == right.value }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(name.lowercased())
            hasher.combine(value)
        }

        func has(_ other: String) -> Bool {
            name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
        }
    }

    /// All lines, in order.
    public private(set) var fields: [Field] = []

    public init(_ fields: [Field] = []) { self.fields = fields }

    /// The value of a header; of several lines the values joined with `, ` (RFC 9110, section 5.3). Setting replaces
    /// all lines of that name, in the first one's place; nil removes them.
    public subscript(name: String) -> String? {
        get {
            let values = values(of: name)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        set {
            let first = fields.firstIndex { $0.has(name) }
            guard let newValue else {
                fields.removeAll { $0.has(name) }
                return
            }
            guard let first else { return fields.append(Field(name, newValue)) }
            fields[first] = Field(name, newValue)
            var rest = fields[(first + 1)...]
            rest.removeAll { $0.has(name) }
            fields = Array(fields[...first]) + rest
        }
    }

    /// The values of all lines of that name, in order.
    public func values(of name: String) -> [String] {
        var values: [String] = []
        for field in fields where field.has(name) { values.append(field.value) }
        return values
    }

    /// Adds a line behind the others.
    public mutating func append(_ name: String, _ value: String) { fields.append(Field(name, value)) }

    /// Sets each header of `other`, which replaces those of the same name.
    public mutating func merge(_ other: HTTPHeaders) {
        for field in other.fields { self[field.name] = nil }
        fields.append(contentsOf: other.fields)
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) { self.init(elements.map { Field($0, $1) }) }
}

extension HTTPHeaders: CustomStringConvertible, CustomReflectable {
    /// A line for each header, without the values of what may be a secret.
    public var description: String { fields.map { "\($0.name): \($0.value())" }.joined(separator: "\n") }

    public var customMirror: Mirror {
        Mirror(self, children: fields.map { (label: $0.name, value: $0.value()) })
    }
}

extension HTTPHeaders.Field: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "value": value()]) }
}

// MARK: Typed headers

/// The response headers that a description declares. Decoded by `Session.response(to:)`.
///
///     struct ResponseHeaders: ResponseHeadersType {
///         let total: Int?
///         init(from headers: HTTPHeaders) throws { total = try headers.decode("X-Total") }
///     }
public protocol ResponseHeadersType: Sendable {
    /// Throws a `DecodingFailure` that names the header.
    init(from headers: HTTPHeaders) throws
}

extension HTTPHeaders: ResponseHeadersType {
    public init(from headers: HTTPHeaders) throws { self = headers }
}

extension HTTPHeaders {
    /// Reads a header as any decodable type; lists are separated by commas. A missing header is
    /// nil for an optional, else an error.
    public func decode<T: WireDecodable>(_ name: String, as type: T.Type = T.self) throws -> T {
        guard let text = self[name]?.trimmingCharacters(in: .whitespaces) else {
            if let absent = T.absent { return absent }
            throw DecodingFailure(path: "header \(name)", expected: "a value", found: "no such header")
        }
        var failure: DecodingFailure?
        // Tries a string (for strings and dates), a bare value (for numbers and booleans), then a list of either.
        let items = text.split(separator: ",").map { JSONValue.string($0.trimmingCharacters(in: .whitespaces)) }
        let bareItems = items.map { bare($0) }
        for candidate in [.string(text), bare(.string(text)), .array(items), .array(bareItems)] {
            do { return try candidate.decode(T.self) } catch let error as DecodingFailure { failure = failure ?? error }
        }
        // HTTP's own dates (RFC 9110, 5.6.7), whatever the description says of `Last-Modified`.
        if let date = HTTPDate.date(text), let rfc3339 = RFC3339.text(date),
            let value = try? JSONValue.string(rfc3339).decode(T.self)
        {
            return value
        }
        throw DecodingFailure(path: "header \(name)", expected: failure?.expected ?? "a value", found: quoted(text))
    }

    private func bare(_ value: JSONValue) -> JSONValue {
        guard case .string(let text) = value else { return value }
        if text == "true" || text == "false" { return .bool(text == "true") }
        return JSONValue.Number(text).map { .number($0) } ?? value
    }
}
