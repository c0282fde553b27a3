// The `encoding` of a form's or a multipart body's fields: media types, headers, and lists.

extension OpenAPIReader {
    /// Reads `encoding:`, which has an entry for each field (OpenAPI 3.1, 4.8.15).
    func readEncodings(
        _ encoding: Node?, of fields: [Description.Field], isForm: Bool, into body: inout Description.Body
    ) {
        var deepObjects: Set<String> = []
        let byName = Dictionary(fields.map { ($0.wireName, $0) }) { first, _ in first }
        for (name, node, place) in pairs(encoding) {
            guard let field = byName[name] else {
                diagnostics.report(.encodingOfNothing(name, at: place))
                continue
            }
            var result = Description.FieldEncoding()
            let style = node["style"]?.text
            if style != nil || node["explode"] != nil {
                if style == "deepObject" { deepObjects.insert(name) }
                let knownStyle = style.flatMap { Description.ParameterStyle(rawValue: $0) } ?? .form
                result.style = knownStyle
                result.explode = node["explode"].map { flag($0) } ?? knownStyle.explodesByDefault
                // A scalar is written the same in every style.
                if case .scalar(let scalar) = field.type.kind, scalar != .json { result.style = nil }
                // Forms repeat the name for each element by default: `a=1&a=2`.
                if case .list = field.type.kind, result.style == .form, result.explode == true { result.style = nil }
                if result.style == nil { result.explode = nil }
            } else if let text = node["contentType"]?.text {
                readContentType(text, of: field, isForm: isForm, into: &result)
            }
            if result != .init() { body.encodings[name] = result }
        }
        guard isForm, !deepObjects.isEmpty else { return }
        // The whole form is written with brackets, `a[0]=1`, so lists that repeat their name need a style.
        body.lists = .indexed
        for name in deepObjects { body.encodings[name] = nil }
        for field in fields where !deepObjects.contains(field.wireName) && body.encodings[field.wireName] == nil {
            if case .list = field.type.kind { body.encodings[field.wireName] = .init(style: .form, explode: true) }
        }
    }

    /// `headers:` in the encoding of a part, without `Content-Type` and `Content-Disposition`, which every part has
    /// anyway (OpenAPI 3.1, 4.8.15.1).
    func partHeaders(_ encoding: Node?, of names: Set<String>) -> [Description.Parameter] {
        var result: [Description.Parameter] = []
        for (name, node, _) in pairs(encoding) where names.contains(name) {
            for (header, value, place) in pairs(node["headers"]) {
                guard !["content-type", "content-disposition"].contains(header.lowercased()),
                    let value = resolved(value)
                else { continue }
                let type = value["schema"].map { self.type(of: [$0], at: place, in: .parameter).type }
                let field = Description.Field(
                    wireName: header,
                    swiftName: .init(text: SwiftNames.name(for: name + " " + header, .property), place: place),
                    type: type ?? .init(kind: .scalar(.string), place: place),
                    isOptional: !flag(value["required"]), documentation: value["description"]?.text, place: place)
                result.append(.init(location: .header, field: field, part: name))
            }
        }
        return result
    }

    private func readContentType(
        _ text: String, of field: Description.Field, isForm: Bool, into result: inout Description.FieldEncoding
    ) {
        let types = text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
        let isRange = types.count > 1 || types.contains { $0.contains("*") }
        if isRange, field.type.isBytes, !isForm {
            // The caller chooses the media type: a file has its own.
            if types.allSatisfy(\.isMediaRange), types != ["*/*"] {
                result.contentType = types.joined(separator: ", ")
            }
            return
        }
        // If an object may have several media types, JSON is preferred, since Callsite writes it as such.
        let values = types.compactMap { headerValue($0) }
        guard let value = values.first(where: { Self.isJSON($0) && field.type.isObject }) ?? values.first else {
            return
        }
        let isText = if case .scalar(let scalar) = field.type.kind { scalar != .json } else { false }
        let isUsual = value.lowercased() == (isText ? "text/plain" : "application/json")
        if isForm {
            if Self.isJSON(value) { result.style = .json }
        } else if !(isUsual && (isText || field.type.isObject)) {
            result.contentType = value
        }
    }
}

extension Diagnostic {
    static func encodingOfNothing(
        _ name: String, of what: DiagnosticText = "the body", at place: SourceLocation
    ) -> Self {
        .warning("encoding-of-nothing", "\(what) has no property '\(name)'", help: "its encoding is ignored", at: place)
    }
}
