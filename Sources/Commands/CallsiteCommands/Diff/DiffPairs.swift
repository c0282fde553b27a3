import CallsiteCore
import CallsiteDiff
import CallsiteShell

// The pairs that the operands name: two files, or the descriptions of two folders; the old side may be in git.

/// Two descriptions to compare. Each is opened on demand.
struct DiffPair {
    /// nil: only the new folder has it.
    var old: (() -> OpenedSide?)?
    /// nil: only the old folder has it.
    var new: (() -> OpenedSide?)?
    /// The path that each side has, or would have.
    var paths: (old: String, new: String)

    /// Reads both sides in parallel; nil if one can't be read, which is reported.
    func read() -> (old: DiffSide, new: DiffSide)? {
        var opened: [OpenedSide] = []
        for open in [old, new].compactMap(\.self) {
            guard let side = open() else { return nil }
            opened.append(side)
        }
        var sides = parallelMap(opened, threads: availableCores()) { $0.read() }[...]
        let old = old == nil ? DiffSide(path: paths.old, files: []) : sides.removeFirst()
        return (old, new == nil ? DiffSide(path: paths.new, files: []) : sides.removeFirst())
    }
}

/// Where the descriptions of one side are.
private enum DiffPlace {
    case files(String)
    /// A path as it is in a revision.
    case revision(GitRevision, String)

    /// For messages.
    var shown: String {
        switch self {
        case .files(let path): path
        case .revision(let revision, let path): revision.revision + ":" + path
        }
    }

    func joined(_ name: String) -> DiffPlace {
        switch self {
        case .files(let path): .files(Path.join(path, name))
        case .revision(let revision, let path): .revision(revision, Path.join(path, name))
        }
    }
}

extension DiffLoader {
    /// - Returns: nil where something can't be read, which is reported.
    func pairs(_ newPath: String) -> [DiffPair]? {
        do throws(GitRepository.Failure) {
            let new = DiffPlace.files(newPath)
            let old = try invocation[.against].map { text throws(GitRepository.Failure) in try place(text, newPath) }
            return try pairs(old ?? .files(invocation.operands[0]), new)
        } catch {
            shell.console.error(error.message)
            return nil
        }
    }

    /// `REV`, or `REV:path` for a file that had another name, as git writes it: from the root of the repository, or
    /// with a `./` from the working directory.
    private func place(_ text: String, _ newPath: String) throws(GitRepository.Failure) -> DiffPlace {
        let absolute = Path.normalized(shell.absolute(newPath))
        // A folder may be the root of the repository.
        let folder = (try? Folder(opening: absolute)) == nil ? Path.folder(of: absolute) : absolute
        let repository = try GitRepository(containing: folder)
        let (name, path) = GitRevision.parts(text)
        let revision = try GitRevision(name, in: repository)
        guard let path else { return .revision(revision, newPath) }
        let base = path.hasPrefix("./") || path.hasPrefix("../") ? shell.environment.workingDirectory : repository.place
        let inside = Path.relative(
            Path.normalized(Path.join(base, path)), from: Path.normalized(shell.environment.workingDirectory))
        return .revision(revision, inside.isEmpty ? "." : inside)
    }

    private func pairs(_ old: DiffPlace, _ new: DiffPlace) throws(GitRepository.Failure) -> [DiffPair]? {
        let (olds, news) = (try descriptions(in: old), try descriptions(in: new))
        guard olds != nil || news != nil else {
            return [
                DiffPair(
                    old: { open(old, isOld: true) }, new: { open(new, isOld: false) }, paths: (old.shown, new.shown))
            ]
        }
        guard let olds, let news else {
            let (folder, other) = olds == nil ? (new, old) : (old, new)
            shell.console.error("'\(folder.shown)' is a folder, and '\(other.shown)' is none")
            return nil
        }
        if olds.isEmpty, news.isEmpty {
            shell.console.error("there is no description in '\(old.shown)' or '\(new.shown)'")
            return nil
        }
        let (inOld, inNew) = (Set(olds), Set(news))
        return inOld.union(inNew).sorted().map { name in
            let (oldPlace, newPlace) = (old.joined(name), new.joined(name))
            return DiffPair(
                old: inOld.contains(name) ? { open(oldPlace, isOld: true) } : nil,
                new: inNew.contains(name) ? { open(newPlace, isOld: false) } : nil,
                paths: (oldPlace.shown, newPlace.shown))
        }
    }

    fileprivate func open(_ place: DiffPlace, isOld: Bool) -> OpenedSide? {
        switch place {
        case .files(let path): open(path, isOld: isOld)
        case .revision(let revision, let path): open(path, at: revision)
        }
    }

    /// The paths of the descriptions in a folder and its subfolders, relative to the folder; nil if `place` isn't a
    /// folder. Files that a description includes aren't listed.
    private func descriptions(in place: DiffPlace) throws(GitRepository.Failure) -> [String]? {
        switch place {
        case .files(let path): return descriptions(below: path)
        case .revision(let revision, let path):
            let folder = Path.normalized(shell.absolute(path))
            return try revision.files(below: folder)?.filter { name in
                // Hidden files are skipped, as in a folder on disk.
                guard isNamedAsDescription(name), !("/" + name).contains("/.") else { return false }
                return ((try? revision.read(Path.join(folder, name))) ?? []).isStartOfDescription
            }
        }
    }

    private func descriptions(below path: String) -> [String]? {
        guard let folder = try? Folder(opening: shell.absolute(path)), let names = try? folder.names() else {
            return nil
        }
        var descriptions: [String] = []
        for name in names where !name.hasPrefix(".") {
            switch try? folder.entry(name) {
            case .folder?:
                descriptions += (self.descriptions(below: Path.join(path, name)) ?? []).map { Path.join(name, $0) }
            case .file?:
                if isNamedAsDescription(name), let bytes = try? folder.contents(of: name, first: [UInt8].startLength),
                    bytes.isStartOfDescription
                {
                    descriptions.append(name)
                }
            case .absent?, .symbolicLink?, .other?, nil: break
            }
        }
        return descriptions
    }

    private func isNamedAsDescription(_ path: String) -> Bool {
        [".yaml", ".yml", ".json"].contains(where: path.hasSuffix)
            && Path.lastComponent(path) != ConfigurationFile.name
    }
}

extension [UInt8] {
    fileprivate static let startLength = 4096

    /// Whether one of the first lines starts with a key that begins a description.
    fileprivate var isStartOfDescription: Bool {
        let start = String(decoding: prefix(Self.startLength), as: UTF8.self)
        return start.split(separator: "\n").contains { line in
            ["openapi:", "swagger:", "callsite:"].contains(where: line.hasPrefix)
        } || ["\"openapi\"", "\"swagger\""].contains { start.contains($0) }
    }
}

extension Shell {
    /// The descriptions that callsite.yaml lists now or listed in the revision. A description that is listed on one
    /// side only is a change, as in a folder.
    ///
    /// - Returns: nil where something can't be read, which is reported.
    func configuredPairs(_ invocation: Invocation, _ report: inout ProblemReport) throws(ExitStatus) -> [DiffPair]? {
        guard let news = try configuredDescriptions(invocation), !news.isEmpty else {
            self.report(.noDescription(invocation.command))
            throw .usage
        }
        let (name, path) = GitRevision.parts(invocation[.against] ?? "")
        guard path == nil else {
            self.report(.pathWithoutDescription(invocation.command))
            throw .usage
        }
        let revision: GitRevision
        do throws(GitRepository.Failure) {
            revision = try GitRevision(
                name, in: GitRepository(containing: Path.normalized(environment.workingDirectory)))
        } catch {
            console.error(error.message)
            return nil
        }
        var pairs: [DiffPair] = []
        func add(_ path: String, isListed: Bool) throws(ExitStatus) {
            let loader = try diffLoader(path, invocation, &report)
            let (old, new) = (DiffPlace.revision(revision, path), DiffPlace.files(path))
            let isInRevision = revision.refusal(of: absolute(path)) != .notFound
            pairs.append(
                DiffPair(
                    old: isInRevision ? { loader.open(old, isOld: true) } : nil,
                    new: isListed ? { loader.open(new, isOld: false) } : nil, paths: (old.shown, new.shown)))
        }
        for path in news { try add(path, isListed: true) }
        // If the revision has no list, today's list is used for both sides.
        guard let place = configurationPath(invocation), let bytes = try? revision.read(absolute(place)),
            let olds = descriptions(ofConfiguration: bytes, at: place)
        else { return pairs }
        for path in olds where !news.contains(path) && revision.refusal(of: absolute(path)) != .notFound {
            try add(path, isListed: false)
        }
        return pairs
    }
}
