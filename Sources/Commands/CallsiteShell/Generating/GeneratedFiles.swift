import CallsiteCore
import CallsitePrinter
import CallsiteSwift

// The output of descriptions: the files of a build plugin, and clashes between descriptions.

/// The output of one description.
package struct GeneratedFiles: Sendable {
    /// The description's path as the user wrote it.
    package let source: String
    /// The folder to write into, as the user wrote it.
    package var folder = ""
    /// The access of the declarations; nil if there are none.
    package var access: Options.Access? = .internal
    /// The modules of the runtime that are written beside the files; nil if the runtime is a library.
    package var embeddedModules: Set<RuntimeModule>?
    /// Whether the folder is a module of its own, wherever it is.
    package var isModule = false
    /// Whether the files are fixtures, for tests. A build has them all in one file.
    package var areFixtures = false
    package var files: [Output.File]
    /// The names that the files declare outside every type.
    package var declarations: [String] = []
    /// Where the configuration names the description.
    package var place: ConfiguredPlace?
}

/// The files of a build plugin. Their names are always the same; each file joins the parts of all descriptions.
func sharded(_ generated: [GeneratedFiles], _ count: Int, hasFixtures: Bool = false) -> [Output.File] {
    let sources = generated.map { Path.lastComponent($0.source) }.joined(separator: ", ")
    return shardNames(of: generated, count, hasFixtures: hasFixtures).map { name in
        let parts = generated.flatMap(\.files).filter { $0.name == name }.map(\.contents)
        guard !parts.isEmpty else {
            let header =
                "\(GeneratedHeader.prefix)\(CallsiteVersion.current) from \(printable(sources)). There is nothing for this file.\n"
            return Output.File(name: name, contents: Array(header.utf8))
        }
        return Output.File(name: name, contents: Array(parts.joined(separator: [UInt8(ascii: "\n")])))
    }
}

/// The names of a build plugin's files.
package func shardNames(of generated: [GeneratedFiles], _ count: Int, hasFixtures: Bool) -> [String] {
    if generated.allSatisfy(\.areFixtures) { return [FileNames.fixturesShard] }
    return FileNames.shards(count, hasFixtures: hasFixtures || generated.contains(where: \.areFixtures))
}

/// The error for a runtime beside public code: public declarations can't use internal types.
func embeddedAccess(_ source: String, _ access: Options.Access) -> String {
    "'\(source)' has the access \(access.rawValue), and the runtime beside it would be internal; embed it into internal code only"
}

/// The error for descriptions of one target with different access levels: they share files, and thus imports.
func accessClashes(in generated: [GeneratedFiles]) -> [String] {
    let accesses = generated.compactMap { output in output.access.map { (source: output.source, access: $0) } }
    guard let first = accesses.first, let other = accesses.first(where: { $0.access != first.access }) else {
        return []
    }
    return [
        "'\(first.source)' has the access \(first.access.rawValue), and '\(other.source)' \(other.access.rawValue); "
            + "descriptions of one target have one access"
    ]
}

/// Finds descriptions that can't share a module: both write the same file, or both declare the same type. Two
/// descriptions get one message, however much they have in common.
///
/// File names that differ only in case mean one file on macOS and Windows. File names are ASCII.
func clashes(in generated: [GeneratedFiles], sharesFiles: Bool) -> [(diagnostic: Diagnostic, place: ConfiguredPlace?)] {
    var files: [String: Int] = [:]
    var declarations: [String: Int] = [:]
    var result: [(diagnostic: Diagnostic, place: ConfiguredPlace?)] = []
    for (index, output) in generated.enumerated() {
        /// The names that an earlier description has too, by that description's position.
        var common: [Int: (files: [String], types: [String])] = [:]
        for file in sharesFiles ? [] : output.files {
            if let owner = files[file.name.lowercased()] {
                common[owner, default: ([], [])].files.append(file.name)
            } else {
                files[file.name.lowercased()] = index
            }
        }
        for name in output.declarations {
            if let owner = declarations[name] {
                common[owner, default: ([], [])].types.append(name)
            } else {
                declarations[name] = index
            }
        }
        for (owner, names) in common.sorted(by: { $0.key < $1.key }) {
            let location = output.place?.location ?? .commandLine
            result.append(
                (.clash(generated[owner], output, files: names.files, types: names.types, at: location), output.place))
        }
    }
    return result
}

/// An error for each output folder that is the same as an earlier one under another name: by a link, or on a file
/// system that ignores case.
///
/// - Parameter absolute: Returns a folder's absolute path.
func folderTwins(
    in generated: [GeneratedFiles], absolute: (String) -> String
) -> [(diagnostic: Diagnostic, place: ConfiguredPlace?)] {
    var folders: [String: (path: String, folder: String)] = [:]
    var result: [(diagnostic: Diagnostic, place: ConfiguredPlace?)] = []
    for output in generated {
        let path = Path.normalized(absolute(output.folder))
        let place = placeOnDisk(path)
        guard let other = folders[place] else {
            folders[place] = (path, output.folder)
            continue
        }
        // Bytes are compared: two spellings of é are equal `String`s, but different names of one folder.
        guard !other.path.utf8.elementsEqual(path.utf8) else { continue }
        let location = output.place?.location ?? .commandLine
        result.append((.folderTwin(other.folder, output.folder, at: location), output.place))
    }
    return result
}

/// The same string for all paths of one place: an absolute path without symbolic links, as far as it exists, in lower
/// case. It is for comparing, not for opening a file.
package func placeOnDisk(_ path: String) -> String {
    let path = Path.normalized(path)
    var (folder, rest) = (path, "")
    while folder != "/" {
        if let resolved = try? resolvedPath(folder) {
            return (rest.isEmpty ? resolved : Path.join(resolved, rest)).lowercased()
        }
        rest = rest.isEmpty ? Path.lastComponent(folder) : Path.join(Path.lastComponent(folder), rest)
        folder = Path.folder(of: folder)
    }
    return path.lowercased()
}

extension Diagnostic {
    static func folderTwin(_ first: String, _ second: String, at place: SourceLocation) -> Diagnostic {
        .error(
            "output-clash",
            "the folders '\(path: first)' and '\(path: second)' are one: by a link, or where capitals aren't told apart",
            help: "name one of them otherwise, or write it as the other", at: place)
    }
    static func clash(
        _ first: GeneratedFiles, _ second: GeneratedFiles, files: [String], types: [String], at place: SourceLocation
    ) -> Diagnostic {
        if first.source == second.source {
            return .error(
                "output-clash", "'\(path: second.source)' is generated twice into '\(path: second.folder)'",
                help: "name it once", at: place
            )
        }
        let names = files.isEmpty ? types : files
        let more: DiagnosticText = names.count > 1 ? " and \(names.count - 1) more" : ""
        return .error(
            "output-clash",
            "'\(path: first.source)' and '\(path: second.source)' both \(files.isEmpty ? "declare" : "generate") '\(names[0])'\(more)",
            help: files.isEmpty || first.folder != second.folder
                ? "give one of them a namespace: '--namespace', or 'namespace:' in callsite.yaml"
                : "generate them into different folders\(types.isEmpty ? "" : ", of different modules")", at: place)
    }
    static func missingOutput(of source: String, at place: SourceLocation) -> Diagnostic {
        .error(
            "missing-output", "nothing says where the code of '\(path: source)' goes",
            help: "write 'output: Sources/App', or 'target: App' for the build plugin", at: place)
    }
    package static func outputIsFile(_ path: String, at place: SourceLocation) -> Diagnostic {
        .error("output-is-file", "'\(path: path)' is a file", help: "name a folder to write into", at: place)
    }
    static func missingModule(of output: String, at place: SourceLocation) -> Diagnostic {
        .error(
            "missing-module",
            "it isn't known which module the fixtures import: '\(path: output)' is in no folder of Sources",
            help: "write 'module: App'", at: place)
    }
    package static func fixturesInOutput(_ folder: String, at place: SourceLocation) -> Diagnostic {
        .error(
            "fixtures-in-output", "the fixtures are for tests, and '\(path: folder)' is the folder of the code itself",
            help: "name a test target's folder: 'Tests/AppTests'", at: place)
    }
}

/// Finds a file whose template leaves out the first line: the next run would take the file for one that Callsite didn't
/// write.
func headerProblem(in files: [Output.File]) -> String? {
    guard let file = files.first(where: { GeneratedHeader(firstLineOf: $0.contents) == nil }) else { return nil }
    return
        "the templates begin '\(file.name)' without '\(GeneratedHeader.prefix)…', so that it could not be updated later"
}
