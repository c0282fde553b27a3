// `enum` and `const`: values that a schema lists.

extension OpenAPIReader {
    /// The values that a schema's own keywords list; nil if they list none.
    func listedValues(_ node: Node) -> [Node]? {
        if let constant = node["const"] { return [constant] }
        // `x-extensible-enum` (Zalando) allows values that are added later, as every generated enum does.
        return (node["enum"] ?? node["x-extensible-enum"])?.elements
    }

    /// The only value that a property's own schema allows besides null; nil if it allows others.
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

    /// The type of a schema that lists its values; nil if the type depends on the schema's other keywords. An empty
    /// list is reported.
    func enumeration(_ node: Node, at place: SourceLocation, _ position: Position) -> ReadType? {
        guard let allValues = listedValues(node) else { return nil }
        let hasNull = allValues.contains(where: \.isNull)
        let values = allValues.filter { !$0.isNull }.distinct { $0 }
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
            // The values are probably those of the elements.
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

    /// One enum for alternatives that are a number each: `oneOf: [{const: 1, title: low}, …]`. The cases are named
    /// after the titles. nil for other alternatives.
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
        // Titles are names only if every value has its own.
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

    /// The kind of listed values. The schema's `type` decides, since YAML's `1` and `true` may be meant as strings.
    func valueKind(_ values: [Node], _ types: [String]) -> ValueKind {
        guard values.allSatisfy(\.isScalar) else { return .mixed }
        func isInteger(_ node: Node) -> Bool {
            let text = node.text ?? ""
            return !text.isEmpty
                && (Int64(text) != nil || text.drop { $0 == "-" }.allSatisfy { $0.isASCII && $0.isNumber })
        }
        func isNumber(_ node: Node) -> Bool { Double(node.text ?? "").map(\.isFinite) ?? false }
        // If all values are words, a type other than `string` is the mistake.
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

    /// The names of cases, by value. `x-enum-varnames` and similar keys list names in the order of the values, or map
    /// values to names. `x-ms-enum` has each name beside its value.
    private func caseNames(_ node: Node) -> [String: String] {
        let values = node["enum"]?.elements ?? []
        var namedValues: [(value: String, name: String)] = []
        for key in ["x-enum-varnames", "x-enumNames", "x-enum-names"] where namedValues.isEmpty {
            guard let names = node.value(forKey: key) else { continue }
            if let names = names.elements, names.count == values.count {
                namedValues = zip(values, names).compactMap { value, name in
                    value.text.flatMap { text in name.text.map { (text, $0) } }
                }
            } else {
                namedValues = pairs(names).compactMap { pair in pair.value.text.map { (pair.key, $0) } }
            }
        }
        if namedValues.isEmpty {
            for value in node.value(forKey: "x-ms-enum")?["values"]?.elements ?? [] {
                if let text = value["value"]?.text, let name = value["name"]?.text { namedValues.append((text, name)) }
            }
        }
        var names: [String: String] = [:]
        var distinctNames: Set<String> = []
        for (value, name) in namedValues where !name.isEmpty {
            let name = SwiftNames.name(for: name, .enumCase)
            // If two values share a name, all names are ignored.
            guard distinctNames.insert(name).inserted || names[value] == name else { return [:] }
            names[value] = name
        }
        return names
    }
}

extension [Node] {
    /// The first element with each key, and all elements without a key: `01` and `1` are the same integer.
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
