import CallsiteCore
import CallsiteDiff
import CallsiteShell

/// One side of a comparison as it was read.
struct DiffSide: Sendable {
    var path: String
    var reading: ContractReading
    var files: [SourceSet.File]
}

/// One side of a comparison whose file was read. The included files and their meaning are found when they are asked
/// for.
struct OpenedSide: Sendable {
    let read: @Sendable () -> DiffSide
}

/// Reads both sides of a comparison, each with everything that it includes.
struct DiffLoader {
    let shell: Shell
    let invocation: Invocation
    let settings: Configuration.Settings
    let configuration: SourceSet.File?
    let options: Options

    private var allowsOutside: Bool { invocation.has(.allowOutside) || settings.allowsOutside == true }

    /// nil: the file can't be read, which is reported.
    ///
    /// - Parameter isOld: The configuration speaks of the new side. A name in it that the old side lacks is no
    ///   mistake.
    func open(_ path: String, isOld: Bool) -> OpenedSide? {
        guard
            let description = shell.open(
                path, allowOutside: allowsOutside, allowedFolders: settings.allowedFolders ?? [])
        else {
            return nil
        }
        return OpenedSide { [options] in
            let loaded = description.load { readContract($0, options: options, isConfigurationForAnother: isOld) }
            return DiffSide(path: path, reading: loaded.result, files: loaded.sources.files)
        }
    }

    /// The old side as a revision of git has it.
    func open(_ path: String, at revision: GitRevision) -> OpenedSide? {
        // As it is written: today's links aren't those of the revision, and the file itself may be gone.
        let absolute = Path.normalized(shell.absolute(path))
        let shown = revision.revision + ":" + path
        let folder = Path.folder(of: absolute)
        do throws(IncludeReader.Refusal) {
            let main = SourceSet.File(path: path, bytes: try revision.read(absolute))
            return OpenedSide { [options, allowsOutside, workingDirectory = shell.environment.workingDirectory] in
                let (result, sources) = loadSources(
                    of: main,
                    reading: { included throws(IncludeReader.Refusal) in
                        let inside = Path.normalized(Path.join(workingDirectory, included))
                        guard allowsOutside || Path.isBelow(inside, folder: folder) else { throw .outside }
                        return SourceSet.File(path: included, bytes: try revision.read(inside))
                    },
                    pass: { readContract($0, options: options, isConfigurationForAnother: true) })
                let files = sources.files.map {
                    SourceSet.File(path: revision.revision + ":" + $0.path, bytes: $0.bytes)
                }
                return DiffSide(path: shown, reading: result, files: files)
            }
        } catch {
            switch error {
            case .notFound: shell.console.error("there is no '\(path)' in '\(revision.revision)'")
            case .outside:
                shell.console.error("'\(path)' is outside the git repository '\(revision.repository.place)'")
            case .unreadable(let problem): shell.console.error("can't read '\(shown)': \(problem.explanation)")
            }
            return nil
        }
    }
}

/// Two descriptions to be compared; each is opened when it is asked for.
struct DiffPair {
    var old: () -> OpenedSide?
    var new: () -> OpenedSide?

    /// Both sides, read at the same time; nil: one can't be read, which is reported.
    func read() -> (old: DiffSide, new: DiffSide)? {
        guard let old = old(), let new = new() else { return nil }
        let sides = parallelMap([old, new], threads: availableCores()) { $0.read() }
        return (sides[0], sides[1])
    }
}

extension DiffLoader {
    /// The pairs that the operands name: one pair, or one for each description that both folders have.
    ///
    /// - Returns: nil where something can't be read, which is reported.
    func pairs(_ newPath: String) -> [DiffPair]? {
        if let revision = invocation[.against] {
            let folder = Path.normalized(shell.absolute(Path.folder(of: newPath)))
            do throws(GitRepository.Failure) {
                let revision = try GitRevision(revision, in: GitRepository(containing: folder))
                return [DiffPair(old: { open(newPath, at: revision) }, new: { open(newPath, isOld: false) })]
            } catch {
                shell.console.error(error.message)
                return nil
            }
        }
        let oldPath = invocation.operands[0]
        let (olds, news) = (descriptions(below: oldPath), descriptions(below: newPath))
        guard olds != nil || news != nil else {
            return [DiffPair(old: { open(oldPath, isOld: true) }, new: { open(newPath, isOld: false) })]
        }
        guard let olds, let news else {
            shell.console.error(
                "'\(olds == nil ? newPath : oldPath)' is a folder, and '\(olds == nil ? oldPath : newPath)' is none")
            return nil
        }
        var isFine = true
        for (paths, others, other) in [(olds, Set(news), newPath), (news, Set(olds), oldPath)] {
            for path in paths where !others.contains(path) {
                shell.console.error(
                    "there is no '\(path)' in '\(other)'", in: Path.join(other == newPath ? oldPath : newPath, path))
                isFine = false
            }
        }
        guard isFine else { return nil }
        if olds.isEmpty {
            shell.console.error("there is no description in '\(oldPath)'")
            return nil
        }
        return olds.map { path in
            DiffPair(
                old: { open(Path.join(oldPath, path), isOld: true) },
                new: { open(Path.join(newPath, path), isOld: false) })
        }
    }

    /// The descriptions in a folder and those below, by their paths in it; nil: it is no folder. Files that
    /// descriptions include are none.
    private func descriptions(below path: String) -> [String]? {
        guard let folder = try? Folder(opening: shell.absolute(path)), let names = try? folder.names() else {
            return nil
        }
        var found: [String] = []
        for name in names where !name.hasPrefix(".") {
            switch try? folder.entry(name) {
            case .folder?: found += (descriptions(below: Path.join(path, name)) ?? []).map { Path.join(name, $0) }
            case .file?:
                let isNamed =
                    [".yaml", ".yml", ".json"].contains(where: name.hasSuffix) && name != ConfigurationFile.name
                if isNamed, let bytes = try? folder.contents(of: name, first: 4096), isDescription(bytes) {
                    found.append(name)
                }
            case .absent?, .symbolicLink?, .other?, nil: break
            }
        }
        return found
    }

    /// Whether it begins as a description does: with one of these keys, among the first.
    private func isDescription(_ bytes: [UInt8]) -> Bool {
        let start = String(decoding: bytes, as: UTF8.self)
        return start.split(separator: "\n").contains { line in
            ["openapi:", "swagger:", "callsite:"].contains(where: line.hasPrefix)
        } || ["\"openapi\"", "\"swagger\""].contains { start.contains($0) }
    }
}
