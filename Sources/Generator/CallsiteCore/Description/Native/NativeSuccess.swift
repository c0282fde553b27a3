// `success:`: the fields that a response must have to be a success, besides its status.

/// `{ok: true}`, or `none`.
func readSuccess(_ node: Node, _ diagnostics: inout Diagnostics) -> Description.SuccessUse {
    if node.text == "none" { return .statusAlone }
    let conditions = readConditions(node, "fields and their values, '{ok: true}', or none", &diagnostics)
    return conditions.isEmpty ? .unsaid : .conditions(conditions)
}

/// Reads paths in the body, each with one or more values that mean success.
func readConditions(
    _ node: Node, _ expected: DiagnosticText, _ diagnostics: inout Diagnostics
) -> [Description.Condition] {
    guard let pairs = node.pairs, !pairs.isEmpty else {
        diagnostics.report(.wrongValue(of: "success", node, expected: expected))
        return []
    }
    return pairs.compactMap { pair in
        guard let path = pair.key.text else { return nil }
        let elements = pair.value.elements ?? [pair.value]
        func isValue(_ node: Node) -> Bool { !node.isMapping && !node.isSequence && !(node.isPlain && node.text == "") }
        guard !elements.isEmpty, elements.allSatisfy(isValue) else {
            return diagnostics.fail(.wrongValue(of: path, pair.value, expected: "a value, or a list of values"))
        }
        return .init(path: .init(text: path, place: pair.key.place), values: elements.map(readLiteral))
    }
}
