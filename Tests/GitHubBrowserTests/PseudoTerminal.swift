import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Both ends of a terminal without a window.
final class PseudoTerminal {
    let master: Int32
    let slave: Int32
    private var isMasterOpen = true

    init(rows: UInt16, columns: UInt16) throws {
        // Glibc's module lacks posix_openpt. This does the same in one step.
        var master: Int32 = -1
        var slave: Int32 = -1
        try #require(openpty(&master, &slave, nil, nil, nil) == 0)
        self.master = master
        self.slave = slave
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
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

    /// All that has been written so far.
    func shown() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer.prefix(count)
        }
    }

    func hangUp() {
        if isMasterOpen { close(master) }
        isMasterOpen = false
    }

    /// The settings in a form that can be compared.
    func settings() -> [UInt] {
        var settings = termios()
        #expect(tcgetattr(slave, &settings) == 0)
        let characters = withUnsafeBytes(of: &settings.c_cc) { $0.map { UInt($0) } }
        return [UInt(settings.c_iflag), UInt(settings.c_oflag), UInt(settings.c_cflag), UInt(settings.c_lflag)] + characters
    }

    func hasFlags(_ flags: Int32) -> Bool {
        var settings = termios()
        tcgetattr(slave, &settings)
        return settings.c_lflag & tcflag_t(flags) != 0
    }
}
