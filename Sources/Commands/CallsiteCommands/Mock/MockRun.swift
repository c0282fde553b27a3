import CallsiteCore
import CallsiteMockDescription
import CallsiteMockEngine
import CallsiteShell

/// A run of `callsite mock`: reads the description, serves the mock, and reads the description again when it changes.
struct MockRun {
    let invocation: Invocation
    let shell: Shell
    private let specification: String
    /// Set if another command, such as `callsite try`, starts the mock. nil for `callsite mock`, which prints its URL.
    var start: Start?

    /// How another command starts the mock. The command has reported the description's warnings already.
    struct Start {
        var settings: Configuration.Settings
        /// Whether the mock takes a free port if the usual one is in use.
        var anyPort: Bool
        /// Called once the mock listens.
        var announce: (_ url: String, _ host: MockHost) -> Void
    }

    /// The absolute paths of the files that the mock depends on.
    private var inputs: Set<String> = []
    /// The description as it was read last, until `prepare` looks for more warnings in it.
    private var unprepared: (sources: SourceSet, options: Options)?
    /// Warnings from the thread of `prepare` that aren't printed yet.
    private let warnings = Locked<(diagnostics: Diagnostics, files: [SourceSet.File])?>(nil)
    /// The states of `inputs` at the last reading.
    private var inputStates: [String: FileState?] = [:]

    init(_ invocation: Invocation, _ shell: Shell) {
        self.invocation = invocation
        self.shell = shell
        specification = invocation.operands[0]
    }

    mutating func perform() throws(ExitStatus) -> ExitStatus {
        let description = try readDescription()
        inputStates = fileStates(inputs)
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

    /// - Throws: The exit status, after a report, if the description can't be read or has errors.
    private mutating func readDescription() throws(ExitStatus) -> MockDescription {
        var reader: DescriptionReader
        if let start {
            reader = DescriptionReader(specification, invocation, shell, settings: start.settings)
        } else {
            reader = try DescriptionReader(specification, invocation, shell)
        }
        let options = reader.settings.options(overriddenBy: invocation)
        // The mock's description without its names, made while the names are still resolved. It is unused if reading
        // finds mistakes.
        let early = Locked<MockDescription?>(nil)
        let (reading, sources) = try reader.load {
            readMockAtOnce($0, options: options) { json in
                // A mistake is reported once the reading is complete.
                let description = try? MockDescription(json: json.utf8)
                early.withLock { $0 = description }
            }
        }
        unprepared = (sources, options)
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

    /// - Throws: The exit status, after a report, if there are no recordings or they can't be read.
    private func recordedExchanges(_ folder: String) throws(ExitStatus) -> [RecordedExchange] {
        var exchanges: [RecordedExchange] = []
        for file in try recordings(folder, shell) {
            do throws(MockError) {
                let recording = try Recordings.read(file.bytes)
                reportUnreadable(recording, of: file.path, shell)
                exchanges += recording.exchanges
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
        // Before the message that Control-C stops the mock, since the user may press it at once.
        Interrupt.listen()
        let output = BackgroundOutput(shell.environment.write)
        let direct = shell.console.replaceWriting(output.write)
        defer {
            // Waits at most a second for a program that doesn't read the output.
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

    /// Listens on the port of the command line. If that is in use, listens on a free one where `start` allows it.
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

    /// Stops the server. Waits at most three seconds for responses that are being sent.
    private func stop(_ server: MockServer) {
        let isDone = Locked(false)
        Task {
            await server.stop()
            isDone.withLock { $0 = true }
        }
        for _ in 0..<150 where !isDone.withLock({ $0 }) { _ = shell.environment.wait(0.02) }
    }

    private func announce(_ server: MockServer, _ description: MockDescription) {
        // With `--port 0`, only this message says which port was chosen.
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
        let (unprepared, warnings) = (unprepared, warnings)
        self.unprepared = nil
        let (areReplaced, showsAll) = (invocation.has(.validExamples), invocation.has(.allWarnings))
        _ = startThread {
            if let (sources, options) = unprepared {
                let diagnostics = MockExamples.warnings(
                    description, sources, options, areReplaced: areReplaced, showsAll: showsAll)
                if !diagnostics.all.isEmpty { warnings.withLock { $0 = (diagnostics, sources.files) } }
            }
            let notes = description.prepare()
            for note in notes.prefix(20) { log.add(notice: "not checked: " + note) }
            if notes.count > 20 { log.add(notice: "not checked: \(notes.count - 20) more") }
        }
    }

    /// Prints the log, saves created resources, and reads the description again when it changes, until Control-C.
    private mutating func watch(
        _ host: MockHost, _ state: MockStateFile?, _ log: MockLog, _ recorder: MockRecorder?,
        _ output: BackgroundOutput
    ) -> ExitStatus {
        var savedChanges = host.numberOfChanges
        var rounds = 0
        while !Interrupt.isAsked, shell.environment.wait(0.02) {
            // While no program reads the output, lines stay in the log, which is bounded.
            if output.isIdle { print(log) }
            let newWarnings = warnings.withLock { newWarnings in
                defer { newWarnings = nil }
                return newWarnings
            }
            if let (diagnostics, files) = newWarnings {
                var report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
                report.add(diagnostics, in: files, to: shell.console)
            }
            recorder?.folder.writeWaiting()
            rounds += 1
            guard rounds % 10 == 0 else { continue }
            if let state, host.numberOfChanges != savedChanges {
                savedChanges = host.numberOfChanges
                _ = state.write(host)
            }
            let states = fileStates(inputs)
            guard states != inputStates else { continue }
            inputStates = states
            if let description = try? readDescription() {
                log.redact(description.secretNames)
                host.replace(description)
                prepare(description, log)
                shell.console.complain("read again: \(counted(description.operations.count, "operation"))\n")
            } else {
                shell.console.complain("the description has errors now; the mock goes on with what it was\n")
            }
            // The new description may have other files.
            inputStates.merge(fileStates(inputs)) { old, _ in old }
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
