// Views of the stages that only `callsite-dev` and the tests need.

import CallsiteCore
import CallsiteLibYAML
import CallsitePrinter
import CallsiteSwift

/// The printed result of a stage: `nodes`, `description`, `api` or `swift`. nil: there is no such stage.
package func dumpStage(_ stage: String, _ sources: SourceSet) -> String? {
    var diagnostics = Diagnostics()
    let front = Front(sources, Options(), &diagnostics)
    let api = front.api(Options(), &diagnostics)
    var text = ""
    switch stage {
    case "nodes":
        for document in front.nodes.documents {
            if let document { dump(document.root, to: &text) }
        }
    case "description": dump(front.description, to: &text)
    case "api": dump(api, to: &text)
    case "swift": dump(lower(api, Options(), &diagnostics), to: &text)
    default: return nil
    }
    return text
}

/// libyaml's own scan of a document, without anything of ours: what generation is measured against.
package func scanWithLibYAML(_ bytes: [UInt8]) {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else { return }
    defer { yaml_parser_delete(&parser) }
    bytes.withUnsafeBufferPointer { input in
        yaml_parser_set_input_string(&parser, input.baseAddress, input.count)
        var isDone = false
        while !isDone {
            var token = yaml_token_t()
            guard yaml_parser_scan(&parser, &token) == 1 else { return }
            isDone = token.type == YAML_STREAM_END_TOKEN
            yaml_token_delete(&token)
        }
    }
}

/// A value of a document, and what generated code reads it with.
package struct DocumentExample: Sendable {
    /// Reads `$0`, a response, and throws.
    package var expression: String
    package var status: Int
    package var json: String
    package var location: SourceLocation
    /// The mistake in the value by the document's own schema; nil: there is none.
    package var violation: String?
}

/// The examples of an OpenAPI document that generated code can try itself on.
package func documentExamples(_ sources: SourceSet, options: Options) -> [DocumentExample] {
    var diagnostics = Diagnostics()
    let nodes = parse(sources, &diagnostics)
    guard nodes.format != .native, let root = nodes.documents[0]?.root else { return [] }
    let reader = OpenAPIReader(nodes, root, options)
    reader.read()
    let api = resolve(reader.description, options, &diagnostics)
    let lowering = Lowering(api, options)
    lowering.nameEverything(&diagnostics)
    // Models are the first types, in their order.
    var models: [String: Int] = [:]
    for (index, model) in reader.description.models.enumerated() { models[model.name.text] = index }
    return reader.examples().compactMap { example -> DocumentExample? in
        var json = ""
        example.value.writeJSON(to: &json)
        let expression: String
        var answered = 200
        switch example.owner {
        case .model(let name):
            guard let index = models[name], api.types[index].usage.contains(.read) else { return nil }
            expression = "try $0.decode(\(lowering.typeNames[index].text).self)"
        case .answer(let place, let status):
            guard let index = api.endpoints.firstIndex(where: { $0.place == place && $0.response.stream == nil }) else {
                return nil
            }
            answered = status
            expression = "try \(lowering.endpointNames[index].text).response(from: $0)"
        }
        return .init(
            expression: expression, status: answered, json: json, location: example.value.place,
            violation: reader.violation(of: example.schema, by: example.value))
    }
}

/// The requests and responses of an API, without the names in Swift: two descriptions with the same wire form do the
/// same on the wire.
package func wireForm(_ sources: SourceSet, _ options: Options = Options()) -> String {
    var diagnostics = Diagnostics()
    let api = Front(sources, options, &diagnostics).api(options, &diagnostics)
    var writer = WireForm(api: api)
    return writer.text()
}

private struct WireForm {
    let api: API
    private var numbers: [API.TypeID: Int] = [:]

    init(api: API) { self.api = api }

    mutating func text() -> String {
        var lines = ["at \(api.baseURL.template)", "by \(api.authentication.map { "\($0)" } ?? "?")"]
        for endpoint in api.endpoints {
            numbers = [:]
            var line = "\(endpoint.method) \(endpoint.path.text)"
            // Those of the path have no order of their own.
            let inPath = endpoint.parameters.filter { $0.location == .path }.sorted {
                $0.property.wireName.precedes($1.property.wireName)
            }
            for parameter in inPath + endpoint.parameters.filter({ $0.location != .path }) {
                line +=
                    "\n  \(parameter.location) \(parameter.style?.rawValue ?? "") \(parameter.explode.map { "\($0)" } ?? "")"
                line += " " + text(parameter.property)
            }
            if let body = endpoint.body {
                line += "\n  body \(body.encoding) \(body.lists?.rawValue ?? "") "
                switch body.content {
                case .fields(let fields): line += "{" + fields.map { text($0) }.joined(separator: ", ") + "}"
                case .whole(let shape, let isOptional): line += text(shape) + (isOptional ? "?" : "")
                }
            }
            let response = endpoint.response
            line +=
                "\n  answer \(response.encoding) " + text(response.shape) + (response.isOptional ? "?" : "")
                + " \(response.statuses)"
            if let stream = response.stream { line += " stream \(stream.isEvents) \(stream.end ?? "")" }
            for answer in response.cases { line += "\n    \(answer.status) " + text(answer.shape) }
            for header in response.headers { line += "\n  header " + text(header) }
            for condition in endpoint.success {
                line += "\n  success \(condition.path) \(condition.values.map(\.kind))"
            }
            for error in endpoint.errors ?? api.errors { line += "\n  error \(error.status) " + text(error.shape) }
            for header in endpoint.headers { line += "\n  \(header.name): \(header.value)" }
            line += "\n  \((endpoint.authentication ?? api.authentication).map { "\($0)" } ?? "?")"
            if let pagination = endpoint.pagination { line += "\n  pages \(PagingSummary(pagination).declaration)" }
            lines.append(line)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private mutating func text(_ property: API.Property) -> String {
        let value = property.defaultValue.map { " = \(text($0))" } ?? ""
        return "\(property.wireName): \(text(property.shape.withoutOptional)) \(property.presence)" + value
    }

    /// Without the numbers of types.
    private func text(_ value: API.Value) -> String {
        if case .enumCase(let id, let index) = value, case .enumeration(let cases) = api[id].content {
            return cases[index].wireValue
        }
        if case .list(let values) = value { return "[" + values.map { text($0) }.joined(separator: ", ") + "]" }
        return "\(value)"
    }

    /// The first time with all that it holds, then by its number.
    private mutating func text(_ shape: API.Shape) -> String {
        switch api.resolvingAliases(shape) {
        case .scalar(let scalar): return scalar.rawValue
        case .typeParameter(let name): return name
        case .list(let element): return "[" + text(element) + "]"
        case .dictionary(let value): return "[String: " + text(value) + "]"
        case .optional(let wrapped): return text(wrapped.withoutOptional) + "?"
        case .named(let id, _):
            if let number = numbers[id] { return "#\(number)" }
            numbers[id] = numbers.count
            switch api[id].content {
            case .object(let properties):
                var parts: [String] = []
                for property in properties { parts.append(text(property)) }
                if let rest = api[id].rest { parts.append("*: " + text(rest)) }
                return "{" + parts.joined(separator: ", ") + "}"
            case .enumeration(let cases):
                return "\(api[id].enumValues)(" + cases.map(\.wireValue).joined(separator: "|") + ")"
            case .union(let union):
                var parts: [String] = []
                for alternative in union.alternatives {
                    parts.append(
                        "\(alternative.tag ?? "")\(alternative.isDefault ? "*" : "") " + text(alternative.shape))
                }
                return "<\(union.discriminator ?? ""): " + parts.joined(separator: " | ") + ">"
            case .alias: return "JSON"
            case .own(let type): return type.name
            case .date(let pattern): return "date(\(pattern.text)\(pattern.timeZone.map { " " + $0 } ?? ""))"
            }
        }
    }
}
