#if os(Linux)
    import Foundation
    import Waiting

    /// An HTTPS server on 127.0.0.1 for tests, with the certificate in `Tests/Certificates/server.pem`. It responds to
    /// each request with `ok`, or with a redirect, and closes the connection. TLS is that of the system's OpenSSL.
    public final class TLSServer: Sendable {
        /// A request, and the client that has sent it.
        public struct Request: Sendable {
            /// `GET / HTTP/1.1`.
            public let line: String
            /// The client's IP address.
            public let address: String
            /// Whether the client has shown a certificate.
            public let hasCertificate: Bool
        }

        /// Whether the system has an OpenSSL.
        public static var isAvailable: Bool { OpenSSL.loaded != nil }

        private let port: UInt16
        private let seen = Watched<[Request]>([])
        private let isStopped = Watched(false)

        /// - Parameters:
        ///   - asksForCertificate: Whether clients may show a certificate that `authority.pem` has issued.
        ///   - location: Where it redirects to; nil: it doesn't.
        public init(asksForCertificate: Bool = false, redirectingTo location: URL? = nil) throws {
            guard let openSSL = OpenSSL.loaded else { throw LoopbackServerError(description: "there is no OpenSSL") }
            let context = try openSSL.context(asksForCertificate)
            let listener: Int32
            (listener, port) = try listeningSocket()
            let head = location.map { "302 Found\r\nLocation: \($0.absoluteString)" } ?? "200 OK"
            let response = Data("HTTP/1.1 \(head)\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".utf8)
            Thread.detachNewThread { [seen, isStopped] in
                while !isStopped.value {
                    var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
                    guard poll(&entry, 1, 20) > 0 else { continue }
                    let socket = accept(listener, nil, nil)
                    guard socket >= 0 else { continue }
                    openSSL.serve(socket, context) { line, hasCertificate in
                        let request = Request(line: line, address: peer(socket), hasCertificate: hasCertificate)
                        seen.update { $0.append(request) }
                        return response
                    }
                    close(socket)
                }
                close(listener)
            }
        }

        deinit { isStopped.update { $0 = true } }

        public var url: URL { URL(string: "https://127.0.0.1:\(port)/").unsafelyUnwrapped }

        /// The requests so far.
        public var requests: [Request] { seen.value }

        /// The path of a file in `Tests/Certificates`.
        public static func certificate(_ name: String) -> String {
            URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appendingPathComponent("Certificates/\(name)").path
        }
    }

    /// The IP address at the other end.
    private func peer(_ socket: Int32) -> String {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getpeername(socket, $0, &length) }
            return String(cString: inet_ntoa(pointer.pointee.sin_addr))
        }
    }

    /// The functions of the system's OpenSSL, looked up by name: tests need no package for it.
    private struct OpenSSL: @unchecked Sendable {
        typealias Handle = UnsafeMutableRawPointer
        static let loaded = OpenSSL()

        private let library: Handle
        private let accept: @convention(c) (Handle) -> Int32
        private let read: @convention(c) (Handle, UnsafeMutableRawPointer, Int32) -> Int32
        private let write: @convention(c) (Handle, UnsafeRawPointer, Int32) -> Int32
        private let make: @convention(c) (Handle) -> Handle?
        private let free: @convention(c) (Handle) -> Void
        private let shutDown: @convention(c) (Handle) -> Int32
        private let setSocket: @convention(c) (Handle, Int32) -> Int32
        private let peerCertificate: @convention(c) (Handle) -> Handle?

        /// nil: there is none.
        private init?() {
            let names = ["libssl.so.3", "libssl.so.1.1"]
            guard let library = names.lazy.compactMap({ (name: String) in dlopen(name, RTLD_NOW) }).first else {
                return nil
            }
            func function<Function>(_ name: String, as type: Function.Type = Function.self) -> Function? {
                dlsym(library, name).map { unsafeBitCast($0, to: type) }
            }
            guard let accept: @convention(c) (Handle) -> Int32 = function("SSL_accept"),
                let read: @convention(c) (Handle, UnsafeMutableRawPointer, Int32) -> Int32 = function("SSL_read"),
                let write: @convention(c) (Handle, UnsafeRawPointer, Int32) -> Int32 = function("SSL_write"),
                let make: @convention(c) (Handle) -> Handle? = function("SSL_new"),
                let free: @convention(c) (Handle) -> Void = function("SSL_free"),
                let shutDown: @convention(c) (Handle) -> Int32 = function("SSL_shutdown"),
                let setSocket: @convention(c) (Handle, Int32) -> Int32 = function("SSL_set_fd"),
                let peerCertificate: @convention(c) (Handle) -> Handle? = function("SSL_get1_peer_certificate")
                    ?? function("SSL_get_peer_certificate")
            else { return nil }
            (self.library, self.accept, self.read, self.write) = (library, accept, read, write)
            (self.make, self.free, self.shutDown) = (make, free, shutDown)
            (self.setSocket, self.peerCertificate) = (setSocket, peerCertificate)
        }

        /// The certificate and what is asked of clients, for all connections.
        func context(_ asksForCertificate: Bool) throws -> Context {
            func function<Function>(_ name: String, as type: Function.Type = Function.self) throws -> Function {
                guard let address = dlsym(library, name) else { throw LoopbackServerError(description: "no \(name)") }
                return unsafeBitCast(address, to: type)
            }
            let method: @convention(c) () -> Handle = try function("TLS_server_method")
            let make: @convention(c) (Handle) -> Handle? = try function("SSL_CTX_new")
            let useCertificate: @convention(c) (Handle, UnsafePointer<CChar>) -> Int32 = try function(
                "SSL_CTX_use_certificate_chain_file")
            let useKey: @convention(c) (Handle, UnsafePointer<CChar>, Int32) -> Int32 = try function(
                "SSL_CTX_use_PrivateKey_file")
            let trust: @convention(c) (Handle, UnsafePointer<CChar>, UnsafePointer<CChar>?) -> Int32 = try function(
                "SSL_CTX_load_verify_locations")
            let setVerification: @convention(c) (Handle, Int32, Handle?) -> Void = try function("SSL_CTX_set_verify")
            let file = TLSServer.certificate("server.pem")
            // 1 is the form of PEM, and 1 asks clients for a certificate.
            guard let context = make(method()), useCertificate(context, file) == 1, useKey(context, file, 1) == 1,
                trust(context, TLSServer.certificate("authority.pem"), nil) == 1
            else { throw LoopbackServerError(description: "OpenSSL can't read the certificates") }
            if asksForCertificate { setVerification(context, 1, nil) }
            return Context(handle: context)
        }

        /// It lives as long as the process.
        struct Context: @unchecked Sendable {
            let handle: Handle
        }

        /// Reads a request, and writes the response to it.
        ///
        /// - Parameter respond: Makes the response to the request's first line, and to whether there is a certificate.
        func serve(_ socket: Int32, _ context: Context, _ respond: (String, Bool) -> Data) {
            // A client that says nothing must not keep the thread.
            var limit = timeval(tv_sec: 20, tv_usec: 0)
            setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            // It writes to clients that have gone.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            guard let connection = make(context.handle) else { return }
            defer { free(connection) }
            guard setSocket(connection, socket) == 1, accept(connection) == 1 else { return }
            var request = Data()
            var bytes = [UInt8](repeating: 0, count: 4096)
            while request.range(of: Data("\r\n\r\n".utf8)) == nil {
                let count = read(connection, &bytes, Int32(bytes.count))
                guard count > 0 else { return }
                request += bytes[..<Int(count)]
            }
            let line = String(decoding: request.prefix { $0 != 13 }, as: UTF8.self)
            let response = respond(line, peerCertificate(connection) != nil)
            _ = response.withUnsafeBytes { write(connection, $0.baseAddress.unsafelyUnwrapped, Int32($0.count)) }
            _ = shutDown(connection)
        }
    }
#endif
