/// An operation as filters see it.
struct SelectableOperation {
    var method: String
    var path: String
    /// The first name is unique to the operation.
    var names: [String]
    var tags: [String]
}

/// The positions of the operations that a selection keeps, and its mistakes: words that fit no operation, or a
/// selection that keeps nothing. They are errors, since output that isn't generated any more is deleted: a misspelled
/// word would cost the earlier output.
func selectedOperations(
    _ all: [SelectableOperation], by selection: Selection
) -> (kept: [Int], problems: [Diagnostic]) {
    var kept: [Int] = []
    var problems: [Diagnostic] = []
    var include = FilterList([selection.include])
    var exclude = FilterList([selection.exclude])
    for (position, operation) in all.enumerated() {
        // Both lists are always asked, since each remembers the words that matched.
        let isIncluded = include.chooses(operation)
        let isExcluded = exclude.chooses(operation)
        if isIncluded || selection.include.isEmpty, !isExcluded { kept.append(position) }
    }
    lazy var known = KnownOperations(all)
    for (key, filter) in [("include", include), ("exclude", exclude)] {
        for (kind, word) in filter.unused(of: 0) {
            let wantsSuggestion = problems.count < Diagnostics.suggestionLimit
            let candidates = wantsSuggestion ? known : KnownOperations([])
            problems.append(.matchesNothing(word, kind, of: key, candidates: candidates))
        }
    }
    // A selection may have only models, such as those of webhooks.
    if kept.isEmpty, problems.isEmpty, selection.include.models.isEmpty { problems.append(.nothingSelected(selection)) }
    return (kept, problems)
}

/// The positions of the models that a selection names, and the words that name none.
func selectedModels(_ names: [String], by selection: Selection) -> (chosen: Set<Int>, problems: [Diagnostic]) {
    var chosen: Set<Int> = []
    var problems: [Diagnostic] = []
    for word in selection.include.models {
        let matching = names.indices.filter { Glob.matches(word.text, names[$0]) }
        chosen.formUnion(matching)
        if matching.isEmpty {
            problems.append(
                .matchesNoModel(word, candidates: problems.count < Diagnostics.suggestionLimit ? names : []))
        }
    }
    return (chosen, problems)
}

extension FilterList {
    fileprivate mutating func chooses(_ operation: SelectableOperation) -> Bool {
        // Each name is always tried, since the list remembers the words that matched.
        let chosen = operation.names.flatMap {
            use(path: operation.path, method: operation.method, operation: $0, tags: operation.tags)
        }
        return !chosen.isEmpty
    }
}

/// The names by which operations are known, for "did you mean".
private struct KnownOperations {
    var tags: [String] = []
    var paths: [String]
    var operations: [String]

    init(_ all: [SelectableOperation]) {
        var seen: Set<String> = []
        operations = all.map { $0.names[0] }
        paths = all.map(\.path)
        for operation in all { tags += operation.tags.filter { seen.insert($0).inserted } }
    }
}

extension Diagnostic {
    fileprivate static func matchesNothing(
        _ word: Selection.Word, _ kind: FilterList.Kind, of key: String, candidates: KnownOperations
    ) -> Self {
        let isOption = word.place == nil
        let guess = suggestion(for: word.text, kind, candidates, isOption: isOption)
        return .error(
            "matches-no-operation", "'\(isOption ? "--" : "")\(key)': no operation \(kind.phrase(word.text))",
            help: guess.map { "did you mean \($0)?" } ?? "'callsite inspect' lists the operations",
            at: word.place ?? .commandLine)
    }

    fileprivate static func matchesNoModel(_ word: Selection.Word, candidates: [String]) -> Self {
        .error(
            "matches-no-model", "'\(word.place == nil ? "--" : "")include': no model is called '\(word.text)'",
            help: word.text.contains("*")
                ? "'callsite inspect --format json' lists the models"
                : Spelling.help(for: word.text, among: candidates),
            at: word.place ?? .commandLine)
    }

    private static func suggestion(
        for text: String, _ kind: FilterList.Kind, _ candidates: KnownOperations, isOption: Bool
    ) -> String? {
        func tag(_ name: String) -> String { isOption ? "'tag:\(name)'" : "the tag '\(name)'" }
        /// The nearest path, with the method if the word has one. For `/order/*`, it may be `/orders/*`.
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
            let path = candidates.paths.contains(rest) ? rest : Spelling.suggestion(for: rest, among: candidates.paths)
            return path.map { prefix + $0 }
        }
        if kind != .tag, let path = path(text), path != text || kind == .operation {
            return kind == .operation && !isOption ? "the path '\(path)'" : "'\(path)'"
        }
        // A pattern doesn't show which name was meant.
        guard !text.contains("*") else { return nil }
        let operation = Spelling.suggestion(for: text, among: candidates.operations)
        switch kind {
        case .tag:
            let name = Spelling.suggestion(for: text, among: candidates.tags)
            return name.map { "'\(isOption ? "tag:" : "")\($0)'" } ?? operation.map { "the operation '\($0)'" }
        case .path: return path("/" + text).map { "'\($0)'" } ?? operation.map { "the operation '\($0)'" }
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
            // `issue/create` is near to the operation `issues/create`, but may be the exact name of a tag.
            if candidates.tags.contains(text) { return tag(text) }
            return operation.map { "'\($0)'" } ?? Spelling.suggestion(for: text, among: candidates.tags).map(tag)
        }
    }

    fileprivate static func nothingSelected(_ selection: Selection) -> Self {
        let words = [selection.exclude, selection.include].flatMap { $0.tags + $0.paths + $0.operations }
        return .error(
            "nothing-selected", "no operation is left", help: "'include' and 'exclude' leave out all of them",
            at: words.lazy.compactMap(\.place).first ?? .commandLine)
    }
}
