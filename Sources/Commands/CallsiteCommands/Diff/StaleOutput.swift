import CallsiteCore
import CallsiteDiff
import CallsiteShell

// `generate --check --explain`: the changes for callers if a stale output were generated again. The old side is the
// description in the last commit that changed the output's manifest, since the output was generated from that.

/// Prints the report of `callsite diff` on the changes of a description since its output was committed.
func explainStaleOutput(_ subject: StaleSubject, _ invocation: Invocation, _ shell: Shell) {
    let source = printable(subject.source)
    func fail(_ message: String) { shell.console.error("can't explain what changed: " + message, in: source) }
    guard subject.source != Path.standardInput else { return fail("standard input has no history") }
    let folder = shell.absolute(subject.folder)
    let revision: GitRevision
    do throws(GitRepository.Failure) {
        let manifest = Path.join(folder, Manifest.fileName)
        let repository = try GitRepository(containing: folder)
        guard let lastChange = try GitRevision.last(changing: manifest, in: repository) else {
            return fail(
                "no commit has '\(printable(subject.folder))/\(Manifest.fileName)', the list of what was generated")
        }
        revision = lastChange
    } catch {
        return fail(error.message)
    }
    let loader = DiffLoader(
        shell: shell, invocation: invocation, settings: subject.settings, configuration: subject.configuration,
        options: subject.options)
    let pair = DiffPair(
        old: { loader.open(subject.source, at: revision) }, new: { loader.open(subject.source, isOld: false) },
        paths: (subject.source, subject.source))
    guard let (old, new) = pair.read() else { return }
    guard let before = old.reading, let after = new.reading, before.contract != nil, after.contract != nil else {
        return fail("the description of that commit has errors of its own")
    }
    let commit = String(revision.commit.prefix(10))
    let comparison = compare(before, after, today: shell.environment.today())
    shell.console.print("since \(commit), the last commit that changed '\(printable(subject.folder))':\n")
    guard !comparison.changes.isEmpty else {
        shell.console.print(
            "\(source) means what it meant. Either callsite.yaml, an option or the version of Callsite has changed since, or the output was stale when it was committed\n"
        )
        return
    }
    let writer = DiffWriter(
        results: [DiffResult(old: old, new: new, comparison: comparison)], isComplete: false, failing: [],
        isSearched: false)
    shell.console.print(writer.text(.text))
}

/// A description whose output was checked.
struct StaleSubject {
    /// The description's path, as the user wrote it.
    let source: String
    let folder: String
    let settings: Configuration.Settings
    let options: Options
    let configuration: SourceSet.File?
}
