import Foundation

/// A body that is read piece by piece, as it arrives. The pieces have no particular size.
///
/// It can be read once, by one task. The request ends when you stop reading, release the stream, or cancel the task.
/// Unread bytes stay with the server: a stream of `NetworkTransport` buffers about half a megabyte in memory. A
/// packet of a compressed body is decompressed as a whole, to 16 MB at most.
public struct HTTPByteStream: AsyncSequence, AsyncIteratorProtocol, Sendable {
    public typealias Element = Data

    /// Ends the request when nothing holds the stream any more.
    private final class Source: Sendable {
        let next: @Sendable () async throws -> Data?
        /// nil after the call.
        private let onEnd: Locked<(@Sendable () -> Void)?>
        private let isTaken = Locked(false)

        init(_ next: @escaping @Sendable () async throws -> Data?, _ onEnd: @escaping @Sendable () -> Void) {
            self.next = next
            self.onEnd = Locked(onEnd)
        }

        /// True for the first caller.
        func take() -> Bool { !isTaken.exchange(true) }

        func cancel() { onEnd.exchange(nil)?() }

        deinit { cancel() }
    }

    private let source: Source
    /// Whether another reader has the stream.
    package private(set) var isTaken = false

    /// - Parameters:
    ///   - cancel: Called once, when the stream is dropped or `cancel()` is called.
    ///   - next: The next piece; nil at the end, and from then on. Must stop at once when its task is cancelled.
    public init(cancel: @escaping @Sendable () -> Void = {}, next: @escaping @Sendable () async throws -> Data?) {
        source = Source(next, cancel)
    }

    /// The next piece; nil at the end. Throws a `TransportFailure` if the connection was lost.
    public func next() async throws -> Data? {
        do {
            try Task.checkCancellation()
            guard !isTaken else { throw TransportFailure(.other, "the stream was read before, and can be read once") }
            return try await source.next()
        } catch {
            throw TransportFailure.wrapping(error)
        }
    }

    /// Ends the request now, even if other values hold the stream.
    public func cancel() { source.cancel() }

    /// The second iterator of a stream throws a `TransportFailure`: the first has its bytes.
    public func makeAsyncIterator() -> HTTPByteStream {
        var stream = self
        stream.isTaken = !source.take()
        return stream
    }

    /// Reads the rest, of which at most `limit` bytes are kept.
    package func collect(limit: Int) async throws -> Data {
        var all = Data()
        while all.count < limit, let piece = try await next() { all.append(piece.prefix(limit - all.count)) }
        cancel()
        return all
    }
}

/// The part of a body that has arrived and hasn't been read yet.
package final class BodyBuffer: @unchecked Sendable {
    /// The number of buffered bytes from which the sender should wait.
    private static let highMark = 262_144
    /// The number of bytes beyond the mark from which the reader is given up, if the sender can't be kept waiting.
    private static let limit = 64 << 20

    private let lock = NSLock()
    // Guarded by `lock`.
    private var pieces: [Data] = []
    private var position = 0
    private var size = 0
    private var end: Result<Void, any Error>?
    private var reader: CheckedContinuation<Data?, any Error>?
    private var onRoom: (@Sendable () -> Void)?

    package init() {}

    /// How many bytes wait beyond the mark.
    package var overflow: Int { lock.withLock { end == nil ? max(0, size - Self.highMark) : 0 } }

    package var hasUnread: Bool { lock.withLock { size > 0 } }

    /// Calls `action` once, as soon as there is room: now or later. Only the latest action is kept.
    package func whenRoom(_ action: @escaping @Sendable () -> Void) {
        let isNow = lock.withLock {
            guard size > Self.highMark, end == nil else { return true }
            onRoom = action
            return false
        }
        if isNow { action() }
    }

    /// Returns the reason to give up the reader; nil if there is none.
    package func append(_ piece: Data) -> TransportFailure? {
        let waiting: CheckedContinuation<Data?, any Error>? = lock.withLock {
            guard end == nil, !piece.isEmpty else { return nil }
            if let reader {
                self.reader = nil
                return reader
            }
            pieces.append(piece)
            size += piece.count
            return nil
        }
        waiting?.resume(returning: piece)
        guard overflow > Self.limit else { return nil }
        return TransportFailure(.other, "the response is read too slowly: \(Self.limit >> 20) MB are waiting")
    }

    /// The body for its reader, which ends the request by `cancel`.
    package func stream(cancel: @escaping @Sendable () -> Void) -> HTTPByteStream {
        HTTPByteStream(cancel: cancel) { [self] in
            try await withTaskCancellationHandler(operation: { try await next() }, onCancel: cancel)
        }
    }

    /// Buffered bytes may still be read, except after an error from the reader's own cancellation.
    package func finish(_ result: Result<Void, any Error>, dropping isDropping: Bool = false) {
        let (waiting, action) = lock.withLock {
            if end == nil || isDropping { end = result }
            if isDropping {
                pieces = []
                size = 0
            }
            defer {
                reader = nil
                onRoom = nil
            }
            return (reader, onRoom)
        }
        waiting?.resume(with: result.map { nil })
        action?()
    }

    package func next() async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            let (outcome, action): (Result<Data?, any Error>?, (@Sendable () -> Void)?) = lock.withLock {
                guard position < pieces.count else {
                    if let end { return (end.map { nil }, nil) }
                    guard reader == nil else {
                        return (.failure(TransportFailure(.other, "a stream is read by one task")), nil)
                    }
                    reader = continuation
                    return (nil, nil)
                }
                let piece = pieces[position]
                position += 1
                size -= piece.count
                // Pieces that were read are removed, even if the reader is always behind.
                if position == pieces.count || position == 64 {
                    pieces.removeFirst(position)
                    position = 0
                }
                guard size < Self.highMark / 2 else { return (.success(piece), nil) }
                defer { onRoom = nil }
                return (.success(piece), onRoom)
            }
            action?()
            if let outcome { continuation.resume(with: outcome) }
        }
    }
}
