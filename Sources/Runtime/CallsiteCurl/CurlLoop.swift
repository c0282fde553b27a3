#if os(Linux)
    import CallsiteHTTP
    import Foundation

    /// A thread on which libcurl makes transfers, and the connections that the transfers share. It runs from the first
    /// transfer until the loop is released and the last transfer has ended.
    final class CurlLoop: Sendable {
        private let thread: CurlThread

        /// - Parameters:
        ///   - connectionsPerHost: The largest number of connections to one host at once; nil for no limit.
        ///   - longestIdle: A request that must not be sent twice takes no connection that was idle for more seconds.
        init(_ curl: Curl, connectionsPerHost: Int?, longestIdle: Int) {
            thread = CurlThread(curl, connectionsPerHost, longestIdle)
        }

        deinit { thread.close() }

        /// Begins a transfer without waiting. The returned function cancels the transfer, also without waiting.
        func start(_ transfer: CurlTransfer) -> @Sendable () -> Void {
            let thread = thread
            thread.run { $0.enqueue(transfer) }
            return { thread.run { $0.cancel(transfer) } }
        }
    }

    final class CurlThread: @unchecked Sendable {
        let curl: Curl
        let longestIdle: Int
        private let connectionsPerHost: Int?
        private let lock = NSLock()
        // Guarded by `lock`.
        private var work: [(CurlThread) -> Void] = []
        private var isClosed = false
        private var isRunning = false
        private var multi: Curl.Handle?

        // Only on the thread.
        private var handle: Curl.Handle?
        /// The sockets of `handle`.
        private var sockets = CurlSockets()
        private var transfers: [Curl.Handle: CurlTransfer] = [:]
        private var hosts: [Origin: Host] = [:]

        /// The transfers to one host.
        private struct Host {
            var active = 0
            var waiting: [CurlTransfer] = []
            /// The index of the next transfer in `waiting`; the transfers before it have begun.
            var first = 0
        }

        init(_ curl: Curl, _ connectionsPerHost: Int?, _ longestIdle: Int) {
            self.curl = curl
            self.longestIdle = longestIdle
            self.connectionsPerHost = connectionsPerHost
        }

        /// Runs `action` on the thread, soon. `wake` is the only function of libcurl that other threads may call here.
        func run(_ action: @escaping (CurlThread) -> Void) {
            lock.withLock {
                work.append(action)
                if !isRunning {
                    isRunning = true
                    let thread = Thread { [self] in main() }
                    thread.name = "callsite.network"
                    thread.start()
                } else if work.count == 1, let multi {
                    _ = curl.wake(multi)
                }
            }
        }

        /// Ends the thread after the last transfer.
        func close() {
            lock.withLock {
                isClosed = true
                if let multi { _ = curl.wake(multi) }
            }
        }

        // MARK: The thread

        private func main() {
            // A TLS library may write to a closed connection. The signal isn't needed, since the write fails as well.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)

            let sockets = CurlSockets()
            (handle, self.sockets) = (curl.makeMulti(), sockets)
            if let handle {
                if let connectionsPerHost {
                    _ = curl.setMultiNumber(handle, Curl.MultiOption.connectionsPerHost, max(1, connectionsPerHost))
                }
                _ = curl.setMultiNumber(handle, Curl.MultiOption.idleConnections, max(32, connectionsPerHost ?? 0))
            }
            lock.withLock { multi = handle }
            var rest: Curl.Handle?
            repeat { turn() } while !isDone(&rest)
            // `run` may have started another thread since `isDone`, for an action of a transfer that has ended. So only
            // the local handle and sockets are used here.
            withExtendedLifetime(sockets) { if let rest { _ = curl.closeMulti(rest) } }
        }

        private func turn() {
            let actions = lock.withLock {
                defer { work = [] }
                return work
            }
            for action in actions { action(self) }
            guard let handle else { return }
            var running: Int32 = 0
            _ = curl.perform(handle, &running)
            var hasEnded = false
            var result: Int32 = 0
            while let easy = curl.ended(handle, &result) {
                hasEnded = true
                end(easy, result)
            }
            // A transfer that ended may have made room for the next one, which begins before the thread sleeps.
            guard !hasEnded, lock.withLock({ work.isEmpty && !(isClosed && transfers.isEmpty) }) else { return }
            _ = curl.poll(handle, 60_000)
        }

        /// Whether the thread is no longer needed. If so, `rest` becomes the handle that the thread must close.
        private func isDone(_ rest: inout Curl.Handle?) -> Bool {
            lock.withLock {
                guard work.isEmpty, transfers.isEmpty, isClosed || handle == nil else { return false }
                (rest, multi, handle, isRunning) = (handle, nil, nil, false)
                return true
            }
        }

        fileprivate func enqueue(_ transfer: CurlTransfer) {
            hosts[transfer.origin, default: Host()].waiting.append(transfer)
            beginNext(transfer.origin)
        }

        private func beginNext(_ origin: Origin) {
            // libcurl looks at each of its transfers on every turn, so transfers over the limit wait here.
            let limit = connectionsPerHost.map { max(1, $0) } ?? .max
            while let host = hosts[origin], host.active < limit, host.first < host.waiting.count {
                let transfer = host.waiting[host.first]
                hosts[origin]?.first += 1
                if host.first > 64, host.first * 2 > host.waiting.count {
                    hosts[origin]?.waiting.removeFirst(host.first + 1)
                    hosts[origin]?.first = 0
                }
                guard !transfer.isOver else { continue }
                hosts[origin]?.active += 1
                begin(transfer)
            }
            if let host = hosts[origin], host.active == 0, host.first == host.waiting.count { hosts[origin] = nil }
        }

        private func begin(_ transfer: CurlTransfer) {
            guard let handle, let easy = curl.makeEasy() else {
                hosts[transfer.origin]?.active -= 1
                return transfer.fail(TransportFailure(.other, "libcurl has no memory left"))
            }
            transfer.begin(easy, self, sockets)
            transfers[easy] = transfer
            _ = curl.add(handle, easy)
        }

        fileprivate func cancel(_ transfer: CurlTransfer) {
            transfer.fail(CancellationError())
            // 42: stopped by a callback.
            if let easy = transfer.easy { end(easy, 42) }
        }

        /// Removes a transfer from libcurl, and begins the next one.
        private func end(_ easy: Curl.Handle, _ result: Int32) {
            guard let transfer = transfers.removeValue(forKey: easy), let handle else { return }
            let failure = transfer.failure(result)
            _ = curl.remove(handle, easy)
            // The handle isn't used again. Otherwise libcurl 7.88 would read freed memory if the next response begins
            // with a folded line.
            curl.closeEasy(easy)
            transfer.leave()
            guard !transfer.beginsAnew else { return begin(transfer) }
            hosts[transfer.origin]?.active -= 1
            beginNext(transfer.origin)
            transfer.fail(failure)
        }
    }
#endif
