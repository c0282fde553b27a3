import CallsiteCore
import CallsiteDiff
import CallsiteShell

// `callsite diff --matrix`: each version of the app against each version of the server, over the tags of a repository
// or over files.

/// A version of a description, or several that have the same files.
struct MatrixVersion {
    /// Tags or paths, the oldest first.
    var names: [String]
    var side: DiffSide
    var reading: ContractReading

    /// For people: `v1.0 … v1.2`.
    var title: String {
        names.count < 3 ? names.joined(separator: ", ") : "\(names[0]) … \(names[names.count - 1])"
    }
}

/// Compares every version with every other one.
func performMatrix(
    _ loader: DiffLoader, _ failing: Set<FailOn>, _ report: inout ProblemReport
) throws(ExitStatus) -> ExitStatus {
    let (shell, invocation) = (loader.shell, loader.invocation)
    guard let opened = try loader.versions() else { throw .fileError }
    let versions = try loader.read(opened, &report)
    var comparisons = parallelMap(CompatibilityMatrix.pairs(of: versions.count), threads: availableCores()) { pair in
        compareApps(versions[pair.older].reading, versions[pair.newer].reading)
    }
    if let path = invocation[.accept] { try shell.accept(path, &comparisons, &report) }
    let matrix = CompatibilityMatrix(count: versions.count, comparisons: comparisons)
    let writer = MatrixWriter(versions: versions, matrix: matrix, isComplete: invocation.has(.allChanges))
    shell.console.print(writer.text(invocation[.diffFormat].flatMap(DiffFormat.init) ?? .text))
    // Only the newest server counts: every released app calls it.
    let worst = matrix.cells.dropLast().compactMap(\.last?.verdict).max() ?? .none
    let isFailing = failing.contains { level in
        switch level {
        case .app: worst == .breaks
        case .degraded, .any: worst > .none
        case .source, .silent, .none: false
        }
    }
    return isFailing ? .stale : .done
}

extension Shell {
    /// Accepts changes of both comparisons of each pair. An entry without a change isn't reported: it may be about
    /// source code, which a matrix doesn't compare.
    fileprivate func accept(
        _ path: String, _ comparisons: inout [(released: Comparison, serverOld: Comparison)],
        _ report: inout ProblemReport
    ) throws(ExitStatus) {
        var all = comparisons.flatMap { [$0.released, $0.serverOld] }
        _ = try accept(path, &all, reportsUnused: false, &report)
        for index in comparisons.indices { comparisons[index] = (all[2 * index], all[2 * index + 1]) }
    }
}

extension DiffLoader {
    /// The number of tags that are compared without `--tags`, and with it.
    private static let (tagCount, tagLimit) = (20, 100)

    /// A version that isn't read yet.
    struct OpenedVersion {
        var name: String
        var side: OpenedSide
        /// Whether the version is a tag. A tag can't be changed any more, so its errors don't end the run.
        var isTag: Bool
    }

    /// - Returns: nil where something can't be read, which is reported.
    fileprivate func versions() throws(ExitStatus) -> [OpenedVersion]? {
        guard invocation.operands.count == 1 else {
            var versions: [OpenedVersion] = []
            for (path, name) in zip(invocation.operands, Self.shortNames(of: invocation.operands)) {
                guard let side = open(path, isOld: path != invocation.operands.last) else { return nil }
                versions.append(OpenedVersion(name: name, side: side, isTag: false))
            }
            return versions
        }
        let path = invocation.operands[0]
        do throws(GitRepository.Failure) {
            return try taggedVersions(of: path)
        } catch {
            shell.console.error(error.message)
            return nil
        }
    }

    /// Paths without the folders that all of them are in.
    private static func shortNames(of paths: [String]) -> [String] {
        let parts = paths.map { $0.split(separator: "/", omittingEmptySubsequences: false) }
        let folders = parts.map { $0.dropLast() }
        let shared = folders.dropFirst().reduce(folders[0].count) { count, other in
            zip(folders[0], other).prefix(count).prefix { $0 == $1 }.count
        }
        return parts.map { $0.dropFirst(shared).joined(separator: "/") }
    }

    private func taggedVersions(of path: String) throws(GitRepository.Failure) -> [OpenedVersion]? {
        let repository = try GitRepository(containing: Path.normalized(shell.absolute(Path.folder(of: path))))
        let pattern = invocation[.tags]
        var tags = try GitRevision.tags(pattern, in: repository)
        guard !tags.isEmpty else {
            let subject = pattern.map { "tag that fits '\($0)'" } ?? "tag"
            throw GitRepository.Failure(
                message: "the repository '\(repository.place)' has no \(subject); name the versions' files instead")
        }
        let limit = pattern == nil ? Self.tagCount : Self.tagLimit
        if tags.count > limit {
            shell.console.warning(
                "only the newest \(limit) of \(tags.count) tags are compared\(pattern == nil ? "; '--tags' chooses others" : "")",
                in: path)
            tags = Array(tags.suffix(limit))
        }
        if try GitRevision.isShallow(repository) {
            shell.console.warning("this clone of the repository is shallow: it may lack tags", in: path)
        }
        var versions: [OpenedVersion] = []
        var tagsWithoutFile: [String] = []
        for tag in tags {
            guard let revision = try GitRevision(tag: tag, in: repository) else {
                tagsWithoutFile.append(tag)
                continue
            }
            switch revision.refusal(of: shell.absolute(path)) {
            case nil: break
            case .notFound?:
                tagsWithoutFile.append(tag)
                continue
            case .unreadable(.notInClone)?: break
            case .unreadable(let problem)?:
                shell.console.warning("left out: \(problem.explanation)", in: tag + ":" + path)
                continue
            case .outside?:
                shell.console.warning("left out: a link leads out of the repository", in: tag + ":" + path)
                continue
            }
            guard let side = open(path, at: revision) else { return nil }
            versions.append(OpenedVersion(name: tag, side: side, isTag: true))
        }
        if !tagsWithoutFile.isEmpty {
            let names = DiagnosticText.list(tagsWithoutFile, "and")
            shell.console.warning("left out, since the tag has no such file: \(names)", in: path)
        }
        guard !versions.isEmpty else {
            throw GitRepository.Failure(
                message: "no tag has '\(path)', so there is nothing to compare; name the versions' files instead")
        }
        guard let side = open(path, isOld: false) else { return nil }
        return versions + [OpenedVersion(name: "now", side: side, isTag: false)]
    }

    /// Reads the versions. Consecutive versions with the same files become one.
    ///
    /// - Throws: The status of the run, if a file has errors or fewer than two versions can be read.
    fileprivate func read(
        _ opened: [OpenedVersion], _ report: inout ProblemReport
    ) throws(ExitStatus) -> [MatrixVersion] {
        let sides = parallelMap(opened, threads: availableCores()) { $0.side.read() }
        var versions: [MatrixVersion] = []
        for (version, side) in zip(opened, sides) {
            guard let reading = side.reading else { continue }
            if reading.contract == nil {
                let diagnostics = reading.diagnostics
                if version.isTag, let first = diagnostics.all.first(where: { $0.severity == .error }) {
                    shell.console.warning(
                        "left out, since its description has errors: \(first.message)", in: side.path)
                } else {
                    report.add(diagnostics, in: side.files, configuration, to: shell.console)
                }
                continue
            }
            if let last = versions.last, last.side.files.map(\.bytes) == side.files.map(\.bytes) {
                versions[versions.count - 1].names.append(version.name)
                versions[versions.count - 1].side = side
                versions[versions.count - 1].reading = reading
            } else {
                versions.append(MatrixVersion(names: [version.name], side: side, reading: reading))
            }
        }
        guard !report.hasErrors else {
            report.finish(consequence: "nothing was compared", on: shell.console)
            throw report.status
        }
        guard versions.map(\.names.count).reduce(0, +) > 1 else {
            shell.console.error("there is one version that can be read, so nothing was compared")
            throw .invalidInput
        }
        return versions
    }
}
