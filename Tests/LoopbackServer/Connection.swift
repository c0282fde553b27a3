import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// One accepted socket, used by one thread. Every wait is short and looks at `isStopped`, so that nothing outlives the
/// server.
struct Connection {
    let socket: Int32
    let isStopped: () -> Bool
    /// Called with what has arrived and isn't a whole head yet.
    var onArrival: (Data) -> Void = { _ in }
    private var buffer = Data()

    init(socket: Int32, isStopped: @escaping () -> Bool) {
        self.socket = socket
        self.isStopped = isStopped
    }

    /// The next request; nil when the client has gone, the server stops, or the bytes are no HTTP.
    mutating func read(connection: Int) -> ReceivedRequest? {
        guard let head = readHead() else { return nil }
        var lines = head.components(separatedBy: "\r\n")
        let parts = lines.removeFirst().split(separator: " ")
        guard parts.count == 3 else { return nil }
        func value(_ name: String) -> String? {
            lines.first { $0.lowercased().hasPrefix(name + ":") }.map {
                $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
            }
        }
        if value("expect")?.lowercased() == "100-continue" { _ = write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
        let isChunked = value("transfer-encoding")?.lowercased() == "chunked"
        guard let body = isChunked ? readChunks() : readBytes(Int(value("content-length") ?? "0") ?? 0) else {
            return nil
        }
        return ReceivedRequest(
            number: 0, connection: connection, method: String(parts[0]), target: String(parts[1]), headerLines: lines,
            body: body,
            isChunked: isChunked)
    }

    /// Does what the reply says. False when the connection must end.
    func answer(_ reply: Reply) -> Bool {
        for step in reply.steps {
            switch step {
            case .bytes(let data): if !write(data) { return false }
            case .repeated(let data, let count):
                for _ in 0..<count {
                    if !write(data) { return false }
                    reply.onRepetition(data.count)
                }
            case .hold(let isOver): if !wait(until: isOver) { return false }
            }
        }
        return reply.keepsAlive
    }

    // MARK: Reading

    private mutating func readHead() -> String? {
        let end = Data("\r\n\r\n".utf8)
        while true {
            if let range = buffer.range(of: end) {
                let head = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
                buffer.removeSubrange(..<range.upperBound)
                return head
            }
            guard fill() else { return nil }
            onArrival(buffer)
        }
    }

    private mutating func readBytes(_ count: Int) -> Data? {
        while buffer.count < count { guard fill() else { return nil } }
        let bytes = Data(buffer.prefix(count))
        buffer.removeFirst(count)
        return bytes
    }

    private mutating func readLine() -> String? {
        while true {
            if let range = buffer.range(of: Data("\r\n".utf8)) {
                let line = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
                buffer.removeSubrange(..<range.upperBound)
                return line
            }
            guard fill() else { return nil }
        }
    }

    private mutating func readChunks() -> Data? {
        var body = Data()
        while true {
            guard let line = readLine(), let count = Int(line.prefix { $0 != ";" }, radix: 16) else { return nil }
            guard let chunk = readBytes(count), readLine() != nil else { return nil }
            if count == 0 { return body }
            body += chunk
        }
    }

    private mutating func fill() -> Bool {
        while !isStopped() {
            guard let isReady = poll(POLLIN, milliseconds: 20) else { return false }
            guard isReady else { continue }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = recv(socket, &bytes, bytes.count, 0)
            guard count > 0 else { return false }
            buffer.append(contentsOf: bytes[..<count])
            return true
        }
        return false
    }

    // MARK: Writing and waiting

    private func write(_ data: Data) -> Bool {
        var rest = data[...]
        while !rest.isEmpty {
            guard !isStopped(), let isReady = poll(POLLOUT, milliseconds: 20) else { return false }
            guard isReady else { continue }
            #if canImport(Darwin)
                let flags = Int32(MSG_DONTWAIT)
            #else
                let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            #endif
            let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, flags) }
            if count < 0, errno == EAGAIN { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Looks every few milliseconds whether the wait is over. False: the client has gone, or the server stops.
    private func wait(until isOver: () -> Bool) -> Bool {
        while !isOver() {
            if isStopped() { return false }
            // A client that has gone makes its socket readable with nothing to read.
            if poll(POLLIN, milliseconds: 5) == true {
                var byte: UInt8 = 0
                if recv(socket, &byte, 1, Int32(MSG_PEEK)) <= 0 { return false }
                usleep(2_000)
            }
        }
        return true
    }

    /// Whether the socket is ready; nil: it is broken.
    private func poll(_ events: some BinaryInteger, milliseconds: Int32) -> Bool? {
        var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
        #if canImport(Darwin)
            let count = Darwin.poll(&entry, 1, milliseconds)
        #elseif canImport(Musl)
            let count = Musl.poll(&entry, 1, milliseconds)
        #else
            let count = Glibc.poll(&entry, 1, milliseconds)
        #endif
        if count < 0 { return errno == EINTR ? false : nil }
        return count > 0
    }
}
