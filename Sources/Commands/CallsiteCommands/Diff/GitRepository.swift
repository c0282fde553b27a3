import CallsiteCore
import CallsiteShell

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The repository that contains a folder, and the one place that runs `git`.
///
/// Git's own discovery also accepts a folder that only looks like a repository: `HEAD`, `objects/` and `refs/`,
/// committed as plain files in a stranger's repository, with a `config` that names programs to run. So `init` looks
/// for `.git`, which no commit can contain, and `run` passes its path to git.
///
/// Only plumbing is run (`rev-parse`, `rev-list`, `for-each-ref`, `ls-tree`, `cat-file`, `config`). Plumbing starts no
/// program that a configuration names, and reads no index, attributes or hooks. In a partial clone it would start
/// `git fetch` for a missing object, so neither `PATH` nor `GIT_EXEC_PATH` leads to git.
struct GitRepository: Sendable {
    /// Why there is no such repository or revision: a whole sentence without a full stop.
    struct Failure: Error {
        var message: String

        init(message: String) { self.message = message }
        init(running problem: FileProblem) { message = "can't run 'git': \(problem.explanation)" }
    }

    /// The absolute path of the folder with the `.git`, with the symbolic links of the caller's path.
    let place: String
    /// The same folder without symbolic links.
    let root: String

    /// - Parameter folder: An absolute path. `..` and `.` are resolved without following symbolic links.
    init(containing folder: String) throws(Failure) {
        var places: [String] = []
        var place = Path.normalized(folder)
        while true {
            if Self.isRepository(Path.join(place, ".git")) { places.append(place) }
            if place == "/" { break }
            place = Path.folder(of: place)
        }
        // A symbolic link that a commit contains may lead into another repository. Then the repository with the link is
        // the nearest.
        while places.count > 1, let inner = try? resolvedPath(places[0]), let outer = try? resolvedPath(places[1]),
            inner != Path.normalized(Path.join(outer, Path.relative(places[0], from: places[1])))
        {
            places.removeFirst()
        }
        guard let nearest = places.first else {
            throw Failure(
                message: "'\(folder)' is in no git repository: neither it nor a folder above has a '.git'")
        }
        self.place = nearest
        root = (try? resolvedPath(nearest)) ?? nearest
        let isTrusted: Bool
        do throws(FileProblem) { isTrusted = try self.isTrusted() } catch { throw Failure(running: error) }
        guard isTrusted else {
            throw Failure(
                message:
                    "the git repository '\(root)' belongs to another user; 'git config --global --add safe.directory' with its path allows it"
            )
        }
    }

    /// Runs git on this repository.
    ///
    /// - Parameter arguments: The command with its arguments.
    func run(_ arguments: [String]) throws(FileProblem) -> ChildProgram.Result {
        try Self.git(
            [
                "--git-dir=" + Path.join(root, ".git"), "--work-tree=" + root, "-C", root, "--literal-pathspecs",
                // A commit's parents are those in the commit itself, not those in the file `commit-graph`.
                "-c", "core.commitGraph=false", "-c", "core.warnAmbiguousRefs=true",
            ] + arguments)
    }

    /// Whether a `.git` is a folder, or a file that names a folder, as in worktrees and submodules.
    private static func isRepository(_ path: String) -> Bool {
        guard let mode = status(path)?.st_mode else { return false }
        return mode & S_IFMT == S_IFDIR || mode & S_IFMT == S_IFREG
    }

    /// Whether the user owns the repository. Git checks the same, but not with `--git-dir`: another user may have put a
    /// `.git` into a shared folder such as `/tmp`.
    private var isOwned: Bool {
        var owners = [geteuid()]
        if owners[0] == 0, let user = getenv("SUDO_UID").flatMap({ UInt32(String(cString: $0)) }) {
            owners.append(user)
        }
        var paths = [root, Path.join(root, ".git")]
        // `gitdir: ../.git/worktrees/tree`
        if let contents = try? readFile(paths[1], regularOnly: true), contents.count < 4096,
            contents.starts(with: "gitdir:".utf8)
        {
            let target = String(decoding: contents.dropFirst("gitdir:".utf8.count), as: UTF8.self)
            let trimmed = target.split(separator: "\n").first.map { String($0.drop { $0 == " " }) } ?? ""
            paths.append(Path.join(root, trimmed))
        }
        return paths.allSatisfy { path in Self.status(path).map { owners.contains($0.st_uid) } ?? false }
    }

    /// Whether the repository is the user's own, or `safe.directory` in the user's own configuration allows it.
    private func isTrusted() throws(FileProblem) -> Bool {
        if isOwned { return true }
        let values = try Self.git([
            "--git-dir=/dev/null", "config", "--type=path", "--null", "--get-all", "safe.directory",
        ])
        var isSafe = false
        for value in values.output.split(separator: 0, omittingEmptySubsequences: false).dropLast() {
            let value = String(decoding: value, as: UTF8.self)
            // An empty value takes back the values before it.
            isSafe = !value.isEmpty && (isSafe || allows(value))
        }
        return isSafe
    }

    private func allows(_ safeDirectory: String) -> Bool {
        if safeDirectory == "*" { return true }
        if safeDirectory.hasSuffix("/*") { return Path.isBelow(root, folder: String(safeDirectory.dropLast(2))) }
        return ((try? resolvedPath(safeDirectory)) ?? Path.normalized(safeDirectory)) == root
    }

    private static func status(_ path: String) -> stat? {
        var info = stat()
        guard let path = try? checked(path), stat(path, &info) == 0 else { return nil }
        return info
    }

    private static func git(_ arguments: [String]) throws(FileProblem) -> ChildProgram.Result {
        let result = try ChildProgram.run(
            ["git", "--no-pager"] + arguments,
            variables: [
                "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C",
                // Git starts no program, not even `git fetch` in a partial clone.
                "PATH": "/dev/null", "GIT_EXEC_PATH": "/dev/null", "GIT_NO_LAZY_FETCH": "1",
                "GIT_ALLOW_PROTOCOL": "none",
                "GIT_NO_REPLACE_OBJECTS": "1", "GIT_GRAFT_FILE": "/dev/null",
            ],
            limit: FileProblem.sizeLimit)
        if result.status == 127 { throw FileProblem.system(ENOENT) }
        return result
    }
}
