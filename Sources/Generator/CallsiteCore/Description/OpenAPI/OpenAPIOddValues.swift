// Values that are right by their kind and can't be meant: words that are in no list, limits that no value keeps,
// defaults of another type.

extension MistakeWalk {
    /// Values that are words of a list, or that what stands beside them contradicts.
    ///
    /// - Parameter node: Where the key stands.
    mutating func checkMeaning(_ key: Node, _ value: Node, of node: Node, _ object: OpenAPIObject) {
        switch key.text {
        case "style" where object == .parameter:
            let known = [
                "form", "simple", "matrix", "label", "spaceDelimited", "pipeDelimited", "deepObject", "cookie",
            ]
            guard let text = value.text else { break }
            if !known.contains(text) {
                diagnostics.report(.unknownStyle(value, "style", known: known))
            } else if let place = node["in"]?.text, let fitting = Self.styles[place], !fitting.contains(text) {
                diagnostics.report(.styleOfOtherPlace(text, place, fitting, at: value.place).oncePerCause)
            }
        case "required" where object == .parameter && node["in"]?.text == "path" && value.value == .bool(false):
            diagnostics.report(.optionalInPath(at: value.place).oncePerCause)
        case "format" where object == .schema || isSwagger:
            if let text = value.text, let meant = meantFormat(text) {
                diagnostics.report(.unknownFormat(text, meant: meant, at: value.place).oncePerCause)
            }
        case "minimum", "minLength", "minItems", "minProperties":
            let name = key.text ?? ""
            if let upper = node.value(forKey: "max" + name.dropFirst(3)), let low = value.number,
                let high = upper.number, low > high
            {
                diagnostics.report(.emptyRange(name, at: value.place, upper: upper.place))
            }
        case "readOnly":
            if value.value == .bool(true), node["writeOnly"]?.value == .bool(true) {
                diagnostics.report(.readOnlyAndWriteOnly(at: value.place))
            }
        case "additionalOperations":
            for (key, _) in value.pairs ?? [] {
                guard let method = key.text, !method.hasPrefix("x-") else { continue }
                if !method.isHeaderName || OpenAPIReader.methods.contains(method.lowercased()) {
                    diagnostics.report(.notAnAdditionalMethod(method, at: key.place))
                }
            }
        case "oneOf", "anyOf": checkAlternatives(key, value, of: node)
        case "allOf": checkParts(value)
        case "links": checkLinks(value)
        case "schemes":
            let known = ["https", "http", "wss", "ws"]
            for element in value.elements ?? [] {
                if let text = element.text, !known.contains(text) {
                    diagnostics.report(.unknownScheme(text, known: known, at: element.place))
                }
            }
        case "collectionFormat" where object == .parameter:
            let known = ["csv", "ssv", "tsv", "pipes", "multi"]
            if let text = value.text, !known.contains(text) {
                diagnostics.report(.unknownStyle(value, "collectionFormat", known: known))
            }
        case "tags" where object == .root:
            for element in value.elements ?? [] where !element.isMapping {
                diagnostics.report(.tagAsText(element.text ?? "orders", at: element.place).oncePerCause)
            }
        case "tags":
            for element in value.elements ?? [] where !element.isScalar {
                diagnostics.report(.tagAsMapping(element["name"]?.text ?? "orders", at: element.place).oncePerCause)
            }
        case "security":
            for element in value.elements ?? [] where element.isScalar && element.text?.isEmpty == false {
                diagnostics.report(.schemeAsText(element.text ?? "", at: element.place))
            }
            for (name, scopes) in (value.elements ?? []).flatMap({ $0.pairs ?? [] }) where !scopes.isSequence {
                diagnostics.report(.scopesAreNoList(name.text ?? "", scopes, at: scopes.place).oncePerCause)
            }
        default: break
        }
    }

    /// The styles of each place (OpenAPI 3.2, 4.12.2.2).
    private static let styles = [
        "path": ["simple", "label", "matrix"], "query": ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
        "header": ["simple"], "cookie": ["form", "cookie"],
    ]

    /// Documents have few formats, many times each.
    private mutating func meantFormat(_ text: String) -> String? {
        if let known = meantFormats[text] { return known }
        let meant = format(meantBy: text)
        meantFormats[text] = .some(meant)
        return meant
    }

    /// A format that many use, for one that is nearly written so.
    private func format(meantBy text: String) -> String? {
        let formats = Self.formats
        guard text.utf8.count > 3, text.utf8.count < 20, !Self.otherFormats.contains(text), !formats.contains(text),
            !knownFormats.contains(text)
        else { return nil }
        if text == "guid" { return "uuid" }
        let folded = text.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
        return formats.first { $0.filter { $0 != "-" } == folded } ?? formats.first { isFormatSlip(text, of: $0) }
    }

    /// Formats are open, and short words are often a letter from each other without being the same: `ulid` and `uuid`.
    private func isFormatSlip(_ text: String, of format: String) -> Bool {
        guard Spelling.isSlip(text, of: format) else { return false }
        return text.utf8.count > 5 || text.utf8.count != format.utf8.count || text.utf8.sorted() == format.utf8.sorted()
    }

    private static let formats = [
        "date-time", "date", "time", "duration", "uuid", "uri", "byte", "binary", "password", "email", "hostname",
        "ipv4", "ipv6", "int32", "int64", "float", "double", "decimal",
    ]
    /// A letter away from those, and formats of their own.
    private static let otherFormats: Set<String> = [
        "uint32", "uint64", "uint8", "int8", "iri", "times", "dates", "emails",
    ]

    // MARK: - Media types

    /// A media type that is nearly one that everybody uses: it would be sent as it is written.
    mutating func checkMediaType(_ text: String, at place: SourceLocation) {
        let essence = OpenAPIReader.essence(text)
        guard essence.utf8.count < 60, !Self.mediaTypes.contains(essence), !Self.otherMediaTypes.contains(essence),
            !essence.contains("+")
        else { return }
        if let meant = Self.mediaTypes.first(where: { Spelling.isSlip(essence, of: $0) }) {
            diagnostics.report(.nearlyAMediaType(text, meant: meant, at: place).oncePerCause)
        }
    }

    private static let mediaTypes = [
        "application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/event-stream",
        "application/octet-stream", "text/plain", "application/x-ndjson",
    ]
    /// A letter away from those, and types of their own.
    private static let otherMediaTypes: Set<String> = [
        "application/bson", "application/json5", "application/jsonl", "application/jose",
    ]

    // MARK: - Defaults

    /// A parameter's default only appears in its documentation: a default that can't be one is a slip, and readers
    /// would believe it.
    mutating func checkDefault(_ parameter: Node) {
        let schema = isSwagger ? parameter : parameter["schema"] ?? parameter
        guard let node = schema["default"], !node.isNull, let type = schema["type"]?.text else { return }
        guard type == "array" else { return checkDefault(node, type, schema) }
        // Swagger 2.0 has strings of several values with separators.
        if isSwagger, node.isScalar, parameter["collectionFormat"]?.text != "multi" { return }
        guard let elements = node.elements else { return diagnostics.report(.defaultOfOtherType(node, type)) }
        guard let items = schema["items"], let type = items["type"]?.text else { return }
        for element in elements.prefix(100) where !element.isNull { checkDefault(element, type, items) }
    }

    private mutating func checkDefault(_ node: Node, _ type: String, _ schema: Node) {
        let isRight: Bool
        let isOfScalars = ["string", "integer", "number", "boolean"].contains(type)
        switch (type, node.value) {
        case ("object", _): isRight = node.isMapping
        case _ where isOfScalars && !node.isScalar: isRight = false
        case ("integer", .integer?), ("number", .integer?), ("number", .float?), ("boolean", .bool?): isRight = true
        case ("integer", .float(let digits)?): isRight = Double(digits).map { $0 == $0.rounded() } ?? false
        // In quotes it says the same to every reader.
        case ("integer", .string(let text)?), ("number", .string(let text)?), ("boolean", .string(let text)?):
            if case .string = YAMLScalar(plain: text) { isRight = false } else { isRight = true }
        case ("integer", _), ("number", _), ("boolean", _): isRight = false
        default: isRight = true
        }
        if !isRight { return diagnostics.report(.defaultOfOtherType(node, type)) }
        if type == "string", let format = schema["format"]?.text, let scalar = formats[format], let text = node.text,
            !OpenAPIReader.fits(text, scalar)
        {
            return diagnostics.report(.defaultOfOtherFormat(text, format, at: node.place))
        }
        if let values = schema["enum"]?.elements, values.count < 1000, !values.contains(where: { $0.text == node.text })
        {
            diagnostics.report(.defaultOutsideEnum(node, values.compactMap(\.text)))
        }
    }
}

extension Node {
    /// The value of a number; nil for all else.
    fileprivate var number: Double? {
        switch value {
        case .integer(let digits)?, .float(let digits)?: Double(digits)
        default: nil
        }
    }
}

extension Diagnostic {
    static func tagAsText(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "a tag of the document is '\(name)'", help: "it is ignored; write '- name: \(name)'",
            at: place)
    }
    static func tagAsMapping(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "a tag of an operation is more than its name",
            help: "it is ignored; write '- \(name)'", at: place)
    }
    static func styleOfOtherPlace(
        _ style: String, _ place: String, _ fitting: [String], at location: SourceLocation
    ) -> Self {
        .warning(
            "wrong-openapi-value", "'style' can't be '\(style)' in '\(place)'",
            help: "expected \(DiagnosticText.list(fitting))",
            at: location)
    }
    static func optionalInPath(at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "a parameter of the path can't be left out, and 'required' is false",
            help: "it is required; write 'required: true'",
            at: place)
    }
    static func unknownFormat(_ format: String, meant: String, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "the format '\(format)' isn't known",
            help: "it is ignored; did you mean '\(meant)'?", at: place)
    }
    static func emptyRange(_ key: String, at place: SourceLocation, upper: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "'\(key)' is more than 'max\(key.dropFirst(3))', so no value is right",
            help: "Callsite checks no values; the server may", at: place,
            notes: [.init("'max\(key.dropFirst(3))' is here", at: upper)])
    }
    static func readOnlyAndWriteOnly(at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "'readOnly' and 'writeOnly' exclude each other",
            help: "remove one of them",
            at: place)
    }
    static func notAnAdditionalMethod(_ method: String, at place: SourceLocation) -> Self {
        method.isHeaderName
            ? .warning(
                "wrong-openapi-value", "'\(method)' is no additional method",
                help: "write '\(method.lowercased()):' directly below the path",
                at: place)
            : .warning(
                "wrong-openapi-value", "'\(method)' can't be a method",
                help: "the operation is left out; a method is one word: 'COPY'",
                at: place)
    }
    static func unknownScheme(_ scheme: String, known: [String], at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "'schemes' can't hold '\(scheme)'",
            help: "it is ignored; \(Spelling.help(for: scheme, amongWords: known) ?? "")", at: place)
    }
    static func scopesAreNoList(_ name: String, _ node: Node, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "the scopes of '\(name)' are \(node.isNull ? "empty" : node.kindDescription)",
            help: "expected a list: '- \(yaml: name): [\(yaml: node.text ?? "")]'", at: place)
    }
    static func nearlyAMediaType(_ text: String, meant: String, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "the media type '\(text)' isn't known",
            help: "it is taken as it is written; did you mean '\(meant)'?",
            at: place)
    }
    static func noHeaderName(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "'\(name)' can't be the name of a header",
            help: "it is left out; letters, digits and '-'", at: place)
    }
    static func parameterWithoutSchema(_ name: String, isSwagger: Bool, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "nothing says the type of the parameter '\(name)'",
            help: isSwagger ? "it is any JSON; write 'type: string'" : "it is a String; write 'schema: {type: string}'",
            at: place)
    }
    static func defaultOfOtherType(_ node: Node, _ type: String) -> Self {
        .warning(
            "default-of-other-type", "the default is \(node.kindDescription), and the type '\(type)'",
            help: node.isScalar ? "it is only documented" : "it is left out", at: node.place)
    }
    static func defaultOfOtherFormat(_ text: String, _ format: String, at place: SourceLocation) -> Self {
        .warning(
            "default-of-other-type", "the default '\(text)' doesn't have the format '\(format)'",
            help: "it is only documented", at: place)
    }
    static func emptyParameterName(at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "the name of a parameter is empty", help: "it is sent so; write its name", at: place)
    }
    static func defaultOutsideEnum(_ node: Node, _ values: [String]) -> Self {
        .warning(
            "default-of-other-type", "the default is \(node.kindDescription), which isn't a value of the enum",
            help: Spelling.suggestion(for: node.text ?? "", among: values).map { "did you mean '\($0)'?" }
                ?? "it is only documented",
            at: node.place)
    }
}
