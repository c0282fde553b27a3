import CallsiteCore
import CallsiteText

/// The path of a value in a document, from the root.
package struct NodePath: Hashable, Sendable {
    package enum Step: Sendable {
        case name(String)
        case index(Int)
    }

    package private(set) var steps: [Step]

    package init(steps: [Step] = []) { self.steps = steps }

    package func appending(_ name: String) -> NodePath { NodePath(steps: steps + [.name(name)]) }

    /// A query of JSONPath (RFC 9535) for this value alone: `$.paths['/pets'].get`.
    package var query: String { "$" + steps.map(Self.text).joined() }

    /// A query for several members of the value: `$.info['title','version']`.
    package func query(names: [String]) -> String {
        names.count == 1 ? appending(names[0]).query : query + "[" + names.map(Self.quoted).joined(separator: ",") + "]"
    }

    private static func text(_ step: Step) -> String {
        switch step {
        case .index(let index): return "[\(index)]"
        case .name(let name): return isShort(name) ? "." + name : "[" + quoted(name) + "]"
        }
    }

    /// Whether a name needs no quotes (RFC 9535, section 2.5.1.1). Not all tools know letters beyond ASCII.
    private static func isShort(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39 ~= first) else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
            default: false
            }
        }
    }

    /// A string in single quotes.
    package static func quoted(_ text: String) -> String {
        var result = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'": result += "\\'"
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "'"
    }

    /// Whether another path is inside this one, or the same.
    package func contains(_ other: NodePath) -> Bool { other.steps.starts(with: steps) }
}

extension NodePath.Step: Hashable {
    /// Swift's `==` equates `é` in one scalar and in two; in a document they are two keys.
    package static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.name(let a), .name(let b)): ExactString(a) == ExactString(b)
        case (.index(let a), .index(let b)): a == b
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .name(let name): hasher.combine(ExactString(name))
        case .index(let index): hasher.combine(index)
        }
    }
}

extension NodePath {
    /// The names of the fields around a schema; if there are no fields, the name of the schema itself.
    var fields: [String] {
        func names(behind lists: Set<String>) -> [String] {
            zip(steps, steps.dropFirst()).compactMap { step, next in
                guard case .name(let list) = step, lists.contains(list), case .name(let name) = next else {
                    return nil
                }
                return name
            }
        }
        let fields = names(behind: ["properties", "headers"])
        return fields.isEmpty ? names(behind: ["schemas", "definitions"]) : fields
    }
}

extension NodePath: Comparable {
    package static func < (left: NodePath, right: NodePath) -> Bool {
        for (a, b) in zip(left.steps, right.steps) where a != b {
            switch (a, b) {
            case (.index(let a), .index(let b)): return a < b
            case (.name(let a), .name(let b)): return a.precedes(b)
            case (.name, .index): return true
            case (.index, .name): return false
            }
        }
        return left.steps.count < right.steps.count
    }
}

/// The lists and mappings of a main document by their places.
package struct DocumentPlaces {
    private struct Entry {
        let node: Node
        let parent: Int
        let step: NodePath.Step
    }

    private var entries: [Entry] = []
    private var positions: [SourceLocation: Int] = [:]

    /// More levels than a document that can be read.
    private static let mostLevels = 1000

    package init(_ root: Node) { add(root, in: -1, .index(0), level: 0) }

    private mutating func add(_ node: Node, in parent: Int, _ step: NodePath.Step, level: Int) {
        guard !node.isScalar, level < Self.mostLevels else { return }
        let own = entries.count
        entries.append(Entry(node: node, parent: parent, step: step))
        // An alias has the place of its value. The first occurrence counts.
        if positions[node.place] == nil { positions[node.place] = own }
        for (key, value) in node.pairs ?? [] {
            if let name = key.text { add(value, in: own, .name(name), level: level + 1) }
        }
        for (index, value) in (node.elements ?? []).enumerated() {
            add(value, in: own, .index(index), level: level + 1)
        }
    }

    /// The list or mapping at a place, with its path; nil if there is no such value in the main document.
    package func value(at place: SourceLocation) -> PlacedNode? {
        guard let position = positions[place] else { return nil }
        var steps: [NodePath.Step] = []
        var ancestor = position
        while entries[ancestor].parent >= 0 {
            steps.append(entries[ancestor].step)
            ancestor = entries[ancestor].parent
        }
        return PlacedNode(node: entries[position].node, path: NodePath(steps: steps.reversed()))
    }
}

/// A list or a mapping of the main document.
package struct PlacedNode {
    package let node: Node
    package let path: NodePath

    /// The value behind a key, if it is a list or a mapping.
    package func member(_ key: String) -> PlacedNode? {
        node.value(forKey: key).map { PlacedNode(node: $0, path: path.appending(key)) }
    }

    package func has(_ key: String) -> Bool { node.value(forKey: key) != nil }
}
