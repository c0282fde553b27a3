/// What `callsite inspect` tells of an API: the stages of `generate` up to the resolved API.
package func inspect(_ sources: SourceSet, options: Options) -> Inspection {
    var diagnostics = Diagnostics()
    let nodes = parse(sources, &diagnostics)
    let description = readDescription(nodes, &diagnostics)
    var inspection = Inspection(apiName: description.name.text, diagnostics: diagnostics)
    guard description.missing.isEmpty else {
        inspection.missing = description.missing
        return inspection
    }
    let api = resolve(description, options, &diagnostics)
    inspection.diagnostics = options.isStrict ? diagnostics.treatingWarningsAsErrors() : diagnostics
    inspection.endpoints = api.endpoints.map { endpoint in
        let errors = endpoint.errors ?? api.errors
        return EndpointSummary(
            name: endpoint.name, method: endpoint.method, path: endpoint.path.text,
            response: api.written(endpoint.response.shape) + (endpoint.response.isOptional ? "?" : ""),
            failure: errors.map { "\($0.status) \(api.written($0.shape))" }.joined(separator: ", "), paging: paging(endpoint),
            location: endpoint.place, isDeprecated: endpoint.deprecation != nil)
    }
    return inspection
}

private func paging(_ endpoint: API.Endpoint) -> String {
    guard let pagination = endpoint.pagination else { return "none" }
    let name = pagination.declaration.name.map { " \($0)" } ?? ""
    return pagination.declaration.style.rawValue + (pagination.isByDefault ? " (default\(name))" : " (declared\(name))")
}

package struct Inspection: Sendable {
    package var apiName: String
    package var endpoints: [EndpointSummary] = []
    package var missing: [MissingSource] = []
    package var diagnostics: Diagnostics
}

/// One endpoint, for people and for scripts.
package struct EndpointSummary: Hashable, Sendable {
    package var name: String
    package var method: String
    package var path: String
    package var response: String
    /// Statuses and what they hold, most exact first.
    package var failure: String
    /// The style and where it comes from, or `none`.
    package var paging: String
    package var location: SourceLocation
    package var isDeprecated: Bool
}

extension API {
    /// A type in the native format's spelling.
    func written(_ shape: Shape) -> String {
        switch shape {
        case .scalar(let scalar): scalar.rawValue
        case .typeParameter(let name): name
        case .list(let element): "[\(written(element))]"
        case .dictionary(let value): "[String: \(written(value))]"
        case .optional(let wrapped): written(wrapped) + "?"
        case .named(let id, let arguments):
            (self[id].owner == .api ? self[id].name : "{…}")
                + (arguments.isEmpty ? "" : "<" + arguments.map(written).joined(separator: ", ") + ">")
        }
    }
}
