/// One kind of change that an API's authors make, tried at a place that chance decides.
package struct DiffEdit: Sendable {
    package let name: String
    /// Whether there was a place for it.
    let apply: @Sendable (inout EditedDocument) -> Bool

    init(_ name: String, _ apply: @escaping @Sendable (inout EditedDocument) -> Bool) {
        (self.name, self.apply) = (name, apply)
    }

    /// A document and what the edit made of it; nil: there is no place for it.
    package func edited(_ tree: DocumentTree, _ random: Randomness) -> EditedDocument? {
        var document = EditedDocument(tree, random)
        return apply(&document) && (document.isRenamed || document.tree != tree) ? document : nil
    }

    /// The schema of a string.
    static let text: DocumentTree = ["type": "string"]

    package static let all: [DiffEdit] =
        endpoints + security + parameters + bodies + responses + fields + types + values + names
}
