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

    /// Why it stays, if a file is to be written under its name; nil: it may be replaced.
    ///
    /// - Parameter isOurs: whether Callsite wrote a file with these contents; nil: no file is replaced, whoever wrote
    ///   it.
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
    /// It was written once, and is the user's.
    case exists
    case foreign
    case symbolicLink
    case notRegular
    case edited
    /// The same of a file that no option overwrites.
    case changed
    /// Callsite wrote it, but the manifest doesn't say what.
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
    /// `isNew`: the name was free when that was looked up, and must still be.
    case place(Output.File, permissions: UInt32?, isNew: Bool)
    case delete(String)
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
        for case .place(let file, let permissions, _) in steps {
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
            case .place(let file, _, let isNew):
                guard let temporary = waiting.last else { continue }
                do throws(FileProblem) {
                    if isNew {
                        try folder.moveToFreeName(temporary, file.name)
                    } else {
                        try folder.moveOverFile(temporary, file.name)
                    }
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

/// Deletes what a run that was killed left behind. Only for who holds the folder's lock: then no other run's are among
/// them.
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
        guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.utf8.count == prefix.count + digits + suffix.count
        else { return false }
        return name.dropFirst(prefix.count).prefix(digits).allSatisfy { $0.isHexDigit && !$0.isUppercase }
    }
}

/// Keeps records in a folder of Callsite's, readable by their owner only. An output without a record is made anew the
/// next time.
///
/// - Parameters:
///   - isRecord: whether a record may have this name.
///   - names: files to delete.
///   - isLast: whether the run ends with these: then it cleans up.
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
    // Descriptions come and go.
    guard recordNames.count > recordLimit else { return }
    for name in recordNames.subtracting(files.map(\.name)) where isRecord(name) { folder.delete(name) }
}

/// Above this number of records, those that a run didn't make are deleted.
private let recordLimit = 20_000

extension Shell {
    /// Writes files that have no manifest: all of them, or none if something stands in the place of one.
    ///
    /// - Parameters:
    ///   - files: what is written.
    ///   - folder: the folder as the user wrote it; it is made if it is missing.
    ///   - isOurs: whether Callsite wrote a file with these contents, which is then replaced; nil: the files are the
    ///     user's from then on.
    ///   - isEdited: whether Callsite wrote a file that was edited since, which isn't replaced.
    ///   - place: where else the files could go, for messages.
    ///   - isSilent: standard output belongs to something else.
    ///   - permissions: permission bits of each file; nil for those of any new file, and of the one that is replaced.
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
            var refused = false
            var steps: [FolderStep] = []
            for file in files {
                let entry = try standing(file.name, in: folder)
                if var refusal = entry?.refusal(replacing: isOurs) {
                    if case .file(let contents, _)? = entry, isEdited(contents) { refusal = .changed }
                    console.error(refusal.explanation(elsewhere: place), in: path(file.name))
                    refused = true
                }
                var old: UInt32?
                if case .file(_, let permissions)? = entry { old = permissions }
                steps.append(.place(file, permissions: permissions ?? old, isNew: old == nil))
            }
            guard !refused else {
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

    /// Whether a file without a manifest could be written, as far as that can be known before. Obstacles are reported.
    ///
    /// - Parameter onlyCompares: whether nothing will be written anyway.
    package func canWrite(_ path: String, replacing isOurs: @escaping (_ contents: [UInt8]) -> Bool, onlyCompares: Bool)
        -> Bool
    {
        let folder = absolute(Path.folder(of: path))
        do throws(FileProblem) {
            if fileExists(folder) {
                let open = try Folder(opening: folder)
                let found: Standing?
                do throws(OutputFailure) { found = try standing(Path.lastComponent(path), in: open) } catch {
                    throw error.problem
                }
                if let refusal = found?.refusal(replacing: isOurs) {
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
