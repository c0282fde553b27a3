import CallsiteCore

// In: a description, and overlays (OpenAPI Overlay 1.0, 1.1). Out: the changed description, in which each value knows
// the file that it is written in. Actions are applied one after the other, each to the result of those
// before. Later stages don't know that there were overlays.

extension SourceSet {
    /// Applies overlays to the main file, in their order, and adds them to the files.
    ///
    /// A main file that isn't YAML stays as it is: its reader reports the mistakes.
    ///
    /// - Returns: Errors and warnings about the overlays. With an error, the main file stays as it is.
    package mutating func apply(_ overlays: [File]) -> Diagnostics {
        var diagnostics = Diagnostics()
        for overlay in overlays { add(overlay) }
        var mainDiagnostics = Diagnostics()
        let nodes = parse(self, &mainDiagnostics)
        var actions: [Overlay.Action] = []
        for file in overlays {
            guard let id = self.file(at: file.path) else { continue }
            let overlay = Overlay(file, id, &diagnostics)
            actions += overlay?.actions ?? []
            if let extended = overlay?.extended, extended.name != files[0].name, files[0].path != "-" {
                diagnostics.report(.overlayOfAnotherDocument(extended.name, main: files[0].path, at: extended.place))
            }
        }
        guard let main = nodes.documents[0] else { return diagnostics }
        guard nodes.openAPIRoot != nil else {
            for id in overlays.compactMap({ file(at: $0.path) }) { diagnostics.report(.overlayOfNativeFormat(at: id)) }
            return diagnostics
        }
        guard !diagnostics.hasErrors else { return diagnostics }
        var application = OverlayApplication(main)
        for action in actions { application.apply(action) }
        diagnostics.append(application.diagnostics)
        guard !diagnostics.hasErrors else { return diagnostics }
        switch application.tree.document() {
        case .success(let document):
            // The file's own warnings, such as a key that comes twice, are about its text: the document has no such
            // key.
            diagnostics.append(mainDiagnostics)
            setMainDocument(document, diagnostics)
        case .failure(let excess):
            let isInOverlay = overlays.contains { file(at: $0.path) == excess.place.file }
            diagnostics.report(
                .overlaidDocumentIsTooLarge(at: isInOverlay ? excess.place : actions.last?.place ?? excess.place))
        }
        return diagnostics
    }
}

/// The changes of a document, one after the other.
private struct OverlayApplication {
    let tree: OverlayTree
    private(set) var diagnostics = Diagnostics()
    /// The number of values that overlays may add.
    private static let mostAdditions = 250_000
    /// The steps that the queries of all actions may take, and how many are left.
    private let allSteps: Int
    private var steps: Int

    init(_ document: YAMLDocument) {
        // A large document may have many actions that search the whole document.
        allSteps = max(JSONPathLimit.mostSteps, document.nodeCount * 50)
        steps = allSteps
        tree = OverlayTree(document.root, limit: document.nodeCount + Self.mostAdditions)
    }

    mutating func apply(_ action: Overlay.Action) {
        guard !tree.isFull else { return }
        guard let targets = select(action.target, at: action.place) else { return }
        guard !targets.isEmpty else {
            diagnostics.report(
                .overlayWithoutEffect("nothing in the document is at '\(path: action.target.text)'", at: action.place))
            return
        }
        switch action.change {
        case .remove: remove(targets, action)
        case .update(let value):
            guard areAlike(targets, action) else { return }
            var isChanged = false
            for target in targets { isChanged = merge(.node(value), into: target) || isChanged }
            reportEffect(isChanged, action)
        case .copy(let path, let place):
            guard areAlike(targets, action), let sources = select(path, at: place) else { return }
            guard sources.count == 1 else {
                diagnostics.report(
                    .overlayMismatch(
                        "'copy' takes one value, and \(sources.isEmpty ? "none is" : "\(sources.count) are") at '\(path: path.text)'",
                        at: place))
                return
            }
            // The value is copied before the first change, since a target may be inside it.
            let source = tree.copy(sources[0])
            var isChanged = false
            for target in targets { isChanged = merge(.cell(source, at: place), into: target) || isChanged }
            reportEffect(isChanged, action)
        }
        if tree.isFull { diagnostics.report(.overlaidDocumentIsTooLarge(at: action.place)) }
    }

    /// The cells that a query selects, each once; nil if the query takes too long, which is reported.
    private mutating func select(_ path: JSONPath, at place: SourceLocation) -> [Int]? {
        do throws(JSONPathLimit) {
            var indices: Set<Int> = []
            return try path.select(in: OverlayNode(tree: tree, index: OverlayTree.root), steps: &steps).map(\.index)
                .filter { indices.insert($0).inserted }
        } catch {
            diagnostics.report(.queryTakesTooLong(allSteps, at: place))
            return nil
        }
    }

    private mutating func reportEffect(_ isChanged: Bool, _ action: Overlay.Action) {
        guard !isChanged, !diagnostics.hasErrors, !tree.isFull else { return }
        diagnostics.report(
            .overlayWithoutEffect(
                "'\(path: action.target.text)' has this already, so the action changes nothing", at: action.place))
    }

    private mutating func remove(_ targets: [Int], _ action: Overlay.Action) {
        if targets.contains(OverlayTree.root) {
            diagnostics.report(.overlayMismatch("the whole document can't be removed", at: action.place))
            return
        }
        tree.remove(Set(targets))
    }

    private enum Kind { case object, array, primitive }

    private func kind(_ node: Node) -> Kind { node.isMapping ? .object : node.isSequence ? .array : .primitive }

    /// Whether all values are objects, all are arrays, or all are primitive (Overlay 1.1, Action Object).
    private mutating func areAlike(_ targets: [Int], _ action: Overlay.Action) -> Bool {
        let first = tree[targets[0]].node
        guard let other = targets.first(where: { kind(tree[$0].node) != kind(first) }).map({ tree[$0].node }) else {
            return true
        }
        diagnostics.report(
            .overlayMismatch(
                "'\(path: action.target.text)' selects values of different kinds: \(first.kindDescription) and \(other.kindDescription)",
                at: action.place,
                notes: [
                    .init("\(first.kindDescription) is here", at: first.place),
                    .init("\(other.kindDescription) is here", at: other.place),
                ]))
        return false
    }

    // MARK: - Merging

    /// A value that is merged into another.
    private enum Addition {
        case node(Node)
        /// A value of the document, which `copy` names.
        case cell(Int, at: SourceLocation)
    }

    private func node(_ addition: Addition) -> Node {
        switch addition {
        case .node(let node): node
        case .cell(let index, _): tree[index].node
        }
    }

    private func place(_ addition: Addition) -> SourceLocation {
        switch addition {
        case .node(let node): node.place
        case .cell(_, let place): place
        }
    }

    private func parts(_ addition: Addition) -> [(key: Node?, value: Addition)] {
        switch addition {
        case .node(let node):
            return node.elements?.map { (nil, .node($0)) } ?? node.pairs?.map { ($0.key, .node($0.value)) } ?? []
        case .cell(let index, let place):
            return tree.children(of: index)?.map { (tree[$0].key, .cell($0, at: place)) } ?? []
        }
    }

    private func append(_ addition: Addition, key: Node? = nil, to target: Int) {
        switch addition {
        case .node(let node): tree.append(node, key: key, to: target)
        case .cell(let index, _): tree.append(copyOf: index, key: key, to: target)
        }
    }

    /// Overlay 1.1, Action Object: objects are merged, arrays are concatenated, and an array takes anything else as an
    /// element; a primitive value is replaced by a primitive one.
    ///
    /// - Returns: Whether the document changes.
    private mutating func merge(_ addition: Addition, into target: Int) -> Bool {
        guard !tree.isFull else { return false }
        switch (kind(tree[target].node), kind(node(addition))) {
        case (.object, .object):
            var isChanged = false
            for (key, value) in parts(addition) {
                guard let key, let name = key.text else { continue }
                if let member = tree.member(name, of: target) {
                    isChanged = mergeMember(value, into: member, name) || isChanged
                } else {
                    append(value, key: key, to: target)
                    isChanged = true
                }
            }
            return isChanged
        case (.array, .array):
            // The elements are read before the first is added, since a list may be added to itself.
            let elements = parts(addition)
            for element in elements { append(element.value, to: target) }
            return !elements.isEmpty
        case (.array, _):
            append(addition, to: target)
            return true
        case (.primitive, .primitive): return replace(target, addition)
        default:
            reportMismatch(addition, target, nil)
            return true
        }
    }

    /// A member takes a value of its own kind only.
    private mutating func mergeMember(_ addition: Addition, into target: Int, _ name: String) -> Bool {
        guard kind(tree[target].node) == kind(node(addition)) else {
            reportMismatch(addition, target, name)
            return true
        }
        return merge(addition, into: target)
    }

    private func replace(_ target: Int, _ addition: Addition) -> Bool {
        let (old, new) = (tree[target].node, node(addition))
        tree.replace(target, with: new)
        return old.value != new.value
    }

    private mutating func reportMismatch(_ addition: Addition, _ target: Int, _ name: String?) {
        let (old, new) = (tree[target].node, node(addition))
        let subject: DiagnosticText = name.map { "'\($0)'" } ?? "the value"
        diagnostics.report(
            .overlayMismatch(
                "\(subject) is \(old.kindDescription) in the document, and \(new.kindDescription) can't be merged into that",
                help: "an action before with 'remove: true' takes the old value away", at: place(addition),
                notes: [.init("the document's value is here", at: old.place)]))
    }
}

extension Overlay {
    /// nil if the file isn't YAML, which is reported.
    fileprivate init?(_ file: SourceSet.File, _ id: FileID, _ diagnostics: inout Diagnostics) {
        guard let document = parse(file, id, &diagnostics) else { return nil }
        self.init(document.root, &diagnostics)
    }
}

extension Diagnostic {
    static func overlayMismatch(
        _ message: DiagnosticText, help: DiagnosticText? = nil, at place: SourceLocation, notes: [Note] = []
    ) -> Self {
        .error("overlay-mismatch", message, help: help, at: place, notes: notes)
    }
    static func overlayOfAnotherDocument(_ name: String, main: String, at place: SourceLocation) -> Self {
        .warning(
            "overlay-of-another-document", "this overlay extends '\(path: name)', and is applied to '\(path: main)'",
            at: place)
    }
    static func overlayOfNativeFormat(at file: FileID) -> Self {
        .error(
            "overlay-needs-openapi", "an overlay changes an OpenAPI document, and the description isn't one",
            help: "write the change into the description", at: SourceLocation(file: file, line: 1, column: 1))
    }
    static func queryTakesTooLong(_ steps: Int, at place: SourceLocation) -> Self {
        .error(
            "jsonpath-limit", "with this query the overlays take more than \(steps) steps",
            help: "name more of the path instead of '..' and '*'", at: place)
    }
    static func overlaidDocumentIsTooLarge(at place: SourceLocation) -> Self {
        .error("overlay-limit", "with this the document is too large, or nested too deeply", at: place)
    }
}
