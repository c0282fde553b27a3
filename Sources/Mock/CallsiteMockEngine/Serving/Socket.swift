#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
    import CallsiteEpoll
#elseif canImport(Musl)
    import Musl
    import CallsiteEpoll
#endif

/// A descriptor, with the calls that a server needs. No call blocks or raises a signal.
struct Socket: Hashable {
    enum Result {
        case bytes(Int)
        case end
        case notNow
        case failed
    }

    enum Accepted {
        case socket(Socket)
        case none
        /// The process or the system has no descriptor left.
        case exhausted
    }

    let descriptor: Int32

    func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Result {
        let result = transfer { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
        if case .bytes(0) = result { return .end }
        return result
    }

    func send(_ bytes: UnsafeRawBufferPointer) -> Result {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            // MSG_NOSIGNAL, which is an enum's case in one C library and a macro in the other.
            let flags: Int32 = 0x4000
        #endif
        return transfer { systemSend(descriptor, bytes.baseAddress, bytes.count, flags) }
    }

    /// Calls a function that returns a number of bytes, and calls it again if a signal interrupts it.
    private func transfer(_ call: () -> Int) -> Result {
        while true {
            let count = call()
            if count >= 0 { return .bytes(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return .notNow
            default: return .failed
            }
        }
    }

    func endWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    func close() { _ = systemClose(descriptor) }

    func accept() -> Accepted {
        while true {
            #if canImport(Darwin)
                let accepted = Darwin.accept(descriptor, nil, nil)
                if accepted >= 0 { setNonBlocking(accepted) }
            #else
                let accepted = callsite_accept(descriptor)
            #endif
            if accepted >= 0 {
                let socket = Socket(descriptor: accepted)
                socket.set(Int32(IPPROTO_TCP), TCP_NODELAY)
                guard socket.refuseSignals() else {
                    // The client has gone already, and a signal would end the process.
                    socket.close()
                    continue
                }
                return .socket(socket)
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
            default: return .none
            }
        }
    }

    @discardableResult
    func set(_ level: Int32, _ option: Int32, _ value: Int32 = 1) -> Bool {
        var value = value
        return setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
    }

    /// Keeps writes from raising a signal. If the result is false, the socket must not be written to.
    @discardableResult
    func refuseSignals() -> Bool {
        #if canImport(Darwin)
            set(SOL_SOCKET, SO_NOSIGPIPE)
        #else
            true
        #endif
    }

    /// The port that the system chose.
    var localPort: Int? {
        name(getsockname).flatMap { Int($0.port) }
    }

    /// `127.0.0.1:53124`, `[::1]:53124`.
    var peer: String {
        guard let (host, port) = name(getpeername) else { return "" }
        return host.utf8.contains(0x3A) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    private func name(
        _ function: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> (host: String, port: String)? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var host = [CChar](repeating: 0, count: 128)
        var port = [CChar](repeating: 0, count: 16)
        let failed = withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                function(descriptor, address, &length) != 0
                    || getnameinfo(
                        address, length, &host, socklen_t(host.count), &port, socklen_t(port.count),
                        NI_NUMERICHOST | NI_NUMERICSERV) != 0
            }
        }
        return failed ? nil : (text(host), text(port))
    }

    private func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

// Functions of the C library that have the same names as methods above.
private let systemSend = send
private let systemClose = close

/// Makes a descriptor non-blocking, and keeps child processes from inheriting it.
func setNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}
