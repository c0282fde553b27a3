import CallsiteCore
import CallsiteDiff
import CallsiteShell

/// Prints comparisons for people and for annotations. `DiffWriter+JSON.swift` has the formats for programs.
struct DiffWriter {
    let results: [DiffResult]
    /// Whether every change is printed. Otherwise harmless changes are left out, and many changes are cut to the first
    /// few of each kind.
    let isComplete: Bool
    let failing: Set<FailOn>
    /// Whether uses in code were searched for.
    var isSearched = false

    /// Up to this many changes are all printed.
    private static let printedInFull = 24
    /// The number of changes of each kind that are printed if there are more.
    private static let printedPerKind = 3
    /// The number of fields or endpoints that are named in one sentence if several changed alike.
    private static let namesShown = 12
    /// The number of uses in code that are named.
    private static let callersShown = 3

    func text(_ format: DiffFormat) -> String {
        switch format {
        case .text: results.map { text($0) + name($0) + summary($0) + "\n" }.joined(separator: "\n")
        case .github: results.map { annotations($0) + name($0) + summary($0) + "\n" }.joined()
        case .markdown: results.map(markdown).joined(separator: "\n")
        case .json: json.document
        case .sarif: sarif.document
        }
    }

    /// The prefix of a summary: the description's path, or nothing if only one description was compared.
    private func name(_ result: DiffResult) -> String { results.count > 1 ? printable(result.new.path) + ": " : "" }

    // MARK: - Places

    /// The place for annotations of the working copy. A removed description is named by the path that it had there.
    func workingPlace(_ change: Change, in result: DiffResult) -> (path: String, location: SourceLocation)? {
        if result.new.reading == nil { return change.oldPlace.map { (printable(result.new.path), $0) } }
        return place(change, in: result)
    }

    /// The place of a change: `Specs/shop.yaml:88:9`. Removed parts have a place only in the old description.
    func place(_ change: Change, in result: DiffResult) -> (path: String, location: SourceLocation)? {
        if let new = change.newPlace { return (result.new.path(new), new) }
        return change.oldPlace.map { (result.old.path($0), $0) }
    }

    func text(_ location: SourceLocation, _ side: DiffSide) -> String {
        side.path(location) + ":\(location.line):\(location.column)"
    }

    // MARK: - Text

    private func text(_ result: DiffResult) -> String {
        let changes = result.comparison.changes
        let (shown, hidden) = chosen(changes)
        var text = ""
        if result.comparison.isUnrelated {
            text +=
                "\(printable(result.new.path)): the two descriptions share no endpoint and hardly a model: they seem to be of different APIs\n"
        }
        for (change, message) in joined(shown) {
            let place = place(change, in: result).map { "\($0.path):\($0.location.line):\($0.location.column): " } ?? ""
            text += place + change.label + ": \(message) [\(change.id)]\n"
            for line in details(change, result) { text += "    " + line + "\n" }
        }
        if !hidden.isEmpty { text += "not shown: \(counts(hidden)); '--all' prints them\n" }
        return text
    }

    /// Reports fields that changed alike in one sentence, at the place of the first.
    private func joined(_ changes: [Change]) -> [(change: Change, message: DiagnosticText)] {
        guard !isComplete else { return changes.map { ($0, $0.message) } }
        struct Kind: Hashable {
            var id: String
            var subject: Change.Subject
            var before: DiagnosticText
            var after: DiagnosticText
            var source: SourceVerdict
            var app: AppVerdict
        }
        var groups: [(change: Change, names: [String])] = []
        var positions: [Kind: Int] = [:]
        for change in changes {
            guard let item = change.item else {
                groups.append((change, []))
                continue
            }
            let kind = Kind(
                id: change.id, subject: change.subject == .endpoint(item.name) ? .api : change.subject,
                before: item.before,
                after: item.after, source: change.source, app: change.app)
            if let position = positions[kind] {
                groups[position].names.append(item.name)
            } else {
                positions[kind] = groups.count
                groups.append((change, [item.name]))
            }
        }
        return groups.map { change, names in
            guard let item = change.item, names.count > 1 else { return (change, change.message) }
            return (change, item.before + Self.joined(names, isSentence: item.before.description.isEmpty, item.after))
        }
    }

    /// `'a' and 'b' became optional`; at the start of a sentence `each of 'GET /a', 'GET /b' and 7 more returns Order
    /// now`.
    private static func joined(_ names: [String], isSentence: Bool, _ after: DiagnosticText) -> DiagnosticText {
        let shown = names.count > namesShown + 1 ? names.prefix(namesShown) : names[...]
        let list: DiagnosticText =
            shown.count == names.count
            ? .list(names, "and")
            : shown.map { "'\(path: $0)'" as DiagnosticText }.joined(separator: ", ")
                + " and \(names.count - shown.count) more"
        // `'a' and 'b' became optional`, but `each of 'a' and 'b' is null now`.
        let isSingular = [" is ", " has ", " comes "].contains { after.description.hasPrefix($0) }
        return ((isSentence && !after.description.hasPrefix(":")) || isSingular ? "each of " : "") + list + after
    }

    /// A key that is equal for changes that `joined` reports in one sentence.
    private func sentence(_ change: Change) -> String {
        guard let item = change.item else { return "\(change.message)" }
        let subject = change.subject == .endpoint(item.name) ? .api : change.subject
        return "\(subject) \(item.before) \(item.after) \(change.source) \(change.app)"
    }

    private func details(_ change: Change, _ result: DiffResult) -> [String] {
        var lines: [String] = []
        switch (change.before, change.after) {
        case (let before?, let after?) where before != after: lines.append("Swift: \(cut(before)) -> \(cut(after))")
        case (let before?, nil): lines.append("Swift: \(cut(before)) is gone")
        case (nil, let after?): lines.append("Swift: \(cut(after)) is new")
        default: break
        }
        if change.source == .exhaustiveSwitches { lines.append("only a switch without default stops compiling") }
        if change.source == .sharedTypes { lines.append("only code that takes one for the other stops compiling") }
        if change.source == .reads { lines.append("only code that reads the request's own property stops compiling") }
        if case .model = change.subject, change.endpoints > 0 {
            let more = change.endpoints > change.someEndpoints.count ? ", …" : ""
            lines.append(
                "used by \(counted(change.endpoints, "endpoint")): \(change.someEndpoints.map(printable).joined(separator: ", "))\(more)"
            )
        }
        if let callers = change.callers, !callers.isEmpty {
            let shown = callers.prefix(Self.callersShown).map { printable($0.path) + ":\($0.line):\($0.column)" }
            let more = callers.count > shown.count ? ", and \(callers.count - shown.count) more" : ""
            lines.append("your code: \(shown.joined(separator: ", "))\(more)")
        }
        if let help = change.help { lines.append("help: \(help)") }
        if let old = change.oldPlace { lines.append("before: \(text(old, result.old))") }
        return lines
    }

    /// Shortens a declaration, which is long if its request has many parameters.
    func cut(_ text: String) -> String {
        let text = printable(text)
        return text.count > 160 ? text.prefix(110) + "…" + text.suffix(40) : text
    }

    /// The changes that are printed, the worst first, and the others.
    func chosen(_ changes: [Change]) -> (shown: [Change], hidden: [Change]) {
        guard !isComplete else { return (changes, []) }
        let notable = changes.filter { $0.weight > .harmless }
        let isShort = notable.count > Self.printedInFull
        // Changes that one sentence reports count once.
        var kinds: [String: Set<String>] = [:]
        var shown: [Change] = []
        var hidden: [Change] = []
        for change in changes {
            kinds[change.id, default: []].insert(sentence(change))
            if change.weight > .harmless, !isShort || kinds[change.id, default: []].count <= Self.printedPerKind {
                shown.append(change)
            } else {
                hidden.append(change)
            }
        }
        return (shown, hidden)
    }

    /// `response-field-added 214, endpoint-added 12`
    func counts(_ changes: [Change]) -> String {
        var counts: [String: Int] = [:]
        for change in changes { counts[change.id, default: 0] += 1 }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }.joined(
            separator: ", ")
    }

    /// `41 changes: 1 breaks apps, 3 break source, 2 degrade, 35 are harmless. Next version: major`
    func summary(_ result: DiffResult) -> String {
        let comparison = result.comparison
        let accepted = result.accepted > 0 ? " \(counted(result.accepted, "change")) accepted." : ""
        guard !comparison.changes.isEmpty else { return "no change." + accepted }
        let phrases: [(Change.Weight, String, String)] = [
            (.app, "breaks apps", "break apps"), (.source, "breaks source", "break source"),
            (.silent, "changes meaning", "change meaning"), (.degraded, "degrades apps", "degrade apps"),
            (.partly, "may break source", "may break source"), (.warns, "is a deprecation", "are deprecations"),
            (.harmless, "is harmless", "are harmless"),
        ]
        let parts = phrases.compactMap { weight, singular, plural -> String? in
            let count = comparison.count(weight)
            return count == 0 ? nil : "\(count) \(count == 1 ? singular : plural)"
        }
        let all = counted(comparison.changes.count, "change") + ": " + parts.joined(separator: ", ")
        return all + ".\(touched(comparison))\(accepted) Next version: "
            + comparison.bump
    }

    /// ` 3 of them touch your code.`; empty without `--callers`.
    private func touched(_ comparison: Comparison) -> String {
        let callers = comparison.changes.compactMap(\.callers)
        guard !callers.isEmpty || isSearched else { return "" }
        let count = callers.count { !$0.isEmpty }
        return " \(count == 0 ? "None" : "\(count)") of them \(count == 1 ? "touches" : "touch") your code."
    }

    // MARK: - Annotations

    func uses(_ change: Change) -> String {
        guard let first = change.callers?.first, let count = change.callers?.count else { return "" }
        return "; your code: \(printable(first.path)):\(first.line)" + (count > 1 ? ", and \(count - 1) more" : "")
    }

    private func annotations(_ result: DiffResult) -> String {
        var text = ""
        for change in chosen(result.comparison.changes).shown {
            guard let place = workingPlace(change, in: result) else { continue }
            let level =
                failing.contains { $0.includes(change) } ? "error" : change.weight > .warns ? "warning" : "notice"
            text += DiagnosticFormat.annotation(
                level, path: place.path, place.location, title: change.id,
                "\(change.label): \(change.message)" + (change.help.map { "; \($0)" } ?? "") + uses(change))
        }
        return text
    }
}

extension Change {
    /// The effects in words: `source breaks, degraded`.
    var label: String { effects.map(\.label).joined(separator: ", ") }
}

extension Change.Weight {
    fileprivate var label: String {
        switch self {
        case .app: "app breaks"
        case .source: "source breaks"
        case .silent: "silent"
        case .degraded: "degraded"
        case .partly: "may break source"
        case .warns: "warns"
        case .harmless: "harmless"
        }
    }
}
