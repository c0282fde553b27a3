import CallsiteCore
import CallsiteDiff
import Foundation

// Values of a contract's shapes, in two forms: as JSON, for the responses of a server, and as Swift, for the requests
// of an app. Both are made in a few manners, so that each optional is there once and missing once, and each case of an
// enum or union has its turn.

/// How much of a value is there.
enum WireManner: Hashable, Sendable {
    /// Only what must be.
    case least
    /// Everything; of choices the one at this position.
    case all(Int)
    /// Null wherever that may be.
    case nulls

    static let every: [WireManner] = [.least, .nulls] + (0..<4).map { .all($0) }

    var position: Int { if case .all(let position) = self { position } else { 0 } }
}

/// JSON that the contract's server writes.
struct WireJSON {
    let contract: Contract

    func value(_ shape: API.Shape, _ manner: WireManner, name: String = "value", depth: Int = 0) -> Any {
        switch contract.api.resolvingAliases(shape) {
        case .scalar(.int64) where manner == .all(1): return 5_000_000_000
        case .scalar(let scalar): return Self.scalar(scalar, name)
        case .typeParameter: return "any"
        case .list(let element):
            guard depth < 6, manner != .least else { return [Any]() }
            return [value(element, manner, name: name, depth: depth + 1)]
        case .dictionary(let element):
            guard depth < 6, manner != .least else { return [String: Any]() }
            return ["key": value(element, manner, name: name, depth: depth + 1)]
        case .optional(let wrapped):
            if manner == .nulls || depth > 6 { return NSNull() }
            return value(wrapped, manner, name: name, depth: depth)
        case .named(let id, let arguments):
            let type = contract[id]
            func inner(_ shape: API.Shape, _ name: String) -> Any {
                value(
                    contract.api.substitute(arguments, of: type.typeParameters, in: shape), manner, name: name,
                    depth: depth + 1)
            }
            switch type.content {
            case .object(let fields):
                var object: [String: Any] = [:]
                for field in fields where !field.isWriteOnly {
                    switch field.presence {
                    case .required: object[field.wireName] = inner(field.shape, field.wireName)
                    case .nullable:
                        object[field.wireName] = manner == .nulls ? NSNull() : inner(field.shape, field.wireName)
                    case .optional where manner == .least || depth > 5: break
                    case .optional:
                        object[field.wireName] = manner == .nulls ? nil : inner(field.shape, field.wireName)
                    case .optionalNullable where manner == .least || depth > 5: break
                    case .optionalNullable:
                        object[field.wireName] = manner == .nulls ? NSNull() : inner(field.shape, field.wireName)
                    }
                }
                // A field with an undeclared name.
                if let rest = contract[id].rest, manner != .least, depth <= 5 {
                    object["zebra_other"] = inner(rest, "zebra_other")
                }
                return object
            case .enumeration(let cases):
                let text = cases.isEmpty ? "none" : cases[manner.position % cases.count].wireValue
                return type.enumValues == .texts ? text : (Int(text) as Any?) ?? (Double(text) as Any?) ?? text
            case .union(let union):
                guard !union.alternatives.isEmpty else { return NSNull() }
                let alternative = union.alternatives[manner.position % union.alternatives.count]
                var made = inner(alternative.shape, name)
                if let discriminator = union.discriminator, let tag = alternative.tag,
                    var object = made as? [String: Any]
                {
                    // A number or a Boolean stays one.
                    let isText = object[discriminator] == nil || object[discriminator] is String
                    object[discriminator] = isText ? tag : Int(tag) as Any? ?? (tag == "true")
                    made = object
                }
                return made
            case .alias(let target): return inner(target, name)
            case .own, .date: return "2020-01-02T03:04:05Z"
            }
        }
    }

    static func scalar(_ scalar: Scalar, _ name: String) -> Any {
        switch scalar {
        case .string: return "a \(name)"
        case .bool: return true
        case .int, .int32, .int64, .uint64: return 7
        case .double, .float, .decimal: return 7.5
        case .date: return "2020-01-02T03:04:05Z"
        case .day: return "2020-01-02"
        case .timestamp, .timestampMilliseconds: return 1_577_934_245
        case .url: return "https://a.example/x"
        case .uuid: return "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"
        case .data: return "AQID"
        case .json, .void: return ["any": 1]
        }
    }

    // MARK: - What a server takes

    /// Why a value isn't one of the shape; nil: it is.
    func refusal(of value: Any, _ shape: API.Shape, at place: String) -> String? {
        switch contract.api.resolvingAliases(shape) {
        case .scalar(let scalar): return Self.fits(value, scalar) ? nil : "\(place) is no \(scalar.rawValue)"
        case .typeParameter: return nil
        case .list(let element):
            guard let list = value as? [Any] else { return "\(place) is no list" }
            return list.lazy.compactMap { refusal(of: $0, element, at: place) }.first
        case .dictionary(let element):
            guard let object = value as? [String: Any] else { return "\(place) is no object" }
            return object.lazy.compactMap { refusal(of: $1, element, at: place + "." + $0) }.first
        case .optional(let wrapped): return value is NSNull ? nil : refusal(of: value, wrapped, at: place)
        case .named(let id, let arguments):
            let type = contract[id]
            func shape(_ shape: API.Shape) -> API.Shape {
                contract.api.substitute(arguments, of: type.typeParameters, in: shape)
            }
            switch type.content {
            case .object(let fields):
                guard let object = value as? [String: Any] else { return "\(place) is no object" }
                for field in fields where !field.isReadOnly {
                    let isNeeded = field.presence == .required || field.presence == .nullable
                    guard let value = object[field.wireName] else {
                        if isNeeded { return "\(place).\(field.wireName) is missing" }
                        continue
                    }
                    if field.isConstant, let constant = field.defaultText, let text = value as? String,
                        constant != "\"\(text)\""
                    {
                        return "\(place).\(field.wireName) is '\(text)'"
                    }
                    if value is NSNull, field.presence == .nullable || field.presence == .optionalNullable { continue }
                    if let reason = refusal(of: value, shape(field.shape), at: place + "." + field.wireName) {
                        return reason
                    }
                }
                return nil
            case .enumeration(let cases):
                let text = (value as? String) ?? "\(value)"
                return cases.contains { $0.wireValue == text } ? nil : "\(place) is '\(text)'"
            case .union(let union):
                let fits = union.alternatives.contains { alternative in
                    if let discriminator = union.discriminator, let tag = alternative.tag {
                        guard let found = (value as? [String: Any])?[discriminator] as? String, found == tag else {
                            return false
                        }
                    }
                    return refusal(of: value, shape(alternative.shape), at: place) == nil
                }
                return fits ? nil : "\(place) is none of its alternatives"
            case .alias(let target): return refusal(of: value, shape(target), at: place)
            case .own, .date: return value is String ? nil : "\(place) is no string"
            }
        }
    }

    private static func fits(_ value: Any, _ scalar: Scalar) -> Bool {
        let number = value as? NSNumber
        let isBool = value is Bool && number.map { isFlag($0) } ?? false
        switch scalar {
        case .json, .void: return true
        case .bool: return isBool
        case .int32: return !isBool && number.map { Int32(exactly: $0.doubleValue) != nil } ?? false
        case .int, .int64, .timestamp, .timestampMilliseconds:
            return !isBool && number.map { $0.doubleValue.rounded() == $0.doubleValue } ?? false
        case .double, .float, .decimal: return !isBool && number != nil
        default: return (value as? String).map { isText($0, scalar) } ?? false
        }
    }

    /// `JSONSerialization` makes numbers of true and false, which differ from others by their type.
    private static func isFlag(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }

    /// Whether a string is one of a format; of numbers and flags, as a query has them.
    static func isText(_ text: String, _ scalar: Scalar) -> Bool {
        switch scalar {
        case .string, .json, .void: return true
        case .bool: return text == "true" || text == "false"
        case .int32: return Int32(text) != nil
        case .uint64: return UInt64(text) != nil
        case .int, .int64, .timestamp, .timestampMilliseconds: return Int(text) != nil
        case .double, .float, .decimal: return Double(text) != nil
        case .date: return text.wholeMatch(of: /\d{4}-\d\d-\d\d[Tt ].*/) != nil
        case .day: return text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil
        case .url: return text.contains(":")
        case .uuid: return UUID(uuidString: text) != nil
        case .data: return Data(base64Encoded: text) != nil
        }
    }

    /// Checks a parameter, which is a string on the wire.
    func refusal(ofText text: String, _ shape: API.Shape, at place: String) -> String? {
        switch contract.api.resolvingAliases(shape) {
        case .scalar(let scalar): return Self.isText(text, scalar) ? nil : "\(place) '\(text)' is no \(scalar.rawValue)"
        case .list(let element):
            return text.split(separator: ",").lazy.compactMap { refusal(ofText: String($0), element, at: place) }.first
        case .optional(let wrapped): return refusal(ofText: text, wrapped, at: place)
        case .dictionary, .typeParameter: return nil
        case .named(let id, _):
            switch contract[id].content {
            case .enumeration(let cases):
                return cases.contains { $0.wireValue == text } ? nil : "\(place) is '\(text)'"
            case .union(let union):
                return union.alternatives.contains { refusal(ofText: text, $0.shape, at: place) == nil }
                    ? nil : "\(place) is no alternative"
            case .alias(let target): return refusal(ofText: text, target, at: place)
            case .object, .own, .date: return nil
            }
        }
    }
}

/// Swift that makes a value with the contract's generated code.
struct WireSwift {
    let contract: Contract
    let namespace: String
    /// The value of any JSON: an object, except in a parameter, which can't hold nested objects.
    private var json = "[\"any\": 1] as JSONValue"
    /// Up to which depth optional values are there, and lists have elements.
    private var fullDepth = 5
    /// How long a request's text may be, in bytes: the compiler takes gigabytes for one of 500,000, as types that have
    /// many fields of each other's types make them.
    private static let mostText = 20_000

    init(contract: Contract, namespace: String) { (self.contract, self.namespace) = (contract, namespace) }

    /// nil: it can't be made.
    func value(_ shape: API.Shape, _ manner: WireManner, name: String = "value", depth: Int = 0) -> String? {
        switch contract.api.resolvingAliases(shape) {
        case .scalar(.int64) where manner == .all(1): return "5_000_000_000"
        case .scalar(let scalar): return scalarText(scalar, name)
        case .typeParameter: return nil
        case .list(let element):
            if depth > fullDepth || manner == .least { return "[]" }
            return value(element, manner, name: name, depth: depth + 1).map { "[\($0)]" }
        case .dictionary(let element):
            if depth > fullDepth || manner == .least { return "[:]" }
            return value(element, manner, name: name, depth: depth + 1).map { "[\"key\": \($0)]" }
        case .optional(let wrapped):
            if manner == .nulls || depth > fullDepth + 1 { return "nil" }
            return value(wrapped, manner, name: name, depth: depth)
        case .named(let id, let arguments):
            guard arguments.isEmpty, depth < 8 else { return nil }
            let type = contract[id]
            switch type.content {
            case .object(let fields):
                guard let index = type.declaration else { return nil }
                let values = Dictionary(
                    fields.map { ($0.swiftName, Value($0)) }, uniquingKeysWith: { first, _ in first })
                return call(contract.declarations[index], values, manner, depth)
            case .enumeration(let cases):
                guard !cases.isEmpty else { return nil }
                return "\(namespace).\(type.swiftName).`\(cases[manner.position % cases.count].swiftName)`"
            case .union(let union):
                guard !union.alternatives.isEmpty else { return nil }
                let alternative = union.alternatives[manner.position % union.alternatives.count]
                return value(alternative.shape, manner, name: name, depth: depth + 1).map {
                    "\(namespace).\(type.swiftName).`\(alternative.swiftName)`(\($0))"
                }
            case .alias(let target): return value(target, manner, name: name, depth: depth)
            case .own, .date: return nil
            }
        }
    }

    /// - Parameter given: Swift for some of the parameters and the body's own fields; nil: what any other has.
    func request(
        _ endpoint: Contract.Endpoint, _ manner: WireManner, given: (Contract.Field) -> String? = { _ in nil }
    ) -> String? {
        guard let index = endpoint.declaration else { return nil }
        let parameters = endpoint.parameters.map { ($0.swiftName, Value($0, isParameter: true, given: given($0))) }
        var values = Dictionary(parameters, uniquingKeysWith: { first, _ in first })
        switch endpoint.body?.content {
        case .fields(let own)?: for field in own { values[field.swiftName] = Value(field, given: given(field)) }
        case .whole(let shape, let isOptional)?:
            let name = endpoint.body?.swiftName ?? "body"
            values[name] = Value(shape: shape, presence: isOptional ? .optional : .required, wireName: name)
        case nil: break
        }
        var made = self
        var text = made.call(contract.declarations[index], values, manner, 0)
        while let long = text, long.utf8.count > Self.mostText, made.fullDepth > 0 {
            made.fullDepth -= 1
            text = made.call(contract.declarations[index], values, manner, 0)
        }
        return text
    }

    /// The value of an argument.
    private struct Value {
        var shape: API.Shape
        var presence: API.Presence
        var wireName: String
        var isConstant = false
        var isParameter = false
        var given: String?

        init(shape: API.Shape, presence: API.Presence, wireName: String) {
            (self.shape, self.presence, self.wireName) = (shape, presence, wireName)
        }

        init(_ field: Contract.Field, isParameter: Bool = false, given: String? = nil) {
            self.init(shape: field.shape, presence: field.presence, wireName: field.wireName)
            (isConstant, self.isParameter, self.given) = (field.isConstant, isParameter, given)
        }
    }

    private func call(
        _ declaration: Contract.Declaration, _ byName: [String: Value], _ manner: WireManner, _ depth: Int
    ) -> String? {
        guard let arguments = declaration.arguments else { return nil }
        var passed: [String] = []
        for argument in arguments {
            // Files are made of something else.
            let isFile = argument.type.contains("FileContent")
            guard let field = byName[argument.label], !isFile else {
                if argument.defaultValue == nil { return nil }
                continue
            }
            let label = argument.label == "inout" ? "`inout`" : argument.label
            if let given = field.given {
                passed.append("\(label): \(given)")
                continue
            }
            let isOptional =
                argument.defaultValue != nil || field.presence == .optional || field.presence == .optionalNullable
            // An app has no other value for a constant.
            if argument.defaultValue != nil, manner == .least || depth > fullDepth || field.isConstant { continue }
            var values = self
            if field.isParameter { values.json = "\"any\" as JSONValue" }
            var text: String?
            let takesNull = field.presence == .nullable || field.presence == .optionalNullable
            if argument.type.hasPrefix("Patch<") {
                let made = values.value(field.shape, manner, name: field.wireName, depth: depth + 1)
                text = manner == .nulls ? ".null" : made.map { ".value(\($0))" }
            } else if manner == .nulls, isOptional || takesNull {
                if argument.defaultValue != nil { continue }
                text = "nil"
            } else {
                // A parameter that must be there isn't there as an empty list, and a path has no place for one.
                let manner = field.isParameter && manner == .least ? .all(0) : manner
                text = values.value(field.shape, manner, name: field.wireName, depth: depth + 1)
            }
            guard let text else {
                if argument.defaultValue != nil { continue }
                return nil
            }
            passed.append("\(label): \(text)")
        }
        let path = declaration.path.split(separator: ".").map { "`\($0)`" }.joined(separator: ".")
        return "\(namespace).\(path)(\(passed.joined(separator: ", ")))"
    }

    private func scalarText(_ scalar: Scalar, _ name: String) -> String? {
        switch scalar {
        case .string: "\"a \(name.filter { $0.isLetter || $0.isNumber || $0 == "_" })\""
        case .bool: "true"
        case .int, .int32, .int64, .uint64: "7"
        case .double, .float: "7.5"
        case .decimal: "Decimal(7.5)"
        case .date: "Date(timeIntervalSince1970: 1_577_934_245)"
        case .timestamp: "Timestamp(Date(timeIntervalSince1970: 1_577_934_245))"
        case .timestampMilliseconds: "TimestampMilliseconds(Date(timeIntervalSince1970: 1_577_934_245))"
        case .day: "CalendarDate(year: 2020, month: 1, day: 2)!"
        case .url: "URL(string: \"https://a.example/x\")!"
        case .uuid: "UUID(uuidString: \"6BA7B810-9DAD-11D1-80B4-00C04FD430C8\")!"
        case .data: "Data([1, 2, 3])"
        case .json: json
        case .void: nil
        }
    }
}
