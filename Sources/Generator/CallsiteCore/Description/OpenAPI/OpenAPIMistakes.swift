// Mistakes in places that no reader looks at: keys that no version has but that are nearly one, values of another kind
// than the key's, parts that belong to another version. Each is a warning, and nothing of the description depends on
// it. One walk goes along the structure, and looks at each object once; examples, extensions and defaults are skipped.

extension OpenAPIReader {
    func reportMistakes() {
        var walk = MistakeWalk(
            isSwagger: version == .swagger2, followsAll: !options.selection.isEmpty, references: references)
        walk.needsPaths = version <= .v30
        walk.knownFormats = Set(options.formatTypes.keys)
        walk.formats = Self.stringFormats.merging(options.formats) { $1 }.filter { !walk.knownFormats.contains($0.key) }
        if options.selection.isEmpty {
            walk.check(root, .root)
        } else {
            // Operations that aren't generated aren't checked.
            for operation in selection.operations { walk.check(operation.node, .operation) }
        }
        walk.finish()
        reportBrokenMappings(&walk)
        reportUnknownLinks(&walk)
        diagnostics.removeAll { walk.superseded[$0.location]?.contains($0.id) == true }
        diagnostics.append(walk.diagnostics)
    }
}

struct MistakeWalk {
    let isSwagger: Bool
    /// With a selection, the components that it refers to are looked at; otherwise the document as a whole, and the
    /// parts of other files that it refers to.
    let followsAll: Bool
    let references: References
    var diagnostics = Diagnostics()
    private var queue: [(node: Node, object: OpenAPIObject)] = []
    var seen: Set<Node.ID> = []
    private var meanings: [String: String?] = [:]
    private var places: [String: DiagnosticText?] = [:]
    /// Diagnostics of the readers, by place and id, whose cause is reported here.
    private(set) var superseded: [SourceLocation: Set<String>] = [:]
    /// A document without paths is incomplete: before OpenAPI 3.1.
    var needsPaths = false
    /// The formats that `callsite.yaml` has types for.
    var knownFormats: Set<String> = []
    /// For each format that was looked at, the format that it is meant to be, if it is a slip.
    var meantFormats: [String: String?] = [:]
    /// The Swift type for the strings of each format.
    var formats: [String: Scalar] = [:]
    /// By what is outside of braces: the first path of each.
    var samePaths: [String: (text: String, key: Node, item: Node)] = [:]
    /// The values of discriminators, and the schemas that they name.
    var mappings: [(tag: String, value: Node)] = []
    /// The operations that links name.
    var linked: [(id: String, value: Node)] = []

    init(isSwagger: Bool, followsAll: Bool, references: References) {
        self.isSwagger = isSwagger
        self.followsAll = followsAll
        self.references = references
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
        var foreign: DiagnosticText?
        var hasUnknown = false
        /// A schema's type, and the keywords that must fit it.
        var shape: (type: Node?, properties: Node?, items: Node?) = (nil, nil, nil)
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
                checkEntry(
                    Node(document: document, index: key), Node(document: document, index: value), element, in: object)
            } else if let rule = keys.rule(for: name) {
                if object == .schema {
                    switch name.count {
                    case 4 where name.elementsEqual("type".utf8): shape.type = Node(document: document, index: value)
                    case 5 where name.elementsEqual("items".utf8): shape.items = Node(document: document, index: value)
                    case 10 where name.elementsEqual("properties".utf8):
                        shape.properties = Node(document: document, index: value)
                    default: break
                    }
                }
                if rule.inside == nil, rule.only == .all, rule.shape.isSurely(document.nodes[value].kind),
                    !rule.isWatched
                {
                    continue
                }
                checkValue(
                    Node(document: document, index: key), Node(document: document, index: value), rule, of: node,
                    in: object)
            } else {
                let word = String(decoding: name, as: UTF8.self)
                if object == .pathItem, keys.names.contains(word.lowercased()) {
                    check(Node(document: document, index: value), .operation)
                } else if let help = foreignPlace(of: word, in: object) {
                    // Several that belong into the same place are one mistake.
                    guard help != foreign else { continue }
                    foreign = help
                    hasUnknown = true
                    if object == .root, Self.serverWords.contains(word) {
                        supersede("no-server", at: document.root.place)
                    }
                    let place = Node(document: document, index: key).place
                    diagnostics.report(.foreignOpenAPIKey(word, in: object, help: help, at: place))
                } else if let meant = meaning(of: word, in: object), node.value(forKey: meant) == nil {
                    hasUnknown = true
                    if object == .root, meant == "servers" { supersede("no-server", at: document.root.place) }
                    diagnostics.report(
                        .openAPIKey(word, in: object, meant: meant, at: Node(document: document, index: key).place))
                }
            }
        }
        switch object {
        // An unknown key may stand for a missing one, and has been reported.
        case .root where !hasUnknown: checkOutline(node)
        case .discriminator: checkDiscriminator(node)
        case .parameter, .requestBody, .response: checkBesideReference(node, object)
        case .operation where needsPaths && node["responses"]?.isFilled != true && !hasUnknown && node["$ref"] == nil:
            diagnostics.report(.operationWithoutResponses(at: node.place).oncePerCause)
        default: break
        }
        if object == .parameter {
            checkDefault(node)
            checkBesideSchema(node)
        } else if let found = contradiction(type: shape.type, properties: shape.properties, items: shape.items) {
            diagnostics.report(found.message)
        }
    }

    mutating func supersede(_ id: String, at place: SourceLocation) { superseded[place, default: []].insert(id) }

    private static let serverWords: Set<String> = ["baseUrl", "baseURL", "baseUri", "base_url", "url", "baseurl"]

    /// Where a foreign key belongs, looked up once for each.
    private mutating func foreignPlace(of word: String, in object: OpenAPIObject) -> DiagnosticText? {
        guard word.utf8.count < 200 else { return nil }
        let key = "\(object.rawValue) \(word)"
        if let known = places[key] { return known }
        let place = places.count < 1000 ? object.place(ofForeign: word, isSwagger: isSwagger) : nil
        places[key] = .some(place)
        return place
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
        case .paths:
            // `GET /orders` as a path has been reported; its contents aren't checked.
            guard !value.isMapping || value.isFilled, checkPath(key, value) else { return }
            checkSamePath(key, value)
        case .responses:
            // The reader of responses reports entries without a status.
            guard let text = key.text, text == "default" || Description.StatusPattern(text.uppercased()) != nil else {
                return
            }
        case .schemas:
            if !value.isMapping, let text = key.text, isKeywordAmongProperties(text, value) {
                supersede("not-a-schema", at: value.place)
                diagnostics.report(.keywordAmongProperties(text, at: key.place))
                return
            }
        case .content:
            if let text = key.text, text == "*" {
                diagnostics.report(.starAsMediaType(at: key.place).oncePerCause)
            } else if let text = key.text, !text.contains("/"), !text.contains("$") {
                supersede("media-type-not-read", at: key.place)
                supersede("other-media-type", at: key.place)
                diagnostics.report(.notAMediaType(text, at: key.place))
                return
            } else if let text = key.text {
                checkMediaType(text, at: key.place)
                checkItemSchema(text, value)
            }
        case .headers:
            if let text = key.text, !text.isHeaderName { diagnostics.report(.noHeaderName(text, at: key.place)) }
        default: break
        }
        check(value, element)
    }

    private mutating func checkValue(
        _ key: Node, _ value: Node, _ rule: OpenAPIKeys.Rule, of node: Node, in object: OpenAPIObject
    ) {
        if rule.only != .all, (rule.only == .version2) != isSwagger {
            diagnostics.report(
                .otherVersion(key.text ?? "", isSwagger: isSwagger, in: object, at: key.place).oncePerCause)
            if object == .root { return }
        }
        let isRight: Bool
        switch rule.shape {
        case .any: isRight = true
        case .text: isRight = value.isScalar
        case .flag:
            if value.isScalar, case .bool? = value.value {
                isRight = true
            } else {
                isRight = value.text == "true" || value.text == "false"
            }
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
        if rule.isWatched { checkMeaning(key, value, of: node, object) }
        guard isRight else {
            // A method that is no mapping is left out by the reader of operations, which says so.
            if object == .pathItem, rule.inside == .operation { return }
            diagnostics.report(.openAPIValue(key.text ?? "", of: object, value, rule.shape).oncePerCause)
            return
        }
        if object == .schema, rule.inside == .discriminator, value.isScalar, !isSwagger {
            diagnostics.report(.openAPIValue("discriminator", of: object, value, .mapping).oncePerCause)
        }
        guard let inside = rule.inside else { return }
        // No reader looks at a value of another kind: its fields would be lost.
        if object == .schema, key.text == "dependentSchemas" {
            for pair in value.pairs ?? [] where !pair.value.isMapping {
                if case .bool? = pair.value.value { continue }
                diagnostics.report(
                    .openAPIValue(pair.key.text ?? "", of: .schema, pair.value, .schemaOrFlag).oncePerCause)
            }
        }
        if value.isSequence {
            if inside == .parameter, let parts = value.elements, parts.count > 1,
                parts.allSatisfy({ $0.pairs?.count == 1 && $0["$ref"] == nil })
            {
                diagnostics.report(.severalParametersForOne(at: parts[0].place))
                for part in parts { supersede("incomplete-parameter", at: part.place) }
                return
            }
            if inside == .parameter { checkParameters(value) }
            for child in value.children {
                let child = Node(document: value.document, index: child)
                if inside == .parameter, child["$ref"]?.text?.hasPrefix("#/components/schemas/") == true {
                    supersede("incomplete-parameter", at: child.place)
                }
                if inside == .schema, rule.shape == .list, !child.isMapping, child.isScalar, child.text != "true",
                    child.text != "false"
                {
                    supersede("not-a-schema", at: child.place)
                    diagnostics.report(.elementIsNoSchema(child, of: key.text ?? "", at: child.place))
                }
                check(child, inside)
            }
        } else {
            check(value, inside)
        }
    }

    private mutating func follow(_ reference: Node, _ object: OpenAPIObject) {
        if object == .schema, !isSwagger, reference.beginsWithHash, let section = reference.foreignSection {
            diagnostics.report(.referenceToOther(reference.text ?? "", section, at: reference.place))
            return
        }
        // Nearly all lead to a schema of the main document, which is walked through as a whole.
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
}

extension Diagnostic {
    static func openAPIKey(_ key: String, in object: OpenAPIObject, meant: String, at place: SourceLocation) -> Self {
        .warning(
            "unknown-openapi-key", "'\(key)' isn't a key of \(object.name)",
            help: "it is ignored; did you mean '\(meant)'?", at: place
        )
        .oncePerCause
    }
    static func openAPIValue(_ key: String, of object: OpenAPIObject, _ value: Node, _ shape: OpenAPIKeys.Shape) -> Self
    {
        let found: DiagnosticText = value.isNull ? "empty" : value.kindDescription
        let help: DiagnosticText
        switch shape {
        case .names where value.text == "true" || value.text == "false":
            help = "it is ignored: 'required' is a list of names, beside the 'properties' that hold them"
        case .list where key == "security":
            let name = value.text ?? value.pairs?.first?.key.text ?? "bearer"
            help = "it is ignored; write a list: '- \(name): []'"
        case .list where key == "parameters" && value.isMapping:
            let name = value["name"]?.text ?? value.pairs?.first?.key.text ?? "id"
            help = "it is ignored; write a list: '- name: \(name)', and the rest in the column of 'name'"
        case .list where key == "tags" && value.isMapping:
            let name = value["name"]?.text ?? value.pairs?.first?.key.text ?? "orders"
            help =
                object == .root
                ? "it is ignored; write a list: '- name: \(name)'" : "it is ignored; write a list: '- \(name)'"
        case .list where key == "tags" && value.text?.contains(",") == false:
            help =
                object == .root
                ? "it is ignored; write a list: '- name: \(value.text ?? "")'"
                : "it is ignored; write '[\(DiagnosticText.yamlElements(value.text ?? ""))]'"
        case .list where key == "servers":
            help =
                "it is ignored; write a list: '- url: \(path: value.text ?? value["url"]?.text ?? "https://api.example.com")'"
        case .list where value.isMapping && ["allOf", "oneOf", "anyOf"].contains(key):
            help = "it is ignored; write a list, with '- ' before each schema"
        case .list where ["schemes", "consumes", "produces"].contains(key) && value.text?.contains(",") == false:
            help = "it is ignored; write '[\(DiagnosticText.yamlElements(value.text ?? ""))]'"
        case .list where value.text?.contains(",") == true:
            help = "it is ignored; write a list: '[\(DiagnosticText.yamlElements(value.text ?? ""))]'"
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
            "wrong-openapi-value", "this '$ref' is empty, so it is any JSON",
            help: "YAML takes ' #…' for a comment: quote the reference",
            at: place)
    }
    static func otherVersion(_ key: String, isSwagger: Bool, in object: OpenAPIObject, at place: SourceLocation) -> Self
    {
        let help: DiagnosticText =
            switch object {
            case .parameter where key == "collectionFormat":
                "it is ignored; OpenAPI 3 has 'explode: true' for 'multi', and 'explode: false' for 'csv'"
            case .parameter where key == "style": "it is ignored; Swagger has 'collectionFormat: multi' or 'csv'"
            case .parameter where !isSwagger: "it is ignored; OpenAPI 3 has the type in 'schema: {type: …}'"
            case .response where !isSwagger:
                "it is ignored; OpenAPI 3 has it under 'content: {application/json: {schema: …}}'"
            default:
                isSwagger
                    ? "it is ignored; if OpenAPI is meant, begin with 'openapi: 3.0.3'"
                    : "it is ignored; if Swagger is meant, begin with 'swagger: \"2.0\"'"
            }
        return .warning(
            "key-of-other-version",
            isSwagger
                ? "this is written as in OpenAPI 3, and the document says that it is Swagger 2.0"
                : "this is written as in Swagger 2.0, and the document says that it is OpenAPI 3", help: help, at: place
        )
    }
    static func referenceToSchema(
        _ text: String, _ object: OpenAPIObject, _ section: String, at place: SourceLocation
    ) -> Self {
        .warning(
            "wrong-openapi-value", "'\(path: text)' is a schema, and \(object.name) is expected here",
            help: section == "parameters"
                ? "it is ignored; write 'schema: {$ref: …}' below the parameter's name"
                : section == "mediaTypes"
                    ? "it is ignored; write 'schema: {$ref: …}' below the media type"
                    : "it is ignored; write 'content: {application/json: {schema: {$ref: …}}}'",
            at: place)
    }
    static func starAsMediaType(at place: SourceLocation) -> Self {
        .warning(
            "unknown-openapi-key", "'*' is where a media type is expected", help: "it is taken for '*/*'; write that",
            at: place)
    }
    static func notAMediaType(_ text: String, at place: SourceLocation) -> Self {
        .warning(
            "unknown-openapi-key", "'\(text)' is where a media type is expected",
            help: ["schema", "example", "examples", "encoding"].contains(text)
                ? "it is a key of a media type: indent it below 'application/json:'"
                : "write 'application/json:' above it, and indent it below that",
            at: place)
    }
}
