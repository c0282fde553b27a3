import CallsiteCore

/// Reads the files that a description includes, and refuses those that it may not read.
///
/// A description may be untrusted. Without `--allow-outside`, it may only read files that are in its own folder or
/// below once symbolic links are resolved. It may only read regular files.
package struct IncludeReader: Sendable {
    /// Where relative paths start.
    let workingDirectory: String
    /// The folder of the main file, and others that are allowed, absolute and resolved; `nil` if files from everywhere
    /// may be read.
    let roots: [String]?
    /// The files that other descriptions have read; nil: there are no other descriptions.
    var files: FilesOnce?

    /// Why an included file was not read.
    package enum Refusal: Error, Hashable, Sendable {
        case notFound
        case outside
        case unreadable(FileProblem)
    }

    /// Reads the file that the core calls `path`.
    func read(_ path: String) throws(Refusal) -> SourceSet.File {
        let resolved = try refusing { () throws(FileProblem) in try resolvedPath(Path.join(workingDirectory, path)) }
        if let roots, !roots.contains(where: { Path.isBelow(resolved, folder: $0) }) { throw .outside }
        let bytes = try refusing { () throws(FileProblem) in
            if let files { try files.read(resolved) } else { try readFile(resolved, regularOnly: true) }
        }
        return SourceSet.File(path: path, bytes: bytes)
    }

    private func refusing<Value>(_ read: () throws(FileProblem) -> Value) throws(Refusal) -> Value {
        do throws(FileProblem) {
            return try read()
        } catch {
            throw error.isAbsence ? .notFound : .unreadable(error)
        }
    }
}

extension Diagnostic {
    /// An included file that is not there, not allowed or not readable.
    static func refusedInclude(_ missing: MissingSource, _ refusal: IncludeReader.Refusal, main: String) -> Diagnostic {
        switch refusal {
        case .notFound:
            .error("include-not-found", "no such file '\(path: missing.path)'", at: missing.location)
        case .outside:
            .error(
                "include-outside", "'\(path: missing.path)' is outside the folder of '\(path: main)'",
                help: "'--allow-outside' allows it",
                at: missing.location)
        case .unreadable(let problem):
            .error(
                "unreadable-file", "can't read '\(path: missing.path)': \(problem.explanation)", at: missing.location)
        }
    }
}
