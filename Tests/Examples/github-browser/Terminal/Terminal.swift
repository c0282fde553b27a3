import Foundation
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

enum TerminalEvent: Equatable, Sendable {
    case keys([Key])
    case resized(Size)
    /// The end of the input, a hang-up, or a signal that asks the program to end. Nothing comes behind it.
    case ended(signal: Int32?)
}

enum TerminalError: Error, CustomStringConvertible, LocalizedError {
    case inputIsNoTerminal
    case outputIsNoTerminal
    case noPipe(code: Int32)

    var description: String {
        switch self {
        case .inputIsNoTerminal:
            "The input is not a terminal. Start the program in a terminal window, without a pipe or file as its input."
        case .outputIsNoTerminal:
            "The output is not a terminal. Start the program in a terminal window, without sending its output to a pipe or file."
        case .noPipe(let code):
            "The terminal cannot be watched: \(String(cString: strerror(code)))."
        }
    }

    var errorDescription: String? { description }
}

/// The terminal as a full-screen device: keys come in, frames go out.
///
/// A process enters one terminal at a time, because signals belong to the process. `events` has one reader.
///
/// Sendable: `outputLock` guards the last frame and keeps writers apart, `stateLock` guards the rest. Code that needs
/// both takes `outputLock` first. Keys and the wish to end never wait for a stalled output.
final class Terminal: @unchecked Sendable {
    /// The events at the terminal, from the first `enter` on.
    let events: AsyncStream<TerminalEvent>
    /// Whether frames have colours. The user's `NO_COLOR` forbids them.
    let colour: Bool

    private let input: Int32
    private let output: Int32
    private let continuation: AsyncStream<TerminalEvent>.Continuation
    /// Wakes the reading thread. It stays open for ever, since a signal handler might be just about to write.
    let wakePipe: (reading: Int32, writing: Int32)

    private let outputLock = NSLock()
    private var lastFrame: (bytes: [UInt8], size: Size)?

    private let stateLock = NSLock()
    /// The settings to restore. Nil while the terminal is not entered.
    private var settingsBefore: termios?
    var actionsBefore: [(signal: Int32, action: sigaction)] = []
    private var parser = KeyParser()
    private var isReading = false
    private var emptyReads = 0

    init(input: Int32 = 0, output: Int32 = 1) throws {
        guard isatty(input) == 1 else { throw TerminalError.inputIsNoTerminal }
        guard isatty(output) == 1 else { throw TerminalError.outputIsNoTerminal }
        self.input = input
        self.output = output
        wakePipe = try Self.makePipe()
        let environment = ProcessInfo.processInfo.environment
        colour = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        (events, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
    }

    deinit {
        leave()
        continuation.finish()
        Self.wake(wakePipe.writing)
    }

    /// The present size, at least one row and one column.
    var size: Size {
        var window = winsize()
        let isKnown = ioctl(output, UInt(TIOCGWINSZ), &window) == 0
        func extent(_ reported: UInt16, variable: String, standard: Int) -> Int {
            if isKnown, reported > 0 { return Int(reported) }
            guard let text = ProcessInfo.processInfo.environment[variable], let value = UInt16(text), value > 0 else {
                return standard
            }
            return Int(value)
        }
        return Size(
            rows: extent(window.ws_row, variable: "LINES", standard: 24),
            columns: extent(window.ws_col, variable: "COLUMNS", standard: 80)
        )
    }

    /// Takes the terminal over: a screen of its own, every key at once and unseen.
    func enter() {
        outputLock.withLock {
            let isNew = stateLock.withLock {
                guard settingsBefore == nil, let settings = Self.settings(of: input) else { return false }
                settingsBefore = settings
                Self.apply(Self.rawSettings(from: settings), to: input, when: TCSADRAIN)
                parser = KeyParser()
                emptyReads = 0
                catchSignals()
                startReading()
                return true
            }
            guard isNew else { return }
            lastFrame = nil
            write(Self.enterSequence)
        }
        Self.wake(wakePipe.writing)
    }

    /// Gives the terminal back as it was before `enter`.
    func leave() {
        outputLock.withLock {
            guard stateLock.withLock({ settingsBefore != nil }) else { return }
            write(Self.leaveSequence)
            stateLock.withLock {
                guard let settings = settingsBefore else { return }
                // Keys meant for this program must not become commands of the shell, so unread ones are dropped.
                Self.apply(settings, to: input, when: TCSAFLUSH)
                releaseSignals()
                settingsBefore = nil
            }
            lastFrame = nil
        }
    }

    /// Shows the frame. A frame that is on the screen already costs nothing.
    func draw(_ screen: Screen) {
        outputLock.withLock {
            guard stateLock.withLock({ settingsBefore != nil }) else { return }
            let size = size
            let bytes = screen.bytes(for: size, colour: colour)
            if let lastFrame, lastFrame.size == size, lastFrame.bytes == bytes { return }
            lastFrame = write(bytes) ? (bytes, size) : nil
        }
    }

    /// Lets the next frame be drawn whatever is on the screen, which something else may have spoilt.
    func redraw() { outputLock.withLock { lastFrame = nil } }

    /// Gives the terminal to the shell and stops the program, as Ctrl-Z does. Returns when the shell lets the program
    /// go on.
    func suspend() {
        leave()
        // The whole group stops, as the shell expects it of a job.
        kill(0, SIGTSTP)
        // The signal may reach another thread first. Drawing before it stops this one would spoil the shell's screen.
        Thread.sleep(forTimeInterval: 0.1)
        waitForForeground()
        enter()
        continuation.yield(.resized(size))
    }
}

// MARK: - Reading

extension Terminal {
    private enum Reading {
        case keys([Key])
        case ended
    }

    /// How long a lone ESC waits for the rest of a sequence, in milliseconds.
    private static let escapeDelay: Int32 = 50
    /// This many reads in a row with nothing to read mean that nothing will ever come.
    private static let emptyReadLimit = 100

    private func startReading() {
        guard !isReading else { return }
        isReading = true
        let wakeDescriptor = wakePipe.reading
        let input = input
        let thread = Thread { [weak self] in
            Self.unblockSignals()
            var wantsFlush = false
            while true {
                // Nothing holds the terminal while the thread waits, so that a forgotten one can go and restore its
                // settings.
                guard let isEntered = self?.isEntered else { return }
                var descriptors = [
                    pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: isEntered ? input : -1, events: Int16(POLLIN), revents: 0),
                ]
                let count = poll(&descriptors, nfds_t(descriptors.count), wantsFlush ? Self.escapeDelay : -1)
                if count < 0 {
                    if errno == EINTR { continue }
                    self?.end()
                    return
                }
                guard let self, self.handle(descriptors, wantsFlush: &wantsFlush) else { return }
            }
        }
        thread.name = "terminal input"
        thread.start()
    }

    private var isEntered: Bool {
        stateLock.withLock { settingsBefore != nil }
    }

    /// Passes on what is ready. False at the end.
    private func handle(_ descriptors: [pollfd], wantsFlush: inout Bool) -> Bool {
        if descriptors[0].revents != 0, !handleWakes() { return false }
        let inputEvents = Int32(descriptors[1].revents)
        if inputEvents != 0 {
            switch read(hasHungUp: inputEvents & (POLLHUP | POLLERR | POLLNVAL) != 0) {
            case .keys(let keys):
                if !keys.isEmpty { continuation.yield(.keys(keys)) }
            case .ended:
                end()
                return false
            }
            wantsFlush = stateLock.withLock { parser.needsFlush }
        } else if wantsFlush, descriptors[0].revents == 0 {
            wantsFlush = false
            let keys = stateLock.withLock { parser.flush() }
            if !keys.isEmpty { continuation.yield(.keys(keys)) }
        }
        return true
    }

    private func read(hasHungUp: Bool) -> Reading {
        stateLock.withLock {
            guard settingsBefore != nil else { return .keys([]) }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = systemRead(input, &buffer, buffer.count)
            if count > 0 {
                emptyReads = 0
                return .keys(parser.parse(Array(buffer.prefix(count))))
            }
            if count < 0 { return errno == EINTR || errno == EAGAIN ? .keys([]) : .ended }
            emptyReads += 1
            return hasHungUp || emptyReads >= Self.emptyReadLimit ? .ended : .keys([])
        }
    }

    /// Acts on the signals that arrived. False at the end.
    private func handleWakes() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = systemRead(wakePipe.reading, &buffer, buffer.count)
        let signals = buffer.prefix(max(0, count)).map(Int32.init)
        if let signal = signals.first(where: { [SIGTERM, SIGHUP, SIGINT, SIGQUIT].contains($0) }) {
            end(by: signal)
            return false
        }
        // The later one of a stop and a continuation counts.
        if let stop = signals.lastIndex(of: SIGTSTP), signals.lastIndex(of: SIGCONT).map({ $0 < stop }) ?? true {
            suspend()
        }
        if signals.contains(SIGCONT) {
            takeOverAgain()
        }
        if signals.contains(SIGCONT) || signals.contains(SIGWINCH) {
            continuation.yield(.resized(size))
        }
        return true
    }

    private var isInBackground: Bool {
        let group = tcgetpgrp(input)
        return group > 0 && group != getpgrp()
    }

    /// Stops again as long as the terminal is another job's, as after the shell's `bg`: it is not this program's to
    /// draw on.
    private func waitForForeground() {
        while isInBackground {
            kill(0, SIGTTIN)
            Thread.sleep(forTimeInterval: 0.1)
        }
    }

    /// After a stop from outside, the shell has changed the settings and the screen.
    private func takeOverAgain() {
        if isInBackground {
            // As it was before `enter`, so that the shell's wish to end it isn't waited with.
            stateLock.withLock { releaseSignals() }
            waitForForeground()
            stateLock.withLock { if settingsBefore != nil { catchSignals() } }
        }
        outputLock.withLock {
            let isEntered = stateLock.withLock {
                guard let settings = settingsBefore else { return false }
                Self.apply(Self.rawSettings(from: settings), to: input, when: TCSADRAIN)
                return true
            }
            guard isEntered else { return }
            lastFrame = nil
            write(Self.enterSequence)
        }
    }

    private func end(by signal: Int32? = nil) {
        continuation.yield(.ended(signal: signal))
        continuation.finish()
    }
}

// MARK: - Writing

extension Terminal {
    /// The alternate screen, no wrapping of lines that turn out too wide, and pastes in brackets.
    private static let enterSequence = Array("\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J".utf8)
    private static let leaveSequence = Array("\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8)

    /// Writes everything, however long the terminal takes. False if it is gone.
    @discardableResult
    private func write(_ bytes: [UInt8]) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                systemWrite(output, $0.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                var descriptor = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
                poll(&descriptor, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}

// MARK: - Settings

extension Terminal {
    private static func settings(of descriptor: Int32) -> termios? {
        var settings = termios()
        return tcgetattr(descriptor, &settings) == 0 ? settings : nil
    }

    private static func rawSettings(from settings: termios) -> termios {
        var raw = settings
        cfmakeraw(&raw)
        // A read must never wait: it holds a lock, and poll has reported that there is something.
        withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            characters[Int(VMIN)] = 0
            characters[Int(VTIME)] = 0
        }
        return raw
    }

    private static func apply(_ settings: termios, to descriptor: Int32, when: Int32) {
        var settings = settings
        while tcsetattr(descriptor, when, &settings) < 0, errno == EINTR {}
    }
}

// MARK: - System calls whose names the methods above hide

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
