import CallsiteCore
import CallsiteOverlay
import CallsitePrinter

/// The result of a pass of the core, as far as loading is concerned.
package protocol PassResult {
    /// Files that the pass asks for; empty when it had all it needs.
    var missing: [MissingSource] { get }
    var diagnostics: Diagnostics { get set }
}

extension Output: PassResult {}

/// Runs a pass of the core, loading what it asks for, until it asks for nothing more that can be loaded.
///
/// - Parameters:
///   - main: the description that the user named.
///   - overlays: the files that change it, in their order. Where they have errors, only these are reported: the description's own
///     may be those that the overlays mend.
///   - read: reads another one, by the path that the core gives it.
///   - pass: `generate` or `inspect`; it is pure, so running it again costs time only.
/// - Returns: the last pass's result, with an error for each place that asks for a file that can't be had; and all
///   files.
package func loadSources<Result: PassResult>(
    of main: SourceSet.File, overlays: [SourceSet.File] = [],
    reading read: (String) throws(IncludeReader.Refusal) -> SourceSet.File,
    pass: (SourceSet) -> Result
) -> (result: Result, sources: SourceSet) {
    var sources = SourceSet(main: main)
    let overlayDiagnostics = overlays.isEmpty ? Diagnostics() : sources.apply(overlays)
    if overlayDiagnostics.hasErrors {
        var result = pass(sources)
        result.diagnostics = overlayDiagnostics
        return (result, sources)
    }
    var requestedPaths: Set<String> = []
    var refusals: [String: IncludeReader.Refusal] = [:]
    while true {
        var result = pass(sources)
        let requests = result.missing.filter { requestedPaths.insert($0.path).inserted }
        if requests.isEmpty {
            for missing in result.missing {
                result.diagnostics.report(
                    .refusedInclude(missing, refusals[missing.path] ?? .notFound, main: main.path))
            }
            return (result, sources)
        }
        var added: [SourceSet.File] = []
        for missing in requests {
            do throws(IncludeReader.Refusal) {
                added.append(try read(missing.path))
            } catch  where missing.isOptional && (error == .notFound || error == .unreadable(.isFolder)) {
                sources.addAbsence(of: missing.path)
            } catch {
                refusals[missing.path] = error
            }
        }
        // Also add the files that these name in turn. A file that can't be read is no mistake yet: only the pass knows
        // whether it is needed.
        var next = 0
        while next < added.count {
            let file = added[next]
            next += 1
            guard sources.file(at: file.path) == nil else { continue }
            let (parsed, names) = readingAhead(file)
            sources.add(parsed)
            for path in names where sources.file(at: path) == nil {
                if let further = try? read(path) { added.append(further) }
            }
        }
    }
}

/// A description that the user named: read, but for what it includes.
package struct NamedDescription: Sendable {
    package let main: SourceSet.File
    package let overlays: [SourceSet.File]
    fileprivate let includes: IncludeReader

    /// Runs a pass of the core on it, and on what it asks for.
    package func load<Result: PassResult>(pass: (SourceSet) -> Result) -> (result: Result, sources: SourceSet) {
        loadSources(
            of: main, overlays: overlays, reading: { path throws(IncludeReader.Refusal) in try includes.read(path) },
            pass: pass)
    }
}

/// The files that are read beside a description's own.
package struct DescriptionInputs: Sendable {
    /// It may include files from outside its folder.
    package var allowsOutside: Bool
    /// Other folders that it may include files from.
    package var allowedFolders: [String]
    /// Overlays that change it, in this order.
    package var overlays: [String]
    /// Where the configuration lists the overlays.
    package var overlaysPlace: ConfiguredPlace?

    package init(_ settings: Configuration.Settings) {
        allowsOutside = settings.allowsOutside ?? false
        allowedFolders = settings.allowedFolders ?? []
        overlays = settings.overlays ?? []
    }

    /// Those of the configuration, but for what the command line says.
    package init(_ invocation: Invocation, _ settings: Configuration.Settings) {
        self.init(settings)
        if invocation.has(.allowOutside) { allowsOutside = true }
        overlays = invocation.overlays ?? overlays
    }
}

extension Invocation {
    /// The files that `--overlay` names; nil: it isn't given.
    package var overlays: [String]? { self[.overlay]?.split(separator: "\0").map(String.init) }
}

extension Shell {
    /// Reads a description that the user named and whatever it includes.
    ///
    /// - Parameters:
    ///   - specification: the operand: a path, or `-` for standard input, whose includes are seen from the working
    ///     folder.
    ///   - inputs: what it may include, and its overlays.
    ///   - contents: what was read of it already.
    ///   - place: where the configuration names it.
    ///   - pass: `generate` or `inspect`.
    /// - Returns: the last pass's result and all files; `nil` if the main file can't be read, which is then reported.
    package func load<Result: PassResult>(
        _ specification: String, _ inputs: DescriptionInputs, contents: [UInt8]? = nil,
        namedAt place: ConfiguredPlace? = nil, pass: (SourceSet) -> Result
    ) -> (result: Result, sources: SourceSet)? {
        open(specification, inputs, contents: contents, namedAt: place)?.load(pass: pass)
    }

    /// Reads a description that the user named. See `load`.
    ///
    /// - Parameter files: what several descriptions read together.
    package func open(
        _ specification: String, _ inputs: DescriptionInputs, contents: [UInt8]? = nil,
        namedAt place: ConfiguredPlace? = nil, sharing files: FilesOnce? = nil
    ) -> NamedDescription? {
        guard let overlays = readOverlays(inputs.overlays, namedAt: inputs.overlaysPlace) else { return nil }
        let isInput = specification == "-"
        do throws(FileProblem) {
            let bytes: [UInt8] =
                if let contents {
                    contents
                } else if isInput {
                    try environment.readInput(FileProblem.sizeLimit).get()
                } else {
                    // The user named it, so it may be anything that can be read: `callsite validate <(generate-a-spec)`.
                    try readFile(absolute(specification), regularOnly: false)
                }
            let main = SourceSet.File(path: isInput ? Path.standardInput : specification, bytes: bytes)
            let folder = isInput ? environment.workingDirectory : absolute(Path.folder(of: specification))
            var roots = [try resolvedPath(folder)]
            // Build systems that show an action only what it may read do so by symbolic links, a file each: what lies
            // beside the description lies beside where its own link leads.
            let isFile = { (path: String) in !path.hasPrefix("/proc/") && !path.hasPrefix("/dev/") }
            if !isInput, let real = try? resolvedPath(absolute(specification)), isFile(real) {
                roots.append(Path.folder(of: real))
            }
            // One that isn't there allows nothing.
            roots += inputs.allowedFolders.compactMap { try? resolvedPath(absolute($0)) }
            return NamedDescription(
                main: main, overlays: overlays,
                includes: IncludeReader(
                    workingDirectory: environment.workingDirectory, roots: inputs.allowsOutside ? nil : roots,
                    files: files))
        } catch {
            if isInput {
                console.error("can't read standard input: \(error.explanation)")
            } else {
                reportUnreadable(specification, error, at: place)
            }
            return nil
        }
    }

    /// - Parameter place: Where the configuration lists them.
    /// - Returns: nil: one can't be read, which is then reported.
    package func readOverlays(_ paths: [String], namedAt place: ConfiguredPlace? = nil) -> [SourceSet.File]? {
        var files: [SourceSet.File] = []
        for path in paths {
            do throws(FileProblem) {
                files.append(SourceSet.File(path: path, bytes: try readFile(absolute(path), regularOnly: false)))
            } catch {
                reportUnreadable(path, error, at: place)
                return nil
            }
        }
        return files
    }
}
