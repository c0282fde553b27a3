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
    /// The file is a device, a pipe or a socket where only a regular file is allowed.
    case notRegular
    /// The file has more bytes than this limit.
    case tooLarge(Int)
    /// A file of Callsite's, such as a manifest, was edited or merged so that Callsite can't read it.
    case notUnderstood
    /// A commit has the file, but this partial clone of the repository lacks its contents.
    case notInClone

    /// The greatest size of a file in bytes, so that a disk image named by mistake can't fill the memory.
    package static let sizeLimit = 64 << 20
    /// The greatest size of an archive of requests in bytes. Browsers write all bodies into it.
    package static let archiveLimit = 512 << 20

    /// The nearest `errno` value.
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

    /// A folder is where a file is expected.
    package static let isFolder = FileProblem.system(EISDIR)
    /// A file is where a folder is expected.
    package static let isNoFolder = FileProblem.system(ENOTDIR)

    /// The part of a message after the file's name and a colon, such as `No such file or directory`.
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
