import CallsiteCore
import CallsiteShell

// `--against REV`: the old side as a revision of git has it. The revision is verified before anything else, so that it
// can't be an option or a path; contents come from the repository's objects, and nothing is checked out. Included files
// come from the same revision, and a link in the tree is refused: what it points to is no part of the revision.

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
        // `:path` would read the index, and with it run what `core.fsmonitor` names.
        guard let first = revision.utf8.first, first != UInt8(ascii: ":"), first != UInt8(ascii: "-"),
            let name = try Self.line(of: ["rev-parse", "--verify", "--quiet", revision + "^{commit}"], in: repository),
            name.allSatisfy(\.isHexDigit), name.count >= 40
        else {
            let shallow = try Self.line(of: ["rev-parse", "--is-shallow-repository"], in: repository) == "true"
            throw GitRepository.Failure(
                message: shallow
                    ? "this clone of the repository is shallow and lacks '\(revision)': fetch it first ('fetch-depth: 0' of actions/checkout)"
                    : "'\(revision)' is no commit, branch or tag of the repository")
        }
        commit = name
    }

    /// The last commit that changed a file; nil: none has it.
    ///
    /// - Parameter path: absolute, without symbolic links.
    static func last(
        changing path: String, in repository: GitRepository
    ) throws(GitRepository.Failure) -> GitRevision? {
        let inside = Path.relative(path, from: repository.root)
        guard let commit = try line(of: ["rev-list", "--max-count=1", "HEAD", "--", inside], in: repository) else {
            return nil
        }
        return try GitRevision(commit, in: repository)
    }

    /// A file as the revision has it.
    ///
    /// - Parameter path: absolute, and inside the repository.
    func read(_ path: String) throws(IncludeReader.Refusal) -> [UInt8] {
        let path = Path.normalized(path)
        guard Path.isBelow(path, folder: repository.root) else { throw .outside }
        // `100644 blob 0123…\tpath`
        let inside = Path.relative(path, from: repository.root)
        guard let entry = try run(["ls-tree", "-z", "--full-tree", commit, "--", inside]).split(separator: 0).first
        else { throw .notFound }
        let words = String(decoding: entry, as: UTF8.self).split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard words.count > 2, words[1] == "blob", words[0] == "100644" || words[0] == "100755" else {
            throw .unreadable(.notRegular)
        }
        return try run(["cat-file", "blob", String(words[2])])
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
    ) throws(GitRepository.Failure) -> String? {
        let result: ChildProgram.Result
        do throws(FileProblem) { result = try repository.run(arguments) } catch { throw .init(running: error) }
        guard result.status == 0 else { return nil }
        return String(decoding: result.output, as: UTF8.self).split(separator: "\n").first.map(String.init)
    }
}
