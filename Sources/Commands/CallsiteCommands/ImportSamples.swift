import CallsiteCore
import CallsiteInference
import CallsiteMockEngine
import CallsiteSamples
import CallsiteShell
import CallsiteText

// `callsite import` of requests: archives, collections, curl commands and recordings become a description.

/// The operands of `import`.
enum ImportInput {
    case samples([(path: String, bytes: [UInt8])])
    /// One description, with its contents if they have been read.
    case description([UInt8]?)
}

/// Reads the operands to learn which kind they are. A folder holds recordings.
func sampleInput(_ invocation: Invocation, _ shell: Shell) throws(ExitStatus) -> ImportInput {
    var files: [(path: String, bytes: [UInt8])] = []
    for path in invocation.operands {
        if path != "-", (try? Folder(opening: shell.absolute(path))) != nil {
            files += try recordings(path, shell).map { ($0.path, $0.bytes) }
            continue
        }
        do throws(FileProblem) {
            if path == "-" {
                files.append((Path.standardInput, try shell.environment.readInput(FileProblem.archiveLimit).get()))
            } else {
                files.append(
                    (path, try readFile(shell.absolute(path), regularOnly: false, limit: FileProblem.archiveLimit)))
            }
        } catch {
            // The import of a description reports this with a better message.
            guard invocation.operands.count > 1 else { return .description(nil) }
            shell.reportUnreadable(path, error)
            throw .fileError
        }
    }
    if files.count == 1, let only = files.first, !SampleFiles.isSamples(only.bytes, path: only.path) {
        return .description(only.bytes.count > FileProblem.sizeLimit ? nil : only.bytes)
    }
    return .samples(files)
}

func importSamples(
    _ inputs: [(path: String, bytes: [UInt8])], _ invocation: Invocation, _ shell: Shell
) throws(ExitStatus) -> ExitStatus {
    guard !invocation.has(.overlay) else {
        shell.report(
            UsageError(
                "'--overlay' changes documents of OpenAPI, and '\(path: inputs[0].path)' has requests",
                for: invocation.command))
        return .usage
    }
    let (files, problems) = SampleFiles.read(inputs)
    for var problem in problems {
        problem.reason = PersonalData.redacted(problem.reason)
        shell.console.error(problem.description)
    }
    guard problems.isEmpty else { return .invalidInput }
    var options = InferenceOptions()
    options.servers = invocation.values(of: .servers)
    options.takesAllRequests = invocation.has(.allRequests)
    options.apiName = invocation[.apiName]
    for file in files {
        for (place, reason) in file.unreadable.prefix(100) {
            let reason = PersonalData.redacted(reason, file.secrets)
            shell.console.warning(place.isEmpty ? reason : "\(place): \(reason)", in: file.path)
        }
    }
    guard !invocation.has(.strict) || files.allSatisfy(\.unreadable.isEmpty) else { return .invalidInput }
    guard let inferred = inferDescription(files, options) else {
        shell.console.error("there is no request of an API in \(files.map { "'\($0.path)'" }.joined(separator: ", "))")
        return .invalidInput
    }
    let (text, doubtful, diagnostics) = inferred.native(
        including: invocation.has(.include) ? includedOperations(invocation) : nil)
    guard !text.isEmpty else {
        for problem in diagnostics.sorted { shell.console.error("\(problem.message)") }
        return .invalidInput
    }
    if !invocation.has(.quiet) { note(inferred, doubtful, files, invocation, shell) }
    return shell.writeDocument(text, to: invocation[.importOutput])
}

/// Prints what was left out and, with `--explain`, the reason for each part.
private func note(
    _ inferred: InferredDescription, _ doubtful: [String], _ files: [SampleFile], _ invocation: Invocation,
    _ shell: Shell
) {
    var lines: [String] = []
    if invocation.has(.explainInference) { lines += inferred.reasons.map { "\($0.subject): \($0.reason)" } }
    for (reason, count) in inferred.leftOut { lines.append("left out: \(counted(count, "request")): \(reason)") }
    if !doubtful.isEmpty {
        let names = doubtful.prefix(5).joined(separator: ", ") + (doubtful.count > 5 ? ", …" : "")
        lines.append(
            "\(counted(doubtful.count, "list")) may come page by page, and no second page was asked for: \(names)")
    }
    lines += inferred.notes
    for file in files {
        for (place, note) in file.notes {
            let note = PersonalData.redacted(note, file.secrets)
            shell.console.warning(place.isEmpty ? note : "\(place): \(note)", in: file.path)
        }
    }
    shell.console.complain(lines.map { printable($0) + "\n" }.joined())
}

extension CommandOption {
    static let explainInference = CommandOption(
        long: "explain", kind: .flag, help: "print the reason for each part of an inferred description")
    static let servers = CommandOption(
        long: "server", kind: .value(placeholder: "URL", rule: .paths),
        help: "import only requests to URLs that begin so; may be repeated")
}
