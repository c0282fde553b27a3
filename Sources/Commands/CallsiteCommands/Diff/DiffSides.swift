import CallsiteCore
import CallsiteDiff
import CallsiteShell

/// One side of a comparison, with its description.
struct DiffSide: Sendable {
    var path: String
    /// nil: only the other side has the description.
    var reading: ContractReading?
    var files: [SourceSet.File]

    var contract: Contract? { reading?.contract }

    /// The path of the file that a location is in.
    func file(_ location: SourceLocation) -> String {
        files.indices.contains(location.file.index) ? files[location.file.index].path : path
    }

    /// The same path, safe to print in a terminal.
    func path(_ location: SourceLocation) -> String { printable(file(location)) }
}

/// One side of a comparison whose main file is open. `read` reads the included files, and resolves the description.
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

    private var inputs: DescriptionInputs { .init(invocation, settings) }

    /// Opens a file; nil: it can't be read, which is reported.
    ///
    /// - Parameter isOld: A name in the configuration that the old side lacks is no mistake, since the configuration is
    ///   about the new side.
    func open(_ path: String, isOld: Bool) -> OpenedSide? {
        guard
            let description = shell.open(path, inputs)
        else {
            return nil
        }
        return OpenedSide { [options] in
            let loaded = description.load { readContract($0, options: options, isConfigurationForAnother: isOld) }
            return DiffSide(path: path, reading: loaded.result, files: loaded.sources.files)
        }
    }

    /// Opens the old side in a revision of git.
    func open(_ path: String, at revision: GitRevision) -> OpenedSide? {
        // Symbolic links aren't followed: the revision may have others, and the file may no longer exist.
        let absolute = Path.normalized(shell.absolute(path))
        let label = revision.revision + ":" + path
        let folder = Path.folder(of: absolute)
        do throws(IncludeReader.Refusal) {
            let main = SourceSet.File(path: path, bytes: try revision.read(absolute))
            guard let overlays = try overlays(at: revision) else { return nil }
            let allowsOutside = inputs.allowsOutside
            return OpenedSide { [options, workingDirectory = shell.environment.workingDirectory] in
                let (result, sources) = loadSources(
                    of: main, overlays: overlays,
                    reading: { included throws(IncludeReader.Refusal) in
                        let inside = Path.normalized(Path.join(workingDirectory, included))
                        guard allowsOutside || Path.isBelow(inside, folder: folder) else { throw .outside }
                        return SourceSet.File(path: included, bytes: try revision.read(inside))
                    },
                    pass: { readContract($0, options: options, isConfigurationForAnother: true) })
                let files = sources.files.map {
                    SourceSet.File(path: revision.revision + ":" + $0.path, bytes: $0.bytes)
                }
                return DiffSide(path: label, reading: result, files: files)
            }
        } catch {
            switch error {
            case .notFound:
                shell.console.error(
                    "there is no '\(path)' in '\(revision.revision)'; if it had another name, write '--against \(revision.revision):NAME'"
                )
            case .outside:
                shell.console.error("'\(path)' is outside the git repository '\(revision.repository.place)'")
            case .unreadable(let problem): shell.console.error("can't read '\(label)': \(problem.explanation)")
            }
            return nil
        }
    }

    /// The overlays as a revision has them. One of the configuration that isn't in it changed nothing then; one of the
    /// command line is for both sides. nil: one can't be read, which is reported.
    private func overlays(at revision: GitRevision) throws(IncludeReader.Refusal) -> [SourceSet.File]? {
        var files: [SourceSet.File] = []
        for path in inputs.overlays {
            do throws(IncludeReader.Refusal) {
                let bytes = try revision.read(Path.normalized(shell.absolute(path)))
                files.append(SourceSet.File(path: path, bytes: bytes))
            } catch {
                guard error == .notFound || error == .outside else { throw error }
                guard invocation.has(.overlay) else { continue }
                guard let today = shell.readOverlays([path]) else { return nil }
                files += today
            }
        }
        return files
    }
}
