// `enum` and `const`: values that a schema lists.

extension OpenAPIReader {
    /// The values that a schema's own keywords allow; nil: it lists none.
    func listedValues(_ node: Node) -> [Node]? {
        if let constant = node["const"] { return [constant] }
        // Zalando's: values to which others may be added, as may be to any enum here.
        return (node["enum"] ?? node["x-extensible-enum"])?.elements
    }

    /// The one value that a property always has, where its own schema says so.
    func constantValue(_ node: Node) -> Node? {
        var node = node
        // `allOf` of one schema is that schema.
        for _ in 0..<8 {
            guard listedValues(node) == nil, let parts = node["allOf"]?.elements, parts.count == 1 else { break }
            node = parts[0]
        }
        guard node["$ref"] == nil, let values = listedValues(node) else { return nil }
        let rest = values.filter { !$0.isNull }
        guard rest.count == 1, rest[0].isScalar else { return nil }
        return rest[0]
    }

    /// nil: the rest of the schema counts. A list of no values is reported.
    func enumeration(_ node: Node, at place: SourceLocation, _ position: Position) -> ReadType? {
        guard let listed = listedValues(node) else { return nil }
        let hasNull = listed.contains(where: \.isNull)
        let values = listed.filter { !$0.isNull }.distinct { $0 }
        let list = (node["enum"] ?? node).place
        func result(_ kind: Description.TypeExpression.Kind) -> ReadType {
            .init(kind, at: place, isNullable: hasNull)
        }
        guard !values.isEmpty else {
            if hasNull { return result(.scalar(.json)) }
            diagnostics.report(.enumOfNothing(at: list))
            return nil
        }
        let types = jsonTypes(of: node)
        let isField = [.property, .body, .part].contains(position)
        if types == ["array"], values.allSatisfy(\.isScalar) {
            // The listed values are meant for the elements.
            let kind = valueKind(values, [])
            diagnostics.report(.enumOfArray(isRead: position != .model, at: list).oncePerCause)
            guard position != .model, kind == .texts || kind == .integers else { return nil }
            let element = Description.Shape.enumeration(cases(values, node), of: kind == .texts ? .texts : .integers)
            return result(.list(.init(kind: .inline(element), place: place)))
        }
        switch valueKind(values, types) {
        case .mixed:
            diagnostics.report(values.allSatisfy(\.isScalar) ? .mixedEnum(at: list) : .enumOfStructures(at: list))
            return result(.scalar(.json))
        case .booleans: return result(.scalar(.bool))
        case .texts:
            if let type = types.first, type != "string" { diagnostics.report(.enumOfWords(type, at: list)) }
            if isField, values.count == 1 { return result(.scalar(.string)) }
            return result(.inline(.enumeration(cases(values, node))))
        case .integers:
            if values.contains(where: { Int64($0.text ?? "") == nil }) {
                diagnostics.report(.integerTooLarge(at: list))
                return result(.scalar(.double))
            }
            if isField, values.count == 1 { return result(.scalar(.int)) }
            return result(.inline(.enumeration(cases(values.distinct { Int64($0) }, node), of: .integers)))
        case .numbers:
            if isField, values.count == 1 { return result(.scalar(.double)) }
            return result(.inline(.enumeration(cases(values.distinct { Double($0) }, node), of: .numbers)))
        }
    }

    /// Alternatives that are a number each are one enum, whose cases have their titles: `oneOf: [{const: 1, title:
    /// low}, …]`. nil: they are no such alternatives.
    func numberConstants(_ arms: [Node], at place: SourceLocation) -> ReadType? {
        var values: [(value: Node, title: String?)] = []
        var types: Set<String> = []
        for arm in arms where !isNullOnly(arm) {
            guard arm["$ref"] == nil, arm["allOf"] == nil, let value = constantValue(arm) else { return nil }
            types.formUnion(jsonTypes(of: arm))
            values.append((value, arm["title"]?.text))
        }
        let kind = valueKind(values.map(\.value), types.sorted())
        guard values.count > 1, kind == .integers || kind == .numbers else { return nil }
        var seen: Set<Double> = []
        values = values.filter { Double($0.value.text ?? "").map { seen.insert($0).inserted } ?? false }
        guard kind == .numbers || values.allSatisfy({ Int64($0.value.text ?? "") != nil }) else { return nil }
        // Titles that don't tell values apart name nothing.
        let names = values.compactMap { value in
            value.title.flatMap { $0.isEmpty ? nil : SwiftNames.name(for: $0, .enumCase) }
        }
        let isNamed = names.count == values.count && Set(names).count == names.count
        let cases = values.indices.map { index -> Description.EnumCase in
            let place = values[index].value.place
            return .init(
                wireValue: values[index].value.text ?? "",
                swiftName: isNamed ? .init(text: names[index], place: place) : nil, place: place)
        }
        return .init(.inline(.enumeration(cases, of: kind == .integers ? .integers : .numbers)), at: place)
    }

    enum ValueKind { case texts, integers, numbers, booleans, mixed }

    /// The kind of listed values: the schema's `type` decides, since YAML reads `1` and `true` as more than text.
    func valueKind(_ values: [Node], _ types: [String]) -> ValueKind {
        guard values.allSatisfy(\.isScalar) else { return .mixed }
        func isInteger(_ node: Node) -> Bool {
            let text = node.text ?? ""
            return !text.isEmpty
                && (Int64(text) != nil || text.drop { $0 == "-" }.allSatisfy { $0.isASCII && $0.isNumber })
        }
        func isNumber(_ node: Node) -> Bool { Double(node.text ?? "").map(\.isFinite) ?? false }
        // Words beside another type: the type is the slip.
        func areWords() -> Bool {
            values.allSatisfy { if case .string? = $0.value { !isNumber($0) } else { false } }
        }
        switch types {
        case ["string"]: return .texts
        case ["integer"]: return values.allSatisfy(isInteger) ? .integers : areWords() ? .texts : .mixed
        case ["number"]:
            return values.allSatisfy(isInteger)
                ? .integers : values.allSatisfy(isNumber) ? .numbers : areWords() ? .texts : .mixed
        case ["boolean"]:
            return values.allSatisfy { $0.isFlag || $0.text == "true" || $0.text == "false" }
                ? .booleans : areWords() ? .texts : .mixed
        case []:
            if values.allSatisfy({ if case .string? = $0.value { true } else { false } }) { return .texts }
            if values.allSatisfy(\.isFlag) { return .booleans }
            if values.allSatisfy({ if case .integer? = $0.value { true } else { false } }) { return .integers }
            return values.allSatisfy { !$0.isFlag && $0.isPlain && isNumber($0) } ? .numbers : .mixed
        default: return .mixed
        }
    }

    /// The cases, under the names that an extension gives them.
    private func cases(_ values: [Node], _ node: Node) -> [Description.EnumCase] {
        let names = caseNames(node)
        return values.map { value in
            let text = value.text ?? ""
            return .init(
                wireValue: text, swiftName: names[text].map { .init(text: $0, place: value.place) }, place: value.place)
        }
    }

    /// By value. `x-enum-varnames` and its like have a name for each value in its place, `x-ms-enum` has them beside
    /// the values.
    private func caseNames(_ node: Node) -> [String: String] {
        let values = node["enum"]?.elements ?? []
        var given: [(value: String, name: String)] = []
        for key in ["x-enum-varnames", "x-enumNames", "x-enum-names"] where given.isEmpty {
            guard let names = node.value(forKey: key) else { continue }
            if let names = names.elements, names.count == values.count {
                given = zip(values, names).compactMap { value, name in
                    value.text.flatMap { text in name.text.map { (text, $0) } }
                }
            } else {
                given = pairs(names).compactMap { pair in pair.value.text.map { (pair.key, $0) } }
            }
        }
        if given.isEmpty {
            for value in node.value(forKey: "x-ms-enum")?["values"]?.elements ?? [] {
                if let text = value["value"]?.text, let name = value["name"]?.text { given.append((text, name)) }
            }
        }
        var names: [String: String] = [:]
        var taken: Set<String> = []
        for (value, name) in given where !name.isEmpty {
            let name = SwiftNames.name(for: name, .enumCase)
            // Names that don't tell values apart name nothing.
            guard taken.insert(name).inserted || names[value] == name else { return [:] }
            names[value] = name
        }
        return names
    }

}

extension [Node] {
    /// The first of those that have the same key, and all that have none: `01` and `1` are one integer.
    func distinct<Key: Hashable>(by key: (String) -> Key?) -> [Node] {
        var seen: Set<Key> = []
        return filter { $0.text.flatMap(key).map { seen.insert($0).inserted } ?? true }
    }
}

extension Diagnostic {
    static func enumOfArray(isRead: Bool, at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "the type is 'array', and the enum lists no arrays",
            help: "it is \(isRead ? "taken for that of the elements" : "ignored"); write it below 'items'", at: place)
    }
    static func enumOfNothing(at place: SourceLocation) -> Self {
        .warning("enum-of-nothing", "an enum of no values allows none", help: "it is left out", at: place)
    }
    static func mixedEnum(at place: SourceLocation) -> Self {
        .warning(
            "mixed-enum", "the enum's values have several types, or not the declared type", help: "it is any JSON",
            at: place)
    }
    static func enumOfStructures(at place: SourceLocation) -> Self {
        .warning("mixed-enum", "the enum's values are objects or lists", help: "it is any JSON", at: place)
    }
    static func enumOfWords(_ type: String, at place: SourceLocation) -> Self {
        .warning(
            "mixed-enum", "the type is '\(type)', and the enum's values are strings", help: "the type is ignored",
            at: place)
    }
    static func integerTooLarge(at place: SourceLocation) -> Self {
        .warning("integer-too-large", "this integer has more than 64 bits", help: "the type is Double", at: place)
    }
}
