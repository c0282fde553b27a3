@testable import CallsiteCurl
@testable import CallsiteHTTP
@testable import CallsiteRuntime
import Foundation
import Waiting

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
    private let naps = Watched<[Duration]>([])
    // Guarded by `lock`.
    private var time = Instant()
    private var sleepers: [UUID: CheckedContinuation<Void, any Error>] = [:]

    init(isInstant: Bool = true) { self.isInstant = isInstant }

    /// Where each sleep takes no time.
    static var instant: ManualClock { ManualClock() }

    var now: Instant { lock.withLock { time } }
    var minimumResolution: Duration { .zero }

    /// How long each sleep was to be, in seconds.
    var sleeps: [Double] {
        naps.value.map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 }
    }

    /// Waits until someone sleeps, or has slept.
    func slept() async { await naps.wait { !$0.isEmpty } }

    func advance(by duration: Duration) { lock.withLock { time = time.advanced(by: duration) } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let nap = lock.withLock {
            defer { if isInstant { time = max(time, deadline) } }
            return time.duration(to: deadline)
        }
        guard !isInstant else { return naps.update { $0.append(nap) } }
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                lock.withLock { sleepers[id] = continuation }
                naps.update { $0.append(nap) }
                // It may have been cancelled before anybody could be woken.
                if Task.isCancelled {
                    lock.withLock { sleepers.removeValue(forKey: id) }?.resume(throwing: CancellationError())
                }
            }
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

#if os(Linux)
    /// The time of a transport, which moves only when a test says so.
    final class ManualTransportClock: @unchecked Sendable {
        private let lock = NSLock()
        // Guarded by `lock`.
        private var time = DispatchTime(uptimeNanoseconds: 1_000_000_000)
        private var scheduled: [(time: DispatchTime, action: @Sendable () -> Void)] = []
        private var isAdvancing = false
        /// How often the transport has looked at the clock by itself: when a request begins, and for each piece that
        /// arrives.
        let looks = Watched(0)

        var clock: TransportClock {
            TransportClock(
                now: { [self] in look() },
                schedule: { [self] time, action in lock.withLock { scheduled.append((time, action)) } })
        }

        private func look() -> DispatchTime {
            let (time, isAdvancing) = lock.withLock { (self.time, self.isAdvancing) }
            if !isAdvancing { looks.update { $0 += 1 } }
            return time
        }

        /// Whether anything is still to be done later.
        var isAwaited: Bool { lock.withLock { !scheduled.isEmpty } }

        /// Lets time pass, and does what is due.
        func advance(by seconds: Double) {
            lock.withLock {
                time = time + seconds
                isAdvancing = true
            }
            while let action = takeDue() { action() }
            lock.withLock { isAdvancing = false }
        }

        private func takeDue() -> (@Sendable () -> Void)? {
            lock.withLock { scheduled.firstIndex { $0.time <= time }.map { scheduled.remove(at: $0).action } }
        }
    }
#endif

/// Counts from any thread.
final class Counter: Sendable {
    private let count = Watched(0)

    var value: Int { count.value }
    func add(_ number: Int = 1) { count.update { $0 += number } }
    /// Waits until the count is greater than `number`.
    func exceeds(_ number: Int) async { await count.wait { $0 > number } }
}
