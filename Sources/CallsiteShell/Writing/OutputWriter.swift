import CallsiteCore

/// Brings the output folder up to date, or says what that would take.
struct OutputWriter {
    /// The folder as the user wrote it, without a slash at its end.
    let folder: String
    let files: [Output.File]
    /// Whether only errors and warnings are printed.
    let isQuiet: Bool
    let shell: Shell

    private var console: Console { shell.console }

    /// How messages call a file.
    private func path(_ name: String) -> String { Path.join(folder, name) }

    /// Writes what has changed.
    func write() -> ExitStatus {
        do throws(FileProblem) {
            let folder = try openOrCreate()
            if folder.lock() { deleteLeftovers(in: folder) }
            return write(into: folder)
        } catch {
            console.error("can't write into '\(self.folder)': \(error.explanation)")
            return .fileError
        }
    }

    private func openOrCreate() throws(FileProblem) -> Folder {
        do throws(FileProblem) {
            return try Folder(opening: shell.absolute(folder))
        } catch  where error.isAbsence {
            try createFolders(shell.absolute(folder))
            return try Folder(opening: shell.absolute(folder))
        }
    }

    private func write(into folder: borrowing Folder) -> ExitStatus {
        let plan: OutputPlan
        do throws(OutputFailure) {
            plan = OutputPlan(files, over: try readOutputFolder(folder, for: files))
        } catch {
            return fail("read", error)
        }
        guard report(plan.refused) else { return .fileError }
        do throws(OutputFailure) {
            try writeChanges(plan.changes, into: folder)
        } catch {
            return fail("write", error)
        }
        warn(of: plan.orphans)
        if !isQuiet {
            for change in plan.changes { console.print("wrote \(printable(path(change.file.name)))\n") }
            console.print(summary(plan, "written"))
        }
        return .done
    }

    /// `--dry-run`: prints what `write` would do.
    func announce() -> ExitStatus {
        guard let plan = plan() else { return .fileError }
        warn(of: plan.orphans)
        if !isQuiet {
            for change in plan.changes { console.print("would write \(printable(path(change.file.name)))\n") }
            console.print(summary(plan, "to write"))
        }
        return .done
    }

    /// `--check`: shows on standard error what is not up to date.
    func check() -> ExitStatus {
        guard let plan = plan() else { return .fileError }
        for change in plan.changes {
            if let old = change.old {
                console.error("not up to date", in: path(change.file.name))
                console.complain(UnifiedDiff.text(from: old, to: change.file.contents, path: path(change.file.name)))
            } else {
                console.error("missing", in: path(change.file.name))
            }
        }
        for name in plan.orphans { console.error("no longer generated; delete it", in: path(name)) }
        let stale = plan.changes.count + plan.orphans.count
        guard stale == 0 else {
            let advice = plan.changes.isEmpty ? "" : "; run the command without '--check' to write what has changed"
            console.complain("\(counted(stale, "file")) not up to date\(advice)\n")
            return .stale
        }
        if !isQuiet { console.print("\(counted(plan.unchanged.count, "file")) up to date\n") }
        return .done
    }

    /// What `write` would do; `nil` if it could do nothing, which is then reported.
    private func plan() -> OutputPlan? {
        var contents = OutputFolderContents()
        do throws(FileProblem) {
            let folder = try Folder(opening: shell.absolute(folder))
            do throws(OutputFailure) {
                contents = try readOutputFolder(folder, for: files)
            } catch {
                _ = fail("read", error)
                return nil
            }
        } catch  where error.isAbsence {
            // Then everything is missing.
        } catch {
            console.error("can't read '\(folder)': \(error.explanation)")
            return nil
        }
        let plan = OutputPlan(files, over: contents)
        return report(plan.refused) ? plan : nil
    }

    /// Reports outputs whose place is taken, and says whether there are none.
    private func report(_ refused: [OutputPlan.Refused]) -> Bool {
        for output in refused { console.error(output.reason.explanation, in: path(output.name)) }
        if !refused.isEmpty { console.complain("nothing was written\n") }
        return refused.isEmpty
    }

    private func fail(_ verb: String, _ failure: OutputFailure) -> ExitStatus {
        console.error("can't \(verb) '\(failure.name.map(path) ?? folder)': \(failure.problem.explanation)")
        let written = failure.written.map { printable(path($0)) }
        console.complain(written.isEmpty ? "nothing was written\n" : "written before: \(written.joined(separator: ", "))\n")
        return .fileError
    }

    private func warn(of orphans: [String]) {
        for name in orphans { console.warning("no longer generated; delete it", in: path(name)) }
    }

    /// `2 files written, 3 unchanged`
    private func summary(_ plan: OutputPlan, _ verb: String) -> String {
        if plan.changes.isEmpty { return "\(counted(plan.unchanged.count, "file")) unchanged\n" }
        let unchanged = plan.unchanged.isEmpty ? "" : ", \(plan.unchanged.count) unchanged"
        return "\(counted(plan.changes.count, "file")) \(verb)\(unchanged)\n"
    }
}
