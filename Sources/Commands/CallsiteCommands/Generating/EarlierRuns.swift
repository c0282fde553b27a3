import CallsiteCore
import CallsitePrinter
import CallsiteShell

/// The records of earlier runs, for a run of several descriptions.
struct EarlierRuns: Sendable {
    let folder: RecordFolder
    /// The files that the run's descriptions read.
    let files: FilesOnce
    let workingDirectory: String

    /// After this many seconds, a run keeps each output in the folder of records until everything is written.
    static let longRun = 2.0

    /// nil: each description is generated anew. A single description always is, so that its warnings are printed.
    init?(_ invocation: Invocation, _ shell: Shell, jobs: [GenerateJob], files: FilesOnce) {
        let forAll: [CommandOption] = [.check, .dryRun, .force, .allWarnings, .shards]
        guard let folder = shell.environment.records, jobs.count > 1, !forAll.contains(where: invocation.has) else {
            return nil
        }
        self.folder = folder
        self.files = files
        workingDirectory = shell.environment.workingDirectory
    }

    private func absolute(_ path: String) -> String { Path.normalized(Path.join(workingDirectory, path)) }

    /// The name of a description's record. A description has a record for each folder that it is generated into.
    private func name(of job: GenerateJob) -> String {
        Manifest.hash(Array("\(absolute(job.source))\n\(absolute(job.output))".utf8))
    }

    /// Whether a file with this name may be a record.
    static func isName(_ name: String) -> Bool {
        let hash = name.hasSuffix(EarlierOutput.unwritten) ? name.dropLast(EarlierOutput.unwritten.count) : name[...]
        return hash.utf8.count == 16 && hash.allSatisfy { $0.isHexDigit && !$0.isUppercase }
    }

    /// A hash of everything that an output depends on besides the description's files. nil: there is no record, because
    /// standard input or an older description is read, or no code is written.
    private func key(of prepared: PreparedJob) -> String? {
        let job = prepared.job
        guard job.source != "-", job.settings.since == nil, !job.isForMock, let options = stableText(prepared.options),
            let folders = stableText([
                job.settings.allowsOutside == true ? ["*"] : [], job.settings.allowedFolders ?? [],
                job.settings.overlays ?? [],
            ])
        else { return nil }
        let paths = [job.source, job.output, job.settings.fixtures ?? "", job.settings.mock ?? ""]
        let templates = prepared.templates.flatMap { [$0.path, FilesOnce.hash(of: $0.bytes)] }
        return Manifest.hash(
            Array(([folder.tool, workingDirectory, options, folders] + paths + templates).joined(separator: "\n").utf8))
    }

    /// An earlier run's output of a description, if it is up to date; and the key of the description's record.
    func find(_ prepared: PreparedJob) -> (output: EarlierOutput?, key: String?) {
        guard let key = key(of: prepared) else { return (nil, nil) }
        let output = EarlierOutput(
            named: name(of: prepared.job), key: key, main: prepared.description.main, at: absolute(prepared.job.source),
            in: folder,
            files: files)
        return (output, key)
    }

    /// The record of an output; nil: the output has errors and isn't written.
    func record(_ key: String, of job: GenerateJob, _ output: Output, _ sources: SourceSet) -> GenerationRecord? {
        guard !output.diagnostics.hasErrors, output.missing.isEmpty else { return nil }
        func written(
            _ kind: GenerationRecord.Written.Kind, in folder: String, _ files: [Output.File]
        ) -> [GenerationRecord.Written] {
            files.map { file in
                guard let module = file.module else {
                    return self.written(kind, Path.join(folder, file.name), file.contents)
                }
                return self.written(.module, Path.join(Path.join(folder, module), file.name), file.contents)
            }
        }
        return GenerationRecord(
            key: key,
            inputs: Dictionary(sources.files.map { (absolute($0.path), FilesOnce.hash(of: $0.bytes)) }) { $1 },
            absent: Set(sources.absences.map(absolute)),
            written: written(.code, in: job.output, output.files)
                + written(.fixtures, in: job.settings.fixtures ?? "", output.fixtures),
            declarations: output.declarations, runtimeModules: output.runtimeModules,
            warnings: output.diagnostics.sorted.count { $0.severity == .warning })
    }

    /// The entry of a file in a record.
    func written(_ kind: GenerationRecord.Written.Kind, _ path: String, _ contents: [UInt8]) -> GenerationRecord.Written
    {
        .init(kind: kind, path: absolute(path), length: contents.count, hash: Manifest.hash(contents))
    }

    /// Keeps an output in the folder of records. A run writes only when everything is generated, and a long run may be
    /// stopped before that.
    func keep(_ record: GenerationRecord, of job: GenerateJob, _ output: Output) {
        guard job.settings.mock == nil, let text = record.text else { return }
        var contents = Array(text.utf8)
        for file in output.files + output.fixtures { contents.append(contentsOf: file.contents) }
        keepRecords([(name(of: job) + EarlierOutput.unwritten, contents)], named: Self.isName, in: folder.path)
    }

    /// Writes the records of the outputs that were written.
    func remember(_ records: [(job: GenerateJob, record: GenerationRecord)]) {
        let files = records.compactMap { job, record in record.text.map { (name(of: job), Array($0.utf8)) } }
        guard !files.isEmpty else { return }
        keepRecords(
            files, named: Self.isName, deleting: files.map { $0.0 + EarlierOutput.unwritten }, isLast: true,
            in: folder.path)
    }
}
