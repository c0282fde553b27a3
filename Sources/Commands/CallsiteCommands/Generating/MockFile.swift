import CallsiteCore
import CallsiteMockDescription
import CallsiteShell

/// The file that `--mock` writes: a description for CallsiteMock, which reads no YAML.
struct MockFile: Sendable {
    let path: String
    let contents: [UInt8]

    /// Whether Callsite wrote a file with these contents. No other file is replaced.
    static func isOurs(_ contents: [UInt8]) -> Bool { contents.starts(with: "{\"callsiteMock\":1".utf8) }
}

extension Generation {
    /// The file that `--mock` or `mock:` asks for; nil if neither is given, in a build, or if the description has
    /// errors, which `collect` reports.
    func mockFile(of job: GenerateJob, _ options: Options) -> MockFile? {
        guard let path = job.settings.mock, run.shards == nil else { return nil }
        let reading = shell.load(
            job.source, .init(job.settings), namedAt: job.place(of: "source"),
            pass: { readMockAtOnce($0, options: options) })
        guard let json = reading?.result.json else { return nil }
        return .init(path: path, contents: Array((json + "\n").utf8))
    }

    /// Writes the file unless it is up to date. `--check` and `--dry-run` only report the difference.
    func write(_ file: MockFile) -> ExitStatus {
        let old = try? readFile(shell.absolute(file.path), regularOnly: true)
        guard !(old.map { areSame($0, file.contents) } ?? false) else { return .done }
        let isMissing = old == nil
        if invocation.has(.check) {
            shell.console.error(
                "not up to date: \(isMissing ? "missing" : "the mock of another description")", in: file.path)
            return .stale
        }
        if invocation.has(.dryRun) {
            shell.console.print("would write \(printable(file.path))\n")
            return .done
        }
        return shell.writeFile(file.contents, to: file.path, replacing: MockFile.isOurs)
    }
}
