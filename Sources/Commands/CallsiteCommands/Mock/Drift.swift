import CallsiteCore
import CallsiteHealing
import CallsiteMockDescription
import CallsiteMockEngine
import CallsiteShell

// `callsite drift`: what a server was recorded to do, against what its description says.

extension Command {
    static let drift = Command(
        name: "drift",
        summary: "Report where recordings differ from the description.",
        operands: Operands(placeholder: "[SPEC] FOLDER", count: 1...2),
        options: [
            .heal, .allRequests, .dataFormat, .config, .include, .overlay, .allowOutside, .diagnostics, .allWarnings,
            .quiet,
        ],
        discussion: [
            "FOLDER holds files that CallsiteToolkit's Recorder wrote, or HTTP archives (.har) of a browser or proxy; it may also be one such file. "
                + "Each request and response that the description doesn't allow is reported, with both places.",
            "Requests to other hosts than the description's servers, and CORS preflights of browsers, are left out. If no request is to one of the "
                + "servers, those to the host that was asked most are compared. Entries that can't be read are named.",
            "'--heal' writes the smallest corrections of an OpenAPI document with which the recordings agree, as an overlay. Each has its reason, "
                + "and how often it was seen. Requests count where the server accepted them. Nothing recorded is copied into it but new values of an enum, "
                + "names of fields and parameters, and never a secret.",
        ],
        statuses: [.done, .invalidInput, .stale, .usage, .fileError],
        meanings: [
            .done: "nothing differs, or nothing does with the overlay that '--heal' has written",
            .invalidInput: "the description has errors; nothing was compared",
            .stale: "something differs, with '--heal' also with the overlay; or an entry can't be read",
        ],
        examples: [
            "callsite drift openapi.yaml Tests/Recordings", "callsite drift openapi.yaml session.har --format json",
            "callsite drift openapi.yaml session.har --heal corrections.yaml",
        ],
        check: { invocation throws(UsageError) in
            // Alone it would be taken for the recordings of what callsite.yaml lists.
            if invocation.operands.count == 1, let path = invocation.operands.first,
                [".yaml", ".yml"].contains(where: path.hasSuffix)
            {
                throw UsageError(
                    "missing FOLDER: '\(path: path)' is a description, and recordings are .json and .har files",
                    for: invocation.command)
            }
        },
        perform: withDescriptions(.one, before: 1, performDrift)
    )
}

func performDrift(_ invocation: Invocation, _ shell: Shell) throws(ExitStatus) -> ExitStatus {
    var report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
    let (specification, folder) = (invocation.operands[0], invocation.operands[1])
    let (settings, configuration) = try shell.configuredSettings(for: specification, invocation, &report)
    guard
        let (reading, sources) = shell.load(
            specification, .init(invocation, settings),
            pass: { readMockAtOnce($0, options: settings.options(), keepsPlaces: true) })
    else { return .fileError }
    report.add(reading.diagnostics, in: sources.files, configuration, to: shell.console)
    guard let json = reading.json, !report.hasErrors else {
        report.finish(consequence: "nothing was compared", on: shell.console)
        return report.status
    }
    let engine: MockEngine
    do throws(MockError) { engine = MockEngine(ofRecordings: try MockDescription(json: json.utf8)) } catch {
        shell.console.error(error.description)
        return .invalidInput
    }
    guard let files = recordings(folder, shell) else { return .fileError }
    guard !files.isEmpty else {
        shell.console.error("'\(folder)' has no recording: no file that ends in .json or .har")
        return .fileError
    }
    var recorded: [(file: String, contents: RecordedFile)] = []
    for file in files {
        do throws(MockError) { recorded.append((file.path, try Recordings.read(file.bytes))) } catch {
            shell.console.error("'\(file.path)': \(RecordedText().redacted(message: error.description))")
            report.hasUnreadableFile = true
        }
    }
    func compare(_ engine: MockEngine, _ reading: MockReading, _ sources: SourceSet) -> DriftComparison {
        var comparison = DriftComparison(engine: engine, comparesAll: invocation.has(.allRequests)) { rule in
            reading.place(rule).flatMap { place in
                guard sources.files.indices.contains(place.file.index) else { return nil }
                return "\(sources.files[place.file.index].path):\(place.line):\(place.column)"
            }
        }
        comparison.compare(recorded)
        return comparison
    }
    let comparison = compare(engine, reading, sources)
    reportUnreadable(recorded, shell)
    let output = invocation[.dataFormat] == "json" ? comparison.json : comparison.text
    // Standard output may be the overlay's.
    if invocation[.heal] == "-" { shell.console.complain(output) } else { shell.console.print(output) }
    // A program that reads the differences finds these on standard error.
    if invocation[.dataFormat] == "json" { shell.console.complain(comparison.notes) }
    var remaining = comparison
    if let path = invocation[.heal] {
        let healing = Healing(sources, comparison.compared) {
            readMockAtOnce($0, options: settings.options(), keepsPlaces: true)
        }
        guard let healing else {
            shell.console.error(
                "--heal writes an overlay, which changes an OpenAPI document, and '\(specification)' isn't one")
            return .usage
        }
        let written = write(healing, to: path, shell)
        guard written == .done else { return written }
        if let json = healing.reading.json, let description = try? MockDescription(json: json.utf8) {
            remaining = compare(MockEngine(ofRecordings: description), healing.reading, healing.sources)
        }
        reportHealing(comparison, remaining, healing, shell)
    }
    if report.hasUnreadableFile { return .fileError }
    return remaining.differences.isEmpty && remaining.unreadable == 0 ? .done : .stale
}

/// Writes the overlay, if there is one.
private func write(_ healing: Healing, to path: String, _ shell: Shell) -> ExitStatus {
    guard let overlay = healing.overlay else { return .done }
    guard path != "-" else {
        shell.console.print(overlay)
        return .done
    }
    return shell.writeFiles(
        [.init(name: Path.lastComponent(path), contents: Array(overlay.utf8))], in: Path.folder(of: path),
        replacing: Healing.isOurs, isEdited: Healing.isEdited, elsewhere: "another name", isSilent: true,
        path: { _ in path })
}

/// Says what the overlay corrects, and which differences remain.
private func reportHealing(_ before: DriftComparison, _ after: DriftComparison, _ healing: Healing, _ shell: Shell) {
    var text = ""
    if healing.overlay == nil {
        if !before.differences.isEmpty { text += "no overlay corrects a difference\n" }
    } else {
        text += "\(counted(healing.corrections, "correction")) in \(counted(healing.actions, "action"))\n"
        if !after.differences.isEmpty {
            text += "remaining with the overlay: \(counted(after.differences.count, "difference"))\n" + after.list
        }
    }
    shell.console.complain(text)
}

/// Names the entries that can't be read. An archive may have any number of them.
func reportUnreadable(_ recorded: [(file: String, contents: RecordedFile)], _ shell: Shell) {
    for (file, contents) in recorded {
        let most = 100
        for (pointer, reason) in contents.unreadable.prefix(most) {
            let reason = RecordedText().redacted(message: reason)
            shell.console.error("'\(file)'\(pointer.isEmpty ? "" : " " + pointer): \(reason)")
        }
        let more = contents.unreadable.count - most
        if more > 0 { shell.console.error("'\(file)': \(more) more entries can't be read") }
    }
}

extension CommandOption {
    static let heal = CommandOption(
        long: "heal", kind: .value(placeholder: "FILE"),
        help: "write corrections of the OpenAPI document, as an overlay ('-': standard output)")
    static let allRequests = CommandOption(
        long: "all-requests", kind: .flag, help: "compare requests to other hosts and CORS preflights too")
}

/// The files of a folder, or one file; nil: they can't be read, which is reported.
func recordings(_ path: String, _ shell: Shell) -> [SourceSet.File]? {
    func read(_ name: String) -> SourceSet.File? {
        do throws(FileProblem) {
            return .init(
                path: name,
                bytes: try readFile(shell.absolute(name), regularOnly: true, limit: FileProblem.archiveLimit))
        } catch {
            shell.console.error("can't read '\(name)': \(error.explanation)")
            return nil
        }
    }
    guard let open = try? Folder(opening: shell.absolute(path)), let names = try? open.names() else {
        return read(path).map { [$0] }
    }
    var files: [SourceSet.File] = []
    for name in names.sorted() where name.hasSuffix(".json") || name.hasSuffix(".har") {
        guard let file = read(Path.join(path, name)) else { return nil }
        files.append(file)
    }
    return files
}
