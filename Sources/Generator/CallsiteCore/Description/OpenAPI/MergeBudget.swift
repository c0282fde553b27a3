// How far schemas that extend others are merged. A small document can ask for an endless type, or for more fields than
// anyone can wait for; no document that people wrote comes near these limits.

struct MergeBudget {
    /// How many types in place may be merged from references, in proportion to the document. Each takes the fields of
    /// all its references, which may be such types again.
    private let typeLimit: Int
    /// How many merged types may stand inside each other.
    private static let depth = 4
    /// How many levels of schemas that extend each other give their fields to one model.
    static let baseDepth = 64
    /// How many fields merged types may have together: in proportion to the document, so that a small document never
    /// becomes a large output.
    let mostFields: Int
    /// How many references may be followed to find these fields, in proportion to the document: schemas that all extend
    /// the same many schemas would take too long. Documents of real APIs need some ten thousand.
    private let referenceLimit: Int

    /// The schemas whose fields are being merged into a type in place.
    private var open: [Node.ID] = []
    private var count = 0
    private var level = 0
    private var fields = 0
    private var references = 0
    private var combinations = 0

    /// - Parameter size: The nodes of all files that the document is in.
    init(size: Int) {
        typeLimit = min(20_000, 200 + size)
        mostFields = min(60_000, 1_000 + size)
        referenceLimit = 100_000 + 2 * size
    }

    /// Whether no limit is exceeded, so that the next type may be merged.
    var isLeft: Bool {
        count <= typeLimit && level <= Self.depth && fields <= mostFields && references <= referenceLimit
    }

    var isTooDeep: Bool { level > Self.depth }

    func isMerging(_ schema: Node) -> Bool { open.contains(schema.id) }

    mutating func begin(_ schemas: [Node] = [], isMerged: Bool = true) {
        open += schemas.map(\.id)
        count += isMerged ? 1 : 0
        level += isMerged ? 1 : 0
    }

    mutating func end(_ schemas: [Node] = [], isMerged: Bool = true) {
        open.removeLast(schemas.count)
        level -= isMerged ? 1 : 0
    }

    mutating func add(fields count: Int) { fields += count }

    /// Counts the alternatives of a type that combines the alternatives of several schemas. Each may be such a type
    /// again, so there may be as many as merged types.
    ///
    /// - Returns: Whether the type may be made.
    mutating func addCombinations(_ count: Int) -> Bool {
        combinations += count
        return combinations <= typeLimit
    }

    /// Counts a reference. Twice the limit is allowed here, so that an object that is being merged when the limit is
    /// reached still gets everything that it extends.
    ///
    /// - Returns: Whether the reference may be followed.
    mutating func addReference() -> Bool {
        references += 1
        return references <= 2 * referenceLimit
    }
}

extension OpenAPIReader {
    /// The type of an object that may not be merged any more: the first of the schemas that it extends.
    func unmerged(_ first: (target: Node, reference: Node), at place: SourceLocation) -> ReadType {
        reportUnmerged(first.reference.text ?? "", at: first.reference.place)
        return reference(to: first.target, by: first.reference, at: place)
    }

    func reportUnmerged(_ reference: String, at place: SourceLocation) {
        diagnostics.report(
            merges.isTooDeep ? .endlessMerge(reference, at: place) : .tooMuchMerged(reference, at: place))
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
