// The examples of bodies, for pages that show them; values as JSON.

import CallsiteText

extension OpenAPIReader {
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
        output += JSONString.quoted(text) { $0.value < 0x20 || $0.value == 0x7F ? JSONString.escape($0) : nil }
    }
}
