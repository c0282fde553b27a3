/// The loop that owns a server's sockets. Everything but the inbox belongs to its one thread; other threads post to the
/// inbox and wake it.
///
/// After each event, a connection goes on in `advance`: it writes the bytes that are due, reads requests from the
/// received bytes, and decides what to wait for next. A response that a handler gives on the loop's own thread goes
/// through the inbox as well, so that nothing is re-entered.
final class ServingLoop: @unchecked Sendable {
    enum Message: Sendable {
        case respond(ConnectionID, sequence: Int, ServedResponse)
        /// The handler will not respond any more.
        case abandon(ConnectionID, sequence: Int)
        /// The closure is called when the port is free.
        case stop((@Sendable () -> Void)?)
        case wake
    }

    typealias Handler = @Sendable (MockRequest, _ respond: @escaping @Sendable (ServedResponse) -> Void) -> Void

    let limits: ServingLimits
    let hostCheck: HostCheck
    private(set) var handler: Handler
    let log: @Sendable (ServingEvent) -> Void
    private let clock: ServingClock
    private let inbox: Inbox
    let poller: Poller
    var listeners: [Socket]
    var isAccepting = false
    var acceptsAgainAt: UInt64?
    /// The connections by descriptor.
    var connections: [Connection?] = []
    var connectionCount = 0
    var mostConnections = 0
    var lastNumber: UInt64 = 0
    /// The bytes of unfinished requests of all connections.
    var heldBytes = 0
    var timers = TimerHeap()
    var now: UInt64 = 0
    var isStopping = false
    private var whenStopped: [@Sendable () -> Void] = []
    private var date: (second: Int, text: [UInt8]) = (-1, [])
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    init?(
        listeners: [Socket], limits: ServingLimits, hostCheck: HostCheck, handler: @escaping Handler,
        log: @escaping @Sendable (ServingEvent) -> Void, clock: ServingClock
    ) {
        guard let inbox = Inbox(), let poller = Poller() else { return nil }
        self.inbox = inbox
        self.poller = poller
        self.listeners = listeners
        self.limits = limits
        self.hostCheck = hostCheck
        self.handler = handler
        self.log = log
        self.clock = clock
    }

    /// From any thread.
    func post(_ message: Message) {
        guard !inbox.post(message), case .stop(let whenStopped?) = message else { return }
        whenStopped()
    }

    // MARK: The thread

    func run() {
        now = clock.now()
        poller.watch(inbox.descriptor, Poller.Interest(reads: true), old: nil)
        setUpConnections()
        while !(isStopping && connectionCount == 0) {
            now = clock.now()
            var wait = clock.isRunning ? timers.first.map { $0 > now ? $0 - now : 0 } : nil
            if !inbox.prepareToSleep() { wait = 0 }
            let count = poller.wait(nanoseconds: wait)
            inbox.noteAwake()
            now = clock.now()
            var isAcceptable = false
            for index in 0..<count {
                let ready = poller[index]
                if ready.descriptor == inbox.descriptor {
                    inbox.drainPipe()
                } else if listeners.contains(where: { $0.descriptor == ready.descriptor }) {
                    // Connections are accepted last: a new one may reuse a descriptor that other events of this turn
                    // belong to.
                    isAcceptable = true
                } else if let connection = connection(ready.descriptor) {
                    handle(ready, connection)
                }
            }
            handleMessages()
            handleTimers()
            if isAcceptable { accept() }
        }
        for socket in listeners { close(listener: socket) }
        // The handler may hold closures for responses, which hold the loop.
        handler = { _, _ in }
        let left = inbox.close()
        for case .stop(let whenStopped?) in left { whenStopped() }
        for callBack in whenStopped { callBack() }
    }

    private func handleMessages() {
        // Responses given by handlers make room for more requests, whose handlers respond: each turn also looks at the
        // sockets.
        for message in inbox.take() {
            switch message {
            case .respond(let id, let sequence, let response): respond(id, sequence, response)
            case .abandon(let id, let sequence):
                guard connection(id)?.awaitsResponse(sequence) == true else { continue }
                let text = Array("the handler of this request gave no response\n".utf8)
                respond(
                    id, sequence,
                    ServedResponse(status: 500, headers: [("Content-Type", "text/plain")], body: .bytes(text)))
            case .stop(let callBack):
                if let callBack { whenStopped.append(callBack) }
                stop()
            case .wake: break
            }
        }
    }

    private func handleTimers() {
        while let timer = timers.next(due: now) {
            switch timer.purpose {
            case .accepting:
                if acceptsAgainAt == timer.time {
                    acceptsAgainAt = nil
                    updateAccepting()
                }
            case .stopping:
                for case let connection? in connections { close(connection) }
            case .reading:
                guard let connection = connection(timer.connection), connection.readTimer == timer.time else {
                    continue
                }
                connection.readTimer = nil
                readTimeIsUp(connection)
            case .writing:
                guard let connection = connection(timer.connection), connection.writeTimer == timer.time else {
                    continue
                }
                connection.writeTimer = nil
                writeTimeIsUp(connection)
            }
        }
        if timers.count > 4096 + 8 * connectionCount {
            timers.keep { entry in
                if entry.connection == .none { return true }
                guard let connection = connection(entry.connection) else { return false }
                return entry.time == (entry.purpose == .reading ? connection.readTimer : connection.writeTimer)
            }
        }
    }

    private func stop() {
        guard !isStopping else { return }
        isStopping = true
        for socket in listeners { close(listener: socket) }
        listeners = []
        timers.add(TimerHeap.Entry(time: now &+ nanoseconds(limits.stopTime), connection: .none, purpose: .stopping))
        for case let connection? in connections {
            connection.takesNoMore = true
            if connection.waiting == 0 && !connection.hasOutput { close(connection) } else { advance(connection) }
        }
    }

    private func close(listener socket: Socket) {
        if isAccepting { poller.forget(socket.descriptor) }
        socket.close()
    }

    // MARK: Shared with the connections' part

    func connection(_ descriptor: Int32) -> Connection? {
        descriptor >= 0 && Int(descriptor) < connections.count ? connections[Int(descriptor)] : nil
    }

    func connection(_ id: ConnectionID) -> Connection? {
        guard let connection = connection(id.descriptor), connection.id == id else { return nil }
        return connection
    }

    func receive(_ socket: Socket, _ use: (UnsafeRawBufferPointer) -> Void) -> Socket.Result {
        buffer.withUnsafeMutableBytes { buffer in
            let result = socket.receive(buffer)
            if case .bytes(let count) = result { use(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            return result
        }
    }

    func currentDate() -> [UInt8] {
        let second = wallClockSeconds()
        if date.second != second { date = (second, httpDate(second)) }
        return date.text
    }
}
