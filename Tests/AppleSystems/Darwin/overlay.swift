// swift-format-ignore-file
// Declarations that Apple's own overlay of Darwin adds to the headers, for type-checking: nothing here runs.
@_exported import Darwin

// Values behind macros that Swift can't import.
public var errno: Int32 {
    get { fatalError() }
    set { fatalError() }
}
public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { fatalError() }
public var stdin: UnsafeMutablePointer<FILE> {
    get { __stdinp }
    set { __stdinp = newValue }
}
public var stdout: UnsafeMutablePointer<FILE> {
    get { __stdoutp }
    set { __stdoutp = newValue }
}
public var stderr: UnsafeMutablePointer<FILE> {
    get { __stderrp }
    set { __stderrp = newValue }
}
public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { fatalError() }
public var SIG_ERR: sig_t { fatalError() }
public var TIOCGWINSZ: UInt { fatalError() }
public var TIOCSWINSZ: UInt { fatalError() }

public var S_IFMT: mode_t { fatalError() }
public var S_IFIFO: mode_t { fatalError() }
public var S_IFCHR: mode_t { fatalError() }
public var S_IFDIR: mode_t { fatalError() }
public var S_IFBLK: mode_t { fatalError() }
public var S_IFREG: mode_t { fatalError() }
public var S_IFLNK: mode_t { fatalError() }
public var S_IFSOCK: mode_t { fatalError() }
public var S_IRWXU: mode_t { fatalError() }
public var S_IRUSR: mode_t { fatalError() }
public var S_IWUSR: mode_t { fatalError() }
public var S_IXUSR: mode_t { fatalError() }
public var S_IRWXG: mode_t { fatalError() }
public var S_IRWXO: mode_t { fatalError() }
public var S_ISUID: mode_t { fatalError() }

public var CLOCK_REALTIME: clockid_t { _CLOCK_REALTIME }
public var CLOCK_MONOTONIC: clockid_t { _CLOCK_MONOTONIC }
public var CLOCK_UPTIME_RAW: clockid_t { _CLOCK_UPTIME_RAW }
public var CLOCK_PROCESS_CPUTIME_ID: clockid_t { _CLOCK_PROCESS_CPUTIME_ID }
public var CLOCK_THREAD_CPUTIME_ID: clockid_t { _CLOCK_THREAD_CPUTIME_ID }

// Functions of C with a variable number of arguments.
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { fatalError() }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { fatalError() }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { fatalError() }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
    fatalError()
}
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { fatalError() }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { fatalError() }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ pointer: UnsafeMutableRawPointer) -> Int32 { fatalError() }
public func ioctl(_ descriptor: Int32, _ request: UInt) -> Int32 { fatalError() }
public func ioctl(_ descriptor: Int32, _ request: UInt, _ value: Int32) -> Int32 { fatalError() }
public func ioctl(_ descriptor: Int32, _ request: UInt, _ pointer: UnsafeMutableRawPointer) -> Int32 { fatalError() }
@available(*, unavailable, message: "use threads or posix_spawn")
public func fork() -> Int32 { fatalError() }

// `util.h`, which the headers lack.
public func openpty(
    _ controller: UnsafeMutablePointer<Int32>?, _ terminal: UnsafeMutablePointer<Int32>?,
    _ name: UnsafeMutablePointer<CChar>?, _ settings: UnsafeMutablePointer<termios>?,
    _ size: UnsafeMutablePointer<winsize>?
) -> Int32 { fatalError() }
