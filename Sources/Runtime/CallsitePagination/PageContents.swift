import CallsiteRuntime
import Foundation

/// Remembers the pages of a list by their elements, to detect a server that returns the same pages again, whatever the
/// request asks for.
struct PageContents: Sendable {
    /// The hashes of the pages so far.
    private var pageHashes: Set<UInt64> = []
    private var lastHash: UInt64?
    /// How many pages in a row had come before.
    private var repeatCount = 0
    /// The elements that have ids, by their ids and contents.
    private var elements = HashTable()
    /// Where the list is in a response; nil: not known yet.
    private var path: UInt64?
    /// How many pages had the ids of an earlier one and other contents.
    private var changes = 0

    /// Remembers a page, and removes elements that came before: a list that grows at its front moves some to the next
    /// page.
    ///
    /// A page of objects is repeated when it comes again. Pages of strings or numbers may be equal by chance, so they
    /// count only if a page comes twice in a row, or all pages come again. Known ids with other contents may be newer
    /// versions of the elements, so only the second such page counts.
    ///
    /// - Returns: Whether the page as a whole came before.
    mutating func isRepeated<R>(by page: inout TypedPage<R>) -> Bool {
        guard !page.elements.isEmpty, let digest = page.digest(at: path) else { return false }
        path = digest.path ?? path
        let isNew = pageHashes.insert(digest.hash).inserted
        repeatCount = isNew ? 0 : repeatCount + 1
        defer { lastHash = digest.hash }
        if !isNew, let hashes = digest.elements, hashes.filter({ elements.insert($0) }).count == hashes.count {
            changes += 1
            return changes > 1
        }
        if !isNew, digest.hasObjects || digest.hash == lastHash || repeatCount >= pageHashes.count { return true }
        guard let hashes = digest.elements else { return false }
        var repetitions: Set<Int> = []
        for (index, hash) in hashes.enumerated() where !elements.insert(hash) { repetitions.insert(index) }
        if !repetitions.isEmpty {
            page.elements = page.elements.enumerated().filter { !repetitions.contains($0.offset) }.map(\.element)
        }
        return page.elements.isEmpty
    }
}

/// The list of a page, without the rest of the page, as hashes.
private struct PageDigest {
    /// A hash of the elements' ids in any order, or of their contents, if they have no ids.
    var hash: UInt64
    var hasObjects: Bool
    /// A hash of each element's id and content; nil: the elements have no ids, or some have the same.
    var elements: [UInt64]?
    /// A hash of the keys that lead to the list in the response; nil: the elements aren't from one list there.
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
        // Only the bytes show fields that the model doesn't have. The values are compared if there are no bytes, or if
        // the bytes don't show which list the elements are from.
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
    /// The fields that identify an element, the most usual first.
    private static let idNames: [StaticString] = [
        "id", "_id", "uuid", "guid", "Id", "ID",
    ]
    /// The fields that distinguish elements with the same id.
    private static let typeNames: [StaticString] = ["type", "__typename", "kind"]

    /// nil: it isn't clear which list is meant. Either no list has this number of elements of that kind, or several
    /// have, and no list is where the earlier page had it. Lists in lists aren't considered.
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
        var element = list.index + 1
        while element < after(list.index) {
            elements.append(element)
            element = after(element)
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

    /// A hash of each element's id; nil: not all elements have an id, or two have the same.
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
        let index = find(name, object + 1, object + 1, after(object))
        return index < 0 ? nil : index
    }

    /// The bytes of a scalar; for a URL that is signed anew for each response, those before its query.
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

/// A set of hashes. Unlike a `Set`, it doesn't hash them again.
private struct HashTable: Sendable {
    /// Random, since a server that knew it could make all hashes collide.
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
        var slot = Int(truncatingIfNeeded: (hash &* factor) >> 32) & mask
        while slots[slot] != 0 {
            if slots[slot] == hash { return false }
            slot = (slot + 1) & mask
        }
        slots[slot] = hash
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

/// The digest of decoded elements: of typed stubs, of middleware that responds by itself, and of elements that aren't
/// one list of the body. It reads each field of each element.
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

/// Whether an element is a JSON object, or contains one. It is encoded to find out, since a scalar may have any type in
/// Swift. A decode-only enum is recognised by its raw value.
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
    /// The objects around the value, since an object may lead back to itself.
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
        // Equal dictionaries and sets may have different orders.
        case .dictionary, .set:
            hasher.combine(
                mirror.children.reduce(0) { sum, child in
                    var part = ContentHasher()
                    part.path = path
                    part.combine(child.value)
                    return sum &+ part.hash
                })
        // A case without a payload has no content but its name.
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
