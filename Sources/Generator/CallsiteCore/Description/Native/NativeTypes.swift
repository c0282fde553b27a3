// Types, fields and shapes of the native format: what a model, a parameter, a body and a response have in common.

/// A type wherever one is expected: text, a list `[T]`, a dictionary `[String: T]`, or a mapping that declares one in
/// place.
///
/// - Parameter key: The field's name, for messages.
func readType(
    _ node: Node, rules: TypeTextRules, of key: String? = nil, _ diagnostics: inout Diagnostics
) -> TypeText? {
    if node.isScalar { return readTypeText(node, rules: rules, of: key, &diagnostics) }
    if let elements = node.elements {
        guard elements.count == 1, let element = elements.first else {
            let fields = elements.compactMap { $0.pairs?.count == 1 ? $0.pairs?.first?.key.text : nil }
            return diagnostics.fail(
                elements.isEmpty
                    ? .emptyList(at: node.place)
                    : fields.count == elements.count
                        ? .listOfFields(fields, at: node.place)
                        : .severalElementTypes(elements.compactMap(\.text), at: node.place))
        }
        if let pairs = element.pairs, !isShape(pairs) {
            guard pairs.count == 1, let pair = pairs.first else {
                let first = pairs.first?.key.text ?? ""
                let isField = first.unicodeScalars.first?.properties.isLowercase == true
                return diagnostics.fail(
                    isField
                        ? .fieldsOfElement(first, at: element.place)
                        : .notAType("{…}", help: "a dictionary is written '[String: T]'", at: element.place))
            }
            guard pair.key.text == Scalar.string.rawValue else {
                let isField = pair.key.text?.unicodeScalars.first?.properties.isLowercase == true
                return diagnostics.fail(
                    isField
                        ? .fieldsOfElement(pair.key.text ?? "", at: element.place) : .dictionaryKey(at: pair.key.place))
            }
            return readElement(pair.value, &diagnostics).map {
                TypeText(type: .init(kind: .dictionary($0), place: node.place))
            }
        }
        return readElement(element, &diagnostics).map { TypeText(type: .init(kind: .list($0), place: node.place)) }
    }
    guard let pairs = node.pairs, isShape(pairs) else {
        if let status = node.pairs?.first?.key.text, Description.StatusPattern(status) != nil {
            return diagnostics.fail(
                .notAType("{…}", help: "types by status stand under 'errors: {\(status): …}'", at: node.place))
        }
        return diagnostics.fail(
            .notAType("{…}", help: "a type in place is '{fields: …}', '{enum: …}' or '{union: …}'", at: node.place))
    }
    let narrowing = MappingReader<ShapeKey>.Narrowing(
        accepts: { $0 != .title && ($0 != .optional || rules.contains(.allowsOptional)) },
        others: "it says nothing of a type here")
    guard let reader = MappingReader<ShapeKey>(node, &diagnostics, narrowed: narrowing) else { return nil }
    return readTypeInPlace(reader, rules: rules, &diagnostics)
}

/// `{fields: …}`, `{enum: …}`, `{union: …}`, or `{type: …}` with what belongs to it.
func readTypeInPlace(
    _ reader: MappingReader<ShapeKey>, rules: TypeTextRules, _ diagnostics: inout Diagnostics
) -> TypeText? {
    var result: TypeText?
    if let node = reader[.type] {
        if !reader.shape.isEmpty { diagnostics.report(.typeAndShape(at: reader.place(of: .type))) }
        result = readType(node, rules: rules, &diagnostics)
    } else {
        result = readShape(reader.shape, &diagnostics).map {
            TypeText(type: .init(kind: .inline($0), place: reader.place))
        }
    }
    if reader.flag(.optional, &diagnostics) == true { result?.isOptional = true }
    return result
}

private func readElement(_ node: Node, _ diagnostics: inout Diagnostics) -> Description.TypeExpression? {
    readType(node, rules: .allowsOptional, &diagnostics)?.wrapped
}

func isShape(_ pairs: [(key: Node, value: Node)]) -> Bool {
    pairs.contains {
        $0.key.text == "fields" || $0.key.text == "enum" || $0.key.text == "union" || $0.key.text == "type"
    }
}

/// The keys that declare a shape, wherever they stand.
struct ShapeNodes {
    var fields: Node?
    var otherFields: Node?
    var enumeration: Node?
    var union: Node?
    var cases: Node?
    var otherwise: Node?
    var place: SourceLocation
    /// Beside them stands a key that isn't known, which has been reported.
    var hasUnknownMeaning: Bool

    var isEmpty: Bool {
        fields == nil && otherFields == nil && enumeration == nil && union == nil && cases == nil && otherwise == nil
    }
}

/// A table of keys with those that declare a shape.
protocol ShapeKeys: NativeKey {
    static var fields: Self { get }
    static var otherFields: Self { get }
    static var `enum`: Self { get }
    static var union: Self { get }
    static var cases: Self { get }
    static var otherwise: Self { get }
}

extension ModelKey: ShapeKeys {}
extension ShapeKey: ShapeKeys {}
extension FieldKey: ShapeKeys {}

extension MappingReader where Key: ShapeKeys {
    var shape: ShapeNodes {
        .init(
            fields: self[.fields], otherFields: self[.otherFields], enumeration: self[.enum], union: self[.union],
            cases: self[.cases], otherwise: self[.otherwise], place: place, hasUnknownMeaning: hasUnknownMeaning)
    }
}

/// Exactly one of `fields:`, `enum:` and `union:`.
func readShape(_ nodes: ShapeNodes, _ diagnostics: inout Diagnostics) -> Description.Shape? {
    let given = [("fields", nodes.fields), ("enum", nodes.enumeration), ("union", nodes.union)].compactMap {
        name, node in
        node.map { (name, $0) }
    }
    guard given.count == 1 else {
        return diagnostics.fail(.oneShape(given.map(\.0), at: given.last?.1.place ?? nodes.place))
    }
    for node in [nodes.cases, nodes.otherwise] {
        if let node, nodes.union?.isScalar != true, !nodes.hasUnknownMeaning {
            diagnostics.report(.misplacedCases(at: node.place))
        }
    }
    if let rest = nodes.otherFields, nodes.fields == nil { diagnostics.report(.misplacedOtherFields(at: rest.place)) }
    if let fields = nodes.fields {
        let rest = nodes.otherFields.flatMap { readType($0, rules: .allowsOptional, &diagnostics)?.wrapped }
        return .object(readFields(fields, of: "'fields'", &diagnostics), rest: rest)
    }
    if let enumeration = nodes.enumeration { return readEnumeration(enumeration, &diagnostics) }
    guard let union = nodes.union else { return nil }
    return readUnion(union, cases: nodes.cases, otherwise: nodes.otherwise, &diagnostics).map { .union($0) }
}

extension TypeText {
    /// The type of a value whose absence is recorded elsewhere: null is one of its values, being left out is not.
    var required: Description.TypeExpression {
        isNullable ? .init(kind: .optional(type), place: type.place) : type
    }
    /// The type with its `?`.
    var wrapped: Description.TypeExpression {
        isOptional || isNullable ? .init(kind: .optional(type), place: type.place) : type
    }
}

extension Diagnostic {
    static func listOfFields(_ names: [String], at place: SourceLocation) -> Self {
        .error(
            "several-element-types", "a model's fields stand below each other without '-', each with its type",
            help: "write '\(names.first ?? "id"): String'", at: place)
    }
    static func fieldsOfElement(_ first: String, at place: SourceLocation) -> Self {
        .notAType(
            "{\(first): …}",
            help:
                "declare a model, 'Item: {\(yaml: first): …}', and write '[Item]'; or '[{fields: {\(yaml: first): …}}]'",
            at: place)
    }
    static func emptyList(at place: SourceLocation) -> Self {
        .error(
            "list-without-type", "'[]' doesn't say what the list contains",
            help: "write '[String]', '[Issue]' or '[JSON]'", at: place)
    }
    static func severalElementTypes(_ names: [String], at place: SourceLocation) -> Self {
        let areWords = !names.isEmpty && names.allSatisfy { $0.unicodeScalars.first?.properties.isLowercase == true }
        return .error(
            "several-element-types", "a list has one element type, and this names several",
            help: areWords
                ? "fields are written '{\(names[0]): String, …}', an enum '\(names.prefix(4).map { "\($0)" as DiagnosticText }.joined(separator: " | "))'"
                : "for elements of several types declare a model with 'union:'; quote a generic type that holds a comma",
            at: place)
    }
    static func oneShape(_ given: [String], at place: SourceLocation) -> Self {
        .error(
            "one-shape",
            given.isEmpty ? "this declares no type" : "\(DiagnosticText.list(given, "and")) exclude each other",
            help: "give one of 'fields', 'enum' and 'union'", at: place)
    }
    static func misplacedCases(at place: SourceLocation) -> Self {
        .error(
            "misplaced-cases", "'cases' belongs to a union with a discriminator", help: "write 'union: type' with it",
            at: place)
    }
    static func misplacedOtherFields(at place: SourceLocation) -> Self {
        .error(
            "misplaced-cases", "'otherFields' belongs to 'fields'",
            help: "write 'fields: {}' beside it if there are no others", at: place)
    }
    static func typeAndShape(at place: SourceLocation) -> Self {
        .error(
            "type-and-shape", "'type' excludes 'fields', 'enum' and 'union'",
            help: "name a type, or declare one in place", at: place)
    }
}
