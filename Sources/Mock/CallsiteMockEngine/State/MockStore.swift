/// The items of one collection, in the order in which they came.
package struct MockStore: Sendable {
    private var order: [String] = []
    private var items: [String: JSONValue] = [:]
    /// The last number that was given as a name.
    private(set) var created = 0
    /// The largest number of items that a mock keeps: the oldest is dropped beyond it.
    static let mostItems = 100_000

    package init() {}

    var count: Int { items.count }

    subscript(id: String) -> JSONValue? { items[id] }

    mutating func put(_ item: JSONValue, _ id: String) {
        if items.updateValue(item, forKey: id) == nil {
            order.append(id)
            if items.count > Self.mostItems { remove(first) }
        }
        if order.count > 2 * items.count + 16 { order.removeAll { items[$0] == nil } }
    }

    private var first: String { order.first { items[$0] != nil } ?? "" }

    /// false: there was none.
    @discardableResult
    mutating func remove(_ id: String) -> Bool {
        guard items.removeValue(forKey: id) != nil else { return false }
        // Its place goes with it, lest it come twice where the same name is created again.
        if order.first == id { order.removeFirst() } else { order.removeAll { $0 == id } }
        return true
    }

    mutating func nextNumber() -> Int {
        created += 1
        return created
    }

    /// All of them with their names.
    package var all: [(id: String, item: JSONValue)] { order.compactMap { id in items[id].map { (id, $0) } } }
}

extension MockState {
    /// The collections as a JSON object: lists by their paths.
    package var json: JSONValue {
        var fields = JSONObject()
        for (path, store) in stores where store.count > 0 { fields[path] = .array(store.all.map(\.item)) }
        return .object(fields)
    }
}
