// The errors of an endpoint or of the whole API, and patterns of statuses.

/// `error:` and `errors:`.
func readErrors(
    error: Node?, errors: [(key: Description.Name, value: Node)], _ diagnostics: inout Diagnostics
) -> [Description.ErrorBody] {
    var result: [Description.ErrorBody] = []
    // An alias (`*name`) means the type that stands at the anchor.
    var types: [Int: Description.TypeExpression] = [:]
    func type(_ node: Node) -> Description.TypeExpression? {
        if let known = types[node.index] { return known }
        let type = readType(node, rules: [], &diagnostics)?.type
        types[node.index] = type
        return type
    }
    for (key, value) in errors {
        guard let status = Description.StatusPattern(key.text) else {
            diagnostics.report(.badStatus(key.text, at: key.place))
            continue
        }
        guard let type = type(value) else { continue }
        result.append(.init(status: status, type: type, place: key.place))
    }
    if let error, let type = type(error) {
        if let other = result.first(where: { $0.status == .any }) {
            diagnostics.report(.errorAndDefault(at: error.place, other: other.place))
        }
        result.append(.init(status: .any, type: type, place: error.place))
    }
    return result
}

extension Description.StatusPattern {
    package init?(_ text: String) {
        if text == "default" {
            self = .any
        } else if let status = Int(text), (100...599).contains(status), text.utf8.count == 3 {
            self = .exactly(status)
        } else if text.utf8.count == 3, text.hasSuffix("XX"), let digit = text.first?.wholeNumberValue,
            (1...5).contains(digit)
        {
            self = .family(digit)
        } else {
            return nil
        }
    }
}

extension Diagnostic {
    static func badStatus(_ text: String, at place: SourceLocation) -> Self {
        let upper = text.uppercased()
        return .error(
            "bad-status", "'\(text)' isn't a status",
            help: Description.StatusPattern(upper) != nil ? "write '\(upper)'" : "write '404', '4XX' or 'default'",
            at: place)
    }
    static func errorAndDefault(at place: SourceLocation, other: SourceLocation) -> Self {
        .error(
            "error-and-default", "'error' and 'default' say the same", help: "keep one", at: place,
            notes: [.init("'default' is here", at: other)])
    }
}
