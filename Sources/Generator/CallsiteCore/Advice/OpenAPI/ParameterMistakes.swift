// Mistakes in lists of parameters, in a parameter's style, and in the keys beside its schema.

extension MistakeWalk {
    /// If several parameters have the same name in the same place, the first counts. The first of several bodies counts
    /// too.
    mutating func checkParameters(_ list: Node) {
        // Names are compared by their bytes: names that only look the same have a message of their own.
        var seen: Set<[UInt8]> = []
        var hasForm = false
        var hasBody = false
        for element in list.elements ?? [] {
            guard let place = element["in"], let text = place.text else { continue }
            if isSwagger, text == "body" || text == "formData" {
                if text == "body" ? hasBody || hasForm : hasBody {
                    diagnostics.report(.secondBody(at: element.place))
                }
                hasForm = hasForm || text == "formData"
                hasBody = hasBody || text == "body"
                if text == "body", element["schema"] == nil {
                    diagnostics.report(.bodyWithoutSchema(at: element.place))
                }
                if text == "body" { continue }
            } else if isSwagger, let schema = element["schema"] {
                let help: DiagnosticText = "it is ignored; Swagger has the type in the parameter itself: 'type: …'"
                diagnostics.report(.writtenForVersion3(help: help, at: schema.place).oncePerCause)
            }
            guard let name = element["name"]?.text else { continue }
            if !["schema", "content", "type", "items", "enum", "format", "$ref"].contains(where: { element[$0] != nil })
            {
                diagnostics.report(.parameterWithoutSchema(name, isSwagger: isSwagger, at: element.place).oncePerCause)
            }
            if name.isEmpty, text != "path" {
                diagnostics.report(.emptyParameterName(at: element["name"]?.place ?? element.place))
            }
            if !seen.insert(Array((text + " " + name).utf8)).inserted {
                diagnostics.report(.parameterTwice(name, at: element.place))
            }
        }
    }

    /// Reports keywords such as `enum` beside a parameter's schema: in OpenAPI 3 they belong inside it.
    mutating func checkBesideSchema(_ parameter: Node) {
        guard !isSwagger, parameter["schema"] != nil else { return }
        for (key, value) in parameter.pairs ?? [] {
            guard let name = key.text,
                ["default", "enum", "format", "minimum", "maximum", "pattern", "items", "type"].contains(name),
                !value.isNull
            else { continue }
            // The type has a message of its own.
            if name != "type", name != "items" { diagnostics.report(.besideSchema(name, at: key.place)) }
        }
    }

    /// `[{name: id}, {in: query}]`: elements that have one key each are parts of one parameter.
    mutating func isOneParameterInParts(_ list: Node) -> Bool {
        guard let parts = list.elements, parts.count > 1,
            parts.allSatisfy({ $0.pairs?.count == 1 && $0["$ref"] == nil })
        else { return false }
        diagnostics.report(.severalParametersForOne(at: parts[0].place))
        for part in parts { supersede("incomplete-parameter", at: part.place) }
        return true
    }

    // MARK: - Styles

    mutating func checkStyle(_ style: Node, of parameter: Node) {
        guard let text = style.text else { return }
        if !Self.styles.contains(text) {
            diagnostics.report(.unknownStyle(style, "style", candidates: Self.styles))
        } else if let place = parameter["in"]?.text, let location = Description.Parameter.Location(rawValue: place) {
            let fitting = location.styles.map(\.rawValue) + (location == .cookie ? ["cookie"] : [])
            guard !fitting.contains(text) else { return }
            diagnostics.report(.styleOfOtherPlace(text, place, fitting, at: style.place).oncePerCause)
        }
    }

    mutating func checkCollectionFormat(_ format: Node) {
        let candidates = Description.ParameterStyle.collectionFormats
        if let text = format.text, !candidates.contains(text) {
            diagnostics.report(.unknownStyle(format, "collectionFormat", candidates: candidates))
        }
    }

    private static let styles = [
        "form", "simple", "matrix", "label", "spaceDelimited", "pipeDelimited", "deepObject", "cookie",
    ]
}

extension Diagnostic {
    static func styleOfOtherPlace(
        _ style: String, _ place: String, _ fitting: [String], at location: SourceLocation
    ) -> Self {
        .wrongOpenAPIValue(
            "'style' can't be '\(style)' in '\(place)'", help: "expected \(DiagnosticText.list(fitting))", at: location)
    }
    static func unknownStyle(_ style: Node, _ key: String, candidates: [String]) -> Self {
        .wrongOpenAPIValue(
            "'\(key)' of a parameter or header can't be '\(style.text ?? "")'",
            help: "it is ignored; \(Spelling.help(for: style.text ?? "", amongWords: candidates) ?? "")",
            at: style.place, isPerCause: true)
    }
    static func optionalInPath(at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "a parameter of the path can't be left out, and 'required' is false",
            help: "it is required; write 'required: true'", at: place)
    }
    static func parameterWithoutSchema(_ name: String, isSwagger: Bool, at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "nothing says the type of the parameter '\(name)'",
            help: isSwagger ? "it is any JSON; write 'type: string'" : "it is a String; write 'schema: {type: string}'",
            at: place)
    }
    static func emptyParameterName(at place: SourceLocation) -> Self {
        .wrongOpenAPIValue("the name of a parameter is empty", help: "it is sent so; write its name", at: place)
    }
    static func besideSchema(_ key: String, at place: SourceLocation) -> Self {
        .warning(
            "unknown-openapi-key", "'\(key)' is beside the parameter's schema",
            help: "it is ignored; indent it below 'schema:'", at: place, isPerCause: true)
    }
    static func secondBody(at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "a request has one body, and this parameter is a second one",
            help: "it is left out; the fields of a form are 'in: formData', and 'in: body' is used alone", at: place)
    }
    static func bodyWithoutSchema(at place: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "the body has no 'schema'", help: "it is any JSON; write 'schema: {type: object, …}'", at: place)
    }
    static func parameterTwice(_ name: String, at place: SourceLocation) -> Self {
        .wrongOpenAPIValue("the parameter '\(name)' is here a second time", help: "it is left out", at: place)
    }
    static func severalParametersForOne(at place: SourceLocation) -> Self {
        .warning(
            "incomplete-parameter", "each '- ' begins a parameter of its own, and this is one",
            help: "it is left out; write '- name: …', and 'in:' and 'schema:' in the column of 'name'", at: place)
    }
}
