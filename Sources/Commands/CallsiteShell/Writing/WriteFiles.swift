import CallsiteCore
import CallsitePrinter

// Everything that Callsite writes is written here, by one rule: a file takes a name that is free, or replaces a file
// that Callsite wrote. Anything else there (another file, a symbolic link, a folder, a pipe, a device) stays, and
// nothing is written. No other code of the shell may create, rename or delete a file: `WritingTests` checks this.
//
// An output folder that is brought up to date (`OutputWriter`) decides by its manifest and the files' first lines, in
// `OutputPlan`; files that are written once go through `Shell.writeFiles`. Both ask `refusal`, and both end in
// `carryOut`.

/// A file or another entry under a name, before anything is written there.
enum Standing: Hashable, Sendable {
    case file(contents: [UInt8], permissions: UInt32)
    case symbolicLink
    case folder
    /// A device, a pipe or a socket.
    case other

    /// Why the entry can't be replaced by a new file; nil if it can.
    ///
    /// - Parameter isOurs: whether Callsite wrote a file with these contents; nil if no file at all may be replaced.
    func refusal(replacing isOurs: ((_ contents: [UInt8]) -> Bool)?) -> Refusal? {
        switch self {
        case .file(let contents, _): isOurs.map { $0(contents) ? nil : .foreign } ?? .exists
        case .symbolicLink: .symbolicLink
        case .folder, .other: .notRegular
        }
    }
}

/// Why the place of a file can't be used.
enum Refusal: Hashable, Sendable {
    /// The file was written once, and belongs to the user since.
    case exists
    case foreign
    case symbolicLink
    case notRegular
    case edited
    /// The file was edited, and no option overwrites it.
    case changed
    /// Callsite wrote the file, but the manifest doesn't list it.
    case unlisted
    case otherDescription(String)

    /// - Parameter place: where else the file could go.
    func explanation(elsewhere place: String = "another folder") -> String {
        switch self {
        case .exists: "exists already, and can't be overwritten; move it away, or choose \(place)"
        case .foreign: "not written by Callsite, so it is not overwritten; move it away, or choose \(place)"
        case .symbolicLink: "is a symbolic link, through which Callsite does not write; replace it, or choose \(place)"
        case .notRegular: "is not a regular file; move it away, or choose \(place)"
        case .edited: "was edited since Callsite wrote it; '--force' overwrites it"
        case .changed:
            "was edited since Callsite wrote it, so it is not overwritten; move it away, or choose \(place)"
        case .unlisted:
            "isn't listed in '\(Manifest.fileName)', so it may have been edited since Callsite wrote it; '--force' overwrites it"
        case .otherDescription(let other): "was generated from '\(other)'; choose \(place), or '--force' overwrites it"
        }
    }
}

/// The entry under a name; nil: the name is free.
func standing(_ name: String, in folder: borrowing Folder) throws(OutputFailure) -> Standing? {
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

/// A file operation that failed, with the file's name in the output folder, or `nil` for the folder itself.
struct OutputFailure: Error, Hashable, Sendable {
    let name: String?
    let problem: FileProblem
    /// Names of files that were written before.
    var written: [String] = []
}

/// One change to the folder that happens at once or not at all.
enum FolderStep: Hashable, Sendable {
    /// `isNew`: the name was free when it was looked up, and must still be.
    case place(Output.File, permissions: UInt32?, isNew: Bool)
    case delete(String)
}

/// Does the steps, all or none as far as a file system allows.
///
/// Every file is first written whole under a temporary name in the same folder. When all are written, each is renamed,
/// so a reader sees the old file or the new one. The likely failures (permissions, space) happen before the first
/// renaming. After a failure the temporary files are deleted.
///
/// - Throws: `OutputFailure`; its `written` names the files that were renamed before the failure.
func carryOut(_ steps: [FolderStep], in folder: borrowing Folder) throws(OutputFailure) {
    var temporaries: [String] = []
    var written: [String] = []
    do throws(OutputFailure) {
        for case .place(let file, let permissions, _) in steps {
            let temporary = TemporaryName.random()
            do throws(FileProblem) {
                try folder.create(temporary, contents: file.contents, permissions: permissions)
            } catch {
                throw OutputFailure(name: file.name, problem: error)
            }
            temporaries.append(temporary)
        }
        temporaries.reverse()
        for step in steps {
            switch step {
            case .delete(let name): folder.delete(name)
            case .place(let file, _, let isNew):
                guard let temporary = temporaries.last else { continue }
                do throws(FileProblem) {
                    if isNew {
                        try folder.moveToFreeName(temporary, file.name)
                    } else {
                        try folder.moveOverFile(temporary, file.name)
                    }
                } catch {
                    throw OutputFailure(name: file.name, problem: error, written: written)
                }
                temporaries.removeLast()
                if file.name != Manifest.fileName { written.append(file.name) }
            }
        }
    } catch {
        for temporary in temporaries { folder.delete(temporary) }
        throw error
    }
}

/// Deletes the temporary files that a killed run left behind. The caller must hold the folder's lock: otherwise the
/// files may belong to a run that still needs them.
func deleteLeftovers(in folder: borrowing Folder) {
    for name in (try? folder.names()) ?? [] where TemporaryName.isTemporary(name) {
        if case .file? = try? folder.entry(name) { folder.delete(name) }
    }
}

/// Names of temporary files: `.callsite-0f3a9c5be2714d68.tmp`.
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
        guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.utf8.count == prefix.count + digits + suffix.count
        else { return false }
        return name.dropFirst(prefix.count).prefix(digits).allSatisfy { $0.isHexDigit && !$0.isUppercase }
    }
}

/// Keeps records in a folder of Callsite's, readable by their owner only. An output without a record is generated again
/// the next time.
///
/// - Parameters:
///   - isRecord: whether a record may have this name.
///   - names: files to delete.
///   - isLast: whether the run ends with these records. If so, temporary files and old records are deleted.
package func keepRecords(
    _ files: [(name: String, contents: [UInt8])], named isRecord: (String) -> Bool, deleting names: [String] = [],
    isLast: Bool = false, in path: String
) {
    guard (try? createFolders(path)) != nil, let folder = try? Folder(opening: path), folder.lock() else { return }
    var steps: [FolderStep] = []
    for file in files {
        let isNew = (try? folder.entry(file.name)) == .absent
        steps.append(.place(.init(name: file.name, contents: file.contents), permissions: 0o600, isNew: isNew))
    }
    try? carryOut(steps, in: folder)
    guard isLast else { return }
    deleteLeftovers(in: folder)
    let recordNames = Set((try? folder.names()) ?? [])
    for name in names where recordNames.contains(name) { folder.delete(name) }
    // Records of descriptions that are gone would otherwise stay for ever.
    guard recordNames.count > recordLimit else { return }
    for name in recordNames.subtracting(files.map(\.name)) where isRecord(name) { folder.delete(name) }
}

/// Above this number of records, those that a run didn't make are deleted.
private let recordLimit = 20_000

extension Shell {
    /// Writes files that have no manifest: all of them, or none if something stands in the place of one.
    ///
    /// - Parameters:
    ///   - files: the files to write.
    ///   - folder: the folder as the user wrote it; it is made if it is missing.
    ///   - isOurs: whether Callsite wrote a file with these contents, which is then replaced; nil: the files are the
    ///     user's from then on.
    ///   - isEdited: whether Callsite wrote a file that was edited since, which isn't replaced.
    ///   - place: where else the files could go, for messages.
    ///   - isSilent: whether nothing is printed, because standard output has another use.
    ///   - permissions: permission bits of each file; nil if a replaced file keeps its own, and a new file gets the
    ///     usual ones.
    ///   - names: files to delete once all are written; Callsite wrote them.
    ///   - path: how to call a file in messages.
    package func writeFiles(
        _ files: [Output.File], in folder: String, replacing isOurs: ((_ contents: [UInt8]) -> Bool)? = nil,
        isEdited: (_ contents: [UInt8]) -> Bool = { _ in false }, elsewhere place: String, isSilent: Bool = false,
        permissions: UInt32? = nil, deleting names: [String] = [],
        path: (String) -> String
    ) -> ExitStatus {
        do throws(OutputFailure) {
            let folder = try openOrCreate(folder)
            var isRefused = false
            var steps: [FolderStep] = []
            for file in files {
                let entry = try standing(file.name, in: folder)
                if var refusal = entry?.refusal(replacing: isOurs) {
                    if case .file(let contents, _)? = entry, isEdited(contents) { refusal = .changed }
                    console.error(refusal.explanation(elsewhere: place), in: path(file.name))
                    isRefused = true
                }
                var oldPermissions: UInt32?
                if case .file(_, let permissions)? = entry { oldPermissions = permissions }
                steps.append(.place(file, permissions: permissions ?? oldPermissions, isNew: oldPermissions == nil))
            }
            guard !isRefused else {
                console.complain("nothing was written\n")
                return .fileError
            }
            try carryOut(steps + names.map(FolderStep.delete), in: folder)
        } catch {
            console.error("can't write '\(error.name.map(path) ?? folder)': \(error.problem.explanation)")
            return .fileError
        }
        if !isSilent { for file in files { console.print("wrote \(printable(path(file.name)))\n") } }
        return .done
    }

    /// Whether a file without a manifest can probably be written. Obstacles are reported.
    ///
    /// - Parameter onlyCompares: whether nothing will be written anyway.
    package func canWrite(_ path: String, replacing isOurs: @escaping (_ contents: [UInt8]) -> Bool, onlyCompares: Bool)
        -> Bool
    {
        let folder = absolute(Path.folder(of: path))
        do throws(FileProblem) {
            if fileExists(folder) {
                let open = try Folder(opening: folder)
                let entry: Standing?
                do throws(OutputFailure) { entry = try standing(Path.lastComponent(path), in: open) } catch {
                    throw error.problem
                }
                if let refusal = entry?.refusal(replacing: isOurs) {
                    console.error(refusal.explanation(elsewhere: "another name"), in: path)
                    console.complain("nothing was written\n")
                    return false
                }
            }
            if !onlyCompares { try checkIsWritable(folder) }
            return true
        } catch {
            console.error("can't write '\(path)': \(error.explanation)")
            console.complain("nothing was written\n")
            return false
        }
    }

    /// Opens a folder as the user wrote it, and makes it first if it is missing.
    func openOrCreate(_ folder: String) throws(OutputFailure) -> Folder {
        do throws(FileProblem) {
            do throws(FileProblem) {
                return try Folder(opening: absolute(folder))
            } catch  where error.isAbsence {
                try createFolders(absolute(folder))
                return try Folder(opening: absolute(folder))
            }
        } catch {
            throw OutputFailure(name: nil, problem: error)
        }
    }
}
