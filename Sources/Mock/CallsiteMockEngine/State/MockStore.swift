/// The items of one collection, in the order in which they came.
package struct MockStore: Sendable {
    fileprivate struct Item: Sendable {
        var value: JSONValue
        var bytes: Int
        /// The index of the item's ID in `order`.
        var place: Int
        /// Distinguishes the item from an earlier one with the same ID.
        let age: UInt64
    }

    private var items: [String: Item] = [:]
    /// The IDs of the items, in the order of the collection; nil for a removed item.
    private var order: [String?] = []
    /// The last number that was given as an ID.
    private(set) var created = 0
    /// Whether the store is in `MockStores.emptied`.
    fileprivate var isListedAsEmpty = false

    package var count: Int { items.count }

    subscript(id: String) -> JSONValue? { items[id]?.value }

    fileprivate func age(of id: String) -> UInt64? { items[id]?.age }

    /// All items with their IDs.
    package var all: [(id: String, item: JSONValue)] {
        order.compactMap { id in id.flatMap { id in items[id].map { (id, $0.value) } } }
    }

    /// Adds or replaces an item. Returns by how many bytes the store grew, and whether the item is new.
    fileprivate mutating func put(_ value: JSONValue, _ id: String, bytes: Int, age: UInt64) -> (Int, isNew: Bool) {
        if var item = items[id] {
            let growth = bytes - item.bytes
            (item.value, item.bytes) = (value, bytes)
            items[id] = item
            return (growth, false)
        }
        items[id] = Item(value: value, bytes: bytes, place: order.count, age: age)
        order.append(id)
        return (bytes, true)
    }

    /// Removes an item. Returns its size in bytes; nil if there was no such item.
    fileprivate mutating func remove(_ id: String) -> Int? {
        guard let item = items.removeValue(forKey: id) else { return nil }
        order[item.place] = nil
        if order.count > 2 * items.count + 16 { closeGaps() }
        return item.bytes
    }

    private mutating func closeGaps() {
        order = order.filter { $0 != nil }
        for (place, id) in order.enumerated() { if let id { items[id]?.place = place } }
    }

    fileprivate mutating func nextNumber() -> Int {
        created += 1
        return created
    }
}

/// The contents of all collections, by their paths. Beyond the bounds, the oldest item of all collections is dropped.
/// Each change takes constant time on average.
package struct MockStores: Sendable {
    /// The largest number of items.
    package static let mostItems = 100_000
    /// The largest size of all items together, in bytes of memory, by estimate.
    package static let mostBytes = 64 << 20

    private var stores: [String: MockStore] = [:]
    private var items = 0
    private(set) var bytes = 0
    private var age: UInt64 = 0
    /// The items from the oldest to the newest. The entry of a removed item stays for a while.
    private var ages: [(path: String, id: String, age: UInt64)] = []
    /// The index in `ages` of the oldest item.
    private var oldest = 0
    /// The paths of empty stores. A store stays as long as there is room, so that it gives no number twice.
    private var emptied: [String] = []
    /// The index in `emptied` of the first store that isn't closed.
    private var firstEmptied = 0

    package init() {}

    subscript(path: String) -> MockStore? { stores[path] }

    package var all: [(path: String, store: MockStore)] { stores.map { ($0.key, $0.value) } }

    /// A line for the log about dropped items.
    static func note(ofDropped count: Int) -> String {
        "\(Quoted.count(count, "older item was", "older items were")) dropped: a mock remembers at most \(mostItems) "
            + "items of \(mostBytes >> 20) MB"
    }

    /// Whether an item is larger than half of `mostBytes`, which is too large to be kept.
    package static func isTooLarge(_ item: JSONValue) -> Bool { footprint(item) > mostBytes / 2 }

    /// - Returns: How many older items were dropped.
    @discardableResult
    package mutating func put(_ item: JSONValue, _ id: String, in path: String) -> Int {
        open(path)
        age += 1
        let size = Self.footprint(item) + 2 * (id.utf8.count + path.utf8.count) + 100
        guard let (growth, isNew) = stores[path]?.put(item, id, bytes: size, age: age) else { return 0 }
        bytes += growth
        if isNew {
            items += 1
            ages.append((path, id, age))
        }
        let dropped = shrink()
        if ages.count - oldest > 2 * items + 16 {
            ages = ages[oldest...].filter { stores[$0.path]?.age(of: $0.id) == $0.age }
            oldest = 0
        }
        return dropped
    }

    /// - Returns: Whether there was such an item.
    @discardableResult
    package mutating func remove(_ id: String, in path: String) -> Bool {
        guard let size = stores[path]?.remove(id) else { return false }
        bytes -= size
        items -= 1
        listIfEmpty(path)
        return true
    }

    /// A number that this function hasn't returned for this collection yet.
    mutating func nextNumber(in path: String) -> Int {
        open(path)
        return stores[path]?.nextNumber() ?? 1
    }

    private mutating func open(_ path: String) {
        guard stores[path] == nil else { return }
        stores[path] = MockStore()
        bytes += Self.size(ofStore: path)
        listIfEmpty(path)
    }

    private mutating func listIfEmpty(_ path: String) {
        guard stores[path]?.count == 0, stores[path]?.isListedAsEmpty == false else { return }
        stores[path]?.isListedAsEmpty = true
        emptied.append(path)
    }

    private static func size(ofStore path: String) -> Int { 3 * path.utf8.count + 200 }

    private mutating func shrink() -> Int {
        var dropped = 0
        while items > Self.mostItems || bytes > Self.mostBytes {
            if firstEmptied < emptied.count {
                close(emptied[firstEmptied])
                firstEmptied += 1
            } else if oldest < ages.count, items > 1 {
                let (path, id, age) = ages[oldest]
                oldest += 1
                guard stores[path]?.age(of: id) == age else { continue }
                remove(id, in: path)
                dropped += 1
            } else {
                break
            }
        }
        if firstEmptied > 1000, firstEmptied > emptied.count / 2 {
            emptied.removeFirst(firstEmptied)
            firstEmptied = 0
        }
        return dropped
    }

    private mutating func close(_ path: String) {
        guard stores[path]?.count == 0 else {
            stores[path]?.isListedAsEmpty = false
            return
        }
        stores[path] = nil
        bytes -= Self.size(ofStore: path)
    }

    /// How much memory a value takes, by estimate.
    static func footprint(_ value: JSONValue) -> Int {
        var size = 0
        var open = [value]
        while let next = open.popLast() {
            size += 48
            switch next {
            case .null, .bool: break
            case .number(let number): size += number.digits.utf8.count
            case .string(let text): size += text.utf8.count
            case .array(let elements): open += elements
            case .object(let fields):
                for (key, value) in fields.pairs {
                    size += 48 + key.utf8.count
                    open.append(value)
                }
            }
        }
        return size
    }
}

extension MockState {
    /// The collections as a JSON object: lists by their paths.
    package var json: JSONValue {
        var fields = JSONObject()
        for (path, store) in stores.all.sorted(by: { $0.path < $1.path }) where store.count > 0 {
            fields[path] = .array(store.all.map(\.item))
        }
        return .object(fields)
    }
}
