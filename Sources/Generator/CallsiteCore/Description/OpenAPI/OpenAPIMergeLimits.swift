// How far schemas that extend others are merged. A small document can ask for an endless type, or for more fields than
// anyone can wait for; no document that people wrote comes near these limits.

extension OpenAPIReader {
    /// How many types in place may be merged from references: each takes the fields of all of them, and those may be
    /// such types again. In proportion to the document.
    var mergeLimit: Int { min(20_000, 200 + size) }
    /// And how many of them may stand inside each other.
    static let mergeDepth = 4
    /// How many levels of schemas that extend each other give their fields to one model.
    static let baseDepth = 64
    /// And how many fields they may have together: in proportion to the document, so that no small one becomes a large
    /// output.
    var mergedFieldLimit: Int { min(60_000, 1_000 + size) }

    /// And how many references may be followed to find them, in proportion to the document: schemas that all extend
    /// many others in common are soon more than anyone can wait for. The documents of real APIs come to some ten
    /// thousands.
    var mergedReferenceLimit: Int { 100_000 + 2 * size }

    /// Whether what is merged next may be: not too much, nor too deep, nor with too many fields.
    var mayMerge: Bool {
        merges <= mergeLimit && mergesInside <= Self.mergeDepth && mergedFields <= mergedFieldLimit
            && mergedReferences <= mergedReferenceLimit
    }

    /// The type of an object that may not be merged any more: the first of the schemas that it extends.
    func unmerged(_ first: (target: Node, reference: Node), at place: SourceLocation) -> ReadType {
        reportUnmerged(first.reference.text ?? "", at: first.reference.place)
        return reference(to: first.target, by: first.reference, at: place)
    }

    func reportUnmerged(_ reference: String, at place: SourceLocation) {
        let isNested = mergesInside > Self.mergeDepth
        diagnostics.report(isNested ? .endlessMerge(reference, at: place) : .tooMuchMerged(reference, at: place))
    }
}

extension Diagnostic {
    static func endlessMerge(_ reference: String, at place: SourceLocation) -> Self {
        .warning(
            "endless-merge", "merging the fields of '\(path: reference)' here would go on without end",
            help: "it is that schema alone, without what is added to it", at: place)
    }
    static func tooMuchMerged(_ reference: String, at place: SourceLocation) -> Self {
        .warning(
            "endless-merge",
            "the fields of '\(path: reference)' aren't merged with those beside it: this document's schemas extend each other too often",
            help: "it is that schema alone, without what is added to it", at: place)
    }
}
