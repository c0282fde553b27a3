import CallsiteCore
import CallsiteShell

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

// `--against REV`: the old side as a revision of git has it. git is run without a shell; the revision is verified
// before anything else, so that it can't be an option or a path; contents come from the repository's objects, nothing
// is checked out and nothing is fetched. Included files come from the same revision, and a link in the tree is refused:
// what it points to is no part of the revision.

struct GitRevision: Sendable {
    /// Why there is no such side: a whole sentence without a full stop.
    struct Failure: Error { var message: String }

    /// The repository's folder, absolute.
    let root: String
    /// The commit's name: hexadecimal digits.
    let commit: String
    /// As the user wrote it.
    let revision: String

    /// - Parameters:
    ///   - revision: as the user wrote it.
    ///   - folder: a folder in the repository, absolute.
    init(_ revision: String, in folder: String) throws(Failure) {
        self.revision = revision
        root = try Self.text(
            Self.git(["rev-parse", "--show-toplevel"], in: folder),
            orElse: "'\(folder)' is in no git repository, and '--against' reads the old description from one")
        let commit = try Self.git(
            ["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"], in: folder)
        guard commit.status == 0, let name = Self.line(commit.output), name.allSatisfy(\.isHexDigit), name.count >= 40
        else {
            let shallow =
                Self.line(try Self.git(["rev-parse", "--is-shallow-repository"], in: folder).output) == "true"
            throw Failure(
                message: shallow
                    ? "this clone of the repository is shallow and lacks '\(revision)': fetch it first ('fetch-depth: 0' of actions/checkout)"
                    : "'\(revision)' is no commit, branch or tag of the repository")
        }
        self.commit = name
    }

    /// The last commit that changed a file; nil: none has it.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - folder: a folder in the repository, absolute.
    static func lastCommit(of path: String, in folder: String) throws(Failure) -> String? {
        let found = try git(["log", "-1", "--format=%H", "--", path], in: folder)
        return found.status == 0 ? line(found.output) : nil
    }

    /// A file as the revision has it.
    ///
    /// - Parameter path: absolute, and inside the repository.
    func read(_ path: String) throws(IncludeReader.Refusal) -> [UInt8] {
        let path = Path.normalized(path)
        guard Path.isBelow(path, folder: root) else { throw .outside }
        let inside = Path.relative(path, from: root)
        // `100644 blob 0123…\tpath`
        guard let listed = try? Self.git(["ls-tree", "-z", commit, "--", inside], in: root), listed.status == 0,
            let entry = listed.output.split(separator: 0).first
        else { throw .notFound }
        let words = String(decoding: entry, as: UTF8.self).split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard words.count > 2, words[1] == "blob", words[0] == "100644" || words[0] == "100755" else {
            throw .unreadable(.notRegular)
        }
        guard let contents = try? Self.git(["cat-file", "blob", String(words[2])], in: root), contents.status == 0
        else { throw .notFound }
        return contents.output
    }

    private static func git(_ arguments: [String], in folder: String) throws(Failure) -> ChildProgram.Result {
        do throws(FileProblem) {
            let result = try ChildProgram.run(
                ["git", "-C", folder, "--no-pager", "--literal-pathspecs"] + arguments,
                // Nothing is asked of anybody, nothing fetched, nothing written.
                variables: [
                    "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C",
                ],
                limit: FileProblem.sizeLimit)
            if result.status == 127 { throw FileProblem.system(ENOENT) }
            return result
        } catch {
            throw Failure(message: "can't run 'git': \(error.explanation)")
        }
    }

    private static func line(_ output: [UInt8]) -> String? {
        let text = String(decoding: output, as: UTF8.self)
        let line = text.split(separator: "\n").first.map(String.init)
        return line?.isEmpty == false ? line : nil
    }

    private static func text(_ result: ChildProgram.Result, orElse message: String) throws(Failure) -> String {
        guard result.status == 0, let line = line(result.output) else { throw Failure(message: message) }
        return line
    }
}
