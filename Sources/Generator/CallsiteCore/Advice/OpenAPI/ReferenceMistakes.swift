// Reports references to objects of another kind, broken references, and keys beside a reference that have no effect.

extension MistakeWalk {
    mutating func follow(_ reference: Node, _ object: OpenAPIObject) {
        if object == .schema, !isSwagger, reference.beginsWithHash, let section = reference.foreignSection {
            diagnostics.report(.referenceToOther(reference.text ?? "", section, at: reference.place))
            return
        }
        // Most references lead to a schema of the main document, which is walked through as a whole.
        if !followsAll, object.section == nil, reference.document.file == .main, reference.beginsWithHash { return }
        guard let text = reference.text else { return }
        if let section = object.section, text.hasPrefix("#/components/schemas/") {
            diagnostics.report(.referenceToSchema(text, object, section, at: reference.place))
            return
        }
        guard let target = references.knownTarget(of: reference),
            followsAll || target.document.file != .main,
            !seen.contains(target.id)
        else { return }
        queue.append((target, object))
    }

    /// Reports keys beside a reference to an object that isn't a schema. The reference replaces all of them except
    /// `summary` and `description`.
    mutating func checkBesideReference(_ node: Node, _ object: OpenAPIObject) {
        guard let reference = node["$ref"], reference.isScalar else { return }
        for (key, value) in node.pairs ?? [] {
            guard let name = key.text, !["$ref", "summary", "description"].contains(name), !value.isNull,
                object.keys.names.contains(name)
            else { continue }
            diagnostics.report(.besideReference(name, of: object, at: key.place).oncePerCause)
        }
    }

    /// Collects the operations that links of responses name. Callsite generates nothing for links, so only certain
    /// mistakes are reported.
    mutating func checkLinks(_ links: Node) {
        for (_, link) in links.pairs ?? [] {
            if let id = link["operationId"], let text = id.text { self.links.append((text, id)) }
        }
    }

    /// Reports the values of discriminators that name no schema.
    mutating func reportBrokenMappings(_ reader: OpenAPIReader) {
        var names: [String]?
        var brokenCount = 0
        for (tag, value) in mappings {
            let target = reader.quietly { reader.mappingTarget(value) }
            guard target == nil, references.missing.isEmpty, let text = value.text else { continue }
            supersede("unresolved-reference", at: value.place)
            names = names ?? reader.pairs(reader.schemasNode).map(\.key)
            let name = text.split(separator: "/").last.map(String.init) ?? text
            diagnostics.report(
                .brokenMapping(tag, text, meant: Spelling.suggestion(for: name, among: names ?? []), at: value.place))
            brokenCount += 1
            // Each broken name is compared with all schemas, so their number is bounded.
            if brokenCount >= Diagnostics.suggestionLimit { return }
        }
    }

    /// Reports links to unknown operations. A selection may have left out the operation, so it must be empty.
    mutating func reportUnknownLinks(_ reader: OpenAPIReader) {
        guard !links.isEmpty, reader.options.selection.isEmpty else { return }
        let ids = Set(reader.selection.operations.compactMap { $0.node["operationId"]?.text })
        // Each unknown id is compared with all operations, so their number is bounded.
        for (text, node) in links.lazy.filter({ !ids.contains($0.id) }).prefix(Diagnostics.suggestionLimit) {
            let meant = Spelling.suggestion(for: text, among: ids.sorted { $0.precedes($1) })
            diagnostics.report(.linkToUnknownOperation(text, meant: meant, at: node.place))
        }
    }
}

extension Node {
    /// `responses` for `#/components/responses/Error`; nil for sections that hold schemas, and for other references.
    var foreignSection: String? {
        // Most begin with `#/components/schemas/`: comparing one byte saves making a string.
        guard byte(at: 13) != UInt8(ascii: "s"), let text, text.hasPrefix("#/components/") else { return nil }
        let tokens = text.split(separator: "/").dropFirst(2)
        guard tokens.count == 2, let section = tokens.first, Self.otherSections.contains(String(section)) else {
            return nil
        }
        return String(section)
    }

    private static let otherSections: Set<String> = [
        "responses", "parameters", "requestBodies", "headers", "pathItems",
    ]
}

extension Diagnostic {
    static func emptyReference(at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "this '$ref' is empty, so it is any JSON", help: "YAML takes ' #…' for a comment: quote the reference",
            at: place)
    }
    static func referenceToSchema(
        _ text: String, _ object: OpenAPIObject, _ section: String, at place: SourceLocation
    ) -> Self {
        .wrongOpenAPIValue(
            "'\(path: text)' is a schema, and \(object.name) is expected here",
            help: section == "parameters"
                ? "it is ignored; write 'schema: {$ref: …}' below the parameter's name"
                : section == "mediaTypes"
                    ? "it is ignored; write 'schema: {$ref: …}' below the media type"
                    : "it is ignored; write 'content: {application/json: {schema: {$ref: …}}}'",
            at: place)
    }
    static func referenceToOther(_ text: String, _ section: String, at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "'\(path: text)' is one of the \(section), and a schema is expected here",
            help: "put the reference where one of the \(section) belongs, or refer to its schema", at: place)
    }
    static func besideReference(_ key: String, of object: OpenAPIObject, at place: SourceLocation) -> Self {
        .warning(
            "beside-reference", "'\(key)' is beside '$ref', which replaces all of \(object.name)",
            help: "it is ignored; write it where the reference leads to, or all of it here", at: place)
    }
    static func brokenMapping(_ tag: String, _ schema: String, meant: String?, at place: SourceLocation) -> Self {
        .warning(
            "unresolved-reference", "the discriminator has '\(path: schema)' for '\(tag)', which isn't a schema",
            help: Spelling.help("it is ignored", meant: meant), at: place)
    }
    static func linkToUnknownOperation(_ id: String, meant: String?, at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "no operation has the id '\(id)'", help: Spelling.help("the link is ignored", meant: meant), at: place)
    }
}
