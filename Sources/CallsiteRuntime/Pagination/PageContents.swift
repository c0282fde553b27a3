import Foundation

/// The pages of a list by their elements, as they came: whether a server gives the same ones again, whatever it is asked for.
struct PageContents: Sendable {
    private var known: Set<Int> = []
    private var last: Int?
    /// How many pages in a row were known.
    private var repeated = 0

    /// Notes a page that has elements, and returns whether it came before. Objects have something that tells them apart. Pages of
    /// strings or numbers may be the same by chance, so only the same page twice in a row, or all of them coming again, counts.
    mutating func isRepeated(by http: HTTPResponse) -> Bool {
        guard let digest = http.digestOfLists else { return false }
        let isNew = known.insert(digest.hash).inserted
        repeated = isNew ? 0 : repeated + 1
        defer { last = digest.hash }
        return !isNew && (digest.hasObjects || digest.hash == last || repeated >= known.count)
    }
}

extension HTTPResponse {
    /// A hash of the arrays in a JSON body, wherever they are, and of nothing beside them: times, counters and the number of the page
    /// differ where the elements are the same. Of a body without arrays the hash of it all. nil: there is no body.
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
