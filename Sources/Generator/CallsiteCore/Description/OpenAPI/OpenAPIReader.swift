// In: the nodes of an OpenAPI (3.0, 3.1, 3.2) or Swagger 2.0 document in one file or several. Out: the same
// `Description` as the native format gives. Anything that Swift can't express becomes the nearest safe type, with a
// warning. A mistake in the document affects only the part it is in.

/// The state that the parts of the reader share. Each part keeps its own state in a type of its own.
package final class OpenAPIReader {
    enum Version: Comparable { case swagger2, v30, v31, v32 }

    let nodes: NodeSet
    let root: Node
    package let options: Options
    let version: Version
    let references: References
    let authenticationRules: PreparedOperationRules<Description.Authentication>
    package var description: Description
    package var diagnostics = Diagnostics()

    var selection = ReadSelection()
    var models = ModelQueue()
    var inheritance = Inheritance()
    var merges: MergeBudget
    var dynamicAnchors = DynamicAnchors()
    /// The stream of events that is being read.
    var events = EventStream()
    /// Results about schemas, kept because they are needed again.
    var answers = SchemaAnswers()
    var alternativeFacts = AlternativeFacts()
    /// The contents of schemas and media types, for where two are compared.
    var contents = SchemaContents()
    /// The same, for comparisons in which the values' types must be equal too.
    var exactContents = SchemaContents(isExact: true)
    /// `securitySchemes` by name.
    var securitySchemes: [String: Description.Authentication] = [:]
    /// Levels of types in place round the one that is being read.
    var inlineDepth = 0

    struct EventStream {
        /// Whether the data of an event is decoded by its `contentSchema`.
        var haveJSON = false
        /// Alternatives that end a stream, and are no elements of it.
        var terminals: Set<Node.ID> = []
    }

    package init(_ nodes: NodeSet, _ root: Node, _ options: Options) {
        self.nodes = nodes
        self.root = root
        self.options = options
        references = References(nodes, root)
        merges = MergeBudget(size: nodes.documents.reduce(0) { $0 + ($1?.nodes.count ?? 0) })
        authenticationRules = PreparedOperationRules(options.authentication)
        let text = root["openapi"]?.text ?? root["swagger"]?.text ?? ""
        version =
            nodes.format == .swagger
            ? .swagger2 : text.hasPrefix("3.0") ? .v30 : text.hasPrefix("3.1") ? .v31 : .v32
        description = Description(of: nodes.sources)
        description.isLenient = true
    }

    /// Reads the main file and what it refers to. Files that are not loaded yet are in `description.missing`.
    package func read() {
        if version >= .v31 { dynamicAnchors = DynamicAnchors(nodes) }
        checkVersion()
        readInformation()
        readTags()
        readServers()
        registerSchemas()
        readSecuritySchemes()
        description.authentication = root["security"].flatMap { authentication($0) }
        findOperations()
        let isSelecting = !options.selection.isEmpty
        for operation in selection.operations { readOperation(operation) }
        readCommonErrors()
        if !isSelecting { readWebhooks() }
        enterSelectedModels()
        readModels(all: !isSelecting)
        description.missing = references.missing
        description.detectsPagination = options.detectsPagination ?? true
        checkSelection()
    }

    /// Looks for mistakes in the description. If files are missing, it is read again when all are there.
    func look(for advice: (OpenAPIReader) -> Void) {
        guard references.missing.isEmpty else { return }
        advice(self)
        nameSubjects()
        description.missing = references.missing
    }

    private func checkVersion() {
        let node = root["openapi"] ?? root["swagger"]
        let text = node?.text ?? ""
        let isKnown =
            version == .swagger2
            ? text.hasPrefix("2.") : ["3.0", "3.1", "3.2"].contains { text == $0 || text.hasPrefix($0 + ".") }
        if !isKnown { diagnostics.report(.unknownOpenAPIVersion(text, at: node?.place ?? root.place)) }
    }

    private func readInformation() {
        let information = root["info"]
        let title = information?["title"]
        let place = title?.place ?? root.place
        let host = root["servers"]?.elements?.first?["url"]?.text ?? root["host"]?.text
        description.name = .init(
            text: APINames.name(title: title?.text ?? "", fileName: description.fileName, host: host), place: place)
        description.documentation = Self.paragraphs(title?.text, information?["description"]?.text)
    }

    package var componentSchemas: [(name: String, node: Node)] { models.components }

    package var readOperations: [(place: SourceLocation, node: Node)] {
        selection.operations.map { ($0.place, $0.node) }
    }

    // MARK: - Small readings

    /// Reads without reports, for a trial or if the problem has been reported.
    func quietly<Result>(_ body: () -> Result) -> Result {
        let wasMuted = diagnostics.mute()
        defer { diagnostics.isMuted = wasMuted }
        return body()
    }

    func texts(_ node: Node?) -> [String] { node?.elements?.compactMap(\.text) ?? [] }

    package func flag(_ node: Node?) -> Bool { node?.value == .bool(true) || node?.text == "true" }

    func deprecation(_ node: Node) -> Description.Deprecation? { flag(node["deprecated"]) ? .init(message: nil) : nil }

    /// In the order they are written, extensions (`x-…`) included.
    package func pairs(_ node: Node?) -> [(key: String, value: Node, place: SourceLocation)] {
        (node?.pairs ?? []).compactMap { pair in pair.key.text.map { ($0, pair.value, pair.key.place) } }
    }

    /// Paragraphs with an empty line between them; nil: there is none.
    static func paragraphs(_ texts: String?...) -> String? {
        let joined = texts.compactMap(\.self).joined(separator: "\n\n")
        return joined.isEmpty ? nil : joined
    }
}

extension Diagnostic {
    static func wrongOpenAPIValue(
        _ message: DiagnosticText, help: DiagnosticText, at place: SourceLocation, notes: [Note] = [],
        isPerCause: Bool = false
    ) -> Self {
        .warning("wrong-openapi-value", message, help: help, at: place, notes: notes, isPerCause: isPerCause)
    }
    static func unknownOpenAPIVersion(_ version: String, at place: SourceLocation) -> Self {
        .warning(
            "unknown-openapi-version", "the document's version is '\(version)'",
            help: "2.0, 3.0, 3.1 and 3.2 are known; it is read as the nearest of them", at: place)
    }
}
