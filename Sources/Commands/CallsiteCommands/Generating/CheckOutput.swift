import CallsiteCore
import CallsiteShell

extension OutputWriter {
    private var console: Console { shell.console }

    /// The name of a file in messages.
    private func path(_ name: String) -> String { Path.join(folder, name) }

    /// `--dry-run`: prints what `write` would do.
    ///
    /// - Parameter summary: gets the files that would be written.
    func announce(_ summary: inout WriteSummary) -> ExitStatus {
        guard let plan = plan(edits: isForced ? .overwritten : .refused) else { return .fileError }
        warn(ofNewerTool: plan.otherTool)
        warn(of: plan.orphans)
        for change in plan.changes { console.print("would write \(printable(path(change.file.name)))\n") }
        for orphan in plan.orphans where orphan.isDeleted {
            console.print("would delete \(printable(path(orphan.name)))\n")
        }
        summary.folders.append(WriteSummary.Folder(plan, in: folder))
        return .done
    }

    /// `--check`: prints the differences of each file that is not up to date to standard error.
    ///
    /// - Parameter summary: gets the numbers of stale and unchanged files.
    func check(_ summary: inout CheckSummary) -> ExitStatus {
        // An edited file isn't up to date either.
        guard let plan = plan(edits: .compared) else { return .fileError }
        if let tool = plan.otherTool {
            console.error(
                "written by Callsite \(tool), and this is \(CallsiteVersion.current); use \(tool), or generate again with this one",
                in: path(Manifest.fileName), .stale)
        }
        for change in plan.changes {
            if let old = change.old {
                console.error(
                    change.wasEdited ? "not up to date: edited since Callsite wrote it" : "not up to date",
                    in: path(change.file.name),
                    .stale)
                console.complain(UnifiedDiff.text(from: old, to: change.file.contents, path: path(change.file.name)))
            } else {
                console.error("missing", in: path(change.file.name), .missing)
            }
        }
        let orphans = plan.orphans.filter(\.isStale)
        for orphan in orphans { console.error("no longer generated", in: path(orphan.name), .orphaned) }
        var stale = plan.changes.count + orphans.count
        if plan.otherTool != nil, stale == 0 {
            stale = 1
        } else if plan.changesManifest, stale == 0 {
            let isThere = fileExists(Path.normalized(Path.join(shell.absolute(folder), Manifest.fileName)))
            console.error(
                isThere ? "not up to date" : "missing", in: path(Manifest.fileName), isThere ? .stale : .missing)
            stale = 1
        }
        summary.stale += stale
        summary.unchanged += plan.unchanged.count
        // Without '--force' nothing is written over an edit.
        summary.hasEdits = summary.hasEdits || plan.changes.contains(where: \.wasEdited)
        return stale == 0 ? .done : .stale
    }
}

/// The result of `--check` in a run's folders.
struct CheckSummary: Hashable, Sendable {
    var stale = 0
    var unchanged = 0
    /// Whether a stale file was edited.
    var hasEdits = false

    func report(to console: Console) {
        if stale > 0 {
            let advice =
                "; "
                + (hasEdits ? "undo the edit, or run the command with '--force' instead of" : "run the command without")
                + " '--check'"
            console.complain("\(counted(stale, "file")) not up to date\(advice)\n")
        } else {
            console.print("\(counted(unchanged, "file")) up to date\n")
        }
    }
}
