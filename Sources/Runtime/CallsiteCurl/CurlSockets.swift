#if os(Linux)
    import CallsiteHTTP
    import Foundation

    /// The connections of a loop, by their sockets.
    ///
    /// A server may send bytes that no request has asked for: a second response, or a late `408`. libcurl would take
    /// them for the response to the next request on that connection, which RFC 9112, 9.2, forbids. So the socket is
    /// checked before a request is sent: nothing may have arrived on an idle connection.
    final class CurlSockets {
        /// A connection.
        final class Socket {
            fileprivate let descriptor: Int32
            /// nil: not connected yet.
            fileprivate var ends: Ends?
            /// Whether a request was sent on it.
            var isUsed = false

            /// Whether bytes have arrived.
            var hasBytes: Bool {
                var byte: UInt8 = 0
                return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
            }

            fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

            /// Whether bytes have arrived, or the connection has ended.
            var isReadable: Bool {
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                return poll(&entry, 1, 0) > 0
            }
        }

        /// Both ends of a connection. A local port alone doesn't identify it, since it may be connected to several
        /// hosts.
        struct Ends: Hashable {
            let localPort: Int32
            let remotePort: Int32
            let remoteAddress: String
        }

        private var sockets: [Int32: Socket] = [:]
        private var byEnds: [Ends: Socket] = [:]

        /// The connection between these ends.
        func socket(between ends: Ends) -> Socket? {
            if let socket = byEnds[ends] { return socket }
            for socket in sockets.values where socket.ends == nil {
                guard let ends = Self.ends(socket.descriptor) else { continue }
                socket.ends = ends
                byEnds[ends] = socket
            }
            return byEnds[ends]
        }

        /// Makes libcurl report the sockets that it opens and closes.
        func watch(_ easy: Curl.Handle, _ curl: Curl) {
            let context = Unmanaged.passUnretained(self).toOpaque()
            _ = curl.setPointer(easy, Curl.Option.socketData, context)
            _ = curl.setSocketCallback(easy, Curl.Option.socketFunction) { context, descriptor, _ in
                // Some versions of libcurl don't report the end of a socket that was never connected.
                CurlSockets.of(context).forget(descriptor)
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
            guard let socket = sockets.removeValue(forKey: descriptor), let ends = socket.ends else { return }
            if byEnds[ends] === socket { byEnds[ends] = nil }
        }

        private static func of(_ context: UnsafeMutableRawPointer?) -> CurlSockets {
            Unmanaged<CurlSockets>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
        }

        private static func ends(_ descriptor: Int32) -> Ends? {
            guard let local = address(descriptor, getsockname), let remote = address(descriptor, getpeername) else {
                return nil
            }
            return Ends(localPort: local.port, remotePort: remote.port, remoteAddress: remote.text)
        }

        private static func address(
            _ descriptor: Int32,
            _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
        ) -> (text: String, port: Int32)? {
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            return withUnsafeMutableBytes(of: &address) { bytes in
                guard let base = bytes.baseAddress,
                    ask(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length) == 0
                else { return nil }
                // The port has the same offset in both families, the address hasn't.
                let family = Int32(base.load(as: sa_family_t.self))
                guard family == AF_INET || family == AF_INET6 else { return nil }
                let port = UInt16(bigEndian: base.load(fromByteOffset: 2, as: in_port_t.self))
                var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
                let isWritten =
                    inet_ntop(family, base + (family == AF_INET ? 4 : 8), &text, socklen_t(text.count)) != nil
                guard isWritten, port > 0 else { return nil }
                return (
                    String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self), Int32(port)
                )
            }
        }
    }
#endif
