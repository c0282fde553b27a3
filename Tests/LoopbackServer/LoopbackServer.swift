import Foundation
import Waiting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A small HTTP/1.1 server on 127.0.0.1 for tests. It records what arrives, byte for byte, and sends the replies that a
/// test gives it, broken ones included.
///
///     let server = try LoopbackServer { request in
///         request.target == "/stories/1" ? .json(#"{"id":1}"#) : .text("no such page", status: 404)
///     }
///     let transport = NetworkTransport(idleTimeout: LoopbackServer.patience)
///     let session = Session(baseURL: server.baseURL, transport: transport)
///
/// It ends soon after it is released, with all its threads but those whose handler hasn't returned; it doesn't wait for
/// them. After `stop()`, clients find a server that has gone.
public final class LoopbackServer: Sendable {
    /// How long a client waits that waits for this server, in seconds: longer than any machine is busy.
    public static let patience = 86_400.0

    /// Makes the reply to a request. Called on a connection's own thread, so it may block.
    public typealias Handler = @Sendable (ReceivedRequest) -> Reply

    /// The port, chosen by the system.
    public let port: UInt16
    private let state: State

    /// Starts a server that replies with `handler`.
    ///
    /// - Parameter greeting: The bytes that it writes on each connection before it has read anything.
    public init(greeting: String = "", _ handler: @escaping Handler) throws {
        (state, port) = try State.listening(handler, greeting)
        state.start()
    }

    /// Starts a server that gives these replies one after the other, and the last one for ever.
    public convenience init(script: [Reply]) throws {
        precondition(!script.isEmpty, "a script needs a reply")
        try self.init { script[min($0.number, script.count - 1)] }
    }

    deinit { state.end() }

    /// A URL without a server: no system chooses port 1 for a server, so no other test's can be there, as it can on a
    /// port that has just become free.
    public static let nobodysURL = URL(string: "http://127.0.0.1:1").unsafelyUnwrapped

    /// `http://127.0.0.1:` and the port.
    public var baseURL: URL { url("") }

    /// The base URL with a path behind it.
    public func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)").unsafelyUnwrapped }

    /// The same port under the name `localhost`: for a browser, and for the runtime, another origin.
    public var otherOriginURL: URL { URL(string: "http://localhost:\(port)").unsafelyUnwrapped }

    /// All requests so far.
    public var requests: [ReceivedRequest] { state.requests }

    /// How many connections were opened so far.
    public var connectionCount: Int { state.connectionCount }

    /// How many connections have ended, by whichever side.
    public var endedConnectionCount: Int { state.endedConnectionCount }

    /// Waits until that many requests have arrived and returns them; fewer only where the task is cancelled.
    @discardableResult
    public func requests(count: Int) async -> [ReceivedRequest] {
        await state.seen.wait { $0.requests.count >= count }.requests
    }

    /// Waits until bytes have arrived that aren't a request and meet a condition, and returns them.
    public func unreadBytes(until isMet: @escaping @Sendable (Data) -> Bool) async -> Data {
        await state.seen.wait { isMet($0.unread) }.unread
    }

    /// Waits until that many connections have ended. False only where the task is cancelled before.
    public func connectionsEnded(count: Int) async -> Bool {
        await state.seen.wait { $0.ended >= count }.ended >= count
    }

    /// Writes bytes on all connections, whether anything was asked or not. When it returns, they have arrived. For
    /// servers whose connections are idle.
    public func interject(_ bytes: String) { state.interject(Data(bytes.utf8)) }

    /// Closes all connections, and from then on each new one at once. The port stays taken, so that what asks for this
    /// server never meets another test's. May be called twice.
    public func stop() { state.stop() }
}

public struct LoopbackServerError: Error, CustomStringConvertible {
    public let description: String
}

/// The state that the server's threads share. They hold it, not the server, so that a released server stops.
private final class State: @unchecked Sendable {
    private let listener: Int32
    private let handler: LoopbackServer.Handler
    private let greeting: String
    /// The requests and connections so far.
    struct Seen: Sendable {
        var requests: [ReceivedRequest] = []
        var connections = 0
        var ended = 0
        /// The bytes that have arrived last and are no whole request.
        var unread = Data()
    }
    let seen = Watched(Seen())
    private let condition = NSCondition()
    // Guarded by `condition`.
    private var isStopped = false
    private var hasEnded = false
    /// Threads of connections, and how many of them are in the handler, which may block for as long as a test likes.
    private var serving = 0
    private var handling = 0
    private var clients: Set<Int32> = []

    private init(_ listener: Int32, _ handler: @escaping LoopbackServer.Handler, _ greeting: String) {
        self.listener = listener
        self.handler = handler
        self.greeting = greeting
    }

    static func listening(_ handler: @escaping LoopbackServer.Handler, _ greeting: String) throws -> (State, UInt16) {
        let (listener, port) = try listeningSocket()
        return (State(listener, handler, greeting), port)
    }

    func start() {
        Thread.detachNewThread { self.accept() }
    }

    func stop() {
        condition.lock()
        isStopped = true
        while serving > handling { condition.wait() }
        condition.unlock()
    }

    func end() { condition.withLock { (isStopped, hasEnded) = (true, true) } }

    var requests: [ReceivedRequest] { seen.value.requests }
    var connectionCount: Int { seen.value.connections }
    var endedConnectionCount: Int { seen.value.ended }
    private var hasStopped: Bool { condition.withLock { isStopped } }

    private func accept() {
        while !condition.withLock({ hasEnded }) {
            var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 20) > 0 else { continue }
            let client = acceptConnection(listener)
            guard client >= 0 else { continue }
            staysHere(client)
            if hasStopped {
                close(client)
                continue
            }
            #if canImport(Darwin)
                var yes: Int32 = 1
                // A client that has gone already; writing to it would end the process.
                guard setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size)) == 0
                else {
                    close(client)
                    continue
                }
                // It has the listener's flags here.
                _ = fcntl(client, F_SETFL, 0)
            #endif
            // Else bytes wait until those before were acknowledged, for 40 milliseconds.
            var isOn: Int32 = 1
            setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
            condition.withLock {
                serving += 1
                clients.insert(client)
            }
            if !greeting.isEmpty { write(Data(greeting.utf8), client) }
            let number = seen.update { seen in
                seen.connections += 1
                return seen.connections - 1
            }
            Thread.detachNewThread { self.serve(client, number) }
        }
        close(listener)
    }

    private func serve(_ client: Int32, _ number: Int) {
        var connection = Connection(socket: client) { self.hasStopped }
        connection.onArrival = { [seen] unread in seen.update { $0.unread = unread } }
        while var request = connection.read(connection: number) {
            seen.update { seen in
                request.number = seen.requests.count
                seen.requests.append(request)
            }
            note { $0.handling += 1 }
            let reply = handler(request)
            note { $0.handling -= 1 }
            guard connection.answer(reply) else { break }
        }
        shutdown(client, Int32(SHUT_RDWR))
        condition.withLock {
            clients.remove(client)
            close(client)
        }
        seen.update { $0.ended += 1 }
        note { $0.serving -= 1 }
    }

    func interject(_ bytes: Data) { condition.withLock { for client in clients { write(bytes, client) } } }

    /// A client that has gone is of no interest.
    private func write(_ bytes: Data, _ client: Int32) {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        _ = bytes.withUnsafeBytes { send(client, $0.baseAddress, $0.count, flags) }
    }

    private func note(_ change: (State) -> Void) {
        condition.withLock {
            change(self)
            condition.broadcast()
        }
    }
}

/// A socket that listens on a port of 127.0.0.1 which the system chooses.
func listeningSocket() throws -> (listener: Int32, port: UInt16) {
    #if canImport(Darwin) || canImport(Musl)
        let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard listener >= 0 else { throw LoopbackServerError(description: "no socket: \(errno)") }
    staysHere(listener)
    // A client that has gone again leaves nothing to accept.
    _ = fcntl(listener, F_SETFL, O_NONBLOCK)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port: UInt16? = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(listener, $0, length) == 0 && listen(listener, 128) == 0 && getsockname(listener, $0, &length) == 0
        } ? UInt16(bigEndian: pointer.pointee.sin_port) : nil
    }
    guard let port else {
        close(listener)
        throw LoopbackServerError(description: "can't listen on 127.0.0.1: \(errno)")
    }
    return (listener, port)
}

/// No program that another test starts inherits the socket, which would stay open for as long as that program runs.
private func staysHere(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

/// The system's `accept`, which a method of that name would hide.
private func acceptConnection(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }
