// Empty lists of alternatives, alternatives that the schema around them excludes, discriminators without a property,
// and keywords that the type excludes.

extension MistakeWalk {
    /// Checks `oneOf` or `anyOf` of a schema, which may have a type too.
    mutating func checkAlternatives(_ key: Node, _ list: Node, of schema: Node) {
        guard let arms = list.elements else { return }
        if arms.isEmpty {
            diagnostics.report(.noAlternatives(key.text ?? "", at: key.place))
            return
        }
        guard let type = schema["type"] else { return }
        let outer = type.namedTypes
        guard !outer.isEmpty, arms.count <= 100 else { return }
        // An alternative without a type may be of any; null beside a type means that the value may be null.
        let others = arms.filter { arm in
            guard let inner = typesSaid(by: arm), inner != ["null"] else { return false }
            return inner.isDisjoint(with: outer)
        }
        guard !others.isEmpty else { return }
        diagnostics.report(
            .alternativesOfOtherTypes(
                key.text ?? "", type.text ?? type.elements?.compactMap(\.text).joined(separator: ", ") ?? "",
                others.count, of: arms.count, at: type.place
            ).oncePerCause)
    }

    /// The types that a schema names, through at most one reference. Longer chains are rare, and not checked.
    private func typesSaid(by schema: Node) -> Set<String>? {
        var schema = schema
        if let reference = schema["$ref"], reference.isScalar {
            guard let target = references.knownTarget(of: reference) else { return nil }
            schema = target
        }
        guard let types = schema["type"]?.namedTypes, !types.isEmpty else { return nil }
        return types
    }

    mutating func checkDiscriminator(_ node: Node) {
        if node["propertyName"].map({ $0.isScalar && $0.text?.isEmpty != false }) ?? true {
            diagnostics.report(.discriminatorWithoutProperty(at: (node["propertyName"] ?? node).place))
        }
        for (key, value) in node["mapping"]?.pairs ?? [] {
            guard let tag = key.text, !tag.hasPrefix("x-") else { continue }
            if value.isScalar { mappings.append((tag, value)) }
        }
        if let value = node["defaultMapping"], value.isScalar { mappings.append(("defaultMapping", value)) }
    }

    /// The keywords of a schema that its type excludes: `properties` beside `type: string`.
    mutating func checkType(_ type: Node?, properties: Node?, items: Node?) {
        guard let type, type.isScalar, let name = type.text else { return }
        let isScalar = ["string", "integer", "number", "boolean"].contains(name)
        if let properties, properties.isFilled, isScalar {
            diagnostics.report(
                .ignoredKeyword(
                    "properties", type: name, help: "write 'type: object' if it is one", at: properties.place))
        } else if let items, items.isFilled, isScalar || name == "object" {
            diagnostics.report(
                .ignoredKeyword("items", type: name, help: "write 'type: array' if it is one", at: items.place))
        }
    }
}

extension Diagnostic {
    static func noAlternatives(_ key: String, at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "'\(key)' is empty, so no value is right", help: "it is ignored; list the schemas", at: place)
    }
    static func alternativesOfOtherTypes(
        _ key: String, _ type: String, _ others: Int, of count: Int, at place: SourceLocation
    ) -> Self {
        .wrongOpenAPIValue(
            others == count
                ? "the type is '\(type)', and no alternative of '\(key)' is of it"
                : "the type is '\(type)', and \(others) of the \(count) alternatives of '\(key)' \(others == 1 ? "is" : "are") of another",
            help: type == "null"
                ? "null is allowed besides; write it as an alternative: '- type: null' in quotes"
                : "the type is ignored; remove it, or put it into the alternatives", at: place)
    }
    static func discriminatorWithoutProperty(at place: SourceLocation) -> Self {
        .warning(
            "discriminator-ignored", "the discriminator has no 'propertyName', so it tells no alternatives apart",
            help: "write 'propertyName: kind'; the alternative that matches best is used", at: place)
    }
    static func ignoredKeyword(_ key: String, type: String, help: DiagnosticText, at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "'\(key)' says nothing of the type '\(type)'", help: "it is ignored; " + help, at: place, isPerCause: true)
    }
}
