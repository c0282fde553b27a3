import CallsiteRuntime
import Foundation

/// The pages of a list by their elements, as they came: whether a server gives the same ones again, whatever it is
/// asked for.
struct PageContents: Sendable {
    private var known: Set<UInt64> = []
    private var last: UInt64?
    /// How many pages in a row were known.
    private var repeated = 0
    /// The elements that have ids, by their ids and contents.
    private var elements = HashTable()
    /// Where the list is in a response; nil: not known yet.
    private var path: UInt64?
    /// How many pages had the ids of an earlier one and other contents.
    private var changes = 0

    /// Notes a page that has elements, and leaves out those that came before: a list that grows at its front moves some
    /// to the next page.
    ///
    /// Objects have something that tells them apart. Pages of strings or numbers may be the same by chance, so only the
    /// same page twice in a row, or all of them coming again, counts. Known ids with other contents may be other versions
    /// of something, so only the second such page counts.
    ///
    /// - Returns: Whether the page as a whole came before.
    mutating func isRepeated<R>(by page: inout TypedPage<R>) -> Bool {
        guard !page.elements.isEmpty, let digest = page.digest(at: path) else { return false }
        path = digest.path ?? path
        let isNew = known.insert(digest.hash).inserted
        repeated = isNew ? 0 : repeated + 1
        defer { last = digest.hash }
        if !isNew, let hashes = digest.elements, hashes.filter({ elements.insert($0) }).count == hashes.count {
            changes += 1
            return changes > 1
        }
        if !isNew, digest.hasObjects || digest.hash == last || repeated >= known.count { return true }
        guard let hashes = digest.elements else { return false }
        var repetitions: Set<Int> = []
        for (index, hash) in hashes.enumerated() where !elements.insert(hash) { repetitions.insert(index) }
        if !repetitions.isEmpty {
            page.elements = page.elements.enumerated().filter { !repetitions.contains($0.offset) }.map(\.element)
        }
        return page.elements.isEmpty
    }
}

/// The list of a page, and nothing beside it, as numbers.
private struct PageDigest {
    /// A hash of the elements' ids, in whatever order they come, or of their contents, if they have no ids.
    var hash: UInt64
    var hasObjects: Bool
    /// A number for each element, of its id and content; nil: the elements have no ids, or some have the same.
    var elements: [UInt64]?
    /// The keys that lead to the list in the response; nil: it isn't from one list there.
    var path: UInt64?
}

extension TypedPage {
    /// nil: there is no list.
    ///
    /// - Parameters:
    ///   - path: Where the list was in an earlier page; nil: it isn't known.
    ///   - byIDs: Whether elements with ids are compared by them.
    fileprivate func digest(at path: UInt64?, byIDs: Bool = true) -> PageDigest? {
        guard hasList else { return nil }
        guard !elements.isEmpty else { return PageDigest(hash: FNV.start, hasObjects: false) }
        let firstID = elements.first.flatMap { id(of: $0) }.map { "\($0)" }
        // Only the bytes show fields that the model doesn't have. A value without bytes is compared itself, and so are
        // elements from several lists, or from one that is like another.
        let (count, isOfObjects) = (elements.count, elements.first.map { isObject($0) } ?? true)
        let ofBytes: PageDigest?? =
            http.value is R.Response
            ? nil
            : http.body.withUnsafeBytes { bytes in
                try? withTape(of: bytes.assumingMemoryBound(to: UInt8.self)) {
                    $0.pointee.digest(ofListOf: count, isOfObjects, firstID, at: path, byIDs: byIDs)
                }
            }
        return ofBytes.flatMap { $0 } ?? digestOfValues(elements)
    }

    /// A hash of the page's list, to recognise the page when it comes again. A hash of a body is the same in every
    /// process; a value without a body is recognised in this process only. nil: there is no list.
    var fingerprint: String? { digest(at: nil, byIDs: false).map { String($0.hash, radix: 16) } }
}

// MARK: Bytes

extension Tape {
    /// The names of what tells elements apart, the most usual first.
    private static let idNames: [StaticString] = [
        "id", "_id", "uuid", "guid", "Id", "ID",
    ]
    /// The names of what tells elements of one id apart.
    private static let typeNames: [StaticString] = ["type", "__typename", "kind"]

    /// nil: no list, or several, have this number of elements of that kind, and none is where the list was before. Lists in lists
    /// aren't looked at.
    fileprivate func digest(
        ofListOf count: Int, _ isOfObjects: Bool, _ firstID: String?, at path: UInt64?, byIDs: Bool
    ) -> PageDigest? {
        var lists: [(index: Int, path: UInt64)] = []
        collectLists(0, FNV.start, &lists)
        lists.removeAll { self.count($0.index) != count || tag($0.index + 1) >= Tag.array && !isOfObjects }
        if isOfObjects { lists.removeAll { tag($0.index + 1) < Tag.array } }
        if let firstID { lists.removeAll { firstIDText($0.index) ?? firstID != firstID } }
        guard let list = lists.count == 1 ? lists[0] : lists.first(where: { $0.path == path }) else { return nil }
        var elements: [Int] = []
        var at = list.index + 1
        while at < after(list.index) {
            elements.append(at)
            at = after(at)
        }
        var digest = PageDigest(hash: FNV.start, hasObjects: isOfObjects, path: list.path)
        guard byIDs, let ids = ids(of: elements) else {
            for index in list.index..<after(list.index) { FNV.combine(tag(index), content(index), into: &digest.hash) }
            return digest
        }
        for id in ids { digest.hash &+= id }
        digest.elements = zip(elements, ids).map { element, id in
            var hasher = Hasher()
            hasher.combine(id)
            // From the element's first key or the last signed URL up to the next one, or to the last scalar.
            var start = Tape.offset(words[element + 1])
            var end = start
            for index in element..<after(element) where tag(index) < Tag.array {
                guard tag(index) >= Tag.integer else {
                    hasher.combine(tag(index))
                    continue
                }
                end = Tape.offset(words[index]) + Tape.extent(words[index])
                guard let length = lengthBeforeSignature(index) else { continue }
                let signature = Tape.offset(words[index]) + length
                hasher.combine(bytes: UnsafeRawBufferPointer(start: bytes + start, count: signature - start))
                start = end
            }
            hasher.combine(bytes: UnsafeRawBufferPointer(start: bytes + start, count: end - start))
            return UInt64(truncatingIfNeeded: hasher.finalize())
        }
        return digest
    }

    private func collectLists(_ index: Int, _ path: UInt64, _ lists: inout [(index: Int, path: UInt64)]) {
        switch tag(index) {
        case Tag.array: lists.append((index, path))
        case Tag.object, Tag.objectWithRepeats:
            var key = index + 1
            while key < after(index) {
                var deeper = path
                FNV.combine(0, raw(key), into: &deeper)
                collectLists(key + 1, deeper, &lists)
                key = after(key + 1)
            }
        default: break
        }
    }

    /// A hash of each element's id; nil: not all have one, or two have the same.
    private func ids(of elements: [Int]) -> [UInt64]? {
        for name in Self.idNames {
            var ids: [UInt64] = []
            for element in elements {
                guard let id = value(of: name, in: element), tag(id) >= Tag.integer, tag(id) < Tag.array,
                    !raw(id).isEmpty
                else { break }
                var hash = FNV.start
                FNV.combine(tag(id), raw(id), into: &hash)
                for name in Self.typeNames {
                    guard let type = value(of: name, in: element), tag(type) >= Tag.string, tag(type) < Tag.array else {
                        continue
                    }
                    FNV.combine(tag(type), raw(type), into: &hash)
                }
                ids.append(hash)
            }
            if ids.count == elements.count {
                var distinct = HashTable()
                return ids.allSatisfy { distinct.insert($0) } ? ids : nil
            }
        }
        return nil
    }

    /// The id of a list's first element, as it is written; nil: it has none.
    private func firstIDText(_ list: Int) -> String? {
        for name in Self.idNames {
            guard let id = value(of: name, in: list + 1) else { continue }
            guard tag(id) >= Tag.integer, tag(id) < Tag.array else { return "" }
            return tag(id) < Tag.string ? digits(id) : string(id)
        }
        return nil
    }

    private func value(of name: StaticString, in object: Int) -> Int? {
        guard isObject(object) else { return nil }
        let found = find(name, object + 1, object + 1, after(object))
        return found < 0 ? nil : found
    }

    /// The bytes of a scalar; of a URL that is signed anew for each response, without its query.
    private func content(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        guard tag(index) >= Tag.integer, tag(index) < Tag.array else { return .init(start: nil, count: 0) }
        let raw = raw(index)
        return lengthBeforeSignature(index).map { .init(rebasing: raw[..<$0]) } ?? raw
    }

    /// The length of a URL without its query, if that is a signature; nil for any other scalar.
    private func lengthBeforeSignature(_ index: Int) -> Int? {
        let raw = raw(index)
        guard tag(index) >= Tag.string, raw.count > 10, raw[0] == UInt8(ascii: "h"), raw.starts(with: "http".utf8),
            let mark = raw.firstIndex(of: UInt8(ascii: "?"))
        else { return nil }
        let query = String(decoding: raw[mark...], as: UTF8.self).lowercased()
        let isSigned = ["signature=", "sig=", "x-amz-", "x-goog-", "token=", "expires="].contains { query.contains($0) }
        return isSigned ? mark : nil
    }
}

/// Hashes, which are hashed no more: a `Set` would.
private struct HashTable: Sendable {
    /// A server that knew it could let all hashes begin their search at one place.
    private static let factor = UInt64.random(in: .min ... .max) | 1

    private var slots = [UInt64](repeating: 0, count: 64)
    private var count = 0

    /// False: it was there before.
    mutating func insert(_ hash: UInt64) -> Bool {
        if count * 2 >= slots.count { grow() }
        let isNew = Self.insert(hash, &slots)
        if isNew { count += 1 }
        return isNew
    }

    private mutating func grow() {
        var larger = [UInt64](repeating: 0, count: slots.count * 2)
        for hash in slots where hash != 0 { _ = Self.insert(hash, &larger) }
        slots = larger
    }

    private static func insert(_ hash: UInt64, _ slots: inout [UInt64]) -> Bool {
        // 0 is a free slot.
        let hash = hash == 0 ? 1 : hash
        let mask = slots.count - 1
        var at = Int(truncatingIfNeeded: (hash &* factor) >> 32) & mask
        while slots[at] != 0 {
            if slots[at] == hash { return false }
            at = (at + 1) & mask
        }
        slots[at] = hash
        return true
    }
}

/// FNV-1a, which is the same in every process.
private enum FNV {
    static let start: UInt64 = 0xcbf2_9ce4_8422_2325

    static func combine(_ tag: UInt64, _ bytes: UnsafeBufferPointer<UInt8>, into hash: inout UInt64) {
        var result = (hash ^ tag) &* 0x100_0000_01b3
        for byte in bytes { result = (result ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (result ^ UInt64(truncatingIfNeeded: bytes.count)) &* 0x100_0000_01b3
    }
}

// MARK: Values

/// The same of values: from typed stubs, from middleware that responds by itself, and of elements that aren't one list
/// of the body. It costs a look at each field of each element.
private func digestOfValues<Element>(_ elements: [Element]) -> PageDigest {
    let hasObjects = elements.contains { isObject($0) }
    func hash(_ value: Any) -> Int {
        var hasher = ContentHasher()
        hasher.combine(value)
        return hasher.hash
    }
    let hashes = elements.map { UInt64(truncatingIfNeeded: hash($0)) }
    let ids = elements.compactMap { element in id(of: element).map { hash($0) } }
    guard ids.count == elements.count, Set(ids).count == ids.count else {
        return PageDigest(hash: UInt64(truncatingIfNeeded: hash(hashes)), hasObjects: hasObjects)
    }
    let sum = ids.reduce(UInt64(0)) { $0 &+ UInt64(truncatingIfNeeded: $1) }
    return PageDigest(hash: sum, hasObjects: hasObjects, elements: hashes)
}

/// Whether an element is an object in JSON, or has some. Encoded scalars are strings, numbers and Bools, whatever they
/// are in Swift. A decode-only enum has a raw value.
private func isObject(_ element: Any) -> Bool {
    if let element = element as? any WireEncodable, let json = try? JSONValue(encoding: element) {
        return json.hasObjects
    }
    return !(element is any LosslessStringConvertible) && !(element is any RawRepresentable)
}

private func id(of element: Any) -> Any? {
    if let json = element as? JSONValue {
        let id = ["id", "uuid", "guid"].lazy.compactMap { json[$0] }.first
        if case .number(let number)? = id { return number.digits }
        return id?.string
    }
    if let element = element as? any Identifiable, !(type(of: element) is AnyClass) { return element.id }
    guard
        let id = Mirror(reflecting: element).children.first(where: { ["id", "uuid", "guid"].contains($0.label) })?.value
    else { return nil }
    let mirror = Mirror(reflecting: id)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : id
}

/// Hashes any value by its fields: models aren't `Hashable`.
private struct ContentHasher {
    private var hasher = Hasher()
    /// The objects round the value: an object may lead back to itself.
    private var path: [ObjectIdentifier] = []

    var hash: Int { hasher.finalize() }

    mutating func combine(_ value: Any) {
        if let value = value as? any Hashable { return hasher.combine(value) }
        let mirror = Mirror(reflecting: value)
        hasher.combine(ObjectIdentifier(mirror.subjectType))
        guard path.count < 100 else { return }
        let place =
            mirror.displayStyle == .class ? ObjectIdentifier(value as AnyObject) : ObjectIdentifier(mirror.subjectType)
        if mirror.displayStyle == .class, path.contains(place) { return }
        path.append(place)
        defer { path.removeLast() }
        switch mirror.displayStyle {
        // Equal ones may have different orders.
        case .dictionary, .set:
            hasher.combine(
                mirror.children.reduce(0) { sum, child in
                    var part = ContentHasher()
                    part.path = path
                    part.combine(child.value)
                    return sum &+ part.hash
                })
        // One without a payload has no other content.
        case .enum where mirror.children.isEmpty: hasher.combine(String(describing: value))
        default:
            var next: Mirror? = mirror
            while let mirror = next {
                hasher.combine(mirror.children.count)
                for (label, value) in mirror.children {
                    hasher.combine(label)
                    combine(value)
                }
                next = mirror.superclassMirror
            }
        }
    }
}

extension JSONValue {
    fileprivate var hasObjects: Bool {
        switch self {
        case .object: true
        case .array(let elements): elements.contains(where: \.hasObjects)
        default: false
        }
    }
}
