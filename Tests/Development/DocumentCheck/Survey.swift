import CallsiteCore

/// The contents of a document, counted without reading their meaning: to compare with the code generated from it.
package struct Survey: Sendable {
    package var operations = 0
    package var schemas = 0
}

/// nil: the file is no OpenAPI or Swagger document.
package func survey(_ sources: SourceSet) -> Survey? {
    var diagnostics = Diagnostics()
    let nodes = parse(sources, &diagnostics)
    guard nodes.format != .native, let root = nodes.documents[0]?.root else { return nil }
    var survey = Survey()
    let reader = OpenAPIReader(nodes, root, Options())
    for (path, node, _) in reader.pairs(root["paths"]) where !path.hasPrefix("x-") {
        guard let item = reader.resolved(node) else { continue }
        survey.operations +=
            reader.pairs(item).filter { OpenAPIReader.methods.contains($0.key.lowercased()) && $0.value.isMapping }
            .count
        survey.operations += reader.pairs(item["additionalOperations"]).count
    }
    survey.schemas = reader.pairs(root["definitions"] ?? root["components"]?["schemas"]).count
    return survey
}
