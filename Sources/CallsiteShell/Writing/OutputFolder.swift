import CallsiteCore

/// A file operation that failed, with the file's name in the output folder, or `nil` for the folder itself.
struct OutputFailure: Error, Hashable, Sendable {
    let name: String?
    let problem: FileProblem
    /// Names of files that were written before.
    var written: [String] = []
}

/// Finds what stands in the output folder under the names of `files`, and what Callsite wrote there under others.
func readOutputFolder(_ folder: borrowing Folder, for files: [Output.File]) throws(OutputFailure) -> OutputFolderContents {
    var contents = OutputFolderContents()
    var inodes: Set<UInt64> = []
    for file in files {
        do throws(FileProblem) {
            switch try folder.entry(file.name) {
            case .absent: break
            case .file(let permissions, let inode):
                inodes.insert(inode)
                contents.existing[file.name] = .file(contents: try folder.contents(of: file.name), permissions: permissions)
            case .symbolicLink: contents.existing[file.name] = .symbolicLink
            case .folder: contents.existing[file.name] = .folder
            case .other: contents.existing[file.name] = .other
            }
        } catch {
            throw OutputFailure(name: file.name, problem: error)
        }
    }
    let names: [String]
    do throws(FileProblem) { names = try folder.names() } catch { throw OutputFailure(name: nil, problem: error) }
    let outputs = Set(files.map(\.name))
    for name in names where name.hasSuffix(".swift") && !outputs.contains(name) {
        // Where a file system ignores case, `Github.swift` may be the output `GitHub.swift` under its older name. And a
        // file that can't be read can't be recognised: it is somebody else's business.
        guard case .file(_, let inode)? = try? folder.entry(name), !inodes.contains(inode),
            let start = try? folder.contents(of: name, first: GeneratedHeader.lengthLimit)
        else { continue }
        contents.generated[name] = GeneratedHeader(firstLineOf: start)
    }
    return contents
}

/// Writes the changes of a plan, all or none as far as a file system allows.
///
/// Every file is first written whole under another name in the same folder. Only when all are there does each take its
/// place, at once, so that a reader sees the old file or the new one; what can fail by then (permissions, space) has
/// failed before. On failure the files under other names are deleted.
///
/// - Throws: `OutputFailure`, whose `written` is not empty if the last step failed for one file after others.
func writeChanges(_ changes: [OutputPlan.Change], into folder: borrowing Folder) throws(OutputFailure) {
    var temporaries: [String] = []
    var moved = 0
    do throws(OutputFailure) {
        for change in changes {
            let temporary = TemporaryName.random()
            do throws(FileProblem) {
                try folder.create(temporary, contents: change.file.contents, permissions: change.permissions)
            } catch {
                throw OutputFailure(name: change.file.name, problem: error)
            }
            temporaries.append(temporary)
        }
        for (temporary, change) in zip(temporaries, changes) {
            do throws(FileProblem) {
                try folder.move(temporary, to: change.file.name)
            } catch {
                throw OutputFailure(name: change.file.name, problem: error, written: changes[..<moved].map(\.file.name))
            }
            moved += 1
        }
    } catch {
        for temporary in temporaries[moved...] { folder.delete(temporary) }
        throw error
    }
}

/// Deletes what a run that was killed left behind. Only for who holds the folder's lock: then no other run's are among them.
func deleteLeftovers(in folder: borrowing Folder) {
    for name in (try? folder.names()) ?? [] where TemporaryName.isTemporary(name) {
        if case .file? = try? folder.entry(name) { folder.delete(name) }
    }
}

/// Names of files on their way: `.callsite-0f3a9c5be2714d68.tmp`.
enum TemporaryName {
    private static let prefix = ".callsite-"
    private static let suffix = ".tmp"
    private static let digits = 16

    static func random() -> String {
        let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return prefix + String(repeating: "0", count: digits - number.count) + number + suffix
    }

    /// Whether `random()` can have made the name.
    static func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.utf8.count == prefix.count + digits + suffix.count else { return false }
        return name.dropFirst(prefix.count).prefix(digits).allSatisfy { $0.isHexDigit && !$0.isUppercase }
    }
}
