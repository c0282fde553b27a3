/// The files of one description: the one that was named, and those it includes.
package struct SourceSet: Sendable {
    package struct File: Sendable {
        /// How messages name it: the path as the user wrote it, or the folder of the main file and the path in `include:`.
        package let path: String
        package let bytes: [UInt8]
        package init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// The main file first; `FileID.index` counts here.
    package private(set) var files: [File]
    private var positions: [String: Int]
    /// Paths that were asked for, and at which there is no file.
    package private(set) var absences: Set<String> = []

    package init(main: File) {
        files = [main]
        positions = [main.path: 0]
    }

    /// Adds an included file, once.
    package mutating func add(_ file: File) {
        guard positions[file.path] == nil else { return }
        positions[file.path] = files.count
        files.append(file)
    }

    /// Says that there is no file at a path that was asked for.
    package mutating func addAbsence(of path: String) { absences.insert(path) }

    package func isAbsent(_ path: String) -> Bool { absences.contains(path) }

    package var paths: [String] { files.map(\.path) }

    package func file(at path: String) -> FileID? {
        positions[path].map { FileID($0) }
    }
}

/// A file that `include:` names and that has not been loaded.
package struct MissingSource: Hashable, Sendable {
    /// The path to load: the including file's folder, then the path as written there, without `.` and `a/..`.
    package let path: String
    /// Where it is asked for.
    package let location: SourceLocation
    /// The description can do without it: it is read once more, and says what it lacks.
    package var isOptional = false
}

/// The path of a file that another one names: that one's folder, and what is written, without `.` and `a/..`.
package func sourcePath(of text: String, from including: String) -> String {
    var parts = including.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
    for part in text.split(separator: "/") where part != "." {
        if part == "..", let last = parts.last, last != "..", !last.isEmpty, last != "." {
            parts.removeLast()
        } else {
            parts.append(String(part))
        }
    }
    return parts.joined(separator: "/")
}
