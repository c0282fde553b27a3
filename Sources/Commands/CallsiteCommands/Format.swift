import CallsiteCore
import CallsiteFormat
import CallsitePrinter
import CallsiteShell

extension Command {
    static let format = Command(
        name: "fmt",
        summary: "Format descriptions in Callsite's own YAML.",
        operands: Operands(placeholder: "SPEC", count: 0...(.max)),
        options: [.check, .config, .allowOutside, .diagnostics, .allWarnings, .quiet],
        discussion: [
            "SPEC is a description in Callsite's format, or a file that it includes; '-' is standard input, and the result is printed. Without SPEC, the "
                + "native descriptions that callsite.yaml lists are formatted, the files that they include, and callsite.yaml.",
            "Order, comments and meaning stay. Indentation is two blanks, quotes are double, and a line has at most \(formatWidth) columns where it can be cut. "
                + "Braces that don't fit a line become lines. So do braces with a '?', which readers of YAML 1.1 such as PyYAML can't read. Formatted twice is formatted once.",
            "If a file has an error, nothing is written. OpenAPI documents aren't formatted.",
        ],
        statuses: [.done, .invalidInput, .stale, .usage, .fileError],
        meanings: [.stale: "'--check' found files that aren't formatted"],
        examples: ["callsite fmt Specs/shop.yaml", "callsite fmt --check"],
        check: { invocation throws(UsageError) in
            if invocation.operands.contains("-"), invocation.operands.count > 1 {
                throw UsageError(
                    "'-' is standard input, beside which 'fmt' takes no other file", for: invocation.command)
            }
        },
        perform: performFormat
    )
}

/// `callsite fmt`: rewrites files in Callsite's layout.
func performFormat(_ invocation: Invocation, _ shell: Shell) throws(ExitStatus) -> ExitStatus {
    var report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
    guard invocation.operands != ["-"] else { return shell.formatInput(invocation, &report) }
    let files =
        invocation.operands.isEmpty
        ? try shell.configuredFiles(invocation, &report) : shell.filesToFormat(invocation.operands, &report)
    var changed: [(file: FileToFormat, text: String)] = []
    for file in files {
        guard let formatted = shell.formatted(file.source, isNamed: file.isNamed, &report), !formatted.isUnchanged
        else { continue }
        changed.append((file, formatted.text))
    }
    guard !report.hasErrors else {
        report.finish(consequence: "nothing was written", on: shell.console)
        return report.status
    }
    if invocation.has(.check) {
        for (file, text) in changed { shell.reportUnformatted(file.source, text) }
        return changed.isEmpty ? .done : .stale
    }
    for (file, text) in changed {
        let path = file.source.path
        // A file that has changed since it was read isn't overwritten.
        let status = shell.writeFile(
            Array(text.utf8), to: path, replacing: { $0 == file.source.bytes }, isSilent: true)
        guard status == .done else { return status }
        shell.console.print("formatted \(printable(path))\n")
    }
    if changed.isEmpty {
        shell.console.print(
            files.count == 1 ? "formatted already\n" : "\(counted(files.count, "file")), formatted already\n")
    }
    return .done
}

/// Reads a description only to find the files that it includes.
private struct IncludeReading: PassResult {
    let missing: [MissingSource]
    var diagnostics = Diagnostics()

    init(_ sources: SourceSet, options: Options) {
        missing = Front(sources, options, &diagnostics).description.missing
    }
}

extension DescriptionInputs {
    /// Inputs from any folder, without overlays.
    fileprivate static var anywhere: Self {
        var inputs = Self(.init())
        inputs.allowsOutside = true
        return inputs
    }
}

private struct FileToFormat {
    var source: SourceSet.File
    /// Whether the command line names the file, rather than a description or callsite.yaml.
    var isNamed: Bool
}

extension Shell {
    fileprivate func formatInput(_ invocation: Invocation, _ report: inout ProblemReport) -> ExitStatus {
        guard let input = open("-", .anywhere)?.main else { return .fileError }
        guard let formatted = formatted(input, isNamed: true, &report) else {
            report.finish(consequence: nil, on: console)
            return report.status
        }
        guard invocation.has(.check) else {
            console.print(document: formatted.text)
            return .done
        }
        if !formatted.isUnchanged { reportUnformatted(input, formatted.text) }
        return formatted.isUnchanged ? .done : .stale
    }

    /// - Parameter isNamed: Whether the command line names the file. A document of another format is then an error;
    ///   otherwise it is skipped.
    fileprivate func formatted(
        _ file: SourceSet.File, isNamed: Bool, _ report: inout ProblemReport
    ) -> FormattedFile? {
        var diagnostics = Diagnostics()
        let result = format(file, &diagnostics)
        if case .otherFormat(let name)? = result {
            guard isNamed else { return nil }
            report.report(.notNative(name), in: file, to: console)
            return nil
        }
        report.add(diagnostics, in: [file], to: console)
        guard case .formatted(let formatted)? = result else { return nil }
        return formatted
    }

    fileprivate func filesToFormat(_ paths: [String], _ report: inout ProblemReport) -> [FileToFormat] {
        var files: [FileToFormat] = []
        var seenPaths: Set<String> = []
        for path in paths where seenPaths.insert(Path.normalized(absolute(path))).inserted {
            guard let main = open(path, .anywhere)?.main else {
                report.hasUnreadableFile = true
                continue
            }
            files.append(FileToFormat(source: main, isNamed: true))
        }
        return files
    }

    /// The descriptions that callsite.yaml lists, the files that they include, and callsite.yaml.
    fileprivate func configuredFiles(
        _ invocation: Invocation, _ report: inout ProblemReport
    ) throws(ExitStatus) -> [FileToFormat] {
        guard let paths = try configuredDescriptions(invocation), let configuration = configurationPath(invocation)
        else {
            self.report(.noDescription(invocation.command))
            throw .usage
        }
        var files = filesToFormat([configuration], &report)
        var seenPaths: Set = [Path.normalized(absolute(configuration))]
        for path in paths {
            let (settings, _) = try configuredSettings(for: path, invocation, &report)
            var inputs = DescriptionInputs(invocation, settings)
            inputs.overlays = []
            // `validate` reports the mistakes of a description; here only its includes are needed.
            guard
                let (_, sources) = load(
                    path, inputs, pass: { IncludeReading($0, options: settings.options()) })
            else {
                report.hasUnreadableFile = true
                continue
            }
            for file in sources.files where seenPaths.insert(Path.normalized(absolute(file.path))).inserted {
                files.append(FileToFormat(source: file, isNamed: false))
            }
        }
        return files
    }

    fileprivate func reportUnformatted(_ file: SourceSet.File, _ text: String) {
        let old = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let new = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line = zip(old, new).prefix { $0 == $1 }.count + 1
        console.print("\(printable(file.path)):\(line): not formatted\n")
    }
}

extension Diagnostic {
    fileprivate static func notNative(_ name: String) -> Self {
        .error(
            "not-native", "this is \(name), and 'fmt' formats Callsite's own format",
            help: "'callsite import' converts an OpenAPI document",
            at: SourceLocation(file: FileID(0), line: 1, column: 1))
    }
}
