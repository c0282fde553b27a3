// Types, fields and shapes of the native format: what a model, a parameter, a body and a response have in common.

/// Reads a type: a string, a list `[T]`, a dictionary `[String: T]`, or a mapping that declares a type in place.
///
/// - Parameter key: The field's name, for messages.
func readType(
    _ node: Node, rules: TypeTextRules, of key: String? = nil, _ diagnostics: inout Diagnostics
) -> TypeText? {
    if node.isScalar { return readTypeText(node, rules: rules, of: key, &diagnostics) }
    if let elements = node.elements {
        return readCollection(node, elements, &diagnostics).map { TypeText(type: .init(kind: $0, place: node.place)) }
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

/// `[T]` or `[String: T]`, as YAML parses it: a list of one element, which may be a mapping.
private func readCollection(
    _ node: Node, _ elements: [Node], _ diagnostics: inout Diagnostics
) -> Description.TypeExpression.Kind? {
    guard elements.count == 1, let element = elements.first else {
        let fields = elements.compactMap { $0.pairs?.count == 1 ? $0.pairs?.first?.key.text : nil }
        return diagnostics.fail(
            elements.isEmpty
                ? .emptyList(at: node.place)
                : fields.count == elements.count
                    ? .listOfFields(fields, at: node.place)
                    : .severalElementTypes(elements.compactMap(\.text), at: node.place))
    }
    guard let pairs = element.pairs, !isShape(pairs) else {
        return readElement(element, &diagnostics).map { .list($0) }
    }
    if pairs.count == 1, pairs[0].key.text == Scalar.string.rawValue {
        return readElement(pairs[0].value, &diagnostics).map { .dictionary($0) }
    }
    let key = pairs.first?.key.text ?? ""
    if key.unicodeScalars.first?.properties.isLowercase == true {
        return diagnostics.fail(.fieldsOfElement(key, at: element.place))
    }
    return diagnostics.fail(
        pairs.count == 1
            ? .dictionaryKey(at: pairs[0].key.place)
            : .notAType("{…}", help: "a dictionary is written '[String: T]'", at: element.place))
}

/// `{fields: …}`, `{enum: …}`, `{union: …}`, or `{type: …}` with its settings.
func readTypeInPlace(
    _ reader: MappingReader<ShapeKey>, rules: TypeTextRules, _ diagnostics: inout Diagnostics
) -> TypeText? {
    var result: TypeText?
    if let node = reader[.type] {
        if reader.declaresShape { diagnostics.report(.typeAndShape(at: reader.place(of: .type))) }
        result = readType(node, rules: rules, &diagnostics)
    } else {
        result = readShape(reader, &diagnostics).map {
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
    pairs.contains { ["fields", "enum", "union", "type"].contains($0.key.text) }
}

/// A table of keys that includes those that declare a shape.
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
    /// Whether one of the keys that declare a type in place is there.
    var declaresShape: Bool {
        let keys: [Key] = [.fields, .otherFields, .enum, .union, .cases, .otherwise]
        return keys.contains { self[$0] != nil }
    }
}

/// Exactly one of `fields:`, `enum:` and `union:`.
func readShape<Key: ShapeKeys>(_ reader: MappingReader<Key>, _ diagnostics: inout Diagnostics) -> Description.Shape? {
    let kinds: [Key] = [.fields, .enum, .union]
    let shapes = kinds.compactMap { key in reader[key].map { (key: key.rawValue, $0.place) } }
    guard shapes.count == 1 else {
        return diagnostics.fail(.oneShape(shapes.map(\.key), at: shapes.last?.1 ?? reader.place))
    }
    let (cases, otherwise) = (reader[.cases], reader[.otherwise])
    if reader[.union]?.isScalar != true, !reader.hasUnknownMeaning {
        for node in [cases, otherwise].compactMap(\.self) { diagnostics.report(.misplacedCases(at: node.place)) }
    }
    let otherFields = reader[.otherFields]
    if let fields = reader[.fields] {
        let rest = otherFields.flatMap { readElement($0, &diagnostics) }
        return .object(readFields(fields, of: "'fields'", &diagnostics), rest: rest)
    }
    if let otherFields { diagnostics.report(.misplacedOtherFields(at: otherFields.place)) }
    if let enumeration = reader[.enum] { return readEnumeration(enumeration, &diagnostics) }
    return reader[.union].flatMap {
        readUnion($0, cases: cases, otherwise: otherwise, &diagnostics).map { .union($0) }
    }
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
                ? "fields are written '{\(names[0]): String, …}', an enum '\(names.prefix(4).quoted(separator: " | "))'"
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
