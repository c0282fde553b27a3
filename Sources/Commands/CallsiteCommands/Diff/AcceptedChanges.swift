import CallsiteCore
import CallsiteDiff
import CallsiteShell

// The file of `--accept`: changes that a person has reviewed and accepted, each with a reason. An entry that fits no
// change is a warning. It is out of date when its change is merged, since the next comparison doesn't have the change.

/// `{id: field-removed, at: POST /orders, reason: no app sends it, until: 2027-01-31}`
struct AcceptedChange: Sendable {
    /// The fingerprint of one change. An entry with a fingerprint is compared by that alone.
    var fingerprint: String?
    var id: String?
    /// An endpoint, a model or the API itself: `POST /orders`, `Order`, `api`.
    var subject: String?
    /// `2027-01-31`: the last day on which the entry accepts changes.
    var until: String?
    var place: SourceLocation

    func fits(_ change: Change) -> Bool {
        if let fingerprint { return change.fingerprint == fingerprint }
        guard id == nil || id == change.id else { return false }
        guard let subject else { return id != nil }
        switch change.subject {
        case .api: return subject == "api"
        case .endpoint(let name), .model(let name): return subject == name
        }
    }
}

/// Reads the file: a list, or a mapping with the key `accepted`.
func readAcceptedChanges(_ file: SourceSet.File, _ diagnostics: inout Diagnostics) -> [AcceptedChange] {
    let nodes = parse(SourceSet(main: file), &diagnostics)
    guard !diagnostics.hasErrors, let root = nodes.documents.first??.root else { return [] }
    guard let entries = (root["accepted"] ?? root).elements else {
        diagnostics.report(.acceptedList(at: root.place))
        return []
    }
    return entries.compactMap { entry in
        var accepted = AcceptedChange(place: entry.place)
        var hasReason = false
        guard let pairs = entry.pairs else {
            diagnostics.report(.acceptedList(at: entry.place))
            return nil
        }
        for (key, value) in pairs {
            switch key.text {
            case "id": accepted.id = value.text
            case "at": accepted.subject = value.text
            case "fingerprint": accepted.fingerprint = value.text
            case "reason": hasReason = value.text?.isEmpty == false
            case "until":
                guard let text = value.text, isDay(text) else {
                    diagnostics.report(.acceptedDay(at: value.place))
                    continue
                }
                accepted.until = text
            default: diagnostics.report(.acceptedKey(key.text ?? "", at: key.place))
            }
        }
        if accepted.id == nil, accepted.fingerprint == nil { diagnostics.report(.acceptedNeeds("id", at: entry.place)) }
        if !hasReason { diagnostics.report(.acceptedNeeds("reason", at: entry.place)) }
        return accepted
    }
}

/// `2027-01-31`
private func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
        let month = Int(parts[1]), let day = Int(parts[2])
    else { return false }
    return (1...12).contains(month) && (1...31).contains(day)
}

extension Shell {
    /// Removes the changes that a file accepts from comparisons.
    ///
    /// - Parameter reportsUnused: Whether an entry that fits no change is a warning.
    /// - Returns: The number of accepted changes in each comparison.
    /// - Throws: The exit status if the file can't be read or has errors, which is then reported.
    func accept(
        _ path: String, _ comparisons: inout [Comparison], reportsUnused: Bool, _ report: inout ProblemReport
    ) throws(ExitStatus) -> [Int] {
        let file: SourceSet.File
        do throws(FileProblem) {
            file = SourceSet.File(path: path, bytes: try readFile(absolute(path), regularOnly: true))
        } catch {
            reportUnreadable(path, error)
            throw .fileError
        }
        var diagnostics = Diagnostics()
        let entries = readAcceptedChanges(file, &diagnostics)
        let today = environment.today()
        var usedEntries = Set<Int>()
        var counts: [Int] = []
        for index in comparisons.indices {
            let changes = comparisons[index].changes
            let remaining = changes.filter { change in
                guard let entryIndex = entries.firstIndex(where: { $0.fits(change) }) else { return true }
                let entry = entries[entryIndex]
                let isFirstUse = usedEntries.insert(entryIndex).inserted
                guard let until = entry.until, until < today else { return false }
                if isFirstUse { diagnostics.report(.acceptedNoMore(until, at: entry.place)) }
                return true
            }
            comparisons[index].changes = remaining
            counts.append(changes.count - remaining.count)
        }
        for (index, entry) in entries.enumerated() where reportsUnused && !usedEntries.contains(index) {
            diagnostics.report(.acceptedNothing(at: entry.place))
        }
        report.add(diagnostics, in: [file], to: console)
        guard report.hasErrors else { return counts }
        report.finish(consequence: "nothing is accepted", on: console)
        throw report.status
    }
}

extension Diagnostic {
    static func acceptedList(at place: SourceLocation) -> Self {
        .error(
            "accepted-list", "accepted changes are a list of mappings",
            help: "write '- {id: field-removed, at: POST /orders, reason: …}'",
            at: place)
    }
    static func acceptedKey(_ key: String, at place: SourceLocation) -> Self {
        .error(
            "accepted-key", "unknown key '\(key)'",
            help: Spelling.help(for: key, among: ["id", "at", "fingerprint", "reason", "until"]), at: place)
    }
    static func acceptedNeeds(_ key: String, at place: SourceLocation) -> Self {
        .error(
            "accepted-needs", "an accepted change needs '\(key)'\(key == "id" ? ", or 'fingerprint'" : "")", at: place)
    }
    static func acceptedDay(at place: SourceLocation) -> Self {
        .error("accepted-day", "'until' is a day, like 2027-01-31", at: place)
    }
    static func acceptedNothing(at place: SourceLocation) -> Self {
        .warning("accepted-nothing", "no change fits this entry any more", help: "delete it", at: place)
    }
    static func acceptedNoMore(_ day: String, at place: SourceLocation) -> Self {
        .warning(
            "accepted-no-more", "this entry accepted changes until \(day)", help: "what it names counts again",
            at: place)
    }
}
