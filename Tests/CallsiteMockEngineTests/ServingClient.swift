import CallsiteMockEngine
import Foundation
import Waiting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A socket to a server on 127.0.0.1 that sends whatever bytes it is given.
final class ServingClient: @unchecked Sendable {
    private let descriptor: Int32
    /// The bytes that came behind the ones that `receive` waited for. Only one thread reads at a time.
    private let rest = Watched<[UInt8]>([])

    init(port: Int, receiveBuffer: Int32? = nil) {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        if var receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(4)) }
        #if canImport(Darwin)
            var one: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(4))
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let failed = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        self.descriptor = descriptor
        isConnected = failed == 0
    }

    let isConnected: Bool

    deinit { close(descriptor) }

    /// Sends as much as the server takes until it closes.
    func send(_ bytes: [UInt8]) {
        var at = 0
        while at < bytes.count {
            let count = bytes.withUnsafeBytes { sendOnce(UnsafeRawBufferPointer(rebasing: $0[at...])) }
            if count <= 0 { return }
            at += count
        }
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    private func sendOnce(_ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
        #elseif canImport(Glibc)
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, 0x4000)
        #elseif canImport(Musl)
            Musl.send(descriptor, bytes.baseAddress, bytes.count, 0x4000)
        #endif
    }

    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes with a reset in place of an end.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        _ = dup2(open("/dev/null", O_RDONLY), descriptor)
    }

    /// The next bytes; empty at the end of the connection.
    func receiveSome() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }

    /// All bytes until the server closes. It waits on a thread of its own: tasks share as many threads as there are
    /// processors.
    func receiveAll() async -> String { await onThread { self.readAll() } }

    /// Reads until the bytes so far end in a string.
    func receive(until end: String) async -> String { await onThread { self.read(until: end) } }

    private func onThread(_ body: @escaping @Sendable () -> String) async -> String {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: body()) }
            }
        } onCancel: {
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    private func readAll() -> String {
        var all = rest.value
        rest.update { $0 = [] }
        while true {
            let some = receiveSome()
            if some.isEmpty { return String(decoding: all, as: UTF8.self) }
            all += some
        }
    }

    private func read(until end: String) -> String {
        var all = rest.value
        let end = Array(end.utf8)
        while true {
            if all.count >= end.count,
                let at = (0...(all.count - end.count)).first(where: { all[$0..<$0 + end.count].elementsEqual(end) })
            {
                let left = Array(all[(at + end.count)...])
                rest.update { $0 = left }
                return String(decoding: all[..<(at + end.count)], as: UTF8.self)
            }
            let some = receiveSome()
            if some.isEmpty { return String(decoding: all, as: UTF8.self) }
            all += some
        }
    }
}

/// The statuses of the responses in a connection's bytes. No body of these tests contains a status line.
func statuses(_ text: String) -> [Int] {
    text.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).dropFirst().compactMap { Int($0.prefix(3)) }
}

/// Responds with the method, the target and the length of the body.
@Sendable func echo(_ request: MockRequest, _ respond: @escaping @Sendable (ServedResponse) -> Void) {
    let text = "<\(request.method) \(request.target) \(request.body.map { String($0.count) } ?? "-")>"
    respond(ServedResponse(status: 200, headers: [("Content-Type", "text/plain")], body: .bytes(Array(text.utf8))))
}

/// A clock that stands still until it is moved.
final class ManualServingClock: Sendable {
    private let state = Watched<(time: UInt64, looks: Int)>((1_000_000_000, 0))

    var clock: ServingClock {
        ServingClock { [state] in
            state.update {
                $0.looks += 1
                return $0.time
            }
        }
    }

    /// Moves it, and waits until the server has looked at it.
    func advance(seconds: Double, of server: MockServer) async {
        let looks = state.update {
            $0.time += UInt64(seconds * 1e9)
            return $0.looks
        }
        server.wake()
        await state.wait { $0.looks > looks }
    }
}
