// Values of the wrong kind for their key: a list where a mapping is expected.

extension Diagnostic {
    static func openAPIValue(_ key: String, of object: OpenAPIObject, _ value: Node, _ shape: OpenAPIKeys.Shape) -> Self
    {
        let kind: DiagnosticText = value.isNull ? "empty" : value.kindDescription
        let help: DiagnosticText
        switch shape {
        case .names where value.text == "true" || value.text == "false":
            help = "it is ignored: 'required' is a list of names, beside the 'properties' that hold them"
        case .list where key == "security":
            let name = value.text ?? value.pairs?.first?.key.text ?? "bearer"
            help = "it is ignored; write a list: '- \(name): []'"
        case .list where key == "parameters" && value.isMapping:
            let name = value["name"]?.text ?? value.pairs?.first?.key.text ?? "id"
            help = "it is ignored; write a list: '- name: \(name)', and the rest in the column of 'name'"
        case .list where key == "tags" && value.isMapping:
            let name = value["name"]?.text ?? value.pairs?.first?.key.text ?? "orders"
            help =
                object == .root
                ? "it is ignored; write a list: '- name: \(name)'" : "it is ignored; write a list: '- \(name)'"
        case .list where key == "tags" && value.text?.contains(",") == false:
            help =
                object == .root
                ? "it is ignored; write a list: '- name: \(value.text ?? "")'"
                : "it is ignored; write '[\(DiagnosticText.yamlElements(value.text ?? ""))]'"
        case .list where key == "servers":
            help =
                "it is ignored; write a list: '- url: \(path: value.text ?? value["url"]?.text ?? "https://api.example.com")'"
        case .list where value.isMapping && ["allOf", "oneOf", "anyOf"].contains(key):
            help = "it is ignored; write a list, with '- ' before each schema"
        case .list where ["schemes", "consumes", "produces"].contains(key) && value.text?.contains(",") == false:
            help = "it is ignored; write '[\(DiagnosticText.yamlElements(value.text ?? ""))]'"
        case .list where value.text?.contains(",") == true:
            help = "it is ignored; write a list: '[\(DiagnosticText.yamlElements(value.text ?? ""))]'"
        case .list, .names: help = "it is ignored; expected a list"
        case .mapping: help = "it is ignored; expected a mapping"
        case .flag: help = "it is ignored; expected true or false"
        case .text, .reference: help = "it is ignored; expected a string"
        case .textOrList: help = "it is ignored; expected a type's name, or a list of them"
        case .schemaOrFlag: help = "it is ignored; expected a schema: '{type: \(value.text ?? "string")}'"
        case .any: help = "it is ignored"
        }
        return .wrongOpenAPIValue("'\(key)' of \(object.name) is \(kind)", help: help, at: value.place)
    }
    static func elementIsNoSchema(_ element: Node, of key: String, at place: SourceLocation) -> Self {
        .warning(
            "not-a-schema", "a schema is a mapping, and this element of '\(key)' is \(element.kindDescription)",
            help: "it is ignored" + (reference(to: element).map { "; write " + $0 } ?? ""), at: place)
    }
}
