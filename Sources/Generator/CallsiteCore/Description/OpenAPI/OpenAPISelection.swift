// Parts of the document that the command line or `callsite.yaml` names. A name that fits nothing is an error: output
// that isn't generated any more is deleted, so that a slip would cost the earlier output.

/// The part of the document that is read.
struct ReadSelection {
    /// The operations that the selection keeps, each with a name of its own.
    var operations: [OpenAPIReader.FoundOperation] = []
    /// The mistakes in the selection: words that fit no operation, or a selection that keeps nothing.
    fileprivate var problems: [Diagnostic] = []
}

extension OpenAPIReader {
    /// The operations that the selection keeps. Words that fit no operation are reported.
    func selected(_ all: [FoundOperation]) -> [FoundOperation] {
        var include = FilterList([options.selection.include])
        var exclude = FilterList([options.selection.exclude])
        let kept = all.filter { operation in
            let tags = texts(operation.node["tags"])
            // Both are asked in any case: each remembers what it chose.
            let isIncluded = include.chooses(operation, tags)
            let isExcluded = exclude.chooses(operation, tags)
            return (isIncluded || options.selection.include.isEmpty) && !isExcluded
        }
        let known = KnownOperations(all, tags: { texts($0.node["tags"]) })
        for (key, filter) in [("include", include), ("exclude", exclude)] {
            for (kind, word) in filter.unused(of: 0) {
                let wantsSuggestion = selection.problems.count < Diagnostics.suggestionLimit
                let known = wantsSuggestion ? known : KnownOperations([], tags: { _ in [] })
                selection.problems.append(.matchesNothing(word, kind, of: key, candidates: known))
            }
        }
        if kept.isEmpty, selection.problems.isEmpty { selection.problems.append(.nothingSelected(options.selection)) }
        return kept
    }

    /// Reports the above and formats that don't occur, when everything has been read: before that an operation may be
    /// in a file that isn't here yet.
    func checkSelection() {
        guard description.missing.isEmpty else { return }
        for problem in selection.problems { diagnostics.report(problem) }
        let configured = options.places[.formats]
        guard !configured.isEmpty else { return }
        let formats = Set(nodes.documents.flatMap { $0?.values(ofKey: "format") ?? [] })
        let known = formats.sortedByBytes()
        for (format, place) in configured.sorted(by: { $0.key.precedes($1.key) }) where !formats.contains(format) {
            diagnostics.report(
                .unusedFormat(format, candidates: diagnostics.wantsNoMoreSuggestions ? [] : known, at: place))
        }
    }
}

extension FilterList {
    /// Operations with the same id are all chosen by the id, and each by its own name.
    fileprivate mutating func chooses(_ operation: OpenAPIReader.FoundOperation, _ tags: [String]) -> Bool {
        let names = operation.id == operation.name ? [operation.name] : [operation.name, operation.id]
        // Each is asked in any case: what it chooses is remembered.
        let chosen = names.flatMap { use(path: operation.path, method: operation.method, operation: $0, tags: tags) }
        return !chosen.isEmpty
    }
}

/// The names by which operations are known, for "did you mean".
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
    static func matchesNothing(
        _ word: Selection.Word, _ kind: FilterList.Kind, of key: String, candidates: KnownOperations
    ) -> Self {
        let isOption = word.place == nil
        let guess = suggestion(for: word.text, kind, candidates, isOption: isOption)
        return .error(
            "matches-no-operation", "'\(isOption ? "--" : "")\(key)': no operation \(kind.phrase(word.text))",
            help: guess.map { "did you mean \($0)?" } ?? "'callsite inspect' lists the operations",
            at: word.place ?? .commandLine)
    }

    private static func suggestion(
        for text: String, _ kind: FilterList.Kind, _ candidates: KnownOperations, isOption: Bool
    ) -> String? {
        func tag(_ name: String) -> String { isOption ? "'tag:\(name)'" : "the tag '\(name)'" }
        /// A path, with the method where one was given; below `/order/*` nothing may be known, and below `/orders/*`
        /// something.
        func path(_ text: String) -> String? {
            let isPath = text.hasPrefix("/") || text.hasPrefix("*")
            let method = isPath ? "" : String(text.prefix { $0 != " " && $0 != ":" && $0 != "/" })
            let rest = String(text.dropFirst(method.count).drop { $0 == " " || $0 == ":" })
            guard isPath || rest.hasPrefix("/") else { return nil }
            let prefix = method.isEmpty ? "" : method.uppercased() + " "
            if rest.hasSuffix("/*"), !rest.dropLast(2).contains("*") {
                let above = rest.dropLast(2)
                let folders = candidates.paths.map { path in
                    String(path.split(separator: "/").prefix(above.utf8.count { $0 == 0x2F }).map { "/" + $0 }.joined())
                }
                return Spelling.suggestion(for: String(above), among: folders).map { "\(prefix)\($0)/*" }
            }
            guard !rest.contains("*") else { return nil }
            return (candidates.paths.contains(rest) ? rest : Spelling.suggestion(for: rest, among: candidates.paths))
                .map {
                    prefix + $0
                }
        }
        if kind != .tag, let path = path(text), path != text || kind == .operation {
            return kind == .operation && !isOption ? "the path '\(path)'" : "'\(path)'"
        }
        // A pattern doesn't show which name was meant.
        guard !text.contains("*") else { return nil }
        switch kind {
        case .tag:
            if let name = Spelling.suggestion(for: text, among: candidates.tags) {
                return "'\(isOption ? "tag:" : "")\(name)'"
            }
            return Spelling.suggestion(for: text, among: candidates.operations).map { "the operation '\($0)'" }
        case .path:
            if let path = path("/" + text) { return "'\(path)'" }
            return Spelling.suggestion(for: text, among: candidates.operations).map { "the operation '\($0)'" }
        case .operation:
            if isOption {
                // `tags:orders`, `tag=orders`
                for prefix in ["tags:", "tag=", "tags=", "Tag:", "tag/"] where text.hasPrefix(prefix) {
                    let name = String(text.dropFirst(prefix.count))
                    return "'tag:\(Spelling.suggestion(for: name, among: candidates.tags) ?? name)'"
                }
                let words = text.split(separator: " ").map(String.init)
                if words.count > 1, words.allSatisfy(candidates.operations.contains) {
                    return "'\(words.joined(separator: ","))'"
                }
            }
            // `issue/create` is near to `issues/create`, and may be what a tag is called.
            if candidates.tags.contains(text) { return tag(text) }
            if let name = Spelling.suggestion(for: text, among: candidates.operations) { return "'\(name)'" }
            return Spelling.suggestion(for: text, among: candidates.tags).map(tag)
        }
    }

    static func nothingSelected(_ selection: Selection) -> Self {
        let words = [selection.exclude, selection.include].flatMap { $0.tags + $0.paths + $0.operations }
        return .error(
            "nothing-selected", "no operation is left", help: "'include' and 'exclude' leave out all of them",
            at: words.lazy.compactMap(\.place).first ?? .commandLine)
    }

    static func unusedFormat(_ format: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "unused-format", "'formats' says what '\(format)' is, and the document has no such format",
            help: Spelling.help(for: format, among: candidates), at: place)
    }
}
