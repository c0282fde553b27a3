import Foundation

/// A value taken apart for a parameter or a form, in the order in which its fields were written, with scalars as
/// strings.
enum WireTree: Sendable {
    case null
    case scalar(String)
    case list([WireTree])
    case object([(key: String, value: WireTree)])

    /// Neither a list nor an object.
    var isScalar: Bool {
        switch self {
        case .null, .scalar: true
        case .list, .object: false
        }
    }

    /// The string of a scalar; nil for any other value.
    var text: String? { if case .scalar(let text) = self { text } else { nil } }

    init(_ value: some WireEncodable) throws {
        var writer = FieldWriter(makesTree: true)
        value.write(to: &writer)
        self = try writer.finishedTree()
    }
}

/// Builds a tree from the values that a `FieldWriter` writes.
final class WireTreeBuilder {
    private struct Container {
        let isObject: Bool
        var elements: [WireTree] = []
        var fields: [(key: String, value: WireTree)] = []
        /// The key that waits for its value.
        var key = ""
    }

    /// The complete value; nil: there is none yet.
    private(set) var root: WireTree?
    private var stack: [Container] = []

    func begin(isObject: Bool) { stack.append(Container(isObject: isObject)) }

    func end() { if let last = stack.popLast() { add(last.isObject ? .object(last.fields) : .list(last.elements)) } }

    func addKey(_ key: String) { if let last = stack.indices.last { stack[last].key = key } }

    func add(_ value: WireTree) {
        guard let last = stack.indices.last else { return root = value }
        if stack[last].isObject {
            stack[last].fields.append((stack[last].key, value))
        } else {
            stack[last].elements.append(value)
        }
    }
}
