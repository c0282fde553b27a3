import CallsiteCore
import CallsiteMockDescription
import CallsiteMockEngine
import CallsiteShell

// `callsite mock`: the API on this machine. The engine decides on each response. The code here opens the port, reads
// the description, writes the log, keeps the file of created resources, and ends the mock.

extension Command {
    static let mock = Command(
        name: "mock",
        summary: "Respond to requests as the API would, on this machine.",
        operands: Operands(placeholder: "SPEC", count: 0...1),
        options: [
            .port, .host, .stateful, .state, .validate, .dynamic, .validExamples, .seed, .latency, .fault, .record, .to,
            .redact,
            .replay, .cors, .log, .config, .include, .overlay, .allowOutside, .diagnostics, .allWarnings, .quiet,
        ],
        discussion: [
            "SPEC is a description in YAML or JSON; without it, the one that callsite.yaml lists. Each request is checked against the description. The response is one of its examples, or has values made from its schemas. A request that "
                + "the description doesn't allow gets 401, 404, 405, 406, 415 or 422 and the place of each mistake. A client chooses "
                + "with 'Prefer: code=404', 'Prefer: example=NAME' or 'Prefer: dynamic=true'.",
            "With '--stateful' what POST creates, GET finds; lists have pages, PATCH merges, and DELETE removes. The description is read again "
                + "whenever it changes.",
            "FAULT is a status ('503', '503:retry-after=2'), 'drop', 'cut-body', 'malformed', 'html', 'wrong-type', 'slow=BYTES' a second, "
                + "'repeated-page', 'empty-page' or 'link-elsewhere', for every request or with ':every=5', ':share=0.1' or "
                + "':of=GetStoryRequest' behind it.",
            "With '--record' requests go on to the real server, and each response is written to the folder of '--to' as CallsiteToolkit's "
                + "Recorder writes it, without credentials and tokens. Differences from the description are printed. "
                + "'--replay' gives the responses again, and 'callsite drift' compares them with the description.",
            "The mock listens on 127.0.0.1, and refuses requests that aren't for this machine by their 'Host', and those of web pages.",
        ],
        statuses: [.done, .invalidInput, .usage, .fileError],
        meanings: [
            .done: "stopped by Control-C", .invalidInput: "the description has errors",
            .fileError: "a file can't be read, or the port can't be used",
        ],
        examples: [
            "callsite mock openapi.yaml", "callsite mock Specs/shop.yaml --port 4010 --stateful",
            "callsite mock openapi.yaml --fault 503:every=5 --latency 100ms-2s",
            "callsite mock openapi.yaml --record https://api.example.com --to Recordings",
        ],
        conflicts: [
            [.dynamic, .stateful], [.record, .replay], [.record, .stateful], [.record, .state], [.record, .dynamic],
            [.record, .fault], [.record, .latency], [.record, .validate], [.record, .cors],
        ],
        check: checkMock,
        perform: withDescriptions(.one, performMock)
    )
}

extension CommandOption {
    static let port = CommandOption(
        long: "port", kind: .value(placeholder: "NUMBER"), help: "the port (default: 4010); 0 chooses a free one")
    static let host = CommandOption(
        long: "host", kind: .value(placeholder: "ADDRESS"),
        help: "the address to listen on (default: 127.0.0.1); any other lets other machines in")
    static let stateful = CommandOption(
        long: "stateful", kind: .flag, help: "remember what is created, changed and deleted")
    static let state = CommandOption(
        long: "state", kind: .value(placeholder: "FILE", rule: .outputFile),
        help: "start from and keep what was created in this JSON file; implies --stateful"
    )
    static let validate = CommandOption(
        long: "validate",
        kind: .value(placeholder: "HOW", choices: MockEngine.Options.Validation.allCases.map(\.rawValue)),
        help: "what becomes of wrong requests: refuse (default), report (log them and go on), or off")
    static let dynamic = CommandOption(
        long: "dynamic", kind: .flag, help: "make values from schemas, others each time, instead of using examples")
    static let validExamples = CommandOption(
        long: "valid-examples", kind: .flag, help: "make values in place of examples that break their schemas")
    static let seed = CommandOption(
        long: "seed", kind: .value(placeholder: "NUMBER"),
        help: "made values and chosen faults are the same for the same number (default: 0)")
    static let latency = CommandOption(
        long: "latency", kind: .value(placeholder: "TIME"),
        help: "wait so long before each response: '300ms', '2s', or '100ms-2s'")
    static let fault = CommandOption(
        long: "fault", kind: .value(placeholder: "FAULT", rule: .paths),
        help: "let this go wrong on purpose; may be repeated")
    static let record = CommandOption(
        long: "record", kind: .value(placeholder: "URL"),
        help: "pass requests on to the server at this URL, and record its responses; needs --to")
    static let to = CommandOption(
        long: "to", kind: .value(placeholder: "FOLDER"), help: "the folder for the recordings of --record")
    static let redact = CommandOption(
        long: "redact", kind: .value(placeholder: "NAME", rule: .paths),
        help: "leave the values of this header, query item or field out of the log and recordings too; may be repeated")
    static let replay = CommandOption(
        long: "replay", kind: .value(placeholder: "FOLDER"),
        help:
            "give recorded responses (of CallsiteToolkit, or HTTP archives) to the requests that they were recorded of")
    static let cors = CommandOption(
        long: "cors", kind: .flag, help: "let web pages of other origins ask; without it no page in a browser can")
    static let log = CommandOption(
        long: "format", kind: .value(placeholder: "FORMAT", choices: ["text", "json"]),
        help: "how to print requests: text (default), or json (one object per line)")
}

extension Invocation {
    func checkPort() throws(UsageError) {
        try check(.port, "a number from 0 to 65535") { Int($0).map { 0...65535 ~= $0 } == true }
    }

    fileprivate func check(
        _ option: CommandOption, _ expectation: DiagnosticText, _ isRight: (String) -> Bool
    ) throws(UsageError) {
        if let value = self[option], !isRight(value) { throw error(option, value, expected: expectation) }
    }

    fileprivate func error(_ option: CommandOption, _ value: String, expected: DiagnosticText) -> UsageError {
        UsageError("'\(value)' can't be '\(option.name)'; expected \(expected)", for: command)
    }

    /// The values of an option that may be repeated.
    func values(of option: CommandOption) -> [String] { self[option]?.split(separator: "\0").map(String.init) ?? [] }
}

private func checkMock(_ invocation: Invocation) throws(UsageError) {
    try invocation.checkPort()
    try invocation.check(.seed, "a number from 0 to \(UInt64.max)") { UInt64($0) != nil }
    try invocation.check(.latency, "a time of up to an hour, as '300ms' or '2s', or two with '-' between") {
        MockDuration.range($0) != nil
    }
    switch (invocation[.record], invocation[.to]) {
    case (let url?, .some):
        do throws(MockError) { _ = try Upstream.parts(of: url) } catch {
            throw UsageError("'\(url)' can't be '--record': \(error.description)", for: invocation.command)
        }
    case (.some, nil):
        throw UsageError("'--record' needs '--to FOLDER', where the recordings go", for: invocation.command)
    case (nil, .some): throw UsageError("'--to' is for '--record URL'", for: invocation.command)
    case (nil, nil): break
    }
    for fault in invocation.values(of: .fault) where MockFault(fault) == nil {
        throw invocation.error(
            .fault, fault,
            expected: "one as '503', '503:retry-after=2:every=5', 'drop' or 'cut-body:of=GetStoryRequest'")
    }
}

func performMock(_ invocation: Invocation, _ shell: Shell) throws(ExitStatus) -> ExitStatus {
    var run = MockRun(invocation, shell)
    return try run.perform()
}

/// Reads a description's files for a mock, on all available cores.
func readMockAtOnce(
    _ sources: SourceSet, options: Options, keepsPlaces: Bool = false,
    early: (@Sendable (_ json: String) -> Void)? = nil
) -> MockReading {
    readMock(
        sources, options: options, keepsPlaces: keepsPlaces,
        running: { parallelMap($0, threads: availableCores()) { $0() } }, early: early)
}
