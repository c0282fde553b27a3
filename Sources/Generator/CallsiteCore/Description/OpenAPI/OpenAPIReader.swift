// In: the nodes of an OpenAPI (3.0, 3.1, 3.2) or Swagger 2.0 document in one file or several. Out: the same
// `Description` as the native format gives. Two rules: what can't be expressed becomes the nearest safe type and a
// warning, and an illegality of the document costs no more than the place where it stands.

/// Reads the main file and what it refers to. Files that are not loaded yet come back in `missing`.
func readOpenAPI(_ nodes: NodeSet, _ options: Options, _ diagnostics: inout Diagnostics) -> Description {
    guard let root = nodes.documents[0]?.root else {
        return Description(
            name: .init(text: "API", place: SourceLocation(file: .main, line: 1, column: 1)), fileName: "")
    }
    let reader = OpenAPIReader(nodes, root, options)
    reader.read()
    diagnostics.append(reader.diagnostics)
    return reader.description
}

/// The state that the parts of the reader share.
package final class OpenAPIReader {
    enum Version: Comparable { case swagger2, v30, v31, v32 }

    let nodes: NodeSet
    let root: Node
    let options: Options
    let version: Version
    package var description: Description
    /// The paths in `description.missing`.
    var missing: Set<String> = []
    package var diagnostics = Diagnostics()

    /// Which node became which model.
    var models: [NodeID: String] = [:]
    /// By a component that is nothing but a reference into another file: what stands there.
    var standIns: [NodeID: Node] = [:]
    /// The main file's schemas, in their order.
    var components: [(name: String, node: Node)] = []
    /// The nodes of models that are read or will be.
    var described: Set<NodeID> = []
    /// Models whose schema is still to be read.
    var pending: [PendingModel] = []
    /// Types in place whose owner can't hold them.
    var hoistedModels: [Description.Model] = []
    /// Formats with a type of the user's own that were met.
    var ownFormats: Set<String> = []
    /// Where pointers lead, by file and pointer.
    var targets: [String: Node] = [:]
    /// The same by the places of the references, which are asked for many times.
    var targetsByPlace: [NodeID: Node] = [:]
    /// The files that say their own URL (`$self`), by it.
    let filesBySelf: [String: Int]
    /// The references that are being followed.
    var finding: Set<String> = []
    /// A reference leads through itself, or through too many others, which has been reported.
    var foundCycle = false
    /// By key, the values of the mappings that pointers went through; by name, the anchors of the files that were
    /// searched for one.
    var members: [NodeID: [String: Node]] = [:]
    var anchors: [Int: [String: [Node]]] = [:]
    /// Component schemas that extend another by `allOf`, by the other.
    var extensions: [NodeID: [(name: String, node: Node)]] = [:]
    /// The components that extend a base with a discriminator.
    lazy var heirs = findHeirs()
    /// Whether a file has a `$dynamicRef`, and the schemas that its anchors lead to in what is being read.
    lazy var usesDynamicReferences = findDynamicReferences()
    var dynamicScope: [String: Node] = [:]
    /// The data of an event is decoded by its `contentSchema` in what is being read.
    var readsEvents = false
    /// Alternatives that end a stream, and are no elements of it.
    var terminalEvents: Set<NodeID> = []
    /// The results of questions about schemas.
    var answers = SchemaAnswers()
    /// `securitySchemes` by name.
    var securitySchemes: [String: Description.Authentication] = [:]
    /// The contents of schemas and media types, for where two are compared.
    var contents = SchemaContents()
    /// The same for where the types of the values must be one type too.
    var exactContents = SchemaContents(isExact: true)
    /// The constants and the fields of objects that have been alternatives.
    var knownConstants: [NodeID: Constants?] = [:]
    var knownFields: [NodeID: AlternativeFields?] = [:]
    /// The schemas whose alternatives components are.
    var knownAlternatives: [NodeID: Node?] = [:]
    /// The references whose fields are being merged into a type in place, and how many such types there have been.
    var merging: [NodeID] = []
    var merges = 0
    var mergesInside = 0
    var mergedFields = 0
    /// How many references were followed to find those fields.
    var mergedReferences = 0
    /// How many alternatives bases have had that list who extends them.
    var inherited = 0
    /// Levels of types in place round the one that is being read.
    var inlineDepth = 0
    /// The nodes of all files that the document is in.
    private(set) lazy var size = nodes.documents.reduce(0) { $0 + ($1?.nodes.count ?? 0) }
    let authenticationRules: PreparedOperationRules<Description.Authentication>
    /// Swagger 2.0: the media types of bodies and responses, unless an operation says otherwise.
    var consumes: [String] = []
    var produces: [String] = []
    /// The operations that the selection keeps, each with a name of its own.
    var operations: [FoundOperation] = []
    /// The mistakes in the selection: words that fit no operation, or a selection that keeps nothing.
    var selectionProblems: [Diagnostic] = []

    struct NodeID: Hashable {
        let file: Int
        let index: Int
        init(_ node: Node) { (file, index) = (node.document.file.index, node.index) }
    }

    struct PendingModel {
        var name: String
        var title: String?
        var node: Node
        /// The place of what it is made from: the last name of its pointer, and those before it, for where two are
        /// called the same.
        var path: [String] = []
    }

    package init(_ nodes: NodeSet, _ root: Node, _ options: Options) {
        self.nodes = nodes
        self.root = root
        self.options = options
        filesBySelf = Self.filesBySelf(nodes)
        authenticationRules = PreparedOperationRules(options.authentication)
        let start = SourceLocation(file: .main, line: 1, column: 1)
        let text = root["openapi"]?.text ?? root["swagger"]?.text ?? ""
        if nodes.format == .swagger {
            version = .swagger2
        } else if text.hasPrefix("3.0") {
            version = .v30
        } else if text.hasPrefix("3.1") {
            version = .v31
        } else {
            version = .v32
        }
        description = Description(
            name: .init(text: "API", place: start), fileName: OpenAPIReader.fileName(nodes.sources.files[0].path))
        description.isLenient = true
    }

    private static func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    package func read() {
        checkVersion()
        readInformation()
        readTags()
        readServers()
        registerSchemas()
        readSecuritySchemes()
        consumes = texts(root["consumes"])
        produces = texts(root["produces"])
        description.authentication = root["security"].flatMap { authentication($0) }
        findOperations()
        let isSelecting = !options.selection.isEmpty
        for operation in operations { readOperation(operation) }
        readCommonErrors()
        if !isSelecting { readWebhooks() }
        readModels(all: !isSelecting)
        checkSelection()
        // Read once more when all files are there.
        if description.missing.isEmpty {
            reportMistakes()
            nameSubjects()
        }
        description.detectsPagination = options.detectsPagination ?? true
    }

    private func checkVersion() {
        let node = root["openapi"] ?? root["swagger"]
        let text = node?.text ?? ""
        let known =
            version == .swagger2
            ? text.hasPrefix("2.") : ["3.0", "3.1", "3.2"].contains { text == $0 || text.hasPrefix($0 + ".") }
        if !known { diagnostics.report(.unknownOpenAPIVersion(text, at: node?.place ?? root.place)) }
    }

    private func readInformation() {
        let information = root["info"]
        let title = information?["title"]
        let place = title?.place ?? root.place
        let host = root["servers"]?.elements?.first?["url"]?.text ?? root["host"]?.text
        description.name = .init(
            text: APINames.name(title: title?.text ?? "", fileName: description.fileName, host: host), place: place)
        description.documentation = [title?.text, information?["description"]?.text].compactMap { $0 }.joined(
            separator: "\n\n")
        if description.documentation == "" { description.documentation = nil }
    }

    // MARK: - Small readings

    func texts(_ node: Node?) -> [String] { node?.elements?.compactMap(\.text) ?? [] }

    func flag(_ node: Node?) -> Bool { node?.value == .bool(true) || node?.text == "true" }

    func deprecation(_ node: Node) -> Description.Deprecation? { flag(node["deprecated"]) ? .init(message: nil) : nil }

    /// In the order they are written, extensions (`x-…`) included.
    package func pairs(_ node: Node?) -> [(key: String, value: Node, place: SourceLocation)] {
        (node?.pairs ?? []).compactMap { pair in pair.key.text.map { ($0, pair.value, pair.key.place) } }
    }

    func literal(_ node: Node) -> Description.Literal { readLiteral(node) }
}

extension Diagnostic {
    static func unknownOpenAPIVersion(_ version: String, at place: SourceLocation) -> Self {
        .warning(
            "unknown-openapi-version", "the document's version is '\(version)'",
            help: "2.0, 3.0, 3.1 and 3.2 are known; it is read as the nearest of them", at: place)
    }
}
