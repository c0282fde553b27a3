import CallsiteCore
import CallsitePrinter

/// Makes the file for `--mock`: a description for CallsiteMock, which reads no YAML. The code for its contents is
/// outside this module, so the build plugin's tool is built without that code; the whole tool passes it in.
package struct MockFile: Sendable {
    package struct Result: PassResult, Sendable {
        /// nil: the description has errors.
        package var json: String?
        package var missing: [MissingSource]
        package var diagnostics: Diagnostics

        package init(json: String?, missing: [MissingSource], diagnostics: Diagnostics) {
            (self.json, self.missing, self.diagnostics) = (json, missing, diagnostics)
        }
    }

    /// A file to write, and where.
    struct Written {
        let path: String
        let contents: [UInt8]
    }

    /// A file of Callsite's begins so; no other is replaced.
    let prefix: String
    let make: @Sendable (_ sources: SourceSet, _ options: Options) -> Result

    package init(prefix: String, make: @escaping @Sendable (_ sources: SourceSet, _ options: Options) -> Result) {
        (self.prefix, self.make) = (prefix, make)
    }
}

extension GenerateRun {
    /// The file that `--mock` or `mock:` asks for; nil: neither is given, or the file can't be made. Errors of the
    /// description are reported by its own generation. The build plugin leaves the file to `generate`: its own tool is
    /// compiled in each package that uses it, and is kept small.
    func mockFile(of job: GenerateJob, _ options: Options) -> MockFile.Written? {
        guard let path = job.settings.mock, let mock, shards == nil else { return nil }
        let loaded = shell.load(
            job.source, allowOutside: job.settings.allowsOutside ?? false,
            allowedFolders: job.settings.allowedFolders ?? [],
            namedAt: job.place(of: "source"), pass: { mock.make($0, options) })
        guard let json = loaded?.result.json else { return nil }
        return .init(path: path, contents: Array((json + "\n").utf8))
    }

    /// Whether Callsite wrote a mock's file with these contents.
    func isMock(_ contents: [UInt8]) -> Bool { mock.map { contents.starts(with: $0.prefix.utf8) } ?? false }

    /// Writes it, unless it is there already, or says whether it would.
    func write(_ file: MockFile.Written) -> ExitStatus {
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
        return shell.writeFiles(
            [.init(name: Path.lastComponent(file.path), contents: file.contents)], in: Path.folder(of: file.path),
            replacing: isMock, elsewhere: "another name", path: { _ in file.path })
    }
}
