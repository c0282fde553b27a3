// In: the files of a description. Out: a summary of its API for people and scripts: operations, names, pagination, a
// web page. It chooses the names that the printer prints, and knows neither templates nor the other readers of an
// API.

import CallsiteCore
import CallsiteSwift

/// Describes an API for `callsite inspect`: runs the stages of `generate` up to the resolved API.
package func inspect(_ sources: SourceSet, options: Options) -> Inspection {
    inspected(sources, options: options).inspection
}

/// The same with the lowering, in which every name is chosen; nil if the API has errors or lacks files.
func inspected(
    _ sources: SourceSet, options: Options, reportsNames: Bool = false
) -> (inspection: Inspection, lowering: Lowering?, nodes: NodeSet) {
    var diagnostics = Diagnostics()
    let front = Front(sources, options, &diagnostics)
    var inspection = Inspection(apiName: front.description.name.text, diagnostics: diagnostics)
    guard front.description.missing.isEmpty else {
        inspection.missing = front.description.missing
        return (inspection, nil, front.nodes)
    }
    let api = front.api(options, &diagnostics)
    inspection.apiName = api.name
    // A page shows a type in place where it is used.
    let lowering = Lowering(api, options.withoutSharing)
    // Clashes of names are reported where names are shown: by 'inspect --names' and on a page. An API with errors isn't
    // printed, so it gets no names.
    var nameDiagnostics = Diagnostics()
    let isNamed = !diagnostics.hasErrors
    if isNamed { lowering.nameEverything(&nameDiagnostics) }
    if reportsNames { diagnostics.append(nameDiagnostics) }
    for problem in api.missingProducts(options) { diagnostics.report(problem) }
    inspection.diagnostics = options.isStrict ? diagnostics.treatingWarningsAsErrors() : diagnostics
    let prefix = lowering.namespacePrefix
    inspection.endpoints = api.endpoints.enumerated().map { index, endpoint in
        let errors = api.statedErrors(of: endpoint)
        return EndpointSummary(
            name: endpoint.name, swiftName: isNamed ? prefix + lowering.endpointNames[index].name : "",
            swiftResponse: isNamed ? lowering.written(endpoint.response) : "", method: endpoint.method,
            path: endpoint.path.text,
            response: endpoint.response.text(isOptional: endpoint.response.isOptional, api.written),
            failure: errors.map { "\($0.status) \(api.written($0.shape))" }.joined(separator: ", "),
            paging: endpoint.pagination.map(PagingSummary.init),
            pagingRefusal: endpoint.pagingRefusal.map { "\($0.rule): \($0.reason)" },
            links: endpoint.links.map(\.template.text), location: endpoint.place,
            isDeprecated: endpoint.deprecation != nil)
    }
    return (inspection, inspection.diagnostics.hasErrors ? nil : lowering, front.nodes)
}

package struct Inspection: Sendable {
    package var apiName: String
    package var endpoints: [EndpointSummary] = []
    package var missing: [MissingSource] = []
    package var diagnostics: Diagnostics
}

extension API.Response {
    /// Whether successful responses have no body, whatever their status.
    var isNothing: Bool { shape == .scalar(.void) && cases.isEmpty }

    /// `Issue?`, `stream of Event`, or `200 Issue | 202 Job`.
    fileprivate func text(isOptional: Bool, _ name: (API.Shape) -> String) -> String {
        guard cases.isEmpty else { return cases.map { "\($0.status) \(name($0.shape))" }.joined(separator: " | ") }
        return (stream == nil ? "" : "stream of ") + name(shape) + (isOptional ? "?" : "")
    }
}

extension Lowering {
    /// The prefix that callers write before every generated name: `Shop.`; empty without a namespace.
    var namespacePrefix: String { namespace.map { $0.text + "." } ?? "" }

    /// The Swift type of a response.
    fileprivate func written(_ response: API.Response) -> String {
        let namespace = namespace
        // A type that is nested in the request is named as inside the request, without a namespace.
        func typeName(_ shape: API.Shape) -> SwiftTypeName {
            self.typeName(shape) { id in
                guard let namespace, api[id].owner == .api, api[id].ownType == nil else {
                    return SwiftTypeName(self.name(of: id))
                }
                return .member(self.name(of: id), of: SwiftTypeName(namespace))
            }
        }
        return response.text(isOptional: response.isOptional && !response.shape.isOptional) { typeName($0).text }
    }
}

/// One endpoint, for people and for scripts.
package struct EndpointSummary: Hashable, Sendable {
    package var name: String
    /// The request's type, with the namespace.
    package var swiftName: String
    /// The response's type, as it is called inside the request, with the namespace.
    package var swiftResponse: String
    package var method: String
    package var path: String
    package var response: String
    /// The statuses of errors and their types, the most exact status first.
    package var failure: String
    /// nil if the endpoint isn't paginated.
    package var paging: PagingSummary?
    /// The number of a pagination rule, and why the rule doesn't apply, if the endpoint only looks paginated.
    package var pagingRefusal: String?
    /// The patterns of deep links that lead to the endpoint.
    package var links: [String]
    package var location: SourceLocation
    package var isDeprecated: Bool
}
