#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Sockets that listen on all addresses of a host name: `localhost` is both 127.0.0.1 and ::1, if the system has IPv6.
func listen(host: String, port: Int) throws(MockError) -> (sockets: [Socket], port: Int) {
    do { return try listenOnAll(host: host, port: port) } catch { throw MockError(error.message) }
}

private func listenOnAll(host: String, port: Int) throws(ListeningError) -> (sockets: [Socket], port: Int) {
    guard (0...65_535).contains(port) else {
        throw ListeningError("\(port) is no port: choose one from 1024 to 65535, or 0 for a free one")
    }
    guard MockText.isSame(host, "localhost") else {
        let name = host.utf8.first == 0x5B && host.utf8.last == 0x5D ? String(host.dropFirst().dropLast()) : host
        let socket = try listenOnOne(host: name, port: port)
        return ([socket], socket.localPort ?? port)
    }
    // A port that is free for IPv4 may be in use for IPv6.
    for _ in 0..<8 {
        let first = try listenOnOne(host: "127.0.0.1", port: port)
        let localPort = first.localPort ?? port
        do {
            return ([first, try listenOnOne(host: "::1", port: localPort)], localPort)
        } catch {
            guard error.isInUse else { return ([first], localPort) }
            first.close()
            if port != 0 { throw error }
        }
    }
    throw ListeningError(
        "the system has no free port for 127.0.0.1 and ::1 together; choose one, or use 127.0.0.1 as host")
}

private struct ListeningError: Error {
    let message: String
    let isInUse: Bool

    init(_ message: String, isInUse: Bool = false) { (self.message, self.isInUse) = (message, isInUse) }
}

private func listenOnOne(host: String, port: Int) throws(ListeningError) -> Socket {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    #if canImport(Glibc)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
        hints.ai_socktype = SOCK_STREAM
    #endif
    hints.ai_flags = AI_NUMERICSERV
    var addresses: UnsafeMutablePointer<addrinfo>?
    guard !host.isEmpty, getaddrinfo(host, String(port), &hints, &addresses) == 0, let addresses else {
        throw ListeningError("no address belongs to the host '\(host)'; use localhost or 127.0.0.1")
    }
    defer { freeaddrinfo(addresses) }
    let address = addresses.pointee
    let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard descriptor >= 0 else { throw listeningError(host, port, errno) }
    setNonBlocking(descriptor)
    let socket = Socket(descriptor: descriptor)
    socket.set(SOL_SOCKET, SO_REUSEADDR)
    socket.refuseSignals()
    if address.ai_family == AF_INET6 { socket.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, listen(descriptor, 1024) == 0 else {
        let code = errno
        socket.close()
        throw listeningError(host, port, code)
    }
    return socket
}

private func listeningError(_ host: String, _ port: Int, _ code: Int32) -> ListeningError {
    switch code {
    case EADDRINUSE:
        ListeningError("port \(port) is in use; --port 0 chooses a free one", isInUse: true)
    // macOS runs a command plugin and its programs in a sandbox.
    case EPERM where port == 0 || port >= 1024:
        ListeningError(
            "the sandbox of a command plugin forbids listening; use 'swift package --disable-sandbox callsite mock'")
    case EACCES, EPERM:
        ListeningError("port \(port) needs an administrator's rights; choose one from 1024 on")
    case EADDRNOTAVAIL:
        ListeningError("'\(host)' is no address of this machine; use localhost or 127.0.0.1")
    default: ListeningError("can't listen on \(host), port \(port): \(errorText(code))")
    }
}
