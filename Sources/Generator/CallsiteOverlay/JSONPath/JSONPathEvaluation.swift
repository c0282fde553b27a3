import CallsiteText

/// A value that a query can go through.
package protocol JSONPathNode {
    /// nil: an array or an object.
    var scalar: JSONPathScalar? { get }
    /// nil: it isn't an array.
    var elements: [Self]? { get }
    /// In their order, each name once; nil: it isn't an object.
    var members: [(name: String, value: Self)]? { get }
    /// A member of an object; nil: there is none.
    func member(_ name: String) -> Self?
}

/// A query would take more steps than are allowed.
package struct JSONPathLimit: Error {
    /// The nodes that a query may visit, and the characters that it may compare.
    package static let mostSteps = 5_000_000
}

extension JSONPath {
    /// The nodes that the query selects, in its order (RFC 9535, section 2.1.2); a node may come several times.
    ///
    /// - Parameter steps: How many steps are left, before and after.
    package func select<Node: JSONPathNode>(in root: Node, steps: inout Int) throws(JSONPathLimit) -> [Node] {
        var evaluation = Evaluation(root: root, steps: steps)
        defer { steps = evaluation.steps }
        return try evaluation.select(segments, from: root)
    }
}

private struct Evaluation<Node: JSONPathNode> {
    let root: Node
    private(set) var steps: Int
    /// By the pattern's text; nil: it isn't an I-Regexp (RFC 9485), which matches nothing.
    private var patterns: [String: Pattern?] = [:]

    init(root: Node, steps: Int) { (self.root, self.steps) = (root, steps) }

    /// A value, or nothing.
    private enum Value {
        case nothing
        case scalar(JSONPathScalar)
        case node(Node)

        /// A node that is neither an array nor an object is its scalar.
        init(_ node: Node) { self = node.scalar.map { .scalar($0) } ?? .node(node) }
    }

    private mutating func take(_ count: Int = 1) throws(JSONPathLimit) {
        steps -= count
        guard steps > 0 else { throw JSONPathLimit() }
    }

    // MARK: - Segments

    mutating func select(_ segments: [JSONPath.Segment], from start: Node) throws(JSONPathLimit) -> [Node] {
        var nodes = [start]
        for segment in segments {
            var next: [Node] = []
            for node in nodes {
                if segment.isDescendant {
                    try descend(node, segment.selectors, &next)
                } else {
                    try apply(segment.selectors, to: node, &next)
                }
            }
            nodes = next
        }
        return nodes
    }

    private mutating func descend(
        _ node: Node, _ selectors: [JSONPath.Selector], _ nodes: inout [Node]
    ) throws(JSONPathLimit) {
        try apply(selectors, to: node, &nodes)
        for child in children(node) where child.scalar == nil { try descend(child, selectors, &nodes) }
    }

    private func children(_ node: Node) -> [Node] { node.elements ?? node.members?.map(\.value) ?? [] }

    private mutating func apply(
        _ selectors: [JSONPath.Selector], to node: Node, _ nodes: inout [Node]
    ) throws(JSONPathLimit) {
        try take()
        for selector in selectors {
            switch selector {
            case .name(let name): if let member = node.member(name) { nodes.append(member) }
            case .wildcard:
                let children = children(node)
                try take(children.count)
                nodes += children
            case .index(let index):
                guard let elements = node.elements else { continue }
                let position = index < 0 ? elements.count + index : index
                if elements.indices.contains(position) { nodes.append(elements[position]) }
            case .slice(let start, let end, let step):
                guard let elements = node.elements else { continue }
                for index in Self.indices(start, end, step, count: elements.count) {
                    try take()
                    nodes.append(elements[index])
                }
            case .filter(let condition):
                for child in children(node) where try holds(condition, child) { nodes.append(child) }
            }
        }
    }

    /// The indices that a slice selects (section 2.3.4.2.2).
    private static func indices(_ start: Int?, _ end: Int?, _ step: Int, count: Int) -> StrideTo<Int> {
        func normal(_ index: Int) -> Int { index >= 0 ? index : count + index }
        guard step != 0, count > 0 else { return stride(from: 0, to: 0, by: 1) }
        if step > 0 {
            let lower = min(max(normal(start ?? 0), 0), count)
            let upper = min(max(normal(end ?? count), 0), count)
            return stride(from: lower, to: upper, by: step)
        }
        let upper = min(max(normal(start ?? count - 1), -1), count - 1)
        let lower = min(max(end.map(normal) ?? -1, -1), count - 1)
        return stride(from: upper, to: lower, by: step)
    }

    // MARK: - Filters

    private mutating func holds(_ condition: JSONPath.Condition, _ current: Node) throws(JSONPathLimit) -> Bool {
        try take()
        switch condition {
        case .or(let alternatives):
            for alternative in alternatives where try holds(alternative, current) { return true }
            return false
        case .and(let parts):
            for part in parts where try !holds(part, current) { return false }
            return true
        case .not(let inner): return try !holds(inner, current)
        case .existence(let query): return try !select(query, current).isEmpty
        case .match(let operand, let pattern, let extent):
            guard case .scalar(.string(let text)) = try value(operand, current),
                case .scalar(.string(let pattern)) = try value(pattern, current)
            else { return false }
            return try matches(text, pattern, extent)
        case .comparison(let left, let comparison, let right):
            let (a, b) = (try value(left, current), try value(right, current))
            switch comparison {
            case .equal: return try areEqual(a, b)
            case .unequal: return try !areEqual(a, b)
            case .less: return isLess(a, b)
            case .greater: return isLess(b, a)
            case .atMost: return isLess(a, b) ? true : try areEqual(a, b)
            case .atLeast: return isLess(b, a) ? true : try areEqual(a, b)
            }
        }
    }

    private mutating func select(_ query: JSONPath.Query, _ current: Node) throws(JSONPathLimit) -> [Node] {
        try select(query.segments, from: query.isAbsolute ? root : current)
    }

    private mutating func value(_ operand: JSONPath.Operand, _ current: Node) throws(JSONPathLimit) -> Value {
        switch operand {
        case .literal(let scalar): return .scalar(scalar)
        case .node(let query): return try select(query, current).first.map { Value($0) } ?? .nothing
        case .count(let query): return .scalar(.number(Double(try select(query, current).count)))
        case .value(let query):
            let nodes = try select(query, current)
            return nodes.count == 1 ? Value(nodes[0]) : .nothing
        case .length(let operand):
            switch try value(operand, current) {
            case .scalar(.string(let text)):
                try take(text.utf8.count)
                return .scalar(.number(Double(text.unicodeScalars.count)))
            case .node(let node): return .scalar(.number(Double(children(node).count)))
            case .nothing, .scalar: return .nothing
            }
        }
    }

    private mutating func matches(
        _ text: String, _ source: String, _ extent: Pattern.Extent
    ) throws(JSONPathLimit) -> Bool {
        let key = (extent == .whole ? "=" : "~") + source
        let entry = patterns[key] ?? (try? Pattern(source, dialect: .iRegexp, extent: extent))
        patterns[key] = .some(entry)
        guard let pattern = entry else { return false }
        try take(text.utf8.count * 8)
        guard let isMatch = pattern.matches(text) else { throw JSONPathLimit() }
        return isMatch
    }

    // MARK: - Comparisons (section 2.3.5.2.2)

    private func isLess(_ left: Value, _ right: Value) -> Bool {
        switch (left, right) {
        case (.scalar(.number(let a)), .scalar(.number(let b))): a < b
        case (.scalar(.string(let a)), .scalar(.string(let b))):
            a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
        default: false
        }
    }

    private mutating func areEqual(_ left: Value, _ right: Value) throws(JSONPathLimit) -> Bool {
        try take()
        switch (left, right) {
        case (.nothing, .nothing): return true
        case (.scalar(let a), .scalar(let b)): return a.equals(b)
        case (.node(let a), .node(let b)):
            if let mine = a.elements, let theirs = b.elements {
                guard mine.count == theirs.count else { return false }
                for (x, y) in zip(mine, theirs) where try !areEqual(Value(x), Value(y)) { return false }
                return true
            }
            guard let mine = a.members, let theirs = b.members, mine.count == theirs.count else { return false }
            for (name, x) in mine {
                guard let y = b.member(name), try areEqual(Value(x), Value(y)) else { return false }
            }
            return true
        default: return false
        }
    }
}

extension JSONPathScalar {
    /// Strings are equal if their scalars are: `é` in one and in two scalars are two strings.
    func equals(_ other: JSONPathScalar) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        default: false
        }
    }
}
