/// One file's YAML as a flat list of nodes in document order, each with its place. The list is cheap to build, and a
/// node is cheap to skip.
///
/// A collection's children follow it, and its `end` is the index after the last of them. The strings of all scalars are
/// in one buffer. An alias stays one node that points at its target, so that a hostile document can't grow in memory.
package final class YAMLDocument: Sendable {
    enum Kind: UInt8, Sendable { case scalar, sequence, mapping, alias }

    struct RawNode: Sendable {
        var kind: Kind
        /// For a scalar, whether it has no quotes and no tag, so that the core schema decides on its type. For a
        /// collection, whether it is written in brackets.
        var isPlain: Bool
        var line: Int32
        var column: Int32
        /// The number of Unicode scalars that the node covers on its first line.
        var length: Int32
        /// - For a scalar: the offset of its string in `text`.
        /// - For an alias: the index of its target.
        /// - For a mapping: the bits of its keys, see `keyBit`. Most lookups of an absent key end at these bits.
        var start: Int32
        /// For a scalar, the length of its string in bytes; for a collection, the index after its last child.
        var end: Int32
    }

    /// A key that occurs twice in a mapping.
    struct Repetition: Sendable {
        /// The index of the later key.
        var key: Int
        /// The index of the earlier key.
        var first: Int
    }

    /// A run of nodes that are written in the same file.
    struct Origin: Sendable {
        /// The index of the first node.
        var start: Int
        var file: FileID
    }

    let file: FileID
    let nodes: [RawNode]
    let text: [UInt8]
    let repetitions: [Repetition]
    /// The runs of nodes by file, in document order. Empty unless nodes come from another file, such as an overlay.
    private let origins: [Origin]

    init(file: FileID, nodes: [RawNode], text: [UInt8], repetitions: [Repetition] = [], origins: [Origin] = []) {
        self.file = file
        self.nodes = Self.withKeyBits(nodes, text)
        self.text = text
        self.repetitions = repetitions
        self.origins = origins
    }

    /// A copy of `other` with another file ID.
    private init(_ other: YAMLDocument, as file: FileID) {
        (self.file, nodes, text, repetitions) = (file, other.nodes, other.text, other.repetitions)
        origins = other.origins
    }

    /// The file that a node is written in.
    fileprivate func file(of index: Int) -> FileID {
        guard !origins.isEmpty else { return file }
        var (low, high) = (0, origins.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if origins[middle].start <= index { low = middle } else { high = middle }
        }
        return origins[low].file
    }

    package var root: Node { Node(document: self, index: 0) }

    /// The number of nodes. An alias counts as one, however large its target is.
    package var nodeCount: Int { nodes.count }

    /// Whether another document has the same nodes in the same order. Places, brackets and the kind of quotes don't
    /// matter, but `5` and `'5'` differ.
    package func hasSameValues(as other: YAMLDocument) -> Bool {
        guard nodes.count == other.nodes.count else { return false }
        return zip(nodes, other.nodes).allSatisfy { left, right in
            guard left.kind == right.kind, left.end == right.end else { return false }
            guard left.kind == .scalar else { return left.kind != .alias || left.start == right.start }
            return left.isPlain == right.isPlain
                && text[Int(left.start)..<Int(left.start + left.end)].elementsEqual(
                    other.text[Int(right.start)..<Int(right.start + right.end)])
        }
    }

    func asFile(_ id: FileID) -> YAMLDocument { YAMLDocument(self, as: id) }

    /// The bit for a key in the `start` of a mapping, from the key's length and first byte. Other keys may share it.
    fileprivate static func keyBit(count: Int, first: UInt8) -> Int32 {
        1 &<< Int32(truncatingIfNeeded: (count &* 5 ^ Int(first)) & 31)
    }

    private static func withKeyBits(_ nodes: [RawNode], _ text: [UInt8]) -> [RawNode] {
        var nodes = nodes
        for index in nodes.indices where nodes[index].kind == .mapping {
            var bits: Int32 = 0
            var at = index + 1
            let end = Int(nodes[index].end)
            while at < end {
                var key = nodes[at]
                if key.kind == .alias { key = nodes[Int(key.start)] }
                if key.kind == .scalar {
                    bits |= keyBit(count: Int(key.end), first: key.end > 0 ? text[Int(key.start)] : 0)
                    // A merged mapping may have any key.
                    if isMergeKey(key, text) { bits = -1 }
                }
                let value = after(at, nodes)
                guard value < end else { break }
                at = after(value, nodes)
            }
            nodes[index].start = bits
        }
        return nodes
    }
}

/// A node of a document: a scalar, a list or a mapping. A node follows aliases and applies merge keys.
package struct Node: Sendable {
    let document: YAMLDocument
    // Nodes are copied a lot, so they are small.
    /// The index of the node; for an alias, the index of its target.
    private let position: Int32
    /// The index of the node or of the alias itself.
    private let ownPosition: Int32

    init(document: YAMLDocument, index: Int) {
        self.document = document
        ownPosition = Int32(index)
        // An alias never points at an alias: the parser resolves chains.
        let raw = document.nodes[index]
        position = raw.kind == .alias ? raw.start : ownPosition
    }

    var index: Int { Int(position) }

    /// The place of the node; for an alias, the place of the alias.
    package var place: SourceLocation {
        let raw = document.nodes[Int(ownPosition)]
        return SourceLocation(
            file: document.file(of: Int(ownPosition)), line: Int(raw.line), column: Int(raw.column),
            length: Int(raw.length))
    }

    private var raw: YAMLDocument.RawNode { document.nodes[index] }

    package var isScalar: Bool { raw.kind == .scalar }
    package var isSequence: Bool { raw.kind == .sequence }
    package var isMapping: Bool { raw.kind == .mapping }
    /// A scalar written without quotes.
    package var isPlain: Bool { raw.kind == .scalar && raw.isPlain }

    /// A collection written in brackets.
    var isFlow: Bool { raw.kind != .scalar && raw.isPlain }

    /// The string of a scalar, without its quotes; nil for a collection.
    package var text: String? {
        let raw = raw
        guard raw.kind == .scalar else { return nil }
        return String(decoding: document.text[Int(raw.start)..<Int(raw.start + raw.end)], as: UTF8.self)
    }

    /// Whether a scalar begins with `#`.
    var beginsWithHash: Bool { raw.kind == .scalar && raw.end > 0 && document.text[Int(raw.start)] == 0x23 }

    /// A byte of a scalar's string; nil if the string is shorter, or if the node is a collection.
    func byte(at offset: Int) -> UInt8? {
        raw.kind == .scalar && offset < Int(raw.end) ? document.text[Int(raw.start) + offset] : nil
    }

    /// The meaning of a scalar by the YAML 1.2 core schema.
    package var value: YAMLScalar? {
        guard let text else { return nil }
        return raw.isPlain ? YAMLScalar(plain: text) : .string(text)
    }

    package var isNull: Bool { value == .null }

    /// A list's elements.
    package var elements: [Node]? {
        guard raw.kind == .sequence else { return nil }
        return children.map { Node(document: document, index: $0) }
    }

    /// A mapping's pairs in the order they are written, merge keys (`<<`) applied: a key's own value wins over a merged
    /// one. If a key comes twice, the last counts.
    package var pairs: [(key: Node, value: Node)]? {
        guard raw.kind == .mapping else { return nil }
        var pairs: [(key: Node, value: Node)] = []
        pairs.reserveCapacity(4)
        var merged: [Node] = []
        var at = index + 1
        let end = Int(raw.end)
        while at < end {
            let key = Node(document: document, index: at)
            at = document.after(at)
            guard at < end else { break }
            let value = Node(document: document, index: at)
            at = document.after(at)
            if key.isMergeKey {
                merged += value.elements ?? [value]
            } else {
                pairs.append((key, value))
            }
        }
        if !document.repetitions.isEmpty {
            var last: [String: Int] = [:]
            for (position, pair) in pairs.enumerated() { last[pair.key.text ?? ""] = position }
            if last.count < pairs.count { pairs = last.values.sorted().map { pairs[$0] } }
        }
        guard !merged.isEmpty else { return pairs }
        var present = Set(pairs.compactMap(\.key.text))
        for source in merged {
            for pair in source.pairs ?? [] where present.insert(pair.key.text ?? "").inserted { pairs.append(pair) }
        }
        return pairs
    }

    /// The value of a key in a mapping. If the key comes twice, the last value counts.
    package subscript(_ key: StaticString) -> Node? {
        key.withUTF8Buffer { value(forKey: $0) }
    }

    package func value(forKey key: String) -> Node? {
        var key = key
        return key.withUTF8 { value(forKey: $0) }
    }

    private func value(forKey key: UnsafeBufferPointer<UInt8>) -> Node? {
        let raw = raw
        guard raw.kind == .mapping,
            raw.start & YAMLDocument.keyBit(count: key.count, first: key.isEmpty ? 0 : key[0]) != 0
        else { return nil }
        var position: Int?
        var at = index + 1
        let end = Int(raw.end)
        while at < end {
            var name = document.nodes[at]
            if name.kind == .alias { name = document.nodes[Int(name.start)] }
            let value = document.after(at)
            if name.kind == .scalar {
                if document.isMergeKey(name) {
                    // The key may be in a merged mapping, so all pairs are searched.
                    let text = String(decoding: key, as: UTF8.self)
                    return pairs?.last { $0.key.text == text }?.value
                }
                if Int(name.end) == key.count, document.hasBytes(at: Int(name.start), key) { position = value }
            }
            guard value < end else { break }
            at = document.after(value)
        }
        return position.map { Node(document: document, index: $0) }
    }

    /// The identity of a node. An alias has the identity of its target.
    package struct ID: Hashable, Sendable {
        package let file: Int
        package let index: Int
    }

    package var id: ID { ID(file: document.file.index, index: index) }

    /// Whether both are the same node of the same file.
    func isSame(as other: Node) -> Bool { index == other.index && document.file == other.document.file }

    var isMergeKey: Bool { document.isMergeKey(raw) }

    /// Whether it is a mapping of one pair.
    var isOnePair: Bool {
        isMapping && isFilled && document.after(document.after(index + 1)) >= Int(raw.end)
    }

    /// Whether a list or a mapping holds anything.
    var isFilled: Bool { raw.kind != .scalar && Int(raw.end) > index + 1 }

    /// The indices of the direct children: of a mapping, keys and values in turn.
    var children: [Int] {
        var result: [Int] = []
        result.reserveCapacity(4)
        var at = index + 1
        let end = Int(raw.end)
        while at < end {
            result.append(at)
            at = document.after(at)
        }
        return result
    }

    /// `a list`, `'open'`, … for messages.
    package var kindDescription: DiagnosticText {
        switch raw.kind {
        case .sequence: "a list"
        case .mapping: "a mapping"
        default:
            switch value {
            case .null?: "nothing"
            case .bool(let value)?: value ? "'true'" : "'false'"
            case .string(let text)?: "'\(text)'"
            case .integer(let text)?, .float(let text)?: "the number \(text)"
            case nil: "text"
            }
        }
    }
}

extension YAMLDocument {
    /// Whether the bytes of a key stand in the buffer at an offset.
    fileprivate func hasBytes(at start: Int, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
        var offset = 0
        while offset < key.count {
            if text[start + offset] != key[offset] { return false }
            offset += 1
        }
        return true
    }

    /// Whether a key says that other mappings are merged into this one: `<<`, unquoted.
    func isMergeKey(_ node: RawNode) -> Bool { Self.isMergeKey(node, text) }

    static func isMergeKey(_ node: RawNode, _ text: [UInt8]) -> Bool {
        node.kind == .scalar && node.isPlain && node.end == 2 && text[Int(node.start)] == 0x3C
            && text[Int(node.start) + 1] == 0x3C
    }

    /// The index after a node and its children.
    func after(_ index: Int) -> Int { Self.after(index, nodes) }

    static func after(_ index: Int, _ nodes: [RawNode]) -> Int {
        let raw = nodes[index]
        return raw.kind == .sequence || raw.kind == .mapping ? Int(raw.end) : index + 1
    }
}
