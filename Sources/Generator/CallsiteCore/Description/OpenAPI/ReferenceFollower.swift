// Follows the references of a document for `diff` and the mock, which read the document themselves.

extension NodeSet {
    /// The root of an OpenAPI or Swagger document; nil for Callsite's own format, or if there is no document.
    package var openAPIRoot: Node? { format == .native ? nil : documents.first??.root }
    package var isSwagger: Bool { format == .swagger }
}

/// Follows the references of an OpenAPI document as the generator's reader does, but doesn't report broken ones. Copies
/// share the resolved references.
package struct ReferenceFollower {
    private let reader: OpenAPIReader

    package init?(_ nodes: NodeSet) {
        guard let root = nodes.openAPIRoot else { return nil }
        reader = OpenAPIReader(nodes, root, Options())
        reader.diagnostics.isMuted = true
    }

    /// The value behind the references of anything but a schema; nil if a reference is broken.
    package func resolved(_ node: Node) -> Node? { reader.resolved(node) }

    /// The value that one `$ref` names, which may be a reference again; nil if the reference is broken.
    package func target(of reference: Node) -> Node? { reader.target(of: reference) }

    /// The value that a `$dynamicRef` names if nothing redirects it; nil for any value.
    package func dynamicTarget(of reference: Node) -> Node? {
        reader.target(of: reference).flatMap { reader.content(of: $0) }
    }

    /// An operation, and the path item that it stands in.
    package struct Operation {
        package let method: String
        /// The path in the URL of a request.
        package let path: String
        package let item: Node
        package let node: Node
    }

    /// The operations, as the generator's reader finds them. A path item may be a reference, and operations beside the
    /// reference go before those of its target. An operation may be a reference. Methods are in upper or lower case.
    package func operations() -> [Operation] {
        var operations: [Operation] = []
        for (path, item, _) in reader.pairs(reader.root["paths"]) + reader.pairs(reader.root["x-ms-paths"])
        where !path.hasPrefix("x-") {
            for operation in reader.methods(of: reader.pathItems(item)) {
                guard let node = resolved(operation.value), node.isMapping else { continue }
                let path = reader.urlPath(path, node, operation.item)
                operations.append(.init(method: operation.method, path: path, item: operation.item, node: node))
            }
        }
        return operations
    }
}
