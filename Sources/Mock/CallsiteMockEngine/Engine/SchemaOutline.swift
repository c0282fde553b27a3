/// The parts of a schema that decide how a parameter or a form field is written: whether it is a list or an object, and
/// the names of its fields.
struct SchemaOutline: Sendable {
    private(set) var isList = false
    private(set) var isObject = false
    /// A value may be a scalar too, so a value that is no list is no mistake.
    private(set) var isScalar = false
    /// A value is a number, and can't be a string.
    var isNumber: Bool { hasNumber && !hasText }
    /// A value is a boolean, and nothing else.
    var isFlag: Bool { hasFlag && !hasNumber && !hasText && !isList && !isObject }
    /// A value may be a string.
    private(set) var hasText = false
    private var hasNumber = false
    private var hasFlag = false
    /// Clients can't send the value.
    private(set) var isReadOnly = false
    /// The value that a missing one stands for.
    private(set) var defaultValue: JSONValue?
    private(set) var formats: Set<String> = []
    private(set) var properties: [String: JSONValue] = [:]
    private var names: Set<ExactString> = []
    /// The properties that this schema and the schemas of its `allOf` require.
    private(set) var required: Set<String> = []
    /// The schema of a list's elements.
    private(set) var items: JSONValue?
    /// The schema describes fields with other names, or names no fields.
    var describesOthers: Bool { namesOthers || properties.isEmpty }
    private var namesOthers = false

    /// Whether there is a property of this very name: `é` in one and in two scalars are two names.
    func describes(_ name: String) -> Bool { names.contains(ExactString(name)) }

    /// The schema at a path of properties; nil: there is none.
    init?(_ schema: JSONValue, in document: JSONValue, at path: [String]) {
        self.init(schema, in: document)
        for key in path {
            guard let inner = properties[key] else { return nil }
            self.init(inner, in: document)
        }
    }

    /// The keys of a path of properties: `meta.next`. A name may have dots itself: `@odata.nextLink`.
    static func keys(of path: String, in schema: JSONValue, _ document: JSONValue) -> [String] {
        var rest = path.split(separator: ".").map(String.init)[...]
        var keys: [String] = []
        var properties = SchemaOutline(schema, in: document).properties
        while !rest.isEmpty {
            let count = (1...rest.count).last { properties[rest.prefix($0).joined(separator: ".")] != nil } ?? 1
            let key = rest.prefix(count).joined(separator: ".")
            keys.append(key)
            rest = rest.dropFirst(count)
            properties = properties[key].map { SchemaOutline($0, in: document).properties } ?? [:]
        }
        return keys
    }

    /// The outline of the schema at a JSON pointer into the document.
    init(at pointer: String, in document: JSONValue) {
        self.init(document.value(at: pointer) ?? .bool(true), in: document)
    }

    /// - Parameter document: The document that references point into.
    init(_ schema: JSONValue, in document: JSONValue) {
        var waiting = [(schema: schema, isCertain: true)]
        var seen: Set<String> = []
        // A limit, since references may lead through thousands of schemas. Those of real parameters don't.
        var remainingSteps = 256
        while let (next, isCertain) = waiting.popLast(), remainingSteps > 0 {
            remainingSteps -= 1
            if let reference = next["$ref"]?.string {
                if seen.insert(reference).inserted, let target = document.value(atReference: reference) {
                    waiting.append((target, isCertain))
                }
                continue
            }
            let types = next["type"]?.string.map { [$0] } ?? next["type"]?.array?.compactMap(\.string) ?? []
            for type in types {
                switch type {
                case "array": isList = true
                case "object": isObject = true
                case "null": break
                case "integer", "number": (isScalar, hasNumber) = (true, true)
                case "string": (isScalar, hasText) = (true, true)
                case "boolean": (isScalar, hasFlag) = (true, true)
                default: isScalar = true
                }
            }
            if let format = next["format"]?.string { formats.insert(format) }
            if next["patternProperties"] != nil { namesOthers = true }
            if let others = next["additionalProperties"], others != .bool(false) { namesOthers = true }
            if let fields = next["properties"]?.object {
                if types.isEmpty { isObject = true }
                for key in fields.keys {
                    properties[key] = fields[key]
                    names.insert(ExactString(key))
                }
            }
            if types.isEmpty, next["items"] != nil { isList = true }
            if items == nil, let elements = next["items"] { items = elements }
            if isCertain {
                if next["readOnly"] == .bool(true) { isReadOnly = true }
                if defaultValue == nil { defaultValue = next["default"] }
                required.formUnion(next["required"]?.array?.compactMap(\.string) ?? [])
            }
            for key in ["allOf", "anyOf", "oneOf"] {
                waiting += (next[key]?.array ?? []).map { ($0, isCertain && key == "allOf") }
            }
        }
    }
}

extension JSONValue {
    /// The value that a reference in a mock's description names: `#/schemas/Pet`.
    package func value(atReference reference: String) -> JSONValue? {
        guard reference.hasPrefix("#") else { return nil }
        return value(at: PercentEncoding.decoded(reference.dropFirst()))
    }

    /// The value at a JSON pointer (RFC 6901).
    package func value(at pointer: String) -> JSONValue? {
        guard let tokens = JSONPointer.tokens(pointer) else { return nil }
        return tokens.reduce(.some(self)) { $0?.value(atToken: $1) }
    }

    /// The field or element that a token of a JSON pointer names.
    func value(atToken token: String) -> JSONValue? {
        if case .array = self { JSONPointer.index(token).flatMap { self[$0] } } else { self[token] }
    }
}
