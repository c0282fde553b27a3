// Where the references of a document lead, for who reads it beside the generator's own reader: `diff`, and the mock.

extension NodeSet {
    /// OpenAPI or Swagger; nil: a description in Callsite's own format, or nothing.
    package var openAPIRoot: Node? { format == .native ? nil : documents.first??.root }
    package var isSwagger: Bool { format == .swagger }
}

/// Follows the references of an OpenAPI document as its reader does, and doesn't report broken ones. Copies share what
/// was found.
package struct ReferenceFollower {
    private let reader: OpenAPIReader

    package init?(_ nodes: NodeSet) {
        guard let root = nodes.openAPIRoot else { return nil }
        reader = OpenAPIReader(nodes, root, Options())
        reader.diagnostics.isMuted = true
    }

    /// The value behind the references of anything but a schema; nil: there is none.
    package func resolved(_ node: Node) -> Node? { reader.resolved(node) }

    /// The value that one `$ref` names, which may be a reference again; nil: there is none.
    package func target(of reference: Node) -> Node? { reader.target(of: reference) }

    /// The value that a `$dynamicRef` names where nothing redirects it; nil: any value.
    package func dynamicTarget(of reference: Node) -> Node? {
        reader.target(of: reference).flatMap { reader.content(of: $0) }
    }

    /// An operation, and the path item that it stands in.
    package struct Operation {
        package let method: String
        /// As requests have it.
        package let path: String
        package let item: Node
        package let node: Node
    }

    /// The operations, found as the reader finds them: a path item may be a reference with operations beside it, which
    /// go before those behind it, an operation may be a reference, and methods are written in either case.
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
