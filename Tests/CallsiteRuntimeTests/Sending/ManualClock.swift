import Foundation

/// A clock whose time moves only when a test says so, or by itself with each sleep.
final class ManualClock: Clock, @unchecked Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let lock = NSLock()
    private let isInstant: Bool
    // Guarded by `lock`.
    private var time = Instant()
    private var naps: [Duration] = []
    private var sleepers: [UUID: CheckedContinuation<Void, any Error>] = [:]

    init(isInstant: Bool = true) { self.isInstant = isInstant }

    /// Where each sleep takes no time.
    static var instant: ManualClock { ManualClock() }

    var now: Instant { lock.withLock { time } }
    var minimumResolution: Duration { .zero }

    /// How long each sleep was to be, in seconds.
    var sleeps: [Double] {
        lock.withLock { naps.map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 } }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        lock.withLock {
            naps.append(time.duration(to: deadline))
            if isInstant { time = max(time, deadline) }
        }
        guard !isInstant else { return }
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in lock.withLock { sleepers[id] = continuation } }
        } onCancel: {
            lock.withLock { sleepers.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }

    /// Wakes all who sleep.
    func wake() {
        let all = lock.withLock {
            defer { sleepers = [:] }
            return sleepers.values
        }
        for sleeper in all { sleeper.resume() }
    }
}

/// Counts from any thread.
final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var value: Int { lock.withLock { count } }
    func add(_ number: Int = 1) { lock.withLock { count += number } }
}
