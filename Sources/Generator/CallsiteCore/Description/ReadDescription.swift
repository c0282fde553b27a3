/// In: the nodes of all files. Out: the description, by the reader for the main file's format.
package func readDescription(_ nodes: NodeSet, _ options: Options, _ diagnostics: inout Diagnostics) -> Description {
    switch nodes.format {
    case .native:
        reportOpenAPISettings(options, &diagnostics)
        return readNative(nodes, &diagnostics)
    case .openAPI, .swagger: return readOpenAPI(nodes, options, &diagnostics)
    }
}

/// Reports settings that apply only to OpenAPI documents: a description in Callsite's own format says the same itself.
private func reportOpenAPISettings(_ options: Options, _ diagnostics: inout Diagnostics) {
    for (key, filter) in [("include", options.selection.include), ("exclude", options.selection.exclude)] {
        guard let word = (filter.tags + filter.paths + filter.operations).first else { continue }
        diagnostics.report(.onlyForOpenAPI(word.place == nil ? "--" + key : key, at: word.place ?? .commandLine))
    }
    if let first = options.places[.formats].values.min(by: { $0.precedes($1) }) {
        diagnostics.report(.onlyForOpenAPI("formats", at: first))
    }
}

extension Diagnostic {
    static func onlyForOpenAPI(_ key: String, at place: SourceLocation) -> Self {
        .error(
            "only-for-openapi", "'\(key)' is for OpenAPI documents, and this is a description in Callsite's own format",
            help: "change the description instead", at: place)
    }
}
