// Parts of the document that the command line or `callsite.yaml` names. A name that fits nothing is an error: output
// that isn't generated any more is deleted, so that a slip would cost the earlier output.

/// The part of the document that is read.
struct ReadSelection {
    /// The operations that the selection keeps, each with a name of its own.
    var operations: [OpenAPIReader.FoundOperation] = []
    /// The mistakes in the selection.
    fileprivate var problems: [Diagnostic] = []
}

extension OpenAPIReader {
    /// The operations that the selection keeps. Words that fit no operation are reported.
    func selected(_ all: [FoundOperation]) -> [FoundOperation] {
        let selected = selectedOperations(
            all.map { operation in
                // Operations with the same id are all chosen by the id, and each by its own name.
                let names = operation.id == operation.name ? [operation.name] : [operation.name, operation.id]
                return SelectableOperation(
                    method: operation.method, path: operation.path, names: names, tags: texts(operation.node["tags"]))
            }, by: options.selection)
        selection.problems = selected.problems
        return selected.kept.map { all[$0] }
    }

    /// Enters the models that the selection names.
    func enterSelectedModels() {
        let (chosen, problems) = selectedModels(models.components.map(\.name), by: options.selection)
        selection.problems += problems
        for position in chosen.sorted() { models.enter(models.components[position].node) }
    }

    /// Reports the mistakes in the selection, and formats that don't occur. It does so only when everything has been
    /// read, since an operation may be in a file that is still missing.
    func checkSelection() {
        guard description.missing.isEmpty else { return }
        for problem in selection.problems { diagnostics.report(problem) }
        let configured = options.places[.formats]
        guard !configured.isEmpty else { return }
        let formats = Set(nodes.documents.flatMap { $0?.values(ofKey: "format") ?? [] })
        let candidates = formats.sortedByBytes()
        for (format, place) in configured.sorted(by: { $0.key.precedes($1.key) }) where !formats.contains(format) {
            diagnostics.report(
                .unusedFormat(format, candidates: diagnostics.wantsNoMoreSuggestions ? [] : candidates, at: place))
        }
    }
}

extension YAMLDocument {
    /// The different strings behind a key, wherever it is.
    func values(ofKey key: String) -> Set<String> {
        let key = Array(key.utf8)
        var values: Set<String> = []
        for (index, node) in nodes.enumerated().dropLast() {
            guard node.kind == .scalar, Int(node.end) == key.count,
                text[Int(node.start)..<Int(node.start + node.end)].elementsEqual(key)
            else { continue }
            if let value = Node(document: self, index: index + 1).text { values.insert(value) }
        }
        return values
    }
}

extension Diagnostic {
    static func unusedFormat(_ format: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "unused-format", "'formats' says what '\(format)' is, and the document has no such format",
            help: Spelling.help(for: format, among: candidates), at: place)
    }
}
