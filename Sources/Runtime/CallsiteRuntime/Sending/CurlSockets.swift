#if os(Linux)
    import Foundation

    /// The connections of a loop, by their sockets.
    ///
    /// A server may send bytes that no request has asked for: a second response, or a late `408`. libcurl would take them
    /// for the response to the next request on that connection. RFC 9112, 9.2, forbids it. So the socket is looked at
    /// before a request is sent: on an idle connection nothing may have arrived.
    final class CurlSockets {
        /// A connection.
        final class Socket {
            fileprivate let descriptor: Int32
            fileprivate var localPort: Int32?
            /// Whether a request was sent on it.
            var isUsed = false

            fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

            /// Whether bytes have arrived, or the connection has ended.
            var isReadable: Bool {
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                return poll(&entry, 1, 0) > 0
            }
        }

        private var sockets: [Int32: Socket] = [:]
        private var byPort: [Int32: Socket] = [:]

        /// The connection that has this port on this side.
        func socket(localPort: Int32) -> Socket? {
            if let known = byPort[localPort] { return known }
            for socket in sockets.values where socket.localPort == nil {
                guard let port = Self.localPort(socket.descriptor) else { continue }
                socket.localPort = port
                byPort[port] = socket
            }
            return byPort[localPort]
        }

        /// Tells libcurl to say which sockets it opens and closes.
        func watch(_ easy: Curl.Handle, _ curl: Curl) {
            let context = Unmanaged.passUnretained(self).toOpaque()
            _ = curl.setPointer(easy, Curl.Option.socketData, context)
            _ = curl.setSocketCallback(easy, Curl.Option.socketFunction) { context, descriptor, _ in
                CurlSockets.of(context).sockets[descriptor] = Socket(descriptor)
                return 0
            }
            _ = curl.setPointer(easy, Curl.Option.closeData, context)
            _ = curl.setCloseCallback(easy, Curl.Option.closeFunction) { context, descriptor in
                CurlSockets.of(context).forget(descriptor)
                return close(descriptor)
            }
        }

        private func forget(_ descriptor: Int32) {
            guard let socket = sockets.removeValue(forKey: descriptor), let port = socket.localPort else { return }
            if byPort[port] === socket { byPort[port] = nil }
        }

        private static func of(_ context: UnsafeMutableRawPointer?) -> CurlSockets {
            Unmanaged<CurlSockets>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
        }

        private static func localPort(_ descriptor: Int32) -> Int32? {
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            return withUnsafeMutableBytes(of: &address) { bytes in
                guard let base = bytes.baseAddress,
                    getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length) == 0
                else { return nil }
                // The port has the same place in both of these.
                switch Int32(base.load(as: sa_family_t.self)) {
                case AF_INET, AF_INET6:
                    let port = UInt16(bigEndian: base.load(fromByteOffset: 2, as: in_port_t.self))
                    return port == 0 ? nil : Int32(port)
                default: return nil
                }
            }
        }
    }
#endif
