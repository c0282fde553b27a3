/// One walk along the structure of a document, which looks at each object once; examples, extensions and defaults are
/// skipped.
struct MistakeWalk {
    let isSwagger: Bool
    /// Whether there is a selection, so that only the components that it refers to are checked. Otherwise the whole
    /// document is checked, with the parts of other files that it refers to.
    let followsAll: Bool
    let references: References
    /// Whether a document must have paths: before OpenAPI 3.1.
    let needsPaths: Bool
    /// The formats that `callsite.yaml` has types for.
    let ownFormats: Set<String>
    /// The Swift type for the strings of each other format.
    let formats: [String: Scalar]

    var diagnostics = Diagnostics()
    /// Diagnostics of the readers, by place and id, whose cause is reported here.
    private(set) var superseded: [SourceLocation: Set<String>] = [:]
    var seen: Set<Node.ID> = []
    /// References that are followed later, so that a long chain of them needs no deep recursion.
    var queue: [(node: Node, object: OpenAPIObject)] = []
    /// The values of discriminators, and the schemas that they name.
    var mappings: [(tag: String, value: Node)] = []
    /// The operations that links name.
    var links: [(id: String, value: Node)] = []

    /// The intended key, by an object and an unknown key.
    var meanings: [String: String?] = [:]
    /// The place where a foreign key belongs, by an object and the key.
    var places: [String: DiagnosticText?] = [:]
    /// The intended format, by a format in the document; nil if that isn't a misspelling.
    var meantFormats: [String: String?] = [:]
    /// The first of the paths that differ only inside braces, by the rest of the path.
    var samePaths: [String: (text: String, key: Node, item: Node)] = [:]

    init(_ reader: OpenAPIReader) {
        isSwagger = reader.version == .swagger2
        followsAll = !reader.options.selection.isEmpty
        references = reader.references
        needsPaths = reader.version <= .v30
        let ownFormats = Set(reader.options.formatTypes.keys)
        self.ownFormats = ownFormats
        formats = OpenAPIReader.stringFormats.merging(reader.options.formats) { $1 }
            .filter { !ownFormats.contains($0.key) }
    }

    mutating func finish() {
        while let (node, object) = queue.popLast() { check(node, object) }
    }

    mutating func supersede(_ id: String, at place: SourceLocation) { superseded[place, default: []].insert(id) }

    /// The results of the keys of an object so far.
    private struct Findings {
        /// The place where unknown keys belong.
        var foreignPlace: DiagnosticText?
        var hasUnknownKey = false
        /// A schema's type, and the keywords that must fit it.
        var type: Node?
        var properties: Node?
        var items: Node?

        mutating func note(_ keyword: ArraySlice<UInt8>, _ value: @autoclosure () -> Node) {
            switch keyword.count {
            case 4 where keyword.elementsEqual("type".utf8): type = value()
            case 5 where keyword.elementsEqual("items".utf8): items = value()
            case 10 where keyword.elementsEqual("properties".utf8): properties = value()
            default: break
            }
        }
    }

    mutating func check(_ node: Node, _ object: OpenAPIObject) {
        guard node.isMapping else { return }
        if followsAll || node.document.file != .main { guard seen.insert(node.id).inserted else { return } }
        let document = node.document
        let keys = object.keys
        let element = object.element
        var findings = Findings()
        var next = node.index + 1
        let end = Int(document.nodes[node.index].end)
        while next < end {
            let keyIndex = next
            let valueIndex = document.after(keyIndex)
            guard valueIndex < end else { break }
            next = document.after(valueIndex)
            var raw = document.nodes[keyIndex]
            if raw.kind == .alias { raw = document.nodes[Int(raw.start)] }
            guard raw.kind == .scalar else { continue }
            let name = document.text[Int(raw.start)..<Int(raw.start + raw.end)]
            if name.first == 0x78, name.dropFirst().first == 0x2D { continue }
            let rule = element == nil ? keys.rule(for: name) : nil
            if let rule {
                if object == .schema { findings.note(name, Node(document: document, index: valueIndex)) }
                let isRight = rule.shape.isSurely(document.nodes[valueIndex].kind)
                if isRight, rule.inside == nil, rule.only == .all, !rule.isWatched { continue }
            }
            let key = Node(document: document, index: keyIndex)
            let value = Node(document: document, index: valueIndex)
            if let element {
                checkEntry(key, value, element, in: object)
            } else if let rule {
                checkValue(key, value, rule, of: node, in: object)
            } else {
                checkUnknown(key, value, of: node, in: object, &findings)
            }
        }
        checkWhole(node, object, findings)
    }

    private mutating func checkUnknown(
        _ key: Node, _ value: Node, of node: Node, in object: OpenAPIObject, _ findings: inout Findings
    ) {
        let word = key.text ?? ""
        if object == .pathItem, object.keys.names.contains(word.lowercased()) {
            check(value, .operation)
        } else if let help = foreignPlace(of: word, in: object) {
            // Several keys that belong in the same place are one mistake.
            guard help != findings.foreignPlace else { return }
            findings.foreignPlace = help
            findings.hasUnknownKey = true
            if object == .root, OpenAPIObject.serverWords.contains(word) {
                supersede("no-server", at: node.document.root.place)
            }
            diagnostics.report(.foreignOpenAPIKey(word, in: object, help: help, at: key.place))
        } else if let meant = meaning(of: word, in: object), node.value(forKey: meant) == nil {
            findings.hasUnknownKey = true
            if object == .root, meant == "servers" { supersede("no-server", at: node.document.root.place) }
            diagnostics.report(.openAPIKey(word, in: object, meant: meant, at: key.place))
        }
    }

    /// Mistakes that the keys of an object show together.
    private mutating func checkWhole(_ node: Node, _ object: OpenAPIObject, _ findings: Findings) {
        switch object {
        // An unknown key may stand for a missing one, and has been reported.
        case .root where !findings.hasUnknownKey: checkOutline(node)
        case .discriminator: checkDiscriminator(node)
        case .parameter, .requestBody, .response: checkBesideReference(node, object)
        case .operation
        where needsPaths && node["responses"]?.isFilled != true && !findings.hasUnknownKey && node["$ref"] == nil:
            diagnostics.report(.operationWithoutResponses(at: node.place).oncePerCause)
        default: break
        }
        if object == .parameter {
            checkDefault(node)
            checkBesideSchema(node)
        } else {
            checkType(findings.type, properties: findings.properties, items: findings.items)
        }
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
            guard let text = key.text else { break }
            if text == "*" {
                diagnostics.report(.starAsMediaType(at: key.place).oncePerCause)
            } else if !text.contains("/"), !text.contains("$") {
                supersede("media-type-not-read", at: key.place)
                supersede("other-media-type", at: key.place)
                diagnostics.report(.notAMediaType(text, at: key.place))
                return
            } else {
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
        if rule.shape == .reference {
            if value.isScalar, value.isPlain, value.text == "" {
                diagnostics.report(.emptyReference(at: key.place))
                return
            }
            follow(value, object)
        }
        if rule.isWatched { checkMeaning(key, value, of: node, object) }
        guard rule.shape.accepts(value) else {
            // The reader of operations leaves out a method that is no mapping, and reports it.
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
            for pair in value.pairs ?? [] where !pair.value.isMapping && !pair.value.isFlag {
                diagnostics.report(
                    .openAPIValue(pair.key.text ?? "", of: .schema, pair.value, .schemaOrFlag).oncePerCause)
            }
        }
        if value.isSequence { checkElements(key, value, rule, inside) } else { check(value, inside) }
    }

    private mutating func checkElements(
        _ key: Node, _ list: Node, _ rule: OpenAPIKeys.Rule, _ element: OpenAPIObject
    ) {
        if element == .parameter {
            guard !isOneParameterInParts(list) else { return }
            checkParameters(list)
        }
        for child in list.children {
            let child = Node(document: list.document, index: child)
            if element == .parameter, child["$ref"]?.text?.hasPrefix("#/components/schemas/") == true {
                supersede("incomplete-parameter", at: child.place)
            }
            if element == .schema, rule.shape == .list, child.isScalar, !["true", "false"].contains(child.text) {
                supersede("not-a-schema", at: child.place)
                diagnostics.report(.elementIsNoSchema(child, of: key.text ?? "", at: child.place))
            }
            check(child, element)
        }
    }

    /// Checks values that must be words of a list, and values that a neighbouring key may contradict.
    ///
    /// - Parameter node: The mapping that holds the key.
    private mutating func checkMeaning(_ key: Node, _ value: Node, of node: Node, _ object: OpenAPIObject) {
        switch key.text {
        case "style" where object == .parameter: checkStyle(value, of: node)
        case "collectionFormat" where object == .parameter: checkCollectionFormat(value)
        case "required" where object == .parameter && node["in"]?.text == "path" && value.value == .bool(false):
            diagnostics.report(.optionalInPath(at: value.place).oncePerCause)
        case "format" where object == .schema || isSwagger: checkFormat(value)
        case "minimum", "minLength", "minItems", "minProperties": checkRange(key.text ?? "", value, of: node)
        case "readOnly":
            if value.value == .bool(true), node["writeOnly"]?.value == .bool(true) {
                diagnostics.report(.readOnlyAndWriteOnly(at: value.place))
            }
        case "additionalOperations": checkAdditionalOperations(value)
        case "oneOf", "anyOf": checkAlternatives(key, value, of: node)
        case "allOf": checkParts(value)
        case "links": checkLinks(value)
        case "schemes": checkSchemes(value)
        case "tags": checkTags(value, ofDocument: object == .root)
        case "security": checkSecurity(value)
        default: break
        }
    }
}
