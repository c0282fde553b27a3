import CallsiteCore
import CallsiteOverlay
import CallsitePrinter

/// The part of a pass's result that loading needs.
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
///   - overlays: the files that change it, in their order. If they have errors, only these are reported: the overlays
///     may be meant to mend the description's own.
///   - read: reads another file, by the path that the core gives it.
///   - pass: `generate` or `inspect`; it is pure, so running it again costs time only.
/// - Returns: the last pass's result, with an error for each place that asks for an unavailable file, and all files.
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
        // Also add the files that the added files name. An unreadable file is no mistake yet: only the pass knows
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

/// A description that the user named, with its overlays. `load` reads the files that it includes.
package struct NamedDescription: Sendable {
    package let main: SourceSet.File
    package let overlays: [SourceSet.File]
    fileprivate let includes: IncludeReader

    /// Runs a pass of the core on the description and the files that the pass asks for.
    package func load<Result: PassResult>(pass: (SourceSet) -> Result) -> (result: Result, sources: SourceSet) {
        loadSources(
            of: main, overlays: overlays, reading: { path throws(IncludeReader.Refusal) in try includes.read(path) },
            pass: pass)
    }
}

/// The files that are read beside a description's own.
package struct DescriptionInputs: Sendable {
    /// Whether the description may include files from outside its folder.
    package var allowsOutside: Bool
    /// Other folders that the description may include files from.
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

    /// The inputs in the configuration. Options of the command line come first.
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
    ///   - contents: its bytes, if they have been read already.
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
    /// - Parameter files: the files that several descriptions share, each read once.
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
            // A build system's sandbox may have a symbolic link for each file. Then the description's neighbours are
            // beside the target of its link.
            let isFile = { (path: String) in !path.hasPrefix("/proc/") && !path.hasPrefix("/dev/") }
            if !isInput, let real = try? resolvedPath(absolute(specification)), isFile(real) {
                roots.append(Path.folder(of: real))
            }
            // A missing folder allows nothing.
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
    /// - Returns: nil if an overlay can't be read, which is then reported.
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
