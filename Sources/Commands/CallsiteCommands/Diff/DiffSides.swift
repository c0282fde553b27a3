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
        guard let description = shell.open(path, inputs) else { return nil }
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
            guard let overlays = try overlays(of: path, at: revision) else { return nil }
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

    /// The overlays that a revision's callsite.yaml lists, as the revision has them. Overlays of the command line are
    /// for both sides. nil: an overlay can't be read, which is reported.
    private func overlays(
        of path: String, at revision: GitRevision
    ) throws(IncludeReader.Refusal) -> [SourceSet.File]? {
        guard !invocation.has(.overlay) else { return shell.readOverlays(inputs.overlays) }
        guard let configuration = shell.configurationPath(invocation) else { return [] }
        func read(_ path: String) throws(IncludeReader.Refusal) -> [UInt8]? {
            do throws(IncludeReader.Refusal) {
                return try revision.read(Path.normalized(shell.absolute(path)))
            } catch {
                guard error == .notFound || error == .outside else { throw error }
                return nil
            }
        }
        guard let bytes = try read(configuration) else { return [] }
        var files: [SourceSet.File] = []
        for overlay in shell.overlays(of: path, inConfiguration: bytes, at: configuration) ?? inputs.overlays {
            // The revision couldn't be generated without it.
            guard let bytes = try read(overlay) else { continue }
            files.append(SourceSet.File(path: overlay, bytes: bytes))
        }
        return files
    }
}
