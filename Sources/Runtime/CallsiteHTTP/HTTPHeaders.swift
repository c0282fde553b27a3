import Foundation

/// The header fields of a message, in order. Names are compared without regard to case; a name may come several times.
public struct HTTPHeaders: Equatable, Sendable {
    /// One header line.
    public struct Field: Equatable, Sendable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        public static func == (left: Field, right: Field) -> Bool { left.has(right.name) && left.value == right.value }

        package func has(_ other: String) -> Bool {
            name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
        }
    }

    /// All lines, in order.
    public private(set) var fields: [Field] = []

    public init(_ fields: [Field] = []) { self.fields = fields }

    /// The value of a header. The values of several lines are joined with `, ` (RFC 9110, section 5.3). Setting
    /// replaces all lines of that name, in the first one's place; nil removes them.
    public subscript(name: String) -> String? {
        get {
            let values = values(of: name)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        set {
            let first = fields.firstIndex { $0.has(name) }
            if first != nil { fields.removeAll { $0.has(name) } }
            if let newValue { fields.insert(Field(name, newValue), at: first ?? fields.count) }
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
    /// A line for each header, without values that may be secrets.
    public var description: String { fields.map { "\($0.name): \($0.value())" }.joined(separator: "\n") }

    public var customMirror: Mirror {
        Mirror(self, children: fields.map { (label: $0.name, value: $0.value()) })
    }
}

extension HTTPHeaders.Field: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "value": value()]) }
}

extension HTTPHeaders {
    /// Refuses names that are no tokens (RFC 9110, 5.1), values that would end their line, and headers that only the
    /// transport can set.
    package func check() throws {
        for field in fields {
            guard isToken(field.name) else { throw EncodingFailure("\(quoted(field.name)) isn't a header name") }
            // The message leaves out the value, which may be a secret.
            guard field.value.utf8.allSatisfy({ ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7F }) else {
                throw EncodingFailure("\(field.name): a header can't hold a line break or another control character")
            }
            guard !field.has("Content-Length"), !field.has("Transfer-Encoding") else {
                throw EncodingFailure("\(field.name): this header follows from the body and is set by the transport")
            }
        }
    }
}

/// A token of RFC 9110, 5.6.2.
package func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isUnreserved($0) || "!#$%&'*+^`|".utf8.contains($0) }
}
