import Foundation

/// The pages of a list by their elements, as they came: whether a server gives the same ones again, whatever it is
/// asked for.
struct PageContents: Sendable {
    private var known: Set<Int> = []
    private var last: Int?
    /// How many pages in a row were known.
    private var repeated = 0

    /// Notes a page that has elements, and returns whether it came before. Objects have something that tells them
    /// apart. Pages of strings or numbers may be the same by chance, so only the same page twice in a row, or all of
    /// them coming again, counts.
    mutating func isRepeated<R>(by page: PageAnswer<R>) -> Bool {
        guard !page.elements.isEmpty else { return false }
        // Only the bytes show what differs in fields that the model doesn't have. A value without bytes is compared
        // itself.
        let digest = (page.http.value is R.Response ? nil : page.http.digestOfLists) ?? digestOfElements(page.elements)
        let isNew = known.insert(digest.hash).inserted
        repeated = isNew ? 0 : repeated + 1
        defer { last = digest.hash }
        return !isNew && (digest.hasObjects || digest.hash == last || repeated >= known.count)
    }
}

/// The same of values that came without a body: from typed stubs, or from middleware that responds by itself. It costs
/// a look at each field of each element.
private func digestOfElements<Element>(_ elements: [Element]) -> (hash: Int, hasObjects: Bool) {
    var hasher = ContentHasher()
    for element in elements { hasher.combine(element) }
    // Encoded scalars are strings, numbers and Bools, whatever they are in Swift. A decode-only enum has a raw value.
    let hasObjects = elements.contains { element in
        if let element = element as? any WireEncodable, let json = try? JSONValue(encoding: element) {
            return json.hasObjects
        }
        return !(element is any LosslessStringConvertible) && !(element is any RawRepresentable)
    }
    return (hasher.hash, hasObjects)
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

extension PageAnswer {
    /// A hash of the page's lists, to recognise the page when it comes again. A hash of a body is the same in every
    /// process; a value without a body is recognised in this process only. nil: there is no list.
    var fingerprint: String? {
        guard http.value is R.Response else { return http.fingerprintOfLists }
        return hasList ? String(digestOfElements(elements).hash, radix: 16) : nil
    }
}

extension HTTPResponse {
    /// A hash of the arrays in a JSON body, wherever they are, and of nothing beside them: times, counters and the
    /// number of the page differ where the elements are the same. If a body has no arrays, the hash is of all of it.
    /// nil: there is no body.
    ///
    /// Looks at the bytes only, so that it costs little beside the decoding. It differs from process to process.
    fileprivate var digestOfLists: (hash: Int, hasObjects: Bool)? {
        guard !body.isEmpty else { return nil }
        return body.withUnsafeBytes { bytes in
            var hasher = Hasher()
            var (index, start, depth) = (0, 0, 0)
            var (hasArray, hasObjects) = (false, false)
            while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: "\""):
                    index += 1
                    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                    }
                case UInt8(ascii: "["):
                    if depth == 0 { start = index }
                    depth += 1
                case UInt8(ascii: "]") where depth > 0:
                    depth -= 1
                    if depth == 0 {
                        hasArray = true
                        hasher.combine(bytes: .init(rebasing: bytes[start...index]))
                    }
                case UInt8(ascii: "{") where depth > 0: hasObjects = true
                default: break
                }
                index += 1
            }
            if !hasArray { hasher.combine(bytes: bytes) }
            return (hasher.finalize(), hasObjects)
        }
    }
}
