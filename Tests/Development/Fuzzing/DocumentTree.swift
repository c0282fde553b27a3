import CallsiteCore

/// A document as a tree that can be changed: YAML or JSON without places, comments and anchors.
package indirect enum DocumentTree: Hashable, Sendable {
    /// `isPlain`: written without quotes where the format allows it, so that `1` is a number.
    case scalar(String, isPlain: Bool)
    case list([DocumentTree])
    case map([Pair])

    package struct Pair: Hashable, Sendable {
        package var key: String
        package var value: DocumentTree
        package init(_ key: String, _ value: DocumentTree) {
            self.key = key
            self.value = value
        }
    }

    package static func text(_ text: String) -> Self { .scalar(text, isPlain: false) }
    package static func plain(_ text: String) -> Self { .scalar(text, isPlain: true) }
    package static let null = DocumentTree.plain("null")

    /// How many nodes it holds, itself among them.
    package var count: Int {
        switch self {
        case .scalar: 1
        case .list(let elements): elements.reduce(1) { $0 + $1.count }
        case .map(let pairs): pairs.reduce(1) { $0 + $1.value.count }
        }
    }

    package subscript(key: String) -> DocumentTree? {
        get { if case .map(let pairs) = self { pairs.last { $0.key == key }?.value } else { nil } }
        set {
            guard case .map(var pairs) = self else { return }
            let index = pairs.lastIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): pairs[index].value = value
            case (let index?, nil): pairs.remove(at: index)
            case (nil, let value?): pairs.append(Pair(key, value))
            case (nil, nil): break
            }
            self = .map(pairs)
        }
    }
}

extension DocumentTree: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
    package init(dictionaryLiteral elements: (String, DocumentTree)...) { self = .map(elements.map { Pair($0, $1) }) }
    package init(arrayLiteral elements: DocumentTree...) { self = .list(elements) }
}

extension DocumentTree: ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    package init(integerLiteral value: Int) { self = .plain(String(value)) }
    package init(booleanLiteral value: Bool) { self = .plain(String(value)) }
}

// MARK: Places in it

extension DocumentTree {
    /// The way from the root to a node: positions among the elements of a list or the pairs of a mapping.
    package typealias Way = [Int]

    /// The ways to all nodes but the root, in document order.
    package var ways: [Way] {
        var ways: [Way] = []
        func walk(_ node: DocumentTree, _ way: Way) {
            for (position, child) in node.children.enumerated() {
                ways.append(way + [position])
                walk(child, way + [position])
            }
        }
        walk(self, [])
        return ways
    }

    package var children: [DocumentTree] {
        switch self {
        case .scalar: []
        case .list(let elements): elements
        case .map(let pairs): pairs.map(\.value)
        }
    }

    /// nil: there is no such place any more.
    package func node(at way: some Collection<Int>) -> DocumentTree? {
        guard let first = way.first else { return self }
        let children = children
        return children.indices.contains(first) ? children[first].node(at: way.dropFirst()) : nil
    }

    /// Changes the node at a place, if there still is one.
    package mutating func change(at way: some Collection<Int>, _ body: (inout DocumentTree) -> Void) {
        guard let first = way.first else { return body(&self) }
        switch self {
        case .scalar: break
        case .list(var elements):
            guard elements.indices.contains(first) else { return }
            elements[first].change(at: way.dropFirst(), body)
            self = .list(elements)
        case .map(var pairs):
            guard pairs.indices.contains(first) else { return }
            pairs[first].value.change(at: way.dropFirst(), body)
            self = .map(pairs)
        }
    }

    /// Takes a node out of the collection that it is in.
    package mutating func remove(at way: Way) {
        guard let last = way.last else { return }
        change(at: way.dropLast()) { parent in
            switch parent {
            case .list(var elements) where elements.indices.contains(last):
                elements.remove(at: last)
                parent = .list(elements)
            case .map(var pairs) where pairs.indices.contains(last):
                pairs.remove(at: last)
                parent = .map(pairs)
            default: break
            }
        }
    }

    /// The JSON pointer to a place.
    package func pointer(to way: Way) -> String {
        var (pointer, node) = ("#", self)
        for position in way {
            switch node {
            case .map(let pairs) where pairs.indices.contains(position):
                pointer += "/" + Self.escaped(pairs[position].key)
            default: pointer += "/\(position)"
            }
            let children = node.children
            guard children.indices.contains(position) else { break }
            node = children[position]
        }
        return pointer
    }

    /// A key as a part of a JSON pointer in a URI (RFC 6901, section 6).
    package static func escaped(_ key: String) -> String {
        var escaped = ""
        for byte in key.utf8 {
            switch byte {
            case UInt8(ascii: "~"): escaped += "~0"
            case UInt8(ascii: "/"): escaped += "~1"
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F:
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default: escaped += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped
    }
}

// MARK: Reading

extension DocumentTree {
    /// nil: this is no YAML, or too large to be changed quickly.
    package init?(parsing bytes: [UInt8], limit: Int = 20_000) {
        var diagnostics = Diagnostics()
        let nodes = parse(SourceSet(main: .init(path: "seed.yaml", bytes: bytes)), &diagnostics)
        guard let document = nodes.documents[0] else { return nil }
        var room = limit
        self.init(document.root, &room)
        guard room > 0 else { return nil }
    }

    /// The target of an alias is copied, as long as there is room.
    private init(_ node: Node, _ room: inout Int) {
        room -= 1
        if room <= 0 {
            self = .null
        } else if let elements = node.elements {
            self = .list(elements.map { DocumentTree($0, &room) })
        } else if let pairs = node.pairs {
            self = .map(pairs.map { Pair($0.key.text ?? "", DocumentTree($0.value, &room)) })
        } else {
            self = .scalar(node.text ?? "", isPlain: node.isPlain)
        }
    }
}
