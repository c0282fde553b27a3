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
    /// Warnings that another thread has found, to be printed.
    private let warnings = Locked<(diagnostics: Diagnostics, files: [SourceSet.File])?>(nil)
    /// Those as they were last read.
    private var seen: [String: FileState?] = [:]

    init(_ invocation: Invocation, _ shell: Shell) {
        self.invocation = invocation
        self.shell = shell
        specification = invocation.operands[0]
    }

    mutating func perform() throws(ExitStatus) -> ExitStatus {
        let description = try readDescription()
        seen = fileStates(inputs)
        var options = MockEngine.Options()
        options.validation = invocation[.validate].flatMap(MockEngine.Options.Validation.init) ?? .refuse
        options.isDynamic = invocation.has(.dynamic)
        options.isStateful = invocation.has(.stateful) || invocation.has(.state)
        options.wrongExamples = invocation.has(.validExamples) ? .replace : .send
        options.seed = invocation[.seed].flatMap { UInt64($0) } ?? 0
        var faults = invocation.values(of: .fault).compactMap { MockFault($0) }
        if let range = invocation[.latency].flatMap({ MockDuration.range($0) }) { faults.append(.latency(range)) }
        for fault in faults where !description.operations.contains(where: { fault.meets($0) }) {
            shell.console.error("no operation of the description is what a fault is for: \(fault.scope.text)")
            return .usage
        }
        let host = MockHost(MockEngine(description, options: options), faults: faults)
        var replay: Replay?
        if let folder = invocation[.replay] { replay = Replay(try recordedExchanges(folder), description) }
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

    /// - Throws: The exit status if the description can't be read or has errors, which are then reported.
    private mutating func readDescription() throws(ExitStatus) -> MockDescription {
        var reader: DescriptionReader
        if let start {
            reader = DescriptionReader(specification, invocation, shell, settings: start.settings)
        } else {
            reader = try DescriptionReader(specification, invocation, shell)
        }
        let options = reader.settings.options()
        // Made while the description is still read, which takes longer. It is unused if reading finds mistakes.
        let early = Locked<MockDescription?>(nil)
        let (reading, sources) = try reader.load {
            readMockAtOnce($0, options: options) { json in
                // Mistakes are reported when the description is read with its names.
                let description = try? MockDescription(json: json.utf8)
                early.withLock { $0 = description }
            }
        }
        read = (sources, options)
        inputs = Set(sources.paths.filter { $0 != Path.standardInput }.map(shell.absolute))
        if start == nil || reading.diagnostics.hasErrors { reader.add(reading.diagnostics, in: sources) }
        try reader.check()
        guard reading.isComplete else { throw reader.report.status }
        do throws(MockError) {
            if var description = early.withLock({ $0 }), let names = reading.names {
                description.name(try JSONValue(parsing: names.utf8))
                return description
            }
            if let json = reading.json { return try MockDescription(json: json.utf8) }
        } catch {
            shell.console.error(error.description)
        }
        throw .invalidInput
    }

    /// - Throws: The exit status if there are no recordings, or they can't be read, which is then reported.
    private func recordedExchanges(_ folder: String) throws(ExitStatus) -> [RecordedExchange] {
        var exchanges: [RecordedExchange] = []
        for file in try recordings(folder, shell) {
            do throws(MockError) {
                let recorded = try Recordings.read(file.bytes)
                reportUnreadable(recorded, of: file.path, shell)
                exchanges += recorded.exchanges
            } catch {
                shell.console.error("'\(file.path)': \(error)")
                throw .fileError
            }
        }
        guard !exchanges.isEmpty else { throw reportNoRecording(in: folder, shell) }
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
            redacting: invocation.values(of: .redact) + host.description.secretNames)
        let server: MockServer
        do throws(MockError) { server = try listen(host, replay, recorder, log) } catch {
            shell.console.error(error.description)
            return .fileError
        }
        if !["127.0.0.1", "localhost", "::1"].contains(address) {
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

    private var address: String { invocation[.host] ?? "127.0.0.1" }

    /// Listens on the port of the command line, or on a free one where any port will do.
    private func listen(
        _ host: MockHost, _ replay: Replay?, _ recorder: MockRecorder?, _ log: MockLog
    ) throws(MockError) -> MockServer {
        let allowsPages = invocation.has(.cors)
        var limits = ServingLimits()
        if invocation[.host] != nil { limits.allowedHosts = [address] }
        limits.allowsPages = allowsPages
        func listen(_ port: Int) throws(MockError) -> MockServer {
            try CallsiteMockEngine.serve(
                host: address, port: port, limits: limits,
                handler: { request, respond in
                    let start = ContinuousClock.now
                    if let recorder { return recorder.pass(request, log, respond) }
                    var answer: MockHost.Answer
                    if allowsPages, let response = MockCORS.preflight(request) {
                        answer = .init(response: response)
                    } else {
                        answer = host.answer(request, recorded: replay?.response(to: request))
                        if allowsPages, let origin = request.header("origin") {
                            answer.response.headers += MockCORS.headers(origin)
                        }
                    }
                    log.add(request, answer, ContinuousClock.now - start)
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
        do throws(MockError) {
            return try listen(invocation[.port].flatMap { Int($0) } ?? 4010)
        } catch {
            guard start?.anyPort == true else { throw error }
            return try listen(0)
        }
    }

    /// Waits until what is on its way has been sent.
    private func stop(_ server: MockServer) {
        let isDone = Locked(false)
        Task {
            await server.stop()
            isDone.withLock { $0 = true }
        }
        for _ in 0..<150 where !isDone.withLock({ $0 }) { _ = shell.environment.wait(0.02) }
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
                let diagnostics = MockExamples.warnings(
                    description, sources, options, areReplaced: areReplaced, showsAll: showsAll)
                if !diagnostics.all.isEmpty { warnings.withLock { $0 = (diagnostics, sources.files) } }
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
            let found = warnings.withLock { found in
                defer { found = nil }
                return found
            }
            if let (diagnostics, files) = found {
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
            let now = fileStates(inputs)
            guard now != seen else { continue }
            seen = now
            if let description = try? readDescription() {
                log.redact(description.secretNames)
                host.replace(description)
                prepare(description, log)
                shell.console.complain("read again: \(counted(description.operations.count, "operation"))\n")
            } else {
                shell.console.complain("the description has errors now; the mock goes on with what it was\n")
            }
            seen.merge(fileStates(inputs)) { old, _ in old }
        }
        return .done
    }

    private func print(_ log: MockLog) {
        let lines = log.take()
        for line in lines { shell.console.print(line) }
        if !lines.isEmpty { shell.console.flush() }
    }
}

extension MockFault.Scope {
    fileprivate var text: String {
        switch self {
        case .all: "any"
        case .request(let name), .operation(let name): name
        }
    }
}
