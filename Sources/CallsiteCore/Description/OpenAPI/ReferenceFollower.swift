// Where the references of a document lead, for who reads it beside the generator's own reader: `diff`, and the mock.

extension NodeSet {
    /// OpenAPI or Swagger; nil: a description in Callsite's own format, or nothing.
    package var openAPIRoot: Node? { format == .native ? nil : documents.first??.root }
    package var isSwagger: Bool { format == .swagger }
}

/// Follows the references of an OpenAPI document as its reader does, and says nothing of those that lead nowhere.
package struct ReferenceFollower {
    private var reader: OpenAPIReader

    package init?(_ nodes: NodeSet) {
        guard let root = nodes.openAPIRoot else { return nil }
        reader = OpenAPIReader(nodes, root, Options())
        reader.diagnostics.isMuted = true
    }

    /// What stands behind the references of what is no schema; nil: nothing.
    package mutating func resolved(_ node: Node) -> Node? { reader.resolved(node) }

    /// What one `$ref` names, which may be a reference again; nil: nothing.
    package mutating func target(of reference: Node) -> Node? { reader.target(of: reference) }
}
