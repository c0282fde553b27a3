import CallsiteCore
import CallsitePrinter
import CallsiteShell
import CallsiteSwift

// The output of an earlier run for a description. `generate` with several descriptions doesn't make an output again if
// neither its inputs nor the files that were written have changed.
//
// Records depend on the build of the tool, and committed files must be the same on every machine, so records are in
// the user's cache folder. A lost record costs only time. A description with warnings is skipped too; the closing line
// counts its warnings.

/// The inputs of a description's output, and the files of that output.
struct GenerationRecord: Hashable, Sendable {
    struct Written: Hashable, Sendable {
        enum Kind: String, Sendable {
            case code, fixtures, mock
            /// Code of one of several modules, in a folder with the module's name.
            case module
        }
        let kind: Kind
        /// An absolute path.
        let path: String
        let length: Int
        let hash: String
    }

    /// The hash of the tool, all options, the templates, and the paths to read and write.
    let key: String
    /// The contents' hashes by absolute path.
    let inputs: [String: String]
    /// Absolute paths at which no file was.
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
    /// - Returns: The record, and the bytes after it: the outputs themselves, if they were kept. nil if the bytes
    ///   aren't a record.
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
    /// In the order of `record.written`.
    let contents: [[UInt8]]
    /// Whether the run that made this output was stopped before it wrote the files.
    let wasKept: Bool

    func files(_ kind: GenerationRecord.Written.Kind) -> [Output.File] {
        zip(record.written, contents).filter { $0.0.kind == kind }.map { file, contents in
            .init(
                name: Path.lastComponent(file.path),
                module: kind == .module ? Path.lastComponent(Path.folder(of: file.path)) : nil, contents: contents)
        }
    }

    /// The file that `--mock` wrote.
    func mock(of job: GenerateJob) -> MockFile? {
        files(.mock).first.flatMap { file in job.settings.mock.map { .init(path: $0, contents: file.contents) } }
    }

    /// Finds the output of an earlier run, if nothing has changed: the files that the run wrote are there, unedited; or
    /// the run was stopped before it wrote, and had kept its output.
    ///
    /// - Parameters:
    ///   - main: The description, which was read already.
    ///   - path: The description's absolute path.
    init?(
        named name: String, key: String, main: SourceSet.File, at path: String, in folder: RecordFolder,
        files: FilesOnce
    ) {
        let mainHash = FilesOnce.hash(of: main.bytes)
        func record(_ name: String) -> (record: GenerationRecord, contents: ArraySlice<UInt8>)? {
            guard let bytes = try? readFile(Path.join(folder.path, name), regularOnly: true),
                let entry = GenerationRecord.read(bytes),
                entry.record.key == key, entry.record.absent.allSatisfy({ !fileExists($0) }),
                entry.record.inputs.allSatisfy({ ($0.key == path ? mainHash : files.hash($0.key)) == $0.value })
            else { return nil }
            return entry
        }
        if let record = record(name)?.record {
            var contents: [[UInt8]] = []
            for file in record.written {
                guard let bytes = try? readFile(file.path, regularOnly: true), bytes.count == file.length,
                    Manifest.hash(bytes) == file.hash
                else { break }
                contents.append(bytes)
            }
            if contents.count == record.written.count {
                (self.record, self.contents, wasKept) = (record, contents, false)
                return
            }
        }
        guard let (stopped, output) = record(name + EarlierOutput.unwritten),
            output.count == stopped.written.reduce(0, { $0 + $1.length })
        else {
            return nil
        }
        var rest = output
        (self.record, wasKept, self.contents) = (
            stopped, true,
            stopped.written.map { file in
                defer { rest = rest.dropFirst(file.length) }
                return Array(rest.prefix(file.length))
            }
        )
        guard zip(stopped.written, contents).allSatisfy({ $0.hash == Manifest.hash($1) }) else { return nil }
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

    /// The closing line; nil if every description was generated.
    var line: String? {
        guard count > 0 else { return nil }
        let hidden = warnings == 0 ? "" : "; their \(counted(warnings, "warning")) can be seen with '--all-warnings'"
        return "\(counted(count, "description")) unchanged, and not generated again\(hidden)\n"
    }
}
