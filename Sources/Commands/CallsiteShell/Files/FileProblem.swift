#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Why a file could not be read or written.
package enum FileProblem: Error, Hashable, Sendable {
    /// The operating system refused, with this `errno` value.
    case system(Int32)
    /// It is a device, a pipe or a socket where only a regular file will do.
    case notRegular
    /// It holds more bytes than this.
    case tooLarge(Int)
    /// It should be one of ours and isn't: edited badly, or merged badly.
    case notUnderstood
    /// A commit has it, and this partial clone of the repository lacks its contents.
    case notInClone

    /// In bytes. No larger file is read, so that a slip (a disk image, an endless device) can't take all memory.
    package static let sizeLimit = 64 << 20
    /// For archives of requests, which browsers write with all bodies.
    package static let archiveLimit = 512 << 20

    /// The `errno` value nearest to it.
    package var code: Int32 {
        switch self {
        case .system(let code): code
        case .notRegular: EINVAL
        case .tooLarge: EFBIG
        case .notUnderstood: EINVAL
        case .notInClone: ENOENT
        }
    }

    /// Whether there is no such file at all.
    package var isAbsence: Bool { self == .system(ENOENT) }

    /// It is a folder where a file is wanted, and the other way round.
    package static let isFolder = FileProblem.system(EISDIR)
    package static let isNoFolder = FileProblem.system(ENOTDIR)

    /// The part of a message behind the file's name and a colon, such as `No such file or directory`.
    package var explanation: String {
        switch self {
        case .system(let code): String(cString: strerror(code))
        case .notRegular: "Not a regular file"
        case .tooLarge(let limit): "Larger than \(limit >> 20) MB"
        case .notUnderstood: "Not as Callsite wrote it; restore it, or '--force' begins a new one"
        case .notInClone: "This clone of the repository is partial and lacks it; fetch it first"
        }
    }
}
