// What the command line or `callsite.yaml` says of parts of the document, by their names. A name that fits nothing is an error: what isn't
// generated any more is deleted, so that a slip would cost the earlier output.

extension OpenAPIReader {
    /// The operations that the selection keeps. What it says of none is reported.
    mutating func selected(_ all: [FoundOperation]) -> [FoundOperation] {
        var include = FilterUse(options.selection.include)
        var exclude = FilterUse(options.selection.exclude)
        let kept = all.filter { operation in
            let tags = texts(operation.node["tags"])
            // Both are asked in any case: each remembers what it chose.
            let isIncluded = include.matches(path: operation.path, method: operation.method, operation: operation.name, tags: tags)
            let isExcluded = exclude.matches(path: operation.path, method: operation.method, operation: operation.name, tags: tags)
            return (isIncluded || options.selection.include.isEmpty) && !isExcluded
        }
        let known = KnownOperations(all, tags: { texts($0.node["tags"]) })
        for (key, use) in [("include", include), ("exclude", exclude)] {
            for (kind, word) in use.unused { selectionProblems.append(.matchesNothing(word, kind, of: key, known: known)) }
        }
        if kept.isEmpty, selectionProblems.isEmpty { selectionProblems.append(.nothingSelected(options.selection)) }
        return kept
    }

    /// Reports the above and formats that don't occur, when everything has been read: before that an operation may be in a file that isn't
    /// here yet.
    mutating func checkSelection() {
        guard description.missing.isEmpty else { return }
        for problem in selectionProblems { diagnostics.report(problem) }
        let configured = options.places[.formats]
        guard !configured.isEmpty else { return }
        let formats = Set(nodes.documents.flatMap { $0?.values(ofKey: "format") ?? [] })
        for (format, place) in configured.sorted(by: { $0.key < $1.key }) where !formats.contains(format) {
            diagnostics.report(.unusedFormat(format, known: formats.sorted(), at: place))
        }
    }
}

/// What operations are known by, for "did you mean".
struct KnownOperations {
    var tags: [String] = []
    var paths: [String] = []
    var operations: [String] = []

    init(_ all: [OpenAPIReader.FoundOperation], tags: (OpenAPIReader.FoundOperation) -> [String]) {
        var seen: Set<String> = []
        for operation in all {
            operations.append(operation.name)
            paths.append(operation.path)
            self.tags += tags(operation).filter { seen.insert($0).inserted }
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
    static func matchesNothing(_ word: Selection.Word, _ kind: FilterUse.Kind, of key: String, known: KnownOperations) -> Self {
        let isOption = word.place == nil
        let what =
            switch kind {
            case .tag: "has the tag '\(word.text)'"
            case .path: "has the path '\(word.text)'"
            case .operation: "is called '\(word.text)'"
            }
        // Of a pattern nobody knows what was meant; what was meant by a tag may be the name of an operation.
        let guess: String? = word.text.contains("*") ? nil : suggestion(for: word.text, kind, known, isOption: isOption)
        return .error(
            "matches-no-operation", "'\(isOption ? "--" : "")\(key)': no operation \(what)",
            help: guess.map { "did you mean \($0)?" } ?? "'callsite inspect' lists the operations", at: word.place ?? .commandLine)
    }

    private static func suggestion(for text: String, _ kind: FilterUse.Kind, _ known: KnownOperations, isOption: Bool) -> String? {
        func tag(_ name: String) -> String { isOption ? "'tag:\(name)'" : "the tag '\(name)'" }
        switch kind {
        case .tag:
            if let name = Spelling.suggestion(for: text, among: known.tags) { return "'\(isOption ? "tag:" : "")\(name)'" }
            return Spelling.suggestion(for: text, among: known.operations).map { "the operation '\($0)'" }
        case .path:
            let method = text.hasPrefix("/") ? "" : String(text.prefix { $0 != " " }) + " "
            return Spelling.suggestion(for: String(text.dropFirst(method.count)), among: known.paths).map { "'\(method)\($0)'" }
        case .operation:
            // `issue/create` is near to `issues/create`, and may be what a tag is called.
            if known.tags.contains(text) { return tag(text) }
            if let name = Spelling.suggestion(for: text, among: known.operations) { return "'\(name)'" }
            return Spelling.suggestion(for: text, among: known.tags).map(tag)
        }
    }

    static func nothingSelected(_ selection: Selection) -> Self {
        let words = [selection.exclude, selection.include].flatMap { $0.tags + $0.paths + $0.operations }
        return .error(
            "nothing-selected", "no operation is left", help: "'include' and 'exclude' leave out all of them",
            at: words.lazy.compactMap(\.place).first ?? .commandLine)
    }

    static func unusedFormat(_ format: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "unused-format", "'formats' says what '\(format)' is, and the document has no such format",
            help: Spelling.help(for: format, among: known), at: place)
    }
}
