// In: an OpenAPI document that has been read, and the diagnostics of the readers. Out: these diagnostics, and warnings
// about places that no reader looks at: misspelled keys, values of the wrong kind, parts of another version. The
// warnings don't change the description.

/// Looks for mistakes in a document that has been read.
package typealias OpenAPIAdvice = (OpenAPIReader) -> Void

/// The advice that Callsite has for OpenAPI documents.
package func adviseOnOpenAPI(_ reader: OpenAPIReader) {
    var walk = MistakeWalk(reader)
    if reader.options.selection.isEmpty {
        walk.check(reader.root, .root)
    } else {
        // Operations that aren't generated aren't checked.
        for operation in reader.selection.operations { walk.check(operation.node, .operation) }
    }
    walk.finish()
    walk.reportBrokenMappings(reader)
    walk.reportUnknownLinks(reader)
    reader.diagnostics.removeAll { walk.superseded[$0.location]?.contains($0.id) == true }
    reader.diagnostics.append(walk.diagnostics)
}
