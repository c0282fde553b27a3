// Settings of `callsite.yaml` for operations: a default where the description says nothing, and values that rules set
// whatever the description says.

/// A value for all operations of a description, and values for those that rules choose.
package struct OperationRules<Value: Hashable & Sendable>: Hashable, Sendable {
    struct Rule: Hashable, Sendable {
        var filter: Selection.Filter
        var value: Value
        var place: SourceLocation
    }

    /// The default, for operations that get a value neither from a rule nor from the description.
    var whole: Value?
    var wholePlace: SourceLocation?
    /// If several rules match an operation, the last one counts.
    var rules: [Rule] = []

    package init() {}

    /// These rules, with `others` as the fallback.
    func over(_ others: Self) -> Self {
        var result = self
        result.whole = whole ?? others.whole
        result.wholePlace = wholePlace ?? others.wholePlace
        result.rules = others.rules + rules
        return result
    }
}

/// Rules prepared for matching many operations.
struct PreparedOperationRules<Value: Hashable & Sendable> {
    private let rules: [OperationRules<Value>.Rule]
    private let filters: FilterList

    init(_ rules: OperationRules<Value>) {
        self.rules = rules.rules
        filters = FilterList(rules.rules.map(\.filter))
    }

    /// The values of the rules that match an operation, the last rule's first, with the positions of the rules.
    func matching(path: String, method: String, operation: String, tags: [String]) -> [(position: Int, value: Value)] {
        guard !rules.isEmpty else { return [] }
        return filters.matching(path: path, method: method, operation: operation, tags: tags).reversed().map {
            ($0, rules[$0].value)
        }
    }
}

/// `default` and `apply` of a key of `callsite.yaml`.
package enum OperationRulesKey: String, NativeKey {
    case `default`, apply

    static let mapping: DiagnosticText = "what holds for operations"
    package var summary: String {
        switch self {
        case .default: "For all operations for which the description doesn't say it."
        case .apply:
            "For some operations, whatever the description says: a list of {tags: [admin], use: …}; the last match wins."
        }
    }
}

/// An element of `apply:`, which chooses operations as `include:` does.
package enum OperationRuleKey: String, NativeKey {
    case tags, paths, operations, use

    static let mapping: DiagnosticText = "a rule of 'apply'"
    package var isRequired: Bool { self == .use }
    package var summary: String {
        switch self {
        case .tags: FilterKey.tags.summary
        case .paths: FilterKey.paths.summary
        case .operations: FilterKey.operations.summary
        case .use: "The value for these operations."
        }
    }
}

/// Reads a value that holds for all, or `{default: …, apply: [{operations: […], use: …}]}`.
///
/// - Parameter isOpen: Whether any word may be a key of a value that is a mapping.
func readOperationRules<Value>(
    _ node: Node, of key: String, example: DiagnosticText, isOpen: Bool = false, _ diagnostics: inout Diagnostics,
    value: (Node, inout Diagnostics) -> Value?
) -> OperationRules<Value> {
    var result = OperationRules<Value>()
    let keys = Set((node.pairs ?? []).compactMap(\.key.text))
    // `{tags: [admin], use: bearer}`, and a list of such.
    let own = keys.union((node.elements ?? []).flatMap { $0.pairs ?? [] }.compactMap(\.key.text))
    let ruleKeys = Set(OperationRuleKey.allCases.map(\.rawValue))
    guard isOpen ? !own.contains("use") || own.intersection(ruleKeys).count < 2 : own.isDisjoint(with: ruleKeys) else {
        diagnostics.report(
            .wrongValue(
                of: key, found: node.isMapping ? "a rule" : "a list of rules",
                expected: "a value, or rules under 'apply:', '{apply: [{operations: […], use: \(example)}]}'",
                at: node.place))
        return result
    }
    guard !keys.isDisjoint(with: OperationRulesKey.allCases.map(\.rawValue)) else {
        result.whole = value(node, &diagnostics)
        result.wholePlace = node.place.inConfiguration
        return result
    }
    guard let reader = MappingReader<OperationRulesKey>(node, &diagnostics) else { return result }
    result.read(reader[.default], reader[.apply], example: example, &diagnostics, value: value)
    return result
}

extension OperationRules {
    /// Reads the values of `default:` and `apply:`.
    mutating func read(
        _ whole: Node?, _ rules: Node?, example: DiagnosticText, _ diagnostics: inout Diagnostics,
        value: (Node, inout Diagnostics) -> Value?
    ) {
        if let node = whole {
            self.whole = value(node, &diagnostics)
            wholePlace = node.place.inConfiguration
        }
        guard let rules else { return }
        guard let elements = rules.elements else {
            diagnostics.report(
                .wrongValue(
                    of: "apply", rules, expected: "a list of rules: '- {operations: [listOrders], use: \(example)}'"))
            return
        }
        for node in elements {
            guard let reader = MappingReader<OperationRuleKey>(node, &diagnostics) else { continue }
            let filter = operationFilter(reader, tags: .tags, paths: .paths, operations: .operations, &diagnostics)
            if filter.isEmpty { diagnostics.report(.appliesToNothing(at: node.place)) }
            // `use:` with nothing behind it.
            if reader[.use] == nil, let empty = reader.value(of: .use) {
                diagnostics.report(.missingKey(OperationRuleKey.use, at: empty.place))
            }
            guard let use = reader[.use], let value = value(use, &diagnostics) else { continue }
            self.rules.append(.init(filter: filter, value: value, place: node.place.inConfiguration))
        }
    }
}

extension OperationRuleKey {
    static func foreign(_ word: String) -> ForeignKey<Self>? {
        word == "pagination" || word == "strategy" ? .init(.use) : FilterKey.foreign(word).flatMap { .init($0.help) }
    }
    static func instead(of node: Node) -> DiagnosticText? { "write '{operations: [listOrders], use: …}'" }
}
