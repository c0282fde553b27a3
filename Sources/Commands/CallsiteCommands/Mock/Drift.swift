import CallsiteCore
import CallsiteMockDescription
import CallsiteMockEngine
import CallsiteShell

// `callsite drift`: what a server was recorded to do, against what its description says.

extension Command {
    static let drift = Command(
        name: "drift",
        summary: "Report where recordings differ from the description.",
        operands: Operands(placeholder: "SPEC FOLDER", count: 2...2),
        options: [.json, .config, .include, .allowOutside, .diagnostics, .allWarnings],
        discussion: [
            "FOLDER holds files that CallsiteToolkit's Recorder wrote, or HTTP archives (.har) of a browser or proxy; it may also be one such file. "
                + "Each request and response that the description doesn't allow is reported, with both places. Credentials aren't looked at: "
                + "recordings have none."
        ],
        statuses: [.done, .invalidInput, .stale, .usage, .fileError],
        meanings: [
            .done: "nothing differs", .invalidInput: "the description has errors; nothing was compared",
            .stale: "something differs",
        ],
        examples: ["callsite drift openapi.yaml Tests/Recordings", "callsite drift openapi.yaml session.har --json"],
        perform: performDrift
    )
}

func performDrift(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    var report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
    let (specification, folder) = (invocation.operands[0], invocation.operands[1])
    let settings: Configuration.Settings
    let configuration: SourceSet.File?
    do throws(ExitStatus) {
        (settings, configuration) = try shell.configuredSettings(for: specification, invocation, &report)
    } catch {
        return error
    }
    guard
        let (reading, sources) = shell.load(
            specification, invocation, settings,
            pass: { readMockAtOnce($0, options: settings.options(), keepsPlaces: true) })
    else { return .fileError }
    report.add(reading.diagnostics, in: sources.files, configuration, to: shell.console)
    guard let json = reading.json, !report.hasErrors else {
        report.finish(consequence: "nothing was compared", on: shell.console)
        return report.status
    }
    let engine: MockEngine
    do throws(MockError) { engine = MockEngine(try MockDescription(json: json.utf8)) } catch {
        shell.console.error(error.description)
        return .invalidInput
    }
    guard let files = recordings(folder, shell) else { return .fileError }
    guard !files.isEmpty else {
        shell.console.error("'\(folder)' has no recording: no file that ends in .json or .har")
        return .fileError
    }
    var comparison = DriftComparison(engine: engine) { rule in
        reading.place(rule).flatMap { place in
            guard sources.files.indices.contains(place.file.index) else { return nil }
            return "\(sources.files[place.file.index].path):\(place.line):\(place.column)"
        }
    }
    for file in files {
        do throws(MockError) {
            for exchange in try Recordings.read(file.bytes) { comparison.compare(exchange, file.path) }
        } catch {
            shell.console.error("'\(file.path)': \(error)")
            report.hasUnreadableFile = true
        }
    }
    shell.console.print(invocation.has(.json) ? comparison.json : comparison.text)
    if report.hasUnreadableFile { return .fileError }
    return comparison.differences.isEmpty ? .done : .stale
}

/// The files of a folder, or one file; nil: they can't be read, which is reported.
func recordings(_ path: String, _ shell: Shell) -> [SourceSet.File]? {
    func read(_ name: String) -> SourceSet.File? {
        do throws(FileProblem) {
            return .init(path: name, bytes: try readFile(shell.absolute(name), regularOnly: true))
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

/// The differences between recordings and a description, and the number of requests that were compared.
struct DriftComparison {
    struct Difference: Hashable {
        var operation: String
        /// `request` or `response`.
        var side: String
        var problem: MockProblem
        /// Where it was recorded.
        var file: String
        var place: String
        /// The place in the description that says otherwise: `openapi.yaml:12:9`; nil: there is none.
        var rule: String?
        var count = 1
    }

    let engine: MockEngine
    private(set) var differences: [Difference] = []
    private var places: [String: Int] = [:]
    private let secrets: Secrets
    private(set) var exchanges = 0

    private let described: (_ rule: String) -> String?

    /// - Parameter described: Returns the place in the description for a JSON pointer into the mock's description.
    init(engine: MockEngine, described: @escaping (_ rule: String) -> String?) {
        self.engine = engine
        secrets = Secrets(Array(engine.description.secretNames))
        self.described = described
    }

    mutating func compare(_ exchange: RecordedExchange, _ file: String) {
        exchanges += 1
        switch engine.judge(exchange.request) {
        case .none(_, let problem):
            add(exchange.request.method + " " + exchange.request.parts.path, "request", problem, exchange, file)
        case .operation(let judged):
            for problem in judged.problems where problem.place != .security {
                // Headers of requests aren't recorded by every recorder.
                if problem.place == .header || problem.place == .cookie, exchange.request.headers.count <= 1 {
                    continue
                }
                add(judged.operation.title, "request", problem, exchange, file)
            }
            for problem in engine.undescribedParameters(of: judged) {
                add(judged.operation.title, "request", problem, exchange, file)
            }
            for problem in engine.judge(exchange.response, to: judged) {
                add(judged.operation.title, "response", problem, exchange, file)
            }
        }
    }

    /// Adds a difference. A difference that many requests share is listed once, with its count.
    private mutating func add(
        _ operation: String, _ side: String, _ problem: MockProblem, _ exchange: RecordedExchange, _ file: String
    ) {
        let plain = problem.pointer.split(separator: "/").map { Int($0) == nil ? String($0) : "*" }.joined(
            separator: "/")
        let key = [operation, side, "\(problem.place)", plain, problem.keyword ?? problem.message].joined(
            separator: "\n")
        if let place = places[key] {
            differences[place].count += 1
        } else {
            places[key] = differences.count
            differences.append(
                Difference(
                    operation: operation, side: side, problem: problem.redacted(secrets), file: file,
                    place: exchange.pointer,
                    rule: problem.rule.flatMap(described)))
        }
    }

    /// `GET /pets  response /0/id: expected an integer, found "1"  (pets.json, 3 times; openapi.yaml:12:9)`
    var text: String {
        var text = ""
        for difference in differences {
            let place = difference.file + (difference.place.isEmpty ? "" : " " + difference.place)
            let count = difference.count > 1 ? ", \(difference.count) times" : ""
            let rule = difference.rule.map { "; " + $0 } ?? ""
            text +=
                printable(
                    "\(difference.operation)  \(difference.side) \(difference.problem)  (\(place)\(count)\(rule))")
                + "\n"
        }
        return text + "\(counted(exchanges, "request")), \(counted(differences.count, "difference"))\n"
    }

    var json: String {
        differences.map { difference in
            var fields: [String: JSONText] = [
                "operation": .string(difference.operation), "side": .string(difference.side),
                "pointer": .string(difference.problem.pointer),
                "message": .string(difference.problem.message), "file": .string(difference.file),
                "place": .string(difference.place), "count": .int(difference.count),
            ]
            if let rule = difference.rule { fields["described"] = .string(rule) }
            return JSONText.object(fields).compact + "\n"
        }.joined()
    }
}
