public import CallsiteRuntime
public import Foundation

// Transfers of large bodies, which aren't held in memory.

extension Session {
    /// Sends a request, as `send(_:)` does, and reports how much of its body has been sent.
    ///
    /// - Parameters:
    ///   - request: The request to send; its body may be a file.
    ///   - progress: Called on no particular thread, one call at a time; starts again with each retry.
    /// - Throws: As `send(_:)`.
    @discardableResult
    public func upload<R: RequestType>(
        _ request: R, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> R.Response {
        try value(from: try await http(for: request) { $0.uploadObserver = UploadObserver(progress) }, of: R.self)
    }

    /// Sends a request and writes the body of its response to a file, whatever the response's type.
    ///
    ///     try await session.download(GetArchiveRequest(id: 7), to: folder.appendingPathComponent("archive.zip"))
    ///
    /// The file appears when it is complete. The server's name for it is ignored.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - file: The file for the body. Its folder must exist.
    ///   - overwrites: Whether an existing file may be replaced.
    ///   - progress: Called with the progress of each piece.
    /// - Returns: The status and headers of the response.
    /// - Throws: As `send(_:)`; a `FileFailure` if the file can't be written, or exists already.
    @discardableResult
    public func download<R: RequestType>(
        _ request: R, to file: URL, overwrites: Bool = false, progress: (TransferProgress) -> Void = { _ in }
    ) async throws -> HTTPResponse {
        guard overwrites || !FileManager.default.fileExists(atPath: file.path) else {
            throw FileFailure(file, EEXIST)
        }
        var http = try await http(for: request) { $0.streamsResponse = true }
        guard R.endpoint.isSuccess(http.status) else { throw R.Failure(http) }

        let part = file.deletingLastPathComponent().appendingPathComponent(
            ".\(file.lastPathComponent).\(UUID().uuidString).part")
        let descriptor = open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw FileFailure(file, errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        defer {
            try? handle.close()
            try? FileManager.default.removeItem(at: part)
        }
        // The length of a compressed body counts compressed bytes.
        let total = http.headers["Content-Encoding"] == nil ? http.headers["Content-Length"].flatMap { Int64($0) } : nil
        var completed: Int64 = 0
        func write(_ piece: Data) throws {
            do { try handle.write(contentsOf: piece) } catch { throw FileFailure(file, error) }
            completed += Int64(piece.count)
            progress(TransferProgress(completed: completed, total: total))
        }
        try write(http.body)
        while let piece = try await http.stream?.next() { try write(piece) }
        if overwrites {
            guard rename(part.path, file.path) == 0 else { throw FileFailure(file, errno) }
        } else {
            do { try FileManager.default.moveItem(at: part, to: file) } catch { throw FileFailure(file, error) }
        }
        http.stream = nil
        return http
    }
}
