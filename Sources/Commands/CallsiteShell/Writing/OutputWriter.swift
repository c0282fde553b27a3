import CallsiteCore
import CallsitePrinter

/// Brings the output folder up to date, or plans the changes without writing.
package struct OutputWriter {
    /// The folder as the user wrote it, without a slash at its end.
    package let folder: String
    package let sections: [OutputSection]
    /// Whether the folder has a manifest.
    package let hasManifest: Bool
    /// Whether edited files are overwritten, or deleted if they are no longer generated.
    package let isForced: Bool
    /// Whether the summary names every file.
    package let isVerbose: Bool
    package let shell: Shell

    package init(
        folder: String, sections: [OutputSection], hasManifest: Bool = true, isForced: Bool = false,
        isVerbose: Bool = false, shell: Shell
    ) {
        (self.folder, self.sections, self.shell) = (folder, sections, shell)
        (self.hasManifest, self.isForced, self.isVerbose) = (hasManifest, isForced, isVerbose)
    }

    private var console: Console { shell.console }

    /// The path of a file in messages.
    private func path(_ name: String) -> String { Path.join(folder, name) }

    /// Writes the changes, and prints a summary of them.
    func write() -> ExitStatus {
        var summary = WriteSummary()
        let status = write(&summary)
        console.print(summary.text(isVerbose: isVerbose))
        return status
    }

    /// Writes the changes.
    ///
    /// - Parameter summary: Gets the changes that were written.
    func write(_ summary: inout WriteSummary) -> ExitStatus {
        do throws(OutputFailure) {
            let folder = try shell.openOrCreate(folder)
            let isAlone = folder.lock {
                guard !console.isQuiet else { return }
                console.complain("waiting for another run of Callsite, which writes into '\(printable(self.folder))'\n")
            }
            if isAlone { deleteLeftovers(in: folder) }
            return write(into: folder, &summary)
        } catch {
            return failToOpen(error.problem)
        }
    }

    /// Whether `write` would succeed, as far as that can be checked before. A run that writes into several folders
    /// checks all of them first. Obstacles are reported.
    package func canWrite() -> Bool {
        guard let plan = plan(edits: isForced ? .overwritten : .refused) else { return false }
        guard !plan.changes.isEmpty || plan.orphans.contains(where: \.isDeleted) || plan.changesManifest else {
            return true
        }
        do throws(FileProblem) {
            try checkIsWritable(shell.absolute(folder))
            return true
        } catch {
            _ = failToOpen(error)
            return false
        }
    }

    private func failToOpen(_ problem: FileProblem) -> ExitStatus {
        console.error("can't write into '\(self.folder)': \(problem.explanation)")
        return .fileError
    }

    private func write(into folder: borrowing Folder, _ summary: inout WriteSummary) -> ExitStatus {
        let contents: OutputFolderContents
        do throws(OutputFailure) { contents = try read(folder) } catch { return fail("read", error) }
        let plan = OutputPlan(
            sections, over: contents, edits: isForced ? .overwritten : .refused, hasManifest: hasManifest)
        guard report(plan.refused) else { return .fileError }
        warn(ofNewerTool: plan.otherTool)
        do throws(OutputFailure) {
            try carryOut(steps(of: plan, from: contents.manifest), in: folder)
        } catch {
            return fail("write", error)
        }
        warn(of: plan.orphans)
        summary.folders.append(WriteSummary.Folder(plan, in: self.folder))
        return .done
    }

    private func read(_ folder: borrowing Folder) throws(OutputFailure) -> OutputFolderContents {
        let base = shell.absolute(self.folder)
        return try readOutputFolder(
            folder, for: sections.flatMap { $0.files + $0.spare }, hasManifest: hasManifest, isForced: isForced
        ) { description in
            // Standard input and the embedded runtime have names such as `<stdin>` and are no files.
            !description.hasPrefix("<") && !fileExists(Path.normalized(Path.join(base, description)))
        }
    }

    /// The changes that `write` would make; nil if it would fail. The reason is reported.
    package func plan(edits: OutputPlan.Edits) -> OutputPlan? {
        var contents = OutputFolderContents()
        do throws(FileProblem) {
            let folder = try Folder(opening: shell.absolute(folder))
            do throws(OutputFailure) {
                contents = try read(folder)
            } catch {
                _ = fail("read", error)
                return nil
            }
        } catch  where error.isAbsence {
            // There is no folder, so all files are missing.
        } catch {
            console.error("can't read '\(folder)': \(error.explanation)")
            return nil
        }
        let plan = OutputPlan(sections, over: contents, edits: edits, hasManifest: hasManifest)
        return report(plan.refused) ? plan : nil
    }

    /// Reports outputs that can't be written. Returns true if there are no such outputs.
    private func report(_ refused: [OutputPlan.Refused]) -> Bool {
        for output in refused { console.error(output.reason.explanation(), in: path(output.name)) }
        if !refused.isEmpty { console.complain("nothing was written\n") }
        return refused.isEmpty
    }

    private func fail(_ verb: String, _ failure: OutputFailure) -> ExitStatus {
        console.error("can't \(verb) '\(failure.name.map(path) ?? folder)': \(failure.problem.explanation)")
        let paths = failure.written.map { printable(path($0)) }
        console.complain(
            paths.isEmpty ? "nothing was written\n" : "written before: \(paths.joined(separator: ", "))\n")
        return .fileError
    }

    package func warn(ofNewerTool version: String?) {
        guard let version, let tool = ToolVersion(version), let current = ToolVersion.current, current < tool else {
            return
        }
        console.warning(
            "written by Callsite \(version), which is newer than this, \(CallsiteVersion.current)",
            in: path(Manifest.fileName))
    }

    package func warn(of orphans: [OutputPlan.Orphan]) {
        for orphan in orphans where !orphan.isDeleted { console.warning(orphan.advice, in: path(orphan.name)) }
    }
}
