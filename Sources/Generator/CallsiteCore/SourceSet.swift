/// The files of one description: the one that was named, and those it includes.
package struct SourceSet: Sendable {
    package struct File: Sendable {
        /// How messages name it: the path as the user wrote it, or the folder of the main file and the path in
        /// `include:`.
        package let path: String
        package let bytes: [UInt8]
        /// The last part of the path.
        package var name: String { String(path.split(separator: "/").last ?? path[...]) }
        /// The file's nodes, if it was parsed to find the files that it names, without any diagnostics, or if overlays
        /// have changed it.
        var document: YAMLDocument?

        package init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// The main file first; `FileID.index` counts here.
    package private(set) var files: [File]
    private var positions: [String: Int]
    /// Requested paths at which there is no file.
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

    /// Warnings about overlays, and about the main file, which isn't parsed again.
    package private(set) var overlayDiagnostics = Diagnostics()

    /// Replaces the nodes of the main file by those that overlays have changed.
    package mutating func setMainDocument(_ document: YAMLDocument, _ diagnostics: Diagnostics) {
        files[0].document = document
        overlayDiagnostics = diagnostics
    }

    /// Records that there is no file at a requested path.
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
    /// Whether the description can be read without the file. It then reports the missing parts.
    package var isOptional = false
}

/// The path of a file that another file names: the folder of `including`, then `text`, without `.` and `a/..`.
package func sourcePath(of text: String, from including: String) -> String {
    // Bytes, since a description of thousands of files has tens of thousands of such references.
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    var path = Array(including.utf8)
    // nil: there is no part yet, which isn't the same as an empty one, with which an absolute path begins.
    var lastPart = path.lastIndex(of: slash).map { end in
        path.removeSubrange(end...)
        return path.lastIndex(of: slash).map { $0 + 1 } ?? 0
    }
    if lastPart == nil { path.removeAll(keepingCapacity: true) }
    func isDots(_ bytes: some Collection<UInt8>, _ count: Int) -> Bool {
        bytes.count == count && bytes.allSatisfy { $0 == dot }
    }
    var text = text
    text.withUTF8 { text in
        var end = 0
        while end < text.count {
            let begin = end
            while end < text.count, text[end] != slash { end += 1 }
            let part = text[begin..<end]
            end += 1
            if part.isEmpty || isDots(part, 1) { continue }
            if isDots(part, 2), let start = lastPart {
                let last = path[start...]
                if !last.isEmpty, !isDots(last, 1), !isDots(last, 2) {
                    path.removeSubrange(max(start - 1, 0)...)
                    lastPart = start == 0 ? nil : path.lastIndex(of: slash).map { $0 + 1 } ?? 0
                    continue
                }
            }
            if lastPart != nil { path.append(slash) }
            lastPart = path.count
            path += part
        }
    }
    return String(decoding: path, as: UTF8.self)
}

extension StringProtocol {
    /// Whether the string contains an ASCII string. The standard library's `contains` compares characters, and takes
    /// fifty times as long.
    func holds(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { pattern in
            var rest = Substring(self).utf8[...]
            while let start = rest.firstIndex(of: pattern[0]) {
                rest = rest[start...]
                if rest.starts(with: pattern) { return true }
                rest = rest.dropFirst()
            }
            return false
        }
    }
}
