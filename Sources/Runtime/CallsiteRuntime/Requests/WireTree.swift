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
    private var openContainers: [Container] = []

    func begin(isObject: Bool) { openContainers.append(Container(isObject: isObject)) }

    func end() {
        guard let container = openContainers.popLast() else { return }
        add(container.isObject ? .object(container.fields) : .list(container.elements))
    }

    func addKey(_ key: String) { if let last = openContainers.indices.last { openContainers[last].key = key } }

    func add(_ value: WireTree) {
        guard let last = openContainers.indices.last else { return root = value }
        if openContainers[last].isObject {
            openContainers[last].fields.append((openContainers[last].key, value))
        } else {
            openContainers[last].elements.append(value)
        }
    }
}
