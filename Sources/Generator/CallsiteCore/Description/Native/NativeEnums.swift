// The cases of an enum, as written: values, some with the names of their Swift cases.

/// Reads the value of the key `enum`: `[open, closed]`, `{0: low, 1: high}` or `open | closed`.
func readEnumeration(_ node: Node, _ diagnostics: inout Diagnostics) -> Description.Shape? {
    let elements: [(value: Node, name: Node?)]
    if let values = node.elements {
        elements = values.filter { value in
            if value.isScalar, !value.isPlain || value.text != "" { return true }
            diagnostics.report(.wrongValue(of: "enum", value, expected: "strings or numbers"))
            return false
        }.map { ($0, nil) }
    } else if let pairs = node.pairs {
        if let first = pairs.first, pairs.allSatisfy({ isNumber($0.value) && !isNumber($0.key) }) {
            return diagnostics.fail(
                .enumNameFirst(value: first.value.text ?? "", name: first.key.text ?? "", at: first.value.place))
        }
        elements = pairs.map { ($0.key, $0.value) }
    } else {
        // `enum: open | closed` says the same as `[open, closed]`.
        guard let text = readTypeText(node, rules: [], &diagnostics) else { return nil }
        if case .inline(let shape) = text.type.kind { return shape }
        return diagnostics.fail(
            .wrongValue(of: "enum", node, expected: "a list of values, or a mapping from values to Swift names"))
    }
    guard !elements.isEmpty else { return diagnostics.fail(.emptyEnum(at: node.place)) }
    let entries = elements.map { EnumEntry(value: $0.value.enumValue, place: $0.value.place) }
    guard case .enumeration(var cases, let values)? = enumeration(entries, &diagnostics) else { return nil }
    for (index, (_, name)) in elements.enumerated() {
        guard let name, !name.isNull, cases.indices.contains(index) else { continue }
        if let text = name.text {
            cases[index].swiftName = .init(text: text, place: name.place)
        } else {
            diagnostics.report(.wrongValue(of: cases[index].wireValue, name, expected: "the Swift name of the case"))
        }
    }
    return .enumeration(cases, of: values)
}

private func isNumber(_ node: Node) -> Bool {
    switch node.value {
    case .integer, .float: true
    default: false
    }
}

extension Node {
    /// The value of an enum's case. `null` can only be meant as a string.
    fileprivate var enumValue: YAMLScalar {
        guard let value, value != .null else { return .string(text ?? "") }
        return value
    }
}

/// A value of an enum as it is written.
struct EnumEntry {
    var value: YAMLScalar
    var place: SourceLocation
}

/// Values of an enum: all strings, all whole numbers, or all numbers; nil if a mistake was reported.
func enumeration(_ entries: [EnumEntry], _ diagnostics: inout Diagnostics) -> Description.Shape? {
    enum Kind { case text, integer, number, flag }
    func kind(_ value: YAMLScalar) -> Kind {
        switch value {
        case .string, .null: .text
        case .integer: .integer
        case .float: .number
        case .bool: .flag
        }
    }
    let kinds = entries.map { kind($0.value) }
    if kinds.allSatisfy({ $0 == .flag }), let first = entries.first {
        return diagnostics.fail(.enumOfFlags(at: first.place))
    }
    let isText = kinds.contains { $0 == .text || $0 == .flag }
    var isValid = true
    var isMixed = false
    var cases: [Description.EnumCase] = []
    var places: [String: SourceLocation] = [:]
    for (entry, kind) in zip(entries, kinds) {
        let text: String
        switch entry.value {
        case .string(let value): text = value
        case .null: text = "null"
        case .bool(let value): text = value ? "true" : "false"
        case .integer(let digits), .float(let digits): text = digits
        }
        if isText, kind != .text {
            // One message is enough for all such values.
            if !isMixed { diagnostics.report(.mixedEnum(text, isFlag: kind == .flag, at: entry.place)) }
            (isValid, isMixed) = (false, true)
        } else if !isText, kind == .integer ? Int64(text) == nil : Double(text).map(\.isFinite) != true {
            diagnostics.report(.enumNumber(text, at: entry.place))
            isValid = false
        } else if let first = places.updateValue(entry.place, forKey: text) {
            diagnostics.report(.duplicateEnumValue(text, at: entry.place, first: first))
            isValid = false
        } else {
            cases.append(.init(wireValue: text, place: entry.place))
        }
    }
    guard isValid else { return nil }
    return .enumeration(cases, of: isText ? .texts : kinds.contains(.number) ? .numbers : .integers)
}

extension Diagnostic {
    static func mixedEnum(_ value: String, isFlag: Bool, at place: SourceLocation) -> Self {
        .error(
            "enum-value", "'\(value)' is \(isFlag ? "a Bool" : "a number"), and other values of this enum are strings",
            help: "if the server sends a string write it in quotes: '{enum: [\"\(value)\", …]}'", at: place)
    }
    static func enumOfFlags(at place: SourceLocation) -> Self {
        .error(
            "enum-value", "true and false are the values of 'Bool'",
            help: "write 'Bool', or '{enum: [\"true\", \"false\"]}' if the server sends strings", at: place)
    }
    static func enumNumber(_ value: String, at place: SourceLocation) -> Self {
        .error(
            "enum-value", "'\(value)' isn't a 64-bit number", help: "quote it if the server sends a string", at: place)
    }
    static func enumNameFirst(value: String, name: String, at place: SourceLocation) -> Self {
        .error(
            "enum-value", "the name of a value stands before it", help: "write '{\(value): \(yaml: name), …}'",
            at: place)
    }
    static func emptyEnum(at place: SourceLocation) -> Self {
        .error("empty-enum", "an enum needs a value", at: place)
    }
}
