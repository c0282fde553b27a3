import CallsiteCore

/// The changes that a run made in its folders.
package struct WriteSummary: Hashable, Sendable {
    package struct Folder: Hashable, Sendable {
        /// As the user wrote it.
        let path: String
        let written: [String]
        let deleted: [String]
        let unchanged: Int

        package init(_ plan: OutputPlan, in folder: String) {
            path = folder
            written = plan.changes.map { Path.join(folder, $0.file.name) }
            deleted = plan.orphans.filter(\.isDeleted).map { Path.join(folder, $0.name) }
            unchanged = plan.unchanged.count
        }
    }

    package var folders: [Folder] = []

    package init() {}

    /// Up to this many files, or folders, are named without `--verbose`.
    private static let nameLimit = 8

    private var writtenCount: Int { folders.reduce(0) { $0 + $1.written.count } }
    private var unchangedCount: Int { folders.reduce(0) { $0 + $1.unchanged } }

    /// `wrote Out/A.swift` for each file, or `wrote 12 files to Out`, and a closing line with the counts.
    func text(isVerbose: Bool) -> String {
        guard !folders.isEmpty else { return "" }
        var lines: [String] = []
        let written = writtenCount
        let changed = folders.filter { !$0.written.isEmpty }
        let deletions = folders.flatMap(\.deleted).map { "deleted \(printable($0))" }
        if written <= Self.nameLimit || isVerbose {
            lines += changed.flatMap(\.written).map { "wrote \(printable($0))" } + deletions
        } else if folders.count == 1 {
            let others = unchangedCount == 0 ? "" : ", \(unchangedCount) unchanged"
            lines = ["wrote \(counted(written, "file")) to \(printable(folders[0].path))\(others)"] + deletions
            return lines.map { $0 + "\n" }.joined()
        } else {
            if changed.count <= Self.nameLimit {
                lines += changed.map { "wrote \(counted($0.written.count, "file")) to \(printable($0.path))" }
            }
            lines += deletions
        }
        return lines.map { $0 + "\n" }.joined() + closingLine("written", "deleted")
    }

    /// `2 files written, 1 deleted, 3 unchanged`
    package func closingLine(_ written: String, _ deleted: String) -> String {
        let changed = folders.count { !$0.written.isEmpty }
        let deletions = folders.reduce(0) { $0 + $1.deleted.count }
        if writtenCount == 0, deletions == 0 { return "\(counted(unchangedCount, "file")) unchanged\n" }
        let place = folders.count == 1 ? "" : " in \(counted(changed, "folder"))"
        return "\(counted(writtenCount, "file")) \(written)\(place)\(deletions == 0 ? "" : ", \(deletions) \(deleted)")"
            + "\(unchangedCount == 0 ? "" : ", \(unchangedCount) unchanged")\n"
    }
}
