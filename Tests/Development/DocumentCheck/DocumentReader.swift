import CallsiteCore

/// The nodes of an OpenAPI or Swagger document, and where its references lead. Nothing of the generator's own reader is
/// used: what that one overlooks must not be overlooked here as well.
final class DocumentReader {
    let roots: [Node?]
    let paths: [String]
    let isSwagger: Bool
    private var targets: [String: Node] = [:]
    /// The references that are being followed: a pointer may lead through the reference that it is.
    private var finding: Set<String> = []
    private var anchors: [Int: [String: Node]] = [:]
    private var memberCache: [Node.ID: [String: Node]] = [:]
    private let files: [String: Int]
    /// Files that say their own URL, by it.
    private let filesBySelf: [String: Int]

    init(_ record: GenerationRecord) {
        (roots, paths, isSwagger) = (record.roots, record.paths, record.isSwagger)
        filesBySelf = Dictionary(
            record.roots.enumerated().compactMap { index, root in root?["$self"]?.text.map { ($0, index) } },
            uniquingKeysWith: { first, _ in first })
        files = Dictionary(record.paths.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    var root: Node? { roots.first ?? nil }

    /// The pairs of a mapping whose keys are scalars.
    func members(_ node: Node?) -> [(key: String, place: SourceLocation, value: Node)] {
        (node?.pairs ?? []).compactMap { pair in pair.key.text.map { ($0, pair.key.place, pair.value) } }
    }

    func flag(_ node: Node?) -> Bool { node?.value == .bool(true) || node?.text == "true" }

    func texts(_ node: Node?) -> [String] { node?.elements?.compactMap(\.text) ?? [] }

    /// Follows the references of something that is no schema, and collects the places on the way. nil: a reference is
    /// broken or leads back to itself.
    func followed(_ node: Node) -> (node: Node, places: [SourceLocation])? {
        var (node, places) = (node, [node.place])
        var seen: Set<Node.ID> = []
        while let reference = node["$ref"], reference.isScalar {
            places.append(reference.place)
            guard seen.insert(node.id).inserted, let target = target(of: reference) else { return nil }
            node = target
            places.append(node.place)
        }
        return (node, places)
    }

    /// The target of a `$ref`: a JSON pointer (RFC 6901) or an `$anchor`, in this file or another; nil: there is none.
    func target(of reference: Node) -> Node? {
        guard let text = reference.text else { return nil }
        let file = reference.id.file
        let key = "\(file) \(text)"
        if let known = targets[key] { return known }
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let document = parts[0]
        var start = document.isEmpty ? roots[file] : nil
        if !document.isEmpty {
            if let own = filesBySelf[document]
                ?? filesBySelf[Self.path(document, from: roots[file]?["$self"]?.text ?? "")]
            {
                start = roots[own]
            } else if let other = files[
                Self.path(Self.decoded(belowSelf(document, in: file) ?? document), from: paths[file])]
            {
                start = roots[other]
            } else if parts.count == 1, !document.contains(".") {
                return schemas?.value(forKey: document)
            }
        }
        guard finding.insert(key).inserted else { return nil }
        defer { finding.remove(key) }
        guard let start, let found = walk(parts.count > 1 ? parts[1] : "", from: start, depth: 0) else { return nil }
        targets[key] = found
        return found
    }

    /// An absolute URL in the folder of a file's `$self` (OpenAPI 3.2, 4.1), from there.
    private func belowSelf(_ url: String, in file: Int) -> String? {
        guard let own = roots[file]?["$self"]?.text, own.contains("://"), let end = own.lastIndex(of: "/"),
            url.hasPrefix(own[...end])
        else { return nil }
        return String(url.dropFirst(own[...end].count))
    }

    /// The component schemas.
    var schemas: Node? {
        (isSwagger ? root?["definitions"] : root?["components"]?["schemas"]).flatMap { followed($0)?.node }
    }

    private func walk(_ fragment: String, from start: Node, depth: Int) -> Node? {
        if fragment.isEmpty { return start }
        guard fragment.hasPrefix("/") else { return anchor(fragment, from: start) }
        var node = start
        for token in Self.decoded(fragment).split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            // `~1` before `~0`, so that `~01` is `~1`.
            let name = Self.replacing("~0", by: "~", in: Self.replacing("~1", by: "/", in: String(token)))
            if let elements = node.elements {
                guard let index = Int(name), elements.indices.contains(index) else { return nil }
                node = elements[index]
            } else if let next = member(name, of: node) {
                node = next
            } else if depth < 8, let reference = node["$ref"], let target = target(of: reference),
                let next = member(name, of: target)
            {
                node = next
            } else {
                return nil
            }
        }
        return node
    }

    private func member(_ name: String, of node: Node) -> Node? {
        if let known = memberCache[node.id] { return known[name] }
        let found = Dictionary(members(node).map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        memberCache[node.id] = found
        return found[name]
    }

    private func anchor(_ name: String, from start: Node) -> Node? {
        if let known = anchors[start.id.file] { return known[name] }
        var found: [String: Node] = [:]
        var pending = [start]
        var seen: Set<Node.ID> = []
        while let node = pending.popLast() {
            guard !node.isScalar, seen.insert(node.id).inserted else { continue }
            for text in [
                node["$anchor"]?.text, node["$id"]?.text.flatMap { $0.hasPrefix("#") ? String($0.dropFirst()) : nil },
            ] {
                if let text { found[text] = node }
            }
            pending += (node.elements ?? []) + members(node).map(\.value)
        }
        anchors[start.id.file] = found
        return found[name]
    }

    private static func replacing(_ sign: String, by text: String, in token: String) -> String {
        guard token.contains("~") else { return token }
        return token.split(separator: sign, omittingEmptySubsequences: false).joined(separator: text)
    }

    private static func decoded(_ text: String) -> String {
        guard text.contains("%") else { return text }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                rest.count >= 2
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func path(_ text: String, from including: String) -> String {
        var parts = including.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
        for part in text.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != "..", last != "" {
                parts.removeLast()
            } else {
                parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }
}
