// `additionalProperties` in a part of `allOf` that excludes the fields of other parts.

extension MistakeWalk {
    mutating func checkParts(_ list: Node) {
        guard let parts = list.elements else { return }
        let excluded = Node.fieldsExcludedByRest(of: parts) { references.knownTarget(of: $0) }
        for (part, names) in zip(parts, excluded) {
            guard let rest = part["additionalProperties"], !names.isEmpty else { continue }
            diagnostics.report(.restExcludesFields(names, at: rest.place).oncePerCause)
        }
    }
}

extension Diagnostic {
    static func restExcludesFields(_ names: [String], at place: SourceLocation) -> Self {
        let shown = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        let more = names.count > 3 ? " and \(names.count - 3) more" : ""
        return .wrongOpenAPIValue(
            "other parts of 'allOf' have fields of another type than this says: \(shown)\(more)",
            help: "it is read as the type of the fields that no part has; write 'unevaluatedProperties' beside 'allOf'",
            at: place)
    }
}
