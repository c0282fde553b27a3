import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Both ends of a terminal without a window. Bytes that are written to one end reach the other a moment later, so
/// everything that reads here waits.
final class PseudoTerminal {
    let master: Int32
    let slave: Int32
    private var isMasterOpen = true
    /// The reader that `watch` starts.
    private var watching: Watching?

    init(rows: UInt16, columns: UInt16) throws {
        // Glibc's module lacks posix_openpt. This does the same in one step.
        var master: Int32 = -1
        var slave: Int32 = -1
        try #require(openpty(&master, &slave, nil, nil, nil) == 0)
        self.master = master
        self.slave = slave
        resize(rows: rows, columns: columns)
    }

    deinit {
        hangUp()
        close(slave)
    }

    func resize(rows: UInt16, columns: UInt16) {
        var window = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &window)
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(write(master, bytes, bytes.count) == bytes.count)
    }

    /// All that has been written to the slave and wasn't read yet: a mark is written behind it, and read up to.
    func shown() -> String {
        let mark: [UInt8] = [0x00, 0x01, 0x02, 0x00]
        #expect(write(slave, mark, mark.count) == mark.count)
        var bytes: [UInt8] = []
        while bytes.suffix(mark.count) != mark[...] {
            guard let more = Self.read(master) else { break }
            bytes += more
        }
        return String(decoding: bytes.dropLast(mark.count), as: UTF8.self)
    }

    /// How many bytes come when `count` are waited for.
    func read(count: Int) -> Int {
        var total = 0
        while total < count {
            guard let more = Self.read(master) else { break }
            total += more.count
        }
        return total
    }

    /// The next bytes, as soon as there are some; nil at the end.
    fileprivate static func read(_ descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = systemRead(descriptor, &buffer, buffer.count)
            if count > 0 { return Array(buffer.prefix(count)) }
            if count == 0 || errno != EINTR { return nil }
        }
    }

    /// Has a thread read all that is written to the slave from now on, until `hangUp`.
    func watch(_ onText: @escaping @Sendable ([UInt8]) -> Void) throws { watching = try Watching(master, onText) }

    /// Reads until it has to end: the reader must not be surprised by a descriptor that is closed and used for
    /// something else.
    private final class Watching {
        private let writing: Int32
        private let hasEnded = DispatchSemaphore(value: 0)

        init(_ master: Int32, _ onText: @escaping @Sendable ([UInt8]) -> Void) throws {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            let (reading, hasEnded) = (ends[0], hasEnded)
            writing = ends[1]
            let thread = Thread {
                defer {
                    close(reading)
                    hasEnded.signal()
                }
                while true {
                    var descriptors = [
                        pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
                        pollfd(fd: master, events: Int16(POLLIN), revents: 0),
                    ]
                    if poll(&descriptors, 2, -1) < 0, errno != EINTR { return }
                    if descriptors[0].revents != 0 { return }
                    if descriptors[1].revents != 0 {
                        guard let bytes = PseudoTerminal.read(master) else { return }
                        onText(bytes)
                    }
                }
            }
            thread.start()
        }

        deinit {
            close(writing)
            hasEnded.wait()
        }
    }

    func hangUp() {
        watching = nil
        if isMasterOpen { close(master) }
        isMasterOpen = false
    }

    /// The settings in a form that can be compared.
    func settings() -> [UInt] {
        var settings = termios()
        #expect(tcgetattr(slave, &settings) == 0)
        let characters = withUnsafeBytes(of: &settings.c_cc) { $0.map { UInt($0) } }
        return [UInt(settings.c_iflag), UInt(settings.c_oflag), UInt(settings.c_cflag), UInt(settings.c_lflag)]
            + characters
    }

    func hasFlags(_ flags: Int32) -> Bool {
        var settings = termios()
        tcgetattr(slave, &settings)
        return settings.c_lflag & tcflag_t(flags) != 0
    }
}

/// The system's `read`, which a method of that name would hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
