import CallsiteCore
import CallsiteHealing
import CallsiteMockEngine
import CallsiteShell

// The files with recordings that `drift`, `import` and `mock --replay` read.

/// The recordings of a folder, or one file.
///
/// - Throws: The exit status if there is no recording, or if one can't be read, which is then reported.
func recordings(_ path: String, _ shell: Shell) throws(ExitStatus) -> [SourceSet.File] {
    func read(_ name: String) throws(ExitStatus) -> SourceSet.File {
        do throws(FileProblem) {
            return .init(
                path: name,
                bytes: try readFile(shell.absolute(name), regularOnly: true, limit: FileProblem.archiveLimit))
        } catch {
            shell.console.error("can't read '\(name)': \(error.explanation)")
            throw .fileError
        }
    }
    guard let folder = try? Folder(opening: shell.absolute(path)), let names = try? folder.names() else {
        return [try read(path)]
    }
    var files: [SourceSet.File] = []
    for name in names.sorted() where name.hasSuffix(".json") || name.hasSuffix(".har") {
        files.append(try read(Path.join(path, name)))
    }
    guard !files.isEmpty else { throw reportNoRecording(in: path, shell) }
    return files
}

/// Reports that a folder has no recording.
///
/// - Returns: The exit status.
func reportNoRecording(in folder: String, _ shell: Shell) -> ExitStatus {
    shell.console.error("'\(folder)' has no recording: no file that ends in .json or .har")
    return .fileError
}

/// Reports the entries that can't be read, of which an archive may have any number: the first hundred, and a count.
func reportUnreadable(_ contents: RecordedFile, of file: String, _ shell: Shell) {
    let limit = 100
    for (pointer, reason) in contents.unreadable.prefix(limit) {
        let reason = RecordedText().redacted(message: reason)
        shell.console.error("'\(file)'\(pointer.isEmpty ? "" : " " + pointer): \(reason)")
    }
    let more = contents.unreadable.count - limit
    if more > 0 { shell.console.error("'\(file)': \(more) more entries can't be read") }
}
