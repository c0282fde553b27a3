import CallsiteCallers
import CallsiteCore
import CallsiteDiff
import CallsitePrinter
import CallsiteShell

/// The formats of `callsite diff`.
enum DiffFormat: String, CaseIterable, Sendable { case text, json, github, markdown, sarif }

/// `callsite diff`: reports the effects of a new description on code that calls the API, and on released apps.
func performDiff(_ invocation: Invocation, _ shell: Shell) throws(ExitStatus) -> ExitStatus {
    var report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
    let failing = try shell.failingLevels(invocation)
    if invocation.has(.matrix) {
        return try performMatrix(
            try shell.diffLoader(invocation.operands.last, invocation, &report), failing, &report)
    }
    let callers = try shell.callers(invocation)
    let newPath = invocation.operands.last
    let loader = try shell.diffLoader(newPath, invocation, &report)
    let pairs: [DiffPair]?
    if let newPath { pairs = loader.pairs(newPath) } else { pairs = try shell.configuredPairs(invocation, &report) }
    guard let pairs else { throw .fileError }
    var results = loader.results(pairs, callers, &report)
    guard !report.hasErrors else {
        report.finish(consequence: "nothing was compared", on: shell.console)
        return report.status
    }
    if let path = invocation[.accept] {
        var comparisons = results.map(\.comparison)
        let accepted = try shell.accept(path, &comparisons, reportsUnused: true, &report)
        for index in results.indices {
            (results[index].comparison, results[index].accepted) = (comparisons[index], accepted[index])
        }
    }
    return shell.printDiff(results, failing, isSearched: callers != nil, invocation)
}

extension Shell {
    fileprivate func failingLevels(_ invocation: Invocation) throws(ExitStatus) -> Set<FailOn> {
        switch FailOn.read(invocation[.failOn] ?? "app") {
        case .success(let levels): return levels
        case .failure(let unknown):
            report(.unknownLevel(unknown.word, invocation.command))
            throw .usage
        }
    }

    /// - Parameter newPath: The new side, whose settings apply to both; nil: the settings for all descriptions apply.
    func diffLoader(
        _ newPath: String?, _ invocation: Invocation, _ report: inout ProblemReport
    ) throws(ExitStatus) -> DiffLoader {
        let (settings, configuration) = try configuredSettings(for: newPath ?? "-", invocation, &report)
        return DiffLoader(
            shell: self, invocation: invocation, settings: settings, configuration: configuration,
            options: settings.options(overriddenBy: invocation))
    }

    /// The callers in the paths of `--callers`; nil: the option isn't given.
    fileprivate func callers(_ invocation: Invocation) throws(ExitStatus) -> CallerIndex? {
        guard invocation.has(.callers) else { return nil }
        guard let index = callers(invocation.values(of: .callers)) else { throw .fileError }
        return index
    }

    fileprivate func printDiff(
        _ results: [DiffResult], _ failing: Set<FailOn>, isSearched: Bool, _ invocation: Invocation
    ) -> ExitStatus {
        if invocation.has(.bump) {
            console.print(bump(results) + "\n")
        } else if invocation[.changelog] != "-" {
            let writer = DiffWriter(
                results: results, isComplete: invocation.has(.allChanges), failing: failing, isSearched: isSearched)
            console.print(writer.text(invocation[.diffFormat].flatMap(DiffFormat.init) ?? .text))
        }
        if invocation[.changelog] == "-" {
            console.print(changelog(results))
        } else if let path = invocation[.changelog] {
            // Only a changelog that Callsite wrote is replaced.
            let status = writeFile(
                Array(changelog(results).utf8), to: path, replacing: { $0.starts(with: changelogPrefix.utf8) },
                isSilent: true)
            guard status == .done else { return status }
        }
        // A script takes the version from standard output: `$(callsite diff --bump OLD NEW)`.
        guard !invocation.has(.bump) else { return .done }
        let changes = results.flatMap(\.comparison.changes)
        return changes.contains { change in failing.contains { $0.includes(change) } } ? .stale : .done
    }
}

extension DiffLoader {
    /// Reads and compares the pairs. A side with errors is reported, and its pair has no result.
    fileprivate func results(
        _ pairs: [DiffPair], _ callers: CallerIndex?, _ report: inout ProblemReport
    ) -> [DiffResult] {
        var sides: [(old: DiffSide, new: DiffSide)] = []
        for pair in pairs {
            guard let (old, new) = pair.read() else {
                report.hasUnreadableFile = true
                continue
            }
            // Only a side with errors is reported. Warnings would stand between the changes; 'validate' reports them.
            for side in [old, new] where side.contract == nil {
                if let reading = side.reading {
                    report.add(reading.diagnostics, in: side.files, configuration, to: shell.console)
                }
            }
            sides.append((old, new))
        }
        let isServerOld = invocation[.server] == "old"
        return joinRenamed(sides).compactMap { old, new in
            guard
                var comparison = compare(old, new, isServerOld: isServerOld, today: shell.environment.today())
            else { return nil }
            if let callers, let contract = old.contract { comparison.findCallers(callers, old: contract) }
            return DiffResult(old: old, new: new, comparison: comparison)
        }
    }

    /// Joins a removed file and an added one into a pair, as when a file is moved. Either both have the same contents,
    /// or each is the only one of its side with that API name.
    private func joinRenamed(_ sides: [(old: DiffSide, new: DiffSide)]) -> [(old: DiffSide, new: DiffSide)] {
        var removed = sides.indices.filter { sides[$0].new.reading == nil && sides[$0].old.contract != nil }
        var added = sides.indices.filter { sides[$0].old.reading == nil && sides[$0].new.contract != nil }
        var oldOfNew: [Int: Int] = [:]
        func join<Key: Hashable>(isUnique: Bool, _ key: (DiffSide) -> Key) {
            let olds = Dictionary(grouping: removed) { key(sides[$0].old) }
            for (key, news) in Dictionary(grouping: added, by: { key(sides[$0].new) }) {
                guard var rest = olds[key], !isUnique || (rest.count == 1 && news.count == 1) else { continue }
                for index in news where !rest.isEmpty { oldOfNew[index] = rest.removeFirst() }
            }
            let joined = Set(oldOfNew.values)
            removed.removeAll(where: joined.contains)
            added.removeAll { oldOfNew[$0] != nil }
        }
        join(isUnique: false) { $0.files.map(\.bytes) }
        join(isUnique: true) { $0.contract?.name ?? "" }
        let joined = Set(oldOfNew.values)
        return sides.indices.filter { !joined.contains($0) }.map { index in
            oldOfNew[index].map { (sides[$0].old, sides[index].new) } ?? sides[index]
        }
    }
}

/// Compares two sides, of which one may be missing. nil: a side has errors.
func compare(_ old: DiffSide, _ new: DiffSide, isServerOld: Bool, today: String?) -> Comparison? {
    switch (old.reading, new.reading) {
    case (let a?, let b?):
        a.contract == nil || b.contract == nil ? nil : compare(a, b, isServerOld: isServerOld, today: today)
    case (let a?, nil): a.contract.map { compareLone($0, isRemoved: true, isServerOld: isServerOld) }
    case (nil, let b?): b.contract.map { compareLone($0, isRemoved: false, isServerOld: isServerOld) }
    case (nil, nil): nil
    }
}

/// The comparison of one pair of descriptions.
struct DiffResult {
    var old: DiffSide
    var new: DiffSide
    var comparison: Comparison
    /// The number of accepted changes, which the comparison doesn't contain any more.
    var accepted = 0
}

/// A level of `--fail-on`.
enum FailOn: String, CaseIterable, Sendable {
    case app, source, silent, degraded, any, none

    func includes(_ change: Change) -> Bool {
        switch self {
        case .app: change.app == .breaks
        case .source: [.sharedTypes, .exhaustiveSwitches, .reads, .breaks].contains(change.source)
        case .silent: change.source == .silent
        case .degraded: change.app >= .degraded
        case .any: true
        case .none: false
        }
    }

    struct Unknown: Error { var word: String }

    static func read(_ text: String) -> Result<Set<FailOn>, Unknown> {
        var levels: Set<FailOn> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let level = FailOn(rawValue: String(word)) else { return .failure(.init(word: String(word))) }
            levels.insert(level)
        }
        return .success(levels)
    }
}

/// The greatest version bump of all pairs.
func bump(_ results: [DiffResult]) -> String {
    let order = ["none", "patch", "minor", "major"]
    return order.last { level in results.contains { $0.comparison.bump == level } } ?? "none"
}
