// What a document says where nobody reads it: keys that no version has but that are nearly one, values of another kind than the key's, what
// belongs to another version. Each is a warning, and nothing of the description depends on it. One walk along the structure, each object
// once; what stands in examples, extensions and defaults is passed over.

extension OpenAPIReader {
    mutating func reportMistakes() {
        var walk = MistakeWalk(isSwagger: version == .swagger2, followsAll: !options.selection.isEmpty, targets: targets)
        if options.selection.isEmpty {
            walk.check(root, .root)
        } else {
            // What isn't generated is nobody's concern.
            for operation in operations { walk.check(operation.node, .operation) }
        }
        walk.finish()
        diagnostics.append(walk.diagnostics)
    }
}

private struct MistakeWalk {
    let isSwagger: Bool
    /// Of a selection the components are looked at that it refers to; otherwise the document as a whole, and what is referred to in others.
    let followsAll: Bool
    let targets: [String: Node]
    var diagnostics = Diagnostics()
    private var queue: [(node: Node, object: OpenAPIObject)] = []
    private var seen: Set<Node.ID> = []
    private var meanings: [String: String?] = [:]

    init(isSwagger: Bool, followsAll: Bool, targets: [String: Node]) {
        self.isSwagger = isSwagger
        self.followsAll = followsAll
        self.targets = targets
    }

    /// References that were put by, so that no chain of them is as deep as it is long.
    mutating func finish() {
        while let (node, object) = queue.popLast() { check(node, object) }
    }

    mutating func check(_ node: Node, _ object: OpenAPIObject) {
        guard node.isMapping else { return }
        if followsAll || node.document.file != .main { guard seen.insert(node.id).inserted else { return } }
        let document = node.document
        let keys = object.keys
        let element = object.element
        var at = node.index + 1
        let end = Int(document.nodes[node.index].end)
        while at < end {
            let key = at
            let value = document.after(key)
            guard value < end else { break }
            at = document.after(value)
            var raw = document.nodes[key]
            if raw.kind == .alias { raw = document.nodes[Int(raw.start)] }
            guard raw.kind == .scalar else { continue }
            let name = document.text[Int(raw.start)..<Int(raw.start + raw.end)]
            if name.first == 0x78, name.dropFirst().first == 0x2D { continue }
            if let element {
                checkEntry(Node(document: document, index: key), Node(document: document, index: value), element, in: object)
            } else if let rule = keys.rule(for: name) {
                if rule.inside == nil, rule.only == .all, rule.shape.isSurely(document.nodes[value].kind) { continue }
                checkValue(Node(document: document, index: key), Node(document: document, index: value), rule, in: object)
            } else {
                let word = String(decoding: name, as: UTF8.self)
                if object == .pathItem, keys.names.contains(word.lowercased()) {
                    check(Node(document: document, index: value), .operation)
                } else if let meant = meaning(of: word, in: object), node.value(forKey: meant) == nil {
                    diagnostics.report(.openAPIKey(word, in: object, meant: meant, at: Node(document: document, index: key).place))
                }
            }
        }
        if object == .parameter { checkDefault(node) }
    }

    /// The key that was meant by an unknown one; many documents have the same foreign keys in thousands of places.
    private mutating func meaning(of word: String, in object: OpenAPIObject) -> String? {
        guard word.utf8.count < 40 else { return nil }
        let key = "\(object.rawValue) \(word)"
        if let known = meanings[key] { return known }
        let meant = meanings.count < 1000 ? object.keys.meant(by: word, in: object) : nil
        meanings[key] = .some(meant)
        return meant
    }

    /// An entry whose key is the author's own: a path, a status, a media type, the name of a schema.
    private mutating func checkEntry(_ key: Node, _ value: Node, _ element: OpenAPIObject, in object: OpenAPIObject) {
        switch object {
        case .paths: checkPath(key)
        case .content:
            if let text = key.text, !text.contains("/"), !text.contains("$") { diagnostics.report(.notAMediaType(text, at: key.place)) }
        default: break
        }
        check(value, element)
    }

    private mutating func checkValue(_ key: Node, _ value: Node, _ rule: OpenAPIKeys.Rule, in object: OpenAPIObject) {
        if rule.only != .all, (rule.only == .version2) != isSwagger {
            diagnostics.report(.otherVersion(isSwagger: isSwagger, in: object, at: key.place).oncePerCause)
            if object == .root { return }
        }
        let isRight: Bool
        switch rule.shape {
        case .any: isRight = true
        case .text: isRight = value.isScalar
        case .flag:
            if value.isScalar, case .bool? = value.value { isRight = true } else { isRight = value.text == "true" || value.text == "false" }
        case .mapping: isRight = value.isMapping || value.isNull
        case .list: isRight = value.isSequence || value.isNull
        case .names: isRight = value.isSequence || value.isNull
        case .textOrList: isRight = value.isScalar || value.isSequence
        case .schemaOrFlag:
            if value.isScalar, case .bool? = value.value { isRight = true } else { isRight = value.isMapping }
        case .reference:
            if value.isScalar, value.isPlain, value.text == "" {
                diagnostics.report(.emptyReference(at: key.place))
                return
            }
            isRight = value.isScalar
            follow(value, object)
        }
        guard isRight else {
            diagnostics.report(.openAPIValue(key.text ?? "", of: object, value, rule.shape).oncePerCause)
            return
        }
        if object == .schema, rule.inside == .discriminator, value.isScalar, !isSwagger {
            diagnostics.report(.openAPIValue("discriminator", of: object, value, .mapping).oncePerCause)
        }
        guard let inside = rule.inside else { return }
        if value.isSequence {
            for child in value.children { check(Node(document: value.document, index: child), inside) }
        } else {
            check(value, inside)
        }
    }

    private mutating func follow(_ reference: Node, _ object: OpenAPIObject) {
        // Nearly all lead to a schema of the main document, which is walked through as a whole.
        if !followsAll, object.section == nil, reference.document.file == .main, reference.beginsWithHash { return }
        guard let text = reference.text else { return }
        if let section = object.section, text.hasPrefix("#/components/schemas/") {
            diagnostics.report(.referenceToSchema(text, object, section, at: reference.place))
            return
        }
        guard let target = targets["\(reference.document.file.index) \(text)"], followsAll || target.document.file != .main,
            !seen.contains(target.id)
        else { return }
        queue.append((target, object))
    }

    // MARK: - Paths and defaults

    private mutating func checkPath(_ key: Node) {
        guard let text = key.text, !text.isEmpty else { return }
        if !text.hasPrefix("/") { diagnostics.report(.pathWithoutSlash(text, at: key.place)) }
        for segment in text.split(separator: "/") {
            let name = segment.dropFirst()
            if segment.hasPrefix(":"), !name.isEmpty, name.unicodeScalars.allSatisfy(\.isIdentifierPart) {
                diagnostics.report(.colonInPath(String(name), at: key.place))
            } else if let open = segment.lastIndex(of: "{"), !segment[open...].contains("}") {
                diagnostics.report(.openBrace(String(segment[open...].dropFirst()), at: key.place))
            }
        }
    }

    /// A parameter's default is only told in its documentation: one that can't be is a slip, and readers would believe it.
    private mutating func checkDefault(_ parameter: Node) {
        let schema = isSwagger ? parameter : parameter["schema"] ?? parameter
        guard let node = schema["default"], !node.isNull, node.isScalar, let type = schema["type"]?.text else { return }
        let isRight: Bool
        switch (type, node.value) {
        case ("integer", .integer?), ("number", .integer?), ("number", .float?), ("boolean", .bool?): isRight = true
        case ("integer", .float(let digits)?): isRight = Double(digits).map { $0 == $0.rounded() } ?? false
        // In quotes it says the same to every reader.
        case ("integer", .string(let text)?), ("number", .string(let text)?), ("boolean", .string(let text)?):
            if case .string = YAMLScalar(plain: text) { isRight = false } else { isRight = true }
        case ("integer", _), ("number", _), ("boolean", _): isRight = false
        default: isRight = true
        }
        if !isRight { return diagnostics.report(.defaultOfOtherType(node, type)) }
        if let values = schema["enum"]?.elements, values.count < 1000, !values.contains(where: { $0.text == node.text }) {
            diagnostics.report(.defaultOutsideEnum(node, values.compactMap(\.text)))
        }
    }
}

extension Diagnostic {
    static func openAPIKey(_ key: String, in object: OpenAPIObject, meant: String, at place: SourceLocation) -> Self {
        .warning("unknown-openapi-key", "'\(key)' is no key of \(object.name)", help: "it is ignored; did you mean '\(meant)'?", at: place)
            .oncePerCause
    }
    static func openAPIValue(_ key: String, of object: OpenAPIObject, _ value: Node, _ shape: OpenAPIKeys.Shape) -> Self {
        let found: DiagnosticText = value.isNull ? "empty" : value.kindDescription
        let help: DiagnosticText
        switch shape {
        case .names where value.text == "true" || value.text == "false":
            help = "it is ignored: 'required' is a list of names, beside the 'properties' that hold them"
        case .list where value.text?.contains(",") == true: help = "it is ignored; write a list: '[\(value.text ?? "")]'"
        case .list, .names: help = "it is ignored; expected a list"
        case .mapping: help = "it is ignored; expected a mapping"
        case .flag: help = "it is ignored; expected true or false"
        case .text, .reference: help = "it is ignored; expected a string"
        case .textOrList: help = "it is ignored; expected a type's name, or a list of them"
        case .schemaOrFlag: help = "it is ignored; expected a schema: '{type: \(value.text ?? "string")}'"
        case .any: help = "it is ignored"
        }
        return .warning("wrong-openapi-value", "'\(key)' of \(object.name) is \(found)", help: help, at: value.place)
    }
    static func emptyReference(at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "this '$ref' is empty, so it is any JSON", help: "YAML takes ' #…' for a comment: quote the reference",
            at: place)
    }
    static func otherVersion(isSwagger: Bool, in object: OpenAPIObject, at place: SourceLocation) -> Self {
        let help: DiagnosticText =
            switch object {
            case .parameter where !isSwagger: "it is ignored; OpenAPI 3 has the type in 'schema: {type: …}'"
            case .response where !isSwagger: "it is ignored; OpenAPI 3 has it under 'content: {application/json: {schema: …}}'"
            default:
                isSwagger
                    ? "it is ignored; if OpenAPI is meant, begin with 'openapi: 3.0.3'"
                    : "it is ignored; if Swagger is meant, begin with 'swagger: \"2.0\"'"
            }
        return .warning(
            "key-of-other-version",
            isSwagger
                ? "this is written as in OpenAPI 3, and the document says that it is Swagger 2.0"
                : "this is written as in Swagger 2.0, and the document says that it is OpenAPI 3", help: help, at: place)
    }
    static func referenceToSchema(_ text: String, _ object: OpenAPIObject, _ section: String, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "'\(path: text)' is a schema, and \(object.name) is expected here",
            help: section == "parameters"
                ? "it is ignored; write 'schema: {$ref: …}' below the parameter's name"
                : "it is ignored; write 'content: {application/json: {schema: {$ref: …}}}'",
            at: place)
    }
    static func notAMediaType(_ text: String, at place: SourceLocation) -> Self {
        .warning(
            "unknown-openapi-key", "'\(text)' stands where a media type does",
            help: "write 'application/json:' above it, and indent it below that", at: place)
    }
    static func pathWithoutSlash(_ path: String, at place: SourceLocation) -> Self {
        .warning("odd-path", "the path '\(path: path)' begins without '/'", help: "it is taken for '/\(path)'", at: place)
    }
    static func colonInPath(_ name: String, at place: SourceLocation) -> Self {
        .warning("odd-path", "':\(name)' in a path is text, and no parameter", help: "write '{\(name)}' if one is meant", at: place)
    }
    static func openBrace(_ name: String, at place: SourceLocation) -> Self {
        .warning("odd-path", "the '{' before '\(name)' is not closed", help: "it is text; write '{\(name)}' for a parameter", at: place)
    }
    static func defaultOfOtherType(_ node: Node, _ type: String) -> Self {
        .warning(
            "default-of-other-type", "the default is \(node.kindDescription), and the type '\(type)'",
            help: "it is told in the documentation only", at: node.place)
    }
    static func defaultOutsideEnum(_ node: Node, _ values: [String]) -> Self {
        .warning(
            "default-of-other-type", "the default is \(node.kindDescription), which is no value of the enum",
            help: Spelling.suggestion(for: node.text ?? "", among: values).map { "did you mean '\($0)'?" }
                ?? "it is told in the documentation only",
            at: node.place)
    }
}
