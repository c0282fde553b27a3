// The examples of a document, and whether they match their schemas: real values to try generated models on.

extension OpenAPIReader {
    /// An example, and the schema that it stands beside.
    package struct Example {
        package enum Owner {
            case model(String)
            /// The place of the operation's name, and the status of the response.
            case answer(SourceLocation, status: Int)
        }
        package var owner: Owner
        package var value: Node
        package var schema: Node
    }

    /// The examples of component schemas and of successful JSON responses.
    package func examples() -> [Example] {
        var result: [Example] = []
        for (name, node) in models.components where node.isMapping {
            for value in values(node["example"].map { [$0] } ?? node["examples"]?.elements ?? []) {
                result.append(.init(owner: .model(name), value: value, schema: node))
            }
        }
        for operation in selection.operations {
            for (key, answer, _) in pairs(operation.node["responses"]) {
                guard case .exactly(let status)? = Description.StatusPattern(key), (200...299).contains(status),
                    status != 204,
                    let node = resolved(answer)
                else { continue }
                for (mediaType, content, _) in pairs(node["content"]) where Self.isJSON(mediaType) {
                    guard let schema = content["schema"] else { continue }
                    var given = content["example"].map { [$0] } ?? []
                    for (_, example, _) in pairs(content["examples"]) {
                        let example = resolved(example)
                        // 3.2 tells a value from what it is on the wire.
                        if let value = example?["dataValue"] ?? example?["value"] { given.append(value) }
                    }
                    for value in values(given) {
                        result.append(
                            .init(owner: .answer(operation.place, status: status), value: value, schema: schema))
                    }
                    break
                }
            }
        }
        return result
    }

    /// The first example of JSON or of a form, else its schema's; nil too where none is wanted.
    func example(_ media: Media) -> Description.Literal? {
        guard options.readsExamples, media.kind == .json || media.kind == .form || media.kind == .multipart else {
            return nil
        }
        // A reference in the document itself: an example is no reason to read a file, or to report it.
        func here(_ node: Node?) -> Node? {
            guard let node, let reference = node["$ref"] else { return node }
            guard reference.text?.hasPrefix("#") == true else { return nil }
            let wasMuted = diagnostics.mute()
            defer { diagnostics.isMuted = wasMuted }
            return resolved(node)
        }
        if let value = media.node["example"] ?? swaggerExample(media) { return literal(value) }
        for (_, example, _) in pairs(media.node["examples"]) where version != .swagger2 {
            // 3.2 tells a value from what it is on the wire.
            guard let example = here(example), let value = example["dataValue"] ?? example["value"] else { continue }
            return literal(value)
        }
        let schema = here(media.node["schema"])
        return (schema?["example"] ?? schema?["examples"]?.elements?.first).map(literal)
    }

    /// A response of Swagger 2.0 has its examples by their media types.
    private func swaggerExample(_ media: Media) -> Node? {
        version == .swagger2 ? media.node["examples"]?.value(forKey: media.type) : nil
    }

    private func values(_ nodes: [Node]) -> [Node] { nodes.filter { $0["$ref"] == nil && $0["externalValue"] == nil } }

    /// The first mistake in a value by its schema; nil: a decoder would find none.
    package func violation(of schema: Node, by value: Node, at path: String = "", depth: Int = 0) -> String? {
        guard depth < 40, schema.isMapping else { return nil }
        if value.isNull { return isNullable(schema) ? nil : components(of: schema).isEmpty ? nil : "\(path): null" }
        if let reference = schema["$ref"], reference.isScalar {
            guard let target = target(of: reference) else { return nil }
            return violation(of: target, by: value, at: path, depth: depth + 1)
        }
        for part in schema["allOf"]?.elements ?? [] {
            if let problem = violation(of: part, by: value, at: path, depth: depth + 1) { return problem }
        }
        for key in ["oneOf", "anyOf"] {
            let arms = (schema.value(forKey: key)?.elements ?? []).filter { !isNullOnly($0) && !isConstraint($0) }
            guard !arms.isEmpty else { continue }
            var problem: String?
            var fits = false
            for arm in arms {
                guard let found = violation(of: arm, by: value, at: path, depth: depth + 1) else {
                    fits = true
                    break
                }
                problem = problem ?? found
            }
            if !fits { return problem }
        }
        let types = jsonTypes(of: schema)
        if !types.isEmpty, !types.contains(where: { isValue(value, of: $0) }) {
            return "\(path): \(value.kindDescription) is no \(types[0])"
        }
        if types == ["string"], let problem = formatViolation(schema, value) { return "\(path): \(problem)" }
        if value.isSequence, let items = schema["items"] {
            for (index, element) in (value.elements ?? []).enumerated() {
                if let problem = violation(of: items, by: element, at: "\(path)/\(index)", depth: depth + 1) {
                    return problem
                }
            }
        }
        guard value.isMapping else { return nil }
        for name in schema["required"]?.elements?.compactMap(\.text) ?? [] where value.value(forKey: name) == nil {
            let property = schema["properties"]?.value(forKey: name)
            if property.map({ !flag($0["writeOnly"]) }) ?? true { return "\(path): '\(name)' is missing" }
        }
        for (name, property, _) in pairs(schema["properties"]) {
            guard let inner = value.value(forKey: name) else { continue }
            if let problem = violation(of: property, by: inner, at: "\(path)/\(name)", depth: depth + 1) {
                return problem
            }
        }
        if let rest = schema["additionalProperties"], rest.isMapping {
            for (name, inner, _) in pairs(value) where schema["properties"]?.value(forKey: name) == nil {
                if let problem = violation(of: rest, by: inner, at: "\(path)/\(name)", depth: depth + 1) {
                    return problem
                }
            }
        }
        return nil
    }

    private func isValue(_ value: Node, of type: String) -> Bool {
        switch (type, value.value) {
        case ("object", _): value.isMapping
        case ("array", _): value.isSequence
        case ("string", .string?), ("file", .string?): true
        // An unquoted value that YAML reads as a number or a Boolean isn't a string, though its author may have meant
        // one.
        case ("string", .some): false
        case ("integer", .integer(let digits)?): Int64(digits) != nil
        case ("integer", .float(let digits)?): Double(digits).map { $0 == $0.rounded() } ?? false
        case ("number", .integer?), ("number", .float?): true
        case ("boolean", .bool?): true
        default: false
        }
    }

    private func formatViolation(_ schema: Node, _ value: Node) -> String? {
        guard let text = value.text, let format = format(of: schema) else { return nil }
        guard let type = options.formats[format] ?? Self.stringFormats[format], !Self.fits(text, type) else {
            return nil
        }
        return "'\(text.prefix(40))' is no \(format)"
    }

    /// Whether a string can be a value of a format's type, as far as that is sure.
    static func fits(_ text: String, _ type: Scalar) -> Bool {
        switch type {
        case .date: Calendar.seconds(rfc3339: text) != nil
        case .day: Calendar.day(text) != nil
        case .uuid: URLText.isUUID(text)
        // Without Foundation it is hard to say which strings its `URL` accepts; it never accepts a blank.
        case .url: !text.utf8.contains(0x20) && !text.utf8.contains(0x7B) && text.utf8.allSatisfy { $0 < 0x80 }
        case .data:
            text.utf8.count % 4 == 0
                && text.utf8.allSatisfy { $0 != 0x20 && $0 != 0x2D && $0 != 0x5F && $0 != 0x2E && $0 < 0x80 }
        default: true
        }
    }
}

extension Node {
    /// The value as JSON, on one line.
    package func writeJSON(to output: inout String, depth: Int = 0) {
        if let elements {
            output += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { output += "," }
                element.writeJSON(to: &output, depth: depth + 1)
            }
            output += "]"
        } else if let pairs {
            output += "{"
            for (index, pair) in pairs.enumerated() {
                if index > 0 { output += "," }
                Node.writeJSON(pair.key.text ?? "", to: &output)
                output += ":"
                pair.value.writeJSON(to: &output, depth: depth + 1)
            }
            output += "}"
        } else {
            switch value {
            case .bool(let value)?: output += value ? "true" : "false"
            case .integer(let digits)?: output += digits
            case .float(let digits)?: output += Double(digits).map { $0.isFinite ? "\($0)" : "null" } ?? "null"
            case .string(let text)?: Node.writeJSON(text, to: &output)
            case .null?, nil: output += "null"
            }
        }
    }

    package static func writeJSON(_ text: String, to output: inout String) {
        output += "\""
        defer { output += "\"" }
        // Most text is as it is, and is appended at once.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x7F }) else {
            output += text
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: output.unicodeScalars.append(scalar)
            }
        }
    }
}
