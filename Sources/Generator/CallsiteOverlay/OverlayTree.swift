import CallsiteCore
import CallsiteText

/// A document while overlays change it. Cells are made on demand: a value that no query has entered has no cells for
/// its parts.
final class OverlayTree {
    struct Cell {
        /// The value as it is written; of a list or a mapping with `children`, only its place and its kind count.
        let node: Node
        /// In a mapping, the key.
        let key: Node?
        var parent: Int
        /// The cells of the elements or members; nil: they are unchanged.
        var children: [Int]?
    }

    private(set) var cells: [Cell]
    /// The members of large mappings by their names.
    private var members: [Int: [ExactString: Int]] = [:]
    /// The largest number of cells and nodes, so that an overlay can't copy the whole document into itself thirty
    /// times.
    let limit: Int
    static let root = 0

    init(_ node: Node, limit: Int) {
        cells = [Cell(node: node, key: nil, parent: -1, children: nil)]
        self.limit = limit
    }

    var isFull: Bool { cells.count > limit }

    subscript(_ index: Int) -> Cell { cells[index] }

    /// The cells of a value's parts; nil: it has none.
    func children(of index: Int) -> [Int]? {
        if let children = cells[index].children { return children }
        let node = cells[index].node
        let children: [Int]
        if let elements = node.elements {
            children = elements.map { add($0, in: index) }
        } else if let pairs = node.pairs {
            children = pairs.map { add($0.value, key: $0.key, in: index) }
        } else {
            return nil
        }
        cells[index].children = children
        return children
    }

    private func add(_ node: Node, key: Node? = nil, in parent: Int) -> Int {
        cells.append(Cell(node: node, key: key, parent: parent, children: nil))
        return cells.count - 1
    }

    func member(_ name: String, of index: Int) -> Int? {
        guard let children = children(of: index) else { return nil }
        let name = ExactString(name)
        guard children.count > 16 else {
            return children.first { cells[$0].key?.text.map { ExactString($0) } == name }
        }
        if let positions = members[index] { return positions[name] }
        let named = children.compactMap { child in cells[child].key?.text.map { (ExactString($0), child) } }
        members[index] = Dictionary(firstOf: named)
        return members[index]?[name]
    }

    // MARK: - Changes

    func remove(_ indices: Set<Int>) {
        for parent in Set(indices.map { cells[$0].parent }) where parent >= 0 {
            cells[parent].children?.removeAll(where: indices.contains)
            members[parent] = nil
        }
    }

    /// Adds a written value to a list or a mapping.
    func append(_ node: Node, key: Node? = nil, to index: Int) {
        guard children(of: index) != nil else { return }
        link(add(node, key: key, in: index), to: index)
    }

    /// Adds a copy of another cell, as it is now.
    func append(copyOf source: Int, key: Node? = nil, to index: Int) {
        guard children(of: index) != nil else { return }
        link(copy(source, key: key, in: index), to: index)
    }

    private func link(_ child: Int, to index: Int) {
        cells[index].children?.append(child)
        if let name = cells[child].key?.text { members[index]?[ExactString(name)] = child }
    }

    /// A copy of a cell, without a parent.
    func copy(_ source: Int) -> Int { copy(source, key: nil, in: -1) }

    private func copy(_ source: Int, key: Node?, in parent: Int) -> Int {
        let index = add(cells[source].node, key: key, in: parent)
        guard let parts = cells[source].children, !isFull else { return index }
        cells[index].children = parts.map { copy($0, key: cells[$0].key, in: index) }
        return index
    }

    /// Puts a scalar in the place of another.
    func replace(_ index: Int, with node: Node) {
        cells[index] = Cell(node: node, key: cells[index].key, parent: cells[index].parent, children: nil)
    }

    // MARK: - The document

    /// - Returns: The document, or the place at which it is too large or too deep.
    func document() -> Result<YAMLDocument, Excess> {
        var assembly = YAMLAssembly(limit: limit)
        append(Self.root, to: &assembly)
        if let place = assembly.excess { return .failure(Excess(place: place)) }
        return .success(assembly.document(file: .main))
    }

    struct Excess: Error {
        let place: SourceLocation
    }

    private func append(_ index: Int, to assembly: inout YAMLAssembly) {
        guard assembly.excess == nil else { return }
        guard let children = cells[index].children else { return assembly.append(cells[index].node) }
        assembly.open(cells[index].node)
        for child in children {
            if let key = cells[child].key { assembly.append(key) }
            append(child, to: &assembly)
        }
        assembly.close()
    }
}

/// A value of the tree, for queries.
struct OverlayNode: JSONPathNode {
    let tree: OverlayTree
    let index: Int

    private var node: Node { tree[index].node }

    var scalar: JSONPathScalar? {
        switch node.value {
        case nil: nil
        case .null?: .null
        case .bool(let value)?: .bool(value)
        case .integer(let digits)?, .float(let digits)?: Double(digits).map(JSONPathScalar.number) ?? .string(digits)
        case .string(let text)?: .string(text)
        }
    }

    var elements: [OverlayNode]? {
        guard node.isSequence else { return nil }
        return tree.children(of: index)?.map { OverlayNode(tree: tree, index: $0) }
    }

    var members: [(name: String, value: OverlayNode)]? {
        guard node.isMapping else { return nil }
        return tree.children(of: index)?.map { (tree[$0].key?.text ?? "", OverlayNode(tree: tree, index: $0)) }
    }

    func member(_ name: String) -> OverlayNode? {
        guard node.isMapping else { return nil }
        return tree.member(name, of: index).map { OverlayNode(tree: tree, index: $0) }
    }
}
