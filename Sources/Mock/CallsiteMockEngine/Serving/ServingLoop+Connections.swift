extension ServingLoop {
    /// A response is written to the system in pieces of about this size.
    private static let pieceBytes = 64 << 10

    // MARK: Events of a connection

    func handle(_ ready: Poller.Ready, _ connection: Connection) {
        if ready.hasFailed { return close(connection) }
        if ready.isReadable, !read(connection) { return }
        if ready.isWritable { connection.isStalled = false }
        advance(connection)
    }

    func respond(_ id: ConnectionID, _ sequence: Int, _ response: ServedResponse) {
        guard let connection = connection(id) else { return }
        connection.respond(sequence, status: response.status) { exchange in
            ResponseSender(
                response, method: exchange.method, isHTTP10: exchange.isHTTP10,
                keepsAlive: exchange.keepsAlive && !isStopping,
                respondedAt: now, date: currentDate())
        }
        advance(connection)
    }

    func writeTimeIsUp(_ connection: Connection) {
        if connection.isStalled, now &- connection.lastWrite >= nanoseconds(limits.writeTime) {
            return close(connection)
        }
        advance(connection)
    }

    func readTimeIsUp(_ connection: Connection) {
        guard let deadline = readDeadline(connection), deadline <= now else { return update(connection) }
        guard !connection.isLingering, connection.parser.isInRequest else { return close(connection) }
        let reason =
            if !connection.parser.isInBody {
                "the request's head took more than \(limits.headTime) seconds"
            } else if let end = bodyEnd(connection), end <= now {
                "the request's body took more than \(limits.wholeBodyTime) seconds"
            } else {
                "nothing of the request's body came for \(limits.bodyTime) seconds"
            }
        refuse(connection, Refusal(408, reason))
        advance(connection)
    }

    /// False when the connection is closed.
    private func read(_ connection: Connection) -> Bool {
        var count = 0
        let result = receive(connection.socket) { bytes in
            count = bytes.count
            if connection.isLingering { return }
            if connection.headStart == nil { connection.headStart = now }
            connection.parser.feed(bytes)
        }
        switch result {
        case .bytes: if !connection.isLingering { connection.lastRead = now }
        case .notNow: return true
        case .end:
            connection.hasInputEnded = true
            if connection.isLingering || connection.waiting == 0 && !connection.hasOutput {
                close(connection)
                return false
            }
        case .failed:
            close(connection)
            return false
        }
        connection.lingeredBytes += connection.isLingering ? count : 0
        if connection.lingeredBytes > limits.lingerBytes {
            close(connection)
            return false
        }
        return true
    }

    // MARK: Progress

    /// Does all that a connection can do now, and sets what it waits for.
    func advance(_ connection: Connection) {
        guard !connection.isLingering else { return update(connection) }
        guard write(connection) else { return }
        takeRequests(connection)
        // Writes a 100 Continue, or a refusal.
        guard write(connection) else { return }
        update(connection)
    }

    /// Writes the output that is due. False when the connection is closed, or lingers before it is closed.
    private func write(_ connection: Connection) -> Bool {
        connection.sendsAt = nil
        while !connection.isStalled {
            fill(connection)
            guard connection.hasOutput else { break }
            guard connection.write(now: now) else {
                close(connection)
                return false
            }
        }
        let isDone = connection.takesNoMore || connection.hasInputEnded && !connection.isBehind
        if !connection.hasOutput, connection.closesBehindOutput || isDone && connection.waiting == 0 {
            linger(connection)
            return false
        }
        return true
    }

    private func fill(_ connection: Connection) {
        while !connection.closesBehindOutput, connection.out.count < Self.pieceBytes,
            let progress = connection.fill(room: Self.pieceBytes, now: now)
        {
            switch progress {
            case .hasMore: return
            case .waits(let until):
                connection.sendsAt = until
                return
            case .ended(let closes):
                if closes { connection.closesBehindOutput = true }
                if let exchange = connection.removeFirst(), !exchange.method.isEmpty {
                    log(.answered(method: exchange.method, target: exchange.target, status: exchange.status))
                }
            }
        }
    }

    /// Ends the connection so that the client sees the last response, even if it still sends: a socket that is closed
    /// with bytes unread resets the connection, and the response is lost.
    private func linger(_ connection: Connection) {
        guard !connection.hasInputEnded, !isStopping else { return close(connection) }
        connection.socket.endWriting()
        connection.isLingering = true
        connection.lastRead = now
        setHeld(connection, 0)
        update(connection)
    }

    /// Gives the requests that are complete to the handler, unless too many wait for their responses.
    private func takeRequests(_ connection: Connection) {
        while takesRequests(connection) {
            switch connection.parser.next() {
            case .needsMore:
                if connection.isBehind {
                    connection.isBehind = false
                    connection.lastRead = now
                    connection.headStart = now
                    connection.bodyStart = nil
                }
                if connection.parser.isInBody, connection.bodyStart == nil { connection.bodyStart = now }
                setHeld(connection, connection.parser.heldBytes)
                if heldBytes > limits.bytesOfAllRequests, connection.heldBytes > 64 << 10 {
                    refuse(
                        connection,
                        Refusal(503, "the server holds \(limits.bytesOfAllRequests) bytes of unfinished requests"))
                    continue
                }
                if connection.parser.expectsContinue, connection.waiting == 0, !connection.hasOutput {
                    connection.parser.noteContinue()
                    connection.out += Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
                }
                if !connection.parser.isInRequest { connection.headStart = nil }
                return
            case .request(let parsed): take(parsed, connection)
            case .refusal(let refusal): refuse(connection, refusal)
            }
        }
        connection.isBehind = !connection.takesNoMore
    }

    private func takesRequests(_ connection: Connection) -> Bool {
        !connection.takesNoMore && !connection.closesBehindOutput
            && connection.waiting < max(1, limits.pipelinedRequests)
    }

    private func take(_ parsed: RequestParser.Parsed, _ connection: Connection) {
        connection.headStart = now
        connection.bodyStart = nil
        let request = parsed.request
        if !parsed.keepsAlive { connection.takesNoMore = true }
        let sequence = connection.add(
            method: request.method, target: request.target, isHTTP10: parsed.isHTTP10, keepsAlive: parsed.keepsAlive)
        let responder = Responder(loop: self, connection: connection.id, sequence: sequence)
        handler(request) { responder.respond($0) }
    }

    private func refuse(_ connection: Connection, _ refusal: Refusal) {
        log(.refused(status: refusal.status, reason: refusal.reason))
        connection.takesNoMore = true
        let sequence = connection.add(method: "", target: "", isHTTP10: false, keepsAlive: false)
        connection.respond(sequence, status: refusal.status) { _ in
            ResponseSender(
                refusal.response, method: "", isHTTP10: false, keepsAlive: false, respondedAt: now, date: currentDate())
        }
    }

    private func setHeld(_ connection: Connection, _ count: Int) {
        heldBytes += count - connection.heldBytes
        connection.heldBytes = count
    }

    // MARK: Interests and timers of a connection

    func update(_ connection: Connection) {
        var interest = Poller.Interest()
        interest.reads = !connection.hasInputEnded && (connection.isLingering || takesRequests(connection))
        interest.writes = connection.isStalled
        if interest != connection.interest {
            poller.watch(connection.socket.descriptor, interest, old: connection.interest)
            connection.interest = interest
        }
        if let deadline = readDeadline(connection), deadline < connection.readTimer ?? .max {
            connection.readTimer = deadline
            timers.add(TimerHeap.Entry(time: deadline, connection: connection.id, purpose: .reading))
        }
        let writeDeadline =
            connection.isStalled ? connection.lastWrite &+ nanoseconds(limits.writeTime) : connection.sendsAt
        if let writeDeadline, writeDeadline < connection.writeTimer ?? .max {
            connection.writeTimer = writeDeadline
            timers.add(TimerHeap.Entry(time: writeDeadline, connection: connection.id, purpose: .writing))
        }
    }

    /// The time at which the whole body must have been read.
    private func bodyEnd(_ connection: Connection) -> UInt64? {
        connection.bodyStart.map { $0 &+ nanoseconds(limits.wholeBodyTime) }
    }

    /// The time by which the client must send more; nil while the server expects nothing from it.
    private func readDeadline(_ connection: Connection) -> UInt64? {
        if connection.isLingering { return connection.lastRead &+ nanoseconds(limits.lingerTime) }
        guard takesRequests(connection), !connection.hasInputEnded else { return nil }
        if connection.parser.isInBody {
            return min(connection.lastRead &+ nanoseconds(limits.bodyTime), bodyEnd(connection) ?? .max)
        }
        if connection.parser.isInRequest { return (connection.headStart ?? now) &+ nanoseconds(limits.headTime) }
        guard connection.waiting == 0, !connection.hasOutput else { return nil }
        return max(connection.lastRead, connection.lastWrite) &+ nanoseconds(limits.idleTime)
    }
}

/// Sends a handler's response, once.
private final class Responder: Sendable {
    private let loop: ServingLoop
    private let connection: ConnectionID
    private let sequence: Int

    init(loop: ServingLoop, connection: ConnectionID, sequence: Int) {
        self.loop = loop
        self.connection = connection
        self.sequence = sequence
    }

    // After a response, no request waits for another one, and this message has no effect.
    deinit { loop.post(.abandon(connection, sequence: sequence)) }

    func respond(_ response: ServedResponse) { loop.post(.respond(connection, sequence: sequence, response)) }
}
