/// Assembles a document from nodes of others. Each node keeps its place in the file where it is written.
///
/// ```swift
/// var assembly = YAMLAssembly(limit: 1_000_000)
/// assembly.open(mapping)
/// assembly.append(key)
/// assembly.append(value)
/// assembly.close()
/// let document = assembly.document(file: .main)
/// ```
package struct YAMLAssembly {
    private var nodes: [YAMLDocument.RawNode] = []
    private var text: [UInt8] = []
    private var origins: [YAMLDocument.Origin] = []
    /// Where the text of a document begins in `text`.
    private var textStarts: [ObjectIdentifier: Int] = [:]
    /// The collections that are still open.
    private var unfinished: [Int] = []
    private let limit: Int
    /// The place of the first node that exceeds the limits for the number of nodes or the depth.
    package private(set) var excess: SourceLocation?

    /// - Parameter limit: The most nodes that the document may have.
    package init(limit: Int) { self.limit = limit }

    /// Begins a list or a mapping at the place of another, without that one's contents.
    package mutating func open(_ node: Node) {
        add(node)
        unfinished.append(nodes.count - 1)
        if unfinished.count > YAMLLimits.depth { excess = excess ?? node.place }
    }

    package mutating func close() {
        if let index = unfinished.popLast() { nodes[index].end = Int32(clamping: nodes.count) }
    }

    /// Adds a node with its contents. An alias becomes the value that it stands for.
    package mutating func append(_ node: Node) {
        guard excess == nil else { return }
        guard let children = node.parts else { return add(node) }
        open(node)
        for child in children { append(child) }
        close()
    }

    private mutating func add(_ node: Node) {
        guard nodes.count < limit else {
            excess = excess ?? node.place
            return
        }
        let place = node.place
        var raw = node.document.nodes[node.index]
        (raw.line, raw.column, raw.length) = (place.line, place.column, place.length)
        if raw.kind == .scalar { raw.start += Int32(clamping: textStart(of: node.document)) }
        if origins.last?.file != place.file { origins.append(.init(start: nodes.count, file: place.file)) }
        nodes.append(raw)
    }

    private mutating func textStart(of document: YAMLDocument) -> Int {
        let id = ObjectIdentifier(document)
        if let start = textStarts[id] { return start }
        let start = text.count
        text += document.text
        textStarts[id] = start
        return start
    }

    /// - Parameter file: The file of the document itself.
    package func document(file: FileID) -> YAMLDocument {
        YAMLDocument(file: file, nodes: nodes, text: text, origins: origins)
    }
}

extension Node {
    /// A list's elements, or keys and values in turn; nil: a scalar.
    fileprivate var parts: [Node]? {
        guard document.nodes[index].kind != .scalar else { return nil }
        // The last of two equal keys counts.
        if isMapping, !document.repetitions.isEmpty { return pairs?.flatMap { [$0.key, $0.value] } }
        return children.map { Node(document: document, index: $0) }
    }
}
