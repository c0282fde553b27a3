extension ServingLoop {
    func setUpConnections() {
        let files = raiseFileLimit()
        // The rest is for the other files that the process opens.
        mostConnections = max(1, min(limits.connections, files - max(16, min(64, files / 8))))
        if mostConnections < limits.connections {
            log(
                .notice(
                    "at most \(mostConnections) connections at once: the system allows this process \(files) open files (ulimit -n)"
                ))
        }
        updateAccepting()
    }

    func updateAccepting() {
        let accepts = !isStopping && connectionCount < mostConnections && acceptsAgainAt == nil
        guard accepts != isAccepting else { return }
        isAccepting = accepts
        for socket in listeners {
            if accepts {
                poller.watch(socket.descriptor, Poller.Interest(reads: true), old: nil)
            } else {
                poller.watch(socket.descriptor, Poller.Interest(), old: Poller.Interest(reads: true))
                poller.forget(socket.descriptor)
            }
        }
    }

    func accept() {
        for listener in listeners {
            // At most 64 at once, since other connections wait too.
            for _ in 0..<64 {
                guard connectionCount < mostConnections else { break }
                switch listener.accept() {
                case .socket(let socket):
                    begin(socket)
                    continue
                case .exhausted:
                    if acceptsAgainAt == nil {
                        let time = now &+ 100_000_000
                        acceptsAgainAt = time
                        timers.add(TimerHeap.Entry(time: time, connection: .none, purpose: .accepting))
                        log(.notice("the system has no file descriptor left for another connection (ulimit -n)"))
                    }
                case .none: break
                }
                break
            }
        }
        updateAccepting()
    }

    private func begin(_ socket: Socket) {
        let index = Int(socket.descriptor)
        if index >= connections.count {
            connections += Array(repeating: nil, count: max(64, index + 1 - connections.count, connections.count))
        }
        lastNumber += 1
        let connection = Connection(
            id: ConnectionID(descriptor: socket.descriptor, number: lastNumber), socket: socket, peer: socket.peer,
            parser: RequestParser(limits: limits, hostCheck: hostCheck), now: now)
        connections[index] = connection
        connectionCount += 1
        log(.opened(peer: connection.peer))
        update(connection)
    }

    func close(_ connection: Connection) {
        guard self.connection(connection.id) != nil else { return }
        poller.forget(connection.socket.descriptor)
        connection.socket.close()
        heldBytes -= connection.heldBytes
        connections[Int(connection.socket.descriptor)] = nil
        connectionCount -= 1
        log(.closed(peer: connection.peer))
        updateAccepting()
    }
}
