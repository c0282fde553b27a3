import CallsiteCore

/// What a run did in its folders.
struct WriteSummary: Hashable, Sendable {
    struct Folder: Hashable, Sendable {
        /// As the user wrote it.
        let path: String
        let written: [String]
        let deleted: [String]
        let unchanged: Int
    }

    var folders: [Folder] = []

    /// So many files, or folders, are named without being asked.
    private static let named = 8

    /// `wrote Out/A.swift`, a line each, or `wrote 12 files to Out`; and one line for all.
    func text(isVerbose: Bool) -> String {
        guard !folders.isEmpty else { return "" }
        var lines: [String] = []
        let written = folders.reduce(0) { $0 + $1.written.count }
        let deleted = folders.flatMap(\.deleted)
        let unchanged = folders.reduce(0) { $0 + $1.unchanged }
        let changed = folders.filter { !$0.written.isEmpty }
        let others = unchanged == 0 ? "" : ", \(unchanged) unchanged"
        let deletions = deleted.map { "deleted \(printable($0))" }
        if written <= Self.named || isVerbose {
            lines += changed.flatMap(\.written).map { "wrote \(printable($0))" } + deletions
        } else if folders.count == 1 {
            return (["wrote \(counted(written, "file")) to \(printable(folders[0].path))\(others)"] + deletions).joined(separator: "\n")
                + "\n"
        } else {
            if changed.count <= Self.named {
                lines += changed.map { "wrote \(counted($0.written.count, "file")) to \(printable($0.path))" }
            }
            lines += deletions
        }
        if written == 0, deleted.isEmpty {
            lines.append("\(counted(unchanged, "file")) unchanged")
        } else {
            let place = folders.count == 1 ? "" : " in \(counted(changed.count, "folder"))"
            lines.append("\(counted(written, "file")) written\(place)\(deleted.isEmpty ? "" : ", \(deleted.count) deleted")\(others)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
