// `{state: open, closed}`: in braces YAML ends a value at a comma, so the other values of the enum become keys without
// a value. This mistake is reported once, not for each key.

/// The entries of a mapping, without the keys that are values of such an enum.
///
/// - Parameter node: The mapping.
/// - Returns: The entries. `isCut` marks an enum, whose node holds only the first of its values.
func withoutCutEnums<Key>(
    _ entries: [(key: Key, value: Node)], in node: Node?, _ diagnostics: inout Diagnostics, name: (Key) -> String?
) -> [(key: Key, value: Node, isCut: Bool)] {
    guard node?.isFlow == true else { return entries.map { ($0.key, $0.value, false) } }
    var result: [(key: Key, value: Node, isCut: Bool)] = []
    var index = 0
    while index < entries.count {
        let (key, value) = entries[index]
        var end = index + 1
        if isPartOfEnum(value) {
            while end < entries.count, entries[end].value.isPlain, entries[end].value.text == "" { end += 1 }
        }
        if end > index + 1, let text = value.text {
            let values = [text] + entries[(index + 1)..<end].compactMap { name($0.key) }
            diagnostics.report(.enumCutAtComma(name(key) ?? "", values, at: value.place))
        }
        result.append((key, value, end > index + 1))
        index = end
    }
    return result
}

/// Whether a node consists of lowercase words, `open` or `open|closed`, which can't be types.
private func isPartOfEnum(_ node: Node) -> Bool {
    guard node.isPlain, let text = node.text, !text.isEmpty else { return false }
    return text.split(separator: "|", omittingEmptySubsequences: false).allSatisfy { part in
        let word = String(part).trimmed
        guard let first = word.first, first.isLowercase || first.isNumber else { return false }
        return word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
            && ForeignTypes.synonym(of: word) == nil && !ForeignTypes.isTypeElsewhere(word)
            && Scalar(anyCase: word) == nil
    }
}

extension Diagnostic {
    fileprivate static func enumCutAtComma(_ name: String, _ values: [String], at place: SourceLocation) -> Self {
        let list = values.prefix(6).quoted(separator: " | ") + (values.count > 6 ? " | …" : "")
        return .error(
            "wrong-value", "in braces YAML ends this value at the comma, and takes '\(values[1])' for a key",
            help: "an enum is written '\(name): \(list)'", at: place)
    }
}
