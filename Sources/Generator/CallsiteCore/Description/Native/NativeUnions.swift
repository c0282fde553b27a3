// Reads a union: its alternatives, and the discriminator that distinguishes them.

func readUnion(_ node: Node, cases: Node?, otherwise: Node?, _ diagnostics: inout Diagnostics) -> Description.Union? {
    var union = Description.Union(alternatives: [])
    if let elements = node.elements {
        for element in elements {
            if let alternative = readAlternative(element, &diagnostics) { union.alternatives.append(alternative) }
        }
        if elements.count < 2 { diagnostics.report(.smallUnion(at: node.place)) }
        return union.alternatives.isEmpty ? nil : union
    }
    guard let discriminator = node.text, !discriminator.isEmpty else {
        return diagnostics.fail(.wrongValue(of: "union", node, expected: "the discriminator's name or a list of types"))
    }
    union.discriminator = .init(text: discriminator, place: node.place)
    guard let pairs = cases?.pairs, !pairs.isEmpty else {
        return diagnostics.fail(.unionNeedsCases(discriminator, at: cases?.place ?? node.place))
    }
    for pair in pairs {
        guard let tag = pair.key.text, var alternative = readAlternative(pair.value, &diagnostics) else { continue }
        alternative.tag = tag
        union.alternatives.append(alternative)
    }
    if let otherwise {
        if let tag = otherwise.text, let index = union.alternatives.firstIndex(where: { $0.tag == tag }) {
            union.alternatives[index].isDefault = true
        } else {
            let tags = union.alternatives.compactMap(\.tag)
            diagnostics.report(.unknownWord(otherwise, for: "otherwise", candidates: tags))
        }
    }
    return union.alternatives.isEmpty ? nil : union
}

/// Reads an alternative: a type, or a mapping that can also name the case.
private func readAlternative(_ node: Node, _ diagnostics: inout Diagnostics) -> Description.Union.Alternative? {
    guard let pairs = node.pairs, isShape(pairs) else {
        return readType(node, rules: [], &diagnostics).map { .init(type: $0.type) }
    }
    let narrowing = MappingReader<ShapeKey>.Narrowing(
        accepts: { $0 != .optional }, others: "what may be null is the union, as a whole")
    guard let reader = MappingReader<ShapeKey>(node, &diagnostics, narrowed: narrowing) else { return nil }
    let title = reader.text(.title, &diagnostics)
    return readTypeInPlace(reader, rules: [], &diagnostics).map { .init(title: title?.text, type: $0.type) }
}

extension Diagnostic {
    static func smallUnion(at place: SourceLocation) -> Self {
        .error(
            "small-union", "a union is of two types or more",
            help: "write 'union: [String, Customer]', or 'union: type' with 'cases:'", at: place)
    }
    static func unionNeedsCases(_ discriminator: String, at place: SourceLocation) -> Self {
        .error(
            "union-without-cases", "a union by '\(discriminator)' needs 'cases'",
            help: "write 'cases: {value: Model}' for each value of '\(discriminator)'", at: place)
    }
}
