/// How a run ended, as the calling script sees it. If several apply, it is the greatest.
package enum ExitStatus: Int32, Comparable, CaseIterable, Error {
    /// Everything asked for was done.
    case done = 0
    /// A description, or a template, has errors; nothing was written.
    case invalidInput = 1
    /// `--check` found files that are not what would be generated.
    case stale = 2
    /// The command line was not understood (`EX_USAGE` of sysexits.h).
    case usage = 64
    /// A file could not be read or written (`EX_IOERR` of sysexits.h).
    case fileError = 74

    /// The meaning of the status, for the commands' help.
    package var meaning: String {
        switch self {
        case .done: "success"
        case .invalidInput: "the input has errors; nothing was written"
        case .stale: "'--check' found output that is out of date"
        case .usage: "the command line is wrong"
        case .fileError: "a file could not be read or written"
        }
    }

    package static func < (a: ExitStatus, b: ExitStatus) -> Bool { a.rawValue < b.rawValue }
}
