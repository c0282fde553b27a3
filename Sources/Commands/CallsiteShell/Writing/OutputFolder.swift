import CallsiteCore
import CallsitePrinter

/// Finds the files in the output folder that have the names of `files`, that the manifest lists, or that Callsite wrote
/// under other names.
///
/// - Throws: `OutputFailure`, also where the manifest can't be understood; `isForced` begins a new one instead.
func readOutputFolder(
    _ folder: borrowing Folder, for files: [Output.File], hasManifest: Bool = true, isForced: Bool,
    isGone: (_ description: String) -> Bool
) throws(OutputFailure) -> OutputFolderContents {
    var contents = OutputFolderContents()
    if hasManifest {
        contents.existing[Manifest.fileName] = try standing(Manifest.fileName, in: folder)
        if case .file(let bytes, _)? = contents.existing[Manifest.fileName], Manifest.isOurs(bytes) {
            contents.manifestContents = bytes
            if let manifest = Manifest(contents: bytes) {
                contents.manifest = manifest
            } else if !isForced {
                throw OutputFailure(name: Manifest.fileName, problem: .notUnderstood)
            }
        }
    }
    contents.vanished = Set(contents.manifest.descriptions.keys.filter(isGone))
    var inodes: Set<UInt64> = []
    /// The names of `files` by inode. Where a file system ignores case, another name may have the same inode.
    var outputs: [UInt64: String] = [:]
    for name in Set(files.map(\.name)) {
        contents.existing[name] = try standing(name, in: folder)
        if case .file(_, let inode)? = try? folder.entry(name) {
            inodes.insert(inode)
            outputs[inode] = name
        }
    }
    for name in Set(contents.manifest.descriptions.values.flatMap(\.keys)) where contents.existing[name] == nil {
        contents.existing[name] = try standing(name, in: folder)
        if case .file(_, let inode)? = try? folder.entry(name) {
            inodes.insert(inode)
            if outputs[inode]?.lowercased() == name.lowercased() { contents.olderNames.insert(name) }
        }
    }
    let names: [String]
    do throws(FileProblem) { names = try folder.names() } catch { throw OutputFailure(name: nil, problem: error) }
    for name in names where name.hasSuffix(".swift") && contents.existing[name] == nil {
        // Where a file system ignores case, `Github.swift` may be the output `GitHub.swift` under its older name. A
        // file that can't be read can't be recognised as Callsite's, so it is skipped.
        guard case .file(_, let inode)? = try? folder.entry(name), !inodes.contains(inode),
            let start = try? folder.contents(of: name, first: GeneratedHeader.lengthLimit)
        else { continue }
        contents.generated[name] = GeneratedHeader(firstLineOf: start)
    }
    return contents
}

/// The steps of a plan, in order. Files that are no longer generated go last.
///
/// The first manifest lists the old and the new files, the last one only the new files. So after a run that was killed
/// between any two steps, the next run takes no file for edited.
func steps(of plan: OutputPlan, from old: Manifest) -> [FolderStep] {
    let deletions = plan.orphans.filter(\.isDeleted).map { FolderStep.delete($0.name) }
    let files = plan.changes.map { FolderStep.place($0.file, permissions: $0.permissions, isNew: $0.old == nil) }
    func manifest(_ manifest: Manifest, isNew: Bool = false) -> FolderStep {
        .place(.init(name: Manifest.fileName, contents: manifest.contents), permissions: nil, isNew: isNew)
    }
    guard plan.hasManifest else { return files }
    let isNew = plan.hasNewManifest
    if files.isEmpty, deletions.isEmpty { return plan.changesManifest ? [manifest(plan.manifest, isNew: isNew)] : [] }
    return [manifest(old.merging(plan.manifest), isNew: isNew)] + files + deletions + [manifest(plan.manifest)]
}
