/// One client's connection: the bytes that it sent, its requests that wait for a response, the bytes to be written.
/// Only the loop's thread touches it.
final class Connection {
    /// A request that waits for its response, or whose response is being sent.
    struct Exchange {
        let sequence: Int
        let method: String
        let target: String
        let isHTTP10: Bool
        let keepsAlive: Bool
        var sender: ResponseSender?
        var status = 0
    }

    let id: ConnectionID
    let socket: Socket
    let peer: String
    var parser: RequestParser
    /// In the order of the requests, which is that of the responses too. Those before `firstExchange` are done.
    private var exchanges: [Exchange] = []
    private var firstExchange = 0
    private var nextSequence = 0
    var out: [UInt8] = []
    var outAt = 0
    var interest: Poller.Interest?

    /// Whether the system takes no more bytes at the moment.
    var isStalled = false
    var hasInputEnded = false
    /// Whether no more requests are read: the connection closes behind the responses that are due.
    var takesNoMore = false
    /// Whether the connection closes when `out` is written, even if requests wait.
    var closesBehindOutput = false
    /// Whether complete requests may have arrived that haven't been read yet.
    var isBehind = false
    /// Whether the last response is out: further input is discarded until the client closes.
    var isLingering = false
    var lingeredBytes = 0
    var heldBytes = 0

    /// Times in the clock's nanoseconds: when the head or body that is being read began, and when bytes were last read
    /// or written.
    var headStart: UInt64?
    var bodyStart: UInt64?
    var lastRead: UInt64
    var lastWrite: UInt64
    /// The time at which the response that is being sent goes on.
    var sendsAt: UInt64?
    /// The timers that are in the heap.
    var readTimer: UInt64?
    var writeTimer: UInt64?

    init(id: ConnectionID, socket: Socket, peer: String, parser: RequestParser, now: UInt64) {
        self.id = id
        self.socket = socket
        self.peer = peer
        self.parser = parser
        lastRead = now
        lastWrite = now
    }

    var waiting: Int { exchanges.count - firstExchange }
    var hasOutput: Bool { outAt < out.count }
    var first: Exchange? { waiting > 0 ? exchanges[firstExchange] : nil }

    /// Adds a request, and returns the number by which its response is set.
    func add(method: String, target: String, isHTTP10: Bool, keepsAlive: Bool) -> Int {
        nextSequence += 1
        exchanges.append(
            Exchange(sequence: nextSequence, method: method, target: target, isHTTP10: isHTTP10, keepsAlive: keepsAlive)
        )
        return nextSequence
    }

    /// Whether a request has no response yet.
    func awaitsResponse(_ sequence: Int) -> Bool { place(sequence).map { exchanges[$0].sender == nil } ?? false }

    private func place(_ sequence: Int) -> Int? {
        guard waiting > 0 else { return nil }
        let index = sequence - exchanges[firstExchange].sequence + firstExchange
        return index >= firstExchange && index < exchanges.count ? index : nil
    }

    /// Sets the response to a request, if it has none yet.
    func respond(_ sequence: Int, status: Int, _ sender: (Exchange) -> ResponseSender) {
        guard let index = place(sequence), exchanges[index].sender == nil else { return }
        exchanges[index].status = status
        exchanges[index].sender = sender(exchanges[index])
    }

    /// Fills `out` from the response that is due; nil: it isn't there yet.
    func fill(room: Int, now: UInt64) -> ResponseSender.Progress? {
        guard waiting > 0 else { return nil }
        return exchanges[firstExchange].sender?.fill(&out, room: room, now: now)
    }

    func removeFirst() -> Exchange? {
        guard waiting > 0 else { return nil }
        let done = exchanges[firstExchange]
        exchanges[firstExchange].sender = nil
        firstExchange += 1
        if firstExchange == exchanges.count {
            exchanges.removeAll(keepingCapacity: exchanges.capacity <= 4)
            firstExchange = 0
        } else if firstExchange >= 64 {
            exchanges.removeFirst(firstExchange)
            firstExchange = 0
        }
        return done
    }

    /// Sends the bytes in `out`. False: the client has gone.
    func write(now: UInt64) -> Bool {
        while hasOutput {
            let result = out.withUnsafeBytes { socket.send(UnsafeRawBufferPointer(rebasing: $0[outAt...])) }
            switch result {
            case .bytes(let count):
                outAt += count
                lastWrite = now
            case .notNow:
                isStalled = true
                return true
            case .end, .failed: return false
            }
        }
        out.removeAll(keepingCapacity: out.capacity <= 1024)
        outAt = 0
        isStalled = false
        return true
    }
}
