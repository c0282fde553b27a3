// Empty lists of alternatives, or alternatives that the schema around them excludes; elements of a media type that has
// only one value; links to nothing.

extension MistakeWalk {
    /// `oneOf` and `anyOf`, whose schema may say a type too.
    mutating func checkAlternatives(_ key: Node, _ list: Node, of schema: Node) {
        guard let arms = list.elements else { return }
        if arms.isEmpty {
            diagnostics.report(.noAlternatives(key.text ?? "", at: key.place))
            return
        }
        guard let type = schema["type"] else { return }
        let outer = type.namedTypes
        guard !outer.isEmpty, arms.count <= 100 else { return }
        // An alternative that says no type can be of any; null beside a type is a way to say that a value may be null.
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

    /// The types that a schema names, through one reference: a longer chain is rare, and nothing is said of it.
    private func typesSaid(by schema: Node) -> Set<String>? {
        var schema = schema
        if let reference = schema["$ref"], reference.isScalar {
            guard let target = references.knownTarget(of: reference) else { return nil }
            schema = target
        }
        guard let types = schema["type"]?.namedTypes, !types.isEmpty else { return nil }
        return types
    }

    /// `itemSchema` (OpenAPI 3.2, 4.14.1) is of media types that hold one value after another.
    mutating func checkItemSchema(_ mediaType: String, _ media: Node) {
        guard let item = media["itemSchema"] else { return }
        switch OpenAPIReader.kind(ofMedia: mediaType) {
        case .lines, .events, .other: break
        case .json, .form, .multipart, .text, .any, .bytes:
            diagnostics.report(.itemSchemaOfOneValue(mediaType, at: item.place))
        }
    }

    /// The operations that links of responses name. Callsite makes nothing of links, so only what is surely a slip is
    /// said.
    mutating func checkLinks(_ links: Node) {
        for (_, link) in links.pairs ?? [] {
            if let id = link["operationId"], let text = id.text { linked.append((text, id)) }
        }
    }
}

extension OpenAPIReader {
    /// Only for a whole document: with a selection, the operation that is meant may be left out.
    func reportUnknownLinks(_ walk: inout MistakeWalk) {
        guard !walk.linked.isEmpty, options.selection.isEmpty else { return }
        let ids = Set(selection.operations.compactMap { $0.node["operationId"]?.text })
        // Each is compared with each.
        for (text, node) in walk.linked.lazy.filter({ !ids.contains($0.id) }).prefix(Diagnostics.suggestionLimit) {
            let meant = Spelling.suggestion(for: text, among: ids.sorted { $0.precedes($1) })
            walk.diagnostics.report(.linkToUnknownOperation(text, meant: meant, at: node.place))
        }
    }
}

extension Node {
    /// The types that the value of a schema's `type` names, one or a list.
    package var namedTypes: Set<String> {
        let names = elements?.compactMap(\.text) ?? [text].compactMap(\.self)
        // Every integer is a number.
        return names.contains("number") ? Set(names + ["integer"]) : Set(names)
    }
}

extension Diagnostic {
    static func noAlternatives(_ key: String, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "'\(key)' is empty, so no value is right", help: "it is ignored; list the schemas",
            at: place)
    }
    static func alternativesOfOtherTypes(
        _ key: String, _ type: String, _ others: Int, of count: Int, at place: SourceLocation
    ) -> Self {
        .warning(
            "wrong-openapi-value",
            others == count
                ? "the type is '\(type)', and no alternative of '\(key)' is of it"
                : "the type is '\(type)', and \(others) of the \(count) alternatives of '\(key)' \(others == 1 ? "is" : "are") of another",
            help: type == "null"
                ? "null is allowed besides; write it as an alternative: '- type: null' in quotes"
                : "the type is ignored; remove it, or put it into the alternatives", at: place)
    }
    static func itemSchemaOfOneValue(_ mediaType: String, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "'itemSchema' is for media types of several values, and '\(mediaType)' has one",
            help: "it is ignored; write 'schema', with 'type: array' for a list", at: place)
    }
    static func linkToUnknownOperation(_ id: String, meant: String?, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "no operation has the id '\(id)'",
            help: "the link is ignored" + (meant.map { "; did you mean '\($0)'?" } ?? ""), at: place)
    }
}
