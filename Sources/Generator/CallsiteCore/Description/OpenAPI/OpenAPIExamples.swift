// The examples of bodies and parameters, for pages that show them; values as JSON.

import CallsiteText

extension OpenAPIReader {
    /// The first example of JSON or of a form, or else its schema's; nil too if the options don't ask for examples.
    func example(_ media: Media) -> Description.Literal? {
        guard options.readsExamples, [.json, .form, .multipart].contains(media.kind) else { return nil }
        // A response of Swagger 2.0 has its examples by their media types.
        let value =
            media.node["example"]
            ?? (version == .swagger2
                ? media.node["examples"]?.value(forKey: media.type) : namedExample(media.node["examples"]))
        if let value { return readLiteral(value) }
        let schema = inDocument(media.node["schema"])
        return (schema?["example"] ?? schema?["examples"]?.elements?.first).map(readLiteral)
    }

    /// The first of a parameter's named examples; nil too if the options don't ask for examples.
    func example(ofParameter node: Node) -> Description.Literal? {
        guard options.readsExamples else { return nil }
        let content = pairs(node["content"]).first.flatMap { inDocument($0.value) }
        return (namedExample(node["examples"]) ?? content?["example"] ?? namedExample(content?["examples"])).map(
            readLiteral)
    }

    /// The first value of examples that have names.
    private func namedExample(_ examples: Node?) -> Node? {
        guard version != .swagger2 else { return nil }
        for (_, example, _) in pairs(examples) {
            // OpenAPI 3.2 distinguishes `dataValue` from the value's form on the wire.
            guard let example = inDocument(example) else { continue }
            if let value = example["dataValue"] ?? example["value"] { return value }
        }
        return nil
    }

    /// The node, or the target of its reference if that is in the document itself. Examples are no reason to read
    /// another file, or to report a broken reference.
    private func inDocument(_ node: Node?) -> Node? {
        guard let node, let reference = node["$ref"] else { return node }
        guard reference.text?.hasPrefix("#") == true else { return nil }
        return quietly { resolved(node) }
    }
}

extension Node {
    /// The value as JSON, on one line.
    package func writeJSON(to output: inout String) {
        if let elements {
            output += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { output += "," }
                element.writeJSON(to: &output)
            }
            output += "]"
        } else if let pairs {
            output += "{"
            for (index, pair) in pairs.enumerated() {
                if index > 0 { output += "," }
                Node.writeJSON(pair.key.text ?? "", to: &output)
                output += ":"
                pair.value.writeJSON(to: &output)
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
        output += JSONString.quoted(text) { $0.value < 0x20 || $0.value == 0x7F ? JSONString.escape($0) : nil }
    }
}
