import CallsiteCore
import CallsiteHealing
import CallsiteMockDescription
import CallsiteMockEngine
import CallsiteShell

// `callsite drift` compares recorded requests and responses with the description of their server.

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
            // A description alone would be taken for FOLDER, and compared with the description in callsite.yaml.
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
    let (specification, folder) = (invocation.operands[0], invocation.operands[1])
    var reader = try DescriptionReader(specification, invocation, shell)
    let options = reader.settings.options(overriddenBy: invocation)
    let (reading, sources) = try reader.read(consequence: "nothing was compared") {
        readMockAtOnce($0, options: options, keepsPlaces: true)
    }
    guard let json = reading.json else { return reader.report.status }
    let engine: MockEngine
    do throws(MockError) { engine = MockEngine(ofRecordings: try MockDescription(json: json.utf8)) } catch {
        shell.console.error(error.description)
        return .invalidInput
    }
    var recorded: [(file: String, contents: RecordedFile)] = []
    var hasUnreadableFile = false
    for file in try recordings(folder, shell) {
        do throws(MockError) { recorded.append((file.path, try Recordings.read(file.bytes))) } catch {
            shell.console.error("'\(file.path)': \(RecordedText().redacted(message: error.description))")
            hasUnreadableFile = true
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
    for (file, contents) in recorded { reportUnreadable(contents, of: file, shell) }
    printDifferences(comparison, invocation, shell)
    var remaining = comparison
    if let path = invocation[.heal] {
        let healing = Healing(sources, comparison.compared) {
            readMockAtOnce($0, options: options, keepsPlaces: true)
        }
        guard let healing else {
            shell.console.error(
                "--heal writes an overlay, which changes an OpenAPI document, and '\(specification)' isn't one")
            return .usage
        }
        let status = write(healing, to: path, shell)
        guard status == .done else { return status }
        if let json = healing.reading.json, let description = try? MockDescription(json: json.utf8) {
            remaining = compare(MockEngine(ofRecordings: description), healing.reading, healing.sources)
        }
        reportHealing(comparison, remaining, healing, shell)
    }
    if hasUnreadableFile { return .fileError }
    return remaining.differences.isEmpty && remaining.unreadable == 0 ? .done : .stale
}

private func printDifferences(_ comparison: DriftComparison, _ invocation: Invocation, _ shell: Shell) {
    let isJSON = invocation[.dataFormat] == "json"
    let output = isJSON ? comparison.json : comparison.text
    // With `--heal -`, standard output has the overlay.
    if invocation[.heal] == "-" { shell.console.complain(output) } else { shell.console.print(output) }
    // Standard output has only JSON, so the notes go to standard error.
    if isJSON { shell.console.complain(comparison.notes) }
}

/// Writes the overlay, if there is one.
private func write(_ healing: Healing, to path: String, _ shell: Shell) -> ExitStatus {
    guard let overlay = healing.overlay else { return .done }
    guard path != "-" else {
        shell.console.print(overlay)
        return .done
    }
    return shell.writeFile(
        Array(overlay.utf8), to: path, replacing: Healing.isOurs, isEdited: Healing.isEdited, isSilent: true)
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

extension CommandOption {
    static let heal = CommandOption(
        long: "heal", kind: .value(placeholder: "FILE"),
        help: "write corrections of the OpenAPI document, as an overlay ('-': standard output)")
    static let allRequests = CommandOption(
        long: "all-requests", kind: .flag, help: "compare requests to other hosts and CORS preflights too")
}
