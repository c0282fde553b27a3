import CallsiteCore
import CallsiteShell

// `--against REV`: reads the old side from a revision of git. The revision is verified first, so that it can't be an
// option or a path. Contents come from the repository's objects, and nothing is checked out. Included files come from
// the same revision. A file that is itself a symbolic link is refused; a link among its folders is followed inside the
// revision.

struct GitRevision: Sendable {
    let repository: GitRepository
    /// The commit's name: hexadecimal digits.
    let commit: String
    /// As the user wrote it.
    let revision: String

    /// - Parameter revision: as the user wrote it.
    init(_ revision: String, in repository: GitRepository) throws(GitRepository.Failure) {
        self.revision = revision
        self.repository = repository
        guard Self.canNameCommit(revision) else {
            throw GitRepository.Failure(message: "'\(revision)' is no commit, branch or tag of the repository")
        }
        let result = try Self.run(["rev-parse", "--verify", revision + "^{commit}"], in: repository)
        // `warning: refname 'main' is ambiguous.`: a tag that is called as a branch would win.
        if String(decoding: result.errors, as: UTF8.self).contains("is ambiguous") {
            throw GitRepository.Failure(
                message:
                    "'\(revision)' is ambiguous: a branch and a tag have this name; write 'refs/heads/…', 'refs/remotes/…' or 'refs/tags/…'"
            )
        }
        guard let name = Self.line(result), name.allSatisfy(\.isHexDigit), name.count >= 40 else {
            guard let shallow = try Self.line(of: ["rev-parse", "--is-shallow-repository"], in: repository) else {
                throw GitRepository.Failure(message: "'\(repository.place)/.git' is no valid git repository")
            }
            throw GitRepository.Failure(
                message: shallow == "true"
                    ? "this clone of the repository is shallow and lacks '\(revision)': fetch it first ('fetch-depth: 0' of actions/checkout)"
                    : "'\(revision)' is no commit, branch or tag of the repository")
        }
        commit = name
    }

    /// The tags of a repository, by the versions that their names say: `v1.9` before `v1.10`, and `v2.0-rc1` before
    /// `v2.0`.
    ///
    /// - Parameter pattern: as git's own: `v*`.
    static func tags(
        _ pattern: String?, in repository: GitRepository
    ) throws(GitRepository.Failure) -> [String] {
        let result = try run(
            [
                "-c", "versionsort.suffix=-", "for-each-ref", "--sort=version:refname", "--format=%(refname)",
                "refs/tags/" + (pattern ?? ""),
            ], in: repository)
        guard result.status == 0 else {
            throw GitRepository.Failure(message: "'\(repository.place)/.git' is no valid git repository")
        }
        return String(decoding: result.output, as: UTF8.self).split(separator: "\n").map {
            String($0.dropFirst("refs/tags/".count))
        }
    }

    /// nil if the tag doesn't lead to a commit.
    init?(tag: String, in repository: GitRepository) throws(GitRepository.Failure) {
        guard
            let commit = try Self.line(
                of: ["rev-parse", "--verify", "--quiet", "refs/tags/\(tag)^{commit}"], in: repository)
        else { return nil }
        (self.repository, self.commit, revision) = (repository, commit, tag)
    }

    /// `REV:path` in its parts. Colons in braces belong to the revision: `HEAD^{/fix: a typo}`.
    static func parts(_ text: String) -> (revision: String, path: String?) {
        var depth = 0
        for index in text.indices {
            switch text[index] {
            case "{": depth += 1
            case "}": depth -= 1
            // `:path` has no revision, and is refused as one.
            case ":" where depth <= 0 && index > text.startIndex:
                return (String(text[..<index]), String(text[text.index(after: index)...]))
            default: break
            }
        }
        return (text, nil)
    }

    /// The reason why the file at this absolute path can't be read; nil if it can.
    func refusal(of path: String) -> IncludeReader.Refusal? {
        do throws(IncludeReader.Refusal) { _ = try read(path) } catch { return error }
        return nil
    }

    /// Whether older commits, and with them tags, may be missing.
    static func isShallow(_ repository: GitRepository) throws(GitRepository.Failure) -> Bool {
        try line(of: ["rev-parse", "--is-shallow-repository"], in: repository) == "true"
    }

    /// The regular files in a folder and its subfolders, by their paths in it, in git's order; nil if there is no such
    /// folder.
    ///
    /// - Parameter folder: absolute, and inside the repository as the caller names it.
    func files(below folder: String) throws(GitRepository.Failure) -> [String]? {
        var inside = Path.relative(Path.normalized(folder), from: repository.place)
        guard !inside.hasPrefix("..") else {
            throw GitRepository.Failure(message: "'\(folder)' is outside the git repository '\(repository.place)'")
        }
        if !inside.isEmpty {
            let entry = try Self.run(["ls-tree", "-z", "--full-tree", commit, "--", inside], in: repository)
            guard entry.output.starts(with: "040000 ".utf8) else { return nil }
            inside += "/"
        }
        let list = ["ls-tree", "-r", "-z", "--full-tree", commit] + (inside.isEmpty ? [] : ["--", inside])
        let result = try Self.run(list, in: repository)
        guard result.status == 0 else {
            throw GitRepository.Failure(
                message: "can't read the folders of '\(revision)': \(FileProblem.notInClone.explanation)")
        }
        return result.output.split(separator: 0).compactMap { entry in
            // `100644 blob 0123…\tpath`
            guard entry.starts(with: "100".utf8), let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
            let path = entry[(tab + 1)...]
            guard path.starts(with: inside.utf8) else { return nil }
            return String(decoding: path.dropFirst(inside.utf8.count), as: UTF8.self)
        }
    }

    /// Whether the string may name a commit. `:path` would read the index, and so run the program that `core.fsmonitor`
    /// names; `HEAD:folder` names no commit. Colons are fine in braces: `HEAD^{/fix: a typo}`.
    private static func canNameCommit(_ revision: String) -> Bool {
        guard let first = revision.utf8.first, first != UInt8(ascii: "-") else { return false }
        return !revision.replacing(/\{[^}]*\}/, with: "").contains(":")
    }

    /// The last commit that changed a file; nil if no commit has the file.
    ///
    /// - Parameter path: absolute.
    /// - Throws: A failure also for the oldest commit of a shallow clone, where every file seems to have changed.
    static func last(
        changing path: String, in repository: GitRepository
    ) throws(GitRepository.Failure) -> GitRevision? {
        let inside = Path.relative(Path.normalized(path), from: repository.place)
        guard let commit = try line(of: ["rev-list", "--max-count=1", "HEAD", "--", inside], in: repository) else {
            return nil
        }
        if try isShallow(repository),
            try line(of: ["rev-parse", "--verify", "--quiet", commit + "^"], in: repository) == nil
        {
            throw GitRepository.Failure(
                message:
                    "this clone of the repository is shallow: fetch its history first ('fetch-depth: 0' of actions/checkout)"
            )
        }
        return try GitRevision(commit, in: repository)
    }

    /// The contents of a file in the revision. Folders on the way may be symbolic links of the revision; the working
    /// tree doesn't matter.
    ///
    /// - Parameter path: absolute, and inside the repository as the caller names it.
    func read(_ path: String) throws(IncludeReader.Refusal) -> [UInt8] {
        var path = Path.normalized(path)
        guard Path.isBelow(path, folder: repository.place) else { throw .outside }
        path = Path.relative(path, from: repository.place)
        for _ in 0..<Self.linkLimit {
            // `100644 blob 0123…\tpath`, of the file and the folders above it.
            let entries = try entries(Self.prefixes(of: path))
            if let file = entries[path] {
                guard file.kind == "100644" || file.kind == "100755" else { throw .unreadable(.notRegular) }
                return try run(["cat-file", "blob", file.object])
            }
            guard let link = entries.first(where: { $0.value.kind == "120000" }) else { throw .notFound }
            let target = String(decoding: try run(["cat-file", "blob", link.value.object]), as: UTF8.self)
            let place = Path.join(Path.folder(of: "/" + link.key), target) + path.dropFirst(link.key.count)
            guard !target.hasPrefix("/"), !Self.leavesRoot(Path.join(Path.folder(of: link.key), target)) else {
                throw .outside
            }
            path = String(Path.normalized(place).dropFirst())
        }
        throw .notFound
    }

    private static let linkLimit = 40

    /// `a/b/c`, `a/b`, `a`
    private static func prefixes(of path: String) -> [String] {
        let parts = path.split(separator: "/")
        return (1...max(1, parts.count)).reversed().map { parts.prefix($0).joined(separator: "/") }
    }

    private static func leavesRoot(_ path: String) -> Bool {
        var depth = 0
        for part in path.split(separator: "/") where part != "." {
            depth += part == ".." ? -1 : 1
            if depth < 0 { return true }
        }
        return false
    }

    /// The entries of the revision's tree under these names.
    private func entries(
        _ paths: [String]
    ) throws(IncludeReader.Refusal) -> [String: (kind: String, object: String)] {
        var result: [String: (kind: String, object: String)] = [:]
        for path in paths {
            guard let entry = try run(["ls-tree", "-z", "--full-tree", commit, "--", path]).split(separator: 0).first
            else { continue }
            let words = String(decoding: entry, as: UTF8.self).split(whereSeparator: { $0 == " " || $0 == "\t" })
            if words.count > 2 { result[path] = (String(words[0]), String(words[2])) }
            // The file is there, so no folder on the way is a link.
            if path == paths[0], result[path] != nil { break }
        }
        return result
    }

    private func run(_ arguments: [String]) throws(IncludeReader.Refusal) -> [UInt8] {
        let result: ChildProgram.Result
        do throws(FileProblem) { result = try repository.run(arguments) } catch { throw .unreadable(error) }
        guard result.status == 0 else { throw .unreadable(.notInClone) }
        return result.output
    }

    /// The first line that a command prints; nil: it fails, or prints nothing.
    private static func line(
        of arguments: [String], in repository: GitRepository
    ) throws(GitRepository.Failure) -> String? { line(try run(arguments, in: repository)) }

    private static func line(_ result: ChildProgram.Result) -> String? {
        guard result.status == 0 else { return nil }
        return String(decoding: result.output, as: UTF8.self).split(separator: "\n").first.map(String.init)
    }

    private static func run(
        _ arguments: [String], in repository: GitRepository
    ) throws(GitRepository.Failure) -> ChildProgram.Result {
        do throws(FileProblem) { return try repository.run(arguments) } catch { throw .init(running: error) }
    }
}
