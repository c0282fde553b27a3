import CallsiteCore
import CallsiteInspect
import CallsiteMockEngine
import CallsitePrinter
import CallsiteShell

// `callsite try`: the first minute. It reads a description, shows what it found, writes the page, starts the mock, and
// prints a call that the mock has accepted.

extension Command {
    static let tryOut = Command(
        name: "try",
        summary: "Show a description at work: a page, a mock, and a call.",
        operands: Operands(placeholder: "SPEC", count: 0...1),
        options: [.tryPage, .port, .config, .overlay, .allowOutside, .diagnostics, .allWarnings],
        discussion: [
            "Prints the operations, models, pagination, credentials and warnings of a description, writes the page of 'callsite inspect "
                + "--html', starts 'callsite mock', and prints a Swift call that works against it. Requests are logged. Nothing is generated.",
            "A page that Callsite wrote is replaced; any other file is never overwritten.",
        ],
        statuses: [.done, .invalidInput, .usage, .fileError],
        meanings: [
            .done: "stopped by Control-C", .invalidInput: "the description has errors; nothing was written or started",
            .fileError: "a file can't be read or written, or the port can't be used",
        ],
        examples: ["callsite try openapi.yaml", "callsite try Specs/shop.yaml --html /tmp/shop.html --port 8080"],
        check: checkTry,
        perform: withDescriptions(.one, performTry)
    )
}

extension CommandOption {
    static let tryPage = CommandOption(
        long: "html", kind: .value(placeholder: "FILE"),
        help: "the file for the page (default: the description's name with '.html', in the current folder)")
}

func performTry(_ invocation: Invocation, _ shell: Shell) throws(ExitStatus) -> ExitStatus {
    let specification = invocation.operands[0]
    var report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
    let (settings, configuration) = try shell.configuredSettings(for: specification, invocation, &report)
    guard
        let (inspection, sources) = shell.load(
            specification, .init(invocation, settings),
            pass: { inspectPage($0, options: settings.options(), describes: true) }
        )
    else { return .fileError }
    // Warnings are counted: whoever tries a description wants to see what it gives.
    if inspection.diagnostics.hasErrors || invocation.has(.allWarnings) {
        report.add(inspection.diagnostics, in: sources.files, configuration, to: shell.console)
    }
    guard !report.hasErrors, let page = inspection.page, let overview = inspection.overview else {
        report.finish(consequence: "nothing was written", on: shell.console)
        return report.status
    }
    let name = Path.lastComponent(specification)
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    let path = invocation[.tryPage] ?? "\(stem.isEmpty ? "api" : stem).html"
    let html = page.html(warnings: pageWarnings(inspection.diagnostics, in: sources.files, configuration))
    let status = shell.writeFiles(
        [.init(name: Path.lastComponent(path), contents: html)], in: Path.folder(of: path),
        replacing: { $0.starts(with: PageHTML.prefix.utf8) }, elsewhere: "another name with '--html'",
        isSilent: true, path: { _ in path })
    guard status == .done else { return status }

    // The options that decide what a description is, for commands to copy.
    var words = [shellWord(specification)]
    if let file = invocation[.config] { words += ["--config", shellWord(file)] }
    for overlay in invocation.overlays ?? [] { words += ["--overlay", shellWord(overlay)] }
    if invocation.has(.allowOutside) { words.append("--allow-outside") }
    let subject = words.joined(separator: " ")
    shell.console.print(summary(overview, inspection.diagnostics, of: subject))
    shell.console.print("page         \(printable(path))\n")
    shell.console.flush()
    var mock = MockRun(invocation, shell)
    mock.start = MockRun.Start(settings: settings, anyPort: !invocation.has(.port)) { url, host in
        var text = "mock         \(url)\n"
        // The mock decides whether a call works: an example may contradict its schema, and then no client reads it.
        let call = overview.calls.first { call in
            let request = MockRequest(method: call.method, target: call.target, headers: call.headers)
            let response = host.answer(request).response
            let recorded = RecordedResponse(status: response.status, headers: response.headers, body: response.body)
            return 200..<300 ~= response.status && host.judge(request, answeredWith: recorded).problems.isEmpty
        }
        if let call {
            let arguments = ["baseURL: \"\(url)\"", call.credential].compactMap(\.self).joined(separator: ", ")
            text += "\nThis call works against the mock:\n\n"
            text += "    let session = Session(\(arguments))\n    \(printable(call.code))\n"
        } else {
            text += "\nNo operation can be called with nothing but a plain value. The page has the calls of all.\n"
        }
        text += "\n'callsite generate \(subject) --output DIR' writes the code. Ctrl-C ends the mock.\n\n"
        shell.console.print(text)
        shell.console.flush()
    }
    return mock.perform()
}

private func checkTry(_ invocation: Invocation) throws(UsageError) {
    guard invocation.operands.first != "-" else {
        throw UsageError(
            "the mock reads the description again when it changes, so it can't be standard input",
            for: invocation.command)
    }
    guard invocation[.tryPage] != "-" else {
        throw UsageError("the page goes to a file: standard output has the summary", for: invocation.command)
    }
    guard let value = invocation[.port], Int(value).map({ 0...65535 ~= $0 }) != true else { return }
    throw .mockOption(.port, value, "a number from 0 to 65535", invocation.command)
}

/// - Parameter subject: The description and its options, as a command line has them.
private func summary(_ overview: APIOverview, _ diagnostics: Diagnostics, of subject: String) -> String {
    let methods = overview.methods.map { "\($0.count) \(printable($0.name))" }.joined(separator: ", ")
    var lines = [
        ("API", printable(overview.api)),
        ("operations", "\(overview.endpoints.count)\(methods.isEmpty ? "" : ": \(methods)")"),
        ("models", "\(overview.modelCount)"),
    ]
    let lists = overview.endpoints.filter { $0.paging != nil }
    let refused = overview.endpoints.count { $0.pagingRefusal != nil }
    var pagination = lists.isEmpty ? "none found" : "\(counted(lists.count, "list")): "
    pagination += lists.prefix(3).map { "\(printable($0.swiftName)) (\($0.paging?.style ?? ""))" }.joined(
        separator: ", ")
    if lists.count > 3 { pagination += ", …" }
    if refused > 0 { pagination += "; \(refused) only look paginated: 'callsite inspect \(subject) --paging' says why" }
    lines.append(("pagination", pagination))
    lines.append(
        (
            "credentials",
            overview.credentials.isEmpty
                ? "the description doesn't say"
                : overview.credentials.prefix(2).map(printable).joined(separator: " Or: ")
        ))
    var ids: [String: Int] = [:]
    for diagnostic in diagnostics.sorted where diagnostic.severity == .warning { ids[diagnostic.id, default: 0] += 1 }
    let frequent = ids.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map { "\($0.key) ×\($0.value)" }
    lines.append(
        (
            "warnings",
            ids.isEmpty
                ? "none"
                : "\(ids.values.reduce(0, +)): \(frequent.joined(separator: ", "))\(ids.count > 3 ? ", …" : ""); 'callsite validate \(subject)' shows them"
        ))
    return lines.map { label, text in label + String(repeating: " ", count: 13 - label.count) + text + "\n" }.joined()
}
