// Parts that a document lacks, and parts that have no effect where they stand: found by the same walk as its other
// mistakes.

extension OpenAPIReader {
    /// Reports the values of discriminators that name no schema.
    func reportBrokenMappings(_ walk: inout MistakeWalk) {
        var known: [String]?
        var broken = 0
        for (tag, value) in walk.mappings {
            let wasMuted = diagnostics.mute()
            let target = mappingTarget(value)
            diagnostics.isMuted = wasMuted
            guard target == nil, references.missing.isEmpty, let text = value.text else { continue }
            walk.supersede("unresolved-reference", at: value.place)
            known = known ?? pairs(schemasNode).map(\.key)
            let name = text.split(separator: "/").last.map(String.init) ?? text
            walk.diagnostics.report(
                .brokenMapping(tag, text, meant: Spelling.suggestion(for: name, among: known ?? []), at: value.place))
            broken += 1
            // Each is compared with each.
            if broken >= Diagnostics.suggestionLimit { return }
        }
    }
}

extension Node {
    /// The section that a reference leads into, `#/components/responses/Error`, where that holds no schemas; nil: any
    /// other.
    var foreignSection: String? {
        // Nearly all begin with `#/components/schemas/`: comparing one byte saves making a string.
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

extension MistakeWalk {
    mutating func checkOutline(_ root: Node) {
        let hasContent = ["paths", "webhooks", "components"].contains { root.value(forKey: $0)?.isNull == false }
        if needsPaths ? root["paths"].map(\.isNull) ?? true : !hasContent {
            diagnostics.report(.incompleteDocument("paths", at: root["paths"]?.place ?? root.place))
        }
        if root["info"]?["title"]?.text?.isEmpty ?? true {
            diagnostics.report(
                .incompleteDocument("title", at: (root["info"]?["title"] ?? root["info"])?.place ?? root.place))
        }
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

    /// A reference to what is no schema is all there is, but for what is said of it.
    mutating func checkBesideReference(_ node: Node, _ object: OpenAPIObject) {
        guard let reference = node["$ref"], reference.isScalar else { return }
        for (key, value) in node.pairs ?? [] {
            guard let name = key.text, !["$ref", "summary", "description"].contains(name), !value.isNull,
                object.keys.names.contains(name)
            else { continue }
            diagnostics.report(.besideReference(name, of: object, at: key.place).oncePerCause)
        }
    }
}

extension Diagnostic {
    static func incompleteDocument(_ what: String, at place: SourceLocation) -> Self {
        what == "paths"
            ? .warning(
                "incomplete-document", "the document has no 'paths', so there are no requests",
                help: "write 'paths:', and below it each path; 'paths: {}' says that there are none", at: place)
            : .warning(
                "incomplete-document", "the document has no title, which names the API",
                help: "write 'info: {title: Shop, version: \"1\"}'; the API is named after its server or its file",
                at: place)
    }
    static func discriminatorWithoutProperty(at place: SourceLocation) -> Self {
        .warning(
            "discriminator-ignored", "the discriminator has no 'propertyName', so it tells no alternatives apart",
            help: "write 'propertyName: kind'; the alternative that matches best is used", at: place)
    }
    static func brokenMapping(_ tag: String, _ schema: String, meant: String?, at place: SourceLocation) -> Self {
        .warning(
            "unresolved-reference", "the discriminator has '\(path: schema)' for '\(tag)', which isn't a schema",
            help: meant.map { "it is ignored; did you mean '\($0)'?" } ?? "it is ignored", at: place)
    }
    static func besideReference(_ key: String, of object: OpenAPIObject, at place: SourceLocation) -> Self {
        .warning(
            "beside-reference", "'\(key)' is beside '$ref', which replaces all of \(object.name)",
            help: "it is ignored; write it where the reference leads to, or all of it here", at: place)
    }
    static func referenceToOther(_ text: String, _ section: String, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "'\(path: text)' is one of the \(section), and a schema is expected here",
            help: "put the reference where one of the \(section) belongs, or refer to its schema", at: place)
    }
    static func operationWithoutResponses(at place: SourceLocation) -> Self {
        .warning(
            "incomplete-document", "an operation has no 'responses', so nothing is read of what comes back",
            help: "write 'responses: {\"200\": {description: …, content: …}}'", at: place)
    }
}
