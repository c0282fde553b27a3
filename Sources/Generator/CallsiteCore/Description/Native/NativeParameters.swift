// The parameters of an endpoint: those of its path, its own, and sets that several share.

/// The parameters that the endpoint declares, in its order, then those that the sets add. If the endpoint doesn't
/// declare all parameters of its path, those come first, in the path's order.
func readParameters(
    _ reader: MappingReader<EndpointKey>, path: PathTemplate?, in scope: NativeScope, _ diagnostics: inout Diagnostics
) -> [Description.Parameter] {
    let stray = reader[.parameters].map { strayKeys(among: $0, of: reader, &diagnostics) } ?? []
    let declared = reader[.parameters].map { readParameterList($0, without: stray, &diagnostics) } ?? []
    var setParameters: [ParameterParts] = []
    var names = Set(declared.map(\.field.wireName))
    for use in reader.texts(.use, &diagnostics) {
        guard let set = scope.parameterSets[use.text] else {
            diagnostics.report(
                .unknownParameterSet(use.text, candidates: scope.parameterSets.keys.sortedByBytes(), at: use.place))
            continue
        }
        // An endpoint's own parameter wins over the set's.
        for parameter in set where names.insert(parameter.field.wireName).inserted { setParameters.append(parameter) }
    }
    guard let path else { return [] }
    let placeholders = path.placeholders
    checkPlaceholders(placeholders, declared, &diagnostics)
    let inTemplate = Set(placeholders)
    func parameter(_ parts: ParameterParts) -> Description.Parameter {
        let name = parts.field.wireName
        let location = parts.location?.value ?? (inTemplate.contains(name) ? .path : .query)
        let parameter = Description.Parameter(
            location: location, field: parts.field, style: parts.style, explode: parts.explode, part: parts.part?.text)
        if let part = parts.part, location != .header { diagnostics.report(.partWithoutHeader(at: part.place)) }
        if location == .path {
            if !inTemplate.contains(name) {
                diagnostics.report(
                    .notInPath(
                        name, placeholders: placeholders, path: path.text,
                        at: parts.location?.place ?? parts.field.place))
            }
            if parts.field.isOptional || parts.field.isNullable {
                diagnostics.report(.optionalPathParameter(name, at: parts.field.place))
            }
        }
        checkStyle(parameter, &diagnostics)
        return parameter
    }
    // A repeated placeholder is fine if the endpoint declares it: then one value stands in two places.
    if let node = reader[.path], path.parts.count(where: { $0.isPlaceholder }) > placeholders.count,
        let repeated = path.firstRepeated(but: Set(declared.map(\.field.wireName)))
    {
        let place = node.place.advanced(
            by: path.offset(ofRepeated: repeated) + (node.isPlain ? 0 : 1), length: repeated.unicodeScalars.count + 2)
        diagnostics.report(
            .badPath(
                "'{\(repeated)}' comes twice",
                help: "give each its own name, or declare '\(repeated)' if both are one value", at: place))
    }
    let own = declared.map(parameter)
    let shared = setParameters.map(parameter)
    let place = reader[.path]?.place ?? reader.place
    var pathParameters: [String: Description.Parameter] = [:]
    for parameter in shared + own where parameter.location == .path {
        pathParameters[parameter.field.wireName] = parameter
    }
    let ownPathNames = Set(own.filter { $0.location == .path }.map(\.field.wireName))
    guard inTemplate.isSubset(of: ownPathNames) else {
        let inPath = placeholders.map { name in
            pathParameters[name]
                ?? .init(
                    location: .path,
                    field: .init(wireName: name, type: .init(kind: .scalar(.string), place: place), place: place))
        }
        return inPath + (own + shared).filter { $0.location != .path }
    }
    return own.filter { $0.location != .path || inTemplate.contains($0.field.wireName) }
        + shared.filter { $0.location != .path }
}

/// The entries of `parameters:` or of a parameter set.
func readParameterList(
    _ node: Node, without stray: Set<String> = [], _ diagnostics: inout Diagnostics
) -> [ParameterParts] {
    guard let pairs = node.pairs else {
        diagnostics.report(.notAMapping("'parameters'", node))
        return []
    }
    struct Identity: Hashable {
        var name: String
        var location: Description.Parameter.Location?
    }
    var result: [ParameterParts] = []
    var first: [Identity: SourceLocation] = [:]
    for pair in withoutCutEnums(pairs, in: node, &diagnostics, name: \.text) {
        guard !stray.contains(pair.key.text ?? "") else { continue }
        let field =
            pair.isCut
            ? cutField(pair.key).map { ParameterParts(field: $0) }
            : readField(pair.key, pair.value, isParameter: true, &diagnostics)
        guard let parts = field else { continue }
        let identity = Identity(name: parts.field.wireName, location: parts.location?.value)
        if let earlier = first[identity] {
            diagnostics.report(.duplicateField(parts.field.wireName, at: parts.field.place, first: earlier))
        } else {
            first[identity] = parts.field.place
            result.append(parts)
        }
    }
    return result
}

/// Checks that the parameter's location allows its style: OpenAPI 3.1, section 4.8.12.2.
private func checkStyle(_ parameter: Description.Parameter, _ diagnostics: inout Diagnostics) {
    guard let style = parameter.style else { return }
    let separators: [Description.ParameterStyle] = [.spaceDelimited, .pipeDelimited, .tabDelimited]
    let allowed: [Description.ParameterStyle] =
        switch parameter.location {
        case .path, .header: parameter.location.styles + separators + [.json]
        case .query: [.form] + separators + [.deepObject, .json]
        case .cookie: parameter.location.styles + [.json]
        }
    if style == .json, parameter.explode != nil { diagnostics.report(.explodedJSON(at: parameter.field.place)) }
    if !allowed.contains(style) {
        diagnostics.report(
            .styleInPlace(style, parameter.location, allowed: allowed.map(\.rawValue), at: parameter.field.place))
    }
}

extension Diagnostic {
    static func badPath(_ message: DiagnosticText, help: DiagnosticText?, at place: SourceLocation) -> Self {
        .error("bad-path", message, help: help, at: place)
    }
    static func partWithoutHeader(at place: SourceLocation) -> Self {
        .error(
            "part-without-header", "'part' is for headers of a multipart body's parts", help: "add 'in: header'",
            at: place)
    }
    static func unknownParameterSet(_ name: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-parameter-set", "no parameter set is named '\(name)'",
            help: Spelling.help(for: name, among: candidates) ?? "declare it under 'parameterSets:'", at: place)
    }
    static func notInPath(_ name: String, placeholders: [String], path: String, at place: SourceLocation) -> Self {
        .error(
            "not-in-path", "'\(path)' has no placeholder {\(name)}",
            help: Spelling.suggestion(for: name, among: placeholders).map { "did you mean '\($0)'?" }
                ?? "write '{\(name)}' where it belongs",
            at: place)
    }
    static func optionalPathParameter(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "optional-path-parameter", "a path parameter can't be left out: '\(name)'", help: "remove the '?'",
            at: place)
    }
    static func styleInPlace(
        _ style: Description.ParameterStyle, _ location: Description.Parameter.Location, allowed: [String],
        at place: SourceLocation
    ) -> Self {
        .error(
            "style-in-place", "the style '\(style.rawValue)' is not for a \(location.rawValue) parameter",
            help: "expected \(DiagnosticText.list(allowed))", at: place)
    }
    static func explodedJSON(at place: SourceLocation) -> Self {
        .error("style-in-place", "JSON is one text: there is nothing to explode", help: "remove 'explode'", at: place)
    }
}
