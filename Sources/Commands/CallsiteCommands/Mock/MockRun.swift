import CallsiteCore
import CallsiteMockDescription
import CallsiteMockEngine
import CallsiteShell

/// `callsite mock` while it runs: it reads the description, serves, and reads it again whenever it changes.
struct MockRun {
    let invocation: Invocation
    let shell: Shell
    private let specification: String
    /// nil: the mock is a command of its own, and says where it listens.
    var start: Start?

    /// Another command starts the mock, and has reported the description's warnings.
    struct Start {
        var settings: Configuration.Settings
        /// Whether any port will do if the usual one is taken.
        var anyPort: Bool
        /// Called once the mock listens.
        var announce: (_ url: String, _ host: MockHost) -> Void
    }
    /// Absolute paths: a change of any of these may change the mock.
    private var inputs: Set<String> = []
    /// The description as it was read last, for warnings that are found while the mock runs.
    private var read: (sources: SourceSet, options: Options)?
    private let warnings = FoundWarnings()
    /// Those as they were last read.
    private var seen: [String: FileState?] = [:]

    init(_ invocation: Invocation, _ shell: Shell) {
        self.invocation = invocation
        self.shell = shell
        specification = invocation.operands[0]
    }

    mutating func perform() -> ExitStatus {
        var status = ExitStatus.invalidInput
        guard let description = readDescription(&status) else { return status }
        seen = states()
        var options = MockEngine.Options()
        options.validation = invocation[.validate].flatMap(MockEngine.Options.Validation.init) ?? .refuse
        options.isDynamic = invocation.has(.dynamic)
        options.isStateful = invocation.has(.stateful) || invocation.has(.state)
        options.wrongExamples = invocation.has(.validExamples) ? .replace : .send
        options.seed = invocation[.seed].flatMap { UInt64($0) } ?? 0
        var faults = repeatedValues(invocation[.fault]).compactMap { MockFault($0) }
        if let range = invocation[.latency].flatMap({ MockDuration.range($0) }) { faults.append(.latency(range)) }
        for fault in faults where !description.operations.contains(where: { fault.meets($0) }) {
            shell.console.error("no operation of the description is what a fault is for: \(fault.scope.text)")
            return .usage
        }
        let host = MockHost(MockEngine(description, options: options), faults: faults)
        var replay: Replay?
        if let folder = invocation[.replay] {
            guard let found = recordedExchanges(folder) else { return .fileError }
            replay = Replay(found, description)
        }
        let state = invocation[.state].map { MockStateFile(path: $0, shell: shell) }
        if let state, let problem = state.read(into: host) { return problem }
        var recorder: MockRecorder?
        if let url = invocation[.record], let folder = invocation[.to] {
            do throws(MockError) { recorder = try recording(url, folder, host) } catch {
                shell.console.error(error.description)
                return .fileError
            }
        }
        return serve(host, state, replay, recorder)
    }

    /// Reads the description; nil: it can't be read, or has errors, which are then reported.
    private mutating func readDescription(_ status: inout ExitStatus) -> MockDescription? {
        var report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
        var settings: Configuration.Settings
        var configuration: SourceSet.File?
        if let start {
            settings = start.settings
        } else {
            do throws(ExitStatus) {
                (settings, configuration) = try shell.configuredSettings(for: specification, invocation, &report)
            } catch {
                status = error
                return nil
            }
        }
        // Made while the description is still read, which takes longer. It is unused if reading finds mistakes.
        let early = EarlyDescription()
        guard
            let (reading, sources) = shell.load(
                specification, .init(invocation, settings),
                pass: { readMockAtOnce($0, options: settings.options(), early: early.read) })
        else {
            status = .fileError
            return nil
        }
        read = (sources, settings.options())
        inputs = Set(sources.paths.filter { $0 != Path.standardInput }.map(shell.absolute))
        if start == nil || reading.diagnostics.hasErrors {
            report.add(reading.diagnostics, in: sources.files, configuration, to: shell.console)
            report.finish(on: shell.console)
        }
        guard reading.isComplete, !report.hasErrors else {
            status = report.status
            return nil
        }
        do throws(MockError) {
            if var description = early.description, let names = reading.names {
                description.name(try JSONValue(parsing: names.utf8))
                return description
            }
            return try reading.json.map { json throws(MockError) in try MockDescription(json: json.utf8) }
        } catch {
            shell.console.error(error.description)
            return nil
        }
    }

    /// The recordings of a folder; nil: there are none, or they can't be read, which is reported.
    private func recordedExchanges(_ folder: String) -> [RecordedExchange]? {
        guard let files = recordings(folder, shell) else { return nil }
        var exchanges: [RecordedExchange] = []
        for file in files {
            do throws(MockError) {
                let recorded = try Recordings.read(file.bytes)
                reportUnreadable([(file.path, recorded)], shell)
                exchanges += recorded.exchanges
            } catch {
                shell.console.error("'\(file.path)': \(error)")
                return nil
            }
        }
        guard !exchanges.isEmpty else {
            shell.console.error("'\(folder)' has no recording: no file that ends in .json or .har")
            return nil
        }
        return exchanges
    }

    // MARK: - Serving

    private func recording(_ url: String, _ folder: String, _ host: MockHost) throws(MockError) -> MockRecorder {
        MockRecorder(try Upstream(url), RecordingFolder(path: folder, shell: shell), host)
    }

    private mutating func serve(
        _ host: MockHost, _ state: MockStateFile?, _ replay: Replay?, _ recorder: MockRecorder?
    ) -> ExitStatus {
        let log = MockLog(
            isJSON: invocation[.log] == "json", isColored: shell.environment.wantsOutputColor,
            redacting: repeatedValues(invocation[.redact]) + host.description.secretNames)
        let address = invocation[.host] ?? "127.0.0.1"
        let allowsPages = invocation.has(.cors)
        var limits = ServingLimits()
        if invocation[.host] != nil { limits.allowedHosts = [address] }
        limits.allowsPages = allowsPages
        func listen(_ port: Int) throws(MockError) -> MockServer {
            try CallsiteMockEngine.serve(
                host: address, port: port, limits: limits,
                handler: { asked, respond in
                    let start = ContinuousClock.now
                    if let recorder { return recorder.pass(asked, log, respond) }
                    if allowsPages, let response = MockCORS.preflight(asked) {
                        log.add(asked, .init(response: response), ContinuousClock.now - start)
                        respond(ServedResponse(response, Delivery()))
                        return
                    }
                    var answer = host.answer(asked, recorded: replay?.response(to: asked))
                    if allowsPages, let origin = asked.header("origin") {
                        answer.response.headers += MockCORS.headers(origin)
                    }
                    log.add(asked, answer, ContinuousClock.now - start)
                    respond(ServedResponse(answer.response, answer.delivery))
                },
                log: { event in
                    switch event {
                    case .refused(let status, let reason): log.add(refused: status, reason)
                    case .notice(let text): log.add(notice: text)
                    case .opened, .closed, .answered: break
                    }
                })
        }
        let server: MockServer
        do throws(MockError) {
            do throws(MockError) {
                server = try listen(invocation[.port].flatMap { Int($0) } ?? 4010)
            } catch {
                guard start?.anyPort == true else { throw error }
                server = try listen(0)
            }
        } catch {
            shell.console.error(error.description)
            return .fileError
        }
        if address != "127.0.0.1", address != "localhost", address != "::1" {
            shell.console.complain(
                "callsite: warning: with '--host \(address)' other machines can use the mock; it has no password\n")
        }
        // Whoever reads that Control-C stops it may press it at once.
        Interrupt.listen()
        let output = BackgroundOutput(shell.environment.write)
        let direct = shell.console.replaceWriting(output.write)
        defer {
            // A reader that doesn't read is waited for no longer than a second.
            shell.console.flush()
            for _ in 0..<50 where !output.isIdle { _ = shell.environment.wait(0.02) }
            if output.isIdle { _ = shell.console.replaceWriting(direct) }
        }
        if let start { start.announce(server.url, host) } else { announce(server, host.description) }
        prepare(host.description, log)
        let status = watch(host, state, log, recorder, output)
        recorder?.upstream.end()
        stop(server)
        recorder?.folder.writeWaiting()
        if output.isIdle { print(log) }
        if let state, let problem = state.write(host) { return max(status, problem) }
        return recorder?.folder.hasFailed == true ? .fileError : status
    }

    /// Waits until what is on its way has been sent.
    private func stop(_ server: MockServer) {
        let done = MockFlag()
        Task {
            await server.stop()
            done.set()
        }
        for _ in 0..<150 where !done.isSet { _ = shell.environment.wait(0.02) }
    }

    private func announce(_ server: MockServer, _ description: MockDescription) {
        // Nothing else says which port was chosen.
        guard !invocation.has(.quiet) || invocation[.port] == "0" else { return }
        shell.console.complain(
            "listening on \(server.url) (\(counted(description.operations.count, "operation"))); Ctrl-C stops\n")
        if let url = invocation[.record], let folder = invocation[.to] {
            shell.console.complain("recording responses of \(printable(url)) to \(printable(folder))\n")
            if Upstream.sendsInTheClear(url) {
                shell.console.complain(
                    "callsite: warning: requests go to \(printable(url)) without TLS, credentials too\n")
            }
        }
    }

    /// Compiles the schemas in the background, logs which parts aren't checked, and finds examples that break them.
    private mutating func prepare(_ description: MockDescription, _ log: MockLog) {
        let (read, warnings) = (read, warnings)
        self.read = nil
        let (areReplaced, showsAll) = (invocation.has(.validExamples), invocation.has(.allWarnings))
        _ = startThread {
            if let (sources, options) = read {
                warnings.set(
                    MockExamples.warnings(
                        description, sources, options, areReplaced: areReplaced, showsAll: showsAll), sources.files)
            }
            let notes = description.prepare()
            for note in notes.prefix(20) { log.add(notice: "not checked: " + note) }
            if notes.count > 20 { log.add(notice: "not checked: \(notes.count - 20) more") }
        }
    }

    /// Prints the log, keeps created resources, and reads the description again when it changes, until the mock is
    /// asked to stop.
    private mutating func watch(
        _ host: MockHost, _ state: MockStateFile?, _ log: MockLog, _ recorder: MockRecorder?,
        _ output: BackgroundOutput
    ) -> ExitStatus {
        var kept = host.numberOfChanges
        var looks = 0
        while !Interrupt.isAsked, shell.environment.wait(0.02) {
            // Lines wait in the log, which is bounded, while they aren't read.
            if output.isIdle { print(log) }
            if let (diagnostics, files) = warnings.take() {
                var report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
                report.add(diagnostics, in: files, to: shell.console)
            }
            recorder?.folder.writeWaiting()
            looks += 1
            guard looks % 10 == 0 else { continue }
            if let state, host.numberOfChanges != kept {
                kept = host.numberOfChanges
                _ = state.write(host)
            }
            let now = states()
            guard now != seen else { continue }
            seen = now
            var status = ExitStatus.done
            if let description = readDescription(&status) {
                log.redact(description.secretNames)
                host.replace(description)
                prepare(description, log)
                shell.console.complain("read again: \(counted(description.operations.count, "operation"))\n")
            } else {
                shell.console.complain("the description has errors now; the mock goes on with what it was\n")
            }
            seen.merge(states()) { old, _ in old }
        }
        return .done
    }

    private func print(_ log: MockLog) {
        let lines = log.take()
        for line in lines { shell.console.print(line) }
        if !lines.isEmpty { shell.console.flush() }
    }

    private func states() -> [String: FileState?] {
        Dictionary(uniqueKeysWithValues: inputs.map { ($0, fileState($0)) })
    }
}

/// The description as the last pass over its files gave it, before its names were known.
private final class EarlyDescription: @unchecked Sendable {
    private let lock = MockLock()
    // Guarded by `lock`.
    private var last: MockDescription?

    @Sendable func read(_ json: String) {
        // Mistakes are reported when the description is read with its names.
        let description = try? MockDescription(json: json.utf8)
        lock.withLock { last = description }
    }

    var description: MockDescription? { lock.withLock { last } }
}

/// Warnings that another thread has found, to be printed.
private final class FoundWarnings: @unchecked Sendable {
    private let lock = MockLock()
    // Guarded by `lock`.
    private var found: (Diagnostics, [SourceSet.File])?

    func set(_ diagnostics: Diagnostics, _ files: [SourceSet.File]) {
        if !diagnostics.all.isEmpty { lock.withLock { found = (diagnostics, files) } }
    }

    func take() -> (Diagnostics, [SourceSet.File])? {
        lock.withLock {
            defer { found = nil }
            return found
        }
    }
}

/// Whether something has happened on another thread.
private final class MockFlag: @unchecked Sendable {
    private let lock = MockLock()
    private var value = false

    func set() { lock.withLock { value = true } }
    var isSet: Bool { lock.withLock { value } }
}

extension MockFault.Scope {
    fileprivate var text: String {
        switch self {
        case .all: "any"
        case .request(let name), .operation(let name): name
        }
    }
}
