// `$ref`: pointers into the same file or another file below the document's folder (RFC 6901; OpenAPI 3.1, section
// 4.8.23). Files are never fetched from the network.

import CallsiteText

/// Follows the references of all files of a document, and caches their targets.
final class References {
    /// The files that references name and that aren't loaded yet.
    private(set) var missing: [MissingSource] = []

    let nodes: NodeSet
    private let root: Node
    /// The indices of the files that have a `$self`, by that URL.
    let filesBySelf: [String: Int]
    /// The targets of pointers, by file and pointer.
    private var targets: [String: Node] = [:]
    /// The same targets by the places of references, since one reference is followed many times.
    private var targetsByPlace: [Node.ID: Node] = [:]
    /// The ends of reference chains to parts other than schemas, by the node that holds a `$ref`.
    private var ends: [Node.ID: End] = [:]
    /// The references that are being followed.
    private var open: Set<String> = []
    /// Whether a reference has been reported that leads through itself, or through too many others.
    private var isInCircle = false
    /// The values of the mappings that pointers lead through, by mapping and key.
    private var members: [Node.ID: [String: Node]] = [:]
    /// The schemas with an anchor, by file and the anchor's name. A file is searched once, for its first reference.
    private var anchors: [Int: [String: [Node]]] = [:]
    private var missingPaths: Set<String> = []

    private enum End {
        case node(Node)
        /// The reference that can't be resolved.
        case nowhere(Node)
        /// A reference leads back to itself.
        case circle
    }

    init(_ nodes: NodeSet, _ root: Node) {
        self.nodes = nodes
        self.root = root
        filesBySelf = nodes.filesBySelf
    }

    /// The value that one `$ref` names. nil if the reference is broken, which is reported, or if its file isn't loaded.
    ///
    /// - Parameter instead: The effect on the place where the reference stands, for the message.
    func target(of reference: Node, instead: DiagnosticText, _ diagnostics: inout Diagnostics) -> Node? {
        let place = reference.id
        if let target = targetsByPlace[place] { return target }
        guard let text = reference.text else { return nil }
        let key = Self.key(reference, text)
        if let target = targets[key] {
            targetsByPlace[place] = target
            return target
        }
        // A pointer may lead through its own reference: `Order: {$ref: '#/Order/total'}`.
        guard open.insert(key).inserted else {
            diagnostics.report(.referenceCycle([text], at: reference.place))
            isInCircle = true
            return nil
        }
        defer { open.remove(key) }
        // A pointer may lead through a reference whose pointer leads through another one, and so on.
        guard open.count <= 64 else {
            diagnostics.report(
                .unresolvedReference(
                    text, why: "it leads through more than 64 others", instead: instead, at: reference.place))
            isInCircle = true
            return nil
        }
        guard let target = find(text, from: reference, instead, &diagnostics) else { return nil }
        targets[key] = target
        targetsByPlace[place] = target
        return target
    }

    /// The target of a reference that has been followed; nil for others.
    func knownTarget(of reference: Node) -> Node? {
        reference.text.flatMap { targets[Self.key(reference, $0)] }
    }

    private static func key(_ reference: Node, _ text: String) -> String {
        "\(reference.document.file.index) \(text)"
    }

    private func find(
        _ text: String, from reference: Node, _ instead: DiagnosticText, _ diagnostics: inout Diagnostics
    ) -> Node? {
        let hash = text.utf8.firstIndex(of: UInt8(ascii: "#"))
        let parts = hash.map { [String(text[..<$0]), String(text[text.utf8.index(after: $0)...])] } ?? [text]
        let fragment = parts.count > 1 ? parts[1] : ""
        let namedRoot = rootCalled(parts[0], by: reference)
        let document = namedRoot == nil ? pathBelowSelf(parts[0], by: reference) ?? parts[0] : ""
        let start: Node
        switch NamedFile(document, from: nodes.sources.files[reference.document.file.index].path) {
        case .own where namedRoot != nil: start = namedRoot ?? reference.document.root
        case .own: start = reference.document.root
        case .outside:
            diagnostics.report(
                .unresolvedReference(
                    text, why: "only files below the document's folder are read", instead: instead, at: reference.place)
            )
            return nil
        case .file(let path):
            guard let id = nodes.sources.file(at: path) else {
                // Early Swagger editors wrote the bare name of a schema: `$ref: Pet`.
                if parts.count == 1, !document.contains("."), let component = component(named: document) {
                    return component
                }
                if nodes.sources.isAbsent(path) {
                    diagnostics.report(
                        .unresolvedReference(
                            text, why: "there is no file '\(path: path)'", instead: instead,
                            meant: parts.count == 1 && !diagnostics.wantsNoMoreSuggestions
                                ? meant(by: text, "/" + document, in: reference.document.root) : nil,
                            at: reference.place))
                } else if missingPaths.insert(path).inserted {
                    missing.append(.init(path: path, location: reference.place, isOptional: true))
                }
                return nil
            }
            guard let other = nodes.documents[id.index] else { return nil }
            start = other.root
        }
        let target = walk(fragment, from: start, by: reference, depth: 0, &diagnostics)
        if target == nil, !isInCircle {
            let meant = diagnostics.wantsNoMoreSuggestions ? nil : meant(by: text, fragment, in: start)
            diagnostics.report(
                .unresolvedReference(text, why: nil, instead: instead, meant: meant, at: reference.place))
        }
        if open.count <= 1 { isInCircle = false }
        return target
    }

    /// The probably intended reference for a broken one: `#/components/schemas/Oder`, `#/definitions/Pet`,
    /// `components/schemas/Pet`.
    private func meant(by text: String, _ fragment: String, in root: Node) -> String? {
        let tokens = fragment.split(separator: "/").map(String.init)
        guard let name = tokens.last, tokens.count > 1 else { return nil }
        var places = [tokens.dropLast()]
        // The same name in another place is a better guess than a similar name in the same place.
        for place in [["components", tokens[tokens.count - 2]], ["components", "schemas"], ["definitions"]] {
            places.append(place[...])
        }
        func container(_ place: ArraySlice<String>) -> Node? {
            var node: Node? = root
            for token in place { node = node?.value(forKey: token) }
            return node
        }
        for place in places where container(place)?.value(forKey: name) != nil {
            return "#/" + (place + [name]).joined(separator: "/")
        }
        for place in places {
            guard let pairs = container(place)?.pairs,
                let similarName = Spelling.suggestion(for: name, among: pairs.lazy.compactMap(\.key.text))
            else { continue }
            return "#/" + (place + [similarName]).joined(separator: "/")
        }
        return nil
    }

    private func component(named name: String) -> Node? {
        (root["definitions"] ?? root["components"]?["schemas"])?.value(forKey: name)
    }

    /// Follows a fragment from a node: a JSON pointer, or the name of an `$anchor`.
    private func walk(
        _ fragment: String, from start: Node, by reference: Node, depth: Int, _ diagnostics: inout Diagnostics
    ) -> Node? {
        guard !fragment.isEmpty else { return start }
        guard fragment.hasPrefix("/") else { return anchor(fragment, in: start.document, by: reference) }
        var node = start
        for token in OpenAPIReader.tokens(fragment) {
            if let elements = node.elements {
                guard let index = Int(token), elements.indices.contains(index) else { return nil }
                node = elements[index]
                continue
            }
            if let next = member(token, of: node) {
                node = next
            } else if depth < 8, let reference = node["$ref"],
                let target = target(of: reference, instead: OpenAPIReader.anyJSON, &diagnostics),
                let next = walk(
                    "/" + OpenAPIReader.escaped(token), from: target, by: reference, depth: depth + 1, &diagnostics)
            {
                node = next
            } else {
                return nil
            }
        }
        return node
    }

    /// The value of a key. A mapping's keys are indexed once, not for each reference: `schemas` may have thousands.
    func member(_ name: String, of node: Node) -> Node? {
        let place = node.id
        if let values = members[place] { return values[name] }
        let values = Dictionary(
            (node.pairs ?? []).compactMap { pair in pair.key.text.map { ($0, pair.value) } }, uniquingKeysWith: { $1 })
        members[place] = values
        return values[name]
    }

    /// The schema with an `$anchor` or a `$dynamicAnchor`: the one in the component that refers to it, or the first in
    /// the document's order.
    private func anchor(_ name: String, in document: YAMLDocument, by reference: Node) -> Node? {
        if anchors[document.file.index] == nil { anchors[document.file.index] = findAnchors(in: document) }
        let schemas = anchors[document.file.index]?[name] ?? []
        guard schemas.count > 1, let own = component(around: reference) else { return schemas.first }
        let inside = own.index..<own.document.after(own.index)
        return schemas.first { inside ~= $0.index } ?? schemas.first
    }

    private func findAnchors(in document: YAMLDocument) -> [String: [Node]] {
        var anchors: [String: [Node]] = [:]
        for index in document.nodes.indices where document.nodes[index].kind == .mapping {
            let node = Node(document: document, index: index)
            var names = [node["$anchor"]?.text, node["$dynamicAnchor"]?.text].compactMap(\.self)
            if let identity = node["$id"]?.text, identity.hasPrefix("#") { names.append(String(identity.dropFirst())) }
            for name in names { anchors[name, default: []].append(node) }
        }
        return anchors
    }

    /// The component that a node stands in.
    func component(around node: Node) -> Node? {
        node.document.root["components"]?["schemas"]?.pairs?.first { _, value in
            value.index..<value.document.after(value.index) ~= node.index
        }?.value
    }

    // MARK: - Parts other than schemas

    /// Follows the `$ref`s of anything but a schema: a parameter, a response, a path item. nil if they are broken or
    /// lead back to themselves, which is reported.
    func resolved(_ node: Node, _ diagnostics: inout Diagnostics) -> Node? {
        guard node["$ref"]?.isScalar == true else { return node }
        // The end is cached for every reference of a chain, even a broken one, so each chain is followed once.
        switch end(of: node) {
        case .node(let end): return end
        case .nowhere(let reference):
            // Reports the mistake on each call: the first call may have been muted.
            _ = target(of: reference, instead: "what it stands for is left out", &diagnostics)
        case .circle: diagnostics.report(.referenceCycle([node["$ref"]?.text ?? ""], at: node.place))
        }
        return nil
    }

    /// The end of the chain of references that begins at a node.
    private func end(of node: Node) -> End {
        var silence = Diagnostics()
        silence.isMuted = true
        var place = node
        var chain: [Node.ID] = []
        var seen: Set<Node.ID> = []
        var end: End?
        while end == nil {
            guard let reference = place["$ref"], reference.isScalar else {
                end = .node(place)
                break
            }
            let id = place.id
            if let cachedEnd = ends[id] {
                end = cachedEnd
            } else if !seen.insert(id).inserted {
                end = .circle
            } else {
                chain.append(id)
                if let target = target(of: reference, instead: OpenAPIReader.anyJSON, &silence) {
                    place = target
                } else {
                    end = .nowhere(reference)
                }
            }
        }
        let last = end ?? .node(place)
        for id in chain { ends[id] = last }
        return last
    }
}

extension OpenAPIReader {
    package static let anyJSON: DiagnosticText = "the value is any JSON"

    /// The value that one `$ref` names. nil if the reference is broken, which is reported, or if its file isn't loaded.
    package func target(of reference: Node, instead: DiagnosticText = OpenAPIReader.anyJSON) -> Node? {
        references.target(of: reference, instead: instead, &diagnostics)
    }

    /// Follows the `$ref`s of anything but a schema: a parameter, a response, a path item. nil if they are broken or
    /// lead back to themselves, which is reported.
    package func resolved(_ node: Node) -> Node? { references.resolved(node, &diagnostics) }

    /// The schema at the end of a chain of plain references, and of `allOf` with a single schema.
    func behindReferences(_ schema: Node) -> Node {
        var schema = schema
        for _ in 0..<8 {
            guard schema.isMapping else { break }
            if schema["$ref"]?.isScalar == true {
                guard let target = quietly({ resolved(schema) }) else { break }
                schema = target
            }
            guard schema.isOnePair, let parts = schema["allOf"]?.elements, parts.count == 1 else { break }
            schema = parts[0]
        }
        return schema
    }

    /// The names in a JSON pointer.
    static func tokens(_ fragment: String) -> [String] { JSONPointer.tokens(PercentEncoding.decoded(fragment)) ?? [] }

    /// A name as a part of a JSON pointer in a URL fragment (RFC 6901, section 6).
    package static func escaped(_ token: String) -> String {
        JSONPointer.escaped(token).split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%25")
    }
}

extension Diagnostic {
    static func unresolvedReference(
        _ reference: String, why: DiagnosticText?, instead: DiagnosticText, meant: String? = nil,
        at place: SourceLocation
    ) -> Self {
        .warning(
            "unresolved-reference", "'\(path: reference)' can't be resolved",
            help: (why.map { "\($0); " } ?? "") + instead
                + (meant.map { "; did you mean '\(path: $0)'?" } ?? ""),
            at: place, isPerCause: true)
    }
    static func referenceCycle(_ names: [String], at place: SourceLocation) -> Self {
        .warning(
            "reference-cycle", "this refers to itself through \(DiagnosticText.list(names, "and"))",
            help: "it is any JSON", at: place)
    }
}
