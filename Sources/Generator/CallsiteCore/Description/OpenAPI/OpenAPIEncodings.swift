// The `encoding` of a form's or a multipart body's fields: media types, headers, and lists.

extension OpenAPIReader {
    /// `encoding:`, by field (OpenAPI 3.1, 4.8.15).
    func readEncodings(
        _ encoding: Node?, of fields: [Description.Field], isForm: Bool, into body: inout Description.Body
    ) {
        var deep: Set<String> = []
        let byName = Dictionary(fields.map { ($0.wireName, $0) }) { first, _ in first }
        for (name, node, place) in pairs(encoding) {
            guard let field = byName[name] else {
                diagnostics.report(.encodingOfNothing(name, at: place))
                continue
            }
            var result = Description.FieldEncoding()
            let style = node["style"]?.text
            if style != nil || node["explode"] != nil {
                if style == "deepObject" { deep.insert(name) }
                let named = style.flatMap { Description.ParameterStyle(rawValue: $0) } ?? .form
                result.style = named
                result.explode = node["explode"].map { flag($0) } ?? named.explodesByDefault
                // A scalar looks alike in all of them.
                if case .scalar(let scalar) = field.type.kind, scalar != .json { result.style = nil }
                // A name for each element is what is written anyway.
                if case .list = field.type.kind, result.style == .form, result.explode == true { result.style = nil }
                if result.style == nil { result.explode = nil }
            } else if let text = node["contentType"]?.text {
                readContentType(text, of: field, isForm: isForm, into: &result)
            }
            if result != .init() { body.encodings[name] = result }
        }
        guard isForm, !deep.isEmpty else { return }
        // The form is written so, and lists that aren't say it.
        body.lists = .indexed
        for name in deep { body.encodings[name] = nil }
        for field in fields where !deep.contains(field.wireName) && body.encodings[field.wireName] == nil {
            if case .list = field.type.kind { body.encodings[field.wireName] = .init(style: .form, explode: true) }
        }
    }

    /// `headers:` of a part's encoding: what a part's own lines say is none of them (OpenAPI 3.1, 4.8.15.1).
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
            // The caller's choice, which a file knows.
            if types.allSatisfy(\.isMediaRange), types != ["*/*"] {
                result.contentType = types.joined(separator: ", ")
            }
            return
        }
        // One that Callsite writes as such, where there is a choice.
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
