import CallsiteCore
import CallsitePrinter
import CallsiteShell
import CallsiteSwift

// The output of an earlier run for a description. `generate` with several descriptions doesn't make an output again if
// neither its inputs nor the files that were written have changed.
//
// Records are in the user's cache folder: what is committed must be the same on every machine, and a tool's build
// isn't. Nothing is lost with them but time. A description with warnings is left out like any other; the closing line
// says how many there were.

/// The inputs of a description's output, and the files of that output.
struct GenerationRecord: Hashable, Sendable {
    struct Written: Hashable, Sendable {
        enum Kind: String, Sendable {
            case code, fixtures, mock
            /// Code in a folder that is called like its module, of several.
            case module
        }
        let kind: Kind
        /// Absolute.
        let path: String
        let length: Int
        let hash: String
    }

    /// The hash of the tool, all options, the templates, and the paths to read and write.
    let key: String
    /// The contents' hashes by absolute path.
    let inputs: [String: String]
    /// Absolute paths at which there was nothing.
    let absent: Set<String>
    var written: [Written]
    /// The names that the files declare outside every type.
    let declarations: [String]
    /// The modules of the runtime that the files need.
    var runtimeModules: Set<RuntimeModule> = []
    let warnings: Int
}

// MARK: - As a file

extension GenerationRecord {
    private static let title = "callsite-generated 1"

    /// A line for each part; nil if a path has a line break.
    var text: String? {
        var lines = [GenerationRecord.title, "key \(key)", "warnings \(warnings)"]
        lines += inputs.sorted { $0.key < $1.key }.map { "input \($0.value) \($0.key)" }
        lines += absent.sorted().map { "absent \($0)" }
        lines += written.map { "\($0.kind.rawValue) \($0.hash) \($0.length) \($0.path)" }
        lines += declarations.map { "declares \($0)" }
        lines += runtimeModules.map(\.rawValue).sorted().map { "runtime \($0)" }
        guard lines.allSatisfy({ !$0.utf8.contains(UInt8(ascii: "\n")) }) else { return nil }
        return lines.joined(separator: "\n") + "\n\n"
    }

    /// Reads the file.
    ///
    /// - Returns: nil: it is no record. And what follows the record: the outputs themselves, if they were kept.
    static func read(_ bytes: [UInt8]) -> (record: GenerationRecord, contents: ArraySlice<UInt8>)? {
        let newline = UInt8(ascii: "\n")
        var rest = bytes[...]
        func line() -> String? {
            guard let end = rest.firstIndex(of: newline) else { return nil }
            defer { rest = rest[(end + 1)...] }
            return String(decoding: rest[..<end], as: UTF8.self)
        }
        guard line() == title else { return nil }
        var key = ""
        var inputs: [String: String] = [:]
        var absent: Set<String> = []
        var written: [Written] = []
        var declarations: [String] = []
        var runtimeModules: Set<RuntimeModule> = []
        var warnings = 0
        while let line = line() {
            if line.isEmpty {
                let record = GenerationRecord(
                    key: key, inputs: inputs, absent: absent, written: written, declarations: declarations,
                    runtimeModules: runtimeModules, warnings: warnings)
                return (record, rest)
            }
            let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard words.count == 2 else { return nil }
            switch words[0] {
            case "key": key = words[1]
            case "warnings": warnings = Int(words[1]) ?? 0
            case "absent": absent.insert(words[1])
            case "declares": declarations.append(words[1])
            case "runtime": if let module = RuntimeModule(rawValue: words[1]) { runtimeModules.insert(module) }
            case "input":
                let parts = words[1].split(separator: " ", maxSplits: 1).map(String.init)
                guard parts.count == 2 else { return nil }
                inputs[parts[1]] = parts[0]
            case let word:
                let parts = words[1].split(separator: " ", maxSplits: 2).map(String.init)
                guard let kind = Written.Kind(rawValue: word), parts.count == 3, let length = Int(parts[1]),
                    0..<(1 << 40) ~= length
                else { return nil }
                written.append(.init(kind: kind, path: parts[2], length: length, hash: parts[0]))
            }
        }
        return nil
    }
}

// MARK: - Looking it up

/// An earlier output that is as good as a new one.
struct EarlierOutput: Sendable {
    let record: GenerationRecord
    /// In the order of the record's.
    let contents: [[UInt8]]
    /// It was made by a run that was stopped before it wrote.
    let wasKept: Bool

    func files(_ kind: GenerationRecord.Written.Kind) -> [Output.File] {
        zip(record.written, contents).filter { $0.0.kind == kind }.map { written, contents in
            .init(
                name: Path.lastComponent(written.path),
                module: kind == .module ? Path.lastComponent(Path.folder(of: written.path)) : nil, contents: contents)
        }
    }

    /// The file that `--mock` wrote.
    func mock(of job: GenerateJob) -> MockFile? {
        files(.mock).first.flatMap { file in job.settings.mock.map { .init(path: $0, contents: file.contents) } }
    }

    /// Finds the output of an earlier run, if nothing has changed: the files that the run wrote are there, unedited; or
    /// the run was stopped before it wrote, and had kept its output.
    ///
    /// - Parameter main: the description, which was read already, and its absolute path.
    init?(
        named name: String, key: String, main: SourceSet.File, at path: String, in folder: RecordFolder,
        files: FilesOnce
    ) {
        let mainHash = FilesOnce.hash(of: main.bytes)
        func record(_ name: String) -> (record: GenerationRecord, contents: ArraySlice<UInt8>)? {
            guard let bytes = try? readFile(Path.join(folder.path, name), regularOnly: true),
                let found = GenerationRecord.read(bytes),
                found.record.key == key, found.record.absent.allSatisfy({ !fileExists($0) }),
                found.record.inputs.allSatisfy({ ($0.key == path ? mainHash : files.hash($0.key)) == $0.value })
            else { return nil }
            return found
        }
        if let found = record(name)?.record {
            var contents: [[UInt8]] = []
            for written in found.written {
                guard let bytes = try? readFile(written.path, regularOnly: true), bytes.count == written.length,
                    Manifest.hash(bytes) == written.hash
                else { break }
                contents.append(bytes)
            }
            if contents.count == found.written.count {
                (self.record, self.contents, wasKept) = (found, contents, false)
                return
            }
        }
        guard let (found, kept) = record(name + EarlierOutput.unwritten),
            kept.count == found.written.reduce(0, { $0 + $1.length })
        else {
            return nil
        }
        var rest = kept
        (self.record, wasKept, self.contents) = (
            found, true,
            found.written.map { written in
                defer { rest = rest.dropFirst(written.length) }
                return Array(rest.prefix(written.length))
            }
        )
        guard zip(found.written, contents).allSatisfy({ $0.hash == Manifest.hash($1) }) else { return nil }
    }

    /// The end of the names of outputs that no run has written yet.
    static let unwritten = ".output"
}

/// Descriptions that weren't generated anew.
struct UnchangedDescriptions: Hashable, Sendable {
    private var count = 0
    private var warnings = 0

    mutating func add(_ record: GenerationRecord) {
        count += 1
        warnings += record.warnings
    }

    /// nil: there are none.
    var line: String? {
        guard count > 0 else { return nil }
        let hidden = warnings == 0 ? "" : "; their \(counted(warnings, "warning")) can be seen with '--all-warnings'"
        return "\(counted(count, "description")) unchanged, and not generated again\(hidden)\n"
    }
}
