import CallsiteCore
import CallsiteInspect
import CallsiteMockEngine
import CallsiteShell

// `callsite try` is for the first minute. It reads a description, prints a summary, writes the page, starts the mock,
// and prints a call that the mock has accepted.

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
    var reader = try DescriptionReader(specification, invocation, shell)
    let settings = reader.settings
    let (inspection, sources) = try reader.load {
        inspectPage($0, options: settings.options(), describes: true)
    }
    // Warnings are only counted here: the summary matters more in a first try.
    if inspection.diagnostics.hasErrors || invocation.has(.allWarnings) {
        reader.add(inspection.diagnostics, in: sources)
    }
    try reader.check(consequence: "nothing was written")
    guard let html = pageHTML(inspection, sources, reader.configuration), let overview = inspection.overview else {
        return reader.report.status
    }
    let name = Path.lastComponent(specification)
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    let path = invocation[.tryPage] ?? "\(stem.isEmpty ? "api" : stem).html"
    let status = shell.writeFile(
        html, to: path, replacing: isPage, elsewhere: "another name with '--html'", isSilent: true)
    guard status == .done else { return status }

    let subject = subject(of: specification, invocation)
    shell.console.print(summary(overview, inspection.diagnostics, of: subject))
    shell.console.print("page         \(printable(path))\n")
    shell.console.flush()
    var mock = MockRun(invocation, shell)
    mock.start = MockRun.Start(settings: settings, anyPort: !invocation.has(.port)) { url, host in
        let call = overview.calls.first { works($0, on: host) }
        shell.console.print(advice(call, mock: url, of: subject))
        shell.console.flush()
    }
    return try mock.perform()
}

/// Whether the mock accepts a call and gives a response that a client can read. An example may contradict its schema.
private func works(_ call: APICall, on host: MockHost) -> Bool {
    let request = MockRequest(method: call.method, target: call.target, headers: call.headers)
    let response = host.answer(request).response
    let recorded = RecordedResponse(status: response.status, headers: response.headers, body: response.body)
    return 200..<300 ~= response.status && host.judge(request, answeredWith: recorded).problems.isEmpty
}

private func advice(_ call: APICall?, mock url: String, of subject: String) -> String {
    var text = "mock         \(url)\n"
    if let call {
        let arguments = ["baseURL: \"\(url)\"", call.credential].compactMap(\.self).joined(separator: ", ")
        text += "\nThis call works against the mock:\n\n"
        text += "    let session = Session(\(arguments))\n    \(printable(call.code))\n"
    } else {
        text += "\nNo operation can be called with nothing but a plain value. The page has the calls of all.\n"
    }
    return text + "\n'callsite generate \(subject) --output DIR' writes the code. Ctrl-C ends the mock.\n\n"
}

/// The description and its options as arguments, for the commands that are suggested to the user.
private func subject(of specification: String, _ invocation: Invocation) -> String {
    var words = [shellWord(specification)]
    if let file = invocation[.config] { words += ["--config", shellWord(file)] }
    for overlay in invocation.values(of: .overlay) { words += ["--overlay", shellWord(overlay)] }
    if invocation.has(.allowOutside) { words.append("--allow-outside") }
    return words.joined(separator: " ")
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
    try invocation.checkPort()
}

/// - Parameter subject: The description and its options, as a command line has them.
private func summary(_ overview: APIOverview, _ diagnostics: Diagnostics, of subject: String) -> String {
    let methods = overview.methods.map { "\($0.count) \(printable($0.name))" }.joined(separator: ", ")
    let lines = [
        ("API", printable(overview.api)),
        ("operations", "\(overview.endpoints.count)\(methods.isEmpty ? "" : ": \(methods)")"),
        ("models", "\(overview.modelCount)"),
        ("pagination", pagination(overview.endpoints, of: subject)),
        (
            "credentials",
            overview.credentials.isEmpty
                ? "the description doesn't say"
                : overview.credentials.prefix(2).map(printable).joined(separator: " Or: ")
        ),
        ("warnings", warnings(diagnostics, of: subject)),
    ]
    return lines.map { label, text in label + String(repeating: " ", count: 13 - label.count) + text + "\n" }.joined()
}

private func pagination(_ endpoints: [EndpointSummary], of subject: String) -> String {
    let lists = endpoints.filter { $0.paging != nil }
    let refused = endpoints.count { $0.pagingRefusal != nil }
    var text = lists.isEmpty ? "none found" : "\(counted(lists.count, "list")): "
    text += lists.prefix(3).map { "\(printable($0.swiftName)) (\($0.paging?.style ?? ""))" }.joined(separator: ", ")
    if lists.count > 3 { text += ", …" }
    if refused > 0 { text += "; \(refused) only look paginated: 'callsite inspect \(subject) --paging' says why" }
    return text
}

private func warnings(_ diagnostics: Diagnostics, of subject: String) -> String {
    let ids = Dictionary(grouping: diagnostics.sorted.filter { $0.severity == .warning }, by: \.id).mapValues(\.count)
    guard !ids.isEmpty else { return "none" }
    let frequent = ids.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map { "\($0.key) ×\($0.value)" }
    return "\(ids.values.reduce(0, +)): \(frequent.joined(separator: ", "))\(ids.count > 3 ? ", …" : "")"
        + "; 'callsite validate \(subject)' shows them"
}
