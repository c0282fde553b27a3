import CallsiteCore
import CallsiteMockEngine
import CallsiteText

/// A type as it is on the wire, to compare two APIs.
indirect enum WireType {
    case object([API.Property])
    case map(API.Shape)
    case list(API.Shape)
    case leaf(Leaf)
    case union(API.Union)
    /// Any JSON.
    case any

    enum Leaf: Hashable {
        case int, number, bool, string, dateTime, day, uuid, url
        case words(Set<String>)

        var text: String {
            switch self {
            case .int: "Int"
            case .number: "Double"
            case .bool: "Bool"
            case .string: "String"
            case .dateTime: "Date"
            case .day: "Day"
            case .uuid: "UUID"
            case .url: "URL"
            case .words(let words): "enum [\(words.sorted().prefix(6).joined(separator: ", "))]"
            }
        }

        func allows(_ value: JSONValue) -> Bool {
            switch self {
            case .int: value.int != nil
            case .number: value.double != nil
            case .bool: value.bool != nil
            case .string: value.string != nil
            case .dateTime: value.string.map { SchemaFormat.dateTime.allows($0) } ?? false
            case .day: value.string.map { SchemaFormat.date.allows($0) } ?? false
            case .uuid: value.string.map { SchemaFormat.uuid.allows($0) } ?? false
            case .url: value.string.map { SchemaFormat.uriReference.allows($0) } ?? false
            case .words(let words): value.string.map { words.contains($0) } ?? false
            }
        }
    }

    var text: String {
        switch self {
        case .object(let properties): "{\(properties.map(\.wireName).prefix(8).joined(separator: ", "))}"
        case .map: "map"
        case .list: "list"
        case .leaf(let leaf): leaf.text
        case .union(let union): "union of \(union.alternatives.count)"
        case .any: "JSON"
        }
    }
}

extension API {
    /// A shape behind its aliases, and whether it may be null.
    func wireType(_ shape: Shape) -> (type: WireType, isNullable: Bool) {
        var (shape, isNullable) = (resolvingAliases(shape), false)
        while case .optional(let wrapped) = shape {
            isNullable = true
            shape = resolvingAliases(wrapped)
        }
        switch shape {
        case .optional, .typeParameter: return (.any, isNullable)
        case .list(let element): return (.list(element), isNullable)
        case .dictionary(let value): return (.map(value), isNullable)
        case .scalar(let scalar): return (Self.wireType(scalar), isNullable)
        case .named(let id, _):
            switch self[id].content {
            case .object:
                let properties = properties(of: shape) ?? []
                if properties.isEmpty, let rest = self[id].rest { return (.map(rest), isNullable) }
                return (.object(properties), isNullable)
            case .enumeration(let cases):
                switch self[id].enumValues {
                case .texts: return (.leaf(.words(Set(cases.map(\.wireValue)))), isNullable)
                case .integers: return (.leaf(.int), isNullable)
                case .numbers: return (.leaf(.number), isNullable)
                }
            case .union(let union):
                if let only = union.onlyShape {
                    let inner = wireType(only)
                    return (inner.type, inner.isNullable || isNullable)
                }
                return (.union(union), isNullable)
            case .date: return (.leaf(.string), isNullable)
            case .own, .alias: return (.any, isNullable)
            }
        }
    }

    private static func wireType(_ scalar: Scalar) -> WireType {
        switch scalar {
        case .string, .data: .leaf(.string)
        case .bool: .leaf(.bool)
        case .int, .int32, .int64, .uint64: .leaf(.int)
        // With fractions, as some servers send them.
        case .double, .float, .decimal, .timestamp, .timestampMilliseconds: .leaf(.number)
        case .date: .leaf(.dateTime)
        case .day: .leaf(.day)
        case .url: .leaf(.url)
        case .uuid: .leaf(.uuid)
        case .json, .void: .any
        }
    }
}

/// Values that were recorded at one place, none of them null.
struct RecordedValues {
    let values: [JSONValue]

    init(_ values: [JSONValue]) { self.values = values.filter { !$0.isNull } }

    /// The values of a parameter, which are strings on the wire.
    init(texts: [String]) {
        let numbers = texts.compactMap { JSONValue.Number($0) }
        if numbers.count == texts.count {
            values = numbers.map { .number($0) }
        } else if texts.allSatisfy({ $0 == "true" || $0 == "false" }) {
            values = texts.map { .bool($0 == "true") }
        } else {
            values = texts.map { .string($0) }
        }
    }

    var isEmpty: Bool { values.isEmpty }
    var count: Int { values.count }

    enum Kind: Hashable { case bool, number, string, list, object }

    var kinds: Set<Kind> {
        Set(
            values.map {
                switch $0 {
                case .bool, .null: .bool
                case .number: .number
                case .string: .string
                case .array: .list
                case .object: .object
                }
            })
    }

    /// The scalar that a reader takes them for who sees nothing but these values; nil: they are no scalars of one kind.
    ///
    /// One string alone may be anything. An enum needs ten values of which each came three times on average, all of
    /// them like words.
    var natural: WireType.Leaf? {
        guard kinds.count == 1, let kind = kinds.first else { return nil }
        switch kind {
        case .list, .object: return nil
        case .bool: return .bool
        case .number: return values.allSatisfy { $0.int != nil } ? .int : .number
        case .string:
            let texts = values.compactMap(\.string)
            if count >= 2 {
                for leaf in [WireType.Leaf.dateTime, .day, .uuid] where values.allSatisfy(leaf.allows) { return leaf }
                if texts.allSatisfy({ $0.contains("://") && SchemaFormat.uri.allows($0) }) { return .url }
            }
            let words = Set(texts)
            if count >= 10, words.count * 3 <= count, words.allSatisfy(Self.isWord) { return .words(words) }
            return .string
        }
    }

    private static func isWord(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_.\/:-]{0,39}/) != nil
    }
}
