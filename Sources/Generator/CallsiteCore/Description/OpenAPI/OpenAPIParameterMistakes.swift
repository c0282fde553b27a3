// Mistakes in lists of parameters, and in what stands beside a parameter's schema.

extension MistakeWalk {
    /// If several parameters have the same name in the same place, the first counts. The first of several bodies counts
    /// too.
    mutating func checkParameters(_ list: Node) {
        // By their bytes: that two names look the same has a message of its own.
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
                diagnostics.report(.schemaOfOtherVersion(at: schema.place).oncePerCause)
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

    /// OpenAPI 3 has what a parameter's values are in its schema.
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
}
