import CallsiteRuntime
import Foundation

/// Limits how many requests wait for their responses at once. The others wait here, in the order in which they came.
///
///     let session = Session(transport: ConcurrencyLimit(8))
///
/// Copies of the session share the limit. A request that waits for a retry or for a credential doesn't count, and neither
/// does a stream whose head has arrived.
public final class ConcurrencyLimit: Transport, CustomStringConvertible, @unchecked Sendable {
    private let transport: any Transport
    private let lock = NSLock()
    // Guarded by `lock`.
    private var free: Int
    private let waiting: WaitingTasks<Void>
    /// The tickets of waiting tasks, and of some that have given up, from `first` on.
    private var queue: [Int] = []
    private var first = 0

    /// - Parameters:
    ///   - limit: How many requests, at least 1.
    ///   - transport: The transport that sends them.
    public init(_ limit: Int, of transport: any Transport = NetworkTransport.shared) {
        free = max(1, limit)
        self.transport = transport
        waiting = WaitingTasks(lock)
    }

    /// The transport's description, with a note that requests are limited.
    public var description: String { "\(transport), a limited number of requests at once" }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await pass { try await transport.send(request) }
    }

    /// Runs `work` as soon as the limit allows. Throws a `CancellationError` at once if the task is cancelled while it
    /// waits.
    func pass<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        try await enter()
        defer { leave() }
        return try await work()
    }

    private func enter() async throws {
        try await waiting.wait { ticket in
            guard free == 0 else { return free -= 1 }
            queue.append(ticket)
            return nil
        }
    }

    private func leave() {
        let next = lock.withLock { () -> WaitingTasks<Void>.Continuation? in
            while first < queue.count {
                first += 1
                guard let next = waiting.remove(queue[first - 1]) else { continue }
                if first > 64, first * 2 > queue.count {
                    queue.removeFirst(first)
                    first = 0
                }
                return next
            }
            (queue, first) = ([], 0)
            free += 1
            return nil
        }
        next?.resume()
    }
}
