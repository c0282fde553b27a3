import CallsiteRuntime
import Foundation

/// Writes responses to a folder, and replays them, so that tests which ran once against the real server need no
/// network.
///
///     session.middleware = [Recorder(folder, .automatic)]
///
/// A request is recognised by its method, URL and body. If it was sent several times, it has a response for each time,
/// in order; after that the last one is replayed. Credentials are removed before anything is written: all of the
/// request's headers except those for the type of its body, and headers of responses and fields of queries, forms and
/// JSON whose names say that they contain a secret. Look at the files before you commit them all the same.
public final class Recorder: Middleware, @unchecked Sendable {
    /// Whether requests are sent, recorded or replayed.
    public enum Mode: Hashable, Sendable {
        /// Sends each request, and writes its response, replacing an earlier recording.
        case record
        /// Never sends. A request without a recording fails with an error that names it.
        case replay
        /// Sends requests that have no recording, and writes their responses.
        case automatic
    }

    private let folder: URL
    private let mode: Mode
    private let redaction: Redaction
    private let lock = NSLock()
    /// How often each request was sent in this run. Guarded by `lock`.
    private var counts: [String: Int] = [:]

    /// - Parameters:
    ///   - folder: The folder of the recordings, a file each. It is created if it doesn't exist.
    ///   - mode: Whether to write or to read.
    ///   - names: Headers, query items and fields of bodies that contain a secret, beside the known ones.
    public init(_ folder: URL, _ mode: Mode, redacting names: [String] = []) {
        self.folder = folder
        self.mode = mode
        redaction = Redaction(names)
    }

    public func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let key = try RecordedRequest(request, redaction)
        let number = lock.withLock {
            counts[key.name, default: 0] += 1
            return counts[key.name, default: 1]
        }
        if mode != .record, let recording = try read(key, number) { return recording }
        guard mode != .replay else {
            throw TransportFailure(
                .other, "there is no recording of \(key.method) \(key.url) in \(folder.lastPathComponent)")
        }
        var http = try await next(request)
        if let value = http.value {
            throw TransportFailure(
                .other,
                "the response to \(key.method) \(key.url) is a value of type \(type(of: value)), which has no bytes to record"
            )
        }
        if mode == .record, number == 1 { removeAll(key) }
        guard let stream = http.stream else {
            try write(key, number, http)
            return http
        }
        // A stream is written when it has ended.
        let head = http
        let whole = Locked(Data())
        let read: @Sendable () async throws -> Data? = { [self] in
            guard let piece = try await stream.next() else {
                var recorded = head
                recorded.body = whole.change { $0 }
                try write(key, number, recorded)
                return nil
            }
            whole.change { $0.append(piece) }
            return piece
        }
        http.stream = HTTPByteStream(cancel: { stream.cancel() }, next: read)
        return http
    }

    // MARK: Files

    private func file(_ key: RecordedRequest, _ number: Int) -> URL {
        folder.appendingPathComponent("\(key.name)-\(number).json")
    }

    /// The recording with that number. In the mode `replay`, the last one before it if there is none.
    private func read(_ key: RecordedRequest, _ number: Int) throws -> HTTPResponse? {
        for number in stride(from: number, through: mode == .replay ? 1 : number, by: -1) {
            let file = file(key, number)
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            do {
                return try decodeJSON(RecordedExchange.self, from: try Data(contentsOf: file)).response
            } catch {
                throw TransportFailure(
                    .other, "\(file.lastPathComponent) isn't a recording: \(error)", underlying: error)
            }
        }
        return nil
    }

    private func write(_ key: RecordedRequest, _ number: Int, _ http: HTTPResponse) throws {
        let (file, encoder) = (file(key, number), JSONEncoder())
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let recording = try encoder.encode(RecordedExchange.json(key, http, redaction))
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try recording.write(to: file, options: .atomic)
        } catch {
            // Foundation's own error has neither the path nor the system's reason.
            let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
            throw TransportFailure(
                .other, "can't write \(file.path): \(reason.localizedDescription)", underlying: error)
        }
    }

    private func removeAll(_ key: RecordedRequest) {
        var number = 1
        while (try? FileManager.default.removeItem(at: file(key, number))) != nil { number += 1 }
    }
}
