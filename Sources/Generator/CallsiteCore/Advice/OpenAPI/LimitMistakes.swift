// Reports limits that no value can keep, and defaults of another type.

extension MistakeWalk {
    /// - Parameter key: `minimum`, or another lower limit: `minLength`, `minItems`.
    mutating func checkRange(_ key: String, _ lower: Node, of node: Node) {
        if let upper = node.value(forKey: "max" + key.dropFirst(3)), let low = lower.number, let high = upper.number,
            low > high
        {
            diagnostics.report(.emptyRange(key, at: lower.place, upper: upper.place))
        }
    }

    /// Reports a parameter's default that isn't a value of its type. The default only appears in the documentation,
    /// whose readers would believe it.
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
        // `"1"` and `"true"` are read as the values without quotes.
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
    static func emptyRange(_ key: String, at place: SourceLocation, upper: SourceLocation) -> Self {
        .wrongOpenAPIValue(
            "'\(key)' is more than 'max\(key.dropFirst(3))', so no value is right",
            help: "Callsite checks no values; the server may", at: place,
            notes: [.init("'max\(key.dropFirst(3))' is here", at: upper)])
    }
    static func readOnlyAndWriteOnly(at place: SourceLocation) -> Self {
        .wrongOpenAPIValue("'readOnly' and 'writeOnly' exclude each other", help: "remove one of them", at: place)
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
    static func defaultOutsideEnum(_ node: Node, _ values: [String]) -> Self {
        .warning(
            "default-of-other-type", "the default is \(node.kindDescription), which isn't a value of the enum",
            help: Spelling.suggestion(for: node.text ?? "", among: values).map { "did you mean '\($0)'?" }
                ?? "it is only documented",
            at: node.place)
    }
}
