import Foundation

/// The bytes of a request's body: in memory, in files, or both in turn. Files are read only while they are sent, a
/// piece at a time.
public struct HTTPBody: Sendable {
    /// A part of the body.
    public enum Segment: Equatable, Sendable {
        case data(Data)
        case file(URL)
    }

    /// All parts, in order.
    public let segments: [Segment]

    /// A body of several parts, in this order.
    public init(_ segments: [Segment]) { self.segments = segments }
    /// A body in memory.
    public init(_ data: Data) { segments = [.data(data)] }

    /// The bytes, if all of them are in memory; else nil.
    public var data: Data? {
        var all = Data()
        for segment in segments {
            guard case .data(let data) = segment else { return nil }
            if segments.count == 1 { return data }
            all.append(data)
        }
        return all
    }

    /// The file that is the whole body.
    package var file: URL? { if segments.count == 1, case .file(let file) = segments[0] { file } else { nil } }

    /// Hands out the bytes in pieces of at most 256 KB. Throws an `EncodingFailure` for a file that can't be read, and
    /// the errors of `take`.
    public func forEachPiece(_ take: (Data) throws -> Void) throws {
        for segment in segments {
            switch segment {
            case .data(let data): try take(data)
            case .file(let url):
                let (handle, _) = try Self.file(at: url)
                defer { try? handle.close() }
                // `FileHandle` would leave each piece to an autorelease pool, which on Apple's systems is drained late.
                while let piece = try Self.piece(of: handle, url) { try take(piece) }
            }
        }
    }

    /// The next bytes of a file; nil at its end.
    private static func piece(of handle: FileHandle, _ url: URL) throws -> Data? {
        var piece = Data(count: 262_144)
        let count = piece.withUnsafeMutableBytes { read(handle.fileDescriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw EncodingFailure("the file \(quoted(url.path)) can't be read") }
        return count == 0 ? nil : piece.prefix(count)
    }

    /// All bytes in memory. Throws an `EncodingFailure` for a file that can't be read.
    public func bytes() throws -> Data {
        var all = Data()
        try forEachPiece { all.append($0) }
        return all
    }

    /// Throws an `EncodingFailure` where a file can't be read.
    package func check() throws {
        for case .file(let url) in segments { try Self.file(at: url).handle.close() }
    }

    /// Opens a file, and measures it in bytes. Throws an `EncodingFailure` if it can't be read, or isn't a regular
    /// file: a pipe or a device has no known length, and opening a pipe may wait for ever.
    package static func file(at url: URL) throws -> (handle: FileHandle, size: Int) {
        // Not by `fstat`, for which an app would have to give Apple a reason.
        let path = url.resolvingSymlinksInPath().path
        let type = url.isFileURL ? try? FileManager.default.attributesOfItem(atPath: path)[.type] : nil
        let unreadable = EncodingFailure("the file \(quoted(url.path)) can't be read")
        guard let type = type as? FileAttributeType, type == .typeRegular else {
            if type == nil { throw unreadable }
            throw EncodingFailure("\(quoted(url.path)) can't be sent: it isn't a regular file")
        }
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let size = (try? handle.seekToEnd()).flatMap { Int(exactly: $0) }
        guard let size, (try? handle.seek(toOffset: 0)) != nil else { throw unreadable }
        // The files of /proc say that they are empty.
        if size == 0, let first = try? handle.read(upToCount: 1), !first.isEmpty {
            throw EncodingFailure("the file \(quoted(url.path)) can't be sent: it doesn't say how long it is")
        }
        return (handle, size)
    }
}

/// How much of a body has been transferred, in bytes.
public struct TransferProgress: Equatable, Sendable {
    /// The bytes transferred so far.
    public let completed: Int64
    /// nil if unknown.
    public let total: Int64?

    package init(completed: Int64, total: Int64?) {
        self.completed = completed
        self.total = total
    }

    /// From 0 to 1; nil if the total is unknown.
    public var fraction: Double? { total.map { $0 > 0 ? min(1, Double(completed) / Double($0)) : 1 } }
}
