// `$ref`: pointers into the same file or another one below the document's folder (RFC 6901, OpenAPI 3.1, section
// 4.8.23). Nothing is ever fetched from the network.

extension OpenAPIReader {
    /// The value that one `$ref` names. nil: there is none, which is reported, or its file isn't loaded yet.
    ///
    /// - Parameter instead: The effect on the place where the reference stands, for the message.
    func target(of reference: Node, instead: DiagnosticText = "the value is any JSON") -> Node? {
        let place = NodeID(reference)
        if let known = targetsByPlace[place] { return known }
        guard let text = reference.text else { return nil }
        let key = "\(reference.document.file.index) \(text)"
        if let known = targets[key] {
            targetsByPlace[place] = known
            return known
        }
        // A pointer may lead through the reference that it is.
        guard finding.insert(key).inserted else {
            diagnostics.report(.referenceCycle([text], at: reference.place))
            foundCycle = true
            return nil
        }
        defer { finding.remove(key) }
        // Pointers that lead through references that are pointers through references.
        guard finding.count <= 64 else {
            diagnostics.report(
                .unresolvedReference(
                    text, why: "it leads through more than 64 others", instead: instead, at: reference.place))
            foundCycle = true
            return nil
        }
        guard let found = find(text, from: reference, instead) else { return nil }
        targets[key] = found
        targetsByPlace[place] = found
        return found
    }

    private func find(_ text: String, from reference: Node, _ instead: DiagnosticText) -> Node? {
        let hash = text.utf8.firstIndex(of: UInt8(ascii: "#"))
        let parts = hash.map { [String(text[..<$0]), String(text[text.utf8.index(after: $0)...])] } ?? [text]
        let fragment = parts.count > 1 ? parts[1] : ""
        let called = rootCalled(parts[0], by: reference)
        let document = called == nil ? pathBelowSelf(parts[0], by: reference) ?? parts[0] : ""
        let start: Node
        switch NamedFile(document, from: nodes.sources.files[reference.document.file.index].path) {
        case .own where called != nil: start = called ?? reference.document.root
        case .own: start = reference.document.root
        case .outside:
            diagnostics.report(
                .unresolvedReference(
                    text, why: "only files below the document's folder are read", instead: instead, at: reference.place)
            )
            return nil
        case .file(let path):
            guard let id = nodes.sources.file(at: path) else {
                // Swagger's first editors wrote the bare name.
                if parts.count == 1, !document.contains("."), let component = component(named: document) {
                    return component
                }
                if nodes.sources.isAbsent(path) {
                    diagnostics.report(
                        .unresolvedReference(
                            text, why: "there is no file '\(path: path)'", instead: instead,
                            meant: parts.count == 1
                                ? meant(by: text, "/" + document, in: reference.document.root) : nil,
                            at: reference.place))
                } else if missing.insert(path).inserted {
                    description.missing.append(.init(path: path, location: reference.place, isOptional: true))
                }
                return nil
            }
            guard let loaded = nodes.documents[id.index] else { return nil }
            start = loaded.root
        }
        let found = walk(fragment, from: start, by: reference, depth: 0)
        if found == nil, !foundCycle {
            diagnostics.report(
                .unresolvedReference(
                    text, why: nil, instead: instead, meant: meant(by: text, fragment, in: start), at: reference.place))
        }
        if finding.count <= 1 { foundCycle = false }
        return found
    }

    /// The reference that a broken one was meant to be: `#/components/schemas/Oder`, `#/definitions/Pet`,
    /// `components/schemas/Pet`.
    private func meant(by text: String, _ fragment: String, in root: Node) -> String? {
        guard !diagnostics.wantsNoMoreSuggestions else { return nil }
        let tokens = fragment.split(separator: "/").map(String.init)
        guard let name = tokens.last, tokens.count > 1 else { return nil }
        var places = [tokens.dropLast()]
        // The same name elsewhere is a better guess than another name there.
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
                let near = Spelling.suggestion(for: name, among: pairs.lazy.compactMap(\.key.text))
            else { continue }
            return "#/" + (place + [near]).joined(separator: "/")
        }
        return nil
    }

    private func component(named name: String) -> Node? {
        (root["definitions"] ?? root["components"]?["schemas"])?.value(forKey: name)
    }

    /// A JSON pointer, or the name of an `$anchor`.
    private func walk(_ fragment: String, from start: Node, by reference: Node, depth: Int) -> Node? {
        guard !fragment.isEmpty else { return start }
        guard fragment.hasPrefix("/") else { return anchor(fragment, in: start.document, by: reference) }
        var node = start
        for token in Self.tokens(fragment) {
            if let elements = node.elements {
                guard let index = Int(token), elements.indices.contains(index) else { return nil }
                node = elements[index]
                continue
            }
            if let next = member(token, of: node) {
                node = next
            } else if depth < 8, let reference = node["$ref"], let target = target(of: reference),
                let next = walk("/" + Self.escaped(token), from: target, by: reference, depth: depth + 1)
            {
                node = next
            } else {
                return nil
            }
        }
        return node
    }

    /// The value of a key. A mapping that references go through is read once, not for each of them: `schemas` may hold
    /// thousands.
    func member(_ name: String, of node: Node) -> Node? {
        let place = NodeID(node)
        if let known = members[place] { return known[name] }
        let found = Dictionary(
            (node.pairs ?? []).compactMap { pair in pair.key.text.map { ($0, pair.value) } }, uniquingKeysWith: { $1 })
        members[place] = found
        return found[name]
    }

    /// The schema with an `$anchor` or a `$dynamicAnchor`: the one in the component that refers to it, or the first in
    /// the document's order.
    private func anchor(_ name: String, in document: YAMLDocument, by reference: Node) -> Node? {
        if anchors[document.file.index] == nil { anchors[document.file.index] = findAnchors(in: document) }
        let found = anchors[document.file.index]?[name] ?? []
        guard found.count > 1, let own = component(around: reference) else { return found.first }
        let inside = own.index..<own.document.after(own.index)
        return found.first { inside ~= $0.index } ?? found.first
    }

    private func findAnchors(in document: YAMLDocument) -> [String: [Node]] {
        var found: [String: [Node]] = [:]
        for index in document.nodes.indices where document.nodes[index].kind == .mapping {
            let node = Node(document: document, index: index)
            var names = [node["$anchor"]?.text, node["$dynamicAnchor"]?.text].compactMap(\.self)
            if let identity = node["$id"]?.text, identity.hasPrefix("#") { names.append(String(identity.dropFirst())) }
            for name in names { found[name, default: []].append(node) }
        }
        return found
    }

    /// The names in a JSON pointer.
    static func tokens(_ fragment: String) -> [String] {
        let tokens = percentDecoded(fragment).utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
        return tokens.dropFirst().map { token in
            let token = Substring(token)
            guard token.utf8.contains(0x7E) else { return String(token) }
            var result = ""
            var isTilde = false
            for scalar in token.unicodeScalars {
                if isTilde {
                    result.unicodeScalars.append(scalar == "1" ? "/" : scalar == "0" ? "~" : scalar)
                    isTilde = false
                } else if scalar == "~" {
                    isTilde = true
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
            return result
        }
    }

    /// A name as a part of a JSON pointer in a URL fragment (RFC 6901, section 6).
    package static func escaped(_ token: String) -> String {
        var result = ""
        for scalar in token.unicodeScalars {
            switch scalar {
            case "~": result += "~0"
            case "/": result += "~1"
            case "%": result += "%25"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    static func percentDecoded(_ text: String) -> String {
        guard text.utf8.contains(0x25) else { return text }
        return String(decoding: PercentEncoding.decoded(Array(text.utf8)), as: UTF8.self)
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
            at: place
        ).oncePerCause
    }
    static func referenceCycle(_ names: [String], at place: SourceLocation) -> Self {
        .warning(
            "reference-cycle", "this refers to itself through \(DiagnosticText.list(names, "and"))",
            help: "it is any JSON", at: place)
    }
}
