import CallsiteCore
import CallsiteDiff
import CallsitePrinter
import CallsiteShell

/// The formats of `callsite diff`.
enum DiffFormat: String, CaseIterable, Sendable { case text, json, github, markdown, sarif }

/// `callsite diff`: what a new description does to the code that calls the API and to the apps that are out.
func performDiff(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    var report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
    let isAgainst = invocation.has(.against)
    guard invocation.operands.count == (isAgainst ? 1 : 2) else {
        shell.report(isAgainst ? .oneDescription(invocation.command) : .twoDescriptions(invocation.command))
        return .usage
    }
    let failing: Set<FailOn>
    switch FailOn.read(invocation[.failOn] ?? "app") {
    case .success(let levels): failing = levels
    case .failure(let unknown):
        shell.report(.unknownLevel(unknown.word, invocation.command))
        return .usage
    }
    let newPath = invocation.operands[invocation.operands.count - 1]
    let settings: Configuration.Settings
    let configuration: SourceSet.File?
    do throws(ExitStatus) {
        (settings, configuration) = try shell.configuredSettings(for: newPath, invocation, &report)
    } catch {
        return error
    }
    var options = settings.options()
    if invocation.has(.include) { options.selection.include = includedOperations(invocation) }
    options.apiName = invocation[.apiName] ?? options.apiName
    options.namespace = invocation[.namespace] ?? options.namespace
    let loader = DiffLoader(
        shell: shell, invocation: invocation, settings: settings, configuration: configuration, options: options)
    var callers: CallerIndex?
    if let paths = invocation[.callers] {
        callers = shell.callers(paths.split(separator: "\u{0}").map(String.init))
        guard callers != nil else { return .fileError }
    }
    guard let pairs = loader.pairs(newPath) else { return .fileError }
    var results: [DiffResult] = []
    for pair in pairs {
        guard let (old, new) = pair.read() else {
            report.hasUnreadableFile = true
            continue
        }
        // 'validate' reports warnings; here they would stand between the changes.
        for side in [old, new] where side.reading.contract == nil {
            report.add(side.reading.diagnostics, in: side.files, configuration, to: shell.console)
        }
        guard old.reading.contract != nil, new.reading.contract != nil else { continue }
        var comparison = compare(
            old.reading, new.reading, isServerOld: invocation[.server] == "old", today: shell.environment.today())
        if let callers, let contract = old.reading.contract { comparison.findCallers(callers, old: contract) }
        results.append(DiffResult(old: old, new: new, comparison: comparison))
    }
    guard !report.hasErrors else {
        report.finish(consequence: "nothing was compared", on: shell.console)
        return report.status
    }
    if let path = invocation[.accept], let status = shell.accept(path, &results, &report) { return status }
    let all = results.flatMap(\.comparison.changes)
    if invocation.has(.bump) {
        shell.console.print(bump(results) + "\n")
    } else {
        let writer = DiffWriter(
            results: results, isComplete: invocation.has(.allChanges), failing: failing, isSearched: callers != nil)
        shell.console.print(writer.text(invocation[.diffFormat].flatMap(DiffFormat.init) ?? .text))
    }
    if let path = invocation[.changelog] {
        let file = Output.File(name: Path.lastComponent(path), contents: Array(changelog(results).utf8))
        let status = shell.writeChangelog(file, to: path)
        guard status == .done else { return status }
    }
    // A script takes the version from standard output: `$(callsite diff --bump OLD NEW)`.
    guard !invocation.has(.bump) else { return .done }
    return all.contains { change in failing.contains { $0.includes(change) } } ? .stale : .done
}

/// One pair of descriptions.
struct DiffResult {
    var old: DiffSide
    var new: DiffSide
    var comparison: Comparison
    /// Changes that were accepted, which aren't in the comparison any more.
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

/// The greatest of all pairs.
func bump(_ results: [DiffResult]) -> String {
    let order = ["none", "patch", "minor", "major"]
    return order.last { level in results.contains { $0.comparison.bump == level } } ?? "none"
}

extension Shell {
    /// Takes accepted changes out of the results.
    ///
    /// - Returns: how the run ends, where the file has errors.
    fileprivate func accept(_ path: String, _ results: inout [DiffResult], _ report: inout ProblemReport) -> ExitStatus?
    {
        let file: SourceSet.File
        do throws(FileProblem) {
            file = SourceSet.File(path: path, bytes: try readFile(absolute(path), regularOnly: true))
        } catch {
            reportUnreadable(path, error)
            return .fileError
        }
        var diagnostics = Diagnostics()
        let entries = readAcceptedChanges(file, &diagnostics)
        let today = environment.today()
        var used = Set<Int>()
        for index in results.indices {
            let changes = results[index].comparison.changes
            let left = changes.filter { change in
                guard let fitting = entries.firstIndex(where: { $0.fits(change) }) else { return true }
                used.insert(fitting)
                let entry = entries[fitting]
                if let until = entry.until, until < today {
                    diagnostics.report(.acceptedNoMore(until, at: entry.place))
                    return true
                }
                return false
            }
            results[index].comparison.changes = left
            results[index].accepted = changes.count - left.count
        }
        for (index, entry) in entries.enumerated() where !used.contains(index) {
            diagnostics.report(.acceptedNothing(at: entry.place))
        }
        report.add(diagnostics, in: [file], to: console)
        guard report.hasErrors else { return nil }
        report.finish(consequence: "nothing is accepted", on: console)
        return report.status
    }

    /// A changelog replaces one that Callsite wrote, and nothing else.
    fileprivate func writeChangelog(_ file: Output.File, to path: String) -> ExitStatus {
        let isOurs: ([UInt8]) -> Bool = { $0.starts(with: changelogPrefix.utf8) }
        return writeFiles(
            [file], in: Path.folder(of: path), replacing: isOurs, elsewhere: "another name", isSilent: true
        ) { _ in path }
    }
}
