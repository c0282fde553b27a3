import CallsiteCore

/// A file operation that failed, with the file's name in the output folder, or `nil` for the folder itself.
struct OutputFailure: Error, Hashable, Sendable {
    let name: String?
    let problem: FileProblem
    /// Names of files that were written before.
    var written: [String] = []
}

/// Finds what stands in the output folder under the names of `files` and of what the manifest lists, and what Callsite wrote there
/// under others.
///
/// - Throws: `OutputFailure`, also where the manifest can't be understood; `isForced` begins a new one instead.
func readOutputFolder(
    _ folder: borrowing Folder, for files: [Output.File], hasManifest: Bool = true, isForced: Bool, isGone: (_ description: String) -> Bool
) throws(OutputFailure) -> OutputFolderContents {
    var contents = OutputFolderContents()
    if hasManifest, case .file(let bytes, _)? = try existing(Manifest.fileName, in: folder) {
        contents.manifestContents = bytes
        if let manifest = Manifest(contents: bytes) {
            contents.manifest = manifest
        } else if !isForced {
            throw OutputFailure(name: Manifest.fileName, problem: .notUnderstood)
        }
    }
    contents.vanished = Set(contents.manifest.descriptions.keys.filter(isGone))
    var inodes: Set<UInt64> = []
    for name in Set(files.map(\.name)).union(contents.manifest.descriptions.values.flatMap(\.keys)) {
        contents.existing[name] = try existing(name, in: folder)
        if case .file(_, let inode)? = try? folder.entry(name) { inodes.insert(inode) }
    }
    let names: [String]
    do throws(FileProblem) { names = try folder.names() } catch { throw OutputFailure(name: nil, problem: error) }
    for name in names where name.hasSuffix(".swift") && contents.existing[name] == nil {
        // Where a file system ignores case, `Github.swift` may be the output `GitHub.swift` under its older name. And a
        // file that can't be read can't be recognised: it is somebody else's business.
        guard case .file(_, let inode)? = try? folder.entry(name), !inodes.contains(inode),
            let start = try? folder.contents(of: name, first: GeneratedHeader.lengthLimit)
        else { continue }
        contents.generated[name] = GeneratedHeader(firstLineOf: start)
    }
    return contents
}

private func existing(_ name: String, in folder: borrowing Folder) throws(OutputFailure) -> OutputFolderContents.Existing? {
    do throws(FileProblem) {
        switch try folder.entry(name) {
        case .absent: return nil
        case .file(let permissions, _): return .file(contents: try folder.contents(of: name), permissions: permissions)
        case .symbolicLink: return .symbolicLink
        case .folder: return .folder
        case .other: return .other
        }
    } catch {
        throw OutputFailure(name: name, problem: error)
    }
}

/// One change to the folder that happens at once or not at all.
enum FolderStep: Hashable, Sendable {
    case place(Output.File, permissions: UInt32?)
    case delete(String)
}

/// What a plan does to the folder, in order. Files that are no longer generated go last.
///
/// The manifest first says what was and what will be, then what is: killed between any two steps, the folder holds nothing that
/// the next run would take for edited.
func steps(of plan: OutputPlan, from old: Manifest) -> [FolderStep] {
    let deletions = plan.orphans.filter(\.isDeleted).map { FolderStep.delete($0.name) }
    let files = plan.changes.map { FolderStep.place($0.file, permissions: $0.permissions) }
    func manifest(_ manifest: Manifest) -> FolderStep {
        .place(.init(name: Manifest.fileName, contents: manifest.contents), permissions: nil)
    }
    guard plan.hasManifest else { return files }
    if files.isEmpty, deletions.isEmpty { return plan.changesManifest ? [manifest(plan.manifest)] : [] }
    return [manifest(old.merging(plan.manifest))] + files + deletions + [manifest(plan.manifest)]
}

/// Does the steps, all or none as far as a file system allows.
///
/// Every file is first written whole under another name in the same folder. Only when all are there does each take its
/// place, at once, so that a reader sees the old file or the new one; what can fail by then (permissions, space) has
/// failed before. On failure the files under other names are deleted.
///
/// - Throws: `OutputFailure`, whose `written` is not empty if the last step failed for one file after others.
func carryOut(_ steps: [FolderStep], in folder: borrowing Folder) throws(OutputFailure) {
    var waiting: [String] = []
    var written: [String] = []
    do throws(OutputFailure) {
        for case .place(let file, let permissions) in steps {
            let temporary = TemporaryName.random()
            do throws(FileProblem) {
                try folder.create(temporary, contents: file.contents, permissions: permissions)
            } catch {
                throw OutputFailure(name: file.name, problem: error)
            }
            waiting.append(temporary)
        }
        waiting.reverse()
        for step in steps {
            switch step {
            case .delete(let name): folder.delete(name)
            case .place(let file, _):
                guard let temporary = waiting.last else { continue }
                do throws(FileProblem) {
                    try folder.move(temporary, to: file.name)
                } catch {
                    throw OutputFailure(name: file.name, problem: error, written: written)
                }
                waiting.removeLast()
                if file.name != Manifest.fileName { written.append(file.name) }
            }
        }
    } catch {
        for temporary in waiting { folder.delete(temporary) }
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
