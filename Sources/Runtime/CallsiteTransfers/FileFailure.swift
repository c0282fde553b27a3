public import Foundation

/// A file that a download can't be written to: `can't write /tmp/a/b.zip: No such file or directory`.
public struct FileFailure: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// The file to write.
    public let file: URL
    /// The system's reason.
    public let reason: String

    init(_ file: URL, _ code: Int32) {
        self.file = file
        reason = String(cString: strerror(code))
    }

    /// An error of Foundation, which may contain the system's.
    init(_ file: URL, _ error: any Error) {
        let error = error as NSError
        let system = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        self.file = file
        reason =
            system.domain == NSPOSIXErrorDomain
            ? String(cString: strerror(Int32(system.code))) : error.localizedDescription
    }

    public var description: String { "can't write \(file.path): \(reason)" }
    public var errorDescription: String? { description }
}
