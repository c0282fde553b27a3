// In: an OpenAPI document that has been read, with what the readers reported. Out: that, with mistakes in places that
// no reader looks at: keys that no version has but that are nearly one, values of another kind than the key's, parts
// that belong to another version. Each is a warning, and nothing of the description depends on it.

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
